/**
 * The board: what the server shows of it, and what somebody touches. It knows no rule: whatever can
 * be done comes with the document (`offers`) or as the answer to a tap, and so does every word.
 */

import { Chart, squareName } from "./chart.js";
import { h, prose } from "./dom.js";
import { Live } from "./live.js";

const head = document.getElementById("phase");
const seats = document.getElementById("seats");
const sheet = document.getElementById("sheet");
const listing = document.getElementById("listing");
const said = document.getElementById("said");

/** The document as the server has it, and what of it is being looked at. */
let shown = null;
let touched = null; // {thing, title, text, party, picks, together}
let asked = null; // what is still to be chosen of a step
let message = null; // {kind, lines}: what came of the last step

const chart = new Chart(document.getElementById("map"), touch);
const address = new URL(location.href);
const live = new Live(address.searchParams, { board: begin, patch: change, none: end });
// The member's key is not left standing in the address.
history.replaceState(null, "", address.pathname);

function begin(data) {
  const first = shown === null;
  shown = data;
  touched = asked = message = null;
  document.body.dataset.ready = "true";
  chart.show(shown, first);
  draw();
  tellParent(true);
}

function change(patch) {
  const before = shown.offers;
  shown = merged(shown, patch);
  if (patch.offers && (touched || asked) && before.moment !== shown.offers.moment) {
    const again = touched?.thing;
    touched = asked = null;
    if (again && isLive(again)) touch(again);
  }
  chart.show(shown, false);
  draw();
}

function end() {
  shown = null;
  delete document.body.dataset.ready;
  tellParent(false);
}

function tellParent(on) {
  if (parent !== window) parent.postMessage({ activity: on }, location.origin);
}

/** RFC 7396: what is null goes, objects are merged, all else takes the other's place. */
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

/** Offers call what every seat has by its name alone. */
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

/** All that lies at a spot or square and has something to say, in its order. */
function lyingAt(place) {
  return Object.entries(shown.board.counters).filter(([, c]) => c.at === place && c.words);
}

// Touching

/** What can be chosen with the next tap, if something was begun or one thing alone is asked. */
const picksNow = () => touched?.picks ?? (asked ?? shown.offers.first)?.picks ?? [];

async function touch(id, together = null) {
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
    asked = { sure: answer.sure, pick, more };
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
  head.textContent = shown.phase;
  seats.replaceChildren(...shown.board.seats.map(seatBadge));
  sheet.replaceChildren(...told(), ...(asked ? question(asked) : touched ? thing() : now()));
  sheet.scrollTop = 0;
  drawListing();
  chart.light({
    live: (shown.offers.live ?? []).map(own),
    chosen: touched ? [touched.thing, ...touched.party.filter((p) => p.chosen).map((p) => p.id)] : [],
    targets: picksNow().map((pick) => own(pick.to ?? "")).filter(Boolean),
  });
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

/** What is asked now, and every verb with a button of its own. */
function now() {
  const { question: text, lines = [], buttons = [], asked: must, first } = shown.offers;
  const glows = (shown.offers.live ?? []).some((id) => chart.has(own(id)));
  return [
    h("div", { class: must ? "question is-asked" : "question", data: { testid: "question" } },
      ...prose([text, ...lines].filter(Boolean).join("\n"))),
    must && glows && !first
      ? h("p", { class: "hint", text: "Tap what glows on the map, or choose here." })
      : null,
    ...(first ? question(first, false) : []),
    pickList(first ? buttons.filter((each) => !each.asked) : buttons),
    ...glance(),
  ].filter(Boolean);
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
    pickList(touched.picks),
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
  return h("div", { class: "party", role: "group", "aria-label": "Who goes together" }, ...chips);
}

function question(asked, alone = true) {
  if (asked.sure) {
    return [
      header("Do this?"),
      h("div", { class: "text" }, ...prose(asked.sure.join("\n"))),
      h("div", { class: "picks" }, wide("Yes, do it", "is-asked",
        () => take(asked.pick, { ...asked.more, sure: true, once: crypto.randomUUID() }))),
    ];
  }
  const { picks = [], lines = [], least = 1, most = 1, free = 0 } = asked;
  const parts = [alone ? header(asked.question) : null, lines.length ? h("div", { class: "text" }, ...prose(lines.join("\n"))) : null];
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
    // Where all may be chosen, and some must, all are until somebody says else.
    if (least && picks.length <= most) for (const [box] of boxes) box.checked = true;
    parts.push(
      h("p", { class: "hint", text: least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.` }),
      h("div", { class: "picks" }, ...boxes.map(([box, pick]) =>
        h("label", { class: "wide" }, box, h("span", { text: pick.label }), h("small", { text: pick.about ?? "" })))),
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
    h("span", { text: label }), about ? h("small", { text: about }) : null);
}

function pickList(picks) {
  if (!picks.length) return null;
  return h("div", { class: "picks", data: { testid: "picks" } },
    ...picks.map((pick) => wide(pick.label, pick.asked ? "is-asked" : "", () => take(pick), pick.about)));
}

/** All that lies on the map, place by place, for the keyboard and for those who hear it. */
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
