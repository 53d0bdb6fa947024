"""The business of a Parliament under the base rules: the cards of the Chancery, two Kings (base
§15, §15A).

Each rule is written once, as a stop: one set of stops for the card, one for the noble to whom it is
offered.

Parliament may give an office its ships back (ishkibibble-gales.6).
"""

from __future__ import annotations

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
from bot.rules.kingmaker.consequences.changes import launch
from bot.rules.kingmaker.content import Proposer
from bot.rules.kingmaker.forces.strength import bearer_stops, bishops_of, under_siege
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, ShipId
from bot.rules.kingmaker.parliament.ballot import (
    Ballot,
    Debate,
    callers_of,
    count_votes,
    fix_votes,
    sitting_of,
)
from bot.rules.kingmaker.parliament.business import Round, give, leader_of
from bot.rules.kingmaker.parliament.motions import Motions
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import kings


def lost_ships(table: KTable) -> tuple[ShipId, ...]:
    """The ships that are off the board although somebody holds their office."""
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
    """Each faction that attends may ask once for an office to get its ships back.

    ``asked`` are those who have been asked; ``motion`` is the motion being voted on.
    """

    asked: list[Seat] = []
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
                launch(table, ShipId(ship))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.asked.append(seat)
        if choice.verb == "done":
            return
        ships = choice.many("ships", ShipId)
        self.motion = {"kind": "recall_ships", "ships": ",".join(ships), "mover": str(seat)}
        table.emit(facts.Proposed(seat, "recall_ships", ships=ships))
        sitting = sitting_of(table)
        sitting.passed = None
        table.push(
            Debate(callers_of(sitting, seat), self.motion), Ballot(self.motion, commons_alone=True)
        )

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "recall_ships" and seat == self._next(table):
            return IllegalChoice(
                "ishkibibble-gales.6", "Name lost ships that belong to an office somebody holds."
            )
        return IllegalChoice(
            "ishkibibble-gales.6",
            "First say whether Parliament will give an office its ships back.",
        )

    def _next(self, table: KTable) -> Seat | None:
        """The faction now being asked: one of those attending, starting with the caller."""
        sitting, nobles = sitting_of(table), table.state.nobles
        there = {nobles[noble].seat for noble in sitting.attending if noble in nobles}
        *others, caller = clockwise(sitting.caller, len(table.state.factions))
        return next(
            (seat for seat in (caller, *others) if seat in there and seat not in self.asked), None
        )


