"""PROTOCOL.md is true: its transcripts are replayed, and it names everything there is."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import protocol
from linemate.engine.core import Limits, Option
from linemate.engine.registry import GAMES, SEARCHERS, make_game
from linemate.protocol.conversation import FIRST_WORDS
from linemate.protocol.driver import Engine
from linemate.protocol.session_ugi import OPTIONS
from tests.transcripts import ERROR, ROOT, Transcript, as_expression, read_transcripts, replay

PATH = ROOT / "protocol" / "PROTOCOL.md"
DOCUMENT = PATH.read_text(encoding="utf-8")
TRANSCRIPTS = read_transcripts(PATH)
# Errors that no short conversation brings about.
NOT_SHOWN = ("line too long", "internal:", "... in the search:")


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript.name)
def test_transcript_is_what_the_engine_says(transcript: Transcript) -> None:
    replay(transcript)


def test_the_engine_of_your_own_plays_legal_games(tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", section("An engine of your own"), re.DOTALL)
    bot, game = tmp_path / "mybot.py", make_game("tictactoe")
    bot.write_text(program)
    with Engine.start([sys.executable, str(bot)]) as engine:
        for start in (None, "3/1x1/3 o"):
            position = game.start() if start is None else game.read_position(start)
            moves: list[str] = []
            while position.outcome() is None:
                engine.position(moves, start)
                moves.append(engine.play(Limits(movetime=50)).move or "none")
                position.play(game.read_move(position, moves[-1]))


# ------------------------------------------------------------------ completeness


def known_words(*names: str) -> list[str]:
    """The words in these tables of the protocol's readers, in whichever module they are."""
    modules = [
        importlib.import_module(f"protocol.{module.name}")
        for module in pkgutil.iter_modules(protocol.__path__)
    ]
    words: list[str] = []
    for name in names:
        tables = [vars(module)[name] for module in modules if name in vars(module)]
        assert tables, f"no module of protocol has {name}: mend this test"
        words += tables[0]
    return words


def section(title: str) -> str:
    """The part of the document under the heading that begins with the title."""
    lines: list[str] = []
    level, fenced = 0, False
    for line in DOCUMENT.splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else re.match(r"(#+) (.*)", line)
        if heading and level and len(heading[1]) <= level:
            break
        if heading and not level and heading[2].startswith(title):
            level = len(heading[1])
        if level:
            lines.append(line)
    assert lines, f"no section {title!r}"
    return "\n".join(lines)


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 20


@pytest.mark.parametrize("word", known_words("_BARE_COMMANDS", "_READERS"))
def test_every_command_is_described(word: str) -> None:
    assert f"`{word}" in section("Commands")
    assert f"`{word}" in section("Which command when")


@pytest.mark.parametrize("word", known_words("_GO_TIMES", "_GO_COUNTS", "_GO_FLAGS"))
def test_every_word_of_go_is_described(word: str) -> None:
    assert f"`{word}" in section("`go`")


@pytest.mark.parametrize("word", known_words("QUERIES"))
def test_every_query_is_described(word: str) -> None:
    assert f"`query {word}`" in section("`query`")


@pytest.mark.parametrize("word", sorted(FIRST_WORDS))
def test_every_command_of_gomocup_is_described(word: str) -> None:
    assert f"`{word}" in section("Gomocup")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_described_as_it_is(option: Option) -> None:
    rows = re.findall(rf"^\| `{re.escape(option.name)}` \|(.*)$", section("Options"), re.M)
    assert len(rows) == 1, f"expected one row of the table for {option.name}"
    cells = [cell.strip() for cell in rows[0].split("|")]
    assert cells[0] == option.kind
    if option.kind == "spin":
        assert cells[1:3] == [f"`{option.default}`", f"{option.minimum} to {option.maximum}"]
    elif option.kind != "button":
        assert cells[1] == f"`{str(option.default).lower() or '<empty>'}`"


@pytest.mark.parametrize("searcher", SEARCHERS)
def test_every_searcher_is_named(searcher: str) -> None:
    assert f"`{searcher}`" in section("Options")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_and_its_options_are_described(name: str) -> None:
    table = section("Choosing the game")
    part = section(f"`{name}`")
    assert f"`{name}`" in table
    for option in make_game(name).OPTIONS:
        assert f"`{option.name}`" in table
        assert f"`{option.name}" in part
        for choice in option.choices:
            assert f"`{choice}`" in table
        if option.kind == "spin":
            assert f"{option.minimum} to {option.maximum}" in table


def error_forms() -> list[str]:
    """The forms in the tables of the section on errors, without what all begin with."""
    return re.findall(r"^\| `([^|]*)` \|", section("Errors"), re.M)


def shown_errors() -> list[str]:
    return [
        step.text.removeprefix(ERROR)
        for transcript in TRANSCRIPTS
        for step in transcript.steps
        if step.mark == "<" and step.text.startswith(ERROR)
    ]


@pytest.mark.parametrize("form", error_forms())
def test_every_form_of_error_is_shown_in_a_transcript(form: str) -> None:
    if not form.startswith(NOT_SHOWN):
        assert any(as_expression(form).fullmatch(text) for text in shown_errors())


@pytest.mark.parametrize("text", sorted(set(shown_errors())))
def test_every_error_in_a_transcript_has_a_form(text: str) -> None:
    forms = [form for form in error_forms() if as_expression(form).fullmatch(text)]
    assert forms, f"no form in the section on errors for {text!r}"
