/** The map and everything on it. Lengths are in pixels of the sheet; y grows downwards. */

/* global L */

const RANK = { siege: 1, flag: 2, cloth: 3, wall: 4, ship: 5, noble: 6, heir: 7, plate: 8, mark: 9 };
const MOST_PLACES = 8;
const CLOSE = 0.35;
/** Milliseconds after which a map that could not be drawn is asked for once more. */
const AGAIN = 2000;
/** Below this zoom, names are smaller than ten pixels. */
const LEGIBLE = -0.5;
const dark = matchMedia("(prefers-color-scheme: dark)");

const corner = (x, y) => L.latLng(-y, x);
const boundsOf = ([x, y, w, h]) => L.latLngBounds(corner(x, y + h), corner(x + w, y));
const grown = ([x, y, w, h]) => [x - 4, y - 4, w + 8, h + 8];

export class Chart {
  map;
  board = null;
  counters = new Map();
  targets = [];
  live = [];
  #land = {}; // {of, coming, spots, grid}
  #near = {}; // where squares and spots lie that can be touched now, if they are few
  #changed;
  #plain = null;
  #fine = null;
  #past = [];
  #lines = L.layerGroup();
  #lights = L.layerGroup();
  #lit = "";
  #own = null;
  #untouched = true;

  /** `changed` is called when more of the board is known, `tap` with any point that is tapped. */
  constructor(where, changed, tap) {
    this.#changed = changed;
    this.map = L.map(where, {
      crs: L.CRS.Simple,
      center: [0, 0],
      zoom: 0,
      minZoom: -3,
      maxZoom: 2,
      zoomSnap: 0.25,
      zoomDelta: 0.5,
      wheelPxPerZoomLevel: 120,
      attributionControl: false,
      maxBoundsViscosity: 0.8,
    });
    // Ways are drawn below the counters, rings above them.
    this.map.createPane("ways").style.zIndex = "250";
    this.map.createPane("counters").style.zIndex = "420";
    this.map.createPane("rings").style.zIndex = "440";
    for (const pane of ["ways", "rings"]) this.map.getPane(pane).style.pointerEvents = "none";
    this.#lines.addTo(this.map);
    this.#lights.addTo(this.map);
    this.map.on("click", ({ latlng }) => tap(latlng.lng, -latlng.lat));
    this.map.on("zoomend", () => this.#sharpen());
    for (const [event, on] of [["pointerdown", where], ["wheel", where], ["keydown", where]])
      on.addEventListener(event, () => {
        this.#untouched = false;
      }, { passive: true });
    dark.addEventListener("change", () => this.#lay());
    // The map is also laid out before the frame has its size.
    new ResizeObserver(() => this.#resized()).observe(where);
  }

  /** Show a document; with `first`, also choose which part of the map is seen. */
  show({ board, seat, offers, near = {} }, first) {
    this.live = offers?.live ?? [];
    this.#near = near;
    const fresh = this.board?.ground !== board.ground;
    this.board = board;
    if (fresh) this.#lay();
    this.#draw(board.counters);
    this.#rule(board.lines ?? []);
    if (first) {
      this.#own = seat;
      this.#untouched = true;
      this.#begin();
    }
  }

  /** Fetch the squares and spots of a board that has squares; they are not needed at first sight. */
  async land() {
    const of = this.board?.land;
    if (of && this.#land.of !== of) {
      const land = { of };
      this.#land = land;
      land.coming = fetch(`land/${of}.json`).then((answer) => answer.json()).then((found) => {
        Object.assign(land, found);
        this.#changed();
      });
    }
    if (of) await this.#land.coming;
  }

  get spots() {
    return (this.board.land ? this.#land.spots : this.board.spots) ?? {};
  }

  get grid() {
    return this.board?.land ? this.#land.grid : undefined;
  }

  #lay() {
    if (!this.board) return;
    const { width, height, ground } = this.board;
    const bounds = boundsOf([0, 0, width, height]);
    const url = (detail) => `ground/${ground}/${dark.matches ? "dark" : "light"}/${detail}.webp`;
    const waits = this.map.getContainer().dataset;
    const image = L.imageOverlay(url(1), bounds, { pane: "tilePane", className: "ground" });
    waits.drawing = "true";
    // Until the newest picture has loaded, the one before it stays.
    image.once("load", () => {
      if (this.#plain !== image) return;
      delete waits.drawing;
      for (const old of this.#past.splice(0)) old.remove();
    });
    // The bot has too much to draw just now.
    image.on("error", () => setTimeout(() => this.#plain === image && image.setUrl(url(1)), AGAIN));
    if (this.#plain) this.#past.push(this.#plain);
    this.#plain = image.addTo(this.map);
    this.#fine?.remove();
    this.#fine = null;
    this.#sharpen();
  }

  /** The finer map, once somebody zooms in so far that the plain one would blur. */
  #sharpen() {
    if (!this.board?.land) return;
    if (!this.#fine && this.map.getZoom() + Math.log2(devicePixelRatio) > CLOSE) {
      const { width, height, ground } = this.board;
      const theme = dark.matches ? "dark" : "light";
      this.#fine = L.imageOverlay(`ground/${ground}/${theme}/2.webp`, boundsOf([0, 0, width, height]), {
        pane: "tilePane",
        className: "ground",
      }).addTo(this.map);
    }
  }

  /** The whole board, or on a small screen the part where this seat's pieces are. */
  #begin() {
    const { width, height, counters, land } = this.board;
    const { x: across, y: down } = this.map.getSize();
    if (!across || !down) return;
    const whole = boundsOf([0, 0, width, height]);
    // No bounds for the moment: otherwise the map would slide back into them afterwards.
    this.map.setMaxBounds(null).setMinZoom(-4);
    this.map.fitBounds(whole, { animate: false });
    this.map.setMinZoom(this.map.getZoom() - 0.25);
    const all = Object.entries(counters).filter(([, c]) => c.seat === this.#own && c.kind === "noble");
    const asked = all.filter(([id]) => this.live.includes(id));
    const mine = (asked.length ? asked : all).map(([, c]) => c);
    if (!land) {
      const close = this.map.getBoundsZoom(boundsOf([0, 0, width, 1]));
      this.map.setView(corner(width / 2, down / 2 / this.map.getZoomScale(close, 0)), close, { animate: false });
    } else if (mine.length && this.map.getZoom() < LEGIBLE) {
      this.#closeTo(mine.map((c) => boundsOf(c.box)), 0.3);
    }
    this.map.setMaxBounds(whole.pad(0.25));
    this.#lookAt();
    this.#sharpen();
  }

  /** As long as nobody has moved the map, it fits the space that it has. */
  #resized() {
    this.map.invalidateSize({ animate: false });
    if (this.board && this.#untouched) this.#begin();
  }

  #draw(counters) {
    for (const [id, layer] of this.counters) {
      if (!(id in counters)) {
        layer.remove();
        this.counters.delete(id);
      }
    }
    for (const [id, counter] of Object.entries(counters)) {
      if (!counter.art) continue;
      const url = `art/${counter.art}.webp`;
      const zIndex = RANK[counter.kind] ?? 5;
      let layer = this.counters.get(id);
      if (!layer) {
        layer = L.imageOverlay(url, boundsOf(counter.box), {
          pane: "counters",
          zIndex,
          alt: counter.words ?? "",
          className: `counter is-${counter.kind}`,
        });
        this.counters.set(id, layer.addTo(this.map));
        continue;
      }
      if (layer._url !== url) layer.setUrl(url);
      const bounds = boundsOf(counter.box);
      if (!layer.getBounds().equals(bounds)) {
        const image = layer.getElement();
        image?.classList.add("is-moving");
        layer.setBounds(bounds);
        setTimeout(() => image?.classList.remove("is-moving"), 700);
      }
    }
  }

  #rule(lines) {
    this.#lines.clearLayers();
    for (const { kind, ends: [x, y, to, down], colour } of lines) {
      const line = L.polyline([corner(x, y), corner(to, down)], {
        pane: "ways", className: `line is-${kind}`, color: colour, interactive: false,
      });
      this.#lines.addLayer(line);
    }
  }

  /** The boxes of a thing, spot or square; for a sea, those of all its squares. */
  boxes(id) {
    const { spots, grid, board: { counters } } = this;
    if (counters[id]) return [counters[id].box];
    if (this.board.land && !grid) return this.#near[id] ?? [];
    const square = /^(\d+),(\d+)$/.exec(id);
    if (square && grid) return [this.#square(Number(square[1]), Number(square[2]))];
    if (grid && spots[id]?.kind === "sea") {
      const mark = Object.keys(grid.seas).find((each) => grid.seas[each] === id);
      return grid.rows.flatMap((row, y) =>
        [...row].flatMap((each, x) => (each === mark ? [this.#square(x, y)] : [])));
    }
    return spots[id] ? [spots[id].box] : [];
  }

  #square(col, row) {
    const { left, top, side } = this.grid;
    return [left + col * side, top + row * side, side, side];
  }

  /** Unless most places to go to are visible and large enough anyway, the map shows them. */
  #lookAt() {
    const ways = this.targets.flatMap((id) => this.boxes(id)).map(boundsOf);
    if (!ways.length) return;
    const shown = this.map.getBounds();
    const seen = ways.filter((way) => shown.contains(way.getCenter())).length;
    if (this.map.getZoom() < LEGIBLE || 2 * seen < ways.length) this.#closeTo(ways, 0.1);
  }

  /** Show these boxes as large as possible; if they are too far apart to be legible together, show
   * the one nearest to their middle, and what lies around it. */
  #closeTo(boxes, room) {
    const around = boxes.reduce((all, box) => all.extend(box), L.latLngBounds([]));
    const midst = around.getCenter();
    const off = ({ lat, lng }) => Math.hypot(lat - midst.lat, lng - midst.lng);
    const near = boxes.map((box) => box.getCenter()).reduce((best, at) => (off(at) < off(best) ? at : best));
    const fits = this.map.getBoundsZoom(around.pad(room));
    const now = this.map.getZoom();
    const zoom = now < LEGIBLE ? Math.min(Math.max(fits, LEGIBLE), 0) : now;
    this.map.setView(fits < zoom ? near : midst, zoom, { animate: false });
  }

  /** Light up what can be touched, what is chosen, and where it can go. */
  light(lit) {
    const now = JSON.stringify([lit, this.board.ground, this.grid?.side, lit.live.map((id) => this.boxes(id)[0])]);
    if (now === this.#lit) return;
    this.#lit = now;
    this.#lights.clearLayers();
    this.targets = Object.keys(lit.targets);
    // If very many places on the map could be meant, only things glow; otherwise nobody would find the
    // things.
    const things = this.board.land ? lit.live.filter((id) => id in this.board.counters) : [];
    const glows = things.length && lit.live.length - things.length > MOST_PLACES ? things : lit.live;
    const glow = this.targets.length || lit.chosen.length ? [] : glows;
    if ([...glow, ...this.targets].some((id) => !this.has(id))) this.land();
    this.#lookAt();
    for (const [kind, ids] of [["live", glow], ["target", this.targets], ["chosen", lit.chosen]]) {
      for (const id of new Set(ids)) {
        for (const box of this.boxes(id)) {
          const around = boundsOf(kind === "target" ? box : grown(box));
          // A ring goes round a thing; ground glows without one, since a sea has many squares.
          const ground = kind === "live" && !(id in this.board.counters) && this.boxes(id).length > 1;
          const { verb, odds } = (kind === "target" && lit.targets[id]) || {};
          const light = L.rectangle(around, {
            pane: kind === "target" ? "ways" : "rings",
            className: `light is-${kind} ${verb ? `is-${verb}` : ""} ${odds ? "is-met" : ""} ${ground ? "is-ground" : ""}`.trim(),
            interactive: false,
          });
          this.#lights.addLayer(light);
          light.getElement().dataset.id = id;
          if (odds) light.bindTooltip(odds, { permanent: true, direction: "bottom", className: "odds" });
        }
      }
    }
  }

  /** Show counters of a kind, or hide them. */
  toggle(kind, on) {
    this.map.getContainer().classList.toggle(`is-without-${kind}`, !on);
  }

  /** Whether things of a kind may lie on this map; on one with squares, any may. */
  layers(kind) {
    return Boolean(this.board.land) || Object.values(this.board.counters).some((c) => c.kind === kind);
  }

  /** Whether something of this name is on the board. */
  knows(id) {
    return id in this.spots || id in this.board.counters;
  }

  /** Whether something can be seen on the map. */
  has(id) {
    return this.boxes(id).length > 0;
  }
}
