"""Random conversations with a real process, each step checked against a small model of it.

After every step the process is alive, has given exactly one `bestmove` for each `go` that
should have ended, has played legal moves only, answers `isready`, and agrees with the model
about everything that can be asked. `modelled_engine.py` has the model, `sayings.py` the lines.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from linemate.engine.core import Outcome
from linemate.protocol.cutechess import make_variant
from linemate.protocol.session_ugi import CUTE_CHESS, OWN_NOTATION
from linemate.protocol.session_ugi import VARIANTS as UCI_VARIANTS
from tests.protocol.engine_process import errors, is_bestmove
from tests.protocol.modelled_engine import ModelledEngine, Search
from tests.protocol.sayings import accepted_options, garbage, limits_that_end, refused
from tests.variants import VARIANTS, Variant

STEPS_IN_AN_EXAMPLE = 60
RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}

seeds = st.integers(0, 2**32)
lengths = st.integers(0, 90)


class Conversation(RuleBasedStateMachine, ModelledEngine):
    steps = 0  # of all examples: the promise is a number of them

    def __init__(self) -> None:
        RuleBasedStateMachine.__init__(self)
        ModelledEngine.__init__(self)
        self.begun = False

    # -------------------------------------------------------------- rules: games and positions

    @rule(variant=st.sampled_from(VARIANTS), word=st.sampled_from(["", "ugi", "uci", "Game"]))
    def choose_a_game(self, variant: Variant, word: str) -> None:
        words = " ".join([variant.name, *(f"{k} {v}" for k, v in variant.options.items())])
        self.act(
            f"setoption name Game value {words}" if word == "Game" else f"{word}newgame {words}"
        )
        self.begin(variant.game)

    @rule(name=st.sampled_from(UCI_VARIANTS))
    def choose_a_variant(self, name: str) -> None:
        """Those of Cute Chess are in its notation; of ours, the game in play keeps its options."""
        self.act(f"setoption name UCI_Variant value {name}")
        if name in CUTE_CHESS:
            self.begin(make_variant(name))
        elif name in (OWN_NOTATION, self.game.name):
            self.begin(Variant(self.game.name, self.game.settings).game)
        else:
            self.begin(Variant(name, {}).game)

    @rule(word=st.sampled_from(["newgame", "uginewgame", "ucinewgame"]))
    def begin_again(self, word: str) -> None:
        self.act(word)
        self.begin(self.game)

    @rule(seed=seeds, length=lengths)
    def set_the_position(self, seed: int, length: int) -> None:
        self.enter(self.game.start())
        self.act(" ".join(["position startpos moves", *self.play(seed, length)]))

    @rule(seed=seeds, before=lengths, after=st.integers(0, 5))
    def set_the_position_from_text(self, seed: int, before: int, after: int) -> None:
        self.enter(self.game.start())
        self.play(seed, before)
        fen = self.game.write_position(self.position)
        self.position = self.game.read_position(fen)
        self.act(" ".join([f"position fen {fen} moves", *self.play(seed, after)]))

    @rule(times=st.integers(1, 4))
    def read_the_same_position_again(self, times: int) -> None:
        fen = self.game.write_position(self.position)
        self.enter(self.game.read_position(fen))
        for _ in range(times):
            self.act(f"position fen {fen}")

    @rule(seed=seeds, length=st.integers(0, 5))
    def play_on(self, seed: int, length: int) -> None:
        self.act(" ".join(["moves", *self.play(seed, length)]))

    @rule(seed=seeds, length=lengths, bare=st.booleans(), more=st.sampled_from(["", "a1 b2", "55"]))
    def play_an_illegal_move(self, seed: int, length: int, bare: bool, more: str) -> None:
        """What follows it is not played, whatever it is."""
        if not bare:
            self.enter(self.game.start())
        texts = self.play(seed, length % 6 if bare else length)
        ply = len(self.position.history) + 1
        texts.append(self.err(seed))
        self.end_search()
        command = "moves" if bare else "position startpos moves"
        (answer,) = self.say(" ".join([command, *texts, *more.split()]))
        assert errors([answer])
        assert f"ply {ply}," in answer
        assert self.search is None

    @precondition(lambda self: self.offender is not None)
    @rule(seed=seeds, length=st.integers(0, 3))
    def play_on_after_an_illegal_move(self, seed: int, length: int) -> None:
        """And err again, be it the same player or the other one: the game was lost before."""
        self.play_an_illegal_move(seed, length, True, "")

    # -------------------------------------------------------------- rules: searching

    @rule(limits=limits_that_end)
    def search_and_wait(self, limits: str) -> None:
        self.go(limits)
        self.wait_for_bestmove()

    @rule(seed=seeds, count=st.integers(1, 4), bad=st.booleans())
    def search_some_moves(self, seed: int, count: int, bad: bool) -> None:
        legal = [self.game.write_move(move) for move in self.position.legal_moves()]
        chosen = Random(seed).sample(legal, min(count, len(legal)))
        self.go(" ".join(["nodes 60 searchmoves", *chosen, *(["e2e4"] if bad else [])]))
        assert self.search is not None
        self.search.allowed = chosen
        self.wait_for_bestmove()

    @rule(limits=limits_that_end)
    def search_and_do_not_wait(self, limits: str) -> None:
        self.go(limits)

    @rule()
    def search_without_a_limit(self) -> None:
        self.go("")

    @rule(limits=st.sampled_from(["infinite", "infinite depth 1", "infinite movetime 1"]))
    def search_for_ever(self, limits: str) -> None:
        self.go(limits)

    @rule(limits=limits_that_end)
    def ponder(self, limits: str) -> None:
        self.go(f"ponder {limits}")

    @rule()
    def stop(self) -> None:
        """While idle it means nothing."""
        self.end_search()
        self.engine.send("stop")
        self.wait_for_bestmove()

    @rule()
    def ponderhit(self) -> None:
        """Means nothing but to a search that ponders."""
        pondering = self.search is not None and self.search.limits.startswith("ponder")
        if self.search is not None and pondering:
            self.search.held = False
        self.engine.send("ponderhit")
        if pondering:
            self.wait_for_bestmove()

    @rule(times=st.integers(1, 8))
    def go_and_stop_in_one_breath(self, times: int) -> None:
        self.go("infinite")
        self.end_search()
        search = self.search
        assert search is not None
        self.engine.send("stop", *["go infinite", "stop"] * (times - 1))
        for _ in range(times):
            self.search = Search(self.game, search.position, self.two_words, "")
            self.wait_for_bestmove()

    # -------------------------------------------------------------- rules: everything else

    @rule(word=st.sampled_from(["ugi", "uci"]))
    def shake_hands(self, word: str) -> None:
        assert self.say(word)[-1] == f"{word}ok"
        self.two_words = word == "ugi"

    @rule(option=accepted_options)
    def set_an_option(self, option: str) -> None:
        self.act(f"setoption name {option}")

    @rule(line=refused)
    def say_what_is_refused(self, line: str) -> None:
        """A running search goes on: nothing has changed."""
        answer = self.say(line)
        assert len(answer) == 1
        assert errors(answer) == answer

    @rule(line=garbage)
    def say_what_nobody_understands(self, line: bytes) -> None:
        answer = self.say(line)
        assert len(answer) == (1 if line.decode(errors="replace").split() else 0)
        assert errors(answer) == answer

    @rule()
    def show(self) -> None:
        answer = self.say("d", "help")
        board = self.game.diagram(self.position).split("\n")
        assert answer[: len(board)] == board

    @rule()
    def evaluate(self) -> None:
        (answer,) = self.say("eval")
        over = self.position.outcome() is not None
        assert answer.startswith("info string error: " if over else "evaluation: ")

    @rule(depth=st.integers(0, 2))
    def perft(self, depth: int) -> None:
        self.act("moves")
        self.engine.send(f"go perft {depth}")
        *parts, last = self.engine.until(lambda line: line.startswith("Nodes searched: "))
        assert len(parts) == (len(self.position.legal_moves()) if depth else 0)
        if depth < 2:
            count = len(self.position.legal_moves()) if depth else 1
            assert last == f"Nodes searched: {count}"

    @rule(line=st.sampled_from(["go perft 9", "bench", "bench 1"]))
    def begin_long_work_and_do_not_wait(self, line: str) -> None:
        """It has no bestmove; whatever it printed when the next command ends it is dropped."""
        self.act("moves")
        self.engine.send(line, "moves")
        self.engine.ask()

    # -------------------------------------------------------------- after every step

    @invariant()
    def the_process_agrees_with_the_model(self) -> None:
        if self.begun:
            Conversation.steps += 1
        self.begun = True
        whats = ("p1turn", "gameover", "result", "legalmoves", "fen", "game", "key")
        outcome = self.outcome()
        legal = [self.game.write_move(move) for move in self.position.legal_moves()]
        answer = [
            line for line in self.say(*(f"query {what}" for what in whats)) if not errors([line])
        ]
        assert answer == [
            f"response {text}"
            for text in (
                str(self.position.to_move == 0).lower(),
                str(outcome is not None).lower(),
                RESULTS[outcome],
                " ".join(legal) or "none",
                self.game.write_position(self.position),
                " ".join([self.game.name, *(f"{k} {v}" for k, v in self.game.settings.items())]),
                f"{self.position.key():015x}",
            )
        ]
        assert self.engine.process.poll() is None

    def teardown(self) -> None:
        with self.engine:
            if self.engine.process.poll() is not None:
                return  # what ended it has been found already
            self.engine.send("quit")
            lines = [line for line in self.engine.rest() if is_bestmove(line)]
            assert len(lines) == (self.search is not None)
            assert self.engine.wait() == 0
            assert self.engine.stderr == ""


def converse(steps: int) -> None:
    """That many steps at least, or an example of what goes wrong."""
    Conversation.steps = 0
    run_state_machine_as_test(
        Conversation,
        settings=settings(
            max_examples=steps * 5 // 4 // STEPS_IN_AN_EXAMPLE + 4,  # some end sooner
            stateful_step_count=STEPS_IN_AN_EXAMPLE,
            phases=(Phase.generate, Phase.shrink),
        ),
    )
    assert Conversation.steps >= steps


def test_four_hundred_random_steps_leave_the_process_alive_and_right() -> None:
    converse(400)


@pytest.mark.slow
def test_fifty_thousand_random_steps_leave_the_process_alive_and_right() -> None:
    converse(50_000)
