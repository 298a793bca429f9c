"""What a page is told of a line whose positions have been assessed: scores that agree with each
other, winning chances, a verdict on each move that a player has chosen, the accuracy of each side,
and where a longer search should look once more.
"""

from __future__ import annotations

from linemate.clients.shared.evaluated_line import agree
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.review import (
    LONGER,
    Evaluation,
    Verdict,
    accuracy,
    chance_of,
    explain,
    is_doubtful,
    judge_moves,
    read_line,
    unit_of,
)
from linemate.clients.shared.states import Json, score_for_x
from linemate.clients.shared.values import read_game
from linemate.clients.web.messages import Assessment, Judge
from linemate.engine.core import PLAYERS, Game, Position, Score

RESULTS = {0: 1.0, 1: 0.0, None: 0.5}  # x's chance in a finished game, by its winner


def describe_judgement(request: Judge) -> Json:
    """Return the message `judged`, but for its type and number. Raises LinemateError for a line
    that the rules forbid.
    """
    game = read_game(request.words.split())
    positions = Opening(request.start, request.moves).positions(game)
    moves = list(positions[-1].history)
    known = {
        ply: _read(game, positions[ply], assessment)
        for ply, assessment in enumerate(request.assessments[: len(positions)])
        if assessment is not None and positions[ply].outcome() is None
    }
    agreed = agree(positions[0], moves, known)
    judged = judge_moves(game, positions[0], moves, agreed)
    verdicts = [verdict for verdict in judged if verdict.ply >= request.opening]
    doubtful = [verdict.ply + 1 for verdict in verdicts if is_doubtful(verdict)]
    sides = {mark: accuracy(verdicts, side) for side, mark in enumerate(PLAYERS)}
    return {
        "positions": [
            _describe_position(game, position, agreed.get(ply))
            for ply, position in enumerate(positions)
        ],
        "verdicts": [_describe_verdict(game, verdict) for verdict in verdicts],
        "longer": {"plies": doubtful, "times": LONGER},
        "accuracy": {mark: None if it is None else round(it, 1) for mark, it in sides.items()},
    }


def _read(game: Game, position: Position, assessment: Assessment) -> Evaluation:
    """Return an assessment as the side to move sees it, with what is legal of its line."""
    score = assessment.score
    if position.to_move:
        score = Score(
            cp=None if score.cp is None else -score.cp,
            plies=None if score.plies is None else -score.plies,
        )
    return Evaluation(score, read_line(game, position, assessment.line))


def _describe_position(game: Game, position: Position, known: Evaluation | None) -> Json | None:
    """Return a score and the chance of x to win; a finished game has no score, but a result."""
    outcome = position.outcome()
    if outcome is not None:
        return {"score": None, "chance": RESULTS[outcome.winner]}
    if known is None:
        return None
    chance = chance_of(known.score, unit_of(game))
    return {
        "score": score_for_x(known.score, position.to_move),
        "chance": round(1 - chance if position.to_move else chance, 4),
    }


def _describe_verdict(game: Game, verdict: Verdict) -> Json:
    return {
        "ply": verdict.ply,
        "player": PLAYERS[verdict.mover],
        "mark": verdict.mark.value,
        "symbol": verdict.mark.symbol,
        "nag": verdict.mark.nag,
        "text": explain(verdict, game.write_move),
        "line": [game.write_move(move) for move in verdict.line],
    }
