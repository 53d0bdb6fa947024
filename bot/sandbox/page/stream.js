/** The open channel's list of messages: drawing, scrolling, what is new. */

import { flatCommands } from "./commands.js";
import { h, icon } from "./dom.js";
import { openCommands } from "./interactions.js";
import { forgetChoices, isContinued, messageItem, waitingItem } from "./message.js";
import {
  FLAG_EPHEMERAL,
  FLAG_LOADING,
  channelName,
  displayName,
  emit,
  isDirect,
  isThread,
  messagesOf,
  on,
  state,
} from "./store.js";
import { dayText, sameDay } from "./timestamps.js";
import { BEGINNINGS } from "./topics.js";

const WELCOME =
  "Begin a game here: play at once against three computers, learn by playing, or open a table " +
  "for friends.";
const NEAR_BOTTOM_PX = 60;
const NEAR_TOP_PX = 400;
/** For this long after a turn of the wheel, a drag or a key, the reader counts as scrolling. */
const GESTURE_MS = 800;
/** How many messages are drawn at first, and added each time the reader reaches the top. */
const PAGE = 100;

const scroller = document.getElementById("scroller");
const list = document.getElementById("messages");
const pill = document.getElementById("new-pill");
const announcer = document.getElementById("announcer");

let stuck = true;
let lastTop = 0;
let missed = 0;
/** Id of the first message that was unread when the channel was opened. */
let firstUnread = null;
let unreadOnOpen = 0;
/** Id of the message in which the reader last pressed something. */
let pressed = null;
/** Id of the earliest message that is drawn; null if that is the channel's first. */
let earliest = null;

const itemOf = (id) => list.querySelector(`:scope > [data-id="${CSS.escape(id)}"]`);

function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
  stuck = true;
  clearMissed();
}

/** How much of the list lies below what the reader sees. */
const belowWindow = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

function clearMissed() {
  missed = 0;
  pill.hidden = true;
}

function showMissed() {
  const text = missed === 1 ? "1 new message" : `${missed} new messages`;
  pill.replaceChildren(h("span", { text }), icon("down"));
  pill.hidden = false;
}

/**
 * Change the list while the first visible message stays where the reader sees it.
 * If the message in which they pressed something changes, its controls stay in place instead.
 */
function keepPlace(change, changed = null) {
  if (stuck) {
    change();
    toBottom();
    return;
  }
  if (changed !== null && changed === pressed) {
    const foot = () => itemOf(changed)?.getBoundingClientRect().bottom;
    const stood = foot();
    change();
    if (typeof stood === "number") scroller.scrollTop += foot() - stood;
    return;
  }
  const top = scroller.getBoundingClientRect().top;
  const anchor = [...list.querySelectorAll(":scope > [data-id]")].find(
    (node) => node.getBoundingClientRect().bottom > top,
  );
  const id = anchor?.dataset.id;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  const after = id && itemOf(id)?.getBoundingClientRect().top;
  if (typeof after === "number") scroller.scrollTop += after - before;
}

/** Lines before a message: a new day, the first unread one. */
function dividers(message, previous) {
  const date = new Date(message.timestamp);
  const out = [];
  if (!previous || !sameDay(date, new Date(previous.timestamp))) {
    out.push(
      h(
        "li",
        { class: "divider is-day", role: "separator", data: { before: message.id } },
        h("span", { text: dayText(date) }),
      ),
    );
  }
  if (message.id === firstUnread) {
    out.push(
      h(
        "li",
        { class: "divider is-new", role: "separator", data: { before: message.id } },
        h("span", { text: "New" }),
      ),
    );
  }
  return out;
}

/** The message before this one, if the list shows it and the line “New” is not between them. */
function visiblePrevious(message) {
  if (message.id === firstUnread || message.id === earliest) return undefined;
  const messages = messagesOf(state.current);
  return messages[messages.indexOf(message) - 1];
}

function nodesOf(message) {
  const messages = messagesOf(state.current);
  const before = message.id === earliest ? undefined : messages[messages.indexOf(message) - 1];
  return [...dividers(message, before), messageItem(message, visiblePrevious(message))];
}

function emptyChannel() {
  const channel = state.channels.get(state.current);
  if (!channel) return null;
  const name = channelName(channel);
  const [title, text] = isDirect(channel)
    ? [name, `This is the beginning of your private conversation with ${name}. Nobody else can read it.`]
    : isThread(channel)
      ? [name, "A thread on one subject."]
      : [`#${name}`, beginnings().length ? WELCOME : "This is the beginning of the channel."];
  const node = h("li", { class: "channel-intro" }, h("h2", { text: title }), h("p", { text }));
  if (!isDirect(channel) && !isThread(channel)) {
    node.append(h("div", { class: "beginnings" }, ...beginnings(), allCommands()));
  }
  return node;
}

