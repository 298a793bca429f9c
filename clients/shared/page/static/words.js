/**
 * What the page says: scores, counts, and sentences about the game.
 *
 * @import { Player, Score, State } from "../states.js"
 */

/** @type {Record<string, (options: Record<string, string>) => string>} */
const RULES = {
  tictactoe: () => "Three in a row win.",
  nineboard: ({ full_board }) =>
    "The cell you play names the board your opponent must play in. Three in a row in any board win the game."
    + (full_board === "draw" ? " Being sent to a full board is a draw." : ""),
  ultimate: ({ won_boards, tiebreak }) =>
    "The cell you play names the board your opponent must play in. Three won boards in a row win the game."
    + (won_boards === "open" ? " Won boards stay open until they are full." : "")
    + (tiebreak === "majority" ? " If nobody has a row, most boards win." : ""),
  qubic: () => "Four in a row win: along a level, up and down, or through the cube.",
  gomoku: ({ rule }) => (rule === "standard" ? "Exactly five in a row win; six do not." : "Five or more in a row win."),
  mnk: ({ row, drop }) =>
    `${row} in a row win.${drop === "true" ? " Pieces fall to the lowest free cell of their column." : ""}`,
};

/** The game's name and its options, from `gomoku size=8 rule=standard`. @param {string} words */
export function readWords(words) {
  const [game, ...pairs] = words.split(" ");
  return { game, options: Object.fromEntries(pairs.map((pair) => pair.split("="))) };
}

/** The rules that tell one game of a kind from another, each in a few words: `7\u00d76`, `4 in a row`.
 * @param {string} words
 */
export function tellOptions(words) {
  const { size, rule, width, height, row, drop, full_board, won_boards, tiebreak } = readWords(words).options;
  return [
    size && `${size}\u00d7${size}`,
    rule,
    width && `${width}\u00d7${height}`,
    row && `${row} in a row`,
    drop === "true" && "pieces fall",
    full_board === "draw" && "a full board is a draw",
    won_boards === "open" && "won boards open",
    tiebreak === "majority" && "most boards win",
  ].filter((told) => typeof told === "string");
}

/** @param {string} words */
export function explainRules(words) {
  const { game, options } = readWords(words);
  return RULES[game]?.(options) ?? "";
}

/** `board 5`, `any open board`, or `any board`. @param {number[]} forced */
function nameBoards(forced) {
  if (forced.length === 9) return "any board";
  if (forced.length === 1) return `board ${forced[0]}`;
  return "any open board";
}

/** `X`; on a board of stones, with their colour.
 * @param {string} game @param {Player} player
 */
export function namePlayer(game, player) {
  const colour = { x: " (black)", o: " (white)" }[player];
  return player.toUpperCase() + (game === "gomoku" ? colour : "");
}

/** One sentence on what happens now; `person` is the only one at the table, if there is one.
 * @param {State} state @param {{thinking?: boolean, person: Player|null}} who
 */
export function tellTurn(state, { thinking = false, person }) {
  if (state.outcome) return tellEnding(state.outcome, person);
  if (!state.toMove) return "";
  const player = namePlayer(state.game, state.toMove);
  if (thinking) return `${player} is thinking.`;
  const forced = state.board.forced;
  if (state.toMove === person) return forced ? `Your turn: play in ${nameBoards(forced)}.` : "Your turn.";
  if (forced?.length === 1) return `${player} must play in ${nameBoards(forced)}.`;
  if (forced) return `${player} may play in ${nameBoards(forced)}.`;
  return `${player} to move.`;
}

/** @param {NonNullable<State["outcome"]>} outcome @param {Player|null} person */
function tellEnding({ winner, reason, text }, person) {
  if (!winner || !person) return text;
  return `${winner === person ? "You win" : "You lose"}: ${reason}.`;
}

/** `+0.31`, `-12.4`, or `x wins in 3 plies`. @param {Score} score */
export function writeScore(score) {
  if (score.mate !== undefined) {
    const plies = Math.abs(score.mate);
    return `${score.mate > 0 ? "x" : "o"} wins in ${plies} ${plies === 1 ? "ply" : "plies"}`;
  }
  const units = score.cp / 100;
  const sign = units > 0 ? "+" : units < 0 ? "\u2212" : "";
  return sign + Math.abs(units).toFixed(Math.abs(units) < 10 ? 2 : 1);
}

/** `Level 3 of 10: weak, at most 0.3 s a move`.
 * @param {{skill: number|null, movetime: number}[]} levels @param {number} level
 */
export function explainLevel(levels, level) {
  const { skill, movetime } = levels[level - 1];
  const [weakest, strongest] = [levels[0].skill ?? 0, levels[levels.length - 1].skill ?? 0];
  const share = ((skill ?? 0) - weakest) / (strongest - weakest);
  const strength = share >= 1 ? "full strength" : share > 0.6 ? "strong" : share > 0.3 ? "middling" : "weak";
  return `Level ${level} of ${levels.length}: ${strength}, at most ${movetime / 1000} s a move`;
}

/** The same in few characters: `M3` for a proven win, with the sign of its owner. @param {Score} score */
export function writeShortScore(score) {
  if (score.mate === undefined) return writeScore(score);
  return `${score.mate > 0 ? "+" : "\u2212"}M${Math.abs(score.mate)}`;
}

const UNIT = 130; // centipawns that make the bar about three quarters full

/** The share of the bar that belongs to x: 0 to 1, one half when even. @param {Score|null} score */
export function shareOf(score) {
  if (!score) return 0.5;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / UNIT));
}

/** `987`, `12.3k`, `4.56M`. @param {number} count */
export function writeCount(count) {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${(count / 1000).toPrecision(3).replace(/\.0+$/, "")}k`;
  return `${(count / 1_000_000).toPrecision(3)}M`;
}
