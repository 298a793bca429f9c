"""What every heuristic promises, whatever it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, OptionError, Position, UnsuitableGameError
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.engine.registry import GAMES, HEURISTICS, make_game, make_searcher
from linemate.engine.scores import LARGEST_ESTIMATE
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]

SUITED = {
    "default": tuple(GAMES),
    "block-threats": ("nineboard",),
    "block-danger": ("nineboard",),
    "big-board-threats": ("ultimate",),
    "big-board-danger": ("ultimate",),
    "cube-lines-130": ("qubic",),
    "cube-lines-150": ("qubic",),
    "adjacent-boards": ("nineboard", "ultimate"),
    "powers-of-two": ("nineboard", "ultimate"),
    "linked-boards": ("nineboard", "ultimate"),
}
PAIRS = [(name, game) for name, games in SUITED.items() for game in games]
REPORTS = [(name, game) for name, game in PAIRS if name != "default"]
# Rules under which a position can be more than its cells and target.
OPTIONS: Mapping[str, dict[str, str]] = {"ultimate": {"won_boards": "open"}}


def game_of(name: str) -> Game:
    return make_game(name, OPTIONS.get(name))


def swap_colours(game: Game, position: Position) -> Position:
    """Swap those of a position with as many x as o; x is to move in both."""
    swapped = game.write_position(position).translate(str.maketrans("xo", "ox"))
    boards, _, rest = swapped.partition(" ")
    return game.read_position(f"{boards} x{rest[1:]}")


def equal_counts(positions: Iterator[Position]) -> Iterator[Position]:
    return (position for position in positions if position.to_move == 0)


def test_the_registry_has_just_the_heuristics_that_are_tested_here() -> None:
    assert list(SUITED) == list(HEURISTICS)


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_heuristic_knows_its_name_and_refuses_games_it_is_not_made_for(
    make: Make, name: str
) -> None:
    for game_name in GAMES:
        if game_name in SUITED[name]:
            assert make(make_game(game_name), name).name == name
        else:
            with pytest.raises(UnsuitableGameError, match=f"{name} is not made for {game_name}"):
                make(make_game(game_name), name)


@pytest.mark.parametrize(("name", "game_name"), PAIRS)
def test_unknown_and_unreadable_constants_are_refused(
    make: Make, name: str, game_name: str
) -> None:
    game = make_game(game_name)
    with pytest.raises(OptionError, match="unknown constant 'ten' of heuristic"):
        make(game, name, "ten=1")
    for text in ("one", "two=", "two=x", "two=1.5", "two=--1", "two=1234567890"):
        with pytest.raises(OptionError, match="expected name=number"):
            make(game, name, text)


@pytest.mark.parametrize(("name", "game_name"), REPORTS)
def test_every_constant_that_can_matter_in_a_game_changes_an_estimate(
    open_positions: OpenPositions, make: Make, name: str, game_name: str
) -> None:
    """A line of three ends nineboard, and no board is won before: see `idle`."""
    game = game_of(game_name)
    plain = make(game, name)
    idle = set()
    if game_name == "nineboard":
        powers = {"three", "big"}
        idle = {
            "adjacent-boards": {"three", "adjacent"},
            "powers-of-two": powers,
            "linked-boards": powers,
        }.get(name, set())
    for constant, value in plain.CONSTANTS.items():
        changed = make(game, name, f"{constant}={value + 7}")
        differs = any(
            changed.evaluate(position) != plain.evaluate(position)
            for position in open_positions(game, 20)
        )
        assert differs == (constant not in idle), constant


@pytest.mark.parametrize(("name", "game_name"), PAIRS)
def test_estimates_of_open_games_stay_below_proven_results(
    open_positions: OpenPositions, make: Make, name: str, game_name: str
) -> None:
    game = game_of(game_name)
    heuristic = make(game, name)
    for position in open_positions(game, 10):
        assert abs(heuristic.evaluate(position)) < 100_000 < LARGEST_ESTIMATE


@pytest.mark.parametrize(("name", "game_name"), PAIRS)
def test_an_estimate_leaves_the_position_as_it_was(
    open_positions: OpenPositions, make: Make, name: str, game_name: str
) -> None:
    game = game_of(game_name)
    heuristic = make(game, name)
    for position in open_positions(game, 3):
        before = position.cells(), position.key(), position.to_move, position.legal_moves()
        heuristic.begin(position)
        for ask in (heuristic.evaluate, heuristic.opening_move, heuristic.forced_move):
            ask(position)
        assert before == (
            position.cells(),
            position.key(),
            position.to_move,
            position.legal_moves(),
        )


@pytest.mark.parametrize(("name", "game_name"), PAIRS)
def test_symmetric_positions_have_equal_estimates(
    open_positions: OpenPositions, make: Make, name: str, game_name: str
) -> None:
    game = game_of(game_name)
    heuristic = make(game, name)
    symmetries = game.symmetries()
    for number, position in enumerate(open_positions(game, 5)):
        moved = game.transform(position, symmetries[number % len(symmetries)])
        assert heuristic.evaluate(moved) == heuristic.evaluate(position)


@pytest.mark.parametrize(
    ("name", "game_name"),
    [
        ("block-threats", "nineboard"),
        ("big-board-threats", "ultimate"),
        ("adjacent-boards", "nineboard"),
        ("adjacent-boards", "ultimate"),
    ],
)
def test_swapping_the_colours_negates_an_estimate(
    open_positions: OpenPositions, make: Make, name: str, game_name: str
) -> None:
    game = game_of(game_name)
    heuristic = make(game, name)
    for position in equal_counts(open_positions(game, 15)):
        swapped = swap_colours(game, position)
        assert heuristic.evaluate(swapped) == -heuristic.evaluate(position)


@pytest.mark.parametrize("game_name", ["nineboard", "ultimate"])
def test_swapping_the_colours_negates_004_but_for_the_free_plays(
    open_positions: OpenPositions, make: Make, game_name: str
) -> None:
    """The side to move has them in both, so they are in the sum twice."""
    game = game_of(game_name)
    heuristic = make(game, "powers-of-two")
    for position in equal_counts(open_positions(game, 15)):
        assert isinstance(position, BoardsPosition)
        free_plays = 9 - position.closed.bit_count() if position.target == ANY else 0
        swapped = swap_colours(game, position)
        assert heuristic.evaluate(swapped) + heuristic.evaluate(position) == 2 * 2 * free_plays


def test_swapping_the_colours_negates_000_2_but_for_the_danger(
    open_positions: OpenPositions, make: Make
) -> None:
    """Which is the chance of the side to move, never less than nothing, in both."""
    game = game_of("nineboard")
    first, second = make(game, "block-threats"), make(game, "block-danger")
    for position in equal_counts(open_positions(game, 15)):
        swapped = swap_colours(game, position)
        dangers = [second.evaluate(p) - first.evaluate(p) for p in (position, swapped)]
        assert min(dangers) >= 0
        assert second.evaluate(position) + second.evaluate(swapped) == sum(dangers)


@pytest.mark.parametrize("name", ["cube-lines-130", "cube-lines-150"])
def test_swapping_the_colours_and_the_player_who_began_keeps_his_estimate(
    open_positions: OpenPositions, make: Make, name: str
) -> None:
    """x is to move in both, so what x has found for himself is the opposite for o's opponent."""
    game = make_game("qubic")
    by_x, by_o = make(game, name), make(game, name)
    by_x.begin(game.start())
    after_one = game.start()
    after_one.play(0)
    by_o.begin(after_one)
    unequal = 0
    for position in equal_counts(open_positions(game, 15)):
        swapped = swap_colours(game, position)
        assert by_x.evaluate(position) == -by_o.evaluate(swapped)
        unequal += by_x.evaluate(position) != -by_x.evaluate(swapped)
    # Without the player it does not hold: one's own lines are worth more than the other's.
    assert unequal > 0
    assert by_x.partial


