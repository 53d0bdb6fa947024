/** The composer while a slash command is being filled in. */

import { nestOptions } from "./commands.js";
import { h, icon, iconButton, newNonce } from "./dom.js";
import { OptionField } from "./optionfield.js";

/** nonce → what to do with the choices the bot offers for an option being typed. */
const lookUps = new Map();

/** Handle AUTOCOMPLETE frames. Returns whether the question was ours. */
export function takeChoices({ nonce, choices }) {
  const done = lookUps.get(nonce);
  done?.(choices ?? []);
  return lookUps.delete(nonce);
}

export class CommandForm {
  /**
   * @param {import("./commands.js").FlatCommand} command
   * @param {object} owner `suggestions`, `channelId()`, `send(op, data)`, `submit(command, options)`,
   *   `cancel()`
   */
  constructor(command, owner) {
    this.command = command;
    this.owner = owner;
    this.suggestions = owner.suggestions;
    this.latest = new Map();
    this.fieldBox = h("div", { class: "option-fields" });
    this.addBox = h("div", { class: "option-adds" });
    this.help = h("p", {
      class: "command-help",
      role: "status",
      text: command.description,
      data: { testid: "command-help" },
    });
    this.fields = command.options
      .filter((option) => option.required)
      .map((option) => new OptionField(option, this));
    this.node = h(
      "div",
      {
        class: "command-form",
        role: "group",
        "aria-label": `Command ${command.name}`,
        data: { testid: "command-form" },
      },
      h(
        "div",
        { class: "command-line" },
        h("span", { class: "command-chip", tabindex: "-1", text: `/${command.name}` }),
        this.fieldBox,
        this.addBox,
        iconButton("close", "Leave the command", {
          class: "command-cancel is-small",
          data: { testid: "command-cancel" },
          onclick: () => owner.cancel(),
        }),
      ),
      this.help,
    );
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  draw() {
    this.fieldBox.replaceChildren(...this.fields.map((field) => field.node));
    const used = new Set(this.fields.map((field) => field.option.name));
    const free = this.command.options.filter((option) => !used.has(option.name));
    this.addBox.replaceChildren(
      ...free.map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "option-add",
            title: option.description,
            "aria-label": `Add ${option.name}: ${option.description}`,
            data: { testid: `add-option-${option.name}` },
            onclick: () => this.add(option),
          },
          icon("plus"),
          option.name,
        ),
      ),
    );
  }

  add(option) {
    const field = this.added(option);
    this.draw();
    field.input.focus();
  }

  added(option) {
    const field = new OptionField(option, this);
    this.fields.push(field);
    return field;
  }

  /** Type a whole line after the command's name, such as `noble: Percy to: Durham`. */
  fill(text) {
    const first = this.fields[0] ?? (this.command.options[0] && this.added(this.command.options[0]));
    if (!first) return;
    first.input.value = text;
    if (!this.spelled(first)) this.draw();
  }

  /** Let a typed `name:` choose the option that it names. Returns whether one was named. */
  spelled(field) {
    const others = this.command.options.filter((option) => option !== field.option);
    const own = new RegExp(`^\\s*(${field.option.name}:\\s*)?`, "i");
    const text = field.input.value.replace(own, "");
    const named = new RegExp(`(?:^|\\s)(${others.map((option) => option.name).join("|")}):`, "i");
    const parts = others.length ? text.split(named) : [text];
    if (text !== field.input.value || parts.length > 1) field.input.value = parts[0];
    if (parts.length === 1) return false;
    let last = field;
    for (let nth = 1; nth < parts.length; nth += 2) {
      const option = others.find((known) => known.name === parts[nth].toLowerCase());
      last = this.fields.find((known) => known.option === option) ?? this.added(option);
      last.input.value = parts[nth + 1].trim();
    }
    if (!field.input.value && !field.option.required)
      this.fields = this.fields.filter((known) => known !== field);
    this.suggestions.hide();
    this.draw();
    last.input.focus();
    return true;
  }

  remove(field) {
    this.fields = this.fields.filter((known) => known !== field);
    this.suggestions.hide();
    this.draw();
    this.focus();
  }

  /** Put the cursor where something is still missing. */
  focus() {
    const open = this.fields.find((field) => field.read().error) ?? this.fields.at(-1);
    if (open) open.input.focus();
    else this.node.querySelector(".command-chip").focus();
  }

  /** After a choice: on to the next required field that is empty. */
  next(field) {
    const rest = this.fields.slice(this.fields.indexOf(field) + 1);
    const open = [...rest, ...this.fields].find((known) => known.read().error);
    (open ?? field).input.focus();
  }

  describe(field) {
    this.say(field.option.description);
  }

  changed() {
    if (this.help.classList.contains("is-error")) this.say(this.command.description);
  }

  say(text, isError = false) {
    this.help.textContent = text;
    this.help.classList.toggle("is-error", isError);
  }

  /** Ask the bot what it offers for `field` now. Only the latest question for a field counts. */
  lookUp(field, text, onChoices) {
    const nonce = newNonce();
    lookUps.delete(this.latest.get(field));
    this.latest.set(field, nonce);
    lookUps.set(nonce, onChoices);
    const values = this.fields.map((known) => {
      if (known !== field) return known.partial();
      return { name: field.option.name, type: field.option.type, value: text, focused: true };
    });
    const { command } = this;
    this.owner.send("autocomplete", {
      nonce,
      channel_id: this.owner.channelId(),
      id: command.id,
      options: nestOptions(command, values.filter(Boolean)),
    });
  }

  key(event) {
    const field = this.fields.find((known) => known.input === event.target);
    const { suggestions } = this;
    if (event.key === "Escape") {
      event.preventDefault();
      if (suggestions.isOpen) suggestions.hide();
      else this.owner.cancel();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!field?.lists) return;
      event.preventDefault();
      if (suggestions.isOpen) suggestions.move(event.key === "ArrowDown" ? 1 : -1);
      else field.offer(0, "");
    } else if (event.key === "Enter" && (field || event.target.matches(".command-chip"))) {
      event.preventDefault();
      if (!suggestions.accept()) this.enter(field);
    } else if (event.key === "Tab" && field && !event.shiftKey && event.target.value.trim()) {
      if (suggestions.accept()) event.preventDefault();
    } else if (event.key === "Backspace") {
      this.backspace(field, event);
    } else if (!field && event.target.matches(".command-chip")) {
      this.typeOn(event);
    }
  }

  /** Typing on after the command's name fills in the first option that is free. */
  typeOn(event) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const used = new Set(this.fields.map((field) => field.option.name));
    const free = this.command.options.find((option) => !used.has(option.name));
    // The letter itself lands in the new field, which has the cursor by then.
    if (free && event.key !== " ") this.add(free);
  }

  enter(field) {
    const rest = field ? this.fields.slice(this.fields.indexOf(field) + 1) : [];
    const open = rest.find((known) => known.read().error);
    if (open && field && !field.read().error) open.input.focus();
    else this.submit();
  }

  backspace(field, event) {
    if (field?.input.value) return;
    event.preventDefault();
    if (field && !field.option.required) this.remove(field);
    else if (!field || this.fields.indexOf(field) === 0) this.owner.cancel();
    else this.fields[this.fields.indexOf(field) - 1].input.focus();
  }

  /** Check every field and send; the first problem gets the cursor and is shown. */
  submit() {
    const values = [];
    for (const field of this.fields) {
      const { error, empty } = field.read();
      if (error) {
        field.input.focus();
        field.mark(error);
        this.say(error, true);
        return;
      }
      if (!empty) values.push(field.partial());
    }
    this.suggestions.hide();
    this.owner.submit(this.command, nestOptions(this.command, values));
  }
}
