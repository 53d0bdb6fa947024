"""Other business of Parliament: a King declared illegitimate, transfers (house §7.3)."""

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
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import (
    confiscate,
    give_heir,
    kill_noble,
    pass_card,
    tell_of_guard,
)
from bot.rules.kingmaker.forces.strength import (
    able_to_bear,
    bearer_stops,
    eligible_for,
    nobles_of,
    strongest,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId
from bot.rules.kingmaker.parliament.ballot import Ballot, Debate, sitting_of
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import (
    BEAUFORT_HEIR,
    heirs_of,
    heirs_with,
    house_of,
    keeper,
    kings,
)


class Motions(KStep, tag="motions"):
    """Before Parliament is dismissed, every player in turn may bring motions.

    ``seats`` have yet to be asked; ``moved`` says whether the one motion against a King has been
    brought; ``motion`` is the business being decided, ``refused`` the pairs of a card and a noble
    that were refused.
    """

    seats: list[Seat]
    moved: bool = False
    motion: dict[str, str] = {}
    refused: list[tuple[str, str]] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        if self.motion or not self.seats:
            return []
        seat = self.seats[0]
        offers = [*self._illegitimate(table, seat), *self._transfers(table, seat)]
        if not offers:
            return []
        offers.append(Offer("done", (), "house-7.3.1"))
        return [Prompt(seat, "motions", tuple(offers), default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        if self.motion and sitting_of(table).passed is None:
            # Heirs may have died or changed hands in the debate (house-7.3.5).
            king = HeirId(self.motion["king"])
            bound = bound_votes(table, house_of(table.state, table.content, king))
            table.push(Ballot(self.motion, bound=bound))
        elif self.motion:
            self._carry_out(table)
        elif self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self.seats.pop(0)
        elif choice.verb == "declare_illegitimate":
            self._move_against(table, seat, choice.one("noble", NobleId))
        else:
            self._transfer(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "declare_illegitimate":
            return first(self._declaration_stops(table, seat, choice))
        if choice.verb in _TRANSFERS:
            return first(self._transfer_stops(table, seat, choice))
        return None

    # 7.3 Declaring a King illegitimate (house-7.3.1, house-7.3.2, house-7.3.3)

    def _illegitimate(self, table: KTable, seat: Seat) -> list[Offer]:
        if not free(self._motion_stops(table)):
            return []
        keepers = dict.fromkeys(keeper(table.state, king) for king in kings(table.state))
        movers = tuple(n for n in keepers if n and free(_mover_stops(table, seat, n)))
        if not movers:
            return []
        return [Offer("declare_illegitimate", (Field("noble", movers),), "house-7.3.3")]

    def _motion_stops(self, table: KTable) -> Stops:
        if self.moved:
            yield IllegalChoice("house-7.3.1", "A Parliament hears only one such motion.")
        if len(kings(table.state)) < 2 or BEAUFORT_HEIR in kings(table.state):
            yield IllegalChoice(
                "house-7.3.2", "You need two Kings for that, and neither may be Beaufort."
            )

    def _declaration_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        yield from self._motion_stops(table)
        for noble in choice.many("noble", NobleId):
            yield from _mover_stops(table, seat, noble)
        if len(choice.many("noble", NobleId)) != 1:
            yield IllegalChoice("house-7.3.3", "Say which one of your nobles asks for that.")

    def _move_against(self, table: KTable, seat: Seat, noble: NobleId) -> None:
        self.moved = True
        own = next(h for h in heirs_with(table.state, noble) if h in kings(table.state))
        enemy = next(k for k in kings(table.state) if k != own)  # house-7.3.4
        self.motion = {
            "kind": "illegitimate",
            "noble": noble,
            "king": enemy,
            "own": own,
            "mover": str(seat),
        }
        table.emit(facts.Proposed(seat, "illegitimate", noble=noble, heir=enemy))
        sitting_of(table).passed = None
        table.push(Debate([sitting_of(table).caller], self.motion))

    # 7.3 Transfers (house-7.3.13, house-7.3.14)

    def _transfers(self, table: KTable, seat: Seat) -> list[Offer]:
        """Titles and offices that a faction's attending nobles could pass on."""
        nobles, crown = table.state.nobles, table.content.crown
        here = [n for n in sitting_of(table).attending if n in nobles]
        able: dict[
            str, tuple[NobleId, ...]
        ] = {}  # who may bear a card is worked out once for each kind
        offers = []
        for giver in here:
            if nobles[giver].seat != seat:
                continue
            for verb, rule in _TRANSFERS.items():
                card = _borne(table, verb, giver)
                if card is None or not free(_giver_stops(table, seat, verb, giver)):
                    continue
                if verb not in able:
                    able[verb] = able_to_bear(table, crown[card], here)
                takers = tuple(
                    n for n in able[verb] if free(self._taker_stops(table, verb, giver, n))
                )
                if takers:
                    fields = (
                        Field("card", (card,)),
                        Field("giver", (giver,)),
                        Field("noble", takers),
                    )
                    offers.append(Offer(verb, fields, rule))
        return offers

    def _transfer_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of the chosen transfer."""
        verb = choice.verb
        rule = _TRANSFERS[verb]
        givers, nobles = choice.many("giver", NobleId), choice.many("noble", NobleId)
        cards = choice.many("card", CardId)
        if (len(givers), len(nobles), len(cards)) != (1, 1, 1):
            yield IllegalChoice(
                rule, "Name one card, the noble who gives it and the noble who takes it."
            )
            return
        giver, card = givers[0], cards[0]
        yield from _giver_stops(table, seat, verb, giver)
        if card != _borne(table, verb, giver):
            yield IllegalChoice(rule, "A noble can pass on only his own title or office.")
        yield from self._taker_stops(table, verb, giver, nobles[0])
        if nobles[0] in table.state.nobles:
            yield from bearer_stops(table, table.content.crown[card], nobles[0])

    def _taker_stops(self, table: KTable, verb: str, giver: NobleId, noble: NobleId) -> Stops:
        """The receiver is another attending noble, of any faction, and has not been refused the
        card; whether he may bear it is checked separately."""
        if noble not in table.state.nobles or noble not in sitting_of(table).attending:
            yield IllegalChoice(_TRANSFERS[verb], "The giver and the receiver must both attend.")
        elif noble == giver:
            yield IllegalChoice(_TRANSFERS[verb], "That noble already has the card. Name another.")
        elif (_borne(table, verb, giver), noble) in self.refused:
            yield IllegalChoice(
                _TRANSFERS[verb], "That has already been refused in this Parliament."
            )

    def _transfer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        card, noble = choice.one("card", CardId), choice.one("noble", NobleId)
        giver = choice.one("giver")
        kind = "title" if choice.verb == "transfer_title" else "office"
        self.motion = {
            "kind": kind,
            "card": card,
            "giver": giver,
            "noble": noble,
            "mover": str(seat),
        }
        table.emit(facts.Proposed(seat, kind, card, noble))
        other = table.state.nobles[noble].seat
        sitting_of(table).passed = None
        if kind == "title":
            table.push(Debate([sitting_of(table).caller], self.motion), Ballot(self.motion))
        elif sitting_of(table).caller not in (seat, other):
            table.push(AskConsent(sitting_of(table).caller, "approve_office", card, giver, noble))
        else:
            sitting_of(table).passed = True
        if other != seat:
            table.push(AskConsent(other, "take_card", card, giver, noble))

    def _carry_out(self, table: KTable) -> None:
        motion, self.motion = self.motion, {}
        passed = bool(sitting_of(table).passed)
        if motion["kind"] == "illegitimate":
            if HeirId(motion["king"]) not in kings(table.state):
                # The King was killed in the debate (house-7.3.2).
                table.emit(facts.MotionLapsed(HeirId(motion["king"])))
            elif passed:
                dethrone(table, HeirId(motion["king"]))
            else:
                self._price(
                    table,
                    NobleId(CardId(motion["noble"])),
                    HeirId(motion["king"]),
                    HeirId(motion["own"]),
                )
        elif not passed:
            self.refused.append((motion["card"], motion["noble"]))
        elif still_fits(table, motion):
            give_card(
                table,
                CardId(motion["card"]),
                NobleId(CardId(motion["giver"])),
                NobleId(CardId(motion["noble"])),
            )

    def _price(self, table: KTable, noble: NobleId, enemy: HeirId, own: HeirId) -> None:
        """The mover of a failed motion loses title and office (house-7.3.11), then his King."""
        state = table.state
        killed = keeper(state, enemy) in sitting_of(table).attending
        table.emit(facts.MotionFailedAgainstKing(noble, killed))
        cards = [c for c in (state.nobles[noble].title, state.nobles[noble].office) if c]
        confiscate(table, cards, noble)
        table.push(PassKing(own, noble, killed))


def _mover_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """Say why a noble may not ask for the other King to be declared illegitimate (house-7.3.3)."""
    state, keepers = table.state, [keeper(table.state, king) for king in kings(table.state)]
    if noble not in state.nobles or state.nobles[noble].seat != seat:
        yield IllegalChoice(
            "house-7.3.3", "Only a noble of yours who keeps a King may ask for that."
        )
    elif noble not in keepers or noble not in sitting_of(table).attending:
        yield IllegalChoice(
            "house-7.3.3", "Only a noble who keeps a King and is in Parliament may ask for that."
        )


def still_fits(table: KTable, motion: dict[str, str]) -> bool:
    """Whether a transfer can be carried out: cards may have been played during the debate."""
    fits = eligible_for(
        table, table.content.crown[CardId(motion["card"])], NobleId(CardId(motion["noble"]))
    )
    return fits and free(
        _needed_stops(table, "transfer_" + motion["kind"], NobleId(CardId(motion["giver"])))
    )


def bound_votes(table: KTable, house: str) -> dict[str, str]:
    """The votes prescribed for seats that hold heirs of one house only (house-7.3.5).

    A player with none, or with heirs of both, may vote freely (house-7.3.6).
    """
    bound = {}
    for seat in every_seat(len(table.state.factions)):
        houses = {
            house_of(table.state, table.content, heir)
            for heir in heirs_of(table.state, table.content, seat)
        }
        vote = prescribed(houses, house)
        if vote is not None:
            bound[str(seat)] = vote
    return bound


def prescribed(houses: set[str], house: str) -> str | None:
    """How a player who holds heirs of these houses must vote on a King of ``house``; None if he may
    choose."""
    if len(houses) != 1:
        return None
    return "nay" if houses == {house} else "yea"


def dethrone(table: KTable, king: HeirId) -> None:
    """The King loses his crown (house-7.3.8) and becomes the last in his line (house-7.3.9).

    Beaufort, if he is an heir, still comes after him.
    """
    heir = table.state.heirs[king]
    guarded, heir.crowned = heir.holder is not None, False
    heir.place_in_line = 1 + max(other.place_in_line for other in table.state.heirs.values())
    table.emit(facts.KingDeclaredIllegitimate(king))
    if guarded:
        tell_of_guard(table, king, None)


class PassKing(KStep, tag="pass_king"):
    """The mover hands his King to another noble, and may die (house-7.3.10, house-7.3.12)."""

    king: HeirId
    noble: NobleId
    killed: bool

    def prompts(self, table: KTable) -> list[Prompt]:
        takers = self._takers(table)
        if not takers:
            return []
        fields = (Field("heir", (self.king,)), Field("noble", takers))
        offer = Offer("keep_heir", fields, "house-7.3.10")
        default = Choice.of("keep_heir", heir=self.king, noble=strongest(table, takers))
        seat = table.state.nobles[self.noble].seat
        return [Prompt(seat, "pass_king", (offer,), default=default, facts={"heir": self.king})]

    def advance(self, table: KTable) -> None:
        self._end(table)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        give_heir(table, self.king, choice.one("noble", NobleId))
        self._end(table)

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        if choice.verb != "keep_heir":
            yield IllegalChoice(
                "house-7.3.10", "The motion failed. First give your King to another noble."
            )
        if choice.many("heir", HeirId) != (self.king,):
            yield IllegalChoice("house-7.3.10", "Give your King to another noble now.")
        for noble in choice.many("noble", NobleId):
            if noble not in self._takers(table):
                yield IllegalChoice(
                    "house-7.3.10",
                    "Give your King to another of your nobles: one in Parliament, if there is one.",
                )
        if len(choice.many("noble", NobleId)) != 1:
            yield IllegalChoice("house-7.3.10", "Name one noble to keep the King.")

    def _end(self, table: KTable) -> None:
        table.finish(self)
        if self.killed:
            kill_noble(table, self.noble, "motion")

    def _takers(self, table: KTable) -> tuple[NobleId, ...]:
        """The nobles who may take the King: the mover's own, those attending first; if he has none,
        any attending noble.
        """
        state = table.state
        if self.noble not in state.nobles or state.heirs[self.king].holder != self.noble:
            return ()
        attending = sitting_of(table).attending
        own = [n for n in nobles_of(state, state.nobles[self.noble].seat) if n != self.noble]
        own = [n for n in own if state.nobles[n].captor is None]
        here = [n for n in own if n in attending]
        others = [n for n in attending if n != self.noble and n in state.nobles]
        return tuple(here or own or others)


class AskConsent(KStep, tag="consent"):
    """Another player agrees to a transfer or refuses. ``kind``: take_card or approve_office."""

    seat: Seat
    kind: str
    card: CardId
    giver: str
    noble: NobleId

    def prompts(self, table: KTable) -> list[Prompt]:
        rule = "house-7.3.14" if self.kind == "approve_office" else "house-7.3.13"
        offers = (Offer("agree", (), rule), Offer("decline", (), rule))
        about = {"card": self.card, "giver": self.giver, "noble": self.noble}
        return [Prompt(self.seat, self.kind, offers, default=Choice("decline"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        agreed = choice.verb == "agree"
        if self.kind == "approve_office":
            sitting_of(table).passed = agreed
        elif not agreed:
            # Without consent there is nothing to vote on or to approve.
            sitting_of(table).passed = False
            while isinstance(table.agenda[-1], Debate | Ballot | AskConsent):
                table.agenda.pop()


# 7.3 Transfers: what stands in the way, and what is offered

_TRANSFERS = {"transfer_title": "house-7.3.13", "transfer_office": "house-7.3.14"}
"""The verbs for passing cards on, each with the rule that allows it."""


def _borne(table: KTable, verb: str, noble: NobleId) -> CardId | None:
    """The noble's title or office, whichever the verb passes on."""
    found = table.state.nobles[noble]
    return found.title if verb == "transfer_title" else found.office


def _giver_stops(table: KTable, seat: Seat, verb: str, giver: NobleId) -> Stops:
    """An attending noble of the player passes on a card that was given to him."""
    state = table.state
    rule = _TRANSFERS[verb]
    if giver not in state.nobles or state.nobles[giver].seat != seat:
        yield IllegalChoice(rule, "Only your own nobles can pass on what they bear.")
        return
    if giver not in sitting_of(table).attending:
        yield IllegalChoice(rule, "The giver and the receiver must both attend.")
    if _borne(table, verb, giver) is None:
        what = "title" if verb == "transfer_title" else "office"
        yield IllegalChoice(rule, f"That noble has no {what} to pass on.")
    yield from _needed_stops(table, verb, giver)


def _needed_stops(table: KTable, verb: str, giver: NobleId) -> Stops:
    """A noble with an office keeps the title that it needs (house-8.7.12)."""
    if verb == "transfer_title" and table.state.nobles[giver].office is not None:
        yield IllegalChoice("house-8.7.12", "A noble who holds an office needs his title.")


def give_card(table: KTable, card: CardId, giver: NobleId, noble: NobleId) -> None:
    """Pass a title or an office to another noble, with the places printed on it."""
    pass_card(table, card, giver, noble)
    table.emit(facts.CardTransferred(card, giver, noble, table.state.nobles[noble].seat))
