/** One floating panel at a time: beside its anchor, or a sheet from below on a phone. */

import { h, isNarrow } from "./dom.js";

const GAP = 6;
const EDGE = 8;

let current = null;

/** Close the open panel, if any. */
export function closePopover() {
  current?.close();
}

function place(anchor, panel) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - GAP - EDGE;
  const above = box.top - GAP - EDGE;
  const wanted = Math.min(panel.scrollHeight, 420);
  const up = below < wanted && above > below;
  panel.style.maxHeight = `${Math.max(140, Math.min(420, up ? above : below))}px`;
  panel.style.minWidth = `${Math.min(Math.max(box.width, 220), window.innerWidth - 2 * EDGE)}px`;
  const left = Math.min(box.left, window.innerWidth - panel.offsetWidth - EDGE);
  panel.style.left = `${Math.max(EDGE, left)}px`;
  panel.style.top = up ? `${box.top - GAP - panel.offsetHeight}px` : `${box.bottom + GAP}px`;
}

/**
 * Show `panel` for `anchor`. Escape, a press outside and another panel close it.
 * Focus then goes back to the anchor unless it has moved on.
 * @param {{label?: string, onClose?: () => void}} options
 * @returns {() => void} closes the panel
 */
export function openPopover(anchor, panel, { label, onClose } = {}) {
  closePopover();
  // A modal dialog makes everything outside it inert, so its panels live inside it.
  const host = anchor.closest("dialog") ?? document.body;
  const sheet = isNarrow();
  const layer = h("div", { class: sheet ? "popover-layer is-sheet" : "popover-layer" });
  if (label) panel.setAttribute("aria-label", label);
  panel.classList.add("popover");
  if (sheet && label) panel.prepend(h("p", { class: "popover-title", text: label }));
  layer.append(panel);
  host.append(layer);
  anchor.setAttribute("aria-expanded", "true");

  const move = () => {
    if (!anchor.isConnected) close();
    else if (!sheet) place(anchor, panel);
  };
  const outside = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const keys = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  function close() {
    if (current?.close !== close) return;
    current = null;
    const hadFocus = panel.contains(document.activeElement);
    layer.remove();
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", keys, true);
    window.removeEventListener("resize", move);
    document.removeEventListener("scroll", move, true);
    anchor.setAttribute("aria-expanded", "false");
    if (hadFocus && anchor.isConnected) anchor.focus({ preventScroll: true });
    onClose?.();
  }
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", keys, true);
  window.addEventListener("resize", move);
  document.addEventListener("scroll", move, true);
  current = { anchor, close };
  move();
  return close;
}
