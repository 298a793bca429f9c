/**
 * What the page keeps: in the memory of its tab, where a reload finds it, or in that of the browser, which all
 * tabs share.
 *
 * To look there may be forbidden, there may be no room left, and anybody may have put something else there. That is
 * met here and nowhere else: a page that may keep nothing works as any other until it is closed.
 */

export class Memory {
  /** @param {() => Pick<Storage, "getItem"|"setItem"|"removeItem">} storage where it is forbidden, to name it fails already */
  constructor(storage) {
    this.storage = storage;
  }

  /** What is kept under a key; null where nothing is or may be, and undefined where it is no JSON.
   * @param {string} key
   * @returns {any}
   */
  read(key) {
    let text = null;
    try {
      text = this.storage().getItem(key);
    } catch {
      return null;
    }
    try {
      return JSON.parse(text ?? "null");
    } catch {
      return undefined;
    }
  }

  /** Keep it, if it has no more characters than this; whether it is kept. If not, what was there still is.
   * @param {string} key @param {unknown} value @param {number} most
   */
  write(key, value, most = Infinity) {
    const text = JSON.stringify(value);
    if (text.length > most) return false;
    try {
      this.storage().setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} key */
  forget(key) {
    try {
      this.storage().removeItem(key);
    } catch {
      // forbidden: then nothing is there
    }
  }
}

export const TAB = new Memory(() => sessionStorage);
export const BROWSER = new Memory(() => localStorage);
