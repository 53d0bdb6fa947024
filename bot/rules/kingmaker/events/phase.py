"""Phase 1, chance events: draw one Event card, everybody obeys (house §2.1, §8.3; base §4)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import (
    discard,
    draw_event,
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    pick_up_heirs,
    stand_open,
)
from bot.rules.kingmaker.combat.aftermath import KeepHeirs
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.forces import (
    besieged,
    controller,
    fits,
    inside,
    may_enter,
    strongest,
    together,
)
from bot.rules.kingmaker.movement.fortresses import ask_leave
from bot.rules.kingmaker.movement.refuge import Refuge, StormAtSea, ships_at_sea
from bot.rules.kingmaker.parliament.calling import begin_peoples_parliament, peoples_parliament_due
from bot.rules.kingmaker.parliament.kings_peace import excuse_called, may_move
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.royals.succession import (
    BEAUFORT,
    heirs_with,
    is_king,
    keeper,
    sole_king,
    unheld_at,
)
from bot.rules.kingmaker.state import PHASES, KStep, KTable, State


def cancel_movement_and_combat(table: KTable) -> None:
    """A People's Parliament takes the place of the drawer's next phases (house-7.1.29)."""
    turns = table.agenda[0]
    turns.next_phase = PHASES.index("coronation")


class EventPhase(KStep, tag="event_phase"):
    """Draw exactly one card and carry it out (house-2.1a, house-2.1b)."""

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
        _carry_out(table, card)


def _carry_out(table: KTable, card: EventCard) -> None:
    """Do what the card says (base-4.5)."""
    if card.kind == "plague":
        assert card.place is not None
        plague(table, card.place)
    elif card.kind == "summon":
        calls = called_nobles(table, card)
        if calls:
            table.push(Summons(calls))
    elif card.kind == "embassy":
        procedures(table).reshuffle.after_embassy(table)
        table.push(Embassy(card.id))
    elif card.kind == "mercenaries_home":
        mercenaries_home(table, card)
    else:
        _announce_idle(table, card)


def _announce_idle(table: KTable, card: EventCard) -> None:
    """Cards without an effect now: storms with no ship at sea, Parliament that need not meet."""
    if card.kind == "storms":
        ships = ships_at_sea(table)
        if ships:
            table.push(StormAtSea(ships))
        else:
            table.emit(facts.EventIdle(card.id, "no_ship_at_sea"))
    elif sole_king(table.state) is not None:
        table.emit(facts.EventIdle(card.id, "sole_king"))
    elif peoples_parliament_due(table):
        cancel_movement_and_combat(table)
        begin_peoples_parliament(table, table.state.active)
    else:
        table.emit(facts.EventIdle(card.id, "too_recent"))


# Plague (house-1.18)


def plague(table: KTable, place: str) -> None:
    """All nobles and heirs inside the place die, and all aboard a ship in its port."""
    state = table.state
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


# Calls (house-1.9, house-2.1, §8.3)


class CalledNoble(msgspec.Struct):
    """A noble who must go to one of these places."""

    noble: str
    places: list[str]


def called_nobles(table: KTable, card: EventCard) -> list[CalledNoble]:
    """Who must answer a card at once, with the places he may go to (house-8.3.1, base-4.3).

    A guest in a fortress answers like anybody (house-8.5.8). Who need not is told.
    """
    calls: dict[str, CalledNoble] = {}
    for call in card.calls:
        noble = _bearer(table, call.who)
        if noble is None:
            table.emit(facts.CallIgnored(call.who, call.to, "not_in_play"))
        elif besieged(table.state, noble):
            table.emit(facts.CallIgnored(call.who, call.to, "besieged", noble))
        else:
            places = list(table.content.castles_of(noble)) if call.to == "home" else [call.to]
            entry = calls.setdefault(noble, CalledNoble(noble, []))
            entry.places += [place for place in places if place not in entry.places]
    return list(calls.values())


def _bearer(table: KTable, card_id: str) -> str | None:
    """The noble called by a card's name: himself, or whoever bears the title, office or see."""
    if card_id in table.state.nobles:
        return card_id
    for key, noble in table.state.nobles.items():
        if card_id in (noble.title, noble.office) or card_id in noble.cards:
            return key
    return None


