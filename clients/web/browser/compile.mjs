/**
 * Compile archives of Python modules for the Pyodide in a folder: node compile.mjs FOLDER LINEMATE ARCHIVE...
 * LINEMATE is the archive that has compiled.py, which does it.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, linemate, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.writeFile("/linemate.zip", new Uint8Array(readFileSync(linemate)));
python.pyimport("sys").path.append("/linemate.zip");
const { compile_archive: compileArchive } = python.pyimport("linemate.clients.web.browser.compiled");
for (const archive of archives) {
  python.FS.writeFile("/archive.zip", new Uint8Array(readFileSync(archive)));
  compileArchive("/archive.zip");
  writeFileSync(archive, python.FS.readFile("/archive.zip"));
}
