"""The fast core of ultimate against the plain rules, and plain searches with its evaluation."""

from __future__ import annotations

from random import Random

import pytest
from reference.minimax import Value, as_score, solve

from engine.clock import Clock, SearchStopped
from engine.core import Limits
from engine.games.smallboards import ANY
from engine.games.ultimate import Ultimate, UltimatePosition
from engine.registry import make_searcher
from engine.search.cores import ultimate_tables
from engine.search.cores.folds import PLACE_OF, folds
from engine.search.cores.ultimate import UltimateCore
from engine.search.cores.ultimate_levels import LEVELS
from engine.search.cores.ultimate_weights import (
    PAIR_NUMBER,
    Weights,
    shipped,
)
from engine.search.scores import PROVEN, WIN, terminal_score

VARIANTS = [
    {"won_boards": won_boards, "tiebreak": tiebreak}
    for won_boards in ("closed", "open")
    for tiebreak in ("draw", "majority")
]
IDS = ["-".join(options.values()) for options in VARIANTS]
EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=IDS)


def random_position(game: Ultimate, random: Random, plies: int) -> UltimatePosition:
    """Of an open game, so many plies from the start."""
    while True:
        position = game.start()
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position.play(random.choice(moves))
        if position.outcome() is None:
            return position


def playable_cells(position: UltimatePosition) -> int:
    return sum(
        1
        for move, mark in enumerate(position.cells())
        if mark == "." and not position.closed >> move // 9 & 1
    )


def late_position(game: Ultimate, random: Random, cells: int) -> UltimatePosition:
    """Of an open game, with so many cells to play in, or a few less."""
    while True:
        position = game.start()
        while playable_cells(position) > cells and position.outcome() is None:
            position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def begun(game: Ultimate, position: UltimatePosition, exhaustive: bool = False) -> UltimateCore:
    core = UltimateCore(game, megabytes=8, exhaustive=exhaustive)
    core.begin(position.copy(), Clock(Limits(infinite=True)))
    return core


# -------------------------------------------------------------- the plain counterparts


def level(position: UltimatePosition, board: int, side: int) -> int:
    """What the board can do for a player, worked out line by line."""
    owners = [
        "x" if position.owned[0] >> n & 1
        else "o" if position.owned[1] >> n & 1
        else "=" if position.closed >> n & 1
        else "."
        for n in range(9)
    ]  # fmt: skip
    own, counts = "xo"[side], []
    for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
        boards = [int(digit) for digit in line]
        if board in boards and all(owners[n] in (own, ".") for n in boards):
            counts.append(sum(owners[n] == own for n in boards))
    if not counts:
        return 0
    if 2 in counts:
        return 4
    return min(1 + counts.count(1), 3)


def plain_worth(game: Ultimate, weights: Weights, position: UltimatePosition) -> int:
    """The evaluation, summed from scratch straight from the weights."""
    side = position.to_move
    own, other = position.owned[side], position.owned[1 - side]
    decided = own | other | position.closed
    drawn = position.closed & ~(own | other)
    least = 1 if game.majority else 0
    worth, free, _ = weights.judge(own, other, drawn)
    if game.majority:
        lead = own.bit_count() - other.bit_count()
        dead = sum(
            1
            for line in ("012", "345", "678", "036", "147", "258", "048", "246")
            if any(drawn >> int(n) & 1 for n in line)
            or (any(own >> int(n) & 1 for n in line) and any(other >> int(n) & 1 for n in line))
        )
        worth += 2 * lead * dead
    for board in range(9):
        if decided >> board & 1:
            continue
        code = position.codes[board]
        x_level = max(least, level(position, board, 0))
        o_level = max(least, level(position, board, 1))
        to_x = board_worth(weights, board, code, x_level, o_level)
        worth += -to_x if side else to_x
    if position.target == ANY:
        return worth + free
    if decided >> position.target & 1:
        return worth
    code = position.codes[position.target]
    own_level = max(least, level(position, position.target, side))
    other_level = max(least, level(position, position.target, 1 - side))
    shape = folds().shape[folds().swapped[code] if side else code]
    return worth + weights.targets[LEVELS * own_level + other_level][shape]


def board_worth(weights: Weights, board: int, code: int, x_level: int, o_level: int) -> int:
    """To x. Opposite boards share a weight: the one with the smaller number."""
    swapped = folds().swapped[code]
    shape, opposite = folds().shape[code], folds().shape[swapped]
    if x_level > o_level:
        worth = weights.contexts[PAIR_NUMBER[x_level, o_level]][shape]
    elif x_level < o_level:
        worth = -weights.contexts[PAIR_NUMBER[o_level, x_level]][opposite]
    elif shape < opposite:
        worth = weights.contexts[PAIR_NUMBER[x_level, o_level]][shape]
    elif shape > opposite:
        worth = -weights.contexts[PAIR_NUMBER[x_level, o_level]][opposite]
    else:
        worth = 0
    shape, opposite = folds().placed[board][code], folds().placed[board][swapped]
    row = weights.places[PLACE_OF[board]]
    if shape != opposite:
        worth += row[shape] if shape < opposite else -row[opposite]
    return worth


