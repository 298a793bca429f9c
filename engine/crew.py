"""A crew: the processes that search one position together, and the memory that they share.

Number 0 is the engine, the others are its helpers (`helper.py`, which `protocol/helpers.py`
starts). Every member makes the same searcher, and so asks for the same blocks of memory in the same
order: what one writes into a block the others read there. Nobody is locked out while another
writes, so whoever reads has to see for himself that what he reads belongs together.

The first block is for orders and counts, in 64-bit words:

    word 0    the number of the search that is going on, or 0
    word n    what member n has visited for a search: its number above NODE_BITS, then the nodes

An engine without helpers is a crew of one, with memory of its own.
"""

from __future__ import annotations

import mmap
import os
from contextlib import suppress

LARGEST_CREW = 64
WORD = 8  # bytes
NODE_BITS = 40
# So much of a block, in bytes, is had from the system before it is needed. That takes a tenth of a
# millisecond for each megabyte in large pages, and a millisecond in small ones.
LARGEST_AHEAD = 1 << 28
LARGE_PAGE = 1 << 21


class Block:
    """Zeros for this process alone, in 64-bit words; memory is taken in large pages."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.words = memoryview(_zeros(size)).cast("Q")

    def clear(self) -> None:
        """Make it zeros again; `words` are others from then on."""
        self.words = memoryview(_zeros(self._size)).cast("Q")


class SharedBlock(Block):
    """Zeros that all members of a crew have in common; only the engine clears them."""

    def __init__(self, mapped: mmap.mmap, is_owner: bool) -> None:
        self._mapped = mapped
        self._is_owner = is_owner
        _prefer_large_pages(mapped)
        self.words = memoryview(mapped).cast("Q")

    def clear(self) -> None:
        if not self._is_owner:
            return
        try:
            self._mapped.madvise(mmap.MADV_REMOVE)
        except (AttributeError, OSError):  # not every system can give the pages back
            for start in range(0, len(self._mapped), mmap.PAGESIZE):
                page = slice(start, min(start + mmap.PAGESIZE, len(self._mapped)))
                self._mapped[page] = bytes(page.stop - page.start)


class Memory:
    """Where the tables of a searcher are: here, with this process alone."""

    is_shared = False

    def block(self, size: int) -> Block:
        """Return the next block, of so many bytes."""
        return Block(size)


class SharedMemory(Memory):
    """A file without a name, known by its descriptor. Who makes it decides how large it is."""

    is_shared = True

    def __init__(self, descriptor: int | None = None) -> None:
        """Make new memory, or take what another has made. Raises OSError if there is none."""
        self._is_owner = descriptor is None
        self.descriptor = _make_file() if descriptor is None else descriptor
        self._end = 0

    def block(self, size: int) -> Block:
        start = self._end
        self._end += -(-size // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        if self._is_owner:
            os.ftruncate(self.descriptor, self._end)
        flags = mmap.MAP_SHARED
        if not self._is_owner and size <= LARGEST_AHEAD:
            # Page by page, in mid-search, it would cost the engine a quarter of a short one.
            flags |= getattr(mmap, "MAP_POPULATE", 0)
        mapped = mmap.mmap(self.descriptor, size, flags=flags, offset=start)
        return SharedBlock(mapped, self._is_owner)

    def close(self) -> None:
        """Hand out no more blocks. Those that there are stay."""
        os.close(self.descriptor)


class Crew:
    """What one member knows of it: his number, how many they are, their memory, the search."""

    def __init__(self, number: int = 0, size: int = 1, memory: Memory | None = None) -> None:
        self.number = number
        self.size = size
        self.memory = memory or Memory()
        self.search = 0  # the number of the one that this member takes part in
        self._control = self.memory.block(WORD * LARGEST_CREW).words

    def begin(self) -> int:
        """Begin a search, as the engine, and return its number."""
        self.search += 1
        self._control[0] = self.search
        return self.search

    def end(self) -> None:
        """End the search: the helpers see it when they next look at their clocks."""
        self._control[0] = 0

    def join(self, search: int) -> None:
        """Take part in the search of that number, as a helper."""
        self.search = search

    def is_searching(self) -> bool:
        """Return whether the search that this member takes part in is still going on."""
        return self._control[0] == self.search

    def count(self, nodes: int) -> None:
        """Let the engine know how many nodes this helper has visited."""
        self._control[self.number] = self.search << NODE_BITS | nodes

    def nodes_of_helpers(self) -> int:
        """Return how many nodes the helpers have visited for the present search."""
        counts = self._control[1 : self.size].tolist()
        return sum(
            count & (1 << NODE_BITS) - 1 for count in counts if count >> NODE_BITS == self.search
        )


def _zeros(size: int) -> mmap.mmap | bytearray:
    try:
        mapped = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
    except OSError:
        return bytearray(size)
    _prefer_large_pages(mapped)
    # The first nodes of a search would ask for nearly all of these pages. One alone may take
    # milliseconds, where the system has to look for memory, with no look at the clock meanwhile.
    for start in range(0, min(size, LARGEST_AHEAD), LARGE_PAGE):
        mapped[start] = 0
    return mapped


def _prefer_large_pages(mapped: mmap.mmap) -> None:
    """Ask for large pages, where there are such: small ones cost a fast search a third of its
    time at first, as each has to be handed out by itself.
    """
    with suppress(AttributeError, OSError):
        mapped.madvise(mmap.MADV_HUGEPAGE)


def _make_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("linemate")
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        return os.dup(file.fileno())
