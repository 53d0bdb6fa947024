/** One message as a list item. */

import { memberCommands, messageCommands } from "./commands.js";
import { componentList } from "./components.js";
import { append, h, icon, iconButton } from "./dom.js";
import { forget, openPresses, start } from "./interactions.js";
import { markdown } from "./markdown.js";
import { attachmentList } from "./media.js";
import { avatar } from "./people.js";
import { closePopover, openPopover } from "./popover.js";
import {
  FLAG_COMPONENTS_V2,
  FLAG_EPHEMERAL,
  FLAG_LOADING,
  dismiss,
  displayName,
  emit,
  messagesOf,
  on,
  state,
  userById,
} from "./store.js";
import { messageTime, sameDay } from "./timestamps.js";

const GROUP_MS = 7 * 60 * 1000;
const TEXT_DISPLAY = 10;
const CHAT_COMMAND = 1;

/** message id → custom id → values: what was last chosen, until the bot edits the message. */
const choices = new Map();

/** Forget the choices shown in a message's selects, because the bot has redrawn it. */
export function forgetChoices(messageId) {
  choices.delete(messageId);
}

on("me", () => choices.clear()); // another member has chosen nothing yet

const author = (message) => userById(message.author.id) ?? message.author;

/** The command that a message answers, as {user, name, spoken}, or null. */
function usedCommand(message) {
  if (message.message_reference) return null; // a follow-up points to the first answer instead
  const meta = message.interaction_metadata;
  if (meta?.type !== 2) return null;
  return {
    user: meta.user,
    name: message.interaction?.name ?? meta.name,
    spoken: (meta.command_type ?? CHAT_COMMAND) !== CHAT_COMMAND,
  };
}

/** True if `message` continues `previous` and needs no head of its own. */
export function isContinued(message, previous) {
  if (!previous || previous.author.id !== message.author.id) return false;
  if (usedCommand(message) || message.message_reference) return false;
  if (message.interaction_metadata?.type === 3 && message.flags & FLAG_EPHEMERAL) return false;
  if (Boolean(previous.flags & FLAG_EPHEMERAL) !== Boolean(message.flags & FLAG_EPHEMERAL))
    return false;
  const [before, now] = [new Date(previous.timestamp), new Date(message.timestamp)];
  return now - before < GROUP_MS && sameDay(before, now);
}

function commandLine(used) {
  const user = used.user ? (userById(used.user.id) ?? used.user) : null;
  return h(
    "p",
    { class: "message-origin", data: { testid: "used-command" } },
    user && avatar(user, "is-mini"),
    h("span", { class: "origin-name", text: displayName(user) }),
    " used ",
    h("span", { class: "command-name", text: used.name ? `${used.spoken ? "" : "/"}${used.name}` : "a command" }),
  );
}

/** The first words of a message, wherever they are. */
function firstWords(components) {
  for (const component of components ?? []) {
    const text =
      component.type === TEXT_DISPLAY ? component.content : firstWords(component.components);
    if (text) return text;
  }
  return "";
}

function replyLine(message) {
  const id = message.message_reference.message_id;
  const source =
    messagesOf(message.channel_id).find((known) => known.id === id) ?? message.referenced_message;
  if (!source)
    return h(
      "p",
      { class: "message-origin" },
      icon("reply"),
      h("em", { text: "an earlier message" }),
    );
  const text = source.content || firstWords(source.components) || "a picture";
  const words = markdown(text.split("\n").find((line) => line.trim()) ?? text).textContent;
  return h(
    "p",
    { class: "message-origin" },
    avatar(source.author, "is-mini"),
    h("span", { class: "origin-name", text: displayName(author(source)) }),
    h("button", {
      type: "button",
      class: "origin-text",
      text: words,
      onclick: () => emit("show-message", id),
    }),
  );
}

function head(message) {
  const user = author(message);
  return h(
    "p",
    { class: "message-head" },
    h("span", {
      class: user.id === state.bot.id ? "author is-bot" : "author",
      text: displayName(user),
      data: { testid: "author" },
    }),
    (user.bot || user.id === state.bot.id) && h("span", { class: "tag", text: "APP" }),
    messageTime(message.timestamp),
  );
}

