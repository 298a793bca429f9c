"""The session of one tab: its messages come in, are answered by the rules or passed to its engine.

A message is read by `messages.py`, the rules are asked through `games.py`, `engine_worker.py` has
the engine, and `views.py` makes the replies, which leave through the outbox.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from linemate.clients.shared.fields import shorten
from linemate.clients.shared.game_files import LONGEST_ERROR
from linemate.clients.web import messages
from linemate.clients.web.engine_worker import EngineWorker
from linemate.clients.web.engines import EngineBusyError, ServerState
from linemate.clients.web.games import CurrentGame, read_text, write_text
from linemate.clients.web.messages import (
    Outbox,
    Request,
    RequestError,
    read_request,
    write_message,
)
from linemate.clients.web.views import Json, describe_games, describe_state
from linemate.engine.core import LinemateError

TRY_AGAIN_LATER = 1013


async def serve_tab(websocket: WebSocket, server: ServerState) -> None:
    """Talk to a tab from its first message to its last; its engine is gone when this returns."""
    await websocket.accept()
    try:
        async with server.engine_slot():
            await TabSession(websocket, server).run()
    except EngineBusyError as error:
        with suppress(WebSocketDisconnect):
            await send(websocket, write_message("error", text=str(error), about=0))
            await websocket.close(TRY_AGAIN_LATER)


async def send(websocket: WebSocket, message: str) -> None:
    """Send it. Raises WebSocketDisconnect if the connection has ended, from whichever side."""
    try:
        await websocket.send_text(message)
    except RuntimeError as error:  # uvicorn has hung up itself, as on a message that is too long
        raise WebSocketDisconnect from error


class TabSession:
    """A tab with its game, its engine worker and what it is still to be sent."""

    def __init__(self, websocket: WebSocket, server: ServerState) -> None:
        self._websocket = websocket
        self._outbox = Outbox()
        self._current = CurrentGame()
        self._worker = EngineWorker(server, self._outbox)

    async def run(self) -> None:
        """Listen, think and reply until the page is gone."""
        running = asyncio.create_task(self._worker.run())
        others = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._outbox.deliver(partial(send, self._websocket))),
        ]
        try:
            done, _ = await asyncio.wait([running, *others], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in others:
                task.cancel()
            await self._worker.close(running)
        for task in done:
            with suppress(WebSocketDisconnect):
                task.result()

    async def _listen(self) -> None:
        """Take one message after the other until the page is gone."""
        while (event := await self._websocket.receive())["type"] == "websocket.receive":
            seq = 0
            try:
                request = read_request(event.get("text") or "")
                seq = request.seq
                await self._handle(request)
            except LinemateError as error:
                about = error.seq if isinstance(error, RequestError) else seq
                text = shorten(str(error), LONGEST_ERROR)
                await self._outbox.put("error", text=text, about=about)

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
                current.goto(request.at)
                await self._show_position(request.seq)
            case messages.Think():
                await worker.think(request, current)
            case messages.Stop():
                await worker.stop()
            case messages.Restart():
                await worker.restart(request.seq)
            case messages.Read():
                found = await asyncio.to_thread(self._read, request.text)
                await self._outbox.put("games", seq=request.seq, **found)
            case messages.Write():
                text = write_text(current, request)
                await self._outbox.put("pgn", seq=request.seq, text=text)

    def _read(self, text: str) -> Json:
        return describe_games(read_text(text, self._current.game))

    async def _show_position(self, seq: int) -> None:
        """Tell the new position; what is thought about the one before is of no use any more."""
        await self._worker.abandon()
        await self._outbox.put("state", seq=seq, **describe_state(self._current))
