"""After a combat: who holds and enters the place taken, and who goes back inside after a sally
(house §5.5, §6.4; base §6, §10).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, first
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.kings_peace import bar
from bot.rules.kingmaker.conditions.lasting import is_barred
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, take_control
from bot.rules.kingmaker.entering import enter, entry_field, entry_stops
from bot.rules.kingmaker.forces.strength import controller, fits, in_open, may_enter, room, strength
from bot.rules.kingmaker.ids import NobleId, PlaceId
from bot.rules.kingmaker.state import KStep, KTable

# 5.5b A captured place is assigned to one noble


class HoldPlace(KStep, tag="hold_place"):
    """The victor says which of his nobles controls the place just taken."""

    place: PlaceId
    nobles: list[NobleId]
    meanwhile = IllegalChoice("house-5.5b", "First say which of your nobles controls the place.")

    def prompts(self, table: KTable) -> list[Prompt]:
        holder = table.state.control.get(self.place)
        nobles = tuple(noble for noble in self.nobles if noble in table.state.nobles)
        if holder not in nobles:
            return []
        fields = (Field("place", (self.place,)), Field("noble", nobles))
        return [
            Prompt(
                table.state.nobles[holder].seat,
                "hold_place",
                (Offer("hold", fields, "house-5.5b"),),
                default=Choice.of("hold", place=self.place, noble=holder),
                facts={"place": self.place},
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if table.state.control[self.place] != choice.one("noble", NobleId):
            take_control(table, self.place, choice.one("noble", NobleId), "siege")


class Occupy(KStep, tag="occupy"):
    """The victors may go inside the place they have taken."""

    place: PlaceId
    seat: Seat
    nobles: list[NobleId]

    def prompts(self, table: KTable) -> list[Prompt]:
        state, place = table.state, table.content.board.places[self.place]
        here = in_open(state, place.square, self.seat)
        nobles = [noble for noble in self.nobles if noble in here]
        if not nobles or not may_enter(table, self.seat, place):
            return []
        field = entry_field(table, nobles, place)
        if field is None:
            return []
        offers = (
            Offer("enter", (field, Field("place", (self.place,))), "base-6.7"),
            Offer("done", (), "base-6.7"),
        )
        return [
            Prompt(self.seat, "occupy", offers, default=Choice("done"), facts={"place": self.place})
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "enter":
            enter(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "enter":
            return None
        return first(entry_stops(table, seat, choice)) or IllegalChoice(
            "base-6.7", "Only the nobles who took the place can go inside it now."
        )


class MoveIn(KStep, tag="move_in"):
    """Nobles who took a place end the turn inside it, as many as there is room for (base-10.18).

    If there is not enough room, their player names them one by one.
    """

    place: PlaceId
    seat: Seat
    nobles: list[NobleId]
    meanwhile = IllegalChoice(
        "base-10.18",
        "Choose one noble at a time to go inside, from those who took the place.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        out = self._outside(table)
        able = self._able(table, out)
        if not able or self._all_fit(table, out):
            return []
        fields = (Field("nobles", tuple(able)), Field("place", (self.place,)))
        return [
            Prompt(
                self.seat,
                "move_in",
                (Offer("enter", fields, "base-10.18"),),
                default=Choice.of("enter", nobles=[able[0]], place=self.place),
                facts={"place": self.place},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        out = self._outside(table)
        if self._able(table, out):
            enter(table, self.seat, Choice.of("enter", nobles=out, place=self.place))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        enter(table, seat, choice)

    def _outside(self, table: KTable) -> list[NobleId]:
        here = in_open(table.state, table.content.board.places[self.place].square, self.seat)
        return [noble for noble in self.nobles if noble in here]

    def _able(self, table: KTable, out: list[NobleId]) -> list[NobleId]:
        """The nobles who would each find room if they went in alone."""
        place = table.content.board.places[self.place]
        if not may_enter(table, self.seat, place):
            return []
        return [noble for noble in out if fits(table, noble, place)]

    def _all_fit(self, table: KTable, out: list[NobleId]) -> bool:
        """Whether there is room for all of them together."""
        left = room(table, table.content.board.places[self.place])
        return left is None or strength(table, out) <= left or len(out) == 1


# 6.4d Nobles who sallied may go back inside


class ReturnInside(KStep, tag="return_inside"):
    """After a sally that did not fail, a faction's nobles return inside or stay out.

    Garrison allies resume their alliance inside, or are barred from attacking the fortress in their
    next turn (house-8.5.11, house-8.5.12).
    """

    nobles: list[NobleId]
    place: PlaceId

    def prompts(self, table: KTable) -> list[Prompt]:
        nobles = tuple(self._party(table))
        place = table.content.board.places[self.place]
        owner = controller(table.state, self.place)
        siege = table.state.sieges.get(self.place)
        lost = place.is_fortress and (owner is None or (siege is not None and siege.seat == owner))
        if not nobles or lost:
            return []
        seat = table.state.nobles[nobles[0]].seat
        if is_barred(table.state, table.content, seat, place):
            return []
        field = Field("nobles", nobles, 0, len(nobles))
        return [
            Prompt(
                seat,
                "return_inside",
                (Offer("return_inside", (field,), "house-6.4d"),),
                default=Choice.of("return_inside", nobles=nobles),
                facts={"place": self.place},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        self._stay_out(table, self._party(table))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        back = choice.many("nobles", NobleId)
        for noble in back:
            table.state.go_inside(noble, self.place)
        if back:
            table.emit(facts.ReturnedInside(back, self.place))
        self._stay_out(table, [noble for noble in self._party(table) if noble not in back])
        for noble in self._party(table):
            pick_up_heirs(table, noble)

    def _party(self, table: KTable) -> list[NobleId]:
        return [noble for noble in self.nobles if noble in table.state.nobles]

    def _stay_out(self, table: KTable, nobles: list[NobleId]) -> None:
        """Former garrison allies are barred from the fortress for their next turn."""
        if not table.content.ruleset.garrison_alliances:
            return
        owner = controller(table.state, self.place)
        for noble_id in nobles:
            noble = table.state.nobles[noble_id]
            if owner is not None and owner != noble.seat:
                bar(table, noble, self.place, "house-8.5.12")
