"""Steps: whatever may arrive on the input: games in a row, nonsense, odd lines, and its end.

How long an engine may take to end no protocol says.
"""

from __future__ import annotations

import time

from linemate.clients.check.raw_connection import RawConnection, position_line
from linemate.clients.check.steps.fixture import Fixture

GAMES_IN_A_ROW = 3
PLIES = 6
LONG_LINE = 1 << 20  # bytes
NOT_MOVES = ("e2e4", "z99", "0000", "-1", "??")
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def _still_plays(fixture: Fixture, connection: RawConnection) -> None:
    connection.send("position startpos")
    connection.sync()
    fixture.demand_legal(connection, connection.search(f"go movetime {fixture.pace.movetime // 2}"))


def play_games_in_a_row(fixture: Fixture) -> str:
    """Announce a new game before each, as match runners do."""
    with fixture.begin() as connection:
        for _ in range(GAMES_IN_A_ROW):
            connection.send(f"{connection.dialect.value}newgame")
            connection.sync()
            moves: list[str] = []
            while len(moves) < PLIES and fixture.after(moves).outcome() is None:
                connection.send(position_line(moves))
                search = connection.search(f"go movetime {fixture.pace.movetime // 5}")
                fixture.demand_legal(connection, search, moves)
                moves.append(search.bestmove.move or "")
    return f"{GAMES_IN_A_ROW} games"


def read_a_long_game(fixture: Fixture) -> str:
    moves = fixture.moves(fixture.game.cell_count)
    with fixture.begin() as connection:
        connection.send(position_line(moves))
        search = connection.search(f"go movetime {fixture.pace.movetime}")
        fixture.demand_legal(connection, search, moves)
    return f"{len(moves)} moves in one line"


def survive_illegal_moves(fixture: Fixture) -> None:
    """Demand that it goes on; what it makes of them is its own affair."""
    moves = fixture.moves(3)
    with fixture.begin() as connection:
        for bad in (moves[0], *NOT_MOVES):
            connection.send(position_line([*moves, bad]))
            connection.sync()
            connection.send(position_line([bad, *moves]))
            connection.sync()
        _still_plays(fixture, connection)


def survive_bad_positions(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        for text in ("", "fen", "startpos moves", "nowhere", f"fen {CHESS}", "fen x moves a1"):
            connection.send(f"position {text}".strip())
            connection.sync()
        _still_plays(fixture, connection)


def survive_unknown_words(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        for line in (
            "xyzzy",
            "joho debug on",
            "register later",
            "debug off",
            "query",
            "1 2 3",
            "?",
        ):
            connection.send(line)
            connection.sync()
        _still_plays(fixture, connection)


def read_any_white_space(fixture: Fixture) -> None:
    moves = fixture.moves(2)
    with fixture.begin() as connection:
        connection.send("", "   ", "\t", "   isready  ")
        connection.wait_for("readyok")
        connection.send(f"\tposition  startpos\tmoves   {'  '.join(moves)} ")
        search = connection.search(f"  go \t movetime   {fixture.pace.movetime}  ")
        fixture.demand_legal(connection, search, moves)


def read_carriage_returns(fixture: Fixture) -> None:
    """Hold a whole conversation whose lines end as on Windows."""
    moves = fixture.moves(2)
    with fixture.engine.start() as connection:
        connection.note("from here on every line sent ends with CR LF")
        connection.send(f"{connection.dialect.value}\r")
        connection.wait_for(f"{connection.dialect.value}ok")
        lines = (
            *fixture.engine.setting_lines(),
            *fixture.engine.game_lines(fixture.game, connection.dialect),
        )
        connection.send(*(f"{line}\r" for line in lines), "isready\r")
        connection.wait_for("readyok")
        connection.send(f"{position_line(moves)}\r")
        search = connection.search(f"go movetime {fixture.pace.movetime}\r")
        fixture.demand_legal(connection, search, moves)


def survive_a_long_line(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.note(f"a line of {LONG_LINE} bytes: xyzzy xyzzy ...")
        connection.send_bytes(b"xyzzy " * (LONG_LINE // 6) + b"\n")
        connection.sync()
        _still_plays(fixture, connection)


def read_lines_together(fixture: Fixture) -> None:
    """Send several in one write: none may get stuck in a buffer until the next one comes."""
    moves = fixture.moves(2)
    with fixture.begin() as connection:
        for _ in range(2):
            began = time.monotonic()
            connection.send("isready", position_line(moves), f"go movetime {fixture.pace.movetime}")
            connection.wait_for("readyok")
            fixture.demand_legal(connection, connection.answer(began), moves)


def read_a_line_in_pieces(fixture: Fixture) -> None:
    """Send half a line, since a pipe does not keep lines whole; and more than once, since a busy
    engine may find the halves together again.
    """
    with fixture.begin() as connection:
        for _ in range(3):
            connection.note("in two pieces: `isre` and `ady`")
            connection.send_bytes(b"isre")
            connection.listen(0.05)
            connection.send_bytes(b"ady\n")
            connection.wait_for("readyok")


# ---------------------------------------------------------------- and its end


def quit_when_told(fixture: Fixture) -> str:
    with fixture.fresh() as connection:
        connection.send("quit")
        return _demand_status_0(connection)


def quit_in_search(fixture: Fixture) -> str:
    with fixture.fresh() as connection:
        connection.send("position startpos", "go infinite")
        connection.listen(fixture.pace.hold / 3)
        connection.send("quit")
        return _demand_status_0(connection)


def _demand_status_0(connection: RawConnection) -> str:
    seconds, code = connection.wait_for_exit()
    if code != 0:
        raise connection.fault("the process to end with status 0", f"status {code}")
    return _describe(seconds)


def end_with_the_input(fixture: Fixture) -> str:
    """Close its pipe, as it closes when a driver dies: an engine that stays then stays for ever."""
    with fixture.fresh() as connection:
        connection.end_input()
        return _describe(connection.wait_for_exit()[0])


def end_with_the_input_in_search(fixture: Fixture) -> str:
    with fixture.fresh() as connection:
        connection.send("position startpos", "go infinite")
        connection.listen(fixture.pace.hold / 3)
        connection.end_input()
        return _describe(connection.wait_for_exit()[0])


def _describe(seconds: float) -> str:
    return f"after {seconds:.1f} s"
