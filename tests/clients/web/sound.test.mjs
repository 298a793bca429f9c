/** What is heard of a game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Sounds } from "../../../clients/web/static/sound.js";

/** A sound card that counts the tones. */
function listen() {
  const heard = [];
  const node = () => ({ connect: (to) => to });
  globalThis.AudioContext = class {
    currentTime = 0;
    destination = node();
    resume = () => Promise.resolve();
    createGain = () => ({ ...node(), gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
    createOscillator = () => {
      const tone = { ...node(), frequency: { value: 0 }, start: () => heard.push(tone.frequency.value), stop() {} };
      return tone;
    };
  };
  return heard;
}

const at = (number, outcome = null, words = "tictactoe") => ({ words, at: number, outcome });

test("nothing is heard unless it is wished", () => {
  const heard = listen();
  const sounds = new Sounds({ sound: false });
  [0, 1, 2].forEach((number) => sounds.tell(at(number)));
  sounds.play("refused");
  assert.deepEqual(heard, []);
});

test("a move is heard once, and the end of a game, but not a step back or another game", () => {
  const heard = listen();
  const sounds = new Sounds({ sound: true });
  sounds.tell(at(4));
  assert.deepEqual(heard, [], "a game that is opened");
  sounds.tell(at(5));
  sounds.tell(at(5));
  assert.equal(heard.length, 1);
  sounds.tell(at(3));
  sounds.tell(at(4, null, "qubic"));
  assert.equal(heard.length, 1);
  sounds.tell(at(5, { winner: "x" }, "qubic"));
  assert.equal(heard.length, 4, "three tones");
});
