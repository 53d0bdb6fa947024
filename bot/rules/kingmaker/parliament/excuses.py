"""Excuses before Parliament meets, and their revocation (house §7.1).

Each rule is written once, as a stop: one set of stops for the noble, one for the way he is excused,
one for the Writs. Nothing is offered that would be refused.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.lasting import WRIT, absence_stops, held, may_keep, spend
from bot.rules.kingmaker.forces.strength import besieged, nobles_of
from bot.rules.kingmaker.ids import NobleId, SquareId
from bot.rules.kingmaker.parliament.ballot import sitting_of
from bot.rules.kingmaker.state import KStep, KTable, Noble, Sitting


def across_the_sea(table: KTable, noble: Noble, square: SquareId) -> bool:
    """Whether a noble would need a ship to come to Parliament (house-7.1.20).

    For a noble aboard a ship in port, the port counts; at sea he always needs a ship.
    """
    board, here = table.content.board, noble.square
    if noble.aboard is not None:
        port = table.state.ships[noble.aboard].port
        if port is None:
            return True
        here = board.places[port].square
    return square not in board.walkable(here)


# 7.1 Excuses (house-7.1.18, house-7.1.19)


class Excuses(KStep, tag="excuses"):
    """Players in turn ask for their nobles to be excused.

    Anyone who might have a Writ to spend is asked, so nobody learns who has none.
    """

    seats: list[Seat]

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.seats:
            return []
        seat, sitting = self.seats[0], sitting_of(table)
        own = nobles_of(table.state, seat)
        able = [noble for noble in own if free(_noble_stops(table, sitting, seat, noble))]
        by_sea = [noble for noble in able if free(_sea_stops(table, sitting, noble))]
        others = [noble for noble in able if noble not in by_sea]
        writs = len(held(table, seat, WRIT))
        fields = []
        if others and writs:
            fields.append(Field("nobles", tuple(others), 0, min(writs, len(others))))
        if by_sea:
            fields.append(Field("by_sea", tuple(by_sea), 0, len(by_sea)))
        guarded = not by_sea and may_keep(table.state, table.content, seat, WRIT)
        if not by_sea and not (others and guarded):
            return []
        return [
            Prompt(
                seat,
                "excuses",
                (Offer("excuse", tuple(fields), "house-7.1.18"),),
                default=Choice("excuse"),
                guarded=guarded,
                facts={"place": sitting.place},
            )
        ]

    def advance(self, table: KTable) -> None:
        if self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.seats.pop(0)
        paid, by_sea = choice.many("nobles", NobleId), choice.many("by_sea", NobleId)
        for _ in paid:
            spend(table, seat, WRIT)
        if paid or by_sea:
            sitting_of(table).excused.extend((*paid, *by_sea))
            table.emit(facts.Excused(seat, (*paid, *by_sea), len(paid)))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "excuse":
            return IllegalChoice(
                "house-7.1.18", "Parliament has been called. First say whom you excuse."
            )
        return first(excuse_stops(table, seat, choice))


def excuse_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen excuses, now or at any other time."""
    sitting = table.state.sitting
    if sitting is None:
        yield IllegalChoice("house-7.1.18", "You can excuse nobles only when Parliament is called.")
        return
    if seat == sitting.caller:
        yield IllegalChoice("house-7.1.21", "You called Parliament, so all your nobles attend.")
    paid, by_sea = choice.many("nobles", NobleId), choice.many("by_sea", NobleId)
    for noble in (*paid, *by_sea):
        yield from _noble_stops(table, sitting, seat, noble)
    top = table.agenda[-1]
    if not isinstance(top, Excuses) or seat not in top.seats[:1]:
        yield IllegalChoice(
            "house-7.1.19", "Players excuse nobles one after another, before anyone moves."
        )
    for noble in paid:
        if free(_sea_stops(table, sitting, noble)):
            yield IllegalChoice("house-7.1.20", _FREE[_at_sea(table, noble)])
    for noble in by_sea:
        yield from _sea_stops(table, sitting, noble)
    if len(paid) > len(held(table, seat, WRIT)):
        yield IllegalChoice(
            "house-7.1.18", "Each excuse costs a Writ, unless the noble would have to come by sea."
        )


