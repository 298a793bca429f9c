"""What stands where in a window of any size."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text

from linemate.clients.shared.boards import Scene
from linemate.clients.shared.screen import WARNING
from linemate.clients.shared.terminal.composition import Picture, Shown, compose
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant

LARGEST = {"size": "22"}


def shown(name: str, **options: str) -> Shown:
    """A game at its start, of which two things were said."""
    game = make_game(name, options)
    scene = Scene("Title", game, game.start(), Text("X to move."))
    return Shown(scene, [Text("first said"), Text("last said")], advice="Enter plays")


def texts(picture: Picture) -> list[str]:
    return [line.plain.rstrip() for line in picture.lines]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_board_has_all_its_cells_in_a_usual_window_and_in_a_narrow_one(
    variant: Variant,
) -> None:
    for columns, rows in ((80, 23), (48, 26)):
        game = variant.game
        what = Shown(Scene("Title", game, game.start(), Text("X to move.")))
        picture = compose(what, columns, rows)
        assert sorted(picture.cells) == list(range(game.cell_count))
        assert len(picture.lines) == rows
        assert max(map(len, texts(picture))) <= columns
        for spot in picture.cells.values():
            assert picture.lines[spot.row].plain[spot.start : spot.end].strip()


def test_the_largest_board_has_what_is_said_beside_it() -> None:
    picture = compose(shown("gomoku", **LARGEST), 80, 23)
    lines = texts(picture)
    assert lines[0].endswith("u v  Title")
    assert lines[1].endswith("X to move.")
    assert lines[3].endswith("last said")
    assert lines[-1].startswith(" 1 · ·")
    assert lines[-1].endswith("Enter plays")


def test_the_roomiest_board_that_fits_is_taken() -> None:
    widths = [
        len(max(texts(compose(shown("qubic"), columns, 30)), key=len)) for columns in (80, 60, 30)
    ]
    assert widths == [73, 37, 21]


def test_in_a_low_window_the_latest_message_has_the_line_of_the_title() -> None:
    """In 40x20 a board of 15x15 left no line: neither an error nor a hint was told."""
    what = shown("gomoku")
    what.log.append(Text("You are X; O is an engine of which there is much to be said."))
    lines = texts(compose(what, 40, 19))
    assert lines[0].split() == list("abcdefghijklmno")
    assert lines[-3:] == ["X to move.", "You are X; O is an engine of which ther…", "Enter plays"]


def test_in_a_low_window_a_warning_goes_on_in_the_line_of_the_keys() -> None:
    """It was cut: `illegal move 'h8': the cell is taken; a…`."""
    what = shown("gomoku")
    said = "illegal move 'h8': the cell is taken; any free cell is accepted"
    what.log.append(Text(said, WARNING))
    picture = compose(what, 40, 19)
    lines = texts(picture)
    assert " ".join(lines[-2:]) == said
    assert (lines[-3], len(lines)) == ("X to move.", 19)
    assert len(picture.cells) == 15 * 15
    what.log.append(Text("very " * 20 + "long", WARNING))
    assert texts(compose(what, 40, 19))[-1].endswith("…")
    what.live = Text("thinking")
    assert texts(compose(what, 40, 19))[-1] == "thinking"
    what.live, what.log[-1] = None, Text("short", WARNING)
    assert texts(compose(what, 40, 19))[-2:] == ["short", "Enter plays"]


def test_of_an_advice_that_is_too_long_whole_parts_are_left_out() -> None:
    """It ended in `F2 hin…`."""
    what = shown("gomoku")
    what.advice = "Arrows, Enter or click  F1 help  F2 hint  F3 undo  Tab commands"
    assert texts(compose(what, 40, 19))[-1] == "F1 help  F2 hint  F3 undo  Tab commands"
    assert texts(compose(what, 80, 22))[-1].endswith(what.advice)


def test_a_window_that_is_too_small_is_told_what_it_lacks() -> None:
    picture = compose(shown("gomoku"), 30, 12)
    said = " ".join(texts(picture))
    assert "This board needs a window of 32x19, and there is 30x13." in said
    assert "X to move." in said
    assert "last said" in said
    assert not picture.cells
    assert compose(shown("gomoku"), 32, 19).cells


def test_the_board_stays_in_its_place_whoever_thinks() -> None:
    what = shown("tictactoe")
    before = compose(what, 40, 12).cells
    what.live = Text("0.1 s\nThinking. " + "Ctrl-C: move now. " * 5)
    picture = compose(what, 40, 12)
    assert picture.cells == before
    assert texts(picture)[-1].startswith("0.1 s  Thinking. Ctrl-C: move now. ")


def test_a_title_that_is_too_long_says_so() -> None:
    game = make_game("tictactoe")
    scene = Scene("X Linemate against O Linemate", game, game.start(), Text("X to move."))
    assert texts(compose(Shown(scene), 20, 12))[0] == "X Linemate against \u2026"


def test_what_was_said_can_be_scrolled_back_and_no_further_than_to_its_beginning() -> None:
    what = shown("tictactoe")
    what.log = [Text(f"said {number}") for number in range(30)]
    assert texts(compose(what, 40, 12))[-2] == "said 29"
    what.scrolled = 3
    assert texts(compose(what, 40, 12))[-2] == "said 26"
    what.scrolled = 1000
    assert "said 0" in texts(compose(what, 40, 12))
    assert what.scrolled < 30


def test_a_page_covers_the_board_until_it_was_read() -> None:
    what = shown("tictactoe")
    what.page = [Text(f"rule {number}") for number in range(20)]
    picture = compose(what, 40, 12)
    assert texts(picture)[:2] == ["rule 0", "rule 1"]
    assert texts(picture)[-1].startswith("Enter or a click goes back to the board. PageD")
    what.top = 1000
    assert texts(compose(what, 40, 12))[-2] == "rule 19"


def test_of_a_long_page_only_the_lines_that_do_not_fit_are_wrapped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A list of 20,000 games took two seconds at every key."""
    wrapped, wrap = [], Text.wrap

    def note(text: Text, *values: Any, **settings: Any) -> Any:
        wrapped.append(text.plain)
        return wrap(text, *values, **settings)

    monkeypatch.setattr(Text, "wrap", note)
    page = [Text("a game"), Text("two\nlines"), Text("one that is too long")]
    seen = texts(compose(Shown(page=page), 12, 8))
    assert seen[:5] == ["a game", "two", "lines", "one that is", "too long"]
    assert wrapped == ["two\nlines", "one that is too long"]
