"""A Screen whose board stays in its place, for a terminal that can do so.

`can_redraw` says whether this is one. To those who show and ask there is no difference: `window.py`
has the window, `composition.py` what stands where in it, `layouts.py` the boards.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from rich.text import Text

from linemate.clients.shared.boards import Scene
from linemate.clients.shared.screen import NO_OFFER, EndOfInput, Interrupts, Offer, Screen
from linemate.protocol.ours import status_of_signal

if TYPE_CHECKING:
    from linemate.clients.shared.terminal.window import BoardWindow

ENDING = ("SIGTERM", "SIGHUP")
UNABLE = ("", "dumb", "unknown")
PLAIN_HELP = "one line after the other, as without a terminal, instead of a board in its place"


def can_redraw() -> bool:
    """Tell whether a person sits at a terminal in which the cursor can go anywhere."""
    if not hasattr(signal, "SIGTSTP") or os.environ.get("TERM", "").lower() in UNABLE:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def open_view(screen: Screen, *, plain: bool) -> Iterator[Screen]:
    """Have a screen that is redrawn in place within, if it is to be and the terminal can do it;
    otherwise the one that there is.
    """
    if plain or not can_redraw():
        yield screen
        return
    with TerminalView(screen.interrupts) as view:
        yield view


class TerminalView(Screen):
    """See Screen. Use as a context manager in the main thread: however the block is left, the
    terminal is as it was, and the last position stands in it.
    """

    def __init__(self, interrupts: Interrupts | None = None) -> None:
        super().__init__(interrupts)
        self.keeps_board = True
        self._window: BoardWindow | None = None
        self._page: list[Text] | None = None
        self._scene: Scene | None = None
        self._last: Text | None = None
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> TerminalView:
        from linemate.clients.shared.terminal.window import BoardWindow

        self._window = BoardWindow(self._translated)
        handlers = {
            **dict.fromkeys(ENDING, self._end),
            "SIGTSTP": self._suspend,
            "SIGCONT": self._resume,
        }
        for name, handler in handlers.items():
            number = getattr(signal, name)
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._previous[number] = signal.signal(number, handler)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        window, self._window = self._window, None
        if window is not None:
            window.close()
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        if kind is None:
            if self._scene is not None:
                self.show_board(self._scene)
            if self._last is not None:
                self.show(self._last)

    # ---------------------------------------------------------------- signals

    def _end(self, number: int, _frame: FrameType | None) -> None:
        raise SystemExit(status_of_signal(number))

    def _suspend(self, _number: int, _frame: FrameType | None) -> None:
        self._post("suspend", False)

    def _resume(self, _number: int, _frame: FrameType | None) -> None:
        if self._window is not None:
            self._window.resumed.set()
        self._post("redraw")

    # ---------------------------------------------------------------- lines out

    def _post(self, action: str, *values: object) -> None:
        if self._window is not None:
            self._window.post(getattr(self._window, action), *values)

    def _wrapped(self, line: str) -> Text:
        """Leave to the window what only it knows: how much room there is."""
        return super()._wrapped(line) if self._window is None or self._page else Text(line)

    def _put(self, line: Text) -> None:
        if self._window is None:
            super()._put(line)
        elif self._page is not None:
            self._page.append(line)
        elif line.plain:
            self._last = line
            self._post("add_line", line)

    def forget_lines(self) -> None:
        self._last = None
        self._post("forget_lines")

    @contextmanager
    def page(self) -> Iterator[None]:
        self._page = []
        try:
            yield
        finally:
            page, self._page = self._page, None
            self._post("set_page", page)

    def show_block(self, lines: list[Text]) -> None:
        if self._window is None:
            super().show_block(lines)
        else:
            for line in lines:
                self._put(line)

    def show_board(self, scene: Scene) -> None:
        if self._window is None:
            super().show_board(scene)
        else:
            self.update_board(scene)

    def update_board(self, scene: Scene) -> None:
        self._scene = scene
        self._post("set_scene", scene)

    @contextmanager
    def live(self) -> Iterator[Callable[[Text], None]]:
        try:
            yield lambda text: self._post("set_live", text.copy())
        finally:
            self._post("set_live", None)

    # ---------------------------------------------------------------- answers in

    def discard_input(self) -> None:
        self._post("discard_input")

    def ask(self, prompt: str, offer: Offer = NO_OFFER) -> str:
        from linemate.clients.shared.terminal.window import Question

        window = self._window
        if window is None:
            return super().ask(prompt, offer)
        self.interrupts.forget()
        with self.interrupts.raised():
            answer = window.ask(Question(prompt, offer))
        if window.failure is not None:
            raise window.failure
        if answer is None:
            raise EndOfInput
        return answer.strip()