function thinking(message) {
  return h(
    "p",
    { class: "thinking", data: { testid: "thinking" } },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${displayName(author(message))} is thinking…`,
  );
}

/** Send a press or a choice. */
function press(message, component, values) {
  if (values) {
    if (!choices.has(message.id)) choices.set(message.id, new Map());
    choices.get(message.id).set(component.custom_id, values);
  }
  start(
    "component",
    {
      channel_id: message.channel_id,
      message_id: message.id,
      custom_id: component.custom_id,
      component_type: component.type,
      values: values ?? [],
    },
    { messageId: message.id, customId: component.custom_id },
  );
}

function failure(entry) {
  return h(
    "p",
    { class: "failure", role: "alert", data: { testid: "interaction-failed" } },
    icon("warn"),
    h("span", { text: entry.error }),
    iconButton("close", "Dismiss this notice", {
      class: "is-small",
      onclick: () => forget(entry.nonce),
    }),
  );
}

function edited(message) {
  return message.edited_timestamp && !(message.flags & FLAG_LOADING)
    ? h("span", {
        class: "edited",
        text: "(edited)",
        title: new Date(message.edited_timestamp).toLocaleString("en-GB"),
      })
    : null;
}

function content(message) {
  const node = markdown(message.content, "markdown message-content");
  const mark = edited(message);
  if (mark) {
    const last = node.lastElementChild;
    (last?.tagName === "P" ? last : node).append(" ", mark);
  }
  return node;
}

function body(message, presses) {
  const layout = Boolean(message.flags & FLAG_COMPONENTS_V2);
  if (message.flags & FLAG_LOADING && !message.content && !message.components?.length)
    return [thinking(message)];
  const context = {
    message,
    busy: new Set(
      presses.filter((entry) => entry.state === "pending").map((entry) => entry.customId),
    ),
    chosen: choices.get(message.id) ?? new Map(),
    press: (component, values) => press(message, component, values),
  };
  return [
    !layout && message.content && content(message),
    !layout && attachmentList(message.attachments ?? []),
    message.components?.length > 0 && componentList(message.components, context),
    (layout || !message.content) && edited(message),
  ];
}

function ephemeralNote(message) {
  return h(
    "p",
    { class: "ephemeral-note" },
    icon("eye"),
    "Only you can see this ",
    h("button", {
      type: "button",
      class: "link-button",
      text: "Dismiss message",
      data: { testid: "dismiss" },
      onclick: () => dismiss(message),
    }),
  );
}

function appChoice(command, targetId) {
  return h("button", {
    type: "button",
    class: "panel-action",
    text: command.name,
    data: { testid: "app-command" },
    onclick: () => {
      closePopover();
      start(
        "command",
        { channel_id: state.current, id: command.id, target_id: targetId },
        { label: command.name, spoken: true },
      );
    },
  });
}

/** The menu of a message: the bot's commands about it, and about whoever wrote it. */
function openApps(anchor, message) {
  const user = author(message);
  const panel = h(
    "div",
    { class: "member-panel", role: "dialog", data: { testid: "apps" } },
    h("p", { class: "panel-hint", text: "This message" }),
    messageCommands().map((command) => appChoice(command, message.id)),
    user.id !== state.bot.id && [
      h("p", { class: "panel-hint", text: displayName(user) }),
      memberCommands().map((command) => appChoice(command, user.id)),
    ],
  );
  openPopover(anchor, panel, { label: "Apps" });
  panel.querySelector("button")?.focus();
}

function tools(message) {
  const apps = messageCommands().length > 0;
  if (!apps && !state.canSwitch) return null;
  return h(
    "div",
    { class: "message-tools" },
    apps &&
      iconButton("more", "Apps for this message", {
        data: { testid: "message-apps" },
        onclick: (event) => openApps(event.currentTarget, message),
      }),
    state.canSwitch &&
      iconButton("trash", "Delete this message", {
        data: { testid: "delete-message" },
        onclick: () => emit("delete-message", message),
      }),
  );
}

/**
 * The list item of a message.
 * @param {object} message a Discord message
 * @param {object|undefined} previous the message before it, which it may continue without a head
 */
export function messageItem(message, previous) {
  const ephemeral = Boolean(message.flags & FLAG_EPHEMERAL);
  const item = h("li", {
    class: "message",
    data: { testid: "message", id: message.id, author: author(message).username ?? "" },
  });
  const continued = isContinued(message, previous);
  const presses = openPresses(message.id);
  const used = usedCommand(message);
  item.classList.toggle("is-continued", continued);
  item.classList.toggle("is-ephemeral", ephemeral);
  item.classList.toggle("is-bots", author(message).id === state.bot.id);
  item.classList.toggle(
    "is-for-me",
    !ephemeral && (message.mentions ?? []).some((user) => user.id === state.me.id),
  );
  if (ephemeral) item.dataset.ephemeral = "true";
  append(item, [
    used && commandLine(used),
    message.message_reference && replyLine(message),
    h(
      "div",
      { class: "message-row" },
      continued
        ? h("span", { class: "message-side" }, messageTime(message.timestamp, { short: true }))
        : avatar(author(message)),
      h(
        "div",
        { class: "message-main" },
        continued
          ? h("span", { class: "visually-hidden", text: displayName(author(message)) })
          : head(message),
        body(message, presses),
        presses.filter((entry) => entry.state === "failed").map(failure),
        ephemeral && ephemeralNote(message),
      ),
    ),
    !ephemeral && tools(message),
  ]);
  return item;
}

/** The place of a command whose answer has not come yet, or never will. */
export function waitingItem(entry) {
  const failed = entry.state === "failed";
  return h(
    "li",
    {
      class: failed ? "message is-waiting is-failed" : "message is-waiting",
      data: { testid: "pending-command", state: entry.state },
    },
    commandLine({ user: state.me, name: entry.label, spoken: entry.spoken }),
    h(
      "div",
      { class: "message-row" },
      avatar(state.bot),
      h(
        "div",
        { class: "message-main" },
        h(
          "p",
          { class: "message-head" },
          h("span", { class: "author is-bot", text: displayName(state.bot) }),
          h("span", { class: "tag", text: "APP" }),
        ),
        failed
          ? failure(entry)
          : h(
              "p",
              { class: "thinking" },
              h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
              entry.state === "deferred"
                ? `${displayName(state.bot)} is thinking…`
                : "Sending command…",
            ),
      ),
    ),
  );
}
