/**
 * Who sits at the table, and what an engine is asked for when it is its turn.
 *
 * @import { Hello, Limits, Participant, Player, Requests } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 * @import { Settings } from "./settings.js"
 *
 * @typedef {{kind: "person"}} PersonSeat
 * @typedef {object} EngineSeat
 * @property {"engine"} kind
 * @property {number|null} level 1 to 10; null: as set below
 * @property {Record<string, string>} options of the engine, by name
 * @property {{movetime?: number, depth?: number, nodes?: number}} limits one of them
 * @typedef {PersonSeat|EngineSeat} Seat
 * @typedef {{x: Seat, o: Seat}} Seats
 * @typedef {Omit<Requests["think"], "purpose">} Question
 */

/** @type {PersonSeat} */
export const PERSON = { kind: "person" };
export const LIMITS = { movetime: "ms a move", depth: "plies deep", nodes: "nodes a move" };
const HINT_TIME = 1000;
const MOVES_AHEAD = 20; // for which the time of a level must last

/** Options that the page sets itself, or that make no sense for one move. */
export const MANAGED = new Set(["Search", "Skill", "MultiPV", "Visits", "Ponder", "OwnBook"]);

/** An engine without the option Skill has no levels: what is left of one is its time.
 * @param {Seat} seat @param {Hello} hello
 * @returns {Seat}
 */
export function fitSeat(seat, hello) {
  if (seat.kind !== "engine" || seat.level === null || findOption(hello, "Skill")) return seat;
  return { kind: "engine", level: null, options: {}, limits: { movetime: findLevel(seat, hello)?.movetime } };
}

/** Whether it is a seat of this page, whoever has written it. @param {any} seat */
export function isSeat(seat) {
  if (seat?.kind === "person") return true;
  const { kind, level, options, limits } = seat ?? {};
  const [amount] = Object.values(limits ?? {});
  return kind === "engine" && options instanceof Object && limits instanceof Object
    && (level === null ? Number.isFinite(amount) : level >= 1 && level <= 10);
}

/** The seat that a file tells of; where it does not, or not how strong an engine was, the one that is there.
 * @param {Omit<Participant, "name">} told @param {Seat} present @param {Hello} hello
 * @returns {Seat}
 */
export function seatOf({ kind, level }, present, hello) {
  if (kind === "human") return PERSON;
  if (!kind || (level === null && present.kind === "engine")) return present;
  return fitSeat(engineSeat(level ?? hello.first.level), hello);
}

/** @param {number} level @returns {EngineSeat} */
export const engineSeat = (level) => ({ kind: "engine", level, options: {}, limits: {} });

/** The option of this name, or undefined: any engine may sit here.
 * @param {Hello} hello @param {string} name
 */
export const findOption = (hello, name) => hello.engine.options.find((option) => option.name === name);

/** Only what this engine has.
 * @param {Hello} hello @param {Record<string, string>} options
 */
function known(hello, options) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => findOption(hello, name)));
}

/** @param {EngineSeat} seat @param {Hello} hello */
const findLevel = (seat, hello) => hello.levels.find(({ level }) => level === seat.level);

/** The options and limits of a move by this seat. By a clock, an engine has its time in place of one
 * for each move; a level below the highest takes no longer for that than ever, while it can.
 * @param {EngineSeat} seat @param {Hello} hello
 * @param {{left: number, clock: NonNullable<Limits["clock"]>}|null} time what it has left itself, and all of the clock
 * @returns {Question}
 */
export function askForMove(seat, hello, time = null) {
  const level = findLevel(seat, hello);
  const { movetime, ...others } = level ? { movetime: level.movetime } : seat.limits;
  const options = known(hello, level ? { Skill: String(level.skill) } : seat.options);
  const weak = level && level !== hello.levels[hello.levels.length - 1];
  const usual = !time || (weak && MOVES_AHEAD * (movetime ?? 0) < time.left);
  return { options, limits: usual ? { ...(movetime && { movetime }), ...others } : { clock: time.clock, ...others } };
}

/** @returns {Question} */
export function askForHint() {
  return { options: {}, limits: { movetime: HINT_TIME } };
}

/** @param {Settings} settings @param {Hello} hello @returns {Question} */
export function askForAnalysis({ search, lines }, hello) {
  const options = known(hello, { Search: search, MultiPV: String(lines) });
  return { options, limits: { infinite: true } };
}

/** `level 5 (Regular)`, `mcts, 500 ms a move`, or `500 ms a move` of an engine with one search.
 * @param {EngineSeat} seat @param {Hello|null} hello
 */
function describeEngine(seat, hello) {
  if (seat.level !== null) {
    const name = hello && findLevel(seat, hello)?.name;
    return `level ${seat.level}${name ? ` (${name})` : ""}`;
  }
  const [[name, amount]] = Object.entries(seat.limits);
  /** @type {Record<string, string>} */
  const limits = {
    movetime: `${amount >= 1000 ? `${amount / 1000} s` : `${amount} ms`} a move`,
    depth: `depth ${amount}`,
    nodes: `${amount} nodes`,
  };
  const limit = limits[name];
  return seat.options.Search ? `${seat.options.Search}, ${limit}` : limit;
}

/** What stands beside a mark: who plays it, as in `Mybot 1, 300 ms a move`.
 * @param {GameRecord} record @param {Player} player @param {Hello|null} hello
 */
export function describeSeat(record, player, hello) {
  const seat = record.seats[player];
  const other = record.seats[player === "x" ? "o" : "x"];
  if (seat.kind === "engine") return `${hello?.engine.name ?? "Engine"}, ${describeEngine(seat, hello)}`;
  if (record.names) return record.names[player];
  return other.kind === "engine" ? "You" : "A person";
}

/** What a file says of who sat there, besides the name; in a game recorded elsewhere that is not known.
 * @param {GameRecord} record @param {Player} player
 * @returns {Omit<Participant, "name">}
 */
export function kindOfSeat(record, player) {
  const seat = record.seats[player];
  if (seat.kind === "engine") return { kind: "program", level: seat.level };
  return { kind: record.names ? null : "human", level: null };
}
