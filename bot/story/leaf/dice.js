"use strict";
// A game's dice, worked out again from its seed and compared with what was drawn.

const SPAN = 1n << 64n;

// The draw with this number: its value, or null if it is skipped to keep all values equally likely.
function drawOf(seed, number, takenBack, sides) {
  const again = takenBack ? `:${takenBack}` : "";
  const [high, low] = sha256(`${seed}:${number}${again}`);
  const value = (BigInt(high) << 32n) | BigInt(low);
  const of = BigInt(sides);
  return value < SPAN - (SPAN % of) ? Number(value % of) : null;
}

// Whether the seed matches its seal, and all draws of a story follow from the seed.
// Also the first difference, in words, and how many draws are as they should be.
function checkDice(story) {
  let number = 0, right = 0, takenBack = 0;
  const wrong = words => ({ok: false, right, words});
  if (hex(sha256(story.seed)) !== story.seal) {
    return wrong("The seal is not the SHA-256 of the seed.");
  }
  for (const {decision, pairs, taken_back: times = 0} of story.drawn) {
    if (times < takenBack) return wrong(`The count of draws taken back falls at step ${decision}.`);
    takenBack = times;
    for (let at = 0; at < pairs.length; at += 2) {
      const [sides, value] = [pairs[at], pairs[at + 1]];
      if (!Number.isInteger(sides) || sides < 1) return wrong(`No die at step ${decision}.`);
      let found = null;
      while (found === null) found = drawOf(story.seed, number++, times, sides);
      if (found !== value) {
        return wrong(`The seed gives a different draw ${number - 1}, at step ${decision}.`);
      }
      right++;
    }
  }
  if (number !== story.draws) return wrong("Some draws of the game are not on this page.");
  return {ok: true, right, words: ""};
}

// The draws of some steps, with each shuffle shown as one.
function* told(pairs) {
  for (let at = 0; at < pairs.length;) {
    const sides = pairs[at];
    let next = at + 2;
    while (next < pairs.length && pairs[next] === pairs[next - 2] - 1) next += 2;
    if (next - at >= 6 && pairs[next - 2] === 2) {
      yield {sides, shuffled: true};
      at = next;
    } else {
      yield {sides, value: pairs[at + 1] + 1};
      at += 2;
    }
  }
}
