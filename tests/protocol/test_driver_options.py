"""What the driver and an engine agree on before they play: options, and UGI or UCI."""

from __future__ import annotations

import pytest

from linemate.engine.core import Limits, OptionError, Score
from linemate.protocol.driver import Dialect, Engine, EngineTimeoutError, Options
from linemate.protocol.messages import ReadyOk, Reply
from tests.protocol.peer_engines import HONEST, NEVER, SOON, broken

# ------------------------------------------------------------------ options


def test_options_are_written_as_the_engine_names_them() -> None:
    sent: list[str] = []
    with Engine.start(HONEST, on_line=lambda way, text: sent.append(way + text)) as engine:
        engine.configure({"hash": "8", "SEARCH": "MCTS", "Ponder": True, "log file": ""})
        engine.configure({"clear hash": None})
    assert [line for line in sent if line.startswith(">setoption")] == [
        ">setoption name Hash value 8",
        ">setoption name Search value mcts",
        ">setoption name Ponder value true",
        ">setoption name Log File value <empty>",
        ">setoption name Clear Hash",
    ]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Hash", 65, "from 1 to 64"),
        ("Hash", "many", "'many'"),
        ("Hash", True, "'true'"),
        ("Hash", None, "no value"),
        ("Search", "magic", "auto, mcts"),
        ("Ponder", 1, "true or false"),
        ("Clear Hash", "now", "'now'"),
        ("Mood", "good", "Hash, Search"),
    ],
)
def test_a_bad_option_is_refused_before_any_is_sent(
    name: str, value: str | int | None, reason: str
) -> None:
    sent: list[str] = []
    with Engine.start(HONEST, on_line=lambda way, text: sent.append(way + text)) as engine:
        with pytest.raises(OptionError, match=reason):
            engine.configure({"Search": "auto", name: value})
        engine.ping()
    assert not any("setoption" in line for line in sent)


def test_an_engine_without_options_is_said_to_have_none() -> None:
    with pytest.raises(OptionError, match="unknown option 'Hash': it has none"):
        Options().setting("Hash", 16)


# ------------------------------------------------------------------ UGI and UCI


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each greeting would be waited for; silence counts as "no UGI" long before."""
    waits: list[float] = []
    real = Engine._greeting

    def greeting(engine: Engine, accepted: tuple[type[Reply], ...], timeout: float) -> Reply | None:
        waits.append(timeout)
        return real(engine, accepted, SOON if ReadyOk in accepted else timeout)

    monkeypatch.setattr(Engine, "_greeting", greeting)
    return waits


@pytest.mark.parametrize("kind", ["UciOnly", "UciStrict"])
def test_an_engine_that_knows_only_uci_is_spoken_to_in_uci(
    kind: str, patience: list[float]
) -> None:
    """Both greetings share the time to answer."""
    with Engine.start(broken(kind), timeout=NEVER) as engine:
        assert patience == [NEVER / 2, NEVER / 2]
        assert (engine.name, engine.dialect) == ("Chess Peer", Dialect.UCI)
        assert len(engine.options) == 6
        engine.newgame()
        answer = engine.play(Limits(p1time=60_000, p2time=50_000))
    assert (answer.move, answer.ponder) == ("a1", "b1")
    assert answer.info is not None
    assert answer.info.score == Score(plies=3)
    assert answer.info.pv == ("wtime", "60000", "btime", "50000")


def test_the_dialect_can_be_chosen() -> None:
    with Engine.start(broken("UciStrict"), dialect=Dialect.UCI, timeout=NEVER) as engine:
        assert engine.dialect is Dialect.UCI
        engine.ping()
    with pytest.raises(EngineTimeoutError, match="ugiok"):
        Engine.start(broken("UciOnly"), dialect=Dialect.UGI, timeout=SOON)


@pytest.mark.usefixtures("patience")
def test_a_slow_starter_that_answers_both_greetings_ends_up_in_ugi() -> None:
    sent: list[str] = []

    def note(way: str, text: str) -> None:
        sent.append(way + text)

    with Engine.start(broken("SlowStart"), timeout=NEVER, on_line=note) as engine:
        assert engine.dialect is Dialect.UGI
        engine.ping()
    assert [line for line in sent if line in (">ugi", ">uci")][-1] == ">ugi"
