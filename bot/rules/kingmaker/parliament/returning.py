"""Returning from Parliament, and the King's Peace that follows (house §7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    clockwise,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import FREE_MOVE, held, may_keep, spend
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.going_home import go_home, home_castles
from bot.rules.kingmaker.consequences.havens import haven
from bot.rules.kingmaker.ids import NobleId, PlaceId, ShipId
from bot.rules.kingmaker.parliament.ballot import sitting_of
from bot.rules.kingmaker.procedures import HOMEWARD
from bot.rules.kingmaker.ships.command import aboard, captain, command, put_ship
from bot.rules.kingmaker.state import KStep, KTable, Peace


@HOMEWARD.called("free_moves")
class Dismissal(KStep, tag="dismissal"):
    """Players bring their attending nobles home, clockwise from the caller's left (house-7.4.2).

    A noble without a free castle of his own stays outside one (house-7.4.3). A Free Move keeps one
    noble, or one ship, in place; the caller may stay without the card. A noble or ship kept in this
    way counts as excused (house-7.4.10). Anyone who might have the card is asked. ``kept`` are the
    ships that stay.
    """

    kept: list[str] = []
    begun: bool = False
    passed: list[Seat] = []
    """The seats that do not want to keep any more ships."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun:
            return []
        for seat in self._order(table):
            mine = self._to_return(table, seat)
            if mine:
                return [self._prompt(table, seat, mine)]
            if seat in self.passed or not _could_stay(table, seat):
                continue
            if self._ships_away(table, seat):
                offers = (*self._ship_offers(table, seat), Offer("done", (), "house-7.4.8"))
                default = Choice("done")
                return [Prompt(seat, "return_home", offers, default=default, guarded=True)]
        return []

    def _ships_away(self, table: KTable, seat: Seat) -> tuple[ShipId, ...]:
        return tuple(s for s in table.state.ships if free(self._ship_stops(table, seat, s)))

    def _ship_offers(self, table: KTable, seat: Seat) -> list[Offer]:
        """Ships that a Free Move may keep from going home (house-7.4.8)."""
        ships = self._ships_away(table, seat)
        if not ships or not free(_card_stops(table, seat)):
            return []
        return [Offer("keep_ship", (Field("ship", ships),), "house-7.4.8")]

    def _prompt(self, table: KTable, seat: Seat, nobles: list[NobleId]) -> Prompt:
        callers = tuple(noble for noble in nobles if free(_caller_stops(table, noble)))
        offers = []
        for noble in nobles:
            castles = home_castles(table, noble)
            fields = (Field("noble", (noble,)), Field("castle", castles))
            due = noble not in callers and not _could_stay(table, seat)
            offers.append(Offer("go_home", fields, "house-7.4.1", due))
        if callers:
            offers.append(Offer("stay", (Field("noble", callers),), "house-7.4.9"))
        alone = len(offers) == 1 and offers[0].sole() is not None
        if free(_card_stops(table, seat)):
            offers.append(Offer("stay_free", (Field("noble", tuple(nobles)),), "house-7.4.7"))
        offers += self._ship_offers(table, seat)
        castle = haven(table, nobles[0], seat, home_castles(table, nobles[0]))
        default = Choice.of("go_home", noble=nobles[0], castle=castle)
        guarded = alone and _could_stay(table, seat)
        return Prompt(seat, "return_home", tuple(offers), default=default, guarded=guarded)

    def advance(self, table: KTable) -> None:
        if not self.begun:
            self.begun = True
            for noble in table.state.nobles.values():
                noble.under_peace = "excused"
            for key in sitting_of(table).attending:
                if key in table.state.nobles:
                    table.state.nobles[key].under_peace = ""
            return
        table.finish(self)
        self._send_ships(table)
        sitting = sitting_of(table)
        state = table.state
        home = [s for s, at in state.ships.items() if at.port == _home(table, s)]
        state.peace = Peace(sitting.caller, sitting.square, [s for s in home if s not in self.kept])
        state.sitting = None
        table.emit(facts.ParliamentDismissed(sitting.square, sitting.caller))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        state = table.state
        if choice.verb == "done":
            self.passed.append(seat)
            return
        if choice.verb == "go_home":
            noble = choice.one("noble", NobleId)
            state.nobles[noble].under_peace = "returned"
            go_home(table, noble, choice.one("castle", PlaceId), "parliament")
            return
        if choice.verb == "stay":
            noble, by = choice.one("noble", NobleId), "caller"
            state.nobles[noble].under_peace = "excused"
            table.emit(facts.StayedAtParliament(seat, noble, by))
            sitting_of(table).noble = None
            return
        spend(table, seat, FREE_MOVE)
        who = (
            choice.one("ship", ShipId)
            if choice.verb == "keep_ship"
            else choice.one("noble", NobleId)
        )
        if choice.verb == "keep_ship":
            self.kept.append(who)
        else:
            state.nobles[choice.one("noble", NobleId)].under_peace = "excused"
        table.emit(facts.StayedAtParliament(seat, who, "free_move"))

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of the choice to go home or to stay."""
        verb, mine = choice.verb, self._to_return(table, seat)
        if verb not in ("go_home", "stay", "stay_free", "keep_ship") and (mine or verb != "done"):
            yield IllegalChoice("house-7.4.1", "Parliament is over. Bring your nobles home.")
        if verb in ("stay_free", "keep_ship"):
            yield from _card_stops(table, seat)
        for ship in choice.many("ship", ShipId):
            yield from self._ship_stops(table, seat, ship)
        for noble in choice.many("noble", NobleId):
            yield from _present_stops(table, seat, noble)
            if verb == "stay":
                yield from _caller_stops(table, noble)
            if verb == "go_home":
                yield from _castle_stops(table, noble, choice.many("castle", PlaceId))
        if len(choice.many("ship" if verb == "keep_ship" else "noble")) != 1 and verb != "done":
            yield IllegalChoice("house-7.4.1", "Name one noble at a time to go home or stay.")
        if verb == "keep_ship" and seat in self.passed:
            yield IllegalChoice("house-7.4.8", "You have said that you are keeping no other ships.")
        if any(prompt.seat != seat for prompt in self.prompts(table)):
            yield IllegalChoice(
                "house-7.4.2",
                "Players bring their nobles home one after another, clockwise from the caller’s "
                "left.",
            )

    def _ship_stops(self, table: KTable, seat: Seat, ship: ShipId) -> Stops:
        """A ship that the player commands and that would otherwise have to go home
        (house-7.4.8)."""
        where = table.state.ships.get(ship)
        at_home = where is not None and where.port == _home(table, ship)
        if where is None or ship in self.kept or at_home or command(table, ship) != seat:
            yield IllegalChoice(
                "house-7.4.8", "Play a Free Move to keep one of your ships from going home."
            )

    def _order(self, table: KTable) -> list[Seat]:
        return [*clockwise(sitting_of(table).caller, len(table.state.factions))]

    def _to_return(self, table: KTable, seat: Seat) -> list[NobleId]:
        state = table.state
        return [
            key
            for key in sitting_of(table).attending
            if key in state.nobles
            and state.nobles[key].seat == seat
            and state.nobles[key].under_peace == ""
        ]

    def _send_ships(self, table: KTable) -> None:
        """Ships go home (house-7.4.4); those aboard land in the open there (house-7.4.5)."""
        state = table.state
        for ship, where in state.ships.items():
            if ship in self.kept or self._stays(table, ship):
                continue
            home = _home(table, ship)
            if where.port != home:
                put_ship(table, ship, home)
                table.emit(facts.ShipSoughtPort(ship, home, "home"))
            square = table.content.board.places[home].square
            for noble in aboard(table, ship):
                stand_open(table, noble, square)
                pick_up_heirs(table, noble)

    def _stays(self, table: KTable, ship: ShipId) -> bool:
        """Whether a ship stays: she is besieging, or is an excused noble's ship at sea with nobody
        aboard but the excused (house-7.4.6).
        """
        state = table.state
        if any(ship in siege.ships for siege in state.sieges.values()):
            return True
        noble, passengers = captain(table, ship), aboard(table, ship)
        if noble is None or not passengers or state.ships[ship].sea is None:
            return False
        return all(state.nobles[n].under_peace == "excused" for n in (noble, *passengers))


def _present_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """Each player in turn brings home his own nobles who came to Parliament."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("house-1.3", "You can bring home only nobles of your own faction.")
    elif noble_id not in sitting_of(table).attending:
        yield IllegalChoice(
            "house-7.4.1", "A noble who was not in Parliament stays where he is when it ends."
        )
    elif noble.under_peace == "returned":
        yield IllegalChoice("house-7.4.1", "That noble has already gone home.")
    elif noble.under_peace == "excused":
        yield IllegalChoice(
            "house-7.4.10", "The noble stays where Parliament met. That is settled."
        )


