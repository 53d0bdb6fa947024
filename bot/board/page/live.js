/** The socket: hands frames from the server to their takers, sends taps, returns the answers. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** The close code of a socket that must not be opened again. */
const VOID = 4403;

export class Live {
  #query;
  #shows;
  #takers;
  #socket = null;
  #number = 0;
  #waiting = new Map();
  #pause = FIRST_PAUSE;

  /** `shows` gives the pass that is sent before anything else, if there is one. */
  constructor(query, takers, shows) {
    this.#query = query.toString();
    this.#shows = shows;
    this.#takers = takers;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const folder = location.pathname.replace(/[^/]*$/, "");
    this.#socket = new WebSocket(`${scheme}://${location.host}${folder}live?${this.#query}`);
    this.#socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
    this.#socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      const pass = this.#shows();
      if (pass) this.#socket.send(JSON.stringify({ pass }));
    });
    this.#socket.addEventListener("close", ({ code }) => {
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const answer of lost) answer({ refused: "The connection was lost. Please check whether your last step worked." });
      if (code === VOID) return;
      setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    });
  }

  #take({ t: type, d: data }) {
    if (type !== "answer") return this.#takers[type]?.(data);
    this.#waiting.get(data.number)?.(data);
    return this.#waiting.delete(data.number);
  }

  /** Send a tap and return what comes of it. */
  ask(tap) {
    if (this.#socket.readyState !== WebSocket.OPEN)
      return Promise.resolve({ refused: "There is no connection just now, so nothing was sent. Try again in a moment." });
    this.#number += 1;
    const number = this.#number;
    const answered = new Promise((resolve) => this.#waiting.set(number, resolve));
    this.#socket.send(JSON.stringify({ number, ...tap }));
    return answered;
  }
}
