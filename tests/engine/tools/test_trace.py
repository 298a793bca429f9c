"""`engine.tools.trace`: what is drawn is what the searches do, and too large is refused."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, LinemateError, OptionValue, Position
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.scores import WIN
from linemate.engine.tools.trace import TreeTooLargeError, trace
from linemate.engine.tools.trace_mcts import MOST_WATCHED, RecordedMcts
from linemate.engine.tools.trace_trees import (
    RecordedAlphaBeta,
    RecordedMinimax,
    TraceStep,
)

ROOT = Path(__file__).parent.parent.parent.parent
CASES = [
    ("tictactoe", 0, 5),
    ("tictactoe", 2, 2),
    ("nineboard", 2, 9),
    ("ultimate", 2, 12),
    ("qubic", 1, 20),
    ("gomoku", 1, 10),
]


def after_random_moves(game: Game, count: int, seed: int) -> Position:
    rng = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(count):
            if position.outcome() is None:
                position.play(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def last_info(name: str, game: Game, position: Position, options: dict[str, OptionValue]) -> Info:
    *_, info = make_searcher(name, game, options).search(position.copy(), Clock(Limits()))
    return info


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"]:
        yield from walk(child)


def steps(step: TraceStep) -> Iterator[TraceStep]:
    yield step
    for child in step.children:
        yield from steps(child)


def read(game_name: str, text: str, **limits: int) -> dict[str, Any]:
    game = make_game(game_name)
    return trace(game, game.read_position(text), **limits)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game_name", "depth", "moves"), CASES)
def test_a_recorded_search_does_what_the_search_does(
    game_name: str, depth: int, moves: int, seed: int
) -> None:
    """The same last report but for its seconds, and a step for every node counted."""
    game = make_game(game_name)
    position = after_random_moves(game, moves, seed)
    empty = position.cells().count(".")
    for name, recorded in (("minimax", RecordedMinimax), ("alphabeta", RecordedAlphaBeta)):
        search = recorded(game, depth or empty, 10_000)
        root, info = search.run(position.copy())
        plain = last_info(name, game, position, {"Depth": depth or empty})
        assert info.replace(seconds=0.0) == plain.replace(seconds=0.0)
        assert sum(1 for _ in steps(root)) == plain.nodes == search.visited
        assert root.value == max(-child.value for child in root.children)


def test_recorded_windows_are_those_that_alpha_beta_hands_down() -> None:
    game = make_game("tictactoe")
    root, _ = RecordedAlphaBeta(game, 5, 10_000).run(game.read_position("x1o/1x1/2o x"))
    for step in steps(root):
        best = -WIN
        for child in step.children:
            assert (child.alpha, child.beta) == (-step.beta, -max(step.alpha, best))
            best = max(best, -child.value)
        if step.children:
            assert step.value == best
            assert (best >= step.beta) or len(step.children) == len(step.legal)


def test_the_tree_of_mcts_is_that_of_the_search() -> None:
    game = make_game("tictactoe")
    position = game.read_position("x1o/1x1/2o x")
    options: dict[str, OptionValue] = {"Samples": 300, "Seed": 7, "Visits": True}
    plain = last_info("mcts", game, position, options)
    search = RecordedMcts(game, 300, 7)
    *_, info = search.search(position.copy(), Clock(Limits()))
    assert (info.pv, info.score, info.nodes) == (plain.pv, plain.score, plain.nodes)
    document = trace(game, position, samples=300, seed=7)["mcts"]
    assert isinstance(document, dict)
    shown = {child["move"]: child for child in document["tree"]["children"]}
    assert len(shown) == len(plain.visits) == 5
    for visit in plain.visits:
        child = shown[game.write_move(visit.move)]
        assert child["visits"] == visit.visits
        assert child["bound"] == pytest.approx(visit.bound)
    assert document["line"] == [game.write_move(move) for move in plain.pv]


def test_the_first_samples_are_told_as_they_happened() -> None:
    """Each is one way from the root; what it counts is the difference to the sample before."""
    game = make_game("tictactoe")
    position = game.read_position("x1o/1x1/2o x")
    document = trace(game, position, samples=300, seed=7)["mcts"]
    assert isinstance(document, dict)
    first = document["first"]
    parents: dict[int, int] = {}
    places: dict[int, list[str]] = {1: []}

    def visit(node: dict[str, Any]) -> None:
        for child in node["children"]:
            parents[child["number"]] = node["number"]
            places[child["number"]] = [*places[node["number"]], child["move"]]
            visit(child)

    visit(first["tree"])
    assert len(first["samples"]) == MOST_WATCHED
    before: dict[str, Any] = {}
    for sample in first["samples"]:
        path = sample["path"]
        assert path[0] == 1
        assert [parents[node] for node in path[1:]] == path[:-1]
        assert sample["expanded"] == (str(path[-1]) not in before)
        _check_choices(path[:-1] if sample["expanded"] else path, before, parents)
        end = position.copy()
        for move in (*places[path[-1]], *sample["playout"]):
            end.play(game.read_move(end, move))
        outcome = end.outcome()
        assert outcome is not None
        assert sample["result"] == {0: "x wins", 1: "o wins", None: "draw"}[outcome.winner]
        assert sample["board"]["cells"] == end.cells()
        for node, now in sample["nodes"].items():
            grown = now["visits"] - before.get(node, {"visits": 0})["visits"]
            assert grown == (int(node) in path)
        before = sample["nodes"]


def _check_choices(path: list[int], before: dict[str, Any], parents: dict[int, int]) -> None:
    """Every step down was to the child with the highest bound."""
    for node in path[1:]:
        beside = [other for other in before if parents.get(int(other)) == parents[node]]
        assert before[str(node)]["bound"] == max(before[other]["bound"] for other in beside)


def test_a_game_with_a_playout_of_its_own_tells_only_how_it_ended() -> None:
    game = make_game("ultimate")
    search = trace(game, game.start(), depth=1)["mcts"]
    assert isinstance(search, dict)
    samples = search["first"]["samples"]
    assert {sample["playout"] for sample in samples} == {None}
    assert {sample["result"] for sample in samples} <= {"x wins", "o wins", "draw"}


def test_mcts_is_cut_down_to_the_most_visited() -> None:
    tree = read("gomoku", "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o", depth=1)["mcts"][
        "tree"
    ]
    assert sum(1 for _ in walk(tree)) <= 41
    visits = [child["visits"] for child in tree["children"]]
    assert visits == sorted(visits, reverse=True)
    assert tree["left_out"] == 224 - len(visits)


def test_values_windows_and_cuts_are_told_from_the_side_of_x() -> None:
    """
    x . o     x has b3 first, which loses at once to c2. After a2 instead, o's b3 is worse for o
    . x .     than that, o's c2 is as good: x cannot gain by a2, and a1 and b1 need no look.
    . . o
    """
    document = read("tictactoe", "x1o/1x1/2o x")
    assert document["minimax"]["positions"] == 186
    assert document["alphabeta"]["positions"] == 88
    assert document["alphabeta"]["value"] == {"number": 0, "words": "draw"}
    first, second = document["alphabeta"]["tree"]["children"][:2]
    assert first["value"]["words"] == "o wins in 2"
    assert (second["alpha"]["words"], second["beta"]["words"]) == ("o wins in 2", "+∞")
    assert second["bound"] == "at most"
    assert second["cut"] == {
        "by": "o",
        "move": "c2",
        "value": {"number": 2 - WIN, "words": "o wins in 2"},
        "limit": {"number": 2 - WIN, "words": "o wins in 2"},
        "holder": {"node": 1, "move": "b3"},
        "moves": ["a1", "b1"],
    }


@pytest.mark.parametrize("text", ["x1o/1x1/2o x", "xo1/1x1/o2 x", "x2/ox1/2o x"])
def test_every_cut_rests_on_what_its_holder_has(text: str) -> None:
    """The holder's move was searched before, is the rival's, and is worth what the cut says."""
    document = read("tictactoe", text)
    nodes = {node["order"]: node for node in walk(document["alphabeta"]["tree"])}
    assert list(nodes) == list(range(1, document["alphabeta"]["positions"] + 1))
    cuts = [(node, node["cut"]) for node in nodes.values() if node["cut"]]
    assert cuts
    for node, cut in cuts:
        holder = nodes[cut["holder"]["node"]]
        held = next(c for c in holder["children"] if c["move"] == cut["holder"]["move"])
        assert holder["to_move"] != cut["by"] == node["to_move"]
        assert held["order"] < node["order"]
        assert held["value"] == cut["limit"]
        value, limit = cut["value"]["number"], cut["limit"]["number"]
        assert value >= limit if cut["by"] == "x" else value <= limit


@pytest.mark.parametrize("text", ["x1o/1x1/2o x", "xo1/1x1/o2 x", "x2/ox1/2o x"])
def test_bounds_hold_and_the_cut_moves_are_the_difference_of_the_trees(text: str) -> None:
    document = read("tictactoe", text)

    def compare(pruned: dict[str, Any], whole: dict[str, Any]) -> None:
        value, truth = pruned["value"]["number"], whole["value"]["number"]
        bound = pruned["bound"]
        assert (
            value == truth
            or (bound == "at least" and value < truth)
            or (bound == "at most" and value > truth)
        )
        cut = pruned["cut"]["moves"] if pruned["cut"] else []
        seen = [child["move"] for child in pruned["children"]]
        assert [child["move"] for child in whole["children"]] == seen + cut
        for one, other in zip(pruned["children"], whole["children"], strict=False):
            compare(one, other)

    compare(document["alphabeta"]["tree"], document["minimax"]["tree"])


def test_at_a_depth_limit_values_are_estimates() -> None:
    document = read("tictactoe", "3/1x1/3 o", depth=2)
    assert document["estimates"]
    leaves = [node for node in walk(document["minimax"]["tree"]) if not node["children"]]
    assert {leaf["kind"] for leaf in leaves} == {"estimate"}
    assert any(leaf["value"]["words"].startswith("+") for leaf in leaves)


def test_a_late_position_of_a_large_board_is_searched_to_its_end() -> None:
    """`minimax` itself refuses boards of 16 cells unless told a depth."""
    game = make_game("mnk", {"width": "4", "height": "4", "row": "4"})
    document: dict[str, Any] = trace(game, game.read_position("xoxo/xoxo/oxox/x3 o"))
    assert document["minimax"]["positions"] == 16
    assert document["minimax"]["value"]["words"] == "draw"


def test_a_tree_too_large_is_refused_with_its_size_and_the_depth_that_fits() -> None:
    game = make_game("tictactoe")
    with pytest.raises(
        TreeTooLargeError,
        match=r"has 549,946 positions, and a page holds 2,000: "
        r"take --depth 3 \(586 positions\) or a later position",
    ):
        trace(game, game.start())
    assert trace(game, game.start(), depth=3)
    with pytest.raises(TreeTooLargeError, match="take a later position"):
        trace(game, game.start(), depth=2, most_nodes=5)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": -1}, "bad depth -1: expected a whole number from 0"),
        ({"samples": 0}, "bad samples 0"),
        ({"seed": 0}, "bad seed 0"),
        ({"most_nodes": 10**9}, "bad most-nodes 1000000000"),
    ],
)
def test_numbers_out_of_range_are_refused(limits: dict[str, int], message: str) -> None:
    with pytest.raises(LinemateError, match=message):
        read("tictactoe", "xox/oxo/3 x", **limits)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "linemate.engine.tools.trace", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def test_the_command_prints_one_document() -> None:
    done = run("--moves", "b2 a1 c1 b3", "--samples", "50")
    assert done.returncode == 0
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert document["position"] == "1o1/1x1/o1x x"
    assert document["mcts"]["samples"] == 50


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "chess"], "unknown game 'chess'"),
        (["--option", "size=4"], "unknown option 'size' of tictactoe"),
        (["--option", "size"], "bad option 'size': expected name=value"),
        (["--position", "xx/3 x"], "bad position: 2 rows"),
        (["--position", "xxx/oo1/3 o"], "the game is over (x wins)"),
        (["--moves", "a1 a1"], "illegal move 'a1'"),
    ],
)
def test_the_command_refuses_in_one_line(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
