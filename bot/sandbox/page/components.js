/** Components of messages: classic rows and the layout components of Components V2. */

import { emojiNode, h, icon } from "./dom.js";
import { markdown, spoiler } from "./markdown.js";
import { gallery } from "./media.js";
import { SELECT, selectMenu } from "./picker.js";

const BUTTON_STYLES = {
  1: "is-primary",
  2: "is-secondary",
  3: "is-success",
  4: "is-danger",
  5: "is-link",
};

/**
 * What rendering a message's components needs.
 * @typedef {object} Context
 * @property {object} message the message
 * @property {Set<string>} busy custom ids of controls that wait for the bot
 * @property {Map<string, string[]>} chosen the last choice made in each select, by custom id
 * @property {(component: object, values?: string[]) => void} press sends the interaction
 */

function buttonContent(component) {
  const emoji = component.emoji;
  return [
    emoji &&
      h(
        "span",
        { class: "button-emoji", "aria-hidden": component.label ? "true" : undefined },
        emojiNode(emoji),
      ),
    component.label && h("span", { text: component.label }),
  ];
}

function button(component, context) {
  const style = BUTTON_STYLES[component.style] ?? "is-secondary";
  if (component.style === 5 && !component.disabled) {
    return h(
      "a",
      {
        class: `button ${style}`,
        href: component.url,
        target: "_blank",
        rel: "noopener noreferrer",
        data: { testid: "link-button" },
      },
      buttonContent(component),
      icon("external"),
    );
  }
  const busy = context.busy.has(component.custom_id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${style}${busy ? " is-busy" : ""}`,
      disabled: component.disabled,
      "aria-busy": busy ? "true" : undefined,
      data: { testid: "message-button", customId: component.custom_id },
      onclick: () => !busy && context.press(component),
    },
    buttonContent(component),
  );
}

function select(component, context) {
  return selectMenu(component, {
    chosen: context.chosen.get(component.custom_id),
    busy: context.busy.has(component.custom_id),
    onDone: (values) => context.press(component, values),
  });
}

function row(component, context) {
  return h(
    "div",
    { class: "component-row" },
    component.components.map((child) => render(child, context)),
  );
}

function container(component, context) {
  const node = h(
    "div",
    { class: "container", role: "group", data: { testid: "container" } },
    component.components.map((child) => render(child, context)),
  );
  if (Number.isInteger(component.accent_color)) {
    node.classList.add("has-accent");
    node.style.setProperty("--container-accent", colour(component.accent_color));
  }
  return component.spoiler ? spoiler(node, "div") : node;
}

const RENDERERS = {
  1: row,
  2: button,
  10: (component) => markdown(component.content, "markdown text-display"),
  12: (component, context) => gallery(component.items ?? [], context.message.attachments ?? []),
  17: container,
};

function render(component, context) {
  if (component.type === SELECT) return select(component, context);
  const renderer = RENDERERS[component.type];
  if (renderer) return renderer(component, context);
  return h("p", {
    class: "small-text",
    text: `This page cannot show a component of type ${component.type}.`,
  });
}

/** A Discord colour number as CSS. */
export function colour(number) {
  return `#${Number(number).toString(16).padStart(6, "0")}`;
}

/**
 * All components of a message.
 * @param {object[]} components
 * @param {Context} context
 */
export function componentList(components, context) {
  return h(
    "div",
    { class: "components" },
    components.map((component) => render(component, context)),
  );
}