def plain_value(
    game: Ultimate, position: UltimatePosition, depth: int, ply: int, alpha: int, beta: int
) -> int:
    """Alpha-beta in its plainest form. Who can make no line any more cannot be better than even."""
    outcome = position.outcome()
    if outcome is not None:
        return terminal_score(outcome, position.to_move, ply)
    if depth == 0:
        return plain_worth(game, shipped(), position)
    best = -WIN
    for move in position.legal_moves():
        position.play(move)
        value = -plain_value(game, position, depth - 1, ply + 1, -beta, -max(alpha, best))
        position.undo()
        best = max(best, value)
        if best >= beta:
            break
    if best and not game.majority:
        winner = position.to_move if best > 0 else 1 - position.to_move
        if not any(level(position, board, winner) for board in range(9)):
            return 0
    return best


def plain_win(position: UltimatePosition, side: int, plies: int) -> bool:
    """Whether a player can force a win within so many plies, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == side
    if plies == 0:
        return False
    answers = []
    for move in position.legal_moves():
        position.play(move)
        answers.append(plain_win(position, side, plies - 1))
        position.undo()
        if answers[-1] == (position.to_move == side):
            break
    return answers[-1]


# -------------------------------------------------------------- one ply


@EVERY_VARIANT
def test_moves_worths_and_keys_after_a_move_are_those_made_from_scratch(
    options: dict[str, str],
) -> None:
    game, random = Ultimate(options), Random(2)
    core = UltimateCore(game, megabytes=1)
    clock = Clock(Limits(infinite=True))
    for _ in range(4):
        position = game.start()
        while position.outcome() is None:
            core.begin(position, clock)
            assert sorted(core._root) == position.legal_moves()
            expected = dict(core._root)
            for move in random.sample(position.legal_moves(), k=1):
                following, _, _, _, worth, key = expected[move]
                position.play(move)
                if position.outcome() is not None:
                    winner = position.outcome().winner
                    result = 0 if winner is None else 1 if winner == position.to_move else -1
                    assert following.result == result
                    break
                core.begin(position, clock)
                assert core._here is following
                assert core._key == key
                if following.result is None:
                    assert core._worth == worth


@EVERY_VARIANT
def test_the_estimate_is_the_sum_of_the_weights(options: dict[str, str]) -> None:
    game, random = Ultimate(options), Random(3)
    for plies in range(0, 60, 3):
        position = random_position(game, random, plies)
        core = begun(game, position)
        for move in random.sample(position.legal_moves(), k=1):
            position.play(move)
            if position.outcome() is None and core._root[move][0].result is None:
                core._result = -1  # no attempt to solve
                assert core.search_move(move, 1, -WIN, WIN) == -plain_worth(
                    game, shipped(), position
                )


# -------------------------------------------------------------- values to a depth


@EVERY_VARIANT
def test_values_without_attempts_to_solve_are_those_of_plain_alpha_beta(
    options: dict[str, str],
) -> None:
    game, random = Ultimate(options), Random(1)
    for plies in (5, 20, 33, 40, 47, 53):
        position = random_position(game, random, plies)
        while len(position.legal_moves()) > 9:
            position = random_position(game, random, plies)
        core = begun(game, position, exhaustive=True)
        for depth in (1, 2, 3):
            for move in position.legal_moves():
                position.play(move)
                value = -plain_value(game, position, depth - 1, 1, -WIN, WIN)
                position.undo()
                assert core.search_move(move, depth, -WIN, WIN) == value
                assert core.search_move(move, depth, value - 1, value) >= value
                assert core.search_move(move, depth, value, value + 1) <= value


def test_a_position_and_its_mirror_images_are_worth_the_same() -> None:
    game, random = Ultimate(), Random(4)
    for plies in (9, 30, 44):
        position = random_position(game, random, plies)
        values = set()
        for symmetry in game.symmetries():
            moved = game.transform(position, symmetry)
            core = begun(game, moved, exhaustive=True)
            values.add(max(core.search_move(move, 4, -WIN, WIN) for move in moved.legal_moves()))
        assert len(values) == 1


# -------------------------------------------------------------- proven results


@EVERY_VARIANT
def test_late_results_and_their_lengths_are_those_of_plain_minimax(options: dict[str, str]) -> None:
    """Every move of the root, with attempts to solve, deepened as a game would."""
    game, random = Ultimate(options), Random(5)
    cells = 9
    for _ in range(15):
        position = late_position(game, random, cells)
        core, memory = begun(game, position), dict[int, Value]()
        for depth in range(1, cells + 1):
            scores = {
                move: core.search_move(move, depth, -WIN, WIN) for move in position.legal_moves()
            }
            for move, score in scores.items():
                position.play(move)
                result, plies = solve(position, memory)
                position.undo()
                if score > PROVEN:
                    assert result == -1
                    assert core.has_win(move, plies + 1)
                    assert plies == 0 or not core.has_win(move, plies)
                elif score < -PROVEN:
                    assert (result, plies + 1) == (1, WIN + score)
                elif depth == cells:
                    assert result == (0 if score == 0 else 1)


@pytest.mark.parametrize("cells", [10, pytest.param(13, marks=pytest.mark.slow)])
@EVERY_VARIANT
def test_the_player_announces_the_exact_result_of_a_late_position(
    options: dict[str, str], cells: int
) -> None:
    """The shortest win, the longest loss or a draw, with what it knows kept between searches."""
    game, random = Ultimate(options), Random(10)
    searcher, results = make_searcher("pvs", game, {}), set()
    for _ in range(25):
        position = late_position(game, random, cells)
        truth = as_score(solve(position, {}))
        results.add(truth.plies is None or truth.plies > 0)
        *_, last = searcher.search(position.copy(), Clock(Limits(infinite=True)))
        assert last.score == truth
    assert results == {True, False}


@EVERY_VARIANT
def test_a_win_within_some_plies_is_found_exactly_if_it_is_there(options: dict[str, str]) -> None:
    game, random = Ultimate(options), Random(6)
    found = 0
    for _ in range(40):
        position = random_position(game, random, random.randrange(38, 60))
        core = begun(game, position)
        for move in random.sample(position.legal_moves(), k=1):
            for plies in (1, 2, 3):
                side = position.to_move
                position.play(move)
                truth = plain_win(position, side, plies - 1)
                position.undo()
                assert core.has_win(move, plies) == truth
                found += truth
    assert found >= 3


@pytest.mark.parametrize("won_boards", ["closed", "open"])
def test_a_win_that_the_loser_must_complete_is_not_announced_a_ply_too_short(
    won_boards: str,
) -> None:
    """The last few cells of games that the number of boards decides."""
    game, random = Ultimate({"won_boards": won_boards, "tiebreak": "majority"}), Random(7)
    completed_by_loser = 0
    for _ in range(60):
        position = late_position(game, random, 4)
        truth = as_score(solve(position, {}))
        *_, last = make_searcher("pvs", game, {"Hash": 1}).search(position.copy(), Clock(Limits()))
        assert last.score == truth, game.write_position(position)
        if truth.plies is not None:
            completed_by_loser += truth.plies % 2 == (truth.plies < 0)
    assert completed_by_loser > 0


def test_a_board_without_hope_for_either_is_even_whatever_the_estimates_say() -> None:
    """No line of boards is left to anybody; o is to move in 7.

    x . o
    o x x
    . o =
    """
    game = Ultimate()
    x, o, drawn = "xxx6", "ooo6", "xoxxoooxx"
    position = game.read_position(f"{x}/9/{o}/{o}/{x}/{x}/9/{o}/{drawn} o 7")
    core = begun(game, position, exhaustive=True)
    for move in position.legal_moves():
        assert core.search_move(move, 4, -WIN, WIN) == 0


# -------------------------------------------------------------- stopping


def search_for_ever(core: UltimateCore, position: UltimatePosition) -> None:
    for depth in range(1, 99):
        for move in position.legal_moves():
            core.search_move(move, depth, -WIN, WIN)


def test_a_stopped_search_leaves_nothing_behind_that_the_next_one_could_stumble_on() -> None:
    game, random = Ultimate(), Random(7)
    core = UltimateCore(game, megabytes=8, exhaustive=True)
    for plies in (10, 25, 35):
        position = random_position(game, random, plies)
        core.begin(position.copy(), Clock(Limits(nodes=700)))
        with pytest.raises(SearchStopped):
            search_for_ever(core, position)
        core.clear()
        core.begin(position.copy(), Clock(Limits(infinite=True)))
        fresh = begun(game, position, exhaustive=True)
        for move in position.legal_moves():
            assert core.search_move(move, 4, -WIN, WIN) == fresh.search_move(move, 4, -WIN, WIN)


def test_a_core_that_forgets_all_the_time_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game, random = Ultimate(), Random(9)
    for plies in (12, 30, 44):
        position = random_position(game, random, plies)
        values = []
        for most in (10_000, 3):
            monkeypatch.setattr(ultimate_tables, "MOST_SITUATIONS", most)
            monkeypatch.setattr(ultimate_tables, "MOST_OFFERS", most)
            core = begun(game, position, exhaustive=True)
            values.append(
                [
                    core.search_move(move, depth, -WIN, WIN)
                    for depth in (1, 2, 3, 4)
                    for move in position.legal_moves()
                ]
            )
        assert values[0] == values[1]


def test_the_moves_of_a_line_can_be_played() -> None:
    game, random = Ultimate(), Random(8)
    for plies in (0, 12, 30, 48):
        position = random_position(game, random, plies)
        core = begun(game, position)
        for depth in (1, 3, 5):
            for move in position.legal_moves()[:5]:
                core.search_move(move, depth, -WIN, WIN)
                played = position.copy()
                for step in (move, *core.line()):
                    assert step in played.legal_moves()
                    played.play(step)
