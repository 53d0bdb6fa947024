/** The channel list: channels with their threads, direct messages, and who is playing. */

import { append, h, icon, iconButton, isNarrow, uid } from "./dom.js";
import { askText } from "./dialogs.js";
import { avatar, openMembers } from "./people.js";
import {
  TEXT_CHANNEL,
  channelName,
  compareIds,
  displayName,
  emit,
  isDirect,
  isForum,
  isThread,
  on,
  recipientOf,
  state,
  unreadTotal,
} from "./store.js";

const sidebar = document.getElementById("sidebar");
const scrim = document.getElementById("scrim");

/** Open or close the drawer that holds the list on a phone. */
export function setDrawer(open) {
  document.body.classList.toggle("drawer-open", open);
  document.getElementById("menu-button")?.setAttribute("aria-expanded", String(open));
  // A closed drawer must not catch the Tab key.
  sidebar.inert = isNarrow() && !open;
  if (open) sidebar.querySelector("[aria-current=page]")?.focus();
}

function badge(id) {
  const count = state.unread.get(id) ?? 0;
  if (!count) return null;
  const forMe = state.mentioned.has(id) || isDirect(state.channels.get(id) ?? {});
  return h("span", {
    class: forMe ? "badge is-for-me" : "badge",
    text: count > 99 ? "99+" : String(count),
    "aria-label": `${count} unread`,
  });
}

function sign(channel) {
  if (isDirect(channel)) return avatar(recipientOf(channel), "is-small");
  return icon(isThread(channel) ? "thread" : "hash");
}

function channelLink(channel) {
  const open = channel.id === state.current;
  const unread = state.unread.has(channel.id);
  return h(
    "button",
    {
      type: "button",
      class: `channel${unread ? " is-unread" : ""}${isThread(channel) ? " is-thread" : ""}`,
      "aria-current": open ? "page" : undefined,
      data: { testid: `channel-${channelName(channel)}`, id: channel.id },
      onclick: () => emit("go", channel.id),
    },
    sign(channel),
    h("span", { class: "channel-name", text: channelName(channel) }),
    isDirect(channel) && presence(),
    badge(channel.id),
  );
}

/** Whether the bot is there: a filled or a hollow dot, and the word for screen readers. */
export function presence() {
  const online = state.bot.online;
  return h(
    "span",
    { class: online ? "presence is-online" : "presence" },
    h("span", { class: "visually-hidden", text: online ? "online" : "offline" }),
  );
}

const byPlace = (a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id);

/** A forum: nothing can be read or written in the forum itself, only in its posts. */
const forumHead = (channel) =>
  h(
    "div",
    { class: "channel is-forum" },
    icon("hash"),
    h("span", { class: "channel-name", text: channelName(channel) }),
  );

function channelTree() {
  const all = [...state.channels.values()];
  const live = (thread) => !thread.thread_metadata?.archived || thread.id === state.current;
  const threads = all
    .filter((channel) => isThread(channel) && live(channel))
    .sort((a, b) => compareIds(a.id, b.id));
  return h(
    "ul",
    { class: "channel-list" },
    all
      .filter((channel) => channel.type === TEXT_CHANNEL || isForum(channel))
      .sort(byPlace)
      .map((channel) => {
        const own = threads.filter((thread) => thread.parent_id === channel.id);
        return h(
          "li",
          {},
          isForum(channel) ? forumHead(channel) : channelLink(channel),
          own.length > 0 &&
            h(
              "ul",
              { class: "thread-list" },
              own.map((thread) => h("li", {}, channelLink(thread))),
            ),
        );
      }),
  );
}

function directList() {
  const channels = [...state.channels.values()].filter(isDirect);
  if (channels.length)
    return h(
      "ul",
      { class: "channel-list" },
      channels.map((channel) => h("li", {}, channelLink(channel))),
    );
  return h(
    "button",
    {
      type: "button",
      class: "channel",
      data: { testid: "open-dm" },
      onclick: () => emit("open-dm"),
    },
    avatar(state.bot, "is-small"),
    h("span", { class: "channel-name", text: `Write to ${displayName(state.bot)}` }),
  );
}

function sectionHead(text, action) {
  return h("div", { class: "sidebar-section" }, h("h2", { text }), action);
}

function addChannel() {
  askText({
    title: "Add a channel",
    label: "Name",
    placeholder: "council-chamber",
    action: "Add",
    maxLength: 100,
    testid: "new-channel",
    onDone: (name) => emit("new-channel", name),
  });
}

function dmSwitch() {
  const id = uid("dms");
  return h(
    "label",
    { class: "switch-row", for: id },
    h("span", { text: "I accept direct messages" }),
    h("input", {
      id,
      type: "checkbox",
      role: "switch",
      class: "switch",
      checked: state.dmsOpen,
      data: { testid: "dm-toggle" },
      onchange: (event) => emit("set-dms", event.target.checked),
    }),
  );
}

function memberPill() {
  const inside = [
    avatar(state.me),
    h(
      "span",
      { class: "member-name" },
      displayName(state.me),
      h("small", { text: state.canSwitch ? "Switch member" : `@${state.me.username}` }),
    ),
  ];
  if (!state.canSwitch) return h("div", { class: "member-pill", data: { testid: "me" } }, inside);
  const pill = h(
    "button",
    {
      type: "button",
      class: "member-pill",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      data: { testid: "member-switch" },
      onclick: () => openMembers(pill),
    },
    inside,
    icon("chevron", "is-up"),
  );
  return pill;
}

function draw() {
  if (!state.me) return;
  const focused = sidebar.contains(document.activeElement)
    ? document.activeElement.dataset.testid
    : null;
  const scroll = sidebar.querySelector(".sidebar-scroll")?.scrollTop ?? 0;
  sidebar.replaceChildren();
  append(sidebar, [
    h(
      "div",
      { class: "sidebar-head" },
      h("span", { class: "guild-name", text: state.guild.name }),
      iconButton("close", "Close the channel list", {
        class: "drawer-close",
        onclick: () => setDrawer(false),
      }),
    ),
    h(
      "div",
      { class: "sidebar-scroll" },
      sectionHead(
        "Channels",
        state.canSwitch &&
          iconButton("plus", "Add a channel", {
            class: "is-small",
            data: { testid: "add-channel" },
            onclick: addChannel,
          }),
      ),
      channelTree(),
      sectionHead("Direct messages"),
      directList(),
      dmSwitch(),
    ),
    h("div", { class: "sidebar-foot" }, memberPill()),
  ]);
  sidebar.querySelector(".sidebar-scroll").scrollTop = scroll;
  if (focused)
    sidebar.querySelector(`[data-testid="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function drawTitle() {
  const channel = state.channels.get(state.current);
  const total = unreadTotal();
  const place = channel
    ? `${isDirect(channel) ? "@" : "#"}${channelName(channel)} · ${state.guild.name}`
    : state.guild.name;
  document.title = total ? `(${total}) ${place}` : place;
  document.body.classList.toggle("has-unread", total > 0);
}

for (const event of ["me", "channels", "channel", "unread", "bot"]) {
  on(event, () => {
    draw();
    drawTitle();
  });
}
scrim.addEventListener("click", () => setDrawer(false));
window.addEventListener("resize", () => setDrawer(document.body.classList.contains("drawer-open")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("drawer-open")) setDrawer(false);
});
