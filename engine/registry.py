"""What there is: the games and the searchers, by the names that the protocol knows them by."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from linemate.engine.core import Game, Option, OptionError, OptionValue, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.search.cores.base import Core
    from linemate.engine.search.heuristics.base import Heuristic
    from linemate.engine.search.provers.base import Prover

# Each is a module and a class in it, imported when first used: the engine's start-up shall
# not wait for games that nobody plays.
GAMES = {
    "tictactoe": "linemate.engine.games.tictactoe:TicTacToe",
    "nineboard": "linemate.engine.games.nineboard:NineBoard",
    "ultimate": "linemate.engine.games.ultimate:Ultimate",
    "qubic": "linemate.engine.games.qubic:Qubic",
    "gomoku": "linemate.engine.games.gomoku:Gomoku",
    "mnk": "linemate.engine.games.mnk:Mnk",
}
SEARCHERS = {
    "random": "linemate.engine.search.random:RandomSearcher",
    "minimax": "linemate.engine.search.minimax:Minimax",
    "alphabeta": "linemate.engine.search.alphabeta:AlphaBeta",
    "hminimax": "linemate.engine.search.hminimax:HMinimax",
    "mcts": "linemate.engine.search.mcts:Mcts",
    "pvs": "linemate.engine.search.pvs:PrincipalVariationSearch",
    "proof": "linemate.engine.search.proof:ProofSearch",
}
# The private cores of `pvs`; where there is none that suits, the plain one plays.
CORES = {
    "nineboard": "linemate.engine.search.cores.nineboard:NineBoardCore",
    "qubic": "linemate.engine.search.cores.qubic:QubicCore",
    "gomoku": "linemate.engine.search.cores.gomoku:GomokuCore",
    "mnk": "linemate.engine.search.cores.gomoku:GomokuCore",  # rows of five
    "ultimate": "linemate.engine.search.cores.ultimate:UltimateCore",
}
PLAIN_CORE = "linemate.engine.search.cores.plain:PlainCore"
# The private provers of `proof`; and the games in which one works beside the core of `pvs`.
PROVERS = {
    "nineboard": "linemate.engine.search.provers.nineboard:NineBoardProver",
    "qubic": "linemate.engine.search.provers.lines:LineProver",
    "gomoku": "linemate.engine.search.provers.lines:LineProver",
    "mnk": "linemate.engine.search.provers.lines:LineProver",
}
PLAIN_PROVER = "linemate.engine.search.provers.plain:PlainProver"
PROVEN_IN_PLAY = ("nineboard", "mnk")
HEURISTICS = {
    "default": "linemate.engine.search.heuristics.base:Heuristic",
    "000-1": "linemate.engine.search.heuristics.block_threats:BlockThreats",
    "000-2": "linemate.engine.search.heuristics.block_threats:BlockDanger",
    "000-3": "linemate.engine.search.heuristics.block_threats:BigBoardThreats",
    "001-130": "linemate.engine.search.heuristics.cube_lines:CubeLines",
    "001-150": "linemate.engine.search.heuristics.cube_lines:CubeLines150",
    "002": "linemate.engine.search.heuristics.adjacent_boards:AdjacentBoards",
    "004": "linemate.engine.search.heuristics.powers_of_two:PowersOfTwo",
}
AUTO = "auto"
FULL_SKILL = 20
STRONGEST = "pvs"  # what `auto` plays with, in every game
# Games of which the solution is known, and the searchers that may use it: the strongest ones.
SOLVED_GAMES = ("qubic",)
SOLVED_FOR = (AUTO, "pvs")

# What a searcher is made with; it takes what it needs of them.
SEARCH_OPTIONS = (
    Option("Hash", "spin", 64, 1, 4096),
    Option("MultiPV", "spin", 1, 1, 64),
    Option("Skill", "spin", FULL_SKILL, 0, FULL_SKILL),
    Option("Seed", "spin", 0, 0, 2**31 - 1),
    Option("Depth", "spin", 0, 0, 484),
    Option("Heuristic", "combo", "default", choices=tuple(HEURISTICS)),
    Option("Constants", "string", ""),
    Option("Exploration", "spin", 140, 0, 1000),
    Option("Samples", "spin", 0, 0, 10**9),
    Option("Children", "combo", "all", choices=("all", "patterns")),
    Option("Rollout", "combo", "random", choices=("random", "heuristic")),
    Option("Visits", "check", False),
    Option("Solved", "check", True),
)


def make_game(name: str, options: Mapping[str, str] | None = None) -> Game:
    """The game of that name with these options settled. Raises OptionError."""
    if name.lower() not in GAMES:
        raise OptionError(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    game: Game = _load(GAMES[name.lower()])(options)
    return game


def make_searcher(name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
    """A new searcher for a game, weakened if the option Skill says so.

    Where the game is solved, the strongest searchers at full skill play by the solution, unless
    the option Solved is off.

    Options that are not given have their defaults.
    Raises OptionError for an unknown name, UnsuitableGameError for a game it cannot play.
    """
    options = {option.name: option.default for option in SEARCH_OPTIONS} | dict(options)
    chosen = STRONGEST if name == AUTO else name
    if chosen not in SEARCHERS:
        raise OptionError(
            f"unknown search {name!r}: expected one of {AUTO}, {', '.join(SEARCHERS)}"
        )
    searcher: Searcher = _load(SEARCHERS[chosen])(game, options)
    skill = int(options["Skill"])
    if skill < FULL_SKILL:
        from linemate.engine.search.skill import Weakened

        return Weakened(searcher, skill, int(options["Seed"]))
    if (
        options["Solved"]
        and game.name in SOLVED_GAMES
        and name in SOLVED_FOR
        # Several lines are asked for to compare moves; the solution has but one.
        and options["MultiPV"] == 1
    ):
        from linemate.engine.search.solved import Solved

        return Solved(searcher, game)
    return searcher


def make_heuristic(game: Game, options: Mapping[str, OptionValue]) -> Heuristic:
    """Raises UnsuitableGameError for a game it is not made for, OptionError for bad constants."""
    place = HEURISTICS[str(options["Heuristic"])]
    heuristic: Heuristic = _load(place)(game, str(options["Constants"]))
    return heuristic


def make_core(game: Game, megabytes: float) -> Core:
    """The strongest core that suits the game, with a prover beside it if that pays."""
    make = _load(CORES.get(game.name, PLAIN_CORE))
    if not make.suits(game):
        make = _load(PLAIN_CORE)
    if game.name in PROVEN_IN_PLAY:
        from linemate.engine.search.cores.proving import ProvingCore

        return ProvingCore(make(game, megabytes / 2), make_prover(game, megabytes / 2))
    core: Core = make(game, megabytes)
    return core


def make_prover(game: Game, megabytes: float) -> Prover:
    prover: Prover = _load(PROVERS.get(game.name, PLAIN_PROVER))(game, megabytes)
    return prover


def _load(place: str):  # type: ignore[no-untyped-def]
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
