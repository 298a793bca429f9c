"""Every `cp` lies within what PROTOCOL.md promises, whoever estimates with whatever constants."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Limits, OptionValue
from linemate.engine.registry import HEURISTICS, make_game, make_heuristic, make_searcher
from linemate.engine.scores import LARGEST_CP
from linemate.engine.textbook.constants import LARGEST_CONSTANT
from tests.protocol.conversation import Conversation
from tests.protocol.engine_process import PAIRS, ROOT

OPTIONS: dict[str, OptionValue] = {"Samples": 60, "Hash": 1, "Seed": 1}


def assert_within(search: str, game_name: str, options: dict[str, OptionValue]) -> None:
    game = make_game(game_name)
    for seed in range(3):
        random, position = Random(seed), game.start()
        for _ in range(2 + seed):
            position.play(random.choice(position.legal_moves()))
        searcher = make_searcher(search, game, {**OPTIONS, **options})
        for info in searcher.search(position, Clock(Limits(nodes=150, depth=4))):
            if info.score.cp is not None:
                assert abs(info.score.cp) <= LARGEST_CP


@pytest.mark.parametrize(("search", "game"), PAIRS)
def test_every_searcher_keeps_within_the_range(search: str, game: str) -> None:
    assert_within(search, game, {"MultiPV": 3})


def with_largest_constants() -> list[tuple[str, str, dict[str, OptionValue]]]:
    found: list[tuple[str, str, dict[str, OptionValue]]] = []
    for name in HEURISTICS:
        for game in ("nineboard", "ultimate", "qubic"):
            try:
                made = make_heuristic(make_game(game), {"Heuristic": name, "Constants": ""})
            except ValueError:
                continue
            constants = " ".join(f"{key}={LARGEST_CONSTANT}" for key in made.CONSTANTS)
            found.append((name, game, {"Heuristic": name, "Constants": constants}))
    return found


@pytest.mark.parametrize(("name", "game", "options"), with_largest_constants())
def test_no_constants_lead_out_of_the_range(
    name: str, game: str, options: dict[str, OptionValue]
) -> None:
    assert_within("hminimax", game, options)
    assert_within("mcts", game, {**options, "Rollout": "heuristic"})


def test_eval_keeps_within_the_range() -> None:
    talk = Conversation()
    talk.send("newgame nineboard", "setoption name Search value hminimax")
    talk.send("setoption name Heuristic value block-threats")
    talk.send(
        f"setoption name Constants value one={LARGEST_CONSTANT}", "position startpos moves 55"
    )
    (answer,) = talk.ask("eval")
    assert abs(int(answer.split()[1])) == LARGEST_CP


def test_the_range_is_the_documented_one() -> None:
    document = (ROOT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    assert f"N is from -{LARGEST_CP} to {LARGEST_CP}" in document
