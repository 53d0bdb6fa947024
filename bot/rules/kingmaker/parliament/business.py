"""The business of Parliament: votes announced, bishops, the three rounds (house §7.2)."""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    first,
    free,
)
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import assign, discard
from bot.rules.kingmaker.forces.strength import able_to_bear, bearer_stops, besieged, bishops_of
from bot.rules.kingmaker.forces.votes import leaders_of
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.parliament.ballot import (
    Ballot,
    Debate,
    callers_of,
    count_votes,
    fix_votes,
    sitting_of,
)
from bot.rules.kingmaker.parliament.motions import Motions
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KStep, KTable

ROUNDS = 3
GIVEN_OUT = "house-7.2.31"
"""The rule for a proposal that is not a motion: in the last round a card is given straight away."""


class Business(KStep, tag="business"):
    """Settle and announce the votes of both houses before anything else (house-7.2.3, house-7.2.4).

    The bishops, the three rounds, motions and the way home follow.
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state = table.state
        fix_votes(table, count_votes(table))
        # Only these kinds are handed out (house-7.2.34).
        strange = [c for c in state.chancery if table.content.crown[c].kind not in _KINDS]
        state.chancery = [c for c in state.chancery if c not in strange]
        discard(table, strange)
        table.push(
            GrantBishops(),
            Round(1),
            Round(2),
            Round(3),
            Motions(list(every_seat(len(state.factions)))),
            procedures(table).homeward(),
        )


_KINDS = ("bishop", "title", "office")


# 7.2 Bishops (house-7.2.7, house-7.2.8, house-7.2.9, house-7.2.11)


class GrantBishops(KStep, tag="grant_bishops"):
    """The caller gives out all bishops that can be given, without a vote (house-7.2.10)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        bishops = _chancery(table, "bishop")
        takers = _bishopless(table) if bishops else ()
        if not takers:
            return []
        fields = (Field("card", bishops), Field("noble", takers))
        offer = Offer("grant_bishop", fields, "house-7.2.7")
        default = Choice.of("grant_bishop", card=bishops[0], noble=takers[0])
        return [Prompt(sitting_of(table).caller, "grant_bishops", (offer,), default=default)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        card = choice.one("card", CardId)
        table.state.chancery.remove(card)
        sitting_of(table).bishops_given.append(card)
        assign(table, card, choice.one("noble", NobleId), "parliament")

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(_bishop_stops(table, choice))


def _bishop_stops(table: KTable, choice: Choice) -> Stops:
    """Everything that stands in the way of the choice to give a bishop."""
    if choice.verb != "grant_bishop":
        yield IllegalChoice("house-7.2.11", "First give out all the bishops.")
    for noble in choice.many("noble", NobleId):
        yield from _taker_stops(table, noble)
    for card in choice.many("card", CardId):
        if card not in _chancery(table, "bishop"):
            yield IllegalChoice("house-7.2.7", "Give out a bishop from the Chancery.")
    if len(choice.many("card", CardId)) != 1 or len(choice.many("noble", NobleId)) != 1:
        yield IllegalChoice("house-7.2.7", "Give one bishop at a time, to one noble.")


def _taker_stops(table: KTable, noble: NobleId) -> Stops:
    """Nobles who cannot be given a bishop (house-7.2.8, house-7.2.9)."""
    if noble not in table.state.nobles or noble not in sitting_of(table).attending:
        yield IllegalChoice("house-7.2.8", "Give a bishop only to a noble in Parliament.")
        return
    limit = table.content.ruleset.bishops_per_grant
    if limit is not None and len(bishops_of(table, noble)) >= limit:
        yield IllegalChoice("house-7.2.9", "That noble already has a bishop.")


def _chancery(table: KTable, kind: str) -> tuple[CardId, ...]:
    """The cards of a kind among those the caller has taken out of the Chancery (house-7.2.6)."""
    return tuple(c for c in table.state.chancery if table.content.crown[c].kind == kind)


def _bishopless(table: KTable) -> tuple[NobleId, ...]:
    return tuple(n for n in sitting_of(table).attending if free(_taker_stops(table, n)))


# 7.2 The three rounds (house-7.2.12, house-7.2.13)


class Round(KStep, tag="round"):
    """One round of titles and offices.

    The leader proposes cards one at a time, titles before offices. In the first two rounds each is
    debated and voted on as soon as it is proposed (house-7.2.16). In the third each is given
    straight away, and every card that can be given must be. Any card not offered, or voted down,
    passes to the next leader (house-7.2.23), and after the last one to the Chancery (house-7.2.33).
    ``proposed`` are the cards already tried this round, ``motion`` the one being voted on.
    """

    number: int
    leader: Seat | None = None
    begun: bool = False
    proposed: list[CardId] = []
    motion: dict[str, str] = {}

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun or self.leader is None or self.motion:
            return []
        offers = self._offers(table)
        if not offers:
            return []
        if self.number < ROUNDS:
            offers.append(Offer("done", (), "house-7.2.12"))
            default = Choice("done")
        else:
            fields = {f.name: f.candidates[0] for f in offers[0].fields}
            default = Choice.of(offers[0].verb, **fields)
        about = {"round": str(self.number)}
        return [Prompt(self.leader, "round", tuple(offers), default=default, facts=about)]

    def advance(self, table: KTable) -> None:
        if self.motion:
            self._carry_out(table)
        elif not self.begun:
            self.begun = True
            self.leader = leader_of(table, self.number)
            cards = (*_chancery(table, "title"), *_chancery(table, "office"))
            seat = NO_SEAT if self.leader is None else self.leader
            table.emit(facts.RoundBegan(self.number, seat, cards))
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        card, noble = choice.one("card", CardId), choice.one("noble", NobleId)
        self.proposed.append(card)
        table.emit(facts.Proposed(seat, "assign", card, noble))
        if self.number == ROUNDS:
            give(table, card, noble)
            return
        self.motion = {"kind": "assign", "card": card, "noble": noble, "mover": str(seat)}
        sitting_of(table).passed = None
        callers = callers_of(sitting_of(table), seat)
        table.push(Debate(callers, self.motion), Ballot(self.motion))

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of the chosen proposal, or of ending the round."""
        if choice.verb == "done" and self.number == ROUNDS:
            yield IllegalChoice(
                "house-7.2.32", "In the third round you must give every card that can be given."
            )
        if choice.verb == "done":
            return
        if choice.verb != "propose":
            yield IllegalChoice("house-7.2.12", "A round of titles and offices is under way.")
        cards, nobles = choice.many("card", CardId), choice.many("noble", NobleId)
        for card in cards:
            yield from self._card_stops(table, card)
            for noble in nobles:
                yield from recipient_stops(table, noble)
                if noble in table.state.nobles:
                    yield from bearer_stops(table, table.content.crown[card], noble)
            yield from self._order_stops(table, table.content.crown[card].kind)
        if len(cards) != 1 or len(nobles) != 1:
            yield IllegalChoice("house-7.2.13", "Propose one card at a time, for one noble.")

    def _card_stops(self, table: KTable, card_id: CardId) -> Stops:
        """The card is a title or an office in the Chancery that has not been tried this round
        (house-7.2.12)."""
        if card_id not in table.state.chancery:
            yield IllegalChoice("house-7.2.12", "You can propose only cards from the Chancery.")
        elif table.content.crown[card_id].kind not in ("title", "office"):
            yield IllegalChoice(
                "house-7.2.12", "In a round you can propose only titles and offices."
            )
        if card_id in self.proposed:
            yield IllegalChoice(
                "house-7.2.23",
                "You have already tried that card in this round. It must wait for the next round.",
            )

    def _order_stops(self, table: KTable, kind: str) -> Stops:
        """Titles come first, then offices (house-7.2.13)."""
        title = kind == "title"
        if title and any(table.content.crown[c].kind == "office" for c in self.proposed):
            yield IllegalChoice("house-7.2.13", "Give all the titles before the offices.")
        if not title and self.number == ROUNDS and self._open(table, "title"):
            yield IllegalChoice("house-7.2.13", "Give all the titles you can first.")

    def _offers(self, table: KTable) -> list[Offer]:
        rule = GIVEN_OUT if self.number == ROUNDS else "house-7.2.13"
        opened = (self._open(table, kind) for kind in ("title", "office"))
        return [Offer("propose", fields, rule) for fields in opened if fields]

    def _open(self, table: KTable, kind: str) -> tuple[Field, ...]:
        """The cards of a kind that may be proposed now, and who could take any of them."""
        cards = _chancery(table, kind)
        if not cards or not free(self._order_stops(table, kind)):
            return ()
        cards = tuple(card for card in cards if free(self._card_stops(table, card)))
        takers = takers_of(table, cards[0]) if cards else ()
        return (Field("card", cards), Field("noble", takers)) if takers else ()

    def _carry_out(self, table: KTable) -> None:
        """Carry out a proposal that won both houses (house-7.2.21)."""
        card, noble = CardId(self.motion["card"]), NobleId(CardId(self.motion["noble"]))
        self.motion = {}
        if sitting_of(table).passed and noble in takers_of(table, card):
            give(table, card, noble)


def takers_of(table: KTable, card: CardId) -> tuple[NobleId, ...]:
    """Nobles of any faction who may take a card, attending or not (house-7.2.14)."""
    able = able_to_bear(table, table.content.crown[card], table.state.nobles)
    return tuple(noble for noble in able if free(recipient_stops(table, noble)))


def recipient_stops(table: KTable, noble_id: NobleId) -> Stops:
    """What keeps a noble from being given a title or an office, such as a siege (house-7.2.15).

    Whether a noble may bear the card (house-1.4, house-1.6, house-1.7) is checked separately.
    """
    if noble_id not in table.state.nobles:
        yield IllegalChoice("house-7.2.14", "Name a noble who is in play, of any faction.")
    elif besieged(table.state, noble_id):
        yield IllegalChoice("house-7.2.15", "A noble under siege cannot be given a card.")


def give(table: KTable, card: CardId, noble: NobleId) -> None:
    """Give a card from the Chancery to a noble."""
    table.state.chancery.remove(card)
    assign(table, card, noble, "parliament")


def leader_of(table: KTable, number: int) -> Seat | None:
    """The leader of a round; None if it is skipped.

    The first is led by the player who called Parliament (house-7.2.24); the second by the player
    with the most votes in the Commons (house-7.2.25), or by nobody if there is a tie
    (house-7.2.26).
    """
    sitting = sitting_of(table)
    if number == 1:
        return sitting.caller
    if number == 2:
        leaders = leaders_of(sitting.commons)
        return leaders[0] if len(leaders) == 1 else None
    return senior_bishop(table)


def senior_bishop(table: KTable) -> Seat | None:
    """The seat whose attending noble holds the most senior bishop (house-7.2.27).

    Seniority goes by the votes in the Lords (house-7.2.28); bishops given out in this Parliament do
    not count (house-7.2.29). None if there is no bishop, or if there is a tie (house-7.2.30).
    """
    sitting, crown = sitting_of(table), table.content.crown
    bishops = [
        (crown[card].lords, table.state.nobles[noble].seat)
        for noble in sitting.attending
        if noble in table.state.nobles
        for card in bishops_of(table, noble)
        if card not in sitting.bishops_given
    ]
    if not bishops:
        return None
    best = max(lords for lords, _ in bishops)
    seats = {seat for lords, seat in bishops if lords == best}
    return seats.pop() if len(seats) == 1 else None
