/** Faces of members, and the host's list for playing each of them. */

import { h, icon, iconButton } from "./dom.js";
import { askText, copyText } from "./dialogs.js";
import { closePopover, openPopover } from "./popover.js";
import { displayName, emit, state } from "./store.js";

const COATS = 10;

function hash(text) {
  let value = 7;
  for (const char of String(text)) value = (value * 31 + char.codePointAt(0)) >>> 0;
  return value;
}

/** A member's round picture: a crown for the bot; for others, two colours and their initial. */
export function avatar(user, size = "") {
  const isBot = user?.bot || user?.id === state.bot.id;
  const node = h("span", { class: `avatar ${size}`.trim(), "aria-hidden": "true" });
  if (isBot) {
    node.classList.add("is-bot");
    node.append(icon("crown"));
    return node;
  }
  node.dataset.coat = String(hash(user?.id ?? "") % COATS);
  node.textContent = [...displayName(user)][0]?.toUpperCase() ?? "?";
  return node;
}

function memberRow(member) {
  const mine = member.id === state.me.id;
  const row = h(
    "li",
    { class: "member-row" },
    h(
      "button",
      {
        type: "button",
        class: "member",
        "aria-current": mine ? "true" : undefined,
        data: { testid: `member-${member.username}` },
        onclick: () => {
          closePopover();
          if (!mine) emit("be", member.id);
        },
      },
      avatar(member),
      h(
        "span",
        { class: "member-name" },
        displayName(member),
        h("small", { text: `@${member.username}` }),
      ),
      mine && icon("check"),
    ),
  );
  if (member.link) {
    const address = new URL(member.link, location.href).href;
    row.append(
      iconButton("link", `Copy the link for ${displayName(member)}`, {
        data: { testid: `copy-link-${member.username}` },
        onclick: () => {
          closePopover();
          copyText(address, `Link for ${displayName(member)} copied`);
        },
      }),
    );
  }
  return row;
}

/** Open the member list at `anchor`. */
export function openMembers(anchor) {
  const panel = h(
    "div",
    { class: "member-panel", role: "dialog", data: { testid: "member-list" } },
    h("p", {
      class: "panel-hint",
      text: "Play as anybody at this table. Each link lets a friend in as one member only.",
    }),
    h("ul", { class: "member-list" }, state.members.map(memberRow)),
    h(
      "button",
      {
        type: "button",
        class: "panel-action",
        data: { testid: "add-member" },
        onclick: () => {
          closePopover();
          askText({
            title: "Add a member",
            label: "Name",
            placeholder: "Margaret",
            action: "Add",
            maxLength: 32,
            testid: "new-member",
            onDone: (name) => emit("new-member", name),
          });
        },
      },
      icon("plus"),
      "Add a member",
    ),
  );
  openPopover(anchor, panel, { label: "Members" });
  panel.querySelector("[aria-current]")?.focus();
}
