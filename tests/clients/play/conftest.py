"""People who play, scripted: `play` at a pseudo-terminal, `pipe` through pipes, and in this process
`talk`, who says one thing after the other, and `converse`, who has written it all down before.

To start a program takes most of the time of a test, so a terminal is for what needs one: Ctrl-C,
colours, lines that change, the size of a window. Every wait has a deadline.
"""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.play.command import ask_what_is_open, make_parser, read_plan, seat
from linemate.clients.play.opponent import Opponent, make_setting
from linemate.clients.play.played import SIDES, PlayedGame
from linemate.clients.play.prompt import step
from linemate.clients.play.session import PlaySession
from linemate.clients.shared.screen import HELD_KEY, NO_OFFER, Offer, Screen
from linemate.engine.registry import make_game
from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]
PEERS = Path(__file__).parent / "peers"
# An engine that answers soon, and the same each time.
QUICK = ("--nodes", "200", "--set", "Seed=1")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HALF = re.compile(r"(\x1b(\[[0-9;?]*)?|\r)$")
# Ctrl-C reaches only the processes whose controlling terminal it is typed at. HELD_KEY is for who
# holds a key: presses that a busy machine keeps apart are still those of one that is held.
TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from linemate.clients.__main__ import main
from linemate.clients.shared import screen
screen.HELD_KEY = float(os.environ.get("HELD_KEY", screen.HELD_KEY))
sys.exit(main())
"""


class Terminal:
    """`linemate ARGUMENTS` in a window of 80 columns."""

    def __init__(
        self, arguments: tuple[str, ...], cwd: Path, output: Path | None = None, **variables: str
    ) -> None:
        """`output` takes what would be shown."""
        self.raw = ""
        self.text = ""  # everything shown so far, without styles
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = ""  # half of an escape sequence, or of the end of a line
        self._seen = 0
        self._pressed = 0.0
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        _keep_output_at_interrupts(slave)
        inherited = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        shown = slave if output is None else os.open(output, os.O_WRONLY | os.O_CREAT)
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *arguments],
            stdin=slave,
            stdout=shown,
            stderr=slave,
            cwd=cwd,
            env={**inherited, "PYTHONPATH": str(ROOT), **variables},
            start_new_session=True,
        )
        for descriptor in {slave, shown}:
            os.close(descriptor)

    def resize(self, lines: int, columns: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def expect(self, pattern: str) -> str:
        """Wait for it; what was shown since the last wait, up to the end of the pattern."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.compile(pattern).search(self.text, self._seen)) is None:
            news = self.text[self._seen :]
            assert self._read(deadline), f"{pattern!r} did not come after:\n{news[-2000:]}"
        news = self.text[self._seen : found.end()]
        self._seen = found.end()
        return news

    def interrupt(self, pattern: str) -> str:
        """Press Ctrl-C, once, and wait for what it brings.

        Two things that only a test is fast enough for are avoided: a press so soon after the
        last that the key seems to be held, and one in the moment between showing a prompt and
        listening, which Python does not hear.
        """
        time.sleep(max(0.0, self._pressed + 1.5 * HELD_KEY - time.monotonic()))
        deadline = time.monotonic() + PATIENCE
        while not self._listens() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.press(b"\x03")
        shown = self.expect(pattern)
        self._pressed = time.monotonic()  # not before it was heard, which may take a while
        return shown

    def _listens(self) -> bool:
        """Tell whether the main thread of the program sleeps, which it does in a wait only."""
        state = Path(f"/proc/{self.process.pid}/stat")
        if not state.exists():  # no Linux: long enough in practice
            time.sleep(0.2)
            return True
        return state.read_text().rpartition(")")[2].split()[0] == "S"

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\r".encode())

    def press(self, key: bytes) -> None:
        os.write(self._master, key)

    def say(self, line: str, pattern: str) -> str:
        """Type a line and wait for what it brings."""
        self.type(line)
        return self.expect(pattern)

    def end(self) -> int:
        """Wait until it leaves; its exit status. No line was wider than the window."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        status = self.process.wait(PATIENCE)
        for line in re.split(r"[\r\n]", self.text):
            # What is typed at a prompt may be as long as it likes.
            assert len(line) <= 80 or "> " in line, line
        return status

    def _read(self, deadline: float) -> bool:
        """Take what comes; False at the end of output or when time is up."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:  # so Linux says that the other side of the terminal is closed
            return False
        news = self._decoder.decode(data)
        self.raw += news
        news = ESCAPES.sub("", self._rest + news).replace("\r\n", "\n")
        half = HALF.search(news)
        self._rest = half[0] if half else ""
        self.text += news[: len(news) - len(self._rest)]
        return bool(data)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._master)


