"""How strong an engine is to play, from 1 to 10, whatever its own scale."""

from __future__ import annotations

from typing import NamedTuple

from linemate.clients.shared.times import write_time
from linemate.clients.shared.values import read_number
from linemate.engine.core import FULL_SKILL
from linemate.protocol.driver import Option, Options


class Level(NamedTuple):
    """A strength with a name. What it `sees` is held true by a test of the engine's option."""

    skill: int  # 0 to FULL_SKILL, as our engine's option has it
    movetime: int  # milliseconds at most; the weaker levels need far less
    name: str
    sees: str


LEVELS = {
    1: Level(0, 300, "Beginner", "overlooks two moves of three and hardly looks ahead"),
    2: Level(2, 300, "Novice", "overlooks more than every second move"),
    3: Level(4, 300, "Learner", "overlooks every second move"),
    4: Level(6, 500, "Casual", "overlooks two moves of five and sees simple threats"),
    5: Level(9, 500, "Regular", "overlooks one move of four, rarely what wins at once"),
    6: Level(11, 1000, "Practised", "overlooks one move of five and plans a few moves ahead"),
    7: Level(13, 1000, "Skilled", "overlooks one move of seven"),
    8: Level(16, 2000, "Expert", "overlooks one move of seventeen and looks far ahead"),
    9: Level(18, 3000, "Master", "overlooks one move of fifty"),
    10: Level(FULL_SKILL, 5000, "Champion", "overlooks nothing and looks as far as it can"),
}
DEFAULT_LEVEL = 5
SKILL = "skill"


def read_level(text: str) -> int:
    """Read a whole number from 1 to 10. Raises WordError."""
    return read_number(text, min(LEVELS), max(LEVELS))


def describe_level(level: int) -> str:
    """Say `level 3, Learner`."""
    return f"level {level}, {LEVELS[level].name}"


def explain_levels() -> list[str]:
    """Return a line for each level: its number, its name, what it sees and how long it may
    think about a move.
    """
    return [
        f"{number:>2} {level.name:<10}{level.sees}, {write_time(level.movetime)}"
        for number, level in LEVELS.items()
    ]


def skill_option(options: Options) -> Option | None:
    """Return the option of an engine that says how strong it plays: numbers from weak to strong,
    whatever their range. None if it has none.
    """
    option = options.get(SKILL)
    return option if option is not None and option.kind == "spin" else None


def scale_skill(option: Option, skill: int) -> int:
    """Return the value of an engine's option for a skill from 0 to FULL_SKILL."""
    return option.minimum + round(skill / FULL_SKILL * (option.maximum - option.minimum))
