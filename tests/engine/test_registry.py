"""What there is, by name: everything listed can be made, and heuristics have two names."""

from __future__ import annotations

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import FORMER_NAMES, Limits, OptionError, UnsuitableGameError
from linemate.engine.registry import (
    GAMES,
    HEURISTIC,
    HEURISTICS,
    MADE_FOR,
    SEARCH_OPTIONS,
    SEARCHERS,
    TEXTBOOK,
    WHOLE_SEARCHES,
    can_share,
    make_game,
    make_heuristic,
    make_searcher,
)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_it_is_called(name: str) -> None:
    assert make_game(name.upper()).name == name


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_searcher_is_what_it_is_called(name: str) -> None:
    game = "qubic" if name == "cube-2019" else "tictactoe"
    assert make_searcher(name, make_game(game), {}).name == name


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="unknown game 'chess': expected one of tictactoe, "):
        make_game("chess")
    with pytest.raises(OptionError, match="unknown search 'x': expected one of auto, random, "):
        make_searcher("x", make_game("tictactoe"), {})


def test_every_heuristic_of_a_report_is_also_known_by_the_number_of_its_report() -> None:
    ours = {
        "default",
        "big-board-danger",
        "linked-boards",
    }  # the last two carry ideas of reports out
    assert sorted(FORMER_NAMES.values()) == sorted(set(HEURISTICS) - ours)
    assert not set(FORMER_NAMES) & set(HEURISTIC.choices)


@pytest.mark.parametrize(("number", "name"), FORMER_NAMES.items())
def test_a_heuristic_is_made_by_either_name_in_any_case(number: str, name: str) -> None:
    for text in (number, name, name.upper()):
        assert HEURISTIC.read(text) == name
        # Said by the heuristic itself: none is made for this game.
        with pytest.raises(UnsuitableGameError, match=f"heuristic {name} is not made for mnk"):
            make_heuristic(make_game("mnk"), {"Heuristic": text, "Constants": ""})


@pytest.mark.parametrize("search", SEARCHERS)
def test_a_searcher_is_made_for_every_game_or_for_the_one_that_is_named(search: str) -> None:
    for name in GAMES:
        if MADE_FOR.get(search, name) == name:
            make_searcher(search, make_game(name), {})
        else:
            with pytest.raises(UnsuitableGameError):
                make_searcher(search, make_game(name), {})


@pytest.mark.parametrize("search", WHOLE_SEARCHES)
def test_a_whole_search_of_the_textbook_ends_before_any_limit(search: str) -> None:
    game, limits = make_game("tictactoe"), Limits(nodes=1_000_000)
    *_, last = make_searcher(search, game, {}).search(game.start(), Clock(limits))
    assert search in TEXTBOOK
    assert last.nodes < 1_000_000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("search", ["auto", *SEARCHERS])
def test_tree_searches_provers_and_the_flat_cores_can_share_their_work(
    search: str, game: str
) -> None:
    options = {option.name: option.default for option in SEARCH_OPTIONS}
    flat = game in ("gomoku", "nineboard", "qubic", "ultimate")
    can = search in ("mcts", "proof") or (search in ("auto", "pvs") and flat)
    assert can_share(search, make_game(game), options) == can
    assert not can_share(search, make_game(game), options | {"Skill": 19})
