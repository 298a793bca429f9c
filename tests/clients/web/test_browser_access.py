"""The page for everybody: keys alone, a screen reader, a phone, dark rooms."""

from __future__ import annotations

import itertools

from playwright.sync_api import ViewportSize, expect

from tests.clients.web.pages import DESK, PHONE, Person, Sit, level

# Texts of the page, outside pictures, with too little contrast; a canvas reads any colour.
FAINT_TEXTS = """() => {
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const read = colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const light = rgb => {
    const linear = c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
    const [r, g, b] = rgb.map(c => linear(c / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = element => {
    for (let node = element; node; node = node.parentElement) {
      const found = read(getComputedStyle(node).backgroundColor);
      if (found[3] > 200) return found.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const texts = [...document.querySelectorAll('body *')].filter(element =>
    !element.closest('svg, :disabled, .unseen') && element.checkVisibility()
    && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
  if (texts.length < 10) return ['hardly any text was found'];
  return texts.flatMap(element => {
    const one = light(read(getComputedStyle(element).color).slice(0, 3));
    const two = light(behind(element));
    const ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
    return ratio < 4.5 ? [`${element.textContent.trim()}: ${ratio.toFixed(2)}`] : [];
  });
}"""
COVERED_BY_NOTICE = """() => {
  const notice = document.querySelector('#notice'), box = notice.getBoundingClientRect();
  const others = [...document.querySelectorAll('.seat, .cell, button, select, h2, ol, #caption')];
  const shown = others.filter(other => !notice.contains(other) && other.checkVisibility());
  return shown.filter(other => {
    const {left, right, top, bottom} = other.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  }).map(other => other.outerHTML);
}"""
SMALL_DESK: ViewportSize = {"width": 1280, "height": 800}
WIDE_PHONE: ViewportSize = {"width": 390, "height": 844}
GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku", "mnk")


def focused(person: Person) -> str:
    return str(person.page.evaluate("document.activeElement.dataset.cell"))


