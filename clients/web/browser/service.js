/**
 * The service worker of a page without a server: it keeps the files of the page, so that it is there
 * without a network, and gives them the headers that let its workers share memory.
 */

const worker = /** @type {any} */ (self);
worker.importScripts("files.js"); // says which files there are, and their version
const { version, names } = worker.linemateFiles;
const OURS = `linemate ${worker.registration.scope} `; // others may live at the same host
const CACHE = OURS + version;
const ISOLATED = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(names.map((/** @type {string} */ name) => new Request(name, { cache: "no-cache" })));
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  if (!kept) return fetch(request);
  const headers = new Headers(kept.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(kept.body, { headers });
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(worker.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
