"""The move text of PGN: a tree of moves as words, and the words as a tree.

    {Before the first move.} 1. d4 {+0.31/5 0.102s} e5 $6 {doubtful} (1... d5 2. e5 (2. c3)) 2. c3

A variation stands in parentheses behind the move that it is in place of, and may have others in
it. `$1` to `$6` are `!`, `?`, `!!`, `??`, `!?` and `?!`, which may also stand right behind a move
when it is read. Of two comments behind a move both are kept, joined; so is one that a variation
begins with, behind its first move.
"""

from __future__ import annotations

import re
from collections import defaultdict

from linemate.clients.shared.variations import SIGNS, Node

MOST_NODES = 10_000  # moves of one game, all its variations together
MOST_NESTED = 500  # variations in one another; no game has so many moves
MOST_NAGS = 255  # the largest number that PGN knows

_NUMBER = re.compile(r"\d*+\.++")
_SIGN = re.compile(r"[!?]{1,2}$")
_NAG = re.compile(r"\$(\d{1,3})", re.ASCII)
_NAG_OF = {sign: number for number, sign in SIGNS.items()}

# ------------------------------------------------------------------ writing


def list_words(root: Node, side: int) -> list[str]:
    """Return the words of a game's moves, a comment being several; `side` moves first, 0 or 1."""
    words = split_comment(root.comment)
    numbered = False  # whether the next move of o needs no number
    # Moves that are still to be written, with the variations in their place; None ends a variation.
    pending: list[tuple[Node, int, list[Node], str] | None] = []

    def write_on(node: Node, ply: int) -> None:
        if node.following:
            pending.append((node.following[0], ply, node.following[1:], ""))

    write_on(root, side)
    while pending:
        item = pending.pop()
        if item is None:
            words[-1] += ")"
            numbered = False
            continue
        node, ply, variations, bracket = item
        if ply % 2 == 0 or bracket or not numbered:
            words.append(f"{bracket}{ply // 2 + 1}{'...' if ply % 2 else '.'}")
        words += [node.move, *(f"${nag}" for nag in node.nags), *split_comment(node.comment)]
        numbered = True
        write_on(node, ply + 1)
        for other in reversed(variations):
            pending += [None, (other, ply, [], "(")]
    return words


def split_comment(text: str) -> list[str]:
    """Return a comment's words, in braces; of an empty one, none."""
    plain = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"{{{plain}}}".split() if plain else []


# ------------------------------------------------------------------ reading


class MovetextReader:
    """Takes in one word or comment after the other; `finish` when there are no more.

    `fault` is the first thing that was wrong, and what comes behind it is not read.
    """

    def __init__(self) -> None:
        self.root = Node()
        self.fault = ""
        self._last = self.root
        self._before: Node | None = None  # what the last move follows; None if there is no move yet
        self._ply = 0  # of the last move
        self._outer: list[tuple[Node, Node, int]] = []  # the same of the lines around this one
        self._comments: defaultdict[Node, list[str]] = defaultdict(list)
        self._leading: list[str] = []  # comments that a variation begins with
        self._count = 0

    @property
    def begun(self) -> bool:
        """Tell whether there was a move, or something wrong."""
        return bool(self.root.following or self.fault)

    @property
    def nested(self) -> bool:
        """Tell whether the next word is one of a variation."""
        return bool(self._outer)

    def add_word(self, word: str) -> bool:
        """Take a parenthesis, a move, its number, or a sign or `$1` for the last move; tell whether
        it is more than a number.
        """
        number = _NUMBER.match(word)
        word = word[number.end() :] if number else word
        if word and not self.fault:
            self._add(word)
        return bool(word)

    def _add(self, word: str) -> None:
        if word == "(":
            self._open()
        elif word == ")":
            self._close()
        elif nag := _NAG.fullmatch(word):
            self._add_nag(int(nag[1]))
        else:
            sign = _SIGN.search(word)
            if text := word[: sign.start()] if sign else word:
                self._add_move(text)
            if sign and not self.fault:
                self._add_nag(_NAG_OF[sign[0]])

    def add_comment(self, text: str) -> None:
        """Take a comment, which is about the last move."""
        plain = " ".join(text.split())
        if plain and not self.fault:
            leads = self.nested and self._before is None
            (self._leading if leads else self._comments[self._last]).append(plain)

    def finish(self, *, detailed: bool) -> str:
        """Give the moves their comments, and return the last of all, which tells of the end, if it
        is a second one behind the last move, or stands without moves. In a game whose end is told
        of elsewhere (`detailed`) there is no such comment.
        """
        if self._outer:
            self._fail("a variation without its ')'")
        last = self.root.main_line[-1] if self.root.following else self.root
        remark = ""
        if not detailed and len(self._comments[last]) > (last is not self.root):
            remark = self._comments[last].pop()
        for node, comments in self._comments.items():
            node.comment = " ".join(comments)
        return remark

    def _open(self) -> None:
        """Begin a variation in place of the last move."""
        if self._before is None:
            self._fail("a variation before any move: expected it behind the one it is in place of")
        elif len(self._outer) >= MOST_NESTED:
            self._fail(f"more than {MOST_NESTED} variations in one another")
        else:
            self._outer.append((self._before, self._last, self._ply))
            self._last, self._ply = self._before, self._ply - 1
            self._before = None

    def _close(self) -> None:
        if not self._outer:
            self._fail("a ')' without a '('")
        elif self._before is None:
            self._fail("a variation without a move")
        else:
            self._before, self._last, self._ply = self._outer.pop()

    def _add_move(self, text: str) -> None:
        self._count += 1
        if self._count > MOST_NODES:
            self._fail(f"more than {MOST_NODES} moves")
            return
        node = Node(text)
        if self._leading:
            self._comments[node], self._leading = self._leading, []
        self._last.following.append(node)
        self._before, self._last, self._ply = self._last, node, self._ply + 1

    def _add_nag(self, number: int) -> None:
        if self._before is None:
            self._fail("a sign before any move: expected it behind one")
        elif number > MOST_NAGS:
            self._fail(f"bad sign '${number}': expected $0 to ${MOST_NAGS}")
        elif number not in self._last.nags:
            self._last.nags += (number,)

    def _fail(self, problem: str) -> None:
        """Note what is wrong, if it is the first thing, and behind which move."""
        behind = f"behind move {self._ply}, {self._last.move!r}: " if self._last.move else ""
        self.fault = self.fault or f"bad variations: {behind}{problem}"
