"""Calls: Event cards that send nobles somewhere immediately (house §2.1, §8.3; base §4)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import HOME, EventCard
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.kings_peace import excuse_called, may_move
from bot.rules.kingmaker.conditions.lasting import WRIT, barred_squares, held, spend
from bot.rules.kingmaker.consequences.changes import give_heir, pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.going_home import KeepHeirs
from bot.rules.kingmaker.entering import ask_leave
from bot.rules.kingmaker.forces.strength import (
    besieged,
    controller,
    fits,
    may_enter,
    nobles_of,
    strongest,
    together,
    under_siege,
)
from bot.rules.kingmaker.ids import (
    NO_NOBLE,
    NOWHERE,
    CardId,
    HeirId,
    NobleId,
    PlaceId,
    ShipId,
    Spot,
    SquareId,
)
from bot.rules.kingmaker.procedures import CALLS, procedures
from bot.rules.kingmaker.ships.command import put_ship
from bot.rules.kingmaker.ships.refuge import Refuge
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with, is_king

# Calls (house-1.9, house-2.1, §8.3)


class CalledNoble(msgspec.Struct, omit_defaults=True):
    """A noble who must go to one of these places.

    ``ships`` go with him if the place is a port.
    """

    noble: NobleId
    places: list[PlaceId]
    ships: list[ShipId] = []
    instead: bool = False
    """Whether he goes in the place of another whom the card called (base-18.4)."""


@CALLS.named("from_anywhere")
class FromAnywhere:
    """A noble who is called goes, even from the sea or from overseas (house §8.3)."""

    def excuse(
        self, table: KTable, who: CardId, noble: NobleId, places: list[PlaceId]
    ) -> str | None:
        """Nobody is excused; only a siege holds a noble back."""
        return None

    def cut_off(self, table: KTable, noble: NobleId) -> bool:
        """Whether the noble is under siege, or besieges from a ship (house-8.6.20)."""
        return besieged(table.state, noble)

    def lands_first(self, table: KTable) -> bool:
        """The noble's ship puts in, and everybody goes ashore (house-8.3.2)."""
        return True

    def ships_with(self, table: KTable, who: CardId) -> tuple[ShipId, ...]:
        """No ship goes with the noble."""
        return ()


@CALLS.named("unless_overseas")
class UnlessOverseas:
    """Nobles at sea or overseas are not called to the mainland (base-4.3).

    The exceptions are the Admiral and the Warden of the Cinque Ports, whose ships go to a port with
    them.
    """

    def excuse(
        self, table: KTable, who: CardId, noble: NobleId, places: list[PlaceId]
    ) -> str | None:
        """A noble at sea or off the mainland is excused if he may go only to places on it."""
        board, found = table.content.board, table.state.nobles[noble]
        square = found.square
        if found.aboard is not None:
            port = table.state.ships[found.aboard].port
            square = NOWHERE if port is None else board.places[port].square
        if square and board.is_mainland(square):
            return None
        mainland = all(board.is_mainland(board.places[place].square) for place in places)
        return "overseas" if mainland and not self.ships_with(table, who) else None

    def cut_off(self, table: KTable, noble: NobleId) -> bool:
        """Whether the noble is under siege (base-4.4)."""
        return under_siege(table.state, noble)

    def lands_first(self, table: KTable) -> bool:
        """The noble goes straight there; others aboard stay."""
        return False

    def ships_with(self, table: KTable, who: CardId) -> tuple[ShipId, ...]:
        """An office's ships go, wherever they are, with everybody aboard."""
        card = table.content.crown[who]
        return card.ships if card.kind == "office" else ()


def called_nobles(
    table: KTable, card: EventCard, *, out_of_sieges: bool = False
) -> list[CalledNoble]:
    """The nobles who must answer a card now, each with the places he may go to (house-8.3.1,
    base-4.3).

    A guest in a fortress answers like anybody else (house-8.5.8). Those who need not go are
    announced.
    """
    calls: dict[str, CalledNoble] = {}
    way = procedures(table).calls
    for call in card.calls:
        noble = _bearer(table, call.who)
        if noble is None:
            table.emit(facts.CallIgnored(call.who, call.to, "not_in_play"))
            continue
        if noble in table.state.custody:  # ishkibibble-ransom.3
            table.emit(facts.CallIgnored(call.who, call.to, "captive", noble))
            continue
        if way.cut_off(table, noble) and not out_of_sieges:
            table.emit(facts.CallIgnored(call.who, call.to, "besieged", noble))
            continue
        castles = table.content.castles_of(noble)
        places = list(castles) if call.to == HOME else _called_to(table, call.to)
        excuse = way.excuse(table, call.who, noble, places)
        if excuse is not None:
            table.emit(facts.CallIgnored(call.who, call.to, excuse, noble))
            continue
        seat = table.state.nobles[noble].seat
        places = [place for place in places if not _kept_away(table, seat, place)]
        if not places:
            table.emit(facts.CallIgnored(call.who, call.to, "excommunicated", noble))
            continue
        entry = calls.setdefault(noble, CalledNoble(noble, []))
        entry.places += [place for place in places if place not in entry.places]
        entry.ships += way.ships_with(table, call.who)
    return list(calls.values())


