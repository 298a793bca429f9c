"""What is served and to whom: the page, its files, and a session for each tab.

Nobody is answered whom `clients/shared/page/guard.py` does not know: a request must be addressed to
this server (`Host`), and a WebSocket, which browsers let any site open, must come from a page of
this very address (`Origin`).

To read on: `sockets.py` and `session.py` are one tab, `engine_worker.py` its engine, `messages.py`
what it may say, `views.py` what it is told; `friends/` are rooms in which two people play.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from linemate.clients.shared.command import program
from linemate.clients.shared.page.assets import media_type, read_assets
from linemate.clients.shared.page.guard import Guard
from linemate.clients.web.engines import ServerState
from linemate.clients.web.friends.lobby import Lobby
from linemate.clients.web.sockets import serve_friend, serve_tab

PAGE = "index.html"
FRIEND_PAGE = "friend.html"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def make_application(server: ServerState, guard: Guard, lobby: Lobby | None = None) -> ASGIApp:
    """Return all of it: the routes, and the guard before them; `lobby` is where friends meet."""
    meeting = Lobby() if lobby is None else lobby
    assets = read_assets("linemate.clients.web")

    async def show_page(_: Request) -> Response:
        return respond(assets, PAGE)

    async def show_friend_page(_: Request) -> Response:
        return respond(assets, FRIEND_PAGE)

    async def show_asset(request: Request) -> Response:
        return respond(assets, request.path_params["name"])

    async def talk(websocket: WebSocket) -> None:
        await serve_tab(websocket, server)

    async def meet(websocket: WebSocket) -> None:
        await serve_friend(websocket, meeting)

    routes = [
        Route("/", show_page),
        Route("/friend", show_friend_page),
        Route("/static/{name:path}", show_asset),
        WebSocketRoute("/game", talk),
        WebSocketRoute("/room", meet),
    ]
    return Guarded(Starlette(routes=routes), guard)


def respond(assets: Mapping[str, bytes], name: str) -> Response:
    if name not in assets:
        raise HTTPException(404)
    return Response(assets[name], media_type=media_type(name))


# ------------------------------------------------------------------ who may speak


class Guarded:
    """An application that answers only those whom the guard knows, with HEADERS on all it says."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem is not None:
                await send({"type": "websocket.close"})  # before the hand-shake: status 403
            else:
                await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if problem is None else PlainTextResponse(f"{problem}\n", 403)
        if await is_whole(receive):
            await app(scope, receive, send_with_headers)

    def _problem(self, scope: Scope, headers: Headers) -> str | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._guard.knows_host(hosts[0]):
            return f"{program('web')} is not known by this name"
        origins = headers.getlist("origin")
        if not origins and scope["type"] == "http":
            return None  # browsers send none with what they load for a page or an address typed
        if len(origins) != 1 or not self._guard.knows_origin(origins[0], hosts[0]):
            return f"{program('web')} does not serve other sites"
        return None


async def is_whole(receive: Receive) -> bool:
    """Read a request to the end of its body, of which nothing is used.

    Return False if there is nobody to answer: who sent it has gone, or was hung up on for it.
    """
    while (event := await receive())["type"] == "http.request" and event.get("more_body"):
        pass
    return bool(event["type"] == "http.request")
