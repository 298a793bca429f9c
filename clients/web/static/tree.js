/**
 * The moves of a game as a tree: what was played, and what might have been.
 *
 *   root -- b2 -- a1 -- c3     the main line: the first of what follows each move
 *            |     `--- c1     a variation in place of c3
 *            `--- b1           one in place of a1
 *
 * A line is the list of moves from the root, and names its last position. No two moves that follow
 * the same position are equal. A game may be hundreds of moves long and branch at each of them, so
 * nothing here calls itself.
 *
 * @import { Score, Tree } from "../messages.js"
 *
 * @typedef {object} Branch
 * @property {string} move empty for the root
 * @property {string} comment the root's stands before the first move
 * @property {number[]} nags PGN's numbers for `!`, `?` and the like
 * @property {Score|null} evaluation what an analysis says of its position, in the file that it was read from
 * @property {Branch[]} following
 * @property {Score|null} [score] what was thought of its position, if another line is looked at
 *
 * @typedef {object} Place a move in the tree
 * @property {Branch} branch
 * @property {Place|null} before the move that it follows
 * @property {number} at how many moves lead to its position
 */

export const OPENING = "opening"; // the comment of a move that no player has chosen, as pgn.py has it
const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"];
const LARGEST_NAG = 255;

/** @param {string} move @returns {Branch} */
export const newBranch = (move = "") => ({ move, comment: "", nags: [], evaluation: null, following: [] });

/** What people write behind a move: `!?`, or `$14` for what has no sign. @param {Branch} branch */
export const signsOf = ({ nags }) => nags.map((nag) => SIGNS[nag] ?? `$${nag}`).join("");

/** The branch at the end of a line; null if that is none of the tree.
 * @param {Branch} root @param {string[]} line
 */
export function findBranch(root, line) {
  /** @type {Branch|undefined} */
  let branch = root;
  for (const move of line) {
    branch = branch.following.find((next) => next.move === move);
    if (!branch) return null;
  }
  return branch;
}

/** Have this line in the tree; what is new of it comes behind what follows already, or in the place of
 * the line that it is played instead of, which then comes behind it.
 * @param {Branch} root @param {string[]} line @param {string[]} [instead]
 */
export function addLine(root, line, instead = []) {
  let branch = root;
  for (const [at, move] of line.entries()) {
    let next = branch.following.find((known) => known.move === move);
    if (!next) {
      next = newBranch(move);
      const index = branch.following.findIndex((known) => known.move === instead[at]);
      branch.following.splice(index < 0 ? branch.following.length : index, 0, next);
    }
    branch = next;
  }
}

/** The branches of a line, one for each move, as far as they are those of the tree.
 * @param {Branch} root @param {string[]} line
 */
export function branchesOf(root, line) {
  /** @type {Branch[]} */
  const branches = [];
  for (const move of line) {
    const next = (branches[branches.length - 1] ?? root).following.find((known) => known.move === move);
    if (!next) break;
    branches.push(next);
  }
  return branches;
}

/** How many moves of a line the referee of a match has made for the players.
 * @param {Branch} root @param {string[]} line which is one of the tree
 */
export function countOpening(root, line) {
  const branches = branchesOf(root, line);
  const chosen = branches.findIndex(({ comment }) => comment !== OPENING);
  return chosen < 0 ? branches.length : chosen;
}

/** A line with what follows it, the main move at each.
 * @param {Branch} root @param {string[]} line which is one of the tree
 */
export function extend(root, line) {
  const moves = [...line];
  for (let branch = findBranch(root, line)?.following[0]; branch; branch = branch.following[0]) moves.push(branch.move);
  return moves;
}

/** After how many moves a line leaves the main one for the last time; null for the main line.
 * @param {Branch} root @param {string[]} line which is one of the tree
 */
export function lastFork(root, line) {
  let fork = null;
  let branch = root;
  for (const [at, move] of line.entries()) {
    if (branch.following[0].move !== move) fork = at;
    branch = /** @type {Branch} */ (branch.following.find((next) => next.move === move));
  }
  return fork;
}

/** Make a line the main one.
 * @param {Branch} root @param {string[]} line which is one of the tree
 */
export function promote(root, line) {
  let branch = root;
  for (const move of line) {
    const index = branch.following.findIndex((next) => next.move === move);
    branch.following.unshift(...branch.following.splice(index, 1));
    branch = branch.following[0];
  }
}

/** Take the last move of a line out of the tree with all that follows it; `restore` brings it back.
 * @param {Branch} root @param {string[]} line which is one of the tree
 * @returns {Removed}
 *
 * @typedef {{line: string[], index: number, branch: Branch}} Removed
 */
export function remove(root, line) {
  const before = /** @type {Branch} */ (findBranch(root, line.slice(0, -1)));
  const index = before.following.findIndex(({ move }) => move === line[line.length - 1]);
  const [branch] = before.following.splice(index, 1);
  return { line, index, branch };
}

