/**
 * Makes Node.js see the files of the page as browsers do, in one folder: what is not among the
 * page's own is among those that pages have in common. `node --import ./one_folder.mjs`.
 */

import { register } from "node:module";

const OWN = "/clients/web/static/";
const COMMON = "/clients/shared/page/static/";

if (!import.meta.url.endsWith("?hooks")) register(`${import.meta.url}?hooks`);

/** @type {import("node:module").ResolveHook} */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    const missing = error.code === "ERR_MODULE_NOT_FOUND" ? error.url : null;
    if (!missing?.includes(OWN)) throw error;
    return next(missing.replace(OWN, COMMON), context);
  }
}
