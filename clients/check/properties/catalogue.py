"""What holds in every position: the properties that an engine is put to, game by game.

A property is a plain function too. It gets an Exam and an example that Hypothesis has drawn, asks
the engine through the exam, counts what it looked at, and raises Fault; `property_runner.py` runs
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, log
from typing import Any, NamedTuple

from linemate.clients.check.engine_under_test import is_objection
from linemate.clients.check.positions import occupy, position_line
from linemate.clients.check.properties.exam import NOT_VERIFIED, QUERIES, Exam, ExamReply
from linemate.clients.check.raw_connection import Search
from linemate.clients.shared.review import read_line
from linemate.engine.core import LinemateError, Outcome, Position
from linemate.protocol.driver import InfoLine

RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}
# What examples are: games, games with a word or a number behind them, games that nobody wins.
GAMES, AND_WORD, AND_MOVES_BACK, QUIET = "games", "and a word", "and moves back", "quiet games"
CELLS_TAKEN = 8  # of a position that leaves few of them free, most often all
Moves = list[str]
# What an engine is not judged by: that it found every win, as one may who moves at random.
BY_CHANCE = 1e-7


class Property(NamedTuple):
    """Says what holds; `without` tells why it was not tried where nothing was counted."""

    name: str
    title: str
    check: Callable[[Exam, Any], None]
    without: str
    examples: str = GAMES


def answer(exam: Exam, moves: Moves) -> None:
    if exam.position(moves).outcome() is None:
        reply = exam.search(position_line(moves))
        exam.count("positions", moves)
        if reply.failure is not None:
            raise reply.failure


def play_legally(exam: Exam, moves: Moves) -> None:
    for position, search, reply in _answered(exam, moves):
        exam.count("moves", moves)
        try:
            exam.game.read_move(position, search.move or "none")
        except LinemateError as error:
            raise reply.fault("a legal move", str(error)) from None


def expect_legally(exam: Exam, moves: Moves) -> None:
    for position, search, reply in _answered(exam, moves):
        for info in search.infos:
            if info.pv:
                exam.count("lines", (*moves, "pv", *info.pv))
            followed = position.copy()
            for text in info.pv:
                try:
                    followed.play(exam.game.read_move(followed, text))
                except LinemateError as error:
                    line = " ".join(info.pv)
                    raise reply.fault("a pv of legal moves", f"`pv {line}`: {error}") from None


def take_a_win(exam: Exam, moves: Moves) -> None:
    for position, search, reply in _answered(exam, moves):
        wins = _wins(exam, position)
        if not wins:
            continue
        exam.count("positions with a win in one", moves)
        best = search.move or "none"
        if best not in wins:
            raise reply.fault(f"the win: {' or '.join(wins)}", f"`bestmove {best}`")


def _wins(exam: Exam, position: Position) -> Moves:
    wins = filter(position.wins_at_once, position.legal_moves())
    return [exam.game.write_move(move) for move in wins]


def announce_truly(exam: Exam, moves: Moves) -> None:
    for position, search, reply in _answered(exam, moves):
        announced: dict[int, InfoLine] = {}
        for info in search.infos:
            plies = None if info.score is None else info.score.plies
            if plies is not None and info.bound is None and info.multipv in (None, 1):
                announced.setdefault(plies, info)
        for plies, info in announced.items():
            line = read_line(exam.game, position, info.pv)
            real = exam.is_real_mate(moves, plies, line)
            if real is None:
                exam.count(NOT_VERIFIED, (*moves, plies))
                continue
            exam.count("mates verified", (*moves, plies))
            if not real:
                raise reply.fault(_describe_mate(plies), "a mate announced that is none")


def _describe_mate(plies: int) -> str:
    if plies == 0:
        return "no `mate 0` in an open game"
    does = "wins" if plies > 0 else "loses"
    return f"a side to move that {does} within {abs(plies)} plies"


def have_no_move(exam: Exam, moves: Moves) -> None:
    if exam.position(moves).outcome() is not None:
        reply = exam.search(position_line(moves))
        exam.count("finished games", moves)
        if reply.failure is not None:
            raise reply.failure
        if reply.search is not None and (best := reply.search.move):
            raise reply.fault("`bestmove none` or `bestmove (none)`", f"`bestmove {best}`")


def tell_the_state(exam: Exam, moves: Moves) -> None:
    """Ask whose turn it is, whether the game is over, who has won."""
    position = exam.position(moves)
    outcome = position.outcome()
    truth = {"gameover": _word(outcome is not None), "result": RESULTS[outcome]}
    if outcome is None:
        truth["p1turn"] = _word(position.to_move == 0)
    truth = {what: value for what, value in truth.items() if what in exam.queries}
    if truth:
        exam.count("positions", moves)
        found, reply = exam.query(list(truth), position_line(moves))
        for what, response in found.items():
            if response != truth[what]:
                raise reply.fault(f"`query {what}`: {truth[what]}", f"`response {response}`")


def tell_the_moves(exam: Exam, moves: Moves) -> None:
    if "legalmoves" not in exam.queries:
        return
    position = exam.position(moves)
    exam.count("positions", moves)
    found, reply = exam.query(["legalmoves"], position_line(moves))
    words = [word for word in found["legalmoves"].split() if word != "none"]
    truth = [exam.game.write_move(move) for move in position.legal_moves()]
    if sorted(words) == sorted(truth):
        return
    missing = [word for word in truth if word not in words]
    wrong = [word for word in words if word not in truth]
    got = f"without {' '.join(missing)}" if missing else f"also {' '.join(wrong or words)}"
    raise reply.fault("the legal moves, each once", got)


def read_its_own_positions(exam: Exam, moves: Moves) -> None:
    """Demand that it reads what it writes as the same position, whatever its strings look like."""
    if "fen" not in exam.queries:
        return
    exam.count("positions", moves)
    asked = [what for what in ("fen", "gameover", "legalmoves") if what in exam.queries]
    before, _ = exam.query(asked, position_line(moves))
    # From another position: one that refuses its own string must not pass by staying where it is.
    after, reply = exam.query(asked, position_line([]), f"position fen {before['fen']}")
    for what in asked:
        if after[what] != before[what]:
            told = f"`query {what}`: {after[what]}, before it was {before[what]}"
            raise reply.fault("the position that it has written itself", told)


def read_positions_as_text(exam: Exam, moves: Moves) -> None:
    """Give the position as text, and demand a legal move of it, and the win that is found where the
    same position is given by moves: who takes the wrong side plays for the other one's.

    What comes first takes the cells that are free here, so that one who stays there has no legal
    move to offer. One who says that it cannot read the text is believed.
    """
    position = exam.position(moves)
    if position.outcome() is not None:
        return
    elsewhere = occupy(exam.game, position.legal_moves()[:CELLS_TAKEN])
    text = exam.game.write_position(position)
    reply = exam.search(position_line(elsewhere), f"position fen {text}")
    if any(is_objection(line) for line in reply.dialogue if line.startswith("<")):
        return
    exam.count("positions", moves)
    if reply.search is None:
        raise reply.failure or reply.fault("a `bestmove`", "none")
    best = reply.search.move or "none"
    try:
        exam.game.read_move(position, best)
    except LinemateError as error:
        raise reply.fault(
            "a legal move of the position that is given as text", str(error)
        ) from None
    wins = _wins(exam, position)
    behind_text = (position_line(elsewhere), f"position fen {text}")
    if wins and best not in wins:
        # One who moves at random takes some wins by chance, and misses them by chance.
        tries = ceil(log(BY_CHANCE) / log(len(wins) / len(position.legal_moves())))
        finds = all(move in wins for move in _tries(exam, tries, position_line(moves)))
        if finds and not any(move in wins for move in _tries(exam, tries, *behind_text)):
            expected = f"the win, which it always finds behind moves: {' or '.join(wins)}"
            raise reply.fault(expected, f"`bestmove {best}`")


def _tries(exam: Exam, count: int, *lines: str) -> Iterator[str | None]:
    """Yield the move that is found behind the lines, again and again: the first line, which says
    nothing, makes another question of each.
    """
    for again in range(1, count + 1):
        reply = exam.search(*[position_line([])] * again, *lines)
        yield None if reply.search is None else reply.search.move


def take_moves_back(exam: Exam, example: tuple[Moves, int]) -> None:
    """Send the same game with fewer moves, as after an undo, and with all of them again.

    An engine that does not read each position anew must tell the same of it as when it comes from
    the start.
    """
    moves, back = example
    fewer = moves[: max(0, len(moves) - back)]
    asked = [what for what in QUERIES if what in exam.queries]
    for before, after in ((moves, fewer), (fewer, moves)) if asked else ():
        exam.count("pairs of positions", (*before, "then", *after))
        alone, _ = exam.query(asked, position_line([]), position_line(after))
        found, reply = exam.query(asked, position_line(before), position_line(after))
        for what in asked:
            if sorted(found[what].split()) != sorted(alone[what].split()):
                told = f"`query {what}`: {found[what]}, from the start it is {alone[what]}"
                raise reply.fault("the same position, whatever came before it", told)


def survive_any_move(exam: Exam, example: tuple[Moves, str]) -> None:
    """Send a word that may be no legal move at the end of a game; then ask about another game."""
    moves, word = example
    exam.count("games", (*moves, word))
    reply = exam.ask(position_line([*moves, word]), position_line(moves[:1]))
    if reply.failure is not None:
        raise reply.failure


def _answered(exam: Exam, moves: Moves) -> Iterator[tuple[Position, Search, ExamReply]]:
    """Yield the position with what the engine says of it; nothing if the game is over, or if it
    fell silent, which the first property is about where that is put.
    """
    position = exam.position(moves)
    if position.outcome() is None:
        reply = exam.search(position_line(moves))
        if reply.search is not None:
            yield position, reply.search, reply
        elif exam.demands_answers and reply.failure is not None:
            raise reply.failure


def _word(value: bool) -> str:
    return "true" if value else "false"


NO_TEXT = "the engine refuses positions as text"
NO_QUERY = "the engine does not answer query"
PROPERTIES = (
    Property("answers", "answers in every position", answer, "no open position came up"),
    Property("legal", "plays legal moves", play_legally, "it answered nowhere"),
    Property("pv", "expects legal moves", expect_legally, "it sends no pv"),
    Property("win", "takes a win in one", take_a_win, "no win in one came up"),
    Property("mate", "announces only real mates", announce_truly, "it announced none"),
    Property("finished", "has no move in a finished game", have_no_move, "no game ended"),
    Property("state", "tells turn and result truly", tell_the_state, NO_QUERY),
    Property("moves", "lists the legal moves", tell_the_moves, f"{NO_QUERY} legalmoves"),
    Property("fen", "reads its own positions", read_its_own_positions, f"{NO_QUERY} fen"),
    Property("any-move", "survives any word as a move", survive_any_move, "none", AND_WORD),
    Property("positions", "reads positions as text", read_positions_as_text, NO_TEXT, QUIET),
    Property("back", "takes moves back", take_moves_back, NO_QUERY, AND_MOVES_BACK),
)
