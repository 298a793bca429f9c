/**
 * What the page tells in passing: trouble in a banner, notices, and words for screen readers.
 *
 * @import { Trouble } from "./activity.js"
 * @import { Table } from "./table.js"
 */

import { button, find, make } from "./dom.js";
import { tellPlace } from "./panel/branches.js";
import { lastMover, onlyPerson } from "./turns.js";
import { namePlayer, tellTurn } from "./words.js";

const NOTICE_TIME = 8000;
const REMINDER_TIME = 700;
const timers = { notice: 0, reminder: 0 };

/** Light up what says whose turn it is, and where, for a moment: a cell was no move now.
 * @param {Element[]} nodes
 */
export function remind(...nodes) {
  /** @param {boolean} on */
  const light = (on) => nodes.forEach((node) => node.classList.toggle("reminding", on));
  clearTimeout(timers.reminder);
  light(true);
  timers.reminder = setTimeout(() => light(false), REMINDER_TIME);
}

/** A line that goes away by itself; `offer` is one thing to do about it, as [label, act].
 * @param {string} text @param {[string, () => void]|null} offer
 */
export function showNotice(text, offer = null) {
  const notice = find("#notice");
  const hide = () => { notice.hidden = true; };
  clearTimeout(timers.notice);
  notice.replaceChildren(
    make("span", {}, text),
    offer ? button(offer[0], () => { hide(); offer[1](); }) : "",
    button("\u00d7", hide, { class: "quiet", "aria-label": "Close" }),
  );
  notice.hidden = false;
  timers.notice = setTimeout(hide, NOTICE_TIME);
}

/** The connection or the engine is gone: what happened, and how to go on.
 * @param {Table} table @param {() => void} startOver
 */
export function showTrouble(table, startOver) {
  const banner = find("#banner");
  const { trouble } = table;
  const key = trouble ? JSON.stringify(trouble) : "";
  if (banner.dataset.shown === key) return;
  banner.dataset.shown = key;
  banner.hidden = !trouble;
  if (!trouble) return;
  const { kind, text, dialogue } = trouble;
  /** @type {Record<Trouble["kind"], [string, () => void]>} */
  const remedies = {
    connection: ["Reconnect", () => table.connection.connect()],
    engine: ["Go on from here", () => table.restartEngine()],
    starting: ["Start another", () => table.restartEngine()],
  };
  const starter = kind === "engine" ? button("New game", startOver) : "";
  banner.replaceChildren(
    make("span", {}, `${text.replace(/\.$/, "")}. The game is safe in this page.`),
    button(...remedies[kind]), starter, dialogue?.length ? showDialogue(dialogue) : "",
  );
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The last lines before an engine was lost, for those who want to know why.
 * @param {string[]} lines
 */
function showDialogue(lines) {
  return make("details", { class: "dialogue" }, make("summary", {}, "Last lines"), make("pre", {}, lines.join("\n")));
}

/** Says what has changed on the board since it was last called. */
export class Announcer {
  told = "";

  /** @param {Table} table */
  tell(table) {
    const { state } = table;
    if (!state) return;
    const mover = lastMover(state);
    const words = [
      mover ? `${namePlayer(state.game, mover)} played ${state.last}.` : "No move yet.",
      tellPlace(table),
      tellTurn(state, { person: onlyPerson(table.record.seats) }),
      table.hint && !state.outcome ? `Hint: ${table.hint.move}.` : "",
    ];
    const text = words.join(" ").trim();
    if (text === this.told) return;
    this.told = text;
    find("#announcer").textContent = text;
  }
}
