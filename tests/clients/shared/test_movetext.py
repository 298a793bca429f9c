"""The move text of PGN: what is written is read again, and nothing that is wrong is half read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linemate.clients.shared.game_files import StoredGame, check_game
from linemate.clients.shared.movetext import MOST_NESTED, MOST_NODES
from linemate.clients.shared.pgn import Occasion, Participant, compose, describe, read_pgn
from linemate.clients.shared.records import Ending, RecordError
from linemate.clients.shared.values import read_game
from linemate.clients.shared.variations import Node, check_tree, list_nodes
from linemate.engine.core import LinemateError
from linemate.engine.registry import make_game
from tests.damage import damaged

TAG = '[Variant "tictactoe"]\n\n'
SEATS = Participant("X"), Participant("O")
OCCASION = Occasion("Tea", "2026-01-02T03:04:05+00:00")


def read(moves: str) -> StoredGame:
    (game,) = read_pgn(TAG + moves)
    return check_game(game)


def listed(root: Node) -> list[tuple[int, str, str, tuple[int, ...]]]:
    rows = list_nodes(root)
    return [(row.parent, row.node.move, row.node.comment, row.node.nags) for row in rows]


def write(root: Node, ending: Ending | None = None, start: str | None = None) -> str:
    return compose(describe("tictactoe", start, root, SEATS, ending, OCCASION))


def move_text(text: str) -> str:
    return " ".join(text.partition("\n\n")[2].split())


def test_variations_comments_and_signs_are_read_and_written_in_their_places() -> None:
    text = "{First.} 1. b2 $1 {good} (1. a1 b2 (1... c3 {why}) 2. c1) 1... a1 $6 (1... b1) 2. c3 *"
    root = read(text).root
    assert root.comment == "First."
    assert listed(root) == [
        (-1, "b2", "good", (1,)),
        (0, "a1", "", (6,)),
        (1, "c3", "", ()),
        (0, "b1", "", ()),
        (-1, "a1", "", ()),
        (4, "b2", "", ()),
        (5, "c1", "", ()),
        (4, "c3", "why", ()),
    ]
    assert move_text(write(root)) == text


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("1.b2! a1?! *", "1. b2 $1 a1 $6 *"),
        ("1. b2 !! a1 ?? 2. c3!? *", "1. b2 $3 a1 $4 2. c3 $5 *"),
        ("1. b2 (1. ... a1) *", "1. b2 (1. a1) *"),
        ("1. b2 ( {so} 1. a1 {and so} *) a1 *", "1. b2 (1. a1 {so and so}) 1... a1 *"),
        ("1. b2 ; to the end\n a1 *", "1. b2 {to the end} a1 *"),
        ("1. b2 {a}{b} a1 (1... c1) {c} 2. c3 *", "1. b2 {a b} a1 {c} (1... c1) 2. c3 *"),
        ("1. b2 (1. b2 a1) (1. b2 c1) *", "1. b2 a1 (1... c1) *"),
    ],
)
def test_what_others_write_is_kept_in_our_words(theirs: str, ours: str) -> None:
    assert move_text(write(read(theirs).root)) == ours


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("(1. b2) *", "a variation before any move"),
        ("1. b2 ((1. a1)) *", "behind move 1|a variation before any move"),
        ("1. b2 a1 (1... c1 *", r"behind move 2, 'c1': a variation without its '\)'"),
        ("1. b2 a1) *", r"behind move 2, 'a1': a '\)' without a '\('"),
        ("1. b2 () *", "a variation without a move"),
        ("1. b2 ({but}) *", "a variation without a move"),
        ("$1 1. b2 *", "a sign before any move"),
        ("1. b2 ($1 1. a1) *", "a sign before any move"),
        ("1. b2 $256 *", r"behind move 1, 'b2': bad sign '\$256'"),
        ("1. b2 $1000 *", r"move 2: .*'\$1000'"),
        ("1. b2 (1. d9) *", "move 1 in the variation d9 of move 1: bad move 'd9'|'d9'"),
        ("1. b2 a1 (1... b2) *", "move 2 in the variation b2 of move 2: illegal move 'b2'"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_half_read(moves: str, problem: str) -> None:
    with pytest.raises(LinemateError, match=problem):
        read(moves)


def test_a_fault_in_one_game_leaves_the_others_to_be_read() -> None:
    first, second = read_pgn(f"{TAG}1. b2 (1. a1 *\n\n{TAG}1. a1 *\n")
    with pytest.raises(RecordError, match="without its"):
        check_game(first)
    assert len(check_game(second).moves) == 1


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ("1. b2 " + "(1. a1 " * 100_000, f"more than {MOST_NESTED} variations in one another"),
        ("1. b2 " + "(" * 100_000, "a variation before any move"),
        ("1. b2 " + ")" * 100_000, r"a '\)' without a '\('"),
        ("1. b2 " + "(1. a1) " * 100_000, f"more than {MOST_NODES} moves"),
        ("1. b2 " + "()" * 100_000, "a variation without a move"),
    ],
)
def test_no_number_of_parentheses_is_too_much_for_a_clear_error(moves: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        read(moves + "*")


def test_a_hundred_thousand_comments_on_one_move_are_one_comment() -> None:
    assert len(read("1. b2 " + "{a}" * 100_000 + " a1 *").comments[0]) == 199_999


def test_variations_may_lie_in_one_another_as_often_as_the_largest_game_has_moves() -> None:
    """Nothing may call itself: each variation is in place of a move of the one before."""
    words = "mnk width=22 height=22 row=22"
    game = read_game(words.split())
    position = game.start()
    root = last = Node()
    while position.outcome() is None:
        other, move = (position.legal_moves() * 2)[:2]
        last.following = [Node(game.write_move(other)), Node(game.write_move(move))]
        last = last.following[1]
        position.play(move)
    assert len(position.history) > 400
    checked = check_tree(game, game.start(), root)
    (read_again,) = read_pgn(compose(describe(words, None, checked, SEATS, None, OCCASION)))
    assert listed(check_game(read_again).root) == listed(checked)


def test_the_end_of_a_game_is_never_taken_for_a_comment_nor_a_comment_for_the_end() -> None:
    for comment in ("", "before"):
        for told in ("", "X resigned"):
            ending = Ending(1, "resignation", told)
            for root in (Node(comment=comment), Node("", comment, (), [Node("b2", comment)])):
                (game,) = read_pgn(write(root, ending))
                stored = check_game(game)
                assert stored.termination == ending
                assert (stored.root.comment, listed(stored.root)) == (comment, listed(root))


COMMENTS = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def trees(draw: st.DrawFn) -> Node:
    """Draw a game with variations: moves from places of the tree that is there already."""
    game = make_game("tictactoe")
    root = Node(comment=draw(COMMENTS))
    places = [(root, game.start())]
    for _ in range(draw(st.integers(0, 12))):
        node, position = places[draw(st.integers(0, len(places) - 1))]
        legal = list(position.legal_moves())
        if position.outcome() is None and legal:
            move = legal[draw(st.integers(0, len(legal) - 1))]
            after = position.copy()
            after.play(move)
            nags = draw(st.lists(st.integers(0, 255), max_size=3, unique=True))
            node.following.append(Node(game.write_move(move), draw(COMMENTS), tuple(nags)))
            places.append((node.following[-1], after))
    return check_tree(game, game.start(), root)


@settings(max_examples=150, deadline=None)
@given(trees())
def test_a_tree_that_is_written_and_read_is_the_same(root: Node) -> None:
    """Comments are written with single blanks, without braces and controlling characters."""
    text = write(root)
    (game,) = read_pgn(text)
    stored = check_game(game)
    again = write(stored.root)
    assert again == text
    assert [row[:2] + row[3:] for row in listed(stored.root)] == [
        row[:2] + row[3:] for row in listed(root)
    ]
    assert [bool(row[2]) for row in listed(stored.root)] == [
        bool(row[2].split()) for row in listed(root)
    ]
    (twice,) = read_pgn(again)
    assert listed(check_game(twice).root) == listed(stored.root)
    assert check_game(twice).root.comment == stored.root.comment


@settings(max_examples=200, deadline=None)
@given(damaged((TAG + "{a} 1. b2! $3 {b} (1. a1 (1. c3 b2) b2) 1... a1 (1... c1 {c}) 2. c3 *\n",)))
def test_of_damaged_variations_nothing_but_a_documented_error_comes(text: str) -> None:
    for game in read_pgn(text):
        try:
            stored = check_game(game)
        except LinemateError:
            continue
        write(stored.root, start=stored.start)
