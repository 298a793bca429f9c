"""Which game is next, which games count, and when it is over.

Everything follows from the settings and the records of finished games, in whatever order these
came: so a match that was resumed goes on exactly as one that was never stopped, and games that
are played at the same time do not change what is counted. That is why a pairing is judged by its
games in the order of their numbers, and only up to the first that is missing:

    number   0  1  2  3  4  5  6  7
    played   x  x  x  x  .  x  .  .      `settled` are the first four

A game that nobody could judge is left out: what follows it is settled without it. Its pairing is
not over before it has been played after all, unless the rest decides it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linemate.clients.match.settings import Settings
from linemate.clients.match.statistics.ratings import Tallies
from linemate.clients.match.statistics.sprt import Decision, Sprt
from linemate.clients.match.tournament.formats import Format, make_format
from linemate.clients.match.tournament.pairings import Pairing, PairingResult
from linemate.clients.shared.openings import Openings
from linemate.clients.shared.records import BROKEN_OFF, GameRecord, Summary, Task
from linemate.clients.shared.statistics import Tally, tally

TIEBREAK_GAMES = 2


class Encounter:
    """A pairing with its games."""

    def __init__(self, pairing: Pairing, games: int, sprt: Sprt | None) -> None:
        self.pairing = pairing
        self.games = games
        self.settled: list[Summary] = []
        self.settled_tally = Tally()  # of a, whole pairs only: what the SPRT is shown
        self.decision = Decision.GOES_ON  # of the SPRT
        self.stopped: str | None = None  # why, if engines have died
        self._dead: str | None = None  # whose fault that was
        self.left_out: list[Task] = []
        self._sprt = sprt
        self._next = 0  # the number of the game that is to be settled next
        self._unpaired: list[Summary] = []  # settled, and not in `settled_tally`
        self._played: dict[int, Summary] = {}  # by number
        self._deaths: dict[str, int] = {}  # in a row, by engine

    def add(self, game: Summary) -> None:
        """Take in a finished game, and settle all that it leaves to be settled."""
        self._played.setdefault(game.number, game)
        self._settle()

    def leave_out(self, task: Task) -> None:
        """Go on without a game, and settle all that this leaves to be settled."""
        self.left_out.append(task)
        self._settle()

    def _settle(self) -> None:
        passed = {task.number for task in self.left_out}
        while not self.is_over and (self._next in self._played or self._next in passed):
            found = self._played.get(self._next)
            self._next += 1
            if found is not None:
                self.settled.append(found)
                self._unpaired.append(found)
                self._look_for_deaths(found)
            pair = [game for game in self._unpaired if game.number >= self._next - 2]
            if self._next % 2 == 0 and len(pair) == 2:
                self.settled_tally += tally(pairs_of(pair))
                del self._unpaired[-2:]
                if self._sprt is not None:
                    self.decision = self._sprt.decide(self.settled_tally)

    @property
    def is_over(self) -> bool:
        full = len(self.settled) == self.games
        return full or self.stopped is not None or self.decision is not Decision.GOES_ON

    @property
    def counted(self) -> list[Summary]:
        """Return all that were played, while it goes on; in the end those that count."""
        return [*self.settled, *self._ahead()]

    @property
    def tally(self) -> Tally:
        """Return what `a` has in all games that are counted."""
        return self.settled_tally + tally(pairs_of([*self._unpaired, *self._ahead()]))

    @property
    def result(self) -> PairingResult:
        """Return what came of it; games that an engine left unplayed by dying it has lost.

        Otherwise one that has won its first game and then dies would go on with all the points.
        """
        pairing, games = self.pairing, self.settled
        points = sum(game.score_of_a for game in games)
        unplayed = 0 if self._dead is None else self.games - self._next
        if self._dead == pairing.b:
            points += unplayed
        return PairingResult(pairing.round, pairing.a, pairing.b, points, len(games) + unplayed)

    @property
    def beyond(self) -> int:
        """Count the games that were played, and kept, though it was over without them."""
        return len(self._played) - len(self.settled) if self.is_over else 0

    def missing(self) -> Iterator[int]:
        """Yield the numbers of the games still to be played."""
        if not self.is_over:
            numbers = range(self._next, self.games)
            yield from (number for number in numbers if number not in self._played)

    def _ahead(self) -> list[Summary]:
        """Return the games that were played while one before them is still missing."""
        if self.is_over or len(self._played) == len(self.settled):
            return []
        ahead = [number for number in self._played if number >= self._next]
        return [self._played[number] for number in sorted(ahead)]

    def _look_for_deaths(self, game: Summary) -> None:
        for name in (self.pairing.a, self.pairing.b):
            self._deaths[name] = self._deaths.get(name, 0) + 1 if game.dead == name else 0
            if self._deaths[name] == 2:
                other = self.pairing.b if name == self.pairing.a else self.pairing.a
                self.stopped = (
                    f"{name} died twice in a row against {other} ({game.ending.reason}: "
                    f"{game.ending.detail})"
                )
                self._dead = name
                if (unplayed := self.games - self._next) > 0:
                    self.stopped += f"; unplayed games count as lost by {name}: {unplayed}"


def pairs_of(games: Iterable[Summary]) -> Iterator[list[float]]:
    """Yield the scores of `a`, two by two where both games of a pair are there."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.number // 2, []).append(game.score_of_a)
    yield from pairs.values()


