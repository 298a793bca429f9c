"""Steps: searching, and being told to stop. A position is the start unless it says otherwise."""

from __future__ import annotations

import time
from collections.abc import Sequence

from linemate.clients.check.bench import ATTEMPTS, MARGIN, Bench, clock_words, position_line
from linemate.clients.check.talk import Talk, is_bestmove
from linemate.clients.check.verdict import NotTried
from linemate.clients.check.wellformed import problem_of_bestmove, problem_of_info, problem_of_line

SEARCHES = 5


def keep_movetime(bench: Bench) -> str:
    with bench.begin() as talk:
        limit = bench.pace.movetime
        # Not the first move of a game, which may be known by heart.
        talk.send(position_line(bench.moves(1)))
        over = _best_of_attempts(talk, f"go movetime {limit}", limit / 1000)
    return f"{abs(over) * 1000:.0f} ms {'after' if over > 0 else 'before'} its limit"


def _best_of_attempts(talk: Talk, go: str, limit: float) -> float:
    """How late the answer comes, in seconds. Raises Fault if it is late every time."""
    late = []
    for _ in range(ATTEMPTS):
        late.append(talk.search(go, limit + talk.timeout).seconds - limit)
        talk.sync()
        if late[-1] <= MARGIN:
            return late[-1]
    raise talk.fault(
        f"an answer within {limit * 1000:.0f} ms (and {MARGIN:.3g} s for a busy machine)",
        f"one that comes {min(late):.2f} s late, at best",
    )


def search_to_depth(bench: Bench) -> None:
    with bench.begin() as talk:
        talk.send("position startpos")
        for depth in (1, 2):
            bench.demand_legal(talk, talk.search(f"go depth {depth}"))


def search_nodes(bench: Bench) -> None:
    with bench.begin() as talk:
        talk.send("position startpos")
        for nodes in (1, 100):
            bench.demand_legal(talk, talk.search(f"go nodes {nodes}"))


def answer_once(bench: Bench) -> str:
    with bench.begin() as talk:
        for plies in range(SEARCHES):
            talk.send(position_line(bench.moves(plies)))
            talk.search(f"go movetime {bench.pace.movetime // 2}")
            lines = talk.sync() + talk.listen(0.02)
            more = list(filter(is_bestmove, lines))
            if more:
                raise talk.fault("one `bestmove` for each `go`", f"`{more[0]}` after it")
    return f"{SEARCHES} searches"


def write_bestmove(bench: Bench) -> None:
    with bench.begin() as talk:
        talk.send("position startpos")
        search = talk.search(f"go movetime {bench.pace.movetime}")
        problem = problem_of_bestmove(search.lines[-1].split(), talk.dialect)
        if problem is not None:
            raise talk.fault("a well-formed `bestmove`", problem)


def write_infos(bench: Bench) -> str:
    with bench.begin() as talk:
        count = 0
        for plies in (0, 3):
            talk.send(position_line(bench.moves(plies)))
            for line in talk.search(f"go movetime {bench.pace.movetime}").lines:
                if line.split()[:1] == ["info"]:
                    count += 1
                    if problem := problem_of_info(line.split()):
                        raise talk.fault("well-formed `info` lines", f"`{line}`: {problem}")
    if not count:
        raise NotTried("it sends no info lines")
    return f"{count} lines"


def say_nothing_else(bench: Bench) -> None:
    """No remarks, no boards, no leftovers of debugging: those belong behind `info string`."""
    with bench.begin() as talk:
        lines = []
        for plies in (0, 2):
            talk.send(position_line(bench.moves(plies)))
            lines += talk.sync()
            lines += talk.search(f"go movetime {bench.pace.movetime}").lines
        lines += talk.sync()
        for line in lines:
            if not line.strip() or line.split()[0] not in ("info", "bestmove"):
                problem = problem_of_line(line, talk.dialect) or "nobody has asked for it"
                raise talk.fault("`info` and `bestmove` and nothing else", f"`{line}`: {problem}")


def search_until_stop(bench: Bench) -> None:
    with bench.begin() as talk:
        talk.send("position startpos", "go infinite")
        _demand_no_bestmove(talk, bench.pace.hold, "before `stop`")
        talk.stop()


