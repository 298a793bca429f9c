"""Where one is in a recorded game: a line of moves through its tree, and how many of them are made.

    root ── b2 ── a1 ── c3          `v` at a1 goes to its next alternative, b1, and back in turn;
             └─── b1 ── c3          `u` anywhere behind b1 goes back to a1

A move is marked by the signs of the file (`$4`, or what a review has put there). In a game that
nobody has judged so, the scores in the comments mark it: what the mover thought before the move and
the other one after it, or what an analysis says of the two positions.
"""

from __future__ import annotations

from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.pgn import count_opening, read_score, split_evaluation
from linemate.clients.shared.review import Mark, chance_of, mark_loss, seen_before, unit_of
from linemate.clients.shared.variations import SIGNS, Node
from linemate.engine.core import LinemateError, Position, Score

SERIOUS = ("?", "??")  # what one jumps to
JUDGEMENTS = {mark.nag for mark in Mark if mark.nag is not None}


class GameTree:
    """A place in a game; methods that go somewhere raise LinemateError where there is nothing, and
    then one has not moved. `reviewed` says that a move without a sign is a good one.
    """

    def __init__(self, stored: StoredGame, *, reviewed: bool = False) -> None:
        self.stored = stored
        self.reviewed = reviewed
        self.line = stored.root.main_line
        self.ply = 0

    @property
    def node(self) -> Node:
        """Return the move that was made last, at first the root."""
        return self.line[self.ply - 1] if self.ply else self.stored.root

    @property
    def alternatives(self) -> list[Node]:
        """Return what might be played in place of the last move, with it: the main line first."""
        if not self.ply:
            return []
        return (self.line[self.ply - 2] if self.ply > 1 else self.stored.root).following

    @property
    def is_main_line(self) -> bool:
        return self.branching_ply == 0

    @property
    def branching_ply(self) -> int:
        """Return the last ply up to here that is no main line's; 0 if there is none."""
        before = [self.stored.root, *self.line]
        plies = (
            ply
            for ply in range(self.ply, 0, -1)
            if before[ply - 1].following[0] is not self.line[ply - 1]
        )
        return next(plies, 0)

    @property
    def position(self) -> Position:
        """Return the position here, anew each time."""
        game, position = self.stored.game, self.stored.position(0)
        for node in self.line[: self.ply]:
            position.play(game.read_move(position, node.move))
        return position

    # ---------------------------------------------------------------- going somewhere

    def go_to(self, ply: int) -> None:
        if not 0 <= ply <= len(self.line):
            raise LinemateError(f"the game has the plies 0 to {len(self.line)}")
        self.ply = ply

    def enter_variation(self, number: int | None = None) -> None:
        """Go to the alternative of this number, from 1; by default to the next one in turn."""
        alternatives = self.alternatives
        if len(alternatives) < 2:
            raise LinemateError("there is no variation in place of this move")
        if number is None:
            number = (alternatives.index(self.node) + 1) % len(alternatives)
        if not 0 <= number < len(alternatives):
            raise LinemateError(f"there are the variations 1 to {len(alternatives) - 1}")
        self._branch(alternatives[number])

    def leave_variation(self) -> None:
        """Go back to the move that this variation is in place of."""
        ply = self.branching_ply
        if not ply:
            raise LinemateError("this is no variation")
        self.ply = ply
        self._branch(self.alternatives[0])

    def _branch(self, node: Node) -> None:
        self.line = [*self.line[: self.ply - 1], node, *node.main_line]

    def find_mistake(self, step: int) -> None:
        """Go to the next (step 1) or the last (step -1) move that is a mistake or a blunder."""
        signs = self.signs
        for ply in range(self.ply + step, len(self.line) + 1 if step > 0 else 0, step):
            if signs[ply - 1] in SERIOUS:
                self.ply = ply
                return
        where = "after" if step > 0 else "before"
        advice = "" if self.reviewed else ": r has an engine look for them"
        raise LinemateError(f"no mistake is known {where} this move{advice}")

    # ---------------------------------------------------------------- signs

    @property
    def signs(self) -> list[str]:
        """Return what stands behind each move of the line, `??` say; nothing behind most. Scores
        blame no move that was forced, and none of the opening, which nobody has chosen.
        """
        game, position = self.stored.game, self.stored.position(0)
        unit, judged = unit_of(game), self._is_judged
        opening = count_opening(node.comment for node in self.line)
        scores = self._scores
        signs: list[str] = []
        for node, score, reply in zip(self.line, scores, scores[1:], strict=False):
            told = [SIGNS[nag] for nag in node.nags if nag in SIGNS]
            loss = 0.0
            if not (told or judged) and score is not None and reply is not None:
                loss = chance_of(score, unit) - chance_of(seen_before(reply), unit)
            if len(signs) < opening or len(position.legal_moves()) == 1:
                loss = 0.0
            signs.append(told[0] if told else mark_loss(loss).symbol)
            position.play(game.read_move(position, node.move))
        return signs

    @property
    def _scores(self) -> list[Score | None]:
        """Return what is told of each position of the line, as whoever is to move there sees it."""
        side = self.stored.position(0).to_move
        before: Score | None = None
        scores = []
        for node in self.line:
            position, said = split_evaluation(node.comment)
            scores.append(read_score(said) or before)
            side = 1 - side
            before = _seen_by(side, position)
        return [*scores, before]

    @property
    def _is_judged(self) -> bool:
        """Tell whether somebody has said which moves of the game are bad."""
        main_line = self.stored.root.main_line
        return self.reviewed or any(JUDGEMENTS.intersection(node.nags) for node in main_line)


def _seen_by(side: int, score: Score | None) -> Score | None:
    """Return a score of x as this side sees it."""
    if score is None or side == 0:
        return score
    if score.plies is None:
        return Score(cp=-(score.cp or 0))
    return Score(plies=-score.plies)
