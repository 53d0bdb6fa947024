/** What the member has started and the bot has not finished: commands, presses, forms. */

import { newNonce } from "./dom.js";
import { emit, messagesOf, on, state } from "./store.js";

/**
 * nonce → {nonce, kind, state, channelId, afterId?, messageId?, customId?, label?, spoken?, error?,
 * onChange?}.
 * `afterId` is the last message of the channel at that time: a notice of failure stays after it.
 */
const running = new Map();
let sendFrame = () => false;

const NO_ANSWER = "The application did not respond";
const NOT_CONNECTED = "Not connected just now. Please try again in a moment.";

/** Let interactions leave through `send(op, data)`. */
export function connectInteractions(send) {
  sendFrame = send;
}

/**
 * Send an interaction to the server.
 * @param {string} op command, component or modal
 * @param {object} data the frame without its nonce
 * @param {object} about what the page remembers of it: label, spoken, messageId, customId, onChange
 */
export function start(op, data, about = {}) {
  const nonce = newNonce();
  const entry = { nonce, kind: op, state: "pending", channelId: data.channel_id, ...about };
  entry.afterId = messagesOf(entry.channelId).at(-1)?.id;
  running.set(nonce, entry);
  if (!sendFrame(op, { nonce, ...data })) {
    change(entry, "failed", NOT_CONNECTED);
    return entry;
  }
  emit("interaction", entry);
  return entry;
}

function change(entry, newState, error) {
  entry.state = newState;
  entry.error = error;
  // Notices of failed commands and presses stay until dismissed; forms show their own.
  if (newState === "done" || (newState === "failed" && entry.onChange)) running.delete(entry.nonce);
  entry.onChange?.(entry);
  emit("interaction", entry);
}

/** Handle INTERACTION frames; `message` says why one failed. Returns whether it was one of ours. */
export function takeInteraction({ nonce, state: newState, message }) {
  const entry = running.get(nonce);
  if (!entry) return false;
  const text = (typeof message === "string" && message) || NO_ANSWER;
  change(entry, newState, newState === "failed" ? text : undefined);
  return true;
}

/** A modal that answers an interaction ends the wait for an answer. */
export function settle(nonce) {
  const entry = running.get(nonce);
  if (entry) change(entry, "done");
  return entry;
}

/** Forget a failed interaction (the reader has seen the notice). */
export function forget(nonce) {
  const entry = running.get(nonce);
  running.delete(nonce);
  if (entry) emit("interaction", { ...entry, state: "done" });
}

/** A channel's commands that are waiting or have failed, oldest first. */
export function openCommands(channelId) {
  return [...running.values()].filter(
    (entry) => entry.kind === "command" && entry.channelId === channelId,
  );
}

/** Presses on one message that are waiting or have failed. */
export function openPresses(messageId) {
  return [...running.values()].filter(
    (entry) => entry.kind === "component" && entry.messageId === messageId,
  );
}

// A dropped connection takes the answers to open interactions with it.
on("status", () => {
  if (state.status !== "lost") return;
  for (const entry of [...running.values()]) {
    if (entry.state !== "failed")
      change(entry, "failed", "The connection dropped before an answer came");
  }
});
on("me", () => {
  for (const entry of [...running.values()]) {
    if (!entry.onChange) running.delete(entry.nonce);
  }
});
