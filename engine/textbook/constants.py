"""Constants by name, as the options Constants and TreeConstants give them: `one=3 two=12`."""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Option, OptionError, read_integer

LARGEST_CONSTANT = 10**9 - 1


class ConstantsOption(Option):
    """Takes any names, as it depends on other options which there are, but nothing unreadable."""

    def read(self, text: str) -> str:
        read_constants(text)
        return text.strip()


def settle_constants(known: Mapping[str, int], text: str, owner: str) -> dict[str, int]:
    """Return the constants that are known, with the values that the text gives some of them.

    Raises OptionError for what cannot be read and for a name that the owner does not have.
    """
    given = read_constants(text)
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"unknown constant {name!r} of {owner}: it has {names}")
    return {**known, **given}


def read_constants(text: str) -> dict[str, int]:
    """Read `one=3 two=12`, also with commas between. Raises OptionError."""
    constants = {}
    for part in text.replace(",", " ").split():
        name, _, text = part.partition("=")
        number = read_integer(text, -LARGEST_CONSTANT, LARGEST_CONSTANT)
        if number is None:
            raise OptionError(f"bad constant {part!r}: expected name=number, as in 'two=12'")
        constants[name] = number
    return constants