class Opening(KStep, tag="opening"):
    """Everybody has arrived: the votes are announced, then come the Chancery, the Kings, any lost
    ships and the way home.

    An ordinary Parliament counts the Chancellor's votes (classic-object.5).
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        sitting, rules = sitting_of(table), table.content.ruleset
        sitting.attending = [key for key in sitting.attending if key in table.state.nobles]
        table.emit(facts.ParliamentAssembled(sitting.place, tuple(sitting.attending)))
        fix_votes(table, count_votes(table))
        table.push(
            *(Proposals(by) for by in rules.proposers),
            *([TwoKings()] if rules.two_kings_vote else []),
            *([LostShips()] if lost_ships(table) else []),
            procedures(table).homeward(),
        )


# The Chancery (base-15.7, base-15.8, base-15.9, base-15.10)

_PLACES: dict[Proposer, int] = {"caller": 1, "commons": 2, "bishop": 3}
"""The rounds of the house rules with these leaders (base-15.28)."""


class Proposals(KStep, tag="proposals"):
    """One player offers the cards in the Chancery, in any order (base-15.8).

    The player of the noble named may refuse any card (base-15.9), and it may be put to the vote
    (base-15.20). Cards not given stay in the Chancery (base-15.10). ``tried`` are the cards voted
    down, ``refused`` the pairs of a card and a noble that were refused, and ``motion`` is the
    business being decided.
    """

    by: Proposer
    seat: Seat | None = None
    begun: bool = False
    tried: list[CardId] = []
    refused: list[tuple[str, str]] = []
    motion: dict[str, str] = {}

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun or self.seat is None or self.motion:
            return []
        offers = self._offers(table)
        if not offers:
            return []
        offers.append(Offer("done", (), "base-15.10"))
        return [Prompt(self.seat, "chancery", tuple(offers), default=Choice("done"))]

    def _offers(self, table: KTable) -> list[Offer]:
        """One offer for all cards that could go to the same nobles."""
        by_takers: dict[tuple[str, ...], list[str]] = {}
        for card in table.state.chancery:
            if not free(self._card_stops(table, card)):
                continue
            takers = tuple(
                noble for noble in table.state.nobles if free(self._taker_stops(table, card, noble))
            )
            if takers:
                by_takers.setdefault(takers, []).append(card)
        return [
            Offer("propose", (Field("card", tuple(cards)), Field("noble", takers)), "base-15.8")
            for takers, cards in by_takers.items()
        ]

    def advance(self, table: KTable) -> None:
        if self.motion:
            self._carry_out(table)
        elif not self.begun:
            self.begun = True
            fix_votes(table, count_votes(table))
            self.seat = leader_of(table, _PLACES[self.by])
            if self.seat is not None:
                cards = tuple(table.state.chancery)
                table.emit(facts.ChanceryOpened(self.seat, self.by, cards))
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        card, noble = choice.one("card", CardId), choice.one("noble", NobleId)
        self.motion = {"kind": "assign", "card": card, "noble": noble, "mover": str(seat)}
        table.emit(facts.Proposed(seat, "assign", card, noble))
        taker = table.state.nobles[noble].seat
        if taker == seat:
            self.accepted(table)
        else:
            table.push(Acceptance(taker, card, noble))

    def accepted(self, table: KTable) -> None:
        """The noble's player accepts the card: it is voted on, or given."""
        sitting, voted = sitting_of(table), table.content.ruleset.grants_voted
        sitting.passed = None if voted else True
        if voted:
            callers = callers_of(sitting, int(self.motion["mover"]))
            table.push(Debate(callers, self.motion), Ballot(self.motion))

    def declined(self) -> None:
        """The noble's player refuses the card."""
        self.refused.append((self.motion["card"], self.motion["noble"]))
        self.motion = {}

    def _carry_out(self, table: KTable) -> None:
        card, noble = CardId(self.motion["card"]), NobleId(CardId(self.motion["noble"]))
        self.motion = {}
        if not sitting_of(table).passed:
            self.tried.append(card)
        elif free(self._taker_stops(table, card, noble)):  # he may have a card of that kind by now
            if table.content.crown[card].kind == "bishop":
                sitting_of(table).bishops_given.append(card)
            give(table, card, noble)

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of offering the chosen card."""
        if choice.verb != "propose":
            yield IllegalChoice("base-15.8", "The cards in the Chancery are being offered.")
        for card in choice.many("card", CardId):
            yield from self._card_stops(table, card)
            for noble in choice.many("noble", NobleId):
                yield from self._taker_stops(table, card, noble)
        yield IllegalChoice("base-15.8", "Offer one card at a time, to one noble.")

    def _card_stops(self, table: KTable, card: CardId) -> Stops:
        if card not in table.state.chancery:
            yield IllegalChoice("base-15.8", "You can offer only cards from the Chancery.")
        if card in self.tried:
            yield IllegalChoice("base-15.20", "That card was voted down. It stays in the Chancery.")

    def _taker_stops(self, table: KTable, card: CardId, noble: NobleId) -> Stops:
        """The noble, or another of his faction, is in Parliament (base-15.7), and he may bear the
        card (base-15.8)."""
        state = table.state
        if noble not in state.nobles:
            yield IllegalChoice("base-15.7", "Name a noble who is in play, of any faction.")
            return
        present = {state.nobles[n].seat for n in sitting_of(table).attending if n in state.nobles}
        if state.nobles[noble].seat not in present:
            yield IllegalChoice("base-15.7", "That noble’s faction has nobody in Parliament.")
        if under_siege(state, noble):
            yield IllegalChoice("base-10.6", "A noble under siege cannot be given a card.")
        limit = table.content.ruleset.bishops_per_grant
        bishop = table.content.crown[card].kind == "bishop"
        if bishop and limit is not None and len(bishops_of(table, noble)) >= limit:
            yield IllegalChoice("base-15.15", "That noble has as many bishops as he may be given.")
        yield from bearer_stops(table, table.content.crown[card], noble)
        if (card, noble) in self.refused:
            yield IllegalChoice("base-15.9", "That noble’s player has refused the card for him.")


class Acceptance(KStep, tag="acceptance"):
    """The player of a noble accepts or refuses a card offered to him (base-15.9)."""

    seat: Seat
    card: CardId
    noble: NobleId

    def prompts(self, table: KTable) -> list[Prompt]:
        offers = (Offer("agree", (), "base-15.9"), Offer("decline", (), "base-15.9"))
        about = {"card": self.card, "noble": self.noble}
        return [Prompt(self.seat, "take_card", offers, default=Choice("agree"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        proposals = table.agenda[-1]
        if choice.verb == "agree":
            proposals.accepted(table)
        else:
            proposals.declined()
            table.emit(facts.CardRefused(seat, self.card, self.noble))


# Two Kings (base-15.27)


class TwoKings(KStep, tag="two_kings"):
    """A vote may settle which of two Kings is the sole King until he dies (base-15.27).

    The caller of Parliament may bring this motion once. The other King keeps his place in the
    succession. If either has died before the vote, there is nothing left to settle.
    """

    moved: bool = False
    motion: dict[str, str] = {}

    def prompts(self, table: KTable) -> list[Prompt]:
        both = kings(table.state)
        if self.moved or len(both) < 2:
            return []
        offers = (
            Offer("settle_kings", (Field("king", tuple(both)),), "base-15.27"),
            Offer("done", (), "base-15.27"),
        )
        seat = sitting_of(table).caller
        return [Prompt(seat, "two_kings", offers, default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        motion, self.motion = self.motion, {}
        if not motion:
            table.finish(self)
        elif sitting_of(table).passed and len(kings(table.state)) > 1:
            settle(table, HeirId(motion["king"]))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.moved = True
        if choice.verb == "done":
            return
        king = choice.one("king", HeirId)
        self.motion = {"kind": "sole_king", "king": king, "mover": str(seat)}
        table.emit(facts.Proposed(seat, "sole_king", heir=king))
        sitting_of(table).passed = None
        table.push(Debate([seat], self.motion), Ballot(self.motion))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "settle_kings":
            return IllegalChoice("base-15.27", "Say which of the two Kings is to reign.")
        return IllegalChoice(
            "base-15.27", "First say whether Parliament will decide between the two Kings."
        )


def settle(table: KTable, king: HeirId) -> None:
    """One King is the sole King until he dies; the other is no longer King (base-15.27)."""
    state = table.state
    for other in kings(state):
        if other == king:
            continue
        if other in state.heirs:
            state.heirs[other].crowned = False
        else:
            state.beaufort_crowned = False
        table.emit(facts.SoleKingSettled(king, other))
    state.settled_king = king


# What is before Parliament


def business_under_way(table: KTable) -> dict[str, str]:
    """The motion now before Parliament, whatever its kind; empty if there is none."""
    if table.state.sitting is None:
        return {}
    kinds = Round | Motions | Proposals | TwoKings | LostShips
    steps = (step for step in reversed(table.agenda) if isinstance(step, kinds))
    return next((dict(step.motion) for step in steps if step.motion), {})
