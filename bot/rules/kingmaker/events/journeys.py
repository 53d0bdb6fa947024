"""Event cards that send the King over the border: to Ireland, to the Continent, to Scotland.

The cards' effects in combat are in the data (ishkibibble-visit.3, ishkibibble-treatyfrance.5,
ishkibibble-treatyscotland.5).

Embassies: Event cards that send the sole King somewhere (house-8.3.5, house-8.3.7).

Royal Hunt: the King rides out, and anybody may ride with him (ishkibibble-hunt.1).

The hunt brings no King's Peace (ishkibibble-hunt.3); the card's effect in combat is in the data
(ishkibibble-hunt.4).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, clockwise
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.conditions.abroad import FRANCE
from bot.rules.kingmaker.conditions.kings_peace import may_move
from bot.rules.kingmaker.conditions.lasting import invaders_leave
from bot.rules.kingmaker.consequences.changes import claim, leave_heir, pick_up_heirs, take_control
from bot.rules.kingmaker.entering import ask_leave
from bot.rules.kingmaker.events.calls import (
    destinations,
    entry_requests,
    first_in_port,
    go_together,
)
from bot.rules.kingmaker.forces.strength import controller, nobles_of, occupants, together
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.procedures import event_card, procedures
from bot.rules.kingmaker.ships.refuge import Refuge
from bot.rules.kingmaker.sieges import break_siege
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import house_of, keeper, kings, sole_king, whereabouts


@event_card("embassy", "place", reshuffles=True)
def embassy(table: KTable, card: EventCard, seat: Seat) -> None:
    """The sole King is sent for."""
    table.push(Embassy(card.id))


class Embassy(KStep, tag="embassy"):
    """The sole King goes to meet an embassy; his keeper goes with him, and others may."""

    card: CardId
    asked: list[PlaceId] = []
    """The fortress whose owner was asked to admit the King (house-8.2.7)."""
    meanwhile = IllegalChoice(
        "house-8.3.5", "The King is called to an embassy. First say who goes with him."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        king, noble_id = called_king(table)
        if king is None or noble_id is None or self._ship(table) is not None:
            return []
        state, place = table.state, self._place(table)
        spots = destinations(table, noble_id, [place.id])
        company = tuple(together(state, noble_id))
        fields = [Field("to", spots)]
        if company:
            fields.append(Field("with", company, 0, len(company)))
        return [
            Prompt(
                state.nobles[noble_id].seat,
                "attend_king",
                (
                    Offer("attend_king", tuple(fields), "house-8.3.5"),
                    *entry_requests(table, state.nobles[noble_id].seat, [place.id], self.asked),
                ),
                default=Choice.of("attend_king", to=spots[0]),
                facts={"king": king, "noble": noble_id, "place": place.id},
            )
        ]

    def advance(self, table: KTable) -> None:
        ship = self._ship(table)
        if ship is not None:
            # The ship of the King's keeper puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(ship, "call"))
            return
        table.finish(self)
        king = sole_king(table.state)
        if king is None:
            table.emit(facts.EventIdle(self.card, "no_sole_king"))
            return
        why = _held_back(table, king)
        if why:
            table.emit(facts.EventIdle(self.card, why))
        else:
            # An uncontrolled King goes alone and waits in the open (house-8.3.7, house-8.2.8).
            place = self._place(table)
            leave_heir(table, king, place.square, None)
            table.emit(facts.KingCalled(king, place.id, place.square))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "ask_leave":
            self.asked.append(choice.one("place", PlaceId))
            ask_leave(table, seat, choice.one("place", PlaceId))
            return
        table.finish(self)
        king, noble_id = called_king(table)
        assert king is not None
        assert noble_id is not None
        spot, place = choice.one("to", SquareId), self._place(table)
        party = (noble_id, *choice.many("with", NobleId))
        go_together(table, party, spot)
        noble = table.state.nobles[noble_id]
        table.emit(facts.KingCalled(king, place.id, noble.square, noble.inside, party))
        for member in party:
            pick_up_heirs(table, member)

    def _ship(self, table: KTable) -> ShipId | None:
        """The ship that puts in before the King's keeper answers, if he is aboard one."""
        return first_in_port(table, called_king(table)[1])

    def _place(self, table: KTable) -> Place:
        place = table.content.events[self.card].place
        assert place is not None
        return table.content.board.places[place]


