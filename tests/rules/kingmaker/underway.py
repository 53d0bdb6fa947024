"""Games that the steward has played up to a certain point, as exports to go on with.

They are kept in `tests/fixtures/underway`, so that nobody has to look for them again;
`python -m tests.tools.make_underway` plays them over by the rules of today, and looks for another
one where a game does not come to its point any more.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import zstandard

from bot.games import LIBRARY
from bot.rules.kernel import Choice, IllegalChoice, Match
from bot.session import SeatInfo
from bot.session.journal.record import Decision, export_match, state_hash
from tests.folders import TESTS

KEPT = TESTS / "fixtures" / "underway"

_SEEDS = 60
"""So many games are looked through. Each search begins where it is known to end early; it goes on
from there when the steward has learnt to play otherwise."""

_LONGEST = 400

IsIt = Callable[[Match, int, Choice], bool]


@dataclass(frozen=True)
class Point:
    """What a game is looked through for: ``is_it`` is asked of the match, and who would do what.

    The first game that is looked at is number ``since``. ``still`` is a seat that moves and attacks
    nobody.
    """

    is_it: IsIt
    seats: int = 3
    since: int = 0
    ruleset: str = "house"
    still: int | None = None


def before_parliament(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game in which seat 0 would now call Parliament.

    At least two titles are to be given out, and at least one is free to be taken by a noble of that
    seat. Somebody has cards in hand.
    """
    return kept("before-parliament", seats)


