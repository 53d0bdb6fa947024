/** Select menus: a button that opens a list, for messages and for modals. */

import { append, emojiNode, h, icon, isNarrow, uid } from "./dom.js";
import { closePopover, openPopover } from "./popover.js";
import { channelName, displayName, isDirect, isThread, knownUsers, state } from "./store.js";

const SEARCH_FROM = 9;

export const SELECT = 3;

const userItem = (user) => ({
  value: user.id,
  label: displayName(user),
  description: `@${user.username}`,
});
const channelItem = (channel) => ({
  value: channel.id,
  label: `${isThread(channel) ? "› " : "#"}${channelName(channel)}`,
});

/** Roles of the guild, @everyone among them. */
export function roleItems() {
  return state.guild.roles.map((role) => ({
    value: role.id,
    label: role.name.startsWith("@") ? role.name : `@${role.name}`,
  }));
}

export const userItems = () => knownUsers().map(userItem);

/** Channels of the guild, perhaps only of some types. */
export function channelItems(types) {
  return [...state.channels.values()]
    .filter((channel) => !isDirect(channel) && (!types?.length || types.includes(channel.type)))
    .map(channelItem);
}

/** The values a select component starts with. */
export function defaultsOf(component) {
  return component.options.filter((option) => option.default).map((option) => option.value);
}

