/**
 * Reads lines of JSON: rules, a packed game and its states by the rules. Says where the page's differ.
 */

import { readFileSync } from "node:fs";

import { Course } from "../../../../clients/match/page/static/course.js";

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { rules, game, states } = JSON.parse(line);
  const course = new Course(rules, game);
  states.forEach((state, at) => {
    const { cells, toMove, last, line: won, board, outcome } = course.stateAt(at);
    const drawn = { cells, toMove, last, line: won, board, winner: outcome ? outcome.winner : "none" };
    if (JSON.stringify(drawn) !== JSON.stringify(state)) {
      console.log(`${rules.words} after ${at} of ${game.moves}:\n${JSON.stringify(drawn)}\n${JSON.stringify(state)}`);
    }
  });
}
