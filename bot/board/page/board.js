/**
 * The board as somebody first sees it. It knows no rules: whatever can be done comes with the
 * document (`offers`) or as the answer to a tap, and so does every word. What a touch needs is in
 * `touching.js`, which comes with the first touch.
 */

import { Chart } from "./chart.js";
import { h, prose } from "./dom.js";
import { Live } from "./live.js";

const head = document.getElementById("phase");
const seats = document.getElementById("seats");
const sheet = document.getElementById("sheet");

export const table = {
  shown: null, // the document as the server has it
  touched: null, // {thing, title, text, party, picks}: the part of it being looked at
  asked: null, // what a step still needs
  message: null, // {kind, lines}: what came of the last step
  earlier: null, // {board, phase, lines}: the turn that is shown instead of the present
};

/** What somebody who touches the board needs, once it is here. */
let hands = null;

export async function touching() {
  const [here] = await Promise.all([import("./touching.js"), chart.land()]);
  if (!hands) {
    hands = here;
    // The sheet stays as it is, since somebody may be about to press something on it.
    shine();
  }
  return here;
}

const later = (name, ...more) => touching().then((here) => here[name](...more));

export const chart = new Chart(document.getElementById("map"), shine, (x, y) => later("tap", x, y));
const address = new URL(location.href);
// Neither a member's key nor a link's pass stays in the address.
if (address.hash) sessionStorage.setItem("pass", address.hash.slice(1));
history.replaceState(null, "", address.pathname);
export const live = new Live(
  address.searchParams,
  { board: begin, patch: change, none: end, void: close },
  () => sessionStorage.getItem("pass"),
);
for (const sign of ["pointermove", "pointerdown", "keydown", "focusin", "click"])
  addEventListener(sign, () => table.shown && touching(), { passive: true });
document.getElementById("earlier").addEventListener("click", () => later("lookBack"));

/** Nothing more is shown here: the link no longer works. */
function close(text) {
  sessionStorage.removeItem("pass");
  table.shown = null;
  document.body.dataset.ready = "true";
  head.textContent = "";
  sheet.replaceChildren(h("p", { class: "message", data: { testid: "void" }, text }));
}

function begin(data) {
  const first = table.shown === null;
  Object.assign(table, { shown: data, touched: null, asked: null, message: null });
  document.body.dataset.ready = "true";
  chart.show(data, first);
  draw();
  tellParent(true);
  hands?.renew();
}

function change(patch) {
  const before = table.shown.offers;
  table.shown = merged(table.shown, patch);
  if (patch.offers && before.moment !== table.shown.offers.moment) hands?.askAgain();
  if (!table.earlier) chart.show(table.shown, false);
  draw();
  if (patch.board) hands?.renew();
}

function end() {
  table.shown = null;
  delete document.body.dataset.ready;
  tellParent(false);
}

function tellParent(on) {
  if (parent !== window) parent.postMessage({ activity: on }, location.origin);
}

/** RFC 7396: null removes, objects are merged, anything else replaces what was there. */
export function merged(into, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const found = { ...(into && typeof into === "object" && !Array.isArray(into) ? into : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = merged(found[key], value);
  }
  return found;
}

/** For things that every seat has, offers give the name alone. */
export const own = (id) => {
  const mine = `${table.shown.seat}:${id}`;
  return !chart.knows(id) && chart.knows(mine) ? mine : id;
};

/** What the next tap can choose, if something was begun or only one thing is asked. */
export const picksNow = () => table.touched?.picks ?? (table.asked ?? table.shown.offers.first)?.picks ?? [];

// Drawing

export function draw() {
  const { shown, earlier } = table;
  if (!shown) return;
  document.body.dataset.moment = shown.offers.moment ?? 0;
  head.textContent = (earlier ?? shown).phase;
  seats.replaceChildren(...shown.board.seats.map(seatBadge));
  sheet.replaceChildren(...(hands?.told() ?? []), ...(hands?.opened() ?? now()));
  sheet.scrollTop = 0;
  drawHand();
  drawLayers();
  shine();
}

/** Light up the map, and list what is on it. */
function shine() {
  const { shown, touched, earlier } = table;
  if (!shown) return;
  hands?.drawListing();
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
    h("span", number === table.shown.seat
      ? { class: "seat-name is-you", text: "You" }
      : { class: "seat-name", text: seat.name }),
    h("span", { class: "seat-words", text: seat.words ?? "" }),
  );
}

