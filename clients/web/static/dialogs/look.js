/**
 * "Look and sound": the colours of boards, and whether anything is to be heard.
 *
 * @import { Settings } from "../settings.js"
 * @import { Sounds } from "../sound.js"
 */

import { drawPicture } from "../boards/picture.js";
import { button, findDialog, make } from "../dom.js";
import { BOARDS, applyBoard } from "../settings.js";

/** @type {Record<Settings["board"], string>} */
const NAMES = { classic: "Classic", slate: "Slate", forest: "Forest", contrast: "Contrast" };

/** @param {Settings} settings @param {Sounds} sounds */
export function openLook(settings, sounds) {
  const dialog = findDialog("#look-dialog");
  const boards = BOARDS.map((name) => make(
    "label", { class: "game-choice" },
    make("input", {
      type: "radio", name: "board", value: name, checked: name === settings.board,
      onchange: () => {
        settings.board = name;
        applyBoard(settings);
      },
    }),
    make("span", {}, NAMES[name]),
  ));
  const sound = make("input", {
    type: "checkbox", id: "sound", checked: settings.sound,
    onchange: () => {
      settings.sound = sound.checked;
      sounds.play("move");
    },
  });
  dialog.replaceChildren(
    make("h2", { id: "look-dialog-title" }, "Look and sound"),
    make("fieldset", { class: "looks" }, make("legend", {}, "Boards"), boards),
    make("div", { class: "samples" }, ["tictactoe", "qubic", "gomoku"].map((game) => drawPicture(game))),
    make("p", {}, make("label", { class: "inline" }, sound, "Sounds: moves, the end of a game, little time")),
    make("div", { class: "dialog-buttons" }, button("Close", () => dialog.close(), { class: "primary" })),
  );
  dialog.showModal();
}
