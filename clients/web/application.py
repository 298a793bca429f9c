"""The routes: the page, its files, and the conversation with each tab.

To read on: `visit.py` is one tab, `seat.py` its engine, `messages.py` what it may say, `views.py`
what it is told, `safety.py` who may speak at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from linemate.clients.web.house import House
from linemate.clients.web.safety import Guard, Guarded
from linemate.clients.web.visit import visit
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

PAGE = "index.html"
# What is served: nothing else that may lie there.
MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


def make_application(house: House, guard: Guard) -> ASGIApp:
    assets = dict(read_assets())

    async def show_page(_: Request) -> Response:
        return respond(assets, PAGE)

    async def show_asset(request: Request) -> Response:
        return respond(assets, request.path_params["name"])

    async def talk(websocket: WebSocket) -> None:
        await visit(websocket, house)

    routes = [
        Route("/", show_page),
        Route("/static/{name:path}", show_asset),
        WebSocketRoute("/game", talk),
    ]
    return Guarded(Starlette(routes=routes), guard)


def read_assets() -> Iterator[tuple[str, bytes]]:
    """The files of the page by name, all of them: a request names one, never a path."""
    yield from _walk(files("linemate.clients.web").joinpath("static"), "")


def _walk(directory: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(directory.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif _suffix(entry.name) in MEDIA_TYPES:
            yield f"{prefix}{entry.name}", entry.read_bytes()


def respond(assets: Mapping[str, bytes], name: str) -> Response:
    if name not in assets:
        raise HTTPException(404)
    return Response(assets[name], media_type=MEDIA_TYPES[_suffix(name)])


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]
