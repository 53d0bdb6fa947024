"""Assassination: a noble named by another Event card dies as if of plague and leaves his cards
behind (ishkibibble-assassination)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.consequences.changes import confiscate, draw_event, kill_noble, pass_card
from bot.rules.kingmaker.forces.camps import takers
from bot.rules.kingmaker.forces.strength import able_to_bear, bishops_of, nobles_of, strongest
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.state import KStep, KTable


@event_card("assassination")
def assassination(table: KTable, card: EventCard, seat: Seat) -> None:
    """Turn over Event cards until one names its dead; the noble named last on it is murdered.

    All cards turned over are discarded, even the kinds that are kept when drawn. A noble not in
    play is not harmed (ishkibibble-assassination.1). The Assassination card itself has no lower
    half (ishkibibble-assassination.4).
    """
    turned = _turn(table)
    killed = table.content.events[turned[-1]].killed if turned else ()
    victim = killed[-1] if killed else None
    table.emit(facts.EventsTurned(card.id, tuple(turned), victim))
    if victim is None or victim not in table.state.nobles:
        table.emit(facts.EventIdle(card.id, "no_victim"))
    else:
        table.push(Bequest(victim, _legacy(table, victim)))


def _turn(table: KTable) -> list[CardId]:
    """Discard Event cards from the top of the deck, down to the first that names anybody. Returns
    them.
    """
    state, events = table.state, table.content.events
    turned: list[CardId] = []
    while any(events[card].killed for card in (*state.event_deck, *state.event_discards)):
        turned.append(draw_event(table))
        state.event_discards.append(turned[-1])
        if events[turned[-1]].killed:
            break
    return turned


def _legacy(table: KTable, noble_id: NobleId) -> list[CardId]:
    """The murdered noble's cards that others of his faction may get (ishkibibble-assassination.3).

    Troops who go home when his office falls vacant are not included (ishkibibble-kerns.6).
    """
    noble, bishops = table.state.nobles[noble_id], bishops_of(table, noble_id)
    bound = [c for c, office in table.content.ruleset.raised_by.items() if office == noble.office]
    return [card for card in noble.cards if card not in (*bishops, *bound)]


_FIRST = IllegalChoice(
    "ishkibibble-assassination.3",
    "A noble was murdered. First give his cards to others of his faction.",
)


class Bequest(KStep, tag="bequest"):
    """The murdered noble's player must now give that noble's cards to others of the faction.

    Cards that none of them can take are lost with him (ishkibibble-assassination.3); then he dies.
    """

    noble: NobleId
    cards: list[CardId]
    meanwhile = _FIRST

    def prompts(self, table: KTable) -> list[Prompt]:
        able = self._able(table)
        if not able:
            return []
        fields = (Field("card", (self.cards[0],)), Field("noble", able))
        return [
            Prompt(
                table.state.nobles[self.noble].seat,
                "bequest",
                (Offer("bequeath", fields, "ishkibibble-assassination.3"),),
                default=Choice.of("bequeath", card=self.cards[0], noble=strongest(table, able)),
                facts={"card": self.cards[0], "noble": self.noble},
            )
        ]

    def advance(self, table: KTable) -> None:
        if self.cards and self.noble in table.state.nobles:
            self.cards.pop(0)
            return
        table.finish(self)
        if self.noble in table.state.nobles:
            _die(table, self.noble)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        pass_card(
            table, self.cards.pop(0), self.noble, choice.one("noble", NobleId), source="bequest"
        )

    def meanwhile_stops(self, table: KTable) -> Stops:
        """While a murdered man's cards are being given out, nothing else is done."""
        yield _FIRST

    def _able(self, table: KTable) -> tuple[NobleId, ...]:
        """The nobles of the faction who may get the first of the cards, wherever they are."""
        noble = table.state.nobles.get(self.noble)
        if noble is None or not self.cards or self.cards[0] not in noble.cards:
            return ()
        others = [other for other in nobles_of(table.state, noble.seat) if other != self.noble]
        able = able_to_bear(table, table.content.crown[self.cards[0]], others)
        return takers(table, self.cards[0], able)


def _die(table: KTable, noble_id: NobleId) -> None:
    """The murdered noble's title, office and bishops go to the Chancery
    (ishkibibble-assassination.2); everything else is as if plague had killed him
    (ishkibibble-assassination.4).
    """
    table.emit(facts.Assassinated(table.state.nobles[noble_id].seat, noble_id))
    confiscate(table, bishops_of(table, noble_id), noble_id)
    kill_noble(table, noble_id, "plague")
