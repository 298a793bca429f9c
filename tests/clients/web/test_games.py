"""Games as text: what a page writes it can read again, and what others wrote as well."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import Participant, write_pgn
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task, to_json
from linemate.clients.shared.values import describe_game
from linemate.clients.web.games import MOST_GAMES, CurrentGame, read_text, write_text
from linemate.clients.web.messages import Write, WrittenMove, read_request
from linemate.clients.web.views import describe_games
from linemate.engine.core import Game, LinemateError, Score
from linemate.engine.registry import make_game
from tests.damage import damaged
from tests.variants import VARIANTS, Variant, move_numbers

PRESENT = make_game("tictactoe")
ME, YOU = Participant("me"), Participant("you")
SCORES = st.none() | st.builds(lambda cp: Score(cp=cp), st.integers(-99_999, 99_999))
SCORES |= st.builds(lambda plies: Score(plies=plies), st.integers(1, 99) | st.integers(-99, -1))


def read_games(text: str, present: Game = PRESENT) -> dict[str, Any]:
    """Return what a page is told of a text."""
    return describe_games(read_text(text, present))


def write(
    current: CurrentGame,
    seats: tuple[Participant, Participant] = (ME, YOU),
    scores: Sequence[Score | None] = (),
) -> str:
    """Write the line of a game, with the scores of the positions from the start."""
    moves = [
        WrittenMove(ply - 1, move, score=scores[ply] if ply < len(scores) else None)
        for ply, move in enumerate(current.move_texts)
    ]
    return write_text(current, Write(0, *seats, "", tuple(moves)))


def record(number: int = 0, position: str | None = None) -> GameRecord:
    """x says that a1 is worth 0.25, o that b2 loses in two plies; the opening was c3."""
    opening = Opening(position, ("c3",))
    moves = (PlayedMove("b2", 0.1, Score(plies=-2), 3, 50), PlayedMove("a1", 0.2, Score(cp=25)))
    task = Task(1, "A", "B", 0, number, opening)
    limits = ("100ms", "100ms")
    date = "2026-01-02 03:04:05"
    ending = Ending(None, Reason.INTERRUPTED, "stopped")
    return GameRecord(task, "tictactoe", moves, ending, limits, date, 1.0)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(data=st.data())
def test_what_is_written_is_read_again(variant: Variant, data: st.DataObject) -> None:
    """So are players, moves and evaluations, from the start or from a position on the way."""
    game = variant.game
    moves = [game.write_move(move) for move in data.draw(move_numbers(variant))]
    current = CurrentGame()
    current.open(describe_game(game), None, moves, data.draw(st.integers(0, len(moves))))
    if data.draw(st.booleans()):
        start = game.write_position(current.position)
        moves = moves[current.at :]
        current.open(describe_game(game), start, moves, 0)
    scores = tuple(data.draw(SCORES) for _ in range(data.draw(st.integers(0, len(moves) + 1))))
    players = Participant('a "quoted" {name}'), Participant("o\\")
    text = write(current, players, scores)
    (shown,) = read_games(text)["games"]
    assert (shown["x"], shown["o"]) == ('a "quoted" {name}', "o\\")
    assert (shown["words"], shown["start"]) == (describe_game(game), current.start)
    assert shown["moves"] == moves
    expected = [
        None
        if score is None
        else {"cp": score.cp}
        if score.plies is None
        else {"mate": score.plies}
        for score in (*scores, *[None] * len(moves))
    ]
    assert shown["evaluations"] == expected[: len(moves)]


def test_the_result_and_the_reason_are_written() -> None:
    current = CurrentGame()
    current.open("tictactoe", None, ["a1", "a2", "b1", "b2", "c1"], 0)
    text = write(current, scores=(Score(cp=-5), Score(plies=3)))
    assert '[Result "1-0"]' in text
    assert '[Termination "line"]' in text
    moves = text.partition("\n\n")[2].split()
    assert moves[:8] == ["1.", "a1", "{-0.05}", "a2", "{-M3}", "2.", "b1", "b2"]
    assert '[TerminationDetails "the line a1 b1 c1"]' in text
    assert text.endswith(" 3. c1 1-0\n\n")


TREE = (
    WrittenMove(-1, "b2", "good", (1,), Score(cp=5)),
    WrittenMove(0, "a1", "+0.20 known", score=Score(cp=7)),
    WrittenMove(0, "c1", "hm"),
    WrittenMove(2, "a1", score=Score(plies=3)),
)


def test_variations_are_written_and_read_with_what_is_said_of_them() -> None:
    current = CurrentGame()
    text = write_text(current, Write(0, ME, YOU, "first", TREE))
    moves = "{first} 1. b2 $1 {+0.05 good} a1 {+0.20 known} (1... c1 {hm} 2. a1 {+M3}) *"
    assert " ".join(text.partition("\n\n")[2].split()) == moves
    (shown,) = read_games(text)["games"]
    assert shown["moves"] == ["b2", "a1"]
    assert shown["evaluations"] == [{"cp": 5}, {"cp": -20}]
    assert shown["tree"]["comment"] == "first"
    assert shown["tree"]["moves"][2:] == [
        {"parent": 0, "move": "c1", "comment": "hm", "nags": (), "evaluation": None},
        {"parent": 2, "move": "a1", "comment": "+M3", "nags": (), "evaluation": None},
    ]


ANALYSED = (
    "1. b2 {[%eval -1.16] +0.20/3 so} a1 {[%eval #2] hm}",
    "(1... c1 {[%eval #-1]} 2. a1 {[%eval 0.00]}) 2. c3 {[%eval #-2] [%eval x]} *",
)


def test_the_scores_of_an_analysed_file_are_read_and_written_again() -> None:
    """A win counts the winner's moves, so how many plies are left depends on who is to move. What
    the mover thought before is found behind an analysis, too.
    """
    (shown,) = read_games('[Variant "tictactoe"]\n\n' + "\n".join(ANALYSED))["games"]
    moves = shown["tree"]["moves"]
    told = {(it["parent"], it["move"]): (it["evaluation"], it["comment"]) for it in moves}
    assert told == {
        (-1, "b2"): ({"cp": -116}, "+0.20/3 so"),
        (0, "a1"): ({"mate": 3}, "hm"),
        (1, "c3"): ({"mate": -3}, "[%eval x]"),
        (0, "c1"): ({"mate": -2}, ""),
        (3, "a1"): ({"cp": 0}, ""),
    }
    assert shown["evaluations"] == [{"cp": 20}, None, None]
    message = {"x": {"name": "x"}, "o": {"name": "o"}, "comment": "", "moves": moves}
    request = read_request(json.dumps({"type": "write", "seq": 1, **message}))
    assert isinstance(request, Write)
    text = write_text(CurrentGame(), request)
    assert " ".join(text.partition("\n\n")[2].split()) == " ".join(ANALYSED)


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ([WrittenMove(0, "b2")], "bad place 0 of move 0"),
        ([*TREE[:3], WrittenMove(9, "a2")], "bad place 9 of move 3"),
        ([*TREE, WrittenMove(3, "b2")], "move 4 in the variation c1 of move 2: illegal"),
    ],
)
def test_a_tree_that_is_none_is_not_written(moves: list[WrittenMove], problem: str) -> None:
    with pytest.raises(LinemateError, match=problem):
        write_text(CurrentGame(), Write(0, ME, YOU, "", tuple(moves)))


CLUB = """[Event "Club"]
[Site "?"]
[Date "2020.01.02"]
[Round "3"]
[White "Ann"]
[Black "Bob"]
[Result "{result}"]
[Termination "{termination}"]
[Annotator "Zoe \\"Z\\" Li"]
[Variant "tictactoe"]
[PlyCount "2"]

