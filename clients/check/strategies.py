"""Hypothesis strategies for the games: random positions, games and move texts for your own tests.

    from hypothesis import given

    from linemate.clients.check.strategies import positions
    from linemate.engine.registry import make_game

    @given(positions(make_game("ultimate")))
    def test_a_mark_more_or_less_is_whose_turn_it_is(position):
        cells = position.cells()
        assert cells.count("x") - cells.count("o") == position.to_move

| strategy | draws |
|---|---|
| `positions(game)` | a position of a random game; `position.history` has its moves as numbers |
| `games(game)` | the moves of such a game from its start, as texts |
| `quiet_games(game)` | the same of a game that nobody wins: crowded boards, wins at hand for both |
| `move_texts(game)` | a text where a move is expected: a cell, taken or not, or no move at all |

The length of a game is drawn first, and then that many choices among the legal moves: a plain list
of choices is almost always too short to finish a game. Where a game has ended, up to BACK moves are
taken back again, so that there are many positions with a win at hand, and finished ones as well.
Everything shrinks to short games in which each move is the first legal one.

The rules are those of `engine.games`, confirmed by perft counts of other programs.
"""

from __future__ import annotations

from hypothesis import strategies as st

from linemate.clients.check.positions import play_quietly
from linemate.engine.core import Game, Position

BACK = 4
CHOICES = 2**16  # more than any position has moves
# What drivers of other games send, what people type, and what nobody should.
NOT_MOVES = ("e2e4", "e7e8q", "none", "0000", "a0", "00", "-1", "a1b2", "A1", "moves")


@st.composite
def positions(draw: st.DrawFn, game: Game) -> Position:
    """Draw a position of a random game: open, about to end, or finished."""
    length = draw(st.integers(0, game.cell_count))
    position = game.start()
    for _ in range(length):
        moves = position.legal_moves()
        if not moves:
            break
        position.play(moves[draw(st.integers(0, CHOICES)) % len(moves)])
    if position.outcome() is not None:
        for _ in range(min(draw(st.integers(0, BACK)), len(position.history))):
            position.undo()
    return position


def games(game: Game) -> st.SearchStrategy[list[str]]:
    """Draw the moves of a random game, as they stand behind `position startpos moves`."""

    def write(position: Position) -> list[str]:
        return [game.write_move(move) for move in position.history]

    return positions(game).map(write)


@st.composite
def quiet_games(draw: st.DrawFn, game: Game) -> list[str]:
    """Draw the moves of a random game that nobody wins, of any length, and then on to where whoever
    moves could win, if it comes to that.
    """
    position, plies = game.start(), draw(st.integers(0, game.cell_count))
    while play_quietly(position, draw(st.integers(0, CHOICES))):
        plies -= 1
        if plies <= 0 and any(map(position.wins_at_once, position.legal_moves())):
            break
    return [game.write_move(move) for move in position.history]


def move_texts(game: Game) -> st.SearchStrategy[str]:
    """Draw one word: mostly a cell of the board, which may be taken; sometimes no move at all."""
    cells = st.integers(0, game.cell_count - 1).map(game.write_move)
    letters = st.text("abco0159", min_size=1, max_size=4)
    return st.one_of(cells, cells, st.sampled_from(NOT_MOVES), letters)