class Schedule:
    """All games of a match: those to be played and those that were."""

    def __init__(self, settings: Settings, openings: Openings) -> None:
        names = [engine.name for engine in settings.engines]
        self.format: Format = make_format(settings.format, names, settings.seed, settings.rounds)
        self.encounters: list[Encounter] = []
        self._games = settings.games
        self._sprt = settings.sprt
        self._openings = openings
        self._begun: set[Task] = set()
        self._early: dict[Pairing, list[Summary]] = {}  # of pairings that are not due yet
        self._extend()

    # ---------------------------------------------------------------- what happens

    def next_task(self) -> Task | None:
        """Return a game that can be begun now, and then is begun; None if there is none."""
        for encounter in self.encounters:
            for number in encounter.missing():
                task = self._task(encounter.pairing, number)
                if task not in self._begun:
                    self._begun.add(task)
                    return task
        return None

    def leave_out(self, task: Task) -> None:
        """Go on without a game that was begun and nobody could judge; it is not begun again."""
        encounter = self._encounter(pairing_of(task))
        assert encounter is not None  # it was begun
        encounter.leave_out(task)
        if encounter.is_over:
            self._extend()

    def wants(self, record: GameRecord) -> bool:
        """Say whether a game that is over is to be kept: not if it was broken off, nor if its
        pairing has ended without it.
        """
        encounter = self._encounter(pairing_of(record.task))
        is_needed = encounter is None or not encounter.is_over
        return is_needed and record.ending.reason not in BROKEN_OFF

    def add(self, record: GameRecord) -> None:
        """Take in a game that is wanted. Those of pairings that are not due yet wait for them."""
        self._begun.discard(record.task)
        pairing = pairing_of(record.task)
        encounter = self._encounter(pairing)
        if encounter is None:
            self._early.setdefault(pairing, []).append(record.summary())
            return
        encounter.add(record.summary())
        if encounter.is_over:
            self._extend()

    def surplus(self, tasks: Iterable[Task]) -> list[Task]:
        """Return those among games in progress that nobody needs any more."""
        over = {each.pairing for each in self.encounters if each.is_over}
        return [task for task in tasks if pairing_of(task) in over]

    # ---------------------------------------------------------------- what is known

    @property
    def is_over(self) -> bool:
        return all(encounter.is_over for encounter in self.encounters)

    @property
    def results(self) -> list[PairingResult]:
        return [encounter.result for encounter in self.encounters if encounter.is_over]

    @property
    def counted(self) -> list[Summary]:
        return [game for encounter in self.encounters for game in encounter.counted]

    @property
    def left_out(self) -> list[Task]:
        """Return the games that nobody could judge: they count for nobody."""
        return [task for encounter in self.encounters for task in encounter.left_out]

    @property
    def stopped(self) -> list[str]:
        """Say why pairings were stopped."""
        return [each.stopped for each in self.encounters if each.stopped is not None]

    @property
    def expected(self) -> int:
        """Return how many games there will be, as far as can be told: tiebreaks and stops aside."""
        return self._games * max(len(self.encounters), self.format.expected_pairings)

    def tallies(self) -> Tallies:
        """Return the tally of each two players that have met, in the view of the first one."""
        totals: dict[tuple[str, str], Tally] = {}
        for encounter in self.encounters:
            a, b = encounter.pairing.a, encounter.pairing.b
            if (b, a) in totals:
                totals[b, a] += encounter.tally.reversed()
            else:
                totals[a, b] = totals.get((a, b), Tally()) + encounter.tally
        return totals

    # ---------------------------------------------------------------- pairings

    def _extend(self) -> None:
        """Take in the pairings that have become due, and games of them that are there already.

        In a loop: such games may have ended one of them.
        """
        while True:
            due = self.format.next_pairings(self.results)
            known = {encounter.pairing for encounter in self.encounters}
            new = [pairing for pairing in due if pairing not in known]
            if not new:
                return
            for pairing in new:
                games = TIEBREAK_GAMES if pairing.tiebreak else self._games
                encounter = Encounter(pairing, games, self._sprt)
                self.encounters.append(encounter)
                for game in self._early.pop(pairing, []):
                    encounter.add(game)

    def _encounter(self, pairing: Pairing) -> Encounter | None:
        return next((each for each in self.encounters if each.pairing == pairing), None)

    def _task(self, pairing: Pairing, number: int) -> Task:
        # The same openings for all pairings; further ones for tiebreaks.
        pairs = (self._games + 1) // 2
        first = pairs + pairing.tiebreak - 1 if pairing.tiebreak else 0
        opening = self._openings.opening_for(first + number // 2)
        return Task(pairing.round, pairing.a, pairing.b, pairing.tiebreak, number, opening)


def pairing_of(task: Task) -> Pairing:
    """Return the pairing that a game is of."""
    return Pairing(task.round, task.a, task.b, task.tiebreak)
