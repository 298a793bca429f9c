"""Games that outlast the page: reloaded, written out, read in, replayed."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task, to_json
from linemate.engine.core import Score
from tests.clients.web.pages import Person, Sit, level

# The storage of a browser that is told to keep nothing of a page: to name it is an error already.
NOTHING_KEPT = """for (const name of ['sessionStorage', 'localStorage'])
  Object.defineProperty(window, name, {
    get: () => { throw new DOMException('denied', 'SecurityError'); },
  });"""


def recorded(number: int, moves: str) -> GameRecord:
    """A game of a match, in which x thinks that all is well."""
    played = tuple(PlayedMove(move, 0.25, Score(cp=50), 4, 5) for move in moves.split())
    task = Task(1, "Ann", "Bob", 0, number, Opening())
    limits, date = ("movetime 100ms", "depth 5"), "2025-06-01T12:00:00+00:00"
    ending = Ending(1 - len(played) % 2, Reason.TIME, "too late")  # of whoever is to move
    return GameRecord(task, "tictactoe", played, ending, limits, date, 1.0)


def test_a_reload_in_mid_game_goes_on_at_the_same_position(person: Person) -> None:
    person.begin("ultimate", {"won_boards": "open"}, o=level(1))
    person.play("55")
    person.see_moves(2)
    moves = person.moves()
    person.page.reload()
    person.see_board()
    person.see_moves(2)
    assert (person.moves(), person.pieces()) == (moves, 2)
    assert "won boards open" in person.text("#title")
    person.page.locator(".cell.playable .tile").first.click()
    person.see_moves(4)
    person.press("Undo")
    person.see(".move.ahead", 2)
    person.page.reload()
    person.see_board()
    person.see(".move.ahead", 2)


def test_a_game_goes_out_as_pgn_and_comes_in_again(person: Person) -> None:
    person.begin("gomoku", {"size": 8, "rule": "standard"})
    person.play_all("d4 e5 d5")
    person.press("Open & save")
    pgn = person.page.locator("#pgn-out")
    expect(pgn).to_have_value(re.compile("d4"))
    text = pgn.input_value()
    assert '[Variant "gomoku size=8 rule=standard"]' in text
    with person.page.expect_download() as download:
        person.press("Download PGN")
    assert download.value.suggested_filename == "gomoku.pgn"
    assert Path(download.value.path()).read_text() == text
    person.press("Close")
    person.begin("tictactoe", o=level(1))
    person.press("Open & save")
    person.page.fill("#text-in", text)
    person.press("Open this text")
    person.page.wait_for_selector("body[data-game='gomoku size=8 rule=standard']")
    person.see(".move.ahead", 0)
    assert person.moves() == ["d4", "e5", "d5"]
    assert person.pieces() == 3
    assert person.text(".seat[data-player=o]") == "A person"
    person.play("e4")
    person.see_moves(4)


def test_a_move_from_the_past_opens_a_variation_and_loses_nothing(person: Person) -> None:
    """Eight plies vanished without a word when somebody clicked a cell at the start of the game."""
    person.begin("tictactoe")
    person.play_all("b2 a1 c3 a3")
    person.page.keyboard.press("Home")
    expect(person.page.locator("#place")).to_contain_text("The start of 4 moves.")
    expect(person.page.locator("#board.past")).to_be_visible()
    person.play_all("a1 b2")
    assert person.moves() == ["b2", "a1", "c3", "a3"]
    assert person.page.locator("#moves .branch-move").all_inner_texts() == ["a1", "b2"]
    assert "A variation in place of b2." in person.text("#place")
    person.page.reload()
    person.see_board()
    person.see("#moves .branch-move", 2)
    person.press("Delete variation")
    person.see("#moves .branch-move", 0)
    person.press("Bring it back")
    person.see("#moves .branch-move[aria-current]")
    person.press("Make main line")
    expect(person.page.locator("#place")).to_contain_text(
        "An earlier position. After 1 of 2 moves."
    )
    assert person.moves() == ["a1", "b2"]
    person.press("Comment")
    person.page.fill("#comment", "<b>well</b> (played) {so}")
    person.page.keyboard.press("Control+Enter")
    expect(person.page.locator("#comment")).to_be_hidden()
    person.press("Edit comment")
    expect(person.page.locator("#comment")).to_be_focused()
    person.press("Done")
    expect(person.page.locator("#comment")).to_be_hidden()
    person.press("Open & save")
    pgn = person.page.locator("#pgn-out")
    expect(pgn).to_have_value(re.compile("played"))
    text = pgn.input_value()
    assert "1. a1 {<b>well</b> (played) (so)} (1. b2 a1 2. c3 a3) 1... b2 *" in text
    person.press("Close")


def test_variations_of_a_file_are_shown_and_walked_with_the_keys(person: Person) -> None:
    person.press("Open & save")
    moves = "{Before.} 1. b2! {+0.31/5 0.1s good} (1. a1 b2 (1... c3 2. b2)) 1... a1 *"
    person.page.fill("#text-in", f'[Variant "tictactoe"]\n\n{moves}')
    person.press("Open this text")
    person.see("#moves .branch-move", 4)
    assert person.moves() == ["b2!", "a1"]
    assert person.page.locator("#moves .remark").all_inner_texts() == ["Before.", "b2 good"]
    words = person.text("#moves .variation").replace("(", " ( ").split()
    assert " ".join(words[1:]) == "Variation: 1. a1 b2 ( Variation: 1\u2026 c3 2. b2 )"
    person.page.locator("#moves .branch-move", has_text="c3").focus()
    person.page.keyboard.press("Enter")
    person.see("#moves .branch-move.ahead")
    assert person.label("c3") == "c3, o, last move"
    person.page.keyboard.press("v")
    person.see("#moves .branch-move[aria-current]:has-text('b2')")
    person.press("To the main line")
    expect(person.page.locator("#place")).to_contain_text("The start of 2 moves.")
    person.page.keyboard.press("v")
    expect(person.page.locator("#notice")).to_contain_text("This move has no variation.")


def test_a_link_has_the_whole_game_and_leaves_the_one_that_was_there(person: Person) -> None:
    person.begin("gomoku", {"size": 8, "rule": "standard"})
    person.play_all("d4 e5 d5")
    person.page.keyboard.press("Home")
    person.see(".move.ahead", 3)
    person.play_all("e4 f4")
    person.press("Open & save")
    link = person.page.locator("#link-out").input_value()
    assert link.endswith("#game=gomoku&size=8&rule=standard&moves=d4(e4.f4).e5.d5&line=e4.f4")
    person.press("Close")
    person.begin("tictactoe")
    person.play("b2")
    person.page.goto(link)  # no other page: a hash alone has changed
    person.page.wait_for_selector("body[data-game='gomoku size=8 rule=standard']")
    person.see("#moves .branch-move[aria-current]:has-text('f4')")
    assert (person.moves(), person.pieces()) == (["d4", "e5", "d5"], 2)
    assert "#" not in person.page.url
    person.press("Back to the one before")
    person.page.wait_for_selector("body[data-game=tictactoe]")
    assert person.moves() == ["b2"]


def test_a_link_is_not_lost_by_a_reload_at_once(person: Person) -> None:
    """The address had forgotten the game before the page kept it: the old one was there again."""
    person.begin("tictactoe")
    person.play("b2")
    # The page's own listener comes first.
    person.page.evaluate("addEventListener('hashchange', () => location.reload())")
    person.page.evaluate("location.hash = '#game=gomoku&size=8&rule=standard&moves=d4'")
    person.page.wait_for_selector("body[data-game='gomoku size=8 rule=standard']")
    assert person.moves() == ["d4"]
    assert "#" not in person.page.url


def test_a_damaged_link_says_what_is_wrong_and_loses_nothing(person: Person) -> None:
    person.begin("tictactoe")
    person.play("b2")
    address = person.page.url
    for before, damaged, problem in (
        ("about:blank", "game=tictactoe&moves=b2.b2", "move 2: illegal move 'b2'"),
        (address, "game=tictactoe&moves=b2<img/src=x>", "is not understood"),
    ):
        person.page.goto(before)
        person.come(f"{address}#{damaged}")
        expect(person.page.locator("#notice")).to_contain_text(problem)
        expect(person.page.locator("#notice")).to_contain_text("This is a new game.")
        assert person.moves() == []
        person.press("Back to the one before")
        person.see_moves(1)


def test_a_game_that_is_opened_goes_on_with_who_sat_where(person: Person) -> None:
    """As the terminal has saved it, now and before it wrote PGN."""
    seats = '[WhiteType "human"]\n[BlackType "program"]\n[BlackLevel "3"]'
    pgn = f'[Variant "tictactoe"]\n{seats}\n\n1. b2 *\n'
    old = "linemate game\ngame tictactoe\nhumans o\nmoves b2 a1\nend\n"
    for text, x, o in (
        (pgn, "You", "Linemate, level 3 (Learner)"),
        (old, "Linemate, level 5 (Regular)", "You"),
    ):
        person.begin("qubic")
        person.press("Open & save")
        person.page.fill("#text-in", text)
        person.press("Open this text")
        person.page.wait_for_selector("body[data-game='tictactoe']")
        assert person.text(".seat[data-player=x]") == x
        assert person.text(".seat[data-player=o]") == o
        before = len(person.moves())
        person.press("Play on")
        person.see_moves(before + 1)


CLUB = '[Event "Club"]\n[Date "2020.01.02"]\n[White "Ann"]\n[Black "Bob"]\n[Variant "tictactoe"]\n'


def test_a_file_that_is_opened_and_saved_keeps_its_tags_until_it_is_played_on(
    person: Person,
) -> None:
    """Its players were "You" and an engine, its event the page's and its date today."""
    for moves in ("1. b2 a1 2. c3 *", "1. b2 a1 2. b1 a3 3. b3 1-0"):
        person.page.evaluate("sessionStorage.clear()")
        person.page.reload()
        person.press("Open & save")
        person.page.fill("#text-in", f"{CLUB}\n{moves}\n")
        person.press("Open this text")
        person.see_moves(len(re.findall("[abc]", moves)))
        assert person.text(".seat[data-player=x]") == "Ann"
        assert person.text(".seat[data-player=o]") == "Bob"
        person.page.reload()
        person.see_board()
        text = saved(person)
        assert set(CLUB.splitlines()) <= set(text.splitlines())
        assert "Type" not in text
    person.press("Open & save")
    person.page.fill("#text-in", f'{CLUB}[BlackType "program"]\n\n1. b2 *\n')
    person.press("Open this text")
    person.see_moves(1)
    assert '[Black "Bob"]' in saved(person)
    person.press("Play on")
    person.see_moves(2)
    text = saved(person)
    assert "Linemate, level" in text
    assert "Bob" not in text
    assert "Club" not in text