def before_parliament_with_writ(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """The same, and seat 1 holds a Writ and has two nobles, one of whom could stay away for it."""
    return kept("before-parliament-with-writ", seats)


def before_siege(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game in which seat 0 could lay siege to a place or take it, and fight nobody else."""
    return kept("before-siege", seats)


def before_long_siege(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """The same in a game in which what is besieged does not fall at once."""
    return kept("before-long-siege", seats)


def before_ballot(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game in which seat 1 has a ballot to cast."""
    return kept("before-ballot", seats)


def before_weather(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game in which seat 0 is asked, alone, before the weather of an attack on it."""
    return kept("before-weather", seats)


def before_change_of_sides(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game of six families in which seat 2, who serves York, did nothing in York's turn, and may
    go over to Lancaster now."""
    return kept("before-change-of-sides", seats)


def before_first_march(seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A game of two, three or four in which seat 0 may move for the first time."""
    return kept(f"before-first-march-{len(seats)}", seats)


def kept(name: str, seats: Sequence[SeatInfo]) -> dict[str, Any]:
    """A kept game with other people at the table; whoever asks may change it."""
    data = dict(msgspec.json.decode(_packed(name)))
    assert len(data["seats"]) == len(seats)
    infos = [{"number": s.number, "name": s.name, "policy": s.policy} for s in seats]
    return {**data, "seats": infos}


@cache
def _packed(name: str) -> bytes:
    """What stands in the file of a kept game."""
    return zstandard.ZstdDecompressor().decompress((KEPT / f"{name}.json.zst").read_bytes())


def _calls(match: Match, seat: int, choice: Choice) -> bool:
    state, crown = match.position.state, match.game.content.crown
    given = sum(crown[card].kind == "title" for card in state.chancery)
    calls = seat == 0 and choice.verb == "call_parliament" and given >= 2
    return calls and any(faction.hand for faction in state.factions)


def _calls_and_writ(match: Match, seat: int, choice: Choice) -> bool:
    state, events = match.position.state, match.game.content.events
    writs = [card for card in state.factions[1].held if events[card].kind == "writ"]
    mine = [noble for noble in state.nobles.values() if noble.seat == 1]
    calls = seat == 0 and choice.verb == "call_parliament"
    return calls and len(writs) == 1 and len(mine) >= 2


def _besieges(match: Match, seat: int, choice: Choice) -> bool:
    offers = [o for p in match.asked(0) if p.kind == "combat" for o in p.offers]
    return seat == 0 and sorted(offer.verb for offer in offers) == ["conclude", "done", "lay"]


def _votes(match: Match, seat: int, choice: Choice) -> bool:
    return any(prompt.kind == "ballot" for prompt in match.asked(1))


def _is_attacked(match: Match, seat: int, choice: Choice) -> bool:
    asked = [p.kind for p in match.asked(0) if p.blocking]
    return asked == ["moment"] and match.waiting_for() == [0]


def _may_change_sides(match: Match, seat: int, choice: Choice) -> bool:
    offers = [o.verb for p in match.asked(2) if p.kind == "declare_side" for o in p.offers]
    return "serve_house" in offers and match.waiting_for() == [2]


def _may_march(match: Match, seat: int, choice: Choice) -> bool:
    offers = [o.verb for p in match.asked(0) for o in p.offers]
    return "march" in offers and match.waiting_for() == [0]


POINTS = {
    "before-parliament": Point(_calls, since=44),
    "before-parliament-with-writ": Point(_calls_and_writ, since=41),
    "before-siege": Point(_besieges),
    "before-long-siege": Point(_besieges, since=3),
    "before-ballot": Point(_votes, since=7),
    "before-weather": Point(_is_attacked, since=11),
    "before-change-of-sides": Point(_may_change_sides, ruleset="families", still=2),
    **{f"before-first-march-{seats}": Point(_may_march, seats) for seats in (2, 3, 4)},
}
"""Every game that is kept."""


def stands_at(point: Point, match: Match) -> bool:
    """Whether somebody who is waited for could do what the game was stopped for."""
    return any(
        point.is_it(match, seat, Choice(offer.verb))
        for seat in match.waiting_for()
        for prompt in match.asked(seat)
        for offer in prompt.offers
    )


def played_again(point: Point, data: dict[str, Any]) -> dict[str, Any] | None:
    """A kept game by the rules of today; None if it does not come to its point any more.

    What is not asked any more is left out.
    """
    match, first = _begun(point, data["seed"])
    decisions: list[Decision] = []
    for each in data["decisions"]:
        seat, choice = each["seat"], Choice(each["choice"]["verb"], each["choice"]["args"])
        try:
            match.submit(seat, choice)
        except IllegalChoice:
            continue
        decisions.append(Decision(seat, choice, state_hash(match)))
    return _exported(point, match, first, decisions) if stands_at(point, match) else None


def look_for(point: Point) -> dict[str, Any]:
    """The export of the first game that comes to a point, stopped there."""
    steward = LIBRARY.policy_for("kingmaker", "steward")
    for number in range(point.since, point.since + _SEEDS):
        seed = f"prepared:{number}"
        match, first = _begun(point, seed)
        chance = random.Random(seed)
        decisions: list[Decision] = []
        while not match.over and len(decisions) < _LONGEST:
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            if seat == point.still and match.asked(seat)[0].kind in ("movement", "combat"):
                choice = Choice("done")
            if point.is_it(match, seat, choice):
                return _exported(point, match, first, decisions)
            match.submit(seat, choice)
            decisions.append(Decision(seat, choice, state_hash(match)))
    raise AssertionError("no game comes to the point that is wanted")


def _begun(point: Point, seed: str) -> tuple[Match, str]:
    """A new game, and its first state."""
    game = LIBRARY.game_for("kingmaker", point.ruleset)
    match, _ = Match.start(game, point.seats, seed, {})
    return match, state_hash(match)


def _exported(
    point: Point, match: Match, first: str, decisions: Sequence[Decision]
) -> dict[str, Any]:
    return export_match(
        game="kingmaker",
        ruleset=point.ruleset,
        seats=[SeatInfo(each, None, f"Player {each}") for each in range(point.seats)],
        options={},
        seed=match.position.dice.seed,
        started=None,
        first_state=first,
        decisions=decisions,
        result=None,
        edition=match.edition,
    )


def write_all() -> None:
    """Keep every game as it is played by the rules of today, or look for another one."""
    KEPT.mkdir(exist_ok=True)
    for name, point in POINTS.items():
        file = KEPT / f"{name}.json.zst"
        known = msgspec.json.decode(_packed(name)) if file.exists() else None
        found = (known and played_again(point, known)) or look_for(point)
        text = json.dumps(found, separators=(",", ":")).encode()
        file.write_bytes(zstandard.ZstdCompressor(level=19).compress(text))
