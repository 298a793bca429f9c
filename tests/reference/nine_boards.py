"""nineboard and ultimate, plainly: nine lists of nine marks.

board 0 | 1 | 2        cell 0 1 2
------+---+---              3 4 5
      3 | 4 | 5             6 7 8
      ...              a move is board * 9 + cell, and sends the opponent to board `cell`
"""

from tests.reference.position import DRAW, EMPTY, MARKS, THREES, PlainPosition, has_line


class NineboardPosition(PlainPosition):
    """A line in any small board wins. `full_draws`: being sent to a full board is a draw."""

    def __init__(
        self,
        boards: list[list[str]],
        to_move: int,
        target: int | None,
        outcome: str | None,
        full_draws: bool,
    ) -> None:
        self.boards = boards
        self.to_move = to_move
        self.target = target
        self.result = outcome
        self.full_draws = full_draws

    def legal_moves(self) -> list[int]:
        if self.result is not None:
            return []
        boards = range(9) if self.target is None else [self.target]
        return [
            board * 9 + cell
            for board in boards
            for cell in range(9)
            if self.boards[board][cell] == EMPTY
        ]

    def play(self, move: int) -> "NineboardPosition":
        board, cell = divmod(move, 9)
        player = MARKS[self.to_move]
        boards = [marks.copy() for marks in self.boards]
        boards[board][cell] = player

        target: int | None = cell
        target_is_full = EMPTY not in boards[cell]
        if target_is_full:
            target = None

        outcome = None
        if has_line(boards[board], THREES, player):
            outcome = player
        elif target_is_full and (self.full_draws or all(EMPTY not in marks for marks in boards)):
            outcome = DRAW
        return NineboardPosition(boards, 1 - self.to_move, target, outcome, self.full_draws)

    def outcome(self) -> str | None:
        return self.result

    def cells(self) -> str:
        return "".join("".join(marks) for marks in self.boards)


class UltimatePosition(PlainPosition):
    """Three small boards in a row win. `owners` has the mark of each won board, else EMPTY.

    `won_open`: a won board keeps taking moves until it is full, and never changes its owner.
    `majority`: with no move left, whoever owns more boards wins.
    """

    def __init__(
        self,
        boards: list[list[str]],
        owners: list[str],
        to_move: int,
        target: int | None,
        outcome: str | None,
        won_open: bool,
        majority: bool,
    ) -> None:
        self.boards = boards
        self.owners = owners
        self.to_move = to_move
        self.target = target
        self.result = outcome
        self.won_open = won_open
        self.majority = majority

    def legal_moves(self) -> list[int]:
        if self.result is not None:
            return []
        if self.target is not None:
            boards = [self.target]
        else:
            boards = [board for board in range(9) if self.takes_moves(board)]
        return [
            board * 9 + cell
            for board in boards
            for cell in range(9)
            if self.boards[board][cell] == EMPTY
        ]

    def takes_moves(self, board: int) -> bool:
        return EMPTY in self.boards[board] and (self.won_open or self.owners[board] == EMPTY)

    def play(self, move: int) -> "UltimatePosition":
        board, cell = divmod(move, 9)
        player = MARKS[self.to_move]
        boards = [marks.copy() for marks in self.boards]
        boards[board][cell] = player
        owners = self.owners.copy()
        won = owners[board] == EMPTY and has_line(boards[board], THREES, player)
        if won:
            owners[board] = player

        after = UltimatePosition(
            boards, owners, 1 - self.to_move, cell, None, self.won_open, self.majority
        )
        if not after.takes_moves(cell):
            after.target = None
        if won and has_line(owners, THREES, player):
            after.result = player
        elif not any(after.takes_moves(other) for other in range(9)):
            after.result = after.break_tie()
        return after

    def break_tie(self) -> str:
        """The outcome of a game with no move left and no three boards in a row."""
        x, o = self.owners.count("x"), self.owners.count("o")
        if not self.majority or x == o:
            return DRAW
        return "x" if x > o else "o"

    def outcome(self) -> str | None:
        return self.result

    def cells(self) -> str:
        return "".join("".join(marks) for marks in self.boards)
