"""What every game's text has in common: runs of cells, the side to move, the counts of marks."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.engine.core import PLAYERS, Outcome, Position, PositionError

EMPTY = "."


def write_cells(cells: str) -> str:
    """Write `x..o.` as `x2o1`."""
    written = []
    run = 0
    for mark in cells:
        if mark == EMPTY:
            run += 1
            continue
        if run:
            written.append(str(run))
            run = 0
        written.append(mark)
    if run:
        written.append(str(run))
    return "".join(written)


def read_cells(text: str, count: int, what: str) -> str:
    """Read what `write_cells` wrote, exactly `count` cells; `what` names them in errors."""
    cells = []
    index = total = 0
    while index < len(text):
        start = index
        # A run has at most three digits (22 * 22 cells), so hostile text stays cheap to read.
        while index < len(text) and index - start < 3 and text[index] in "0123456789":
            index += 1
        if index > start and text[start] != "0":
            run = int(text[start:index])
            cells.append(EMPTY * run)
        elif index == start and text[index] in PLAYERS:
            run = 1
            cells.append(text[index])
            index += 1
        else:
            raise PositionError(
                f"bad position: {text[start]!r} in {what} {text!r}: "
                "expected x, o, or a number for a run of empty cells"
            )
        total += run
        if total > count:
            break
    if total != count:
        more = "more than " if total > count else ""
        found = count if total > count else total
        raise PositionError(f"bad position: {what} {text!r} has {more}{found} cells, not {count}")
    return "".join(cells)


def split_fields(text: str, names: Sequence[str], example: str) -> list[str]:
    """Return the fields between the spaces, exactly as many as names."""
    fields = text.split()
    if len(fields) != len(names):
        raise PositionError(
            f"bad position {text!r}: {len(fields)} fields, expected {len(names)} "
            f"({', '.join(names)}), as in {example!r}"
        )
    return fields


def split_parts(field: str, count: int, what: str) -> list[str]:
    """Return the parts of the first field between slashes, exactly `count` of them."""
    parts = field.split("/")
    if len(parts) != count:
        raise PositionError(f"bad position: {len(parts)} {what}s in {field!r}, expected {count}")
    return parts


def side_to_move(cells: str) -> int:
    """x begins and the players alternate, so the marks on the board say whose turn it is."""
    return cells.count("x") - cells.count("o")


def check_side(cells: str, side: str) -> None:
    """Refuse a side field that the counts of marks contradict."""
    if side not in ("x", "o"):
        raise PositionError(f"bad position: side to move {side!r}: expected x or o")
    surplus = side_to_move(cells)
    if surplus != PLAYERS.index(side):
        raise PositionError(
            f"bad position: {cells.count('x')} x and {cells.count('o')} o with {side} to move: "
            "x moves at equal counts, o with one x more"
        )


def check_finished_lines(winners: Sequence[int], to_move: int) -> None:
    """Refuse finished lines that no game ends with; `winners` are the players that have one."""
    if len(winners) == 2:
        raise PositionError(
            "bad position: both players have a finished line, but the first one ends the game"
        )
    if to_move in winners:
        mark = PLAYERS[to_move]
        raise PositionError(
            f"bad position: {mark} has a finished line and is to move, "
            f"but the game ended when {mark} made it"
        )


def status(outcome: Outcome | None, to_move: int) -> str:
    """Return the state of play in words, for the foot of a diagram."""
    if outcome is None:
        return f"{PLAYERS[to_move]} to move"
    return "draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} wins"


def draw_cells(position: Position) -> list[str]:
    """Draw cells three characters wide: the last move in brackets, a won line in capitals."""
    drawn = [f" {mark} " for mark in position.cells()]
    for cell in position.winning_line():
        drawn[cell] = drawn[cell].upper()
    if position.last_move is not None:
        drawn[position.last_move] = f"[{drawn[position.last_move][1]}]"
    return drawn
