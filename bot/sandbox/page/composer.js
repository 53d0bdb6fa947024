/** The box at the bottom: plain messages, or a slash command with its options. */

import { CommandForm } from "./commandform.js";
import { flatCommands, nestOptions, searchCommands } from "./commands.js";
import { h, icon, iconButton } from "./dom.js";
import { start } from "./interactions.js";
import { avatar } from "./people.js";
import { channelName, displayName, isDirect, isThread, on, state } from "./store.js";
import { Suggestions } from "./suggestions.js";
import { byTopic } from "./topics.js";
import { toast } from "./dialogs.js";

const LONGEST_MESSAGE = 2000;

const form = document.getElementById("composer");
const drafts = new Map();
let send = () => false;
let suggestions = null;
let commandForm = null;
let shownChannel = null;

const input = h("textarea", {
  id: "composer-input",
  class: "composer-input",
  rows: "1",
  maxlength: LONGEST_MESSAGE,
  enterkeyhint: "send",
  autocapitalize: "sentences",
  "aria-autocomplete": "list",
  data: { testid: "composer" },
});
const slashButton = iconButton("slash", "Commands", {
  class: "slash-button",
  data: { testid: "commands-button" },
  onclick: () => showCommands(),
});
const sendButton = h(
  "button",
  {
    type: "submit",
    class: "icon-button send-button",
    "aria-label": "Send",
    title: "Send",
    data: { testid: "send" },
  },
  icon("send"),
);
const slot = h("div", { class: "composer-slot" }, slashButton, input);
const offline = h("p", {
  class: "offline-note",
  hidden: true,
  data: { testid: "bot-offline-note" },
});

