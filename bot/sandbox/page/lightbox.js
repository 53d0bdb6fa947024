/** One picture over the whole window, with zoom and pan by wheel, pinch, drag and keys. */

import { h, iconButton } from "./dom.js";

const LARGEST = 8;
const STEP = 1.5;
const PAN_STEP = 80;

class View {
  constructor(stage, image) {
    this.stage = stage;
    this.image = image;
    this.pointers = new Map();
    this.fit();
  }

  fit() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.draw();
  }

  draw() {
    this.stage.classList.toggle("is-zoomed", this.scale > 1);
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** Zoom by `factor`, keeping the point under (clientX, clientY) where it is. */
  zoom(factor, clientX, clientY) {
    const box = this.stage.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left - box.width / 2;
    const py = (clientY ?? box.top + box.height / 2) - box.top - box.height / 2;
    const scale = Math.min(LARGEST, Math.max(1, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.scale = scale;
    this.keepInside();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.keepInside();
  }

  keepInside() {
    const room = (shown, stage) => Math.max(0, (shown * this.scale - stage) / 2);
    const roomX = room(this.image.offsetWidth, this.stage.clientWidth);
    const roomY = room(this.image.offsetHeight, this.stage.clientHeight);
    this.x = Math.min(roomX, Math.max(-roomX, this.x));
    this.y = Math.min(roomY, Math.max(-roomY, this.y));
    this.draw();
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const points = [...this.pointers.values()];
    if (points.length === 2) {
      const other = points.find((point) => point !== before);
      const length = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      const now = { x: event.clientX, y: event.clientY };
      this.zoom(
        length(now, other) / length(before, other),
        (now.x + other.x) / 2,
        (now.y + other.y) / 2,
      );
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    } else {
      this.pan(event.clientX - before.x, event.clientY - before.y);
    }
    before.x = event.clientX;
    before.y = event.clientY;
  }
}

function bindPointers(view, stage) {
  let travelled = 0;
  let onStage = false; // capture makes the stage the target of every click, so note it here
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false },
  );
  stage.addEventListener("pointerdown", (event) => {
    onStage = event.target === stage;
    stage.setPointerCapture(event.pointerId);
    view.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (view.pointers.size === 1) travelled = 0;
  });
  stage.addEventListener("pointermove", (event) => {
    if (view.pointers.has(event.pointerId))
      travelled += Math.abs(event.movementX) + Math.abs(event.movementY);
    view.move(event);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    stage.addEventListener(name, (event) => view.pointers.delete(event.pointerId));
  }
  stage.addEventListener("dblclick", (event) => {
    if (view.scale > 1) view.fit();
    else view.zoom(STEP * STEP, event.clientX, event.clientY);
  });
  return () => onStage && travelled < 8;
}

function bindKeys(dialog, view) {
  const actions = {
    "+": () => view.zoom(STEP),
    "=": () => view.zoom(STEP),
    "-": () => view.zoom(1 / STEP),
    0: () => view.fit(),
    ArrowLeft: () => view.pan(PAN_STEP, 0),
    ArrowRight: () => view.pan(-PAN_STEP, 0),
    ArrowUp: () => view.pan(0, PAN_STEP),
    ArrowDown: () => view.pan(0, -PAN_STEP),
  };
  dialog.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Show the picture at `url`; `alt` is its alternative text and also the caption. */
export function openLightbox(url, alt) {
  const image = h("img", {
    src: url,
    alt: alt || "Picture without description",
    draggable: "false",
  });
  const stage = h("div", { class: "lightbox-stage" }, image);
  const dialog = h("dialog", {
    class: "lightbox",
    "aria-label": "Picture",
    data: { testid: "lightbox" },
  });
  const view = new View(stage, image);
  const tappedBeside = bindPointers(view, stage);
  bindKeys(dialog, view);
  const close = () => dialog.close();
  dialog.append(
    h(
      "div",
      { class: "lightbox-bar" },
      iconButton("minus", "Zoom out", { onclick: () => view.zoom(1 / STEP) }),
      iconButton("plus", "Zoom in", {
        onclick: () => view.zoom(STEP),
        data: { testid: "lightbox-zoom-in" },
      }),
      iconButton("fit", "Fit to the window", { onclick: () => view.fit() }),
      h(
        "a",
        { class: "lightbox-original", href: url, target: "_blank", rel: "noopener" },
        "Open original",
      ),
      iconButton("close", "Close the picture", {
        onclick: close,
        data: { testid: "lightbox-close" },
      }),
    ),
    stage,
  );
  if (alt) dialog.append(h("p", { class: "lightbox-caption", text: alt }));
  stage.addEventListener("click", () => {
    if (view.scale === 1 && tappedBeside()) close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
