/**
 * What the page knows of the world: members, channels, messages, commands.
 * Frames from the server change it; the views listen for events.
 * Events: `me`, `channels`, `channel` (another one was opened), `history`, `commands`, `bot`,
 * `activity`, `unread`, `status`, and `message` {kind, message}.
 */

export const TEXT_CHANNEL = 0;
const DM_CHANNEL = 1;
const FORUM_CHANNEL = 15;
const THREAD_TYPES = new Set([10, 11, 12]);

export const FLAG_EPHEMERAL = 64;
export const FLAG_LOADING = 128;
export const FLAG_COMPONENTS_V2 = 32768;

export const state = {
  me: null,
  members: [],
  canSwitch: false,
  guild: { id: "0", name: "", roles: [] },
  channels: new Map(),
  commands: [],
  bot: { id: "0", username: "Bot", online: false },
  /** Whether the bot has a page of its own to show beside the chat. */
  activity: false,
  dmsOpen: true,
  unread: new Map(),
  mentioned: new Set(),
  users: new Map(),
  current: null,
  messages: new Map(),
  status: "connecting",
};

const listeners = new Map();

/** Call `handler` whenever `event` happens. */
export function on(event, handler) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(handler);
}

/** Tell the views that `event` happened. */
export function emit(event, detail) {
  for (const handler of listeners.get(event) ?? []) handler(detail);
}

export const isThread = (channel) => THREAD_TYPES.has(channel.type);
export const isForum = (channel) => channel.type === FORUM_CHANNEL;
export const isDirect = (channel) => channel.type === DM_CHANNEL;

/** The name shown for a user object. */
export function displayName(user) {
  return user?.global_name || user?.username || "Unknown member";
}

/** A user by id, or undefined if the page does not know them. */
export function userById(id) {
  return state.users.get(String(id));
}

/** The other side of a direct-message channel. */
export function recipientOf(channel) {
  const other = (channel.recipients ?? []).find((user) => user.id !== state.me?.id);
  return other ?? state.bot;
}

/** The name of a channel, without a "#". */
export function channelName(channel) {
  return isDirect(channel) ? displayName(recipientOf(channel)) : channel.name;
}

/** Everybody a user option or select may name, the bot last. */
export function knownUsers() {
  const people = [...state.users.values()].filter((user) => user.id !== state.bot.id);
  people.sort((a, b) => displayName(a).localeCompare(displayName(b)));
  return [...people, ...(state.users.has(state.bot.id) ? [state.users.get(state.bot.id)] : [])];
}

/** Ids are numbers too large for a double: the longer one is later; otherwise the digits decide. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function remember(user) {
  if (user?.id) state.users.set(user.id, { ...state.users.get(user.id), ...user });
}

function meetPeople(message) {
  remember(message.author);
  for (const user of message.mentions ?? []) remember(user);
  remember(message.interaction_metadata?.user);
}

const storage = {
  read(key) {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null; // storage may be forbidden; the page then forgets on reload
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // as above
    }
  },
};

const dismissed = new Set(JSON.parse(storage.read("dismissed") ?? "[]"));

/** The member this tab plays, kept across reloads and reconnects. */
export function wantedMember() {
  return storage.read("member");
}

export function wantMember(id) {
  storage.write("member", id);
}

/** Hide an ephemeral message for good (in this tab). */
export function dismiss(message) {
  dismissed.add(message.id);
  storage.write("dismissed", JSON.stringify([...dismissed].slice(-400)));
  removeMessage(message.channel_id, message.id);
}

/** Take the server's hello: the whole world as one member sees it. */
export function takeHello(data) {
  const other = state.me?.id !== data.me.id;
  state.me = data.me;
  state.members = data.members ?? [data.me];
  state.canSwitch = Boolean(data.can_switch);
  state.guild = data.guild;
  state.commands = data.commands ?? [];
  state.bot = data.bot;
  state.dmsOpen = data.dms_open !== false;
  state.activity = Boolean(data.activity);
  state.channels = new Map(data.channels.map((channel) => [channel.id, channel]));
  state.unread = new Map(Object.entries(data.unread ?? {}).filter(([, count]) => count > 0));
  state.messages = new Map();
  if (other) {
    state.users = new Map();
    state.mentioned = new Set();
  }
  const known = [...(data.people ?? []), ...state.members, data.me, { bot: true, ...data.bot }];
  known.forEach(remember);
  for (const channel of data.channels) (channel.recipients ?? []).forEach(remember);
  wantMember(data.me.id);
  emit("me");
  emit("channels");
  emit("commands");
  emit("bot");
}