def _noble_stops(table: KTable, sitting: Sitting, seat: Seat, noble: NobleId) -> Stops:
    state = table.state
    yield from held_stops(state, noble)
    if noble in sitting.freed:
        yield IllegalChoice(
            "house-7.1.24",
            "The call freed that noble from a siege. He must attend and cannot be excused.",
        )
    if noble not in state.nobles or state.nobles[noble].seat != seat:
        yield IllegalChoice("house-1.3", "You can excuse only nobles of your own faction.")
    elif noble == sitting.summoned:
        yield IllegalChoice("house-7.1.15", "A Writ summons that noble, so he must attend.")
    elif besieged(state, noble):
        yield IllegalChoice(
            "house-7.1.17", "A noble under siege need not attend, so he needs no excuse."
        )
    elif state.nobles[noble].square != sitting.square:
        yield from absence_stops(state, table.content, seat, sitting.square)


def _sea_stops(table: KTable, sitting: Sitting, noble: NobleId) -> Stops:
    """Only a noble who would need a ship is excused without a Writ (house-7.1.20)."""
    him = table.state.nobles[noble]
    if across_the_sea(table, him, sitting.square):
        return
    if him.aboard is not None:
        yield IllegalChoice(
            "house-7.1.20",
            "That noble’s ship lies in a port from which he can come by land, so his excuse "
            "costs a Writ.",
        )
    yield IllegalChoice("house-7.1.20", "That noble can come by land, so his excuse costs a Writ.")


def _at_sea(table: KTable, noble: NobleId) -> bool:
    ship = table.state.nobles[noble].aboard
    return ship is not None and table.state.ships[ship].sea is not None


_FREE = {
    True: (
        "That noble is at sea, so his excuse costs no Writ. Name him with those who would come by "
        "sea."
    ),
    False: (
        "That noble is across the sea, so his excuse costs no Writ. Name him with those who "
        "would come by sea."
    ),
}
"""The answer to a player who would spend a Writ on a noble who needs none (house-7.1.20)."""


# 7.1 Revoking excuses (house-7.1.22)


class Revocations(KStep, tag="revocations"):
    """The caller revokes excuses, for one Writ each; he is asked whenever he might have a Writ."""

    def prompts(self, table: KTable) -> list[Prompt]:
        sitting = sitting_of(table)
        caller = sitting.caller
        if not sitting.excused or not may_keep(table.state, table.content, caller, WRIT):
            return []
        most = min(len(held(table, caller, WRIT)), len(sitting.excused))
        fields = (Field("nobles", tuple(sitting.excused), 0, most),) if most else ()
        offer = Offer("revoke", fields, "house-7.1.22")
        return [Prompt(caller, "revoke", (offer,), default=Choice("revoke"), guarded=True)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        nobles, sitting = choice.many("nobles", NobleId), sitting_of(table)
        for noble in nobles:
            spend(table, seat, WRIT)
            sitting.excused.remove(noble)
        if nobles:
            table.emit(facts.ExcusesRevoked(seat, nobles))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(_revocation_stops(table, seat, choice))


def _revocation_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    if choice.verb != "revoke":
        yield IllegalChoice("house-7.1.22", "All excuses are in. First say which you revoke.")
    for noble in choice.many("nobles", NobleId):
        if noble not in sitting_of(table).excused:
            yield IllegalChoice("house-7.1.22", "You can revoke only an excuse that was granted.")
    if len(choice.many("nobles", NobleId)) > len(held(table, seat, WRIT)):
        yield IllegalChoice("house-7.1.22", "Each excuse you revoke costs a Writ.")
