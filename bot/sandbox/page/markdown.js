/** Discord's message markup as DOM nodes. Nothing ever goes through innerHTML. */

import { emojiNode, h } from "./dom.js";
import { channelName, displayName, emit, isDirect, isThread, state, userById } from "./store.js";
import { timestamp } from "./timestamps.js";

/** A spoiler, which opens when the reader clicks it or presses Enter or Space. */
export function spoiler(children, tag = "span") {
  const node = h(
    tag,
    { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to reveal" },
    h(tag, { class: "spoiler-content", "aria-hidden": "true" }, children),
  );
  const reveal = (event) => {
    if (node.classList.contains("is-open")) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("is-open");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    node.firstChild.removeAttribute("aria-hidden");
  };
  node.addEventListener("click", reveal, true);
  node.addEventListener("keydown", reveal);
  return node;
}

/** Only http(s) addresses become links. */
export function outLink(url, children, title) {
  if (!/^https?:\/\//i.test(url)) return h("span", {}, children);
  return h(
    "a",
    { href: url, target: "_blank", rel: "noopener noreferrer", title: title ?? url },
    children,
  );
}

function userMention(id) {
  const user = userById(id);
  const mine = id === state.me?.id;
  return h("span", {
    class: mine ? "mention is-me" : "mention",
    text: `@${user ? displayName(user) : "unknown member"}`,
  });
}

function channelMention(id) {
  const channel = state.channels.get(id);
  if (!channel) return h("span", { class: "mention", text: "#unknown" });
  const sign = isDirect(channel) ? "@" : isThread(channel) ? "› " : "#";
  return h("button", {
    type: "button",
    class: "mention",
    text: `${sign}${channelName(channel)}`,
    onclick: () => emit("go", id),
  });
}

function commandMention(name, id) {
  return h("button", {
    type: "button",
    class: "mention command-mention",
    text: `/${name}`,
    data: { testid: "command-mention" },
    onclick: () => emit("use-command", { name, id }),
  });
}

function roleMention(id) {
  const name = state.guild.roles.find((known) => known.id === id)?.name ?? "unknown-role";
  return h("span", { class: "mention", text: name.startsWith("@") ? name : `@${name}` });
}

const wrap =
  (tag, group = 1) =>
  (match) =>
    h(tag, {}, inline(match[group]));

/** Rules for inline markup, tried in order at each place; the first that matches wins. All expressions are sticky. */
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", { text: m[2].replace(/^ (?=`)|(?<=`) $/g, "") })],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (m) => timestamp(m[1], m[2])],
  [/<@!?(\d+)>/y, (m) => userMention(m[1])],
  [/<@&(\d+)>/y, (m) => roleMention(m[1])],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>\n]+):(\d+)>/y, (m) => commandMention(m[1], m[2])],
  [/<a?:(\w+):(\d+)>/y, (m) => emojiNode({ name: m[1], id: m[2] })],
  [/@(everyone|here)\b/y, (m) => h("span", { class: "mention is-me", text: m[0] })],
  [
    /\[((?:\\.|[^\][\\\n])+)\]\(\s*<?(https?:\/\/(?:\([^()\s]*\)|[^\s()<>])+)>?(?:\s+"([^"\n]*)")?\s*\)/y,
    (m) => outLink(m[2], inline(m[1]), m[3]),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => outLink(m[1], m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]*_|~]/y, (m) => outLink(m[0], m[0])],
  [/\*\*\*(?=\S)([\s\S]+?)\*\*\*(?!\*)/y, (m) => h("strong", {}, h("em", {}, inline(m[1])))],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, wrap("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, wrap("u")],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|[^*\\])+?)(?<!\s)\*(?!\*)/y, wrap("em")],
  [/(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, wrap("em")],
  [/~~([\s\S]+?)~~/y, wrap("s")],
  [/\|\|([\s\S]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
  [/\n/y, () => h("br")],
];

/** A run of characters at which no rule can begin, or else a single character. */
const PLAIN = /[^\\`<@[*_~|\nh]+|[\s\S]/uy;

/** Turn inline markup into a list of nodes and strings. */
export function inline(text) {
  const out = [];
  let at = 0;
  next: while (at < text.length) {
    for (const [rule, build] of INLINE) {
      rule.lastIndex = at;
      const match = rule.exec(text);
      if (match) {
        at = rule.lastIndex;
        out.push(build(match));
        continue next;
      }
    }
    PLAIN.lastIndex = at;
    const run = PLAIN.exec(text)[0];
    at += run.length;
    if (typeof out.at(-1) === "string") out[out.length - 1] += run;
    else out.push(run);
  }
  return out;
}

const FENCE = /```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/y;
const HEADING = /(#{1,3}) +([^\n]+)/y;
const SMALL = /-# +([^\n]+)/y;
const QUOTE_REST = />>> ([\s\S]*)/y;
const QUOTE = /(?:> [^\n]*(?:\n|$)|>(?:\n|$))+/y;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n {2,}[^\n]+)*(?:\n|$))+/y;
const LIST_LINE = /^( *)([-*]|\d{1,9}\.) +([\s\S]*)$/;

function matchAt(rule, text, at) {
  rule.lastIndex = at;
  return rule.exec(text);
}

function buildList(source) {
  const items = [];
  for (const line of source.replace(/\n$/, "").split("\n")) {
    const match = LIST_LINE.exec(line);
    if (match) items.push({ indent: match[1].length, mark: match[2], text: match[3] });
    else items.at(-1).text += `\n${line.trim()}`;
  }
  const build = (start, indent) => {
    const ordered = /\d/.test(items[start].mark);
    const list = h(
      ordered ? "ol" : "ul",
      ordered ? { start: parseInt(items[start].mark, 10) } : {},
    );
    let at = start;
    while (at < items.length && items[at].indent >= indent) {
      const nests = items[at].indent > indent + 1;
      if (!nests && /\d/.test(items[at].mark) !== ordered) break;
      if (nests && list.lastChild) {
        const [nested, after] = build(at, items[at].indent);
        list.lastChild.append(nested);
        at = after;
      } else {
        list.append(h("li", {}, inline(items[at].text)));
        at += 1;
      }
    }
    return [list, at];
  };
  const lists = [];
  for (let at = 0; at < items.length;) {
    const [list, after] = build(at, items[at].indent);
    lists.push(list);
    at = after;
  }
  return lists;
}

const BLOCKS = [
  [FENCE, (m) => h("pre", {}, h("code", { text: m[2], "data-language": m[1] }))],
  [QUOTE_REST, (m) => h("blockquote", {}, blocks(m[1]))],
  [QUOTE, (m) => h("blockquote", {}, blocks(m[0].replace(/^> ?/gm, "").replace(/\n$/, "")))],
  [
    HEADING,
    (m) =>
      h(
        "p",
        { class: `heading-${m[1].length}`, role: "heading", "aria-level": m[1].length + 2 },
        inline(m[2]),
      ),
  ],
  [SMALL, (m) => h("p", { class: "small-text" }, inline(m[1]))],
  [LIST, (m) => buildList(m[0])],
];

/** Where a run of plain lines ends: before a fence that closes, or a line that opens a block. */
function plainEnd(text, at) {
  let line = at;
  while (line < text.length) {
    const end = text.indexOf("\n", line);
    const stop = end < 0 ? text.length : end;
    for (
      let fence = text.indexOf("```", line);
      fence >= 0 && fence < stop;
      fence = text.indexOf("```", fence + 3)
    ) {
      if (fence > at && matchAt(FENCE, text, fence)) return fence;
    }
    if (end < 0) return text.length;
    line = end + 1;
    if (BLOCKS.some(([rule]) => matchAt(rule, text, line))) return line;
  }
  return text.length;
}

function blocks(text) {
  const out = [];
  let at = 0;
  while (at < text.length) {
    const lineStart = at === 0 || text[at - 1] === "\n";
    let hit = null;
    for (const [rule, build] of BLOCKS) {
      if (!lineStart && rule !== FENCE) continue;
      const match = matchAt(rule, text, at);
      if (match) {
        hit = [rule.lastIndex, build(match)];
        break;
      }
    }
    if (hit) {
      at = hit[0];
      out.push(hit[1]);
      if (text[at] === "\n") at += 1;
      continue;
    }
    const end = plainEnd(text, at);
    const run = text.slice(at, end).replace(/\n$/, "");
    if (run.trim() || out.length === 0) out.push(h("p", {}, inline(run)));
    else out.push(h("p", { class: "gap" }));
    at = end;
  }
  return out.flat();
}

/** A block of markup: message content, text displays. */
export function markdown(text, className = "markdown") {
  return h(
    "div",
    { class: className },
    blocks(
      String(text ?? "")
        .replace(/\r\n?/g, "\n")
        .trim(),
    ),
  );
}
