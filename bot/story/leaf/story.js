"use strict";
(() => {
  const {story, maps: mapData, sides} = JSON.parse(document.getElementById("data").textContent);
  const $ = id => document.getElementById(id);
  const {turns, entries, lines, hands, seats} = story;
  const lastOf = turn => (turn + 1 < turns.length ? turns[turn + 1].entry : entries.length) - 1;
  const TABLE = "table", ALL = "all";
  const at = {turn: 0, entry: -1, eyes: TABLE};
  const maps = mapData && new Maps(mapData, $("map"));

  // Hands as they were after each entry: for every seat, the entries that changed its hand.
  const held = seats.map(() => []);
  entries.forEach((entry, number) => {
    for (const [seat, hand] of Object.entries(entry.holds || {})) held[seat].push([number, hand]);
  });
  const handAt = (seat, number) => {
    const found = held[seat].filter(([since]) => since <= number).at(-1);
    return found ? hands[found[1]] : [];
  };
  const read = (entry, eyes) => {
    const saw = entry.saw || {};
    return saw[eyes] || saw[TABLE] || [];
  };
  // A heading has no full stop; the sentence in the chronicle has one.
  const titleOf = number => lineOf(lines[turns[number].title].replace(/\.(?= ‹|$)/, ""), "span");

  function badge(seat) {
    const made = make("span", sides[seat].letter, "badge");
    made.style.setProperty("--side", sides[seat].colour);
    made.setAttribute("aria-hidden", "true");
    return made;
  }

  function named(seat, tag) {
    const made = make(tag);
    made.append(badge(seat), make("span", seats[seat].name));
    return made;
  }

  function introduce() {
    const begun = story.started ? `Started on ${story.started.slice(0, 10)}. ` : "";
    $("about").textContent =
      `${begun}${seats.length} players, ${turns.length - 1} turns, ${story.decisions} decisions.`;
    seats.forEach((seat, number) => {
      const made = named(number, "li");
      if (seat.won) made.append(make("span", "won", "won"));
      if (seat.computer) made.append(make("span", "computer", "soft"));
      $("players").append(made);
    });
    const eyes = [[TABLE, "everybody at the table"],
      ...seats.map((seat, number) => [String(number), seat.name]), [ALL, "all cards up"]];
    for (const [value, text] of eyes) {
      const option = make("option", text);
      option.value = value;
      $("eyes").append(option);
    }
    $("turn").max = turns.length - 1;
    $("seal").textContent = story.seal;
    $("seed").textContent = story.seed;
  }

  function list(place, numbers) {
    place.replaceChildren(...numbers.map(number => lineOf(lines[number])));
    place.hidden = !numbers.length;
  }

  function showTurn() {
    const turn = turns[at.turn];
    $("turn-title").replaceChildren(titleOf(at.turn));
    $("turn-count").textContent = at.turn ? `turn ${at.turn} of ${turns.length - 1}` : "";
    $("turn").value = at.turn;
    $("turn").setAttribute("aria-valuetext", $("turn-title").textContent);
    for (const id of ["first", "back"]) $(id).disabled = at.turn === 0;
    for (const id of ["on", "last"]) $(id).disabled = at.turn === turns.length - 1;
    list($("glance"), turn.glance || []);
    list($("board-words"), turn.board || []);
    if (maps) {
      maps.show(Math.max(0, turn.map ?? 0));
      const when = at.turn === turns.length - 1 ? "at the end of the game" : "at the end of this turn";
      $("map").setAttribute("aria-label",
        `The board ${when}: ${$("turn-title").textContent}. It is described below.`);
    }
    showRolls();
  }

  function showRolls() {
    const first = (entries[turns[at.turn].entry] || {decision: 0}).decision;
    const last = (entries[lastOf(at.turn)] || {decision: 0}).decision;
    const next = at.turn === turns.length - 1 ? Infinity : last;
    const rolls = story.drawn
      .filter(each => each.decision >= (at.turn ? first : 0) && each.decision <= next)
      .flatMap(each => [...told(each.pairs)]);
    $("rolls").replaceChildren(...rolls.map(roll => {
      if (roll.shuffled) return make("li", `${roll.sides} cards shuffled`);
      const made = make("li", `1 to ${roll.sides}: `);
      made.append(make("strong", String(roll.value)));
      return made;
    }));
    if (!rolls.length) $("rolls").append(make("li", "nothing", "none"));
  }

  function showTold() {
    const items = [];
    for (let number = turns[at.turn].entry; number <= lastOf(at.turn); number++) {
      const group = read(entries[number], at.eyes).map(line => lineOf(lines[line]));
      for (const item of group) {
        item.dataset.entry = number;
        if (number === at.entry && at.eyes !== TABLE) item.setAttribute("aria-current", "step");
      }
      items.push(...group);
    }
    if (!items.length) items.push(make("li", "Nothing that this player could see.", "soft"));
    $("told").replaceChildren(...items);
  }

  function showHands() {
    $("hands").hidden = at.eyes === TABLE;
    const decision = at.entry >= 0 && entries[at.entry] ? entries[at.entry].decision : 0;
    $("step").textContent = decision ? `as held after step ${decision}` : "as dealt";
    $("earlier").disabled = at.entry <= 0;
    $("later").disabled = at.entry >= entries.length - 1;
    const shown = at.eyes === ALL ? seats.map((_, seat) => seat)
      : at.eyes === TABLE ? [] : [Number(at.eyes)];
    $("held").replaceChildren(...shown.map(seat => {
      const made = make("div", "", "hand");
      made.dataset.seat = seat;
      const rows = make("ul", "", "lines");
      rows.append(...handAt(seat, at.entry).map(line => lineOf(lines[line])));
      made.append(named(seat, "h3"), rows);
      return made;
    }));
  }

  function go(turn, entry = null) {
    at.turn = Math.min(Math.max(turn, 0), turns.length - 1);
    at.entry = entry === null ? lastOf(at.turn) : entry;
    showTurn();
    showTold();
    showHands();
  }

  function goStep(entry) {
    let turn = turns.length - 1;
    while (turn > 0 && turns[turn].entry > entry) turn--;
    go(turn, entry);
  }

  let playing = 0;
  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => {
      if (at.turn === turns.length - 1) play(false);
      else go(at.turn + 1);
    }, 1200) : 0;
    $("play").setAttribute("aria-pressed", String(on));
    $("play").textContent = on ? "Pause" : "Play";
  }

  // On paper everything is open, and a map follows the last turn of each round.
  const paper = {on: false, wasOpen: false};
  function plate(number) {
    const {round = 0, map = 0} = turns[number], next = turns[number + 1];
    if (!paper.on || !maps || (next && (next.round || 0) === round)) return [];
    const made = make("figure"), picture = make("img");
    picture.decoding = "sync";
    picture.alt = next ? round ? `The board after round ${round}` : "The board at the start"
      : "The board at the end";
    picture.src = maps.pictureOf(Math.max(0, map));
    made.append(picture, make("figcaption", picture.alt));
    return [made];
  }

  function laidOut(on) {
    if (on === paper.on) return;
    if (on) paper.wasOpen = $("all").open;
    paper.on = on;
    $("all").open = true;
    showAll();
    $("all").open = on || paper.wasOpen;
  }

  async function print() {
    laidOut(true);
    await Promise.all(Array.from($("pages").querySelectorAll("img"), each => each.decode()));
    window.print();
  }

  function showAll() {
    if (!$("all").open) return;
    $("pages").replaceChildren(...turns.map((turn, number) => {
      const part = make("section");
      const head = make("h3"), link = make("button", "", "link");
      link.type = "button";
      link.append(titleOf(number));
      link.addEventListener("click", () => {
        go(number);
        $("board").scrollIntoView();
      });
      head.append(link);
      const rows = make("ul", "", "lines");
      for (let each = turn.entry; each <= lastOf(number); each++) {
        rows.append(...read(entries[each], at.eyes).map(line => lineOf(lines[line])));
      }
      part.append(head, rows, ...plate(number));
      return part;
    }));
  }

  function judge() {
    const {ok, right, words} = checkDice(story);
    const count = new Intl.NumberFormat("en").format(right);
    $("verdict").className = ok ? "true" : "false";
    $("verdict").textContent = ok
      ? `✓ True. The seed fits its seal, and all ${count} draws follow from it.`
      : `✗ False. ${words}`;
    document.documentElement.dataset.dice = String(ok);
  }

  function compare() {
    const typed = $("asked").value.toLowerCase().replace(/[^0-9a-f]/g, "");
    const same = typed.length >= 8 && story.seal.startsWith(typed);
    $("answer").className = same ? "true" : "false";
    $("answer").textContent = !typed ? "" : typed.length < 8 ? "Please enter at least eight characters."
      : same ? "✓ It is the same seal." : "✗ That is a different seal.";
  }

  const pressed = (id, act) => $(id).addEventListener("click", act);
  pressed("first", () => go(0));
  pressed("back", () => go(at.turn - 1));
  pressed("on", () => go(at.turn + 1));
  pressed("last", () => go(turns.length - 1));
  pressed("earlier", () => goStep(at.entry - 1));
  pressed("later", () => goStep(at.entry + 1));
  pressed("play", () => {
    if (!playing && at.turn === turns.length - 1) go(0);
    play(!playing);
  });
  pressed("larger", () => {
    const large = $("map-frame").classList.toggle("large");
    $("larger").setAttribute("aria-pressed", String(large));
  });
  $("turn").addEventListener("input", () => go(Number($("turn").value)));
  $("eyes").addEventListener("change", () => {
    at.eyes = $("eyes").value;
    showTold();
    showHands();
    showAll();
  });
  $("asked").addEventListener("input", compare);
  // Opening all the turns for paper has laid them out already.
  $("all").addEventListener("toggle", () => paper.on || showAll());
  pressed("print", print);
  addEventListener("beforeprint", () => laidOut(true));
  addEventListener("afterprint", () => laidOut(false));
  document.addEventListener("keydown", event => {
    if (event.target.closest("input, select, #map-frame") || event.altKey || event.ctrlKey
      || event.metaKey) return;
    if (event.key === "ArrowRight") go(at.turn + 1);
    if (event.key === "ArrowLeft") go(at.turn - 1);
  });

  introduce();
  if (!maps) $("map-frame").remove(), $("larger").remove(), $("words").open = true;
  go(0);
  judge();
  (maps ? maps.unpack() : Promise.resolve()).then(() => {
    document.documentElement.dataset.ready = "true";
  });
})();
