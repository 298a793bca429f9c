"""The Gomocup dialect, also called piskvork: gomoku for judges who know nothing else.

    START 15                      OK
    BEGIN                         7,7
    TURN 8,8                      7,8

The words that begin with YX are those of Yixin's board and others like it, which analyse.

PROTOCOL.md has a section on it. Here is what every command does; what its words mean is in
`gomocup.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from linemate.engine.clock import Clock
from linemate.engine.core import (
    PLAYERS,
    Game,
    Info,
    Limits,
    LinemateError,
    Score,
)
from linemate.engine.games.grid import GridGame
from linemate.engine.games.renju import RenjuPosition
from linemate.engine.registry import make_game
from linemate.protocol import gomocup
from linemate.protocol.conversation import FIRST_WORDS
from linemate.protocol.messages import quote, read_number
from linemate.protocol.replies import format_info, shorten
from linemate.protocol.session import (
    AUTHOR,
    NAME,
    SEARCHER_OPTIONS,
    VERSION,
    SearchJob,
    SearchTask,
    Session,
    Write,
    as_line,
)

ABOUT = f'name="{NAME}", version="{VERSION}", author="{AUTHOR}", country="International"'
INFO_KEYS = {
    *("timeout_turn", "timeout_match", "time_left", "max_memory", "rule"),
    *("max_depth", "max_node", "thread_num", "hash_size", "show_detail"),
}
HASH, THREADS, MULTIPV = (
    next(option for option in SEARCHER_OPTIONS if option.name == name)
    for name in ("Hash", "Threads", "MultiPV")
)


class GomocupSearch(SearchJob):
    """A search that answers with nothing but its move; nor with that, if it was dropped."""

    def __init__(
        self,
        task: SearchTask,
        tell: Callable[[Info], None],
        give_move: Callable[[int, Info | None, float], None],
    ) -> None:
        super().__init__(task)
        self._tell = tell
        self._give_move = give_move
        self.dropped = False

    def report(self, info: Info) -> None:
        if not self.dropped:
            self._tell(info)

    def answer(self, line: Sequence[int], best: Info | None) -> None:
        if not self.dropped:
            self._give_move(line[0], best, self.clock.elapsed())


class GomocupSession(Session):
    """A session with a board that remembers which side the engine has.

    There is no board before `START`, whatever game it was made with; the rule is that game's.
    `_own` is the engine's side, None while nobody has moved. `_thinking` is from a question for
    a move until its answer, and false before that answer is written: a judge may be quick.
    """

    def __init__(self, write: Write, game: Game | None = None) -> None:
        self._started = False
        self._own: int | None = None
        self._passed = False
        self._thinking = False
        self._times = gomocup.Times()
        self._megabytes, self._threads = gomocup.FIRST_MEGABYTES, int(THREADS.default)
        self._most_depth = self._most_nodes = 0  # none
        # Whether every report of a search is told, in a line or field by field.
        self._shows_reports = self._shows_details = False
        # The lines between BOARD, or another list, and DONE, and what to do with them.
        self._lines: list[str] = []
        self._set_up_from: Callable[[list[str], float], None] | None = None
        super().__init__(write, game or make_game("gomoku"))

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
                self._remark(f"the stones before {verb} are dropped: no DONE came")
                self._set_up_from = None
        if verb == "END":
            self._drop_search()
            return False
        if verb not in COMMANDS:
            self._write(shorten(f"UNKNOWN command {quote(word)}"))
            return True
        COMMANDS[verb](self, tail, arrived)
        return True

    def _complain(self, problem: str) -> None:
        self._write(shorten(f"ERROR {problem}"))

    def _remark(self, text: str) -> None:
        self._write(shorten(f"DEBUG {text}"))

    def _do_about(self, _tail: str, _arrived: float) -> None:
        self._write(ABOUT)

    def _do_start(self, tail: str, _arrived: float) -> None:
        options = {"size": tail.partition(" ")[0], "rule": str(self._game.options["rule"])}
        self._new_board(make_game("gomoku", options))

    def _do_rectstart(self, tail: str, arrived: float) -> None:
        self._do_start(gomocup.read_size(tail), arrived)

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
        self._write(self._write_cell(cell))

    def _do_takeback(self, tail: str, _arrived: float) -> None:
        self._demand_board()
        self._demand_idle("TAKEBACK")
        cell = gomocup.read_cell(tail, self._size)
        cells, mover = self._position.cells(), 1 - self._position.to_move
        if cells[cell] != PLAYERS[mover]:
            raise LinemateError(
                f"cannot take back {quote(tail)}: expected a stone of the player who moved last"
            )
        self._set_up(cells[:cell] + "." + cells[cell + 1 :], mover)
        self._write("OK")

    def _do_board(self, _tail: str, _arrived: float) -> None:
        self._begin_list(self._set_up_board)

    def _do_swap2board(self, _tail: str, _arrived: float) -> None:
        self._begin_list(self._set_up_swap2)

    def _do_done(self, _tail: str, arrived: float) -> None:
        if self._set_up_from is None:
            raise LinemateError("DONE out of order: expected BOARD, YXBOARD or SWAP2BOARD first")
        set_up, self._set_up_from = self._set_up_from, None
        set_up(self._lines, arrived)

    def _do_yxshowinfo(self, _tail: str, _arrived: float) -> None:
        self._shows_reports = True
        # The board counts memory in powers of two, of a kilobyte.
        exponent = (HASH.maximum << 10).bit_length() - 1
        self._write(
            f"MESSAGE INFO MAX_THREAD_NUM {THREADS.maximum}",
            f"MESSAGE INFO MAX_HASH_SIZE {exponent}",
        )

    def _do_yxboard(self, _tail: str, _arrived: float) -> None:
        self._begin_list(self._set_up_quietly)

    def _do_yxnbest(self, tail: str, arrived: float) -> None:
        self._demand_turn("YXNBEST", of_engine=True)
        number = read_number(tail, "YXNBEST")
        self._analyse(arrived, max(1, min(number, MULTIPV.maximum)))

    def _do_yxstop(self, _tail: str, _arrived: float) -> None:
        self._stop()

    def _do_yxhashclear(self, _tail: str, _arrived: float) -> None:
        self._demand_idle("YXHASHCLEAR")
        if self._searcher is not None:
            self._searcher.clear()

    def _do_yxshowforbid(self, _tail: str, _arrived: float) -> None:
        """Tell which cells the rule forbids the first player, if it is his turn."""
        position, cells = self._position, list[int]()
        if isinstance(position, RenjuPosition) and position.to_move == 0:
            cells = position.forbidden_moves()
        self._write(gomocup.write_forbidden(cells, self._size))

    def _do_info(self, tail: str, _arrived: float) -> None:
        """Take what is of use to us; other keys are ignored, whatever their value."""
        key, *rest = tail.split(maxsplit=1) or [""]
        if key.lower() not in INFO_KEYS:
            return
        number = read_number("".join(rest), f"INFO {key}")
        match key.lower():
            case "timeout_turn":
                self._times.set_turn(number)
            case "timeout_match":
                self._times.set_match(number)
            case "time_left":
                self._times.set_left(number)
            case "max_memory":
                self._megabytes = gomocup.table_megabytes(number, int(HASH.default), HASH.maximum)
            case "hash_size":
                self._megabytes = max(HASH.minimum, min(number >> 10, HASH.maximum))
            case "thread_num":
                self._threads = max(THREADS.minimum, min(number, THREADS.maximum))
            case "max_depth":
                self._most_depth = max(0, number)
            case "max_node":
                self._most_nodes = max(0, number)
            case "show_detail":
                self._shows_details = number in (2, 3)
            case "rule":
                self._change_rule(gomocup.read_rule(number))

    # ---------------------------------------------------------------- what must hold

    def _demand_board(self) -> None:
        if not self._started:
            raise LinemateError("no board: expected START first")

    def _demand_turn(self, verb: str, of_engine: bool) -> None:
        """Raise LinemateError unless it is that side's turn; an empty board is anybody's."""
        self._demand_board()
        self._demand_idle(verb)
        if self._own is not None and (self._position.to_move == self._own) != of_engine:
            raise LinemateError(
                f"{verb} out of order: "
                + ("the opponent is to move" if of_engine else "the engine is to move")
            )

    def _read_free_cell(self, tail: str) -> int:
        cell = gomocup.read_cell(tail, self._size)
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
        side, marks = gomocup.read_board(lines, self._size)
        self._enter_open(marks, side)
        self._think(arrived)

    def _set_up_quietly(self, lines: list[str], _arrived: float) -> None:
        side, marks = gomocup.read_board(lines, self._size)
        self._enter_open(marks, side)
        self._own = side if marks else None

    def _set_up_swap2(self, lines: list[str], arrived: float) -> None:
        """Choose or continue an opening: black has one stone more, white is to move."""
        cells = gomocup.read_swap2(lines, self._size)
        if cells:
            self._enter_open({cell: PLAYERS[n % 2] for n, cell in enumerate(cells)}, side=1)
            self._think(arrived, may_swap=True)
            return
        *placed, usual = gomocup.opening(self._size)
        self._enter_open(dict(zip(placed, PLAYERS, strict=True)), side=0)
        thirds = gomocup.third_stones(self._position.legal_moves(), placed, self._size)
        levels = gomocup.Levels(thirds, usual)
        limits = self._limits().replace(searchmoves=tuple(thirds))
        give = partial(self._give_opening, placed, levels)
        self._search(limits, arrived, len(thirds), give, levels.hear)

    # ---------------------------------------------------------------- the board

    @property
    def _grid(self) -> GridGame:
        assert isinstance(self._game, GridGame)
        return self._game

    @property
    def _size(self) -> int:
        return self._grid.width

    def _write_cell(self, cell: int) -> str:
        return gomocup.write_cell(cell, self._size)

    def _new_board(self, game: Game) -> None:
        self._drop_search()
        self._begin(game)
        self._started, self._own, self._passed = True, None, False
        self._times.begin_game()
        self._prepare()
        self._write("OK")

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
        self._drop_searcher()

    def _set_up(self, cells: str, to_move: int) -> None:
        """Enter the position of these stones. Raises PositionError for impossible ones."""
        position = self._grid.from_cells(cells)
        # A judge may give the engine one stone more than the opponent and ask it to move all
        # the same, as if the opponent had passed. A table knows positions by their stones, so
        # what was learned before holds only if the same player moves with the same stones.
        passed = position.to_move != to_move
        position.to_move = to_move
        if passed != self._passed:
            self._passed = passed
            self._drop_searcher()
        self._enter(position)
        if cells.count(".") == len(cells):
            self._own = None

    def _enter_open(self, marks: dict[int, str], side: int) -> None:
        """Enter a position to move in. Raises LinemateError where the game is over."""
        cells = "".join(marks.get(cell, ".") for cell in range(self._game.cell_count))
        if self._grid.from_cells(cells).outcome() is not None:
            raise LinemateError("the game is over in this position: no move can follow it")
        self._set_up(cells, side)

    # ---------------------------------------------------------------- thinking

    def _prepare(self) -> None:
        """Do now what the first move would otherwise lose time with."""
        self._set_searcher_options()
        self._searcher_in_use()

    def _set_searcher_options(self, lines: int = 1) -> None:
        wanted = {"Hash": self._megabytes, "Threads": self._threads, "MultiPV": lines}
        for name, value in wanted.items():
            if value != self._options[name]:
                self._set(name, value)

    def _demand_idle(self, verb: str) -> None:
        if self._thinking:
            raise LinemateError(f"{verb} out of order: the engine is thinking")

    def _think(self, arrived: float, may_swap: bool = False) -> None:
        self._own = self._position.to_move
        self._search(self._limits(), arrived, 1, partial(self._give_move, may_swap))

    def _limits(self) -> Limits:
        """Return the limits of a move."""
        return self._times.limits().replace(
            depth=self._most_depth or None, nodes=self._most_nodes or None
        )

    def _analyse(self, arrived: float, lines: int) -> None:
        """Search until told to stop, if neither time nor depth nor nodes are limited."""
        movetime, depth, nodes = self._times.turn, self._most_depth, self._most_nodes
        limits = Limits(
            movetime=movetime or None,
            depth=depth or None,
            nodes=nodes or None,
            infinite=not (movetime or depth or nodes),
        )
        self._search(limits, arrived, lines, self._give_opinion)

    def _search(
        self,
        limits: Limits,
        arrived: float,
        lines: int,
        give: Callable[[int, Info | None, float], None],
        tell: Callable[[Info], None] | None = None,
    ) -> None:
        self.end_search()  # it has answered, but its thread may not have ended
        self._set_searcher_options(lines)
        self._thinking = True
        task = self._search_task(limits, arrived)
        self._start(GomocupSearch(task, tell or partial(self._tell, lines), give))

    def _make_clock(self, limits: Limits, arrived: float) -> Clock:
        clock = super()._make_clock(limits, arrived)
        if self._times.turn is not None and not limits.infinite:
            clock.limit_movetime(self._times.turn)
        return clock

    def _drop_search(self) -> None:
        """End the search without an answer: the judge has asked for something else."""
        if isinstance(self._job, GomocupSearch):
            self._job.dropped = True
        self.end_search()
        self._thinking = False

    def _give_move(self, may_swap: bool, cell: int, best: Info | None, seconds: float) -> None:
        """Play the move and tell it, or swap if that is better, after so long a search."""
        self._times.spend(1000 * seconds)
        lines = [] if best is None else [self._message(best)]
        if may_swap and best is not None and is_losing(best.score):
            self._own = 1 - self._position.to_move
            lines.append("SWAP")
        else:
            self._position.play(cell)
            lines.append(self._write_cell(cell))
        self._thinking = False
        self._write(*lines)

    def _give_opening(
        self,
        placed: list[int],
        levels: gomocup.Levels,
        _cell: int,
        _best: Info | None,
        seconds: float,
    ) -> None:
        """Tell two stones and the third that makes them most level."""
        self._times.spend(1000 * seconds)
        third = levels.most_level()
        self._position.play(third)
        self._own = 0  # until the opponent has chosen; if it takes black, a BOARD says so
        self._thinking = False
        self._write(" ".join(map(self._write_cell, (*placed, third))))

    def _give_opinion(self, cell: int, best: Info | None, _seconds: float) -> None:
        """Tell the move that an analysis ends with, and leave the board as it is."""
        self._thinking = False
        self._write(*([] if best is None else [self._message(best)]), self._write_cell(cell))

    def _tell(self, lines: int, info: Info) -> None:
        """Tell how far a search is, to who has asked for it."""
        if self._shows_details and info.bound is None:
            self._write(*gomocup.write_details(as_line(info, self._write_cell), lines))
        elif self._shows_reports:
            self._write(self._message(info))

    def _message(self, info: Info) -> str:
        return f"MESSAGE {format_info(as_line(info, self._write_cell)).removeprefix('info ')}"


def is_losing(score: Score) -> bool:
    """Tell whether the side to move would rather be the other."""
    return score.plies <= 0 if score.plies is not None else (score.cp or 0) < 0


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
    "YXSHOWINFO": GomocupSession._do_yxshowinfo,
    "YXBOARD": GomocupSession._do_yxboard,
    "YXNBEST": GomocupSession._do_yxnbest,
    "YXSTOP": GomocupSession._do_yxstop,
    "YXHASHCLEAR": GomocupSession._do_yxhashclear,
    "YXSHOWFORBID": GomocupSession._do_yxshowforbid,
    "INFO": GomocupSession._do_info,
    "ABOUT": GomocupSession._do_about,
}
