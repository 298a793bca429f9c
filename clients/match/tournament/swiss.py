"""Swiss: a few rounds for many players, each against somebody with about as many points.

Nobody meets the same opponent twice, and with an odd number of players nobody has a second bye.
A bye counts as a pairing won with all its points.

Each round goes down the ranking (points, then seeds). The first who is still free gets an opponent
of the same points if possible, the upper half of these against the lower half; otherwise the next
below. Whoever would leave others without an opponent is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from linemate.clients.match.tournament.matching import Matching
from linemate.clients.match.tournament.pairings import (
    FormatError,
    Pairing,
    PairingResult,
    Standing,
    not_due,
    open_pairings,
    read_results,
    seeded,
)


class Swiss:
    """See Format."""

    name = "swiss"

    def __init__(
        self, players: Sequence[str], seed: int | None = None, rounds: int | None = None
    ) -> None:
        """Plan so many rounds, or as many as a knockout has. Raises FormatError.

        In half as many rounds as there are players there is always a way to go on: whoever has
        met fewer than half of the others can still meet at least half, and then a theorem of
        Dirac's has a perfect matching. After more rounds there may be none.
        """
        self.players = seeded(players, seed)
        most = (len(players) + 1) // 2
        self.rounds = (len(players) - 1).bit_length() if rounds is None else rounds
        if not 1 <= self.rounds <= most:
            raise FormatError(
                f"{rounds} rounds of swiss with {len(players)} players: expected 1 to {most}; "
                "for more, a round robin is the better form"
            )

    @property
    def expected_pairings(self) -> int:
        return self.rounds * (len(self.players) // 2)

    def next_pairings(self, results: Iterable[PairingResult]) -> list[Pairing]:
        """Return the rest of the round."""
        return self._replay(results)[1]

    def standing(self, results: Iterable[PairingResult]) -> list[Standing]:
        """Rank equal points by Buchholz, the sum of the opponents' points; then by seeds.

        A bye is counted when its round is over; as its opponent counts one with one's own points.
        """
        scores, _ = self._replay(results)
        places = []
        for player, points in scores.points.items():
            buchholz = sum(scores.points[other] for other in scores.met[player])
            buchholz += scores.byes[player] * points
            places.append(Standing(player, points, buchholz, scores.byes[player]))
        return sorted(places, key=lambda place: (-place.points, -place.tiebreak))

    def _replay(self, results: Iterable[PairingResult]) -> tuple[_Scores, list[Pairing]]:
        """Return the scores after the results, and what is to be played now."""
        left = read_results(results)
        entered: list[PairingResult] = []
        still_open: list[Pairing] = []
        for number in range(1, self.rounds + 1):
            due = _pair(self.players, tuple(entered), number)
            finished = [result for result in left if result.round == number]
            left = [result for result in left if result.round != number]
            still_open = open_pairings(due, finished)
            entered += finished
            if still_open:
                break
        for result in left:
            raise not_due(*result[:3])
        return _Scores(self.players, entered), still_open


# Cached, as the rounds before are gone through anew whenever somebody asks.
@lru_cache(maxsize=256)
def _pair(
    players: tuple[str, ...], results: tuple[PairingResult, ...], number: int
) -> list[Pairing]:
    return _Scores(players, results).pair(number)


class _Scores:
    """Points, opponents and byes after some rounds."""

    def __init__(self, players: Sequence[str], results: Iterable[PairingResult]) -> None:
        self.players = players
        self.points = dict.fromkeys(players, 0.0)
        self.met: dict[str, set[str]] = {player: set() for player in players}
        self.byes = dict.fromkeys(players, 0)
        for _, same_round in groupby(results, lambda result: result.round):
            self._enter(same_round)
        # Thirds of a point, where games are missing, must not make equal sums unequal.
        self.points = {player: round(points, 9) for player, points in self.points.items()}

    def _enter(self, results: Iterable[PairingResult]) -> None:
        """Enter the results of one round; if it is over, the bye as well."""
        resting = set(self.players)
        for result in results:
            self.points[result.a] += result.share
            self.points[result.b] += 1 - result.share
            self.met[result.a].add(result.b)
            self.met[result.b].add(result.a)
            resting -= {result.a, result.b}
        if len(resting) == 1:
            (player,) = resting
            self.points[player] += 1
            self.byes[player] += 1

    def pair(self, number: int) -> list[Pairing]:
        """Pair the next round."""
        ranking = sorted(self.players, key=lambda player: -self.points[player])
        place = {player: rank for rank, player in enumerate(ranking)}
        everybody = set(range(len(ranking)))
        acquaintances = [
            everybody - {rank} - {place[other] for other in self.met[player]}
            for rank, player in enumerate(ranking)
        ]
        free = list(range(len(ranking)))
        if len(free) % 2:
            # The bye is one more person, whom those may meet who had none.
            bye = len(free)
            candidates = {rank for rank in free if not self.byes[ranking[rank]]}
            for rank in candidates:
                acquaintances[rank].add(bye)
            matching = Matching([*acquaintances, candidates])
            free.remove(next(rank for rank in reversed(free) if matching.settle(rank, bye)))
        else:
            matching = Matching(acquaintances)
        pairings = []
        while free:
            first, *others = free
            equals = sum(self.points[ranking[rank]] == self.points[ranking[first]] for rank in free)
            opponent = next(
                rank for rank in _by_preference(others, equals) if matching.settle(first, rank)
            )
            free = [rank for rank in others if rank != opponent]
            pairings.append(Pairing(number, ranking[first], ranking[opponent]))
        return pairings


def _by_preference(others: Sequence[int], equals: int) -> list[int]:
    """Return whom the first of a group of `equals` would meet: lower half, upper half, the rest."""
    half = equals // 2
    top = max(0, half - 1)
    group = equals - 1
    return [*others[top:group], *reversed(others[:top]), *others[group:]]
