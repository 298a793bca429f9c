"""One conversation with a Session, command by command; the process around it has its own tests.

Searches are limited by depth or nodes. Where something must *not* happen, a test waits a
moment for it; where something must, it waits as long as a busy machine may need.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Condition, Event

import pytest
from variants import VARIANTS, Variant

from engine.clock import Clock
from engine.core import (
    Game,
    Info,
    OptionValue,
    Position,
    Score,
    Searcher,
    UnsuitableGameError,
)
from engine.registry import GAMES, SEARCHERS, make_game
from engine.search import hminimax
from engine.search.table import BYTES_PER_ENTRY, Table
from protocol import job, session
from protocol.messages import Dialect, InfoLine
from protocol.replies import parse_reply
from protocol.session import Session
from tests.protocol.engine_process import (
    PAIRS,
    EngineProcess,
    bestmoves,
    errors,
    is_bestmove,
)

A_MOMENT = 0.1
DEADLINE = 20.0
GAME_NAMES = list(GAMES)
# Where a test wants exact depths, proofs or a table, it says whose.
HMINIMAX = "setoption name Search value hminimax"


class Conversation:
    """A Session, and everything that it said."""

    def __init__(self, game: Game | None = None) -> None:
        self._lines: list[str] = []
        self._read = 0
        self._said = Condition()
        self.session = Session(self.hear, game)

    def hear(self, *lines: str) -> None:
        with self._said:
            for line in lines:
                self._lines += line.split("\n")
            self._said.notify_all()

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.session.handle(line), f"{line} is no quit"

    def until(self, wanted: Callable[[str], bool]) -> list[str]:
        """Every line not yet seen, up to and with the first wanted one."""
        with self._said:

            def find() -> int:
                ends = range(self._read, len(self._lines))
                return next((n + 1 for n in ends if wanted(self._lines[n])), 0)

            end = self._said.wait_for(find, DEADLINE)
            lines = self._lines[self._read : end or None]
            assert end, f"no answer after {lines[-20:]}"
            self._read = end
            return lines

    def ask(self, *lines: str) -> list[str]:
        """What is said in answer to these lines."""
        self.send(*lines, "isready")
        return self.until("readyok".__eq__)[:-1]

    def query(self, what: str) -> str:
        (answer,) = (line for line in self.ask(f"query {what}") if line.startswith("response "))
        return answer.removeprefix("response ")

    def search(self, line: str) -> list[str]:
        self.send(line)
        return self.until(is_bestmove)


@pytest.fixture
def talk() -> Iterator[Conversation]:
    talk = Conversation()
    yield talk
    talk.session.close(DEADLINE)


def infos(lines: list[str], dialect: Dialect = Dialect.UGI) -> list[InfoLine]:
    """The reports of a search among these lines."""
    replies = (parse_reply(line, dialect) for line in lines)
    return [reply for reply in replies if isinstance(reply, InfoLine) and reply.depth is not None]


def best(lines: list[str]) -> str:
    """The move of the one `bestmove`, which is the last line."""
    assert bestmoves(lines) == lines[-1:]
    return lines[-1].split()[1]


def nodes(lines: list[str]) -> int:
    return infos(lines)[-1].nodes or 0


def without_times(lines: list[str]) -> list[str]:
    return [re.sub(r" (nps|time) \d+", "", line) for line in lines]


def check_line(game: Game, fen: str, moves: tuple[str, ...]) -> None:
    position = game.read_position(fen)
    for move in moves:
        position.play(game.read_move(position, move))


def assert_silent(talk: Conversation) -> None:
    """No `bestmove` by itself, while the rest still works."""
    time.sleep(A_MOMENT)
    assert not bestmoves(talk.ask())


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
        "option name UCI_Variant type combo default tictactoe "
        + " ".join(f"var {name}" for name in GAMES),
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


# ------------------------------------------------------------------ games and positions


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("command", ["newgame", "uginewgame", "ucinewgame", "option"])
def test_a_game_is_chosen_with_its_options(
    talk: Conversation, variant: Variant, command: str
) -> None:
    words = " ".join([variant.name, *(f"{k} {v}" for k, v in variant.options.items())])
    line = f"setoption name Game value {words}" if command == "option" else f"{command} {words}"
    assert talk.ask(line) == []
    game = variant.game
    settled = " ".join([game.name, *(f"{k} {v}" for k, v in game.options.items())])
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
    """So that a driver which sets every option to what it was announced as changes nothing."""
    talk.send("newgame gomoku size 8", "setoption name UCI_Variant value gomoku")
    assert talk.query("game") == "gomoku size 8 rule freestyle"
    talk.send("setoption name UCI_Variant value qubic", "setoption name UCI_Variant value gomoku")
    assert talk.query("game") == "gomoku size 15 rule freestyle"


def test_the_game_in_play_is_announced_as_the_default(talk: Conversation) -> None:
    talk.send("newgame gomoku size 8")
    lines = talk.ask("ugi")
    assert "option name Game type string default gomoku size 8 rule freestyle" in lines
    assert [line for line in lines if "UCI_Variant type combo default gomoku var " in line]


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
        assert talk.query("game") == "mnk width 5 height 4 row 4"
        assert talk.query("fen") == "5/5/5/5 x"


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
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant value gomoku size 8",
        "position",
        "position here",
        "position fen",
        "position fen x9",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position startpos a1",
        "go depth",
        "go depth deep",
        "go depth -1",
        "go movetime soon",
        "go perft x",
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


def test_a_line_that_cannot_be_used_does_not_end_a_search(talk: Conversation) -> None:
    talk.send("go infinite")
    answer = talk.ask("position here", "newgame chess", "setoption name Hash value 0", "go depth x")
    assert len(errors(answer)) == 4
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


def test_unknown_words_are_skipped_and_the_rest_is_used(talk: Conversation) -> None:
    assert talk.ask("joho position  startpos \t moves  b2\r") == []
    assert talk.query("fen") == "3/1x1/3 o"
    assert infos(talk.search("please go quickly depth 2 or so"))[-1].depth == 2
    assert talk.ask("debug on", "debug off", "register later") == []


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
    assert re.fullmatch(r"evaluation: -\d+ \(to o, who is to move\)", line)
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


# ------------------------------------------------------------------ what a search says


@pytest.mark.parametrize(("search", "name"), PAIRS)
def test_a_search_ends_with_a_report_and_then_its_bestmove(
    talk: Conversation, search: str, name: str
) -> None:
    talk.send(f"newgame {name}", f"setoption name Search value {search}")
    fen, legal = talk.query("fen"), talk.query("legalmoves").split()
    game = make_game(name)
    for limits in ("nodes 300", "depth 1", "nodes 1", "movetime 30"):
        lines = talk.search(f"go {limits}")
        assert best(lines) in legal
        assert infos(lines[-2:]), "the last line before bestmove is a report"
        reports = infos(lines)
        assert reports[-1].pv[0] == best(lines)
        for report in reports:
            assert None not in (report.seldepth, report.score, report.nodes, report.nps)
            assert None not in (report.hashfull, report.time, report.multipv)
            assert report.pv
            check_line(game, fen, report.pv)


def test_each_new_depth_is_reported(talk: Conversation) -> None:
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    depths = [report.depth for report in infos(talk.search("go depth 5"))]
    assert depths == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("lines", [2, 5, 64])
def test_multipv_gives_that_many_different_lines_as_far_as_there_are_moves(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, name: str, lines: int
) -> None:
    monkeypatch.setattr(job, "SECONDS_BETWEEN_REPORTS", DEADLINE)
    talk.send(f"newgame {name}", HMINIMAX, f"setoption name MultiPV value {lines}")
    fen, legal = talk.query("fen"), talk.query("legalmoves").split()
    game = make_game(name)
    reports = infos(talk.search("go depth 2")[:-2])
    expected = min(lines, len(legal))
    for depth in {report.depth for report in reports}:
        same_depth = [report for report in reports if report.depth == depth]
        assert [report.multipv for report in same_depth] == list(range(1, expected + 1))
        assert len({report.pv[0] for report in same_depth}) == expected
    for report in reports:
        check_line(game, fen, report.pv)


def test_the_lines_of_multipv_come_best_first(talk: Conversation) -> None:
    """x to move wins in one (c3), or does not.

    3  .  .  .
    2  .  x  o
    1  x  .  o
       a  b  c
    """
    talk.send(HMINIMAX, "setoption name MultiPV value 5", "position fen 3/1xo/x1o x")
    last = infos(talk.search("go depth 5")[:-2])[-5:]
    assert last[0].pv == ("c3",)
    assert all(report.score == Score(plies=-2) for report in last[1:])


def test_a_long_search_reports_every_second(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one that has nothing new to say."""
    use_searcher(monkeypatch, Silent)
    talk.send("go infinite")
    for _ in range(3):
        (report,) = infos(talk.until(lambda line: line.startswith("info depth ")))
    assert report.time is not None
    assert job.SECONDS_BETWEEN_REPORTS <= 1
    assert report.time >= 1000
    talk.send("stop")
    talk.until(is_bestmove)


