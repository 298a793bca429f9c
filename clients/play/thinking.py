"""What an engine thinks, while it thinks and afterwards, in one line:

depth 7 | engine: +0.35 | 1.2 s | line 59 97 71
"""

from __future__ import annotations

import time

from rich.text import Text

from clients.play.marks import FAINT
from clients.play.moves import show_moves
from clients.play.screen import Screen, printable
from engine.core import Game
from protocol.driver import Analysis, Answer, InfoLine, Score

GLANCE = 0.1  # seconds between looks at Ctrl-C and at the time
LONGEST_LINE = 6  # moves


def follow(screen: Screen, game: Game, who: str, analysis: Analysis) -> tuple[Answer, bool]:
    """Show a search until it ends; its answer, and whether Ctrl-C ended it.

    `who` is the player to whom the score belongs. Raises EngineError. To be called while
    interrupts are noted.
    """
    began = drawn = time.monotonic()
    info = InfoLine()
    with screen.live_line() as update:
        while analysis.answer is None:
            news = analysis.next(GLANCE)
            if news is not None and news.score is not None and news.multipv in (None, 1):
                info = news
            if screen.interrupts.seen:
                analysis.interrupt()
            now = time.monotonic()
            if now - drawn >= GLANCE / 2:  # an engine may report faster than anybody can read
                update(_live_line(describe(game, who, info, now - began), screen.interrupts.seen))
                drawn = now
    return analysis.answer, screen.interrupts.seen


def _live_line(report: str, interrupted: bool) -> Text:
    advice = "moving now" if interrupted else "Ctrl-C: move now"
    return Text.assemble(f"Thinking ({advice}): ", (report, FAINT))


def describe(game: Game, who: str, info: InfoLine | None, seconds: float) -> str:
    """Depth, score, time and best line, as far as the engine has told."""
    parts = []
    if info is not None:
        if info.depth is not None:
            parts.append(f"depth {info.depth}")
        if info.score is not None:
            parts.append(f"{who}: {describe_score(info.score)}")
    parts.append(f"{seconds:.1f} s")
    if info is not None and info.pv:
        more = " ..." if len(info.pv) > LONGEST_LINE else ""
        parts.append(f"line {show_moves(game, info.pv[:LONGEST_LINE])}{more}")
    return printable(" | ".join(parts))


def describe_score(score: Score) -> str:
    """What a position is worth to the player who is to move in it."""
    if score.plies is None:
        return f"{(score.cp or 0) / 100:+.2f}"
    plies = abs(score.plies)
    count = f"{plies} {'ply' if plies == 1 else 'plies'}"
    return f"win in {count}" if score.plies > 0 else f"loss in {count}"
