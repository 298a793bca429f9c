"""The checker of nineboard's certificates: what it accepts is true, what it refuses has a gap."""

from __future__ import annotations

from base64 import b64decode, b64encode
from functools import cache
from typing import Any
from zlib import compress, decompress

import pytest

from linemate.engine.games.nineboard import NineBoard
from linemate.engine.tools.prove_nineboard_check import (
    SYMMETRIES,
    Checker,
    GapError,
    read_position,
    smallest_image,
)
from linemate.engine.tools.prove_nineboard_solve import Solver

# x, to move, wins within 19 plies; found after 20 plies of random safe play.
WON = "1o7/3x2x1o/3o2o2/4oo2x/7x1/1xx4o1/x1xo5/3x1o3/5xo2 x 4"


def pack(symbols: str) -> str:
    return b64encode(compress(symbols.encode())).decode()


def unpack(proof: str) -> str:
    return decompress(b64decode(proof)).decode()


@cache
def won_line() -> dict[str, Any]:
    game = NineBoard()
    return Solver(game, 1).solve(game.read_position(WON), 1_000_000)


def check(line: dict[str, Any], *others: dict[str, Any], full_draws: bool = False) -> None:
    lines = {each["position"]: each for each in (line, *others)}
    Checker(lines, full_draws).check(line["position"])


def test_a_proof_of_the_solver_is_accepted() -> None:
    line = won_line()
    assert line["value"] == "x"
    check(line)


def test_without_any_one_of_its_symbols_a_proof_has_a_gap() -> None:
    symbols = unpack(won_line()["proofs"][0])
    assert len(symbols) > 20
    for left_out in range(len(symbols)):
        shorter = symbols[:left_out] + symbols[left_out + 1 :]
        with pytest.raises(GapError):
            check(won_line() | {"proofs": [pack(shorter)]})


def test_symbols_at_the_end_that_nobody_reads_are_a_gap() -> None:
    symbols = unpack(won_line()["proofs"][0])
    with pytest.raises(GapError, match="more words"):
        check(won_line() | {"proofs": [pack(symbols + "5")]})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"plies": 17}, "won within 19 plies, not 17"),
        ({"plies": None}, "not None"),
        ({"value": "o"}, "WON"),
        ({"value": "z"}, "expected x, o or draw"),
        ({"value": None}, "expected x, o or draw"),
        ({"value": "draw"}, "expected 2 proofs"),
        ({"proofs": []}, "expected 1 proofs"),
        ({"proofs": None}, "expected 1 proofs"),
        ({"proofs": [7]}, "not a text"),
        ({"proofs": ["%%"]}, "cannot be unpacked"),
        ({"proofs": [b64encode(b"no zlib").decode()]}, "cannot be unpacked"),
        ({"proofs": [b64encode(compress(b"1")[:-1]).decode()]}, "cannot be unpacked"),
        ({"proofs": [pack("0")]}, "expected a digit"),
        ({"proofs": [pack("")]}, "breaks off"),
        ({"proofs": [pack("5")]}, "is not legal"),
        ({"proofs": [pack("c1")]}, "not reached within 3 plies"),
        ({"proofs": [pack("*")]}, "no line of the file"),
        ({"proofs": [pack("+1")]}, "no line of the file"),
    ],
)
def test_a_line_that_says_something_else_has_a_gap(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(GapError, match=problem.replace("WON", WON.split(" ", maxsplit=1)[0])):
        check(won_line() | change)


def test_a_line_may_refer_to_others_but_never_to_itself_or_to_what_is_open() -> None:
    """With `*` at its root a line would bear itself out."""
    game = NineBoard()
    symbols = unpack(won_line()["proofs"][0])
    position = game.read_position(WON)
    move = game.parse_move("4" + symbols[0])
    position.play(move)
    after = Solver(game, 1).solve(position, 1_000_000)
    by_reference = won_line() | {"proofs": [pack("+" + symbols[0])], "plies": after["plies"] + 1}
    check(by_reference, after)
    mirrored = next(
        text
        for symmetry in game.symmetries()
        if (text := game.write_position(game.transform(position, symmetry))) != after["position"]
    )
    check(by_reference, after | {"position": mirrored})
    with pytest.raises(GapError, match="no line of the file"):
        check(by_reference, {"position": after["position"], "value": "open"})
    with pytest.raises(GapError, match="no line of the file"):
        check(by_reference, after | {"value": "o"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9/9/9 x -",
        "9/9/9/9/9/9/9/9/9 x",
        "9/9/9/9/9/9/9/9/9 o -",  # not his turn
        "9/9/9/9/9/9/9/9/9 xo -",
        "9/9/9/9/9/9/9/9/9 x 0",
        "9/9/9/9/9/9/9/9/8 x -",
        "9/9/9/9/9/9/9/9/55 x -",
        "9/9/9/9/9/9/9/9/z8 x -",
        "xxx6/ooo6/9/9/9/9/9/9/9 x -",  # over
        "xoxxoooxx/9/9/9/9/9/9/9/o8 x 1",  # a full board
    ],
)
def test_a_position_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(GapError):
        read_position(text)


def test_it_knows_the_symmetries_of_the_game() -> None:
    game = NineBoard()
    assert len(set(map(tuple, SYMMETRIES))) == 8
    position = game.read_position(WON)
    images = [game.transform(position, symmetry) for symmetry in game.symmetries()]
    places = [read_position(game.write_position(image))[0] for image in images]
    assert len(set(places)) == 8
    assert len(set(map(smallest_image, places))) == 1
