"""How strong an engine is to play, from 1 to 10, whatever its own scale."""

from __future__ import annotations

from typing import NamedTuple

from linemate.clients.shared.values import read_number
from linemate.engine.core import FULL_SKILL
from linemate.protocol.driver import Option, Options


class Level(NamedTuple):
    skill: int  # 0 to FULL_SKILL, as our engine's option has it
    movetime: int  # milliseconds at most; the weaker levels need far less


LEVELS = {
    1: Level(0, 300),
    2: Level(2, 300),
    3: Level(4, 300),
    4: Level(6, 500),
    5: Level(9, 500),
    6: Level(11, 1000),
    7: Level(13, 1000),
    8: Level(16, 2000),
    9: Level(18, 3000),
    10: Level(FULL_SKILL, 5000),
}
DEFAULT_LEVEL = 5
SKILL = "skill"


def read_level(text: str) -> int:
    """Read a whole number from 1 to 10. Raises WordError."""
    return read_number(text, min(LEVELS), max(LEVELS))


def skill_option(options: Options) -> Option | None:
    """Return the option of an engine that says how strong it plays: numbers from weak to strong,
    whatever their range. None if it has none.
    """
    option = options.get(SKILL)
    return option if option is not None and option.kind == "spin" else None


def scale_skill(option: Option, skill: int) -> int:
    """Return the value of an engine's option for a skill from 0 to FULL_SKILL."""
    return option.minimum + round(skill / FULL_SKILL * (option.maximum - option.minimum))
