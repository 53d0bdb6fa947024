/**
 * Commands as the bot registered them; those of messages and members are only listed.
 * Slash commands are flattened, searched, and put back together.
 */

import { isDirect, state } from "./store.js";

const CHAT_COMMAND = 1;
const USER_COMMAND = 2;
const MESSAGE_COMMAND = 3;
const SUB_COMMAND = 1;
const SUB_GROUP = 2;
const BOT_DM_CONTEXT = 1;

/**
 * One command that can be sent.
 * @typedef {object} FlatCommand
 * @property {string} id the id of the registered (top-level) command
 * @property {string} root its name
 * @property {string} name the full name, such as "game new"
 * @property {{name: string, type: number}[]} path the sub-command levels below the root
 * @property {string} description
 * @property {object[]} options value options, required ones first
 */

function worksIn(command, channel) {
  if (!channel || !isDirect(channel)) return true;
  if (Array.isArray(command.contexts)) return command.contexts.includes(BOT_DM_CONTEXT);
  return command.dm_permission !== false;
}

function expand(command, options, path, description) {
  const subs = (options ?? []).filter(
    (option) => option.type === SUB_COMMAND || option.type === SUB_GROUP,
  );
  if (subs.length) {
    return subs.flatMap((sub) =>
      expand(command, sub.options, [...path, { name: sub.name, type: sub.type }], sub.description),
    );
  }
  const sorted = [...(options ?? [])].sort(
    (a, b) => Number(Boolean(b.required)) - Number(Boolean(a.required)),
  );
  return [
    {
      id: command.id,
      root: command.name,
      name: [command.name, ...path.map((step) => step.name)].join(" "),
      path,
      description,
      options: sorted,
    },
  ];
}

/** Every command the member may type in the open channel. */
export function flatCommands() {
  const channel = state.channels.get(state.current);
  return state.commands
    .filter(
      (command) => (command.type ?? CHAT_COMMAND) === CHAT_COMMAND && worksIn(command, channel),
    )
    .flatMap((command) => expand(command, command.options, [], command.description));
}

const aimed = (kind) =>
  state.commands.filter(
    (command) => command.type === kind && worksIn(command, state.channels.get(state.current)),
  );

/** The commands in the menu of every message. */
export const messageCommands = () => aimed(MESSAGE_COMMAND);

/** The commands in the menu of every member. */
export const memberCommands = () => aimed(USER_COMMAND);

function rank(command, wanted) {
  const words = wanted.split(/\s+/).filter(Boolean);
  if (command.name.startsWith(wanted)) return 0;
  if (words.every((word) => command.name.split(" ").some((part) => part.startsWith(word))))
    return 1;
  if (words.every((word) => command.name.includes(word))) return 2;
  if (words.every((word) => `${command.name} ${command.description}`.toLowerCase().includes(word)))
    return 3;
  return -1;
}

/** The commands that fit what was typed after the slash, best first. */
export function searchCommands(text) {
  const wanted = text.trim().toLowerCase();
  return flatCommands()
    .map((command) => ({ command, score: rank(command, wanted) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => a.score - b.score || a.command.name.localeCompare(b.command.name))
    .map(({ command }) => command);
}

/** Discord's option objects for a flat command: sub-command levels around the values. */
export function nestOptions(command, values) {
  return [...command.path]
    .reverse()
    .reduce((inner, step) => [{ name: step.name, type: step.type, options: inner }], values);
}