def called_king(table: KTable) -> tuple[HeirId | None, NobleId | None]:
    """The sole King and his keeper; None for both if there is no such King, he has no keeper, or a
    siege holds the keeper back.
    """
    king = sole_king(table.state)
    if king is None:
        return None, None
    noble = keeper(table.state, king)
    if noble is None or procedures(table).calls.cut_off(table, noble):
        return None, None
    return king, noble


def _held_back(table: KTable, king: HeirId) -> str:
    """The reason why a King cannot go: nobody comes out of a place under siege, and a captive obeys
    no call (ishkibibble-ransom.3). Empty if nothing holds him back.
    """
    noble_id = keeper(table.state, king)
    if noble_id is not None:
        return "king_besieged" if procedures(table).calls.cut_off(table, noble_id) else ""
    if king in table.state.custody:  # Beaufort, who is his own keeper while he is free
        return "king_captive"
    return "king_besieged" if whereabouts(table.state, king)[1] in table.state.sieges else ""


DUBLIN, CALAIS = PlaceId("dublin"), PlaceId("calais")

_RULES = {
    "ireland": "ishkibibble-visit.1",
    "continent": "ishkibibble-treatyfrance.1",
    "scotland": "ishkibibble-treatyscotland.1",
}


@event_card("royal_visit", reshuffles=True)
def royal_visit(table: KTable, card: EventCard, seat: Seat) -> None:
    """The sole King goes to Ireland (ishkibibble-visit.1)."""
    table.push(Journey(card.id, PlaceId("ireland")))


@event_card("treaty_france")
def treaty_with_france(table: KTable, card: EventCard, seat: Seat) -> None:
    """The sole King goes to the Continent, for a treaty (ishkibibble-treatyfrance.1)."""
    table.push(Journey(card.id, PlaceId("continent"), treaty=True))


@event_card("treaty_scotland")
def treaty_with_scotland(table: KTable, card: EventCard, seat: Seat) -> None:
    """The sole King goes to Scotland, for a treaty (ishkibibble-treatyscotland.1)."""
    table.push(Journey(card.id, PlaceId("scotland"), treaty=True))


