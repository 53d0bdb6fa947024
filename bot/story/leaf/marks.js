"use strict";
// Sentences with marks for bold, italics and rules, as elements. Text only ever becomes text.

const MARK = /\\([\\*_~|`<>#@[\]])|(\*\*|\*)|`([^`]*)`|‹([^›]*)›/g;

function make(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function marked(line, into) {
  const open = [into];
  const say = text => text && open.at(-1).append(text);
  let at = 0;
  for (const found of line.matchAll(MARK)) {
    say(line.slice(at, found.index));
    at = found.index + found[0].length;
    const [, plain, mark, code, rule] = found;
    if (plain) say(plain);
    else if (code !== undefined) open.at(-1).append(make("code", code));
    else if (rule !== undefined) open.at(-1).append(make("small", rule, "rule"));
    else {
      const tag = mark === "**" ? "STRONG" : "EM";
      const place = open.findIndex((each, number) => number && each.tagName === tag);
      if (place > 0) open.length = place;
      else {
        const made = document.createElement(tag);
        open.at(-1).append(made);
        open.push(made);
      }
    }
  }
  say(line.slice(at));
  return into;
}

const HEADS = /^(▸ |#+ |-# |• )/;

// A line as an element of a list; what comes before it decides how it looks.
function lineOf(text, tag = "li") {
  const head = text.match(HEADS);
  const made = make(tag);
  if (head && head[1] === "-# ") made.className = "soft";
  if (head && head[1].startsWith("#")) made.className = "heading";
  return marked(head ? text.slice(head[0].length) : text, made);
}
