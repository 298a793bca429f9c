"""Before the first game: does every engine start, take its options and know the game?

An engine that fails here would lose every game, and the table would look like a result. Those
that know our protocol tell which game they play. Of any other a first move is asked for: if that
is no move of this game at all, the engine plays something else. What else may be wrong with it
(it crashes, it does not answer) is for the games to show.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from clients.match.player import Question, UgiPlayer, start_player
from clients.match.settings import EngineSetting, Settings
from clients.words import read_game
from engine.core import Game, LinemateError
from protocol.driver import EngineError, EngineRefusedError, Limits

TRIAL = Limits(movetime=50)
TRIAL_TIMEOUT = 1.0  # seconds until it is told to stop


class RefusedError(Exception):
    """The match does not start."""


def check_engines(settings: Settings, at_once: int) -> None:
    """Raises RefusedError with everything that is wrong with any of them."""

    def find(engine: EngineSetting) -> str | None:
        return find_problem(engine, settings.game)

    with ThreadPoolExecutor(at_once) as pool:
        problems = [problem for problem in pool.map(find, settings.engines) if problem is not None]
    if problems:
        raise RefusedError("\n".join(problems))


def find_problem(setting: EngineSetting, game_words: str) -> str | None:
    """What keeps the engine from playing, None if nothing does."""
    try:
        _try_out(setting, read_game(game_words.split()))
    except (EngineError, LinemateError) as error:
        return f"engine {setting.name}: {error}"
    return None


def _try_out(setting: EngineSetting, game: Game) -> None:
    """Raises EngineError and LinemateError."""
    player = start_player(setting, game)
    try:
        player.new_game()
        if isinstance(player, UgiPlayer):
            _ask_for_game(player, game)
    finally:
        player.close()


def _ask_for_game(player: UgiPlayer, game: Game) -> None:
    try:
        known = player.engine.query("game")
    except EngineRefusedError:
        _ask_for_move(player, game)
        return
    if known.split()[:1] != [game.name]:
        raise EngineRefusedError(f"{player.engine.name} plays {known}, not {game.name}")


def _ask_for_move(player: UgiPlayer, game: Game) -> None:
    try:
        question = Question(None, (), TRIAL, None, 0.0, TRIAL_TIMEOUT)
        text = player.think(question).answer.move or "none"
    except EngineError:
        return
    try:
        game.parse_move(text)
    except LinemateError as error:
        raise EngineRefusedError(
            f"{player.engine.name} does not seem to know {game.name}: to its first position it "
            f"answers {text!r}: {error}"
        ) from None
