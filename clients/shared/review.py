"""What a game review says: scores as winning chances, what a move has lost, marks and accuracy.

Whoever has an engine at full strength has an `Evaluation` of each position; `judge_move` and
`judge_moves` make a `Verdict` on each move of them, `accuracy` one number for a side, and `explain`
a sentence. `review` does all of it for a stored game, with an engine that runs.

    chance     1 / (1 + e^(-score / unit)), a draw being half a win; proven results are 0 and 1
    loss       the chance of the best move less that of the move that was played
    mark       by the loss: inaccuracy from 5 points, mistake from 10, blunder from 20
    accuracy   a move that loses nothing has 100 %, and each 10 points of chance that it loses halve
               that; a side has the mean of its moves that could have lost something

The units say how much a score of each game is worth: `python -m tests.bench chances` fits them to
games of the engine against itself. Where losses begin to be blamed is a convention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import exp
from statistics import fmean

from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.player import Question, UgiPlayer
from linemate.engine.core import PLAYERS, Game, LinemateError, OptionValue, Position
from linemate.protocol.driver import Answer, Limits, Option, Score

# Hundredths of a score that make a chance of 73 %, by game.
# Hardly any game of mnk is decided by an estimate: its unit, without `drop`, is a convention.
UNITS = {"ultimate": 25, "nineboard": 30, "qubic": 10, "gomoku": 125}
FALLING_UNIT, USUAL_UNIT = 30, 100
HALVING = 0.10  # of a chance lost, which halves the accuracy of a move
LONGER = 4  # times the limits for a position in which a proven win is missing
SOLVED = "solved"  # the option of an engine that plays by the solution of a game
LINE_SHOWN = 8  # moves of a better line in a sentence


class Mark(StrEnum):
    """What a verdict calls a move."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def symbol(self) -> str:
        """Return what stands behind the move in a list; nothing behind one that is not blamed."""
        return {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}.get(self, "")

    @property
    def nag(self) -> int | None:
        """Return PGN's number for it, as in `$4`; None where the move is not blamed."""
        return {"inaccuracy": 6, "mistake": 2, "blunder": 4}.get(self)


# The least loss for each, the gravest first.
BLAMED = ((0.20, Mark.BLUNDER), (0.10, Mark.MISTAKE), (0.05, Mark.INACCURACY))


@dataclass(frozen=True)
class Evaluation:
    """What an engine at full strength says of an open position: its score as the side to move sees
    it, and the line that it would play, of which every move is legal.
    """

    score: Score
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """A move as the one who made it sees it: `before` is the score with the best move and `after`
    that of the move played, both counted from the position before it.

    `best` and `line` are what would have been played instead; where the move was as good, its own
    line. `settled` says that the move has ended the game, so that even a draw is certain. `loss` is
    the part of the winning chances that it cost, from 0 to 1.
    """

    ply: int
    mover: int
    move: int
    mark: Mark
    before: Score
    after: Score
    best: int
    line: tuple[int, ...]
    chance_before: float
    chance_after: float
    settled: bool = False

    @property
    def loss(self) -> float:
        return max(0.0, self.chance_before - self.chance_after)

    @property
    def counts(self) -> bool:
        """Say whether the move could have lost anything: it was neither forced nor lost before."""
        return self.mark is not Mark.FORCED and not is_lost(self.before)


# ------------------------------------------------------------------ scores and chances


def unit_of(game: Game) -> int:
    """Return how many hundredths of a score make a chance of 73 % in this game."""
    if game.options.get("drop"):
        return FALLING_UNIT
    return UNITS.get(game.name, USUAL_UNIT)


def chance_of(score: Score, unit: float) -> float:
    """Return the chance to win, from 0 to 1, of the side that has this score; a draw is half."""
    if score.plies is not None:
        return float(score.plies > 0)
    # Beyond thirty units it is 0 or 1 to thirteen digits; exp() would overflow at 700.
    return 1 / (1 + exp(-max(-30.0, min(30.0, (score.cp or 0) / unit))))


def is_won(score: Score) -> bool:
    """Say whether it is proven that the side whose score it is wins."""
    return score.plies is not None and score.plies > 0


def is_lost(score: Score) -> bool:
    """Say whether it is proven that the side whose score it is loses."""
    return score.plies is not None and score.plies <= 0


