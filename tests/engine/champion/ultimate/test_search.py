"""What the search of ultimate may leave out, and what it may not: against searches that do not."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.flat import inward, outward
from linemate.engine.champion.ultimate.board import ENDLESS, MERIT_BIAS
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.exact import NEVER, TO_THE_END
from linemate.engine.champion.ultimate.search import HISTORY_BITS
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import Entry, certain
from tests.claims import any_true_entry, check_claims, worth_a_search
from tests.reference.minimax import Value, solve, values_of_moves
from tests.ultimates import (
    EVERY_VARIANT,
    begun,
    late_position,
    plain_value,
    playable_cells,
    random_position,
)

# The least score that is a proven win, and the least that is not a proven loss.
WON, DRAW = PROVEN + 1, -PROVEN

# -------------------------------------------------------------- the order of moves


def test_a_move_that_has_refuted_others_is_tried_earlier_and_they_later() -> None:
    """What has happened elsewhere in the tree decides between moves that look alike."""
    core = begun(Ultimate({}), Ultimate({}).start())
    search = core._search
    merits = search.merits_at(0, 4, 0)
    *earlier, last = sorted(merits, key=lambda move: -merits[move])
    for index, move in enumerate([*earlier, last]):
        search.merits[index] = search.merits[index] & ~127 | move
    search.note_refutation(0, last, 0, len(merits), 30)
    search.weigh(0, 4, 0, ENDLESS)
    search.add_history(0, 0, search.ends[0])
    gained = {item & 127: (item >> 7) - MERIT_BIAS for item in search.merits[: len(merits)]}
    assert gained[last] > merits[last]
    assert all(gained[move] < merits[move] for move in earlier)


def test_a_history_stays_within_its_bounds_however_often_a_move_refutes() -> None:
    core = begun(Ultimate({}), Ultimate({}).start())
    search = core._search
    search.merits_at(0, 4, 0)
    for _ in range(1000):
        search.note_refutation(0, search.merits[0] & 127, 0, search.ends[0], TO_THE_END)
    assert max(search.history) <= 1 << HISTORY_BITS
    assert min(search.history) >= -1 << HISTORY_BITS


def test_a_core_that_was_cleared_searches_as_a_new_one_does() -> None:
    """What has refuted what is remembered beside the table, and forgotten with it."""
    game = Ultimate({})
    position = random_position(game, Random(5), 12)
    nodes = []
    core = begun(game, position)
    for _ in range(2):
        core.begin(position.copy(), Clock(Limits(infinite=True)))
        for depth in range(1, 7):
            core.search_move(position.legal_moves()[0], depth, -WIN, WIN)
        nodes.append(core.nodes)
        core.clear()
    assert nodes[0] == nodes[1]


# -------------------------------------------------------------- late moves, far-off estimates


def check_five_plies(game: Ultimate, position: UltimatePosition, move: int) -> None:
    """Hold an exhaustive search, with a full window and with narrow ones, to a plain search."""
    position.play(move)
    value = -plain_value(game, position, 4, 1, -WIN, WIN)
    position.undo()
    core = begun(game, position, exhaustive=True)
    assert core.search_move(move, 5, -WIN, WIN) == value
    for beta in (value, value + 1):
        core.clear()
        assert (core.search_move(move, 5, beta - 1, beta) >= beta) == (value >= beta)


@EVERY_VARIANT
def test_an_exhaustive_search_of_five_plies_is_that_of_plain_minimax(
    options: dict[str, str],
) -> None:
    game, random = Ultimate(options), Random(1)
    for plies in (20, 28, 34):
        position = random_position(game, random, plies)
        while not 5 <= len(position.legal_moves()) <= 7:
            position = random_position(game, random, plies)
        for move in random.sample(position.legal_moves(), k=2):
            check_five_plies(game, position, move)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("8o/4o4/3x5/3ox4/x3o1xxx/4ox3/1x4ox1/5oo1o/3xo2x1 o 4", 27),
        ("1oo1x2ox/xxxoxox1o/1x1o2x1o/xx1x2x1o/3o3o1/oo3x2o/oooo3o1/xo3xx2/1oxxx1xx1 o 5", 37),
    ],
)
def test_an_exhaustive_search_finds_late_what_a_reduced_one_misses(text: str, move: int) -> None:
    """The best reply is the fifth or a later one in the order, and shows it with the last ply."""
    game = Ultimate()
    check_five_plies(game, game.read_position(text), move)


@pytest.mark.parametrize("width", [1, 3])
def test_a_late_move_that_looks_good_is_searched_again_to_the_full_depth(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replies to a move are reduced, once; none may refute it that does not at full depth."""
    monkeypatch.setattr("linemate.engine.champion.ultimate.search.FUTILE_DEPTH", 0)
    game, random = Ultimate(), Random(2)
    for _ in range(12):
        position = random_position(game, random, random.randrange(8, 30))
        while playable_cells(position) <= 34 or len(position.legal_moves()) > 9:
            position = random_position(game, random, random.randrange(8, 30))
        full, core = (begun(game, position, exhaustive=exhaustive) for exhaustive in (True, False))
        for move in position.legal_moves():
            value = full.search_move(move, 5, -WIN, WIN)
            core.clear()
            assert core.search_move(move, 5, value - width, value) >= value


