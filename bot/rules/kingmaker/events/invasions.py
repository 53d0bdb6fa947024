"""Event cards that bring armies from abroad: the Scots beyond the Cheviots."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import lose_to_scots
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.events.calls import CalledNoble, Summons, called_nobles
from bot.rules.kingmaker.forces import occupants
from bot.rules.kingmaker.state import KStep, KTable

# The Scots (ishkibibble-scotsinvasion.1 to ishkibibble-scotsinvasion.9)


def scots_invasion(table: KTable, card: EventCard, seat: int) -> None:
    """The north is called to arms (ishkibibble-scotsinvasion.2); then the Scots come.

    It is neither a raid nor a revolt, so nobody goes in another's place. A later drawing brings a
    further invasion only while the Scots hold a place (ishkibibble-scotsinvasion.6). That it ends
    the Treaty with France (ishkibibble-scotsinvasion.1) and what it says in combat
    (ishkibibble-scotsinvasion.9) is data, that the deck is shuffled after it
    (ishkibibble-scotsinvasion.8) stands in the table.
    """
    state = table.state
    if state.scots_came and not state.scots:
        table.emit(facts.EventIdle(card.id, "scots_gone"))
        return
    calls = called_nobles(table, card)
    table.push(*([Summons(list(calls))] if calls else []), Invasion(card.id, calls))


class Invasion(KStep, tag="invasion"):
    """What nobody covers is sacked, once those who are called have gone."""

    card: str
    calls: list[CalledNoble]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state, first = table.state, not table.state.scots_came
        state.scots_came = True
        lost = self._uncovered(table)
        for place in lost:
            lose_to_scots(table, place)
        if lost:
            return
        if first:  # ishkibibble-scotsinvasion.7
            for pile in (state.event_deck, state.event_discards):
                if self.card in pile:
                    pile.remove(self.card)
                    state.events_removed.append(self.card)
        table.emit(facts.EventIdle(self.card, "scots_none" if first else "scots_held_off"))

    def _uncovered(self, table: KTable) -> list[str]:
        """The fortresses of the card that nobody is called to, or inside
        (ishkibibble-scotsinvasion.4); the Cheviots are none."""
        state, content = table.state, table.content
        named = dict.fromkeys(call.to for call in content.events[self.card].calls)
        covered = {place for call in self.calls if self._came(table, call) for place in call.places}
        return [
            place
            for place in named
            if content.board.places[place].is_fortress
            and place not in covered
            and place not in state.scots
            and not occupants(state, place)
        ]

    def _came(self, table: KTable, call: CalledNoble) -> bool:
        """Who reaches one of the places he is called to covers all (ishkibibble-scotsinvasion.3).

        He may stand outside of it.
        """
        noble, places = table.state.nobles.get(call.noble), table.content.board.places
        return noble is not None and noble.square in {places[one].square for one in call.places}
