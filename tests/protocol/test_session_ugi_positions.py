"""What a Session plays and where it stands: games, positions, and moves that are not legal."""

from __future__ import annotations

import pytest

from linemate.engine.registry import make_game
from tests.protocol.conversation import GAME_NAMES, Conversation, best
from tests.protocol.engine_process import errors
from tests.variants import VARIANTS, Variant

# ------------------------------------------------------------------ games


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("command", ["newgame", "uginewgame", "ucinewgame", "option"])
def test_a_game_is_chosen_with_its_options(
    talk: Conversation, variant: Variant, command: str
) -> None:
    words = " ".join([variant.name, *(f"{k} {v}" for k, v in variant.options.items())])
    line = f"setoption name Game value {words}" if command == "option" else f"{command} {words}"
    assert talk.ask(line) == []
    game = variant.game
    settled = " ".join([game.name, *(f"{k} {v}" for k, v in game.settings.items())])
    assert talk.query("game") == settled
    assert talk.query("fen") == game.write_position(game.start())


def test_the_option_game_may_be_written_with_equals_signs_and_in_any_case(
    talk: Conversation,
) -> None:
    talk.send("setoption name game value GOMOKU Size=8")
    assert talk.query("game") == "gomoku size 8 rule freestyle"


def test_a_variant_begins_with_default_options_unless_it_is_the_game_in_play(
    talk: Conversation,
) -> None:
    talk.send("newgame mnk row 2", "setoption name UCI_Variant value mnk")
    assert talk.query("game") == "mnk width 3 height 3 row 2 drop false"
    talk.send("setoption name UCI_Variant value qubic", "setoption name UCI_Variant value mnk")
    assert talk.query("game") == "mnk width 3 height 3 row 3 drop false"


def test_the_game_in_play_is_announced_as_the_default(talk: Conversation) -> None:
    talk.send("newgame gomoku size 8")
    lines = talk.ask("ugi")
    assert "option name Game type string default gomoku size 8 rule freestyle" in lines
    assert [line for line in lines if "UCI_Variant type combo default linemate var " in line]


@pytest.mark.parametrize(
    "choice", ["newgame gomoku size 8", "setoption name UCI_Variant value cfour"]
)
def test_a_driver_that_sets_every_option_to_what_was_announced_changes_nothing(
    talk: Conversation, choice: str
) -> None:
    talk.send(choice)
    before = [talk.query(what) for what in ("game", "fen", "legalmoves")]
    for line in talk.ask("uci"):
        if line.startswith("option name ") and " type button" not in line:
            name, rest = line.removeprefix("option name ").split(" type ")
            default = rest.partition(" default ")[2].partition(" min ")[0].partition(" var ")[0]
            assert talk.ask(f"setoption name {name} value {default}") == []
    assert [talk.query(what) for what in ("game", "fen", "legalmoves")] == before


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_chess_interface_chooses_the_game_by_its_variant(talk: Conversation, name: str) -> None:
    talk.send("uci", f"setoption name UCI_Variant value {name}")
    assert talk.query("game").split()[0] == name


def test_a_session_can_be_started_with_a_game() -> None:
    assert Conversation(make_game("qubic")).query("game") == "qubic"


def test_newgame_without_a_game_begins_the_same_one_again(talk: Conversation) -> None:
    talk.send("newgame mnk width 5 height 4 row 4", "moves a1 b2")
    for word in ("newgame", "uginewgame", "ucinewgame"):
        talk.send("moves c3", word)
        assert talk.query("game") == "mnk width 5 height 4 row 4 drop false"
        assert talk.query("fen") == "5/5/5/5 x"


# ------------------------------------------------------------------ positions


def test_a_position_is_the_start_or_a_text_and_then_moves(talk: Conversation) -> None:
    talk.send("position startpos")
    assert talk.query("fen") == "3/3/3 x"
    talk.send("position startpos moves a1 b2")
    assert talk.query("fen") == "3/1o1/x2 x"
    talk.send("position fen 3/1o1/x2 x")
    assert talk.query("fen") == "3/1o1/x2 x"
    talk.send("position fen 3/1o1/x2 x moves c3 a3")
    assert talk.query("fen") == "o1x/1o1/x2 x"
    talk.send("position startpos")
    assert talk.query("fen") == "3/3/3 x"


def test_bare_moves_go_on_from_where_it_is(talk: Conversation) -> None:
    talk.send("position startpos moves a1", "moves b2", "moves c3 a3", "moves")
    assert talk.query("fen") == "o1x/1o1/x2 x"


# ------------------------------------------------------------------ illegal moves


@pytest.mark.parametrize(
    ("moves", "error", "fen", "result"),
    [
        ("a1 a1 b2", "illegal move 'a1': the cell is taken", "3/3/x2 o", "p1win"),
        ("a1 b2 b2", "illegal move 'b2': the cell is taken", "3/1o1/x2 x", "p2win"),
        ("e2e4", "bad move 'e2e4'", "3/3/3 x", "p2win"),
        ("a1 d1 b2", "bad move 'd1'", "3/3/x2 o", "p1win"),
    ],
)
def test_an_illegal_move_plays_what_is_before_it_and_loses(
    talk: Conversation, moves: str, error: str, fen: str, result: str
) -> None:
    (answer,) = talk.ask(f"position startpos moves {moves}")
    assert answer.startswith(f"info string error: {error}")
    ply = 1 + len(fen.split()[0].translate(str.maketrans("", "", "/123456789")))
    assert f"ply {ply}" in answer
    assert talk.query("fen") == fen
    assert talk.query("gameover") == "true"
    assert talk.query("result") == result


def test_a_search_after_an_illegal_move_is_of_the_position_reached(talk: Conversation) -> None:
    talk.send("position startpos moves a1 c1 b2 c1")
    assert best(talk.search("go depth 3")) == "c3"


def test_an_illegal_move_is_forgotten_with_the_next_position_only(talk: Conversation) -> None:
    talk.send("position startpos moves a1 a1")
    for line in ("moves", "moves b2", "d", "go depth 1", "stop", "position nonsense"):
        talk.ask(line)
        assert (talk.query("gameover"), talk.query("result")) == ("true", "p1win"), line
    assert talk.query("fen") == "3/1o1/x2 x"
    talk.send("position startpos moves a1")
    assert (talk.query("gameover"), talk.query("result")) == ("false", "none")
    talk.send("moves a1", "newgame")
    assert (talk.query("gameover"), talk.query("result")) == ("false", "none")


def test_a_bare_illegal_move_loses_as_well(talk: Conversation) -> None:
    talk.send("position startpos moves a1")
    assert errors(talk.ask("moves b2 c3 b2"))
    assert talk.query("fen") == "2x/1o1/x2 o"
    assert talk.query("result") == "p1win"


def test_whoever_made_the_first_illegal_move_stays_the_loser(talk: Conversation) -> None:
    """x has lost; that a runner goes on, and o errs as well, does not turn the game around."""
    talk.send("position startpos moves a1 b2 b2")
    assert talk.query("result") == "p2win"
    talk.send("moves c3", "moves c3")
    assert talk.query("result") == "p2win"


def test_a_move_after_the_end_of_a_won_game_does_not_change_who_won(talk: Conversation) -> None:
    (answer,) = talk.ask("position startpos moves a1 b1 a2 b2 a3 b3")
    assert "the game is over" in answer
    assert "ply 6" in answer
    assert (talk.query("gameover"), talk.query("result")) == ("true", "p1win")
