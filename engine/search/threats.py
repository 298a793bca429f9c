"""Forced wins in the line games: by moves that each threaten to finish a line.

The name is that of five in a row: a **four** is a window (k cells in a straight line) that lacks
one mark, so a move that makes one must be answered in the one cell that is left. It is meant
for k in a row of any k, where a longer row wins, too: in qubic a "four" has three marks.

What a search works on is six whole numbers, all seen by the attacker, who is to move:

    mine         his marks in every window, the counter of `games/lines.py`
    my_open      the top bits of the windows that he can still fill
    theirs       } the same
    their_open   } of the defender
    free         bit c is set if cell c is empty
    key          the position's key, as `LinePosition.key()`

A window is closed by a mark of the other player. Placing a mark on `cell` changes, for its
player and the other one (`tables` is a ThreatTables):

    mine += tables.add[cell]
    their_open &= tables.keep[cell]
    free ^= 1 << cell
    key ^= tables.keys[side][cell]

The numbers are immutable, so a core keeps them as arguments of its recursion and has nothing
to undo; one that does not carry them makes them with `ThreatSearch.state`.

What is promised:

- A line that `fours` returns wins by force. It goes down to the finished window, as every reply
  is forced; there may be a shorter one.
- `fours`, if thorough, finds a win whenever there is one by fours and the nodes suffice.
- After a win by fours was found with the *other* player to move, `answers` says which cells he
  can save himself with: every other reply loses to that same line.

The last is what makes searching for deeper threats affordable. Let the line be a1 b1 a2 b2 ... with
the defender about to move, and d his reply. If d is none of the line's cells, then every
window that the line fills is still open. So d can matter only by giving the defender a four of
his own, then or after some b: d lies in a window of his that is open at that time and lacks
two marks. `answers` collects the cells of all such windows along the line.
"""

from __future__ import annotations

from linemate.engine.search.threats_board import Line, State
from linemate.engine.search.threats_fours import FourSearch


class ThreatSearch(FourSearch):
    """Wins by fours in one game, and what can be done against them; see above."""

    def answers(self, state: State, line: Line) -> int:
        """The cells, as bits, on which the defender can hope to stop a win by fours.

        `line` is what `fours` returned for this state; here the defender is to move in it, and
        has no four to complete. The proof is above.
        """
        tables = self.tables
        _, _, theirs, their_open, free, _ = state
        useful = 0
        if len(line) > 1:
            useful = self.cells_of((theirs + tables.lack_two) & their_open, free)
        for cell in line:
            useful |= 1 << cell
        for move, reply in zip(line[:-3:2], line[1:-3:2], strict=True):
            theirs += tables.add[reply]
            their_open &= tables.keep[move]
            free &= ~(1 << move | 1 << reply)
            useful |= self.cells_of((theirs + tables.lack_two) & their_open, free)
        return useful & state[4]
