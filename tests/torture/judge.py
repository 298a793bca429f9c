"""A hostile judge of the Gomocup kind, who knows which cells are taken."""

from __future__ import annotations

import re
from random import Random

from linemate.protocol.conversation import FIRST_WORDS
from linemate.protocol.messages import LONGEST_LINE
from linemate.protocol.session_gomocup import ABOUT
from tests.protocol.engine_process import EngineProcess, assert_ends_well
from tests.protocol.judge import MOVE, REMARKS
from tests.protocol.test_session_gomocup_conversations import garbage, refused
from tests.torture.harness import Findings
from tests.torture.sentences import is_wanted, mutate, pool

ANSWER = re.compile(r"OK|SWAP|(ERROR|UNKNOWN) .+|\d+,\d+|\d+,\d+ \d+,\d+ \d+,\d+")
ASKS = {"BEGIN", "TURN", "DONE"}
LISTS = {"BOARD", "SWAP2BOARD"}
SILENT = {"", "YXSTOP", "ABOUT"}  # ABOUT is the end of what is heard


def converse(random: Random, lines: int, found: Findings) -> None:
    """Say so many lines to one process."""
    with EngineProcess("--protocol", "gomocup") as engine:
        judge = HostileJudge(engine, random, found)
        before = found.counts["lines"]
        while found.counts["lines"] < before + lines:
            judge.step()
        engine.send("END")
        assert_ends_well(engine)


class HostileJudge:
    """Every line has the answers that its first word says, whatever else stands in it.

    `_listed` are the stones since a BOARD, None if they are not being listed.
    """

    def __init__(self, engine: EngineProcess, random: Random, found: Findings) -> None:
        self._engine, self._random, self._found = engine, random, found
        self._garbage, self._refused = pool(garbage, random), pool(refused, random)
        self._listed: list[str] | None = None
        self._size, self._taken = 0, set[str]()
        self._say(b"START 9")

    def _valid(self) -> str:
        choice, size = self._random.choice, self._size
        cell = f"{self._random.randrange(size)},{self._random.randrange(size)}"
        if self._listed is not None:
            return choice((f"{cell},1", f"{cell},2", cell, cell, "DONE", "TURN 1,1"))
        kinds = {
            choice((f"START {self._random.randrange(4, 12)}", "RECTSTART 8,8", "RESTART")): 3,
            f"TURN {cell}": 12,
            "BEGIN": 3,
            f"PLAY {cell}": 3,
            f"TAKEBACK {choice([*sorted(self._taken), cell])}": 3,
            choice(sorted(LISTS)): 3,
            choice(("INFO timeout_turn 0", "INFO rule 1", "INFO rule 0", "ABOUT")): 4,
        }
        return self._random.choices(list(kinds), list(kinds.values()))[0]

    def step(self) -> None:
        kind = self._random.random()
        line = self._random.choice(self._garbage)
        if kind > 0.1:
            text = self._random.choice(self._refused) if kind < 0.2 else self._valid()
            line = (mutate(text, self._random) if kind > 0.65 else text).encode(errors="replace")
        if is_wanted(line):
            self._say(line)

    def _say(self, line: bytes) -> None:
        """Say a line, and demand the answers that it must have."""
        words = line.decode(errors="replace").split()
        verb = words[0].upper() if words and len(line) <= LONGEST_LINE else ""
        self._found.count("lines")
        if verb and (verb in LISTS or (self._listed is not None and verb not in FIRST_WORDS)):
            self._engine.send_bytes(line + b"\n")
            self._listed = [] if verb in LISTS else [*(self._listed or ()), words[0]]
            return
        listed = self._listed
        if verb:
            self._listed = None
        elif listed is not None:
            return  # a long line among stones would be answered, ABOUT would end their list
        answers = self._hear(line, verb)
        complaint = f"{line[:200]!r} (listed {listed}): {answers}"
        assert all(map(ANSWER.fullmatch, answers)), complaint
        if verb == "INFO":
            assert all(answer.startswith("ERROR ") for answer in answers), complaint
        else:
            silent = verb in SILENT and len(line) <= LONGEST_LINE
            assert len(answers) == (0 if silent else 1), complaint
        for answer in answers:
            self._note(verb, words, answer, listed, complaint)

    def _hear(self, line: bytes, verb: str) -> list[str]:
        """Return the answers to a line; a search is told to stop, and `ABOUT` comes last."""
        self._found.count("lines", 2)
        answers = []
        self._engine.send_bytes(line + b"\nYXSTOP\n")
        if verb in ASKS:
            answers = self._engine.until(lambda heard: not heard.startswith(REMARKS))
        self._engine.send("ABOUT")
        for _ in range(1 + (verb == "ABOUT")):
            answers += self._engine.until(ABOUT.__eq__)[:-1]
        return [answer for answer in answers if not answer.startswith(REMARKS)]

    def _note(
        self, verb: str, words: list[str], answer: str, listed: list[str] | None, complaint: str
    ) -> None:
        """Demand that a move is on the board and its cell was free; keep what is taken."""
        if answer.startswith(("ERROR ", "UNKNOWN ")):
            self._found.count("errors told")
            return
        where = as_cell(" ".join(words[1:]))
        if verb in ("START", "RECTSTART"):
            self._size = int(where.partition(",")[0])
        if verb in ("START", "RECTSTART", "RESTART"):
            self._taken = set()
        elif verb == "TAKEBACK":
            self._taken.remove(where)
        elif verb == "TURN":
            self._taken.add(where)
        elif verb == "DONE":
            self._taken = set(map(as_cell, listed or ()))
        for x, y in MOVE.findall(answer):
            assert max(int(x), int(y)) < self._size, complaint
            assert f"{x},{y}" not in self._taken, f"{complaint}: taken"
            self._taken.add(f"{x},{y}")
            self._found.count("searches", verb in ASKS)


def as_cell(text: str) -> str:
    """Return the first two numbers in a text as the engine writes a cell."""
    return ",".join(str(int(part)) for part in re.findall(r"\d+", text)[:2])