def seen_before(score: Score) -> Score:
    """Return a position's score as the one who has just moved sees it, from before that move."""
    if score.plies is None:
        return Score(cp=-(score.cp or 0))
    return Score(plies=1 - score.plies if score.plies <= 0 else -1 - score.plies)


def _worth(score: Score) -> tuple[int, int]:
    """Return what orders scores: a near win above a far one, and a far loss above a near one."""
    if score.plies is None:
        return 0, score.cp or 0
    return (1, -score.plies) if score.plies > 0 else (-1, -score.plies)


# ------------------------------------------------------------------ verdicts


def judge_move(
    game: Game,
    position: Position,
    ply: int,
    move: int,
    before: Evaluation,
    after: Evaluation | None,
) -> Verdict:
    """Return the verdict on a legal move in `position`, which is left as it is.

    `after` may be missing only where the move has ended the game: the rules say what that is worth.
    """
    mover, unit = position.to_move, unit_of(game)
    ahead = position.copy()
    ahead.play(move)
    outcome = ahead.outcome()
    if outcome is not None:
        worth = {None: Score(cp=0), mover: Score(plies=1)}.get(outcome.winner, Score(plies=-1))
        line: tuple[int, ...] = (move,)
    elif after is None:
        raise ValueError("a position that is open needs an evaluation")
    else:
        worth, line = seen_before(after.score), (move, *after.line)
    best = before.line[0] if before.line else move
    # The move that was played is one of the choices: the best of them is worth no less.
    if best == move or _worth(worth) >= _worth(before.score):
        best_score, best, best_line = worth, move, line
    else:
        best_score, best_line = before.score, before.line
    verdict = Verdict(
        ply,
        mover,
        move,
        Mark.GOOD,
        best_score,
        worth,
        best,
        best_line,
        chance_of(best_score, unit),
        chance_of(worth, unit),
        outcome is not None,
    )
    return replace(verdict, mark=_choose_mark(verdict, len(position.legal_moves()) == 1))


def _choose_mark(verdict: Verdict, is_forced: bool) -> Mark:
    if is_forced:
        return Mark.FORCED
    if verdict.best == verdict.move:
        return Mark.BEST
    mark = mark_loss(verdict.loss)
    # What was proven and is not any more is told, however good the position still looks.
    gave_up = is_won(verdict.before) and not is_won(verdict.after)
    entered = is_lost(verdict.after) and not is_lost(verdict.before)
    return Mark.INACCURACY if mark is Mark.GOOD and (gave_up or entered) else mark


def mark_loss(loss: float) -> Mark:
    """Return what a move is called that has cost this part of the winning chances."""
    for least, mark in BLAMED:
        if loss >= least:
            return mark
    return Mark.GOOD


def judge_moves(
    game: Game,
    start: Position,
    moves: Sequence[int],
    evaluations: Mapping[int, Evaluation],
) -> list[Verdict]:
    """Return the verdicts on those of the moves from `start` for which there are evaluations.

    `evaluations` are by the number of moves played before each position; of a finished one none is
    needed.
    """
    position, verdicts = start.copy(), []
    for ply, move in enumerate(moves):
        ahead = position.copy()
        ahead.play(move)
        after = evaluations.get(ply + 1)
        if ply in evaluations and (after is not None or ahead.outcome() is not None):
            verdicts.append(judge_move(game, position, ply, move, evaluations[ply], after))
        position = ahead
    return verdicts


def accuracy(verdicts: Sequence[Verdict], side: int) -> float | None:
    """Return how well a side has played, from 0 to 100; None if it never had anything to lose."""
    return accuracy_of(
        [verdict.loss for verdict in verdicts if verdict.mover == side and verdict.counts]
    )


def accuracy_of(losses: Sequence[float]) -> float | None:
    """Return the accuracy, from 0 to 100, of moves that have each cost this part of the winning
    chances, and could have; None if there are none.
    """
    return fmean(100 * 0.5 ** (loss / HALVING) for loss in losses) if losses else None


# ------------------------------------------------------------------ in words


