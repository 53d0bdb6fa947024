"""Phase 1, chance events: draw one Event card, everybody obeys (house §2.1, §8.3; base §4)."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import (
    discard,
    draw_event,
    kill_heir,
    kill_noble,
    leave_heir,
    lose_to_french,
    pick_up_heirs,
)
from bot.rules.kingmaker.content import EventCard, EventKind
from bot.rules.kingmaker.events.calls import (
    Summons,
    called_nobles,
    destinations,
    entry_requests,
    go_together,
)
from bot.rules.kingmaker.forces import (
    inside,
    together,
)
from bot.rules.kingmaker.movement.fortresses import ask_leave
from bot.rules.kingmaker.movement.refuge import Refuge, StormAtSea, ships_at_sea
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.royals.succession import (
    BEAUFORT,
    heirs_with,
    keeper,
    sole_king,
    unheld_at,
)
from bot.rules.kingmaker.state import KStep, KTable


class EventPhase(KStep, tag="event_phase"):
    """Draw exactly one card (house-2.1a, base-4.1), which everybody obeys (house-2.1b,
    classic-turn.1)."""

    seat: int

    def advance(self, table: KTable) -> None:
        table.finish(self)
        card_id = draw_event(table)
        card = table.content.events[card_id]
        table.emit(facts.EventDrawn(self.seat, card_id))
        if card.hold:  # base-4.2
            table.state.factions[self.seat].held.append(card_id)
            table.emit(facts.EventKept(self.seat, card_id))
            return
        table.state.event_discards.append(card_id)
        _HANDLERS[card.kind](table, card)


def _summon(table: KTable, card: EventCard) -> None:
    """A raid or a revolt: for a Writ another may answer it, if the table plays so (base-18.4)."""
    _call(table, card, with_writs=table.content.ruleset.commission)


def _call(table: KTable, card: EventCard, *, with_writs: bool) -> None:
    calls = called_nobles(table, card)
    if calls:
        called = [call.noble for call in calls] if with_writs else []
        table.push(Summons(calls, called=called))


def _embassy(table: KTable, card: EventCard) -> None:
    procedures(table).reshuffle.after_embassy(table)
    table.push(Embassy(card.id))


def _storms(table: KTable, card: EventCard) -> None:
    ships = ships_at_sea(table)
    if ships:
        table.push(StormAtSea(ships))
    else:
        table.emit(facts.EventIdle(card.id, "no_ship_at_sea"))


def _parliament_must(table: KTable, card: EventCard) -> None:
    procedures(table).parliament.must_be_summoned(table, card.id)


# Plague (house-1.18)


def plague(table: KTable, card: EventCard) -> None:
    """All nobles and heirs inside the place die, and all aboard a ship in its port."""
    state, place = table.state, card.place
    assert place is not None
    nobles = inside(state, place) + [
        key
        for key, noble in state.nobles.items()
        if noble.aboard is not None and state.ships[noble.aboard].port == place
    ]
    if table.content.ruleset.beaufort_dies == "battle_only":  # house-4.16
        nobles = [noble for noble in nobles if noble != BEAUFORT]
    heirs = [heir for noble in nobles for heir in heirs_with(state, noble)]
    heirs += unheld_at(state, table.content.board.places[place].square, place)
    table.emit(facts.PlagueStruck(place, tuple(nobles), tuple(heirs)))
    for heir in heirs:
        kill_heir(table, heir, "plague")
    for noble in nobles:
        kill_noble(table, noble, "plague")


# Mercenaries go home


def mercenaries_home(table: KTable, card: EventCard) -> None:
    """Mercenaries of the named kind leave their nobles; cards in hand are safe."""
    assert card.mercenary is not None
    gone: list[str] = []
    for noble in table.state.nobles.values():
        leaving = [c for c in noble.cards if table.content.crown[c].group == card.mercenary]
        noble.cards = [c for c in noble.cards if c not in leaving]
        gone += leaving
    table.emit(facts.MercenariesWentHome(card.mercenary, tuple(gone)))
    discard(table, gone)


# The French before Calais (base-19.2)


def _french_siege(table: KTable, card: EventCard) -> None:
    """The Captain goes there, and then the French see who is inside."""
    assert card.place is not None
    table.push(FrenchSiege(card.id, card.place))
    _call(table, card, with_writs=False)  # neither a raid nor a revolt


class FrenchSiege(KStep, tag="french_siege"):
    """A place falls to the French if no noble is inside (base-19.2).

    An heir who is alone in it stays there, unharmed.
    """

    card: str
    place: str

    def advance(self, table: KTable) -> None:
        table.finish(self)
        if inside(table.state, self.place):
            table.emit(facts.EventIdle(self.card, "french_held_off"))
        elif self.place in table.state.french:
            table.emit(facts.EventIdle(self.card, "french_already"))
        else:
            lose_to_french(table, self.place)


_HANDLERS: dict[EventKind, Callable[[KTable, EventCard], None]] = {
    "plague": plague,
    "summon": _summon,
    "embassy": _embassy,
    "storms": _storms,
    "mercenaries_home": mercenaries_home,
    "parliament_must": _parliament_must,
    "french_siege": _french_siege,
    "irish_revolt": _summon,
}
"""What each kind of card that is not kept does (base-4.5)."""


# Embassies (house-8.3.5, house-8.3.7, house-5.9)


class Embassy(KStep, tag="embassy"):
    """The sole king goes to meet an embassy; his keeper with him, others if they like."""

    card: str
    asked: list[str] = []
    """The fortress whose owner was asked to let the King in (house-8.2.7)."""

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
            # His keeper's ship puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(ship, "call"))
            return
        table.finish(self)
        king = sole_king(table.state)
        if king is None:
            table.emit(facts.EventIdle(self.card, "no_sole_king"))
            return
        noble = keeper(table.state, king)
        if noble is None and table.state.heirs[king].inside not in table.state.sieges:
            # An uncontrolled king goes alone and waits in the open (house-8.3.7, house-8.2.8).
            place = self._place(table)
            leave_heir(table, king, place.square, None)
            table.emit(facts.KingCalled(king, place.id, place.square))
        else:
            table.emit(facts.EventIdle(self.card, "king_besieged"))

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "ask_leave":
            self.asked.append(choice.one("place"))
            ask_leave(table, seat, choice.one("place"))
            return
        table.finish(self)
        king, noble_id = called_king(table)
        assert king is not None
        assert noble_id is not None
        spot, place = choice.one("to"), self._place(table)
        party = (noble_id, *choice.many("with"))
        go_together(table, party, spot)
        noble = table.state.nobles[noble_id]
        table.emit(facts.KingCalled(king, place.id, noble.square, noble.inside, party))
        for member in party:
            pick_up_heirs(table, member)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "house-8.3.5", "The King is called to an embassy; say first who goes with him."
        )

    def _ship(self, table: KTable) -> str | None:
        """The ship that puts in before the King's keeper answers, if he is aboard one."""
        _, noble = called_king(table)
        if noble is None or not procedures(table).calls.lands_first(table):
            return None
        return table.state.nobles[noble].aboard

    def _place(self, table: KTable) -> Place:
        place = table.content.events[self.card].place
        assert place is not None
        return table.content.board.places[place]


def called_king(table: KTable) -> tuple[str | None, str | None]:
    """The sole king and his keeper, if he has one who is not Under Siege."""
    king = sole_king(table.state)
    if king is None:
        return None, None
    noble = keeper(table.state, king)
    if noble is None or procedures(table).calls.cut_off(table, noble):
        return None, None
    return king, noble
