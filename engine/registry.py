"""What there is: the games and the searchers, by the names that the protocol knows them by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from linemate.engine.core import FULL_SKILL, Game, Option, OptionError, OptionValue, Searcher
from linemate.engine.crew import LARGEST_CREW, Crew, Memory
from linemate.engine.textbook.constants import ConstantsOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.core import Core
    from linemate.engine.proof.dfpn import Prover
    from linemate.engine.textbook.heuristics.base import Heuristic

# Each is a module, from the engine on if it begins with a dot, and a class in it. They are imported
# when first used: the engine's start-up shall not wait for games that nobody plays.
GAMES = {
    "tictactoe": ".games.tictactoe:TicTacToe",
    "nineboard": ".games.nineboard:NineBoard",
    "ultimate": ".games.ultimate:Ultimate",
    "qubic": ".games.qubic:Qubic",
    "gomoku": ".games.gomoku:Gomoku",
    "mnk": ".games.mnk:Mnk",
}
SEARCHERS = {
    "random": ".textbook.random:RandomSearcher",
    "minimax": ".textbook.minimax:Minimax",
    "alphabeta": ".textbook.alphabeta:AlphaBeta",
    "alphabeta-results": ".textbook.alphabeta_2018:AlphaBetaResults",
    "alphabeta-2018": ".textbook.alphabeta_2018:AlphaBeta2018",
    "hminimax": ".textbook.hminimax:HMinimax",
    "cube-2019": ".textbook.cube_2019:Cube2019",
    "mcts": ".textbook.mcts:Mcts",
    "pvs": ".champion.pvs:PrincipalVariationSearch",
    "proof": ".proof.search:ProofSearch",
}
MADE_FOR = {"cube-2019": "qubic"}  # the searchers that play one game alone
TEXTBOOK = frozenset(name for name, place in SEARCHERS.items() if place.startswith(".textbook."))
# Those of them that come to an end without any limit, if not always soon.
WHOLE_SEARCHES = ("random", "minimax", "alphabeta", "alphabeta-results", "alphabeta-2018")
# The private cores of `pvs`, of which the first plays that suits; if none does, the plain one.
CORES = {
    "nineboard": (".champion.nineboard.core:NineBoardCore",),
    "qubic": (".champion.qubic.core:QubicCore",),
    "gomoku": (".champion.gomoku.core:GomokuCore",),
    # Rows of five; marks that fall.
    "mnk": (".champion.gomoku.core:GomokuCore", ".champion.falling:FallingCore"),
    "ultimate": (".champion.ultimate.core:UltimateCore",),
}
PLAIN_CORE = ".champion.plain:PlainCore"
# The private provers of `proof`, likewise; and the games in which one works beside the core of
# `pvs`, if it suits.
PROVERS = {
    "nineboard": (".champion.nineboard.prover:NineBoardProver",),
    "qubic": (".proof.lines:LineProver",),
    "gomoku": (".proof.lines:LineProver",),
    "mnk": (".proof.lines:LineProver",),
}
PLAIN_PROVER = ".proof.dfpn:PlainProver"
PROVEN_IN_PLAY = ("nineboard", "mnk")
HEURISTICS = {
    "default": ".textbook.heuristics.base:Heuristic",
    "block-threats": ".textbook.heuristics.block_threats:BlockThreats",
    "block-danger": ".textbook.heuristics.block_threats:BlockDanger",
    "big-board-threats": ".textbook.heuristics.block_threats:BigBoardThreats",
    "big-board-danger": ".textbook.heuristics.block_threats:BigBoardDanger",
    "cube-lines-130": ".textbook.heuristics.cube_lines:CubeLines",
    "cube-lines-150": ".textbook.heuristics.cube_lines:CubeLines150",
    "adjacent-boards": ".textbook.heuristics.adjacent_boards:AdjacentBoards",
    "powers-of-two": ".textbook.heuristics.powers_of_two:PowersOfTwo",
    "linked-boards": ".textbook.heuristics.linked_boards:LinkedBoards",
}
AUTO = "auto"
STRONGEST = "pvs"  # what `auto` plays with, in every game
# Games of which the solution is known, and the searchers that may use it: the strongest ones.
SOLVED_GAMES = ("qubic",)
SOLVED_FOR = (AUTO, "pvs")
# Games in which the core of `pvs` has its tables where others can share them.
SHARED_CORES = ("gomoku", "nineboard", "qubic", "ultimate")

HEURISTIC = Option("Heuristic", "combo", "default", choices=tuple(HEURISTICS))
# What a searcher is made with; it takes what it needs of them.
SEARCH_OPTIONS = (
    Option("Hash", "spin", 64, 1, 4096),
    Option("Threads", "spin", 1, 1, LARGEST_CREW),
    Option("MultiPV", "spin", 1, 1, 64),
    Option("Skill", "spin", FULL_SKILL, 0, FULL_SKILL),
    Option("Seed", "spin", 0, 0, 2**31 - 1),
    Option("Depth", "spin", 0, 0, 484),
    Option("FreeDepth", "spin", 0, 0, 484),
    HEURISTIC,
    ConstantsOption("Constants", "string", ""),
    Option("Exploration", "spin", 140, 0, 1000),
    Option("Samples", "spin", 0, 0, 10**9),
    Option("Children", "combo", "all", choices=("all", "near", "square", "patterns")),
    Option("Rollout", "combo", "random", choices=("random", "whole-board", "heuristic", "blend")),
    ConstantsOption("TreeConstants", "string", ""),
    Option("Visits", "check", False),
    Option("Solved", "check", True),
)


def make_game(name: str, options: Mapping[str, str] | None = None) -> Game:
    """Make the game of that name with these options settled. Raises OptionError."""
    if name.lower() not in GAMES:
        raise OptionError(f"unknown game {name!r}: expected one of {', '.join(GAMES)}")
    game: Game = _load(GAMES[name.lower()])(options)
    return game


def can_share(name: str, game: Game, options: Mapping[str, OptionValue]) -> bool:
    """Return whether such a searcher has a use for others who search with it."""
    chosen = STRONGEST if name == AUTO else name
    has_use = chosen in ("mcts", "proof") or (chosen == "pvs" and game.name in SHARED_CORES)
    return has_use and options["Skill"] == FULL_SKILL


def make_searcher(
    name: str, game: Game, options: Mapping[str, OptionValue], crew: Crew | None = None
) -> Searcher:
    """Make a new searcher for a game, weakened if the option Skill says so.

    Where the game is solved, the strongest searchers at full skill play by the solution, unless
    the option Solved is off. A member of a crew makes the same as the others, see `can_share`.

    Options that are not given have their defaults.
    Raises OptionError for an unknown name, UnsuitableGameError for a game it cannot play.
    """
    options = {option.name: option.default for option in SEARCH_OPTIONS} | dict(options)
    chosen = STRONGEST if name == AUTO else name
    if chosen not in SEARCHERS:
        raise OptionError(
            f"unknown search {name!r}: expected one of {AUTO}, {', '.join(SEARCHERS)}"
        )
    parts = _make_parts(chosen, game, options, crew or Crew())
    searcher: Searcher = _load(SEARCHERS[chosen])(game, options, *parts)
    skill = int(options["Skill"])
    if skill < FULL_SKILL:
        from linemate.engine.skill import Weakened

        return Weakened(searcher, game, skill, int(options["Seed"]))
    if (
        options["Solved"]
        and game.name in SOLVED_GAMES
        and name in SOLVED_FOR
        # Several lines are asked for to compare moves; the solution has but one.
        and options["MultiPV"] == 1
    ):
        from linemate.engine.champion.qubic.solved import Solved

        return Solved(searcher, game)
    return searcher


def _make_parts(
    chosen: str, game: Game, options: Mapping[str, OptionValue], crew: Crew
) -> tuple[object, ...]:
    """Make what a searcher is handed beside the game and the options."""
    match chosen:
        case "hminimax":
            return (make_heuristic(game, options),)
        case "mcts":
            return make_rollout(game, options), crew
        case "pvs":
            return make_core(game, options, crew.memory), crew
        case "proof":
            return (make_prover(game, options, crew.memory),)
    return ()


def make_heuristic(game: Game, options: Mapping[str, OptionValue]) -> Heuristic:
    """Make what `hminimax` estimates with.

    Raises UnsuitableGameError for a game it is not made for, OptionError for an unknown name or
    bad constants.
    """
    place = HEURISTICS[str(HEURISTIC.read(str(options["Heuristic"])))]
    heuristic: Heuristic = _load(place)(game, str(options["Constants"]))
    return heuristic


def make_rollout(game: Game, options: Mapping[str, OptionValue]) -> Heuristic | None:
    """Make what `mcts` asks in place of a random game, if it shall. Raises as `make_heuristic`."""
    asked = options["Rollout"] in ("heuristic", "blend")
    return make_heuristic(game, options) if asked else None


def make_core(game: Game, options: Mapping[str, OptionValue], memory: Memory | None = None) -> Core:
    """Make the strongest core that suits the game, with a prover beside it if that pays.

    Its tables are in the memory that is given, if it is one that can share them.
    """
    megabytes = int(options["Hash"])
    make = _find_private(game, CORES) or _load(PLAIN_CORE)
    prove = _find_private(game, PROVERS) if game.name in PROVEN_IN_PLAY else None
    place = {"memory": memory} if game.name in SHARED_CORES else {}
    if prove is not None:
        from linemate.engine.champion.proving import ProvingCore

        return ProvingCore(make(game, megabytes / 2, **place), prove(game, megabytes / 2))
    core: Core = make(game, megabytes, **place)
    return core


def make_prover(
    game: Game, options: Mapping[str, OptionValue], memory: Memory | None = None
) -> Prover:
    """Make the strongest prover that suits the game; its table is in the memory that is given."""
    prove = _find_private(game, PROVERS) or _load(PLAIN_PROVER)
    prover: Prover = prove(game, int(options["Hash"]), memory)
    return prover


def _find_private(game: Game, places: Mapping[str, Sequence[str]]):  # type: ignore[no-untyped-def]
    """Return the first of those made for the game that suits it with its options, or None."""
    makers = map(_load, places.get(game.name, ()))
    return next((make for make in makers if make.suits(game)), None)


def _load(place: str):  # type: ignore[no-untyped-def]
    module, _, name = place.partition(":")
    return getattr(import_module(module, "linemate.engine"), name)
