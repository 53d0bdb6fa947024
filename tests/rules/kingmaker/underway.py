"""Games that the steward has played up to a certain point, as exports to go on with."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from bot.games import LIBRARY
from bot.rules.kernel import Choice, Match
from bot.session import SeatInfo
from bot.session.journal.record import Decision, export_match, state_hash

_SEEDS = 60
"""So many games are looked through. Each search begins where it is known to end early; it goes on
from there when the steward has learnt to play otherwise."""

_LONGEST = 400


@cache
def before_parliament(seats: tuple[SeatInfo, ...], titles: int = 2) -> dict[str, Any]:
    """A game in which seat 0 would now call Parliament; do not change it.

    At least so many titles are to be given out, and at least one is free to be taken by a noble
    of that seat. Somebody has cards in hand.
    """

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        state, crown = match.position.state, match.game.content.crown
        given = sum(crown[card].kind == "title" for card in state.chancery)
        calls = seat == 0 and choice.verb == "call_parliament" and given >= titles
        return calls and any(faction.hand for faction in state.factions)

    return _stopped(seats, is_it, since=44)


@cache
def before_parliament_with_writ(seats: tuple[SeatInfo, ...]) -> dict[str, Any]:
    """The same, and seat 1 holds a Writ and has two nobles, one of whom could stay away for it."""

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        state, events = match.position.state, match.game.content.events
        writs = [card for card in state.factions[1].held if events[card].kind == "writ"]
        mine = [noble for noble in state.nobles.values() if noble.seat == 1]
        calls = seat == 0 and choice.verb == "call_parliament"
        return calls and len(writs) == 1 and len(mine) >= 2

    return _stopped(seats, is_it, since=41)


@cache
def before_siege(seats: tuple[SeatInfo, ...], since: int = 0) -> dict[str, Any]:
    """A game in which seat 0 could lay siege to a place or take it, and fight nobody else.

    ``since``: the games before this one are passed over.
    """

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        offers = [o for p in match.asked(0) if p.kind == "combat" for o in p.offers]
        verbs = sorted(offer.verb for offer in offers)
        return seat == 0 and verbs == ["conclude", "done", "lay"]

    return _stopped(seats, is_it, since)


@cache
def before_ballot(seats: tuple[SeatInfo, ...]) -> dict[str, Any]:
    """A game in which seat 1 has a ballot to cast."""

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        return any(prompt.kind == "ballot" for prompt in match.asked(1))

    return _stopped(seats, is_it, since=7)


@cache
def before_weather(seats: tuple[SeatInfo, ...]) -> dict[str, Any]:
    """A game in which seat 0 is asked, alone, before the weather of an attack on it."""

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        asked = [p.kind for p in match.asked(0) if p.blocking]
        return asked == ["moment"] and match.waiting_for() == [0]

    return _stopped(seats, is_it, since=11)


@cache
def before_change_of_sides(seats: tuple[SeatInfo, ...]) -> dict[str, Any]:
    """A game of six families in which seat 2, who serves York, did nothing in York's turn, and may
    go over to Lancaster now."""

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        offers = [o.verb for p in match.asked(2) if p.kind == "declare_side" for o in p.offers]
        return "serve_house" in offers and match.waiting_for() == [2]

    return _stopped(seats, is_it, ruleset="families", still=2)


def _stopped(
    seats: tuple[SeatInfo, ...],
    is_it: Callable[[Match, int, Choice], bool],
    since: int = 0,
    *,
    ruleset: str = "house",
    still: int | None = None,
) -> dict[str, Any]:
    """The export of the first game that comes to the point, stopped there; ``still`` is a seat that
    moves and attacks nobody."""
    game = LIBRARY.game_for("kingmaker", ruleset)
    steward = LIBRARY.policy_for("kingmaker", "steward")
    for number in range(since, since + _SEEDS):
        seed = f"prepared:{number}"
        match, _ = Match.start(game, len(seats), seed, {})
        first, chance = state_hash(match), random.Random(seed)
        decisions: list[Decision] = []
        while not match.over and len(decisions) < _LONGEST:
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            if seat == still and match.asked(seat)[0].kind in ("movement", "combat"):
                choice = Choice("done")
            if is_it(match, seat, choice):
                return export_match(
                    game="kingmaker",
                    ruleset=ruleset,
                    seats=seats,
                    options={},
                    seed=seed,
                    started=None,
                    first_state=first,
                    decisions=decisions,
                    result=None,
                    edition=match.edition,
                )
            match.submit(seat, choice)
            decisions.append(Decision(seat, choice, state_hash(match)))
    raise AssertionError("no game comes to the point that is wanted")
