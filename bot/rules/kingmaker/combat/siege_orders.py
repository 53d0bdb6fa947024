"""Lay, join, conclude and storm: what stands in the way, and what is offered (house §6, §7.4,
§8.5).

Each rule is written once, as a stop: one set of stops for the place, one for the noble, one for the
strength. Nothing is offered that would be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.alliances import french_carriers, opponent_in
from bot.rules.kingmaker.combat.attack_orders import (
    ALLIED_THERE,
    DECLARED_IN_VAIN,
    STOOD_TOGETHER,
    tired_stops,
)
from bot.rules.kingmaker.combat.strengths import (
    NEEDS_ALLIES,
    beside_besiegers,
    enough,
    fellows,
    force_offers,
    helpers,
    led,
    to_attack,
    to_lay,
    with_allies,
)
from bot.rules.kingmaker.combat.targets import allied, from_ships
from bot.rules.kingmaker.conditions.kings_peace import at_peace, may_besiege, may_fight_in
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    besiegeable,
    defence,
    fought_in_open,
    held_by_ally,
    holders,
    in_open,
    strength,
)
from bot.rules.kingmaker.ids import NO_PLACE, NobleId, PlaceId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.sieges import crew_in_nobodys_port, fighter_stops, to_conclude
from bot.rules.kingmaker.state import KTable, Siege

_COURSES = ("lay", "join", "conclude", "storm")
STRANDED = "house-5.23"
"""The rule for an offer to nobles who can neither sail nor land, in a port that nobody holds."""
SIEGES = ("lay", "join", "conclude", "conclude_with_french", "storm", "storm_with_french")


# What is offered


def siege_offers(
    table: KTable, seat: Seat, place_id: PlaceId, barred: Sequence[str]
) -> Iterator[Offer]:
    """Every order open to nobles in the open in a place's square, or besieging it from aboard ship.

    A siege is laid, joined or concluded, or the place is stormed; a player who declares nothing
    keeps his siege up (house-6.3c). ``barred`` are targets of attacks that came to nothing this
    phase (house-5.11g).
    """
    place = table.content.board.places[place_id]
    here = in_open(table.state, place.square, seat)
    if place_id in table.state.sieges:
        here += from_ships(table, seat, place_id)
    if not here or not free(_place_stops(table, seat, place)):
        return
    open_to_him = [verb for verb in _COURSES if free(_course_stops(table, seat, place, verb))]
    ready = [n for n in here if free(_noble_stops(table, seat, n, place))] if open_to_him else []
    if not ready:
        return
    target, held = (Field("place", (place_id,)),), defence(table, place, [seat])
    if "lay" in open_to_him:
        able = [n for n in ready if free(_return_stops(table, n, place, "lay"))]
        needed = to_lay(table, held)
        force, rule = enough(table, able, needed), "house-6.2a"
        if force is None:
            bound = beside_besiegers(table, seat, place)
            force, rule = with_allies(table, able, needed, bound, None, None), NEEDS_ALLIES
        if force is not None:
            yield Offer("lay", (force, *target), rule)
    if "join" in open_to_him:
        able = [n for n in ready if free(_return_stops(table, n, place, "join"))]
        able = [n for n in able if free(_besieges_stops(table, n, place))]
        if able:
            yield Offer("join", (Field("nobles", tuple(able), 1, len(able)), *target), "house-6.2c")
    if place_id in barred:
        return
    able = [n for n in ready if free(_return_stops(table, n, place, "conclude"))]
    for verb, rule, french_rule, least in _ASSAULTS:
        if verb in open_to_him:
            yield from force_offers(
                table,
                (verb, rule),
                (f"{verb}_with_french", french_rule),
                able,
                least(table, held),
                [(None, _helped(table, seat, place))],
                target,
            )


def crew_offers(table: KTable, seat: Seat, place_id: PlaceId) -> Iterator[Offer]:
    """If nobody holds a port any longer, all of a faction's crews in it besiege it together
    (house-5.23).
    """
    place = table.content.board.places[place_id]
    crew = tuple(crew_in_nobodys_port(table, seat, place_id))
    verb = "join" if place_id in table.state.sieges else "lay"
    choice = Choice(verb, {"nobles": crew, "place": (place_id,)})
    if crew and free(siege_stops(table, seat, choice, ())):
        nobles = Field("nobles", crew, len(crew), len(crew))
        yield Offer(verb, (nobles, Field("place", (place.id,))), "house-5.23")


_ASSAULTS = (
    ("conclude", "house-6.1a", "house-5.13e", to_conclude),
    ("storm", "ishkibibble-siege.2", "base-19.6", to_attack),
)
"""The ways to take a place: the verb, its rule, the rule for using the French, and the strength
needed."""


# Why not


def siege_stops(table: KTable, seat: Seat, choice: Choice, barred: Sequence[str]) -> Stops:
    """Everything that stands in the way of the chosen siege order."""
    nobles = choice.many("nobles", NobleId)
    place = table.content.board.places.get(choice.first("place", NO_PLACE))
    for noble in nobles:
        yield from fighter_stops(table, seat, noble, NO_PLACE if place is None else place.id)
    if place is None:
        yield _NO_SIEGE
        return
    yield from _place_stops(table, seat, place)
    verb = choice.verb.removesuffix("_with_french")
    for noble in nobles:
        yield from _return_stops(table, noble, place, verb)
    for noble in nobles:
        yield from _ground_stops(table, noble, place)
    yield from _course_stops(table, seat, place, verb)
    for noble in nobles:
        if verb == "join":
            yield from _besieges_stops(table, noble, place)
        yield from tired_stops(table, noble)
    if verb == "lay":
        force = strength(table, nobles, IN_ATTACK) + beside_besiegers(table, seat, place)
        if force < to_lay(table, defence(table, place, [seat])):
            yield procedures(table).siege.too_weak
    if verb in ("conclude", "storm"):
        if place.id in barred:
            yield DECLARED_IN_VAIN
        yield from _conclusion_stops(table, seat, place, choice)


# The place (base-10.1, house-2.3g, house-7.4.17)


def _place_stops(table: KTable, seat: Seat, place: Place) -> Stops:
    if fought_in_open(table, place):
        yield IllegalChoice(
            "house-2.3g", "Nobody can besiege an unfortified town. Attack the nobles inside it."
        )
    if not besiegeable(table, seat, place):
        yield _NO_SIEGE
    if held_by_ally(table, seat, place):
        yield ALLIED_THERE
    if any(allied(table.state, seat, other) for other in holders(table.state, place.id)):
        yield STOOD_TOGETHER
    siege = table.state.sieges.get(place.id)
    if siege is None and at_peace(table.state, place.id, place.square):
        yield IllegalChoice(
            "house-7.4.17", "Nobles who have come home from Parliament cannot be attacked."
        )
    if not may_fight_in(table.state, place.square):
        yield IllegalChoice(
            "house-7.4.12", "The Peace holds where Parliament met. Nobody fights there."
        )
    if siege is not None and siege.seat != seat and not _joins_others(table, seat, siege):
        yield IllegalChoice("house-6.2c", "Another player is already besieging that place.")


def _joins_others(table: KTable, seat: Seat, siege: Siege) -> bool:
    """Whether another player's siege may be joined, where sides are taken in other players'
    combats: nobody declines an ally (house-5.11e, house-6.2c)."""
    ways = procedures(table)
    freely = ways.siege.joining(siege.seat, seat) == "freely"
    return freely and free(ways.alliances.side_stops())


_NO_SIEGE = IllegalChoice("base-10.1", "Besiege a fortress in your square that is not yours.")


def _course_stops(table: KTable, seat: Seat, place: Place, verb: str) -> Stops:
    """A siege is laid once, and joined while it lasts (house-6.2c).

    A place that a card has failed to take is left alone (base-10.7), or defends only once a phase
    (house-1.17), depending on the rule set.
    """
    yield from procedures(table).siege.order_stops(verb)
    yield from procedures(table).siege.timing_stops(table, place, verb)
    siege = table.state.sieges.get(place.id)
    if siege is not None and siege.seat != seat and verb != "join":
        yield IllegalChoice(
            "house-6.2c", "Another player is already besieging that place. You may join his siege."
        )
    if siege is not None and verb == "lay":
        yield IllegalChoice(
            "house-6.2c",
            "You are already besieging that place. More of your nobles may join the siege.",
        )
    if siege is None and verb == "join":
        yield IllegalChoice("house-6.2c", "You have no siege there to join. Lay siege first.")


# The noble (base-10.1, house-1.16, house-6.2c, house-7.4.15, house-7.4.23)


def _noble_stops(table: KTable, seat: Seat, noble: NobleId, place: Place) -> Stops:
    yield from fighter_stops(table, seat, noble, place.id)
    yield from _ground_stops(table, noble, place)
    yield from tired_stops(table, noble)


def _ground_stops(table: KTable, noble_id: NobleId, place: Place) -> Stops:
    """The noble is in the open outside the place, or besieges it from aboard ship."""
    noble, siege = table.state.nobles[noble_id], table.state.sieges.get(place.id)
    if noble_id in crew_in_nobodys_port(table, noble.seat, place.id):
        return
    ashore = noble.square == place.square and noble.inside is None
    if not ashore and (siege is None or noble.aboard not in siege.ships):
        yield IllegalChoice("base-10.1", "Besiege a fortress in the square where you stand.")


def _return_stops(table: KTable, noble_id: NobleId, place: Place, verb: str) -> Stops:
    """A noble home from Parliament may lay siege only to his own lost castle (house-7.4.15)."""
    state, noble = table.state, table.state.nobles[noble_id]
    if state.peace is None or noble.under_peace != "returned":
        return
    if place.id in state.sieges and not may_besiege(
        state, noble, place.id, table.content.castles_of(noble_id)
    ):
        yield IllegalChoice(
            "house-7.4.23", "A noble who has come home cannot join a siege in progress."
        )
    if verb in ("conclude", "storm") or place.id not in table.content.castles_of(noble_id):
        yield IllegalChoice(
            "house-7.4.15", "A noble who has come home may lay siege only to his own lost castle."
        )


def _besieges_stops(table: KTable, noble: NobleId, place: Place) -> Stops:
    siege = table.state.sieges.get(place.id)
    if siege is not None and noble in siege.besiegers:
        yield IllegalChoice("house-6.2c", "That noble is already besieging the place.")


# The strength (house-5.11g, house-5.13e, house-6.1a, house-6.2a)


def _helped(table: KTable, seat: Seat, place: Place) -> int:
    """What allies in the square, and others besieging the place, could add (house-5.11g)."""
    against = opponent_in(table, place.id, seat)
    return helpers(table, seat, against, place.square) + fellows(table, place, seat, against)


def _conclusion_stops(table: KTable, seat: Seat, place: Place, choice: Choice) -> Stops:
    """To conclude a siege, the attackers must match the whole defence, with any allies who may
    come.
    """
    nobles, french = choice.many("nobles", NobleId), choice.verb.endswith("_with_french")
    if french and not french_carriers(table, nobles):
        yield IllegalChoice("house-5.13e", "None of those nobles leads the French Foot-soldiers.")
    if choice.verb.startswith("storm"):  # at any odds (ishkibibble-siege.2)
        return
    held = defence(table, place, [seat])
    if led(table, nobles, french=french) + _helped(table, seat, place) < to_conclude(table, held):
        yield IllegalChoice(
            "house-6.1a", "To conclude a siege you need nobles there who match the whole defence."
        )
