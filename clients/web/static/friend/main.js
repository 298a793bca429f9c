/**
 * The page of a game with a friend. Start reading here, then table.js beside it.
 *
 * The address has the room behind its `#`, or the game for which one is to be made, as "New game"
 * writes it. There is no engine at this page: nobody is helped.
 *
 * @import { RoomTalk } from "../../rooms.js"
 */

import { Connection } from "../connection.js";
import { openLook } from "../dialogs/look.js";
import { button, drawIcon, find, make } from "../dom.js";
import { Frame, inNextFrame } from "../frame.js";
import { giveGame } from "../given.js";
import { bindKeys } from "../keys.js";
import { showNotice } from "../messages.js";
import { Moves } from "../panel/moves.js";
import { ViewTools } from "../panel/viewtools.js";
import { applyBoard, bindTheme, loadSettings } from "../settings.js";
import { Sounds } from "../sound.js";
import { lastMover } from "../turns.js";
import { namePlayer, tellOptions } from "../words.js";
import { FriendPanel } from "./panel.js";
import { FriendTable } from "./table.js";
import { readWish } from "./wish.js";

const LOOK_TIME = 5000; // milliseconds between two looks at whether anything arrives
const schedule = inNextFrame(render);
const settings = loadSettings();
const sounds = new Sounds(settings);
/** @type {Connection<RoomTalk>} */
const connection = new Connection(() => new WebSocket(`ws://${location.host}/room`));
const wish = readWish(location.hash);
const address = { id: wish ? null : location.hash.slice(1) || null, wish };
const table = new FriendTable(connection, address, {
  changed: schedule,
  notice: showNotice,
  entered: (id) => history.replaceState(null, "", `#${id}`),
});

const frame = new Frame(table, settings, sounds);
const panel = new FriendPanel(table, openHere);
const moves = new Moves(table, schedule);
const viewTools = new ViewTools(settings, schedule);

/** Look at the game at one's own table. @param {FriendTable} friendly */
function openHere({ record }) {
  if (giveGame({ ...record, at: record.moves.length })) location.assign("./");
  else showNotice("It cannot be taken there: this browser keeps nothing for the page.");
}

function render() {
  const { room, state, trouble } = table;
  showBanner(trouble);
  if (room && state) {
    frame.renew(state, room.title).show({
      state, playable: table.playable, hint: null, pointed: moves.pointed, preview: [], heat: null, threes: settings.threes,
    });
    viewTools.show(state, frame.board);
    find("#title").textContent = [room.title, ...tellOptions(state.words)].join(" \u00b7 ");
    document.title = `${table.playable ? "Your turn - " : ""}${room.title} - Linemate`;
    document.body.dataset.game = state.words;
    document.body.dataset.phase = room.phase;
  }
  panel.show();
  moves.show();
  announce();
  sounds.tell(state ?? null);
  document.body.dataset.ready = String(Boolean(room) && !trouble);
}

/** @param {FriendTable["trouble"]} trouble */
function showBanner(trouble) {
  const banner = find("#banner");
  const key = JSON.stringify(trouble);
  if (banner.dataset.shown === key) return;
  banner.dataset.shown = key;
  banner.hidden = !trouble;
  if (!trouble) return;
  const text = trouble.text[0].toUpperCase() + trouble.text.slice(1);
  const remedy = trouble.final ? make("a", { class: "button", href: "./" }, "To my own table")
    : button("Reconnect", () => connection.connect());
  banner.replaceChildren(make("span", {}, `${text.replace(/\.$/, "")}.`), remedy);
}

/** Say what has changed to those who do not see it. */
function announce() {
  const { state } = table;
  const mover = state && lastMover(state);
  const played = mover ? `${namePlayer(state.game, mover)} played ${state.last}. ` : "";
  const text = `${played}${find("#caption").textContent}`;
  if (find("#announcer").textContent !== text) find("#announcer").textContent = text;
}

bindTheme(find("#theme-button"), settings);
applyBoard(settings);
find("#seats").addEventListener("hurry", () => sounds.play("hurry"));
find("#look-button").append(drawIcon("look"));
find("#look-button").addEventListener("click", () => openLook(settings, sounds));
window.addEventListener("hashchange", () => location.reload()); // another link, opened in this tab
bindKeys({
  ",": ["one move back", () => table.goTo(table.heading - 1)],
  ".": ["one move on", () => table.goTo(table.heading + 1)],
  Home: ["to the start", () => table.goTo(0)],
  End: ["to the last move", () => table.goTo(table.record.moves.length)],
  b: ["go to the board", () => frame.focus()],
  t: ["qubic: lines of three", () => viewTools.toggle("threes")],
  f: ["qubic: flat or cube", () => viewTools.toggle("flat")],
});
window.addEventListener("resize", schedule);
/** Do not wait for the next attempt where it may succeed now: the page is seen again, or the network is back. */
const revive = () => {
  if (document.visibilityState === "visible" && (table.isStale || table.trouble?.final === false)) connection.connect();
};
document.addEventListener("visibilitychange", revive);
window.addEventListener("online", revive);
setInterval(() => table.isStale && connection.connect(), LOOK_TIME);
connection.connect();
render();
