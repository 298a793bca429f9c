"""A player of gomoku for judges of the Gomocup kind: it keeps the board and finds its moves.

What the judge says is in `gomocup.py`. Here the words become commands of the ordinary session,
and what that session says (`_hear`) becomes what the judge wants to hear.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, LinemateError, Score
from linemate.engine.games.grid import GridGame
from linemate.engine.registry import make_game
from linemate.protocol import gomocup_text as text
from linemate.protocol.messages import BestMove, Go, InfoLine
from linemate.protocol.replies import format_info, parse_reply, shorten
from linemate.protocol.session import OPTIONS, Session

HASH = next(option for option in OPTIONS if option.name == "Hash")


class GomocupPlayer(Session):
    """A session with a board that remembers which side the engine has.

    `_own` is that side, None while nobody has moved. `_thinking` is from a question for a move
    until its answer, and false before that answer is written: a judge may be quick.
    """

    def __init__(self, write: Callable[..., None], game: Game | None = None) -> None:
        self._say = write
        self._started = False
        self._own: int | None = None
        self._passed = False
        self._thinking = False
        self._dropping = False
        self._may_swap = False
        self._asked = 0.0
        self._last: InfoLine | None = None
        self._times = text.Times()
        self._megabytes = int(HASH.default)
        super().__init__(self._hear, game or make_game("gomoku"))

    # ---------------------------------------------------------------- the board

    @property
    def _grid(self) -> GridGame:
        assert isinstance(self._game, GridGame)
        return self._game

    @property
    def _size(self) -> int:
        return self._grid.width

    def _new_board(self, game: Game) -> None:
        self._drop_search()
        self._begin(game)
        self._started, self._own, self._passed = True, None, False
        self._times.begin_game()
        self._prepare()
        self._say("OK")

    def _change_rule(self, rule: str) -> None:
        if rule == self._game.options["rule"]:
            return
        self._demand_idle("INFO rule")
        before, cells, to_move = self._game, self._position.cells(), self._position.to_move
        self._game = make_game("gomoku", {"size": str(self._size), "rule": rule})
        try:
            self._set_up(cells, to_move)
        except LinemateError:
            self._game = before
            raise
        self._searcher = None

    def _set_up(self, cells: str, to_move: int) -> None:
        """Raises PositionError for lines that no game ends with."""
        position = self._grid.from_cells(cells)
        # A judge may give the engine one stone more than the opponent and ask it to move all
        # the same, as if the opponent had passed. A table knows positions by their stones, so
        # what was learned before holds only if the same player moves with the same stones.
        passed = position.to_move != to_move
        position.to_move = to_move
        if passed != self._passed:
            self._passed, self._searcher = passed, None
        self._enter(position)
        if cells.count(".") == len(cells):
            self._own = None

    def _enter_open(self, marks: dict[int, str], side: int) -> None:
        """Raises LinemateError where there is nothing to play for any more."""
        cells = "".join(marks.get(cell, ".") for cell in range(self._game.cell_count))
        if self._grid.from_cells(cells).outcome() is not None:
            raise LinemateError("the game is over in this position: no move can follow it")
        self._set_up(cells, side)

    # ---------------------------------------------------------------- thinking

    def _prepare(self) -> None:
        """Do now what the first move would otherwise lose time with."""
        if self._megabytes != self._options["Hash"]:
            self._options["Hash"] = self._megabytes
            self._searcher = None
        self._searcher_in_use()

    def _demand_idle(self, verb: str) -> None:
        if self._thinking:
            raise LinemateError(f"{verb} out of order: the engine is thinking")

    def _think(self, arrived: float, may_swap: bool = False) -> None:
        self.end_search()  # it has answered, but its thread may not have ended
        self._own = self._position.to_move
        self._may_swap, self._last, self._asked = may_swap, None, arrived
        self._prepare()
        self._thinking = True
        self._go(Go(self._times.limits()), arrived)

    def _make_clock(self, limits: Limits, arrived: float) -> Clock:
        clock = super()._make_clock(limits, arrived)
        if self._times.turn is not None:
            clock.limit_movetime(self._times.turn)
        return clock

    def _drop_search(self) -> None:
        """End it without an answer: the judge has asked for something else."""
        self._dropping = True
        self.end_search()
        self._dropping = self._thinking = False

    def _hear(self, *lines: str) -> None:
        """What the session says, from whichever thread of the search."""
        for line in lines:
            reply = parse_reply(line)
            if self._dropping:
                continue
            if isinstance(reply, BestMove):
                self._give_move(reply)
            elif isinstance(reply, InfoLine) and reply.string is not None:
                self._say(shorten(f"DEBUG {reply.string}"))
            elif isinstance(reply, InfoLine):
                self._last = reply

    def _give_move(self, best: BestMove) -> None:
        self._times.spend(1000 * (perf_counter() - self._asked))
        position = self._position
        lines = [] if self._last is None else [self._message(self._last)]
        if self._may_swap and self._last is not None and is_losing(self._last.score):
            self._own = 1 - position.to_move
            lines.append("SWAP")
        else:
            cell = self._game.read_move(position, best.move or "")
            position.play(cell)
            lines.append(text.write_cell(cell, self._size))
        self._thinking = False
        self._say(*lines)

    def _message(self, info: InfoLine) -> str:
        cells = (self._game.parse_move(move) for move in info.pv)
        shown = info.replace(pv=tuple(text.write_cell(cell, self._size) for cell in cells))
        return f"MESSAGE {format_info(shown).removeprefix('info ')}"


def is_losing(score: Score | None) -> bool:
    """Whether the side to move would rather be the other."""
    if score is None:
        return False
    return score.plies <= 0 if score.plies is not None else (score.cp or 0) < 0
