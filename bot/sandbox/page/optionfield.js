/** One option of a slash command as a labelled field. */

import { h, iconButton, uid } from "./dom.js";
import { channelItems, roleItems, userItems } from "./picker.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const NUMBER = 10;

const DEBOUNCE_MS = 200;
const MOST_SHOWN = 25;

const PLACEHOLDERS = {
  [STRING]: "Text",
  [INTEGER]: "Whole number",
  [BOOLEAN]: "True or False",
  [USER]: "Member",
  [CHANNEL]: "Channel",
  [ROLE]: "Role",
  [NUMBER]: "Number",
};

const isNumeric = (option) => option.type === INTEGER || option.type === NUMBER;

/** The fixed choices of an option, or null if any value may be typed. */
function fixedItems(option) {
  switch (option.type) {
    case BOOLEAN:
      return [
        { value: true, label: "True" },
        { value: false, label: "False" },
      ];
    case USER:
      return userItems();
    case CHANNEL:
      return channelItems(option.channel_types);
    case ROLE:
      return roleItems();
    default:
      return option.choices?.length
        ? option.choices.map((choice) => ({ value: choice.value, label: choice.name }))
        : null;
  }
}

const plain = (text) =>
  String(text)
    .toLowerCase()
    .replace(/^[@#›/]\s*/, "")
    .trim();

function filterItems(items, text) {
  const wanted = plain(text);
  const starts = (item) => plain(item.label).startsWith(wanted);
  return items
    .filter((item) => `${plain(item.label)} ${plain(item.description ?? "")}`.includes(wanted))
    .sort((a, b) => Number(starts(b)) - Number(starts(a)));
}

function parseNumber(option, text) {
  const value = Number(text.replace(",", "."));
  if (!Number.isFinite(value) || (option.type === INTEGER && !Number.isInteger(value))) {
    return {
      error: option.type === INTEGER ? "Please enter a whole number." : "Please enter a number.",
    };
  }
  if (option.min_value !== undefined && value < option.min_value)
    return { error: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { error: `At most ${option.max_value}.` };
  return { value };
}

function parseText(option, text) {
  if (option.min_length && text.length < option.min_length)
    return { error: `At least ${option.min_length} characters.` };
  if (option.max_length && text.length > option.max_length)
    return { error: `At most ${option.max_length} characters.` };
  return { value: text };
}

export class OptionField {
  /**
   * @param {object} option the option as the bot registered it
   * @param {object} owner the form: `suggestions`, `lookUp(field, text, onChoices)`, `next(field)`,
   *   `remove(field)`, `changed()`, `spelled(field)`, `describe(field)`
   */
  constructor(option, owner) {
    this.option = option;
    this.owner = owner;
    this.picked = null;
    this.offered = [];
    this.timer = null;
    this.lists = Boolean(option.autocomplete || fixedItems(option));
    this.build();
  }

  build() {
    const { option } = this;
    const id = uid("option");
    this.hint = h("span", { class: "visually-hidden", id: `${id}-hint`, text: option.description });
    this.input = h("input", {
      id,
      type: "text",
      class: "option-input",
      placeholder: PLACEHOLDERS[option.type] ?? "Value",
      inputmode:
        isNumeric(option) && !this.lists
          ? option.type === INTEGER && !(option.min_value < 0)
            ? "numeric"
            : "decimal"
          : undefined,
      maxlength: option.type === STRING && !this.lists ? (option.max_length ?? 6000) : undefined,
      required: option.required,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "next",
      role: this.lists ? "combobox" : undefined,
      "aria-autocomplete": this.lists ? "list" : undefined,
      "aria-expanded": this.lists ? "false" : undefined,
      "aria-describedby": `${id}-hint`,
      data: { testid: `command-option-${option.name}` },
      oninput: () => this.typed(),
      onfocus: () => this.focused(),
      onclick: () => this.lists && !this.owner.suggestions.isOpen && this.offer(0, ""),
      onblur: () => this.left(),
    });
    this.node = h(
      "div",
      { class: option.required ? "option-field is-required" : "option-field" },
      h("label", { for: id, title: option.description }, option.name),
      this.input,
      this.hint,
      !option.required &&
        iconButton("close", `Remove ${option.name}`, {
          class: "is-small",
          onclick: () => this.owner.remove(this),
        }),
    );
  }

  focused() {
    this.owner.describe(this);
    if (this.lists && !this.picked) this.offer(0);
  }

  left() {
    clearTimeout(this.timer);
    if (this.owner.suggestions.input === this.input) this.owner.suggestions.hide();
    const found = this.picked ?? this.match();
    if (found && found !== this.picked) this.take(found);
  }

  typed() {
    this.picked = null;
    this.mark("");
    if (this.owner.spelled(this)) return;
    if (this.lists) this.offer(DEBOUNCE_MS);
    this.owner.changed();
  }

  /** Show what may be chosen for `text` (what is typed, unless told otherwise). */
  offer(delay, text = this.input.value) {
    const items = fixedItems(this.option);
    if (items && !this.option.autocomplete) {
      this.offered = items;
      this.showItems(filterItems(items, text));
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (document.activeElement !== this.input) return;
      this.node.classList.add("is-looking");
      this.owner.lookUp(this, this.input.value.trim(), (choices) => {
        this.node.classList.remove("is-looking");
        this.offered = choices.map((choice) => ({ value: choice.value, label: choice.name }));
        if (document.activeElement === this.input && !this.picked) this.showItems(this.offered);
      });
    }, delay);
  }

  showItems(items) {
    const eager = this.option.required || this.input.value.trim() !== "";
    this.owner.suggestions.show(this.input, items.slice(0, MOST_SHOWN), {
      title: `${this.option.name} · ${this.option.description}`,
      empty: this.option.autocomplete ? "No suggestions for this" : "Nothing found",
      active: eager ? 0 : -1,
      onPick: (item) => {
        this.take(item);
        this.owner.next(this);
      },
    });
  }

  take(item) {
    clearTimeout(this.timer);
    this.picked = item;
    this.input.value = item.label;
    this.mark("");
    this.owner.changed();
  }

  /** The offered item that the typed text names, if it names just one. */
  match() {
    const wanted = plain(this.input.value);
    if (!wanted) return null;
    const items = this.option.autocomplete ? this.offered : (fixedItems(this.option) ?? []);
    const exact = items.find(
      (item) => plain(item.label) === wanted || String(item.value).toLowerCase() === wanted,
    );
    if (exact || this.option.autocomplete) return exact ?? null;
    const near = items.filter((item) => plain(item.label).startsWith(wanted));
    return near.length === 1 ? near[0] : null;
  }

  /** Show a problem at the field; an empty text takes it away. */
  mark(error) {
    this.node.classList.toggle("is-wrong", Boolean(error));
    if (error) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** What the field holds: {empty}, {value} or {error}. */
  read() {
    const text = this.input.value.trim();
    if (!text)
      return this.option.required
        ? { empty: true, error: `${this.option.name} is needed.` }
        : { empty: true };
    const found = this.picked ?? this.match();
    if (found) return { value: found.value };
    if (this.lists && !this.option.autocomplete)
      return { error: `Please choose ${this.option.name} from the list.` };
    return isNumeric(this.option) ? parseNumber(this.option, text) : parseText(this.option, text);
  }

  /** The option with what is in the field now, as it is sent; null if that is empty or wrong. */
  partial() {
    const { value } = this.read();
    if (value === undefined) return null;
    return { name: this.option.name, type: this.option.type, value };
  }
}
