"""Perfect matchings: can everybody be given a partner, if only some may be partners?

Edmonds' algorithm of blossoms. From a person without a partner a tree of alternating paths is
grown: acquaintance, partner, acquaintance, partner, ... A path that ends at another person
without a partner gives both one, when everybody on it changes partners. Circles of odd length,
the blossoms, are what can go wrong: they are treated as one person, their `base`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


class Matching:
    """A perfect matching of people 0, 1, ..., in which couples are settled one by one.

    `acquaintances[n]` are those who may be `n`'s partner. Raises ValueError if there is none.
    """

    def __init__(self, acquaintances: Sequence[set[int]]) -> None:
        self._acquaintances = [set(others) for others in acquaintances]
        self._partner = [NOBODY] * len(acquaintances)
        for person in range(len(acquaintances)):
            if self._partner[person] == NOBODY and not self._find_partner(person):
                raise ValueError("no perfect matching")

    def settle(self, one: int, other: int) -> bool:
        """Make a couple for good, unless others would then have no partner: False, unchanged."""
        if other not in self._acquaintances[one]:
            return False
        before = list(self._partner)
        left = self._partner[one]
        if left != other:
            for person in (one, other):
                self._partner[self._partner[person]] = NOBODY
            self._partner[one], self._partner[other] = other, one
        # Who is settled has no acquaintances left, and is on nobody's path.
        known = self._acquaintances[one], self._acquaintances[other]
        self._acquaintances[one] = self._acquaintances[other] = set()
        if left == other or self._find_partner(left):
            return True
        self._acquaintances[one], self._acquaintances[other] = known
        self._partner = before
        return False

    def _find_partner(self, root: int) -> bool:
        """Find one for somebody who has none, by changing the partners of others if need be."""
        count = len(self._partner)
        base = list(range(count))
        parent = [NOBODY] * count  # by whom one was met who was not reached as a partner
        even = [False] * count  # reached as the root or as a partner: may meet acquaintances
        even[root] = True
        queue = deque([root])
        while queue:
            person = queue.popleft()
            acquaintances = sorted(
                other for other in self._acquaintances[person] if self._acquaintances[other]
            )
            # First, as most searches end here and blossoms are slow.
            for other in acquaintances:
                if self._partner[other] == NOBODY and other != root:
                    parent[other] = person
                    self._change_partners(other, parent)
                    return True
            for other in acquaintances:
                if base[person] == base[other] or self._partner[person] == other:
                    continue
                if even[other]:
                    for joined in self._contract(person, other, base, parent):
                        if not even[joined]:
                            even[joined] = True
                            queue.append(joined)
                elif parent[other] == NOBODY:
                    parent[other] = person
                    even[self._partner[other]] = True
                    queue.append(self._partner[other])
        return False

    def _contract(self, one: int, other: int, base: list[int], parent: list[int]) -> list[int]:
        """Make one of the blossom that closes between two even people; return who is in it."""
        top = self._meeting_point(one, other, base, parent)
        bases: set[int] = set()
        for person, towards in ((one, other), (other, one)):
            while base[person] != top:
                partner = self._partner[person]
                bases |= {base[person], base[partner]}
                parent[person] = towards
                towards = partner
                person = parent[partner]
        joined = [person for person, own in enumerate(base) if own in bases]
        for person in joined:
            base[person] = top
        return joined

    def _meeting_point(self, one: int, other: int, base: list[int], parent: list[int]) -> int:
        """Return the first base that is on the paths of both to the root."""
        passed = set()
        while True:
            one = base[one]
            passed.add(one)
            if self._partner[one] == NOBODY:
                break
            one = parent[self._partner[one]]
        while base[other] not in passed:
            other = parent[self._partner[base[other]]]
        return base[other]

    def _change_partners(self, person: int, parent: list[int]) -> None:
        """Change partners along the path from one who had none back to the root."""
        while person != NOBODY:
            met = parent[person]
            following = self._partner[met]
            self._partner[person], self._partner[met] = met, person
            person = following
