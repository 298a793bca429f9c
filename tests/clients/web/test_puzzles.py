"""What a page is told of the puzzles."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from linemate.clients.shared.puzzles import load_puzzles
from linemate.clients.web.browser.folder import pack_linemate
from linemate.clients.web.games import CurrentGame
from linemate.clients.web.messages import LARGEST_MESSAGE, write_message
from linemate.clients.web.puzzles import describe_puzzles
from linemate.clients.web.views import describe_state


def test_every_puzzle_is_told_as_a_position_that_can_be_opened() -> None:
    """The page knows its game again by the words that the state of the table has."""
    told = json.loads(write_message("puzzles", puzzles=describe_puzzles()))["puzzles"]
    assert len(told) == len(load_puzzles())
    for puzzle in told[::7]:
        current = CurrentGame()
        current.open(puzzle["words"], puzzle["position"], (), 0)
        state = describe_state(current)
        assert state["words"] == puzzle["words"]
        assert state["toMove"] == puzzle["toMove"]
        assert puzzle["steps"][0][0] in state["legal"]
        assert len(puzzle["steps"]) == puzzle["plies"]


def test_all_of_them_are_one_message() -> None:
    assert len(write_message("puzzles", puzzles=describe_puzzles())) < LARGEST_MESSAGE / 20


def test_the_page_without_a_server_has_them_too(tmp_path: Path) -> None:
    """What runs there is imported from an archive, and so is the file."""
    archive = tmp_path / "linemate.zip"
    archive.write_bytes(pack_linemate())
    count = "from linemate.clients.web.puzzles import *; print(len(describe_puzzles()))"
    script = f"import sys; sys.path.insert(0, {str(archive)!r}); {count}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stdout.strip() == str(len(load_puzzles())), done.stderr
