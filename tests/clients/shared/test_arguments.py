"""The command line of every command."""

from __future__ import annotations

import pytest

from linemate.clients.shared.arguments import make_parser


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
