"""What an attack needs, and which nobles of a force are strong enough (house §5.11, §5.13, §5.15,
§6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Field, Offer, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.alliances import (
    at_most,
    french_carriers,
    french_of,
    opponent_in,
)
from bot.rules.kingmaker.combat.targets import besieging
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import strength, troops
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.sieges import share_of
from bot.rules.kingmaker.state import KTable

NEEDS_ALLIES = "house-5.11g"
"""The rule for an offer whose attackers are strong enough only with allies."""


# What is needed (house-5.15, house-6.1, house-6.2; house-5.11g for allies)


def to_attack(table: KTable, opposed: int) -> int:
    """The strength needed to attack this many troops in the open, or to storm a place that they
    defend."""
    return procedures(table).battle.least(table, opposed)


def to_lay(table: KTable, held: int) -> int:
    """The strength needed to lay siege to a place with this defence: a share of it, half in the
    house rules (house-6.2a).
    """
    return share_of(held, table.content.ruleset.lay_share)


def helpers(
    table: KTable, seat: Seat, against: Seat, square: SquareId, sally: PlaceId | None = None
) -> int:
    """What possible allies could add to an attack (house-5.11g), including guests in a sally."""
    return procedures(table).alliances.might_add(table, seat, against, square, sally)


def fellows(table: KTable, place: Place, seat: Seat, against: Seat) -> int:
    """The strength that others who have joined a siege from aboard, or have fought, could add to an
    attempt to conclude it (house-6.2c, house-8.6.18); `helpers` counts the rest.
    """
    if place.id not in table.state.sieges:
        return 0
    others = procedures(table).alliances.asked(table, seat, against)
    joined = (noble for other in others for noble in besieging(table, other, place.id))
    worn = (n for n in joined if table.state.nobles[n].aboard or table.state.nobles[n].fought)
    return at_most(table, list(worn))


def beside_besiegers(table: KTable, seat: Seat, place: Place) -> int:
    """The strength of those bound by an alliance to the besieger of a place (base-16.2): they lay
    siege with him, just as they attack with him."""
    against = opponent_in(table, place.id, seat)
    bound = procedures(table).alliances.beside(table, seat, against, place.square, place.id)[0]
    return strength(table, bound, IN_ATTACK)


def _weights(table: KTable, nobles: Sequence[NobleId], french: NobleId | None) -> tuple[int, ...]:
    """What each noble counts for in an attack; ``french`` is the one whose attack-only cards are
    used.
    """
    cards = frozenset(french_of(table, [french] if french else []))
    return tuple(troops(table, noble, attacking=cards) for noble in nobles)


def enough(
    table: KTable,
    nobles: Sequence[NobleId],
    least: int,
    french: NobleId | None = None,
    leader: NobleId | None = None,
) -> Field | None:
    """Nobles strong enough on their own, or None if even all of them together are too weak.

    ``french`` names a noble whose attack-only cards are used; he must be among the attackers, as
    must ``leader``.
    """
    if not nobles:
        return None
    weights = _weights(table, nobles, french)
    if sum(weights) < least:
        return None
    required = tuple(dict.fromkeys(n for n in (french, leader) if n is not None))
    return Field(
        "nobles",
        tuple(nobles),
        1,
        len(nobles),
        required=required,
        weights=weights,
        weight_min=least,
    )


def with_allies(
    table: KTable,
    nobles: Sequence[NobleId],
    least: int,
    helped: int,
    french: NobleId | None,
    sallier: NobleId | None,
) -> Field | None:
    """Nobles too weak on their own who would be strong enough with allies; None if there are
    none."""
    if not helped:
        return None
    weights = _weights(table, nobles, french)
    required = tuple(dict.fromkeys(n for n in (french, sallier) if n is not None))
    fixed = sum(weights[nobles.index(n)] for n in required)
    sums = {fixed} if required else set()
    for noble, weight in zip(nobles, weights, strict=True):
        if noble not in required:
            alone = set() if required else {weight}
            sums |= {known + weight for known in sums} | alone
    low, high = max(0, least - helped), least - 1
    if not any(low <= known <= high for known in sums):
        return None
    return Field(
        "nobles",
        tuple(nobles),
        1,
        len(nobles),
        required=required,
        weights=weights,
        weight_min=low,
        weight_max=high,
    )


def force_offers(
    table: KTable,
    verb: tuple[str, str],
    french_verb: tuple[str, str],
    nobles: list[NobleId],
    least: int,
    helped: list[tuple[NobleId | None, int]],
    target: tuple[Field, ...],
    leader: NobleId | None = None,
) -> Iterator[Offer]:
    """Offers of one order with and without the French, with the player's own strength or with what
    allies may add. ``helped`` says what allies could add, and which noble must be among the
    attackers for that; ``leader`` must be among them in any case.
    """
    ways = [(None, *verb), *((c, *french_verb) for c in french_carriers(table, nobles))]
    for carrier, name, rule in ways:
        force = enough(table, nobles, least, carrier, leader)
        if force is not None:
            yield Offer(name, (force, *target), rule)
        for sallier, more in helped:
            force = with_allies(table, nobles, least, more, carrier, sallier)
            if force is not None:
                yield Offer(name, (force, *target), "house-5.11g")


def led(table: KTable, nobles: Sequence[NobleId], *, french: bool) -> int:
    """The strength of nobles, with all their attack-only cards if they use them."""
    return at_most(table, nobles) if french else strength(table, nobles, IN_ATTACK)
