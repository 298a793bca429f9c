"""The two pipes by themselves: whatever bytes go in, and whoever stops listening."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.protocol.conversation import LineWriter, read_lines
from linemate.protocol.messages import LONGEST_LINE


def read_all(*blocks: bytes) -> list[str | None]:
    """What comes out of a pipe into which these blocks are written, one after the other."""
    reading, writing = os.pipe()

    def write() -> None:
        for block in blocks:
            while block:
                block = block[os.write(writing, block) :]
        os.close(writing)

    writer = Thread(target=write)
    writer.start()
    try:
        return list(read_lines(reading))
    finally:
        writer.join()
        os.close(reading)


def test_each_line_comes_without_its_line_feed() -> None:
    assert read_all(b"ugi\nisready\n\nquit\n") == ["ugi", "isready", "", "quit"]


def test_nothing_at_all_is_no_line() -> None:
    assert read_all() == []


def test_half_a_line_at_the_end_of_input_is_a_line() -> None:
    assert read_all(b"ugi\nqui") == ["ugi", "qui"]


def test_a_line_may_arrive_in_pieces() -> None:
    assert read_all(b"is", b"rea", b"dy\nqu", b"it\n") == ["isready", "quit"]


def test_bytes_that_are_no_text_are_replaced_one_by_one() -> None:
    assert read_all(b"go\xff\xfe depth 1\n\x00quit\x00\n") == [
        "go\ufffd\ufffd depth 1",
        "\x00quit\x00",
    ]


def test_a_character_that_is_cut_off_at_the_end_of_input_is_replaced() -> None:
    assert read_all("né".encode()[:-1]) == ["n\ufffd"]


def test_the_longest_line_is_read_and_a_longer_one_is_dropped() -> None:
    longest = b"a" * LONGEST_LINE
    assert read_all(longest + b"\nquit\n") == [longest.decode(), "quit"]
    assert read_all(longest + b"a\nquit\n") == [None, "quit"]


@pytest.mark.parametrize("times", [2, 3, 10])
def test_a_dropped_line_takes_nothing_of_the_next_one_with_it(times: int) -> None:
    assert read_all(b"ugi\n" + b"a" * LONGEST_LINE * times + b"\nisready\n") == [
        "ugi",
        None,
        "isready",
    ]


def test_a_dropped_line_is_told_of_once_even_without_its_end() -> None:
    assert read_all(b"a" * LONGEST_LINE * 5 + b"a") == [None]


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_lines_do_not_depend_on_how_the_bytes_arrive(blocks: list[bytes]) -> None:
    data = b"".join(blocks)
    lines = data.split(b"\n")
    if not lines[-1]:
        del lines[-1]
    assert read_all(*blocks) == [line.decode(errors="replace") for line in lines]


# ------------------------------------------------------------------ lines out


@pytest.fixture
def pipe() -> Iterator[list[int]]:
    """Its reading and writing end; a test may close one and take it out."""
    ends = list(os.pipe())
    yield ends
    for end in ends:
        os.close(end)


def never() -> None:
    raise AssertionError("nobody has closed it")


def test_lines_are_written_with_a_line_feed_each(pipe: list[int]) -> None:
    LineWriter(pipe[1], never)("id name Linemate", "ugiok")
    assert os.read(pipe[0], 1000) == b"id name Linemate\nugiok\n"


def test_text_that_is_no_unicode_can_be_written(pipe: list[int]) -> None:
    """A lone surrogate: what a file name or an argument with broken bytes becomes."""
    LineWriter(pipe[1], never)("bad move '\udc80'")
    assert os.read(pipe[0], 1000) == b"bad move '?'\n"


def test_lines_of_many_threads_are_never_mixed(pipe: list[int]) -> None:
    """Each is longer than what a pipe takes at once, so that each takes several writes."""
    write = LineWriter(pipe[1], never)
    texts = [mark * 100_000 for mark in "abcd"]
    threads = [Thread(target=write, args=(text, text)) for text in texts]
    for thread in threads:
        thread.start()
    received = b""
    while len(received) < 8 * 100_001:
        received += os.read(pipe[0], 1 << 16)
    for thread in threads:
        thread.join()
    lines = received.decode().split("\n")
    assert sorted(lines[:-1:2]) == sorted(lines[1::2]) == texts


def test_a_closed_pipe_is_told_of_once_and_never_raises(pipe: list[int]) -> None:
    closed: list[bool] = []
    write = LineWriter(pipe[1], lambda: closed.append(True))
    os.close(pipe.pop(0))
    for _ in range(3):
        write("readyok")
    assert closed == [True]
