"""Random conversations with a real process in the Gomocup dialect, checked against a model.

The model knows the board, whose turn it is and which side the engine has. Every question for a
move has exactly one answer, every mistake one ERROR, and after each the board is as the model
has it: a cell is free exactly if the model says so.
"""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from linemate.engine.core import PositionError
from linemate.engine.games.gomoku import Gomoku
from linemate.protocol.conversation import FIRST_WORDS
from linemate.protocol.session_gomocup import ABOUT
from tests.protocol.engine_process import EngineProcess

STEPS_IN_AN_EXAMPLE = 40
MOVE = re.compile(r"(\d+),(\d+)")

seeds = st.integers(0, 2**32)


def is_no_command(line: bytes) -> bool:
    words = line.decode(errors="replace").split()
    return b"\n" not in line and bool(words) and words[0].upper() not in FIRST_WORDS


garbage = st.one_of(
    st.binary(max_size=60).filter(is_no_command),
    st.text("0123456789,- xSTARTURN", max_size=30).map(str.encode).filter(is_no_command),
    st.sampled_from([b"\0", b"\xff" * 9, b"ugi", b"go infinite", b"7,7,1"]),
)
refused = st.sampled_from(
    [
        *("START", "START 3", "START 99", "START x", "START -1", "RECTSTART 9,8", "RECTSTART 9"),
        *("TURN", "TURN 99,0", "TURN a,b", "TURN 1", "TURN 1,2,3", "PLAY", "PLAY 0,-1"),
        *("TAKEBACK", "TAKEBACK 99,99", "DONE", "INFO rule 2", "INFO rule 16", "INFO rule five"),
        *("INFO timeout_turn 1.5", "INFO time_left", "INFO max_memory lots"),
    ]
)


