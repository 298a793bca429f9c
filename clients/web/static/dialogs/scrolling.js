/**
 * A dialog that is higher than the window tells that it goes on, by a shadow over its buttons.
 */

const ROUNDING = 2; // pixels

/** @param {HTMLElement} dialog @param {HTMLElement} content whose height may change while it is open */
export function tellOfMore(dialog, content) {
  const tell = () => {
    const hidden = dialog.scrollHeight - dialog.clientHeight - dialog.scrollTop;
    dialog.classList.toggle("more-below", hidden > ROUNDING);
  };
  dialog.onscroll = tell;
  const observer = new ResizeObserver(tell);
  observer.observe(content);
  observer.observe(dialog);
  tell();
}
