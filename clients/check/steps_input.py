"""Steps: whatever may arrive on the input: games in a row, nonsense, odd lines."""

from __future__ import annotations

import time

from linemate.clients.check.bench import Bench, position_line
from linemate.clients.check.talk import Talk

GAMES_IN_A_ROW = 3
PLIES = 6
LONG_LINE = 1 << 20  # bytes
NOT_MOVES = ("e2e4", "z99", "0000", "-1", "??")
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def _still_plays(bench: Bench, talk: Talk) -> None:
    talk.send("position startpos")
    talk.sync()
    bench.demand_legal(talk, talk.search(f"go movetime {bench.pace.movetime // 2}"))


def play_games_in_a_row(bench: Bench) -> str:
    """With a new game announced before each, as match runners do."""
    with bench.begin() as talk:
        for _ in range(GAMES_IN_A_ROW):
            talk.send(f"{talk.dialect.value}newgame")
            talk.sync()
            moves: list[str] = []
            while len(moves) < PLIES and bench.after(moves).outcome() is None:
                talk.send(position_line(moves))
                search = talk.search(f"go movetime {bench.pace.movetime // 5}")
                bench.demand_legal(talk, search, moves)
                moves.append(search.bestmove.move or "")
    return f"{GAMES_IN_A_ROW} games"


def read_a_long_game(bench: Bench) -> str:
    moves = bench.moves(bench.game.cell_count)
    with bench.begin() as talk:
        talk.send(position_line(moves))
        search = talk.search(f"go movetime {bench.pace.movetime}")
        bench.demand_legal(talk, search, moves)
    return f"{len(moves)} moves in one line"


def survive_illegal_moves(bench: Bench) -> None:
    """What the engine makes of them is its own affair, but it must go on."""
    moves = bench.moves(3)
    with bench.begin() as talk:
        for bad in (moves[0], *NOT_MOVES):
            talk.send(position_line([*moves, bad]))
            talk.sync()
            talk.send(position_line([bad, *moves]))
            talk.sync()
        _still_plays(bench, talk)


def survive_bad_positions(bench: Bench) -> None:
    with bench.begin() as talk:
        for text in ("", "fen", "startpos moves", "nowhere", f"fen {CHESS}", "fen x moves a1"):
            talk.send(f"position {text}".strip())
            talk.sync()
        _still_plays(bench, talk)


def survive_unknown_words(bench: Bench) -> None:
    with bench.begin() as talk:
        for line in (
            "xyzzy",
            "joho debug on",
            "register later",
            "debug off",
            "query",
            "1 2 3",
            "?",
        ):
            talk.send(line)
            talk.sync()
        _still_plays(bench, talk)


def read_any_white_space(bench: Bench) -> None:
    moves = bench.moves(2)
    with bench.begin() as talk:
        talk.send("", "   ", "\t", "   isready  ")
        talk.wait_for("readyok")
        talk.send(f"\tposition  startpos\tmoves   {'  '.join(moves)} ")
        search = talk.search(f"  go \t movetime   {bench.pace.movetime}  ")
        bench.demand_legal(talk, search, moves)


def read_carriage_returns(bench: Bench) -> None:
    """A whole conversation whose lines end as on Windows."""
    moves = bench.moves(2)
    with bench.subject.start() as talk:
        talk.note("from here on every line sent ends with CR LF")
        talk.send(f"{talk.dialect.value}\r")
        talk.wait_for(f"{talk.dialect.value}ok")
        lines = (
            *bench.subject.setting_lines(),
            *bench.subject.game_lines(bench.game, talk.dialect),
        )
        talk.send(*(f"{line}\r" for line in lines), "isready\r")
        talk.wait_for("readyok")
        talk.send(f"{position_line(moves)}\r")
        search = talk.search(f"go movetime {bench.pace.movetime}\r")
        bench.demand_legal(talk, search, moves)


def survive_a_long_line(bench: Bench) -> None:
    with bench.begin() as talk:
        talk.note(f"a line of {LONG_LINE} bytes: xyzzy xyzzy ...")
        talk.send_bytes(b"xyzzy " * (LONG_LINE // 6) + b"\n")
        talk.sync()
        _still_plays(bench, talk)


def read_lines_together(bench: Bench) -> None:
    """Several in one write: none may get stuck in a buffer until the next one comes."""
    moves = bench.moves(2)
    with bench.begin() as talk:
        for _ in range(2):
            began = time.monotonic()
            talk.send("isready", position_line(moves), f"go movetime {bench.pace.movetime}")
            talk.wait_for("readyok")
            bench.demand_legal(talk, talk.answer(began), moves)


def read_a_line_in_pieces(bench: Bench) -> None:
    """A pipe does not keep lines whole. More than once, since a busy engine may find the pieces
    together again."""
    with bench.begin() as talk:
        for _ in range(3):
            talk.note("in two pieces: `isre` and `ady`")
            talk.send_bytes(b"isre")
            talk.listen(0.05)
            talk.send_bytes(b"ady\n")
            talk.wait_for("readyok")
