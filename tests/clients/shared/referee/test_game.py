"""The referee, with players that are no processes: what each answer and each time means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

import pytest

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.player import Player, Question
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.referee import game
from linemate.clients.shared.referee.adjudication import Adjudication, DrawRule, WinRule
from linemate.clients.shared.referee.cpu_wait import Delay
from linemate.clients.shared.referee.game import OVERTIME, Reply, Rules, Seat, play_game
from linemate.clients.shared.referee.stall_monitor import StallMonitor
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.values import read_game
from linemate.engine.core import Score
from linemate.protocol.driver import Answer, EngineTimeoutError, InfoLine, Limits

FIRST = TimeControl(movetime=100)
StandStill = Callable[[float], None]


class Still(StallMonitor):
    """A referee that stood still for so many seconds in every search."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def lost(self, since: float, until: float) -> float:
        return min(self.seconds, round(until - since, 6))


@pytest.fixture(autouse=True)
def stand_still(monkeypatch: pytest.MonkeyPatch) -> StandStill:
    """Let the referee stand still for so long; until then it never does, however busy this machine
    is: the times of the scripts are all that counts.
    """

    def stand(seconds: float) -> None:
        monkeypatch.setattr(game, "stall_monitor", lambda: Still(seconds))

    stand(0.0)
    return stand


class Script:
    """A player whose answers are written down: a move, and if need be more about it."""

    def __init__(self, *answers: Answer | str, waited: float = 0.0, doubt: float = 0.0) -> None:
        self._answers: Iterator[Answer | str] = iter(answers)
        self._delay = Delay(waited, doubt)
        self.questions: list[Question] = []

    def ask(self, question: Question) -> Reply:
        self.questions.append(question)
        answer = next(self._answers)
        return Reply(say(answer) if isinstance(answer, str) else answer, self._delay)


class ScriptedSeat(Seat):
    """Nobody looks at a player that is no process: what it waited is written down."""

    def ask(self, question: Question) -> Reply:
        return cast(Script, self.player).ask(question)


def say(
    move: str | None, seconds: float = 0.01, score: Score | None = None, late: bool = False
) -> Answer:
    info = InfoLine(depth=3, score=score, nodes=7)
    return Answer(move, None, info, (info,), seconds, late)


def referee(
    x: Script,
    o: Script,
    controls: tuple[TimeControl, TimeControl] = (FIRST, FIRST),
    named: str = "tictactoe",
    opening: Opening | None = None,
    adjudication: Adjudication | None = None,
    interrupted: Iterable[bool] = (),
) -> GameRecord:
    rules = Rules(read_game(named.split()), adjudication or Adjudication(), 10, 60_000)
    seats = [
        ScriptedSeat(cast(Player, player), control)
        for player, control in zip((x, o), controls, strict=True)
    ]
    stops = iter(interrupted)
    task = Task(1, "A", "B", 0, 0, opening or Opening())
    return play_game(task, rules, seats, lambda: next(stops, False))


def test_a_line_wins_and_a_full_board_is_drawn() -> None:
    record = referee(Script("a1", "b1", "c1"), Script("a2", "b2"))
    assert (record.ending.result, record.ending.reason) == ("1-0", Reason.LINE)
    assert record.ending.detail == "the line a1 b1 c1"
    record = referee(Script("b2", "a2", "c1", "b3", "c3"), Script("a1", "c2", "a3", "b1"))
    assert (record.ending.result, record.ending.reason) == ("1/2-1/2", Reason.FULL_BOARD)


def test_most_boards_win_on_a_full_board_without_a_line() -> None:
    """Ultimate with tiebreak majority, x to play 53, which wins board 5 and closes the last one:

    X O X
    X . O
    O X O
    """
    fen = "xxx6/ooo6/xxx6/xxx6/xx1oo4/ooo6/ooo6/xxx6/ooo6 x 5"
    record = referee(
        Script("53"), Script(), named="ultimate tiebreak=majority", opening=Opening(fen)
    )
    assert (record.ending.result, record.ending.reason) == ("1-0", Reason.FULL_BOARD)
    assert "5 small boards to 4" in record.ending.detail


@pytest.mark.parametrize(
    ("seconds", "waited", "forfeits"),
    [
        (0.1, 0.0, False),
        (0.105, 0.0, False),  # within the margin of 10 ms
        (0.12, 0.0, True),
        (0.2, 0.0, True),
        (0.12, 0.015, False),  # the machine kept it waiting, see cpu_wait.py
        (0.2, 0.015, True),
    ],
)
def test_time_is_forfeited_beyond_the_margin(seconds: float, waited: float, forfeits: bool) -> None:
    x = Script("a1", say("b1", seconds), "c1", waited=waited)
    record = referee(x, Script("a2", "b2"))
    assert (record.ending.reason is Reason.TIME) == forfeits
    assert record.at_fault == ("A" if forfeits else None)
    assert record.ending.result == ("0-1" if forfeits else "1-0")


