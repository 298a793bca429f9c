"""Text of others on its way to a terminal or a log: what could control one is replaced here.

Names, comments, errors and moves come from files and engines that anybody may have written. An
escape sequence among them could write to the clipboard (OSC 52) or retitle the window, a C1 code
(U+009B) begins one without an escape, and U+202E turns a line around. So whatever a client shows or
writes for people goes through one of these doors, and a test holds that there is no other:

    say             plain lines                      here
    complain        what went wrong                  command.py
    make_console    colours and live displays        screen.py
    make_parser     refusals of a command line       arguments.py

PGN, the standing and the logs of a match are made harmless as they are written.
"""

from __future__ import annotations

from typing import TextIO


class _Characters(dict[int, str]):
    """What is shown for each character, found when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if not character.isprintable() and character not in "\n\t":
            character = " " if character.isspace() else "?"
        self[code] = character
        return character


_SHOWN = _Characters()


def harmless(text: str) -> str:
    """Return the text with nothing in it that could control a terminal; lines stay lines."""
    return text.translate(_SHOWN)


def say(text: str = "", *, end: str = "\n", file: TextIO | None = None) -> None:
    """Print a text of anybody's; it is out when this returns."""
    print(harmless(text), end=end, file=file, flush=True)
