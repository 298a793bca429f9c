"""What all tabs share: which engine sits behind the page, and how many may run at a time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from clients.engines import VARIANT
from engine.core import LinemateError, Option, OptionError, OptionValue
from protocol.driver import Options

DEFAULT_ENGINES = 8
LARGEST_HASH = 256  # megabytes, of each engine
VISITS = "visits"
# No text: it might be the path of a file. Nothing to press, nothing that begins another game.
KINDS = ("check", "spin", "combo")


class BusyError(LinemateError):
    """As many engines run as may."""


@dataclass
class House:
    """`command` starts the engine (None: ours), `options` are what it is set to, by name.

    `patience` is how long a tab waits for the engine of another to end, in seconds: one that is
    loaded again comes before the engine of the old page is gone.
    """

    command: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    engines: int = DEFAULT_ENGINES
    patience: float = 5.0
    longest_search: float = 600.0  # seconds

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


def offer_options(options: Options) -> dict[str, Option]:
    """What a page may set of an engine, by its name in lower case, within bounds."""
    most = {"hash": LARGEST_HASH, "threads": os.cpu_count() or 1}
    offered = {}
    for name, option in ((name.lower(), options[name]) for name in options):
        if option.kind in KINDS and name != VARIANT.lower():
            maximum = min(option.maximum, most.get(name, option.maximum))
            offered[name] = option.replace(maximum=max(option.minimum, maximum))
    return offered


def usual_values(
    offered: Mapping[str, Option], settings: Mapping[str, str]
) -> dict[str, OptionValue]:
    """What the engine is set to where a page says nothing, by name in lower case."""
    values = {name: option.default for name, option in offered.items()}
    if VISITS in offered and offered[VISITS].kind == "check":
        values[VISITS] = True
    own = {name.lower(): value for name, value in settings.items()}
    return values | {name: value for name, value in own.items() if name in offered}


def read_options(
    offered: Mapping[str, Option], values: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """What a page asks for, by name in lower case. Raises OptionError."""
    settled: dict[str, OptionValue] = {}
    for name, value in values.items():
        option = offered.get(name.lower())
        if option is None:
            raise OptionError(f"unknown option {name!r}: expected one of {', '.join(offered)}")
        settled[name.lower()] = option.read(str(value))
    return settled
