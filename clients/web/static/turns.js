/** Whose turn it is, was and will be in a game. */

/** Who moves, or would move, in the position after `at` moves. */
function moverAt(state, at) {
  const last = state.last ? state.cells[state.names.indexOf(state.last)] : "o";
  const now = state.toMove ?? (last === "x" ? "o" : "x");
  const other = now === "x" ? "o" : "x";
  return (at - state.at) % 2 === 0 ? now : other;
}

/** The only person at the table, `x` or `o`; null if there is none or are two. */
export function onlyPerson({ x, o }) {
  if (x.kind === o.kind) return null;
  return x.kind === "person" ? "x" : "o";
}

/**
 * Where undo (`step` -1) and redo (1) lead: to a turn of the only person, past the engine's move;
 * by one move where there is no such person, or no such turn.
 */
export function turnFrom(record, state, step) {
  const person = onlyPerson(record.seats);
  const there = record.at + 2 * step;
  const past = person && moverAt(state, record.at + step) !== person && there >= 0 && there <= record.moves.length;
  return past ? there : record.at + step;
}
