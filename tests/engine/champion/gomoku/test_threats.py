"""A win is found exactly when an exhaustive search finds one, and the zone keeps its promise."""

from __future__ import annotations

import contextlib
import random

import pytest
from _pytest.mark import ParameterSet

from linemate.engine.champion.gomoku.core import EXACT_PLIES, GomokuCore
from linemate.engine.champion.gomoku.search import Search
from linemate.engine.champion.gomoku.threats import BY_ALL, BY_FOURS, BY_THREES, WINS
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.gomokus import RULES, gomoku, random_position, search_of

SLOW = pytest.mark.slow
MOST_POSITIONS = 3_000  # of an exhaustive search; few need more, and those very many
CARELESS = 0.1  # how often a four is overlooked
DEEP = 11  # at the root, so that nothing is left to a smaller depth


def slow_cases(count: int) -> list[ParameterSet]:
    """Every board from 7x7 to 15x15; as empty as an exhaustive search can bear."""
    return [
        pytest.param(size, rule, 7, count, (size * size * 2 // 3, size * size), marks=SLOW)
        for size in range(7, 16)
        for rule in RULES
    ]


@pytest.fixture(autouse=True)
def _enough_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The root can tell how long every forced win takes."""
    monkeypatch.setattr("linemate.engine.champion.gomoku.core.ROOT_NODES", 40_000)


class TooLargeError(Exception):
    """An exhaustive search would take minutes."""


class Exhaustive:
    """Every move of both players, but for those who have no choice: to win, or not to lose.

    The attacker's windows alone show when there are too few moves left to fill one.
    """

    def __init__(self, position: LinePosition) -> None:
        self.position, self.memory = position.copy(), dict[tuple[int, int], bool]()

    def shortest(self, plies: int) -> int:
        """The plies of the shortest win of that many or fewer, 0 if there is none."""
        return next((n for n in range(1, plies + 1, 2) if self.is_won(n)), 0)

    def is_won(self, plies: int) -> bool:
        """Tell whether whoever is to move wins within so many plies (odd)."""
        position = self.position
        if position.outcome() is not None:
            return False
        if position.winning_cells(position.to_move):
            return True
        if self.is_out_of_reach(position.to_move, (plies + 1) // 2):
            return False
        known = self.memory.get((position.key(), plies))
        if known is None:
            threats = position.winning_cells(1 - position.to_move)
            moves = threats or position.legal_moves()
            known = len(threats) < 2 and any(self.after(move, plies) for move in moves)
            self.memory[position.key(), plies] = known
            if len(self.memory) > MOST_POSITIONS:
                raise TooLargeError
        return known

    def after(self, move: int, plies: int) -> bool:
        self.position.play(move)
        answer = self.is_lost(plies - 1) if plies % 2 else self.is_won(plies - 1)
        self.position.undo()
        return answer

    def is_lost(self, plies: int) -> bool:
        position = self.position
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == 1 - position.to_move
        if position.winning_cells(position.to_move):
            return False
        if self.is_out_of_reach(1 - position.to_move, plies // 2):
            return False
        threats = position.winning_cells(1 - position.to_move)
        if len(threats) > 1:
            return plies >= 2
        if plies < 4:
            return False
        return all(self.after(move, plies) for move in threats or position.legal_moves())

    def is_out_of_reach(self, player: int, moves: int) -> bool:
        return len(self.position.line_counts(player)) - 1 < 5 - moves


def shortest(search: Search, attacker: int, kind: int, most: int) -> int:
    """The plies of the shortest win found, 0 if none is."""
    for plies in range(1, most + 1, 2):
        if search.won(attacker, plies, kind):
            return plies
    return 0


@pytest.mark.parametrize(
    ("size", "rule", "plies", "count", "stones"),
    [
        (5, "freestyle", 7, 60, (8, 20)),
        (6, "freestyle", 7, 60, (12, 32)),
        (6, "standard", 7, 60, (12, 32)),
        (7, "freestyle", 5, 50, (10, 40)),
        (7, "standard", 5, 50, (10, 40)),
        (7, "standard", 7, 8, (26, 40)),
        (9, "freestyle", 5, 20, (16, 50)),
        (15, "standard", 5, 20, (60, 200)),
        pytest.param(7, "freestyle", 7, 300, (10, 40), marks=SLOW),
        pytest.param(8, "freestyle", 5, 300, (8, 50), marks=SLOW),
        pytest.param(15, "freestyle", 5, 200, (30, 160), marks=SLOW),
        pytest.param(15, "standard", 5, 200, (60, 200), marks=SLOW),
        *slow_cases(150),
    ],
)
def test_the_shortest_win_is_that_of_an_exhaustive_search(
    size: int, rule: str, plies: int, count: int, stones: tuple[int, int]
) -> None:
    rng, game = random.Random(f"{size} {rule} {plies}"), gomoku(size, rule)
    found = too_large = 0
    for _ in range(count):
        position = random_position(game, rng, stones, CARELESS)
        try:
            expected = Exhaustive(position).shortest(plies)
        except TooLargeError:
            too_large += 1
            continue
        search = search_of(game, position)
        attacker = position.to_move
        assert shortest(search, attacker, BY_ALL, plies) == expected
        found += expected > 0
        # The others find fewer wins and longer ones, never one that is not there.
        search.forget()
        for kind in (BY_FOURS, BY_THREES):
            length = shortest(search, attacker, kind, plies)
            assert not length or 0 < expected <= length
    assert found or size == 5
    assert too_large <= count // 10


@pytest.mark.parametrize(
    ("size", "rule", "plies", "count", "stones"),
    [
        (6, "freestyle", 7, 25, (12, 32)),
        (7, "standard", 5, 25, (10, 40)),
        (10, "freestyle", 5, 15, (16, 60)),
        (8, "standard", 7, 15, (36, 60)),
        *slow_cases(40),
    ],
)
def test_every_short_win_is_announced_with_its_length(
    size: int, rule: str, plies: int, count: int, stones: tuple[int, int]
) -> None:
    rng, game = random.Random(f"announce {size} {rule}"), gomoku(size, rule)
    found = 0
    for _ in range(count):
        position = random_position(game, rng, stones, CARELESS)
        exhaustive = Exhaustive(position)
        try:
            expected = exhaustive.shortest(plies)
        except TooLargeError:
            continue
        searcher = make_searcher("pvs", game, {"Hash": 4, "MultiPV": 1, "Depth": plies})
        last = list(searcher.search(position.copy(), Clock(Limits(nodes=20_000))))[-1]
        announced = last.score.plies
        if expected:
            found += 1
            assert announced == expected, game.diagram(position)
        elif announced is not None:
            assert announced < 0 or announced > plies, game.diagram(position)
        if announced is not None and -6 <= announced < 0:
            with contextlib.suppress(TooLargeError):
                assert Exhaustive(position).is_lost(-announced), game.diagram(position)
    assert found


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
@pytest.mark.parametrize(("kind", "most"), [(BY_FOURS, 13), (BY_THREES, 11), (BY_ALL, 7)])
def test_a_stone_outside_the_zone_changes_nothing(rule: str, kind: int, most: int) -> None:
    rng, game = random.Random(f"{rule} {kind}"), gomoku(9, rule)
    wins = 0
    while wins < 8:
        position = random_position(game, rng, (16, 50), CARELESS)
        search = search_of(game, position)
        attacker, defender = position.to_move, 1 - position.to_move
        plies = shortest(search, attacker, kind, most)
        if plies < 5:
            continue
        wins += 1
        search.won(attacker, plies, kind)
        zone = search.zone_cells()
        for cell in position.legal_moves():
            if cell not in zone:
                search.forget()
                search.make(defender, cell)
                assert search.won(attacker, plies, kind), game.diagram(position)
                search.unmake()


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_a_root_move_that_is_called_lost_leaves_the_other_his_win(rule: str) -> None:
    """He has the forced win that he had before; moves within its zone are not called lost."""
    rng, game = random.Random(rule), gomoku(9, rule)
    core = GomokuCore(game, 1)
    lost = held = 0
    while held < 5:
        position = random_position(game, rng, (16, 50), CARELESS)
        core.begin(position, Clock(Limits()))
        for move in position.legal_moves():
            score = core._settled_by_threats(move, DEEP)
            if score < -PROVEN:
                search = search_of(game, position)
                search.make(position.to_move, move)
                plies, attacker = WIN + score - 1, 1 - position.to_move
                kind = BY_ALL if plies <= EXACT_PLIES else BY_THREES
                assert search.won(attacker, plies, kind)
                lost += 1
            else:
                held += bool(core._loss)
    assert lost


def test_a_forced_win_is_told_with_the_fewest_plies_and_not_with_those_it_was_tried_with() -> None:
    """A win of 7 or 11 plies was said to take as many as it had been tried with."""
    rng, game = random.Random(12), gomoku(9)
    core = GomokuCore(game, 1)
    lengths = dict.fromkeys((7, 11), 0)
    for _ in range(2_000):
        if all(lengths.values()):
            break
        position = random_position(game, rng, (16, 50), CARELESS)
        core.begin(position, Clock(Limits()))
        core._settled_by_threats(position.legal_moves()[0], DEEP)
        search = search_of(game, position)
        for attacker, plies in enumerate((core._win, core._loss), start=position.to_move):
            if plies:
                kind = BY_ALL if plies <= EXACT_PLIES + 2 else BY_THREES
                assert not search.won(attacker % 2, plies - 2, kind)
                if plies in lengths:
                    lengths[plies] += 1
    assert all(lengths.values())


def test_the_winning_move_is_known_though_the_memory_of_wins_was_overwritten_meanwhile() -> None:
    """An attempt to win in fewer plies, which failed, cleared it: the known win was not played."""
    rng, game = random.Random(12), gomoku(9)
    core, wins = GomokuCore(game, 1), 0
    for _ in range(50):
        position = random_position(game, rng, (16, 50), CARELESS)
        core.begin(position, Clock(Limits()))
        core._settled_by_threats(position.legal_moves()[0], DEEP)
        if core._win:
            wins += 1
            core._search.forget()
            scores = [core._settled_by_threats(move, DEEP) for move in position.legal_moves()]
            assert max(scores) == WIN - core._win
    assert wins


def test_a_win_is_not_taken_for_that_of_another_position() -> None:
    """They share a place in the memory of wins if their keys have the same end."""
    rng, game = random.Random(3), gomoku(9)
    position = random_position(game, rng, (16, 30), CARELESS)
    search = search_of(game, position)
    while not shortest(search, position.to_move, BY_THREES, 9) >= 5:
        position = random_position(game, rng, (16, 30), CARELESS)
        search = search_of(game, position)
    search.keys[0] ^= WINS << 20
    search.left = 1
    assert search.attempt(position.to_move, 9, BY_THREES) == -1


def test_a_search_that_gives_up_leaves_the_board_as_it_was() -> None:
    rng, game = random.Random(2), gomoku(9)
    gave_up = 0
    for _ in range(30):
        position = random_position(game, rng, (16, 40), CARELESS)
        search = search_of(game, position)
        attacker = position.to_move
        expected = shortest(search, attacker, BY_THREES, 9)
        board = search.free_packs(), search.lines[:]
        for nodes in (1, 2, 5, 20, 100):
            search.forget()
            search.left = nodes
            length = search.attempt(attacker, 9, BY_THREES)
            search.left = 0
            gave_up += length < 0
            assert expected or length <= 0
            assert (search.free_packs(), search.lines[:]) == board
        search.forget()
        assert shortest(search, attacker, BY_THREES, 9) == expected
    assert gave_up


class HarmfulStones(Search):
    """As if every stone of the defender's own, wherever he puts it, were his undoing."""

    def won(self, attacker: int, plies: int, kind: int) -> int:
        return plies if self.ply else 0


@pytest.mark.parametrize(("rule", "lost"), [("freestyle", False), ("standard", True)])
def test_if_rows_of_six_do_not_count_a_pass_that_holds_does_not_prove_that_a_move_does(
    rule: str, lost: bool
) -> None:
    """No position is known where each move spoils what a pass would hold, only single moves."""
    game = gomoku(6, rule)
    position = game.start()
    assert isinstance(position, LinePosition)
    search = search_of(game, position)
    search.__class__ = HarmfulStones
    assert bool(search.lost(0, 6, BY_ALL)) == lost
