"""The cell that is chosen on a board, and how keys move it."""

from __future__ import annotations

from linemate.clients.shared.boards import Scene
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.terminal.layouts import (
    Spot,
    change_level,
    find_middle,
    land,
    nearest,
    step,
)


class CellChooser:
    """`chosen` is the cell, None while there is nothing to choose; the place is remembered from one
    choice to the next.
    """

    def __init__(self) -> None:
        self.chosen: int | None = None
        self._scene: Scene | None = None
        self._place: int | None = None  # the cell that was chosen last

    def begin(self, scene: Scene, cells: dict[int, Spot]) -> None:
        """Choose a cell that may be played: a hint's if there is one, else one near the last."""
        self._scene = scene
        legal = scene.position.legal_moves()
        place = self._place if self._place is not None else find_middle(scene.game)
        if scene.line and scene.line[0] in legal:
            place = scene.line[0]
        place = land(scene.game, scene.position, place)
        self.point_at(place if place in legal else nearest(cells, legal, place))

    def end(self) -> None:
        """Have nothing to choose; the place is remembered."""
        self._scene = self.chosen = None

    def forget_place(self) -> None:
        """Begin in the middle the next time."""
        self._place = None

    def point_at(self, cell: int) -> None:
        self.chosen = self._place = cell

    def step(self, cells: dict[int, Spot], direction: str) -> None:
        """Choose the next cell in a direction of DIRECTIONS."""
        if self._scene is not None and self.chosen is not None:
            self.point_at(step(self._scene.position, cells, self.chosen, direction))

    def change_level(self, by: int) -> None:
        """Choose the cell above or below in a cube."""
        if self._scene is not None and self.chosen is not None:
            self.point_at(change_level(self._scene.game, self.chosen, by))

    @property
    def move(self) -> str | None:
        """Return what a person would type for the move that is chosen."""
        if self._scene is None or self.chosen is None:
            return None
        game = self._scene.game
        return show_move(game, land(game, self._scene.position, self.chosen))
