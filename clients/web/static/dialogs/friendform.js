/**
 * The part of "New game" that says whether one plays at this page, or with a friend by a link; and
 * then on which side.
 */

import { make } from "../dom.js";

const SIDES = { chance: "Chance", x: "x, who begins", o: "o" };

export class FriendForm {
  /** @param {HTMLElement[]} own what is for a game at this page alone */
  constructor(own) {
    this.own = own;
    const here = make("input", { type: "radio", name: "opponent", value: "here", checked: true });
    this.friend = make("input", { type: "radio", name: "opponent", value: "friend" });
    this.select = make("select", { id: "friend-side" });
    this.select.append(...Object.entries(SIDES).map(([value, text]) => make("option", { value }, text)));
    this.form = make(
      "div", { class: "friend-form" },
      make("label", { class: "field" }, make("span", {}, "You play"), this.select),
      make("p", { class: "muted" }, "You get a link; who opens it plays against you. No engine helps anybody."),
    );
    this.element = make(
      "fieldset", { onchange: () => this.#show() },
      make("legend", {}, "Against"),
      make(
        "div", { class: "opponent" },
        make("label", { class: "game-choice" }, here, make("span", {}, "At this page: engines, people")),
        make("label", { class: "game-choice" }, this.friend, make("span", {}, "A friend, by a link")),
      ),
      this.form,
    );
    this.#show();
  }

  get chosen() {
    return this.friend.checked;
  }

  get side() {
    return this.select.value;
  }

  #show() {
    this.form.hidden = !this.chosen;
    for (const node of this.own) node.hidden = this.chosen;
    // Or what is wrong in a field that nobody sees would keep the form from being sent.
    for (const fields of this.own.filter((node) => node instanceof HTMLDivElement)) {
      for (const each of fields.querySelectorAll("fieldset")) each.disabled = this.chosen;
    }
  }
}
