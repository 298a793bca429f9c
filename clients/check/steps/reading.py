"""Steps: whatever may arrive on the input: games in a row, nonsense, odd lines, and its end.

How long an engine may take to end no protocol says.
"""

from __future__ import annotations

import time

from linemate.clients.check.positions import occupy, position_after, position_line
from linemate.clients.check.raw_connection import RawConnection
from linemate.clients.check.steps.fixture import Fixture

GAMES_IN_A_ROW = 3
PLIES = 6
LONG_LINE = 1 << 20  # bytes
NOT_MOVES = ("e2e4", "z99", "0000", "-1", "??")
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NOT_POSITIONS = ("", " fen", " startpos moves", " nowhere", f" fen {CHESS}", " fen x moves a1")
NOT_COMMANDS = ("xyzzy", "joho debug on", "register later", "debug off", "query", "1 2 3", "?")


def play_games_in_a_row(fixture: Fixture, connection: RawConnection) -> str:
    """Announce a new game before each, as match runners do.

    First the engine plays some moves itself. Then every second game has stones where alone the next
    one has room: who keeps the board of the one before has no legal move to offer.
    """
    quickly = f"go movetime {fixture.pace.movetime // 5}"
    for _ in range(GAMES_IN_A_ROW):
        _announce_game(connection)
        moves: list[str] = []
        while len(moves) < PLIES and position_after(fixture.game, moves).outcome() is None:
            moves.append(fixture.play(connection, moves, quickly).move or "")
    for crowded in fixture.crowded_games(GAMES_IN_A_ROW):
        room = position_after(fixture.game, crowded).legal_moves()
        for moves in (occupy(fixture.game, room), crowded):
            _announce_game(connection)
            fixture.play(connection, moves, quickly)
    return f"{3 * GAMES_IN_A_ROW} games"


def _announce_game(connection: RawConnection) -> None:
    connection.send(f"{connection.dialect.value}newgame")
    connection.sync()


def read_a_long_game(fixture: Fixture, connection: RawConnection) -> str:
    moves = fixture.moves(fixture.game.cell_count)
    fixture.play(connection, moves)
    return f"{len(moves)} moves in one line"


def survive_illegal_moves(fixture: Fixture, connection: RawConnection) -> None:
    moves = fixture.moves(3)
    games = [([*moves, bad], [bad, *moves]) for bad in (moves[0], *NOT_MOVES)]
    fixture.demand_survival(connection, (position_line(game) for pair in games for game in pair))


def survive_bad_positions(fixture: Fixture, connection: RawConnection) -> None:
    fixture.demand_survival(connection, (f"position{text}" for text in NOT_POSITIONS))


def survive_unknown_words(fixture: Fixture, connection: RawConnection) -> None:
    fixture.demand_survival(connection, NOT_COMMANDS)


def read_any_white_space(fixture: Fixture, connection: RawConnection) -> None:
    moves = fixture.moves(2)
    connection.send("", "   ", "\t", "   isready  ")
    connection.wait_for("readyok")
    connection.send(f"\tposition  startpos\tmoves   {'  '.join(moves)} ")
    search = connection.search(f"  go \t movetime   {fixture.pace.movetime}  ")
    fixture.demand_legal(connection, search, moves)


def read_carriage_returns(fixture: Fixture, connection: RawConnection) -> None:
    """Hold a whole conversation whose lines end as on Windows."""
    connection.note("from here on every line sent ends with CR LF")
    connection.line_end = "\r"
    fixture.engine.greet(connection, fixture.game)
    fixture.play(connection, fixture.moves(2))


def survive_a_long_line(fixture: Fixture, connection: RawConnection) -> None:
    connection.note(f"a line of {LONG_LINE} bytes: xyzzy xyzzy ...")
    connection.send_bytes(b"xyzzy " * (LONG_LINE // 6) + b"\n")
    connection.sync()
    fixture.play(connection)


def read_lines_together(fixture: Fixture, connection: RawConnection) -> None:
    """Send several in one write: none may get stuck in a buffer until the next one comes."""
    moves = fixture.moves(2)
    for _ in range(2):
        began = time.monotonic()
        connection.send("isready", position_line(moves), fixture.go)
        connection.wait_for("readyok")
        fixture.demand_legal(connection, connection.answer(began), moves)


def read_a_line_in_pieces(fixture: Fixture, connection: RawConnection) -> None:
    """Send half a line, since a pipe does not keep lines whole; and more than once, since a busy
    engine may find the halves together again.
    """
    for _ in range(3):
        connection.note("in two pieces: `isre` and `ady`")
        connection.send_bytes(b"isre")
        connection.listen(0.05)
        connection.send_bytes(b"ady\n")
        connection.wait_for("readyok")


# ---------------------------------------------------------------- and its end


def end_with_the_input(fixture: Fixture, connection: RawConnection) -> str:
    """Close its pipe, as it closes when a driver dies: an engine that stays then stays for ever."""
    connection.end_input()
    return f"after {connection.wait_for_exit()[0]:.1f} s"


def end_in_search(fixture: Fixture, connection: RawConnection) -> str:
    _begin_to_search(fixture, connection)
    return end_with_the_input(fixture, connection)


def quit_when_told(fixture: Fixture, connection: RawConnection) -> str:
    connection.send("quit")
    seconds, code = connection.wait_for_exit()
    if code != 0:
        raise connection.fault("the process to end with status 0", f"status {code}")
    return f"after {seconds:.1f} s"


def quit_in_search(fixture: Fixture, connection: RawConnection) -> str:
    _begin_to_search(fixture, connection)
    return quit_when_told(fixture, connection)


def _begin_to_search(fixture: Fixture, connection: RawConnection) -> None:
    connection.send("position startpos", "go infinite")
    connection.listen(fixture.pace.hold / 3)
