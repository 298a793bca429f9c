"""Before the first game: does every engine start, take its options and know the game?

An engine that fails here would lose every game, and the table would look like a result. Those
that know our protocol tell which game they play. Of any other a first move is asked for: if that
is no move of this game at all, the engine plays something else. What else may be wrong with it
(it crashes, it does not answer) is for the games to show.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from linemate.clients.match.settings import Settings
from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer, start_player
from linemate.clients.shared.values import read_game
from linemate.clients.shared.worker_pool import InterruptedTrialError, RefusedError
from linemate.engine.core import Game, LinemateError
from linemate.protocol.driver import EngineError, EngineRefusedError, Limits, LineHook

TRIAL = Limits(movetime=50)
TRIAL_TIMEOUT = 1.0  # seconds until it is told to stop
LAUNCH_SECONDS = 5.0  # for a process to be launched, when the match is interrupted meanwhile
POLL = 0.1  # seconds between looks at whether the match was interrupted


def try_engines(
    settings: Settings, at_once: int, is_interrupted: Callable[[], bool] = lambda: False
) -> None:
    """Raise RefusedError with everything that is wrong with any of the engines.

    Raises InterruptedTrialError soon after an interrupt, whatever the engines do; those that are
    being tried out are ended when this process does, and no other is started.
    """
    waiting = iter(settings.engines)
    problems: dict[str, str | None] = {}
    # Those whose process may be there, and not yet be known to what ends it when we leave.
    launching: set[str] = set()

    def work() -> None:
        for engine in waiting:
            launching.add(engine.name)  # first: whoever leaves looks the other way round
            if not is_interrupted():
                # Once it is spoken to, it is launched.
                launched = partial(_discard, launching, engine.name)
                problems[engine.name] = find_problem(engine, settings.game, launched)
            launching.discard(engine.name)

    # Not in a pool: that would be waited for when the interpreter exits.
    count = min(at_once, len(settings.engines))
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive() and not is_interrupted():
            thread.join(POLL)
    if is_interrupted():
        deadline = time.monotonic() + LAUNCH_SECONDS
        while launching and time.monotonic() < deadline:
            time.sleep(POLL / 10)
        raise InterruptedTrialError
    # An engine without a word was in a thread that failed, by a fault of ours.
    found = [problems.get(each.name, f"engine {each.name}: not tried") for each in settings.engines]
    if any(found):
        raise RefusedError("\n".join(filter(None, found)))


def _discard(names: set[str], name: str, _direction: str, _text: str) -> None:
    names.discard(name)


def find_problems(settings: Settings) -> list[str]:
    """Return what keeps engines from playing here."""
    found = [find_problem(engine, settings.game) for engine in settings.engines]
    return [problem for problem in found if problem is not None]


def find_problem(
    setting: EngineSetting, game_words: str, on_line: LineHook | None = None
) -> str | None:
    """Return what keeps the engine from playing, None if nothing does."""
    try:
        _try_out(setting, read_game(game_words.split()), on_line)
    except (EngineError, LinemateError) as error:
        return f"engine {setting.name}: {error}"
    return None


def _try_out(setting: EngineSetting, game: Game, on_line: LineHook | None) -> None:
    """Start the engine, ask it for its game, and end it. Raises EngineError and LinemateError."""
    player = start_player(setting, game, on_line)
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
        question = Question(None, (), TRIAL, TRIAL_TIMEOUT)
        text = player.think(question).move or "none"
    except EngineError:
        return
    try:
        game.parse_move(text)
    except LinemateError as error:
        raise EngineRefusedError(
            f"{player.engine.name} does not seem to know {game.name}: to its first position it "
            f"answers {text!r}: {error}"
        ) from None
