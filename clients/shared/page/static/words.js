/**
 * What the page says: scores, counts, and sentences about the game.
 *
 * @import { Player, Score, State } from "../states.js"
 */

// As clients/shared/guide.py has them: a test holds that both say the same.
const SENDING = "Playing cell 9 of a board sends the other player to board 9.";
/** @type {Record<string, string>} */
const RULES = {
  tictactoe: "Three in a row win.",
  nineboard: `Three in a row in any small board win the game. ${SENDING}`,
  ultimate: `Three in a row win a small board, three boards in a row the game. ${SENDING}`,
  qubic: "Four in a row win, in any direction through the four levels of the cube. "
    + "A cell is its row from the back, its column from the left and its level from below, counted from 0.",
  gomoku: "Five in a row win.",
  mnk: "{row} in a row win.",
};
/** What the value of an option adds to them. @type {Record<string, string>} */
const ADDITIONS = {
  "full_board=free": "Who is sent to a full board may play in any other.",
  "full_board=draw": "Being sent to a full board draws the game.",
  "won_boards=closed": "A board that is won or full takes no more moves: who is sent to one may play in any other.",
  "won_boards=open": "A won board goes on taking moves until it is full. Who is sent to a full one may play in any other.",
  "tiebreak=draw": "With no moves left, the game is drawn.",
  "tiebreak=majority": "With no moves left, more small boards win.",
  "rule=freestyle": "More than five win, too.",
  "rule=standard": "Six or more do not.",
  "rule=renju": "x must not make two threes, two fours or a row of six or more, unless the move makes five.",
  "rule=caro": "Six or more do not, nor five between two marks of the other player.",
  "rule=caro6": "Five between two marks of the other player do not; six or more do.",
  "drop=true": "Marks fall to the lowest free cell of their column.",
};

/** A game that people know by its own name, although it is one of a kind. */
export const CONNECT_FOUR = { name: "connect-four", title: "Connect Four", words: "mnk width=7 height=6 row=4 drop=true" };

/** @param {string} words */
export const isConnectFour = (words) => words === CONNECT_FOUR.words;

/** The game's name and its options, from `gomoku size=8 rule=standard`. @param {string} words */
export function readWords(words) {
  const [game, ...pairs] = words.split(" ");
  return { game, options: Object.fromEntries(pairs.map((pair) => pair.split("="))) };
}

/** The rules that tell one game of a kind from another, each in a few words: `7\u00d76`, `4 in a row`.
 * @param {string} words
 */
export function tellOptions(words) {
  if (isConnectFour(words)) return [];
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

/** The rules in a line or two, with what the options settle. @param {string} words */
export function explainRules(words) {
  const { game, options } = readWords(words);
  const rules = (RULES[game] ?? "").replace("{row}", options.row ?? "");
  const added = Object.entries(options).map(([name, value]) => ADDITIONS[`${name}=${value}`]);
  return [rules, ...added].filter(Boolean).join(" ");
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
  if (winner === person) return `You win: ${reason}.`;
  return `You lose: ${reason.replace(new RegExp(`^${person.toUpperCase()} `), "you ")}.`; // X resigned, or left
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

/** `It overlooks every second move; at most 0.3 s a move.`
 * @param {{sees: string, movetime: number}} level
 */
export function explainLevel({ sees, movetime }) {
  return `It ${sees}; at most ${movetime / 1000} s a move.`;
}

/** The same in few characters: `M3` for a proven win, with the sign of its owner. @param {Score} score */
export function writeShortScore(score) {
  if (score.mate === undefined) return writeScore(score);
  return `${score.mate > 0 ? "+" : "\u2212"}M${Math.abs(score.mate)}`;
}

/** `987`, `12.3k`, `4.56M`. @param {number} count */
export function writeCount(count) {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${(count / 1000).toPrecision(3).replace(/\.0+$/, "")}k`;
  return `${(count / 1_000_000).toPrecision(3)}M`;
}
