"""A stand-in for Cute Chess, which is no package of Debian: its lines, in its order.

Written from its source (1.3.1): `UciEngine` says what is sent when, `Board` how moves and positions
are written, `ConnectBoard` what the variants are. The rules are the plain ones of
`tests.reference`.
"""

from __future__ import annotations

import re

from tests.protocol.engine_process import EngineProcess, errors, is_bestmove
from tests.reference import plain
from tests.reference.plain import EMPTY, PlainPosition

# Cute Chess's variants: the game, its options, columns and rows.
RULES: dict[str, tuple[str, dict[str, str], int, int]] = {
    "tictactoe": ("tictactoe", {}, 3, 3),
    "gomoku": ("gomoku", {"size": "15", "rule": "standard"}, 15, 15),
    "gomokufreestyle": ("gomoku", {"size": "15", "rule": "freestyle"}, 15, 15),
    "cfour": ("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}, 7, 6),
}
DROP = re.compile(r"P@([a-o])([1-9][0-9]?)")


class Board:
    def __init__(self, variant: str) -> None:
        name, options, self.width, self.height = RULES[variant]
        self.position: PlainPosition = plain.start(name, options)

    def fen(self) -> str:
        cells = self.position.cells()
        rows = [cells[start : start + self.width] for start in range(0, len(cells), self.width)]
        board = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        hand = "P" * ((len(cells) + 1) // 2 - cells.count("x"))
        hand += "p" * (len(cells) // 2 - cells.count("o"))
        side = "wb"[self.position.to_move]
        turn = (len(cells) - cells.count(EMPTY)) // 2 + 1
        return f"{board.translate(str.maketrans('xo', 'Pp'))}[{hand or '-'}] {side} - - 0 {turn}"

    def write_move(self, cell: int) -> str:
        row, column = divmod(cell, self.width)
        return f"P@{'abcdefghijklmno'[column]}{self.height - row}"

    def play(self, text: str) -> None:
        """Play a move that must be a drop, and legal."""
        found = DROP.fullmatch(text)
        assert found, f"{text!r} is no drop"
        cell = (self.height - int(found[2])) * self.width + "abcdefghijklmno".index(found[1])
        assert cell in self.position.legal_moves(), f"{text} is illegal in {self.fen()}"
        self.position = self.position.play(cell)


class Player:
    """One engine, as Cute Chess talks to it; it must have nothing to say against anything."""

    def __init__(self, engine: EngineProcess, options: dict[str, str]) -> None:
        """Greet it: the options that a user has set are sent in their order, then a ping."""
        self.engine = engine
        self.offered = self._answer("uci", "uciok")
        for name, value in sorted(options.items()):
            self.engine.send(f"setoption name {name} value {value}")
        self._ping()

    def _answer(self, line: str, last: str) -> list[str]:
        self.engine.send(line)
        lines = self.engine.until(last.__eq__)
        assert errors(lines) == []
        return lines

    def _ping(self) -> None:
        self._answer("isready", "readyok")

    def begin(self, variant: str, fen: str) -> None:
        """Begin a game; the start position of the variant goes by another name."""
        assert any(line.startswith("option name UCI_Variant type combo") for line in self.offered)
        self._start = "startpos" if fen == Board(variant).fen() else f"fen {fen}"
        self._moves: list[str] = []
        self.engine.send(
            f"setoption name UCI_Variant value {variant}",
            "ucinewgame",
            "setoption name Ponder value false",
        )
        self._send_position()

    def _send_position(self) -> None:
        moves = " ".join(["", "moves", *self._moves]) if self._moves else ""
        self.engine.send(f"position {self._start}{moves}")

    def see_move(self, move: str) -> None:
        self._moves.append(move)
        self._send_position()

    def think(self, limit: str) -> str:
        """Return its move, which it is told again as it wrote it."""
        self._ping()
        self.engine.send(f"go {limit}")
        lines = self.engine.until(is_bestmove)
        assert errors(lines) == []
        move = lines[-1].split()[1]
        self._moves.append(move)
        return move

    def finish(self) -> None:
        self._ping()


def play_game(variant: str, players: tuple[Player, Player], opening: str, limit: str) -> Board:
    """Have a game played to its end, from the position after these moves, and return that."""
    board = Board(variant)
    for move in opening.split():
        board.play(move)
    fen = board.fen()
    for player in players:
        player.begin(variant, fen)
    while board.position.outcome() is None:
        to_move = board.position.to_move
        move = players[to_move].think(limit)
        board.play(move)
        players[1 - to_move].see_move(move)
    for player in players:
        player.finish()
    return board
