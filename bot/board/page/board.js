/**
 * The board: what the server shows of it, and what somebody touches. The page knows no rules.
 * All moves and words come with the document (`offers`) or as the answer to a tap.
 */

import { Chart, squareName } from "./chart.js";
import { h, prose } from "./dom.js";
import { Live } from "./live.js";
import { Past } from "./past.js";

const head = document.getElementById("phase");
const seats = document.getElementById("seats");
const sheet = document.getElementById("sheet");
const listing = document.getElementById("listing");
const said = document.getElementById("said");

/** The document as the server has it, and the part of it being looked at. */
let shown = null;
let touched = null; // {thing, title, text, party, picks, together}
let asked = null; // what a step still needs
let message = null; // {kind, lines}: what came of the last step
let earlier = null; // {board, phase, lines}: the turn that is shown instead of the present

const chart = new Chart(document.getElementById("map"), touch);
const address = new URL(location.href);
// Neither a member's key nor a link's pass stays in the address.
if (address.hash) sessionStorage.setItem("pass", address.hash.slice(1));
history.replaceState(null, "", address.pathname);
const live = new Live(
  address.searchParams,
  { board: begin, patch: change, none: end, void: close },
  () => sessionStorage.getItem("pass"),
);

const past = new Past(
  async (number) => {
    const { past: turn } = await live.ask({ past: number });
    if (!turn || !shown) return null;
    const board = merged(shown.board, turn.board);
    return { ...turn, board, mine: board.seats[shown.seat]?.active ?? false };
  },
  (turn) => {
    if (!shown || (turn === null && earlier === null)) return;
    earlier = turn;
    touched = asked = message = null;
    chart.show({ board: (turn ?? shown).board, seat: shown.seat }, false);
    draw();
  },
);

/** Nothing more is shown here: the link no longer works. */
function close(text) {
  sessionStorage.removeItem("pass");
  shown = null;
  document.body.dataset.ready = "true";
  head.textContent = "";
  sheet.replaceChildren(h("p", { class: "message", data: { testid: "void" }, text }));
}

function begin(data) {
  const first = shown === null;
  shown = data;
  touched = asked = message = null;
  document.body.dataset.ready = "true";
  chart.show(shown, first);
  draw();
  tellParent(true);
  past.refresh();
}

function change(patch) {
  const before = shown.offers;
  shown = merged(shown, patch);
  // If a computer's proposal has passed, the server makes a new one.
  const proposed = asked?.sure && asked.title;
  if (patch.offers && (touched || asked) && !proposed && before.moment !== shown.offers.moment) {
    const again = touched?.thing;
    touched = asked = null;
    if (again && isLive(again)) touch(again);
  }
  if (!earlier) chart.show(shown, false);
  draw();
  if (patch.board) past.refresh();
}

function end() {
  shown = null;
  delete document.body.dataset.ready;
  tellParent(false);
}

function tellParent(on) {
  if (parent !== window) parent.postMessage({ activity: on }, location.origin);
}

