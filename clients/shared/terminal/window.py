"""The window that is redrawn in place: it draws what is to be seen, and takes keys and clicks.

It lives in a thread of its own, so that it answers while the one who plays, in the main thread,
waits for an engine. Whatever is to change in it is posted to that thread, and nobody else touches
its state. An answer goes the other way through a queue. Ctrl-C, which is a key like any other here,
becomes the signal that it is elsewhere. What is typed ahead is seen when somebody asks; a
whole line of it is the answer, and so is a key that stands for one.

prompt_toolkit keeps the terminal: its modes, the line that is typed into, keys and the mouse.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import DynamicCompleter, WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, merge_key_bindings
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import (
    AfterInput,
    BeforeInput,
    ConditionalProcessor,
    PasswordProcessor,
)
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from rich.text import Text

from linemate.clients.shared.boards import Scene
from linemate.clients.shared.screen import Offer
from linemate.clients.shared.terminal.chooser import CellChooser
from linemate.clients.shared.terminal.composition import Picture, Shown, compose
from linemate.clients.shared.terminal.fragments import make_fragments
from linemate.clients.shared.terminal.layouts import DIRECTIONS

LONGEST_PROMPT = 12  # characters; a longer one stands above the line that is typed into
GLANCE = 0.1  # seconds between looks at the size of the window, and at signals
STOPPING = 1.0  # seconds until a process has stopped, at the most
SCROLL = 3  # lines for a turn of the wheel


class Question:
    """One question, and where its answer goes: a line, or None when nobody will answer."""

    def __init__(self, prompt: str, offer: Offer) -> None:
        is_long = len(prompt) > LONGEST_PROMPT
        self.above = prompt.removesuffix("> ") if is_long else ""
        self.prompt = "> " if is_long else prompt
        self.offer = offer
        self.answers: SimpleQueue[str | None] = SimpleQueue()
        self.keys = KeyBindings()


class BoardWindow:
    """`post`, `ask` and `close` are for any thread; the other methods are to be posted.

    `failure` is what has ended the window, if it was not `close`; `resumed` is to be set when this
    process goes on after it was stopped.
    """

    def __init__(self, translate: Callable[[str], str]) -> None:
        """Open the window; `translate` makes of each text what the terminal can show."""
        self.failure: BaseException | None = None
        self._translate = translate
        self._modes = termios.tcgetattr(sys.stdin)  # as they were before
        self._shown = Shown()
        self._picture = Picture([], {})
        self._question: Question | None = None
        self._asked: Question | None = None  # the same, as the asking thread sees it
        self._closed = False
        self._suspended = False
        self.resumed = threading.Event()
        self._chooser = CellChooser()
        self._ahead: list[str] = []  # lines that were entered before anybody asked
        self._steps_ahead: list[str] = []  # and directions
        self._keys = KeyBindings()  # of the question that was asked last
        self._pressed: int | None = None  # the cell that the mouse went down on
        self._buffer = Buffer(
            completer=DynamicCompleter(self._make_completer),
            multiline=False,
            on_text_changed=lambda _: self._turn_page(None),
        )
        self._application: Application[None] = self._make_application()
        self._size = self._application.output.get_size()  # of the window when it was last drawn
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="window", daemon=True)
        self._thread.start()
        self._ready.wait()

    # ---------------------------------------------------------------- the thread

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except EOFError:
            pass  # the terminal is gone
        except BaseException as error:
            self.failure = error
        finally:
            self._loop = None
            self._ready.set()
            self._closed = True
            if self._asked is not None:
                self._asked.answers.put(None)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._fail)
        self._application.ttimeoutlen = GLANCE
        await self._application.run_async(
            pre_run=self._begin, set_exception_handler=False, handle_sigint=False
        )

    def _begin(self) -> None:
        self._application.create_background_task(self._watch_size())
        self._ready.set()

    async def _watch_size(self) -> None:
        """Draw anew in a window of another size. prompt_toolkit can compare sizes as well, but
        begins with what it sees a moment after the first drawing, and misses a change before.
        """
        while True:
            await asyncio.sleep(GLANCE)
            size = self._application.output.get_size()
            if size != self._size:
                self._size = size
                self._application.renderer.erase(leave_alternate_screen=False)
                self._application.invalidate()

    def _fail(self, _loop: object, context: dict[str, Any]) -> None:
        self.failure = context.get("exception") or RuntimeError(str(context.get("message")))
        self._exit()

    def _exit(self) -> None:
        if self._application.is_running and not self._application.is_done:
            self._application.exit()

    def post(self, action: Callable[..., None], *values: object) -> None:
        """Have something done in the thread of the window, in the order of posting."""

        def act() -> None:
            action(*values)
            self._application.invalidate()

        loop, context = self._loop, self._application.context
        if loop is not None:
            try:
                loop.call_soon_threadsafe(act, context=context and context.copy())
            except RuntimeError:  # closed in this moment
                return

    def ask(self, question: Question) -> str | None:
        """Wait for the answer; None if nobody will answer. An exception ends the question."""
        self._asked = question
        self.post(self._begin_question, question)
        try:
            if self._closed:
                question.answers.put(None)
            while True:
                # A signal that has reached the window's thread is handled when this one wakes up.
                with suppress(Empty):
                    return question.answers.get(timeout=GLANCE)
        finally:
            self._asked = None
            self.post(self._end_question, question)

    def close(self) -> None:
        """Give the terminal back as it was. May be called again."""
        self.post(self._exit)
        self._thread.join()

    # ---------------------------------------------------------------- what is posted

    def set_scene(self, scene: Scene) -> None:
        if not scene.position.history:
            self._chooser.forget_place()
        self._shown.scene = scene
        self._shown.page = None
        if self._question is not None:
            self._choose_cell()

    def set_live(self, text: Text | None) -> None:
        self._shown.live = text

    def set_page(self, lines: list[Text]) -> None:
        self._shown.page, self._shown.top = lines, 0

    def add_line(self, line: Text) -> None:
        self._shown.log.append(line)
        self._shown.scrolled = 0

    def forget_lines(self) -> None:
        self._shown.log.clear()
        self._shown.scrolled = 0

    def _begin_question(self, question: Question) -> None:
        self._question, self._keys = question, question.keys
        self._shown.above, self._shown.advice = question.above, question.offer.advice
        for key, answer in question.offer.keys.items():
            question.keys.add(key, filter=Condition(self._is_empty))(
                lambda _, answer=answer: self._press(answer)
            )
        if self._ahead:
            question.answers.put(self._ahead.pop(0))
            self._forget_question()
            return
        if not self._buffer.text.strip():
            self._buffer.reset()
        self._choose_cell()
        for direction in self._steps_ahead:
            self._step(direction)
        self._steps_ahead.clear()

    def _end_question(self, question: Question) -> None:
        if self._question is question:
            self._forget_question()

    def discard_input(self) -> None:
        """Forget what was typed ahead."""
        self._ahead.clear()
        self._steps_ahead.clear()
        self._buffer.reset()

    def suspend(self, group: bool) -> None:
        """Give the terminal back, and stop until somebody lets this process go on; with the whole
        group, as it is for Ctrl-Z.
        """

        def stop() -> None:
            ours = termios.tcgetattr(sys.stdin)
            termios.tcsetattr(sys.stdin, termios.TCSANOW, self._modes)
            self.resumed.clear()
            os.kill(0 if group else os.getpid(), signal.SIGSTOP)
            # Another thread may take the signal, and this one go on for a moment.
            self.resumed.wait(STOPPING)
            termios.tcsetattr(sys.stdin, termios.TCSANOW, ours)
            self._suspended = False

        self._suspended = True
        run_in_terminal(stop)

    def redraw(self) -> None:
        """Draw everything, whatever others have drawn."""
        if not self._suspended:
            self._application.renderer.clear()

    # ---------------------------------------------------------------- answers

    def _answer(self, text: str | None) -> None:
        if self._question is not None:
            self._question.answers.put(text)
            self._buffer.reset()
            self._forget_question()

    def _forget_question(self) -> None:
        self._question = None
        self._shown.above = self._shown.advice = ""
        self._chooser.end()

    def _choose_cell(self) -> None:
        """Point at a cell, if there is one to choose."""
        scene, question = self._shown.scene, self._question
        self._chooser.end()
        if scene is not None and question is not None and question.offer.cells:
            self._draw()  # or nobody knows where the cells are
            self._chooser.begin(scene, self._picture.cells)

    def _play_chosen(self) -> None:
        if self._chooser.move is not None:
            self._answer(self._chooser.move)

    # ---------------------------------------------------------------- keys

    def _is_empty(self) -> bool:
        """Tell whether nothing is typed: then keys are for the board."""
        return not self._buffer.text and self._buffer.complete_state is None

    def _bind_keys(self) -> KeyBindings:
        keys = KeyBindings()
        empty = Condition(self._is_empty)
        chosen = Condition(lambda: self._chooser.chosen is not None)

        def bind(key: str, action: Callable[[], None], when: Any = None) -> None:
            keys.add(key, **({"filter": when} if when is not None else {}))(lambda _: action())

        bind("enter", self._enter)
        bind("escape", self._cancel)
        bind("c-c", self._interrupt)
        bind("c-z", lambda: self.suspend(group=True))
        bind("c-d", lambda: self._answer(None), empty)
        for direction in DIRECTIONS:
            wait = partial(self._steps_ahead.append, direction)
            bind(direction, wait, Condition(lambda: self._question is None))
            bind(direction, partial(self._step, direction), empty & chosen)
        bind(" ", self._play_chosen, empty & chosen)
        bind("<", partial(self._chooser.change_level, -1), empty & chosen)
        bind(">", partial(self._chooser.change_level, 1), empty & chosen)
        bind("pageup", partial(self._turn_page, -1))
        bind("pagedown", partial(self._turn_page, 1))
        return keys

    def _make_completer(self) -> WordCompleter:
        """Complete the last word of the line with what the question offers; what goes wrong in
        finding that is told, for the game that is played here is worth more than a word.
        """
        line = self._buffer.document.text_before_cursor
        words: list[str] = []
        try:
            if self._question is not None:
                words = self._question.offer.complete(line)
        except Exception as error:
            self.add_line(Text(f"cannot complete this: {error}", "bold red"))
        return WordCompleter(words, WORD=True)

    def _enter(self) -> None:
        line = self._buffer.text.partition("\n")[0].strip()
        if self._question is None:
            if line:
                self._ahead.append(line)
                self._buffer.reset()
        elif not line and self._shown.page is not None:
            self._turn_page(None)
        elif line or self._chooser.chosen is None:
            if line:
                self._buffer.append_to_history()
            self._answer(line)
        else:
            self._play_chosen()

    def _interrupt(self) -> None:
        self.discard_input()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    def _cancel(self) -> None:
        self._turn_page(None)
        self.discard_input()

    def _press(self, answer: str) -> None:
        """Give the answer that a key stands for; it waits until somebody asks."""
        if self._question is None:
            self._ahead.append(answer)
        else:
            self._answer(answer)

    def _step(self, direction: str) -> None:
        self._chooser.step(self._picture.cells, direction)

    def _turn_page(self, by: int | None) -> None:
        """Go on or back by a page, in what was said if there is no page; None closes the page."""
        height = max(1, self._rows - 2)
        if by is None:
            self._shown.page = None
        elif self._shown.page is not None:
            self._shown.top = max(0, min(self._shown.top + by * height, len(self._shown.page)))
        else:
            self._scroll(-by * SCROLL)

    def _scroll(self, lines: int) -> None:
        self._shown.scrolled = max(0, self._shown.scrolled + lines)

    def _handle_mouse(self, cell: int | None, event: MouseEvent) -> None:
        kind = event.event_type
        if kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            self._scroll(SCROLL if kind == MouseEventType.SCROLL_UP else -SCROLL)
        elif kind == MouseEventType.MOUSE_DOWN:
            self._pressed = cell if event.button == MouseButton.LEFT else None
        elif kind == MouseEventType.MOUSE_UP:
            pressed, self._pressed = self._pressed, None
            if self._shown.page is not None:
                self._turn_page(None)
            elif cell is not None and cell == pressed and self._chooser.chosen is not None:
                self._chooser.point_at(cell)
                self._play_chosen()

    # ---------------------------------------------------------------- drawing

    @property
    def _rows(self) -> int:
        return int(self._application.output.get_size().rows)

    def _draw(self) -> list[Any]:
        size = self._size = self._application.output.get_size()
        self._shown.chosen = self._chooser.chosen
        self._picture = compose(self._shown, size.columns, max(1, size.rows - 1))
        return make_fragments(self._picture.lines, self._handle_mouse, self._translate)

    def _prompt(self) -> str:
        return self._translate(self._question.prompt) if self._question is not None else ""

    def _make_application(self) -> Application[None]:
        unasked = Condition(lambda: self._question is None)
        typed = BufferControl(
            self._buffer,
            input_processors=[
                ConditionalProcessor(PasswordProcessor(" "), unasked),
                BeforeInput(self._prompt),
                AfterInput(self._tell_cell),
            ],
        )
        body = HSplit(
            [
                Window(FormattedTextControl(self._draw), always_hide_cursor=True),
                line := Window(typed, height=1, always_hide_cursor=unasked),
            ]
        )
        menu = Float(CompletionsMenu(max_height=12), xcursor=True, ycursor=True)
        asked = DynamicKeyBindings(lambda: self._keys)
        return Application(
            Layout(FloatContainer(body, [menu]), focused_element=line),
            key_bindings=merge_key_bindings([self._bind_keys(), asked]),
            full_screen=True,
            mouse_support=True,
            terminal_size_polling_interval=None,
        )

    def _tell_cell(self) -> Any:
        """Name the cell that Enter would play, while nothing is typed."""
        if self._buffer.text or self._chooser.move is None:
            return []
        return [("fg:ansiyellow", self._chooser.move)]
