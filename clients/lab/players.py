"""Two seats at the table, and an engine process for each: started once, set anew for each unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field

from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.engine.core import Game, OptionValue
from linemate.protocol.driver import Answer, Limits


@dataclass(frozen=True)
class Setting:
    """A player: its name in tables, the engine's options, and the milliseconds for a move.

    Without `movetime` the options must bound the search (Depth, Samples, Search random).
    """

    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    movetime: int | None = None

    @property
    def text(self) -> str:
        """Everything that matters for how it plays, in words."""
        words = [f"{name}={value}" for name, value in self.options.items()]
        if self.movetime is not None:
            words.append(f"movetime={self.movetime}")
        return ", ".join(words)


class Players:
    """Engines in two seats. Use as a context manager: it leaves no process behind.

    For one thread at a time; `ply` and `interrupt` are there for the others.
    """

    def __init__(self) -> None:
        self.ply = 0  # that is being thought about; 0 while there is none
        self._players: list[UgiPlayer | None] = [None, None]
        self._settings = [Setting(""), Setting("")]
        self._interrupted = False

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        for seat in range(len(self._players)):
            self.dismiss(seat)

    def name(self, seat: int) -> str:
        return self._settings[seat].name

    def seat(self, seat: int, setting: Setting, game: Game, seed: int) -> None:
        """Have this player in a new game, with nothing left of the one before.

        Raises EngineError; OptionError for what the engine does not offer. Then the seat is to
        be cleared with `dismiss`.
        """
        player = self._players[seat] or UgiPlayer.start(EngineSetting())
        self._players[seat], self._settings[seat] = player, setting
        player.begin(game, {"Seed": seed, **setting.options})

    def think(self, seat: int, moves: Sequence[str], patience: float) -> Answer:
        """An answer that took longer than `patience` seconds is `late`.

        Raises EngineError; CancelledError after an `interrupt`.
        """
        player = self._players[seat]
        if player is None:
            raise AssertionError("think before seat")
        movetime = self._settings[seat].movetime
        self.ply = len(moves) + 1
        try:
            timeout = patience if movetime is None else None
            search = player.analyse(Question(None, moves, Limits(movetime=movetime), timeout))
            # Asked when the search has begun: an `interrupt` that came sooner did not stop it.
            if self._interrupted:
                search.interrupt()
            answer = search.wait()
        finally:
            self.ply = 0
        if self._interrupted:
            raise CancelledError
        return answer

    def interrupt(self) -> None:
        """The search that is running ends at once, and no other gets far. From any thread."""
        self._interrupted = True
        for player in self._players:
            if player is not None:
                player.interrupt()

    def dismiss(self, seat: int) -> None:
        """End the engine; the next player in this seat gets a new one."""
        player, self._players[seat] = self._players[seat], None
        self._settings[seat] = Setting("")
        if player is not None:
            player.close()
