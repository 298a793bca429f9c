"""The WebSocket of one tab, as the link of its session: with an engine, or with a friend."""

from __future__ import annotations

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from linemate.clients.web.engines import EngineBusyError, ServerState
from linemate.clients.web.friends.lobby import FriendSession, Lobby
from linemate.clients.web.friends.rooms import RoomError
from linemate.clients.web.link import LinkClosed
from linemate.clients.web.messages import write_message
from linemate.clients.web.session import TabSession
from linemate.engine.core import LinemateError

TRY_AGAIN_LATER = 1013


async def serve_tab(websocket: WebSocket, server: ServerState) -> None:
    """Talk to a tab from its first message to its last; its engine is gone when this returns."""
    await websocket.accept()
    link = SocketLink(websocket)
    try:
        async with server.engine_slot():
            await TabSession(link, server).run()
    except EngineBusyError as error:
        await hang_up(link, error)


async def serve_friend(websocket: WebSocket, lobby: Lobby) -> None:
    """Talk to a page that plays with another one, from its first message to its last."""
    await websocket.accept()
    link = SocketLink(websocket)
    try:
        with lobby.place():
            await FriendSession(link, lobby).run()
    except RoomError as error:
        await hang_up(link, error)


async def hang_up(link: SocketLink, error: LinemateError) -> None:
    """Tell a page that there is no place for it now."""
    with suppress(LinkClosed):
        await link.send(write_message("error", text=str(error), about=0))
        await link.close(TRY_AGAIN_LATER)


class SocketLink:
    """See Link."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def receive(self) -> str:
        event = await self._websocket.receive()
        if event["type"] != "websocket.receive":
            raise LinkClosed
        return event.get("text") or ""

    async def send(self, message: str) -> None:
        try:
            await self._websocket.send_text(message)
        # RuntimeError: uvicorn has hung up itself, as on a message that is too long.
        except (WebSocketDisconnect, RuntimeError) as error:
            raise LinkClosed from error

    async def close(self, code: int) -> None:
        await self._websocket.close(code)