def hold_a_known_result(bench: Bench) -> None:
    """Even where there is nothing left to think about."""
    moves = bench.moves_before_a_win()
    with bench.begin() as talk:
        _begin_infinite(bench, talk)
        talk.stop()
        talk.send(position_line(moves), "go infinite")
        _demand_no_bestmove(talk, bench.pace.hold, "before `stop`")
        talk.stop()


def _demand_no_bestmove(talk: Talk, seconds: float, when: str) -> None:
    for line in talk.listen(seconds):
        if is_bestmove(line):
            raise talk.fault(f"no `bestmove` {when}", f"`{line}`")


def _begin_infinite(bench: Bench, talk: Talk, moves: Sequence[str] = ()) -> None:
    """A search that is running. Raises NotTried if there is none: another step tells of that."""
    talk.send(position_line(moves), "go infinite")
    if any(map(is_bestmove, talk.listen(bench.pace.hold))):
        raise NotTried("its go infinite ends by itself")


def stop_promptly(bench: Bench) -> str:
    with bench.begin() as talk:
        times = []
        for _ in range(ATTEMPTS):
            _begin_infinite(bench, talk, bench.moves(2))
            times.append(talk.stop().seconds)
            talk.sync()
            if times[-1] <= MARGIN:
                return f"{times[-1] * 1000:.0f} ms"
        late = f"{min(times):.2f} s at best"
        raise talk.fault(f"`bestmove` within {MARGIN:.3g} s of `stop`", late)


def stop_at_once(bench: Bench) -> None:
    """A `stop` hard on the heels of `go` must not get lost."""
    with bench.begin() as talk:
        talk.send("position startpos")
        for _ in range(3):
            began = time.monotonic()
            talk.send("go infinite", "stop")
            talk.answer(began)
            talk.sync()


def stop_when_idle(bench: Bench) -> None:
    """Nothing comes of it, and the next search is not ended by it either."""
    with bench.begin() as talk:
        _begin_infinite(bench, talk)
        talk.stop()
        talk.send("stop")
        lines = talk.sync() + talk.listen(0.02)
        if said := list(filter(is_bestmove, lines)):
            raise talk.fault("no answer to `stop` without a search", f"`{said[0]}`")
        talk.send("go infinite")
        _demand_no_bestmove(talk, bench.pace.hold, "after a `stop` that came before the `go`")
        talk.stop()


def be_ready_in_search(bench: Bench) -> None:
    with bench.begin() as talk:
        _begin_infinite(bench, talk)
        talk.send("isready")
        lines = talk.wait_for("readyok") + talk.listen(bench.pace.hold / 3)
        if said := list(filter(is_bestmove, lines)):
            raise talk.fault("`readyok` alone, and the search goes on", f"`{said[0]}`")
        talk.stop()


def survive_impatience(bench: Bench) -> None:
    """No driver should send these during a search; one that does must not break the engine."""
    moves = bench.moves(2)
    with bench.begin() as talk:
        talk.send("position startpos", "go infinite")
        talk.listen(bench.pace.hold / 3)
        talk.send(position_line(moves), f"go movetime {bench.pace.movetime}")
        lines = talk.listen(bench.pace.hold / 3)
        talk.send("stop")
        if not any(map(is_bestmove, lines)):
            talk.wait_for("bestmove")
        talk.listen(bench.pace.movetime / 1000 + bench.pace.hold)  # there may be another one
        talk.send("position startpos")
        talk.sync()
        bench.demand_legal(talk, talk.search(f"go movetime {bench.pace.movetime}"))


def keep_the_clock(bench: Bench) -> str:
    """Little time left, and next to none."""
    over = []
    with bench.begin() as talk:
        talk.send("position startpos")
        for left in (300, 20, 1):
            go = clock_words(talk.dialect, left, left)
            over.append(_best_of_attempts(talk, go, left / 1000))
    return f"{abs(max(over)) * 1000:.0f} ms {'after' if max(over) > 0 else 'before'} time was up"


def read_its_own_clock(bench: Bench) -> None:
    """The other player has ten minutes: who looks at that clock thinks for far too long."""
    with bench.begin() as talk:
        for plies in (0, 1):
            talk.send(position_line(bench.moves(plies)))
            clocks = (200, 600_000) if plies == 0 else (600_000, 200)
            _best_of_attempts(talk, clock_words(talk.dialect, *clocks), 0.2)
