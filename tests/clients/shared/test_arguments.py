"""The command line of every command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain

import pytest

from linemate.clients.shared.arguments import make_parser
from linemate.clients.shared.command import COMMANDS, load_command


def test_the_lines_of_an_epilog_stay_and_the_command_has_its_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        make_parser("play", "About it.", "one\n  two").parse_args(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "one\n  two\n" in shown
    assert shown.startswith("usage: ")
    assert " play [-h]" in shown


def test_a_refusal_does_no_harm_in_a_command_or_below_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = make_parser("play", "", "")
    parser.add_subparsers().add_parser("fast")
    for words in (["\x1b]52;c;\x07"], ["fast", "--\x9b"]):
        with pytest.raises(SystemExit) as left:
            parser.parse_args(words)
        assert left.value.code == 2
    with pytest.raises(SystemExit):
        parser.error("\x1b]52;c;\x07")
    shown = capsys.readouterr().err
    assert "?]52;c;?" in shown
    assert not {"\x1b", "\x9b", "\x07"} & set(shown)


def every_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parser of a command and those of its subcommands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from every_parser(below)


PARSERS = list(
    chain.from_iterable(every_parser(load_command(name).make_parser()) for name in COMMANDS)
)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.prog)
def test_every_argument_says_what_it_is_and_every_command_what_it_does(
    parser: argparse.ArgumentParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`lab run NAME|all` said nothing of NAME, `web --port N` no more than a number."""
    assert parser.description
    for action in parser._actions:
        said = (action.help or "").partition("(")[0].strip()
        assert said or isinstance(action, argparse._SubParsersAction), action.option_strings
    monkeypatch.setenv("COLUMNS", "100")
    assert [line for line in parser.format_help().splitlines() if len(line) > 100] == []
