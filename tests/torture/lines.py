"""Protocol lines by the hundred thousand, at real processes over pipes: UGI, UCI and Gomocup.

A line is valid, mutated or garbage. Whatever it is, what has to come back is known from its first
word that is a command: one `bestmove` for each `go`, legal where it was asked for; one `readyok`,
`response`, hand-shake or error for each line that has one, in the order of the lines; and no error
but in a form that PROTOCOL.md has. The process leaves with status 0, its standard error empty.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from linemate.clients.check.wellformed import problem_of_info
from linemate.engine.registry import make_game
from linemate.protocol.messages import LONGEST_LINE, QUERIES
from tests.docs.test_protocol_page import error_forms
from tests.protocol.engine_process import EngineProcess, assert_ends_well, is_bestmove
from tests.protocol.sayings import VERBS, accepted_options, garbage, limits_that_end, refused
from tests.torture import judge
from tests.torture.harness import Findings, Options
from tests.torture.sentences import is_wanted, mutate, pool
from tests.transcripts import ERROR, as_expression
from tests.variants import VARIANTS, Variant

AT_A_TIME = 2
LINES = 1_000_000
LINES_OF_A_PART = 5_000
BATCH = 120
DIALECTS = ("gomocup", "uci", "ugi", "uci", "ugi", "uci", "ugi")

# What is quoted has the other quotation marks where it has these in it.
FORMS = [as_expression(form.replace("'...'", "...")) for form in error_forms()]
NOT_FAULTS = re.compile(r"(?!internal: )(?!.* in the search: )|UnsuitableGameError ")
SURE_ERRORS = tuple(f"{ERROR}{text}" for text in ("unknown command", "unknown query", "line too"))

Part = tuple[str, int]


def parts(options: Options) -> list[Part]:
    """List a dialect and the number of a variant for each."""
    count = max(1, round(LINES * options.scale / LINES_OF_A_PART))
    return [(DIALECTS[n % len(DIALECTS)], n % len(VARIANTS)) for n in range(count)]


def torture(part: Part, random: Random, options: Options) -> Findings:
    dialect, number = part
    found = Findings()
    if dialect == "gomocup":
        judge.converse(random, LINES_OF_A_PART, found)
        return found
    with EngineProcess() as engine:
        flood = Flood(engine, dialect, VARIANTS[number], random)
        while flood.found.counts["lines"] < LINES_OF_A_PART:
            flood.batch()
        engine.send("quit")
        assert_ends_well(engine)
    return flood.found


class Go(NamedTuple):
    """A search that was asked for: the dialect then, and what `query` said just before."""

    dialect: str
    queried: list[str]


class Flood:
    """Batches of lines at one process."""

    def __init__(
        self, engine: EngineProcess, dialect: str, variant: Variant, random: Random
    ) -> None:
        self._engine, self._dialect, self._random = engine, dialect, random
        self.found = Findings()
        self._limits, self._options = pool(limits_that_end, random), pool(accepted_options, random)
        self._garbage, self._refused = pool(garbage, random), pool(refused, random)
        self._words = " ".join([variant.name, *(f"{k} {v}" for k, v in variant.options.items())])
        self._positions = list(random_positions(variant, random))
        engine.ask(dialect, f"newgame {self._words}")

    def valid(self) -> str:
        choice = self._random.choice
        moves, fen = choice(self._positions)
        kinds = {
            " ".join(["position startpos moves", *moves]): 24,
            f"position fen {fen} moves {' '.join(moves[-1:])}": 10,
            f"moves {' '.join(moves[-2:])}": 6,
            f"go {choice(self._limits)}": 18,
            f"go {choice(('infinite', 'ponder nodes 9'))} searchmoves {' '.join(moves[:2])}": 6,
            f"query {choice(QUERIES)}": 10,
            f"setoption name {choice(self._options)}": 2,
            choice((f"newgame {self._words}", "ugi", "uci", "bench 1")): 1,
            choice(("d", "eval", "help", "debug on", "isready", "stop", "ponderhit")): 23,
        }
        return self._random.choices(list(kinds), list(kinds.values()))[0]

    def line(self) -> bytes:
        kind = self._random.random()
        if kind < 0.1:
            return self._random.choice(self._garbage)
        line = self._random.choice(self._refused) if kind < 0.2 else self.valid()
        return (mutate(line, self._random) if kind > 0.6 else line).encode(errors="replace")

    def batch(self) -> None:
        """Say a batch in one breath, with a `go` at its end that is waited for; check the answers.

        Before each `go` the game and the position are asked for: so it is known what is legal.
        """
        said: list[bytes] = []
        expected: list[str] = []
        gos: deque[Go] = deque()
        wanted = [line for line in (self.line() for _ in range(BATCH)) if is_wanted(line)]
        for line in [*wanted, b"go nodes 30"]:
            answer = self.answer(line)
            if answer == "bestmove":
                said += [b"query game", b"query fen"]
                expected += ["asked", "asked"]
                gos.append(Go(self._dialect, []))
            elif answer is not None:
                expected.append(answer)
            said.append(line)
        self._engine.send_bytes(b"".join(line + b"\n" for line in said))
        try:
            self.check(expected, gos)
        except AssertionError as problem:
            raise AssertionError(f"{problem}\nafter\n{b' | '.join(said)!r}") from None
        self.found.count("lines", len(said) + 2)

    def answer(self, line: bytes) -> str | None:
        """Return the kind of the one answer that a line has, if it is sure to have one."""
        words = line.decode(errors="replace").lower().split()
        command = next((word for word in words if word in VERBS), None)
        if len(line) > LONGEST_LINE:
            return "error"
        if command in ("ugi", "uci"):
            self._dialect = command
            return f"{command}ok"
        if command == "query":
            known = set(words[words.index("query") :]).intersection(QUERIES)
            return "response" if known else "error"
        if command is None:
            return "error" if words else None
        return {"isready": "readyok", "go": "bestmove"}.get(command)

    def check(self, expected: list[str], gos: deque[Go]) -> None:
        """Hear everything up to the last bestmove, and compare it with what has to come."""
        heard: list[str] = []
        for _ in gos:
            heard += self._engine.until(is_bestmove)
        heard += self._engine.ask("moves")
        self.found.count("searches", len(gos))
        asked = iter([go for go in gos for _ in range(2)])
        answers, before = [], ""
        for line in heard:
            if is_bestmove(line):
                assert gos, f"{line}: a bestmove too many"
                check_move(line, before, gos.popleft())
            elif line.startswith("info "):
                check_info(line)
                before = line if line.startswith("info depth") else before
                self.found.count("errors told", line.startswith(ERROR))
                answers += ["error"] * line.startswith(SURE_ERRORS)
            elif line.startswith("response "):
                is_ours = expected[len(answers) : len(answers) + 1] == ["asked"]
                answers.append("asked" if is_ours else "response")
                if is_ours:
                    next(asked).queried.append(line.removeprefix("response "))
            elif line in ("readyok", "ugiok", "uciok"):
                answers.append(line)
        assert answers == expected, f"answers {answers}, expected {expected}"


def check_info(line: str) -> None:
    """Demand that an error has a form of PROTOCOL.md, and that anything else is well formed."""
    if line.startswith(ERROR):
        text = line.removeprefix(ERROR)
        assert len(line) >= 500 or any(form.fullmatch(text) for form in FORMS), line
        assert NOT_FAULTS.match(text), line
        return
    problem = problem_of_info(line.split())
    assert problem is None, f"{line}: {problem}"
    cp = re.search(r" cp (-?\d+)", line)
    assert cp is None or abs(int(cp[1])) <= 29_999, line


def check_move(line: str, before: str, go: Go) -> None:
    """Demand a legal move that begins the pv told before, and a legal reply to ponder on."""
    assert len(go.queried) == 2, f"{line} before its go"
    words, fen = go.queried
    name, *options = words.split()
    game = make_game(name, dict(zip(options[::2], options[1::2], strict=True)))
    position = game.read_position(fen)
    move, *rest = line.split()[1:]
    if not position.legal_moves():
        assert [move, *rest] == ["none" if go.dialect == "ugi" else "(none)"], f"{line}: {go}"
        return
    legal = [game.write_move(each) for each in position.legal_moves()]
    assert move in legal, f"{line}, which is not legal: {go}"
    assert f" pv {move}" in before, f"{line} after {before}"
    assert not rest or go.dialect == "uci", f"{line} in UGI"
    position.play(game.read_move(position, move))
    for ponder in rest[1:]:
        game.read_move(position, ponder)


def random_positions(variant: Variant, random: Random) -> Iterator[tuple[list[str], str]]:
    """Yield the moves of random games, and the position strings before their last move."""
    game = variant.game
    for _ in range(60):
        position, moves, fen = game.start(), [], game.write_position(game.start())
        for _ in range(random.randrange(1, game.cell_count + 1)):
            if legal := position.legal_moves():
                fen = game.write_position(position)
                moves.append(game.write_move(move := random.choice(legal)))
                position.play(move)
        yield moves, fen
