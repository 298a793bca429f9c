"""Limits become deadlines. Time stands still in here but for what a test lets pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine import clock as clock_module
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Limits

OVERHEAD = 10  # ms


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(clock_module, "perf_counter", time)
    return time


def must_end(clock: Clock, nodes: int = 0) -> bool:
    try:
        clock.check(nodes)
    except SearchStopped:
        return True
    return False


def longest(clock: Clock, time: Time) -> float:
    """Return the milliseconds until the clock ends a search, to a microsecond; time goes back."""
    begin = time.now
    low, high = 0.0, 1e7
    while high - low > 1e-3:
        middle = (low + high) / 2
        time.now = begin + middle / 1000
        low, high = (low, middle) if must_end(clock) else (middle, high)
    time.now = begin
    return high


def deepens_until(clock: Clock, time: Time) -> float:
    """Return the milliseconds from which on it begins no new depth."""
    begin = time.now
    low, high = 0.0, 1e7
    while high - low > 1e-3:
        middle = (low + high) / 2
        time.now = begin + middle / 1000
        low, high = (middle, high) if clock.may_deepen(1) else (low, middle)
    time.now = begin
    return high


# ------------------------------------------------------------------ one move


@pytest.mark.parametrize("movetime", [20, 50, 100, 500, 10**6])
def test_movetime_is_used_up_but_for_the_overhead(time: Time, movetime: int) -> None:
    clock = Clock(Limits(movetime=movetime), 0, OVERHEAD)
    assert longest(clock, time) == pytest.approx(movetime - OVERHEAD, abs=0.01)
    assert deepens_until(clock, time) == pytest.approx(movetime - OVERHEAD, abs=0.01)


@pytest.mark.parametrize("movetime", [1, 5, 10, 19])
def test_a_movetime_that_the_overhead_would_eat_is_halved(time: Time, movetime: int) -> None:
    clock = Clock(Limits(movetime=movetime), 0, OVERHEAD)
    assert longest(clock, time) == pytest.approx(movetime / 2, abs=0.01)


def test_no_time_at_all_ends_a_search_at_its_first_look(time: Time) -> None:
    assert must_end(Clock(Limits(movetime=0), 0, OVERHEAD))
    assert must_end(Clock(Limits(p1time=0, p2time=0), 0, OVERHEAD))


def test_time_counts_from_the_arrival_of_the_command(time: Time) -> None:
    clock = Clock(Limits(movetime=100), 0, 0, started=time.now - 0.04)
    assert longest(clock, time) == pytest.approx(60, abs=0.01)
    assert clock.elapsed() == pytest.approx(0.04)


# ------------------------------------------------------------------ a game clock


@given(
    left=st.integers(0, 10**7),
    increment=st.integers(0, 10**6),
    movestogo=st.none() | st.integers(1, 200),
    side=st.integers(0, 1),
)
def test_a_search_never_lasts_beyond_what_is_left(
    left: int, increment: int, movestogo: int | None, side: int
) -> None:
    """The increment comes only after the move, so it is nothing that could be spent now."""
    names = (("p1time", "p1inc"), ("p2time", "p2inc"))[side]
    limits = Limits(movestogo=movestogo, **dict(zip(names, (left, increment), strict=True)))
    with pytest.MonkeyPatch.context() as patch:
        time = Time()
        patch.setattr(clock_module, "perf_counter", time)
        clock = Clock(limits, side, OVERHEAD)
        most = max(left - OVERHEAD, left / 2)
        assert longest(clock, time) <= most + 0.01
        assert deepens_until(clock, time) <= longest(clock, time) + 0.01


@pytest.mark.parametrize("left", [1, 2, 5, 10, 15, 30])
def test_a_few_milliseconds_are_never_all_spent(time: Time, left: int) -> None:
    clock = Clock(Limits(p1time=left, p2time=left), 0, OVERHEAD)
    assert 0 < longest(clock, time) <= left / 2 + 0.01


def test_each_player_has_a_clock_of_their_own(time: Time) -> None:
    limits = Limits(p1time=100_000, p2time=1_000)
    assert longest(Clock(limits, 0), time) > 1_000
    assert longest(Clock(limits, 1), time) < 1_000


def test_the_only_clock_that_was_sent_is_taken_for_the_own_one(time: Time) -> None:
    assert longest(Clock(Limits(p1time=1_000), 1), time) < 1_000


def test_with_many_moves_to_come_a_move_takes_a_small_share(time: Time) -> None:
    clock = Clock(Limits(p1time=100_000, p2time=100_000), 0, OVERHEAD)
    assert deepens_until(clock, time) < 10_000
    assert longest(clock, time) < 50_000


def test_the_last_move_before_the_time_control_may_take_all_of_it(time: Time) -> None:
    clock = Clock(Limits(p1time=10_000, p2time=10_000, movestogo=1), 0, OVERHEAD)
    assert longest(clock, time) == pytest.approx(10_000 - OVERHEAD, abs=0.01)


@pytest.mark.parametrize("movestogo", [2, 3, 10, 40])
def test_moves_to_go_share_what_is_left(time: Time, movestogo: int) -> None:
    clock = Clock(Limits(p1time=10_000, p2time=10_000, movestogo=movestogo), 0, OVERHEAD)
    assert deepens_until(clock, time) <= 10_000 / movestogo


def test_an_increment_is_spent_as_well(time: Time) -> None:
    without = Clock(Limits(p1time=10_000, p2time=10_000), 0, OVERHEAD)
    with_it = Clock(Limits(p1time=10_000, p2time=10_000, p1inc=1_000), 0, OVERHEAD)
    others = Clock(Limits(p1time=10_000, p2time=10_000, p2inc=1_000), 0, OVERHEAD)
    assert deepens_until(with_it, time) > deepens_until(without, time) + 400
    assert deepens_until(others, time) == deepens_until(without, time)


@pytest.mark.parametrize(
    ("left", "increment", "moves"),
    [
        (60_000, 0, 113),
        (5_000, 0, 242),
        (2_000, 0, 113),
        (1_000, 0, 60),
        (1_000, 20, 113),
        (50, 100, 41),
    ],
)
def test_a_game_of_any_length_is_never_lost_on_time(
    time: Time, left: float, increment: int, moves: int
) -> None:
    """Every move takes as long as it may, and eight of the ten milliseconds of overhead more."""
    for moves_left in range(moves, 0, -1):
        limits = Limits(p1time=int(left), p1inc=increment)
        clock = Clock(limits, 0, OVERHEAD, moves_left=moves_left)
        left -= longest(clock, time) + 0.8 * OVERHEAD
        assert left >= 0
        left += increment


def test_a_move_takes_about_its_share_however_a_search_deepens(time: Time) -> None:
    """It begins nothing after 0.6 of a share, and what it has begun ends after three shares."""
    clock = Clock(Limits(p1time=60_000), 0, OVERHEAD, moves_left=40)
    share = (60_000 - 40 * OVERHEAD) / 25
    assert deepens_until(clock, time) == pytest.approx(0.6 * share, abs=2)
    assert longest(clock, time) == pytest.approx(3 * share, abs=2)


def test_infinite_forgets_every_other_limit(time: Time) -> None:
    clock = Clock(Limits(infinite=True, nodes=10, depth=1, mate=1, movetime=5))
    time.now += 100
    assert not must_end(clock, nodes=1000)
    assert clock.may_deepen(50)


def test_the_clock_is_looked_at_often_enough(time: Time) -> None:
    """A hundred nodes take a millisecond or so."""
    clock = Clock(Limits(movetime=1000))
    assert clock.check(5000) - 5000 <= 128


def test_a_clock_that_is_extended_gives_twice_the_time_but_never_more_than_half(time: Time) -> None:
    clock = Clock(Limits(p1time=60_000), 0, OVERHEAD, moves_left=40)
    soft, hard = deepens_until(clock, time), longest(clock, time)
    for _ in range(2):  # twice is no more than once
        clock.extend()
        assert deepens_until(clock, time) == pytest.approx(2 * soft, abs=1)
        assert longest(clock, time) == pytest.approx(2 * hard, abs=1)
    few = Clock(Limits(p1time=1000, movestogo=2), 0, OVERHEAD)
    few.extend()
    assert longest(few, time) <= 500.01


@pytest.mark.parametrize(
    "limits", [Limits(movetime=100), Limits(movetime=100, p1time=10_000), Limits(nodes=5), Limits()]
)
def test_a_move_that_has_its_own_time_is_not_extended(time: Time, limits: Limits) -> None:
    clock = Clock(limits, 0, OVERHEAD)
    before = longest(clock, time)
    clock.extend()
    assert longest(clock, time) == before


def test_a_turn_that_is_limited_is_not_extended_beyond_that(time: Time) -> None:
    clock = Clock(Limits(p1time=60_000), 0, OVERHEAD, moves_left=40)
    clock.limit_movetime(5000)
    clock.extend()
    assert longest(clock, time) == pytest.approx(5000 - OVERHEAD, abs=0.01)


def test_what_is_begun_last_on_a_game_clock_ends_where_no_depth_would_begin(time: Time) -> None:
    clock = Clock(Limits(p1time=60_000), 0, OVERHEAD, moves_left=40)
    soft = deepens_until(clock, time)
    clock.begin_last()
    assert longest(clock, time) == pytest.approx(soft, abs=0.01)


def test_an_extension_that_is_withdrawn_leaves_the_usual_share(time: Time) -> None:
    clock = Clock(Limits(p1time=60_000), 0, OVERHEAD, moves_left=40)
    soft, hard = deepens_until(clock, time), longest(clock, time)
    clock.extend()
    clock.withdraw_extension()
    assert (deepens_until(clock, time), longest(clock, time)) == (soft, hard)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(movetime=5), True),
        (Limits(p2time=5000), True),
        (Limits(nodes=5), True),
        (Limits(infinite=True, depth=3), True),
        (Limits(ponder=True, p1time=10), True),
        (Limits(depth=3), False),
        (Limits(depth=3, movetime=5), False),
        (Limits(mate=3, nodes=5), False),
        (Limits(), False),
    ],
    ids=str,
)
def test_time_and_nodes_let_a_search_finish_but_a_depth_does_not(
    limits: Limits, expected: bool
) -> None:
    assert Clock(limits).lets_finish() is expected


# ------------------------------------------------------------------ other limits


def test_without_limits_only_a_cancel_ends_it(time: Time) -> None:
    clock = Clock(Limits())
    time.now += 1e6
    assert not must_end(clock, nodes=10**9)
    assert clock.may_deepen(1000)
    clock.cancel()
    assert must_end(clock)
    assert not clock.may_deepen(1)


def test_the_node_limit_is_kept(time: Time) -> None:
    clock = Clock(Limits(nodes=100))
    assert not must_end(clock, nodes=99)
    assert must_end(clock, nodes=100)
    assert clock.nodes == 100


def test_a_smaller_node_limit_wins(time: Time) -> None:
    clock = Clock(Limits(nodes=100))
    clock.limit_nodes(50)
    clock.limit_nodes(500)
    assert not must_end(clock, nodes=49)
    assert must_end(clock, nodes=50)


def test_the_depth_limit_is_the_last_depth_begun(time: Time) -> None:
    clock = Clock(Limits(depth=3))
    assert [clock.may_deepen(depth) for depth in (1, 2, 3, 4)] == [True, True, True, False]
    assert not must_end(clock, nodes=10**9)


def test_a_mate_is_looked_for_no_deeper_than_asked(time: Time) -> None:
    assert not Clock(Limits(mate=3)).may_deepen(4)
    assert not Clock(Limits(mate=3, depth=2)).may_deepen(3)
    assert Clock(Limits(mate=3, depth=9)).may_deepen(3)


def test_the_nodes_of_a_running_search_can_be_asked_for(time: Time) -> None:
    clock = Clock(Limits())
    clock.check(1234)
    assert clock.nodes == 1234


# ------------------------------------------------------------------ infinite and ponder


@pytest.mark.parametrize("held", ["infinite", "ponder"])
def test_no_time_passes_while_it_is_held(time: Time, held: str) -> None:
    clock = Clock(Limits(movetime=100, p1time=100, **{held: True}))
    time.now += 1e6
    assert not must_end(clock)
    assert clock.may_deepen(5)


def test_a_ponderhit_starts_the_time(time: Time) -> None:
    clock = Clock(Limits(movetime=100, ponder=True), 0, OVERHEAD)
    time.now += 1e3
    clock.ponderhit()
    clock.wait_until_released()
    assert longest(clock, time) == pytest.approx(90, abs=0.01)


def test_what_is_begun_last_while_pondering_ends_early_after_the_ponderhit(time: Time) -> None:
    """A shorter win was looked for in all of three shares, 2.7 s instead of 0.7, because the
    deadlines that the ponderhit set knew nothing of it."""
    pondering = Clock(Limits(p1time=30_000, ponder=True), 0, OVERHEAD)
    pondering.begin_last()
    time.now += 5
    assert not must_end(pondering)
    pondering.ponderhit()
    usual = Clock(Limits(p1time=30_000), 0, OVERHEAD)
    assert longest(pondering, time) == pytest.approx(deepens_until(usual, time), abs=0.01)


def test_an_extension_while_pondering_counts_after_the_ponderhit(time: Time) -> None:
    pondering = Clock(Limits(p1time=30_000, ponder=True), 0, OVERHEAD)
    pondering.extend()
    time.now += 5
    pondering.ponderhit()
    extended = Clock(Limits(p1time=30_000), 0, OVERHEAD)
    extended.extend()
    assert longest(pondering, time) == pytest.approx(longest(extended, time), abs=0.01)
    assert deepens_until(pondering, time) == pytest.approx(deepens_until(extended, time), abs=0.01)


def test_a_second_ponderhit_gives_no_more_time(time: Time) -> None:
    clock = Clock(Limits(movetime=100, ponder=True))
    clock.ponderhit()
    time.now += 0.09
    clock.ponderhit()
    assert longest(clock, time) == pytest.approx(10, abs=0.01)


def test_a_ponderhit_means_nothing_to_any_other_search(time: Time) -> None:
    infinite, timed = Clock(Limits(infinite=True, movetime=100)), Clock(Limits(movetime=100))
    time.now += 0.05
    infinite.ponderhit()
    timed.ponderhit()
    assert longest(timed, time) == pytest.approx(50, abs=0.01)
    time.now += 1e6
    assert not must_end(infinite)


@pytest.mark.parametrize("held", ["infinite", "ponder"])
def test_a_cancel_releases_what_is_held(held: str) -> None:
    clock = Clock(Limits(**{held: True}))
    clock.cancel()
    clock.wait_until_released()
    assert must_end(clock)


def test_what_is_not_held_is_never_waited_for() -> None:
    Clock(Limits(depth=3)).wait_until_released()


# ------------------------------------------------------------------ parts


def test_a_part_ends_with_the_whole_and_has_limits_of_its_own(time: Time) -> None:
    whole = Clock(Limits(nodes=10))
    part = whole.part(Limits(nodes=1000))
    assert not must_end(part, nodes=500)
    assert must_end(part, nodes=1000)
    whole.cancel()
    assert must_end(part)


@pytest.mark.parametrize(("most", "expected"), [(500, 490), (4, 2), (0, 0), (10**9, 1200)])
def test_a_turn_can_be_limited_besides_the_clock(time: Time, most: int, expected: float) -> None:
    """The share of 10 s among 25 moves is 400 ms, and three times that in mid-search."""
    clock = Clock(Limits(p1time=10_250, p2time=10_250), overhead=OVERHEAD)
    clock.limit_movetime(most)
    assert longest(clock, time) == pytest.approx(expected, abs=0.01)
    assert deepens_until(clock, time) <= expected + 0.01


def test_the_limit_of_a_turn_counts_from_the_start_of_the_search(time: Time) -> None:
    clock = Clock(Limits(p1time=60_000), overhead=OVERHEAD, started=time.now - 0.3)
    clock.limit_movetime(500)
    assert longest(clock, time) == pytest.approx(190, abs=0.01)


# ------------------------------------------------------------------ others who search


def test_what_others_visit_counts_against_a_limit_of_nodes() -> None:
    others = 0
    clock = Clock(Limits(nodes=1000))
    clock.count_with(lambda: others)
    assert clock.all_nodes(10) == 10
    assert clock.check(10) <= 1000
    others = 900
    assert clock.all_nodes(20) == 920
    assert 20 < clock.check(20) <= 100, "it looks where the limit may be reached"
    assert clock.nodes == 920
    others = 985
    with pytest.raises(SearchStopped):
        clock.check(21)
    assert clock.nodes == 1000


def test_further_limits_of_nodes_are_for_all_as_well() -> None:
    clock = Clock(Limits())
    clock.count_with(lambda: 500)
    clock.limit_nodes(600)
    assert clock.check(99) == 100
    with pytest.raises(SearchStopped):
        clock.check(100)


def test_what_is_watched_ends_a_search_its_parts_and_its_waiting() -> None:
    stopped = False
    clock = Clock(Limits(infinite=True))
    clock.watch(lambda: stopped)
    part = clock.part(Limits())
    assert clock.is_held()
    assert not must_end(clock)
    assert not must_end(part)
    stopped = True
    assert must_end(clock)
    assert must_end(part)
    assert not clock.is_held()
    assert not clock.may_deepen(1)
    clock.wait_until_released()  # and not for ever


def test_a_search_that_watches_can_be_cancelled_as_well() -> None:
    clock = Clock(Limits(ponder=True))
    clock.watch(lambda: False)
    part = clock.part(Limits())
    clock.cancel()
    assert must_end(clock)
    assert must_end(part)
    assert not clock.is_held()
