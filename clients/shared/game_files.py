"""Games to be shown, from a file of PGN or of JSON lines, or from the directory of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from linemate.clients.shared.pgn import PgnGame, read_pgn, write_comment
from linemate.clients.shared.records import GameRecord, RecordError, from_json
from linemate.clients.shared.values import read_game
from linemate.engine.core import Game, LinemateError, Position

IN_DIRECTORY = "games.jsonl"


@dataclass(frozen=True)
class ShownGame:
    """A game with its rules settled and its moves checked; `comments` are one for each move."""

    x: str
    o: str
    label: str
    game: Game
    start: str | None
    moves: tuple[int, ...]
    comments: tuple[str, ...]
    result: str
    ending: str  # the reason, and what is known about it

    @property
    def title(self) -> str:
        return f"{self.label}  {self.x} (x) against {self.o} (o), {self.result}: {self.ending}"

    def position(self, plies: int) -> Position:
        """After so many moves."""
        position = self.game.start() if self.start is None else self.game.read_position(self.start)
        for move in self.moves[:plies]:
            position.play(move)
        return position


def read_games(path: Path) -> list[ShownGame]:
    """All of a file. Raises LinemateError, which names the game, and OSError."""
    if path.is_dir():
        path = path / IN_DIRECTORY
    games = list(read_text(path.read_text(encoding="utf-8")))
    if not games:
        raise RecordError(f"no games in {path}: expected PGN, or lines of JSON from a match")
    return games


def read_text(text: str) -> Iterator[ShownGame]:
    """The games of a file's text, one after the other. Raises LinemateError, which names the
    game.
    """
    return _read_lines(text) if text.lstrip().startswith("{") else _read_pgn(text)


def _read_lines(text: str) -> Iterator[ShownGame]:
    # A last line without an end is being written, or was cut off.
    for number, line in enumerate(text.split("\n")[:-1] or [text], start=1):
        if line.strip():
            with_number = f"line {number}"
            yield _show(_fields_of_record(_parse(line, with_number)), with_number)


def _parse(line: str, where: str) -> GameRecord:
    try:
        return from_json(line)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from None


@dataclass(frozen=True)
class _Fields:
    """A game as text."""

    x: str
    o: str
    label: str
    game: str
    start: str | None
    moves: list[tuple[str, str]]
    result: str
    ending: str


def _fields_of_record(record: GameRecord) -> _Fields:
    task = record.task
    moves = [(text, "opening") for text in task.opening.moves]
    moves += [(move.move, write_comment(move)) for move in record.moves]
    ending = f"{record.reason.value} ({record.detail})"
    start = task.opening.position
    return _Fields(task.x, task.o, task.label, record.game, start, moves, record.result, ending)


def _fields_of_pgn(game: PgnGame) -> _Fields:
    tags = game.tags
    if "Variant" not in tags:
        raise RecordError("no tag Variant: expected one that names the game, as in 'ultimate'")
    return _Fields(
        tags.get("White", "?"),
        tags.get("Black", "?"),
        tags.get("Round", "?"),
        tags["Variant"],
        tags.get("FEN"),
        game.moves,
        game.result or tags.get("Result", "*"),
        f"{tags.get('Termination', 'unknown')} ({game.remark})",
    )


def _read_pgn(text: str) -> Iterator[ShownGame]:
    for number, game in enumerate(read_pgn(text), start=1):
        where = f"game {number}"
        try:
            fields = _fields_of_pgn(game)
        except RecordError as error:
            raise RecordError(f"{where}: {error}") from None
        yield _show(fields, where)


def _show(fields: _Fields, where: str) -> ShownGame:
    """With every move checked. Raises RecordError."""
    try:
        game = read_game(fields.game.split())
        position = game.start() if fields.start is None else game.read_position(fields.start)
        moves = []
        for text, _ in fields.moves:
            moves.append(game.read_move(position, text))
            position.play(moves[-1])
    except LinemateError as error:
        raise RecordError(f"{where}: {error}") from None
    comments = tuple(comment for _, comment in fields.moves)
    names = (fields.x, fields.o, fields.label)
    ending = (fields.result, fields.ending)
    return ShownGame(*names, game, fields.start, tuple(moves), comments, *ending)
