/** Small parts: elements, and text with the little markup that the words have. */

/** An element with attributes (also `text`, `data` and `on…`) and children. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name === "text") made.textContent = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") made.style.cssText = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A moment written as Discord writes it, shown by the reader's own clock. */
function moment(seconds, style = ":R") {
  const at = new Date(1000 * seconds);
  if (style !== ":R") return at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const hours = (at - Date.now()) / 3_600_000;
  const [much, unit] = Math.abs(hours) < 1.5 ? [60 * hours, "minute"]
    : Math.abs(hours) < 36 ? [hours, "hour"] : [hours / 24, "day"];
  return new Intl.RelativeTimeFormat("en-GB").format(Math.round(much), unit);
}

const SIGNS = /(\*\*[^*]+\*\*|__[^_]+__|\*[^*]+\*|`[^`]+`)/;

function inline(text) {
  return text
    .replace(/<t:(\d+)(:\w)?>/g, (_, seconds, style) => moment(seconds, style))
    .replace(/\\([*_`~|>])/g, "$1")
    .split(SIGNS)
    .filter(Boolean)
    .map((part) => {
      if (/^(\*\*|__)/.test(part)) return h("strong", { text: part.slice(2, -2) });
      if (/^\*.+\*$/.test(part)) return h("em", { text: part.slice(1, -1) });
      if (/^`.+`$/.test(part)) return h("code", { text: part.slice(1, -1) });
      return document.createTextNode(part);
    });
}

/** Lines as paragraphs; with `within`, a single line that is not a paragraph. */
export function prose(text, within = false) {
  if (within) return inline(text);
  return text.split("\n").filter((line) => line.trim()).map((line) => {
    if (line.startsWith("-# ")) return h("p", { class: "small" }, ...inline(line.slice(3)));
    return h("p", {}, ...inline(line.replace(/^#+ /, "").replace(/^[-*] /, "• ")));
  });
}