1. b2 a1 {result}

"""


@pytest.mark.parametrize(
    ("result", "termination"), [("*", "unterminated"), ("*", "interrupted"), ("1-0", "forfeit")]
)
def test_a_file_is_written_as_it_was_read(result: str, termination: str) -> None:
    """Its event and date were ours and today's, and its players those of the table."""
    text = CLUB.format(result=result, termination=termination)
    (shown,) = read_games(text)["games"]
    current = CurrentGame()
    current.open(shown["words"], shown["start"], shown["moves"], 2)
    moves = tuple(WrittenMove(ply - 1, move) for ply, move in enumerate(shown["moves"]))
    ending = Ending(0, termination) if result == "1-0" else None
    assert write_text(current, Write(0, ME, YOU, "", moves, ending, shown["tags"])) == text


def test_tags_that_are_none_of_the_game_on_the_board_are_not_written() -> None:
    """So a file has what PGN wants, and can be read."""
    tags = {"Variant": "qubic", "FEN": "16/16/16/16 x", "SetUp": "1", "Result": "1-0"}
    text = write_text(CurrentGame(), Write(0, ME, YOU, "", (WrittenMove(-1, "b2"),), tags=tags))
    (shown,) = read_games(text)["games"]
    assert (shown["words"], shown["start"], shown["result"]) == ("tictactoe", None, "*")
    assert '[Date "????.??.??"]' in text