def explain(verdict: Verdict, write: Callable[[int], str]) -> str:
    """Return what is to be said of a move, in a sentence or two; nothing of one that is not blamed
    and after which nothing is proven. `write` gives moves their names.
    """
    mover, opponent = PLAYERS[verdict.mover], PLAYERS[1 - verdict.mover]
    before, after = verdict.before, verdict.after
    now = _tell_proven(verdict, mover, opponent)
    if not verdict.mark.symbol:
        return f"{now[0].upper()}{now[1:]}." if now else ""
    if is_won(before):
        won = f"{mover} wins in {_count_plies(before.plies or 0)}"
        told = f"{won} was thrown away: now {now}" if now else f"{won} was given up, unproven now"
    elif is_lost(after):
        told = now
    else:
        told = f"chances {_percent(verdict.chance_before)} to {_percent(verdict.chance_after)}"
        told += f", {now}" if now else ""
    line = " ".join(map(write, verdict.line[:LINE_SHOWN]))
    return f"{verdict.mark.capitalize()}: {told}. Better: {line}."


def _tell_proven(verdict: Verdict, mover: str, opponent: str) -> str:
    """Return what is certain after the move, counted from there; nothing where nothing is."""
    after = verdict.after
    left = "" if verdict.after.plies is None else _count_plies(abs(verdict.after.plies) - 1)
    if is_won(after):
        return f"{mover} has won" if verdict.settled else f"{mover} wins in {left}"
    if is_lost(after):
        return f"{opponent} has won" if verdict.settled else f"{opponent} wins in {left}"
    return "the game is drawn" if verdict.settled else ""


def _count_plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


# ------------------------------------------------------------------ with an engine


def review(stored: StoredGame, player: UgiPlayer, limits: Limits) -> Iterator[Verdict]:
    """Yield a verdict on each move that a player has chosen, from the last to the first, with a
    search of at most `limits` for each position. Raises EngineError.

    From the end, so that what the engine has found out about later positions is in its table when
    it comes to the earlier ones, and a loss in nine is seen where it begins.
    """
    player.begin(stored.game, {**player.full_strength, **without_solution(player.engine.options)})
    after: Evaluation | None = None
    for ply in range(len(stored.moves), stored.opening_plies - 1, -1):
        position = stored.position(ply)
        if position.outcome() is not None:
            continue
        before = _evaluate(stored, player, ply, limits)
        if ply < len(stored.moves):
            verdict = judge_move(stored.game, position, ply, stored.moves[ply], before, after)
            if is_doubtful(verdict):
                after = _evaluate(stored, player, ply + 1, _multiply(limits, LONGER))
                verdict = judge_move(stored.game, position, ply, verdict.move, before, after)
            yield verdict
        after = before


def without_solution(options: Mapping[str, Option]) -> dict[str, OptionValue]:
    """Return the option that makes an engine judge by searching alone, if it knows a solution.

    A solution proves wins of fifty plies for one side, and nothing once that side has left it,
    so that perfect moves looked as if they had given the win up.
    """
    option = options.get(SOLVED)
    return {SOLVED: False} if option is not None and option.kind == "check" else {}


def is_doubtful(verdict: Verdict) -> bool:
    """Say whether a longer search should look at the position after this move once more: a win was
    proven before it and none is now, which may be for lack of time.
    """
    return is_won(verdict.before) and verdict.after.plies is None and not verdict.settled


def _evaluate(stored: StoredGame, player: UgiPlayer, ply: int, limits: Limits) -> Evaluation:
    position = stored.position(ply)
    texts = [stored.game.write_move(move) for move in stored.moves[:ply]]
    answer = player.think(Question(stored.start, texts, limits))
    player.read_move(stored.game, position, answer)
    return read_evaluation(stored.game, position, answer)


def _multiply(limits: Limits, factor: int) -> Limits:
    """Return limits that allow so many times as much time and nodes."""
    longer = {
        name: factor * value
        for name in ("movetime", "nodes")
        if (value := getattr(limits, name)) is not None
    }
    return limits.replace(**longer)


def read_evaluation(game: Game, position: Position, answer: Answer) -> Evaluation:
    """Return what came of a search of `position`, with as much of its line as is legal. An engine
    that tells no score, or a loss that is there already, has found the open position even.
    """
    info = answer.info
    texts = info.pv if info is not None and info.pv else (answer.move or "",)
    score = info.score if info is not None else None
    if score is None or score.plies == 0:
        score = Score(cp=0)
    return Evaluation(score, read_line(game, position, texts))


def read_line(game: Game, position: Position, texts: Sequence[str]) -> tuple[int, ...]:
    """Return the moves of a line from `position` up to the first that the rules forbid."""
    line, ahead = [], position.copy()
    for text in texts:
        try:
            line.append(game.read_move(ahead, text))
        except LinemateError:
            break
        ahead.play(line[-1])
    return tuple(line)
