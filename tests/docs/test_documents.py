"""The documents are true: conversations are replayed, programs run, commands exist, links lead."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from linemate import __version__
from linemate.clients.__main__ import main
from linemate.clients.shared.command import COMMANDS
from tests.transcripts import ROOT, Transcript, read_transcripts, replay

README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [
    README,
    *PAGES,
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    ROOT / "protocol" / "PROTOCOL.md",
]
TRANSCRIPTS = [found for page in (README, *PAGES) for found in read_transcripts(page)]


def name_of(path: Path) -> str:
    return path.name


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", read(path), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("found", TRANSCRIPTS, ids=lambda found: f"{found.document}-{found.name}")
def test_conversations_go_as_shown(found: Transcript) -> None:
    replay(found)


def programs() -> Iterator[object]:
    """The programs of all pages, each with the output that is shown right behind it, if any."""
    pattern = r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```$)?"
    for path in (README, *PAGES):
        for found in re.findall(pattern, read(path), flags=re.MULTILINE | re.DOTALL):
            yield pytest.param(*found, id=path.name)


@pytest.mark.parametrize(("program", "shown"), [*programs()])
def test_python_programs_run_and_print_what_is_shown(program: str, shown: str) -> None:
    """Each is a program of its own, in the checkout and without warnings; `...` is anything."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    pattern = ".*".join(map(re.escape, shown.split("...")))
    assert not shown or re.fullmatch(pattern, done.stdout), done.stdout


def test_the_example_of_a_check_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the time that it took, and a pv, which depends on what was asked before."""
    shown_blocks = blocks(ROOT / "docs" / "check.md", "console")
    [block] = [
        each for each in shown_blocks if "\n" in each and each.startswith("$ linemate check")
    ]
    command, _, shown = block.partition("\n")
    words = [word.replace("python3", sys.executable) for word in shlex.split(command)[2:]]
    monkeypatch.chdir(ROOT)
    assert main(words) == 1
    printed = capsys.readouterr().out
    told, expected = (re.sub(r"pv .*|[0-9]+ s$", "...", text.strip()) for text in (printed, shown))
    assert told == expected


def test_the_readme_is_short_and_shows_pictures_that_are_small() -> None:
    assert len(read(README).splitlines()) <= 150
    pictures = re.findall(r"\]\(([^)]+\.png)\)", read(README))
    assert len(pictures) >= 5
    for picture in pictures:
        assert 0 < (ROOT / picture).stat().st_size < 80_000, picture


def test_make_targets_exist() -> None:
    makefile = read(ROOT / "Makefile")
    for path in DOCUMENTS:
        for target in re.findall(r"^make ([\w-]+)", "\n".join(blocks(path, "sh")), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def headings(path: Path) -> set[str]:
    """The anchors of a document, as its readers' sites make them of its headings."""
    titles = re.findall(r"^#+ (.+)$", read(path), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", read(path)):
        if target.startswith("https://"):
            continue
        place, _, anchor = target.partition("#")
        found = path.parent / place if place else path
        assert found.exists(), target
        assert not anchor or anchor in headings(found), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_files_and_modules_that_are_named_exist(path: Path) -> None:
    """`engine/core.py` in backquotes, and what `python -m` runs."""
    text = read(path)
    for name in re.findall(r"`((?:engine|protocol|clients|tests|docs)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"python3? -m ((?:linemate|engine|protocol|clients|tests)[\w.]*)", text):
        place = ROOT.joinpath(*name.removeprefix("linemate.").split("."))
        assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), name


TYPED = re.compile(rf"(?:^\$ |^|`)linemate (?:{'|'.join(COMMANDS)}) \S", flags=re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_who_is_to_type_linemate_is_told_where_it_is(path: Path) -> None:
    """A checkout has no such command; the pages wrote it as if it were on the way."""
    if path.name not in ("CHANGELOG.md", "CONTRIBUTING.md") and TYPED.search(read(path)):
        assert "`.venv/bin/linemate`" in read(path)


def test_the_version_is_told_everywhere() -> None:
    assert f"## {__version__}" in read(ROOT / "CHANGELOG.md")
    assert f"\nversion: {__version__}\n" in read(ROOT / "CITATION.cff")


def test_every_page_is_linked_from_the_readme() -> None:
    for page in PAGES:
        assert f"](docs/{page.name}" in read(README), page.name


def test_the_workflow_runs_the_pythons_that_are_supported() -> None:
    workflow = read(ROOT / ".github" / "workflows" / "test.yml")
    assert "CI=true make test" in workflow
    assert "CI=true make test" in read(ROOT / ".ci" / "run")
    assert "[ubuntu-latest, macos-latest, windows-latest]" in workflow
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f'"{version}"' in workflow


def test_the_way_of_a_go_is_what_a_trace_shows() -> None:
    [shown] = re.findall(
        r"<!-- walk -->\n(.*)\n<!-- walk -->", read(ROOT / "docs" / "architecture.md"), re.DOTALL
    )
    done = subprocess.run(  # a process of its own: no other test has traced or imported anything
        [sys.executable, "-m", "tests.walk", "tictactoe", "minimax"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.strip() == shown, done.stderr
