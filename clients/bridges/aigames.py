"""The arenas theaigames and riddles.io: ultimate, told as a whole board before every move.

    settings your_botid 1
    update game field 0,0,1, ...       81 values, row by row of the 9x9 grid
    update game macroboard 0,-1, ...   nine boards; -1 can be played in
    action move 10000                  place_move 4 7        column, row

In theaigames a free cell is 0 and the players are 1 and 2; in riddles.io a free cell is `.` and
the players are 0 and 1. The field itself tells which it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from linemate.clients.bridges.arena import (
    ArenaLine,
    BridgeError,
    answer,
    choose_move,
    from_grid,
    note,
    quote,
    to_grid,
)
from linemate.clients.shared.player import UgiPlayer
from linemate.clients.shared.values import LARGEST
from linemate.engine.core import PLAYERS, Game, LinemateError, Position, read_integer
from linemate.protocol.driver import Limits

PLAYABLE = "-1"
FREE_CELLS = {"0": ("1", "2"), ".": ("0", "1")}  # how a free cell is written: by whose players
BOARDS = 9
CELLS = BOARDS * BOARDS


def play(player: UgiPlayer, game: Game, lines: Iterable[ArenaLine], margin: int) -> None:
    """Answer until the arena has no more to say. Raises BridgeError, EngineError."""
    arena = Arena(game)
    for line in lines:
        words = line.text.split()
        match words:
            case []:
                continue
            case ["settings", name, *values]:
                arena.settings[name] = " ".join(values)
            case ["update", "game", "field", *values]:
                arena.field = read_values(line.text, "".join(values), CELLS)
            case ["update", "game", "macroboard", *values]:
                arena.macroboard = read_values(line.text, "".join(values), BOARDS)
            case ["update", *_]:
                continue
            case ["action", "move", *time]:
                position = arena.position()
                start = game.write_position(position)
                limits = arena.limits("".join(time), margin)
                row, column = to_grid(choose_move(player, game, position, limits, start))
                answer(f"place_move {column} {row}")
            case _:
                note(f"ignored {quote(line.text)}: expected settings, update or action move")


def read_values(line: str, text: str, count: int) -> list[str]:
    """Return the values between commas; none of them, with a note, if there are not so many."""
    values = text.split(",")
    if len(values) == count:
        return values
    note(f"cannot read {quote(line)}: {len(values)} values, expected {count}")
    return []


class Arena:
    """Keeps what the arena has told; an empty list is what it has not, or not readably."""

    def __init__(self, game: Game) -> None:
        self.settings: dict[str, str] = {}
        self.field: list[str] = []
        self.macroboard: list[str] = []
        self._game = game

    def position(self) -> Position:
        """Return where the game is, with us to move. Raises BridgeError."""
        for name, values in (("field", self.field), ("macroboard", self.macroboard)):
            if not values:
                raise BridgeError(f"asked for a move without an `update game {name}` to go by")
        cells = self._cells()
        playable = {board for board, value in enumerate(self.macroboard) if value == PLAYABLE}
        target = str(playable.copy().pop() + 1) if len(playable) == 1 else "-"
        boards = ["".join(cells[start : start + BOARDS]) for start in range(0, CELLS, BOARDS)]
        side = PLAYERS[cells.count("x") - cells.count("o")]
        try:
            position = self._game.read_position(f"{'/'.join(map(squeeze, boards))} {side} {target}")
        except LinemateError as error:
            raise BridgeError(f"the arena's field is no position of ultimate: {error}") from None
        open_boards = {move // BOARDS for move in position.legal_moves()}
        if open_boards != playable:
            raise BridgeError(
                f"the arena's macroboard lets us play in {describe(playable)}, "
                f"the rules of ultimate in {describe(open_boards)}"
            )
        return position

    def _cells(self) -> list[str]:
        """Return the cells in the order of our moves: x, o or a dot; x is whoever moved first."""
        free = "." if "." in self.field else "0"
        players = FREE_CELLS[free]
        own = self._own_id(players)
        other = players[1 - players.index(own)]
        unknown = [value for value in self.field if value not in (free, own, other)]
        if unknown:
            expected = f"{free} for a free cell, {own} for ours, {other} for the opponent's"
            raise BridgeError(f"cannot read {quote(unknown[0])} in the field: expected {expected}")
        ahead = self.field.count(other) - self.field.count(own)
        if ahead not in (0, 1):
            raise BridgeError(
                f"the field has {self.field.count(own)} cells of ours and "
                f"{self.field.count(other)} of the opponent's, and we are to move"
            )
        marks = {free: ".", own: PLAYERS[ahead], other: PLAYERS[1 - ahead]}
        cells = [""] * CELLS
        for index, value in enumerate(self.field):
            cells[from_grid(*divmod(index, BOARDS))] = marks[value]
        return cells

    def _own_id(self, players: tuple[str, str]) -> str:
        """Return what our cells are marked with: `your_botid`, or what `your_bot` ends with."""
        told = self.settings.get("your_botid") or self.settings.get("your_bot", "")[-1:]
        if told not in players:
            raise BridgeError(
                f"cannot tell which cells are ours: your_botid is {quote(told)}, "
                f"and the field has the players {players[0]} and {players[1]}"
            )
        return told

    def limits(self, time: str, margin: int) -> Limits:
        """Return our share of the time bank, which grows by `time_per_move` with every move."""
        left = read_integer(time or self.settings.get("timebank", ""), 0, LARGEST)
        if left is None:
            raise BridgeError(f"cannot read the time of `action move {time}`: expected a number")
        left = max(1, left - margin)
        increment = read_integer(self.settings.get("time_per_move", ""), 0, LARGEST) or 0
        return Limits(p1time=left, p2time=left, p1inc=increment, p2inc=increment)


def squeeze(board: str) -> str:
    """Write a board as position strings have it: a number is a run of free cells."""
    for length in range(BOARDS, 0, -1):
        board = board.replace("." * length, str(length))
    return board


def describe(boards: set[int]) -> str:
    if not boards:
        return "no board"
    return "board " + ", ".join(str(board + 1) for board in sorted(boards))
