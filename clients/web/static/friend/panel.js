/**
 * What stands around the board of a game with a friend: the seats with their clocks, the link, who
 * is there, what is offered, and the buttons.
 *
 * @import { Player } from "../../messages.js"
 * @import { Offer, Room } from "../../rooms.js"
 * @import { FriendTable } from "./table.js"
 */

import { drawPiece } from "../boards/pieces.js";
import { writeControl } from "../clocks.js";
import { confirmingButton } from "../confirm.js";
import { copier } from "../dialogs/exchange.js";
import { button, draw, find, make } from "../dom.js";
import { keepFaces, makeFace } from "../panel/clockfaces.js";
import { otherThan } from "../turns.js";
import { explainRules, namePlayer, tellTurn } from "../words.js";
import { nameOf } from "./table.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const LATER = "You may ask again after your next move.";
/** @type {Record<Offer, {asked: string, mine: string, take: string, declined: string}>} */
const OFFERS = {
  draw: {
    asked: "Your friend offers a draw.", mine: "You have offered a draw.", take: "Accept the draw",
    declined: `Your friend has declined the draw. ${LATER}`,
  },
  takeback: {
    asked: "Your friend asks to take back a move.", mine: "You have asked to take back.", take: "Allow it",
    declined: `Your friend does not let you take back. ${LATER}`,
  },
  rematch: {
    asked: "Your friend wants a rematch, sides changed.", mine: "You have asked for a rematch.", take: "Play again",
    declined: "Your friend has declined a rematch.",
  },
};

export class FriendPanel {
  /** What was drawn of each part, so that none is drawn anew without need: it may have the focus.
   * @type {Map<string, string>} */
  #drawn = new Map();

  /** @param {FriendTable} table @param {(table: FriendTable) => void} openHere at one's own table */
  constructor(table, openHere) {
    this.table = table;
    this.resign = confirmingButton("Resign", "Really?", () => table.resign(), { title: "Give the game up: press twice" });
    this.draw = button("Offer a draw", () => table.offer("draw"));
    this.takeBack = button("Ask to take back", () => table.offer("takeback"), {
      title: "Your friend is asked to let you take back your last move",
    });
    this.rematch = button("Rematch", () => table.offer("rematch"), { class: "primary" });
    this.open = button("Analyse this game", () => openHere(table), { title: "At my own table: to look through it, analyse and save it" });
    find("#controls").append(this.resign, this.draw, this.takeBack, this.rematch, this.open);
    this.showClocks = keepFaces((player) => table.timeLeft(player));
  }

  show() {
    const { room, trouble } = this.table;
    if (!room) return;
    const idle = Boolean(trouble) || room.side === null;
    const playing = room.phase === "playing";
    this.resign.hidden = this.draw.hidden = this.takeBack.hidden = idle || !playing;
    /** @param {Offer} offer */
    const isSettled = (offer) => Boolean(room.offers[offer]) || room.declined.includes(offer);
    this.draw.disabled = isSettled("draw");
    this.takeBack.disabled = isSettled("takeback") || !hasMoved(room);
    this.rematch.hidden = idle || room.phase !== "over" || isSettled("rematch");
    this.open.hidden = room.phase !== "over" && !trouble?.final;
    this.#part("#seats", JSON.stringify([room.state.game, room.state.toMove, room.state.outcome, room.here, room.side, room.phase]),
      () => this.#seats(room));
    this.showClocks();
    find("#caption").textContent = this.#caption(room);
    find("#rules").textContent = room.state.moves.length ? "" : explainRules(room.state.words);
    find("#watchers").textContent = room.watchers ? `${room.watchers} watching` : "";
    this.#part("#invitation", `${room.phase} ${this.table.address.id} ${room.side}`, () => this.#invitation(room));
    find("#presence").textContent = trouble ? "" : tellPresence(room);
    this.#part("#offers", JSON.stringify([room.offers, room.declined, room.side, room.claim === 0]), () => this.#offers(room));
  }

  /** @param {string} selector @param {string} key @param {() => HTMLElement[]} make */
  #part(selector, key, make) {
    if (this.#drawn.get(selector) === key) return;
    this.#drawn.set(selector, key);
    const children = make();
    find(selector).replaceChildren(...children);
    find(selector).hidden = !children.length;
  }

