"""Report 001: its evaluation, rules and printed game against the fast version."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, OptionValue, Position, Searcher
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.scores import WIN, to_report
from linemate.engine.textbook.heuristics.base import Heuristic
from linemate.engine.textbook.heuristics.cube_lines import (
    CENTRES,
    CORNERS,
    MOVE_ORDER,
    STRONG_POINTS,
)
from tests.reference.cube_report import LINES, printed_plies
from tests.variants import Variant

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]


PLAYER_SEQUENCE_VALUE = {"cube-lines-130": [1, 15, 130], "cube-lines-150": [1, 15, 150]}
OPPONENT_SEQUENCE_VALUE = [-1, -10, -100]


def evaluation(cells: str, player: str, name: str, free: bool) -> int:
    """The report's loop; `free` leaves out the lines that hold marks of both."""
    opponent = "o" if player == "x" else "x"
    player_sequence_num, opponent_sequence_num = [0] * 4, [0] * 4
    for line in LINES:
        marks = [cells[cell] for cell in line]
        mine, theirs = marks.count(player), marks.count(opponent)
        if mine and not (free and theirs):
            player_sequence_num[mine - 1] += 1
        if theirs and not (free and mine):
            opponent_sequence_num[theirs - 1] += 1
    value = 0
    for i in range(3):
        value += player_sequence_num[i] * PLAYER_SEQUENCE_VALUE[name][i]
        value += opponent_sequence_num[i] * OPPONENT_SEQUENCE_VALUE[i]
    return value


def completing_cells(cells: str, player: str) -> list[int]:
    found = set()
    for line in LINES:
        marks = [cells[cell] for cell in line]
        if marks.count(player) == 3 and "." in marks:
            found.add(line[marks.index(".")])
    return sorted(found)


def test_the_cube_has_76_lines() -> None:
    assert len({frozenset(line) for line in LINES}) == len(LINES) == 76


@pytest.mark.parametrize("name", ["cube-lines-130", "cube-lines-150"])
@pytest.mark.parametrize("mixed", [0, 1])
def test_the_estimate_is_the_reports_for_the_player_who_began(
    open_positions: OpenPositions, make: Make, name: str, mixed: int
) -> None:
    game = make_game("qubic")
    heuristic = make(game, name, f"mixed={mixed}")
    first, second = game.start(), game.start()
    second.play(0)
    for position in open_positions(game, 15):
        for root in (first, second):
            heuristic.begin(root)
            value = evaluation(position.cells(), "xo"[root.to_move], name, free=not mixed)
            sign = 1 if position.to_move == root.to_move else -1
            assert heuristic.evaluate(position) == sign * value


@pytest.mark.parametrize(("constants", "expected"), [("", 44), ("mixed=0", 4)])
def test_all_44_evaluations_of_the_printed_game_are_met_as_mixed_lines_count(
    make: Make, constants: str, expected: int
) -> None:
    """The program that played it counted a line for both players who had marks in it. Were such
    a line worth nothing, 4 would be met.
    """
    game = make_game("qubic")
    heuristic = make(game, "cube-lines-130", constants)
    printed = met = 0
    for position, _, value, _ in printed_plies(game):
        heuristic.begin(position)
        printed += value != "?"
        met += value == str(heuristic.evaluate(position))
    assert (met, printed) == (expected, 44)


def test_its_rules_apply_to_just_those_plies_of_the_printed_game_that_were_not_searched(
    make: Make,
) -> None:
    game = make_game("qubic")
    heuristic = make(game, "cube-lines-130")
    reasons = []
    for position, move, _, reason in printed_plies(game):
        reasons.append(reason)
        opening = heuristic.opening_move(position)
        if reason == "force":
            assert opening == (move, "forced block")
            assert move == heuristic.forced_move(position)
        elif reason == "core":
            # The report chose at random among the centre points.
            assert move in CENTRES
            assert opening is not None
            assert opening[0] in CENTRES
            assert opening[1] == "core move"
            assert heuristic.forced_move(position) is None
        else:
            assert opening is None
            assert heuristic.forced_move(position) == (move if reason == "win" else None)
    assert [reasons.count(reason) for reason in ("core", "force", "win")] == [2, 19, 1]


def test_the_sixteen_strong_points_are_the_cells_on_seven_lines() -> None:
    """The report's list of them has 16 (cell 100, on four lines) where 15 (033) is a corner."""
    lines_through = [sum(cell in line for line in LINES) for cell in range(64)]
    assert sorted(STRONG_POINTS) == [cell for cell in range(64) if lines_through[cell] == 7]
    assert lines_through[15] == 7
    assert lines_through[16] == 4
    coordinates = [divmod(cell, 16) for cell in CORNERS]
    assert all(x in (0, 3) and rest in (0, 3, 12, 15) for x, rest in coordinates)


def test_the_order_of_moves_is_the_reports_with_15_and_16_exchanged(make: Make) -> None:
    printed = [
        *(21, 22, 25, 26, 37, 38, 41, 42, 0, 3, 12, 16, 48, 51, 60, 63, 1, 2, 4, 5, 6, 7, 8, 9),
        *(10, 11, 13, 14, 15, 17, 18, 19, 20, 23, 24, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 39),
        *(40, 43, 44, 45, 46, 47, 49, 50, 52, 53, 54, 55, 56, 57, 58, 59, 61, 62),
    ]
    exchanged = {15: 16, 16: 15}
    assert list(MOVE_ORDER) == [exchanged.get(cell, cell) for cell in printed]
    moves = list(range(64))
    make(make_game("qubic"), "cube-lines-130").order(moves)
    assert moves == list(MOVE_ORDER)