/** RFC 7396: null removes, objects are merged, anything else replaces what was there. */
function merged(into, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const found = { ...(into && typeof into === "object" && !Array.isArray(into) ? into : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

// What things are called, and where they are

/** For things that every seat has, offers give the name alone. */
const own = (id) => {
  const { spots = {}, counters = {} } = shown.board;
  const mine = `${shown.seat}:${id}`;
  return !(id in spots) && !(id in counters) && (mine in spots || mine in counters) ? mine : id;
};
const offeredAs = (id) => (id.startsWith(`${shown.seat}:`) ? id.slice(id.indexOf(":") + 1) : id);
const isLive = (id) => (shown.offers.live ?? []).some((each) => own(each) === id);

function titleOf(id) {
  const spot = shown.board.spots[id];
  if (spot) return spot.kind ? `${spot.name} · ${spot.kind}` : spot.name;
  const counter = shown.board.counters[id];
  if (counter) return capital(counter.words);
  const within = chart.spotsIn(id).map((each) => shown.board.spots[each].name);
  return [squareName(id), ...within].join(" · ");
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Everything at a spot or square that has a description, in the board's order. */
function lyingAt(place) {
  return Object.entries(shown.board.counters).filter(([, c]) => c.at === place && c.words);
}

// Touching

/** What the next tap can choose, if something was begun or only one thing is asked. */
const picksNow = () => touched?.picks ?? (asked ?? shown.offers.first)?.picks ?? [];

async function touch(id, together = null) {
  if (!shown) return undefined;
  if (earlier) return past.leave();
  const targets = picksNow().filter((pick) => own(pick.to ?? "") === id);
  const several = !touched && (asked ?? shown.offers.first)?.most > 1;
  if (several && targets.length) return undefined;
  if (together === null && targets.length === 1) return take(targets[0]);
  if (together === null && targets.length > 1) {
    touched = { thing: id, title: titleOf(id), picks: targets, party: [], text: "" };
    return draw();
  }
  const question = { thing: offeredAs(id) };
  if (together) question.together = together;
  const answer = await live.ask(question);
  if (answer.refused) return tell("refused", [answer.refused]);
  const found = answer.touched ?? {};
  asked = message = null;
  touched = {
    thing: id,
    title: titleOf(id),
    text: answer.text ?? "",
    party: found.party ?? [],
    picks: found.picks ?? [],
  };
  draw();
  return undefined;
}

async function take(pick, more = {}) {
  const { moment = 0 } = shown.offers;
  const answer = await live.ask({ value: pick.value, moment, once: crypto.randomUUID(), ...more });
  if (answer.refused) return tell("refused", [answer.refused]);
  if (answer.sure) {
    asked = { sure: answer.sure, yes: () => take(pick, { ...more, sure: true }) };
    touched = message = null;
  } else if (answer.asked) {
    asked = answer.asked;
    touched = message = null;
  } else {
    asked = touched = null;
    return tell("done", answer.done);
  }
  draw();
  return undefined;
}

/** What is below every question: a step back, or what a computer would do. */
async function ask(want, value = "") {
  const answer = await live.ask({ want, value, once: crypto.randomUUID() });
  if (answer.refused) return tell("refused", [answer.refused]);
  touched = message = null;
  asked = answer.sure ? { sure: answer.sure, title: answer.title, yes: () => ask("do", answer.value) } : null;
  return asked ? draw() : tell("done", answer.done);
}

function tell(kind, lines) {
  message = { kind, lines };
  said.textContent = sheetText(lines);
  draw();
}

const sheetText = (lines) => lines.join(" ").replace(/[*_`]|-# /g, "");

function leave() {
  touched = asked = message = null;
  draw();
  sheet.focus();
}

// Drawing

function draw() {
  if (!shown) return;
  document.body.dataset.moment = shown.offers.moment ?? 0;
  head.textContent = (earlier ?? shown).phase;
  seats.replaceChildren(...shown.board.seats.map(seatBadge));
  sheet.replaceChildren(...told(), ...(earlier ? then() : asked ? question(asked) : touched ? thing() : now()));
  sheet.scrollTop = 0;
  drawListing();
  drawHand();
  drawLayers();
  chart.light({
    live: earlier ? [] : (shown.offers.live ?? []).map(own),
    chosen: touched ? [touched.thing, ...touched.party.filter((p) => p.chosen).map((p) => p.id)] : [],
    targets: earlier ? {} : targets(),
  });
}

/** Where the next tap can lead: the verb of each place, and the odds there if the words name any. */
function targets() {
  const found = {};
  for (const { to, value, about = "" } of picksNow()) {
    if (to) found[own(to)] ??= { verb: value.split("|")[0], odds: /[\d.]+ to [\d.]+/.exec(about)?.[0] ?? "" };
  }
  return found;
}

function seatBadge(seat, number) {
  return h(
    "li",
    { class: seat.active ? "seat is-active" : "seat", title: `${seat.name}: ${seat.words ?? ""}` },
    h("span", { class: "mark", style: `--seat: ${seat.colour}`, text: seat.letter }),
    h("span", { class: "seat-name", text: number === shown.seat ? "You" : seat.name }),
    h("span", { class: "seat-words", text: seat.words ?? "" }),
  );
}

function told() {
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

/** What happened in an earlier turn. */
function then() {
  return [
    h("div", { class: "picks" }, wide("Back to the present", "is-asked", () => past.leave())),
    h("div", { class: "text", data: { testid: "then" } }, ...prose((earlier.lines ?? []).join("\n"))),
  ];
}

/** What is asked now, and every verb with a button of its own. */
function now() {
  const { question: text, lines = [], late, buttons = [], asked: must, first } = shown.offers;
  const time = [shown.until, late].filter(Boolean).join(" ");
  const glows = (shown.offers.live ?? []).some((id) => chart.has(own(id)));
  // The answers to the question stand above the help with it, so that a small screen shows both.
  return [
    h("div", { class: must ? "question is-asked" : "question", data: { testid: "question" } },
      ...prose([text, time && `-# ${time}`].filter(Boolean).join("\n"))),
    must && glows && !first
      ? h("p", { class: "hint", text: "Tap anything that glows on the map, or choose here." })
      : null,
    ...(first ? question(first, false) : [pickList(buttons.filter((each) => each.asked))]),
    lines.length ? h("div", { class: "text", data: { testid: "stakes" } }, ...prose(lines.join("\n"))) : null,
    pickList(buttons.filter((each) => !each.asked)),
    below(must),
    shown.locked ? unlock() : null,
    ...glance(),
  ].filter(Boolean);
}

function below(must) {
  const parts = [
    must ? wide("Do it for me", "", () => ask("advise")) : null,
    shown.back ? wide("Undo", "", () => ask("undo")) : null,
  ].filter(Boolean);
  return parts.length ? h("div", { class: "picks", data: { testid: "below" } }, ...parts) : null;
}

/** A board opened by a link shows a hand once its number from Discord is entered. */
function unlock() {
  const field = h("input", { id: "number", type: "text", inputmode: "numeric", maxlength: "8", autocomplete: "one-time-code" });
  const send = async () => {
    const answer = await live.ask({ secret: field.value });
    if (answer.refused) return tell("refused", [answer.refused]);
    return sessionStorage.setItem("pass", answer.proof);
  };
  return h("form", { class: "unlock", data: { testid: "unlock" }, onsubmit: (event) => {
    event.preventDefault();
    if (field.value.trim()) send();
  } },
  h("label", { for: "number" }, ...prose("This is what everybody sees. To see your hand and to play here, press **Show my hand there** in Discord, and enter the number it gives you:", true)),
  field, h("button", { type: "submit", class: "wide is-asked", text: "Show my hand" }));
}

const glance = () =>
  shown.glance.map(([heading, text]) =>
    h("p", { class: "glance" }, h("strong", { text: `${heading}: ` }), ...prose(text, true)),
  );

function thing() {
  const there = [touched.thing, ...chart.spotsIn(touched.thing)].flatMap(lyingAt);
  return [
    header(touched.title),
    there.length
      ? h("ul", { class: "there" }, ...there.map(([id, counter]) => h("li", {}, thingButton(id, counter))))
      : null,
    touched.party.length ? party() : null,
    ...pickGroups(touched.picks),
    touched.text ? h("div", { class: "text" }, ...prose(touched.text)) : null,
  ].filter(Boolean);
}

function thingButton(id, counter) {
  const mark = counter.seat === undefined || counter.seat === null
    ? null
    : h("span", { class: "mark", style: `--seat: ${shown.board.seats[counter.seat].colour}`,
        text: shown.board.seats[counter.seat].letter, "aria-hidden": "true" });
  const canAct = isLive(id);
  return h("button", {
    type: "button",
    class: canAct ? "thing is-live" : "thing",
    data: { thing: id },
    onclick: () => look(id),
  }, mark, h("span", { text: capital(counter.words) + (canAct ? " · can act" : "") }));
}

function look(id) {
  chart.find(id);
  touched = asked = null;
  return touch(id);
}

function party() {
  const chosen = new Set(touched.party.filter((each) => each.chosen).map((each) => each.id));
  const chips = touched.party.map((each) =>
    h("button", {
      type: "button",
      class: "chip",
      "aria-pressed": String(each.chosen ?? false),
      text: each.label,
      onclick: () => {
        const with_ = new Set(chosen);
        if (!with_.delete(each.id)) with_.add(each.id);
        with_.delete(offeredAs(touched.thing));
        touch(touched.thing, [...with_]);
      },
    }),
  );
  return h("div", { class: "party", role: "group", "aria-label": "Who goes along" }, ...chips);
}

function question(asked, alone = true) {
  if (asked.sure) {
    return [
      header(asked.title ?? "Do this?"),
      h("div", { class: "text" }, ...prose(asked.sure.join("\n"))),
      h("div", { class: "picks" }, wide(asked.title ? "Do it" : "Yes, do it", "is-asked", asked.yes)),
    ];
  }
  const { picks = [], lines = [], least = 1, most = 1, free = 0 } = asked;
  const parts = [
    alone ? header(asked.title) : null,
    h("div", { class: "text", data: { testid: "about" } }, ...prose(lines.join("\n")),
      asked.question === asked.title ? null : h("p", {}, h("strong", { text: asked.question }))),
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
    // If all may be chosen, and some must be, all are chosen until the player says otherwise.
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

function wide(label, kind, onclick, about = "") {
  return h("button", { type: "button", class: `wide ${kind}`, onclick },
    h("span", { text: label }), about ? h("small", {}, ...prose(about, true)) : null);
}

function pickList(picks) {
  if (!picks.length) return null;
  return h("div", { class: "picks", data: { testid: "picks" } },
    ...picks.map((pick) => wide(pick.label, pick.asked ? "is-asked" : "", () => take(pick), pick.about)));
}

const MANY = 4;

/** Picks of a verb with many stand under its name, which they need not repeat; the others come first. */
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
function drawListing() {
  const places = new Map();
  for (const [id, counter] of Object.entries(shown.board.counters)) {
    if (!counter.words) continue;
    const at = counter.at ?? "";
    if (!places.has(at)) places.set(at, []);
    places.get(at).push([id, counter]);
  }
  const ordered = [...places].sort(([a], [b]) => chart.order(a) - chart.order(b));
  listing.replaceChildren(
    ...ordered.map(([at, there]) =>
      h("section", {},
        h("h3", { text: at ? titleOf(at) : "Elsewhere" }),
        h("ul", { class: "there" }, ...there.map(([id, counter]) => h("li", {}, thingButton(id, counter)))))),
  );
}

/** What this seat holds, for its own eyes. */
function drawHand() {
  const { hand = [] } = shown;
  document.getElementById("hand").hidden = !hand.length;
  document.getElementById("held").replaceChildren(...prose(hand.join("\n")));
}

// Layers

const LAYERS = [
  ["Factions", ["flag", "cloth"]],
  ["Heirs", ["heir"]],
  ["Sieges", ["siege"]],
  ["Ships", ["ship"]],
  ["Roads", ["ride"]],
];
const toggles = LAYERS.map(([name, kinds]) => {
  const toggle = h("button", { type: "button", class: "chip", "aria-pressed": "true", text: name,
    onclick: () => {
      const on = toggle.getAttribute("aria-pressed") !== "true";
      toggle.setAttribute("aria-pressed", String(on));
      for (const kind of kinds) chart.toggle(kind, on);
    } });
  return [toggle, kinds];
});
document.getElementById("layers").append(...toggles.map(([toggle]) => toggle));

/** A layer that this game never has on its map gets no button. */
function drawLayers() {
  for (const [toggle, kinds] of toggles) toggle.hidden = !kinds.some((kind) => chart.layers(kind));
}
