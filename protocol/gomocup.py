"""What Gomocup's words mean: cells, numbers, rules, times. No input or output, no state of play.

Coordinates count from 0 at the top left, column first, which is also the order of our cells:
on a board of width 15 `3,1` is cell 18.
"""

from __future__ import annotations

import re
from math import exp

from linemate.engine.core import PLAYERS, Info, Limits, Score
from linemate.protocol.messages import InfoLine, MessageError, quote

NO_LIMIT = 2**31 - 1  # as a time: none; also what a judge writes who has none
# What a move may take if the judge says nothing about time, in milliseconds.
USUAL_TURN = 5000
# Values of gomoku's option `rule` by the sum of 1, exactly five; 4, renju; 8, caro.
RULES = {0: "freestyle", 1: "standard", 4: "renju", 5: "renju", 8: "caro6", 9: "caro"}
# Of the memory that a judge allows, the share that the engine's table may have: the rest is
# for the interpreter and the search.
TABLE_SHARE = 4
MEGABYTE = 1 << 20
# The table until the judge says how much memory there is, which may be after the table is made.
FIRST_MEGABYTES = 16
# Three stones for a swap2 opening, as distances right of and below the centre.
OPENING = ((0, 0), (2, 0), (1, 2))
# How far from the first the third may be, in any direction: no more cells than a search has lines.
NEAR_FIRST = 3
SWAP2_STONES = (0, 3, 5)
# How many points a chance of e to 1 is, for who wants to know of chances.
POINTS_PER_LOGIT = 100

_PAIR = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")


def read_pair(text: str) -> tuple[int, int] | None:
    """Return the numbers of `x,y`; None for any other text."""
    found = _PAIR.fullmatch(text)
    return None if found is None else (int(found[1]), int(found[2]))


def read_cell(text: str, size: int) -> int:
    """Return the cell that `x,y` names on a square board. Raises MessageError."""
    column, row = read_pair(text) or (size, size)
    if column < size and row < size:
        return row * size + column
    raise MessageError(f"bad coordinates {quote(text)}: expected x,y, each from 0 to {size - 1}")


def write_cell(cell: int, size: int) -> str:
    return f"{cell % size},{cell // size}"


def read_board(lines: list[str], size: int) -> tuple[int, dict[int, str]]:
    """Return the engine's side and the mark on each cell, from lines `x,y,who` in any order.

    The counts say who began: the engine is to move, so it has as many stones or one less; with
    one more the opponent has passed. Raises MessageError.
    """
    own: dict[int, bool] = {}
    for line in lines:
        place, _, who = line.rpartition(",")
        if who.strip() not in ("1", "2"):
            raise MessageError(f"bad stone {quote(line)}: expected x,y,1 (own) or x,y,2")
        cell = read_cell(place, size)
        if cell in own:
            raise MessageError(f"bad stone {quote(line)}: the cell is taken")
        own[cell] = who.strip() == "1"
    ours = sum(own.values())
    theirs = len(own) - ours
    if abs(ours - theirs) > 1:
        raise MessageError(
            f"{ours} own stones and {theirs} of the opponent: expected at most one more of either"
        )
    side = 0 if ours >= theirs else 1
    return side, {cell: PLAYERS[side if is_own else 1 - side] for cell, is_own in own.items()}


def read_swap2(lines: list[str], size: int) -> list[int]:
    """Return the cells of lines `x,y` in the order of play: black, white, and so on.

    Raises MessageError.
    """
    cells = [read_cell(line, size) for line in lines]
    if len(set(cells)) < len(cells):
        raise MessageError("two stones on one cell")
    if len(cells) not in SWAP2_STONES:
        raise MessageError(f"{len(cells)} stones: expected none, 3 or 5")
    return cells


def opening(size: int) -> list[int]:
    """Return the cells of three stones in the middle of the board."""
    middle = (size - 1) // 2
    return [(middle + down) * size + middle + right for right, down in OPENING]


