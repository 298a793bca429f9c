"""What is said around the board: who plays, who is to move and how it ended; and what an engine
thinks, in one line, while it thinks and afterwards:

depth 7 | engine: +0.35 | 16k nodes, 912 visits | 1.2 s | line 59 97 71

Only those who want the details are told all of it. The visits, which a tree search reports, are
those of the first move of the line.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.text import Text

from linemate.clients.play.opponent import Opponent
from linemate.clients.shared.boards import FAINT
from linemate.clients.shared.notation import show_moves
from linemate.clients.shared.player import list_visits
from linemate.clients.shared.records import Ending
from linemate.clients.shared.screen import Screen
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.protocol.driver import Analysis, Answer, EngineRefusedError, InfoLine, Score

GLANCE = 0.1  # seconds between looks at Ctrl-C and at the time
SHOWN_LINES = 4  # of the dialogue with an engine that failed
SEPARATOR = " | "
CUT = " ..."  # behind a line of play that goes on


# ------------------------------------------------------------------ the players


def name_player(humans: frozenset[int], side: int) -> str:
    """Call a player `you` or `engine`, or where that would not tell them apart, by the mark."""
    if len(humans) != 1:
        return PLAYERS[side].upper()
    return "you" if side in humans else "engine"


def introduce_players(humans: frozenset[int], opponents: Sequence[Opponent]) -> str:
    """Say who is who; `opponents` are the engines by side."""
    if len(humans) == 2:
        return f"You play both sides; {opponents[0].description} gives hints."
    marks = PLAYERS.upper()
    seats = [f"You are {marks[side]}" for side in humans]
    seats += [
        f"{marks[side]} is {opponents[side].description}" for side in (0, 1) if side not in humans
    ]
    return "; ".join(seats) + ("." if humans else ". Ctrl-C pauses.")


def name_seats(humans: frozenset[int], opponents: Sequence[Opponent]) -> str:
    """Say who has which mark, in a few words."""
    return "   ".join(
        f"{mark} {'you' if side in humans else opponents[side].description}"
        for side, mark in enumerate(PLAYERS.upper())
    )


def announce_turn(humans: frozenset[int], position: Position) -> Text:
    """Say who is to move, and where."""
    side = position.to_move
    mark = PLAYERS[side].upper()
    who = f"{mark} ({name_player(humans, side)})" if len(humans) == 1 else mark
    place = ""
    if isinstance(position, BoardsPosition):
        chosen = position.target != ANY
        place = f" in board {position.target + 1}" if chosen else " in any open board"
    return Text(f"{who} to move{place}.", "bold")


def announce_ending(humans: frozenset[int], ending: Ending) -> str:
    """Say the result and why, and praise a person who has beaten an engine."""
    praise = " Well played!" if len(humans) == 1 and ending.winner in humans else ""
    return f"{ending}{praise}"


def announce_start(screen: Screen, opponent: Opponent) -> None:
    """Say what is waited for: an engine that is not ours may take its time to start."""
    if opponent.setting.command is not None and not opponent.running:
        screen.show(f"Starting {opponent.setting.command} (Ctrl-C gives up) ...")


def report_error(screen: Screen, error: Exception, what: str = "") -> str:
    """Say what went wrong, and unless an engine said it all, the end of the dialogue with it.

    Return what was said, in one line.
    """
    message, *dialogue = str(error).splitlines()
    said = f"{what}{message}"
    screen.warn(said)
    if not isinstance(error, EngineRefusedError):
        screen.show(*dialogue[-SHOWN_LINES:])
    return said


# ------------------------------------------------------------------ what an engine thinks


def follow(
    screen: Screen, game: Game, who: str, analysis: Analysis, details: bool = True
) -> Answer:
    """Show a search until it ends, or end it if there was a Ctrl-C since the last prompt; then the
    engine's last remark, such as why it needed no search.

    `who` is the player to whom the score belongs. Raises EngineError.
    """
    began = drawn = time.monotonic()
    info = InfoLine()
    remark = ""
    with screen.live() as update:
        while analysis.answer is None:
            news = analysis.next(GLANCE)
            if news is not None and news.score is not None and news.multipv in (None, 1):
                info = news
            if news is not None and news.string and news.error is None:
                remark = news.string
            if screen.interrupts.seen:
                analysis.interrupt()
            now = time.monotonic()
            if now - drawn >= GLANCE / 2:  # an engine may report faster than anybody can read
                seconds = now - began
                report = (
                    describe_thinking(game, who, info, seconds, screen.width - 1)
                    if details
                    else f"{seconds:.1f} s"
                )
                advice = "Moving now." if screen.interrupts.seen else "Ctrl-C: move now."
                update(Text.assemble((report, FAINT), f"\nThinking. {advice}"))
                drawn = now
    if remark:
        screen.show(Text(remark, FAINT))
    return analysis.answer


def describe_thinking(
    game: Game,
    who: str,
    info: InfoLine | None,
    seconds: float,
    room: int,
    details: bool = True,
) -> str:
    """Say what the engine has told, with as many moves of its line as `room` characters have;
    without details, what it thinks, not how.
    """
    info = info or InfoLine()
    parts = []
    if info.depth is not None and details:
        parts.append(f"depth {info.depth}")
    if info.score is not None:
        parts.append(f"{who}: {describe_score(info.score)}")
    if details:
        parts += [*_describe_effort(info), f"{seconds:.1f} s"]
    report = SEPARATOR.join(parts)
    line = _fit_line(show_moves(game, info.pv), room - len(report))
    return report + line if report else line.removeprefix(SEPARATOR)


def describe_score(score: Score) -> str:
    """Say what a position is worth to the player who is to move in it."""
    if score.plies is None:
        return f"{(score.cp or 0) / 100:+.2f}"
    plies = abs(score.plies)
    count = f"{plies} {'ply' if plies == 1 else 'plies'}"
    return f"win in {count}" if score.plies > 0 else f"loss in {count}"


def _describe_effort(info: InfoLine) -> list[str]:
    counts = []
    if info.nodes is not None:
        counts.append(f"{_shorten(info.nodes)} nodes")
    visits = {move: count for move, count, _ in list_visits(info)}
    if info.pv and info.pv[0] in visits:
        counts.append(f"{visits[info.pv[0]]} visits")
    return [", ".join(counts)] if counts else []


def _shorten(count: int) -> str:
    if count < 10_000:
        return str(count)
    return f"{count // 1000}k" if count < 10_000_000 else f"{count // 1_000_000}M"


def _fit_line(moves: list[str], room: int) -> str:
    """Return as many whole moves as fit; nothing if there is no room for the first."""
    line = f"{SEPARATOR}line {' '.join(moves)}" if moves else ""
    while moves and len(line) > room:
        moves = moves[:-1]
        line = f"{SEPARATOR}line {' '.join(moves)}{CUT}" if moves else ""
    return line
