"""The terminal, or the file or pipe in its place: lines out, answers in.

This one shows one line after the other; `terminal/view.py` is the same for a window that is redrawn
in place.

There is colour only on a terminal and without NO_COLOR; otherwise no escape sequence is ever
written. What others made (an engine's name, a typed line) is made harmless (`harmless.py`).

Ctrl-C is an answer at a prompt, a way out of waiting for an engine, and otherwise only noted. So it
can neither tear the dialogue with an engine nor throw a game away while a board is drawn.
"""

from __future__ import annotations

import io
import math
import os
import re
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.live import Live
from rich.segment import Segment
from rich.text import Text

from linemate.clients.shared.boards import FAINT, Scene, draw_board
from linemate.clients.shared.harmless import harmless

FILE_WIDTH = 80
BELOW_BOARD = 3  # lines that are to be seen with a board: a blank, whose turn it is, the prompt
BOX = "┌┐└┘┬┴┼─│╔╗╚╝═║·"
ASCII = str.maketrans(BOX, "+++++++-|++++=|.")
WARNING = "bold red"  # the style of what is wrong
HELD_KEY = 0.25  # seconds; presses closer together than this are one


class EndOfInput(Exception):  # noqa: N818 - an event, not an error
    """Nobody will answer any more."""


class Interrupts:
    """How often Ctrl-C was pressed since `forget`, which every prompt calls."""

    def __init__(self) -> None:
        self._presses = 0
        self._last = -math.inf
        self._limit: int | None = None

    @property
    def seen(self) -> bool:
        return self._presses > 0

    def forget(self) -> None:
        self._presses = 0

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Count Ctrl-C within; it is an exception only where `raised` says so."""
        previous = signal.signal(signal.SIGINT, self._press)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, previous)

    @contextmanager
    def raised(self, presses: int = 1) -> Iterator[None]:
        """Raise one KeyboardInterrupt within when there are so many presses, and forget them.

        Any further ones are noted again, so that they cannot disturb what cleans up after it.
        """
        self._limit = presses
        try:
            self._raise_if_enough()
            yield
        finally:
            self._limit = None

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        held, self._last = now - self._last < HELD_KEY, now
        if not held:
            self._presses += 1
            self._raise_if_enough()

    def _raise_if_enough(self) -> None:
        if self._limit is not None and self._presses >= self._limit:
            self._limit = None
            self.forget()
            raise KeyboardInterrupt


class HarmlessConsole(Console):
    """Shows only what is harmless; the colours and the cursor are its own to control."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(harmless(text), style)


def make_console(**settings: Any) -> Console:
    """Return a console for text of anybody's, in which brackets and colons mean nothing."""
    return HarmlessConsole(**{"highlight": False, "markup": False, "emoji": False} | settings)


@dataclass(frozen=True)
class Offer:
    """What a question has to offer beside typing, where the screen is redrawn in place: a cell of
    the board, a key that stands for an answer, and what a line may go on with at Tab.

    `complete` gets the line up to the cursor, and returns what may stand in place of its last word.
    """

    cells: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    complete: Callable[[str], list[str]] = lambda _: []
    advice: str = ""


NO_OFFER = Offer()


