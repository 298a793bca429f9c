"""The search of qubic: wins by fours, what can be done against them, and its estimates."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from linemate.engine.champion.flat import INNER_PROVEN, INNER_WIN
from linemate.engine.champion.qubic.core import QubicCore, marks_of
from linemate.engine.champion.qubic.fours import FourSearch
from linemate.engine.champion.qubic.search import ONE, TWO, Search
from linemate.engine.champion.qubic.tables import qubic_tables
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.tools.prove_check import Checker, wins
from linemate.engine.transposition import PackedTable
from tests.reference.cube import ALL, LINES, bits, finishing, random_game, wins_within

GAME = Qubic()
PLENTY = 1_000_000
# Not by fours alone, which is rare: position, attacker (as if to move), plies of the shortest win.
QUIET_WINS = [
    ("1o1x1x3o3o2/1o7o3o1x/xx2ox2xo2x3/1o3o3xo1x2x x", 0, 7),
    ("3x1o3o3o2/3x9o2/2xo9o2/oxxx8xx2 o", 0, 5),
    ("x1ooo1x1xxxoxoxx/9oo1xxo1/2o9xox1/12ooxo x", 1, 7),
    ("x8o2x2o/9ooo2x1/7x1xx2x2/3o4o3x3 o", 0, 7),
    ("3o3o3o4/6xo1x6/3xo1xo3o2xo/7x1x2oxxx o", 0, 7),
]


def search_at(position: LinePosition, attacker: int | None = None) -> Search:
    """A search whose root is the position, as if the attacker were to move."""
    search = Search(qubic_tables())
    table = PackedTable(1)
    search.use_table(table.words, table.mask)
    search.use_clock(Clock(Limits()))
    side = position.to_move if attacker is None else attacker
    search.set_position(*marks_of(position), side)
    return search


def positions(number: int, plies: tuple[int, int], seed: int) -> Iterator[LinePosition]:
    """Yield those of games in which nobody overlooks a line."""
    random = Random(seed)
    for _ in range(number):
        position = GAME.start()
        for move in random_game(random, random.randint(*plies)):
            position.play(move)
        yield position


def wins_by_fours(own: int, other: int, memory: dict[tuple[int, int], bool]) -> bool:
    """Tell plainly whether the owner of `own`, to move, wins so that every reply is forced."""
    if (own, other) not in memory:
        memory[own, other] = bool(finishing(own, other)) or any(
            wins_by_fours(own | move, other | reply, memory)
            for move in bits(finishing(other, own) or ALL ^ own ^ other)
            if not finishing(other, own | move)
            for reply in list(bits(finishing(own | move, other)))[:1]
        )
    return memory[own, other]


def is_win_by_fours(own: int, other: int, line: list[int]) -> bool:
    """Tell whether every move but the last makes a four that the next one answers."""
    for move, reply in zip(line[:-1:2], line[1::2], strict=True):
        if (own | other) >> move & 1 or finishing(other, own) & ~(1 << move):
            return False
        own |= 1 << move
        if not finishing(own, other) >> reply & 1:
            return False
        other |= 1 << reply
    return bool(finishing(own, other) >> line[-1] & 1)


# ------------------------------------------------------------------ wins by fours


def test_a_thorough_search_finds_exactly_the_wins_by_fours() -> None:
    found = {True: 0, False: 0}
    for position in positions(80, (10, 40), seed=1):
        marks = marks_of(position)
        for attacker in (0, 1):
            own, other = marks[attacker], marks[1 - attacker]
            search = search_at(position, attacker)
            plies = search.root_win(attacker, PLENTY, True)
            assert (plies > 0) == wins_by_fours(own, other, {}), GAME.write_position(position)
            found[plies > 0] += 1
            if plies:
                assert is_win_by_fours(own, other, search.win_line(plies))
    assert min(found.values()) > 20


def test_a_search_that_is_not_thorough_finds_most_and_no_others() -> None:
    found = missed = 0
    for position in positions(150, (10, 26), seed=2):
        own, other = marks_of(position)
        search = search_at(position, 0)
        plies = search.root_win(0, 200, False)
        if plies:
            found += 1
            assert is_win_by_fours(own, other, search.win_line(plies))
        missed += not plies and wins_by_fours(own, other, {})
    assert found > 50
    assert missed <= found // 20


def test_a_reply_that_is_no_answer_loses_to_the_same_line() -> None:
    checked = 0
    for position in positions(60, (10, 30), seed=3):
        own, other = marks_of(position)
        search = search_at(position, 0)
        plies = search.root_win(0, PLENTY, False)
        if not plies or finishing(other, own):
            continue
        line = search.win_line(plies)
        answers = search.root_answers(0, plies)
        for reply in bits(ALL ^ own ^ other ^ answers):
            assert is_win_by_fours(own, other | reply, line)
            checked += 1
    assert checked > 100


def test_the_shortest_win_by_fours_is_as_short_as_a_plain_search_says() -> None:
    fours = FourSearch()
    lengths = []
    for position in positions(60, (8, 24), seed=7):
        xs, os = marks_of(position)
        line = fours.shortest_win(xs, os, 0)
        plain = Checker({})._search(xs, os, 21)
        assert len(line) == len(plain or ())
        assert not line or wins(xs, os, line)
        lengths.append(len(line))
    assert {0, 1, 3, 5, 7} <= set(lengths)


def test_whether_there_is_a_win_by_fours_is_told_without_its_line() -> None:
    fours, told = FourSearch(), []
    for position in positions(60, (8, 24), seed=8):
        xs, os = marks_of(position)
        for attacker in range(2):
            told.append(fours.has_win(xs, os, attacker, PLENTY))
            assert told[-1] == bool(fours.win(xs, os, attacker, PLENTY))
    assert {True, False} == set(told)


# ------------------------------------------------------------------ exact results


@pytest.mark.parametrize(("text", "attacker", "shortest"), QUIET_WINS)
def test_a_win_that_begins_with_a_quiet_move_is_found(
    text: str, attacker: int, shortest: int
) -> None:
    position = GAME.read_position(text)
    search = search_at(position, attacker)
    assert search.root_win(attacker, PLENTY, True) == 0
    free = list(bits(ALL ^ sum(marks_of(position))))
    for plies in range(1, shortest + 1, 2):
        found = any(search.has_win(cell.bit_length() - 1, plies) for cell in free)
        assert found == (plies == shortest)


def test_a_loss_is_found_exactly_when_there_is_one() -> None:
    found = {True: 0, False: 0}
    for position in positions(8, (16, 40), seed=4):
        marks = marks_of(position)
        own, other = marks[position.to_move], marks[1 - position.to_move]
        if finishing(own, other):
            continue
        search = search_at(position)
        for move in list(bits(ALL ^ own ^ other))[::4]:
            for plies in (1, 3, 5):
                truth = wins_within(other, own | move, plies)
                assert search.has_loss(move.bit_length() - 1, plies) == truth
                found[truth] += 1
    assert min(found.values()) > 10


# ------------------------------------------------------------------ the tree


def plain_merit(own: int, other: int, cell: int) -> int:
    merit = 0
    for line in LINES:
        mine, theirs = (line & own).bit_count(), (line & other).bit_count()
        if line & cell and not (mine and theirs):
            merit += (1, 2, 2, 0)[mine] if not theirs else (0, 1, 3, 0)[theirs]
    return merit


def plain_worth(own: int, other: int) -> int:
    worth = 0
    for line in LINES:
        mine, theirs = (line & own).bit_count(), (line & other).bit_count()
        if not (mine and theirs):
            worth += (0, ONE, TWO, 0)[mine] - (0, ONE, TWO, 0)[theirs]
    return worth


class Watched(Search):
    """Tells of every position that it comes to: the marks are recovered from the moves."""

    checked = 0
    marks: list[int]

    def play(self, cell: int, side: int, *rest: int) -> int:
        self.marks[side] |= 1 << cell
        score = super().play(cell, side, *rest)  # type: ignore[arg-type]
        self.marks[side] ^= 1 << cell
        return score

    def search(self, side: int, *rest: int) -> int:
        worth, depth, ply = rest[8], rest[9], rest[12]
        own, other = self.marks[side], self.marks[1 - side]
        assert worth == plain_worth(own, other)
        assert rest[5] == finishing(other, own)
        if depth > 0 and not rest[5]:  # where there is a choice
            for cell in bits(ALL ^ own ^ other):
                digits = self.merits[10 * ply + 5 * side : 10 * ply + 5 * side + 5]
                merit = sum(1 << n for n, digit in enumerate(digits) if digit & cell)
                assert merit == plain_merit(own, other, cell)
        self.checked += 1
        return super().search(side, *rest)  # type: ignore[arg-type]


def test_what_moves_change_is_what_a_plain_count_says() -> None:
    checked = 0
    for position in positions(8, (2, 14), seed=5):
        own, other = marks_of(position)
        if finishing(own, other) or finishing(other, own):
            continue
        search = Watched(qubic_tables())
        table = PackedTable(1)
        search.use_table(table.words, table.mask)
        search.use_clock(Clock(Limits()))
        search.set_position(own, other, position.to_move)
        search.marks = [own, other]
        for move in position.legal_moves()[:8]:
            search.search_move(move, 3, -INNER_WIN, INNER_WIN)
        checked += search.checked
    assert checked > 100


def test_what_a_move_is_worth_does_not_depend_on_the_moves_searched_before_it() -> None:
    """But for what the tables remember. A win by fours in one branch shows which answers
    are no good there; in the next branch that would leave out answers that are."""
    scores = set()
    for position in positions(8, (9, 13), seed=6):
        core = QubicCore(GAME, 1)
        core.begin(position.copy(), Clock(Limits()))
        for move in position.legal_moves()[:12]:
            core.clear()
            score = core._search.search_move(move, 5, -INNER_WIN, INNER_WIN)
            alone = search_at(position)
            assert alone.search_move(move, 5, -INNER_WIN, INNER_WIN) == score
            scores.add(score)
    assert min(scores) < -INNER_PROVEN
    assert max(scores) > INNER_PROVEN
