"""A game as the page of a match has it: compact, as there may be thousands in one file.

    {"label": "1.3", "x": 0, "o": 2, "result": "1-0", "text": "X wins: ...", "opening": 2,
     "moves": "h8 g7 h9",  "scores": "- 31 M5",  "times": "0 0 102",  "depths": "- 5 7"}

Words of a list belong to the moves; scores are as x sees them, in hundredths, or `M5` and `M-4` for
a proven end in so many plies; times are milliseconds. The page makes positions of it by putting
marks on cells, which is all there is to it in most games. What only the rules can tell comes along:
of nine boards, in which of them one may play at each ply (`forced`) and which are decided at
which ply (`won`: `12:3x`), and of every game the winning line. `players` and rules are by number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from linemate.clients.match.page.marks import find_marks
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.pgn import read_score
from linemate.clients.shared.records import FAILURES, Ending, GameRecord, PlayedMove, Task
from linemate.clients.shared.review import unit_of
from linemate.clients.shared.states import describe_board, score_for_x
from linemate.clients.shared.values import describe_game, read_game
from linemate.engine.core import PLAYERS, Game, Position

Json = dict[str, Any]
NONE = "-"
_FIGURES = re.compile(r"^(?:\S+/(\d{1,6}) )?(?:(\d{1,9}\.\d{1,6})s)?")
BOARDS = ("nineboard", "ultimate")


class GamePacker:
    """Packs games one after the other; it knows players and rules by their numbers."""

    def __init__(self, players: Sequence[str] = (), words: str | None = None) -> None:
        """`players` and the rules with these words are known beforehand, where they are given."""
        self.players = list(players)
        self.rules: list[Json] = []
        self._games: dict[str, Game] = {}
        if words is not None:
            self._number(words)

    def pack_record(self, record: GameRecord) -> Json:
        """Return a game of the match that is over."""
        opening = record.task.opening
        moves = (*_opening_moves(record.task), *record.moves)
        packed = self._pack(record.game, record.task, moves)
        game = self._games[record.game]
        return {
            **packed,
            **_describe_end(record.ending),
            **_describe_marks(game, opening.position, moves, packed["opening"]),
        }

    def pack_progress(self, words: str, task: Task, played: Sequence[PlayedMove]) -> Json:
        """Return a game that is being played."""
        return self._pack(words, task, (*_opening_moves(task), *played))

    def pack_stored(self, stored: StoredGame) -> Json:
        """Return a game from a file."""
        words = describe_game(stored.game)
        moves = read_moves(stored)
        opening = stored.opening_plies
        packed = self._header(words, stored.label, stored.x, stored.o)
        packed |= pack_moves(self._games[words], stored.start, moves, opening)
        packed |= _describe_end(stored.termination, stored.result)
        return {**packed, **_describe_marks(stored.game, stored.start, moves, opening)}

    def _pack(self, words: str, task: Task, moves: Sequence[PlayedMove]) -> Json:
        header = self._header(words, task.label, task.x, task.o)
        opening = len(task.opening.moves)
        return header | pack_moves(self._games[words], task.opening.position, moves, opening)

    def _header(self, words: str, label: str, x: str, o: str) -> Json:
        number = self._number(words)
        header = {"label": label, "x": self._player(x), "o": self._player(o)}
        return header | ({"rules": number} if number else {})

    def _number(self, words: str) -> int:
        if words not in self._games:
            self._games[words] = read_game(words.split())
            self.rules.append(describe_rules(words, self._games[words]))
        return list(self._games).index(words)

    def _player(self, name: str) -> int:
        if name not in self.players:
            self.players.append(name)
        return self.players.index(name)


def describe_rules(words: str, game: Game) -> Json:
    """Return what all games by these rules have in common: the cells, and the board they are on."""
    start = game.start()
    board = describe_board(game, start)
    return {
        "words": words,
        "game": game.name,
        "names": [game.write_move(cell) for cell in range(game.cell_count)],
        "board": {name: board[name] for name in ("width", "height", "falls") if name in board},
        "unit": unit_of(game),
    }


def pack_moves(
    game: Game, start: str | None, moves: Sequence[PlayedMove], opening: int = 0
) -> Json:
    """Return the moves, what engines said about them, and what the rules say about the boards."""
    position = _set_up(game, start)
    first = position.to_move
    packed: Json = {"opening": opening, "moves": " ".join(move.move for move in moves)}
    if start is not None:
        packed["start"] = {"cells": position.cells(), "toMove": PLAYERS[first]}
    scores = [_write_score(move, (first + ply) % 2) for ply, move in enumerate(moves)]
    if any(score != NONE for score in scores):
        packed["scores"] = " ".join(scores)
    # Rounded as in a record: a page that is made of it later is the same.
    times = [round(1000 * round(move.seconds, 4)) for move in moves]
    if any(times):
        packed["times"] = " ".join(map(str, times))
    if any(move.depth for move in moves):
        packed["depths"] = " ".join(str(move.depth or NONE) for move in moves)
    boards = [describe_board(game, position)] if game.name in BOARDS else []
    for move in moves:
        position.play(game.read_move(position, move.move))
        if boards:
            boards.append(describe_board(game, position))
    if boards:
        packed |= pack_boards(boards)
    if line := position.winning_line():
        packed["line"] = " ".join(game.write_move(cell) for cell in line)
    return packed


def pack_boards(boards: Sequence[Json]) -> Json:
    """Return at each ply where one may play, and at which ply which board was decided."""
    forced = [("".join(map(str, board["forced"])) or NONE) for board in boards]
    known: Json = {}
    won = []
    for ply, board in enumerate(boards):
        for number, owner in board["won"].items():
            if known.get(number) != owner:
                known[number] = owner
                won.append(f"{ply}:{number}{owner[0]}")
    return {"forced": " ".join(forced), **({"won": " ".join(won)} if won else {})}


def read_moves(stored: StoredGame) -> list[PlayedMove]:
    """Return the moves of a stored game with what their comments say, as far as we wrote them."""
    moves = []
    for move, comment in zip(stored.moves, stored.comments, strict=True):
        found = _FIGURES.match(comment)
        depth, seconds = found.groups() if found else (None, None)
        score = read_score(comment)
        text = stored.game.write_move(move)
        moves.append(PlayedMove(text, float(seconds or 0), score, int(depth or 0) or None))
    return moves


def _opening_moves(task: Task) -> list[PlayedMove]:
    return [PlayedMove(text, 0.0) for text in task.opening.moves]


def _set_up(game: Game, start: str | None) -> Position:
    return game.start() if start is None else game.read_position(start)


def _write_score(move: PlayedMove, side: int) -> str:
    score = score_for_x(move.score, side)
    if score is None:
        return NONE
    return f"M{score['mate']}" if "mate" in score else str(score["cp"])


def _describe_end(ending: Ending, result: str | None = None) -> Json:
    end: Json = {"result": result or ending.result, "reason": ending.reason, "text": str(ending)}
    if end["result"] == "*":
        end["text"] = f"Not finished: {ending.explanation}."
    return end | ({"failed": True} if ending.reason in FAILURES else {})


def _describe_marks(
    game: Game, start: str | None, moves: Sequence[PlayedMove], opening: int
) -> Json:
    found = find_marks(game, _set_up(game, start), moves, opening)
    packed: Json = {}
    if found.marks:
        packed["marks"] = " ".join(f"{ply}{mark}" for ply, mark in found.marks.items())
    if any(share is not None for share in found.accuracy):
        packed["accuracy"] = [share and round(share) for share in found.accuracy]
    return packed