def saved(person: Person) -> str:
    person.press("Open & save")
    pgn = person.page.locator("#pgn-out")
    expect(pgn).to_have_value(re.compile("b2"))
    text = pgn.input_value()
    person.page.keyboard.press("Escape")  # there may be a notice to be closed as well
    return text


def test_garbage_in_the_browsers_storage_leaves_a_game_to_be_played(person: Person) -> None:
    """There was no board at all. What else may be there is in record.test.mjs."""
    keys = ["linemate.record", "linemate.match", "linemate.settings"]
    seats = '{"x": {"kind": "person"}, "o": {"kind": "engine", "level": null}}'
    rest = '"start": null, "moves": [], "at": 0, "names": null, "evaluations": [], "paused": false'
    for text in (
        "garbage",
        '{"theme": {}, "pace": "x", "lines": [], "search": 5, "heat": "x", "games": 5}',
        f'{{"words": "tictactoe", "seats": {seats}, {rest}}}',
        f'{{"words": "chess", "seats": {seats.replace("null", "1")}, {rest}}}',
    ):
        for storage in ("sessionStorage", "localStorage"):
            keep = f"([keys, text]) => keys.forEach(key => {storage}.setItem(key, text))"
            person.page.evaluate(keep, [keys, text])
        person.page.reload()
        person.see_board()
        expect(person.page.locator("#notice")).to_contain_text("This is a new one.")
        before = len(person.moves())
        person.page.locator(".cell.playable .tile").first.click()
        person.see_moves(before + 2)


