"""Where a browser is opened for whoever started a page."""

from __future__ import annotations

import sys

import pytest

from linemate.clients.shared.page.browser import has_screen


def test_a_browser_for_the_terminal_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert has_screen()
