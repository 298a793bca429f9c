"""One game and one search at the referee's table, and what becomes of engines that fail; the
openings of a plan; scores of the lab's games.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from linemate.clients.lab import units
from linemate.clients.lab.units import (
    GameUnit,
    LabWorker,
    Measurement,
    Result,
    SearchUnit,
    Setting,
    Unit,
    is_free,
    make_openings,
    pair_of_games,
    tally_of,
    write_interval,
    write_range,
    write_score,
)
from linemate.clients.shared.openings import START, Opening
from linemate.clients.shared.player import EngineSetting, Player, start_player
from linemate.clients.shared.referee import table
from linemate.clients.shared.statistics import Tally
from linemate.clients.shared.values import read_game
from linemate.engine.core import Game, Position
from linemate.protocol.driver import LineHook
from tests.waiting import PATIENCE

RANDOM = Setting("random", {"Search": "random"})
DEEP = Setting("deep", {"Search": "alphabeta"})
A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})
AS_X, AS_O = pair_of_games("tictactoe", A, B, START, "", 0, 1)


@pytest.fixture
def worker() -> Iterator[LabWorker]:
    with LabWorker() as worker:
        yield worker


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[EngineSetting, Player]]:
    """The engines that are started at a table, as they are first set."""
    players: list[tuple[EngineSetting, Player]] = []

    def start(setting: EngineSetting, game: Game, hook: LineHook | None = None) -> Player:
        players.append((setting, start_player(setting, game, hook)))
        return players[-1][1]

    monkeypatch.setattr(table, "start_player", start)
    return players


def result_of(worker: LabWorker, unit: Unit) -> Result:
    played, result = worker.play(unit)
    assert played is unit
    return result


def fault_of(worker: LabWorker, unit: Unit) -> str:
    [(name, problem)] = result_of(worker, unit).items()
    assert name == "fault"
    return str(problem)


def set_up(name: str, *moves: str) -> Position:
    return Opening(moves=moves).set_up(read_game([name]))


def test_a_game_is_played_to_its_end(worker: LabWorker) -> None:
    opening = Opening(moves=("b2", "a1"))
    result = result_of(worker, GameUnit("tictactoe", DEEP, RANDOM, opening, seed=3))
    assert result["winner"] in ("x", "draw")
    assert result["moves"][:2] == ["b2", "a1"]
    assert set_up("tictactoe", *result["moves"]).outcome() is not None
    for measure in ("seconds", "nodes", "free"):
        assert len(result[measure]) == len(result["moves"]) - 2


def test_the_same_game_comes_out_the_same_in_any_company(worker: LabWorker) -> None:
    """What another player had set, and what it had learned, is gone."""
    unit = GameUnit("nineboard", Setting("m", {"Search": "mcts", "Samples": 20}), RANDOM, seed=5)
    first = result_of(worker, unit)
    shallow = Setting("s", {"Search": "hminimax", "Depth": 1, "Heuristic": "adjacent-boards"})
    result_of(worker, GameUnit("tictactoe", RANDOM, RANDOM))
    result_of(worker, SearchUnit("ultimate", shallow))
    assert result_of(worker, unit)["moves"] == first["moves"]


def test_what_one_player_has_set_is_not_left_to_the_next(worker: LabWorker) -> None:
    """Both in the same game, so that it would not be noticed by the change of game."""
    plain = Setting("plain", {"Search": "hminimax", "Depth": 2})
    weak = replace(plain, options={**plain.options, "Heuristic": "powers-of-two", "Skill": 0})
    first = result_of(worker, GameUnit("nineboard", plain, plain))
    assert result_of(worker, GameUnit("nineboard", weak, weak))["moves"] != first["moves"]
    again = result_of(worker, GameUnit("nineboard", plain, plain))
    assert again["moves"] == first["moves"]
    assert again["nodes"] == first["nodes"]


def test_engines_are_started_once_for_all_games(
    worker: LabWorker, started: list[tuple[EngineSetting, Player]]
) -> None:
    for seed in (1, 2):
        result_of(worker, GameUnit("tictactoe", RANDOM, RANDOM, seed=seed))
    assert [setting.name for setting, _ in started] == ["x", "o"]


def test_the_two_sides_of_a_game_have_seeds_of_their_own(
    started: list[tuple[EngineSetting, Player]],
) -> None:
    """Two players of the same kind would throw the same dice if they had one seed."""
    for seed in (1, 2):
        with LabWorker() as worker:
            result_of(worker, GameUnit("tictactoe", RANDOM, RANDOM, seed=seed))
    seeds = [setting.options["Seed"] for setting, _ in started]
    assert len(set(seeds)) == len(seeds) == 4


@pytest.mark.parametrize("moves", [(), ("a3", "b3", "c3")])
def test_a_search_is_of_one_move_and_tells_what_it_cost(
    worker: LabWorker, moves: tuple[str, ...]
) -> None:
    """Either side searches; that the move is legal is seen as it is played."""
    player = Setting("m", {"Search": "minimax", "Depth": 3})
    result = result_of(worker, SearchUnit("tictactoe", player, Opening(moves=moves)))
    set_up("tictactoe", *moves, result["move"])
    assert result["nodes"] > 10
    assert result["depth"] == 3
    assert result["seconds"] > 0
    assert result["free"] is False


def test_a_setting_that_the_engine_refuses_is_a_fault(worker: LabWorker) -> None:
    cube = Setting("cube", {"Search": "hminimax", "Heuristic": "cube-lines-130", "Depth": 1})
    assert re.search(
        r"x \(cube\): .*not made for ultimate", fault_of(worker, GameUnit("ultimate", cube, RANDOM))
    )
    assert re.search(
        r"o \(nonsense\): unknown option 'Courage'",
        fault_of(worker, GameUnit("qubic", RANDOM, Setting("nonsense", {"Courage": 3}))),
    )
    # The next unit has nothing to suffer from it.
    assert "winner" in result_of(worker, GameUnit("tictactoe", RANDOM, RANDOM))


@pytest.mark.parametrize(
    ("behaviour", "problem"),
    [
        ("illegal=b2", "the cell is taken"),
        ("illegal=z9", "bad move 'z9'"),
        ("illegal=none", "'none'"),
        ("crash", "exited with code 3"),
        ("lazy", "no move within 0 s"),
    ],
)
def test_an_engine_that_fails_is_a_fault_of_its_player_and_is_replaced(
    worker: LabWorker,
    behaviour: str,
    problem: str,
    fake: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(units, "PATIENCE", 200 if behaviour == "lazy" else 60_000)

    def start_fake(setting: EngineSetting, game: Game, hook: LineHook | None) -> Player:
        words = [behaviour] if setting.name == "o" else []
        fakes = replace(setting, command=fake(*words), options={})
        return start_player(fakes, game, hook)

    plain, bad = Setting("plain"), Setting("bad")
    opening = Opening(moves=("b2",))
    with monkeypatch.context() as patch:
        patch.setattr(table, "start_player", start_fake)
        fault = fault_of(worker, GameUnit("tictactoe", plain, bad, opening))
    assert fault.startswith("o (bad): ")
    assert problem in fault


def test_an_engine_that_dies_between_units_is_a_fault_and_is_replaced(
    worker: LabWorker, started: list[tuple[EngineSetting, Player]]
) -> None:
    unit = GameUnit("tictactoe", RANDOM, RANDOM)
    result_of(worker, unit)
    started[0][1].process.kill()
    assert re.search(r"x \(random\)", fault_of(worker, unit))
    assert "winner" in result_of(worker, unit)


def test_a_search_that_begins_while_it_is_cancelled_is_cancelled_too() -> None:
    """The order came between a look at whether there was one and the `go`."""
    endless = Setting("endless", {"Search": "hminimax", "Depth": 81})
    with LabWorker() as worker:
        unit = SearchUnit("ultimate", endless)
        worker.cancel(unit)
        began = time.monotonic()
        assert "before its first move" in fault_of(worker, unit)
        assert time.monotonic() - began < PATIENCE


# -------------------------------------------------------------------- planning


def test_openings_differ_repeat_and_leave_the_game_open() -> None:
    openings = make_openings("tictactoe", 4, 20, seed=1)
    assert len(set(openings)) == len(openings) == 20
    assert openings == make_openings("tictactoe", 4, 20, seed=1)
    assert openings != make_openings("tictactoe", 4, 20, seed=2)
    for opening in openings:
        position = set_up("tictactoe", *opening.moves)
        assert position.outcome() is None
        assert not any(map(position.wins_at_once, position.legal_moves())), opening


def test_openings_are_those_of_earlier_versions() -> None:
    """What has been measured is found again by them."""
    found = make_openings("ultimate", 2, 3, seed=1)
    assert [" ".join(opening.moves) for opening in found] == ["31 16", "48 87", "83 37"]


def test_openings_without_some_are_the_others() -> None:
    first, second, *rest = make_openings("nineboard", 1, 10, seed=1)
    assert make_openings("nineboard", 1, 8, seed=1, without={first, second}) == rest


def test_a_game_with_few_openings_gives_those_it_has() -> None:
    assert len(make_openings("tictactoe", 1, 20, seed=1)) == 9


# -------------------------------------------------------------------- results


def test_a_turn_is_free_when_several_boards_may_be_played_in() -> None:
    """Board 5 is full when x is sent there with 95: he may then play anywhere."""
    assert not is_free(set_up("nineboard")), "the first move of all is a case of its own"
    assert not is_free(set_up("nineboard", "55"))
    full = read_game(["nineboard"]).read_position("9/9/9/9/xoxxoooxx/9/9/9/4o4 x -")
    assert is_free(full)
    assert not is_free(set_up("gomoku size=8", "d4"))


def played(unit: GameUnit, winner: str, pair: int = 0) -> Measurement:
    return Measurement(replace(unit, pair=pair), {"winner": winner})


def test_a_draw_counts_one_half() -> None:
    tally = Tally(wins=5, draws=2, losses=3)
    assert tally.games == 10
    assert tally.score == 0.6
    assert write_interval(tally) == "+5 =2 -3: too few games to tell"
    assert write_interval(Tally(50, 20, 30)).startswith("+50 =20 -30: 60 % (")
    assert write_score(tally) == "+5 =2 -3: 60 %"


def test_a_player_is_counted_with_both_colours() -> None:
    games = [played(AS_X, "x"), played(AS_O, "x"), played(AS_O, "o"), played(AS_X, "draw")]
    assert tally_of(games) == Tally(wins=2, draws=1, losses=1)
    assert [(unit.player, unit.opponent) for unit in (AS_X, AS_O)] == [(A, B), (A, B)]


def test_games_at_fault_count_for_nobody() -> None:
    broken = Measurement(GameUnit("tictactoe", A, B), {"fault": "x (a): died", "moves": []})
    assert tally_of([broken]).games == 0
    assert Tally().score == 0.5


def test_the_two_games_of_a_pair_are_one_observation() -> None:
    """Every opening is won by x but for one that A wins twice: the pairs hardly differ."""
    games = [played(AS_X, "x", pair) for pair in range(10)]
    games += [played(AS_O, "x", pair) for pair in range(1, 10)]
    games.append(played(AS_O, "o", 0))
    paired = tally_of(games)
    assert paired == Tally(11, 0, 9, (0, 0, 9, 0, 1))
    low, high = paired.interval
    alone_low, alone_high = Tally(11, 0, 9).interval
    assert high - low < 0.7 * (alone_high - alone_low)


def test_a_pair_of_which_a_game_is_missing_is_a_single_game() -> None:
    games = [played(AS_X, "x", 0), played(AS_O, "o", 0), played(AS_O, "draw", 1)]
    assert tally_of(games) == Tally(2, 1, 0, (0, 0, 0, 0, 1))


def test_a_player_against_itself_plays_no_pairs() -> None:
    """Its games all have the pair 0: two of them were not begun alike."""
    games = [played(GameUnit("tictactoe", A, A, seed=seed), "x") for seed in (1, 2)]
    assert tally_of(games) == Tally(2, 0, 0)


def test_the_key_of_a_unit_has_all_that_its_result_hangs_on() -> None:
    """Searches from two positions that were set up once had one key: the second was never made."""
    player = Setting("p", {"Search": "random"})
    openings = [START, Opening("x8 o"), Opening("8x o"), Opening("x8 o", ("b2",))]
    keys = {SearchUnit("tictactoe", player, opening).key for opening in openings}
    keys |= {SearchUnit("tictactoe", Setting("p", player.options, nodes=n)).key for n in (1, 2)}
    assert len(keys) == 6


def test_an_end_of_an_interval_just_beside_one_half_is_not_rounded_to_it() -> None:
    """`67 % (50 to 80)` was told to be undecided: its lower end was 49.9."""
    near = Tally(20, 0, 10, (1, 0, 8, 0, 6))
    low, _ = near.interval
    assert 0.495 < low < 0.5
    assert write_range(near) == "49.9 to 80"
    assert write_range(near.reversed()) == "20 to 50.1"
    assert write_range(Tally(draws=1)) == "9 to 91"
