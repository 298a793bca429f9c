"""`linemate check` as a user starts it: what it prints and writes, and its exit status."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from linemate.clients.__main__ import main
from linemate.clients.check import runner
from linemate.clients.check.properties import exam, property_runner
from linemate.clients.check.runner import NAMES
from linemate.protocol.driver import our_command, our_environment
from tests.clients.check.small import HERE, ROOT, command
from tests.waiting import PATIENCE

PEERS = HERE.parents[1] / "protocol" / "peers"


def run(*words: str, engine: Sequence[str]) -> int:
    return main(["check", *words, "--examples", "40", "--timeout", "5s", "--", *engine])


def test_an_engine_that_passes_is_a_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--game", "tictactoe", "--only", "depth", "--only", "legal", engine=command()) == 0
    shown = capsys.readouterr().out
    assert "checking Small, which speaks UGI and UCI" in shown
    assert "  9 passed    answers go depth\n" in shown
    assert "tictactoe\n 42 passed    plays legal moves: " in shown
    assert "2 passed, 0 failed, 0 not tried; " in shown


def test_a_failure_is_shown_with_what_is_needed_to_mend_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--game", "tictactoe", "--only", "finished")
    assert run(*words, engine=command("PlaysOn")) == 1
    shown = capsys.readouterr().out
    assert " 46 FAILED    has no move in a finished game\n" in shown
    assert "    expected  `bestmove none` or `bestmove (none)`\n" in shown
    assert "    got       `bestmove a1`\n" in shown
    assert "        uginewgame tictactoe\n        position startpos moves " in shown
    assert "      < bestmove a1\n" in shown
    assert "0 passed, 1 failed, 0 not tried; " in shown


def test_every_game_that_the_engine_claims_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--only", "any-move", engine=command()) == 0
    shown = capsys.readouterr().out
    assert "gomoku size=15 rule=freestyle\n 50 passed" in shown
    assert "6 passed, 0 failed, 0 not tried" in shown


def test_a_game_can_be_named_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    game = ("--game", "gomoku", "size=7", "--game", "mnk", "width=4")
    assert run(*game, "--only", "legal", engine=command()) == 0
    shown = capsys.readouterr().out
    assert "gomoku size=7 rule=freestyle\n" in shown
    assert "mnk width=4 height=3 row=3 drop=false\n" in shown


def test_games_are_found_without_a_list_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    """This one has no UCI_Variant, but refuses a game that it does not know."""
    assert run("--only", "legal", engine=[sys.executable, str(PEERS / "honest.py")]) == 0
    assert "\ntictactoe\n" in capsys.readouterr().out


def test_the_reports_for_programs_say_the_same(tmp_path: Path) -> None:
    files = ("--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml"))
    only = ("--only", "legal", "--only", "ponder", "--only", "finished")
    words = (*files, *only, "--game", "tictactoe", "--dialect", "ugi")
    assert run(*words, engine=command("PlaysOn")) == 1

    report = json.loads((tmp_path / "report.json").read_text())
    assert report["counts"] == {"passed": 1, "failed": 1, "not tried": 1}
    assert report["command"] == command("PlaysOn")
    verdicts = {step["name"]: step["verdict"] for step in report["steps"]}
    assert verdicts == {"legal": "passed", "ponder": "not tried", "finished": "failed"}
    [failed] = [step for step in report["steps"] if step["verdict"] == "failed"]
    assert failed["repeat"][-1] == "go movetime 50"
    assert "< bestmove a1" in failed["dialogue"]

    suites = ElementTree.parse(tmp_path / "report.xml").getroot().findall("testsuite")
    told = [(suite.get("name"), suite.get("failures"), suite.get("skipped")) for suite in suites]
    assert told == [("conversation", "0", "1"), ("tictactoe", "1", "0")]
    [failure] = suites[1].findall("testcase/failure")
    assert "bestmove a1" in (failure.text or "")


def test_an_engine_that_shakes_no_hands_fails_with_its_own_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = [sys.executable, str(PEERS / "broken.py"), "CrashAtOnce"]
    assert run(engine=broken) == 1
    shown = capsys.readouterr().out
    assert "  1 FAILED    answers the hand-shake\n" in shown
    assert "      ! no weights found\n" in shown
    assert "  2 not tried says nothing before it is asked: no hand-shake\n" in shown


def test_an_engine_that_falls_silent_fails_whatever_it_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With `answers` left out it passed, or was not tried where it answered nowhere: status 0."""
    broken = [sys.executable, str(HERE / "broken_engine.py"), "FallsSilent"]
    words = ("--game", "tictactoe", "--go", "movetime 5")
    assert run(*words, "--only", "legal", "--only", "win", engine=broken) == 1
    assert "exited with code 3" in capsys.readouterr().out


