/** A worker with the session of a tab, between its page and its engine: see tab.py. */

import { importModule, loadConfiguration, watchLoading } from "./python.js";

const MEGABYTE = 1e6;
const BETWEEN_NOTES = 1000; // milliseconds

/** A worker with an engine; `failed` tells why it is of no use, if that comes to be. */
function makeWorker() {
  const worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  /** @type {Promise<string>} */
  const failed = new Promise((resolve) => {
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(event.message || "it cannot be loaded");
    };
  });
  return { worker, failed };
}

/** It is loaded while this worker is.
 * @type {ReturnType<typeof makeWorker>|null} */
let first = makeWorker();

/** Have an engine: remote.py has what is wanted of it.
 * @param {any} onReply @param {any} onFailure functions of Python, which last no longer than a call unless copied
 */
function startEngine(onReply, onFailure) {
  const { worker, failed } = first ?? makeWorker();
  first = null;
  const flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const [reply, fail] = [onReply.copy(), onFailure.copy()];
  const end = () => {
    worker.terminate();
    worker.onmessage = null;
  };
  worker.onmessage = ({ data }) => reply(data);
  failed.then((reason) => {
    end();
    fail(`the engine has failed: ${reason}`);
  });
  worker.postMessage({ flag });
  return {
    shared: flag !== null,
    ask: (/** @type {string} */ call) => worker.postMessage(call),
    stop: (/** @type {boolean} */ now) => { if (flag) Atomics.store(flag, 0, Number(now)); },
    end,
  };
}

/** @param {string} type @param {object} fields */
const tell = (type, fields) => postMessage(JSON.stringify({ type, ...fields }));

let noted = performance.now();
let loading = false; // and the page was told so
/** @param {number} count */
function tellLoading(count) {
  if (performance.now() < noted + BETWEEN_NOTES) return;
  noted = performance.now();
  loading = true;
  tell("note", { text: `Python and the engine are being loaded: ${(count / MEGABYTE).toFixed(1)} MB so far.` });
}

/** @type {Promise<(message: string) => void>} */
const session = (async () => {
  watchLoading(tellLoading);
  const [module, configuration] = await Promise.all([
    importModule("linemate.clients.web.browser.tab"), loadConfiguration(),
  ]);
  if (loading) tell("note", { text: "Python and the engine are loaded." });
  return module.serve_page((/** @type {string} */ text) => postMessage(text), startEngine, configuration);
})();
session.catch((error) => {
  tell("error", { about: 0, text: `Python cannot be loaded: ${error.message}` });
  reportError(error);
});

onmessage = async ({ data }) => (await session)(data);
