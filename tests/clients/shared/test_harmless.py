"""Text of others: nothing of it can control a terminal, whichever client shows or logs it.

Each client is run with an engine, or on a file, that puts control sequences into everything; every
byte that comes out is looked at, on standard output and error and in the files that are left.
"""

from __future__ import annotations

import ast
import io
import logging
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.progress import Progress, TextColumn
from rich.table import Table

from linemate.clients.__main__ import main
from linemate.clients.shared.harmless import harmless, say
from linemate.clients.shared.pgn import Occasion, Participant, compose, describe
from linemate.clients.shared.records import Ending
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.variations import make_line
from linemate.clients.web.engines import pass_on_errors
from linemate.protocol.driver import Engine, Limits
from tests.clients.conftest import ROOT
from tests.clients.peers.hostile import POISON

HOSTILE = ROOT / "tests" / "clients" / "peers" / "hostile.py"
SHOWN = "[link=https://evil.example]Eve[/link]"  # what is left of it is shown as it is


def hostile(*words: str) -> str:
    return shlex.join([sys.executable, "-S", "-E", str(HOSTILE), *words])


def assert_harmless(text: str) -> None:
    found = {c for c in text if not c.isprintable() and c not in "\n\t"}
    assert not found, ascii(text)


# ------------------------------------------------------------------ the doors


def test_what_could_control_a_terminal_is_shown_as_a_question_mark() -> None:
    assert harmless("\x1b[31mred\x07\n\u202eson\x9b1m") == "?[31mred?\n?son?1m"
    assert harmless("a\tb\r\nc\x85d\xa0e\u2028f") == "a\tb \nc d e f"
    assert harmless("\udcff\ue000\x7f\u2066\u200f") == "?????"
    assert harmless("Zoë ┌─┐ 五子棋 ♞") == "Zoë ┌─┐ 五子棋 ♞"


@given(st.text(st.characters()))
def test_no_text_is_left_with_anything_else(text: str) -> None:
    assert_harmless(harmless(text))
    assert len(harmless(text)) == len(text)
    assert harmless(text).encode().decode() == harmless(text)


def test_a_line_is_said_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"x{POISON}")
    say("y", end="", file=sys.stderr)
    shown = capsys.readouterr()
    assert_harmless(shown.out)
    assert (shown.out.endswith("?[2J\n"), shown.err) == (True, "y")


def test_a_console_has_colours_of_its_own_and_none_of_others() -> None:
    """In a table, a title, a bar: wherever rich puts the text."""
    file = io.StringIO()
    console = make_console(file=file, force_terminal=True, color_system="standard", width=300)
    table = Table(POISON, title=POISON)
    table.add_row(POISON)
    console.print(table, POISON, style="bold red")
    with Progress(TextColumn("{task.description}", markup=False), console=console) as bar:
        bar.add_task(POISON)
    shown = file.getvalue()
    assert "\x1b[1;31m" in shown
    for part in ("\x1b]", "\x9b", "\u202e", "\u2066", "\x1b[2J", "\x07"):
        assert part not in shown
    assert shown.count(SHOWN) >= 2


OPEN_DOORS = {
    "clients/shared/harmless.py": {"print"},
    "clients/shared/screen.py": {"HarmlessConsole", "input"},
    "clients/shared/files.py": {"os.write"},  # what its callers made harmless
    "clients/bridges/arena.py": {"os.write"},
    "clients/shared/shutdown.py": {"os.write"},  # our own sequence, which shows the cursor again
}
DOORS = ("print", "input", "Console", "HarmlessConsole", "ArgumentParser", "os.write")
STREAMS = (
    ".ArgumentParser",
    "stdout.write",
    "stderr.write",
    "stdout.buffer.write",
    "stderr.buffer.write",
)


def test_there_is_no_other_way_out() -> None:
    ways: dict[str, set[str]] = {}
    for path in ROOT.glob("clients/**/*.py"):
        calls = [
            node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
        ]
        names = {ast.unparse(call.func) for call in calls}
        if found := {name for name in names if name in DOORS or name.endswith(STREAMS)}:
            ways[str(path.relative_to(ROOT))] = found
    assert ways == OPEN_DOORS


def test_what_the_driver_logs_is_quoted(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "linemate.protocol"), Engine.start(hostile()) as engine:
        engine.newgame("tictactoe")
        engine.position()
        engine.play(Limits(nodes=1))
    assert "error during a search: '" in caplog.text
    assert_harmless(caplog.text)


# ------------------------------------------------------------------ each client


Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in an empty directory with this input; all that it has shown."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> str:
        typed_bytes = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", typed_bytes)
        with suppress(SystemExit):
            main(arguments)
        shown = "".join(capfd.readouterr())
        assert_harmless(shown)
        return shown

    return run


