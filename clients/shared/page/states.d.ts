/**
 * What a page is told of a position, for the type checker alone: nothing of this is served.
 * clients/shared/states.py writes it. Scores are as x sees them.
 */

export type Player = "x" | "o";
/** `mate`: plies to a proven end, above 0 if x wins. */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

/** The game with the position that is on the board. */
export interface State {
  game: string;
  words: string;
  start: string | null;
  moves: string[];
  /** How many of the moves are on the board. */
  at: number;
  position: string;
  /** Null when the game is over. */
  toMove: Player | null;
  /** `x`, `o` or `.`, in the order of `names`. */
  cells: string;
  names: string[];
  legal: string[];
  last: string | null;
  board: BoardFacts;
  outcome: Outcome | null;
  /** The cells of the winning line. */
  line: string[];
}

/** How the game has ended; `kind` is why, as a file has it, where it was not by the rules. */
export interface Outcome {
  winner: Player | null;
  reason: string;
  text: string;
  kind?: string;
}

/** What the drawing of a kind of board needs, and only that kind has. */
export interface BoardFacts {
  width?: number;
  height?: number;
  /** Marks fall to the lowest free cell of their column. */
  falls?: true;
  /** The small boards that may be played in, from 1. */
  forced?: number[];
  won?: Record<string, Player | "draw">;
  /** Lines that lack one cell. */
  threes?: { player: Player; cells: string[]; empty: string }[];
}
