/**
 * The other end of the page: the server that has sent it. A page without a server has another
 * endpoint.js, from clients/web/browser; nothing else of it differs.
 *
 * @import { Socket } from "./connection.js"
 */

/** @returns {Socket} */
export const openSocket = () => new WebSocket(`ws://${location.host}/game`);

/** The page on which a friend is played with; null where there is no server to meet at. */
export const FRIEND_PAGE = "friend";
