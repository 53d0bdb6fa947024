/** What somebody who touches the board needs: steps and what comes of them, the sheets that they
 * open, the list of everything, and earlier turns. */

import { about, chart, draw, live, merged, own, pickList, picksNow, table, wide } from "./board.js";
import { h, prose } from "./dom.js";
import { Finger, inside } from "./finger.js";
import { Past } from "./past.js";

const sheet = document.getElementById("sheet");
const listing = document.getElementById("listing");
const said = document.getElementById("said");

await new Promise((resolve) => {
  document.head.append(
    h("link", { rel: "stylesheet", href: "static/touching.css", onload: resolve, onerror: resolve }),
  );
});

const finger = new Finger(chart, touch);
export const tap = (x, y) => finger.clicked(x, y);

const past = new Past(
  async (number) => {
    const { past: turn } = await live.ask({ past: number });
    if (!turn || !table.shown) return null;
    const board = merged(table.shown.board, turn.board);
    return { ...turn, board, mine: board.seats[table.shown.seat]?.active ?? false };
  },
  (turn) => {
    if (!table.shown || (turn === null && table.earlier === null)) return;
    Object.assign(table, { earlier: turn, touched: null, asked: null, message: null });
    chart.show({ board: (turn ?? table.shown).board, seat: table.shown.seat }, false);
    draw();
  },
);
export const lookBack = () => past.toggle();

/** Something has happened on the board. */
export function renew() {
  chart.land();
  past.refresh();
}

const offeredAs = (id) => (id.startsWith(`${table.shown.seat}:`) ? id.slice(id.indexOf(":") + 1) : id);
const isLive = (id) => (table.shown.offers.live ?? []).some((each) => own(each) === id);

/** What was being asked is out of date. If a computer's proposal has passed, the server makes a new
 * one. */
export function askAgain() {
  const { touched, asked } = table;
  if ((!touched && !asked) || (asked?.sure && asked.title)) return;
  table.touched = table.asked = null;
  if (touched && isLive(touched.thing)) touch(touched.thing);
}

// What things are called, and where they are

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const squareName = (id) => {
  const found = /^(\d+),(\d+)$/.exec(id);
  return found ? `${String.fromCharCode(65 + Number(found[1]))}${Number(found[2]) + 1}` : id;
};

/** The places whose signs are in a square. */
function spotsIn(id) {
  if (!chart.grid || !/^\d+,\d+$/.test(id)) return [];
  const [square] = chart.boxes(id);
  return Object.entries(chart.spots)
    .filter(([, s]) => s.kind !== "sea" && inside(square, s.box[0] + s.box[2] / 2, s.box[1] + s.box[3] / 2))
    .map(([key]) => key);
}

/** Where something comes when the board is read from top to bottom. */
function order(id) {
  const [box] = chart.boxes(id);
  return box ? box[1] * 10000 + box[0] : Infinity;
}

/** Three castles have the ids of the nobles whose seats they are: whoever touches them means the
 * noble, as long as he is on the board. */
const titleOf = (id) => capital(table.shown.board.counters[id]?.words ?? placeOf(id));

function placeOf(id) {
  const spot = chart.spots[id];
  if (spot) return spot.kind ? `${spot.name} · ${spot.kind}` : spot.name;
  const counter = table.shown.board.counters[id];
  if (counter) return capital(counter.words);
  return [squareName(id), ...spotsIn(id).map((each) => chart.spots[each].name)].join(" · ");
}

/** Everything at a spot or square that has a description, in the board's order. */
function lyingAt(place) {
  return Object.entries(table.shown.board.counters).filter(([, c]) => c.at === place && c.words);
}

// Touching

async function touch(id, together = null) {
  if (!table.shown) return undefined;
  if (table.earlier) return past.leave();
  const targets = picksNow().filter((pick) => own(pick.to ?? "") === id);
  const several = !table.touched && (table.asked ?? table.shown.offers.first)?.most > 1;
  if (several && targets.length) return undefined;
  if (together === null && targets.length === 1) return take(targets[0]);
  if (together === null && targets.length > 1) {
    table.touched = { thing: id, title: titleOf(id), picks: targets, party: [], text: "" };
    return draw();
  }
  const question = { thing: offeredAs(id) };
  if (together) question.together = together;
  const answer = await live.ask(question);
  if (answer.refused) return tell("refused", [answer.refused]);
  const { party = [], picks = [] } = answer.touched ?? {};
  table.asked = table.message = null;
  table.touched = { thing: id, title: titleOf(id), text: answer.text ?? "", party, picks };
  return draw();
}

