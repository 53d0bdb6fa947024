"""A siege from beginning to end: laid, joined, held, broken (house §6.2, §6.3, §6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.rules.kernel import IllegalChoice, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import peaceful_stops
from bot.rules.kingmaker.conditions.custody import captives_with
from bot.rules.kingmaker.conditions.kings_peace import bars, may_fight_in
from bot.rules.kingmaker.conditions.lasting import waverer_stops
from bot.rules.kingmaker.consequences.changes import kill_heir, kill_noble
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    attacking_side,
    besiegeable,
    besieged,
    controller,
    defence,
    friendly,
    guest,
    held_by_ally,
    strength,
    strongest,
)
from bot.rules.kingmaker.ids import NO_PLACE, CardId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.command import aboard, besieging_ship, may_be_hostile
from bot.rules.kingmaker.state import KTable, Siege
from bot.rules.kingmaker.succession import heirs_with


def lay_siege(table: KTable, seat: Seat, place_id: PlaceId, nobles: list[NobleId], by: str) -> None:
    """Put a place under siege; this is the first turn of the siege (house-6.2c)."""
    state, place = table.state, table.content.board.places[place_id]
    for noble in nobles:
        state.nobles[noble].attacked = state.nobles[noble].fought = True
    total = defence(table, place, attacking_side(state, seat, nobles))
    state.sieges[place_id] = Siege(seat, list(nobles), ships=_ships_of(table, nobles))
    men = strength(table, nobles, IN_ATTACK)
    table.emit(facts.SiegeLaid(seat, place_id, tuple(nobles), men, total, by))


def join_siege(table: KTable, seat: Seat, place_id: PlaceId, nobles: tuple[NobleId, ...]) -> None:
    """More nobles, the besieger's or other players', join the siege (house-6.2c)."""
    siege = table.state.sieges[place_id]
    new = tuple(noble for noble in nobles if noble not in siege.besiegers)
    siege.besiegers.extend(new)
    for noble in nobles:
        table.state.nobles[noble].attacked = table.state.nobles[noble].fought = True
    siege.ships += [ship for ship in _ships_of(table, list(nobles)) if ship not in siege.ships]
    if new:
        table.emit(facts.SiegeJoined(seat, place_id, new))


def _ships_of(table: KTable, nobles: list[NobleId]) -> list[ShipId]:
    """The ships these nobles are aboard."""
    found = (table.state.nobles[noble].aboard for noble in nobles)
    return list(dict.fromkeys(ship for ship in found if ship is not None))


def can_hold(table: KTable, place_id: PlaceId) -> bool:
    """Whether the besiegers are still strong enough against the defence (house-6.4e,
    base-10.10)."""
    siege, place = table.state.sieges[place_id], table.content.board.places[place_id]
    share, whole = table.content.ruleset.lay_share
    opposed = defence(table, place, attacking_side(table.state, siege.seat, siege.besiegers))
    return strength(table, siege.besiegers, IN_ATTACK) * whole >= opposed * share


def break_siege(table: KTable, place_id: PlaceId, reason: str) -> None:
    """End a siege without success; the garrison is at full strength again (house-6.4f)."""
    siege = table.state.sieges.pop(place_id)
    table.emit(facts.SiegeBroken(siege.seat, place_id, reason))
    if reason not in ("parliament", "surrender", "empty"):  # house-8.6.22
        for ship in siege.ships:
            procedures(table).siege.abandon(table, ship)


def give_up_siege(table: KTable, seat: Seat, place_id: PlaceId) -> None:
    """A player gives up his siege (house-6.4a); those who have joined it go on with one of their
    own, now in its first turn, if they can (house-6.2c), but not from his ships (house-8.6.21).
    """
    siege, nobles = table.state.sieges[place_id], table.state.nobles
    own = [noble for noble in siege.besiegers if nobles[noble].seat == seat]
    if len(own) == len(siege.besiegers):
        break_siege(table, place_id, "choice")
        return
    deserted = _ships_of(table, own)
    siege.leave(own)
    siege.turns = 1
    for ship in deserted:
        procedures(table).siege.abandon(table, ship)


def kill_ship_besiegers(table: KTable, ship: ShipId) -> None:
    """Everybody aboard a besieging ship dies when the siege is broken (house-8.6.21)."""
    nobles = [key for key, noble in table.state.nobles.items() if noble.aboard == ship]
    nobles = [*captives_with(table.state, nobles), *nobles]
    for noble in nobles:
        for heir in heirs_with(table.state, noble):
            kill_heir(table, heir, "ship_siege")
    for noble in nobles:
        kill_noble(table, noble, "ship_siege")


def review_sieges(table: KTable) -> None:
    """Break every siege that is now too weak or has nothing left to besiege (base-10.10,
    base-10.1), and pass on any that only other players keep up.

    Under the house rules, the strength of a siege is checked only if it has lost nobles
    (house-6.4e), and again when sallying nobles are back inside.
    """
    for place_id, siege in list(table.state.sieges.items()):
        _review(table, place_id, siege)
        if place_id in table.state.sieges:
            _pass_on(table, siege, place_id)


def _review(table: KTable, place_id: PlaceId, siege: Siege) -> None:
    state, place = table.state, table.content.board.places[place_id]
    weighed, owner = procedures(table).siege.weighed_at_once, controller(state, place_id)
    if owner == siege.seat:
        break_siege(table, place_id, "surrender")
        return
    if held_by_ally(table, siege.seat, place):  # allies do not besiege each other (base-16.4)
        break_siege(table, place_id, "choice")
        return
    if not place.is_fortress and _deserted(table, place_id, siege.seat):
        break_siege(table, place_id, "empty")
        return
    # Nobody besieges his own place, an ally's (base-16.4), or one that he has sailed away from.
    lying = [s for s in siege.ships if s in state.ships and state.ships[s].port == place_id]
    present = [
        key
        for key in siege.besiegers
        if (noble := state.nobles.get(key)) is not None
        and (noble.square == place.square or noble.aboard in lying)
        and noble.seat != owner
        and noble.inside is None
        and noble.captor is None
        and not held_by_ally(table, noble.seat, place)
    ]
    siege.ships = [s for s in lying if any(state.nobles[n].aboard == s for n in present)]
    if len(present) == len(siege.besiegers) and not weighed and not siege.shaken:
        return
    siege.besiegers = present
    # A noble who sallied counts for the defence once he is back.
    siege.shaken = not weighed and _coming_back(table, place_id)
    if not present:
        break_siege(table, place_id, "gone")
    elif not can_hold(table, place_id):
        break_siege(table, place_id, "weakness")


def _pass_on(table: KTable, siege: Siege, place_id: PlaceId) -> None:
    """A siege that none of its player's nobles keep up any longer passes to a player who has joined
    it and keeps it up: he is bound to it until it is concluded (house-8.6.19).
    """
    nobles = table.state.nobles
    if any(nobles[n].seat == siege.seat for n in siege.besiegers):
        return
    siege.seat = nobles[strongest(table, siege.besiegers)].seat
    table.emit(facts.SiegePassedOn(siege.seat, place_id))


def _deserted(table: KTable, place_id: PlaceId, seat: Seat) -> bool:
    """Whether nobody is left inside a town without a garrison that this seat besieges (base-10.1).

    A noble who has come out of the town and may still go back counts as inside.
    """
    if besiegeable(table, seat, table.content.board.places[place_id]):
        return False
    return not _coming_back(table, place_id)


def _coming_back(table: KTable, place_id: PlaceId) -> bool:
    """Whether somebody has come out of a place and may still go back (base-10.9)."""
    return any(
        getattr(step, "place", None) == place_id
        or place_id in getattr(step, "sallied", {}).values()
        for step in table.agenda
    )


def hold_in_bad_weather(
    table: KTable, seat: Seat, place_id: PlaceId, attackers: list[NobleId]
) -> None:
    """The weather delays an attempt: the siege begins or continues (house-6.1c, house-6.1d).

    Everybody who made the attempt keeps the siege up, allies included (base-16.2).
    """
    if place_id in table.state.sieges:
        join_siege(table, seat, place_id, tuple(attackers))
    else:
        lay_siege(table, seat, place_id, list(attackers), "weather")


def crews_at_closed_ports(
    table: KTable, seat: Seat
) -> Iterator[tuple[ShipId, Place, list[NobleId]]]:
    """The ships of a seat that entered a port closed to them, with its nobles aboard.

    A noble who came in by leave, or was there when the port changed hands, does not besiege it; nor
    does one who wavers (ishkibibble-vacillating.1).
    """
    state = table.state
    for ship_id, place, nobles in _crews_shut_out(table, seat):
        steady = [noble for noble in nobles if free(waverer_stops(state, noble))]
        if state.ships[ship_id].hostile and steady:
            yield ship_id, place, steady


def crew_in_nobodys_port(table: KTable, seat: Seat, place_id: PlaceId) -> list[NobleId]:
    """The crews of a seat in a fortress that nobody holds any longer and that is closed to them.

    Nobody can give these crews leave to go ashore, so they may besiege the fortress from aboard,
    all together (house-5.23, house-8.6.16).
    """
    state = table.state
    if controller(state, place_id) is not None:
        return []
    crews = (nobles for _, place, nobles in _crews_shut_out(table, seat) if place.id == place_id)
    return [noble for nobles in crews for noble in nobles if not state.nobles[noble].attacked]


def ports_shut_to(table: KTable, seat: Seat) -> dict[PlaceId, None]:
    """The ports closed to the crews that a seat has in them."""
    return dict.fromkeys(place.id for _, place, _ in _crews_shut_out(table, seat))


def _crews_shut_out(table: KTable, seat: Seat) -> Iterator[tuple[ShipId, Place, list[NobleId]]]:
    """The ships of a seat in ports that are closed to them and that they do not besiege, with its
    nobles.

    Guests aboard are not included (house-8.6.27), nor are nobles there under an amnesty
    (ishkibibble-amnesty.1).
    """
    state = table.state
    crewed = {noble.aboard for noble in state.nobles.values() if noble.seat == seat}
    for ship_id, ship in list(state.ships.items()):
        if ship_id not in crewed:
            continue
        nobles = [n for n in aboard(table, ship_id) if state.nobles[n].seat == seat]
        nobles = [n for n in nobles if n not in state.amnesty and n not in ship.guests]
        if ship.port is None or not nobles or besieging_ship(table, ship_id):
            continue
        place = table.content.board.places[ship.port]
        if may_be_hostile(table, place) and not friendly(table, seat, place):
            yield ship_id, place, nobles


def besiege_from_ships(table: KTable, seat: Seat) -> None:
    """Nobles whose ship entered an unfriendly port must besiege it now (house-8.6.16)."""
    state = table.state
    for _, place, nobles in crews_at_closed_ports(table, seat):
        if place.id in state.sieges:
            join_siege(table, seat, place.id, tuple(nobles))
        else:
            lay_siege(table, seat, place.id, nobles, "ship")
        for noble in nobles:
            state.nobles[noble].attacked = False
        if not can_hold(table, place.id):
            break_siege(table, place.id, "weakness")


def fighter_stops(table: KTable, seat: Seat, noble_id: NobleId, place: PlaceId = NO_PLACE) -> Stops:
    """What keeps a noble out of any fight, or out of one for this place."""
    state = table.state
    noble = state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("house-1.3", "Only nobles of your own faction follow your orders.")
        return
    yield from waverer_stops(state, noble_id)
    if guest(state, noble_id) and table.content.ruleset.garrison_alliances:
        # A noble allied with the owner of a fortress fights only alongside the owner's nobles.
        if besieged(state, noble_id):
            yield IllegalChoice(
                "house-8.5.14", "Guests can sally out only together with the owner’s nobles."
            )
        yield IllegalChoice("house-8.5.4", "A guest in that fortress may only leave it.")
    if (
        noble.aboard is not None
        and not besieged(state, noble_id)
        and noble_id not in crew_in_nobodys_port(table, seat, place)
    ):
        yield IllegalChoice("base-8.11", "That noble is aboard a ship, and nobody fights at sea.")
    for fortress, rule in bars(noble).items():
        if fortress == place:  # he was allied with its garrison (house-8.5.5)
            yield IllegalChoice(rule, "A noble who has left that garrison cannot attack it yet.")
    if not may_fight_in(state, noble.square):
        yield IllegalChoice(
            "house-7.4.12", "The Peace holds where Parliament met. Nobody fights there."
        )
    yield from peaceful_stops(table.content.board, noble.square)


def share_of(total: int, share: tuple[int, int]) -> int:
    """The smallest strength that reaches the given share of a total, computed exactly."""
    return -(-total * share[0] // share[1])


def to_conclude(table: KTable, held: int) -> int:
    """The strength needed to conclude the siege of a place with this defence: as much as the
    defence has (house-6.1a).
    """
    return share_of(held, table.content.ruleset.conclude_share)


def matched(table: KTable, place: Place, attackers: list[NobleId], french: list[CardId]) -> bool:
    """Whether these attackers match the whole defence of a place (house-6.1a)."""
    side = frozenset(table.state.nobles[noble].seat for noble in attackers)
    held = defence(table, place, side)
    return strength(table, attackers, frozenset(french)) >= to_conclude(table, held)