# Texts of an open dialog that run out of the box of their choice, or of the dialog.
OUT_OF_BOX = """() => [...document.querySelectorAll('[open] .game-choice > span')].filter(text => {
  const box = text.parentElement.getBoundingClientRect();
  const dialog = text.closest('dialog').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()].some(({left, right}) =>
    left < box.left || right > box.right + 0.5 || right > dialog.right);
}).map(text => text.textContent)"""
# Whether a tap in the middle of a button reaches it, without scrolling.
IS_UPPERMOST = """node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
ARE_NOT_UPPERMOST = f"nodes => nodes.filter(node => !({IS_UPPERMOST})(node)).map(node => node.id)"


def test_a_game_with_the_keys_alone(person: Person) -> None:
    """b2 a1 c1 a3: x then goes from a3 to a2, right to b2 and up."""
    press = person.page.keyboard.press
    person.begin("tictactoe")
    press("b")
    assert focused(person) == "b2"
    press("Enter")
    expect(person.cell("b2")).to_have_attribute("aria-label", "b2, x, last move")
    for key in ("ArrowLeft", "ArrowDown"):
        press(key)
    assert focused(person) == "a1"
    press("Enter")
    person.see_moves(2)
    assert person.text("#announcer") == "O played a1. X to move."
    press("ArrowLeft")
    press("ArrowDown")
    assert focused(person) == "a1", "it stays on the board"
    press("ArrowUp")
    press("Enter")
    person.see_moves(3)
    press("ArrowUp")
    press("Enter")
    person.see_moves(4)
    press("ArrowDown")
    press("ArrowRight")
    press("ArrowRight")
    press("Enter")
    person.page.wait_for_selector(".board.finished")
    assert person.text("#announcer").startswith("X played c2. X wins")
    press("u")
    person.see(".move.ahead", 1)
    press("r")
    person.see(".move.ahead", 0)


def test_one_cell_alone_is_in_the_order_of_the_tab_key(person: Person) -> None:
    person.begin("gomoku")
    person.see(".cell[tabindex='0']")
    person.cell("c3").focus()
    person.see(".cell[data-cell=c3][tabindex='0']")
    person.see(".cell[tabindex='0']")
    person.see(".cell[role=button][aria-label]", 225)


def test_the_cube_is_walked_through_and_turned_with_the_keys(person: Person) -> None:
    press = person.page.keyboard.press
    person.begin("qubic")
    person.cell("000").focus()
    for key, cell in {"ArrowRight": "010", "ArrowDown": "110", "PageUp": "111"}.items():
        press(key)
        assert focused(person) == cell
    outline = person.cell("111").locator(".tile").get_attribute("d")
    press("Shift+ArrowLeft")
    assert person.cell("111").locator(".tile").get_attribute("d") != outline
    assert focused(person) == "111", "turning keeps the focus"
    press("Enter")
    person.see_moves(1)


def test_the_cube_is_turned_by_dragging_and_a_drag_plays_nothing(person: Person) -> None:
    person.begin("qubic")
    tile = person.cell("113").locator(".tile")
    outline = tile.get_attribute("d")
    tile.hover()
    person.page.mouse.down()
    person.page.mouse.move(700, 300, steps=4)
    person.page.mouse.up()
    assert tile.get_attribute("d") != outline
    person.play("113")
    assert person.moves() == ["113"]


def test_lines_of_three_are_shown_on_demand_in_both_views(person: Person) -> None:
    person.begin("qubic")
    person.play_all("000 333 010 323 020")
    person.see(".three", 0)
    person.press("Lines of three")
    person.see("line.three.x")
    person.press("Flat")
    person.see("circle.three.x", 4)
    person.play("313")
    person.see("circle.three.o", 4)


def test_a_phone_needs_no_sideways_scrolling_in_any_game(sit: Sit) -> None:
    person = sit(viewport=PHONE, has_touch=True, is_mobile=True)
    for game in GAMES:
        person.begin(game, o=level(1))
        person.page.locator(".cell.playable .tile").nth(4).tap()
        person.see_moves(2)
        person.page.wait_for_selector("#lines .line")
        assert person.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_every_text_stands_out_from_what_is_behind_it(person: Person) -> None:
    """It does by 4.5 to 1 at least: level AA of the Web Content Accessibility Guidelines."""
    person.begin("gomoku", {"size": 8}, o=level(1))
    person.play("d4")
    person.see_moves(2)
    person.press("Analyse")
    person.page.wait_for_selector("#lines .line")
    assert faint_texts(person) == []
    person.press("New game")
    assert faint_texts(person) == []


def faint_texts(person: Person) -> list[str]:
    faint: list[str] = []
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        faint += person.page.evaluate(FAINT_TEXTS)
    return faint


def test_dark_follows_the_system_and_the_button_decides(person: Person) -> None:
    person.page.emulate_media(color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = person.page.evaluate(paper)
    button = person.page.locator("#theme-button")
    button.click()
    assert button.get_attribute("aria-label") == "Theme: light"
    light = person.page.evaluate(paper)
    assert light != dark
    button.click()
    assert person.page.evaluate(paper) == dark
    person.page.reload()
    person.see_board()
    assert button.get_attribute("aria-label") == "Theme: dark"


def test_the_look_of_boards_is_kept_and_sound_is_off_at_first(person: Person) -> None:
    colour = "getComputedStyle(document.querySelector('#board .small-board')).fill"
    before = person.page.evaluate(colour)
    person.press("Look and sound")
    expect(person.page.locator("#sound")).not_to_be_checked()
    person.page.locator("#sound").check()
    person.page.get_by_label("Slate").check()
    person.press("Close")
    person.play("55")
    person.page.reload()
    person.see_board()
    assert person.page.evaluate(colour) != before
    person.press("Look and sound")
    expect(person.page.locator("#sound")).to_be_checked()


def test_the_keys_are_listed(person: Person) -> None:
    person.page.keyboard.press("?")
    expect(person.page.locator("#help-dialog")).to_contain_text("walk over the board")
    expect(person.page.locator("#help-dialog")).to_contain_text("below 0 is good for o")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("#help-dialog")).to_be_hidden()


def test_a_new_game_has_the_focus_on_its_board_and_a_board_is_one_stop(person: Person) -> None:
    """A browser stops at a drawing that listens for the focus, so only the cells do."""
    person.begin("tictactoe")
    expect(person.page.locator(".cell:focus")).to_have_attribute("data-cell", "b2")
    person.page.keyboard.press("Shift+Tab")
    expect(person.page.locator("#help-button")).to_be_focused()
    person.page.keyboard.press("Tab")
    expect(person.cell("b2")).to_be_focused()


def test_every_game_is_pictured_where_one_is_chosen(person: Person) -> None:
    person.press("New game")
    for game in GAMES:
        choice = person.page.locator(f".game-choice:has([value={game}])")
        expect(choice.locator("svg.picture .piece").first).to_be_visible()
        choice.click()
        expect(choice.locator("input")).to_be_checked()


def test_no_dialog_has_to_be_scrolled_sideways(person: Person) -> None:
    for viewport in (DESK, PHONE):
        person.page.set_viewport_size(viewport)
        for name in ("new", "exchange", "help"):
            person.page.locator(f"#{name}-button").click()
            dialog = person.see(f"#{name}-dialog[open]")
            assert dialog.evaluate("node => node.scrollWidth - node.clientWidth") == 0, name
            person.page.keyboard.press("Escape")
            person.see("dialog[open]", 0)


def test_the_name_of_every_game_is_within_its_box(person: Person) -> None:
    """On a phone those of the puzzles had a quarter of the width each, and ran over one another."""
    for viewport in (DESK, PHONE, WIDE_PHONE):
        person.page.set_viewport_size(viewport)
        for name in ("new", "puzzles"):
            person.page.locator(f"#{name}-button").click()
            person.see(f"#{name}-dialog[open]")
            assert person.page.evaluate(OUT_OF_BOX) == [], name
            person.page.keyboard.press("Escape")
            person.see("dialog[open]", 0)


def test_all_that_can_be_chosen_for_a_new_game_is_seen_without_scrolling(person: Person) -> None:
    """The clock was behind the buttons, under the rules: those of ultimate are the longest, m,n,k
    has the most fields, and so have engines that search.
    """
    fields = "#new-dialog select:visible, #new-dialog input:visible, #new-dialog button:visible"
    kinds = ("person", "level", "custom")
    for viewport, kind in itertools.product((SMALL_DESK, WIDE_PHONE), kinds):
        person.page.set_viewport_size(viewport)
        person.page.locator("#new-button").click()
        for game in GAMES:
            person.page.locator(f"#new-dialog input[value={game}]").check()
            for player in "xo":
                person.page.locator(f"#{player}-kind").select_option(kind)
            hidden = person.page.locator(fields).evaluate_all(ARE_NOT_UPPERMOST)
            assert hidden == [], (game, kind)
        person.page.keyboard.press("Escape")
        person.see("dialog[open]", 0)


def test_the_field_of_a_dialog_in_focus_is_not_behind_its_buttons(person: Person) -> None:
    person.page.set_viewport_size(PHONE)
    person.page.locator("#new-button").click()
    for game in GAMES:
        person.page.locator(f"#new-dialog input[value={game}]").check()
        person.page.locator("#clock").focus()
        assert person.page.locator("#clock").evaluate(IS_UPPERMOST), game


def test_a_message_covers_nothing_and_does_not_move_the_board(person: Person) -> None:
    """It lay over the moves, and on a phone over the seats."""
    place = "node => { const {x, y} = node.getBoundingClientRect(); return [x, y + scrollY]; }"
    for viewport in (DESK, PHONE):
        person.page.set_viewport_size(viewport)
        person.begin("ultimate")
        person.play("55")
        before = person.page.locator(".board").evaluate(place)
        person.begin("ultimate")
        person.see("#notice:not([hidden])")
        assert person.page.locator(".board").evaluate(place) == before
        assert person.page.evaluate(COVERED_BY_NOTICE) == []


def test_a_finger_leaves_no_ghost_where_it_was(sit: Sit) -> None:
    """What shows where a mark would come stayed on the next board, as if one had chosen it."""
    person = sit(viewport=WIDE_PHONE, has_touch=True, is_mobile=True)
    person.begin("tictactoe")
    person.cell("b2").locator(".tile").tap()
    person.see_moves(1)
    person.page.keyboard.press("u")
    ghost = person.cell("b2").locator(".ghost")
    expect(ghost).to_have_css("opacity", "0")


def test_on_a_phone_nothing_lies_over_the_buttons(person: Person) -> None:
    person.page.set_viewport_size(PHONE)
    person.page.keyboard.press("n")
    assert person.page.locator("#new-dialog [type=submit]").evaluate(IS_UPPERMOST)
    person.press("Begin")
    person.page.locator(".cell.playable .tile").first.click()
    person.see_moves(2)
    person.begin("tictactoe")
    person.see("#notice:not([hidden])")
    for name in ("Undo", "Hint", "Analyse"):
        assert person.page.get_by_role("button", name=name, exact=True).evaluate(IS_UPPERMOST)
