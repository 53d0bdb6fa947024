/** Pictures and files in messages. Pictures open in the lightbox. */

import { h, icon } from "./dom.js";
import { openLightbox } from "./lightbox.js";
import { spoiler } from "./markdown.js";

const IMAGE_NAME = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/**
 * The address a picture is loaded from; the server's own files come from the page's origin.
 * (The server may name itself by its loopback address, which a friend's browser cannot reach.)
 */
export function mediaUrl(item, attachments = []) {
  const url = item?.url ?? "";
  if (url.startsWith("attachment://")) {
    const name = url.slice("attachment://".length);
    const found = attachments.find((file) => file.filename === name);
    return found ? mediaUrl(found) : "";
  }
  const parsed = new URL(url, location.href);
  return parsed.pathname.startsWith("/cdn/") ? parsed.pathname + parsed.search : url;
}

/** True for attachments that are shown as pictures. */
function isImage(file) {
  return file.content_type
    ? file.content_type.startsWith("image/")
    : IMAGE_NAME.test(file.filename ?? "");
}

/** Sizes are known for uploaded files; using them keeps the list from jumping as pictures load. */
function sizeOf(item, attachments) {
  if (item.width && item.height) return [item.width, item.height];
  const url = mediaUrl(item, attachments);
  const file = attachments.find((known) => mediaUrl(known) === url);
  return file?.width && file?.height ? [file.width, file.height] : [null, null];
}

/**
 * A picture as a button that enlarges it.
 * @param {object} item anything with a url (attachment, media item)
 * @param {string} alt the alternative text; empty if the sender gave none
 */
export function picture(
  item,
  alt,
  { attachments = [], className = "picture", hidden = false } = {},
) {
  const url = mediaUrl(item, attachments);
  const [width, height] = sizeOf(item, attachments);
  const image = h("img", {
    src: url,
    alt: alt || "Picture without description",
    width,
    height,
    decoding: "async",
  });
  const button = h(
    "button",
    {
      type: "button",
      class: className,
      "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture",
      data: { testid: "picture", url },
      onclick: () => openLightbox(url, alt),
    },
    image,
  );
  if (width && height) button.style.setProperty("--ratio", String(width / height));
  image.addEventListener("error", () => {
    button.replaceChildren(
      h("span", { class: "picture-lost", text: alt || "This picture could not be loaded." }),
    );
  });
  return hidden ? spoiler(button, "div") : button;
}

/** "1.4 MB" from a number of bytes. */
function sizeText(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A file that is not a picture: its name, its size and a link. */
export function fileLink(item, name, size, { attachments = [], hidden = false } = {}) {
  const url = mediaUrl(item, attachments);
  const shown = name || decodeURIComponent(url.split("/").pop().split("?")[0] || "file");
  const node = h(
    "a",
    {
      class: "file",
      href: url,
      download: shown,
      target: "_blank",
      rel: "noopener",
      data: { testid: "file" },
    },
    icon("file"),
    h("span", { class: "file-name", text: shown }),
    h("span", { class: "file-size", text: sizeText(size) }),
  );
  return hidden ? spoiler(node, "div") : node;
}

/** One to ten pictures: a single picture is shown large, several are tiled. */
export function gallery(items, attachments = []) {
  const tiles = items.map((item) =>
    picture(item.media ?? item, item.description, {
      attachments,
      className: items.length === 1 ? "picture is-large" : "picture is-tile",
      hidden: item.spoiler,
    }),
  );
  return h("div", { class: "gallery", data: { count: String(Math.min(items.length, 5)) } }, tiles);
}

/** A message's attachments: pictures in a gallery, the rest as links. */
export function attachmentList(attachments) {
  const hidden = (file) => (file.filename ?? "").startsWith("SPOILER_");
  const pictures = attachments.filter(isImage);
  const files = attachments.filter((file) => !isImage(file));
  return [
    pictures.length > 0 &&
      gallery(
        pictures.map((file) => ({
          media: file,
          description: file.description,
          spoiler: hidden(file),
        })),
      ),
    files.map((file) => fileLink(file, file.filename, file.size, { hidden: hidden(file) })),
  ];
}
