/** Small building blocks for the page: elements, icons, ids. */

let counter = 0;

/** A document-unique id for aria references. */
export function uid(prefix = "u") {
  counter += 1;
  return `${prefix}-${counter}`;
}

function applyProp(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key === "class") node.className = value;
  else if (key === "text") node.textContent = value;
  else if (key === "data") Object.assign(node.dataset, value);
  else if (key === "style") {
    for (const [name, setting] of Object.entries(value)) node.style.setProperty(name, setting);
  } else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
  else if (value === true) node.setAttribute(key, "");
  else node.setAttribute(key, String(value));
}

/**
 * Build an element.
 * Props are attributes, `class`, `text`, `data` (dataset), `style` and `on<event>` listeners.
 * Children may be nodes, strings, arrays or empty values, which are skipped.
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) applyProp(node, key, value);
  append(node, children);
  return node;
}

/** Append nested children to a node, skipping empty values. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    node.append(child);
  }
  return node;
}

/** An emoji: the character itself, or the bot's small picture (its name if that does not load). */
export function emojiNode(emoji) {
  if (!emoji.id) return emoji.name;
  const name = `:${emoji.name}:`;
  return h("img", {
    class: "emoji",
    src: `/cdn/emojis/${emoji.id}.png`,
    alt: name,
    onerror: (event) => event.target.replaceWith(name),
  });
}

const ICONS = {
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M6 4v9a3 3 0 0 0 3 3h10M15 12l4 4-4 4",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4.5 14.5 20l-3-6.5L4 12Zm7.5 1.5L20 4.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "m5 12.5 4.5 4.5L19 7.5",
  chevron: "m6 9 6 6 6-6",
  link: "M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.5 5.8M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.1-1.1",
  external:
    "M14 5h5v5M19 5l-8 8M17 14v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 5 18V9a1.5 1.5 0 0 1 1.5-1.5H10",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm12.5 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  file: "M7 3.5h7l4.5 4.5v12.5H7zM14 3.5V8h4.5",
  down: "M12 5v14M6 13l6 6 6-6",
  warn: "M12 4 2.5 20h19L12 4Zm0 6v5M12 17.6v.2",
  slash: "M15.5 4.5l-7 15",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  reply: "M6 19v-6a5 5 0 0 1 5-5h8",
  crown: "M5 17.5 3.5 8l5 3.5L12 5.5l3.5 6 5-3.5L19 17.5zM5 20h14",
};

/** A line icon from the page's own set; decorative, so hidden from screen readers. */
export function icon(name, className = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${className}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A round button that shows only an icon; `label` is its accessible name and tooltip. */
export function iconButton(name, label, props = {}) {
  const { class: extra, ...rest } = props;
  return h(
    "button",
    {
      type: "button",
      class: `icon-button ${extra ?? ""}`.trim(),
      "aria-label": label,
      title: label,
      ...rest,
    },
    icon(name),
  );
}

/** True if the page is in its phone-width layout. */
export function isNarrow() {
  return window.matchMedia("(max-width: 760px)").matches;
}

/** A random id for one interaction; works without a secure context (a plain http LAN address). */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