def destinations(table: KTable, noble_id: str, places: list[str]) -> tuple[str, ...]:
    """Where a called noble may stand: the place's id means inside it, a square's id in the open.

    He goes inside a friendly place with room, or stays outside as he likes; an unfriendly one
    leaves him in the open in its square (house-8.2.8). A noble who has come home and is called
    to the castle he is in stays there (house-7.4.13, house-7.4.18).
    """
    found: list[str] = []
    noble = table.state.nobles[noble_id]
    frozen = not may_move(table.state, noble) and table.state.edition > 1
    for place_id in places:
        place = table.content.board.places[place_id]
        already = noble.inside == place.id
        if already or (may_enter(table, noble.seat, place) and fits(table, noble_id, place)):
            found.append(place.id)
        if not (already and frozen):
            found.append(place.square)
    return tuple(dict.fromkeys(found))


def entry_requests(
    table: KTable, seat: int, places: list[str], asked: list[str]
) -> tuple[Offer, ...]:
    """Fortresses of others that a called noble may ask to be let into (house-8.2.7)."""
    state = table.state
    held = tuple(
        place
        for place in places
        if (owner := controller(state, place)) is not None
        and owner != seat
        and place not in asked
        and place not in state.sieges
    )
    return (Offer("ask_leave", (Field("place", held),), "house-8.2.7"),) if held else ()


def go_to(table: KTable, noble_id: str, spot: str) -> None:
    """Stand a noble at a spot as `destinations` names it; he needs no ship for it (house-8.3.3)."""
    place = table.content.board.places.get(spot)
    if place is None:
        stand_open(table, noble_id, spot)
    else:
        noble = table.state.nobles[noble_id]
        noble.square, noble.inside, noble.aboard = place.square, place.id, None


