"""One conversation with a Session, command by command; the process around it has its own tests.

Searches are limited by depth or nodes. Where something must *not* happen, a test waits a
moment for it; where something must, it waits as long as a busy machine may need.
"""

from __future__ import annotations

import re

import pytest

from linemate.engine.registry import SEARCHERS
from linemate.protocol.messages import Dialect
from linemate.protocol.session_ugi import VARIANTS as UCI_VARIANTS
from tests.protocol.conversation import HMINIMAX, Conversation, assert_silent, infos
from tests.protocol.engine_process import errors, is_bestmove
from tests.variants import VARIANTS, Variant

# ------------------------------------------------------------------ hand-shake


@pytest.mark.parametrize("word", ["ugi", "uci"])
def test_the_handshake_names_the_engine_and_its_options_and_ends_with_ok(
    talk: Conversation, word: str
) -> None:
    first, second, *options, last = talk.ask(word)
    assert first.startswith("id name Linemate")
    assert second.startswith("id author ")
    assert all(line.startswith("option name ") for line in options)
    assert last == word + "ok"


def test_every_option_of_the_issue_is_announced_with_its_type(talk: Conversation) -> None:
    assert set(talk.ask("ugi")) >= {
        "option name Game type string default tictactoe",
        "option name UCI_Variant type combo default linemate "
        + " ".join(f"var {name}" for name in UCI_VARIANTS),
        "option name Search type combo default auto var auto "
        + " ".join(f"var {name}" for name in SEARCHERS),
        "option name Hash type spin default 64 min 1 max 4096",
        "option name MultiPV type spin default 1 min 1 max 64",
        "option name Skill type spin default 20 min 0 max 20",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "option name Ponder type check default false",
        "option name OwnBook type check default false",
        "option name Clear Hash type button",
    }


def test_both_words_announce_the_same(talk: Conversation) -> None:
    assert talk.ask("ugi")[:-1] == talk.ask("uci")[:-1]


def test_isready_is_answered_before_any_handshake(talk: Conversation) -> None:
    talk.send("isready")
    assert talk.until("readyok".__eq__) == ["readyok"]


def test_an_empty_line_says_nothing(talk: Conversation) -> None:
    assert talk.ask("", "   ", "\t\r") == []


def test_quit_ends_the_conversation_and_every_other_line_goes_on(talk: Conversation) -> None:
    assert talk.session.handle("isready")
    assert talk.session.handle("no such thing")
    assert not talk.session.handle("quit")
    assert not talk.session.handle("  please QUIT now\r")


# ------------------------------------------------------------------ UGI and UCI


def test_ugi_counts_a_mate_in_plies_and_answers_with_two_words(talk: Conversation) -> None:
    """x wins at once, and after a1 b1 with the fifth ply.

    3  .  .  .
    2  .  x  o
    1  x  .  o
       a  b  c
    """
    talk.send("ugi", HMINIMAX, "position startpos moves a1 c1 b2 c2")
    lines = talk.search("go depth 3")
    assert " score mate 1 " in lines[-2]
    assert lines[-1] == "bestmove c3"
    talk.send("position startpos moves a1 b1")
    lines = talk.search("go")
    assert " score mate 5 " in lines[-2]
    assert len(lines[-1].split()) == 2


def test_uci_counts_a_mate_in_moves_and_adds_the_move_to_ponder_on(talk: Conversation) -> None:
    talk.send("uci", HMINIMAX, "position startpos moves a1 b1")
    lines = talk.search("go")
    (report,) = infos(lines[-2:], Dialect.UCI)
    assert " score mate 3 " in lines[-2]
    assert lines[-1] == f"bestmove {report.pv[0]} ponder {report.pv[1]}"


def test_who_is_being_mated_reads_a_negative_number(talk: Conversation) -> None:
    """o cannot stop both threats, a2 and b3.

    3  x  .  x
    2  .  o  .
    1  x  .  o
       a  b  c
    """
    talk.send(HMINIMAX, "position fen x1x/1o1/x1o o")
    assert " score mate -2 " in talk.search("go")[-2]
    talk.send("uci")
    assert " score mate -1 " in talk.search("go")[-2]


def test_a_mate_by_the_next_move_has_no_move_to_ponder_on(talk: Conversation) -> None:
    talk.send("uci", HMINIMAX, "position fen 3/1xo/x1o x")
    assert talk.search("go")[-1] == "bestmove c3"


@pytest.mark.parametrize(("word", "none"), [("ugi", "none"), ("uci", "(none)")])
@pytest.mark.parametrize("fen", ["x2/xo1/xo1 o", "xox/oxx/oxo o"], ids=["won", "drawn"])
def test_go_on_a_finished_game_answers_that_there_is_no_move(
    talk: Conversation, word: str, none: str, fen: str
) -> None:
    talk.send(word, f"position fen {fen}")
    for limits in ("", "depth 3", "movetime 10", "nodes 1", "searchmoves a1"):
        lines = talk.search(f"go {limits}")
        assert lines[-1] == f"bestmove {none}"
        assert " score " in lines[-2]


def test_the_word_that_was_used_last_decides(talk: Conversation) -> None:
    talk.send(HMINIMAX, "position startpos moves a1 b1")
    assert len(talk.search("go")[-1].split()) == 2
    talk.send("uci")
    assert len(talk.search("go")[-1].split()) == 4
    talk.send("ugi")
    assert len(talk.search("go")[-1].split()) == 2


