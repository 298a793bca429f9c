/**
 * What the table is doing: always exactly one of these, and nothing else tells it.
 *
 *   connecting   until the server has the game of this page
 *   waiting      for a person: to move, to go on after a pause, to begin anew after the end
 *   thinking     an engine searches: for its move, for a hint, or in an analysis
 *   moving       an engine has found its move, which is played when the pace allows
 *   replaying    the next recorded move is shown when the pace allows
 *   changing     the server was asked for another position
 *   troubled     the connection or the engine is to be mended first
 *
 * `Table` in table.js goes from one to the next, in `#become` alone. Which comes next follows from
 * the position, the record and what the person wants to see: `decide`.
 *
 * @import { State } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 * @import { Thought } from "./thoughts.js"
 *
 * @typedef {Thought & {id: number|null, over: boolean}} Search `id` is the
 *   server's number of it, once that is known; `over`: it has ended by itself
 *
 * @typedef {object} Trouble
 * @property {"connection"|"engine"|"starting"} kind what fails; `starting`: the engine is
 *   being started again
 * @property {string} text
 * @property {string[]} [dialogue] the last lines said to an engine (>), by it (<) and to its terminal (!)
 *
 * @typedef {{kind: "connecting"}} Connecting
 * @typedef {{kind: "waiting"}} Waiting
 * @typedef {{kind: "thinking", search: Search}} Thinking
 * @typedef {{kind: "moving", timer: number}} Moving
 * @typedef {{kind: "replaying", timer: number}} Replaying
 * @typedef {{kind: "changing", replaying: boolean, at: number|null}} Changing `replaying`: as a step of a
 *   replay; `at`: after how many moves of the same line, if that is known
 * @typedef {{kind: "troubled", trouble: Trouble}} Troubled
 * @typedef {Connecting|Waiting|Thinking|Moving|Replaying|Changing|Troubled} Activity
 */

/**
 * What follows when the position on the board is settled.
 *
 * @param {State|null} state
 * @param {GameRecord} record
 * @param {{replaying: boolean, analysing: boolean}} wishes of the person
 * @returns {"replay"|"play"|"analyse"|"wait"}
 */
export function decide(state, record, { replaying, analysing }) {
  if (replaying && record.at < record.moves.length) return "replay";
  if (!state?.toMove) return "wait";
  if (record.seats[state.toMove].kind === "engine" && !record.paused) return "play";
  return analysing ? "analyse" : "wait";
}

/** Whether the position on the board is the one that the server has, and something may be done with it.
 * @param {Activity} activity
 */
export function isSettled({ kind }) {
  return kind === "waiting" || kind === "thinking" || kind === "moving" || kind === "replaying";
}

/** What the search that runs is for; null if none runs.
 * @param {Activity} activity
 */
export const purposeOf = (activity) => (activity.kind === "thinking" ? activity.search.purpose : null);

/** Whether an engine is about to move: it thinks about it, or has found its move.
 * @param {Activity} activity
 */
export const isEngineMoving = (activity) => activity.kind === "moving" || purposeOf(activity) === "play";

/** Whether the recorded moves are being played through.
 * @param {Activity} activity
 */
export const isReplaying = (activity) =>
  activity.kind === "replaying" || (activity.kind === "changing" && activity.replaying);