def test_nothing_comes_between_the_last_report_and_bestmove_or_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that reports every second is held up, by chance, just as the search ends."""
    monkeypatch.setattr(job, "SECONDS_BETWEEN_REPORTS", 0.01)
    use_searcher(monkeypatch, Silent)
    talk = Conversation()
    ended, held_up = Event(), Event()
    hear = talk.hear

    def write(*lines: str) -> None:
        if lines[0].startswith("info depth ") and not held_up.is_set():
            held_up.set()
            ended.wait(A_MOMENT)
        hear(*lines)
        if is_bestmove(lines[-1]):
            ended.set()

    talk.session = Session(write)
    talk.send("go infinite")
    assert held_up.wait(DEADLINE)
    talk.send("stop")
    lines = talk.until(is_bestmove)
    time.sleep(2 * A_MOMENT)
    assert talk.ask() == []
    assert infos(lines[-2:])


# ------------------------------------------------------------------ limits


def test_searchmoves_restricts_the_search(talk: Conversation) -> None:
    """c3 wins at once, but is not asked about."""
    talk.send("position fen 3/1xo/x1o x", "setoption name MultiPV value 3")
    lines = talk.search("go searchmoves a3 b1 depth 4")
    assert {report.pv[0] for report in infos(lines)} == {"a3", "b1"}
    assert best(lines) in ("a3", "b1")


@pytest.mark.parametrize("search", [search for search, game in PAIRS if game == "ultimate"])
def test_every_searcher_keeps_to_searchmoves(talk: Conversation, search: str) -> None:
    talk.send("newgame ultimate", f"setoption name Search value {search}")
    for skill in (20, 0):
        talk.send(f"setoption name Skill value {skill}")
        for _ in range(10):
            assert best(talk.search("go nodes 50 searchmoves 99 11")) in ("99", "11")


def test_illegal_searchmoves_are_reported_and_the_others_used(talk: Conversation) -> None:
    talk.send("position startpos moves b2")
    lines = talk.search("go depth 2 searchmoves b2 z9 a3")
    assert len(errors(lines)) == 2
    assert best(lines) == "a3"
    lines = talk.search("go depth 2 searchmoves b2")
    assert len(errors(lines)) == 1
    assert best(lines) in talk.query("legalmoves").split()


@pytest.mark.parametrize(("word", "mate"), [("ugi", 5), ("uci", 3)])
def test_go_mate_ends_when_it_is_found(talk: Conversation, word: str, mate: int) -> None:
    """After a1 b1, x wins with the fifth ply, its third move."""
    talk.send(word, HMINIMAX, "position startpos moves a1 b1")
    lines = talk.search(f"go mate {mate}")
    assert f" score mate {mate} " in lines[-2]
    lines = talk.search(f"go mate {mate + 1}")
    assert f" score mate {mate} " in lines[-2]


@pytest.mark.parametrize(("word", "mate", "depth"), [("ugi", 4, 4), ("uci", 2, 3)])
def test_go_mate_ends_when_there_is_none(
    talk: Conversation, word: str, mate: int, depth: int
) -> None:
    talk.send(word, HMINIMAX, "newgame mnk width 4 height 4 row 4")
    lines = talk.search(f"go mate {mate}")
    assert " score mate " not in lines[-2]
    assert infos(lines)[-1].depth == depth


@pytest.mark.parametrize(("search", "name"), PAIRS)
@pytest.mark.parametrize("limit", [1, 100, 1000])
def test_go_nodes_visits_no_more_than_that(
    talk: Conversation, search: str, name: str, limit: int
) -> None:
    talk.send(f"newgame {name}", f"setoption name Search value {search}")
    assert nodes(talk.search(f"go nodes {limit}")) <= limit


def test_more_nodes_are_used_if_they_are_allowed(talk: Conversation) -> None:
    talk.send("newgame gomoku")
    assert nodes(talk.search("go nodes 3000")) >= 2000


@pytest.mark.parametrize("limits", ["nodes 0", "depth 0", "movetime 0", "mate 0", "p1time 0"])
def test_a_limit_of_nothing_still_has_an_answer(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku size 6")
    assert best(talk.search(f"go {limits}")) in talk.query("legalmoves").split()


@pytest.mark.parametrize(
    "limits",
    [
        "movetime 40",
        "p1time 500 p2time 500 p1inc 0 p2inc 0",
        "wtime 500 btime 500 winc 10 binc 10",
        "wtime 50 btime 50 movestogo 1",
        "p1time -20 p2time -20",
        "btime 300",
        "movestogo 0 wtime 300 btime 300",
    ],
)
def test_a_search_with_a_clock_ends_by_itself(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku", "moves h8")
    assert best(talk.search(f"go {limits}")) in talk.query("legalmoves").split()


def test_numbers_of_any_size_are_understood(talk: Conversation) -> None:
    huge = "9" * 400
    assert best(talk.search(f"go depth {huge} nodes {huge} movetime {huge} mate {huge}"))
    talk.send(f"go ponder wtime {huge} btime {huge} winc {huge} movestogo {huge}", "ponderhit")
    talk.until(is_bestmove)


def test_move_overhead_and_the_side_to_move_reach_the_clock(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []

    class Recorded(Clock):
        def __init__(self, limits: object, side: int, overhead: int, started: float) -> None:
            made.append((side, overhead))
            super().__init__(limits, side, overhead, started)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "Clock", Recorded)
    talk.search("go depth 1")
    talk.send("setoption name move overhead value 250", "moves a1")
    talk.search("go depth 1")
    assert made == [(0, 10), (1, 250)]


# ------------------------------------------------------------------ stop, infinite, ponder


@pytest.mark.parametrize(
    "setup",
    [
        "newgame gomoku",
        "position startpos",
        "position fen 3/1xo/x1o x",
        "position fen xox/oxx/oxo o",
    ],
    ids=["unknown", "proven draw", "proven win", "finished"],
)
@pytest.mark.parametrize("limits", ["infinite", "infinite depth 1", "ponder", "ponder movetime 1"])
def test_infinite_and_ponder_end_only_when_told(
    talk: Conversation, setup: str, limits: str
) -> None:
    talk.send(setup, f"go {limits}")
    assert_silent(talk)
    talk.send("stop")
    assert bestmoves(talk.until(is_bestmove))
    talk.send("stop")
    assert_silent(talk)


def test_infinite_does_not_end_by_a_ponderhit(talk: Conversation) -> None:
    talk.send("go infinite", "ponderhit")
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


@pytest.mark.parametrize("limits", ["movetime 20", "depth 2", "nodes 100", "wtime 100 btime 100"])
def test_a_ponderhit_makes_it_an_ordinary_search(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku", f"go ponder {limits}")
    assert_silent(talk)
    talk.send("ponderhit")
    assert best(talk.until(is_bestmove)) in talk.query("legalmoves").split()


def test_stop_and_ponderhit_while_idle_are_ignored(talk: Conversation) -> None:
    assert talk.ask("stop", "ponderhit") == []
    talk.search("go depth 1")
    assert talk.ask("stop", "ponderhit", "stop") == []


def test_a_stale_stop_does_not_end_the_next_search(talk: Conversation) -> None:
    talk.search("go depth 1")
    talk.send("stop", "go infinite")
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


@pytest.mark.parametrize(
    "line",
    [
        "go depth 1",
        "position startpos",
        "moves",
        "newgame",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "bench 1",
    ],
)
def test_a_new_command_ends_the_search_before_it_acts(talk: Conversation, line: str) -> None:
    """Drivers should not do this, but if they do, every `go` still has its `bestmove`."""
    talk.send("newgame gomoku", "go infinite", line)
    assert len(bestmoves(talk.until(is_bestmove))) == 1
    if line.startswith("go"):
        talk.until(is_bestmove)
    assert_silent(talk)


def test_after_a_thousand_searches_no_thread_is_left(talk: Conversation) -> None:
    before = threading.active_count()
    for _ in range(1000):
        talk.send("go infinite", "stop")
        assert len(bestmoves(talk.until(is_bestmove))) == 1
    talk.session.close(DEADLINE)
    deadline = time.monotonic() + DEADLINE
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before


# ------------------------------------------------------------------ errors inside a search


class Trouble(Searcher):
    name = "trouble"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        pass

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        raise RuntimeError("lost\nmy way")
        yield


class LateTrouble(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        moves = clock.limits.searchmoves or position.legal_moves()
        for depth, move in enumerate(moves[:2], start=1):
            yield Info(depth=depth, score=Score(cp=1), pv=(move,))
        raise RecursionError("too deep")


class Unsuitable(Trouble):
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        raise UnsuitableGameError(f"trouble cannot play {game.name}")


class StillBorn(Trouble):
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        raise ZeroDivisionError("nobody had thought of that")


class Mute(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield from ()


class Lineless(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=1, score=Score(cp=1), pv=())


class Cheat(Trouble):
    """Wants to play where the opponent has just played."""

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=1, score=Score(cp=1), pv=(position.history[-1],))


class Silent(Trouble):
    """One report, then nothing until it is stopped."""

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=0, score=Score(cp=1), pv=(position.legal_moves()[0],))
        while True:
            time.sleep(0.001)
            clock.check(1)


def use_searcher(monkeypatch: pytest.MonkeyPatch, kind: type[Trouble]) -> None:
    def make(name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
        return kind(game, options)

    monkeypatch.setattr(session, "make_searcher", make)


@pytest.mark.parametrize("kind", [Trouble, LateTrouble, Unsuitable, StillBorn, Lineless, Cheat])
@pytest.mark.parametrize("limits", ["depth 3", "infinite", "depth 3 searchmoves c3"])
def test_an_error_in_a_search_is_told_and_a_legal_move_is_played(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, kind: type[Trouble], limits: str
) -> None:
    use_searcher(monkeypatch, kind)
    talk.send("position startpos moves b2", f"go {limits}")
    if "infinite" in limits:
        time.sleep(A_MOMENT)
        talk.send("stop")
    lines = talk.until(is_bestmove)
    assert len(errors(lines)) == 1
    assert best(lines) in ("c3" if "c3" in limits else "a1 b1 c1 a2 c2 a3 b3 c3").split()


def test_a_searcher_that_says_nothing_still_has_a_legal_move(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_searcher(monkeypatch, Mute)
    assert best(talk.search("go")) in talk.query("legalmoves").split()
    assert best(talk.search("go searchmoves c3")) == "c3"


@pytest.mark.parametrize("kind", [Unsuitable, StillBorn])
def test_isready_is_answered_even_if_there_is_nothing_to_be_ready_with(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, kind: type[Trouble]
) -> None:
    use_searcher(monkeypatch, kind)
    talk.send("isready")
    lines = talk.until(lambda line: line == "readyok")
    assert len(errors(lines)) == 1
    assert best(talk.search("go depth 1"))


def test_the_next_search_works_after_an_error(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        use_searcher(patch, Unsuitable)
        assert errors(talk.search("go depth 2"))
    lines = talk.search("go depth 2")
    assert not errors(lines)
    assert infos(lines)[-1].depth == 2


# ------------------------------------------------------------------ options


def test_names_and_values_of_options_are_read_in_any_case_and_spacing(talk: Conversation) -> None:
    assert talk.ask("SetOption Name  multipv VALUE 3", "setoption name SEARCH value HMiniMax") == []
    assert {report.multipv for report in infos(talk.search("go depth 1"))} == {1, 2, 3}


@pytest.mark.parametrize(
    "line",
    [
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 65",
        "setoption name MultiPV value -3",
        "setoption name MultiPV value two",
        "setoption name MultiPV value 2.5",
        "setoption name MultiPV value",
        "setoption name MultiPV",
        "setoption name Search value psychic",
        "setoption name Hash value 0",
        "setoption name Hash value 4097",
        "setoption name Skill value 21",
        "setoption name Skill value -1",
        "setoption name Seed value -1",
        "setoption name Seed value 2147483648",
        "setoption name Move Overhead value 5001",
        "setoption name Ponder value maybe",
        "setoption name OwnBook value",
        "setoption name Contempt value 5",
        "setoption name value 5",
    ],
)
def test_a_refused_option_changes_nothing_not_even_the_table(talk: Conversation, line: str) -> None:
    """The second of two equal searches is shorter by what the first has left in the table."""
    first, second = "newgame mnk width 4 height 4 row 4", "go depth 5"
    talk.send(HMINIMAX, "setoption name MultiPV value 3", first)
    talk.search(second)
    expected = without_times(talk.search(second))
    talk.send(first)
    talk.search(second)
    answer = talk.ask(line)
    assert errors(answer) == answer
    assert len(answer) == 1
    assert without_times(talk.search(second)) == expected


def test_the_search_option_chooses_the_searcher(talk: Conversation) -> None:
    talk.send("newgame gomoku size 8", "setoption name Search value random")
    assert nodes(talk.search("go depth 2")) == 1
    assert errors(talk.ask("setoption name Search value psychic"))
    assert nodes(talk.search("go depth 2")) == 1
    talk.send("setoption name Search value auto")
    assert nodes(talk.search("go depth 2")) > 1


def test_ponder_and_own_book_can_be_set(talk: Conversation) -> None:
    assert talk.ask("setoption name Ponder value true", "setoption name Ponder value False") == []
    assert not errors(talk.ask("setoption name OwnBook value true"))


@pytest.mark.parametrize(("search", "name"), PAIRS)
def test_with_a_fixed_seed_a_search_repeats_exactly(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, search: str, name: str
) -> None:
    monkeypatch.setattr(job, "SECONDS_BETWEEN_REPORTS", DEADLINE)
    talk.send(f"setoption name Search value {search}", "setoption name Seed value 7")
    for skill in (20, 3):
        talk.send(f"setoption name Skill value {skill}")
        runs = []
        for _ in range(2):
            talk.send(f"newgame {name}")
            lines = talk.search("go depth 2") + talk.search("go nodes 300")
            talk.send(f"moves {best(lines[-1:])}")
            runs.append(without_times(lines + talk.search("go nodes 300")))
        assert runs[0] == runs[1]


def test_another_seed_plays_otherwise(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Search value random")
    moves = set()
    for seed in range(1, 21):
        talk.send(f"setoption name Seed value {seed}")
        moves.add(best(talk.search("go depth 1")))
    assert len(moves) > 10


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("skill", [0, 7, 19])
def test_a_weakened_player_never_plays_an_illegal_move(
    talk: Conversation, name: str, skill: int
) -> None:
    talk.send(f"newgame {name}", f"setoption name Skill value {skill}")
    for _ in range(30):
        legal = talk.query("legalmoves").split()
        if legal == ["none"]:
            break
        lines = talk.search("go nodes 100")
        assert best(lines) in legal
        assert not errors(lines)
        talk.send(f"moves {best(lines)}")


def test_the_less_skill_the_more_often_a_win_is_missed(talk: Conversation) -> None:
    """x to move wins with c3."""

    def found(skill: int) -> int:
        count = 0
        for seed in range(1, 61):
            talk.send(f"setoption name Skill value {skill}", f"setoption name Seed value {seed}")
            count += best(talk.search("go depth 3")) == "c3"
        return count

    talk.send("position fen 3/1xo/x1o x")
    counts = [found(skill) for skill in (0, 10, 20)]
    assert counts[0] < counts[1] < counts[2] == 60


def test_a_weakened_player_thinks_less(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Seed value 1")
    counts = []
    for skill in (0, 5, 10):
        talk.send(f"setoption name Skill value {skill}")
        counts.append(nodes(talk.search("go nodes 20000")))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] / 4


# ------------------------------------------------------------------ the table


def depth_five(talk: Conversation) -> int:
    return nodes(talk.search("go depth 5"))


def test_reading_the_same_position_again_keeps_the_table(talk: Conversation) -> None:
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    fresh = depth_five(talk)
    for _ in range(3):
        talk.ask("position startpos", "position startpos", "query gameover", "isready")
    warm = depth_five(talk)
    assert warm < fresh / 2
    talk.send("position startpos moves b2", "position startpos")
    assert depth_five(talk) <= warm


@pytest.mark.parametrize(
    "line",
    [
        "setoption name Clear Hash",
        "newgame",
        "ucinewgame",
        "newgame mnk width 4 height 4 row 4",
        "setoption name Hash value 8",
    ],
)
def test_what_clears_the_table(talk: Conversation, line: str) -> None:
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    fresh = depth_five(talk)
    talk.send(line)
    assert depth_five(talk) == fresh


def test_hash_is_a_bound_that_is_kept(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at after every store, over a search that meets far more positions than fit."""
    most = (1 << 20) // BYTES_PER_ENTRY
    largest = stores = 0

    class Watched(Table):
        def store(self, key: int, entry: tuple[int, int, int, int]) -> None:
            nonlocal largest, stores
            super().store(key, entry)
            stores += 1
            largest = max(largest, len(self.young) + len(self.old))

    monkeypatch.setattr(hminimax, "Table", Watched)
    talk.send("newgame ultimate", HMINIMAX)
    talk.send("setoption name Hash value 1")
    reports = infos(talk.search("go nodes 30000"))
    assert stores > 2 * most
    assert most / 2 < largest <= most
    fullness = [report.hashfull or 0 for report in reports]
    assert 0 < max(fullness) <= 1000


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [8, 32])
def test_the_process_grows_by_no_more_than_hash_allows(megabytes: int) -> None:
    """Measured where the system tells it: the resident set, in kilobytes."""
    with EngineProcess("ultimate") as engine:

        def resident() -> int:
            status = Path(f"/proc/{engine.process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0])

        engine.ask(HMINIMAX, "setoption name Hash value 1")
        engine.search("go nodes 20000")
        before = resident()
        engine.ask(f"setoption name Hash value {megabytes}")
        largest = 0
        for _ in range(8):
            lines = engine.search(f"go nodes {megabytes * 9000}")
            engine.send(f"moves {best(lines)}")
            largest = max(largest, resident())
        assert infos(lines)[-1].hashfull is not None
        assert largest - before < 1.1 * megabytes * 1024


# ------------------------------------------------------------------ perft and bench


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 9), (2, 72), (5, 15120), (7, 148176)])
def test_perft_counts_by_move_and_ends_with_the_sum(
    talk: Conversation, depth: int, count: int
) -> None:
    talk.send(f"go perft {depth}")
    *parts, last = talk.until(lambda line: line.startswith("Nodes searched"))
    assert last == f"Nodes searched: {count}"
    if depth:
        assert [part.split(": ")[0] for part in parts] == talk.query("legalmoves").split()
        assert sum(int(part.split(": ")[1]) for part in parts) == count
    assert talk.ask() == []


