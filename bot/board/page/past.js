/** Earlier turns on a slider, and everything since the reader's own turn as a short film. */

const PAUSE = 1500;
const LONGEST = 24;

export class Past {
  #ask;
  #show;
  #known = new Map();
  #newest = null;
  #shown = null;
  #playing = 0;
  #again = 0;
  #when = document.getElementById("when");
  #turn = document.getElementById("turn");
  #turns = document.getElementById("turns");
  #earlier = document.getElementById("earlier");

  /** `ask` gets a turn from the server, `show` shows one (null: the present). */
  constructor(ask, show) {
    this.#ask = ask;
    this.#show = show;
    this.#when.addEventListener("input", () => {
      this.#playing += 1;
      this.#go(Number(this.#when.value));
    });
    document.getElementById("film").addEventListener("click", () => this.#play());
  }

  /** Show the slider, or put it away. */
  toggle() {
    return this.#open(this.#turns.hidden);
  }

  async #open(on) {
    this.#playing += 1;
    this.#turns.hidden = !on;
    this.#earlier.setAttribute("aria-pressed", String(on));
    if (on) await this.refresh();
    else if (this.#newest !== null) await this.#go(this.#newest);
  }

  /** Something has happened: the turns kept here were worked out against a board that is out of date. */
  async refresh() {
    if (this.#turns.hidden) return;
    this.#known.clear();
    const newest = await this.#get(-1);
    clearTimeout(this.#again);
    // After many taps the server asks for a pause.
    if (!newest) this.#again = setTimeout(() => this.refresh(), PAUSE);
    if (!newest) return;
    this.#newest = newest.turns;
    // The last position on the slider is the present.
    this.#when.max = String(newest.turns);
    if (this.#shown === null) this.#when.value = this.#when.max;
    else await this.#go(this.#shown);
    this.#name();
  }

  /** Back to the present. */
  leave() {
    return this.#open(false);
  }

  async #get(number) {
    if (!this.#known.has(number)) this.#known.set(number, this.#ask(number));
    return this.#known.get(number);
  }

  async #go(number) {
    this.#when.value = String(number);
    this.#shown = number < this.#newest ? number : null;
    this.#name();
    const turn = this.#shown === null ? null : await this.#get(number);
    if ((this.#shown ?? this.#newest) === number) this.#show(turn ?? null);
  }

  #name() {
    this.#turn.textContent = this.#shown === null ? "Now" : `After turn ${this.#shown}`;
    this.#when.setAttribute("aria-valuetext", this.#turn.textContent);
  }

  /** From the end of the turn before the reader's last one, but at most 24 turns back. */
  async #play() {
    if (!this.#newest) return;
    this.#playing += 1;
    const film = this.#playing;
    let first = this.#newest - 1;
    while (first > 0 && this.#newest - first < LONGEST) {
      const turn = await this.#get(first);
      if (!turn || turn.mine) break;
      first -= 1;
    }
    for (let number = Math.max(first, 0); number <= this.#newest; number += 1) {
      if (film !== this.#playing) return;
      await this.#go(number);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