/** A button for each of the bot's ways to begin. */
function beginnings() {
  const known = new Set(flatCommands().map((command) => command.name));
  return BEGINNINGS.filter(({ command }) => known.has(command)).map(({ label, command }, index) =>
    h("button", {
      type: "button",
      class: index === 0 ? "button is-success" : "button is-secondary",
      text: label,
      data: { testid: `begin-${command.replace(" ", "-")}` },
      onclick: () => emit("run-command", command),
    }),
  );
}

const allCommands = () =>
  h("button", {
    type: "button",
    class: "button is-quiet",
    text: "All commands",
    onclick: () => emit("show-commands"),
  });

function drawWaiting() {
  list.querySelectorAll(":scope > .is-waiting").forEach((node) => node.remove());
  const loading = messagesOf(state.current).some((message) => message.flags & FLAG_LOADING);
  for (const entry of openCommands(state.current)) {
    if (entry.state === "deferred" && loading) continue;
    const after = entry.state === "failed" && entry.afterId && itemOf(entry.afterId);
    if (after) after.after(waitingItem(entry));
    else list.append(waitingItem(entry));
  }
}

function drawAll() {
  const messages = messagesOf(state.current);
  keepPlace(() => {
    const known = state.messages.has(state.current);
    list.replaceChildren();
    if (!known) return;
    const kept = messages.findIndex((message) => message.id === earliest);
    drawFrom(kept >= 0 ? kept : messages.length - Math.max(PAGE, missed + PAGE / 2));
    drawWaiting();
  });
}

/** Put the messages from `index` on into the empty list. */
function drawFrom(index) {
  const messages = messagesOf(state.current);
  const first = Math.max(0, index);
  earliest = first > 0 ? messages[first].id : null;
  const top = first > 0 ? earlierButton() : emptyChannel();
  if (top) list.append(top);
  for (const message of messages.slice(first)) list.append(...nodesOf(message));
}

function earlierButton() {
  return h(
    "li",
    { class: "earlier" },
    h("button", {
      type: "button",
      class: "button is-quiet",
      text: "Show earlier messages",
      data: { testid: "earlier" },
      onclick: showEarlier,
    }),
  );
}

function showEarlier() {
  if (!earliest) return;
  const messages = messagesOf(state.current);
  const index = messages.findIndex((message) => message.id === earliest);
  keepPlace(() => {
    list.replaceChildren();
    drawFrom(index - PAGE);
    drawWaiting();
  });
}

