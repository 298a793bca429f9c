"""The session of one tab: its messages come in, are answered by the rules or passed to its engine.

A message is read by `messages.py`, the rules are asked through `games.py`, `engine_worker.py` has
the engine, and `views.py` makes the replies, which leave through the outbox.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from linemate.clients.shared.states import Json
from linemate.clients.web import messages
from linemate.clients.web.assessor import Assessor
from linemate.clients.web.engine_worker import EngineWorker
from linemate.clients.web.engines import ServerState
from linemate.clients.web.games import CurrentGame, read_text, write_text
from linemate.clients.web.judgement import describe_judgement
from linemate.clients.web.link import Link, LinkClosed, listen
from linemate.clients.web.messages import Outbox, Request, read_request
from linemate.clients.web.puzzles import describe_puzzles
from linemate.clients.web.views import describe_games, describe_state


class TabSession:
    """A tab with its game, its engine worker and what it is still to be sent."""

    def __init__(self, link: Link, server: ServerState) -> None:
        self._link = link
        self._outbox = Outbox()
        self._current = CurrentGame()
        self._worker = EngineWorker(server, self._outbox)
        self._assessor = Assessor(server, self._outbox, self._worker.idle)

    async def run(self) -> None:
        """Listen, think and reply until the page is gone."""
        running = asyncio.create_task(self._worker.run())
        assessing = asyncio.create_task(self._assessor.run())
        others = [
            asyncio.create_task(listen(self._link, self._outbox, read_request, self._handle)),
            asyncio.create_task(self._outbox.deliver(self._link.send)),
        ]
        try:
            tasks = [running, assessing, *others]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in others:
                task.cancel()
            await asyncio.gather(self._worker.close(running), self._assessor.close(assessing))
        for task in done:
            with suppress(LinkClosed):
                task.result()

    async def _handle(self, request: Request) -> None:
        """Do what a message asks for. Raises LinemateError, and then nothing has changed."""
        current, worker = self._current, self._worker
        match request:
            case messages.Open():
                current.open(request.words, request.start, request.moves, request.at)
                await self._show_position(request.seq)
            case messages.Move():
                current.move(request.move)
                await self._show_position(request.seq)
            case messages.Goto():
                current.goto(request.at, request.moves)
                await self._show_position(request.seq)
            case messages.Think():
                await worker.think(request, current)
                self._assessor.give_way()
            case messages.Stop():
                await worker.stop()
            case messages.Restart():
                await worker.restart(request.seq)
            case messages.Read():
                found = await asyncio.to_thread(self._read, request.text)
                await self._outbox.put("games", seq=request.seq, **found)
            case messages.Write():
                text = await asyncio.to_thread(write_text, current, request)
                await self._outbox.put("pgn", seq=request.seq, text=text)
            case messages.Puzzles():
                await self._outbox.put("puzzles", seq=request.seq, puzzles=describe_puzzles())
            case messages.Assess():
                self._assessor.want(request)
                await self._outbox.put("assessing", seq=request.seq)
            case messages.Judge():
                judged = await asyncio.to_thread(describe_judgement, request)
                await self._outbox.put("judged", seq=request.seq, **judged)

    def _read(self, text: str) -> Json:
        return describe_games(read_text(text, self._current.game))

    async def _show_position(self, seq: int) -> None:
        """Tell the new position; what is thought about the one before is of no use any more."""
        await self._worker.abandon()
        await self._outbox.put("state", seq=seq, **describe_state(self._current))