def third_stones(moves: list[int], placed: list[int], size: int) -> list[int]:
    """Return those of the moves that may be the third stone of an opening: near the first."""
    row, column = divmod(placed[0], size)
    return [
        move
        for move in moves
        if max(abs(move // size - row), abs(move % size - column)) <= NEAR_FIRST
    ]


class Levels:
    """What a search with a line for each move thinks of them, and which is most level."""

    def __init__(self, moves: list[int], usual: int) -> None:
        """`usual` is the one to take where the search has not come to all of them."""
        self._moves, self._usual = moves, usual
        self._scores: dict[int, Score] = {}

    def hear(self, info: Info) -> None:
        if info.bound is None:
            self._scores[info.pv[0]] = info.score

    def most_level(self) -> int:
        if len(self._scores) < len(self._moves):
            return self._usual
        return min(self._moves, key=self._tilt)

    def _tilt(self, move: int) -> int:
        score = self._scores[move]
        return NO_LIMIT if score.cp is None else abs(score.cp)


def write_forbidden(cells: list[int], size: int) -> str:
    """Return the line that tells forbidden cells: two digits for each coordinate, and a dot."""
    return f"FORBID {''.join(f'{cell % size:02}{cell // size:02}' for cell in cells)}."


def read_size(text: str) -> str:
    """Return the side of the square that `w,h` describes. Raises MessageError."""
    width, height = read_pair(text) or (0, 1)
    if width != height:
        raise MessageError(f"unsupported board {quote(text)}: expected a square, as in 15,15")
    return str(width)


def read_rule(number: int) -> str:
    """Return the value of gomoku's option `rule`. Raises MessageError."""
    if number not in RULES:
        known = ", ".join(f"{known} ({rule})" for known, rule in RULES.items())
        raise MessageError(f"unsupported rule {number}: expected one of {known}")
    return RULES[number]


def write_details(line: InfoLine, lines: int) -> list[str]:
    """Return a report as the boards of Yixin and Rapfi read it; it is one of so many lines."""
    score = line.score or Score(cp=0)
    if score.plies is None:
        points = score.cp or 0
        worth, chance = str(points), 1 / (1 + exp(-points / POINTS_PER_LOGIT))
    else:
        worth = f"{'+' if score.plies > 0 else '-'}M{abs(score.plies)}"
        chance = float(score.plies > 0)
    fields = {
        "PV": (line.multipv or 1) - 1,
        "NUMPV": lines,
        "DEPTH": line.depth,
        "SELDEPTH": line.seldepth,
        "NODES": line.nodes,
        "TOTALNODES": line.nodes,
        "TOTALTIME": line.time,
        "SPEED": line.nps,
        "EVAL": worth,
        "WINRATE": f"{chance:.4f}",
        "BESTLINE": " ".join(line.pv),
    }
    return [*(f"INFO {name} {value}" for name, value in fields.items()), "INFO PV DONE"]


def table_megabytes(memory: int, usual: int, most: int) -> int:
    """Return the size of the table under a limit on all memory, in bytes; 0 means no limit."""
    if memory <= 0:
        return usual
    return max(1, min(memory // TABLE_SHARE // MEGABYTE, most))


class Times:
    """What the judge has said about time, in milliseconds, and what was spent since.

    A judge should say `time_left` before every move. Between two of these, and for a judge who
    only knows `timeout_match`, the engine keeps the account itself.
    """

    def __init__(self) -> None:
        self.turn: int | None = USUAL_TURN  # None: no limit but that of the game
        self._match: int | None = None
        self._left: int | None = None
        self._told = False

    def begin_game(self) -> None:
        """Give a new game the time of a whole match."""
        self._left = self._match
        self._told = False

    def set_turn(self, number: int) -> None:
        self.turn = None if number >= NO_LIMIT else max(0, number)

    def set_match(self, number: int) -> None:
        self._match = number if 0 < number < NO_LIMIT else None
        if not self._told:
            self._left = self._match

    def set_left(self, number: int) -> None:
        self._left = None if number >= NO_LIMIT else max(0, number)
        self._told = True

    def spend(self, milliseconds: float) -> None:
        """Charge a move to the clock, if there is one."""
        if self._left is not None:
            self._left = max(0, self._left - round(milliseconds))

    def limits(self) -> Limits:
        """Return the limits of the next move; where there is a clock, `turn` limits it besides."""
        if self.turn == 0 or self._left is None:
            return Limits(movetime=USUAL_TURN if self.turn is None else self.turn)
        return Limits(p1time=self._left, p2time=self._left)
