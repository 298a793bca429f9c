"""`linemate completion`: its scripts in the shells that they are for, as keys are pressed."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest

from linemate.clients.completion.command import SCRIPTS, main
from tests.needs import need_program
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
TAB, EVERY_CANDIDATE, START_OF_LINE = "\t", "\x1b*", "\x01"  # keys of readline


def prepare(directory: Path) -> None:
    """A command `linemate` in bin, and two files in work."""
    for name in ("bin", "work"):
        (directory / name).mkdir()
    command = directory / "bin" / "linemate"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m clients "$@"\n')
    command.chmod(0o755)
    for name in ("my games.pgn", "mybot"):
        (directory / "work" / name).touch()


def environment(directory: Path) -> dict[str, str]:
    path = f"{directory / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(directory), "TERM": "dumb"}


class Bash:
    """An interactive bash that has read the script."""

    def __init__(self, directory: Path) -> None:
        prepare(directory)
        self._process_id, self._terminal = pty.fork()
        if self._process_id == 0:
            os.chdir(directory / "work")
            shell = shutil.which("bash") or "bash"
            os.execve(shell, [shell, "--norc", "--noprofile", "-i"], environment(directory))
        script = "source <(linemate completion bash)"
        self._type(f"bind 'set enable-bracketed-paste off'; {script}; echo read''y\n")
        self._read_until("ready")

    def complete(self, line: str, keys: str = TAB) -> list[str]:
        """The words of the line after the keys, as bash would run it."""
        self._type(line + keys + START_OF_LINE + "printf '<%s>\\n' " + "\n" + "echo do''ne\n")
        shown = self._read_until("done")
        return re.findall(r"^<(.*)>\r?$", shown, flags=re.MULTILINE)

    def _type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def _read_until(self, mark: str) -> str:
        shown = ""
        deadline = time.monotonic() + PATIENCE
        while f"\n{mark}\r\n" not in shown:
            assert time.monotonic() < deadline, shown
            if select([self._terminal], [], [], 0.1)[0]:
                shown += os.read(self._terminal, 1 << 16).decode()
        return shown

    def close(self) -> None:
        self._type("\nexit\n")
        os.waitpid(self._process_id, 0)
        os.close(self._terminal)


@pytest.fixture(scope="module")
def bash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bash]:
    need_program("bash")
    shell = Bash(tmp_path_factory.mktemp("bash"))
    yield shell
    shell.close()


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("linemate comp", "linemate completion"),
        ("linemate prove --ver", "linemate prove --verify"),
        ("linemate bridge c", "linemate bridge codingame"),
        ("linemate play g", "linemate play gomoku"),
        ("linemate play gomoku size=9 rule=st", "linemate play gomoku size=9 rule=standard"),
        ("linemate play --set Search=mc", "linemate play --set Search=mcts"),
        ("linemate match --engine option.Search=mc", "linemate match --engine option.Search=mcts"),
        ("linemate check --dialect=uc", "linemate check --dialect=uci"),
        ("linemate replay my\\ ", "linemate replay my games.pgn"),
        ("linemate match --engine cmd=./myb", "linemate match --engine cmd=./mybot"),
        ("linemate-engine gomoku rule=st", "linemate-engine gomoku rule=standard"),
        ("linemate-engine --protocol g", "linemate-engine --protocol gomocup"),
    ],
)
def test_a_tab_in_bash_completes_the_word(bash: Bash, line: str, completed: str) -> None:
    words = bash.complete(line)
    assert " ".join(words) == completed


def test_no_space_follows_what_still_needs_a_value(bash: Bash) -> None:
    assert bash.complete("linemate play gomoku si", TAB + "9")[-1] == "size=9"


def test_bash_shows_everything_there_is(bash: Bash) -> None:
    assert bash.complete("linemate completion ", EVERY_CANDIDATE)[2:] == ["bash", "fish", "zsh"]


@pytest.mark.parametrize(("shell", "options"), [("bash", "-n"), ("zsh", "-n"), ("fish", "-n")])
def test_a_script_can_be_read_by_its_shell(shell: str, options: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell])
    done = subprocess.run(
        [need_program(shell), options, str(script)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_fish_completes_words_and_files(tmp_path: Path) -> None:
    prepare(tmp_path)
    lines = ["linemate play --set Search=mc", "linemate replay myb", "linemate-engine gomok"]
    asked = "; ".join(f"complete -C '{line}'" for line in lines)
    done = subprocess.run(
        [need_program("fish"), "--no-config", "-c", f"linemate completion fish | source; {asked}"],
        capture_output=True,
        text=True,
        cwd=tmp_path / "work",
        env=environment(tmp_path),
        timeout=PATIENCE,
    )
    assert done.stdout.splitlines() == ["Search=mcts", "mybot", "gomoku"]


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([shell]) == 0
    shown = capsys.readouterr().out
    assert "completion words -- " in shown
    assert not shown.startswith("\n")


def test_help_says_where_to_put_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    shown = capsys.readouterr().out
    for shell in SCRIPTS:
        assert f"linemate completion {shell}" in shown