def test_a_page_that_may_keep_nothing_is_played_at_as_any_other(sit: Sit) -> None:
    """There was no board: to keep its record failed, and so did to take that back. The page of a
    game with a friend did not come as far as that.
    """
    person = sit(script=NOTHING_KEPT)
    before = len(person.moves())
    person.page.locator(".cell.playable .tile").first.click()
    person.see_moves(before + 2)
    expect(person.page.locator("#notice")).to_be_hidden()
    guest = sit(person.invite("tictactoe", side="o"), script=NOTHING_KEPT)
    guest.play("b2")
    person.see_moves(1)
    person.press("Resign")
    person.press("Really?")
    guest.press("Analyse this game")
    expect(guest.page.locator("#notice")).to_contain_text("It cannot be taken there")


def test_a_position_goes_out_and_comes_in_again(person: Person) -> None:
    person.begin("qubic")
    person.play_all("000 333 111")
    person.press("Open & save")
    position = person.page.locator("#position-out").input_value()
    person.press("Close")
    person.begin("qubic")
    person.press("Open & save")
    person.page.fill("#text-in", position)
    person.press("Open this text")
    person.see(".cell .piece:not(.ghost)", 3)
    assert person.label("111") == "111, x"
    assert person.text("#caption") == "O to move."
    person.play("222")