@EVERY_VARIANT
def test_what_a_search_with_reductions_calls_proven_is_true_at_every_depth(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes no attempts to solve the position, which would know it all."""
    monkeypatch.setattr("linemate.engine.champion.ultimate.core.SOLVABLE", 0)
    game, random, claims = Ultimate(options), Random(3), set()
    for _ in range(8):
        position = late_position(game, random, 12)
        core, truth = begun(game, position), values_of_moves(position, {})
        for depth in range(1, 13):
            for move, value in truth.items():
                score = core.search_move(move, depth, -WIN, WIN)
                if score > PROVEN:
                    assert PROVEN < score <= value
                elif score < -PROVEN:
                    assert score == value
                elif depth == 12:
                    assert value == score == 0
                claims.add((score > PROVEN, score < -PROVEN))
    assert len(claims) == 3


def test_no_estimate_hides_a_win_within_three_plies() -> None:
    """Where the window is among proven scores, an estimate is no answer however far off it is."""
    game, random, found = Ultimate(), Random(4), 0
    for _ in range(150):
        position = random_position(game, random, random.randrange(35, 55))
        core = begun(game, position)
        core._result = -1  # no attempt to solve
        for move in position.legal_moves():
            if core.has_win(move, 3) and not core.has_win(move, 1):
                found += 1
                assert core.search_move(move, 4, WON - 1, WON) >= WON
    assert found > 10


def places_below(
    game: Ultimate, position: UltimatePosition, memory: dict[int, Value], rng: Random
) -> list[tuple[int, int]]:
    """Return the keys in the core's table of positions that can come of this one; their scores."""
    core, places = begun(game, position), {}
    for _ in range(100):
        later = position.copy()
        for _ in range(rng.randrange(1, 7)):
            if later.outcome() is None:
                later.play(rng.choice(later.legal_moves()))
        if later.outcome() is None:
            core.begin(later.copy(), Clock(Limits()))
            place = core._search.key(later.to_move, later.target, 0)
            result, plies = solve(later, memory)
            places[place] = result * (WIN - plies)
    return list(places.items())


def remember(core: UltimateCore, place: int, entry: Entry) -> None:
    depth, score, bound, move = entry
    core._search.store(place, depth, inward(score), bound, move & 127, 0)


def as_entry(word: int) -> Entry:
    """Return what a word of the table says."""
    score = (word >> 9 & 0xFFFF) - (1 << 15)
    return word >> 25 & 127, outward(score), word >> 7 & 3, word & 127


@EVERY_VARIANT
def test_an_exhaustive_search_is_exact_within_its_depth_whatever_true_the_table_holds(
    options: dict[str, str],
) -> None:
    """A win that is longer than the depth may hide a shorter one, and is no reason to look for
    none when the depth is greater."""
    game, rng, tried = Ultimate(options), Random(7), 0
    while tried < 12:
        position = late_position(game, rng, rng.randrange(8, 13))
        memory: dict[int, Value] = {}
        scores = values_of_moves(position, memory)
        if not worth_a_search(scores):
            continue
        tried += 1
        places = places_below(game, position, memory, rng)
        for _ in range(10):
            core = begun(game, position, exhaustive=True, megabytes=1)  # all of it is read
            for place, score in places:
                entry = any_true_entry(score, rng)
                if entry is not None and rng.random() < 0.5:
                    remember(core, place, entry)
            for _ in range(3):
                check_claims(core, scores, 2, rng)
            for word in filter(None, core._table.words.tolist()[1::2]):
                assert certain(as_entry(word)) == as_entry(word)


# -------------------------------------------------------------- tables that others write to


def put_lies(core: UltimateCore, places: list[int], torn: bool) -> None:
    """Fill both tables with entries that say "won at once": whole ones, or each half of another.

    So an entry looks when two processes have written it at a time.
    """
    lies = [TO_THE_END << 25 | (inward(WIN - plies) + (1 << 15)) << 9 for plies in (1, 3)]
    table, wins = core._table.words, core._wins.words
    for place in places:
        for half in (0, 2):
            start = ((place & core._table.mask) << 2) + half
            table[start] = place ^ lies[torn]
            table[start + 1] = lies[0]
        start = (place & len(wins) // 2 - 1) << 1
        wins[start] = place ^ (3 if torn else 1)
        wins[start + 1] = 1


def is_fooled(core: UltimateCore, places: list[int], scores: dict[int, int], torn: bool) -> bool:
    """Tell whether anything that the core says of the moves is false."""
    wrong = False
    for move, score in scores.items():
        put_lies(core, places, torn)
        wrong |= core.search_move(move, 12, -WIN, WIN) != score
        for plies in (3, 5):
            put_lies(core, places, torn)
            wrong |= core.has_win(move, plies) != (score > PROVEN and WIN - score <= plies)
    return wrong


@EVERY_VARIANT
def test_an_entry_that_two_have_written_at_a_time_is_taken_for_none(
    options: dict[str, str],
) -> None:
    game, rng, fooled = Ultimate(options), Random(8), 0
    for _ in range(6):
        position = late_position(game, rng, 10)
        memory: dict[int, Value] = {}
        scores = values_of_moves(position, memory)
        places = [place for place, _ in places_below(game, position, memory, rng)]
        core = begun(game, position, exhaustive=True)
        put_lies(core, places, torn=True)
        assert {core._search.known_result(place) for place in places} <= {NEVER}
        assert not is_fooled(core, places, scores, torn=True)
        fooled += is_fooled(core, places, scores, torn=False)
    assert fooled, "lies that are whole are believed, or this shows nothing"