function fitHeight() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 180)}px`;
}

function setText(text) {
  input.value = text;
  fitHeight();
}

function commandItem(command) {
  return {
    command,
    label: `/${command.name}`,
    description: command.description,
    note: command.options
      .filter((option) => option.required)
      .map((option) => option.name)
      .join(" "),
    sign: avatar(state.bot, "is-small"),
    testid: "command-suggestion",
  };
}

/** All commands under the headings of their topics, for anybody who has typed nothing yet. */
function topicItems(commands) {
  return byTopic(commands).flatMap(({ title, commands: members }) =>
    members.map((command, index) => ({
      ...commandItem(command),
      heading: index === 0 ? title : undefined,
    })),
  );
}

/** The command in a line that was pasted whole, with its options by name. */
function wholeLine(text) {
  const [longest] = flatCommands()
    .filter((command) => text.toLowerCase().startsWith(`${command.name} `))
    .sort((a, b) => b.name.length - a.name.length);
  return longest && text.slice(longest.name.length).includes(":") ? longest : null;
}

/** While the text is a slash and a name: offer commands, or take the one that is spelt out. */
function offerCommands() {
  const text = input.value;
  if (!text.startsWith("/") || text.includes("\n")) {
    suggestions.hide();
    return;
  }
  const wanted = text.slice(1);
  const whole = wholeLine(wanted);
  if (whole) {
    useCommand(whole);
    return commandForm.fill(wanted.slice(whole.name.length + 1));
  }
  const found = searchCommands(wanted);
  if (wanted.endsWith(" ")) {
    const name = wanted.trim().toLowerCase();
    const exact = found.find((command) => command.name === name);
    if (exact && !found.some((command) => command.name.startsWith(`${name} `)))
      return useCommand(exact);
  }
  const items = wanted.trim() ? found.map(commandItem) : topicItems(found);
  suggestions.show(input, items, {
    title: wanted.trim() ? `Commands like /${wanted.trim()}` : "Commands",
    empty: state.commands.length
      ? "No such command"
      : "The bot has not registered any commands yet",
    onPick: (item) => useCommand(item.command),
  });
}

/** Open the command list with an empty slash. */
export function showCommands() {
  leaveCommand();
  if (!input.value.startsWith("/")) {
    if (input.value) drafts.set(state.current, input.value);
    setText("/");
  }
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  offerCommands();
}

function leaveCommand() {
  if (!commandForm) return;
  commandForm = null;
  suggestions.hide();
  slot.replaceChildren(slashButton, input);
  form.classList.remove("is-command");
  setText("");
}

/** Begin to fill in a command. */
function useCommand(command) {
  suggestions.hide();
  setText("");
  commandForm = new CommandForm(command, {
    suggestions,
    send,
    channelId: () => state.current,
    submit: sendCommand,
    cancel: () => {
      leaveCommand();
      input.focus();
    },
  });
  slot.replaceChildren(commandForm.node);
  form.classList.add("is-command");
  commandForm.focus();
}

/** Begin the command that a mention names, if the bot still has it. */
export function useCommandNamed(name) {
  const command = flatCommands().find((known) => known.name === name);
  if (command) useCommand(command);
  else toast(`There is no command /${name} here.`, "error");
}

/** Send the command that a button of the page names, as it stands. */
export function runCommandNamed(name) {
  const command = flatCommands().find((known) => known.name === name);
  if (!command) toast(`There is no command /${name} here.`, "error");
  else startCommand(command, nestOptions(command, []));
}

function sendCommand(command, options) {
  if (state.status !== "open") {
    toast("Not connected just now. Your command stays in the box.", "error");
    return;
  }
  startCommand(command, options);
  leaveCommand();
  input.focus();
}

function startCommand(command, options) {
  start(
    "command",
    { channel_id: state.current, id: command.id, options },
    { label: command.name },
  );
}

function sendText() {
  const content = input.value.trim();
  if (!content || !state.current) return;
  if (content.startsWith("/")) {
    const [best] = searchCommands(content.slice(1));
    if (best) return useCommand(best);
  }
  if (!send("send", { channel_id: state.current, content })) {
    toast("Not connected just now. Your words stay in the box.", "error");
    return;
  }
  drafts.delete(state.current);
  setText("");
}

function key(event) {
  if (event.isComposing) return;
  if (suggestions.isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    suggestions.move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape" && suggestions.isOpen) {
    event.preventDefault();
    suggestions.hide();
  } else if (event.key === "Tab" && !event.shiftKey && suggestions.isOpen) {
    if (suggestions.accept()) event.preventDefault();
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (!suggestions.accept()) sendText();
  }
}

function drawPlace() {
  const channel = state.channels.get(state.current);
  const name = channel ? channelName(channel) : "";
  const place = !channel
    ? ""
    : isDirect(channel)
      ? `@${name}`
      : isThread(channel)
        ? name
        : `#${name}`;
  const shut = channel?.thread_metadata;
  if (shut?.locked) input.placeholder = `${place} is locked`;
  else if (shut?.archived) input.placeholder = `Message ${place} to open it again`;
  else input.placeholder = place ? `Message ${place}` : "No channel is open";
  input.setAttribute("aria-label", input.placeholder);
  input.disabled = !channel;
  if (shownChannel === state.current) return;
  leaveCommand();
  suggestions.hide();
  if (shownChannel && input.value && !input.value.startsWith("/"))
    drafts.set(shownChannel, input.value);
  setText(drafts.get(state.current) ?? "");
  shownChannel = state.current;
}

function drawBot() {
  offline.hidden = !state.me || state.bot.online;
  offline.textContent = `${displayName(state.bot)} is away. Commands and buttons will work again when it is back.`;
}

/** Build the composer; frames leave through `sendFrame(op, data)`. */
export function startComposer(sendFrame) {
  send = sendFrame;
  suggestions = new Suggestions(form);
  form.append(offline, h("div", { class: "composer-box" }, slot, sendButton));
  input.addEventListener("input", () => {
    fitHeight();
    offerCommands();
  });
  input.addEventListener("keydown", key);
  input.addEventListener("blur", () => suggestions.input === input && suggestions.hide());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (commandForm) commandForm.submit();
    else sendText();
  });
  on("channel", drawPlace);
  on("channels", drawPlace);
  on("me", drawBot);
  on("bot", drawBot);
}
