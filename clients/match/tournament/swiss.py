"""Swiss: a few rounds for many players, each against somebody with about as many points.

Nobody meets the same opponent twice, and with an odd number of players nobody has a second bye.

Each round goes down the ranking (points, then seeds). The first who is still free gets an opponent
of the same points if possible, the upper half of these against the lower half; otherwise the next
below. Where two are left over who have met, they change partners with the pairing nearest to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from linemate.clients.match.tournament.pairings import (
    FormatError,
    Pairing,
    PairingResult,
    not_due,
    open_pairings,
    read_results,
    seeded,
)
from linemate.clients.match.tournament.standings import Scores, Standing

FEW = 5  # players, of whom fewer should meet everybody
BYE = ""  # sits below the last in the ranking; to meet it is to have a bye


class Swiss:
    """See Format."""

    name = "swiss"

    def __init__(
        self, players: Sequence[str], seed: int | None = None, rounds: int | None = None
    ) -> None:
        """Plan so many rounds, or as many as a knockout has. Raises FormatError.

        In half as many rounds as there are players there is always a way to go on: see
        `_change_partners`. After more rounds there may be none.
        """
        self.players = seeded(players, seed)
        most = (len(players) + 1) // 2
        self.rounds = (len(players) - 1).bit_length() if rounds is None else rounds
        if not 1 <= self.rounds <= most:
            raise FormatError(
                f"{rounds} rounds of swiss with {len(players)} players: expected 1 to {most}; "
                "for more, --format round-robin is the better form"
            )

    @property
    def expected_pairings(self) -> int:
        return self.rounds * (len(self.players) // 2)

    @property
    def is_for_more_players(self) -> bool:
        """Say whether a round robin would be little longer, and surer of who is the best."""
        return len(self.players) < FEW or self.rounds >= len(self.players) - 1

    def next_pairings(self, results: Iterable[PairingResult]) -> list[Pairing]:
        """Return the rest of the round."""
        return self._replay(results)[1]

    def standing(self, results: Iterable[PairingResult]) -> list[Standing]:
        """Rank by points and tiebreaks; a bye is counted when its round is over."""
        return self._replay(results)[0].rank()

    def _replay(self, results: Iterable[PairingResult]) -> tuple[Scores, list[Pairing]]:
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
        return _score(self.players, entered), still_open


# Cached, as the rounds before are gone through anew whenever somebody asks.
@lru_cache(maxsize=256)
def _pair(
    players: tuple[str, ...], results: tuple[PairingResult, ...], number: int
) -> list[Pairing]:
    return _Round(_score(players, results)).pair(number)


def _score(players: Sequence[str], results: Sequence[PairingResult]) -> Scores:
    """Return what everybody has; the bye of a round that is over gives half of the points."""
    byes: dict[str, dict[int, float]] = {player: {} for player in players}
    for number, same_round in groupby(results, lambda result: result.round):
        resting, games = set(players), 0
        for result in same_round:
            resting -= {result.a, result.b}
            games = max(games, result.games)
        if len(resting) == 1:
            byes[resting.pop()][number] = games / 2
    return Scores(players, results, byes)


class _Round:
    """Pairs the next round, after what has been scored so far."""

    def __init__(self, scores: Scores) -> None:
        self.players, self.points = scores.players, scores.points
        self.met, self.byes = scores.met, scores.byes

    def pair(self, number: int) -> list[Pairing]:
        """Pair the next round."""
        ranking = sorted(self.players, key=lambda player: -self.points[player])
        couples: list[tuple[str, str]] = []
        if len(ranking) % 2:
            couples.append((next(filter(self._may_rest, reversed(ranking))), BYE))
        free = [player for player in ranking if player not in couples[0]] if couples else ranking
        left_over: list[str] = []
        while free:
            first, *free = free
            equals = 1 + sum(self.points[other] == self.points[first] for other in free)
            for opponent in _by_preference(free, equals):
                if self._may_meet(first, opponent):
                    couples.append((first, opponent))
                    free.remove(opponent)
                    break
            else:
                left_over.append(first)
        place = {player: rank for rank, player in enumerate([*ranking, BYE])}
        while left_over:
            self._change_partners(left_over.pop(), left_over.pop(), couples, place)
        ordered = (sorted(couple, key=place.__getitem__) for couple in couples)
        by_rank = sorted(ordered, key=lambda couple: place[couple[0]])
        return [Pairing(number, first, second) for first, second in by_rank if second != BYE]

    def _may_rest(self, player: str) -> bool:
        return not self.byes[player]

    def _may_meet(self, one: str, other: str) -> bool:
        if BYE in (one, other):
            return self._may_rest(one or other)
        return other not in self.met[one]

    def _change_partners(
        self, one: str, other: str, couples: list[tuple[str, str]], place: Mapping[str, int]
    ) -> None:
        """Give two that may not meet the partners of a couple, the one that is nearest to them.

        There is one, as in the proof of Dirac's theorem: of all N, each can still meet half or
        more, and all whom these two can meet are in couples, of which there are fewer than N / 2.
        So they can meet three or four times with the two of some couple.
        """
        changes = [
            (abs(place[one] - place[x]) + abs(place[other] - place[y]), number, x, y)
            for number, couple in enumerate(couples)
            for x, y in (couple, couple[::-1])
            if self._may_meet(one, x) and self._may_meet(other, y)
        ]
        _, number, x, y = min(changes)
        couples[number] = (one, x)
        couples.append((other, y))


def _by_preference(others: Sequence[str], equals: int) -> list[str]:
    """Return whom the first of a group of `equals` would meet: lower half, upper half, the rest."""
    half = equals // 2
    top = max(0, half - 1)
    group = equals - 1
    return [*others[top:group], *reversed(others[:top]), *others[group:]]
