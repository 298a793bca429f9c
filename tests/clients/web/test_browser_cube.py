"""The cube: what is seen of a cell is what a click plays, at every angle; a finger turns it.

On level 3 every ring of a hint was drawn over the cell behind the one that it meant, and a click on
it played that: a won game was lost.
"""

from __future__ import annotations

from random import Random

from linemate.engine.registry import make_game
from tests.clients.web.pages import PHONE, Person, Sit

ANGLES = 20
# For each cell, points of its tile, of the ring in it and of the ball on it; of these, those where
# what is painted uppermost is not of the cell that a click hits; and the middle of its tile, where
# both must be this one.
MISSED = """() => {
  const cells = [...document.querySelectorAll('.board .cell')];
  const shapes = cells.flatMap(cell =>
    [...cell.querySelectorAll('.tile, .hint-ring, .piece:not(.ghost) .body')].map(shape =>
      ({cell, shape, box: shape.getBoundingClientRect(), back: shape.getScreenCTM().inverse()})));
  const painted = (x, y) => shapes.findLast(({shape, box, back}) =>
    box.left <= x && x <= box.right && box.top <= y && y <= box.bottom
    && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(back)))?.cell;
  const edges = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]];
  const looked = {tiles: 0, rings: 0, balls: 0}, missed = [];
  const look = (kind, cell, x, y, own) => {
    const [seen, ...beside] = edges.map(([across, down]) => painted(x + across, y + down));
    if (!own && beside.some(each => each !== seen)) return; // on an edge, within a pixel
    const hit = document.elementFromPoint(x, y)?.closest('.cell');
    looked[kind] += 1;
    if (hit !== seen || (own && hit !== cell)) {
      missed.push([kind, ...[cell, seen, hit].map(each => each?.dataset.cell)].join(' '));
    }
  };
  for (const {cell, shape, box} of shapes) {
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const kind = shape.matches('.tile') ? 'tiles' : shape.matches('.body') ? 'balls' : 'rings';
    if (kind === 'tiles') look(kind, cell, middle.x, middle.y, true);
    for (let turn = 0; turn < 8; turn += 1) {
      const [across, down] = [Math.cos, Math.sin].map(part => 0.9 * part(turn * Math.PI / 4));
      const radius = shape.r?.baseVal.value;
      const {x, y} = radius
        ? new DOMPoint(across * radius, down * radius).matrixTransform(shape.getScreenCTM())
        : {x: middle.x + across * box.width / 3, y: middle.y + down * box.height / 3};
      look(kind, cell, x, y, false);
    }
  }
  return {looked, missed};
}"""
OUTLINE = """node => {
  const {x, y, width, height} = node.getBoundingClientRect();
  return [x, y, width, height];
}"""
TURNED = "[...document.querySelectorAll('.tile')].map(tile => tile.getAttribute('d')).join()"


def open_position(person: Person, moves: int) -> None:
    """Show a cube with so many balls, in which nobody has won."""
    game = make_game("qubic")
    random, position = Random(4), game.start()
    for _ in range(moves):
        position.play(random.choice(position.legal_moves()))
        assert position.outcome() is None
    person.begin("qubic")
    person.press("Open & save")
    person.page.fill("#text-in", game.write_position(position))
    person.press("Open this text")
    person.see(".cell .piece:not(.ghost)", moves)


def show_hint(person: Person) -> str:
    person.page.keyboard.press("h")
    hinted = person.see(".cell.hint .hint-ring").locator("xpath=ancestor::*[@data-cell]")
    return hinted.get_attribute("data-cell") or ""


def test_what_is_seen_of_a_cell_is_what_a_click_hits_at_twenty_angles(person: Person) -> None:
    open_position(person, 24)
    show_hint(person)
    person.cell("000").focus()
    seen = set()
    for angle in range(ANGLES):
        found = person.page.evaluate(MISSED)
        assert found["missed"] == [], angle
        assert found["looked"]["tiles"] > 64 * 5
        assert found["looked"]["rings"] > 4
        assert found["looked"]["balls"] > 24 * 5
        seen.add(person.page.evaluate(TURNED))
        person.page.keyboard.press("Shift+ArrowLeft")
        person.page.keyboard.press(f"Shift+Arrow{'Up' if angle // 3 % 2 else 'Down'}")
    assert len(seen) == ANGLES


def test_a_click_on_any_part_of_the_ring_of_a_hint_plays_that_hint(person: Person) -> None:
    """And one on the top of a ball, which is before the cell behind, plays nothing."""
    person.begin("qubic")
    for share in (0.05, 0.95):
        hint = show_hint(person)
        x, y, width, height = person.page.locator(".hint-ring").evaluate(OUTLINE)
        person.page.mouse.click(x + width / 2, y + height * share)
        person.page.wait_for_selector(f".cell[data-cell='{hint}'] .piece:not(.ghost)")
    ball = person.cell(hint).locator(".piece .body")
    x, y, width, height = ball.evaluate(OUTLINE)
    person.page.mouse.click(x + width / 2, y + height * 0.05)
    person.see(".caption.reminding")
    person.see_moves(2)


def test_a_finger_turns_the_cube_both_ways_and_scrolls_the_page_beside_it(sit: Sit) -> None:
    person = sit(viewport=PHONE, has_touch=True, is_mobile=True)
    person.begin("qubic")
    page = person.page
    x, y, width, height = page.locator("#board .grip").evaluate(OUTLINE)
    fingers = page.context.new_cdp_session(page)

    def drag(start: float, across: float, down: float) -> None:
        for step in range(6):
            kind = "touchMove" if step else "touchStart"
            at = {"x": start + across * step / 5, "y": y + height / 2 + down * step / 5}
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    scrolled = page.evaluate("scrollY")
    for across, down in ((60, 0), (0, -60)):
        before = page.evaluate(TURNED)
        drag(x + width / 2, across, down)
        page.wait_for_function(f"before => {TURNED} !== before", arg=before)
    assert page.evaluate("scrollY") == scrolled
    drag(x / 2, 0, -60)
    page.wait_for_function("before => scrollY > before", arg=scrolled)
    person.see_moves(0)
