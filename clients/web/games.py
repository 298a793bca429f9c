"""The game that a tab looks at, and games as text: position strings, PGN, records of a match.

The page owns the record of its game and sends it again whenever it connects; `CurrentGame` is the
copy that the rules are asked about. Nothing here opens a file: the page sends the text and is sent
the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from linemate.clients.shared import game_files
from linemate.clients.shared.endings import judge_board
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import (
    OPENING,
    Participant,
    compose,
    describe,
    keep_tags,
    read_score,
    today,
    write_evaluation,
    write_score,
)
from linemate.clients.shared.records import UNFINISHED, Ending, RecordError
from linemate.clients.shared.values import describe_game, read_game
from linemate.clients.shared.variations import Node, Row, check_tree, join_nodes
from linemate.clients.web.messages import Write
from linemate.engine.core import Game, LinemateError, Score
from linemate.engine.registry import GAMES, make_game

EVENT = "Linemate web"
MOST_GAMES = 1000
NOBODY = (Participant("x"), Participant("o"))


class CurrentGame:
    """A start, moves, and how many of them are on the board.

    Every change raises LinemateError where the rules forbid it, and then nothing changed.
    """

    def __init__(self) -> None:
        self.opened = 0  # how many games there were: it tells one from the next
        self.open("tictactoe", None, (), 0)  # until the page opens one

    def open(self, words: str, start: str | None, moves: Sequence[str], at: int) -> None:
        """Take another game. The error names the first bad move."""
        game = read_game(words.split())
        position = Opening(start, tuple(moves)).set_up(game)
        self.game = game
        self.start = None if start is None else game.write_position(game.read_position(start))
        self.position = position
        self.moves = list(position.history)
        self.opened += 1
        self.goto(at)

    @property
    def at(self) -> int:
        return len(self.position.history)

    @property
    def move_texts(self) -> list[str]:
        """Write all moves in the notation of the protocol."""
        return [self.game.write_move(move) for move in self.moves]

    def move(self, text: str) -> None:
        """Play it; the moves that were taken back are gone."""
        move = self.game.read_move(self.position, text)
        self.moves[self.at :] = [move]
        self.position.play(move)

    def goto(self, at: int, line: Sequence[str] | None = None) -> None:
        """Have so many moves on the board, of this line of the game if one is named."""
        if line is not None:
            position = Opening(self.start, tuple(line)).set_up(self.game)
            self.position, self.moves = position, list(position.history)
        if at > len(self.moves):
            raise LinemateError(f"bad place {at}: the game has {len(self.moves)} moves")
        while self.at > at:
            self.position.undo()
        for move in self.moves[self.at : at]:
            self.position.play(move)


# ------------------------------------------------------------------ reading


class FoundGames(NamedTuple):
    """What a text holds; `more` says that there are more games in it than these."""

    games: list[StoredGame]
    more: bool


def read_text(text: str, present: Game) -> FoundGames:
    """Return the games of a text. A position string is a game without moves, of the present game
    if that can be. Raises LinemateError, which says what is wrong, in which game.
    """
    text = text.strip().removeprefix("\ufeff")
    if text.startswith(("{", "[")) or game_files.is_old_game(text):
        found = game_files.read_text(text + "\n")
    else:
        found = iter([_read_position(" ".join(text.split()), present)])
    games = list(islice(found, MOST_GAMES))
    if not games:
        raise RecordError("no games: expected a position, PGN, or lines of JSON from a match")
    return FoundGames(games, next(found, None) is not None)


def _read_position(text: str, present: Game) -> StoredGame:
    """Read `gomoku size=9 9/9/...`, or the position alone: then it may be of any game."""
    errors: list[LinemateError] = []
    for game, position in _candidates(text, present):
        try:
            start = game.write_position(game.read_position(position))
        except LinemateError as error:
            errors.append(error)
        else:
            ending = Ending(None, "position")
            return StoredGame(NOBODY, "-", game, start, (), UNFINISHED, ending)
    raise errors[0]


def _candidates(text: str, present: Game) -> Iterator[tuple[Game, str]]:
    """Yield games that a position may be of, the likeliest first, with its position string."""
    words = text.split(" ")
    if words[0].lower() in GAMES:
        settings = [word for word in words[1:] if "=" in word]
        game = read_game([words[0], *settings])
        yield game, " ".join(words[1 + len(settings) :])
        return
    yield present, text
    for name in GAMES:
        yield make_game(name), text
    rows = str(words[0].count("/") + 1)
    if rows in map(str, range(4, 23)):
        yield make_game("gomoku", {"size": rows}), text


# ------------------------------------------------------------------ writing


def write_text(current: CurrentGame, request: Write) -> str:
    """Return the game as PGN, with its variations; behind each move stands what an engine thought
    before it, and what an analysis says of what came of it, where there are such scores. Raises
    LinemateError, which names a bad move.
    """
    game = current.game
    position = Opening(current.start).set_up(game)
    rows: list[Row] = []
    movers: list[int] = []
    for index, (parent, move, comment, nags, score, evaluation) in enumerate(request.moves):
        movers.append(1 - movers[parent] if 0 <= parent < index else position.to_move)
        said = _add_score(comment, score, movers[-1])
        if evaluation is not None:
            said = f"{write_evaluation(evaluation)} {said}".rstrip()
        rows.append(Row(parent, Node(move, said, nags)))
    root = check_tree(game, position, join_nodes(rows, request.comment))
    for node in root.main_line:
        position.play(game.read_move(position, node.move))
    seats, ending = (request.x, request.o), judge_board(game, position) or request.ending
    told = describe(describe_game(game), current.start, root, seats, ending, today(EVENT))
    return compose(told if request.tags is None else keep_tags(told, request.tags))


def _add_score(comment: str, score: Score | None, mover: int) -> str:
    """Return a comment that begins with a score, if there is one; of a move that nobody has chosen
    it stays as it is. PGN has scores as the mover sees them, the page as x does.
    """
    if score is None or comment == OPENING or read_score(comment) is not None:
        return comment
    sign = -1 if mover else 1
    if score.plies is not None:
        written = write_score(Score(plies=sign * score.plies))
    else:
        written = write_score(Score(cp=sign * (score.cp or 0)))
    return f"{written} {comment}".rstrip()
