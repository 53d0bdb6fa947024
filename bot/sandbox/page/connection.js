/** The live connection to the sandbox: JSON frames over one websocket, reopened when it drops. */

const FIRST_DELAY_MS = 300;
const LONGEST_DELAY_MS = 8000;

export class Connection {
  /**
   * @param {(type: string, data: object) => void} onFrame called for each frame from the server
   * @param {(status: "connecting"|"open"|"lost", retryMs?: number) => void} onStatus
   */
  constructor(onFrame, onStatus) {
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    this.socket = null;
    this.delay = FIRST_DELAY_MS;
    this.timer = null;
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.retryNow();
    });
  }

  /** The address of the socket; the key in the page's own address decides who we are. */
  static address() {
    const page = new URLSearchParams(location.search);
    const query = new URLSearchParams();
    for (const key of ["as", "host"]) {
      if (page.get(key)) query.set(key, page.get(key));
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const suffix = query.size ? `?${query}` : "";
    return `${scheme}://${location.host}/play${suffix}`;
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    this.onStatus("connecting");
    const socket = new WebSocket(Connection.address());
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      const frame = JSON.parse(event.data);
      if (frame.t === "hello") {
        this.delay = FIRST_DELAY_MS;
        this.onStatus("open");
      }
      this.onFrame(frame.t, frame.d ?? {});
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  lost(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    // A little randomness, so that several open pages do not reconnect at the same instant.
    const wait = this.delay * (0.8 + Math.random() * 0.4);
    this.delay = Math.min(this.delay * 1.8, LONGEST_DELAY_MS);
    this.timer = setTimeout(() => this.open(), wait);
    this.onStatus("lost", wait);
  }

  /** Reconnect at once if we are waiting for the next attempt. */
  retryNow() {
    if (this.timer === null) return;
    this.delay = FIRST_DELAY_MS;
    this.open();
  }

  /** Send one frame. Returns false when there is no open connection. */
  send(op, data = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ op, d: data }));
    return true;
  }
}
