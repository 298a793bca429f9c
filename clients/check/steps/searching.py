"""Steps: searching within limits, being told to stop, pondering.

The position is the start of the game unless a step says otherwise. An engine that speaks UGI alone
is not put to what only UCI has.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from linemate.clients.check.raw_connection import RawConnection, is_bestmove, position_line
from linemate.clients.check.steps.fixture import Fixture, NotTried
from linemate.clients.check.wellformed import problem_of_bestmove, problem_of_info, problem_of_line
from linemate.protocol.driver import Dialect

MARGIN = 0.5  # seconds beyond its limit that a search may take: machines are busy
ATTEMPTS = 3  # at a limit of time, of which one must be kept
SEARCHES = 5


def keep_movetime(fixture: Fixture) -> str:
    with fixture.begin() as connection:
        limit = fixture.pace.movetime
        # Not the first move of a game, which may be known by heart.
        connection.send(position_line(fixture.moves(1)))
        over = _best_of_attempts(connection, f"go movetime {limit}", limit / 1000)
    return f"{abs(over) * 1000:.0f} ms {'after' if over > 0 else 'before'} its limit"


def _best_of_attempts(connection: RawConnection, go: str, limit: float) -> float:
    """Return how late the answer comes, in seconds. Raises Fault if it is late every time."""
    late = []
    for _ in range(ATTEMPTS):
        late.append(connection.search(go, limit + connection.timeout).seconds - limit)
        connection.sync()
        if late[-1] <= MARGIN:
            return late[-1]
    raise connection.fault(
        f"an answer within {limit * 1000:.0f} ms (and {MARGIN:.3g} s for a busy machine)",
        f"one that comes {min(late):.2f} s late, at best",
    )


def search_to_depth(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.send("position startpos")
        for depth in (1, 2):
            fixture.demand_legal(connection, connection.search(f"go depth {depth}"))


def search_nodes(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.send("position startpos")
        for nodes in (1, 100):
            fixture.demand_legal(connection, connection.search(f"go nodes {nodes}"))


def answer_once(fixture: Fixture) -> str:
    with fixture.begin() as connection:
        for plies in range(SEARCHES):
            connection.send(position_line(fixture.moves(plies)))
            connection.search(f"go movetime {fixture.pace.movetime // 2}")
            lines = connection.sync() + connection.listen(0.02)
            more = list(filter(is_bestmove, lines))
            if more:
                raise connection.fault("one `bestmove` for each `go`", f"`{more[0]}` after it")
    return f"{SEARCHES} searches"


def write_bestmove(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.send("position startpos")
        search = connection.search(f"go movetime {fixture.pace.movetime}")
        problem = problem_of_bestmove(search.lines[-1].split(), connection.dialect)
        if problem is not None:
            raise connection.fault("a well-formed `bestmove`", problem)


def write_infos(fixture: Fixture) -> str:
    with fixture.begin() as connection:
        count = 0
        for plies in (0, 3):
            connection.send(position_line(fixture.moves(plies)))
            for line in connection.search(f"go movetime {fixture.pace.movetime}").lines:
                if line.split()[:1] == ["info"]:
                    count += 1
                    if problem := problem_of_info(line.split()):
                        raise connection.fault("well-formed `info` lines", f"`{line}`: {problem}")
    if not count:
        raise NotTried("it sends no info lines")
    return f"{count} lines"


def say_nothing_else(fixture: Fixture) -> None:
    """Demand no remarks, boards or leftovers of debugging: those belong behind `info string`."""
    with fixture.begin() as connection:
        lines = []
        for plies in (0, 2):
            connection.send(position_line(fixture.moves(plies)))
            lines += connection.sync()
            lines += connection.search(f"go movetime {fixture.pace.movetime}").lines
        lines += connection.sync()
        for line in lines:
            if not line.strip() or line.split()[0] not in ("info", "bestmove"):
                problem = problem_of_line(line, connection.dialect) or "nobody has asked for it"
                raise connection.fault(
                    "`info` and `bestmove` and nothing else", f"`{line}`: {problem}"
                )


def search_until_stop(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.send("position startpos", "go infinite")
        _demand_no_bestmove(connection, fixture.pace.hold, "before `stop`")
        connection.stop()


def hold_a_known_result(fixture: Fixture) -> None:
    """Demand that it waits even where there is nothing left to think about."""
    moves = fixture.moves_before_a_win()
    with fixture.begin() as connection:
        _begin_infinite(fixture, connection)
        connection.stop()
        connection.send(position_line(moves), "go infinite")
        _demand_no_bestmove(connection, fixture.pace.hold, "before `stop`")
        connection.stop()


def _demand_no_bestmove(connection: RawConnection, seconds: float, when: str) -> None:
    for line in connection.listen(seconds):
        if is_bestmove(line):
            raise connection.fault(f"no `bestmove` {when}", f"`{line}`")


def _begin_infinite(fixture: Fixture, connection: RawConnection, moves: Sequence[str] = ()) -> None:
    """Have a search running. Raises NotTried if it ends by itself: another step tells of that."""
    connection.send(position_line(moves), "go infinite")
    if any(map(is_bestmove, connection.listen(fixture.pace.hold))):
        raise NotTried("its go infinite ends by itself")


def stop_promptly(fixture: Fixture) -> str:
    with fixture.begin() as connection:
        times = []
        for _ in range(ATTEMPTS):
            _begin_infinite(fixture, connection, fixture.moves(2))
            times.append(connection.stop().seconds)
            connection.sync()
            if times[-1] <= MARGIN:
                return f"{times[-1] * 1000:.0f} ms"
        late = f"{min(times):.2f} s at best"
        raise connection.fault(f"`bestmove` within {MARGIN:.3g} s of `stop`", late)


def stop_at_once(fixture: Fixture) -> None:
    """A `stop` hard on the heels of `go` must not get lost."""
    with fixture.begin() as connection:
        connection.send("position startpos")
        for _ in range(3):
            began = time.monotonic()
            connection.send("go infinite", "stop")
            connection.answer(began)
            connection.sync()


def stop_when_idle(fixture: Fixture) -> None:
    """Demand that nothing comes of it, and that the next search is not ended by it either."""
    with fixture.begin() as connection:
        _begin_infinite(fixture, connection)
        connection.stop()
        connection.send("stop")
        lines = connection.sync() + connection.listen(0.02)
        if said := list(filter(is_bestmove, lines)):
            raise connection.fault("no answer to `stop` without a search", f"`{said[0]}`")
        connection.send("go infinite")
        _demand_no_bestmove(
            connection, fixture.pace.hold, "after a `stop` that came before the `go`"
        )
        connection.stop()


def be_ready_in_search(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        _begin_infinite(fixture, connection)
        connection.send("isready")
        lines = connection.wait_for("readyok") + connection.listen(fixture.pace.hold / 3)
        if said := list(filter(is_bestmove, lines)):
            raise connection.fault("`readyok` alone, and the search goes on", f"`{said[0]}`")
        connection.stop()


def survive_impatience(fixture: Fixture) -> None:
    """No driver should send these during a search; one that does must not break the engine."""
    moves = fixture.moves(2)
    with fixture.begin() as connection:
        connection.send("position startpos", "go infinite")
        connection.listen(fixture.pace.hold / 3)
        connection.send(position_line(moves), f"go movetime {fixture.pace.movetime}")
        lines = connection.listen(fixture.pace.hold / 3)
        connection.send("stop")
        if not any(map(is_bestmove, lines)):
            connection.wait_for("bestmove")
        connection.listen(
            fixture.pace.movetime / 1000 + fixture.pace.hold
        )  # there may be another one
        connection.send("position startpos")
        connection.sync()
        fixture.demand_legal(connection, connection.search(f"go movetime {fixture.pace.movetime}"))


def keep_the_clock(fixture: Fixture) -> str:
    """Ask with little time left, and with next to none."""
    over = []
    with fixture.begin() as connection:
        connection.send("position startpos")
        for left in (300, 20, 1):
            go = clock_words(connection.dialect, left, left)
            over.append(_best_of_attempts(connection, go, left / 1000))
    return f"{abs(max(over)) * 1000:.0f} ms {'after' if max(over) > 0 else 'before'} time was up"


def clock_words(dialect: Dialect, first: int, second: int) -> str:
    """Return a `go` with so many milliseconds for either player, and no increment."""
    words = ("p1time", "p2time", "p1inc", "p2inc")
    if dialect is Dialect.UCI:
        words = ("wtime", "btime", "winc", "binc")
    return f"go {words[0]} {first} {words[1]} {second} {words[2]} 0 {words[3]} 0"


def read_its_own_clock(fixture: Fixture) -> None:
    """Give the other player ten minutes: who looks at that clock thinks for far too long."""
    with fixture.begin() as connection:
        for plies in (0, 1):
            connection.send(position_line(fixture.moves(plies)))
            clocks = (200, 600_000) if plies == 0 else (600_000, 200)
            _best_of_attempts(connection, clock_words(connection.dialect, *clocks), 0.2)


# ---------------------------------------------------------------- what only UCI has


def ponder(fixture: Fixture) -> None:
    """`go ponder` waits for `ponderhit`, then its limits count; or for `stop`."""
    if "ponder" not in fixture.engine.declared:
        raise NotTried("the engine has no option Ponder")
    with fixture.uci("ponder") as connection:
        for ending in ("ponderhit", "stop"):
            connection.send(
                position_line(fixture.moves(2)), f"go ponder movetime {fixture.pace.movetime}"
            )
            for line in connection.listen(fixture.pace.movetime / 1000 + fixture.pace.hold):
                if is_bestmove(line):
                    raise connection.fault(f"no `bestmove` before `{ending}`", f"`{line}`")
            began = time.monotonic()
            connection.send(ending)
            connection.answer(began)
            connection.sync()


def search_only_these(fixture: Fixture) -> None:
    """Name one move at a time, so that there is nothing to choose."""
    moves = fixture.moves(2)
    legal = [fixture.game.write_move(move) for move in fixture.after(moves).legal_moves()]
    with fixture.uci("searchmoves") as connection:
        for only in dict.fromkeys((legal[0], legal[len(legal) // 2], legal[-1])):
            connection.send(position_line(moves))
            search = connection.search(f"go movetime {fixture.pace.movetime} searchmoves {only}")
            if search.bestmove.move != only:
                raise connection.fault(f"`bestmove {only}`", f"`{search.lines[-1]}`")