def test_who_answers_only_when_told_to_stop_has_forfeited() -> None:
    record = referee(Script(say("a1", 1.2, late=True)), Script())
    assert (record.ending.result, record.ending.reason) == ("0-1", Reason.TIME)
    record = referee(Script(say("a1", 1.2, late=True)), Script(), (TimeControl(nodes=1), FIRST))
    assert (record.ending.result, record.ending.reason) == ("0-1", Reason.STALL)


def test_who_had_not_had_its_time_when_told_to_stop_is_excused_as_any_other() -> None:
    x = Script("a1", say("b1", 1.2, late=True), "c1", waited=1.15)
    record = referee(x, Script("a2", "b2"))
    assert (record.ending.result, record.ending.reason) == ("1-0", Reason.LINE)


@pytest.mark.parametrize(
    ("answer", "control", "reason"),
    [
        (say("a1", 3.03), FIRST, Reason.UNJUDGED),
        (say("a1", 3.03, late=True), FIRST, Reason.UNJUDGED),
        (say("a1", 3.2), FIRST, Reason.TIME),  # too late all the same
        (say("a1", 62.0, late=True), TimeControl(nodes=1), Reason.UNJUDGED),
        (say("a1", 63.5, late=True), TimeControl(nodes=1), Reason.STALL),
    ],
)
def test_no_game_is_lost_on_time_in_which_the_referee_stood_still(
    answer: Answer, control: TimeControl, reason: Reason, stand_still: StandStill
) -> None:
    """SIGSTOP of the referee for 3 s: when the answer really came is not known."""
    stand_still(3.0)
    record = referee(Script(answer), Script(), (control, control))
    assert record.ending.reason is reason
    if reason is Reason.UNJUDGED:
        assert record.ending.detail == "the referee itself stood still for 3.0 s"


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [
        (0.15, Reason.UNJUDGED),  # 40 ms late, and 50 may be the machine's doing
        (0.2, Reason.TIME),  # too late all the same
        (0.105, Reason.LINE),
    ],
)
def test_a_game_that_hangs_on_a_doubt_is_not_judged(seconds: float, reason: Reason) -> None:
    x = Script("a1", say("b1", seconds), "c1", doubt=0.05)
    record = referee(x, Script("a2", "b2"))
    assert record.ending.reason is reason
    if reason is Reason.UNJUDGED:
        assert record.ending.result == "*"
        assert record.ending.detail == "took 150 ms, and 50 ms may be the machine's doing"


def test_what_the_referee_stood_still_is_not_taken_from_a_clock(stand_still: StandStill) -> None:
    stand_still(0.3)
    x = Script(say("a1", 0.5), say("b1", 0.1), "c1")
    referee(x, Script("a2", "b2"), (TimeControl(clock=1000), TimeControl(clock=1000)))
    assert [each.limits.p1time for each in x.questions] == [1000, 800, 800]


def test_what_the_machine_took_is_not_taken_from_a_clock() -> None:
    x = Script(say("a1", 0.4), say("b1", 0.3), say("c1", 0.25), waited=0.25)
    referee(x, Script("a2", "b2"), (TimeControl(clock=1000), TimeControl(clock=1000)))
    assert [each.limits.p1time for each in x.questions] == [1000, 850, 800]


def test_a_silence_in_which_the_referee_stood_still_is_no_stall(stand_still: StandStill) -> None:
    class Silent(Script):
        def ask(self, question: Question) -> Reply:
            raise EngineTimeoutError("waited 3 s")

    assert referee(Silent(), Script()).ending.reason is Reason.STALL
    stand_still(3.0)
    assert referee(Silent(), Script()).ending.reason is Reason.UNJUDGED


def test_movetime_depth_and_nodes_are_passed_on() -> None:
    x, o = Script("a1", "b1", "c1"), Script("a2", "b2")
    referee(x, o, (TimeControl(movetime=100, depth=3), TimeControl(nodes=50)))
    assert x.questions[0].limits.movetime == 100
    assert x.questions[0].limits.depth == 3
    assert x.questions[0].timeout == pytest.approx(0.1 + 0.01 + OVERTIME)
    assert o.questions[0].limits.nodes == 50
    assert o.questions[0].limits.movetime is None
    assert o.questions[0].timeout == 60.0


