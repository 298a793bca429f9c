"""One tab: its messages come in, are answered by the rules or passed to its engine."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from linemate.clients.web import messages, records
from linemate.clients.web.house import BusyError, House
from linemate.clients.web.messages import Request, RequestError, read_request, shorten
from linemate.clients.web.outbox import Outbox, write_message
from linemate.clients.web.seat import Seat
from linemate.clients.web.table import Table
from linemate.clients.web.views import describe_table
from linemate.engine.core import LinemateError
from starlette.websockets import WebSocket, WebSocketDisconnect

TRY_AGAIN_LATER = 1013
LONGEST_ERROR = 500  # characters: errors echo what was wrong, and that may be a whole file


async def visit(websocket: WebSocket, house: House) -> None:
    """From the first message to the last; the engine is gone when this returns."""
    await websocket.accept()
    try:
        async with house.place():
            await Visit(websocket, house).run()
    except BusyError as error:
        with suppress(WebSocketDisconnect):
            await send(websocket, write_message("error", text=str(error), about=0))
            await websocket.close(TRY_AGAIN_LATER)


async def send(websocket: WebSocket, message: str) -> None:
    """Raises WebSocketDisconnect if the connection has ended, from whichever side."""
    try:
        await websocket.send_text(message)
    except RuntimeError as error:  # uvicorn has hung up itself, as on a message that is too long
        raise WebSocketDisconnect from error


class Visit:
    def __init__(self, websocket: WebSocket, house: House) -> None:
        self._websocket = websocket
        self._outbox = Outbox()
        self._table = Table()
        self._seat = Seat(house, self._outbox)

    async def run(self) -> None:
        running = asyncio.create_task(self._seat.run())
        others = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._outbox.deliver(partial(send, self._websocket))),
        ]
        try:
            done, _ = await asyncio.wait([running, *others], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in others:
                task.cancel()
            await self._seat.close(running)
        for task in done:
            with suppress(WebSocketDisconnect):
                task.result()

    async def _listen(self) -> None:
        """Until the page is gone."""
        while (event := await self._websocket.receive())["type"] == "websocket.receive":
            seq = 0
            try:
                request = read_request(event.get("text") or "")
                seq = request.seq
                await self._follow(request)
            except LinemateError as error:
                about = error.seq if isinstance(error, RequestError) else seq
                text = shorten(str(error), LONGEST_ERROR)
                await self._outbox.put("error", text=text, about=about)

    async def _follow(self, request: Request) -> None:
        """Raises LinemateError, and then nothing has changed."""
        table, seat = self._table, self._seat
        match request:
            case messages.Open():
                table.open(request.words, request.start, request.moves, request.at)
                await self._show(request.seq)
            case messages.Move():
                table.move(request.move)
                await self._show(request.seq)
            case messages.Goto():
                table.goto(request.at)
                await self._show(request.seq)
            case messages.Think():
                await seat.think(request, table)
            case messages.Stop():
                await seat.stop()
            case messages.Restart():
                await seat.restart(request.seq)
            case messages.Read():
                found = await asyncio.to_thread(records.read_text, request.text, table.game)
                await self._outbox.put("games", seq=request.seq, **found)
            case messages.Write():
                text = records.write_text(table, request)
                await self._outbox.put("pgn", seq=request.seq, text=text)

    async def _show(self, seq: int) -> None:
        """The position has changed: what was thought about the one before is of no use."""
        await self._seat.abandon()
        await self._outbox.put("state", seq=seq, **describe_table(self._table))
