"""Parliament may give an office back its ships (ishkibibble-gales.6)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import launch
from bot.rules.kingmaker.parliament.ballot import Ballot, Debate, callers_of
from bot.rules.kingmaker.parliament.hall import sitting_of
from bot.rules.kingmaker.state import KStep, KTable


def lost_ships(table: KTable) -> tuple[str, ...]:
    """The ships that are not on the board though somebody holds their office."""
    content = table.content
    if not content.ruleset.lost_ships_vote:
        return ()
    held = {noble.office for noble in table.state.nobles.values()}
    return tuple(
        ship.id
        for ship in content.ships.values()
        if ship.office is not None and ship.office in held and ship.id not in table.state.ships
    )


class LostShips(KStep, tag="lost_ships"):
    """Each faction that attends may ask once that ships of an office be given back.

    ``asked`` are those who have been asked; ``motion`` is what is voted on.
    """

    asked: list[int] = []
    motion: dict[str, str] = {}

    def prompts(self, table: KTable) -> list[Prompt]:
        seat, ships = self._next(table), lost_ships(table)
        if self.motion or seat is None or not ships:
            return []
        field = Field("ships", ships, 1, len(ships))
        offers = (
            Offer("recall_ships", (field,), "ishkibibble-gales.6"),
            Offer("done", (), "ishkibibble-gales.6"),
        )
        return [Prompt(seat, "lost_ships", offers, default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        motion, self.motion = self.motion, {}
        if not motion:
            table.finish(self)
        elif sitting_of(table).passed:
            for ship in motion["ships"].split(","):
                launch(table, ship)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        self.asked.append(seat)
        if choice.verb == "done":
            return
        ships = choice.many("ships")
        self.motion = {"kind": "recall_ships", "ships": ",".join(ships), "mover": str(seat)}
        table.emit(facts.Proposed(seat, "recall_ships", ships=ships))
        sitting = sitting_of(table)
        sitting.passed = None
        table.push(
            Debate(callers_of(sitting, seat), self.motion), Ballot(self.motion, commons_alone=True)
        )

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "recall_ships" and seat == self._next(table):
            return IllegalChoice(
                "ishkibibble-gales.6", "Name lost ships that belong to an office somebody holds."
            )
        return IllegalChoice(
            "ishkibibble-gales.6", "First say whether Parliament gives an office its ships back."
        )

    def _next(self, table: KTable) -> int | None:
        """The faction that is asked now: of those who attend, from the caller on."""
        sitting, nobles = sitting_of(table), table.state.nobles
        there = {nobles[noble].seat for noble in sitting.attending if noble in nobles}
        seats = len(table.state.factions)
        order = ((sitting.caller + turn) % seats for turn in range(seats))
        return next((seat for seat in order if seat in there and seat not in self.asked), None)