def test_the_clock_runs_down_and_gets_its_increment() -> None:
    x = Script(say("a1", 0.4), say("b1", 0.3), say("c1", 0.1))
    o = Script(say("a2", 0.2), say("b2", 0.1))
    clock = TimeControl(clock=1000, increment=50)
    record = referee(x, o, (clock, TimeControl(clock=500)))
    assert record.ending.reason is Reason.LINE
    seen = [(each.limits.p1time, each.limits.p2time) for each in x.questions]
    assert seen == [(1000, 500), (650, 300), (400, 200)]
    assert x.questions[0].limits.p1inc == 50
    assert x.questions[0].limits.p2inc == 0
    dues = [(each.timeout or 0) - 0.01 - OVERTIME for each in o.questions]
    assert dues == pytest.approx([0.5, 0.3])


def test_a_flag_falls() -> None:
    x = Script(say("a1", 0.4), say("b1", 0.7))
    record = referee(x, Script("a2"), (TimeControl(clock=1000), TimeControl(clock=1000)))
    assert (record.ending.result, record.ending.reason) == ("0-1", Reason.TIME)
    assert record.ending.detail == "took 700 ms, had 600 ms and a margin of 10"


def test_who_has_time_for_each_move_is_not_shown_the_others_clock() -> None:
    x, o = Script("a1", "b1", "c1"), Script("a2", "b2")
    referee(x, o, (TimeControl(movetime=100), TimeControl(clock=1000, increment=100)))
    assert x.questions[0].limits == Limits(movetime=100)
    assert o.questions[0].limits == Limits(p2time=1000, p2inc=100)


def test_a_move_that_is_none_is_illegal() -> None:
    record = referee(Script(say(None)), Script())
    assert (record.ending.result, record.ending.reason) == ("0-1", Reason.ILLEGAL_MOVE)


def test_an_overrun_counts_before_an_illegal_move() -> None:
    record = referee(Script(say("z9", 0.5)), Script())
    assert record.ending.reason is Reason.TIME


def test_an_interrupted_game_has_no_result_and_keeps_its_moves() -> None:
    record = referee(Script("a1"), Script("a2"), interrupted=[False] * 4 + [True])
    assert (record.ending.result, record.ending.reason) == ("*", Reason.INTERRUPTED)
    assert [move.move for move in record.moves] == ["a1", "a2"]


# Moves of a long game on a board where nothing happens.
ROW = [f"{column}{row}" for row in (1, 3, 5, 7) for column in "adgj"]


def scored(x: Iterable[Score | None], o: Iterable[Score | None], **rules: object) -> GameRecord:
    """A game in which both report these scores; then they play on without any."""
    blank: list[Score | None] = [None] * 8
    first, second = (
        Script(*(say(move, score=score) for move, score in zip(cells, [*scores, *blank])))  # noqa: B905
        for cells, scores in ((ROW[::2], x), (ROW[1::2], o))
    )
    adjudication = Adjudication(**rules)  # type: ignore[arg-type]
    return referee(first, second, named="gomoku", adjudication=adjudication)


LEVEL, BETTER, WORSE = Score(cp=5), Score(cp=600), Score(cp=-600)


def test_a_draw_is_adjudicated_when_both_have_said_so_for_long_enough() -> None:
    record = scored([BETTER, LEVEL, LEVEL], [LEVEL, LEVEL, LEVEL], draw=DrawRule(10, 4))
    assert (record.ending.result, record.ending.reason) == ("1/2-1/2", Reason.ADJUDICATED_DRAW)
    assert record.plies == 5


def test_but_not_before_the_ply_that_the_rule_names() -> None:
    record = scored([LEVEL] * 4, [LEVEL] * 4, draw=DrawRule(10, 2, after=3))
    assert record.plies == 5


def test_a_win_is_adjudicated_when_both_agree_who_wins() -> None:
    record = scored([BETTER] * 4, [LEVEL, WORSE, WORSE], win=WinRule(500, 4))
    assert (record.ending.result, record.ending.reason) == ("1-0", Reason.ADJUDICATED_WIN)
    assert record.plies == 6
    record = scored([WORSE] * 4, [Score(plies=7)] * 4, win=WinRule(500, 4))
    assert (record.ending.result, record.plies) == ("0-1", 4)


def test_not_when_both_think_they_win() -> None:
    record = scored([BETTER] * 4, [BETTER] * 4, win=WinRule(500, 2), max_plies=8)
    assert (record.ending.result, record.ending.reason) == ("1/2-1/2", Reason.MAXIMUM_PLIES)
    assert record.plies == 8


def test_a_move_without_a_score_breaks_the_row() -> None:
    record = scored([LEVEL, None, LEVEL], [LEVEL] * 3, draw=DrawRule(10, 3), max_plies=7)
    assert record.plies == 6


def test_the_board_comes_before_any_adjudication() -> None:
    x, o = Script("a1", "b1", "c1"), Script("a2", "b2")
    record = referee(x, o, adjudication=Adjudication(max_plies=5))
    assert record.ending.reason is Reason.LINE
