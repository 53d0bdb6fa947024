"""A secret question to everybody who might hold a card: do they play it (base-9.4)?

Everybody saw the card drawn and kept; who holds it now may be a secret. So players who hold none
are asked as well, and nobody learns who has answered until everybody has or the time is over.

The module also notes a noble's death while somebody holds a card that can win over his heir
(ishkibibble-influence.1).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first
from bot.rules.kingmaker.conditions.lasting import defeat_stops, held, spend
from bot.rules.kingmaker.conditions.sides import loses_head
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import inside
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KStep, KTable, Mourned, State

LET_BE = "let_be"
"""The answer of a player who plays nothing; also the default."""


def anybody_keeps(state: State, content: Content, kind: str) -> bool:
    """Whether somebody holds a card of this kind, playable or not; that is no secret, because
    everybody saw it drawn.
    """
    held = (card for faction in state.factions for card in faction.held)
    return any(content.events[card].kind == kind for card in held)


class SecretQuestion(KStep, kw_only=True):
    """Ask whether anybody plays a card of a kind now; the question is put and closed like a vote.

    ``said`` records who has answered so far, and whether they played the card. If several play it,
    the first one counts, in turn order from the player whose turn it is; the others keep theirs.
    """

    said: dict[int, bool] = {}

    card_kind: ClassVar[str]
    verb: ClassVar[str]
    """The answer of a player who plays the card; the question has the same name as this answer."""
    timing: ClassVar[str]
    """The ledger row that says when the card is played."""
    in_combat: ClassVar[bool] = False
    """Whether hands are frozen meanwhile, except for this card (base-9.4)."""
    keeps_none: ClassVar[str]
    first_this: ClassVar[str]
    """The replies to a player who holds no such card, and to one who wants to do something else
    now.
    """
    heard_by_all = True

    @abstractmethod
    def asked(self, table: KTable) -> list[Seat]:
        """The seats that are asked, whatever they hold; none if it is too late for the card."""

    @abstractmethod
    def fields(self, table: KTable) -> tuple[Field, ...]:
        """The fields of the answer that plays the card."""

    @abstractmethod
    def about(self, table: KTable) -> Mapping[str, str]:
        """The facts that the wording of the question needs."""

    @abstractmethod
    def played(self, table: KTable, seat: Seat, card: CardId) -> None:
        """A seat has played the card, which is now among the discards."""

    def meanwhile_stops(self, table: KTable) -> Stops:
        """In mid-combat nothing else is done."""
        if self.in_combat:
            yield IllegalChoice("base-9.4", self.first_this)

    def not_played(self, table: KTable) -> None:
        """Nobody plays the card."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not anybody_keeps(table.state, table.content, self.card_kind):
            return []  # the card has been played meanwhile and lies face up among the discards
        return [question for question in self.ballots(table) if question.seat not in self.said]

    def ballots(self, table: KTable) -> list[Prompt]:
        return [self._question(table, seat) for seat in self.asked(table)]

    def _question(self, table: KTable, seat: Seat) -> Prompt:
        offers = [Offer(LET_BE, (), self.timing)]
        if held(table, seat, self.card_kind):
            offers.insert(0, Offer(self.verb, self.fields(table), self.timing))
        return Prompt(
            seat,
            self.verb,
            tuple(offers),
            default=Choice(LET_BE),
            sealed=True,
            seconds=table.content.ruleset.counter_seconds,
            facts=self.about(table),
        )

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.said[seat] = choice.verb == self.verb

    def close(self, table: KTable) -> None:
        for seat in self.asked(table):
            self.said.setdefault(seat, False)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb in (LET_BE, self.verb) and seat in self.said:
            return IllegalChoice(self.timing, "You have already chosen. Your answer is sealed.")
        if choice.verb == self.verb and seat in self.asked(table):
            none = IllegalChoice(self.timing, self.keeps_none)
            return first(defeat_stops(table.state, seat)) or none
        return IllegalChoice(self.timing, self.first_this)

    def advance(self, table: KTable) -> None:
        table.finish(self)
        for seat in in_turn(table.state, self.asked(table)):
            if self.said.get(seat) and held(table, seat, self.card_kind):
                self.played(table, seat, spend(table, seat, self.card_kind))
                return
        self.not_played(table)


def in_turn(state: State, seats: list[Seat]) -> list[Seat]:
    """These seats in clockwise order, from the player whose turn it is."""
    return sorted(seats, key=lambda seat: (seat - state.active) % len(state.factions))


INFLUENCE = kept_card("influence_heir")
"""The kind of card that wins over a dead noble's heir."""
_CAUSES = ("siege", "battle", "ambush", "plague", "gale")
"""The way a noble must have died: by siege, open battle, ambush or Event card.

A noble lost in a gale counts as killed by the plague (ishkibibble-gales.3), but not one lost in a
storm.
"""


def mourn(table: KTable, noble_id: NobleId, cause: str) -> None:
    """A noble is about to die, and may leave a family without its head: note whose noble he was,
    and which comrades are in his castles.

    It is no secret that somebody holds a card that can win the noble's heir, because everybody saw
    it drawn. But its present holder may be a secret.
    """
    state = table.state
    loses_head(table, noble_id)
    if cause not in _CAUSES or not anybody_keeps(state, table.content, INFLUENCE):
        return
    seat = state.nobles[noble_id].seat
    castles = {
        castle: [other for other in inside(state, castle, seat) if other != noble_id]
        for castle in table.content.castles_of(noble_id)
    }
    state.mourned.append(Mourned(noble_id, seat, {c: who for c, who in castles.items() if who}))
