"""How much a small board can mean to a player on the big one."""

from __future__ import annotations

from functools import cache

from linemate.engine.games.tictactoe import LINES

LEVELS = 5
LINES_THROUGH = tuple(tuple(line for line in LINES if line >> board & 1) for board in range(9))


@cache
def levels(own: int, others: int) -> tuple[int, ...]:
    """Return what each board would do for a player: `own` are his boards, `others` lost to him.

    0: no line through it can be his; 1: some line can; 2: one of them has one board of his;
    3: two or more such; 4: it would win the game.
    """
    found = []
    for lines in LINES_THROUGH:
        level = 0
        for line in lines:
            if line & others:
                continue
            count = (line & own).bit_count()
            if count == 2:
                level = 4
                break
            level = max(level, 1) if count == 0 else min(max(level, 1) + 1, 3)
        found.append(level)
    return tuple(found)
