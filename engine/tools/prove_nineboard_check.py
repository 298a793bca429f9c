"""The independent checker of nineboard's certificates: it knows the rules, nothing of the prover.

A certificate is a file of JSON lines. The first names the game, `{"certificate": 1, "game":
"nineboard", "full_board": "free"}`; each of the others a position with its value:

    {"position": "...", "value": "x", "plies": 31, "proofs": ["..."], "nodes": ..., "seconds": ...}

`value` is `x` or `o`, who wins within so many plies; `draw`; or `open`, where nothing is
proven. A win has one proof, a draw two: that x does not lose, and then that o does not. What
else is in a line says how it was found, and is not checked.

A proof says how one player, its hero, reaches his goal: a win, or not to lose. It is a text, packed
by zlib and base64, that is read while the game is played: where the other is to move every move of
his is played, ascending; where the hero is, one word is read:

    47    he plays cell 7 of board 4; 7 alone, where he must play in board 4
    e5    the same, and he reaches his goal within e plies from before this move (a is 1, b is 2
          and so on): that is found out by trying everything
    +5    he plays 5, and the position after that, or a symmetric one, has a line of its own
    *     so has this one

and no word at all where he can finish a line, or in a position that was met before.

Start reading at `Checker.check`.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from zlib import decompressobj
from zlib import error as DamagedError  # noqa: N812 - it is an exception

from linemate.engine.core import LinemateError

ANY = 9
FULL = 511
BOARDS = (1 << 81) - 1
PLAYERS = "xo"
HERE, AFTERWARDS = "*+"
MOST_SYMBOLS = 1 << 30  # of a proof: what unpacks to more is no proof, but an attack
# Any three in a row, worked out anew: rows, columns, and the two long ways.
LINES = [
    sum(1 << cell for cell in cells)
    for cells in (
        *([row, row + 1, row + 2] for row in (0, 3, 6)),
        *([column, column + 3, column + 6] for column in (0, 1, 2)),
        *([0, 4, 8], [2, 4, 6]),
    )
]
CELLS = [[cell for cell in range(9) if cells >> cell & 1] for cells in range(512)]


def has_line(marks: int) -> bool:
    return any(marks & line == line for line in LINES)


# By the marks of a player in a board: the cells that finish a line of his, free or not.
FINISHING = [sum(1 << cell for cell in range(9) if has_line(m | 1 << cell)) for m in range(512)]
# What a symmetry of three times three does to a number from 0 to 8.
SYMMETRIES = [
    [3 * (c // 3 if not down else 2 - c // 3) + (c % 3 if not across else 2 - c % 3) for c in order]
    for down in (False, True)
    for across in (False, True)
    for order in (range(9), (0, 3, 6, 1, 4, 7, 2, 5, 8))
]


class Place(NamedTuple):
    """A position: the marks of the mover and of the other, bit 9 * board + cell; the board to play
    in, or ANY.
    """

    mine: int
    theirs: int
    target: int


class GapError(LinemateError):
    """The certificate does not prove what it says; the text names the position."""


class Checker:
    """Checks lines of one certificate, given as claims by position string."""

    def __init__(
        self,
        claims: Mapping[str, Mapping[str, Any]],
        full_draws: bool,
        on_progress: Callable[[int], None] = lambda places: None,
    ) -> None:
        self._claims = claims
        self._full_draws = full_draws
        self._on_progress = on_progress
        self._by_place: dict[tuple[Place, int], str] = {}
        for text in claims:
            place, side = read_position(text)
            self._by_place[smallest_image(place), side] = text
        self.places = 0  # that were looked at
        self.tried = 0  # of these, in trying everything

    def check(self, text: str) -> None:
        """Check the line of a position. Raises GapError."""
        claim = self._claims[text]
        value, proofs = claim.get("value"), claim.get("proofs")
        if value == "draw":
            heroes = [(0, False), (1, False)]
        elif isinstance(value, str) and value in ("x", "o"):
            heroes = [(PLAYERS.index(value), True)]
        else:
            raise GapError(f"{text}: value {value!r}: expected x, o or draw")
        if not isinstance(proofs, list) or len(proofs) != len(heroes):
            raise GapError(f"{text}: expected {len(heroes)} proofs in a list")
        place, side = read_position(text)
        for proof, (hero, must_win) in zip(proofs, heroes, strict=True):
            words = unpack(text, proof)
            reading = Reading(self, text, words, hero, must_win, self._full_draws)
            plies = reading.follow(place, hero == side)
            if words:
                raise GapError(f"{text}: more words than the proof has use for")
            if must_win and not (isinstance(claim.get("plies"), int) and plies <= claim["plies"]):
                raise GapError(f"{text}: won within {plies} plies, not {claim.get('plies')}")

    def look_up(self, place: Place, side: int, hero: int, must_win: bool) -> int | None:
        """Return the plies of the line that a proof refers to, None if there is none that will do.

        That it is true is checked when its turn comes.
        """
        text = self._by_place.get((smallest_image(place), side))
        if text is None:
            return None
        claim = self._claims[text]
        value, plies = claim.get("value"), claim.get("plies")
        if value == PLAYERS[hero] and isinstance(plies, int):
            return plies
        return 0 if value == "draw" and not must_win else None

    def count(self, is_trial: bool) -> None:
        self.places += 1
        self.tried += is_trial
        self._on_progress(self.places)


class Reading:
    """One proof, as it is read: the words that are left, the last first."""

    def __init__(
        self,
        checker: Checker,
        text: str,
        words: list[str],
        hero: int,
        must_win: bool,
        full_draws: bool,
    ) -> None:
        self._checker = checker
        self._text = text
        self._words = words
        self._hero = hero
        self._must_win = must_win
        self._full_draws = full_draws
        self._met: dict[Place, int] = {}
        self._marks = 0  # of the position that is proven

    def follow(self, place: Place, is_hero: bool) -> int:
        """Return within how many plies the hero has his goal. Raises GapError."""
        self._marks = marks_of(place)
        return self._follow_hero(place) if is_hero else self._follow_other(place)

    def _follow_hero(self, place: Place) -> int:
        plies = self._met.get(place)
        if plies is None:
            plies = self._met[place] = self._read_word(place)
        return plies

    def _read_word(self, place: Place) -> int:
        self._checker.count(is_trial=False)
        if is_drawn(place):
            return self._end_in_draw(place)
        if can_finish(place):
            return 1
        symbol = self._next_symbol(place)
        if symbol == HERE:
            return self._refer(place, self._hero)
        kind = symbol if symbol == AFTERWARDS or symbol.isalpha() else ""
        if kind:
            symbol = self._next_symbol(place)
        board = place.target
        if board == ANY:
            board, symbol = _number(symbol), self._next_symbol(place)
        after = self._play(place, board, _number(symbol))
        if kind == AFTERWARDS:
            return 1 + self._refer(after, 1 - self._hero)
        if kind:
            within = ord(kind) - ord("a") + 1
            if not self._fails(after, within - 1):
                raise self._gap(place, f"the goal is not reached within {within} plies")
            return within
        if is_drawn(after):
            return 1 + self._end_in_draw(after)
        return 1 + self._follow_other(after)

    def _follow_other(self, place: Place) -> int:
        if can_finish(place):
            raise self._gap(place, "the other finishes a line")
        return 1 + max(self._follow_hero(after) for after in self._moves(place))

    def _refer(self, place: Place, side: int) -> int:
        plies = None
        if marks_of(place) > self._marks:  # or two lines could bear each other out
            plies = self._checker.look_up(place, side, self._hero, self._must_win)
        if plies is None:
            raise self._gap(place, "no line of the file says that it is won or held")
        return plies

    def _end_in_draw(self, place: Place) -> int:
        if self._must_win:
            raise self._gap(place, "drawn")
        return 0

    # -------------------------------------------------------------- trying everything

    def _reaches(self, place: Place, plies: int) -> bool:
        """Return whether the hero, to move, has his goal within so many plies."""
        self._checker.count(is_trial=True)
        if is_drawn(place):
            return not self._must_win
        if can_finish(place):
            return plies >= 1
        return plies > 1 and any(self._fails(after, plies - 1) for after in self._moves(place))

    def _fails(self, place: Place, plies: int) -> bool:
        """Return whether the other, to move, cannot keep the hero from it."""
        self._checker.count(is_trial=True)
        if is_drawn(place):
            return not self._must_win
        if can_finish(place) or plies < 1:
            return False
        return all(self._reaches(after, plies - 1) for after in self._moves(place))

    # -------------------------------------------------------------- the rules

    def _moves(self, place: Place) -> Iterator[Place]:
        """Yield what the moves lead to that do not finish a line, board by board, ascending."""
        for board in open_boards(place):
            taken = (place.mine | place.theirs) >> 9 * board & FULL
            for cell in CELLS[FULL ^ taken]:
                yield self._play(place, board, cell)

    def _play(self, place: Place, board: int, cell: int) -> Place:
        mine, theirs, target = place
        bit = 1 << 9 * board + cell
        if (mine | theirs) & bit or target not in (ANY, board):
            raise self._gap(place, f"{board + 1}{cell + 1} is not legal")
        mine |= bit
        if (mine | theirs) >> 9 * cell & FULL == FULL and not self._full_draws:
            return Place(theirs, mine, ANY)
        return Place(theirs, mine, cell)

    def _next_symbol(self, place: Place) -> str:
        if not self._words:
            raise self._gap(place, "here the proof breaks off")
        return self._words.pop()

    def _gap(self, place: Place, problem: str) -> GapError:
        sides = " with ".join(
            " ".join(f"{c // 9 + 1}{c % 9 + 1}" for c in range(81) if marks >> c & 1) or "nothing"
            for marks in place[:2]
        )
        where = "any board" if place.target == ANY else f"board {place.target + 1}"
        return GapError(f"{self._text}: the mover in {where}, {sides} against him: {problem}")


def _number(symbol: str) -> int:
    if symbol not in "123456789":
        raise GapError(f"{symbol!r} in a proof: expected a digit")
    return int(symbol) - 1


def marks_of(place: Place) -> int:
    return (place.mine | place.theirs).bit_count()


def open_boards(place: Place) -> list[int]:
    if place.target != ANY:
        return [place.target]
    taken = place.mine | place.theirs
    return [board for board in range(9) if taken >> 9 * board & FULL != FULL]


def is_drawn(place: Place) -> bool:
    """Return whether the mover, who has not lost, has no move: a full board, or all are full."""
    taken = place.mine | place.theirs
    if place.target == ANY:
        return taken == BOARDS
    return taken >> 9 * place.target & FULL == FULL


def can_finish(place: Place) -> bool:
    mine, theirs, target = place
    if target != ANY:
        return FINISHING[mine >> 9 * target & FULL] & ~(theirs | mine) >> 9 * target & FULL > 0
    free = ~(theirs | mine)
    return any(FINISHING[mine >> 9 * b & FULL] & free >> 9 * b & FULL for b in range(9))


def unpack(text: str, proof: object) -> list[str]:
    """Return the symbols of a proof, the last first. Raises GapError."""
    try:
        if not isinstance(proof, str):
            raise ValueError("not a text")
        unpacker = decompressobj()
        data = unpacker.decompress(b64decode(proof, validate=True), MOST_SYMBOLS)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("not a whole text")
        return list(reversed(data.decode("ascii")))
    except (ValueError, Base64Error, DamagedError) as error:
        raise GapError(f"{text}: a proof that cannot be unpacked: {error}") from None


def read_position(text: str) -> tuple[Place, int]:
    """Return the position of a position string, and its side to move. Raises GapError."""
    marks = [0, 0]
    try:
        boards, player, target = text.split(" ")
        parts = boards.split("/")
        side, sent = PLAYERS.index(player), "123456789-".index(target)
        if len(parts) != 9 or len(player) != 1 or len(target) != 1:
            raise ValueError
        for board, part in enumerate(parts):
            cell = 0
            for symbol in part:
                if symbol in PLAYERS:
                    marks[PLAYERS.index(symbol)] |= 1 << 9 * board + cell
                    cell += 1
                else:
                    cell += 1 + _number(symbol)
            if cell != 9:
                raise ValueError
    except (ValueError, GapError):
        raise GapError(f"{text!r} is no position of nineboard") from None
    if marks[0].bit_count() - marks[1].bit_count() != side:
        raise GapError(f"{text}: it is not the turn of {player}")
    place = Place(marks[side], marks[1 - side], sent)
    if any(has_line(each >> 9 * board & FULL) for each in marks for board in range(9)):
        raise GapError(f"{text}: the game is over")
    if is_drawn(place):
        raise GapError(f"{text}: the game is over, or board {target} is full")
    return place, side


def smallest_image(place: Place) -> Place:
    """Return the smallest of the positions that are symmetric to this one."""
    return min(_image(place, symmetry) for symmetry in SYMMETRIES)


def _image(place: Place, symmetry: list[int]) -> Place:
    mine = theirs = 0
    for board in range(9):
        for cell in range(9):
            bit = 1 << 9 * symmetry[board] + symmetry[cell]
            if place.mine >> 9 * board + cell & 1:
                mine |= bit
            elif place.theirs >> 9 * board + cell & 1:
                theirs |= bit
    return Place(mine, theirs, ANY if place.target == ANY else symmetry[place.target])