# ------------------------------------------------------------------ questions


def test_queries_about_an_open_game(talk: Conversation) -> None:
    talk.send("position startpos moves a1 b2 c3")
    answers = {what: talk.query(what) for what in ("p1turn", "gameover", "result", "game", "fen")}
    assert answers == {
        "p1turn": "false",
        "gameover": "false",
        "result": "none",
        "game": "tictactoe",
        "fen": "2x/1o1/x2 o",
    }
    assert set(talk.query("legalmoves").split()) == {"a3", "b3", "a2", "c2", "b1", "c1"}


@pytest.mark.parametrize(
    ("fen", "result"),
    [("x2/xo1/xo1 o", "p1win"), ("ox1/ox1/o1x x", "p2win"), ("xox/oxx/oxo o", "draw")],
)
def test_queries_about_a_finished_game(talk: Conversation, fen: str, result: str) -> None:
    talk.send(f"position fen {fen}")
    assert talk.query("gameover") == "true"
    assert talk.query("result") == result
    assert talk.query("legalmoves") == "none"


def test_the_key_is_the_same_however_the_position_was_reached(talk: Conversation) -> None:
    talk.send("position startpos moves a1 b2 c3")
    key = talk.query("key")
    talk.send("position startpos moves c3 b2 a1")
    assert talk.query("key") == key
    talk.send("position startpos moves c3 b2 a2")
    assert talk.query("key") != key


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_d_draws_the_board_and_gives_its_text_and_key(talk: Conversation, variant: Variant) -> None:
    words = " ".join([variant.name, *(f"{k} {v}" for k, v in variant.options.items())])
    talk.send(f"newgame {words}")
    *board, game_line, fen_line, key_line = talk.ask("d")
    assert board == variant.game.diagram(variant.game.start()).split("\n")
    assert game_line == "game: " + talk.query("game")
    assert fen_line == "fen: " + talk.query("fen")
    assert key_line == "key: " + talk.query("key")


def test_eval_is_from_the_view_of_the_side_to_move(talk: Conversation) -> None:
    """The middle is worth more than a corner to x, so o sees a minus."""
    talk.send("position startpos moves b2")
    (line,) = talk.ask("eval")
    assert re.fullmatch(r"evaluation: -\d+ \(to o, who is to move; by pvs\)", line)
    talk.send("position fen x2/xo1/xo1 o")
    assert errors(talk.ask("eval"))


def test_help_names_every_command(talk: Conversation) -> None:
    text = "\n".join(talk.ask("help"))
    commands = "ugi uci isready setoption newgame position moves go stop ponderhit query d eval"
    for word in [*commands.split(), "bench", "quit", "perft"]:
        assert re.search(rf"\b{word}\b", text), word


def test_questions_are_answered_during_a_search(talk: Conversation) -> None:
    talk.send("newgame qubic", "go infinite")
    for line in ("query fen", "query legalmoves", "query gameover", "d", "eval", "help", "ugi"):
        assert [line for line in talk.ask(line) if not line.startswith("info depth ")]
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


# ------------------------------------------------------------------ lines that cannot be used


@pytest.mark.parametrize(
    "line",
    [
        "newgame chess",
        "newgame gomoku size",
        "newgame gomoku size 3",
        "newgame gomoku size many",
        "newgame gomoku colour red",
        "setoption name Game value chess",
        "setoption name Game value",
        "setoption name Game value gomoku size",
        "setoption name Constants value two",
        "setoption name TreeConstants value kept=many",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant value gomoku size 8",
        "position",
        "position here",
        "position fen",
        "position fen x9",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position startpos a1",
        "query",
        "query weather",
        "bench much",
        "setoption",
        "setoption Hash 16",
        "hello",
        "\x00",
    ],
)
def test_a_line_that_cannot_be_used_says_why_and_changes_nothing(
    talk: Conversation, line: str
) -> None:
    talk.send("newgame mnk width 4 height 3 row 3", "position startpos moves b2 a1")
    before = talk.ask("d")
    answer = talk.ask(line)
    assert len(answer) == 1
    assert errors(answer) == answer
    assert talk.ask("d") == before


def test_constants_that_cannot_be_read_are_refused_before_a_search_needs_them(
    talk: Conversation,
) -> None:
    """They replaced the old ones without a word, and the next `go` played without a search."""
    talk.send("newgame qubic", "setoption name Search value hminimax")
    talk.send(
        "setoption name Heuristic value cube-lines-130", "setoption name Constants value two=7"
    )
    before = talk.ask("eval")
    (answer,) = talk.ask("setoption name Constants value two=abc")
    assert "bad constant 'two=abc': expected name=number, as in 'two=12'" in answer
    assert talk.ask("eval") == before


def test_a_line_that_cannot_be_used_does_not_end_a_search(talk: Conversation) -> None:
    talk.send("go infinite")
    answer = talk.ask("position here", "newgame chess", "setoption name Hash value 0", "bench x")
    assert len(errors(answer)) == 4
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


def test_unknown_words_are_skipped_and_the_rest_is_used(talk: Conversation) -> None:
    assert talk.ask("joho position  startpos \t moves  b2\r") == []
    assert talk.query("fen") == "3/1x1/3 o"
    assert infos(talk.search("please go quickly depth 2 or so"))[-1].depth == 2
    assert talk.ask("debug on", "debug off", "register later") == []
