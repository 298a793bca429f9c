/**
 * Games that end although by the rules they are open: somebody gives up, or runs out of time.
 *
 * @import { Outcome, Player, State } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 */

import { otherThan } from "./turns.js";

/** @param {Player} loser @param {string} kind @param {string} what @returns {Outcome} */
function tellLoss(loser, kind, what) {
  const winner = otherThan(loser);
  const reason = `${loser.toUpperCase()} ${what}`;
  return { winner, reason, text: `${winner.toUpperCase()} wins: ${reason}.`, kind };
}

/** @param {Player} loser */
export const tellResignation = (loser) => tellLoss(loser, "resignation", "resigned");

/** @param {Player} loser */
export const tellTimeout = (loser) => tellLoss(loser, "time", "ran out of time");

/** The position, with the ending of its game if it is where that ended.
 * @param {State} state @param {GameRecord} record
 * @returns {State}
 */
export function withEnding(state, { ending, ended }) {
  if (!ending || state.outcome || state.moves.slice(0, state.at).join(" ") !== ended) return state;
  return { ...state, outcome: ending, toMove: null, legal: [] };
}

/** Whether it is an ending of this page, whoever has written it. @param {any} ending */
export const isEnding = (ending) => [null, "x", "o"].includes(ending?.winner)
  && [ending.reason, ending.text, ending.kind].every((text) => typeof text === "string");
