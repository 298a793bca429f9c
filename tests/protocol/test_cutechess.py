"""Cute Chess's variants: drops, stones in hand, and whose gomoku is meant."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.engine.core import IllegalMoveError, Limits, PositionError, UnreadableMoveError
from linemate.engine.registry import make_game
from linemate.protocol.cutechess import VARIANTS, make_variant
from linemate.protocol.session_ugi import CUTE_CHESS
from tests.protocol.conversation import Conversation, best, infos
from tests.protocol.cute_chess import RULES, Board, Player, play_game
from tests.protocol.engine_process import EngineProcess

STARTS = {
    "tictactoe": "3/3/3[PPPPPpppp] w - - 0 1",
    "gomoku": "/".join(["15"] * 15) + f"[{'P' * 113}{'p' * 112}] w - - 0 1",
    "gomokufreestyle": "/".join(["15"] * 15) + f"[{'P' * 113}{'p' * 112}] w - - 0 1",
    "cfour": f"7/7/7/7/7/7[{'P' * 21}{'p' * 21}] w - - 0 1",
}
OPENINGS = {
    "tictactoe": "P@b2 P@a1",
    "gomoku": "P@h8 P@i9 P@o15",
    "gomokufreestyle": "P@h8 P@i9",
    "cfour": "P@d1 P@d2 P@d3",
}
every_variant = pytest.mark.parametrize("variant", CUTE_CHESS)


def test_the_variants_that_are_offered_are_those_that_there_are() -> None:
    assert set(CUTE_CHESS) == set(VARIANTS) == set(RULES)


@every_variant
def test_a_variant_begins_as_cute_chess_has_it(variant: str) -> None:
    game = make_variant(variant)
    assert game.write_position(game.start()) == STARTS[variant] == Board(variant).fen()


@every_variant
@given(seed=st.integers(0, 2**32), length=st.integers(0, 225))
def test_positions_and_moves_are_those_of_cute_chess(variant: str, seed: int, length: int) -> None:
    """At every ply of a random game, and both ways."""
    game, board, rng = make_variant(variant), Board(variant), Random(seed)
    position = game.start()
    for _ in range(length):
        if not position.legal_moves():
            break
        move = rng.choice(position.legal_moves())
        text = game.write_move(move)
        assert text == board.write_move(move)
        assert game.read_move(position, text.replace("P", "p")) == move
        position.play(move)
        board.play(text)
    assert (position.outcome() is None) == (board.position.outcome() is None)
    fen = board.fen()
    assert game.write_position(position) == fen
    again = game.read_position(fen)
    assert (again.cells(), again.to_move) == (position.cells(), position.to_move)


@pytest.mark.parametrize("move", ["d1", "P@h1", "P@d7", "P@d0", "Q@d1", "@d1", "P@", "P@@d1", "P"])
def test_what_is_no_drop_is_refused(move: str) -> None:
    game = make_variant("cfour")
    with pytest.raises(
        UnreadableMoveError, match="expected P@ with a column a to g and a row 1 to 6"
    ):
        game.read_move(game.start(), move)


def test_a_stone_in_the_air_is_told_where_it_would_fall() -> None:
    game = make_variant("cfour")
    with pytest.raises(IllegalMoveError, match="'P@d2': marks fall, in this column to P@d1"):
        game.read_move(game.start(), "P@d2")


@pytest.mark.parametrize(
    ("fen", "problem"),
    [
        (
            "3/3/3 x",
            r"expected rows, stones in hand and w or b, as in '3/3/3\[PPPPPpppp\] w - - 0 1'",
        ),
        ("3/3/3[PPPPPpppp", "expected rows, stones in hand and w or b"),
        ("3/3/3[PPPPPpppp] x - - 0 1", "expected rows, stones in hand and w or b"),
        ("3/1x1/3[PPPPpppp] b - - 0 1", "'x' in '3/1x1/3': expected P, p, a number"),
        ("3/1P1/3[PPPPPpppp] b - - 0 1", "5 P and 4 p in hand: expected 4 and 4"),
        ("3/1P1/3[-] b - - 0 1", "0 P and 0 p in hand: expected 4 and 4"),
        ("3/1P1/3[PPPPppppx] b - - 0 1", "4 P and 4 p in hand: expected 4 and 4"),
        ("3/1P1/3[PPPPpppp] w - - 0 1", "x moves at equal counts"),
        ("3/1P1[PPPPpppp] b - - 0 1", "2 rows in"),
        ("PPP/ppp/3[PPp] w - - 0 1", "both players have a finished line"),
    ],
)
def test_a_position_that_is_none_is_refused(fen: str, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        make_variant("tictactoe").read_position(fen)


def test_no_stones_in_hand_may_be_written_with_a_hyphen_or_not_at_all() -> None:
    game = make_variant("tictactoe")
    for hand in ("-", ""):
        position = game.read_position(f"PpP/PPp/pPp[{hand}] b - - 0 5")
        assert "." not in position.cells()
        assert game.write_position(position) == "PpP/PPp/pPp[-] b - - 0 5"


def test_whose_gomoku_is_meant_depends_on_who_asks(talk: Conversation) -> None:
    """Six in a row win ours by default, and not Cute Chess's of that name."""
    board = "PPPPPP9/pp1pp1p8" + "/15" * 13
    ours = board.replace("P", "x").replace("p", "o") + " o"
    theirs = f"{board}[{'P' * 107}{'p' * 107}] b - - 0 6"
    for choice, fen, game, result in (
        ("newgame gomoku", ours, "gomoku size 15 rule freestyle", "p1win"),
        ("setoption name UCI_Variant value gomoku", theirs, "gomoku size 15 rule standard", "none"),
        (
            "setoption name UCI_Variant value gomokufreestyle",
            *(theirs, "gomoku size 15 rule freestyle", "p1win"),
        ),
    ):
        assert talk.ask(choice, f"position fen {fen}") == []
        assert talk.query("game") == game
        assert talk.query("result") == result
        assert talk.query("fen") == fen


