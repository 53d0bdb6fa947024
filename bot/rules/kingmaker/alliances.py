"""Alliances in a combat, and the sally of garrison allies (house §5.11, §8.5; base §16)."""

from __future__ import annotations

from typing import Literal

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces import besieged, defence, guest, in_open, inside, strength
from bot.rules.kingmaker.peace import may_attack
from bot.rules.kingmaker.state import KStep, KTable

Side = Literal["attack", "defence"]


class Allies(KStep, tag="allies"):
    """Forces in the square that rested may join either side of a combat, before the weather.

    An alliance offered is never declined (house-5.11e). ``attackers`` and ``defenders`` grow as
    allies join; ``pending`` are the seats still to say what they do. ``sally`` is the place that
    attackers sally from, whose garrison allies may come along (house-8.5.9). At a siege nobody
    may join the defence (house-5.11f).
    """

    square: str
    seat: int
    against: int
    attackers: list[str]
    defenders: list[str]
    pending: list[int]
    sally: str | None = None
    place: str | None = None
    """The place that is besieged, if the combat is no open battle."""

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for seat in self.pending:
            offers = self._offers(table, seat)
            if offers:
                about = {
                    "square": self.square,
                    "attacker": str(self.seat),
                    "strength": str(strength(table, self.attackers)),
                    "opposed": str(self._opposed(table)),
                }
                if self.place is not None:
                    about["place"] = self.place
                prompts.append(
                    Prompt(
                        seat,
                        "alliance",
                        (*offers, Offer("stand_aside", (), "house-5.11d")),
                        default=Choice("stand_aside"),
                        facts=about | {"defender": str(self.against)},
                    )
                )
        return prompts

    def advance(self, table: KTable) -> None:
        table.finish(self)
        combat = table.agenda[-1]
        combat.attackers, combat.defenders = self.attackers, self.defenders

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        self.pending.remove(seat)
        if choice.verb == "stand_aside":
            return
        nobles = choice.many("nobles")
        attack = choice.verb == "ally_attack"
        (self.attackers if attack else self.defenders).extend(nobles)
        side = self.seat if attack else self.against
        table.state.allied.append((seat, side))
        table.emit(facts.AllianceMade(seat, nobles, side, attack))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "house-5.11e", "A combat is declared: forces in its square may take a side first."
        )

    def _offers(self, table: KTable, seat: int) -> list[Offer]:
        offers = []
        free = self._free(table, seat)
        attackers = [n for n in free if may_attack(table.state, table.state.nobles[n])]
        attackers += self._garrison_allies(table, seat)
        if attackers:
            fields = (Field("nobles", tuple(attackers), 1, len(attackers)),)
            offers.append(Offer("ally_attack", fields, "house-5.11c"))
        if free and self.place is None:
            fields = (Field("nobles", tuple(free), 1, len(free)),)
            offers.append(Offer("ally_defence", fields, "house-5.11c"))
        return offers

    def _opposed(self, table: KTable) -> int:
        if self.place is None:
            return strength(table, self.defenders)
        return defence(table, table.content.board.places[self.place])

    def _free(self, table: KTable, seat: int) -> list[str]:
        """Nobles in the open of the square who rested and are not in this combat."""
        state = table.state
        return [
            key
            for key in in_open(state, self.square, seat)
            if not state.nobles[key].fought
            and not state.nobles[key].attacked
            and not state.nobles[key].defended
            and key not in self.attackers
            and key not in self.defenders
        ]

    def _garrison_allies(self, table: KTable, seat: int) -> list[str]:
        """Guests of the besieged place who may come out with its owner (house-8.5.9)."""
        if self.sally is None:
            return []
        state = table.state
        return [
            n for n in inside(state, self.sally, seat) if guest(state, n) and besieged(state, n)
        ]


def seats_to_ask(table: KTable, seat: int, against: int) -> list[int]:
    """The other seats, clockwise from the active one."""
    count = len(table.state.factions)
    order = [(table.state.active + step) % count for step in range(count)]
    return [other for other in order if other not in (seat, against)]
