/** What lies below a finger, and what a finger carries. Lengths are in pixels of the sheet. */

const FINGER = 14;
/** Pixels after which a touch is no longer a tap but drags something. */
const CARRIES = 8;

export const inside = ([x, y, w, h], px, py, by = 0) =>
  px >= x - by && px <= x + w + by && py >= y - by && py <= y + h + by;
const far = ([x, y, w, h], px, py) => Math.hypot(x + w / 2 - px, y + h / 2 - py);

export class Finger {
  #chart;
  #touch;
  #carried = null; // {id, x, y, begun}: what is being dragged, and whether it has moved

  /** `touch` is told what has been touched. */
  constructor(chart, touch) {
    this.#chart = chart;
    this.#touch = touch;
    const where = chart.map.getContainer();
    where.addEventListener("pointerdown", (event) => this.#lift(event), true);
    where.addEventListener("pointermove", (event) => this.#carry(event));
    where.addEventListener("pointerup", (event) => this.#drop(event));
    for (const lost of ["pointercancel", "pointerleave"]) where.addEventListener(lost, () => this.#letGo());
  }

  /** Somebody has tapped a point, unless that was the end of a drag. */
  clicked(x, y) {
    if (!this.#carried?.begun) this.#tapped(x, y);
  }

  /** Move the map, if need be, so that something on it can be seen. */
  find(id) {
    const [box] = this.#chart.boxes(id);
    if (box) this.#chart.map.panInside([-box[1] - box[3] / 2, box[0] + box[2] / 2], { padding: [60, 60] });
  }

  /** Something that can act may be dragged to where it is to go. */
  #lift(event) {
    this.#letGo();
    this.#carried = null;
    if (!this.#chart.board?.land || !event.isPrimary || event.button || event.target.closest(".leaflet-control")) return;
    const { lng: x, lat } = this.#chart.map.mouseEventToLatLng(event);
    const id = this.#chart.live.find((each) => this.#chart.counters.has(each) && inside(this.#chart.board.counters[each].box, x, -lat));
    if (!id || this.#chart.targets.includes(id)) return;
    this.#carried = { id, x: event.clientX, y: event.clientY, begun: null };
    this.#chart.map.dragging.disable();
  }

  #carry(event) {
    const carried = this.#carried;
    if (!carried || this.#chart.map.dragging.enabled()) return;
    const [across, down] = [event.clientX - carried.x, event.clientY - carried.y];
    if (!carried.begun && Math.hypot(across, down) < CARRIES) return;
    carried.begun ??= this.#touch(carried.id);
    this.#chart.counters.get(carried.id)?.getElement()?.style.setProperty("translate", `${across}px ${down}px`);
  }

  async #drop(event) {
    const begun = this.#carried?.begun;
    this.#letGo();
    if (!begun) return;
    await begun;
    const { lng, lat } = this.#chart.map.mouseEventToLatLng(event);
    this.#tapped(lng, -lat, true);
  }

  #letGo() {
    if (!this.#carried) return;
    this.#chart.counters.get(this.#carried.id)?.getElement()?.style.removeProperty("translate");
    this.#chart.map.dragging.enable();
  }

  /** Touch what lies at a point; `aimed` takes only what is lit as a target. */
  #tapped(x, y, aimed = false) {
    const { spots, grid, board: { counters } } = this.#chart;
    const by = FINGER / this.#chart.map.getZoomScale(this.#chart.map.getZoom(), 0) / 2;
    const hit = (all, slack) => Object.entries(all)
      .filter(([, each]) => inside(each.box, x, y, slack))
      .sort((a, b) => far(a[1].box, x, y) - far(b[1].box, x, y))
      .map(([id]) => id)[0];
    const told = Object.fromEntries(Object.entries(counters).filter(([, c]) => c.words && c.kind !== "flag" && c.kind !== "siege"));
    const signs = Object.fromEntries(Object.entries(spots).filter(([, s]) => s.kind !== "sea"));
    const onGround = () => {
      if (!grid) return undefined;
      const col = Math.floor((x - grid.left) / grid.side);
      const row = Math.floor((y - grid.top) / grid.side);
      const mark = grid.rows[row]?.[col] ?? ".";
      return mark === "." ? undefined : (grid.seas?.[mark] ?? `${col},${row}`);
    };
    // While somebody is being sent somewhere, anything lit below the finger comes first.
    if (this.#chart.targets.length) {
      const candidates = [hit(signs, 0), hit(told, 0), onGround(), hit(signs, by)].filter(Boolean);
      const target = candidates.find((id) => this.#chart.targets.includes(id));
      if (target) return this.#touch(target);
    }
    if (aimed) return undefined;
    const found = hit(told, 0) ?? hit(signs, 0) ?? hit(told, by) ?? hit(signs, by) ?? onGround();
    return found && this.#touch(found);
  }
}