class Judge(RuleBasedStateMachine):
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.engine = EngineProcess("--protocol", "gomocup")
        self.game = Gomoku({"size": "6"})
        self.rule = "freestyle"
        self.started = False
        self.say("INFO timeout_turn 0")

    # -------------------------------------------------------------- talking

    def say(self, *lines: str | bytes) -> list[str]:
        """The answers to these lines, none of which asks for a move."""
        for line in lines:
            self.engine.send_bytes((line.encode() if isinstance(line, str) else line) + b"\r\n")
        self.engine.send("ABOUT")
        answers = self.engine.until(ABOUT.__eq__)[:-1]
        return [line for line in answers if not line.startswith(("DEBUG ", "MESSAGE "))]

    def ask(self, *lines: str) -> str:
        """The answer to these lines, which ask for a move."""
        self.engine.send(*lines)
        (answer,) = self.engine.until(lambda line: not line.startswith(("DEBUG ", "MESSAGE ")))[-1:]
        return answer

    def take_move(self, answer: str) -> None:
        """That this is a legal move; it is made."""
        found = MOVE.fullmatch(answer)
        assert found, f"{answer!r} is no move"
        cell = int(found[2]) * self.size + int(found[1])
        assert self.cells[cell] == "."
        self.own = self.to_move
        self.place(cell)

    # -------------------------------------------------------------- the model

    @property
    def size(self) -> int:
        return self.game.width

    def begin(self, size: int) -> None:
        self.game = Gomoku({"size": str(size), "rule": self.rule})
        self.cells = ["."] * size * size
        self.to_move, self.own = 0, -1
        self.started = True

    def place(self, cell: int) -> None:
        self.cells[cell] = "xo"[self.to_move]
        self.to_move = 1 - self.to_move

    def is_over(self) -> bool:
        return self.game.from_cells("".join(self.cells)).outcome() is not None

    def has_row(self, cells: list[str]) -> bool:
        """Tell whether a finished row is left, with its owner to move: another stone was last."""
        try:
            outcome = self.game.from_cells("".join(cells)).outcome()
        except PositionError:
            return True
        return outcome is not None and outcome.winner is not None

    def text(self, cell: int) -> str:
        return f"{cell % self.size},{cell // self.size}"

    def pick(self, seed: int, marks: str) -> int | None:
        """A cell with one of these marks."""
        found = [cell for cell, mark in enumerate(self.cells) if mark in marks]
        return Random(seed).choice(found) if found else None

    # -------------------------------------------------------------- rules

    @rule(size=st.integers(4, 9), word=st.sampled_from(["START {0}", "RECTSTART {0},{0}"]))
    def start(self, size: int, word: str) -> None:
        assert self.say(word.format(size)) == ["OK"]
        self.begin(size)

    @precondition(lambda self: self.started)
    @rule()
    def restart(self) -> None:
        assert self.say("RESTART") == ["OK"]
        self.begin(self.size)

    @precondition(lambda self: self.started)
    @rule()
    def begin_or_go_on(self) -> None:
        if self.own in (-1, self.to_move) and not self.is_over():
            self.take_move(self.ask("BEGIN"))
        elif self.own != self.to_move:
            (answer,) = self.say("BEGIN")
            assert answer.startswith("ERROR BEGIN out of order")

    @precondition(lambda self: self.started)
    @rule(seed=seeds, taken=st.integers(0, 9))
    def turn(self, seed: int, taken: int) -> None:
        cell = self.pick(seed, "xo" if taken == 0 else ".")
        if cell is None:
            return
        line = f"TURN {self.text(cell)}"
        if self.own == self.to_move or self.cells[cell] != "." or self.is_over():
            (answer,) = self.say(line)
            assert answer.startswith("ERROR ")
            return
        before = self.cells[:]
        self.place(cell)
        if self.is_over():
            self.cells, self.to_move = before, 1 - self.to_move
            (answer,) = self.say(line)
            assert answer.startswith(f"ERROR {line} ends the game")
        else:
            self.take_move(self.ask(line))

    @precondition(lambda self: self.started)
    @rule(seed=seeds)
    def play(self, seed: int) -> None:
        cell = self.pick(seed, ".")
        if cell is None:
            return
        (answer,) = self.say(f"PLAY {self.text(cell)}")
        if self.own in (-1, self.to_move) and not self.is_over():
            assert answer == self.text(cell)
            self.own = self.to_move
            self.place(cell)
        else:
            assert answer.startswith("ERROR ")

    @precondition(lambda self: self.started)
    @rule(seed=seeds, wrong=st.integers(0, 4))
    def takeback(self, seed: int, wrong: int) -> None:
        mover = "xo"[1 - self.to_move]
        cell = self.pick(seed, ".xo".replace(mover, "") if wrong == 0 else mover)
        if cell is None:
            return
        (answer,) = self.say(f"TAKEBACK {self.text(cell)}")
        left = [*self.cells[:cell], ".", *self.cells[cell + 1 :]]
        if self.cells[cell] != mover:
            assert answer.startswith("ERROR cannot take back")
        elif self.has_row(left):
            assert answer.startswith("ERROR bad position: ")
        else:
            assert answer == "OK"
            self.cells = left
            self.to_move = 1 - self.to_move
            if set(self.cells) == {"."}:
                self.own, self.to_move = -1, 0

    @precondition(lambda self: self.started)
    @rule(seed=seeds, length=st.integers(0, 40), own=st.sampled_from("xo"))
    def board(self, seed: int, length: int, own: str) -> None:
        """Any position of any game, in any order; with as many stones it is the engine's turn."""
        random, position = Random(seed), self.game.start()
        while len(position.history) < length and position.legal_moves():
            position.play(random.choice(position.legal_moves()))
        cells = position.cells()
        stones = [(cell, mark) for cell, mark in enumerate(cells) if mark != "."]
        random.shuffle(stones)
        lines = [f"{self.text(cell)},{1 if mark == own else 2}" for cell, mark in stones]
        if position.outcome() is not None:
            (answer,) = self.say("BOARD", *lines, "DONE")
            assert answer.startswith("ERROR ")
            return
        answer = self.ask("BOARD", *lines, "DONE")
        side = 0 if cells.count(own) >= len(stones) - cells.count(own) else 1
        names = {own: "xo"[side], "xo".replace(own, ""): "xo"[1 - side], ".": "."}
        self.cells = [names[mark] for mark in cells]
        self.to_move = side
        self.take_move(answer)

    @precondition(lambda self: self.started)
    @rule(seed=seeds, count=st.sampled_from([0, 3, 5]))
    def swap2board(self, seed: int, count: int) -> None:
        cells = Random(seed).sample(range(self.size**2), count)
        answer = self.ask("SWAP2BOARD", *map(self.text, cells), "DONE")
        if count == 0:
            cells = [int(x) + int(y) * self.size for x, y in MOVE.findall(answer)]
            assert len(set(cells)) == 3
        self.cells, self.to_move = ["."] * self.size**2, 0
        for cell in cells:
            self.place(cell)
        if count == 0 or answer == "SWAP":
            self.own = 0
        else:
            self.take_move(answer)

    @precondition(lambda self: self.started)
    @rule(lines=st.lists(garbage, min_size=1, max_size=4))
    def bad_board(self, lines: list[bytes]) -> None:
        (answer,) = self.say("BOARD", *lines, b"stone", "DONE")
        assert answer.startswith("ERROR ")

    @precondition(lambda self: self.started)
    @rule()
    def stop_what_is_about_to_end(self) -> None:
        """Tell whether it comes before or after the answer, there is one."""
        if self.own in (-1, self.to_move) and not self.is_over():
            self.engine.send("INFO timeout_turn 3600000")
            self.take_move(self.ask("BEGIN", "YXSTOP"))
            self.say("INFO timeout_turn 0")

    @precondition(lambda self: self.started)
    @rule(size=st.integers(4, 9))
    def start_while_it_thinks(self, size: int) -> None:
        if self.own in (-1, self.to_move) and not self.is_over():
            self.engine.send("INFO timeout_turn 3600000", "BEGIN")
            *moves, answer = self.say(f"START {size}", "INFO timeout_turn 0")
            assert answer == "OK"
            assert len(moves) <= 1  # one that was found before START came
            self.begin(size)

    @rule(line=refused)
    def say_what_is_refused(self, line: str) -> None:
        (answer,) = self.say(line)
        assert answer.startswith("ERROR ")

    @rule(line=garbage)
    def say_what_nobody_understands(self, line: bytes) -> None:
        (answer,) = self.say(line)
        assert answer.startswith("UNKNOWN ")

    @rule()
    def say_what_is_too_long(self) -> None:
        (answer,) = self.say("a" * 70_000)
        assert answer.startswith("ERROR line too long")

    @rule(words=st.sampled_from(["max_memory 1", "max_memory 0", "folder .", "time_left 9", "x"]))
    def inform(self, words: str) -> None:
        assert self.say(f"INFO {words}", "YXSTOP") == []

    # -------------------------------------------------------------- after every step

    @invariant()
    def the_board_is_as_the_model_has_it(self) -> None:
        """A cell that is taken cannot be played; nor is the order of turns forgotten."""
        Judge.steps += 1
        cell = self.pick(Judge.steps, "xo") if self.started else None
        if cell is not None:
            (answer,) = self.say(f"TURN {self.text(cell)}")
            turns = self.own == self.to_move
            assert answer.startswith("ERROR TURN out of order" if turns else "ERROR illegal move")
        assert self.engine.process.poll() is None

    def teardown(self) -> None:
        with self.engine:
            if self.engine.process.poll() is None:
                self.engine.send("END")
                assert self.engine.wait() == 0
                assert self.engine.stderr == ""


def converse(steps: int) -> None:
    Judge.steps = 0
    run_state_machine_as_test(
        Judge,
        settings=settings(
            max_examples=steps * 4 // 3 // STEPS_IN_AN_EXAMPLE + 5,
            stateful_step_count=STEPS_IN_AN_EXAMPLE,
            phases=(Phase.generate, Phase.shrink),
        ),
    )
    assert Judge.steps >= steps


def test_two_hundred_random_steps_leave_the_process_alive_and_right() -> None:
    converse(200)


@pytest.mark.slow
def test_twenty_thousand_random_steps_leave_the_process_alive_and_right() -> None:
    converse(20_000)
