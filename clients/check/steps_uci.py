"""Steps: what only UCI has. An engine that speaks UGI alone is not put to them."""

from __future__ import annotations

import time

from linemate.clients.check.bench import Bench, position_line
from linemate.clients.check.talk import is_bestmove
from linemate.clients.check.verdict import NotTried


def ponder(bench: Bench) -> None:
    """`go ponder` waits for `ponderhit`, then its limits count; or for `stop`."""
    if "ponder" not in bench.subject.declared:
        raise NotTried("the engine has no option Ponder")
    with bench.uci("ponder") as talk:
        for ending in ("ponderhit", "stop"):
            talk.send(position_line(bench.moves(2)), f"go ponder movetime {bench.pace.movetime}")
            for line in talk.listen(bench.pace.movetime / 1000 + bench.pace.hold):
                if is_bestmove(line):
                    raise talk.fault(f"no `bestmove` before `{ending}`", f"`{line}`")
            began = time.monotonic()
            talk.send(ending)
            talk.answer(began)
            talk.sync()


def search_only_these(bench: Bench) -> None:
    """One move at a time, so that there is nothing to choose."""
    moves = bench.moves(2)
    legal = [bench.game.write_move(move) for move in bench.after(moves).legal_moves()]
    with bench.uci("searchmoves") as talk:
        for only in dict.fromkeys((legal[0], legal[len(legal) // 2], legal[-1])):
            talk.send(position_line(moves))
            search = talk.search(f"go movetime {bench.pace.movetime} searchmoves {only}")
            if search.bestmove.move != only:
                raise talk.fault(f"`bestmove {only}`", f"`{search.lines[-1]}`")