  /** @param {Room} room */
  #caption(room) {
    const { state, trouble } = this.table;
    if (trouble?.final && room.phase !== "over") return "This game does not go on.";
    if (room.phase === "waiting") {
      return room.side ? "Send your friend the link: the game begins when it is opened." : "The game has not begun.";
    }
    if (!state) return "";
    if (!this.table.live) return `After ${state.at} of ${room.state.moves.length} moves. ${tellTurn(room.state, { person: room.side })}`;
    return tellTurn(state, { person: room.side });
  }

  /** @param {Room} room */
  #seats(room) {
    return /** @type {Player[]} */ (["x", "o"]).map((player) => {
      const { state } = room;
      const turn = room.phase === "playing" && state.toMove === player;
      const won = state.outcome?.winner === player;
      const mark = draw("svg", { viewBox: "-.5 -.5 1 1", class: "seat-mark", "aria-hidden": "true" });
      mark.append(drawPiece(state.game === "gomoku" ? "stone" : "mark", player));
      const gone = room.phase !== "waiting" && !room.here[player];
      return make(
        "div", { class: `seat${turn ? " turn" : ""}${won ? " winner" : ""}`, "data-player": player },
        mark, make("span", { class: "seat-name" }, nameOf(room, player)),
        won ? make("strong", { class: "seat-note" }, "won") : "",
        gone ? make("span", { class: "seat-note gone" }, "gone") : "",
        room.clock ? makeFace(player) : "",
      );
    });
  }

  /** @param {Room} room */
  #invitation(room) {
    if (room.phase !== "waiting") return [];
    if (room.side === null) {
      return [
        make("p", {}, "You have this game in another window. Whoever opens the link in another browser plays against you."),
        button("Play both sides, one in each window", () => this.table.playBoth()),
      ];
    }
    const { others } = this.table;
    const here = `${location.origin}${location.pathname}#${this.table.address.id}`;
    const alone = LOOPBACK.includes(location.hostname);
    const link = alone && others ? `${others}friend#${this.table.address.id}` : here;
    const field = make("input", { id: "link", readonly: true, value: link, "aria-label": "Link for your friend" });
    const machine = "It works on this machine alone, in another window or browser. For others, start linemate web "
      + "with --host and an address of this machine.";
    const control = room.clock ? `Clock ${writeControl(room.clock)}, from the first move on.` : "No clock.";
    return [
      make("p", {}, "Whoever opens this link first plays against you; all others only watch."),
      make("div", { class: "pair" }, field, copier(field)),
      make("p", { class: "muted" }, `You play ${namePlayer(room.state.game, room.side)}. ${control}`),
      ...(alone && !others ? [make("p", { class: "muted" }, machine)] : []),
    ];
  }

  /** @param {Room} room */
  #offers(room) {
    if (room.side === null) return [];
    const rows = /** @type {[Offer, Player][]} */ (Object.entries(room.offers)).map(([offer, by]) => {
      const { asked, mine, take } = OFFERS[offer];
      const answers = by === room.side
        ? [button("Withdraw", () => this.table.decline(offer))]
        : [button(take, () => this.table.accept(offer), { class: "primary" }), button("Decline", () => this.table.decline(offer))];
      return make("div", { class: "offer", role: "status" }, make("span", {}, by === room.side ? mine : asked), ...answers);
    });
    rows.push(...room.declined.map((offer) => make("p", { class: "offer", role: "status" }, OFFERS[offer].declined)));
    if (room.claim === 0) {
      rows.push(make(
        "div", { class: "offer", role: "status" }, make("span", {}, "Your friend has been gone for a while."),
        button("Claim the win", () => this.table.claim(), { class: "primary" }),
      ));
    }
    return rows;
  }
}

/** Whether one has made a move that could be taken back. @param {Room} room */
function hasMoved({ state, side }) {
  return state.moves.length > (state.toMove === side ? 1 : 0);
}

/** @param {Room} room */
function tellPresence(room) {
  if (room.phase === "waiting") return "Your friend is not here yet.";
  if (room.side === null) return "You are watching: both seats are taken.";
  if (room.here[otherThan(room.side)]) return "Your friend is here.";
  return `Your friend is gone, and may come back.${room.claim ? " If that lasts a minute, you may claim the win." : ""}`;
}