def _kept_away(table: KTable, seat: Seat, place: PlaceId) -> bool:
    """Whether a place is in a square that is barred to a faction
    (ishkibibble-excommunication.3)."""
    barred = barred_squares(table.state, table.content, seat)
    return bool(barred) and table.content.board.places[place].square in barred


def _called_to(table: KTable, place: PlaceId) -> list[PlaceId]:
    """The places to which a call leads: the one named and, if it is a land such as Ireland, the
    open fortress there too (base-19.2).
    """
    if place not in table.content.board.areas:
        return [place]
    port = table.content.board.fortress_in(table.content.board.places[place].square)
    town = port is not None and table.content.is_open(port.id)
    return [port.id, place] if town and port is not None else [place]


def _bearer(table: KTable, card_id: CardId) -> NobleId | None:
    """The noble whom a card calls: the one it names, or the one who has the title, office or see.

    A town's name calls the player who holds the town, with or without its card
    (ishkibibble-scotsinvasion.2).
    """
    card = table.content.crown[card_id]
    if card.kind == "place":
        return table.state.control.get(card.controls[0])
    if card_id in table.state.nobles:
        return NobleId(card_id)
    return table.state.bearer(card_id)


def destinations(table: KTable, noble_id: NobleId, places: list[PlaceId]) -> tuple[Spot, ...]:
    """The spots for a called noble: a place's id means inside it, a square's id in the open.

    A called noble goes inside a friendly place with room, or stays outside if he prefers; an
    unfriendly place leaves him in the open in its square (house-8.2.8). A noble who has come home
    and is called to the castle he is in stays there (house-7.4.13, house-7.4.18).
    """
    found: list[Spot] = []
    noble = table.state.nobles[noble_id]
    frozen = not may_move(table.state, noble)
    for place_id in places:
        place = table.content.board.places[place_id]
        already = noble.inside == place.id
        if already or (may_enter(table, noble.seat, place) and fits(table, noble_id, place)):
            found.append(place.id)
        if not (already and frozen):
            found.append(place.square)
    return tuple(dict.fromkeys(found))


def entry_requests(
    table: KTable, seat: Seat, places: list[PlaceId], asked: list[PlaceId]
) -> tuple[Offer, ...]:
    """Other players' fortresses that a called noble may ask to enter (house-8.2.7)."""
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


def go_to(table: KTable, noble_id: NobleId, spot: Spot) -> None:
    """Put a noble at a spot named by `destinations`; he needs no ship for it (house-8.3.3)."""
    place = table.content.board.places.get(PlaceId(spot))
    if place is None:
        stand_open(table, noble_id, SquareId(spot))
    else:
        table.state.stand(noble_id, place.square, place.id)


