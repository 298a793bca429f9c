"""What there is: the games and the searchers, by the names that the protocol knows them by."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from engine.core import Game, OptionError, OptionValue, Searcher

# Each is a module and a class in it, imported when first used: the engine's start-up shall
# not wait for games that nobody plays.
GAMES = {
    "tictactoe": "engine.games.tictactoe:TicTacToe",
    "nineboard": "engine.games.nineboard:NineBoard",
    "ultimate": "engine.games.ultimate:Ultimate",
    "qubic": "engine.games.qubic:Qubic",
    "gomoku": "engine.games.gomoku:Gomoku",
    "mnk": "engine.games.mnk:Mnk",
}
SEARCHERS = {
    "random": "engine.search.random:RandomSearcher",
    "hminimax": "engine.search.hminimax:HMinimax",
}
AUTO = "auto"
FULL_SKILL = 20
# What `auto` plays each game with.
STRONGEST = {
    "tictactoe": "hminimax",
    "nineboard": "hminimax",
    "ultimate": "hminimax",
    "qubic": "hminimax",
    "gomoku": "hminimax",
    "mnk": "hminimax",
}


def make_game(name: str, options: Mapping[str, str] | None = None) -> Game:
    """The game of that name with these options settled. Raises OptionError."""
    if name.lower() not in GAMES:
        raise OptionError(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    game: Game = _load(GAMES[name.lower()])(options)
    return game


def make_searcher(name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
    """A new searcher for a game, weakened if the option Skill says so.

    Raises OptionError for an unknown name, UnsuitableGameError for a game it cannot play.
    """
    chosen = STRONGEST[game.name] if name == AUTO else name
    if chosen not in SEARCHERS:
        raise OptionError(
            f"unknown search {name!r}: expected one of {AUTO}, {', '.join(SEARCHERS)}"
        )
    searcher: Searcher = _load(SEARCHERS[chosen])(game, options)
    skill = int(options["Skill"])
    if skill < FULL_SKILL:
        from engine.search.skill import Weakened

        searcher = Weakened(searcher, skill, int(options["Seed"]))
    return searcher


def _load(place: str):  # type: ignore[no-untyped-def]
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