class Screen:
    def __init__(self, interrupts: Interrupts | None = None) -> None:
        self.interrupts = interrupts or Interrupts()
        self.keeps_board = False  # whether a board, and its title, stay where they are
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal that cannot show a character must not end the game.
                stream.reconfigure(errors="replace")
        self.is_terminal = sys.stdout.isatty()
        self._draws_boxes = _can_encode(BOX, sys.stdout.encoding)
        self._told_size = ""
        self._is_dialogue = self.is_terminal and sys.stdin.isatty()
        coloured = self.is_terminal and not os.environ.get("NO_COLOR")
        self._console = make_console(
            color_system="auto" if coloured else None,
            force_terminal=self.is_terminal,
            width=None if self.is_terminal else FILE_WIDTH,
        )
        if self._is_dialogue:
            _edit_lines()

    @property
    def width(self) -> int:
        return self._console.width

    def show(self, *lines: Text | str) -> None:
        """Show whole lines; one that is too long is wrapped between words."""
        for line in lines:
            self._put(line if isinstance(line, Text) else self._wrapped(line))

    def warn(self, text: str) -> None:
        """Say that something is wrong, in a line that stands out."""
        line = self._wrapped(text)
        line.style = WARNING
        self._put(line)

    def show_entry(self, term: str, column: int, about: str) -> None:
        """Show a line of a list: the term, and from this column on what it is."""
        line = self._wrapped(f"  {term:<{column}}{about}")
        line.stylize("bold", 2, 2 + len(term))
        self._put(line)

    @contextmanager
    def page(self) -> Iterator[None]:
        """Show what is shown within as one thing to be read."""
        yield

    def forget_lines(self) -> None:
        """Take away what was said and is no longer true, where it stays in sight."""

    def _put(self, line: Text) -> None:
        self._console.print(line)

    def _wrapped(self, line: str) -> Text:
        """Let what does not fit go on below, in a list under its own column if there is room."""
        entry = re.match(r" +\S.*?  +(?=\S)", line)
        column = entry.end() if entry else 0
        indent = " " * (column if 3 * column <= self.width else 4)
        # Not left to rich, which leaves a blank behind where it breaks a line.
        return Text(
            textwrap.fill(
                harmless(line), self.width, subsequent_indent=indent, break_on_hyphens=False
            )
        )

    def show_block(self, lines: list[Text]) -> None:
        """Show lines that belong together, never wrapped: a board.

        Where there are no box characters, with those of ASCII. One that does not fit is shown
        all the same, and once for each size it is said why it looks odd.
        """
        for line in lines:
            line.plain = self._translated(line.plain)
            self._console.print(line, no_wrap=True, overflow="ignore", crop=False)
        width = max(len(line.plain.rstrip()) for line in lines)
        height = len(lines) + BELOW_BOARD
        has = self._console.size
        size = f"this board needs {width}x{height}, the terminal has {has.width}x{has.height}"
        fits = width <= has.width and height <= has.height
        if self.is_terminal and not fits and size != self._told_size:
            self.warn(size)
            self._told_size = size

    def _translated(self, text: str) -> str:
        return text if self._draws_boxes else text.translate(ASCII)

    def show_board(self, scene: Scene) -> None:
        """Show a position and its caption."""
        self.show("")
        self.show_block(draw_board(scene.game, scene.position))
        how = f" {scene.how_to_type}" if scene.how_to_type else ""
        self.show("", Text.assemble(scene.caption, (how, FAINT)), *scene.notes)

    def update_board(self, scene: Scene) -> None:
        """Be told of a position that is seen only where the board stays in its place."""

    def discard_input(self) -> None:
        """Forget what was typed ahead, if a person types."""
        if sys.stdin.isatty():
            try:
                import termios
            except ImportError:  # no POSIX
                return
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def ask(self, prompt: str, offer: Offer = NO_OFFER) -> str:
        """Return one line of input without the blanks around it; what is typed is all there is.

        Raises EndOfInput, and KeyboardInterrupt for Ctrl-C while interrupts are noted.

        Where no terminal shows what is typed, the answer is written behind the prompt, so that
        a recorded game can be read.
        """
        self.interrupts.forget()
        try:
            with self.interrupts.raised():
                answer = input(harmless(prompt))
        except EOFError:
            self.show("")
            raise EndOfInput from None
        if not self._is_dialogue:
            self.show(answer)
        return answer.strip()

    @contextmanager
    def live(self) -> Iterator[Callable[[Text], None]]:
        """Show lines that change in place and then vanish; without a terminal, nothing.

        What does not fit is cut off. On the last line leave room for the terminal, which echoes
        a Ctrl-C there. A terminal that cannot change a line gets each new last line below.
        """
        if not self.is_terminal:
            yield lambda _: None
            return
        if self._console.is_dumb_terminal:
            shown: list[str] = []

            def add(lines: Text) -> None:
                last = lines.plain.splitlines()[-1]
                if last not in shown:
                    shown.append(last)
                    self.show(last)

            yield add
            return
        with Live(console=self._console, auto_refresh=False, transient=True) as live:

            def update(lines: Text) -> None:
                lines.no_wrap = True
                lines.overflow = "ellipsis" if self._draws_boxes else "crop"
                live.update(lines, refresh=True)

            yield update


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _edit_lines() -> None:
    """Have arrow keys and history for `input`, where Python has them."""
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("set enable-bracketed-paste off")
