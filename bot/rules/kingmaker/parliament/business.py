"""The business of Parliament: votes told, bishops, the three rounds (house §7.2)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import assign, discard
from bot.rules.kingmaker.forces import besieged, bishops_of, eligible_for
from bot.rules.kingmaker.parliament.ballot import Ballot, Debate, callers_of
from bot.rules.kingmaker.parliament.motions import Motions
from bot.rules.kingmaker.parliament.returning import Dismissal
from bot.rules.kingmaker.state import KStep, KTable, Sitting
from bot.rules.kingmaker.victory.votes import commons_votes, leaders_of, lords_votes

ROUNDS = 3


class Business(KStep, tag="business"):
    """Fix and tell the votes of both houses before anything else (house-7.2.3, house-7.2.4).

    Then the bishops, the three rounds, motions, and the way home.
    """

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state, sitting = table.state, sitting_of(table)
        sitting.commons = commons_votes(table)
        sitting.lords = lords_votes(table, sitting.attending)
        table.emit(facts.VotesCounted(tuple(sitting.commons), tuple(sitting.lords)))
        # Only these kinds are given out (house-7.2.34).
        strange = [c for c in state.chancery if table.content.crown[c].kind not in _KINDS]
        state.chancery = [c for c in state.chancery if c not in strange]
        discard(table, strange)
        table.push(
            GrantBishops(),
            Round(1),
            Round(2),
            Round(3),
            Motions(list(range(len(state.factions)))),
            Dismissal(),
        )


_KINDS = ("bishop", "title", "office")


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that sits."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


# 7.2 Bishops (house-7.2.7, house-7.2.8, house-7.2.9, house-7.2.11)


class GrantBishops(KStep, tag="grant_bishops"):
    """The caller gives out all bishops that can be given, without a vote (house-7.2.10)."""

    def prompts(self, table: KTable) -> list[Prompt]:
        bishops = _chancery(table, "bishop")
        takers = _bishopless(table)
        if not bishops or not takers:
            return []
        fields = (Field("card", bishops), Field("noble", takers))
        offer = Offer("grant_bishop", fields, "house-7.2.7")
        default = Choice.of("grant_bishop", card=bishops[0], noble=takers[0])
        return [Prompt(sitting_of(table).caller, "grant_bishops", (offer,), default=default)]

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        card = choice.one("card")
        table.state.chancery.remove(card)
        sitting_of(table).bishops_given.append(card)
        assign(table, card, choice.one("noble"), "parliament")

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        noble = next(iter(choice.many("noble")), "")
        if noble in table.state.nobles and noble not in sitting_of(table).attending:
            return IllegalChoice("house-7.2.8", "A bishop goes only to a noble in Parliament.")
        if choice.verb == "grant_bishop" and noble in table.state.nobles:
            return IllegalChoice("house-7.2.9", "He has a bishop already.")
        return IllegalChoice("house-7.2.11", "First all bishops must be given out.")


def _chancery(table: KTable, kind: str) -> tuple[str, ...]:
    """The cards of a kind among those the caller has taken out of the Chancellery (house-7.2.6)."""
    return tuple(c for c in table.state.chancery if table.content.crown[c].kind == kind)


def _bishopless(table: KTable) -> tuple[str, ...]:
    limit = table.content.ruleset.bishops_per_grant
    return tuple(
        noble
        for noble in sitting_of(table).attending
        if noble in table.state.nobles and (limit is None or len(bishops_of(table, noble)) < limit)
    )


# 7.2 The three rounds (house-7.2.12, house-7.2.13)


class Round(KStep, tag="round"):
    """One round of titles and offices.

    The leader proposes cards one at a time, titles before offices; in the first two rounds each
    is debated and voted on as soon as it is proposed (house-7.2.16), in the third it is given at
    once, and all that can be must be. What was not offered, or voted down, lies before the next
    leader (house-7.2.23), and after the last in the Chancellery (house-7.2.33).
    ``proposed`` are the cards already tried in this round, ``motion`` the one being voted on.
    """

    number: int
    leader: int | None = None
    begun: bool = False
    proposed: list[str] = []
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
            seat = -1 if self.leader is None else self.leader
            table.emit(facts.RoundBegan(self.number, seat, cards))
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        card, noble = choice.one("card"), choice.one("noble")
        self.proposed.append(card)
        table.emit(facts.Proposed(seat, "assign", card, noble))
        if self.number == ROUNDS:
            give(table, card, noble)
            return
        self.motion = {"kind": "assign", "card": card, "noble": noble, "mover": str(seat)}
        sitting_of(table).passed = None
        callers = callers_of(sitting_of(table), seat)
        table.push(Debate(callers, self.motion), Ballot(self.motion))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb not in ("propose", "done"):
            return IllegalChoice("house-7.2.12", "A round of titles and offices is under way.")
        card = table.content.crown.get(next(iter(choice.many("card")), ""))
        noble = next(iter(choice.many("noble")), "")
        if choice.verb == "done":
            return IllegalChoice(
                "house-7.2.32", "In the third round all that can be given must be."
            )
        if card is None or card.id not in table.state.chancery:
            return IllegalChoice("house-7.2.12", "Only cards of the Chancellery can be proposed.")
        if noble in table.state.nobles and besieged(table.state, noble):
            return IllegalChoice("house-7.2.15", "Nobody Under Siege can be given a card.")
        if card.kind == "title" and self._offices_begun(table):
            return IllegalChoice("house-7.2.13", "All titles come before the offices.")
        if card.kind == "title":
            return IllegalChoice("house-1.4", "A title goes to a noble who has none.")
        if noble in table.state.nobles and table.state.nobles[noble].office is not None:
            return IllegalChoice("house-1.6", "That noble already holds an office.")
        return IllegalChoice("house-1.7", "An office goes to a titled noble who has none.")

    def _offices_begun(self, table: KTable) -> bool:
        return any(table.content.crown[card].kind == "office" for card in self.proposed)

    def _offers(self, table: KTable) -> list[Offer]:
        titles = self._open(table, "title") if not self._offices_begun(table) else ()
        found = []
        must = self.number == ROUNDS
        if titles:
            takers = takers_of(table, titles[0])
            fields = (Field("card", titles), Field("noble", takers))
            found.append(Offer("propose", fields, "house-7.2.31" if must else "house-7.2.13"))
        offices = self._open(table, "office")
        if offices and not (must and titles):
            takers = takers_of(table, offices[0])
            fields = (Field("card", offices), Field("noble", takers))
            found.append(Offer("propose", fields, "house-7.2.31" if must else "house-7.2.13"))
        return found

    def _open(self, table: KTable, kind: str) -> tuple[str, ...]:
        """Cards of a kind not tried in this round that somebody could take."""
        cards = tuple(card for card in _chancery(table, kind) if card not in self.proposed)
        return cards if cards and takers_of(table, cards[0]) else ()

    def _carry_out(self, table: KTable) -> None:
        """Carry out a proposal that won both houses (house-7.2.21)."""
        card, noble = self.motion["card"], self.motion["noble"]
        self.motion = {}
        if sitting_of(table).passed and noble in takers_of(table, card):
            give(table, card, noble)


def takers_of(table: KTable, card: str) -> tuple[str, ...]:
    """Nobles of any faction who may take a card, attending or not (house-7.2.14), but nobody Under
    Siege (house-7.2.15)."""
    crown = table.content.crown[card]
    return tuple(
        noble
        for noble in table.state.nobles
        if eligible_for(table, crown, noble) and not besieged(table.state, noble)
    )


def give(table: KTable, card: str, noble: str) -> None:
    """Give a card of the Chancellery to a noble."""
    table.state.chancery.remove(card)
    assign(table, card, noble, "parliament")


def leader_of(table: KTable, number: int) -> int | None:
    """Who leads a round, or None if it is skipped.

    The first whoever called Parliament (house-7.2.24); the second whoever has most votes in the
    Commons (house-7.2.25), nobody at a tie (house-7.2.26).
    """
    sitting = sitting_of(table)
    if number == 1:
        return sitting.caller
    if number == 2:
        leaders = leaders_of(sitting.commons)
        return leaders[0] if len(leaders) == 1 else None
    return senior_bishop(table)


def senior_bishop(table: KTable) -> int | None:
    """The seat whose attending noble holds the most senior bishop (house-7.2.27).

    Seniority goes by the votes in the Lords (house-7.2.28); bishops given out today do not count
    (house-7.2.29). None without a bishop, and at a tie (house-7.2.30).
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
