/**
 * The bot's own page in a frame, as Discord shows an Activity.
 * The frame is beside the chat where there is room, and behind a tab on a phone.
 * The page itself says whether it has anything to show here.
 */

import { h } from "./dom.js";
import { on, state } from "./store.js";

const app = document.getElementById("app");
const pane = document.getElementById("activity");
const tabs = document.getElementById("tabs");

let shownFor = null;
let frame = null;
/** The tab that the member pressed last; the board until then. */
let picked = "activity";

const keyOf = (member) => new URL(member?.link ?? location.href, location.href).searchParams.get("as");

/** A frame for the channel and member at hand; the old one goes, with everything it knew. */
function load() {
  const member = state.members.find((each) => each.id === state.me?.id);
  const channel = state.channels.get(state.current);
  const wanted = state.activity && channel?.guild_id ? `${state.current} ${state.me.id}` : null;
  if (wanted === shownFor) return;
  shownFor = wanted;
  show(false);
  frame?.remove();
  frame = null;
  if (wanted === null) return;
  const query = new URLSearchParams({ channel: state.current });
  const key = keyOf(member);
  if (key) query.set("as", key);
  frame = h("iframe", {
    title: "The board",
    class: "activity-frame",
    src: `/activity/?${query}`,
    data: { testid: "activity" },
  });
  pane.append(frame);
}

function show(has) {
  const news = has && !app.hasAttribute("data-activity");
  app.toggleAttribute("data-activity", has);
  tabs.hidden = !has;
  if (news) look(picked);
  if (!has) look("chat");
}

/** Show the chat or the board: on a phone, only one of them is visible at a time. */
function look(at) {
  app.dataset.seen = at;
  for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.to === at));
}

tabs.append(
  ...[["chat", "Chat"], ["activity", "Board"]].map(([to, label]) =>
    h("button", {
      type: "button",
      class: "tab",
      text: label,
      data: { to, testid: `tab-${to}` },
      onclick: () => {
        picked = to;
        look(to);
      },
    }),
  ),
);

addEventListener("message", ({ source, origin, data }) => {
  if (origin === location.origin && frame && source === frame.contentWindow)
    show(Boolean(data?.activity));
});

for (const event of ["me", "channel", "channels", "activity"]) on(event, load);
