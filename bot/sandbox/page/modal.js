/** Modals that the bot opens: a dialog with labelled inputs. */

import { h, icon, uid } from "./dom.js";
import { dialogFrame } from "./dialogs.js";
import { start } from "./interactions.js";
import { markdown } from "./markdown.js";
import { SELECT, selectMenu, defaultsOf } from "./picker.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;

/**
 * A control inside a modal.
 * @typedef {object} Control
 * @property {Node} node
 * @property {() => object} read the submitted component's `value` or `values`
 * @property {() => string} check what is wrong with the content, or "" if nothing is
 * @property {() => void} focus
 * @property {boolean} isGroup true if it needs a group label instead of a label for one input
 */

function textInput(component, id) {
  const multi = component.style === PARAGRAPH;
  const input = h(multi ? "textarea" : "input", {
    id,
    class: "text-input",
    type: multi ? undefined : "text",
    rows: multi ? "4" : undefined,
    placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000,
    autocomplete: "off",
    data: { testid: `modal-input-${component.custom_id}`, customId: component.custom_id },
  });
  input.value = component.value ?? "";
  const required = component.required !== false;
  return {
    node: input,
    read: () => ({ value: input.value }),
    check: () => {
      if (!input.value.trim()) return required ? "Please fill this in." : "";
      const short = component.min_length && input.value.length < component.min_length;
      return short ? `At least ${component.min_length} characters, please.` : "";
    },
    focus: () => input.focus(),
  };
}

function countCheck(count, component, max) {
  const required = component.required !== false;
  if (count === 0 && !required) return "";
  const min = Math.max(component.min_values ?? 1, required ? 1 : 0);
  if (count < min) return min === 1 ? "Please make a choice." : `Please choose at least ${min}.`;
  return count > max ? `Please choose at most ${max}.` : "";
}

function select(component, id, label) {
  let values = defaultsOf(component);
  const optional = component.required === false;
  const button = selectMenu(
    { ...component, min_values: optional ? 0 : (component.min_values ?? 1), disabled: false },
    {
      id,
      label,
      onDone: (picked) => {
        values = picked;
      },
    },
  );
  button.dataset.testid = `modal-input-${component.custom_id}`;
  return {
    node: button,
    read: () => ({ values }),
    check: () => countCheck(values.length, component, component.max_values ?? 1),
    focus: () => button.focus(),
  };
}

/** Radio buttons or checkboxes: the same rows with another input type. */
function group(component, id, type) {
  const rows = (component.options ?? []).map((option, index) => {
    const input = h("input", {
      type,
      id: `${id}-${index}`,
      name: id,
      value: option.value,
      checked: option.default,
      data: { testid: `modal-choice-${option.value}` },
    });
    const row = h(
      "label",
      { class: "choice", for: input.id },
      input,
      h(
        "span",
        { class: "choice-text" },
        h("span", { text: option.label }),
        option.description && h("small", { text: option.description }),
      ),
    );
    return { input, row };
  });
  const picked = () => rows.filter(({ input }) => input.checked).map(({ input }) => input.value);
  const max = component.max_values ?? rows.length;
  return {
    isGroup: true,
    node: h(
      "div",
      { class: "choices", data: { testid: `modal-input-${component.custom_id}` } },
      rows.map(({ row }) => row),
    ),
    read: () => (type === "radio" ? { value: picked()[0] ?? null } : { values: picked() }),
    check: () => countCheck(picked().length, component, max),
    focus: () => (rows.find(({ input }) => input.checked) ?? rows[0])?.input.focus(),
  };
}

function checkbox(component, id) {
  const input = h("input", {
    id,
    type: "checkbox",
    checked: component.default,
    data: { testid: `modal-input-${component.custom_id}` },
  });
  return {
    node: input,
    read: () => ({ value: input.checked }),
    check: () => "",
    focus: () => input.focus(),
    isBare: true,
  };
}

function control(component, id, label) {
  if (component.type === SELECT) return select(component, id, label);
  switch (component.type) {
    case TEXT_INPUT:
      return textInput(component, id);
    case RADIO_GROUP:
      return group(component, id, "radio");
    case CHECKBOX_GROUP:
      return group(component, id, "checkbox");
    case CHECKBOX:
      return checkbox(component, id);
    default:
      return null;
  }
}

