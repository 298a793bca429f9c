"""`mcts` finds the best moves of small games, keeps its tree, and stays within its bounds."""

from __future__ import annotations

import math
import os
import random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import (
    Game,
    Info,
    Limits,
    OptionValue,
    Position,
    Searcher,
    UnsuitableGameError,
)
from linemate.engine.crew import Crew, SharedMemory
from linemate.engine.helper import HelperClock
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.textbook.mcts import Mcts, Node
from tests.reference.minimax import Value, solve


def mcts(game: Game, **options: OptionValue) -> Searcher:
    return make_searcher("mcts", game, {"Seed": 7, **options})


def run(searcher: Searcher, position: Position, nodes: int, **limits: object) -> list[Info]:
    clock = Clock(Limits(nodes=nodes, **limits))
    return list(searcher.search(position.copy(), clock))


def canonical_positions(game: Game) -> list[Position]:
    """One of each class of symmetric open positions."""
    found: dict[int, Position] = {}
    pending = [game.start()]
    while pending:
        position = pending.pop()
        key = min(game.transform(position, symmetry).key() for symmetry in game.symmetries())
        if position.outcome() is None and key not in found:
            found[key] = position
            for move in position.legal_moves():
                child = position.copy()
                child.play(move)
                pending.append(child)
    return list(found.values())


def assert_keeps_the_result(game: Game, positions: list[Position], samples: int) -> None:
    memory: dict[int, Value] = {}
    for position in positions:
        info = run(mcts(game), position, samples)[-1]
        after = position.copy()
        after.play(info.pv[0])
        assert solve(after, memory)[0] == -solve(position, memory)[0], game.diagram(position)


def test_it_keeps_the_result_of_every_fourth_position_of_tictactoe() -> None:
    game = make_game("tictactoe")
    assert_keeps_the_result(game, canonical_positions(game)[::4], samples=1000)


@pytest.mark.slow
def test_it_keeps_the_result_of_every_position_of_tictactoe() -> None:
    game = make_game("tictactoe")
    assert_keeps_the_result(game, canonical_positions(game), samples=3000)


