"""The screen: Ctrl-C is counted, what others made does no harm, long lines are wrapped."""

from __future__ import annotations

import io
import signal

import pytest
from rich.text import Text

from linemate.clients.shared.screen import HELD_KEY, EndOfInput, Interrupts, Screen

# ------------------------------------------------------------------ counting presses


class Keyboard:
    """Presses Ctrl-C, in a time of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("linemate.clients.shared.screen.time.monotonic", lambda: self.now)

    def press(self, after: float = 1.0) -> None:
        self.now += after
        signal.raise_signal(signal.SIGINT)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Keyboard:
    return Keyboard(monkeypatch)


def test_a_press_is_noted_until_it_is_forgotten(keyboard: Keyboard) -> None:
    noting = Interrupts()
    with noting.noted():
        seen = [noting.seen]
        keyboard.press()
        seen.append(noting.seen)
        noting.forget()
        seen.append(noting.seen)
        assert seen == [False, True, False]
    with pytest.raises(KeyboardInterrupt):
        keyboard.press()


def test_enough_presses_are_one_exception_and_the_next_does_not_disturb_it(
    keyboard: Keyboard,
) -> None:
    noting = Interrupts()

    def work() -> None:
        keyboard.press()
        assert noting.seen
        try:
            keyboard.press()
        finally:
            keyboard.press()
            keyboard.press()

    with noting.noted():
        with pytest.raises(KeyboardInterrupt), noting.raised(2):
            work()
        assert noting.seen


def test_a_press_just_before_it_is_waited_for_counts(keyboard: Keyboard) -> None:
    noting = Interrupts()
    with noting.noted():
        keyboard.press()
        with pytest.raises(KeyboardInterrupt), noting.raised():
            raise AssertionError("not reached")
        assert not noting.seen


def test_a_key_that_is_held_is_pressed_once(keyboard: Keyboard) -> None:
    noting = Interrupts()
    with noting.noted():
        with noting.raised(2):
            for _ in range(20):
                keyboard.press(after=HELD_KEY / 2)
        with pytest.raises(KeyboardInterrupt), noting.raised(2):
            keyboard.press(after=HELD_KEY)


# ------------------------------------------------------------------ lines out, answers in


def test_a_long_line_is_wrapped_between_words_and_a_list_under_its_column(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = Screen()
    shown.show("word " * 20)
    shown.show_entry("term", 10, "about " * 15)
    first, second, entry, rest = capsys.readouterr().out.splitlines()
    assert (len(first), second) == (79, "word word word word")
    assert entry.startswith("  term      about about")
    assert rest == "            about about about about"


def test_answers_are_written_behind_their_prompts_where_nobody_types(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("b2 \n"))
    asked = Screen()
    assert asked.ask("X> ") == "b2"
    with pytest.raises(EndOfInput):
        asked.ask("O> ")
    assert capsys.readouterr().out == "X> b2\nO> \n"


def test_without_a_terminal_nothing_changes_in_place(capsys: pytest.CaptureFixture[str]) -> None:
    with Screen().live() as update:
        update(Text("thinking"))
    assert capsys.readouterr().out == ""
