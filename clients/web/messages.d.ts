/**
 * What a page and the server say to each other, for the type checker alone: nothing of this is
 * served. messages.py reads what a page says; `seq` is the page's number of a message, which the
 * reply carries. Scores are as x sees them.
 */

import type { Outcome, Player, Score, State } from "./states.js";

export type { BoardFacts, Outcome, Player, Score, State } from "./states.js";
export type Purpose = "play" | "hint" | "analyse";
/** `clock`: milliseconds that x and o have left, and get for each move. */
export type Limits = {
  movetime?: number; depth?: number; nodes?: number; infinite?: true;
  clock?: { x: number; o: number; increment: number };
};

export interface Option {
  name: string;
  kind: string;
  default: string | number | boolean | null;
  minimum: number | null;
  maximum: number | null;
  choices: string[];
}

/** The engine is there; what it and the server can do. */
export interface Hello {
  version: string;
  /** `unsuitable` are the searches of our engine that do not play the game. */
  games: { name: string; title: string; options: Option[]; unsuitable: string[] }[];
  first: { words: string; level: number };
  limits: { movetime: number; depth: number; nodes: number; infinite: number; message: number };
  /** `solved`: the games that it plays by their solution, in place of searching. */
  engine: { name: string; options: Option[]; solved: string[] };
  /** `skill` is null of an engine that has no such option. */
  levels: { level: number; skill: number | null; movetime: number; name: string; sees: string }[];
}

/** What an engine reports of a search, about one variation. */
export interface Info {
  search: number;
  at: number;
  multipv: number;
  score: Score | null;
  bound: "lowerbound" | "upperbound" | null;
  pv: string[];
  visits: Visits[];
  depth: number | null;
  seldepth: number | null;
  nodes: number | null;
  nps: number | null;
  time: number | null;
  hashfull: number | null;
}

export interface Visits {
  move: string;
  visits: number;
  bound: number | null;
}

/** A game that was read from a text. */
export interface ReadGame {
  index: number;
  x: string;
  o: string;
  /** Who sat where, if the file tells. */
  seats: { x: Omit<Participant, "name">; o: Omit<Participant, "name"> };
  result: string;
  reason: string;
  words: string;
  start: string | null;
  moves: string[];
  /** How many of the moves the referee of a match has made for the players. */
  opening: number;
  evaluations: (Score | null)[];
  /** How it ended, if not by the rules. */
  ending: Outcome | null;
  /** Null of a game without variations, comments and signs. */
  tree: Tree | null;
  /** All that the file tells of it, by name; none of a position. */
  tags: Record<string, string>;
}

/** The moves of a game with its variations, each behind the one it follows; the comment stands before the first. */
export interface Tree {
  comment: string;
  moves: TreeMove[];
}

export interface TreeMove {
  /** The place in the list of the move before it, -1 for none; the first that follows a move is the main line's. */
  parent: number;
  move: string;
  comment: string;
  /** PGN's numbers for `!`, `?` and the like. */
  nags: number[];
  /** What an analysis says of the position after it. */
  evaluation: Score | null;
}

/** Who plays a side, as a file has it; null is what is not known. */
export interface Participant {
  name: string;
  kind: "human" | "program" | null;
  level: number | null;
}

/** A line of moves: with a number of them it is a position. */
export interface Line {
  words: string;
  start: string | null;
  moves: string[];
}

/** What the engine in the background says of a position: its score, and the line that it would play. */
export interface Assessment {
  score: Score;
  line: string[];
}

/** A line judged by the assessments of its positions. */
export interface Judgement {
  /** Of each position: null where nothing is known; `chance` is x's, and a finished game has no score. */
  positions: ({ score: Score | null; chance: number } | null)[];
  verdicts: Verdict[];
  /** The positions, by ply, that should be looked at once more, so many times as long. */
  longer: { plies: number[]; times: number };
  /** In percent; null for a side that never had anything to lose. */
  accuracy: Record<Player, number | null>;
}

/** What is to be said of the move after `ply` others; `line` is the best one from before it. */
export interface Verdict {
  ply: number;
  player: Player;
  mark: "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  /** `?!`, `?`, `??`, or nothing. */
  symbol: string;
  /** PGN's number for it. */
  nag: number | null;
  text: string;
  line: string[];
}

/** A position whose mover wins in so many plies, by the first move of `steps` alone. */
export interface Puzzle {
  id: string;
  words: string;
  /** Of the other first moves: none wins at all, or none wins as soon. */
  claim: "only" | "shortest";
  plies: number;
  /** 1 to 5. */
  grade: number;
  position: string;
  toMove: Player;
  /** By ply, the move of the proven line and after it those that are as good. */
  steps: string[][];
  /** Where the first move is, roughly. */
  look: string;
}

/** What a page asks for, by the type of the message. */
export interface Requests {
  open: { words: string; start: string | null; moves: string[]; at: number };
  move: { move: string };
  /** `moves`: another line of this game. */
  goto: { at: number; moves?: string[] };
  think: { purpose: Purpose; options: Record<string, string>; limits: Limits };
  restart: {};
  read: { text: string };
  assess: Line & { plies: number[]; movetime: number };
  /** `opening`: so many moves no player has chosen, and they are not judged. */
  judge: Line & { assessments: (Assessment | null)[]; opening: number };
  /** `score` is that of the position a move was played in; `ending` how the main line ended, if not by the rules. */
  write: {
    x: Participant; o: Participant; comment: string; moves: (TreeMove & { score: Score | null })[];
    ending: Outcome | null; tags: Record<string, string> | null;
  };
  puzzles: {};
}

/** What it is answered, if not by `error`. */
export interface Replies {
  open: State;
  move: State;
  goto: State;
  think: { search: number; purpose: Purpose; at: number };
  restart: Hello;
  read: { games: ReadGame[]; more: boolean };
  write: { text: string };
  puzzles: { puzzles: Puzzle[] };
  assess: {};
  judge: Judgement;
}

/** What it is told unasked, by the type of the message; `down` comes from the connection itself. */
export interface Told {
  hello: Hello;
  info: Info;
  answer: { search: number; purpose: Purpose; at: number; move: string; late: boolean; limited: boolean };
  /** Without an answer: nobody wants it any longer, or `reason` is why the engine has none. */
  stopped: { search: number; reason: string | null };
  /** The engine is gone; `dialogue` are the last lines to it (>), from it (<) and to the terminal (!). */
  lost: { search: number | null; reason: string; dialogue: string[] };
  /** Of a position that was to be assessed; `effort` is milliseconds. */
  assessment: Line & { score: Score; line: string[]; effort: number };
  /** No more is assessed until it is asked for again. */
  unassessed: { reason: string };
  note: { text: string };
  /** The connection is gone; `reason` is what the server said before it hung up, if anything. */
  down: { reason: string | null };
}
