/**
 * What is to be heard, if that is wished: a move, the end of a game, a cell that is no move, time that runs out.
 * The sounds are made here, there are no files.
 *
 * @import { State } from "../messages.js"
 * @import { Settings } from "./settings.js"
 *
 * @typedef {[frequency: number, begin: number, length: number]} Tone hertz and seconds
 */

/** @type {Record<"move"|"end"|"refused"|"hurry", Tone[]>} */
const SOUNDS = {
  move: [[520, 0, 0.07]],
  end: [[392, 0, 0.14], [494, 0.13, 0.14], [587, 0.26, 0.3]],
  refused: [[150, 0, 0.12]],
  hurry: [[880, 0, 0.06], [880, 0.12, 0.06]],
};
const LOUDNESS = 0.12;

export class Sounds {
  /** @type {AudioContext|null} */
  #audio = null;
  /** @type {{words: string, at: number, over: boolean}|null} */
  #heard = null;

  /** @param {Pick<Settings, "sound">} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @param {keyof typeof SOUNDS} name */
  play(name) {
    if (!this.settings.sound || !("AudioContext" in globalThis)) return;
    this.#audio ??= new AudioContext();
    const audio = this.#audio;
    audio.resume().catch(() => {}); // before the first click a browser lets nothing be heard
    for (const [frequency, begin, length] of SOUNDS[name]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const [from, to] = [audio.currentTime + begin, audio.currentTime + begin + length];
      tone.frequency.value = frequency;
      tone.type = "triangle";
      volume.gain.setValueAtTime(LOUDNESS, from);
      volume.gain.exponentialRampToValueAtTime(0.001, to);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(to);
    }
  }

  /** Let a move, or the end, be heard that this position brings, if it follows the one before.
   * @param {State|null} state
   */
  tell(state) {
    if (!state) return;
    const { words, at } = state;
    const over = Boolean(state.outcome);
    const before = this.#heard;
    this.#heard = { words, at, over };
    if (!before || before.words !== words) return;
    if (over && !before.over) this.play("end");
    else if (at === before.at + 1) this.play("move");
  }
}
