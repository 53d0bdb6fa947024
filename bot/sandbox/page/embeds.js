/** Embeds of messages. */

import { h } from "./dom.js";
import { colour } from "./components.js";
import { inline, markdown, outLink } from "./markdown.js";
import { picture, mediaUrl } from "./media.js";
import { messageTime } from "./timestamps.js";

function embedAuthor(author) {
  const name = author.url ? outLink(author.url, author.name) : author.name;
  return h(
    "p",
    { class: "embed-author" },
    author.icon_url && h("img", { src: mediaUrl({ url: author.icon_url }), alt: "" }),
    name,
  );
}

function embedField(field) {
  return h(
    "div",
    { class: field.inline ? "embed-field is-inline" : "embed-field" },
    h("p", { class: "embed-field-name" }, inline(field.name ?? "")),
    markdown(field.value),
  );
}

function embedFooter(embed) {
  return h(
    "p",
    { class: "embed-footer" },
    embed.footer?.icon_url && h("img", { src: mediaUrl({ url: embed.footer.icon_url }), alt: "" }),
    embed.footer?.text,
    embed.footer?.text && embed.timestamp && " · ",
    embed.timestamp && messageTime(embed.timestamp),
  );
}

/** One embed. `attachments` resolve pictures that name a file of the same message. */
export function embedCard(embed, attachments = []) {
  const card = h("article", { class: "embed", data: { testid: "embed" } });
  if (Number.isInteger(embed.color))
    card.style.setProperty("--container-accent", colour(embed.color));
  const alt = (item) =>
    item.description ??
    attachments.find((file) => file.url === item.url)?.description ??
    embed.title;
  card.append(
    h(
      "div",
      { class: "embed-text" },
      embed.author && embedAuthor(embed.author),
      embed.title &&
        h(
          "p",
          { class: "embed-title" },
          embed.url ? outLink(embed.url, inline(embed.title)) : inline(embed.title),
        ),
      embed.description && markdown(embed.description),
      embed.fields?.length > 0 && h("div", { class: "embed-fields" }, embed.fields.map(embedField)),
    ),
  );
  if (embed.thumbnail?.url) {
    card.append(
      picture(embed.thumbnail, alt(embed.thumbnail), {
        attachments,
        className: "picture is-thumbnail",
      }),
    );
  }
  if (embed.image?.url) {
    card.append(
      picture(embed.image, alt(embed.image), { attachments, className: "picture is-large" }),
    );
  }
  if (embed.footer || embed.timestamp) card.append(embedFooter(embed));
  return card;
}
