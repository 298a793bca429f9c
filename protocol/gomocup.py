"""The Gomocup dialect, also called piskvork: gomoku for judges who know nothing else.

    START 15                      OK
    BEGIN                         7,7
    TURN 8,8                      7,8

PROTOCOL.md has a section on it. Here is what every command does; what its words mean is in
`gomocup_text.py`, and who plays in `gomocup_player.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.core import PLAYERS, Game, LinemateError
from linemate.engine.registry import make_game
from linemate.protocol import gomocup_text as text
from linemate.protocol.conversation import FIRST_WORDS
from linemate.protocol.gomocup_player import HASH, GomocupPlayer
from linemate.protocol.messages import quote
from linemate.protocol.replies import shorten
from linemate.protocol.session import AUTHOR, NAME, VERSION

ABOUT = f'name="{NAME}", version="{VERSION}", author="{AUTHOR}", country="International"'


class GomocupSession(GomocupPlayer):
    """There is no board before `START`, whatever game it was made with; the rule is that game's."""

    def __init__(self, write: Callable[..., None], game: Game | None = None) -> None:
        # The lines between BOARD or SWAP2BOARD and DONE, and what to do with them.
        self._lines: list[str] = []
        self._set_up_from: Callable[[list[str], float], None] | None = None
        super().__init__(write, game)

    # ---------------------------------------------------------------- what the judge says

    def _obey(self, line: str, arrived: float) -> bool:
        word, *rest = line.split(maxsplit=1) or [""]
        verb, tail = word.upper(), "".join(rest).strip()
        if not verb:
            return True
        if self._set_up_from is not None:
            if verb not in FIRST_WORDS:
                if len(self._lines) <= self._game.cell_count:  # one too many is refused like ten
                    self._lines.append(line.strip())
                return True
            if verb not in ("DONE", "END"):
                self._say(f"DEBUG the stones before {verb} are dropped: no DONE came")
                self._set_up_from = None
        if verb == "END":
            self._drop_search()
            return False
        if verb not in COMMANDS:
            self._say(shorten(f"UNKNOWN command {quote(word)}"))
            return True
        COMMANDS[verb](self, tail, arrived)
        return True

    def _complain(self, problem: str) -> None:
        self._say(shorten(f"ERROR {problem}"))

    def _do_about(self, _tail: str, _arrived: float) -> None:
        self._say(ABOUT)

    def _do_start(self, tail: str, _arrived: float) -> None:
        options = {"size": tail.partition(" ")[0], "rule": str(self._game.options["rule"])}
        self._new_board(make_game("gomoku", options))

    def _do_rectstart(self, tail: str, arrived: float) -> None:
        self._do_start(text.read_size(tail), arrived)

    def _do_restart(self, _tail: str, _arrived: float) -> None:
        self._demand_board()
        self._new_board(self._game)

    def _do_begin(self, _tail: str, arrived: float) -> None:
        self._demand_turn("BEGIN", of_engine=True)
        self._think(arrived)

    def _do_turn(self, tail: str, arrived: float) -> None:
        self._demand_turn("TURN", of_engine=False)
        position = self._position
        position.play(self._read_free_cell(tail))
        if position.outcome() is not None:
            position.undo()
            raise LinemateError(f"TURN {tail} ends the game: no move can follow it")
        self._think(arrived)

    def _do_play(self, tail: str, _arrived: float) -> None:
        self._demand_turn("PLAY", of_engine=True)
        cell = self._read_free_cell(tail)
        self._own = self._position.to_move
        self._position.play(cell)
        self._say(text.write_cell(cell, self._size))

    def _do_takeback(self, tail: str, _arrived: float) -> None:
        self._demand_board()
        self._demand_idle("TAKEBACK")
        cell = text.read_cell(tail, self._size)
        cells, mover = self._position.cells(), 1 - self._position.to_move
        if cells[cell] != PLAYERS[mover]:
            raise LinemateError(
                f"cannot take back {quote(tail)}: expected a stone of the player who moved last"
            )
        self._set_up(cells[:cell] + "." + cells[cell + 1 :], mover)
        self._say("OK")

    def _do_board(self, _tail: str, _arrived: float) -> None:
        self._begin_list(self._set_up_board)

    def _do_swap2board(self, _tail: str, _arrived: float) -> None:
        self._begin_list(self._set_up_swap2)

    def _do_done(self, _tail: str, arrived: float) -> None:
        if self._set_up_from is None:
            raise LinemateError("DONE out of order: expected BOARD or SWAP2BOARD first")
        set_up, self._set_up_from = self._set_up_from, None
        set_up(self._lines, arrived)

    def _do_yxstop(self, _tail: str, _arrived: float) -> None:
        if self._job is not None:
            self._job.clock.cancel()

    def _do_info(self, tail: str, _arrived: float) -> None:
        """A key that is not known is nothing to us, whatever its value."""
        key, *rest = tail.split(maxsplit=1) or [""]
        value = "".join(rest)
        match key.lower():
            case "timeout_turn":
                self._times.set_turn(text.read_number(key, value))
            case "timeout_match":
                self._times.set_match(text.read_number(key, value))
            case "time_left":
                self._times.set_left(text.read_number(key, value))
            case "max_memory":
                memory = text.read_number(key, value)
                self._megabytes = text.table_megabytes(memory, int(HASH.default), HASH.maximum)
            case "rule":
                self._change_rule(text.read_rule(text.read_number(key, value)))

    # ---------------------------------------------------------------- what must hold

    def _demand_board(self) -> None:
        if not self._started:
            raise LinemateError("no board: expected START first")

    def _demand_turn(self, verb: str, of_engine: bool) -> None:
        """On an empty board it is anybody's."""
        self._demand_board()
        self._demand_idle(verb)
        if self._own is not None and (self._position.to_move == self._own) != of_engine:
            raise LinemateError(
                f"{verb} out of order: "
                + ("the opponent is to move" if of_engine else "the engine is to move")
            )

    def _read_free_cell(self, tail: str) -> int:
        cell = text.read_cell(tail, self._size)
        if cell not in self._position.legal_moves():
            reason = self._game.why_illegal(self._position, cell)
            raise LinemateError(f"illegal move {quote(tail)}: {reason}")
        return cell

    # ---------------------------------------------------------------- lists of stones

    def _begin_list(self, set_up: Callable[[list[str], float], None]) -> None:
        self._demand_board()
        self._drop_search()
        self._lines, self._set_up_from = [], set_up

    def _set_up_board(self, lines: list[str], arrived: float) -> None:
        side, marks = text.read_board(lines, self._size)
        self._enter_open(marks, side)
        self._think(arrived)

    def _set_up_swap2(self, lines: list[str], arrived: float) -> None:
        """Black has one stone more, whoever that will be; white is to move."""
        cells = text.read_swap2(lines, self._size)
        placed = cells or text.opening(self._size)
        self._enter_open({cell: PLAYERS[n % 2] for n, cell in enumerate(placed)}, side=1)
        if cells:
            self._think(arrived, may_swap=True)
        else:
            self._own = 0  # until the opponent has chosen; if it takes black, a BOARD says so
            self._say(" ".join(text.write_cell(cell, self._size) for cell in placed))


COMMANDS: dict[str, Callable[[GomocupSession, str, float], None]] = {
    "START": GomocupSession._do_start,
    "RECTSTART": GomocupSession._do_rectstart,
    "RESTART": GomocupSession._do_restart,
    "BEGIN": GomocupSession._do_begin,
    "TURN": GomocupSession._do_turn,
    "BOARD": GomocupSession._do_board,
    "SWAP2BOARD": GomocupSession._do_swap2board,
    "DONE": GomocupSession._do_done,
    "PLAY": GomocupSession._do_play,
    "TAKEBACK": GomocupSession._do_takeback,
    "YXSTOP": GomocupSession._do_yxstop,
    "INFO": GomocupSession._do_info,
    "ABOUT": GomocupSession._do_about,
}