class Summons(KStep, tag="summons"):
    """The called nobles go, one by one in the order of the card."""

    calls: list[CalledNoble]
    asked: list[PlaceId] = []
    """Fortresses whose owners were asked to let the first called noble in (house-8.2.7)."""
    called: list[NobleId] = []
    """Everybody whom the card has called or who goes for one of them, if a Writ may send others
    instead (base-18.4)."""
    out_of_sieges: bool = False
    """Whether even nobles under siege go (ishkibibble-diet-papal.2)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.calls:
            return []
        call = self.calls[0]
        noble = table.state.nobles.get(call.noble)
        if noble is None or self._kept(table, call.noble) or first_in_port(table, call.noble):
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
                    *self._instead(table, noble.seat, call),
                ),
                default=Choice("answer_call", args),
                facts={"noble": call.noble, "place": call.places[0]},
                sealed=self._asked_openly(table, noble.seat, call),
            )
        ]

    def _answers(
        self, table: KTable, noble_id: NobleId, spots: tuple[str, ...], heirs: tuple[HeirId, ...]
    ) -> list[Offer]:
        """The answers: where the noble goes, and which nobles and heirs go with him; somebody must
        keep any heirs left behind.
        """
        to, others = Field("to", spots), tuple(together(table.state, noble_id))
        led = is_king(table.state, noble_id)
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

    def _kept(self, table: KTable, noble: NobleId) -> bool:
        """Whether a siege keeps the noble where he is."""
        return procedures(table).calls.cut_off(table, noble) and not self.out_of_sieges

    def advance(self, table: KTable) -> None:
        if not self.calls:
            table.finish(self)
            return
        call = self.calls[0]
        ship = first_in_port(table, call.noble)
        if ship is not None and not self._kept(table, call.noble):
            # The ship puts in first, and everybody goes ashore (house-8.3.2).
            table.push(Refuge(ship, "call"))
        else:
            self.calls.pop(0)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "ask_leave":
            self.asked.append(choice.one("place", PlaceId))
            ask_leave(table, seat, choice.one("place", PlaceId))
            return
        if choice.verb == "send_instead":
            self._commission(table, seat, choice.one("noble", NobleId))
            return
        call = self.calls.pop(0)
        self.asked = []
        state, noble_id = table.state, call.noble
        held = heirs_with(state, noble_id)
        bring, company = choice.many("bring", HeirId), choice.many("with", NobleId)
        others = [key for key in together(state, noble_id) if key not in company]
        left = [heir for heir in held if heir not in bring]
        for heir in left:
            give_heir(table, heir, strongest(table, others))
        if left:
            table.push(KeepHeirs(left, others))
        party = (noble_id, *company)
        go_together(table, party, choice.one("to", SquareId))
        noble = state.nobles[noble_id]
        place = _place_of(table, call.places, noble.square)
        table.emit(facts.NobleCalled(noble_id, place, noble.square, noble.inside, bring, company))
        for member in party:
            pick_up_heirs(table, member)
        for ship in call.ships:
            _bring_ship(table, ship, place)

    # A commission (base-18.4)

    def _instead(self, table: KTable, seat: Seat, call: CalledNoble) -> list[Offer]:
        """Other nobles whom a Writ may send instead of the one called (base-18.4)."""
        fit = self._fit_to_go(table, seat, call)
        if not fit or not free(_writ_stops(table, seat)):
            return []
        return [Offer("send_instead", (Field("noble", fit),), "base-18.4")]

    def _fit_to_go(self, table: KTable, seat: Seat, call: CalledNoble) -> tuple[NobleId, ...]:
        """The nobles who, as far as anybody can tell, could go instead of the one called if there
        were a Writ.
        """
        if not free(self._commission_stops(call)):
            return ()
        return tuple(
            noble
            for noble in nobles_of(table.state, seat)
            if free(self._stand_in_stops(table, seat, call, noble))
        )

    def _asked_openly(self, table: KTable, seat: Seat, call: CalledNoble) -> bool:
        """Whether nobody may answer for the player: he has Event cards, and a Writ would help.

        Which cards they are is the player's secret, so being asked must not show that he has a
        Writ.
        """
        return bool(table.state.factions[seat].held and self._fit_to_go(table, seat, call))

    def _commission_stops(self, call: CalledNoble) -> Stops:
        """A noble already going in another's place sends nobody; against some cards Writs do not
        help at all."""
        if call.instead or not self.called:
            yield IllegalChoice(
                "base-18.4",
                "That noble is already going in another’s place, so he must go himself.",
            )

    def _stand_in_stops(
        self, table: KTable, seat: Seat, call: CalledNoble, noble: NobleId
    ) -> Stops:
        """Any other noble of the player may go if he can and is not called himself."""
        yield from self._commission_stops(call)
        state = table.state
        if noble not in state.nobles or state.nobles[noble].seat != seat:
            yield IllegalChoice("base-18.4", "You can send only a noble of your own faction.")
            return
        yield from held_stops(state, noble)
        if noble in self.called:
            yield IllegalChoice(
                "base-18.4", "The same card sends that noble already. He cannot go for another too."
            )
        if procedures(table).calls.cut_off(table, noble):
            yield IllegalChoice("base-4.4", "A noble under siege cannot go.")
        if procedures(table).calls.excuse(table, noble, noble, call.places) is not None:
            yield IllegalChoice("base-4.3", "A noble at sea or overseas cannot go.")

    def _commission(self, table: KTable, seat: Seat, noble: NobleId) -> None:
        """A Writ is spent; the other noble must now answer, and his own ships stay."""
        call = self.calls[0]
        spend(table, seat, WRIT)
        table.emit(facts.Commissioned(seat, call.noble, noble))
        self.calls[0] = CalledNoble(noble, call.places, instead=True)
        self.called.append(noble)  # he goes for one noble only
        self.asked = []

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        call = self.calls[0]
        noble = table.state.nobles.get(call.noble)
        if choice.verb == "answer_call" and noble is not None and noble.seat == seat:
            return self._answer_refusal(table, call, choice)
        if choice.verb == "send_instead" and self.called and noble is not None:
            named = choice.first("noble", NO_NOBLE)
            return first(self._stand_in_stops(table, seat, call, named)) or first(
                _writ_stops(table, seat)
            )
        return IllegalChoice(
            "house-8.3.1", "An Event card calls one of your nobles. Answer it first."
        )

    def _answer_refusal(self, table: KTable, call: CalledNoble, choice: Choice) -> IllegalChoice:
        """Say why the called noble cannot answer like that: company, heirs, or where he goes."""
        company, noble = choice.many("with"), table.state.nobles[call.noble]
        if company and not is_king(table.state, call.noble):
            return IllegalChoice("house-8.3.6", "Only a King who is called can take others along.")
        frozen = not may_move(table.state, noble)
        if frozen and noble.inside in call.places and noble.square in choice.many("to"):
            return IllegalChoice(
                "house-7.4.13",
                "The noble has come home, and that is where the card calls him. He stays.",
            )
        spots = destinations(table, call.noble, call.places)
        if any(spot in call.places and spot not in spots for spot in choice.many("to")):
            return IllegalChoice(
                "house-8.2.8",
                "That place is full or not open to the noble. He must stay outside it.",
            )
        if any(spot not in spots for spot in choice.many("to")):
            return IllegalChoice("house-8.3.1", "The noble must go where the card calls him.")
        left = [key for key in together(table.state, call.noble) if key not in company]
        if not left and set(heirs_with(table.state, call.noble)) - set(choice.many("bring")):
            return IllegalChoice(
                "house-8.3.4",
                "If the noble goes, nobody is left to keep his heirs. Bring them all.",
            )
        return IllegalChoice(
            "house-8.3.1", "Say where the noble goes and which of his heirs he takes."
        )


def _writ_stops(table: KTable, seat: Seat) -> Stops:
    if not held(table, seat, WRIT):
        yield IllegalChoice("base-18.4", "You need a Writ to send another noble instead.")


def first_in_port(table: KTable, noble_id: NobleId | None) -> ShipId | None:
    """The ship that puts in before a noble answers, if he is aboard one (house-8.3.2)."""
    noble = None if noble_id is None else table.state.nobles.get(noble_id)
    lands = noble is not None and procedures(table).calls.lands_first(table)
    return noble.aboard if noble is not None and lands else None


def _bring_ship(table: KTable, ship: ShipId, place: PlaceId) -> None:
    """A ship of a called office goes to the port too, with everybody aboard (base-4.3): one that
    besieges another port leaves the siege; one captured at sea stays with its captors
    (ishkibibble-seacombat.10).
    """
    state = table.state
    if ship not in state.ships or place not in table.content.board.ports:
        return
    if state.ships[ship].port != place and state.ships[ship].prize_of is None:
        put_ship(table, ship, place)
        table.emit(facts.ShipSoughtPort(ship, place, "call"))


def go_together(table: KTable, party: tuple[NobleId, ...], spot: Spot) -> None:
    """The called and their company go to a spot; those who find no room stay in the open.

    Leave to enter was given only for this answer (house-8.2.7).
    """
    place = table.content.board.places.get(PlaceId(spot))
    for member in party:
        room = place is None or spot in destinations(table, member, [place.id])
        before = table.state.nobles[member].square
        go_to(table, member, spot if room or place is None else place.square)
        called = table.state.nobles[member]
        excuse_called(table.state, called, called.square != before)
    table.state.granted.clear()


def _place_of(table: KTable, places: list[PlaceId], square: SquareId) -> PlaceId:
    """The place in this square to which the noble is called."""
    return next(p for p in places if table.content.board.places[p].square == square)
