/**
 * What is to be seen of a puzzle: the task above the board; under it, in place of the caption, how it
 * stands and what can be done.
 *
 * @import { Puzzle } from "../../messages.js"
 * @import { Solving } from "../puzzles.js"
 */

import { button, find, make } from "../dom.js";
import { messageOf } from "../messages.js";
import { movesOf } from "../puzzles.js";
import { otherThan } from "../turns.js";
import { namePlayer } from "../words.js";

export class PuzzleCard {
  #shown = "";
  #task = make("h2", { id: "puzzle-task" });
  #status = make("p", { class: "puzzle-status", role: "status" });
  #figures = make("p", { class: "muted" });

  /**
   * @param {Solving} solving
   * @param {{choose: () => void, notice: (text: string) => void, focus: () => void}} page `focus`: put the focus on the board
   */
  constructor(solving, { choose, notice, focus }) {
    this.solving = solving;
    /** @param {Promise<void>} done */
    const told = (done) => done.then(focus).catch((error) => notice(messageOf(error)));
    this.hint = button("Hint", () => solving.hint(), { title: "Where to look; the move, if asked again (h)" });
    this.solution = button("Show the solution", () => told(solving.giveUp()));
    this.again = button("Try again", () => told(solving.tryAgain()));
    this.next = button("Next puzzle", () => told(solving.next()));
    const other = button("Other puzzles \u2026", choose, { class: "quiet" });
    this.leave = button("Back to my game", () => told(solving.table.takeBack()), { class: "quiet" });
    find("#puzzle").append(
      make("div", { class: "puzzle-head" }, this.#task, this.#figures),
    );
    find("#puzzle-answer").append(
      this.#status, make("div", { class: "tools" }, this.hint, this.again, this.solution, this.next, other, this.leave),
    );
  }

  show() {
    const { puzzle, open, judgement, shown } = this.solving;
    find("#puzzle").hidden = find("#puzzle-answer").hidden = !puzzle;
    document.body.dataset.puzzle = puzzle ? (open ? "open" : "over") : "";
    if (!puzzle) return;
    const { verdict } = judgement;
    const { streak, best, solved } = this.solving.progress;
    const texts = [
      tellTask(puzzle), tellStanding(this.solving, puzzle),
      `Streak ${streak}, best ${best} \u00b7 solved ${solved.size}`,
    ];
    this.hint.hidden = !open || verdict === "wrong";
    this.solution.hidden = shown || verdict === "solved";
    this.again.hidden = !shown && (verdict === "begin" || verdict === "right");
    this.leave.hidden = !this.solving.table.before?.moves.length;
    this.next.classList.toggle("primary", !open);
    find("#puzzle").dataset.verdict = shown ? "shown" : verdict;
    if (this.#shown === texts.join("\n")) return; // a screen reader would read it again
    this.#shown = texts.join("\n");
    [this.#task, this.#status, this.#figures].forEach((node, index) => { node.textContent = texts[index]; });
  }
}

/** @param {number} moves */
const countMoves = (moves) => (moves === 1 ? "1 move" : `${moves} moves`);

/** `X to play and win in 3 moves`. @param {Puzzle} puzzle */
function tellTask(puzzle) {
  return `${namePlayer(puzzle.words.split(" ")[0], puzzle.toMove)} to play and win in ${countMoves(movesOf(puzzle))}`;
}

/** One or two sentences on how it stands.
 * @param {Solving} solving @param {Puzzle} puzzle
 */
export function tellStanding({ judgement, looked, missed, shown, table }, puzzle) {
  const { state, hint } = table;
  if (shown) return `The solution: ${puzzle.steps.map(([move]) => move).join(" ")}.`;
  if (hint) return `The move: ${hint.move}.`;
  switch (judgement.verdict) {
    case "solved":
      return missed ? "Solved, with help." : "Solved!";
    case "wrong":
      return tellMistake(judgement.at, state?.moves ?? [], puzzle);
    case "right":
      return state?.toMove === puzzle.toMove ? "Right so far. Go on." : "Right so far.";
    default: {
      if (looked) return `Look at ${puzzle.look}.`;
      return puzzle.claim === "only" ? "Only one move wins." : "Only one move wins as soon as that.";
    }
  }
}

/** What was wrong with the move of this number, and what the other side answers.
 * @param {number} at @param {string[]} moves @param {Puzzle} puzzle
 */
function tellMistake(at, moves, puzzle) {
  const wins = at === 0 && puzzle.claim === "only" ? "does not win" : `does not win in ${countMoves(movesOf(puzzle))}`;
  const reply = moves[at + 1];
  const defender = namePlayer(puzzle.words.split(" ")[0], otherThan(puzzle.toMove));
  return `Wrong: ${moves[at]} ${wins}${reply ? `: ${defender} answers ${reply}` : ""}. Try again, or play on.`;
}
