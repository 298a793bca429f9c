"""The README is true: its conversations are replayed, its programs run, its commands exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
from linemate.clients.__main__ import main

from linemate import __version__
from tests.transcripts import ROOT, Transcript, read_transcripts, replay

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("transcript", read_transcripts(README), ids=lambda found: found.name)
def test_conversations_go_as_shown(transcript: Transcript) -> None:
    replay(transcript)


def test_python_programs_run() -> None:
    programs = blocks("python")
    assert programs
    # The `python3` that they name shall be the one that runs the tests.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    for program in programs:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.split()[0] in ("p1win", "p2win", "draw")


def test_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"\]\(([^)]+\.png)\)", TEXT)
    assert len(pictures) >= 7
    for picture in pictures:
        assert 0 < (ROOT / picture).stat().st_size < 80_000, picture


def test_the_example_of_a_check_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the time that it took, and a pv, which depends on what was asked before."""
    [block] = [block for block in blocks("console") if block.startswith("$ linemate check")]
    command, _, shown = block.partition("\n")
    words = [word.replace("python3", sys.executable) for word in shlex.split(command)[2:]]
    monkeypatch.chdir(ROOT)
    assert main(words) == 1
    printed = capsys.readouterr().out
    told, expected = (re.sub(r"pv .*|[0-9]+ s$", "...", text.strip()) for text in (printed, shown))
    assert told == expected


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"make ([\w-]+)", "\n".join(blocks("sh")))
    assert {"play", "test"} <= set(targets)
    for target in targets:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "protocol/PROTOCOL.md"])
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


def test_the_changelog_begins_with_the_version() -> None:
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
