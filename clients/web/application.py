"""What is served and to whom: the page, its files, and a session for each tab.

The danger is another site that is open in the same browser: it can send requests to 127.0.0.1,
and by giving its own name that address (DNS rebinding) even read the answers. So every request
must be addressed to this server by a name of its own (`Host`), and a WebSocket, which browsers
let any site open, must come from a page of this very address (`Origin`).

To read on: `sockets.py` and `session.py` are one tab, `engine_worker.py` its engine, `messages.py`
what it may say, `views.py` what it is told; `friends/` are rooms in which two people play.
"""

from __future__ import annotations

import ipaddress
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
from linemate.clients.web.engines import ServerState
from linemate.clients.web.friends.lobby import Lobby
from linemate.clients.web.sockets import serve_friend, serve_tab

PAGE = "index.html"
FRIEND_PAGE = "friend.html"

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HTTP_PORT = 80
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


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach a server that listens there."""
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def is_wildcard(host: str) -> bool:
    """Say whether a server that listens there is reached by every address of the machine."""
    address = _address(host)
    return address is not None and address.is_unspecified


def show_host(host: str) -> str:
    """Write it as it stands in an address: `[::1]`."""
    return f"[{host}]" if ":" in host else host


class Guard:
    """The names by which a server that listens on `host` and `port` may be addressed."""

    def __init__(self, host: str, port: int) -> None:
        self._port = port
        self._names = {show_host(name) for name in (*LOOPBACK, host.lower())}
        self._any_address = is_wildcard(host)

    def knows_host(self, header: str | None) -> bool:
        """Say whether a `Host` header names this server.

        Where any address will do, a name will not: it might be anybody's.
        """
        name, colon, port = (header or "").lower().rpartition(":")
        if not colon or "]" in port:  # no port, so it is the usual one
            name, port = (header or "").lower(), str(HTTP_PORT)
        if port != str(self._port):
            return False
        return name in self._names or (
            self._any_address and _address(name.removeprefix("[").removesuffix("]")) is not None
        )

    def knows_origin(self, origin: str | None, host: str | None) -> bool:
        """Say whether a page of the address that is spoken to has asked."""
        return (
            host is not None and origin is not None and origin.lower() == f"http://{host.lower()}"
        )


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


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