def test_the_scores_of_an_analysed_file_are_saved_again_where_none_are_shown(
    person: Person,
) -> None:
    """All of them were lost, and those of variations where scores were shown."""
    moves = "1. b2 {[%eval 0.20] so} a1 {[%eval 0.10]} (1... c1 {[%eval #3]}) 2. c3 *"
    person.press("Open & save")
    person.page.fill("#text-in", f'[Variant "tictactoe"]\n\n{moves}')
    person.press("Open this text")
    person.page.wait_for_selector("body[data-game='tictactoe']")
    expect(person.page.locator("#moves .remark").first).to_have_text("b2 so")
    person.press("Open & save")
    saved = person.page.locator("#pgn-out")
    expect(saved).to_have_value(re.compile(r"\*\s*$"))
    assert " ".join(saved.input_value().partition("\n\n")[2].split()) == moves
    person.press("Close")


def test_what_cannot_be_read_is_told_and_changes_nothing(person: Person) -> None:
    person.begin("tictactoe")
    person.play("b2")
    person.press("Open & save")
    person.page.fill("#text-in", "xx1/3/3 o")
    person.press("Open this text")
    expect(person.page.locator(".wrong")).to_be_visible()
    assert person.text(".wrong")
    person.press("Close")
    assert person.moves() == ["b2"]


def test_a_recorded_match_is_replayed(person: Person, tmp_path: Path) -> None:
    person.show_scores()
    games = [recorded(0, "b2 a1 c3"), recorded(1, "a1 b2")]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{to_json(game)}\n" for game in games))
    person.press("Open & save")
    person.page.set_input_files("#file-in", file)
    person.see("#match-list button", 2)
    assert person.text(".seat[data-player=x]") == "Ann"
    assert person.text("#match-list li:first-child .names") == "Ann \N{EN DASH} Bob"
    assert person.text("#match-list li:first-child .result") == "1-0"
    assert person.text("#match-list li:first-child small").startswith("3 plies, ")
    assert person.moves() == ["b2", "a1", "c3"]
    person.press("One move on (.)")
    person.see(".move.ahead", 2)
    person.press("Play through the moves (l)")
    person.see(".move.ahead", 0)
    person.page.wait_for_selector("#graph svg")
    person.page.locator("#match-list button").nth(1).click()
    person.see_moves(2)
    assert person.text("#match-figures") == "2 of 2"
    assert person.text(".seat[data-player=x]") == "Bob"
    person.page.reload()
    person.see_board()
    person.see("#match-list button", 2)


def test_one_game_of_many_is_found_by_what_is_told_of_it(person: Person, tmp_path: Path) -> None:
    """The list showed five rows, with names and reasons cut off."""
    games = [recorded(number, "b2 a1 c3" if number % 2 else "a1 b2") for number in range(12)]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{to_json(game)}\n" for game in games))
    person.press("Open & save")
    person.page.set_input_files("#file-in", file)
    person.see("#match-list button", 12)
    cut = "node => node.scrollWidth > node.clientWidth"
    for text in person.page.locator("#match-list span, #match-list small").all():
        assert not text.evaluate(cut)
    person.page.fill("#match-filter", "3 plies")
    person.see("#match-list button", 6)
    person.page.locator("#match-list button").nth(1).click()
    expect(person.page.locator("#match-figures")).to_have_text("4 of 12, 6 found")
    person.page.fill("#match-filter", "nobody")
    expect(person.page.locator("#match-list")).to_have_text("No game has this.")


def test_the_game_before_can_be_taken_back(person: Person) -> None:
    person.begin("tictactoe")
    person.play("b2")
    person.begin("qubic")
    person.press("Back to the one before")
    person.page.wait_for_selector("body[data-game=tictactoe]")
    assert person.moves() == ["b2"]
