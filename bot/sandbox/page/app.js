/** The start of the page: connect, pass frames on to the views, and send what the member does. */

import "./activity.js";
import { takeChoices } from "./commandform.js";
import { runCommandNamed, showCommands, startComposer, useCommandNamed } from "./composer.js";
import { Connection } from "./connection.js";
import { toast } from "./dialogs.js";
import { h, icon, iconButton } from "./dom.js";
import { connectInteractions, settle, takeInteraction } from "./interactions.js";
import { openModal } from "./modal.js";
import { closePopover } from "./popover.js";
import { presence, setDrawer } from "./sidebar.js";
import {
  channelName,
  displayName,
  dropChannel,
  emit,
  isDirect,
  isForum,
  isThread,
  markRead,
  on,
  recipientOf,
  removeMessage,
  setCurrent,
  setStatus,
  startChannel,
  state,
  takeActivity,
  takeBot,
  takeChannel,
  takeCommands,
  takeHello,
  takeHistory,
  takeMember,
  takeMessage,
  takeRole,
  wantMember,
  wantedMember,
} from "./store.js";
import "./stream.js";
import { startClock } from "./timestamps.js";
import { avatar } from "./people.js";

const NOTICE_AFTER_MS = 600;

const topbar = document.getElementById("topbar");
const notice = document.getElementById("notice");

/** Where the next CHANNEL_CREATE should lead us: a name, or "dm". */
let awaited = null;
/** The member we have already asked to switch to, so that we stop asking after a refusal. */
let asked = null;
let noticeTimer = null;

const connection = new Connection(takeFrame, takeStatus);
const send = (op, data) => connection.send(op, data);

function openChannel(id) {
  if (!id) return;
  setCurrent(id);
  send("open", { channel_id: id });
}

function go(id) {
  closePopover();
  setDrawer(false);
  if (!state.channels.has(id)) return toast("You cannot see that channel.", "error");
  if (id !== state.current || !state.messages.has(id)) openChannel(id);
  return undefined;
}

function hello(data) {
  const wanted = wantedMember();
  const known = (data.members ?? []).some((member) => member.id === wanted);
  if (data.can_switch && known && wanted !== data.me.id && asked !== wanted) {
    asked = wanted;
    send("be", { member_id: wanted });
    return;
  }
  asked = null;
  if (state.me && state.me.id !== data.me.id)
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  takeHello(data);
  openChannel(startChannel());
  document.getElementById("app").dataset.ready = "true";
}

function arrived(channel) {
  takeChannel(channel);
  const isAwaited = isDirect(channel)
    ? awaited === "dm"
    : awaited !== null && awaited === channel.name;
  if (isAwaited) {
    awaited = null;
    go(channel.id);
  }
}

function gone({ id }) {
  dropChannel(id);
  if (id === state.current) openChannel(startChannel());
}

/** A refusal belongs to the interaction it names, if it names one. */
function refused({ nonce, message }) {
  if (
    nonce &&
    (takeInteraction({ nonce, state: "failed", message }) || takeChoices({ nonce, choices: [] }))
  )
    return;
  toast(message, "error");
}

const FRAMES = {
  hello,
  history: takeHistory,
  MESSAGE_CREATE: (message) => takeMessage(message, true),
  MESSAGE_UPDATE: (message) => takeMessage(message, false),
  MESSAGE_DELETE: (data) => removeMessage(data.channel_id, data.id),
  CHANNEL_CREATE: arrived,
  CHANNEL_UPDATE: takeChannel,
  THREAD_CREATE: takeChannel,
  THREAD_UPDATE: takeChannel,
  MEMBER: takeMember,
  ROLE: takeRole,
  COMMANDS: (data) => takeCommands(Array.isArray(data) ? data : data.commands),
  BOT: takeBot,
  ACTIVITY: takeActivity,
  INTERACTION: takeInteraction,
  AUTOCOMPLETE: takeChoices,
  MODAL: (frame) => openModal(frame, settle(frame.nonce)?.channelId ?? state.current),
  CHANNEL_DELETE: gone,
  THREAD_DELETE: gone,
  error: refused,
};

function takeFrame(type, data) {
  FRAMES[type]?.(data);
}

function takeStatus(status) {
  if (status === "open") asked = null;
  setStatus(status);
  if (status === "open") {
    clearTimeout(noticeTimer);
    noticeTimer = null;
    notice.hidden = true;
  } else if (noticeTimer === null) {
    // A short break is not worth mentioning.
    noticeTimer = setTimeout(() => {
      notice.replaceChildren(
        h("span", { class: "spinner", "aria-hidden": "true" }),
        h("span", { text: "No connection to the table. Trying again…" }),
        h("button", {
          type: "button",
          class: "link-button",
          text: "Try now",
          onclick: () => connection.retryNow(),
        }),
      );
      notice.hidden = false;
    }, NOTICE_AFTER_MS);
  }
}

function placeTitle(channel) {
  if (!channel) return h("h1", { class: "place", text: state.guild.name });
  const parent = isThread(channel) && state.channels.get(channel.parent_id);
  return h(
    "h1",
    { class: "place", data: { testid: "place" } },
    isDirect(channel) ? avatar(recipientOf(channel), "is-small") : icon("hash"),
    parent &&
      (isForum(parent)
        ? h("span", { text: parent.name })
        : h("button", {
            type: "button",
            class: "place-parent",
            text: parent.name,
            onclick: () => go(parent.id),
          })),
    parent && h("span", { class: "place-sign", "aria-hidden": "true", text: "›" }),
    h("span", { class: "place-name", text: channelName(channel) }),
  );
}

function drawTopbar() {
  if (!state.me) return;
  const online = state.bot.online;
  const channel = state.channels.get(state.current);
  topbar.replaceChildren(
    iconButton("menu", "Channels", {
      class: "menu-button",
      id: "menu-button",
      "aria-controls": "sidebar",
      "aria-expanded": "false",
      data: { testid: "menu" },
      onclick: () => setDrawer(true),
    }),
    placeTitle(channel),
    h("span", { class: "topic", text: channel?.topic ?? "" }),
    h(
      "span",
      { class: "bot-status", data: { testid: "bot-status", online: String(online) } },
      presence(),
      h("span", {
        class: "bot-status-text",
        "aria-hidden": "true",
        text: `${displayName(state.bot)} ${online ? "online" : "offline"}`,
      }),
    ),
  );
}

for (const event of ["me", "channels", "channel", "bot"]) on(event, drawTopbar);
on("go", go);
on("be", (id) => {
  wantMember(id);
  asked = id;
  setDrawer(false);
  send("be", { member_id: id });
});
on("open-dm", () => {
  awaited = "dm";
  send("open_dm", {});
});
on("new-channel", (name) => {
  awaited = name.toLowerCase().replace(/\s+/g, "-");
  send("new_channel", { name });
});
on("new-member", (name) => send("new_member", { name }));
on("set-dms", (open) => {
  state.dmsOpen = open;
  send("set_dms", { open });
});
on("delete-message", (message) =>
  send("delete_message", { message_id: message.id, channel_id: message.channel_id }),
);
on("use-command", ({ name }) => useCommandNamed(name));
on("run-command", runCommandNamed);
on("show-commands", showCommands);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && state.unread.has(state.current))
    markRead(state.current);
});

connectInteractions(send);
startComposer(send);
startClock();
setDrawer(false);
connection.open();
emit("status");
