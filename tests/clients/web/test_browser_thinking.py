"""What the engine thinks, in the browser: lines, heat map, hint, graph; and back and forth."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.clients.web.pages import Person, level, search

# The number on each cell of a heat map and how dark the cell is.
AMOUNTS = """() => [...document.querySelectorAll('.cell.hot')].map(cell => {
  const text = cell.querySelector('.amount').textContent;
  const amount = parseFloat(text) * (text.endsWith('k') ? 1000 : 1);
  return [amount, Number(cell.querySelector('.heat').style.fillOpacity)];
})"""

# As it is once the page has been drawn again.
CAPTION = """() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(
  () => resolve(document.querySelector('#caption').textContent))))"""


def test_analysis_shows_lines_that_preview_on_the_board(person: Person) -> None:
    person.begin("gomoku", {"size": 9})
    person.play_all("e5 d5")
    person.page.select_option("#analysis-lines", "2")
    person.press("Analyse")
    person.see("#lines .line", 2)
    line = person.page.locator("#lines .line").first
    line.hover()
    person.page.wait_for_selector(".cell.previewed .number:text-is('1')")
    best = person.page.locator(".cell.previewed:has(.number:text-is('1'))")
    assert "move 1 of the line: x" in (best.get_attribute("aria-label") or "")
    person.page.wait_for_selector(".cell[aria-label$='move 2 of the line: o']")
    assert (line.get_attribute("aria-label") or "").startswith("Line 1: ")
    # Both are looked at in one moment: the search goes on, and may prefer another line.
    person.page.wait_for_function(
        """() => [...document.querySelectorAll(".cell.previewed")].some(
            (cell) => cell.querySelector(".number").textContent === "1"
                && document.querySelector("#lines .line").innerText.split(/\\s+/)
                    .includes(cell.dataset.cell))"""
    )
    person.page.mouse.move(0, 0)
    person.see(".cell.previewed", 0)
    line.click()
    person.page.mouse.move(0, 0)
    line.evaluate("node => node.blur()")
    person.page.wait_for_selector(".cell.previewed")
    person.press("Analyse")


def test_analysis_follows_the_position_shown(person: Person) -> None:
    person.show_scores()
    person.begin("tictactoe")
    person.press("Analyse")
    person.see("#lines .line", 3)
    person.play_all("b2 a1 c1 c3")
    person.page.wait_for_selector(".line .score:text-is('+M1')")
    expect(person.page.locator("#evaluation")).to_have_attribute(
        "aria-valuetext", "x wins in 1 ply"
    )
    person.press("To the start (Home)")
    person.page.wait_for_selector("#evaluation[aria-valuenow='50']")
    person.press("To the last move (End)")
    person.page.wait_for_selector("#evaluation[aria-valuenow='100']")


def test_what_was_thought_of_a_move_does_not_pass_to_the_one_played_instead(
    person: Person,
) -> None:
    person.show_scores()
    person.begin("tictactoe")
    person.press("Analyse")
    person.play_all("b2 a1 c1 c3")
    scores = person.page.locator("#moves .move .score")
    expect(scores.last).to_have_text("+M1")
    person.press("Analyse")
    person.press("Undo")
    person.see(".move.ahead", 1)
    person.play("a3")
    expect(scores.last).not_to_have_text("+M1")


def test_a_heat_map_of_visits_and_of_bounds(person: Person) -> None:
    person.begin("nineboard")
    person.play("55")
    person.page.select_option("#heat-kind", "visits")
    person.press("Analyse with mcts")
    hot = person.see(".cell.hot", 8)
    assert all(
        name.startswith("5") for name in hot.evaluate_all("all => all.map(e => e.dataset.cell)")
    )
    person.see(".cell.hot .amount", 8)
    expect(person.page.locator("#heat-legend")).to_contain_text("visits of each move")
    expect(person.page.locator(".amount").filter(has_text="k").first).to_be_visible()
    person.press("Analyse")
    shades = [shade for _, shade in sorted(person.page.evaluate(AMOUNTS))]
    assert shades == sorted(shades), "the more visits, the darker"
    assert shades[0] < shades[-1]
    person.page.select_option("#heat-kind", "bound")
    expect(person.page.locator("#heat-legend")).to_contain_text("upper confidence bound")
    bounds = person.page.locator(".amount").all_text_contents()
    assert all(0 < float(bound) < 10 for bound in bounds)
    person.page.select_option("#heat-kind", "off")
    person.see(".cell.hot", 0)


def test_the_searching_of_an_opponent_is_seen_as_well(person: Person) -> None:
    person.page.select_option("#heat-kind", "visits")
    person.begin("tictactoe", o=search("mcts", "movetime", 60_000))
    person.play("a1")
    person.see(".cell.hot", 8)
    assert person.page.locator(".seat[data-player=o]").inner_text().endswith("thinking")
    person.page.keyboard.press("h")  # must not disturb it
    assert person.page.evaluate(CAPTION) == "O is thinking."
    person.press("Move now")
    person.see_moves(2)
    played = person.moves()[-1]
    expect(person.page.locator("#heat-legend")).to_contain_text(f"before {played}")
    expect(person.page.locator("#figures")).to_contain_text(f"before {played}")
    person.see(".cell.hot", 8)


def test_only_who_asks_is_told_how_far_an_engine_looks_and_by_which_search(
    person: Person,
) -> None:
    """Depths, nodes and the names of ten searches stood there for everybody."""
    figures, names = person.page.locator("#figures"), person.page.locator("#analysis-search")
    person.begin("gomoku", {"size": 9})
    person.press("Analyse")
    person.page.wait_for_selector("#lines .line")
    expect(figures).to_be_empty()
    expect(names).to_be_hidden()
    person.press("Details")
    expect(figures).to_contain_text("nodes")
    expect(names).to_be_visible()
    person.page.reload()
    person.see_board()
    expect(names).to_be_visible()
    person.page.select_option("#analysis-search", "mcts")
    person.press("Details")
    expect(names).to_have_value("mcts")
    expect(names).to_be_visible()  # it is not the usual one


def test_what_was_found_is_seen_again_when_one_steps_back(person: Person) -> None:
    person.page.select_option("#heat-kind", "visits")
    person.begin("tictactoe", o=search("mcts", "nodes", 200))
    person.play("a1")
    person.see_moves(2)
    reply = person.moves()[-1]
    person.play("b1" if reply != "b1" else "b2")
    person.see_moves(4)
    person.see(".cell.hot", 6)
    person.page.locator("#moves .move").first.click()
    person.see(".cell.hot", 8)
    person.see("#lines[data-at='1'] .line")
    person.press("To the start (Home)")
    person.see(".cell.hot", 0)
    person.press("Details")
    person.page.select_option("#analysis-search", "mcts")
    expect(person.page.locator("#heat-legend")).to_have_text("Press Analyse to count visits.")


def test_a_hint_marks_a_cell_and_says_the_line(person: Person) -> None:
    person.begin("tictactoe")
    person.play_all("b2 a1 c1 c3")
    person.page.keyboard.press("h")
    person.page.wait_for_selector(".cell.hint .hint-ring")
    hinted = person.page.locator(".cell.hint").get_attribute("data-cell")
    assert hinted == "a3"
    assert person.text("#caption").startswith("Hint: a3.")
    assert "Hint: a3." in person.text("#announcer")
    person.play("a3")
    person.see(".cell.hint", 0)


def test_undo_goes_back_to_ones_own_turn_and_redo_on_again(person: Person) -> None:
    person.begin("gomoku", {"size": 8}, o=level(1))
    person.play("d4")
    person.see_moves(2)
    person.play("a8" if person.label("a8").endswith("legal") else "h1")
    person.see_moves(4)
    moves = person.moves()
    person.press("Undo")
    person.see(".move.ahead", 2)
    assert person.pieces() == 2
    assert person.text("#caption") == "Your turn."
    person.press("Undo")
    person.see(".move.ahead", 4)
    person.press("Redo")
    person.press("Redo")
    person.see(".move.ahead", 0)
    assert person.moves() == moves
    person.press("Undo")
    person.see(".move.ahead", 2)
    free = person.page.locator(".cell.playable").first.get_attribute("data-cell") or ""
    person.play(free)
    person.see_moves(4)
    assert person.moves()[:3] == [*moves[:2], free]


def test_the_move_list_and_the_graph_lead_to_any_position(person: Person) -> None:
    person.show_scores()
    person.begin("tictactoe", x=search("alphabeta", "depth", 9), o=level(1))
    person.page.select_option("#pace", "0")
    person.page.wait_for_selector(".board.finished")
    count = len(person.moves())
    person.page.locator("#moves .move").nth(2).click()
    person.see(".move.ahead", count - 3)
    assert person.pieces() == 3
    assert person.page.locator("#moves [aria-current=step]").get_attribute("data-at") == "3"
    person.page.locator("#graph .column[data-at='1']").click()
    person.see(".move.ahead", count - 1)
    assert person.page.locator("#go-button").inner_text() == "Play on"


def test_a_move_in_the_list_shows_its_cell_while_it_is_pointed_at(person: Person) -> None:
    person.begin("ultimate")
    person.play_all("55 51")
    assert person.page.locator("#board .board-number").all_text_contents() == list("123456789")
    person.page.locator("#moves .move").nth(1).hover()
    assert person.see(".cell.pointed").get_attribute("data-cell") == "51"
    person.page.mouse.move(0, 0)
    person.see(".cell.pointed", 0)
    person.page.locator("#moves .move").first.focus()
    assert person.see(".cell.pointed").get_attribute("data-cell") == "55"
