"""Influence Heir: a dead noble's successor joins another faction (ishkibibble-influence)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.draw import NobleArrives
from bot.rules.kingmaker.conditions.kings_peace import at_peace
from bot.rules.kingmaker.conditions.lasting import defeatist
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.havens import calmest, ways_out
from bot.rules.kingmaker.consequences.mourning import INFLUENCE
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion
from bot.rules.kingmaker.forces.strength import defending, in_open
from bot.rules.kingmaker.procedures import SiegeAttempt, procedures
from bot.rules.kingmaker.sieges import fighter_stops, matched
from bot.rules.kingmaker.state import KStep, KTable


def review_mourned(table: KTable) -> None:
    """A noble who was killed may have an heir whom somebody wins, at once, before all else.

    His cards have gone to the Chancery and the discards by then, as whenever a noble dies
    (ishkibibble-influence.3). A noble who comes back by himself, because his family is loyal, has
    no heir to be won.
    """
    state = table.state
    if not state.mourned:
        return
    mourned, state.mourned = state.mourned, []
    for one in reversed(mourned):
        if one.noble in state.crown_discards:
            table.push(Wooing(one.noble, one.seat, one.castles))


class Wooing(SecretQuestion, tag="wooing"):
    """All others are asked whether they play the card, each in secret (ishkibibble-influence.1)."""

    noble: str
    seat: int
    castles: dict[str, list[str]] = {}

    card_kind = INFLUENCE
    verb = "woo_heir"
    timing = "ishkibibble-influence.1"
    keeps_none = "You hold no Influence Heir card."
    first_this = "A noble was killed. First say whether you play a card to win his heir."

    def asked(self, table: KTable) -> list[int]:
        if self.noble not in table.state.crown_discards:
            return []
        return [seat for seat in range(len(table.state.factions)) if seat != self.seat]

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return (Field("noble", (self.noble,)),)

    def about(self, table: KTable) -> dict[str, str]:
        return {"noble": self.noble}

    def played(self, table: KTable, seat: int, card: str) -> None:
        """He comes into play in the new faction, in a castle of his (ishkibibble-influence.2)."""
        table.state.crown_discards.remove(self.noble)
        table.emit(facts.HeirWooed(seat, self.noble, self.seat))
        table.push(
            NobleArrives(seat, self.noble),
            *(TurncoatCastle(self.noble, self.seat, *left) for left in self.castles.items()),
        )


class TurncoatCastle(KStep, tag="turncoat_castle"):
    """Those of his former faction who were in a castle of the heir's besiege it, or go.

    A force that matches its defence may draw for it at once (ishkibibble-influence.4), or stays
    before it, as he must where he may not fight; who does not match it is put into an adjacent
    square of his player's choice (ishkibibble-influence.5).
    """

    noble: str
    seat: int
    place: str
    nobles: list[str]

    def prompts(self, table: KTable) -> list[Prompt]:
        nobles = self._there(table)
        if not nobles:
            return []
        about = {"place": self.place, "noble": self.noble}
        if self._strong(table, nobles):
            fit = self._fit(table, nobles)
            if not fit or not self._strong(table, fit):
                return []
            offers = (
                Offer(
                    "conclude",
                    (_all_of(fit), Field("place", (self.place,))),
                    "ishkibibble-influence.4",
                ),
                Offer("done", (), "ishkibibble-influence.4"),
            )
            return [
                Prompt(self.seat, "turncoat_siege", offers, default=Choice("done"), facts=about)
            ]
        squares = ways_out(table, self.seat, table.content.board.places[self.place].square)
        march = Offer("march", (_all_of(nobles), Field("to", squares)), "ishkibibble-influence.5")
        to = calmest(table, self.seat, squares)
        default = Choice.of("march", nobles=nobles, to=to)
        return [Prompt(self.seat, "turncoat_leave", (march,), default=default, facts=about)]

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        nobles = choice.many("nobles")
        table.finish(self)
        if choice.verb == "conclude":
            attempt = SiegeAttempt(
                seat=seat,
                place=self.place,
                attackers=list(nobles),
                defenders=defending(table, self.place, [self.seat]),
            )
            table.push(procedures(table).siege.attempt(attempt))
        elif choice.verb == "march":
            for noble in nobles:
                stand_open(table, noble, choice.one("to"))
            table.emit(facts.PutAside(seat, nobles, self.place, choice.one("to")))
            for noble in nobles:
                pick_up_heirs(table, noble)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if self._strong(table, self._there(table)):
            return IllegalChoice(
                "ishkibibble-influence.4",
                "First say whether your nobles outside the turncoat’s castle besiege it.",
            )
        return IllegalChoice(
            "ishkibibble-influence.5",
            "Your nobles are too weak to besiege the turncoat’s castle. First say where they go.",
        )

    def _there(self, table: KTable) -> list[str]:
        """Those put out of it who stand before it still, if it is the heir's now."""
        if table.state.control.get(self.place) != self.noble:
            return []
        here = in_open(table.state, table.content.board.places[self.place].square, self.seat)
        return [noble for noble in self.nobles if noble in here]

    def _strong(self, table: KTable, nobles: list[str]) -> bool:
        return matched(table, table.content.board.places[self.place], nobles, [])

    def _fit(self, table: KTable, nobles: list[str]) -> list[str]:
        """Those who may fight for the castle now: no defeatists, nobody who wavers, nobody in a
        Peace."""
        state, square = table.state, table.content.board.places[self.place].square
        if defeatist(state, self.seat) or at_peace(state, self.place, square):
            return []
        return [n for n in nobles if free(fighter_stops(table, self.seat, n, self.place))]


def _all_of(nobles: list[str]) -> Field:
    return Field("nobles", tuple(nobles), len(nobles), len(nobles))