class Summons(KStep, tag="summons"):
    """The called nobles go, one after the other in the order of the card."""

    calls: list[CalledNoble]
    asked: list[str] = []
    """Fortresses whose owners were asked to let the first of them in (house-8.2.7)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.calls:
            return []
        call = self.calls[0]
        noble = table.state.nobles.get(call.noble)
        if noble is None or besieged(table.state, call.noble) or noble.aboard is not None:
            return []
        spots = destinations(table, call.noble, call.places)
        heirs = tuple(heirs_with(table.state, call.noble))
        args: dict[str, tuple[str, ...]] = {"to": (spots[0],)}
        if heirs:
            args["bring"] = heirs
        return [
            Prompt(
                noble.seat,
                "answer_call",
                (
                    *self._answers(table, call.noble, spots, heirs),
                    *entry_requests(table, noble.seat, call.places, self.asked),
                ),
                default=Choice("answer_call", args),
                facts={"noble": call.noble, "place": call.places[0]},
            )
        ]

    def _answers(
        self, table: KTable, noble_id: str, spots: tuple[str, ...], heirs: tuple[str, ...]
    ) -> list[Offer]:
        """Where he stands, who goes with him, and which heirs; somebody must keep those left."""
        to, others = Field("to", spots), tuple(together(table.state, noble_id))
        led = is_king(table.state, noble_id) and table.state.edition > 1
        company = others if led else ()
        everybody = Field("with", company, 0, len(company))
        all_heirs = Field("bring", heirs, len(heirs), len(heirs))
        if not heirs:
            fields = (to, everybody) if company else (to,)
            return [Offer("answer_call", fields, "house-8.3.1")]
        if not others:
            return [Offer("answer_call", (to, all_heirs), "house-8.3.1")]
        some_heirs = Field("bring", heirs, 0, len(heirs))
        if not company:
            return [Offer("answer_call", (to, some_heirs), "house-8.3.1")]
        some = (Field("with", company, 0, len(company) - 1),) if len(company) > 1 else ()
        return [
            Offer("answer_call", (to, everybody, all_heirs), "house-8.3.6"),
            Offer("answer_call", (to, *some, some_heirs), "house-8.3.1"),
        ]

    def advance(self, table: KTable) -> None:
        if not self.calls:
            table.finish(self)
            return
        noble = table.state.nobles.get(self.calls[0].noble)
        if (
            noble is not None
            and noble.aboard is not None
            and not besieged(table.state, self.calls[0].noble)
        ):
            # The ship puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(noble.aboard, "call"))
        else:
            self.calls.pop(0)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "ask_leave":
            self.asked.append(choice.one("place"))
            ask_leave(table, seat, choice.one("place"))
            return
        call = self.calls.pop(0)
        self.asked = []
        state, noble_id = table.state, call.noble
        held = heirs_with(state, noble_id)
        bring, company = choice.many("bring"), choice.many("with")
        others = [key for key in together(state, noble_id) if key not in company]
        left = [heir for heir in held if heir not in bring]
        for heir in left:
            give_heir(table, heir, strongest(table, others))
        if left:
            table.push(KeepHeirs(left, others))
        party = (noble_id, *company)
        go_together(table, party, choice.one("to"))
        noble = state.nobles[noble_id]
        place = _place_of(table, call.places, noble.square)
        table.emit(facts.NobleCalled(noble_id, place, noble.square, noble.inside, bring, company))
        for member in party:
            pick_up_heirs(table, member)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        call = self.calls[0]
        noble = table.state.nobles.get(call.noble)
        if choice.verb == "answer_call" and noble is not None and noble.seat == seat:
            return self._answer_refusal(table, call, choice)
        return IllegalChoice(
            "house-8.3.1", "An Event card calls one of your nobles; he must answer it first."
        )

    def _answer_refusal(self, table: KTable, call: CalledNoble, choice: Choice) -> IllegalChoice:
        """Why the called noble cannot answer so: company, heirs, where he stands."""
        company, noble = choice.many("with"), table.state.nobles[call.noble]
        if company and not is_king(table.state, call.noble):
            return IllegalChoice("house-8.3.6", "Only a King who is called takes others along.")
        frozen = not may_move(table.state, noble)
        if frozen and noble.inside in call.places and noble.square in choice.many("to"):
            return IllegalChoice(
                "house-7.4.13", "He has come home and is where he is called to; he stays."
            )
        spots = destinations(table, call.noble, call.places)
        if any(spot in call.places and spot not in spots for spot in choice.many("to")):
            return IllegalChoice(
                "house-8.2.8", "That place is not open to him, or full: he stands outside it."
            )
        if any(spot not in spots for spot in choice.many("to")):
            return IllegalChoice("house-8.3.1", "He must go where the card calls him.")
        left = [key for key in together(table.state, call.noble) if key not in company]
        if not left and set(heirs_with(table.state, call.noble)) - set(choice.many("bring")):
            return IllegalChoice(
                "house-8.3.4", "Nobody stays behind who could keep his heirs; bring them all."
            )
        return IllegalChoice("house-8.3.1", "Say where he stands, and which of his heirs go along.")


def go_together(table: KTable, party: tuple[str, ...], spot: str) -> None:
    """The called and their company go to a spot; who finds no room there stands in the open.

    Leave to enter was given for this answer only (house-8.2.7).
    """
    place = table.content.board.places.get(spot)
    for member in party:
        room = place is None or spot in destinations(table, member, [spot])
        before = table.state.nobles[member].square
        go_to(table, member, spot if room or place is None else place.square)
        called = table.state.nobles[member]
        excuse_called(table.state, called, called.square != before)
    table.state.granted.clear()


def _place_of(table: KTable, places: list[str], square: str) -> str:
    """Which of the places called to lies in this square."""
    return next(p for p in places if table.content.board.places[p].square == square)


# Embassies (house-8.3.5, house-8.3.7, house-5.9)


class Embassy(KStep, tag="embassy"):
    """The sole king goes to meet an embassy; his keeper with him, others if they like."""

    card: str
    asked: list[str] = []
    """The fortress whose owner was asked to let the King in (house-8.2.7)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        king, noble_id = called_king(table.state)
        if king is None or noble_id is None or table.state.nobles[noble_id].aboard is not None:
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
        _, aboard = called_king(table.state)
        if aboard is not None:
            # His keeper's ship puts in first, and everybody goes ashore (house-8.3.2).
            ship = table.state.nobles[aboard].aboard
            assert ship is not None
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
        king, noble_id = called_king(table.state)
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

    def _place(self, table: KTable) -> Place:
        place = table.content.events[self.card].place
        assert place is not None
        return table.content.board.places[place]


def called_king(state: State) -> tuple[str | None, str | None]:
    """The sole king and his keeper, if he has one who is not Under Siege."""
    king = sole_king(state)
    if king is None:
        return None, None
    noble = keeper(state, king)
    if noble is None or besieged(state, noble):
        return None, None
    return king, noble