/** What is asked now, and every verb with a button of its own. */
function now() {
  const { question: text, lines = [], late, buttons = [], asked: must, first, live: canAct = [] } = table.shown.offers;
  const time = [table.shown.until, late].filter(Boolean).join(" ");
  // What answers the question stands above what helps with it, so that a small screen shows both.
  return [
    h("div", { class: must ? "question is-asked" : "question", data: { testid: "question" } },
      ...prose([text, time && `-# ${time}`].filter(Boolean).join("\n"))),
    must && !first && canAct.some((id) => chart.has(own(id)))
      ? h("p", { class: "hint", text: "Tap what glows on the map, or choose here." })
      : null,
    ...(first ? only(first) : [pickList(buttons.filter((each) => each.asked))]),
    lines.length ? h("div", { class: "text", data: { testid: "stakes" } }, ...prose(lines.join("\n"))) : null,
    pickList(buttons.filter((each) => !each.asked)),
    below(must),
    table.shown.locked ? unlock() : null,
    ...table.shown.glance.map(([heading, said]) =>
      h("p", { class: "glance" }, h("strong", { text: `${heading} ` }), ...prose(said, true))),
  ].filter(Boolean);
}

/** The only thing asked. A question that takes more than one press to answer comes with a form. */
function only(asked) {
  const { least = 1, most = 1, free = 0 } = asked;
  if (least === 1 && most === 1 && !free) return [about(asked), pickList(asked.picks)];
  if (!hands) touching().then(draw);
  return hands?.question(asked, false) ?? [];
}

export function about({ lines = [], question, title }) {
  return h("div", { class: "text", data: { testid: "about" } }, ...prose(lines.join("\n")),
    question === title ? null : h("p", {}, h("strong", { text: question })));
}

function below(must) {
  const parts = [
    must ? wide("Do it for me", "", () => later("ask", "advise")) : null,
    table.shown.back ? wide("Undo", "", () => later("ask", "undo")) : null,
  ].filter(Boolean);
  return parts.length ? h("div", { class: "picks", data: { testid: "below" } }, ...parts) : null;
}

/** A board opened by a link shows a hand once its number from Discord is entered. */
function unlock() {
  const field = h("input", { id: "number", type: "text", inputmode: "numeric", maxlength: "8", autocomplete: "one-time-code" });
  return h("form", { class: "unlock", data: { testid: "unlock" }, onsubmit: (event) => {
    event.preventDefault();
    if (field.value.trim()) later("unlock", field.value);
  } },
  h("label", { for: "number" }, ...prose("This is what everybody sees. To see your hand and play here, press **Show my hand there** in Discord and enter the number it gives you:", true)),
  field, h("button", { type: "submit", class: "wide is-asked", text: "Show my hand" }));
}

export function wide(label, kind, onclick, more = "") {
  return h("button", { type: "button", class: `wide ${kind}`, onclick },
    h("span", { text: label }), more ? h("small", {}, ...prose(more, true)) : null);
}

export function pickList(picks) {
  if (!picks.length) return null;
  return h("div", { class: "picks", data: { testid: "picks" } },
    ...picks.map((pick) => wide(pick.label, pick.asked ? "is-asked" : "", () => later("take", pick), pick.about)));
}

/** What this seat holds, for its own eyes. */
function drawHand() {
  const { hand = [] } = table.shown;
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
