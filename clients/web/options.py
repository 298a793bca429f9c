"""Which options of an engine a page may set, and to what."""

from __future__ import annotations

import os
from collections.abc import Mapping

from linemate.clients.shared.player import VARIANT
from linemate.engine.core import Option, OptionError, OptionValue
from linemate.protocol.driver import Options

LARGEST_HASH = 256  # megabytes, of each engine
# No text: it might be the path of a file. And nothing that only does something when it is set.
KINDS = ("check", "spin", "combo")


def offer_options(options: Options, values: Mapping[str, OptionValue]) -> dict[str, Option]:
    """By name in lower case, with what they may be set to from a page; always also to what the
    engine is set to, which `values` has.
    """
    most = {"hash": LARGEST_HASH, "threads": os.cpu_count() or 1}
    offered = {}
    for name, option in ((name.lower(), options[name]) for name in options):
        if option.kind in KINDS and name != VARIANT.lower():
            if option.kind == "spin" and name in most:
                allowed = max(option.minimum, int(values[name]), most[name])
                option = option.replace(maximum=min(option.maximum, allowed))
            offered[name] = option
    return offered


def settled_values(options: Options, settings: Mapping[str, str]) -> dict[str, OptionValue]:
    """What an engine is set to after these settings, by name in lower case. Raises OptionError."""
    values = {name.lower(): options[name].default for name in options}
    return values | {name.lower(): options[name].read(text) for name, text in settings.items()}


def read_options(
    offered: Mapping[str, Option], values: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """What a page asks for, by name in lower case. Raises OptionError."""
    settled: dict[str, OptionValue] = {}
    for name, value in values.items():
        option = offered.get(name.lower())
        if option is None:
            known = ", ".join(each.name for each in offered.values()) or "none"
            raise OptionError(f"unknown option {name!r}: expected one of {known}")
        settled[name.lower()] = option.read(str(value))
    return settled
