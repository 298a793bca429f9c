"""The driver against an engine that does it right (peers/honest.py)."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from linemate.engine.core import Limits, Score
from linemate.protocol import driver
from linemate.protocol.driver import Dialect, Engine, EngineRefusedError
from linemate.protocol.messages import MessageError
from tests.protocol.peer_engines import HONEST, NEVER, PEERS


def test_hands_are_shaken_in_ugi_and_the_engine_introduces_itself(honest: Engine) -> None:
    assert (honest.name, honest.author) == ("Honest Peer", "nobody")
    assert honest.dialect is Dialect.UGI
    assert list(honest.options)[:2] == ["Hash", "Search"]
    assert honest.options["CLEAR hash"].kind == "button"
    assert "no such" not in honest.options


def test_a_command_may_be_one_string() -> None:
    path = str(PEERS / "honest.py")
    with Engine.start(f"{sys.executable} '{path}'") as engine:
        assert engine.name == "Honest Peer"


def test_play_returns_the_move_with_the_last_report(honest: Engine) -> None:
    honest.newgame("tictactoe")
    honest.position(["a1", "b1"])
    answer = honest.play(Limits(nodes=1))
    assert (answer.move, answer.ponder, answer.late) == ("c1", None, False)
    assert answer.info is not None
    assert (answer.info.score, answer.info.nodes, answer.info.pv) == (Score(cp=7), 9, ("c1",))
    assert answer.infos == (answer.info,)
    assert 0 < answer.seconds < NEVER


def test_several_searches_in_a_row_need_no_new_position(honest: Engine) -> None:
    assert [honest.play(Limits(depth=1)).move for _ in range(5)] == ["a1"] * 5


def test_queries_are_answered_or_refused_but_never_waited_for(honest: Engine) -> None:
    assert honest.query("gameover") == "false"
    assert len(honest.query("legalmoves").split()) == 9
    with pytest.raises(EngineRefusedError, match="query mood"):
        honest.query("mood")
    assert honest.query("result") == "none"


def test_an_error_line_in_answer_is_a_refusal_and_the_engine_goes_on(honest: Engine) -> None:
    with pytest.raises(EngineRefusedError, match="it is cursed"):
        honest.configure({"Cursed": True})
    with pytest.raises(EngineRefusedError, match="unknown game 'chess'"):
        honest.newgame("chess", {"size": 8})
    with pytest.raises(EngineRefusedError, match="illegal move 'z9'"):
        honest.position(["z9"])
    honest.position(["a1"])
    assert honest.play(Limits(depth=1)).move == "b1"


def test_a_line_break_in_a_move_cannot_smuggle_in_a_command(honest: Engine) -> None:
    with pytest.raises(MessageError):
        honest.position(["a1\nquit"])
    honest.ping()


def test_an_interrupt_from_the_keyboard_does_not_confuse_the_conversation(
    honest: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The readyok of the command that was interrupted still comes: it is not the next one's."""

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(honest, "_replies", interrupted)
        with pytest.raises(KeyboardInterrupt):
            honest.ping()
    assert honest.query("gameover") == "false"
    assert honest.query("result") == "none"


def test_every_line_is_shown_to_the_hook() -> None:
    seen: list[tuple[str, str]] = []
    with Engine.start(HONEST, on_line=lambda *line: seen.append(line)) as engine:
        engine.play(Limits(depth=3))
    assert seen.index((">", "ugi")) < seen.index(("<", "ugiok")) < seen.index((">", "go depth 3"))
    assert seen.index((">", "go depth 3")) < seen.index(("<", "bestmove a1"))
    assert seen[-1] == (">", "quit")


def test_a_hook_that_fails_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    def fail(direction: str, text: str) -> None:
        raise RuntimeError("oops")

    with Engine.start(HONEST, on_line=fail) as engine:
        assert engine.play(Limits(depth=3)).move == "a1"
    assert "oops" in caplog.text


def test_the_example_in_the_documentation_plays_a_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, _, text = (driver.__doc__ or "").partition("A game between two engines:\n")
    example = textwrap.dedent(text.partition("Watching")[0])
    bot = '"./mybot"'
    assert example.count(bot) == 1
    exec(example.replace(bot, "HONEST"), {"HONEST": HONEST})
    result, *moves = capsys.readouterr().out.split()
    # Who wins depends on the time that a busy machine leaves to the one who thinks.
    assert result in ("p1win", "p2win", "draw")
    assert moves[1] == ("b1" if moves[0] == "a1" else "a1")


def test_asyncio_is_loaded_only_for_those_who_use_it() -> None:
    program = (
        "import sys; from linemate.protocol import driver; assert 'asyncio' not in sys.modules; "
        "driver.AsyncEngine, driver.AsyncAnalysis; assert 'asyncio' in sys.modules; "
        "assert not hasattr(driver, 'SyncEngine')"
    )
    root = Path(driver.__file__).parent.parent
    subprocess.run([sys.executable, "-c", program], check=True, timeout=NEVER, cwd=root)
