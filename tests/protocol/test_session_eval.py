"""`eval` shows what the searcher in use makes of a position, and which one that is."""

from __future__ import annotations

import re

import pytest

from tests.protocol.conversation import Conversation, infos
from tests.protocol.engine_process import PAIRS, errors

SHOWN = re.compile(
    r"evaluation: (?:(?P<worth>[+-]\d+) \(to [xo], who is to move; by (?P<by>[^)]+)\)"
    r"|none \((?P<none>[\w-]+) makes no estimates\))"
)
OPENINGS = {"gomoku": "h8 i9 h9", "mnk": "b2 a1", "qubic": "000 111 333", "tictactoe": "b2 a1"}
ON_BOARDS = "55 51 16"


def evaluate(talk: Conversation, *lines: str) -> re.Match[str]:
    (answer,) = talk.ask(*lines, "eval")
    shown = SHOWN.fullmatch(answer)
    assert shown, answer
    return shown


@pytest.mark.parametrize(("search", "game"), PAIRS)
def test_eval_names_the_searcher_in_use(talk: Conversation, search: str, game: str) -> None:
    talk.send(f"newgame {game}", f"position startpos moves {OPENINGS.get(game, ON_BOARDS)}")
    shown = evaluate(talk, f"setoption name Search value {search}")
    assert (shown["by"] or shown["none"]).split(",")[0] == search
    # These play to the end, at random or until a proof is found: none of them estimates.
    to_the_end = ["random", "mcts", "proof"]
    if game in ("tictactoe", "mnk"):
        to_the_end += ["minimax", "alphabeta", "alphabeta-results", "alphabeta-2018"]
    assert (shown["none"] is not None) == (search in to_the_end)


@pytest.mark.parametrize("search", ["minimax", "alphabeta"])
def test_a_depth_makes_an_exhaustive_search_estimate(talk: Conversation, search: str) -> None:
    talk.send(f"setoption name Search value {search}", "setoption name Depth value 2")
    assert evaluate(talk)["by"] == search


def test_a_heuristic_and_its_constants_are_what_is_shown(talk: Conversation) -> None:
    """x has one mark in a board: a line with one is worth 1, and 7 if that is asked for."""
    talk.send("newgame nineboard", "position startpos moves 55 51")
    own = evaluate(talk, "setoption name Search value hminimax")
    assert own["by"] == "hminimax, Heuristic default"
    threats = evaluate(talk, "setoption name Heuristic value block-threats")
    assert threats["by"] == "hminimax, Heuristic block-threats"
    weighted = evaluate(talk, "setoption name Constants value one=7")
    assert weighted["by"] == "hminimax, Heuristic block-threats one=7 two=10"
    assert int(weighted["worth"]) == 7 * int(threats["worth"]) != 0
    rolled = evaluate(
        talk, "setoption name Search value mcts", "setoption name Rollout value heuristic"
    )
    assert rolled["by"] == "mcts, Heuristic block-threats one=7 two=10"
    assert rolled["worth"] == weighted["worth"]


@pytest.mark.parametrize("game", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku", "mnk"])
def test_a_search_of_one_ply_says_what_eval_says_after_its_move(
    talk: Conversation, game: str
) -> None:
    """So it is the strong player's own estimate, not the one that the game's rules come with."""
    opening = OPENINGS.get(game, ON_BOARDS)
    talk.send(f"newgame {game}", "setoption name Solved value false")
    talk.send(f"position startpos moves {opening}")
    report = infos(talk.search("go depth 1"))
    score = report[-1].score
    assert score is not None
    assert score.cp is not None
    shown = evaluate(talk, f"position startpos moves {opening} {report[-1].pv[0]}")
    assert shown["by"] == "pvs"
    assert int(shown["worth"]) == -score.cp


def test_a_weakened_player_estimates_like_the_one_behind_it(talk: Conversation) -> None:
    talk.send("newgame ultimate", "position startpos moves 55")
    full = evaluate(talk)[0]
    assert evaluate(talk, "setoption name Skill value 3")[0] == full


def test_eval_disturbs_no_search(talk: Conversation) -> None:
    """A heuristic of one player's view, asked during the search about the same position."""
    talk.send("newgame qubic", "setoption name Search value hminimax")
    talk.send("setoption name Heuristic value cube-lines-130", "position startpos moves 000")
    alone = infos(talk.search("go depth 3"))[-1]
    talk.send("setoption name Clear Hash", "go depth 3", *["eval"] * 20)
    during = infos(talk.until(lambda line: line.startswith("bestmove")))[-1]
    assert (during.score, during.nodes, during.pv) == (alone.score, alone.nodes, alone.pv)


def test_a_searcher_that_refuses_the_game_has_no_evaluation(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Search value hminimax")
    talk.send("setoption name Heuristic value cube-lines-130")
    talk.ask()
    talk.send("eval")
    (complaint,) = errors(talk.until(lambda line: line.startswith("info string error")))
    assert "cube-lines-130 is not made for gomoku" in complaint
