"""What the members of a crew tell of the roots of their trees, and what that comes to together.

Each helper of `mcts` grows a tree of its own, with random numbers of its own, and now and then
writes down how often each root move was tried and with how many wins; the engine adds it up. The
part of a member, in 64-bit words:

    word 0              the number of the search
    words 1 + 2 move    visits of a move at the root; and its wins, in units of 1 / WIN_UNITS
    the last word       the sum of all others

None of them falls while a search goes on. So if the sum is right they are all of one moment, and
whoever reads in the middle of a writing finds it wrong, and keeps what he has read before.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from linemate.engine.crew import WORD, Crew

WIN_UNITS = 1 << 20

Tally = dict[int, tuple[int, float]]  # by move: its visits, and the wins of whoever makes it


class SharedRoots:
    def __init__(self, crew: Crew, cell_count: int) -> None:
        self._crew = crew
        self._length = 2 * cell_count + 2
        words = crew.memory.block(WORD * self._length * crew.size).words
        starts = range(0, len(words), self._length)
        self._parts = [words[start : start + self._length] for start in starts]
        self._search = 0
        self._read: list[Tally] = []

    def publish(self, tally: Iterable[tuple[int, int, float]]) -> None:
        """Write down moves with their visits and wins, as the member that one is."""
        words = array("Q", bytes(WORD * (self._length - 1)))
        words[0] = self._crew.search
        for move, visits, wins in tally:
            words[1 + 2 * move] = visits
            words[2 + 2 * move] = int(wins * WIN_UNITS)
        part = self._parts[self._crew.number]
        if part[0] != words[0]:
            part[-1] = 0  # from one search to the next they may fall
        part[:-1] = words
        part[-1] = sum(words)

    def of_helpers(self) -> list[Tally]:
        """Return what the helpers have published in the present search."""
        if self._search != self._crew.search:
            self._search = self._crew.search
            self._read = [{} for _ in range(1, self._crew.size)]
        for index, part in enumerate(self._parts[1 : self._crew.size]):
            *words, total = part.tolist()
            if words[0] == self._search and sum(words) == total:
                self._read[index] = {
                    move: (visits, words[2 + 2 * move] / WIN_UNITS)
                    for move, visits in enumerate(words[1::2])
                    if visits
                }
        return self._read