@pytest.mark.parametrize("comment", ["", "opening", "+0.31/5 0.102s", "-M3", "0.100s"])
def test_what_a_referee_notes_makes_no_tree(comment: str) -> None:
    braces = f"{{{comment}}}" if comment else ""
    (shown,) = read_games(f'[Variant "tictactoe"]\n\n1. b2 {braces} a1 *')["games"]
    assert shown["tree"] is None


@pytest.mark.parametrize("as_text", [to_json, write_pgn])
def test_the_opening_of_a_match_is_told_with_its_game(
    as_text: Callable[[GameRecord], str],
) -> None:
    """A page was told the moves alone, and reviewed those of the referee as the players'."""
    (shown,) = read_games(as_text(record()))["games"]
    assert (shown["moves"], shown["opening"], shown["tree"]) == (["c3", "b2", "a1"], 1, None)


def test_an_opening_is_one_also_when_an_analysed_game_is_saved_and_read_again() -> None:
    """Nobody has thought anything before a move that nobody has chosen: a score of the position,
    found by `Analyse`, took the place of the referee's word.
    """
    drawn = (
        WrittenMove(-1, "c3", "opening", score=Score(cp=5)),
        WrittenMove(0, "b2", "opening", evaluation=Score(cp=10)),
        WrittenMove(1, "a1", "", score=Score(cp=7)),
    )
    text = write_text(CurrentGame(), Write(0, ME, YOU, "", drawn))
    moves = "1. c3 {opening} b2 {[%eval 0.10] opening} 2. a1 {+0.07} *"
    assert " ".join(text.partition("\n\n")[2].split()) == moves
    (shown,) = read_games(text)["games"]
    assert shown["opening"] == 2
    assert [move["comment"] for move in shown["tree"]["moves"]] == ["opening", "opening", "+0.07"]


def test_another_line_of_the_game_is_gone_to_or_nothing_changes() -> None:
    current = CurrentGame()
    current.open("tictactoe", None, ["b2", "a1"], 2)
    opened = current.opened
    current.goto(1, ["b2", "c1", "a1"])
    assert (current.move_texts, current.at, current.opened) == (["b2", "c1", "a1"], 1, opened)
    with pytest.raises(LinemateError, match="move 2: illegal move 'b2'"):
        current.goto(0, ["b2", "b2"])
    assert (current.move_texts, current.at) == (["b2", "c1", "a1"], 1)


def test_the_games_of_a_match_are_read() -> None:
    """Scores are turned to x's view; the one of a position is that of the move played there."""
    lines = [to_json(record()), to_json(record(1, "3/1o1/2x x"))]
    with pytest.raises(LinemateError, match="line 2: "):
        read_games("\n".join(lines))
    found = read_games("\n".join([lines[0], to_json(record(1))]))
    assert found["more"] is False
    one, two = found["games"]
    assert (one["index"], one["x"], one["o"], one["result"]) == (0, "A", "B", "*")
    assert (two["index"], two["x"], two["o"]) == (1, "B", "A")
    assert one["moves"] == ["c3", "b2", "a1"]
    assert one["evaluations"] == [None, {"mate": 2}, {"cp": 25}]
    assert one["reason"] == "interrupted (stopped)"


def test_a_game_that_the_terminal_saved_is_read_with_who_sat_where() -> None:
    """So is one that it saved before it wrote PGN."""
    current = CurrentGame()
    current.open("tictactoe", None, ["b2"], 1)
    seats = Participant("Me", "human"), Participant("It", "program", 7)
    (shown,) = read_games(write(current, seats))["games"]
    assert shown["seats"]["x"] == {"kind": "human", "level": None}
    assert shown["seats"]["o"] == {"kind": "program", "level": 7}
    (shown,) = read_games("linemate game\ngame tictactoe\nhumans o\nmoves b2 a1\nend\n")["games"]
    assert (shown["words"], shown["moves"], shown["result"]) == ("tictactoe", ["b2", "a1"], "*")
    assert [shown["seats"][mark]["kind"] for mark in "xo"] == ["program", "human"]