class ListPanel {
  constructor({ items, chosen, min, max, label, onDone }) {
    Object.assign(this, { items, min, max, label, onDone });
    this.multi = max > 1;
    this.chosen = new Set(chosen);
    this.active = Math.max(
      0,
      items.findIndex((item) => this.chosen.has(item.value)),
    );
    this.shown = items;
    this.list = h("ul", {
      class: "option-list",
      role: "listbox",
      id: uid("list"),
      tabindex: "0",
      "aria-label": label,
      "aria-multiselectable": this.multi ? "true" : undefined,
    });
    this.panel = h("div", { class: "select-panel", data: { testid: "select-list" } });
    if (items.length >= SEARCH_FROM) this.panel.append(this.searchBox());
    this.panel.append(this.list);
    if (this.multi) this.panel.append(this.footer());
    this.panel.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  searchBox() {
    this.search = h("input", {
      type: "search",
      class: "text-input select-search",
      placeholder: "Search",
      "aria-label": `Search: ${this.label}`,
      role: "combobox",
      "aria-expanded": "true",
      "aria-controls": this.list.id,
      data: { testid: "select-search" },
      oninput: () => {
        const wanted = this.search.value.trim().toLowerCase();
        this.shown = this.items.filter((item) =>
          `${item.label} ${item.description ?? ""}`.toLowerCase().includes(wanted),
        );
        this.active = 0;
        this.draw();
      },
    });
    return this.search;
  }

  footer() {
    this.count = h("span", { class: "select-count", "aria-live": "polite" });
    this.confirm = h("button", {
      type: "button",
      class: "button is-primary",
      text: "Confirm",
      data: { testid: "select-confirm" },
      onclick: () => this.done(),
    });
    return h("div", { class: "select-footer" }, this.count, this.confirm);
  }

  focus() {
    // On a phone the search box would raise the keyboard over the list, so the list comes first.
    (this.search && !isNarrow() ? this.search : this.list).focus({ preventScroll: true });
    this.markActive();
  }

  option(item, index) {
    return h(
      "li",
      {
        class: "option",
        role: "option",
        id: `${this.list.id}-${index}`,
        "aria-selected": String(this.chosen.has(item.value)),
        data: { testid: "select-option", value: item.value },
        onclick: () => this.toggle(item),
      },
      this.multi && h("span", { class: "tick" }, icon("check")),
      item.emoji &&
        h("span", { class: "option-emoji", "aria-hidden": "true" }, emojiNode(item.emoji)),
      h(
        "span",
        { class: "option-text" },
        h("span", { text: item.label }),
        item.description && h("small", { text: item.description }),
      ),
      !this.multi && this.chosen.has(item.value) && icon("check", "option-check"),
    );
  }

  draw() {
    this.list.replaceChildren(...this.shown.map((item, index) => this.option(item, index)));
    if (!this.shown.length)
      append(this.list, h("li", { class: "option-none", text: "Nothing found" }));
    if (!this.multi && this.min === 0 && this.chosen.size) {
      append(
        this.list,
        h("li", {
          class: "option is-clear",
          role: "option",
          "aria-selected": "false",
          text: "Clear the choice",
          onclick: () => this.onDone([]),
        }),
      );
    }
    if (this.multi) {
      const range = this.min === this.max ? `${this.max}` : `${this.min}–${this.max}`;
      this.count.textContent = `${this.chosen.size} chosen (${range})`;
      this.confirm.disabled = this.chosen.size < this.min || this.chosen.size > this.max;
    }
    this.markActive();
  }

  markActive() {
    const options = this.list.querySelectorAll("[role=option]");
    options.forEach((node, index) => node.classList.toggle("is-active", index === this.active));
    const node = options[this.active];
    for (const owner of [this.list, this.search]) {
      if (node?.id) owner?.setAttribute("aria-activedescendant", node.id);
      else owner?.removeAttribute("aria-activedescendant");
    }
    node?.scrollIntoView({ block: "nearest" });
  }

  toggle(item) {
    if (!this.multi) return this.onDone([item.value]);
    if (this.chosen.has(item.value)) this.chosen.delete(item.value);
    else if (this.chosen.size < this.max) this.chosen.add(item.value);
    else return this.count.classList.add("is-full");
    this.count.classList.remove("is-full");
    this.active = this.shown.indexOf(item);
    return this.draw();
  }

  done() {
    const order = this.items.map((item) => item.value);
    this.onDone([...this.chosen].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  }

  key(event) {
    const last = this.list.querySelectorAll("[role=option]").length - 1;
    const moves = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: last };
    if (
      event.key in moves &&
      !(event.target === this.search && ["Home", "End"].includes(event.key))
    ) {
      event.preventDefault();
      this.active = Math.max(0, Math.min(last, moves[event.key]));
      this.markActive();
    } else if (event.key === "Enter" || (event.key === " " && event.target === this.list)) {
      if (event.target === this.confirm) return;
      event.preventDefault();
      this.list.querySelectorAll("[role=option]")[this.active]?.click();
    } else if (
      event.key === "Tab" &&
      !this.multi &&
      !event.shiftKey &&
      event.target === this.list
    ) {
      closePopover();
    }
  }
}

/**
 * A select menu.
 * @param {object} component the Discord select component
 * @param {{chosen?: string[], label?: string, id?: string, busy?: boolean, onDone: (values: string[]) => void}} options
 *   `onDone` gets the values each time a choice is completed
 */
export function selectMenu(component, { chosen, label, id, busy = false, onDone }) {
  let values = chosen ?? defaultsOf(component);
  const name = label ?? component.placeholder ?? "Make a choice";
  const button = h("button", {
    type: "button",
    id,
    class: busy ? "select is-busy" : "select",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    disabled: component.disabled || busy,
    data: { testid: "select", customId: component.custom_id },
  });
  const draw = () => {
    const items = component.options;
    const picked = items.filter((item) => values.includes(item.value));
    const text = picked.map((item) => item.label).join(", ");
    const shown = picked.flatMap((item, index) => [
      index ? ", " : "",
      item.emoji && [emojiNode(item.emoji), " "],
      item.label,
    ]);
    button.setAttribute("aria-label", text ? `${name}: ${text}` : name);
    button.replaceChildren(
      h(
        "span",
        { class: text ? "select-text" : "select-text is-empty" },
        text ? shown : component.placeholder || "Make a choice",
      ),
      icon("chevron"),
    );
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-expanded") === "true") return closePopover();
    const items = component.options;
    const list = new ListPanel({
      items,
      chosen: values,
      min: component.min_values ?? 1,
      max: Math.min(component.max_values ?? 1, Math.max(items.length, 1)),
      label: name,
      onDone: (picked) => {
        closePopover();
        values = picked;
        draw();
        onDone(picked);
      },
    });
    openPopover(button, list.panel, { label: name });
    return list.focus();
  });
  draw();
  return button;
}
