"""By which names a server of pages may be addressed.

The danger is another site that is open in the same browser: it can send requests to 127.0.0.1,
and by giving its own name that address (DNS rebinding) even read the answers. So every request
must be addressed to the server by a name of its own.
"""

from __future__ import annotations

import ipaddress

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HTTP_PORT = 80  # which browsers leave out


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


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