def test_of_very_many_games_the_first_are_shown_and_that_is_said() -> None:
    found = read_games("\n".join(to_json(record(number)) for number in range(MOST_GAMES + 5)))
    assert (len(found["games"]), found["more"]) == (MOST_GAMES, True)


@pytest.mark.parametrize(
    ("text", "words", "start"),
    [
        ("3/1x1/3 o", "tictactoe", "3/1x1/3 o"),
        ("\ufeff 3/1x1/3   o\n", "tictactoe", "3/1x1/3 o"),
        ("16/16/16/16 x", "qubic", "16/16/16/16 x"),
        ("9/9/9/9/9/9/9/9/9 x -", "nineboard full_board=free", "9/9/9/9/9/9/9/9/9 x -"),
        ("7/7/7/7/7/7/7 x", "gomoku size=7 rule=freestyle", "7/7/7/7/7/7/7 x"),
        ("mnk width=2 height=1 row=2 2 x", "mnk width=2 height=1 row=2 drop=false", "2 x"),
        ("Ultimate 9/9/9/9/9/9/9/9/9 x -", "ultimate won_boards=closed tiebreak=draw", None),
    ],
)
def test_a_position_is_a_game_without_moves(text: str, words: str, start: str | None) -> None:
    (shown,) = read_games(text)["games"]
    assert (shown["words"], shown["moves"]) == (words, [])
    assert shown["start"] == (start or "9/9/9/9/9/9/9/9/9 x -")


def test_a_position_is_first_of_all_one_of_the_present_game() -> None:
    boards = "9/9/9/9/9/9/9/9/9 x -"
    (shown,) = read_games(boards, make_game("ultimate", {"tiebreak": "majority"}))["games"]
    assert shown["words"] == "ultimate won_boards=closed tiebreak=majority"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "bad position"),
        ("3/3 x", "2 rows in '3/3', expected 3"),
        ("gomoku size=99 15/15 x", "a whole number from 4 to 22"),
        ("[Variant", "no games"),
        ('[Event "x"]', "game 1: no tag Variant"),
        ('[Variant "chess"] 1. e4', "game 1: unknown game 'chess'"),
        ('[Variant "tictactoe"] 1. b2 b2', "game 1: move 2: illegal move 'b2'"),
        ("{}", "no record of a game"),
        ('{"a":' * 100_000, "no record of a game"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(LinemateError, match=problem):
        read_games(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [("cp", "5"), ("cp", [1]), ("depth", {}), ("mate", 1.5), ("seconds", None), ("move", 7)],
)
def test_a_record_with_odd_values_is_refused(name: str, value: object) -> None:
    fields = json.loads(to_json(record()))
    fields["moves"][0][name] = value
    with pytest.raises(LinemateError, match="line 1: "):
        read_games(json.dumps(fields))
    fields = json.loads(to_json(record())) | {"position": 5}
    with pytest.raises(LinemateError, match=r"line 1: .*bad position 5"):
        read_games(json.dumps(fields))


WORDS = (
    '[Variant "tictactoe"]', '[FEN "3/3/3 x"]', '[White "', '"]', "\\", "[", "{", "}", "1.", "b2",
    "a1", "1-0", "*", "+M3/2", "3/3/3", "x", "gomoku", "size=9", "{}", "\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_no_text_does_any_harm(text: str) -> None:
    try:
        found = read_games(text)
    except LinemateError:
        return
    assert found["games"]


@settings(max_examples=250)
@given(damaged([f"{to_json(record())}\n{to_json(record(1))}"]))
def test_no_record_that_was_damaged_does_any_harm(text: str) -> None:
    try:
        json.dumps(read_games(text), allow_nan=False)
    except LinemateError:
        return


def test_a_comment_that_never_ends_is_read_in_one_go() -> None:
    """It took time that grew with the square of the length: for this one, hours."""
    (shown,) = read_games('[Variant "tictactoe"] 1. b2 ' + "{" * 1_000_000)["games"]
    assert shown["moves"] == ["b2"]
