"""`hminimax` and `pvs` are exact where they see the end, and keep their promises elsewhere."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Sequence
from weakref import ref

import pytest

from linemate.engine.champion import pvs
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Limits, OptionValue, Position, Searcher
from linemate.engine.deepening import Deepening, Finding, Found
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.reference.minimax import Value, as_score, solve
from tests.variants import Variant

Make = Callable[..., Searcher]
OPTIONS: dict[str, OptionValue] = {"Hash": 4, "MultiPV": 1, "Seed": 1, "Solved": False}


@pytest.fixture(params=["hminimax", "pvs"])
def make(request: pytest.FixtureRequest) -> Make:
    return lambda game, **options: make_searcher(request.param, game, OPTIONS | options)


def run(searcher: Searcher, position: Position, limits: Limits) -> list[Info]:
    return list(searcher.search(position.copy(), Clock(limits, position.to_move)))


def all_open_positions(game: Game) -> list[Position]:
    """Return one of each kind: none is the image of another under a symmetry."""
    found: dict[int, Position] = {}
    pending = [game.start()]
    while pending:
        position = pending.pop()
        images = (game.transform(position, symmetry) for symmetry in game.symmetries())
        key = min(image.key() for image in images)
        if position.outcome() is None and key not in found:
            found[key] = position
            for move in position.legal_moves():
                child = position.copy()
                child.play(move)
                pending.append(child)
    return list(found.values())


def assert_exact(game: Game, position: Position, last: Info, memory: dict[int, Value]) -> None:
    value = solve(position, memory)
    assert last.score == as_score(value), game.diagram(position)
    # The move keeps what the score promises.
    after = position.copy()
    after.play(last.pv[0])
    result, plies = solve(after, memory)
    assert -result == value[0]
    assert value[0] == 0 or plies + 1 == value[1]


@pytest.mark.parametrize(
    "variant",
    [
        Variant("tictactoe", {}),
        Variant("mnk", {"width": "4", "height": "2", "row": "3"}),
        Variant("mnk", {"width": "3", "height": "3", "row": "2"}),
        Variant("mnk", {"width": "7", "height": "1", "row": "3"}),
        Variant("mnk", {"width": "3", "height": "3", "row": "3", "drop": "true"}),
    ],
    ids=str,
)
def test_it_agrees_with_minimax_on_every_position(make: Make, variant: Variant) -> None:
    game = variant.game
    memory: dict[int, Value] = {}
    for position in all_open_positions(game):
        last = run(make(game), position, Limits())[-1]
        assert_exact(game, position, last, memory)


# A game, and how many playable cells are left when its random games are looked at.
LATE = [
    (Variant("nineboard", {"full_board": "free"}), 20),
    (Variant("nineboard", {"full_board": "draw"}), 25),
    (Variant("ultimate", {"won_boards": "closed"}), 9),
    (Variant("ultimate", {"won_boards": "open", "tiebreak": "majority"}), 10),
    (Variant("qubic", {}), 8),
    (Variant("gomoku", {"size": "6", "rule": "standard"}), 8),
    (Variant("gomoku", {"size": "5"}), 8),
    (Variant("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}), 9),
]


@pytest.mark.parametrize(("variant", "cells"), LATE, ids=str)
def test_it_agrees_with_minimax_on_late_positions(make: Make, variant: Variant, cells: int) -> None:
    rng = random.Random(str(variant))
    game = variant.game
    for _ in range(12):
        position = late_position(game, cells, rng)
        last = run(make(game), position, Limits())[-1]
        assert_exact(game, position, last, {})


def late_position(game: Game, cells: int, rng: random.Random) -> Position:
    """Take one from a random game that nobody ended while there was another move."""
    for _ in range(1000):
        position = game.start()
        while count_playable(position) > cells:
            moves = [move for move in position.legal_moves() if not ends_game(position, move)]
            if not moves:
                break
            position.play(rng.choice(moves))
        else:
            return position
    raise AssertionError(f"no late position of {game.name} in 1000 games")


def ends_game(position: Position, move: int) -> bool:
    position.play(move)
    over = position.outcome() is not None
    position.undo()
    return over


def count_playable(position: Position) -> int:
    """Free cells, those of closed boards left out."""
    closed = getattr(position, "closed", 0)
    return sum(
        mark == "." and not closed >> cell // 9 & 1 for cell, mark in enumerate(position.cells())
    )


def test_one_table_serves_a_whole_game_without_spoiling_a_result(make: Make) -> None:
    """Proven scores are stored relative to their position, so they stay true as play goes on."""
    game = make_game("mnk", {"width": "4", "height": "3", "row": "3"})
    memory: dict[int, Value] = {}
    rng = random.Random(3)
    for _ in range(3):
        searcher, position = make(game), game.start()
        while position.outcome() is None:
            assert_exact(game, position, run(searcher, position, Limits())[-1], memory)
            position.play(rng.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("name", "depth"), [("nineboard", 9), ("ultimate", 7), ("qubic", 5), ("gomoku", 5)]
)
def test_what_a_search_has_learned_is_there_when_the_next_begins(name: str, depth: int) -> None:
    game = make_game(name)
    searcher = make_searcher("pvs", game, OPTIONS)
    first, again = (run(searcher, game.start(), Limits(depth=depth))[-1] for _ in range(2))
    assert 2 * again.nodes < first.nodes
    searcher.clear()
    assert run(searcher, game.start(), Limits(depth=depth))[-1].nodes == first.nodes


@pytest.mark.parametrize("name", ["nineboard", "ultimate", "qubic", "gomoku"])
def test_lines_are_legal_and_limits_are_kept(make: Make, name: str) -> None:
    game = make_game(name)
    position = game.start()
    for info in run(make(game), position, Limits(nodes=3000)):
        assert info.nodes <= 3000
        replay = position.copy()
        for move in info.pv:
            assert move in replay.legal_moves()
            replay.play(move)
    assert run(make(game), position, Limits(depth=2))[-1].depth == 2


def test_several_lines_begin_with_different_moves_and_are_ordered(make: Make) -> None:
    game = make_game("ultimate")
    infos = run(make(game, MultiPV=3), game.start(), Limits(depth=3))
    last = [info for info in infos if info.depth == 3]
    assert [info.multipv for info in last] == [1, 2, 3]
    assert len({info.pv[0] for info in last}) == 3
    scores = [info.score.cp or 0 for info in last]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("qubic", "x15/1o4x1o7/6o9/12x3 x"),
        ("nineboard", "3ox1x2/o3x1x2/4x2x1/1x2o2x1/o1oo1o2x/5xo1x/1o5ox/x1o5o/1o1xxo2o x 4"),
    ],
)
def test_no_move_stands_in_two_lines_when_a_win_is_found(name: str, text: str) -> None:
    """A shorter win by the move of another line was once announced as the first line, too."""
    game = make_game(name)
    searcher = make_searcher("pvs", game, OPTIONS | {"MultiPV": 3})
    infos = run(searcher, game.read_position(text), Limits(nodes=5000))
    assert any(info.score.plies for info in infos)
    for depth in range(1, infos[-1].depth + 1):
        lines = [info for info in infos if info.depth == depth]
        assert [info.multipv for info in lines] == [1, 2, 3]
        assert len({info.pv[0] for info in lines}) == 3


def test_a_shorter_win_is_not_looked_for_without_end() -> None:
    """x wins in 17 plies; to exclude every win in 15 by trying it out would take years."""
    game = make_game("mnk", {"width": "6", "height": "6", "row": "4"})
    position = game.read_position("4x1/1ox3/2o2o/o5/x5/1xx1o1 x")
    clock = Clock(Limits(depth=5, nodes=300_000))
    *_, last = make_searcher("pvs", game, OPTIONS).search(position, clock)
    assert (last.depth, last.score.plies) == (5, 17)
    assert clock.nodes < 150_000


def test_only_the_moves_asked_for_are_searched(make: Make) -> None:
    game = make_game("tictactoe")
    position = game.read_position("xx1/oo1/3 x")
    infos = run(make(game), position, Limits(depth=4, searchmoves=(7, 8)))
    assert {info.pv[0] for info in infos} <= {7, 8}


def test_even_an_instant_stop_has_a_sensible_answer(make: Make) -> None:
    """x can win at once; a search that is cancelled before it began still sees it."""
    game = make_game("tictactoe")
    position = game.read_position("1xx/oo1/3 x")
    clock = Clock(Limits(infinite=True))
    clock.cancel()
    infos = list(make(game).search(position, clock))
    assert infos[-1].pv[0] == 0


@pytest.mark.parametrize(
    "variant",
    [
        Variant("nineboard", {}),
        Variant("ultimate", {}),
        Variant("qubic", {}),
        Variant("gomoku", {"size": "9"}),
        Variant("mnk", {"width": "9", "height": "9", "row": "4"}),
    ],
    ids=str,
)
@pytest.mark.parametrize("lines", [1, 5])
def test_a_win_at_hand_is_played_however_little_time_there_is(variant: Variant, lines: int) -> None:
    game, rng = variant.game, random.Random(4)
    searcher = make_searcher("pvs", game, OPTIONS | {"MultiPV": lines})
    seen = 0
    while seen < 10:
        position = game.start()
        while position.outcome() is None:
            position.play(rng.choice(position.legal_moves()))
        position.undo()
        wins = [move for move in position.legal_moves() if is_won_by(move, position)]
        if wins:
            seen += 1
            infos = run(searcher, position, Limits(nodes=1))
            assert [info for info in infos if info.multipv == 1][-1].pv[0] in wins


def is_won_by(move: int, position: Position) -> bool:
    after = position.copy()
    after.play(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner == position.to_move


def test_the_same_search_twice_counts_the_same_nodes(make: Make) -> None:
    game = make_game("qubic")
    first, second = (run(make(game), game.start(), Limits(depth=3))[-1] for _ in range(2))
    assert (first.nodes, first.pv, first.score) == (second.nodes, second.pv, second.score)


@pytest.mark.parametrize("name", ["pvs", "hminimax", "alphabeta", "minimax"])
def test_no_result_is_claimed_that_is_not_proven_however_early_a_search_ends(name: str) -> None:
    """Node limits up to 400 on random positions of 4x4 and 3x3.

    A search that was stopped after its first move, a losing one, once announced the loss as
    the position's, and played the move, where another move won.
    """
    rng = random.Random(9)
    for options in ({"width": "4", "height": "4", "row": "3"}, {}):
        game = make_game("mnk", options)
        memory: dict[int, Value] = {}
        for _ in range(4):
            position = game.start()
            while position.outcome() is None and position.cells().count(".") > 8:
                position.play(rng.choice(position.legal_moves()))
            if position.outcome() is not None:
                continue
            result, _ = solve(position, memory)
            for nodes in range(1, 400, 7):
                searcher = make_searcher(name, game, OPTIONS | {"Depth": 16})
                for info in run(searcher, position, Limits(nodes=nodes)):
                    if info.score.plies is not None:
                        assert (1 if info.score.plies > 0 else -1) == result


def test_a_move_not_looked_at_is_played_before_one_that_is_lost(make: Make) -> None:
    """o has a win, but the search is stopped when only the losing c2 has been searched."""
    game = make_game("mnk", {"width": "4", "height": "4", "row": "3"})
    position = game.read_position("x3/4/1o2/1xxo o")
    memory: dict[int, Value] = {}
    for nodes in range(1, 200):
        move = run(make(game), position, Limits(nodes=nodes))[-1].pv[0]
        if nodes > 48:
            position.play(move)
            assert solve(position, memory)[0] != 1, nodes
            position.undo()


def test_the_centre_is_the_first_move_of_gomoku(make: Make) -> None:
    game = make_game("gomoku")
    assert game.write_move(run(make(game), game.start(), Limits(depth=1))[-1].pv[0]) == "h8"


@pytest.mark.parametrize("name", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku", "mnk"])
def test_a_searcher_that_is_dropped_takes_its_table_with_it(name: str) -> None:
    """A new game makes a new one: what games of one kind share must not keep the old."""
    game = make_game(name)
    searcher = make_searcher("pvs", game, OPTIONS)
    run(searcher, game.start(), Limits(nodes=100))
    core = ref(searcher._core)  # type: ignore[attr-defined]
    del searcher
    gc.collect()
    assert core() is None


class CutShort(Deepening):
    """Finds its first move lost, late, and then is stopped, at a depth that one can choose.

    Until then the first move is worth 30 to it. If it is `rescued`, it comes to score the others.
    """

    name = "cut-short"

    def __init__(self, game: Game, stopped_at: int, rescued: bool = False, lines: int = 1) -> None:
        super().__init__(game, OPTIONS | {"Depth": 0, "MultiPV": lines})
        self._stopped_at = stopped_at
        self._rescued = rescued

    def evaluate(self, position: Position) -> int:
        return 1000 * len(position.history) - 70

    def _begin(self, position: Position, moves: list[int]) -> None:
        self._position = position

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        if depth < self._stopped_at:
            return 30 if moves[0] == 0 else 20, moves[:1]
        if self._rescued:
            yield from self._judge_first(moves, depth, 4 - WIN, -WIN)
        self._position.play(moves[0])
        self._refuted.add(moves[0])
        self._improvements.append((4 - WIN, moves[:1], None))
        raise SearchStopped

    def _counts(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def clear(self) -> None:
        pass


def test_a_move_that_is_lost_late_is_better_than_one_that_nobody_has_looked_at() -> None:
    """Gomoku under time pressure: the only block of a four was lost in four plies, and so the
    next move in the list was played, which let the four be completed."""
    game = make_game("tictactoe")
    first = game.start().legal_moves()[0]
    assert run(CutShort(game, 1), game.start(), Limits())[-1].pv == (first,)
    assert run(CutShort(game, 2), game.start(), Limits())[-1].pv != (first,)


def test_a_move_that_is_lost_but_has_to_do_is_told_with_the_estimate_of_the_position() -> None:
    """It was told as `cp 0`, which nobody had found out, when depth 1 was cut short."""
    game = make_game("tictactoe")
    last = run(CutShort(game, 1), game.start(), Limits())[-1]
    assert (last.depth, last.score.cp) == (0, -70)


def test_a_move_that_takes_the_place_of_a_refuted_one_is_worth_at_most_what_that_was() -> None:
    """It was told as `cp 0`, which nobody had found out."""
    game = make_game("tictactoe")
    last = run(CutShort(game, 3), game.start(), Limits())[-1]
    assert (last.pv, last.depth, last.score.cp, last.bound) == ((1,), 2, 30, "upperbound")


def test_when_the_best_move_is_refuted_the_others_are_scored_less_deep_at_once() -> None:
    game = make_game("tictactoe")
    last = run(CutShort(game, 5, rescued=True), game.start(), Limits())[-1]
    assert (last.pv, last.depth, last.score.cp, last.bound) == ((1,), 2, 20, None)


class StoppedInRescue(CutShort):
    """Is stopped while it scores the others, before any of them has a score."""

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        if len(moves) < 9:
            raise SearchStopped
        return (yield from super()._best_line(moves, depth, expected))


def test_a_rescue_that_is_cut_short_tells_the_bound_of_the_last_depth_that_was_finished() -> None:
    """It was told at depth 2: one less than that at which the others were being scored."""
    game = make_game("tictactoe")
    last = run(StoppedInRescue(game, 6, rescued=True), game.start(), Limits())[-1]
    assert (last.pv, last.depth, last.score.cp, last.bound) == ((1,), 5, 30, "upperbound")


def test_of_several_lines_one_that_is_not_refuted_is_told_first() -> None:
    game = make_game("tictactoe")
    last = run(CutShort(game, 3, lines=2), game.start(), Limits())[-1]
    assert (last.multipv, last.pv, last.score.cp) == (1, (1,), 20)


class Scripted(Deepening):
    """Tells `_judge_first` of one score a depth for the first move of each line, then ends it.

    The windows begin at `expected - 40`. After the last score it fails high, and is stopped.
    """

    name = "scripted"

    def __init__(
        self, game: Game, *scores: int, lines: int = 1, steady_first: bool = False
    ) -> None:
        """With `steady_first` the first line keeps the score of depth 1."""
        super().__init__(game, OPTIONS | {"Depth": 0, "MultiPV": lines})
        self._scores = scores
        self._steady_first = steady_first
        self.extended: list[tuple[bool, bool]] = []  # by depth: before it ended, and after

    def _begin(self, position: Position, moves: list[int]) -> None:
        pass

    def _best_line(self, moves: list[int], depth: int, expected: int | None) -> Finding:
        alpha = -WIN if expected is None else expected - 40
        if depth > len(self._scores):
            self._improvements.append((alpha + 80, moves[:1], "lowerbound"))
            raise SearchStopped
        is_steady = self._steady_first and len(moves) == 9
        score = self._scores[0 if is_steady else depth - 1]
        yield from self._judge_first(moves, depth, score, alpha)
        self._extended_within = self._clock._is_extended
        if score < -PROVEN:
            self._refuted.add(moves[0])
        return score, moves[:1]

    def _report_more(
        self, depth: int, found: Sequence[Found], moves: Sequence[int]
    ) -> Iterator[Info]:
        self.extended.append((self._extended_within, self._clock._is_extended))
        yield from ()

    def _is_settled(self, depth: int, found: Sequence[Found]) -> bool:
        return False

    def _counts(self) -> tuple[int, int, int]:
        return 0, 0, 0


def test_a_bound_is_told_at_the_depth_that_was_searched_for_it() -> None:
    """`depth 2 cp -80`, and then `depth 2 cp -40 lowerbound`, which the third had shown."""
    game = make_game("tictactoe")
    exact, last = run(Scripted(game, -60, -80), game.start(), Limits())[-2:]
    assert (exact.depth, exact.score.cp, exact.bound) == (2, -80, None)
    assert (last.depth, last.score.cp, last.bound) == (3, -40, "lowerbound")


LOST = 6 - WIN


@pytest.mark.parametrize(
    ("scores", "moves", "extended"),
    [
        ((0, 10, -10), (), [False, False, False]),
        ((0, -50, -60), (), [False, True, False]),
        ((0, LOST), (), [False, True]),
        ((0, LOST, LOST), (), [False, True, False]),
        ((0, -50), (4,), [False, False]),
        ((0, LOST), (4,), [False, False]),
    ],
    ids=["as expected", "worse", "lost", "lost for long", "one move, worse", "one move, lost"],
)
def test_more_time_is_asked_for_only_on_news_and_only_for_the_depth_that_brings_it(
    scores: tuple[int, ...], moves: tuple[int, ...], extended: list[bool]
) -> None:
    """In a won position with 100 s on the clock a move took 4.8 s, for a refutation long past."""
    game = make_game("tictactoe")
    searcher = Scripted(game, *scores)
    run(searcher, game.start(), Limits(p1time=100_000, searchmoves=moves))
    assert searcher.extended == [(within, False) for within in extended]


def test_no_more_time_is_asked_for_when_another_line_than_the_best_gets_worse() -> None:
    game = make_game("tictactoe")
    searcher = Scripted(game, 0, -50, lines=3, steady_first=True)
    run(searcher, game.start(), Limits(p1time=100_000))
    assert searcher.extended == [(False, False), (False, False)]


@pytest.mark.parametrize("name", ["ultimate", "qubic"])
def test_a_bound_that_is_told_holds_at_the_end_of_its_depth(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A window so narrow that most scores are outside of it. (Gomoku and nineboard reduce so much
    that they may find something else when they look again.)
    """
    monkeypatch.setattr(pvs, "ASPIRATION", 1)
    monkeypatch.setattr(pvs, "ASPIRATION_DEPTH", 2)
    game, rng = make_game(name), random.Random(2)
    seen = set()
    for _ in range(2):
        position = game.start()
        for _ in range(6):
            position.play(rng.choice(position.legal_moves()))
        infos = run(make_searcher("pvs", game, OPTIONS), position, Limits(nodes=3000))
        for info in infos:
            exact = [other for other in infos if other.depth == info.depth and not other.bound]
            if info.bound and exact and exact[-1].score.cp is not None:
                seen.add(info.bound)
                assert info.score.cp is not None
                difference = exact[-1].score.cp - info.score.cp
                assert difference >= 0 if info.bound == "lowerbound" else difference <= 0
    assert seen == {"lowerbound", "upperbound"}