export async function take(pick, more = {}) {
  const { moment = 0 } = table.shown.offers;
  const answer = await live.ask({ value: pick.value, moment, once: crypto.randomUUID(), ...more });
  if (answer.refused) return tell("refused", [answer.refused]);
  table.touched = table.asked = null;
  if (!answer.sure && !answer.asked) return tell("done", answer.done);
  table.message = null;
  table.asked = answer.sure
    ? { sure: answer.sure, yes: () => take(pick, { ...more, sure: true }) }
    : answer.asked;
  return draw();
}

/** What is below every question: a step back, or what a computer would do. */
export async function ask(want, value = "") {
  const answer = await live.ask({ want, value, once: crypto.randomUUID() });
  if (answer.refused) return tell("refused", [answer.refused]);
  table.touched = table.message = table.asked = null;
  if (!answer.sure) return tell("done", answer.done);
  table.asked = { sure: answer.sure, title: answer.title, yes: () => ask("do", answer.value) };
  return draw();
}

/** Show the hand to somebody who knows the number from Discord. */
export async function unlock(secret) {
  const answer = await live.ask({ secret });
  if (answer.refused) return tell("refused", [answer.refused]);
  return sessionStorage.setItem("pass", answer.proof);
}

function tell(kind, lines) {
  table.message = { kind, lines };
  said.textContent = lines.join(" ").replace(/[*_`]|-# /g, "");
  draw();
}

function leave() {
  table.touched = table.asked = table.message = null;
  draw();
  sheet.focus();
}

// Drawing

export function told() {
  const { message } = table;
  if (!message) return [];
  const mark = message.kind === "done" ? "✓ " : "";
  return [
    h(
      "div",
      { class: `message is-${message.kind}`, data: { testid: message.kind } },
      ...prose(message.lines.map((line, at) => (at ? line : mark + line)).join("\n")),
    ),
  ];
}

/** The sheet that somebody has opened; null if there is none. */
export function opened() {
  const { earlier, asked, touched } = table;
  return earlier ? then() : asked ? question(asked) : touched ? thing() : null;
}

/** What happened in an earlier turn. */
function then() {
  return [
    h("div", { class: "picks" }, wide("Back to the present", "is-asked", () => past.leave())),
    h("div", { class: "text", data: { testid: "then" } }, ...prose((table.earlier.lines ?? []).join("\n"))),
  ];
}

function thing() {
  const { thing: id } = table.touched;
  const isNoble = id in table.shown.board.counters && id in chart.spots;
  const there = isNoble ? [] : [id, ...spotsIn(id)].flatMap(lyingAt);
  return [
    header(table.touched.title),
    there.length
      ? h("ul", { class: "there" }, ...there.map(([id, counter]) => h("li", {}, thingButton(id, counter))))
      : null,
    table.touched.party.length ? party() : null,
    ...pickGroups(table.touched.picks),
    table.touched.text ? h("div", { class: "text" }, ...prose(table.touched.text)) : null,
  ].filter(Boolean);
}

function thingButton(id, counter) {
  const mark = counter.seat === undefined || counter.seat === null
    ? null
    : h("span", { class: "mark", style: `--seat: ${table.shown.board.seats[counter.seat].colour}`,
        text: table.shown.board.seats[counter.seat].letter, "aria-hidden": "true" });
  const canAct = isLive(id);
  return h("button", {
    type: "button",
    class: canAct ? "thing is-live" : "thing",
    data: { thing: id },
    onclick: () => look(id),
  }, mark, h("span", { text: capital(counter.words) + (canAct ? " · can act" : "") }));
}

function look(id) {
  finger.find(id);
  table.touched = table.asked = null;
  return touch(id);
}

function party() {
  const chosen = new Set(table.touched.party.filter((each) => each.chosen).map((each) => each.id));
  const chips = table.touched.party.map((each) =>
    h("button", {
      type: "button",
      class: "chip",
      "aria-pressed": String(each.chosen ?? false),
      text: each.label,
      onclick: () => {
        const with_ = new Set(chosen);
        if (!with_.delete(each.id)) with_.add(each.id);
        with_.delete(offeredAs(table.touched.thing));
        touch(table.touched.thing, [...with_]);
      },
    }),
  );
  return h("div", { class: "party", role: "group", "aria-label": "Who goes along" }, ...chips);
}

/** What a step still needs: a confirmation, a choice of several, or words of one's own. */
export function question(asked, alone = true) {
  if (asked.sure) {
    return [
      header(asked.title ?? "Do this?"),
      h("div", { class: "text" }, ...prose(asked.sure.join("\n"))),
      h("div", { class: "picks" }, wide(asked.title ? "Do it" : "Yes, do it", "is-asked", asked.yes)),
    ];
  }
  const { picks = [], least = 1, most = 1, free = 0 } = asked;
  const parts = [
    alone ? header(asked.title) : null,
    about(asked),
  ];
  if (free) {
    const field = h("input", { type: "text", maxlength: String(free), "aria-label": asked.question });
    const send = (add) => take(asked, { add });
    parts.push(field, h("div", { class: "picks" },
      wide("Say it", "is-asked", () => send(field.value.trim() ? [field.value.trim()] : [])),
      least ? null : wide("Nothing", "", () => send([]))));
  } else if (least === 1 && most === 1) {
    parts.push(pickList(picks));
  } else {
    const boxes = picks.map((pick) => [h("input", { type: "checkbox", value: pick.value }), pick]);
    // If all may be chosen, and some must be, all are chosen until somebody says otherwise.
    if (least && picks.length <= most) for (const [box] of boxes) box.checked = true;
    parts.push(
      h("p", { class: "hint", text: least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.` }),
      h("div", { class: "picks" }, ...boxes.map(([box, pick]) =>
        h("label", { class: "wide" }, box, h("span", { text: pick.label }), h("small", {}, ...prose(pick.about ?? "", true))))),
      h("div", { class: "picks" }, wide("Done", "is-asked",
        () => take(asked, { add: boxes.filter(([box]) => box.checked).map(([box]) => box.value) }))),
    );
  }
  return parts.filter(Boolean);
}