class Journey(KStep, tag="journey"):
    """The sole King crosses the border; his keeper goes with him, and others may.

    Those who go need no ship, and find their own way back (ishkibibble-visit.2). As with an
    embassy, nobody under siege goes; a King whom nobody holds goes alone.
    """

    card: CardId
    land: PlaceId
    treaty: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        king, noble_id = called_king(table)
        if king is None or noble_id is None:
            return []
        company, spot = tuple(together(table.state, noble_id)), self._spot(table)
        fields = [Field("to", (spot,))]
        if company:
            fields.append(Field("with", company, 0, len(company)))
        return [
            Prompt(
                table.state.nobles[noble_id].seat,
                "attend_king",
                (Offer("attend_king", tuple(fields), _RULES[self.land]),),
                default=Choice.of("attend_king", to=spot),
                facts={"king": king, "noble": noble_id, "place": self.land},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        king = sole_king(table.state)
        if king is None:
            table.emit(facts.EventIdle(self.card, "no_sole_king"))
            return
        why = _held_back(table, king)
        if why:
            table.emit(facts.EventIdle(self.card, why))
            return
        place = table.content.board.places[self.land]
        inside = self._town(table)
        leave_heir(table, king, place.square, inside)
        table.emit(facts.KingCalled(king, self.land, place.square, inside))
        self._arrived(table, king)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        king, noble_id = called_king(table)
        assert king is not None
        assert noble_id is not None
        town, party = self._town(table), (noble_id, *choice.many("with", NobleId))
        if town is not None and controller(table.state, town) is None:
            claim(table, town, noble_id, "visit")
        elif town is not None:
            table.state.granted.setdefault(town, []).append(seat)
        go_together(table, party, choice.one("to", SquareId))
        noble = table.state.nobles[noble_id]
        table.emit(facts.KingCalled(king, self.land, noble.square, noble.inside, party))
        for member in party:
            pick_up_heirs(table, member)
        self._arrived(table, king)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            _RULES[self.land], "The King is crossing the border. First say who goes with him."
        )

    def _spot(self, table: KTable) -> str:
        return self._town(table) or table.content.board.places[self.land].square

    def _town(self, table: KTable) -> PlaceId | None:
        """Dublin, on a journey to Ireland, if the King's keeper is inside already or while nobody
        is inside or besieging it; otherwise None (ishkibibble-visit.1).
        """
        state, noble_id = table.state, called_king(table)[1]
        if self.land != "ireland":
            return None
        there = noble_id is not None and state.nobles[noble_id].inside == DUBLIN
        shut = bool(occupants(state, DUBLIN)) or DUBLIN in state.sieges
        return None if shut and not there else DUBLIN

    def _arrived(self, table: KTable, king: HeirId) -> None:
        if not self.treaty:
            return
        table.state.treaties[self.land] = king
        table.emit(facts.TreatyMade(self.land, king))
        if self.land == FRANCE:
            _restore_calais(table, king)
        else:
            _scots_go_home(table)


def _scots_go_home(table: KTable) -> None:
    """The Scots leave every place that they hold, and it becomes neutral
    (ishkibibble-treatyscotland.2).

    Scottish Raids are over as soon as everybody called has answered.
    """
    places = tuple(table.state.scots)
    for place in places:
        invaders_leave(table.state, place)
    if places:
        table.emit(facts.ScotsWentHome(places))


def _restore_calais(table: KTable, king: HeirId) -> None:
    """Calais is English again, and belongs to the faction that has the King
    (ishkibibble-treatyfrance.2)."""
    state, noble_id = table.state, keeper(table.state, king)
    state.french = [place for place in state.french if place != CALAIS]
    if noble_id is None:
        return
    state.calais_with = state.nobles[noble_id].seat
    _give_calais(table, noble_id)


def review_calais(table: KTable) -> None:
    """While the treaty lasts, Calais goes with its King: to the first faction that has him, and on
    to the next, unless somebody has taken it meanwhile (ishkibibble-treatyfrance.2).
    """
    state, king = table.state, table.state.treaties.get(FRANCE)
    noble_id = None if king is None else keeper(state, king)
    if noble_id is None or state.calais_with == state.nobles[noble_id].seat:
        return
    former, state.calais_with = state.calais_with, state.nobles[noble_id].seat
    if former in (None, controller(state, CALAIS)):
        _give_calais(table, noble_id)


def _give_calais(table: KTable, noble_id: NobleId) -> None:
    """A noble gets Calais under the treaty, whoever held it before; a siege of it ends."""
    state = table.state
    if controller(state, CALAIS) == state.nobles[noble_id].seat:
        return
    if CALAIS in state.sieges:
        break_siege(table, CALAIS, "treaty")
    take_control(table, CALAIS, noble_id, "treaty")


_HOUSES = {1: "lancaster", 2: "lancaster", 3: "york", 4: "york"}
"""The house whose King rides out when there are two, by die roll; on 5 both do, on 6 it rains."""
_BOTH = 5


@event_card("royal_hunt")
def royal_hunt(table: KTable, card: EventCard, seat: Seat) -> None:
    """The sole King hunts; if there are two, a die says which, if any (ishkibibble-hunt.2)."""
    hunting = kings(table.state)
    if len(hunting) > 1:
        die = table.below(6) + 1
        hunting = [
            king
            for king in hunting
            if die == _BOTH or _HOUSES.get(die) == house_of(table.state, table.content, king)
        ]
        table.emit(facts.HuntRolled(die, tuple(hunting)))
    elif not hunting:
        table.emit(facts.EventIdle(card.id, "no_king"))
    able = [king for king in hunting if not _held_back(table, king)]
    if able:
        *others, drawer = clockwise(seat, len(table.state.factions))
        table.push(Hunt(card.id, able, [drawer, *others]))
    elif hunting:
        table.emit(facts.EventIdle(card.id, _held_back(table, hunting[0])))


class Hunt(KStep, tag="hunt"):
    """Everybody in turn says which of his nobles ride along; then they all arrive together.
    ``seats`` have yet to be asked; ``riders`` are the nobles who come.
    """

    card: CardId
    kings: list[HeirId]
    seats: list[Seat]
    riders: list[NobleId] = []
    heard_by_all = True
    meanwhile = IllegalChoice(
        "ishkibibble-hunt.1",
        "The King is riding out to hunt. Say which of your nobles ride with him.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        hunting = self._hunting(table)
        if not self.seats or not hunting or self._ship(table) is not None:
            return []
        seat, square = self.seats[0], _forest(table)
        fit = self._fit(table, seat)
        if not fit:
            return []
        fields = (Field("to", (square,)), Field("with", fit, 0, len(fit)))
        offer = Offer("attend_king", fields, "ishkibibble-hunt.1")
        about = {"king": hunting[0], "place": square}
        default = Choice.of("attend_king", to=square)
        return [Prompt(seat, "royal_hunt", (offer,), default=default, facts=about)]

    def advance(self, table: KTable) -> None:
        ship = self._ship(table)
        if ship is not None:
            # The ship of a King's keeper puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(ship, "call"))
        elif self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)
            self._ride_out(table, self._hunting(table))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.seats.pop(0)
        self.riders.extend(choice.many("with", NobleId))

    def _hunting(self, table: KTable) -> list[HeirId]:
        """The Kings of the hunt who are alive: whoever holds one may kill him meanwhile
        (base-11.9)."""
        return [king for king in self.kings if king in kings(table.state)]

    def _ship(self, table: KTable) -> ShipId | None:
        """The ship that puts in before anybody rides out, if a King's keeper is aboard one."""
        ships = (first_in_port(table, keeper(table.state, king)) for king in self._hunting(table))
        return next(filter(None, ships), None)

    def _fit(self, table: KTable, seat: Seat) -> tuple[NobleId, ...]:
        """A player's nobles on the mainland who are free to go; a King's keeper goes anyway."""
        state, board = table.state, table.content.board
        keepers = [keeper(state, king) for king in self.kings]
        return tuple(
            key
            for key in nobles_of(state, seat)
            if key not in keepers
            and state.nobles[key].captor is None
            and board.is_mainland(state.nobles[key].square)
            and may_move(state, state.nobles[key])
            and not procedures(table).calls.cut_off(table, key)
        )

    def _ride_out(self, table: KTable, hunting: list[HeirId]) -> None:
        if not hunting:
            table.emit(facts.EventIdle(self.card, "no_king"))
            return
        square, hunters = _forest(table), list(self.riders)
        for king in hunting:
            noble_id = keeper(table.state, king)
            if noble_id is None:
                leave_heir(table, king, square, None)
            else:
                hunters.append(noble_id)
        go_together(table, tuple(hunters), square)
        for king in hunting:
            noble_id = keeper(table.state, king)
            party = () if noble_id is None else (noble_id,)
            table.emit(facts.KingCalled(king, square, square, None, party))
        if self.riders:
            table.emit(facts.RodeAlong(tuple(self.riders), square))
        for member in hunters:
            pick_up_heirs(table, member)


def _forest(table: KTable) -> SquareId:
    return table.content.board.landmarks["forest_west_of_tickhill"]
