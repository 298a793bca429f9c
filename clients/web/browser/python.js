/** Python in a worker, with Linemate in it. */

const ARCHIVE = "/linemate.zip";
/** @param {string} path */
const find = (path) => new URL(`../${path}`, import.meta.url).href;

/** @param {string} path */
async function load(path) {
  const response = await fetch(find(path));
  if (!response.ok) throw new Error(`${path} cannot be loaded: ${response.status}`);
  return response;
}

/** Start it, and import a module of Linemate.
 * @param {string} name
 */
export async function importModule(name) {
  const { loadPyodide } = await import(find("python/pyodide.mjs"));
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: find("python/") }),
    load("linemate.zip").then((response) => response.arrayBuffer()),
  ]);
  python.FS.writeFile(ARCHIVE, new Uint8Array(archive));
  python.pyimport("sys").path.append(ARCHIVE);
  return python.pyimport(name);
}

export const loadConfiguration = () => load("linemate.json").then((response) => response.text());

/** Call this with how many bytes have been loaded, whenever there are more.
 * @param {(count: number) => void} tell
 */
export function watchLoading(tell) {
  let count = 0;
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await plainFetch(...request);
    const counting = new TransformStream({
      transform(chunk, controller) {
        count += chunk.length;
        tell(count);
        controller.enqueue(chunk);
      },
    });
    return response.ok && response.body ? new Response(response.body.pipeThrough(counting), response) : response;
  };
}