/** The sandbox's channel for playing in. */
const GAME_CHANNEL = "kingmaker";

/** The channel to show after a hello: this member's last one, or else the one to play in. */
export function startChannel() {
  const kept = storage.read(`channel:${state.me.id}`);
  for (const id of [state.current, kept]) {
    if (id && state.channels.has(id)) return id;
  }
  const texts = [...state.channels.values()].filter((channel) => channel.type === TEXT_CHANNEL);
  const playing = texts.find((channel) => channel.name === GAME_CHANNEL);
  return (playing ?? texts[0] ?? [...state.channels.values()][0])?.id ?? null;
}

/** Make a channel the open one. The event says how many messages were unread, and whether the channel has changed. */
export function setCurrent(id) {
  const detail = { unread: state.unread.get(id) ?? 0, fresh: id !== state.current };
  state.current = id;
  if (id) storage.write(`channel:${state.me.id}`, id);
  markRead(id);
  emit("channel", detail);
}

/** The reader has seen what is in a channel. */
export function markRead(id) {
  state.unread.delete(id);
  state.mentioned.delete(id);
  emit("unread");
}

export function takeChannel(channel) {
  state.channels.set(channel.id, { ...state.channels.get(channel.id), ...channel });
  (channel.recipients ?? []).forEach(remember);
  emit("channels");
}

/** A channel or thread is gone, or no longer open to us. */
export function dropChannel(id) {
  state.channels.delete(id);
  state.messages.delete(id);
  markRead(id);
  emit("channels");
}

export function takeHistory({ channel_id: channelId, messages }) {
  const kept = messages.filter((message) => !dismissed.has(message.id));
  kept.forEach(meetPeople);
  state.messages.set(channelId, kept);
  emit("history", channelId);
}

/** Messages of a channel, oldest first; empty until its history has come. */
export function messagesOf(channelId) {
  return state.messages.get(channelId) ?? [];
}

function isForMe(message) {
  return (
    (message.mentions ?? []).some((user) => user.id === state.me.id) ||
    isDirect(state.channels.get(message.channel_id) ?? {}) ||
    Boolean(message.flags & FLAG_EPHEMERAL)
  );
}

function countUnread(message) {
  const id = message.channel_id;
  if (id === state.current && document.visibilityState === "visible") return;
  if (message.author?.id === state.me.id) return;
  state.unread.set(id, (state.unread.get(id) ?? 0) + 1);
  if (isForMe(message)) state.mentioned.add(id);
  emit("unread");
}

/** A new or edited message. `fresh` is true for a new one. */
export function takeMessage(message, fresh) {
  if (dismissed.has(message.id)) return;
  const list = state.messages.get(message.channel_id);
  const index = list ? list.findIndex((known) => known.id === message.id) : -1;
  if (index >= 0) {
    list[index] = { ...list[index], ...message };
    meetPeople(list[index]);
    emit("message", { kind: "update", message: list[index] });
    return;
  }
  if (!message.author) return; // a partial edit of something we never had
  meetPeople(message);
  if (list) {
    const after = list.findIndex((known) => compareIds(known.id, message.id) > 0);
    list.splice(after < 0 ? list.length : after, 0, message);
    emit("message", { kind: "create", message });
  }
  if (fresh) countUnread(message);
}

export function removeMessage(channelId, id) {
  const list = state.messages.get(channelId);
  const index = list ? list.findIndex((known) => known.id === id) : -1;
  if (index < 0) return;
  const [message] = list.splice(index, 1);
  emit("message", { kind: "delete", message });
}

/** Somebody new; the host may switch to them too. */
export function takeMember({ user, member }) {
  remember(user);
  if (member) state.members.push(member);
  emit("channels");
}

/** A new or changed role. */
export function takeRole(role) {
  state.guild.roles = [...state.guild.roles.filter((known) => known.id !== role.id), role];
  emit("channels");
}

export function takeCommands(commands) {
  state.commands = commands;
  emit("commands");
}

export function takeBot(bot) {
  state.bot = { ...state.bot, ...bot };
  emit("bot");
}

export function takeActivity({ shown }) {
  state.activity = shown;
  emit("activity");
}

export function setStatus(status) {
  state.status = status;
  emit("status");
}

/** Unread messages in all channels, for the window's title. */
export function unreadTotal() {
  let sum = 0;
  for (const count of state.unread.values()) sum += count;
  return sum;
}