/** Bring back what was removed. Where the same move has been played since, both become one.
 * @param {Branch} root @param {Removed} removed
 */
export function restore(root, { line, index, branch }) {
  const way = line.slice(0, -1);
  addLine(root, way); // it may have been removed as well
  const before = /** @type {Branch} */ (findBranch(root, way));
  if (before.following.some(({ move }) => move === branch.move)) merge(root, way, branch);
  else before.following.splice(Math.min(index, before.following.length), 0, branch);
}

/** @param {Branch} root @param {string[]} way @param {Branch} added */
function merge(root, way, added) {
  for (const place of listPlaces({ ...newBranch(), following: [added] })) {
    const line = [...way, ...lineTo(place)];
    addLine(root, line);
    const known = /** @type {Branch} */ (findBranch(root, line));
    known.comment ||= place.branch.comment;
    known.nags = known.nags.length ? known.nags : place.branch.nags;
    known.evaluation ??= place.branch.evaluation;
  }
}

/** Every move, each behind the one that it follows, a main line before its variations.
 * @param {Branch} root
 */
export function listPlaces(root) {
  /** @type {Place[]} */
  const places = [];
  /** @type {Place[]} */
  const pending = [];
  /** @param {Branch} branch @param {Place|null} before @param {number} at */
  const push = ({ following }, before, at) => {
    for (const branch of [...following].reverse()) pending.push({ branch, before, at });
  };
  push(root, null, 1);
  for (let place = pending.pop(); place; place = pending.pop()) {
    places.push(place);
    push(place.branch, place, place.at + 1);
  }
  return places;
}

/** Every move in the order of PGN: a variation right behind the move that it is in place of.
 * @param {Branch} root
 *
 * @typedef {{place: Place, depth: number, opens: boolean}} Told a move; `depth` is 0 on the main
 *   line, and `opens` tells that a variation begins with it
 * @typedef {{place: null, depth: number}} Closed the end of a variation
 */
export function listInOrder(root) {
  /** @type {(Told|Closed)[]} */
  const told = [];
  /** @type {((Told & {others: Branch[]})|Closed)[]} */
  const pending = [];
  /** @param {Branch} branch @param {Place|null} before @param {number} at @param {number} depth */
  const goOn = ({ following: [branch, ...others] }, before, at, depth) => {
    if (branch) pending.push({ place: { branch, before, at }, depth, opens: false, others });
  };
  goOn(root, null, 1, 0);
  for (let item = pending.pop(); item; item = pending.pop()) {
    told.push(item);
    if (!item.place) continue;
    const { place, depth, others } = item;
    goOn(place.branch, place, place.at + 1, depth);
    for (const branch of others.reverse()) {
      const inside = depth + 1;
      pending.push({ place: null, depth: inside });
      pending.push({ place: { ...place, branch }, depth: inside, opens: true, others: [] });
    }
  }
  return told;
}

/** @param {Place} place */
export function lineTo(place) {
  /** @type {string[]} */
  const line = [];
  /** @type {Place|null} */
  let here = place;
  for (; here; here = here.before) line.push(here.branch.move);
  return line.reverse();
}

/** The tree as a list, as the server has it.
 * @param {Branch} root
 * @returns {Tree}
 */
export function listTree(root) {
  const places = listPlaces(root);
  const numbers = new Map(places.map((place, index) => [place, index]));
  const moves = places.map(({ branch: { move, comment, nags, evaluation }, before }) => (
    { parent: before ? /** @type {number} */ (numbers.get(before)) : -1, move, comment, nags, evaluation }));
  return { comment: root.comment, moves };
}

/** The tree of such a list, or of a list of moves without variations.
 * @param {Tree|null} tree @param {string[]} moves
 */
export function growTree(tree, moves) {
  const root = newBranch();
  if (!tree) addLine(root, moves);
  else {
    root.comment = tree.comment;
    // What was kept before files had scores has none.
    const branches = tree.moves.map(({ move, comment, nags, evaluation = null }) => ({ ...newBranch(move), comment, nags, evaluation }));
    tree.moves.forEach(({ parent }, index) => (branches[parent] ?? root).following.push(branches[index]));
  }
  return root;
}

/** @param {any} score */
export const isScore = (score) => score === null || Number.isFinite(score?.cp) || Number.isFinite(score?.mate);

/** Whether it is a list of a tree, whoever has written it. @param {any} tree */
export function isTree(tree) {
  /** @param {any} told @param {number} index */
  const isMove = (told, index) => typeof told?.move === "string" && typeof told.comment === "string"
    && Number.isInteger(told.parent) && told.parent >= -1 && told.parent < index && isScore(told.evaluation ?? null)
    && Array.isArray(told.nags) && told.nags.every((/** @type {any} */ nag) => nag >= 0 && nag <= LARGEST_NAG);
  return typeof tree?.comment === "string" && Array.isArray(tree.moves)
    && tree.moves.every(isMove);
}
