"""The two Plantagenets: nobles who serve the player who controls the senior heir of their house
(base-19.3).

Heirs of both houses: nobody holds them for more than two full turns (house-8.7.10).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import shelter
from bot.rules.kingmaker.conditions.custody import ransom_stops
from bot.rules.kingmaker.consequences.changes import (
    claim,
    discard,
    enter_play,
    idle_ships,
    kill_heir,
    leave_heir,
    lose_place,
    pass_on_heirs,
    pick_up_heirs,
    stand,
    stand_open,
    to_chancery,
)
from bot.rules.kingmaker.ids import HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import (
    BEAUFORT,
    BEAUFORT_HEIR,
    beaufort_is_heir,
    heirs_of,
    heirs_with,
    holder_seat,
    house_of,
    served_by,
    whereabouts,
)

_PHASE_ON_TOP = 2
"""How many steps the agenda has if nothing is on top of the phase: one for turns, one for the
phase."""


def review_plantagenets(table: KTable) -> None:
    """Each Plantagenet serves the faction that controls his senior heir now.

    Anything under way, such as a battle with its ransoms, is settled first.
    """
    if len(table.agenda) > _PHASE_ON_TOP:
        return
    for noble_id in table.content.ruleset.family_nobles:
        heir, seat = served_by(table, noble_id)
        if heir is None or seat is None:
            continue  # nobody has gained control of the heir, so nothing changes
        spot = _spot(table, heir)
        noble = table.state.nobles.get(noble_id)
        if spot is None or (noble is not None and noble.aboard is not None):
            continue  # the noble waits until both are ashore
        former = None if noble is None else noble.seat
        if former == seat or (noble is None and not _may_come(table, noble_id, heir, seat)):
            continue
        if former is not None:
            _leave(table, noble_id)
        table.emit(facts.PlantagenetServes(noble_id, seat, former, heir))
        _appear(table, noble_id, seat, *spot)


def _spot(table: KTable, heir: HeirId) -> tuple[SquareId, PlaceId | None] | None:
    """The spot where an heir is; None while he is aboard a ship."""
    if heir == BEAUFORT_HEIR:
        found = table.state.nobles[BEAUFORT]
        square, place = found.square, found.inside
    else:
        square, place = whereabouts(table.state, heir)
    return (square, place) if square else None


def _may_come(table: KTable, noble_id: NobleId, heir: HeirId, seat: Seat) -> bool:
    """A noble who was killed stays out until the heir he served dies or joins another faction
    (base-19.3).

    A loyal noble comes back at his faction's next draw (base-19.8), or straight away to another
    faction.
    """
    fallen = table.state.fallen.get(noble_id)
    return fallen is None or fallen.heir != heir or fallen.seat != seat


def _leave(table: KTable, noble_id: NobleId) -> None:
    """The noble leaves his cards behind: titles and offices go to the Chancery, the rest to the
    discards."""
    state = table.state
    pass_on_heirs(table, noble_id, heirs_with(state, noble_id))
    noble = state.leave_play(noble_id)
    high = [card for card in (noble.title, noble.office) if card is not None]
    to_chancery(table, high, noble.seat)
    discard(table, noble.cards, noble.seat)
    for card in (*high, *noble.cards):
        idle_ships(table, card)
    for place in [key for key, holder in state.control.items() if holder == noble_id]:
        lose_place(table, place, noble.seat)
    for siege in state.sieges.values():
        siege.leave([noble_id])


def _appear(
    table: KTable, noble_id: NobleId, seat: Seat, square: SquareId, place: PlaceId | None
) -> None:
    """The noble appears where the heir is, inside if there is room for him; he counts as not having
    moved. An heir's refuge abroad is his too, for as long as it lasts."""
    state = table.state
    state.fallen.pop(noble_id, None)
    state.loyal.pop(noble_id, None)
    enter_play(table, noble_id, seat)
    for castle in table.content.castles_of(noble_id):
        claim(table, castle, noble_id, "castle")
    if place is None:
        stand_open(table, noble_id, square)
    else:
        stand(table, noble_id, table.content.board.places[place])
    noble = state.nobles[noble_id]
    table.emit(facts.NobleEntered(seat, noble_id, noble.square, noble.inside))
    shelter(table, noble_id)
    pick_up_heirs(table, noble_id)


def holds_both_houses(table: KTable, seat: Seat) -> bool:
    """Whether a faction holds heirs of both houses; Beaufort counts while he is an heir."""
    houses = {
        house_of(table.state, table.content, heir)
        for heir in heirs_of(table.state, table.content, seat)
    }
    if (
        beaufort_is_heir(table.state, table.content)
        and holder_seat(table.state, table.content, BEAUFORT_HEIR) == seat
    ):
        houses.add("lancaster")
    return len(houses) > 1


class TwoHouses(KStep, tag="two_houses"):
    """At the end of a turn, see that its player does not hold heirs of both houses for more than
    two full turns.

    Without such a limit, anybody may hold heirs of both houses for as long as he can (base-13.11).
    """

    seat: Seat
    counted: bool = False
    meanwhile = IllegalChoice(
        "house-8.7.10",
        ("You have held heirs of both houses for two turns. Let the heirs of one house go."),
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        limit = table.content.ruleset.two_house_turns
        faction = table.state.factions[self.seat]
        if not self.counted or limit is None or faction.two_house_turns < limit:
            return []
        heirs = heirs_of(table.state, table.content, self.seat)
        if not holds_both_houses(table, self.seat):
            return []
        able = {
            "kill_heir": tuple(heir for heir in heirs if free(ransom_stops(table.state, heir))),
            "release_heir": tuple(heir for heir in heirs if whereabouts(table.state, heir)[0]),
        }
        offers = [Offer(v, (Field("heir", h),), "house-8.7.10") for v, h in able.items() if h]
        if not offers:
            return []
        gentlest = offers[-1]
        default = Choice.of(gentlest.verb, heir=gentlest.field("heir").candidates[-1])
        return [Prompt(self.seat, "two_houses", tuple(offers), default=default)]

    def advance(self, table: KTable) -> None:
        if not self.counted:
            self.counted = True
            faction = table.state.factions[self.seat]
            full = faction.began_with_both and holds_both_houses(table, self.seat)
            faction.two_house_turns = faction.two_house_turns + 1 if full else 0
            return
        table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        heir = choice.one("heir", HeirId)
        if choice.verb == "kill_heir":
            kill_heir(table, heir, "killed", seat)
        else:
            leave_heir(table, heir, *whereabouts(table.state, heir))
