/**
 * Turning a picture in space: by dragging, with Shift and the arrow keys, or by `by`.
 *
 * @import { Point, Turnable } from "./board.js"
 */

const THRESHOLD = 5; // pixels that a click may slip
const PER_PIXEL = { across: 0.01, down: 0.004 }; // there are few angles to look down from
const STEP = Math.PI / 12;
const DURATION = 180; // milliseconds of a step
/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -0.5], ArrowDown: [0, 0.5] };
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Turning {
  /** Where the pointer was last, while it is down.
   * @type {Point|null} */
  #from = null;

  /** `turned` is called after every change of the geometry.
   * @param {SVGElement} element @param {Turnable} geometry @param {() => void} turned
   */
  constructor(element, geometry, turned) {
    this.geometry = geometry;
    this.turned = turned;
    /** Whether the last press was a drag; the click that ends it must then choose nothing, even
     * where a browser sends it to the cell below and not to the picture that has the pointer. */
    this.dragged = false;
    element.classList.add("turnable");
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#drag(event, element));
    // A finger on the picture turns it up and down as well, where the browser would scroll the page;
    // browsers do not heed a touch-action of a part of a drawing.
    element.addEventListener("touchmove", (event) => {
      if (this.#from && event.touches.length === 1) event.preventDefault();
    }, { passive: false });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => { this.#from = null; });
    }
    element.addEventListener("keydown", (event) => {
      const steps = KEYS[event.key];
      if (!event.shiftKey || !steps) return;
      event.preventDefault();
      event.stopPropagation();
      this.by(...steps);
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary) return;
    const { target, pointerType } = event;
    if (pointerType === "touch" && !(target instanceof Element && target.closest(".grip, .cell"))) return;
    this.#from = { x: event.clientX, y: event.clientY };
    this.dragged = false;
  }

  /** @param {PointerEvent} event @param {SVGElement} element */
  #drag(event, element) {
    if (!this.#from || !event.isPrimary || !(event.buttons & 1)) return;
    const across = event.clientX - this.#from.x;
    const down = event.clientY - this.#from.y;
    if (!this.dragged && Math.hypot(across, down) < THRESHOLD) return;
    if (!this.dragged) element.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.#from = { x: event.clientX, y: event.clientY };
    this.geometry.turn(-across * PER_PIXEL.across, down * PER_PIXEL.down);
    this.turned();
  }

  /** So many steps to the side and down; gently, unless the system asks for stillness.
   * @param {number} across @param {number} down
   */
  by(across, down) {
    if (still.matches) {
      this.geometry.turn(across * STEP, down * STEP);
      this.turned();
      return;
    }
    let done = 0;
    const begin = performance.now();
    /** @param {number} now */
    const move = (now) => {
      const share = Math.min((now - begin) / DURATION, 1);
      const part = Math.max(share - done, 0);
      done = Math.max(share, done);
      this.geometry.turn(across * STEP * part, down * STEP * part);
      this.turned();
      if (share < 1) requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }
}
