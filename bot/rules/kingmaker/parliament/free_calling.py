"""Call a Parliament that costs nothing, and what follows the call (base §15; classic-turn)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import may_keep, spend
from bot.rules.kingmaker.conditions.turns import house_of
from bot.rules.kingmaker.consequences.changes import pick_up_heirs
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.parliament.attendance import Attendance, WritsServed, gather
from bot.rules.kingmaker.parliament.call_orders import (
    CHANCELLOR,
    authority_stops,
    cards_needed,
    likeliest,
    meeting_place,
    place_stops,
    right_stops,
)
from bot.rules.kingmaker.parliament.calling import PeoplesMeeting, may_lead
from bot.rules.kingmaker.parliament.chancery import Opening
from bot.rules.kingmaker.parliament.hall import Votes, caller_first, count_votes
from bot.rules.kingmaker.procedures import PARLIAMENTS
from bot.rules.kingmaker.state import KTable, Sitting
from bot.rules.kingmaker.succession.line import sole_king


@PARLIAMENTS.named("caller")
class CallerOffers:
    """The Parliament of the base rules: who likes attends, and the caller offers the Chancery.

    Calling costs nothing (base-15.3), and nothing limits how often it is called but that it meets
    once a turn (base-15.13).
    """

    def could_call(self, table: KTable, seat: int) -> bool:
        """The Chancellor may need his card (house-7.1.3); nobody needs a Writ (base-15.3)."""
        return not self.resting(table) and any(
            free(right_stops(table, seat, noble))
            and free(place_stops(table, seat, noble))
            and may_keep(table.state, table.content, seat, *cards_needed(table, noble))
            for noble in nobles_of(table.state, seat)
        )

    def call_offers(self, table: KTable, seat: int) -> list[Offer]:
        """By whom: a sole King's keeper (classic-turn.4) or the Chancellor (classic-turn.5)."""
        if self.resting(table):
            return []
        ready = tuple(
            noble
            for noble in nobles_of(table.state, seat)
            if free(authority_stops(table, seat, noble)) and free(place_stops(table, seat, noble))
        )
        return [Offer("call_parliament", (Field("by", ready),), "base-15.1")] if ready else []

    def call_stops(self, table: KTable, seat: int, choice: Choice) -> Stops:
        """The time, who calls, and the place (base-15.2)."""
        yield from _time_stops(table)
        named = choice.many("by") or likeliest(table, seat)
        for noble in named:
            yield from authority_stops(table, seat, noble)
        for noble in named:
            if noble in table.state.nobles:
                yield from place_stops(table, seat, noble)
        if choice.many("summon"):
            yield IllegalChoice(
                "base-15.3",
                (
                    "Here it costs no Writ to call Parliament. Once it has met, Writs may force "
                    "nobles to come."
                ),
            )
        if len(choice.many("by")) != 1:
            yield IllegalChoice("base-15.1", "Name the one noble of yours who calls Parliament.")

    def call(self, table: KTable, seat: int, choice: Choice) -> None:
        """It is called, by a Chancellor with his card where he needs it."""
        noble = choice.one("by")
        place = meeting_place(table, noble)
        for card in cards_needed(table, noble):
            spend(table, seat, card)
        table.state.sitting = Sitting(seat, place.id, place.square, noble)
        table.emit(facts.ParliamentCalled(seat, place.id, noble))
        self.sit(table)

    def resting(self, table: KTable) -> bool:
        """It has met in this turn (base-15.13): no Peace bars it."""
        return not free(_time_stops(table))

    def must_be_summoned(self, table: KTable, card: str) -> None:
        """Without a sole King it meets now, where a noble of its leader is soonest by land, in
        London if none can go (base-4.5)."""
        state = table.state
        if sole_king(state) is not None:
            table.emit(facts.EventIdle(card, "sole_king"))
            return
        leader = _leader(table)
        if leader is None:
            table.emit(facts.EventIdle(card, "no_leader"))
            return
        london = table.content.board.places["london"]
        state.sitting = Sitting(leader, london.id, london.square, people=True)
        table.push(PeoplesMeeting(leader))

    def excuses(self) -> bool:
        """Nobody must attend (base-15.4)."""
        return False

    def breaks_sieges(self) -> bool:
        """It ends none but those that besiegers leave for it (base-15.14)."""
        return False

    def goes_first(self, table: KTable, noble: str) -> None:
        """He takes the heir who stands there alone, as everybody who comes (base-11.10)."""
        pick_up_heirs(table, noble)

    def sit(self, table: KTable) -> None:
        """Nobles who are there are present, others come, Writs are served, and the Chancery is
        opened."""
        table.state.parliament_turn = table.state.turn
        gather(table)
        order = caller_first(table)
        table.push(Attendance(order), WritsServed(list(order)), Opening())

    def votes(self, table: KTable) -> Votes:
        """As things are when it is taken (base-15.24, base-15.25)."""
        return count_votes(table)


def _leader(table: KTable) -> int | None:
    """The Chancellor's player leads the Parliament that must be summoned, or else who drew the
    card (base-4.5); for a Chancellor of a family the House that it serves, since Houses alone call
    Parliament (families-turn.3), and for one of a neutral family who drew it.

    Who may call no Parliament leads none; if who drew the card may not, none meets."""
    state = table.state
    chancellor = next((n.seat for n in state.nobles.values() if n.office == CHANCELLOR), None)
    if chancellor is not None:
        chancellor = house_of(table, chancellor)
    leaders = (chancellor, state.active)
    return next((s for s in leaders if s is not None and may_lead(table, s)), None)


def _time_stops(table: KTable) -> Stops:
    if table.state.parliament_turn == table.state.turn:
        yield IllegalChoice(
            "base-15.13", "Parliament has already met this turn. It meets once a turn."
        )