function header(title) {
  return h("div", { class: "sheet-head" },
    h("h2", { text: title, data: { testid: "title" } }),
    h("button", { type: "button", class: "close", "aria-label": "Back", text: "✕", onclick: leave }));
}

const MANY = 4;

/** A verb with many picks has them under its name, which they need not repeat; all others come first. */
function pickGroups(picks) {
  const verbOf = ({ label }) => label.slice(0, label.indexOf(": ") + 1);
  const many = [...new Set(picks.map(verbOf))]
    .map((verb) => [verb, picks.filter((pick) => verbOf(pick) === verb)])
    .filter(([verb, each]) => verb && each.length >= MANY);
  const few = picks.filter((pick) => !many.some(([verb]) => verb === verbOf(pick)));
  return [
    pickList(few),
    ...many.flatMap(([verb, each]) => [
      h("h3", { class: "verb", text: verb.slice(0, -1) }),
      pickList(each.map((pick) => ({ ...pick, label: pick.label.slice(verb.length + 1) }))),
    ]),
  ].filter(Boolean);
}

/** Everything on the map, place by place, for the keyboard and for screen readers. */
export function drawListing() {
  const places = new Map();
  for (const [id, counter] of Object.entries(table.shown.board.counters)) {
    if (!counter.words) continue;
    const at = counter.at ?? "";
    if (!places.has(at)) places.set(at, []);
    places.get(at).push([id, counter]);
  }
  const ordered = [...places].sort(([a], [b]) => order(a) - order(b));
  listing.replaceChildren(
    ...ordered.map(([at, there]) =>
      h("section", {},
        h("h3", { text: at ? placeOf(at) : "Elsewhere" }),
        h("ul", { class: "there" }, ...there.map(([id, counter]) => h("li", {}, thingButton(id, counter)))))),
  );
}