def test_after_a_failed_hand_shake_nothing_is_listed_that_was_not_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All forty steps of the conversation were, whatever `--only` said."""
    broken = [sys.executable, str(PEERS / "broken.py"), "CrashAtOnce"]
    assert run("--game", "tictactoe", "--only", "depth", "--only", "legal", engine=broken) == 1
    shown = capsys.readouterr().out
    steps = [line for line in shown.splitlines() if line[:3].strip().isdigit()]
    assert steps == [
        "  1 FAILED    answers the hand-shake",
        "  9 not tried answers go depth: no hand-shake",
        " 42 not tried plays legal moves: no hand-shake",
    ]


def test_an_engine_without_an_answer_is_shown_with_all_that_was_tried(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The author of a UGI engine was told about `uciok` alone, as what was tried last."""
    silent = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    assert main(["check", "--timeout", "500ms", "--", *silent]) == 1
    shown = capsys.readouterr().out
    assert (
        "  1 FAILED    answers the hand-shake\n"
        "    expected  `ugiok` or `uciok`\n"
        "    got       nothing of the kind within 0.5 s (does it flush its output?)\n"
        "      > ugi\n"
        "      > isready\n"
        "      > uci\n"
        "      > isready\n"
    ) in shown


def test_an_engine_that_dies_without_a_word_is_not_asked_to_flush(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "--", sys.executable, "-c", "raise SystemExit(7)"]) == 1
    shown = capsys.readouterr().out
    assert "exited with code 7" in shown
    assert "flush" not in shown


def test_bytes_that_are_no_text_do_not_disturb_the_report() -> None:
    broken = [sys.executable, str(PEERS / "broken.py"), "StrayLines"]
    words = ["check", "--game", "tictactoe", "--only", "info-form", "--", *broken]
    done = subprocess.run(
        [*our_command("linemate.clients"), *words],
        env=our_environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    assert "`info depth banana score cp x`" in done.stdout


def test_steps_are_listed_by_number_and_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        [str(number), name] for number, name in enumerate(NAMES, start=1)
    ]


def run_without_hypothesis(*words: str) -> int:
    """As where the extra is not installed. (The runner of the tests has a use for it meanwhile.)"""
    with pytest.MonkeyPatch.context() as patched:
        for name in [name for name in sys.modules if name.startswith("linemate.clients.check")]:
            patched.delitem(sys.modules, name)
        patched.setitem(sys.modules, "hypothesis", None)
        return main(["check", *words])


def test_steps_are_listed_without_the_packages_that_make_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It needed Hypothesis, which only random positions do."""
    assert run_without_hypothesis("--list") == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NAMES)


def test_a_check_without_its_packages_says_how_to_install_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_without_hypothesis("./mybot") == 2
    shown = capsys.readouterr().err
    assert "linemate check needs the package hypothesis: `" in shown
    assert "-m pip install -e '.[check]'`" in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "no command"),
        (["./nowhere"], "cannot start engine './nowhere'"),
        (["a", "--", "b"], "two commands: 'a' and, after --, 'b'"),
        (["a", "--only", "99"], "no step '99': expected 1 to"),
        (["a", "--game", "chess"], "unknown game 'chess'"),
        (["a", "--game", "gomoku", "./mybot"], "cannot read './mybot' as an option of gomoku"),
        (["--game", "gomoku", "./nowhere"], "cannot start engine './nowhere'"),
        (["a", "--game", "gomoku", "size=99"], "bad value '99' for option size"),
        (["a", "--json", "/nowhere/report.json"], "/nowhere/report.json"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("linemate check: ")
    assert problem in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--set", "Nonsense=1"], "has no option 'Nonsense'"),
        (["--game", "qubic"], "does not play qubic"),
    ],
)
def test_what_the_engine_does_not_have_is_refused(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words, engine=[sys.executable, str(PEERS / "honest.py")]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--movetime 100", "cannot read '100': expected a time with its unit, as in 100ms"),
        ("--movetime 0ms", "cannot take '0ms': expected 1ms or more"),
        ("--examples 0", "cannot read '0': expected a whole number of 1 or more"),
        ("--seed ²", "cannot read '²': expected a whole number of 0 or more"),
        ("--set Hash", "cannot read 'Hash': expected NAME=VALUE"),
    ],
)
def test_a_value_that_cannot_be_read_is_refused(
    words: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["check", "./mybot", *words.split()])
    assert left.value.code == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize("limits", ["infinite", "ponder movetime 5", " "])
def test_a_search_without_an_end_is_refused(
    limits: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sound engine failed, since it did not answer."""
    with pytest.raises(SystemExit, match="2"):
        main(["check", "--go", limits, "./mybot"])
    assert "never ends: expected a limit" in capsys.readouterr().err


def test_a_game_must_be_named_where_the_engine_names_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine = [sys.executable, str(PEERS / "broken.py"), "UciOnly"]
    assert run(engine=engine) == 2
    assert "does not say which games it plays: name one" in capsys.readouterr().err


