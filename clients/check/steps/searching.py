"""Steps: searching within limits, being told to stop, pondering.

The position is the start of the game unless a step says otherwise. An engine that speaks UGI alone
is not put to what only UCI has.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from linemate.clients.check.positions import position_after, position_line
from linemate.clients.check.raw_connection import RawConnection, is_bestmove
from linemate.clients.check.reference import Reference
from linemate.clients.check.steps.fixture import Fixture, NotTried
from linemate.clients.check.wellformed import problem_of_bestmove, problem_of_info, problem_of_line
from linemate.clients.shared.referee.game import USUAL_MARGIN
from linemate.protocol.driver import Dialect

MARGIN = 0.5  # seconds beyond its limit that a search may take: machines are busy
LONG, LONG_MARGIN = 500, 0.1  # a limit in milliseconds, and what a search may take beyond it
ATTEMPTS = 3  # at a limit of time, of which one must be kept
SEARCHES = 5


def keep_movetime(fixture: Fixture, connection: RawConnection) -> str:
    """Ask for a short move, and for a long one, where an overrun of a share of the time shows."""
    # Not the first move of a game, which may be known by heart.
    connection.send(position_line(fixture.moves(1)))
    with Reference() as reference:

        def overrun(limit: int, margin: float) -> float:
            return _best_of_attempts(
                connection,
                lambda: _lateness_beyond(reference, connection, limit),
                f"an answer within {limit} ms (and {margin:.3g} s for a busy machine)",
                margin,
                USUAL_MARGIN / 1000,
            )

        over = max(overrun(fixture.pace.movetime, MARGIN), overrun(LONG, LONG_MARGIN))
    remark = _describe_time(over, "its limit")
    if over <= USUAL_MARGIN / 1000:
        return remark
    return f"{remark}, at best; in a match, more than {USUAL_MARGIN} ms lose the game"


def _lateness_beyond(reference: Reference, connection: RawConnection, limit: int) -> float:
    """Return how many seconds behind its limit a move comes, without those that the machine is
    answerable for: those that it took from the engine, or from the reference if that is more.
    """
    reference.ask(limit / 1000)
    search = connection.search_timed(f"go movetime {limit}", limit / 1000)
    connection.sync()
    return search.seconds - limit / 1000 - max(search.excused, reference.lateness())


def _search_in_time(connection: RawConnection, go: str, limit: int) -> float:
    """Return how late the answer comes, in seconds, without those that the machine is answerable
    for. Raises Fault if it is late every time.
    """

    def lateness() -> float:
        search = connection.search_timed(go, limit / 1000)
        connection.sync()
        return search.seconds - search.excused - limit / 1000

    expected = f"an answer within {limit} ms (and {MARGIN:.3g} s for a busy machine)"
    return _best_of_attempts(connection, lateness, expected)


def _best_of_attempts(
    connection: RawConnection,
    measure: Callable[[], float],
    expected: str,
    margin: float = MARGIN,
    good: float | None = None,
) -> float:
    """Return how late an answer comes at best; the first that is good enough, by default within the
    margin, is the last. Raises Fault if all of them are too late.
    """
    late: list[float] = []
    while len(late) < ATTEMPTS and (not late or late[-1] > (margin if good is None else good)):
        late.append(measure())
    if min(late) > margin:
        raise connection.fault(expected, f"one that comes {min(late):.2f} s late, at best")
    return min(late)


def _describe_time(over: float, when: str) -> str:
    return f"{abs(over) * 1000:.0f} ms {'after' if over > 0 else 'before'} {when}"


def search_to_depth(fixture: Fixture, connection: RawConnection) -> None:
    for depth in (1, 2):
        fixture.play(connection, go=f"go depth {depth}")


def search_nodes(fixture: Fixture, connection: RawConnection) -> None:
    for nodes in (1, 100):
        fixture.play(connection, go=f"go nodes {nodes}")


def answer_once(fixture: Fixture, connection: RawConnection) -> str:
    for plies in range(SEARCHES):
        go = f"go movetime {fixture.pace.movetime // 2}"
        fixture.play(connection, fixture.moves(plies), go)
        lines = connection.sync() + connection.listen(0.02)
        connection.demand_no_bestmove(lines, "one `bestmove` for each `go`, and no other")
    return f"{SEARCHES} searches"


def write_bestmove(fixture: Fixture, connection: RawConnection) -> None:
    connection.send("position startpos")
    search = connection.search(fixture.go)
    problem = problem_of_bestmove(search.lines[-1].split(), connection.dialect)
    if problem is not None:
        raise connection.fault("a well-formed `bestmove`", problem)


def write_infos(fixture: Fixture, connection: RawConnection) -> str:
    count = 0
    for plies in (0, 3):
        for line in fixture.play(connection, fixture.moves(plies)).lines:
            if line.split()[:1] == ["info"]:
                count += 1
                if problem := problem_of_info(line.split()):
                    raise connection.fault("well-formed `info` lines", f"`{line}`: {problem}")
    if not count:
        raise NotTried("it sends no info lines")
    return f"{count} lines"


def say_nothing_else(fixture: Fixture, connection: RawConnection) -> None:
    """Demand no remarks, boards or leftovers of debugging: those belong behind `info string`."""
    lines = []
    for plies in (0, 2):
        lines += [*fixture.play(connection, fixture.moves(plies)).lines, *connection.sync()]
    for line in lines:
        if not line.strip() or line.split()[0] not in ("info", "bestmove"):
            problem = problem_of_line(line, connection.dialect) or "nobody has asked for it"
            raise connection.fault("`info` and `bestmove` and nothing else", f"`{line}`: {problem}")


def search_until_stop(fixture: Fixture, connection: RawConnection) -> None:
    _hold(fixture, connection)
    connection.stop()


def hold_a_known_result(fixture: Fixture, connection: RawConnection) -> None:
    """Demand that it waits even where there is nothing left to think about."""
    moves = fixture.moves_before_a_win()
    _begin_infinite(fixture, connection)
    connection.stop()
    _hold(fixture, connection, moves)
    connection.stop()


def _hold(fixture: Fixture, connection: RawConnection, moves: Sequence[str] = ()) -> None:
    """Demand that a search without a limit goes on. Raises Fault."""
    connection.send(position_line(moves), "go infinite")
    connection.demand_no_bestmove(
        connection.listen(fixture.pace.hold), "no `bestmove` before `stop`"
    )


def _begin_infinite(fixture: Fixture, connection: RawConnection, moves: Sequence[str] = ()) -> None:
    """Have a search running. Raises NotTried if it ends by itself: another step tells of that."""
    connection.send(position_line(moves), "go infinite")
    if any(map(is_bestmove, connection.listen(fixture.pace.hold))):
        raise NotTried("its go infinite ends by itself")


def stop_promptly(fixture: Fixture, connection: RawConnection) -> str:
    def stop() -> float:
        _begin_infinite(fixture, connection, fixture.moves(2))
        seconds = connection.stop().seconds
        connection.sync()
        return seconds

    late = _best_of_attempts(connection, stop, f"`bestmove` within {MARGIN:.3g} s of `stop`")
    return f"{late * 1000:.0f} ms"


def stop_at_once(fixture: Fixture, connection: RawConnection) -> None:
    """A `stop` hard on the heels of `go` must not get lost."""
    connection.send("position startpos")
    for _ in range(3):
        began = time.monotonic()
        connection.send("go infinite", "stop")
        connection.answer(began)
        connection.sync()


def stop_when_idle(fixture: Fixture, connection: RawConnection) -> None:
    """Demand that nothing comes of it, and that the next search is not ended by it either."""
    _begin_infinite(fixture, connection)
    connection.stop()
    connection.send("stop")
    lines = connection.sync() + connection.listen(0.02)
    connection.demand_no_bestmove(lines, "no answer to `stop` without a search")
    connection.send("go infinite")
    connection.demand_no_bestmove(
        connection.listen(fixture.pace.hold),
        "no `bestmove` after a `stop` that came before the `go`",
    )
    connection.stop()


def be_ready_in_search(fixture: Fixture, connection: RawConnection) -> None:
    _begin_infinite(fixture, connection)
    connection.send("isready")
    lines = connection.wait_for("readyok") + connection.listen(fixture.pace.hold / 3)
    connection.demand_no_bestmove(lines, "`readyok` alone, and the search goes on")
    connection.stop()


def survive_impatience(fixture: Fixture, connection: RawConnection) -> None:
    """No driver should send these during a search; one that does must not break the engine."""
    moves = fixture.moves(2)
    connection.send("position startpos", "go infinite")
    connection.listen(fixture.pace.hold / 3)
    connection.send(position_line(moves), fixture.go)
    lines = connection.listen(fixture.pace.hold / 3)
    connection.send("stop")
    if not any(map(is_bestmove, lines)):
        connection.wait_for("bestmove")
    # There may be another one.
    connection.listen(fixture.pace.movetime / 1000 + fixture.pace.hold)
    connection.sync()
    fixture.play(connection)


def keep_the_clock(fixture: Fixture, connection: RawConnection) -> str:
    """Ask with little time left, and with next to none."""
    over = []
    connection.send("position startpos")
    for left in (300, 20, 1):
        go = clock_words(connection.dialect, left, left)
        over.append(_search_in_time(connection, go, left))
    return _describe_time(max(over), "time was up")


def clock_words(dialect: Dialect, first: int, second: int) -> str:
    """Return a `go` with so many milliseconds for either player, and no increment."""
    words = ("p1time", "p2time", "p1inc", "p2inc")
    if dialect is Dialect.UCI:
        words = ("wtime", "btime", "winc", "binc")
    return f"go {words[0]} {first} {words[1]} {second} {words[2]} 0 {words[3]} 0"


def read_its_own_clock(fixture: Fixture, connection: RawConnection) -> None:
    """Give the other player ten minutes: who looks at that clock thinks for far too long."""
    for plies in (0, 1):
        connection.send(position_line(fixture.moves(plies)))
        clocks = (200, 600_000) if plies == 0 else (600_000, 200)
        _search_in_time(connection, clock_words(connection.dialect, *clocks), 200)


# ---------------------------------------------------------------- what only UCI has


def ponder(fixture: Fixture, connection: RawConnection) -> None:
    """`go ponder` waits for `ponderhit`, then its limits count; or for `stop`."""
    if "ponder" not in fixture.engine.declared:
        raise NotTried("the engine has no option Ponder")
    for ending in ("ponderhit", "stop"):
        connection.send(
            position_line(fixture.moves(2)), f"go ponder movetime {fixture.pace.movetime}"
        )
        lines = connection.listen(fixture.pace.movetime / 1000 + fixture.pace.hold)
        connection.demand_no_bestmove(lines, f"no `bestmove` before `{ending}`")
        began = time.monotonic()
        connection.send(ending)
        connection.answer(began)
        connection.sync()


def search_only_these(fixture: Fixture, connection: RawConnection) -> None:
    """Name one move at a time, so that there is nothing to choose."""
    moves = fixture.moves(2)
    position = position_after(fixture.game, moves)
    legal = [fixture.game.write_move(move) for move in position.legal_moves()]
    for only in dict.fromkeys((legal[0], legal[len(legal) // 2], legal[-1])):
        search = fixture.play(connection, moves, f"{fixture.go} searchmoves {only}")
        if search.move != only:
            raise connection.fault(f"`bestmove {only}`", f"`{search.lines[-1]}`")