def run(game: Game, heuristic: str, position: Position, limits: Limits) -> list[Info]:
    searcher = make_searcher("hminimax", game, {"Heuristic": heuristic, "Hash": 4})
    return list(searcher.search(position.copy(), Clock(limits, position.to_move)))


@pytest.mark.parametrize(("name", "game_name"), REPORTS)
def test_hminimax_plays_a_whole_legal_game_with_it(name: str, game_name: str) -> None:
    game = game_of(game_name)
    position = game.start()
    while position.outcome() is None:
        infos = run(game, name, position, Limits(nodes=300))
        for info in infos:
            replay = position.copy()
            for move in info.pv:
                assert move in replay.legal_moves()
                replay.play(move)
        position.play(infos[-1].pv[0])


@pytest.mark.parametrize(("name", "game_name"), REPORTS)
def test_hminimax_finds_a_win_in_one_with_it(
    open_positions: OpenPositions, name: str, game_name: str
) -> None:
    game = game_of(game_name)
    found = 0
    for position in open_positions(game, 30):
        wins = [move for move in position.legal_moves() if position.wins_at_once(move)]
        if wins:
            last = run(game, name, position, Limits(depth=2))[-1]
            assert last.pv[0] in wins
            assert last.score.plies == 1
            found += 1
    assert found > 5