/** Pictures that were already loaded move to the new item, so that an edit does not flicker. */
function keepPictures(from, to) {
  const loaded = new Map([...from.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of to.querySelectorAll("img")) {
    const known = loaded.get(image.src);
    if (!known) continue;
    known.alt = image.alt;
    image.replaceWith(known);
    loaded.delete(known.src);
  }
}

/** Spoilers that the reader opened stay open if the text under them is the same. */
function keepSpoilers(from, to) {
  const open = new Set(
    [...from.querySelectorAll(".spoiler.is-open")].map((node) => node.textContent),
  );
  for (const node of to.querySelectorAll(".spoiler")) {
    if (open.has(node.textContent)) node.click();
  }
}

function redraw(message) {
  const old = itemOf(message.id);
  if (!old) return;
  const focusedId = old.contains(document.activeElement)
    ? document.activeElement.dataset.customId
    : null;
  const item = messageItem(message, visiblePrevious(message));
  keepPictures(old, item);
  keepSpoilers(old, item);
  old.replaceWith(item);
  if (focusedId)
    item
      .querySelector(`[data-custom-id="${CSS.escape(focusedId)}"]`)
      ?.focus({ preventScroll: true });
}

/** After an insertion or removal the next message may gain or lose its head. */
function redrawNext(index) {
  const next = messagesOf(state.current)[index];
  const item = next && itemOf(next.id);
  if (!item) return;
  if (item.classList.contains("is-continued") !== isContinued(next, visiblePrevious(next)))
    redraw(next);
}

function insert(message) {
  const messages = messagesOf(state.current);
  const index = messages.indexOf(message);
  const nodes = nodesOf(message);
  const following = messages[index + 1] && itemOf(messages[index + 1].id);
  if (following) following.before(...nodes);
  else list.append(...nodes);
  redrawNext(index + 1);
  drawWaiting();
}

function announce(message) {
  const item = itemOf(message.id);
  const text = item?.querySelector(".message-main")?.innerText ?? message.content;
  const line = h("p", { text: `${displayName(message.author)}: ${(text ?? "").slice(0, 400)}` });
  announcer.append(line);
  while (announcer.childElementCount > 5) announcer.firstChild.remove();
}

function created(message) {
  const mine = message.author.id === state.me.id;
  // A message that only the reader may see answers what they have just pressed.
  // Bring it into view, unless they are more than a window away from it.
  if (mine || (message.flags & FLAG_EPHEMERAL && belowWindow() < scroller.clientHeight))
    stuck = true;
  keepPlace(() => insert(message));
  if (!mine) announce(message);
  if (!stuck && !mine) {
    missed += 1;
    showMissed();
  }
}

function removed(message) {
  keepPlace(() => {
    list
      .querySelectorAll(`:scope > [data-before="${CSS.escape(message.id)}"]`)
      .forEach((node) => node.remove());
    itemOf(message.id)?.remove();
    const messages = messagesOf(state.current);
    const next = messages.find((known) => known.timestamp >= message.timestamp);
    if (next) redrawNext(messages.indexOf(next));
    drawWaiting();
  });
}

on("message", ({ kind, message }) => {
  if (message.channel_id !== state.current) return;
  if (kind === "create") return created(message);
  if (kind === "delete") return removed(message);
  forgetChoices(message.id);
  return keepPlace(() => {
    redraw(message);
    drawWaiting();
  }, message.id);
});

on("interaction", (entry) => {
  if (entry.channelId !== state.current) return;
  if (entry.kind === "component") pressed = entry.messageId;
  keepPlace(() => {
    if (entry.kind === "component") {
      const message = messagesOf(state.current).find((known) => known.id === entry.messageId);
      if (message) redraw(message);
    }
    drawWaiting();
  });
  if (entry.kind === "command" && entry.state === "pending") toBottom();
});

on("channel", ({ unread, fresh }) => {
  if (!fresh) return;
  unreadOnOpen = unread;
  firstUnread = null;
  earliest = null;
  stuck = true;
  clearMissed();
  drawAll();
});

on("history", (channelId) => {
  if (channelId !== state.current) return;
  if (unreadOnOpen > 0) {
    const messages = messagesOf(channelId);
    firstUnread = messages[Math.max(0, messages.length - unreadOnOpen)]?.id ?? null;
    unreadOnOpen = 0;
  }
  drawAll();
});

/** Show an earlier message that an answer points to, and mark it for a moment. */
on("show-message", (id) => {
  const item = itemOf(id);
  if (!item) return;
  stuck = false;
  item.scrollIntoView({ block: "center" });
  item.classList.add("is-pointed-at");
  setTimeout(() => item.classList.remove("is-pointed-at"), 1600);
});

on("channels", () => {
  // Threads may hang under messages that are on show, and mentions may have gained a name.
  if (state.current && state.messages.has(state.current)) drawAll();
});

on("commands", () => {
  // An empty channel has buttons only for commands that the bot has.
  if (state.current && !messagesOf(state.current).length) drawAll();
});

/** When the reader last did something that scrolls, by the clock of `performance`. */
let gesture = -Infinity;
const isReaderScrolling = () => performance.now() - gesture < GESTURE_MS;

/** A press on a control moves nothing, but its answer soon changes the list. */
const pressesControl = ({ type, key, target }) =>
  (type === "pointerdown" || key === "Enter" || key === " ") && target.closest("button, a");

for (const type of ["wheel", "touchmove", "pointerdown", "pointermove", "keydown"]) {
  const note = (event) => {
    if (type === "pointermove" ? event.buttons : !pressesControl(event)) gesture = performance.now();
  };
  scroller.addEventListener(type, note, { passive: true });
}

scroller.addEventListener(
  "scroll",
  () => {
    // The list lets go of its end only if the reader scrolls up.
    // A longer list or a smaller composer changes nothing.
    const near = belowWindow() < NEAR_BOTTOM_PX;
    if (near) stuck = true;
    else if (scroller.scrollTop < lastTop && isReaderScrolling()) stuck = false;
    lastTop = scroller.scrollTop;
    if (near) clearMissed();
    if (scroller.scrollTop < NEAR_TOP_PX && !near) showEarlier();
  },
  { passive: true },
);

pill.addEventListener("click", toBottom);

const follow = new ResizeObserver(() => {
  if (stuck) toBottom();
});
follow.observe(list);
follow.observe(scroller);
