/**
 * What a page and a room say to each other, for the type checker alone: nothing of this is served.
 * friends/messages.py reads what a page says and writes what it is told.
 */

import type { Player, State } from "./states.js";

export type Offer = "draw" | "takeback" | "rematch";

/** Milliseconds for the game, and for each move. */
export interface TimeControl {
  base: number;
  increment: number;
}

/** A room, as somebody in it sees it. */
export interface Room {
  /** Of the game: a rematch is another one. */
  number: number;
  title: string;
  phase: "waiting" | "playing" | "over";
  /** One's own; null for who watches. */
  side: Player | null;
  state: State;
  /** Who is connected. */
  here: Record<Player, boolean>;
  watchers: number;
  clock: (TimeControl & { left: Record<Player, number>; running: Player | null }) | null;
  /** By whom. */
  offers: Partial<Record<Offer, Player>>;
  /** What the other has declined: it can be asked again after one's next move. */
  declined: Offer[];
  /** Seconds until one may claim the win, since the other is gone; null while he is here. */
  claim: number | null;
}

export interface RoomTalk {
  asks: {
    create: { words: string; side: string; clock: TimeControl | null };
    /** `kept`: the token may be that of another window of this browser. */
    join: { room: string; token: string | null; kept: boolean };
    move: { move: string; ply: number };
    look: { at: number };
    offer: { offer: Offer };
    accept: { offer: Offer };
    decline: { offer: Offer };
    resign: {};
    claim: {};
  };
  replies: {
    create: { room: string; token: string };
    join: { room: string; token: string | null };
    move: {};
    look: State;
    offer: {};
    accept: {};
    decline: {};
    resign: {};
    claim: {};
  };
  told: {
    /** The first of all; `others` is the address by which other machines reach the server. */
    welcome: { others: string | null };
    room: Room;
    closed: { text: string };
    down: { reason: string | null };
  };
}