@pytest.mark.parametrize("name", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku"])
def test_it_takes_a_win_in_one(name: str) -> None:
    game = make_game(name, {"size": "7"} if name == "gomoku" else {})
    rng = random.Random(name)
    found = 0
    while found < 5:
        position = game.start()
        while position.outcome() is None:
            position.play(rng.choice(position.legal_moves()))
        if position.outcome() is not None and position.winning_line():
            position.undo()
            winner = position.to_move
            move = run(mcts(game), position, 1500)[-1].pv[0]
            position.play(move)
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner == winner
            found += 1


def test_the_tree_is_kept_from_one_move_to_the_next() -> None:
    game = make_game("ultimate")
    searcher, position = mcts(game, Visits=True), game.start()
    first = run(searcher, position, 3000)[-1]
    position.play(first.pv[0])
    position.play(first.pv[1])
    second = run(searcher, position, 100)[-1]
    assert sum(visit.visits for visit in second.visits) > 100
    searcher.clear()
    third = run(searcher, position, 100)[-1]
    assert sum(visit.visits for visit in third.visits) == 100


def test_another_game_or_fewer_moves_do_not_inherit_the_tree() -> None:
    game = make_game("tictactoe")
    searcher = mcts(game, Visits=True)
    run(searcher, game.start(), 500)
    restricted = run(searcher, game.start(), 60, searchmoves=(0, 1))[-1]
    assert {visit.move for visit in restricted.visits} == {0, 1}
    full = run(searcher, game.start(), 60)[-1]
    assert len(full.visits) == 9
    assert sum(visit.visits for visit in full.visits) == 60


def test_visits_are_reported_with_bounds_and_decide() -> None:
    game = make_game("tictactoe")
    last = run(mcts(game, Visits=True), game.start(), 2000)[-1]
    assert sum(visit.visits for visit in last.visits) == 2000
    assert max(last.visits, key=lambda visit: visit.visits).move == last.pv[0]
    # The bounds of all moves stay close together: that is what the rule of choice does.
    bounds = [visit.bound for visit in last.visits]
    assert max(bounds) - min(bounds) < 0.1
    assert not run(mcts(game), game.start(), 100)[-1].visits


def test_the_tree_stops_growing_when_memory_is_full() -> None:
    game = make_game("gomoku")
    searcher = mcts(game, Hash=1)
    full = run(searcher, game.start(), 5000)[-1]
    assert full.hashfull == 1000


def test_samples_limit_a_search() -> None:
    game = make_game("qubic")
    assert run(mcts(game, Samples=150), game.start(), 10_000)[-1].nodes == 150


def test_a_fixed_seed_repeats_a_search() -> None:
    game = make_game("nineboard")
    first, second = (run(mcts(game), game.start(), 800)[-1] for _ in range(2))
    assert (first.pv, first.score) == (second.pv, second.score)


@pytest.mark.parametrize("name", ["nineboard", "ultimate", "qubic", "gomoku"])
def test_lines_are_legal_and_several_are_ordered_by_visits(name: str) -> None:
    game = make_game(name)
    for info in run(mcts(game, MultiPV=3), game.start(), 1200):
        position = game.start()
        for move in info.pv:
            assert move in position.legal_moves()
            position.play(move)
    last = run(mcts(game, MultiPV=3), game.start(), 600)[-3:]
    assert [info.multipv for info in last] == [1, 2, 3]


def test_a_heuristic_can_judge_in_place_of_random_games() -> None:
    game = make_game("tictactoe")
    position = game.read_position("xx1/oo1/3 x")
    assert run(mcts(game, Rollout="heuristic"), position, 300)[-1].pv[0] == 2


def test_patterns_are_for_gomoku_alone() -> None:
    with pytest.raises(UnsuitableGameError, match="made for gomoku, not for qubic"):
        mcts(make_game("qubic"), Children="patterns")


def legal_choice(game: Game, searcher: Searcher, position: Position) -> Info:
    last = run(searcher, position, 300)[-1]
    assert last.pv[0] in position.legal_moves(), game.diagram(position)
    return last


def test_a_position_that_was_set_up_does_not_inherit_the_tree_of_another() -> None:
    """Neither has a move played, so that their histories were the same: it searched the first.

    a. xx. b. oo.    c. the start
       oo.    xx.
       ...    ...
    """
    game = make_game("tictactoe")
    first, second = (game.read_position(text) for text in ("xx1/oo1/3 x", "oo1/xx1/3 x"))
    searcher = mcts(game, Visits=True)
    for position, best in ((first, 2), (second, 5), (game.start(), None), (first, 2)):
        last = legal_choice(game, searcher, position)
        assert sum(visit.visits for visit in last.visits) == 300
        assert best in (None, last.pv[0])


def test_moves_after_another_start_do_not_inherit_the_tree() -> None:
    """c3 was played after either, and led into the tree of the other."""
    game = make_game("tictactoe")
    searcher = mcts(game, Visits=True)
    position = game.start()
    run(searcher, position, 300)
    for text in ("1x1/3/3 o", "o2/x2/3 x"):
        position = game.read_position(text)
        position.play(game.parse_move("c3"))
        last = legal_choice(game, searcher, position)
        assert sum(visit.visits for visit in last.visits) == 300


def test_the_tree_is_kept_when_moves_follow_a_position_that_was_set_up() -> None:
    game = make_game("ultimate")
    text = game.write_position(game.start())
    searcher = mcts(game, Visits=True)
    first = run(searcher, game.read_position(text), 3000)[-1]
    position = game.read_position(text)
    position.play(first.pv[0])
    position.play(first.pv[1])
    second = run(searcher, position, 100)[-1]
    assert sum(visit.visits for visit in second.visits) > 100


def test_a_bound_is_the_mean_and_the_exploration_times_the_root_of_log_over_visits() -> None:
    """Worked out from the visits and scores of the root's children that a search reports."""
    game = make_game("tictactoe")
    last = run(mcts(game, Visits=True, Exploration=150, MultiPV=9), game.start(), 500)[-9:]
    scores = {info.pv[0]: info.score.cp for info in last}
    assert sum(visit.visits for visit in last[0].visits) == 500
    for visit in last[0].visits:
        mean = ((scores[visit.move] or 0) + 100) / 200
        bound = mean + 1.5 * math.sqrt(math.log(500) / visit.visits)
        assert visit.bound == pytest.approx(bound, abs=0.003)  # a score is in hundredths


def test_the_child_with_the_highest_bound_is_the_one_that_is_tried() -> None:
    node = Node(None)
    node.open([])
    for move, (visits, mean) in enumerate([(60, 0.5), (4, 0.3), (36, 0.6)]):
        child = Node(None)
        child.visits, child.wins = visits, mean * visits
        node.add_child(move, child)
    node.visits = 100
    # sqrt(ln 100) = 2.146
    assert node.best_child(1.0) == 1
    assert node.bounds == pytest.approx([0.777, 1.373, 0.958], abs=0.001)
    node.take_logarithm(0.0)
    assert node.best_child(0.0) == 2
    assert node.bounds == pytest.approx([0.5, 0.3, 0.6])


def test_bounds_follow_every_sample_and_the_logarithm_is_never_far_behind() -> None:
    """Half a percent of the second term is what the rule of choice may be off."""
    game = make_game("tictactoe")
    searcher = mcts(game, Exploration=100)
    assert isinstance(searcher, Mcts)
    run(searcher, game.start(), 3000)
    root = searcher._root
    for child, bound in zip(root.children, root.bounds, strict=True):
        width = math.sqrt(math.log(root.visits) / child.visits)
        assert bound - child.mean() == pytest.approx(width, rel=0.005)


def test_the_move_visited_most_is_played_though_another_has_the_better_mean() -> None:
    """A move tried late may have won all of its few games."""
    game = make_game("tictactoe")
    searcher = mcts(game)
    assert isinstance(searcher, Mcts)
    clock = Clock(Limits(nodes=1))
    root = searcher._root
    root.open([])
    root.visits = 104
    for move, (visits, mean) in enumerate([(60, 0.5), (4, 1.0), (40, 0.55)]):
        child = Node(None)
        child.visits, child.wins = visits, mean * visits
        root.add_child(move, child)
    searcher._deepest = 1
    assert [info.pv[0] for info in searcher._report(game.start(), 104, clock)] == [0]


@pytest.mark.parametrize("mover", ["x", "o"])
def test_a_heuristic_is_in_the_view_of_the_mover_whoever_that_is(mover: str) -> None:
    """What is good for the side to move is worth more than one half to x only if x moves."""
    game = make_game("gomoku", {"size": "7"})
    searcher = mcts(game, Rollout="heuristic")
    assert isinstance(searcher, Mcts)
    position = game.start()
    # d4 e4 c4 a1: x has two in a row and moves; then o does, after a move that spoils nothing.
    for text in ("d4", "a1", "e4", "g7"):
        position.play(game.parse_move(text))
    if mover == "o":
        position = game.start()
        for text in ("a1", "d4", "g7", "e4", "a7"):
            position.play(game.parse_move(text))
    assert position.evaluate() > 0
    worth = searcher._simulate(position)
    assert (worth > 0.5) == (mover == "x")
    expected = 1 / (1 + math.exp(-position.evaluate() / 100))
    assert worth == pytest.approx(expected if mover == "x" else 1 - expected)


# -------------------------------------------------------------- several trees


class CountedClock(HelperClock):
    """A helper's, which ends after so many samples, as if the engine's search had ended."""

    def __init__(self, crew: Crew, samples: int) -> None:
        super().__init__(Limits(nodes=samples), crew)


def crew_of(game: Game, size: int, **options: OptionValue) -> list[tuple[Crew, Mcts]]:
    """Every member of a crew with its searcher, all in this process."""
    memory = SharedMemory()
    members = []
    for number in range(size):
        own = memory if number == 0 else SharedMemory(os.dup(memory.descriptor))
        crew = Crew(number, size, own)
        searcher = make_searcher("mcts", game, {"Seed": 7, "Visits": True, **options}, crew)
        assert isinstance(searcher, Mcts)
        members.append((crew, searcher))
        if number:
            own.close()
    memory.close()
    return members


def search_with_crew(
    game: Game, position: Position, members: list[tuple[Crew, Mcts]], samples: list[int]
) -> Info:
    """Let the helpers search first, each so many samples, and then the engine; its best line."""
    (engine, searcher), *helpers = members
    number = engine.begin()
    for (crew, helper), most in zip(helpers, samples[1:], strict=True):
        crew.join(number)
        for _ in helper.search(position.copy(), CountedClock(crew, most)):
            pass
        helper._publish()
    clock = Clock(Limits(nodes=sum(samples)))
    clock.count_with(engine.nodes_of_helpers)
    reports = list(searcher.search(position.copy(), clock))
    return [info for info in reports if info.multipv == 1][-1]


def own_visits(searcher: Mcts) -> dict[int, int]:
    root = searcher._root
    return {move: child.visits for move, child in zip(root.moves, root.children, strict=True)}


def test_the_roots_of_a_crew_are_added_up() -> None:
    game = make_game("tictactoe")
    members = crew_of(game, 3, MultiPV=9)
    last = search_with_crew(game, game.start(), members, [500, 500, 700])
    assert last.nodes == 1700
    totals = {visit.move: visit.visits for visit in last.visits}
    each = [own_visits(searcher) for _, searcher in members]
    assert [sum(visits.values()) for visits in each] == [500, 500, 700]
    assert each[0] != each[1], "their random numbers differ"
    assert totals == {
        move: sum(visits.get(move, 0) for visits in each) for move in game.start().legal_moves()
    }
    wins = [
        (child.visits, child.wins)
        for _, searcher in members
        for move, child in zip(searcher._root.moves, searcher._root.children, strict=True)
        if move == last.pv[0]
    ]
    visits, won = map(sum, zip(*wins, strict=True))
    reports = list(members[0][1]._report(game.start(), 500, Clock(Limits())))
    assert [info.pv[0] for info in reports] == sorted(totals, key=totals.__getitem__, reverse=True)
    assert reports[0].score.cp == round(200 * won / visits - 100)


def test_a_bound_of_several_trees_is_that_of_one_with_their_visits() -> None:
    game = make_game("tictactoe")
    members = crew_of(game, 2, Exploration=150, MultiPV=9)
    search_with_crew(game, game.start(), members, [400, 600])
    reports = list(members[0][1]._report(game.start(), 400, Clock(Limits())))
    scores = {info.pv[0]: info.score.cp for info in reports}
    for visit in reports[0].visits:
        mean = ((scores[visit.move] or 0) + 100) / 200
        bound = mean + 1.5 * math.sqrt(math.log(1000) / visit.visits)
        assert visit.bound == pytest.approx(bound, abs=0.004)


@pytest.mark.parametrize("own", [400, 2])
def test_a_bound_of_several_trees_has_the_bonus_that_each_of_them_chose_by(own: int) -> None:
    """With helpers the bounds were told without it, so that the moves that were tried most looked
    as if they had been chosen for nothing. Of some moves only the helper may know.
    """
    game = make_game("mnk", {"width": "4", "height": "3", "row": "3"})
    position = game.start()
    position.play(0)
    members = crew_of(game, 2, MultiPV=11, Exploration=150, TreeConstants="nearness=100")
    search_with_crew(game, position, members, [own, 600])
    reports = list(members[0][1]._report(position, own, Clock(Limits())))
    scores = {info.pv[0]: info.score.cp for info in reports}
    assert len(scores) == 11
    for visit in reports[0].visits:
        mean = ((scores[visit.move] or 0) + 100) / 200
        bound = mean + 1.5 * math.sqrt(math.log(own + 600) / visit.visits)
        distance = max(visit.move // 4, visit.move % 4)  # to the only mark, in the corner
        assert visit.bound == pytest.approx(bound + 11 / 12 / distance, abs=0.006)


def test_the_best_of_all_is_played_though_the_own_tree_has_hardly_seen_it() -> None:
    """One sample of its own, on one of nine moves: the rest is from a helper.

    xx.
    oo.
    ...
    """
    game = make_game("tictactoe")
    position = game.read_position("xx1/oo1/3 x")
    for seed in range(1, 6):
        members = crew_of(game, 2, Seed=seed)
        assert search_with_crew(game, position, members, [1, 800]).pv[0] == 2


def test_the_trees_of_a_crew_together_take_the_memory_of_one() -> None:
    game = make_game("gomoku")
    alone = mcts(game, Hash=4)
    assert isinstance(alone, Mcts)
    members = crew_of(game, 4, Hash=4)
    assert {searcher._most_nodes for _, searcher in members} == {alone._most_nodes // 4}


def test_a_helper_publishes_as_it_goes_and_the_engine_reads_it_in_every_game() -> None:
    for name in ("nineboard", "qubic", "gomoku"):
        game = make_game(name)
        members = crew_of(game, 2)
        (engine, searcher), (crew, helper) = members
        crew.join(engine.begin())
        for _ in helper.search(game.start(), CountedClock(crew, 400)):
            pass
        (tally,) = searcher._roots.of_helpers()
        published = {move: visits for move, (visits, _) in tally.items()}
        assert sum(published.values()) > 300, "what it has found since then is little"
        assert published.keys() <= own_visits(helper).keys()
