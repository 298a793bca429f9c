/** What the page tells in passing: trouble in a banner, notices, and words for screen readers. */

import { button, find, make } from "./dom.js";
import { onlyPerson } from "./turns.js";
import { namePlayer, tellTurn } from "./words.js";

const NOTICE_TIME = 8000;
const REMINDER_TIME = 700;

/** Light up what says whose turn it is, and where, for a moment: a cell was no move now. */
export function remind(...nodes) {
  const light = (on) => nodes.forEach((node) => node.classList.toggle("reminding", on));
  clearTimeout(remind.timer);
  light(true);
  remind.timer = setTimeout(() => light(false), REMINDER_TIME);
}

/** A line that goes away by itself; `offer` is one thing to do about it, as [label, act]. */
export function showNotice(text, offer = null) {
  const notice = find("#notice");
  const hide = () => { notice.hidden = true; };
  clearTimeout(showNotice.timer);
  notice.replaceChildren(
    make("span", {}, text),
    offer ? button(offer[0], () => { hide(); offer[1](); }) : "",
    button("\u00d7", hide, { class: "quiet", "aria-label": "Close" }),
  );
  notice.hidden = false;
  showNotice.timer = setTimeout(hide, NOTICE_TIME);
}

/** The connection or the engine is gone: what happened, and how to go on. */
export function showTrouble(table, startOver) {
  const banner = find("#banner");
  const key = table.trouble ? JSON.stringify(table.trouble) : "";
  if (banner.dataset.shown === key) return;
  banner.dataset.shown = key;
  banner.hidden = !table.trouble;
  if (!table.trouble) return;
  const { kind, text, dialogue } = table.trouble;
  const [label, act] = {
    connection: ["Reconnect", () => table.connection.connect()],
    engine: ["Go on from here", () => table.restartEngine()],
    starting: ["Start another", () => table.restartEngine()],
    record: ["New game", startOver],
  }[kind];
  const starter = kind === "engine" ? button("New game", startOver) : "";
  banner.replaceChildren(
    make("span", {}, kind === "record" ? text : `${text.replace(/\.$/, "")}. The game is safe in this page.`),
    button(label, act), starter, dialogue?.length ? showDialogue(dialogue) : "",
  );
}

/** The last lines before an engine was lost, for those who want to know why. */
function showDialogue(lines) {
  return make("details", { class: "dialogue" }, make("summary", {}, "Last lines"), make("pre", {}, lines.join("\n")));
}

/** Says what has changed on the board since it was last called. */
export class Announcer {
  told = "";

  tell(table) {
    const { state } = table;
    if (!state) return;
    const mover = state.last ? state.cells[state.names.indexOf(state.last)] : null;
    const words = [
      mover ? `${namePlayer(state.game, mover)} played ${state.last}.` : "No move yet.",
      tellTurn(state, { person: onlyPerson(table.record.seats) }),
      table.hint ? `Hint: ${table.hint.move}.` : "",
    ];
    const text = words.join(" ").trim();
    if (text === this.told) return;
    this.told = text;
    find("#announcer").textContent = text;
  }
}
