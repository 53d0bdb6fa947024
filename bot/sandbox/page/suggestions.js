/** The list above the composer: commands, choices, people. The text field keeps the focus. */

import { h, uid } from "./dom.js";

const heading = (item) =>
  item.heading
    ? [h("li", { class: "option-heading", role: "presentation", text: item.heading })]
    : [];

export class Suggestions {
  /** @param {HTMLElement} host the element above which the list opens */
  constructor(host) {
    this.list = h("ul", { class: "option-list", role: "listbox", id: uid("suggest") });
    this.title = h("p", { class: "suggestions-title" });
    this.node = h(
      "div",
      { class: "suggestions", hidden: true, data: { testid: "suggestions" } },
      this.title,
      this.list,
    );
    // Pressing an option must not take the focus (and the phone's keyboard) from the field.
    this.node.addEventListener("pointerdown", (event) => event.preventDefault());
    this.items = [];
    this.active = -1;
    this.input = null;
    host.append(this.node);
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /**
   * Show items for a text field.
   * @param {HTMLElement} input the field that owns the list
   * @param {{label: string, description?: string, note?: string, sign?: Node, heading?: string,
   *   testid?: string}[]} items an item with a heading begins a part of the list
   * @param {{title: string, empty?: string, active?: number, onPick: (item: object) => void}} options
   */
  show(input, items, { title, empty, active = 0, onPick }) {
    if (this.input && this.input !== input) this.release();
    this.input = input;
    this.items = items;
    this.onPick = onPick;
    this.active = items.length ? Math.min(active, items.length - 1) : -1;
    this.title.textContent = title;
    this.list.setAttribute("aria-label", title);
    this.list.replaceChildren(
      ...items.flatMap((item, index) => [...heading(item), this.option(item, index)]),
    );
    if (!items.length && empty) this.list.append(h("li", { class: "option-none", text: empty }));
    const open = items.length > 0 || Boolean(empty);
    this.node.hidden = !open;
    input.setAttribute("aria-controls", this.list.id);
    this.tellExpanded(open);
    this.list.scrollTop = 0;
    this.mark();
  }

  option(item, index) {
    return h(
      "li",
      {
        class: "option",
        role: "option",
        id: `${this.list.id}-${index}`,
        "aria-selected": "false",
        data: { testid: item.testid ?? "suggestion" },
        onclick: () => this.pick(index),
      },
      item.sign,
      h(
        "span",
        { class: "option-text" },
        h("span", { text: item.label }),
        item.description && h("small", { text: item.description }),
      ),
      item.note && h("span", { class: "option-note", text: item.note }),
    );
  }

  mark() {
    this.list.querySelectorAll("[role=option]").forEach((node, index) => {
      const active = index === this.active;
      node.classList.toggle("is-active", active);
      node.setAttribute("aria-selected", String(active));
      if (active) {
        this.input.setAttribute("aria-activedescendant", node.id);
        node.scrollIntoView({ block: "nearest" });
      }
    });
    if (this.active < 0) this.input?.removeAttribute("aria-activedescendant");
  }

  /** Move the highlight; it wraps around. */
  move(delta) {
    const count = this.items.length;
    if (!count) return;
    this.active =
      this.active < 0 ? (delta > 0 ? 0 : count - 1) : (this.active + delta + count) % count;
    this.mark();
  }

  pick(index) {
    const item = this.items[index];
    const onPick = this.onPick;
    this.hide();
    if (item) onPick(item);
  }

  /** Take the highlighted item. Returns false if there is none. */
  accept() {
    if (!this.isOpen || this.active < 0) return false;
    this.pick(this.active);
    return true;
  }

  /** Only a combobox may say whether it is expanded; the message box is a plain text box. */
  tellExpanded(open) {
    if (this.input?.getAttribute("role") === "combobox")
      this.input.setAttribute("aria-expanded", String(open));
  }

  release() {
    this.tellExpanded(false);
    this.input?.removeAttribute("aria-activedescendant");
    this.input = null;
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.active = -1;
    this.release();
  }
}
