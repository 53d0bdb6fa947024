"use strict";
// SHA-256 by hand: not every browser offers its own to a page opened from disk.
const sha256 = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every(p => n % p)) primes.push(n);
  }
  const bits = root => Math.floor((root - Math.floor(root)) * 4294967296) | 0;
  const K = primes.map(p => bits(Math.cbrt(p)));
  const H = primes.slice(0, 8).map(p => bits(Math.sqrt(p)));
  const turned = (x, n) => (x >>> n) | (x << (32 - n));

  function block(state, view, at) {
    const w = new Int32Array(64);
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (state[i] + word) | 0);
  }

  // The eight words of the hash, as numbers from 0 to 2³² - 1.
  return function (text) {
    const bytes = new TextEncoder().encode(text);
    const length = Math.ceil((bytes.length + 9) / 64) * 64;
    const padded = new Uint8Array(length);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(length - 8, Math.floor(bytes.length / 536870912));
    view.setUint32(length - 4, bytes.length << 3);
    let state = H;
    for (let at = 0; at < length; at += 64) state = block(state, view, at);
    return state.map(word => word >>> 0);
  };
})();

const hex = words => words.map(word => word.toString(16).padStart(8, "0")).join("");