def test_a_variant_lasts_until_another_game_is_chosen(talk: Conversation) -> None:
    talk.send("setoption name UCI_Variant value CFour", "ucinewgame", "uci")
    assert talk.query("legalmoves").startswith("P@a1 ")
    assert "default cfour var " in next(line for line in talk.ask("uci") if "UCI_Variant" in line)
    for line in (
        "setoption name UCI_Variant value linemate",
        "setoption name UCI_Variant value mnk",
        "setoption name Game value mnk width=7 height=6 row=4 drop=true",
        "ucinewgame mnk width 7 height 6 row 4 drop true",
    ):
        talk.send("setoption name UCI_Variant value cfour", "moves P@d1", line)
        assert talk.query("game") == "mnk width 7 height 6 row 4 drop true"
        assert talk.query("fen") == "7/7/7/7/7/7 x"


def test_reports_and_answers_are_drops(talk: Conversation) -> None:
    talk.send("uci", "setoption name UCI_Variant value cfour", "position startpos moves P@d1")
    lines = talk.search("go depth 3")
    assert best(lines).startswith("P@")
    assert all(move.startswith("P@") for info in infos(lines) for move in info.pv)
    assert " ponder P@" in lines[-1]
    assert best(talk.search("go depth 2 searchmoves P@a1 p@b1")) in ("P@a1", "P@b1")
    talk.send("go perft 2")
    assert "P@d2: 7" in talk.until("Nodes searched: 49".__eq__)


@every_variant
@pytest.mark.parametrize("opened", [False, True])
def test_whole_games_as_cute_chess_plays_them(variant: str, opened: bool) -> None:
    """Two games with the same two processes, which change sides."""
    opening = OPENINGS[variant] if opened else ""
    with EngineProcess() as first, EngineProcess() as second:
        strong = Player(first, {"Hash": "4", "Seed": "1"})
        weak = Player(second, {"Search": "mcts", "Seed": "1", "Hash": "4"})
        for players in ((strong, weak), (weak, strong)):
            board = play_game(variant, players, opening, "nodes 60")
            # Who made the last move is not told of it.
            told = players[board.position.to_move].engine
            assert told.query("gameover") == "true"
            assert told.query("fen") == board.fen()


def test_our_own_clients_keep_our_notation_also_where_they_speak_uci() -> None:
    """They choose the game by UCI_Variant, as most engines that speak UCI know it; but then they
    name it once more, in the way that only ours knows.
    """
    game = make_game("tictactoe")
    with UgiPlayer.start(EngineSetting(protocol="uci")) as player:
        player.begin(game)
        answer = player.think(Question(None, ("b2",), Limits(depth=9)))
    position = game.start()
    for move in ("b2", answer.move or "none"):
        position.play(game.read_move(position, move))
