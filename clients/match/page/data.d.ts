/**
 * What the page of a match is told, for the type checker alone. games.py packs the games, standing.py
 * the rest, live.py puts it together.
 */

import type { BoardFacts, Player } from "./states.js";

export interface Data {
  title: string;
  /** `match` for two players, `games` of a file; else the tournament's. */
  format: string;
  rules: Rules[];
  players: Competitor[];
  /** The match, while it is played: another one at the same address is told by it. */
  live?: string;
  standing?: Standing | null;
  playing?: Playing[];
  /** How many games were played before those that are here. */
  first?: number;
  games?: PackedGame[];
}

export interface Rules {
  words: string;
  game: string;
  names: string[];
  board: BoardFacts;
  /** Hundredths of a score that make a chance of 73 %. */
  unit: number;
}

export interface Competitor {
  name: string;
  limits: string;
  /** Those that were set: `Search=mcts Skill=3`. */
  options?: string;
  /** Milliseconds for the game, and those added by each move. */
  clock?: number | null;
  increment?: number;
}

export interface Standing {
  tables: { title: string; players: string[]; heads: string[]; cells: string[][]; notes: string[] }[];
  ratings: Rating[];
  summary: string[];
  sprt: Sprt | null;
  notes: string[];
  played: number;
  expected: number;
  over: boolean;
}

export interface Rating {
  player: string;
  elo: number;
  error: number;
  unbounded: boolean;
}

export interface Sprt {
  llr: number;
  low: number;
  high: number;
  decision: string;
  text: string;
}

/** The words of a list belong to the moves, see games.py. */
export interface PackedMoves {
  label: string;
  /** Numbers of players. */
  x: number;
  o: number;
  rules?: number;
  /** How many of the moves nobody chose. */
  opening: number;
  moves: string;
  start?: { cells: string; toMove: Player };
  scores?: string;
  times?: string;
  depths?: string;
  forced?: string;
  won?: string;
  line?: string;
}

export interface PackedGame extends PackedMoves {
  result: string;
  reason: string;
  text: string;
  failed?: true;
  marks?: string;
  accuracy?: [number | null, number | null];
}

export interface Playing extends PackedMoves {
  /** Seconds since the last move; null where that is not known. */
  thinking: number | null;
}

/** What the server says. */
export interface Update {
  live: string;
  standing: Standing | null;
  playing: Playing[];
  first: number;
  games: PackedGame[];
}
