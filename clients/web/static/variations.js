/**
 * What a person does with the variations of the game on the table: looks at them, puts one in place
 * of the main line, deletes and brings back, comments. Nothing else removes a move.
 *
 * @import { Table } from "./table.js"
 * @import { Removed } from "./tree.js"
 */

import { extend, findBranch, promote, remove, restore } from "./tree.js";

export class Variations {
  /** Those that were deleted from this game, the last one last.
   * @type {Removed[]} */
  removed = [];

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Show where the variation on the board leaves the main line, and from now on that. */
  goToMainLine() {
    const { line, record } = this.table;
    const main = extend(record.tree, []);
    const at = main.findIndex((move, index) => move !== line[index]);
    this.table.follow(main, at < 0 ? main.length : at);
  }

  /** Show the next of the moves that were tried in place of the last one; false if there is no other. */
  goToNext() {
    const { line, record } = this.table;
    const move = line.pop();
    const tried = findBranch(record.tree, line)?.following ?? [];
    const next = tried[(tried.findIndex((known) => known.move === move) + 1) % tried.length];
    if (!move || next.move === move) return false;
    this.table.goToLine([...line, next.move]);
    return true;
  }

  /** Make the one on the board the main line. */
  promote() {
    promote(this.table.record.tree, this.table.line);
    this.table.keep();
  }

  /** Delete the one on the board, and show where it began; `bringBack` undoes it. */
  delete() {
    const { fork, line, record, maySteer } = this.table;
    if (fork === null || !maySteer) return;
    this.removed.push(remove(record.tree, line.slice(0, fork + 1)));
    this.table.goToLine(line.slice(0, fork));
  }

  /** Bring back the one that was deleted last, and show it. */
  bringBack() {
    const removed = this.table.maySteer && this.removed.pop();
    if (!removed) return;
    restore(this.table.record.tree, removed);
    this.table.goToLine(removed.line);
  }

  /** @param {string} text what is said of the position on the board */
  comment(text) {
    const { branch } = this.table;
    if (branch) branch.comment = text;
    this.table.keep();
  }
}