def test_a_win_comes_before_a_block_and_a_block_before_all_else(
    open_positions: OpenPositions, make: Make
) -> None:
    game = make_game("qubic")
    heuristic = make(game, "cube-lines-130")
    for position in open_positions(game, 40):
        cells = position.cells()
        wins = completing_cells(cells, "xo"[position.to_move])
        blocks = completing_cells(cells, "ox"[position.to_move])
        assert heuristic.forced_move(position) == next(iter(wins or blocks), None)
        if wins or blocks:
            # A win at the root is left to the search, which proves it.
            assert heuristic.opening_move(position) == (
                None if wins else (blocks[0], "forced block")
            )


def test_the_first_two_plies_take_the_first_free_centre_points(make: Make) -> None:
    game = make_game("qubic")
    heuristic = make(game, "cube-lines-130")
    position = game.start()
    for expected in (CENTRES[0], CENTRES[1], None):
        opening = heuristic.opening_move(position)
        assert opening == (None if expected is None else (expected, "core move"))
        if opening is not None:
            position.play(opening[0])


@pytest.mark.parametrize(
    "variant",
    [
        Variant("qubic", {}),
        Variant("gomoku", {"size": "7", "rule": "freestyle"}),
        Variant("gomoku", {"size": "7", "rule": "standard"}),
        Variant("mnk", {"width": "4", "height": "5", "row": "4"}),
        Variant("mnk", {"width": "5", "height": "3", "row": "1"}),
        Variant("mnk", {"width": "4", "height": "2", "row": "3"}),
    ],
    ids=str,
)
def test_what_positions_tell_of_their_lines_is_what_a_plain_count_finds(
    open_positions: OpenPositions, variant: Variant
) -> None:
    game = variant.game
    for position in open_positions(game, 15):
        assert isinstance(position, LinePosition)
        cells = position.cells()
        windows = [[cells[n] for n in window] for window in position._tables.windows if window]
        for side in (0, 1):
            own, other = "xo"[side], "ox"[side]
            for only_open in (True, False):
                counts = position.line_counts(side, only_open)
                held = [w.count(own) for w in windows if not (only_open and other in w)]
                row = len(position._tables.worth)
                counts += [0] * (row - len(counts))
                assert counts == [held.count(marks) for marks in range(row)]
            assert position.winning_cells(side) == cells_that_win(position, side)


def cells_that_win(position: LinePosition, side: int) -> list[int]:
    """Find them by trying each, as that player."""
    found = []
    for cell in position.legal_moves():
        trial = position.copy()
        trial.to_move = side
        trial.play(cell)
        outcome = trial.outcome()
        if outcome is not None and outcome.winner == side:
            found.append(cell)
    return found


OPTIONS: dict[str, OptionValue] = {"Heuristic": "cube-lines-130", "Hash": 4}


def search(searcher: Searcher, position: Position, depth: int) -> Info:
    return list(searcher.search(position.copy(), Clock(Limits(depth=depth))))[-1]


def test_what_one_player_has_learned_is_forgotten_when_the_other_searches() -> None:
    """The estimate is of whoever began the search: the other's are of no use to him.

    One engine searches for both, as in analysis. Its searches for o must be just those of an
    engine that has searched nothing before, and a second search for o has something to go by.
    """
    game = make_game("qubic")
    kept = make_searcher("hminimax", game, OPTIONS)
    position = game.start()
    for text in ("111", "222", "000", "010"):
        position.play(game.read_move(position, text))
    for text in ("212", "121", "030", "300"):
        fresh = search(make_searcher("hminimax", game, OPTIONS), position, 3)
        found = search(kept, position, 3)
        assert (found.pv, found.score, found.nodes) == (fresh.pv, fresh.score, fresh.nodes)
        assert search(kept, position, 3).nodes < fresh.nodes
        position.play(game.read_move(position, text))


def plain_value(position: Position, heuristic: Heuristic, depth: int, ply: int) -> int:
    """The report's `miniMax` without pruning, in the view of the side to move."""
    if position.outcome() is not None:
        return -(WIN - ply)  # of the side that moved last: these positions are never full
    if depth == 0:
        return heuristic.evaluate(position)
    forced = heuristic.forced_move(position)
    moves = position.legal_moves() if forced is None else [forced]
    best = -WIN
    for move in moves:
        position.play(move)
        below = depth - 1 if forced is None else depth
        best = max(best, -plain_value(position, heuristic, below, ply + 1))
        position.undo()
    return best


def test_a_forced_block_is_followed_without_spending_depth(
    open_positions: OpenPositions, make: Make
) -> None:
    """Every score at depth 2 is that of the report's recursion, and many lines go deeper."""
    game = make_game("qubic")
    heuristic = make(game, "cube-lines-130")
    compared = deeper = 0
    for position in open_positions(game, 20):
        cells = position.cells()
        if not 12 <= cells.count(".") <= 48 or heuristic.opening_move(position) is not None:
            continue
        if completing_cells(cells, "xo"[position.to_move]):
            continue  # won at once, at depth 1
        heuristic.begin(position)
        found = search(make_searcher("hminimax", game, OPTIONS), position, 2)
        scores = []
        for move in position.legal_moves():
            position.play(move)
            scores.append(-plain_value(position, heuristic, 1, 1))
            position.undo()
        if found.depth == 2:
            assert found.score == to_report(max(scores)), game.diagram(position)
            compared += 1
            deeper += found.seldepth > 2
    assert compared >= 20
    assert deeper >= 10, deeper
