/** Moments shown to people: message times and Discord's `<t:seconds:style>` marks. */

import { h } from "./dom.js";

const LOCALE = "en-GB";
const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const formatters = new Map();

function format(date, style) {
  if (!formatters.has(style)) {
    formatters.set(style, new Intl.DateTimeFormat(LOCALE, FORMATS[style] ?? FORMATS.f));
  }
  return formatters.get(style).format(date);
}

/** A time this close to the next unit is given in that unit: 23 hours are "a day", as in Discord. */
const NEARLY = 11 / 12;

/** "in 5 minutes", "2 days ago" relative to now. */
function relativeText(date) {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length * NEARLY) {
      return relative.format(Math.round(seconds / length), unit);
    }
  }
  return "now";
}

/** A `<time>` element for a Discord timestamp mark; style R is kept up to date. */
export function timestamp(seconds, style = "f") {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return h("span", { text: "an unknown time" });
  const node = h("time", {
    class: "timestamp",
    datetime: date.toISOString(),
    title: format(date, "F"),
  });
  if (style === "R") {
    node.dataset.relative = String(date.getTime());
    node.textContent = relativeText(date);
  } else {
    node.textContent = format(date, style);
  }
  return node;
}

/** Keep every relative time on the page current. */
export function startClock() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = relativeText(new Date(Number(node.dataset.relative)));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}

const startOfDay = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** True if both moments fall on the same local day. */
export function sameDay(a, b) {
  return startOfDay(a).getTime() === startOfDay(b).getTime();
}

/** The heading above a day's messages, such as "Today" or "3 November 2026". */
export function dayText(date) {
  const days = Math.round((startOfDay(new Date()) - startOfDay(date)) / 86400000);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  return format(date, "D");
}

/** The time beside an author: the time of day, and on other days the date too. */
export function messageTime(iso, { short = false } = {}) {
  const date = new Date(iso);
  const text = short || sameDay(date, new Date()) ? format(date, "t") : format(date, "s");
  return h("time", {
    class: "message-time",
    datetime: date.toISOString(),
    title: format(date, "F"),
    text,
  });
}