def _keep_output_at_interrupts(terminal: int) -> None:
    """At Ctrl-C a terminal drops what was written to it and not yet read. A window reads at once; a
    test on a busy machine does not, and would look for words in vain that a person has seen.
    """
    attributes = termios.tcgetattr(terminal)
    attributes[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)


Play = Callable[..., Terminal]


@pytest.fixture
def played() -> Callable[..., PlayedGame]:
    """A game after these moves, in the protocol's notation."""

    def play_out(name: str, moves: str, start: str | None = None, **options: str) -> PlayedGame:
        played = PlayedGame(make_game(name, options), start)
        for move in moves.split():
            played.play(played.game.read_move(played.position, move))
        return played

    return play_out


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Start `linemate play --plain ARGUMENTS` in an empty directory; NAME=VALUE are variables."""
    terminals: list[Terminal] = []

    def start(*arguments: str, output: Path | None = None, **variables: str) -> Terminal:
        terminals.append(Terminal(("play", "--plain", *arguments), tmp_path, output, **variables))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def peer() -> Callable[[str], str]:
    """The command of an odd engine: `chess`, with further variants, or a KIND of odd.py."""

    def command(kind: str) -> str:
        name, *variants = kind.split()
        script = ["chess.py", *variants] if name == "chess" else ["odd.py", kind]
        return f"{sys.executable} -S -E {PEERS}/{' '.join(script)}"  # half the time to start

    return command


@pytest.fixture
def peer_pid(tmp_path: Path) -> Callable[[], int]:
    """Wait until an odd engine has started; the number of the latest one's process."""

    def read() -> int:
        note = tmp_path / "peer.pid"
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"), "an engine")
        return int(note.read_text())

    return read


@pytest.fixture
def pipe(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `linemate ARGUMENTS` with input from a pipe and output to a file."""

    def run(*arguments: str, lines: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-P", "-m", "clients", *arguments],
            input=lines,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        )

    return run


class Waiting(Exception):  # noqa: N818 - an event, not an error
    """A prompt that nobody has answered yet."""


class Talk:
    """`linemate play ARGUMENTS` in this process, with nothing left to be asked before the game."""

    def __init__(self, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self._answer: str | None = None
        plan = read_plan(make_parser().parse_intermixed_args(arguments))
        screen = Screen()
        screen.ask = self._ask  # type: ignore[method-assign]
        saved = ask_what_is_open(screen, plan)
        opponents = [Opponent(make_setting(values), screen.interrupts) for values in plan.engines]
        self.session = seat(screen, saved, plan, opponents)
        self.session.resume(saved)
        self._pace = plan.pace / 1000

    def _ask(self, prompt: str, offer: Offer = NO_OFFER) -> str:
        print(prompt, end="")
        if self._answer is None:
            raise Waiting
        answer, self._answer = self._answer, None
        print(answer)
        return answer.strip()

    def expect(self, pattern: str) -> str:
        """Let the game go on to the next prompt; what was shown, which has the pattern in it."""
        with suppress(Waiting):
            while not self.session.leaving:
                step(self.session, self._pace)
        news = self._capsys.readouterr().out
        assert re.search(pattern, news), f"{pattern!r} did not come:\n{news[-2000:]}"
        return news

    def say(self, line: str, pattern: str) -> str:
        """Answer the prompt and go on to the next."""
        self._answer = line
        return self.expect(pattern)


TalkTo = Callable[..., Talk]


@pytest.fixture
def talk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[TalkTo]:
    """Begin to play in this process, in an empty directory."""
    monkeypatch.chdir(tmp_path)
    talks: list[Talk] = []

    def start(*arguments: str) -> Talk:
        talks.append(Talk(arguments, capsys))
        return talks[-1]

    yield start
    for each in talks:
        each.session.close()


@pytest.fixture
def converse(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Play in this process, with these arguments and answers; what is shown."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, answers: str = "", status: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        assert main(["play", *arguments]) == status
        return capsys.readouterr().out

    return run


Converse = Callable[..., str]


@pytest.fixture
def sit(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    peer: Callable[[str], str],
) -> Iterator[Callable[..., PlaySession]]:
    """A session in this process, with an odd engine and a game of tic-tac-toe."""
    monkeypatch.chdir(tmp_path)
    sessions: list[PlaySession] = []

    def start(kind: str, humans: str, **words: str) -> PlaySession:
        screen = Screen()
        setting = make_setting({"engine": peer(kind), "movetime": "60s", **words})
        opponent = Opponent(setting, screen.interrupts)
        played = PlayedGame(make_game("tictactoe"))
        sessions.append(PlaySession(screen, played, SIDES[humans], [opponent] * 2))
        sessions[-1].begin(played)
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()
