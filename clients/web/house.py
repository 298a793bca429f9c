"""What all tabs share: which engine sits behind the page, and how many may run at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from linemate.engine.core import LinemateError

DEFAULT_ENGINES = 8
FIRST_GAME = "ultimate"


class BusyError(LinemateError):
    """As many engines run as may."""


@dataclass
class House:
    """`command` starts the engine (None: ours), `settings` are what it is set to, by name.

    `first` is the game that a new page begins with, in words. `patience` is how long a tab waits
    for the engine of another to end, in seconds: a page that is loaded again is there before its
    old engine has gone. `longest_search` is what any search may take, in seconds, so that a
    forgotten tab does not keep a processor busy for ever.
    """

    command: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    engines: int = DEFAULT_ENGINES
    first: str = FIRST_GAME
    patience: float = 5.0
    longest_search: float = 600.0

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.engines)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """For one engine. Raises BusyError."""
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            raise BusyError(
                f"busy: {self.engines} engines are running, one for each open page; close a page, "
                "or start linemate web with a larger --engines"
            ) from None
        try:
            yield
        finally:
            self._free.release()