@pytest.mark.parametrize("name", ["alphabeta", "minimax"])
def test_the_move_being_looked_at_is_played_before_those_that_were_found_to_lose(name: str) -> None:
    """x completes a row against the first moves; the search is stopped after a few of them."""
    game = make_game("mnk", {"width": "4", "height": "4", "row": "3"})
    position = game.read_position("x3/4/1o2/1xxo o")
    for nodes in range(150, 400, 50):
        searcher = make_searcher(name, game, OPTIONS | {"Depth": 3})
        infos = run(searcher, position, Limits(nodes=nodes))
        assert infos[-1].pv != infos[0].pv, "the first move loses"
        assert infos[-1].score.plies is None


@pytest.mark.parametrize("name", ["nineboard", "ultimate"])
def test_hminimax_looks_less_far_where_the_board_may_be_chosen_if_it_shall(name: str) -> None:
    """Report 004: a free play has many more moves, so it may have a depth of its own."""
    game = make_game(name)
    searcher = make_searcher("hminimax", game, {"Depth": 3, "FreeDepth": 2})
    free, sent = game.start(), game.start()
    sent.play(0)
    for position, depth in ((free, 2), (sent, 3), (free, 2)):
        *_, last = searcher.search(position.copy(), Clock(Limits()))
        assert last.depth == depth
