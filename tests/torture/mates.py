"""Announced mates, at full strength and under `Skill`, and whether they are true.

Random positions of every game in which nobody has won though he could; a searcher that keeps its
table from one to the next; an independent solver (`solver.py`) for the sharpest that was said.
Where PROTOCOL.md promises the shortest win, no shorter one may be found.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from linemate.clients.check.positions import play_quietly
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, Position
from linemate.engine.registry import make_game, make_searcher
from linemate.protocol.session_ugi import OPTIONS
from tests.torture.harness import Findings, Options
from tests.torture.solver import NODES as SOLVER_NODES
from tests.torture.solver import is_mate

AT_A_TIME = 2
POSITIONS = 1000  # of each game, in which a mate was announced and the solver has decided
POSITIONS_OF_A_PART = 25
TRIES = 40  # positions for each that is wanted
NODES = (200, 1500, 6000)

# Games with their options, and from and up to how many plies.
BOARDS: dict[str, list[tuple[str, int, int]]] = {
    "tictactoe": [("", 0, 8)],
    "nineboard": [("full_board=free", 6, 50), ("full_board=draw", 6, 50)],
    "ultimate": [
        (f"won_boards={won} tiebreak={tie}", 30, 70)
        for won in ("closed", "open")
        for tie in ("draw", "majority")
    ],
    "qubic": [("", 12, 44)],
    "gomoku": [
        ("size=15", 6, 40),
        ("size=15", 6, 30),
        ("size=22", 6, 30),
        ("size=9", 6, 50),
        ("size=7", 6, 40),
        ("size=9 rule=standard", 6, 50),
        ("size=6 rule=standard", 12, 34),
        ("size=9 rule=renju", 6, 50),
        ("size=6 rule=renju", 12, 34),
        ("size=9 rule=caro", 6, 50),
        ("size=9 rule=caro6", 6, 50),
    ],
    "mnk": [
        ("width=4 height=4 row=3", 0, 12),
        ("width=5 height=5 row=4", 3, 20),
        ("width=7 height=6 row=4", 3, 24),
        ("width=9 height=9 row=5", 6, 40),
        ("width=3 height=12 row=3", 0, 20),
        ("width=7 height=6 row=4 drop=true", 6, 34),
    ],
}

Part = tuple[str, str, int, int]


def parts(options: Options) -> list[Part]:
    count = max(1, round(POSITIONS * options.scale / POSITIONS_OF_A_PART))
    return [
        (name, *boards[n % len(boards)]) for name, boards in BOARDS.items() for n in range(count)
    ]


def torture(part: Part, random: Random, options: Options) -> Findings:
    name, words, least, most = part
    game = make_game(name, dict(word.split("=") for word in words.split()))
    checker = Checker(game, random)
    for _ in range(POSITIONS_OF_A_PART * TRIES):
        checker.examine(quiet_position(game, random, least, most))
        if checker.found.counts[f"{name} positions"] >= POSITIONS_OF_A_PART:
            break
    return checker.found


def quiet_position(game: Game, random: Random, least: int, most: int) -> Position:
    """Return an open position of random play in which nobody has won though he could.

    In gomoku, moves are next to others. Seldom the side to move can win at once.
    """
    while True:
        position = game.start()
        for _ in range(random.randint(least, most)):
            close = [move for move in near(game, position) if not position.wins_at_once(move)]
            if close:
                position.play(random.choice(close))
            elif not play_quietly(position, random.randrange(game.cell_count)):
                break
        if position.outcome() is None:
            wins = any(map(position.wins_at_once, position.legal_moves()))
            if not wins or random.random() < 0.1:
                return position


def near(game: Game, position: Position) -> list[int]:
    """Return the free cells next to a stone of gomoku; none in other games."""
    if game.name != "gomoku":
        return []
    size = int(game.options["size"])
    stones = [divmod(stone, size) for stone in position.history]
    return [
        move
        for move in position.legal_moves()
        if any(max(abs(move // size - y), abs(move % size - x)) == 1 for y, x in stones)
    ]


class Checker:
    """Two searchers, one of them weakened, each of which remembers what it saw before."""

    def __init__(self, game: Game, random: Random) -> None:
        self._game, self._random = game, random
        self.found = Findings()
        name = random.choice(("auto", "auto", "auto", "hminimax", "proof"))
        common = {option.name: option.default for option in OPTIONS}
        common |= {"Hash": 4, "Seed": random.randrange(1, 10**6), "Search": name}
        common |= {"MultiPV": random.choice((1, 1, 3)), "Solved": random.random() < 0.3}
        self._strong = common
        self._weak = common | {"Skill": random.randrange(20)}
        self._searchers = [make_searcher(name, game, each) for each in (self._strong, self._weak)]

    def examine(self, position: Position) -> None:
        """Search a position at both strengths; what cannot be decided does not count."""
        decided = False
        for options, searcher in zip((self._strong, self._weak), self._searchers, strict=True):
            limit = self._random.choice(NODES)
            clock = Clock(Limits(nodes=limit))
            infos = list(searcher.search(position.copy(), clock))
            shown = {
                name: options[name] for name in ("Search", "MultiPV", "Skill", "Seed", "Solved")
            }
            where = f"{self._game.name} {dict(self._game.options)} {shown}, nodes {limit}: "
            where += self._game.write_position(position)
            for info in sharpest(infos):
                known = self.check(position, info, where)
                decided = decided or known
            last = [info for info in infos if info.multipv == 1][-1]
            ended = clock.nodes < limit
            if searcher is self._searchers[0] and self.is_shortest(last, ended):
                self.check_distance(position, last, where)
        self.found.count(f"{self._game.name} positions", decided)

    def check(self, position: Position, info: Info, where: str) -> bool:
        """Demand that a mate is true, of the position or of the move; tell whether it is known."""
        real = is_true(self._game, position, info)
        self.found.count("mates not decided" if real is None else "mates checked")
        if real is False:
            self.found.faults.append(f"no mate in line {info.multipv}: {where}, {info}")
        return real is not None

    def is_shortest(self, last: Info, ended: bool) -> bool:
        """Tell whether PROTOCOL.md promises that no win is shorter than the last one told.

        `ended` is whether the search has ended by itself.
        """
        if (last.score.plies or 0) <= 0:
            return False
        if self._strong["Search"] == "auto":
            if self._game.options.get("rule", "freestyle") not in ("freestyle", "standard"):
                return False
            alone = self._strong["MultiPV"] == 1 and not self._is_solved()
            return alone and ended
        return self._strong["Search"] == "hminimax"

    def _is_solved(self) -> bool:
        return self._game.name == "qubic" and bool(self._strong["Solved"])

    def check_distance(self, position: Position, info: Info, where: str) -> None:
        plies = info.score.plies
        assert plies is not None
        real = plies > 1 and is_mate(self._game, position, plies - 1, ())
        self.found.count("distances not decided" if real is None else "distances checked")
        if real:
            self.found.faults.append(f"a win in fewer than {plies}: {where}, {info}")


def is_true(game: Game, position: Position, info: Info, nodes: int = SOLVER_NODES) -> bool | None:
    """Tell whether the mate that was told is one, of the position or of a move; None where that
    takes too long to tell.
    """
    plies = info.score.plies
    assert plies is not None
    if info.multipv == 1:
        return is_mate(game, position, plies, info.pv, nodes)
    after = position.copy()
    after.play(info.pv[0])
    rest = 1 - plies if plies > 0 else -plies - 1
    return after.outcome() is not None or is_mate(game, after, rest, info.pv[1:], nodes)


def sharpest(infos: Sequence[Info]) -> list[Info]:
    """Return the shortest win and the shortest loss that were told in each line."""
    best: dict[tuple[int, bool], Info] = {}
    for info in infos:
        plies = info.score.plies
        if plies:
            key = (info.multipv, plies > 0)
            # Of a move, not of the position: that of another line says nothing of this one.
            key = key if info.multipv == 1 else (info.multipv * 1000 + info.pv[0], plies > 0)
            known = best.get(key)
            if known is None or abs(plies) < abs(known.score.plies or 0):
                best[key] = info
    return list(best.values())
