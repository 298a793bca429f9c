"""Workers of a browser, played by objects of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from linemate.clients.web.browser.engine import EngineSide, unpack


class FakeWorker:
    """Does what engine.js does, between two turns of the event loop; `stuck` is the name of a call
    that it never answers.
    """

    def __init__(
        self,
        on_reply: Callable[[str], None],
        on_failure: Callable[[str], None],
        shared: bool = True,
        stuck: str = "",
    ) -> None:
        self.shared = shared
        self.stuck = stuck
        self.fail = on_failure
        self.ended = False
        self.calls: list[str] = []
        self.slices: list[float] = []  # for which a search was to go on
        self._reply = on_reply
        self._stopped = False
        self._side = EngineSide(lambda: self._stopped)

    def ask(self, call: str) -> None:
        asyncio.get_running_loop().call_soon(self._answer, call)

    def _answer(self, call: str) -> None:
        if not self.ended:
            name, arguments = unpack(call)
            self.calls.append(name)
            self.slices += arguments if name == "follow" else ()
            if name != self.stuck:
                self._reply(self._side.answer(call))

    def stop(self, now: bool) -> None:
        self._stopped = now and self.shared

    def end(self) -> None:
        self.ended = True


class FakeWorkers:
    """Starts them, all alike but for the first one, and remembers them."""

    def __init__(self, shared: bool = True, first_stuck: str = "") -> None:
        self._shared = shared
        self._stuck = first_stuck
        self.started: list[FakeWorker] = []

    def __call__(
        self, on_reply: Callable[[str], None], on_failure: Callable[[str], None]
    ) -> FakeWorker:
        stuck, self._stuck = self._stuck, ""
        self.started.append(FakeWorker(on_reply, on_failure, self._shared, stuck))
        return self.started[-1]