def _home(table: KTable, ship: ShipId) -> PlaceId:
    return table.content.ships[ship].home_port


def _could_stay(table: KTable, seat: Seat) -> bool:
    """Whether a seat could have a Free Move, as far as anybody can tell."""
    return may_keep(table.state, table.content, seat, FREE_MOVE)


def _card_stops(table: KTable, seat: Seat) -> Stops:
    if not held(table, seat, FREE_MOVE):
        yield _NO_CARD


def _caller_stops(table: KTable, noble: NobleId) -> Stops:
    """Only the caller may stay without a card (house-7.4.9)."""
    if noble != sitting_of(table).noble:
        yield _NO_CARD


_NO_CARD = IllegalChoice("house-7.4.7", "You need a Free Move card to stay behind.")


def _castle_stops(table: KTable, noble: NobleId, castles: Sequence[PlaceId]) -> Stops:
    """A noble goes to one of his free castles, or stays outside one that is lost (house-7.4.3)."""
    fit = home_castles(table, noble)
    if len(castles) != 1 or castles[0] not in table.content.castles_of(noble):
        yield IllegalChoice("house-7.4.1", "A noble goes home to one of his own castles. Name it.")
    elif castles[0] not in fit:
        yield IllegalChoice(
            "house-7.4.3", "A noble cannot choose a lost castle while another of his is free."
        )
