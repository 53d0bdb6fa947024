"""How long a siege will last, and how likely it outlasts the cards that call besiegers away."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.sieges import share_of
from bot.seats.kingmaker_steward.outlook import Outlook

_LASTS = 0.85
"""How often a siege lasts a round, whatever its besiegers are called to: others come, Parliament
meets, or they are needed elsewhere."""

_LONGEST = 4
"""What is not won in so many rounds is not waited for."""


def endurance(outlook: Outlook, place: Place, party: Collection[str]) -> float:
    """How likely a party is still before a place when it is strong enough to take it."""
    rounds = rounds_to_wait(outlook, place, party)
    lasting = _LASTS * (1 - _called_away(outlook, place, party)) ** _draws(outlook)
    return float(lasting**rounds)


def rounds_to_wait(outlook: Outlook, place: Place, party: Collection[str]) -> int:
    """In how many rounds from its next combat on a party is strong enough for what is then left of
    the garrison."""
    siege, rules = outlook.view.sieges.get(place.id), outlook.content.ruleset
    mine = siege is not None and siege.seat == outlook.seat
    turns = siege.turns if siege is not None and mine else 1
    if mine and outlook.view.phase != "combat":
        turns += 1
    strength = outlook.total(party, place.square)
    inside = outlook.total(outlook.opposing(place.id))
    for rounds in range(1, _LONGEST):
        left = rules.garrison_left(place.garrison, turns + rounds)
        if strength >= share_of(left + inside, rules.conclude_share):
            return rounds
    return _LONGEST


def _draws(outlook: Outlook) -> int:
    """How many Event cards are drawn in a round: by each player, or by each House."""
    sides = {side.serves for side in outlook.view.sides if side.serves}
    return len(sides) or len(outlook.view.seats)


def _called_away(outlook: Outlook, place: Place, party: Collection[str]) -> float:
    """How likely the next Event card leaves too few of a party before a place."""
    inside = outlook.total(outlook.opposing(place.id))
    least = share_of(outlook.garrison(place) + inside, outlook.content.ruleset.lay_share)
    spare = outlook.total(party, place.square) - least
    breaking = sum(
        outlook.total((n for n in called if n in party), place.square) > spare
        for called in _calls(outlook)
    )
    return breaking / max(1, len(outlook.content.events))


def _calls(outlook: Outlook) -> list[frozenset[str]]:
    """The nobles of this seat whom each card calls that calls any."""
    found: list[frozenset[str]] | None = outlook.known.get(_calls)
    if found is None:
        bearers: dict[str, str] = {}
        for key in outlook.mine:
            seen = outlook.nobles[key]
            for card in (key, seen.title, seen.office, *seen.cards):
                if card is not None:
                    bearers[card] = key
        called = (
            frozenset(bearers[who] for who in names if who in bearers)
            for names in _named(outlook.content)
        )
        found = outlook.known[_calls] = [nobles for nobles in called if nobles]
    return found


@lru_cache(maxsize=64)
def _named(content: Content) -> tuple[tuple[str, ...], ...]:
    """What each card that calls anybody calls them by."""
    named = (tuple(call.who for call in card.calls) for card in content.events.values())
    return tuple(names for names in named if names)
