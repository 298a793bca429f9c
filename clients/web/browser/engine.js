/** A worker with an engine: it is called by tab.js, see engine.py, and searches between messages. */

import { importModule } from "./python.js";

/** Shared with tab.js, which sets it to 1 to end a search; null where nothing can be shared.
 * @type {Int32Array|null} */
let flag = null;
const isStopped = () => flag !== null && Atomics.load(flag, 0) === 1;
const engine = importModule("linemate.clients.web.browser.engine").then((module) => module.EngineSide(isStopped));
engine.catch(reportError);

onmessage = async ({ data }) => {
  if (typeof data !== "string") {
    flag = data.flag;
    return;
  }
  try {
    postMessage((await engine).answer(data));
  } catch (error) {
    reportError(error); // so that tab.js hears of it: whoever asked would wait for ever
  }
};
