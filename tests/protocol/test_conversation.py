"""Which dialect a conversation is in: its first command decides, or the command line."""

from __future__ import annotations

import pytest

from linemate.engine.core import LinemateError
from linemate.engine.registry import make_game
from linemate.protocol.conversation import FIRST_WORDS, Conversation
from linemate.protocol.session_gomocup import COMMANDS
from tests.protocol.engine_process import EngineProcess

NATIVE = "readyok"


class Talk:
    def __init__(self, game: str | None = None, protocol: str = "auto") -> None:
        self._heard: list[str] = []
        made = None if game is None else make_game(game, {"size": "6", "rule": "standard"})
        self.conversation = Conversation(lambda *lines: self._heard.extend(lines), made, protocol)

    def ask(self, line: str) -> list[str]:
        assert self.conversation.handle(line)
        heard, self._heard[:] = self._heard[:], []
        return heard


def is_gomocup(talk: Talk) -> bool:
    (answer,) = talk.ask("isready")
    return answer != NATIVE


@pytest.mark.parametrize("word", sorted(FIRST_WORDS - {"END"}))
def test_every_command_of_gomocup_opens_a_conversation_in_it(word: str) -> None:
    talk = Talk()
    talk.ask(f"{word} 15\r")
    assert is_gomocup(talk)


def test_the_words_are_those_that_gomocup_knows() -> None:
    assert {*COMMANDS, "END"} == FIRST_WORDS


def test_end_may_be_the_whole_conversation() -> None:
    assert not Talk().conversation.handle("END")


@pytest.mark.parametrize("line", ["start 15", "  Start 15"])
def test_case_does_not_matter(line: str) -> None:
    assert Talk().ask(line) == ["OK"]


@pytest.mark.parametrize("line", ["ugi", "uci", "isready", "newgame gomoku", "go depth", "d"])
def test_a_native_command_keeps_it_native(line: str) -> None:
    """Also one that is refused."""
    talk = Talk()
    talk.ask(line)
    assert talk.ask("START 15")[0].startswith("info string error: unknown command 'START 15'")
    assert not is_gomocup(talk)


@pytest.mark.parametrize("line", ["", "   ", "hello", "\ufffd\x00"])
def test_what_is_no_command_leaves_it_open(line: str) -> None:
    talk = Talk()
    talk.ask(line)
    assert talk.ask("START 15") == ["OK"]


def test_a_line_too_long_leaves_it_open() -> None:
    talk = Talk()
    assert talk.conversation.handle(None)
    assert talk.ask("START 15")[-1] == "OK"


def test_a_word_of_gomocup_within_a_line_is_nothing() -> None:
    talk = Talk()
    talk.ask("joho START isready")
    assert not is_gomocup(talk)


def test_the_command_line_can_say_it() -> None:
    talk = Talk(protocol="gomocup")
    assert is_gomocup(talk)
    assert talk.ask("ugi") == ["UNKNOWN command 'ugi'"]


@pytest.mark.parametrize("protocol", ["auto", "gomocup"])
def test_the_rule_of_the_command_line_holds(protocol: str) -> None:
    """Six in a row are no win under `standard`."""
    talk = Talk("gomoku", protocol)
    talk.ask("START 7")
    row = [f"{x},3,1" for x in range(6)]
    others = [f"{x},{y},2" for x, y in ((0, 0), (2, 0), (4, 0), (6, 6), (0, 6), (2, 5))]
    for line in ("INFO timeout_turn 0", "BOARD", *row, *others):
        assert talk.ask(line) == []
    assert not any(line.startswith("ERROR") for line in talk.ask("DONE"))
    talk.conversation.close(20.0)


def test_a_game_that_gomocup_does_not_know_is_refused() -> None:
    with pytest.raises(LinemateError, match="for gomoku, not for qubic"):
        Conversation(lambda *lines: None, make_game("qubic"), "gomocup")


# ------------------------------------------------------------------ the process


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--protocol", "xboard"), "unknown protocol 'xboard': expected auto or gomocup"),
        (("--protocol",), "unknown protocol ''"),
        (("qubic", "--protocol=gomocup"), "Gomocup is a protocol for gomoku, not for qubic"),
        (("--protocol=gomocup", "chess"), "unknown game 'chess'"),
    ],
)
def test_a_bad_command_line_is_explained(arguments: tuple[str, ...], problem: str) -> None:
    with EngineProcess(*arguments) as engine:
        assert engine.wait() == 2
        assert problem in engine.stderr
        assert "usage:" in engine.stderr


@pytest.mark.parametrize(
    "arguments", [(), ("--protocol", "gomocup"), ("gomoku", "--protocol=auto")]
)
def test_a_judge_may_send_everything_without_waiting(arguments: tuple[str, ...]) -> None:
    with EngineProcess(*arguments) as engine:
        engine.send_bytes(b"START 15\r\nINFO timeout_turn 0\r\nINFO rule 1\r\nBEGIN\r\n")
        lines = engine.until(lambda line: "," in line and line[0].isdigit())
        assert lines[0] == "OK"
        engine.send_bytes(b"END\r\n")
        assert engine.wait() == 0
        assert engine.stderr == ""


def test_the_end_of_input_ends_a_search() -> None:
    with EngineProcess() as engine:
        engine.send("START 15", "INFO timeout_turn 3600000", "BEGIN")
        engine.end_input()
        assert engine.wait() == 0
