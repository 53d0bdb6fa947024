/** Small dialogs of the page itself, and short notes at its edge. */

import { h, iconButton, uid } from "./dom.js";

/** Show a short note for a few seconds. */
export function toast(text, kind = "info") {
  const node = h("div", { class: `toast is-${kind}`, text, data: { testid: "toast" } });
  document.getElementById("toasts").append(node);
  setTimeout(() => node.remove(), kind === "error" ? 8000 : 4000);
}

/** The frame all dialogs share: a title, a way out, a body and a row of actions. */
export function dialogFrame({ title, body, actions, onCancel, testid }) {
  const titleId = uid("dialog");
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": titleId, data: { testid } });
  const cancel = () => {
    dialog.close();
    onCancel?.();
  };
  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: titleId, text: title }),
      iconButton("close", "Close", { onclick: cancel }),
    ),
    h("div", { class: "dialog-body" }, body),
    h(
      "footer",
      { class: "dialog-actions" },
      h("button", { type: "button", class: "button is-quiet", text: "Cancel", onclick: cancel }),
      actions,
    ),
  );
  dialog.append(form);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  dialog.addEventListener("close", () => dialog.remove());
  return { dialog, form };
}

/** Ask for one line of text, and call `onDone` with it. */
export function askText({ title, label, placeholder, action, maxLength, onDone, testid }) {
  const id = uid("ask");
  const input = h("input", {
    id,
    class: "text-input",
    type: "text",
    placeholder,
    maxlength: maxLength,
    required: true,
    data: { testid: `${testid}-name` },
  });
  const submit = h("button", {
    type: "submit",
    class: "button is-primary",
    text: action,
    data: { testid: `${testid}-submit` },
  });
  const { dialog, form } = dialogFrame({
    title,
    body: h("div", { class: "field" }, h("label", { for: id, text: label }), input),
    actions: submit,
    testid,
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return input.focus();
    dialog.close();
    onDone(text);
  });
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}

/** Put text on the clipboard, or show it where the browser forbids that. */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    const input = h("input", {
      class: "text-input",
      type: "text",
      value: text,
      readonly: true,
      "aria-label": "Link",
      data: { testid: "link-text" },
    });
    const { dialog } = dialogFrame({
      title: "Copy this link",
      body: h("div", { class: "field" }, input),
      actions: null,
      testid: "link-dialog",
    });
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  }
}