def test_a_game_must_be_named_where_the_engine_takes_any_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "any.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.clients.check.good_engine import Good\n"
        "class TakesAny(Good):\n"
        "    options = ()\n"
        "    def begin(self, words):\n"
        "        super().begin([])\n"
        "TakesAny().run()\n"
    )
    engine = [sys.executable, "-S", "-E", str(script)]
    assert run(engine=engine) == 2
    assert "does not say which games it plays" in capsys.readouterr().err
    assert run("--game", "tictactoe", "--only", "legal", engine=engine) == 0


@pytest.mark.parametrize("dialect", ["ugi", "uci"])
def test_an_engine_that_knows_no_names_of_games_is_believed_to_play_what_is_named(
    dialect: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither UGI nor UCI has a name behind the new game. One that knows the plain command alone
    was said not to play its own game."""
    script = tmp_path / "strict.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.clients.check.good_engine import Good, say\n"
        "class Strict(Good):\n"
        "    options = ()\n"
        "    def begin(self, words):\n"
        "        say('Unknown command') if words else super().begin([])\n"
        "Strict().run()\n"
    )
    engine = [sys.executable, "-S", "-E", str(script)]
    words = ("--dialect", dialect, "--only", "legal", "--only", "new-games", "--only", "crlf")
    assert run(*words, "--game", "tictactoe", engine=engine) == 0
    assert "3 passed, 0 failed" in capsys.readouterr().out
    assert run(*words, engine=engine) == 2
    assert "does not say which games it plays" in capsys.readouterr().err


def test_options_are_set_before_every_step(tmp_path: Path) -> None:
    """Both in the conversation and in random positions: at Search random nothing is announced."""
    report = tmp_path / "report.json"
    words = (
        "--set",
        "Search=random",
        "--only",
        "mate",
        "--only",
        "legal",
        "--json",
        str(report),
    )
    assert run(*words, "--game", "tictactoe", engine=our_command("linemate.engine")) == 0
    verdicts = {step["name"]: step for step in json.loads(report.read_text())["steps"]}
    assert verdicts["mate"]["remark"] == "it announced none"
    assert verdicts["mate"]["verdict"] == "not tried"
    assert verdicts["legal"]["verdict"] == "passed"


def test_nothing_is_left_where_the_user_is(tmp_path: Path) -> None:
    """Hypothesis would keep its tables in a directory of its own."""
    words = ["check", "--game", "tictactoe", "--only", "any-move", "--", *command()]
    done = subprocess.run(
        [*our_command("linemate.clients"), *words],
        env=our_environment(),
        cwd=tmp_path,
        capture_output=True,
    )
    assert done.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_thorough_goes_on_until_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock takes 10 ms here: two seconds are two hundred of them, and a round has
    forty examples. Those of all rounds are counted, each once."""
    ticks = count()
    clock = SimpleNamespace(monotonic=lambda: next(ticks) / 100)
    for module in (runner, exam, property_runner):
        monkeypatch.setattr(module, "time", clock)
    report = tmp_path / "report.json"
    words = ("--thorough", "2s", "--only", "legal", "--go", "movetime 5", "--json", str(report))
    assert run(*words, "--game", "gomoku", "size=7", engine=command()) == 0
    [step] = json.loads(report.read_text())["steps"]
    assert 80 < int(step["remark"].split()[0]) <= 200
    assert 200 < next(ticks) < 300


def test_ctrl_c_reports_what_was_done_and_leaves_no_engine(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    words = ["check", "--game", "gomoku", "--json", str(report), "--", *command()]
    process = subprocess.Popen(
        [*our_command("linemate.clients"), *words],
        env=our_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whatever runs the tests may ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or "isready" not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1], lines
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    assert "0 failed, 0 not tried; interrupted after " in rest
    steps = json.loads(report.read_text())["steps"]
    assert [step["name"] for step in steps][:5] == list(NAMES[:5])


def test_progress_is_drawn_on_a_terminal_and_not_in_a_file(tmp_path: Path) -> None:
    words = [
        "check",
        "--game",
        "tictactoe",
        "--only",
        "legal",
        "--only",
        "infinite",
        "--examples",
        "5",
    ]
    leader, follower = pty.openpty()
    with open(tmp_path / "out", "w") as out:
        process = subprocess.Popen(
            [*our_command("linemate.clients"), *words, "--", *command()],
            env={**our_environment(), "TERM": "xterm", "COLUMNS": "80"},
            stdout=out,
            stderr=follower,
        )
        os.close(follower)
        drawn = b""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                chunk = os.read(leader, 1 << 16)
            except OSError:  # the other end is closed
                break
            drawn += chunk
        assert process.wait(PATIENCE) == 0
    os.close(leader)
    assert b"0/2" in drawn
    shown = (tmp_path / "out").read_text()
    assert "\x1b" not in shown
    assert "2 passed, 0 failed" in shown
