"""One game as it is played here: the start, the moves, what was taken back, the end; and its file.

Games are saved as PGN, which `linemate replay`, the page and other people's programs read. With
what it says of who sat where, the game goes on in the seats that it was saved in.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from linemate.clients.shared.endings import judge_board
from linemate.clients.shared.game_files import load_game, save_game
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant, compose, describe, today
from linemate.clients.shared.records import FORFEIT, RESIGNATION, Ending
from linemate.clients.shared.values import describe_game
from linemate.clients.shared.variations import Node, with_main_line
from linemate.engine.core import PLAYERS, Game, LinemateError, Position

EVENT = "Linemate play"
# Which sides people play, in a word; engines play the others.
SIDES = {
    "x": frozenset({0}),
    "o": frozenset({1}),
    "both": frozenset({0, 1}),
    "none": frozenset(),
}
Participants = tuple[Participant, Participant]


def read_sides(text: str) -> frozenset[int]:
    """Return the sides of people, from `x`, `o`, `both` or `none`. Raises LinemateError."""
    if text.lower() not in SIDES:
        raise LinemateError(f"bad side {text!r}: expected one of {', '.join(SIDES)}")
    return SIDES[text.lower()]


class PlayedGame:
    """Moves are checked by whoever reads them; `play` trusts its caller, as Position does.

    `settled` is how the game ended if it was not the board that decided it: somebody resigned, or
    an engine failed.
    """

    def __init__(self, game: Game, start: str | None = None) -> None:
        """Begin at a position string, or at the start of the game. Raises PositionError."""
        self.game = game
        self.position: Position = game.start() if start is None else game.read_position(start)
        # In our words: a person may put anything that passes for a blank between the fields.
        self.start = None if start is None else game.write_position(self.position)
        self.settled: Ending | None = None
        self.root = Node()  # what the file that it was loaded from had: variations, comments
        self._undone: list[int] = []

    @property
    def moves(self) -> list[str]:
        """Return all moves from the start, in the protocol's notation."""
        return [self.game.write_move(move) for move in self.position.history]

    @property
    def ending(self) -> Ending | None:
        """Say how the game ended, with cells named as on the screen; None while it goes on."""
        board = judge_board(self.game, self.position, lambda cell: show_move(self.game, cell))
        return board or self.settled

    def play(self, move: int) -> None:
        """Make a move. What was taken back before can no longer be redone, unless this is it
        again.
        """
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self.position.play(move)

    def undo(self, movers: Collection[int]) -> bool:
        """Take back to the last turn of one of these players; from a game that was given up,
        only that.

        Return False, and change nothing, if they had no turn before.
        """
        if self.settled is not None:
            self.settled = None
            return True
        history, to_move = self.position.history, self.position.to_move
        for plies in range(1, len(history) + 1):
            if (to_move + plies) % 2 in movers:
                for _ in range(plies):
                    self._undone.append(history[-1])
                    self.position.undo()
                return True
        return False

    def redo(self, movers: Collection[int]) -> bool:
        """Play again what was taken back, to the next turn of one of these players.

        Return False if there is nothing to play again.
        """
        if not self._undone or self.ending is not None:
            return False
        self.position.play(self._undone.pop())
        while self._undone and self.position.to_move not in movers:
            self.position.play(self._undone.pop())
        return True

    def resign(self, side: int) -> None:
        """Let the player give the game up."""
        self.settled = Ending(1 - side, RESIGNATION, f"{PLAYERS[side].upper()} resigned")

    def forfeit(self, side: int, why: str) -> None:
        """Let the player lose, whatever the board says."""
        self.settled = Ending(1 - side, FORFEIT, why)


# ------------------------------------------------------------------ its file


class SavedGame(NamedTuple):
    """A game from a file, and what the file tells of the seats: the sides that people play, and
    at which level each side's engine plays; None where it does not tell.
    """

    played: PlayedGame
    humans: frozenset[int] | None
    levels: tuple[int | None, int | None]


def save(
    played: PlayedGame, participants: Participants, path: Path, *, overwrite: bool = False
) -> None:
    """Write the game to a file; only a saved game is ever overwritten. Raises LinemateError."""
    save_game(path, write_saved(played, participants), overwrite=overwrite)


def write_saved(played: PlayedGame, participants: Participants) -> str:
    """Return the game as PGN, with what was said of its moves in the file that it came from."""
    root = with_main_line(played.root, played.moves)
    ending = judge_board(played.game, played.position) or played.settled
    words = describe_game(played.game)
    return compose(describe(words, played.start, root, participants, ending, today(EVENT)))


def load(path: Path, number: int | None = None) -> SavedGame:
    """Read the game in a file, or of several the one of this number.

    It is the game that was saved, or LinemateError says what is wrong.
    """
    stored = load_game(path, number)
    played = PlayedGame(stored.game, stored.start)
    played.root = stored.root
    for move in stored.moves:
        played.play(move)
    if played.ending is None:
        played.settled = stored.ending
    kinds = [participant.kind for participant in stored.participants]
    humans = frozenset(side for side in (0, 1) if kinds[side] == HUMAN)
    x, o = (each.level if each.kind == PROGRAM else None for each in stored.participants)
    return SavedGame(played, None if None in kinds else humans, (x, o))