def test_perft_can_be_stopped_and_leaves_the_position_alone(talk: Conversation) -> None:
    talk.send("newgame gomoku", "moves h8")
    before = talk.ask("d")
    talk.send("go perft 8")
    talk.ask()
    talk.send("stop")
    assert talk.until("info string stopped".__eq__)
    assert talk.ask("d") == before
    assert best(talk.search("go depth 1"))


def test_bench_prints_the_same_count_twice_and_leaves_the_game_alone(talk: Conversation) -> None:
    talk.send("newgame qubic", "moves 000", "setoption name Seed value 5")
    before = talk.ask("d")
    counts = []
    for _ in range(2):
        talk.send("bench 2")
        lines = talk.until(lambda line: line.startswith("Nodes/second: "))
        assert not bestmoves(lines)
        assert all(any(line.startswith(name) for line in lines) for name in GAMES)
        counts.append(lines[-2])
        talk.send("setoption name MultiPV value 3", "setoption name Skill value 1")
    assert re.fullmatch(r"Nodes searched: \d+", counts[0])
    assert counts[0] == counts[1]
    assert talk.ask("d") == before


def test_bench_can_be_stopped(talk: Conversation) -> None:
    talk.send("bench 30")
    talk.ask()
    talk.send("stop")
    assert not [line for line in talk.until("info string stopped".__eq__) if "searched" in line]
    assert talk.ask() == []
