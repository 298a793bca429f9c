"""The names by which a server is known, and those that might be anybody's."""

from __future__ import annotations

import pytest

from linemate.clients.shared.page.guard import Guard, is_loopback


@pytest.mark.parametrize(
    ("listening", "host", "known"),
    [
        ("127.0.0.1", "127.0.0.1:8000", True),
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "LocalHost:8000", True),
        ("127.0.0.1", "[::1]:8000", True),
        ("127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1", "127.0.0.1:80", False),
        ("127.0.0.1", "127.0.0.1:8000 ", False),
        ("127.0.0.1", "127.0.0.1.:8000", False),
        ("127.0.0.1", "192.168.0.5:8000", False),
        ("127.0.0.1", "localhost.evil.example:8000", False),
        ("127.0.0.1", "", False),
        ("127.0.0.1", ":8000", False),
        ("127.0.0.1", None, False),
        ("::1", "[::1]:8000", True),
        ("::1", "::1:8000", False),
        ("192.168.0.5", "192.168.0.5:8000", True),
        ("Board.example", "board.example:8000", True),
        ("0.0.0.0", "192.168.0.5:8000", True),
        ("0.0.0.0", "evil.example:8000", False),
        ("::", "[fe80::1]:8000", True),
        ("::", "evil.example:8000", False),
    ],
)
def test_the_names_of_a_server(listening: str, host: str | None, known: bool) -> None:
    assert Guard(listening, 8000).knows_host(host) is known


def test_the_usual_port_need_not_be_named() -> None:
    guard = Guard("127.0.0.1", 80)
    assert guard.knows_host("localhost")
    assert guard.knows_host("[::1]")
    assert guard.knows_host("127.0.0.1:80")
    assert not guard.knows_host("127.0.0.1:8000")


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("127.0.0.1", True),
        ("127.3.4.5", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.0.5", False),
        ("board.example", False),
    ],
)
def test_who_can_reach_a_server(host: str, private: bool) -> None:
    assert is_loopback(host) is private
