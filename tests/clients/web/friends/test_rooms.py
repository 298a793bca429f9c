"""Two people and a room, on a clock of our own: who may do what, and when a game ends."""

from __future__ import annotations

import pytest

from linemate.clients.shared.records import UNFINISHED
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.web.friends import rooms
from linemate.clients.web.friends.rooms import DRAW, REMATCH, TAKE_BACK, Room, RoomError, Rooms
from linemate.engine.core import LinemateError

X_SIDE, O_SIDE = 0, 1
FIVE_MINUTES = TimeControl(clock=300_000, increment=2_000)


class FakeTime:
    """Seconds that pass when we say so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def clock() -> FakeTime:
    return FakeTime()


def begin(clock: FakeTime, control: TimeControl | None = None) -> Room:
    """Return a room in which both are at their seats; the maker is x."""
    room, token = Rooms(clock).open("tictactoe", "x", control)
    room.admit(token)
    room.admit(None)
    return room


def play(room: Room, moves: str) -> None:
    for text in moves.split():
        room.move(room.position.to_move, text, len(room.moves))


def refused(room: Room, act: str, *arguments: object) -> str:
    """Say what is said against it; nothing has changed."""
    before = (room.moves, room.phase, dict(room.offers))
    with pytest.raises(LinemateError) as error:
        getattr(room, act)(*arguments)
    assert (room.moves, room.phase, dict(room.offers)) == before
    return str(error.value)


# ------------------------------------------------------------------ who is who


def test_the_second_who_comes_takes_the_other_seat_and_the_third_watches(clock: FakeTime) -> None:
    room, host = Rooms(clock).open("tictactoe", "o", None)
    assert room.admit(host) == host
    assert (room.side_of(host), room.phase) == (O_SIDE, "waiting")
    guest = room.admit(None)
    assert guest != host
    assert (room.side_of(guest), room.phase) == (X_SIDE, "playing")
    assert room.admit("guessed") is None
    assert room.side_of(None) is None
    assert room.side_of("") is None
    assert room.watchers == 1


def test_chance_gives_the_maker_either_side(clock: FakeTime) -> None:
    rooms = Rooms(clock)
    made = [rooms.open("tictactoe", "chance", None) for _ in range(60)]
    assert {room.side_of(token) for room, token in made} == {X_SIDE, O_SIDE}


def test_whoever_comes_back_has_his_seat_again(clock: FakeTime) -> None:
    room, host = Rooms(clock).open("tictactoe", "x", None)
    room.admit(host)
    guest = room.admit(None)
    play(room, "b2")
    room.leave(guest)
    assert room.admit(guest) == guest
    play(room, "a1")
    assert room.moves == ["b2", "a1"]


def test_a_second_window_of_one_browser_watches_while_the_first_is_open(clock: FakeTime) -> None:
    """Whoever tried his own link once had both seats, and his friend none."""
    room, host = Rooms(clock).open("tictactoe", "x", None)
    room.admit(host)
    assert room.admit(host, only_if_gone=True) is None
    assert (room.phase, room.watchers) == ("waiting", 1)
    guest = room.admit(None)
    assert (room.side_of(guest), room.phase) == (O_SIDE, "playing")
    assert not room.return_to_seat(host)
    room.leave(host)
    assert not room.return_to_seat("guessed")
    assert room.return_to_seat(host)
    assert (room.watchers, room.may_claim_in(O_SIDE)) == (0, None)
    room.leave(host)
    assert room.admit(host, only_if_gone=True) == host


# ------------------------------------------------------------------ moves


def test_nobody_moves_out_of_turn_or_before_the_other_is_there_or_as_a_watcher(
    clock: FakeTime,
) -> None:
    room, host = Rooms(clock).open("tictactoe", "x", None)
    room.admit(host)
    assert "not there yet" in refused(room, "move", X_SIDE, "b2", 0)
    room.admit(None)
    assert "not your turn: x is to move" in refused(room, "move", O_SIDE, "b2", 0)
    assert "you are watching" in refused(room, "move", None, "b2", 0)
    room.move(X_SIDE, "b2", 0)
    assert "not your turn" in refused(room, "move", X_SIDE, "a1", 1)
    assert "b2" in refused(room, "move", O_SIDE, "b2", 1)
    assert "the board has changed" in refused(room, "move", O_SIDE, "a1", 0)


def test_the_rules_end_a_game(clock: FakeTime) -> None:
    room = begin(clock, FIVE_MINUTES)
    play(room, "a1 a2 b1 b2 c1")
    assert str(room.ending) == "X wins: the line a1 b1 c1."
    assert room.phase == "over"
    assert room.seconds_to_next() is None
    assert "the game is over: X wins" in refused(room, "move", O_SIDE, "c3", 5)


# ------------------------------------------------------------------ agreements


def test_a_draw_needs_both(clock: FakeTime) -> None:
    room = begin(clock)
    room.offer(X_SIDE, DRAW)
    room.offer(X_SIDE, DRAW)
    assert room.phase == "playing"
    room.offer(O_SIDE, DRAW)
    assert room.ending is not None
    assert (str(room.ending), room.ending.result) == ("Draw: agreed.", "1/2-1/2")


def test_an_offer_is_declined_by_a_word_or_by_a_move_and_goes_with_ones_own(
    clock: FakeTime,
) -> None:
    room = begin(clock)
    room.offer(X_SIDE, DRAW)
    room.decline(O_SIDE, DRAW)
    assert "declined a draw: ask again after your next move" in refused(room, "offer", X_SIDE, DRAW)
    play(room, "b2")
    room.offer(X_SIDE, DRAW)
    play(room, "a1")
    assert room.offers == {}
    play(room, "a2")
    room.offer(O_SIDE, DRAW)
    play(room, "c2")
    assert room.offers == {DRAW: O_SIDE}
    room.decline(O_SIDE, DRAW)
    room.offer(O_SIDE, DRAW)  # withdrawn, not declined
    assert "nobody offers a take-back" in refused(room, "decline", O_SIDE, TAKE_BACK)


@pytest.mark.parametrize("kind", [DRAW, TAKE_BACK])
def test_what_a_move_has_declined_is_not_asked_again_before_ones_own_next_move(
    clock: FakeTime, kind: str
) -> None:
    """After a move for an answer it could be asked again at once, and so at every turn twice."""
    room = begin(clock)
    play(room, "b2")
    room.offer(X_SIDE, kind)
    play(room, "a1")
    assert "ask again after your next move" in refused(room, "offer", X_SIDE, kind)
    room.offer(O_SIDE, kind)
    play(room, "a2")
    assert "ask again after your next move" in refused(room, "offer", O_SIDE, kind)
    room.offer(X_SIDE, kind)
    assert room.offers == {kind: X_SIDE}


@pytest.mark.parametrize(
    ("played", "asked_by", "left"),
    [("b2", X_SIDE, 0), ("b2 a1", X_SIDE, 0), ("b2 a1 a2", O_SIDE, 1)],
)
def test_a_move_is_taken_back_with_its_answer_when_both_agree(
    clock: FakeTime, played: str, asked_by: int, left: int
) -> None:
    room = begin(clock)
    play(room, played)
    room.offer(asked_by, TAKE_BACK)
    assert len(room.moves) == len(played.split())
    room.accept(1 - asked_by, TAKE_BACK)
    assert room.moves == played.split()[:left]
    assert room.position.to_move == asked_by
    assert room.offers == {}


def test_an_answer_is_no_request_of_ones_own(clock: FakeTime) -> None:
    """A second click on "Allow it", or one just after the other has withdrawn, once asked the
    other to let oneself take back; and two who asked at once took back a move of the first.
    """
    room = begin(clock)
    play(room, "b2 a1 a2")
    room.offer(O_SIDE, TAKE_BACK)
    assert "answer that first" in refused(room, "offer", X_SIDE, TAKE_BACK)
    room.accept(X_SIDE, TAKE_BACK)
    assert "does not ask for a take-back any more" in refused(room, "accept", X_SIDE, TAKE_BACK)
    assert "does not ask for a draw any more" in refused(room, "accept", O_SIDE, DRAW)
    room.offer(O_SIDE, DRAW)
    assert "does not ask for a draw any more" in refused(room, "accept", O_SIDE, DRAW)
    assert "you are watching" in refused(room, "accept", None, DRAW)


def test_who_has_not_moved_has_nothing_to_take_back(clock: FakeTime) -> None:
    room = begin(clock)
    assert "no move" in refused(room, "offer", X_SIDE, TAKE_BACK)
    play(room, "b2")
    assert "no move" in refused(room, "offer", O_SIDE, TAKE_BACK)
    assert "you are watching" in refused(room, "offer", None, TAKE_BACK)


def test_a_rematch_begins_anew_with_the_sides_changed(clock: FakeTime) -> None:
    room, host = Rooms(clock).open("tictactoe", "x", FIVE_MINUTES)
    room.admit(host)
    room.admit(None)
    assert "before the game is over" in refused(room, "offer", X_SIDE, REMATCH)
    play(room, "b2")
    clock.pass_by(10)
    room.resign(O_SIDE)
    assert str(room.ending) == "X wins: O resigned."
    assert "you are watching" in refused(room, "offer", None, REMATCH)
    room.offer(X_SIDE, REMATCH)
    room.accept(O_SIDE, REMATCH)
    assert (room.side_of(host), room.number, room.moves, room.phase) == (O_SIDE, 2, [], "playing")
    assert (room.time_left(X_SIDE), room.time_left(O_SIDE)) == (300_000, 300_000)


# ------------------------------------------------------------------ the clock


def test_time_runs_from_the_first_move_on_and_a_move_adds_to_it(clock: FakeTime) -> None:
    room = begin(clock, FIVE_MINUTES)
    clock.pass_by(1000)
    room.tick()
    assert room.phase == "playing"
    play(room, "b2")
    clock.pass_by(10)
    play(room, "a1")
    assert (room.time_left(X_SIDE), room.time_left(O_SIDE)) == (300_000, 292_000)
    clock.pass_by(3)
    assert room.time_left(X_SIDE) == 297_000


def test_a_flag_falls_although_nobody_moves_and_a_late_move_is_none(clock: FakeTime) -> None:
    room = begin(clock, FIVE_MINUTES)
    play(room, "b2")
    assert room.seconds_to_next() == 300
    clock.pass_by(300)
    assert "O ran out of time" in refused_by_the_end(room)
    assert str(room.ending) == "X wins: time (O ran out of time)."
    assert room.ending is not None
    assert room.ending.result != UNFINISHED


def refused_by_the_end(room: Room) -> str:
    with pytest.raises(RoomError) as error:
        room.move(O_SIDE, "a1", 1)
    assert room.moves == ["b2"]
    return str(error.value)


def test_time_that_was_spent_is_not_taken_back(clock: FakeTime) -> None:
    room = begin(clock, FIVE_MINUTES)
    play(room, "b2")
    clock.pass_by(10)
    play(room, "a1")
    clock.pass_by(5)
    room.offer(O_SIDE, TAKE_BACK)
    room.accept(X_SIDE, TAKE_BACK)
    clock.pass_by(1)
    assert (room.time_left(X_SIDE), room.time_left(O_SIDE)) == (295_000, 291_000)
    room.offer(X_SIDE, TAKE_BACK)
    room.accept(O_SIDE, TAKE_BACK)
    clock.pass_by(100)
    assert room.time_left(X_SIDE) == 295_000  # no move is left: the clock stands


# ------------------------------------------------------------------ who leaves


def test_the_win_can_be_claimed_when_the_other_has_been_gone_for_long(clock: FakeTime) -> None:
    room, host = Rooms(clock).open("tictactoe", "x", None)
    room.admit(host)
    guest = room.admit(None)
    assert "your friend is here" in refused(room, "claim", X_SIDE)
    room.leave(guest)
    clock.pass_by(rooms.CLAIM_SECONDS - 10)
    assert room.seconds_to_next() == 10
    assert "10 s to go" in refused(room, "claim", X_SIDE)
    clock.pass_by(10)
    room.claim(X_SIDE)
    assert str(room.ending) == "X wins: O left."


def test_the_first_to_return_after_both_were_gone_has_to_wait_for_the_other(
    clock: FakeTime,
) -> None:
    room, host = Rooms(clock).open("tictactoe", "x", None)
    room.admit(host)
    guest = room.admit(None)
    room.leave(guest)
    room.leave(host)
    clock.pass_by(rooms.CLAIM_SECONDS)
    room.admit(host)
    assert "60 s to go" in refused(room, "claim", X_SIDE)
    clock.pass_by(rooms.CLAIM_SECONDS)
    room.claim(X_SIDE)
    assert str(room.ending) == "X wins: O left."


def test_an_empty_room_is_closed_after_a_while_and_a_quiet_one_after_hours(
    clock: FakeTime,
) -> None:
    all_rooms = Rooms(clock)
    left, token = all_rooms.open("tictactoe", "x", None)
    left.admit(token)
    occupied, other = all_rooms.open("tictactoe", "x", None)
    occupied.admit(other)
    clock.pass_by(100)
    left.leave(token)
    clock.pass_by(rooms.EMPTY_SECONDS - 1)
    assert all_rooms.find(left.id) is left
    clock.pass_by(1)
    with pytest.raises(RoomError, match="no such game any more"):
        all_rooms.find(left.id)
    assert all_rooms.find(occupied.id) is occupied
    clock.pass_by(rooms.QUIET_SECONDS)
    all_rooms.sweep()
    assert (len(all_rooms), occupied in all_rooms) == (0, False)


def test_a_server_is_full_of_rooms_with_people_and_not_of_empty_ones(clock: FakeTime) -> None:
    few = Rooms(clock, most=2)
    kept, token = few.open("tictactoe", "x", None)
    kept.admit(token)
    few.open("tictactoe", "x", None)
    clock.pass_by(1)
    newest, other = few.open("tictactoe", "x", None)
    newest.admit(other)
    assert (kept in few, newest in few, len(few)) == (True, True, 2)
    with pytest.raises(RoomError, match="busy: 2 games with friends are open"):
        few.open("tictactoe", "x", None)
    with pytest.raises(LinemateError, match="chess"):
        few.open("chess", "x", None)
