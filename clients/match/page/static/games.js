/**
 * The finished games as a list, by player and by how they ended; the latest first while it is played.
 *
 * @import { PackedGame } from "../data.js"
 * @import { Tournament } from "./tournament.js"
 */

import { button, find, make } from "./dom.js";

const PAGE = 100; // games that are listed at a time

const collator = new Intl.Collator("en", { numeric: true });

/** By rounds, in each of them by who plays, then by numbers. @param {PackedGame} one @param {PackedGame} two */
function compare(one, two) {
  /** @param {PackedGame} game */
  const key = ({ label, x, o }) => `${label.split(".")[0]} ${Math.min(x, o)} ${Math.max(x, o)} ${label}`;
  return collator.compare(key(one), key(two));
}

/** @param {number} number @param {string} one @param {string} several */
const count = (number, one, several) => `${number} ${number === 1 ? one : several}`;

export class GameList {
  #shown = PAGE;
  #drawn = "";

  /** @param {Tournament} tournament */
  constructor(tournament) {
    this.tournament = tournament;
    this.list = find("#games-list");
    this.note = find("#games-note");
    const redraw = () => {
      this.#shown = PAGE;
      this.show();
    };
    const names = tournament.players.map(({ name }, number) => make("option", { value: number }, name));
    this.player = make("select", { "aria-label": "Player", onchange: redraw }, make("option", { value: "" }, "all players"), names);
    this.other = make("select", { "aria-label": "Opponent", onchange: redraw }, make("option", { value: "" }, "all opponents"), names.map((each) => each.cloneNode(true)));
    this.ending = make(
      "select", { "aria-label": "Ending", onchange: redraw },
      make("option", { value: "" }, "all endings"), make("option", { value: "failed" }, "failures"),
      make("option", { value: "marks" }, "with marks"), make("option", { value: "draw" }, "draws"),
    );
    find("#filters").replaceChildren(this.player, tournament.players.length > 2 ? this.other : "", this.ending);
  }

  /** The numbers of the games that are asked for, in their order. */
  get found() {
    const { games, live } = this.tournament;
    const numbers = [...games.keys()].filter((number) => this.#wants(games[number]));
    return live ? numbers.reverse() : numbers.sort((one, two) => compare(games[one], games[two]));
  }

  /** @param {PackedGame} game */
  #wants(game) {
    const sides = [game.x, game.o];
    for (const { value } of [this.player, this.other]) if (value && !sides.includes(Number(value))) return false;
    switch (this.ending.value) {
      case "failed": return Boolean(game.failed);
      case "marks": return Boolean(game.marks);
      case "draw": return game.result === "1/2-1/2";
      default: return true;
    }
  }

  /** List the games of two players, given by their names. @param {string} player @param {string} other */
  choose(player, other) {
    const numbers = [player, other].map((name) => this.tournament.players.findIndex((each) => each.name === name));
    [this.player.value, this.other.value] = numbers.map(String);
    this.ending.value = "";
    this.#shown = PAGE;
    this.show();
    this.list.scrollIntoView({ block: "nearest" });
    this.player.focus();
  }

  show() {
    const { tournament, found } = this;
    const shown = found.slice(0, this.#shown);
    const key = `${shown.length} ${found.length} ${shown[0]} ${this.player.value} ${this.other.value} ${this.ending.value}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const before = tournament.first ? `The latest ${tournament.games.length} of ${tournament.known} games are here; the others are in the match's records. ` : "";
    this.note.textContent = before + (found.length ? "" : "No games.");
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.getAttribute("href");
    this.list.replaceChildren(...shown.map((number) => this.#draw(number)));
    if (found.length > shown.length) {
      this.list.append(make("li", {}, button(`${found.length - shown.length} more`, () => {
        this.#shown += PAGE;
        this.show();
      })));
    }
    if (focused?.startsWith("#game-")) /** @type {HTMLElement|null} */ (this.list.querySelector(`[href="${focused}"]`))?.focus();
  }

  /** @param {number} number */
  #draw(number) {
    const game = this.tournament.games[number];
    const [x, o] = [game.x, game.o].map((side) => this.tournament.player(side).name);
    const [plies, marks] = [game.moves, game.marks].map((words) => (words ? words.split(" ").length : 0));
    return make("li", {}, make(
      "a", { href: `#game-${this.tournament.first + number}`, class: game.failed ? "failed" : "", title: game.text },
      make("span", { class: "label muted" }, game.label),
      make("span", { class: `name${game.result === "1-0" ? " winner" : ""}` }, x),
      make("b", { class: "result" }, game.result.replace("1/2-1/2", "\u00bd\u2013\u00bd").replace("-", "\u2013")),
      make("span", { class: `name${game.result === "0-1" ? " winner" : ""}` }, o),
      make("span", { class: "reason muted" }, [game.reason, count(plies, "ply", "plies"), marks ? count(marks, "mark", "marks") : ""].filter(Boolean).join(", ")),
    ));
  }
}