def poisoned_pgn(result: str = "0-1", **tags: str) -> str:
    """Return a stranger's game: as we would write it, but with the sequences in it."""
    seats = Participant("EVE"), Participant("B")
    moves = make_line([("b2", "EVE"), ("a1", "")])
    pgn = describe("tictactoe", None, moves, seats, Ending(1, "EVE", "EVE"), Occasion("EVE", ""))
    pgn.tags.update(tags)
    return compose(pgn).replace("EVE", POISON).replace("0-1", result)


def test_replay_of_a_strangers_pgn(run: Run, tmp_path: Path) -> None:
    (tmp_path / "g.pgn").write_text(poisoned_pgn())
    shown = run("replay", "g.pgn", typed=f"e\nl\n1\n{POISON}\nq\n")
    assert shown.count(SHOWN) >= 5
    for bad in (poisoned_pgn(Variant="EVE"), poisoned_pgn("1-0 EVE")):
        (tmp_path / "g.pgn").write_text(bad.replace("EVE", POISON))
        assert "game 1: " in run("replay", "g.pgn")
    assert "cannot read" in run("replay", f"no{POISON[:30]}".replace("/", ""))


def test_play_against_a_hostile_engine(run: Run, tmp_path: Path) -> None:
    typed = f"{POISON}\n5\nengine\nsave g.pgn\nmoves\nresign\nn\n"
    play = ("play", "tictactoe", "--as", "x", "--level", "5", "--engine")
    shown = run(*play, hostile(), typed=typed)
    assert SHOWN in shown
    assert_harmless((tmp_path / "g.pgn").read_text())
    for word in ("illegal", "crash", "refuse"):
        assert "Eve" in run(*play, hostile(word), typed="5\n\n\n\n")
    missing = f"./no-such-{POISON}"
    assert "no-such" in run(*play, shlex.quote(missing))
    (tmp_path / "e.pgn").write_text(poisoned_pgn())
    run("play", "--load", "e.pgn", "--engine", hostile(), typed="moves\n")
    run("play", "tictactoe", "--watch", hostile(), hostile(), "--pace", "0s")


def test_a_match_of_hostile_engines(run: Run, tmp_path: Path) -> None:
    names = [f"name={letter}{POISON}" for letter in "AB"]
    engines = [
        word
        for name, behaviour in zip(names, ("", "illegal at=3"), strict=True)
        for word in ("--engine", name, f"cmd={hostile(*behaviour.split())}")
    ]
    match = ("match", "--game", "tictactoe", "--games", "2", "--nodes", "1", "--log", "all")
    shown = run(*match, "--out", "m", *engines)
    assert shown.count(SHOWN) >= 3
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len([path for path in files if path.parent.name == "log"]) == 2
    for path in files:
        assert_harmless(path.read_text())
    assert SHOWN in run("match", "--resume", "m")
    assert SHOWN in run("replay", "m")
    lost = ("--engine", "name=A", f"cmd=./no-such-{POISON}", "--engine", "name=B")
    assert "does not start" in run(*match, "--out", "n", *lost)
    (tmp_path / "m.toml").write_text(f'game = "tictactoe"\n[["{POISON}"]]\n'.replace("\x1b", ""))
    run("match", "m.toml")
    (tmp_path / "m" / "match.json").write_text('{"game": "x\\u001b]52;c;\\u009b"}')
    run("match", "--resume", "m")


def test_check_of_a_hostile_engine(run: Run, tmp_path: Path) -> None:
    steps = ("identity", "options", "legal")
    only = [word for step in steps for word in ("--only", step)]
    words = ("--game", "tictactoe", "--examples", "2", "--timeout", "1s", "--junit", "r.xml")
    for behaviour in ((), ("illegal",)):
        engine = shlex.split(hostile(*behaviour))
        assert "Eve" in run("check", *only, *words, "--", *engine)
        assert_harmless((tmp_path / "r.xml").read_text())


def test_a_bridge_between_a_hostile_arena_and_a_hostile_engine(run: Run) -> None:
    turn = f"-1 -1\n{POISON}\n"
    shown = run("bridge", "codingame", "--engine", hostile("illegal"), typed=turn)
    assert "bridge: cannot read" in shown
    talk = f"{POISON}\nupdate game field {POISON}\naction move {POISON}\n"
    for name in ("riddles", "theaigames"):
        run("bridge", name, "--engine", hostile(), typed=talk)


def test_the_lab_and_the_prover_on_hostile_words_and_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text(f"linemate qubic {POISON}\n{POISON}\n")
    assert run("prove", "--verify", "q.txt")
    assert run("prove", "--verify", f"no{POISON}".replace("/", ""))
    assert "unknown experiment" in run("lab", "run", POISON)
    assert run("lab", "tree", "tictactoe", POISON)


def test_the_server_of_the_page_with_a_hostile_engine(
    run: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    pass_on_errors("!", POISON)
    shown = capfd.readouterr().err
    assert SHOWN in shown
    assert_harmless(shown)
    assert "no-such" in run("web", "--engine", f"./no-such-{POISON}")
    assert run("web", "--engine", hostile(), "--set", f"{POISON}=1")