class Field {
  constructor(component, label, description) {
    this.component = component;
    const id = uid("modal");
    this.control = control(component, id, label);
    this.error = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    const needed = component.required !== false && component.type !== CHECKBOX;
    const name = [
      label,
      needed && h("span", { class: "needed", "aria-hidden": "true", text: " *" }),
    ];
    const help =
      description && h("p", { class: "field-help", id: `${id}-help`, text: description });
    const described = `${id}-help ${id}-error`;
    const { node, isGroup, isBare } = this.control;
    if (isGroup) {
      this.node = h(
        "fieldset",
        { class: "field", "aria-describedby": described },
        h("legend", {}, name),
        help,
        node,
        this.error,
      );
    } else if (isBare) {
      node.setAttribute("aria-describedby", described);
      this.node = h(
        "div",
        { class: "field" },
        h(
          "label",
          { class: "choice", for: id },
          node,
          h("span", { class: "choice-text" }, name, help),
        ),
        this.error,
      );
    } else {
      node.setAttribute("aria-describedby", described);
      this.node = h(
        "div",
        { class: "field" },
        h("label", { for: id }, name),
        help,
        node,
        this.error,
      );
    }
  }

  check() {
    const text = this.control.check();
    this.error.textContent = text;
    this.node.classList.toggle("is-wrong", Boolean(text));
    return !text;
  }

  /** The component as it is submitted. */
  answer() {
    const { id, type, custom_id: customId } = this.component;
    return { ...(id !== undefined && { id }), type, custom_id: customId, ...this.control.read() };
  }
}

function item(component) {
  if (component.type === TEXT_DISPLAY) return { node: markdown(component.content), fields: [] };
  const wrapped =
    component.type === LABEL
      ? [component.component]
      : component.type === ROW
        ? component.components
        : [];
  const fields = wrapped
    .filter(
      (inner) =>
        inner &&
        [SELECT, TEXT_INPUT, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX].includes(inner.type),
    )
    .map((inner) => new Field(inner, component.label ?? inner.label ?? "", component.description));
  const nodes = fields.map((field) => field.node);
  const answer = () => {
    const base =
      component.id === undefined
        ? { type: component.type }
        : { type: component.type, id: component.id };
    return component.type === LABEL
      ? { ...base, component: fields[0].answer() }
      : { ...base, components: fields.map((field) => field.answer()) };
  };
  return { node: h("div", { class: "modal-item" }, nodes), fields, answer };
}

/**
 * Show a modal.
 * @param {object} frame the MODAL frame
 * @param {string} channelId where the interaction began
 */
export function openModal(frame, channelId) {
  const items = frame.components.map(item);
  const fields = items.flatMap((entry) => entry.fields);
  const problem = h("p", {
    class: "failure dialog-problem",
    role: "alert",
    hidden: true,
    data: { testid: "modal-error" },
  });
  const submit = h("button", {
    type: "submit",
    class: "button is-primary",
    text: "Submit",
    data: { testid: "modal-submit" },
  });
  const { dialog, form } = dialogFrame({
    title: frame.title,
    body: items.map((entry) => entry.node),
    actions: submit,
    testid: "modal",
  });
  form.querySelector(".dialog-actions").before(problem);
  const setBusy = (busy) => {
    submit.disabled = busy;
    submit.classList.toggle("is-busy", busy);
  };
  const changed = (entry) => {
    if (entry.state === "done" || entry.state === "deferred") dialog.close();
    if (entry.state !== "failed") return;
    setBusy(false);
    problem.replaceChildren(
      icon("warn"),
      h("span", { text: `${entry.error}. Your entries are still here; please try again.` }),
    );
    problem.hidden = false;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.check());
    if (wrong.length) return wrong[0].control.focus();
    problem.hidden = true;
    setBusy(true);
    const components = items.filter((entry) => entry.answer).map((entry) => entry.answer());
    return start(
      "modal",
      { channel_id: channelId, custom_id: frame.custom_id, components },
      { onChange: changed },
    );
  });
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.control.focus();
}
