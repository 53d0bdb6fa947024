"""Phase 5, coronation (house §2.5; base §13)."""

from __future__ import annotations

from typing import NamedTuple

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import atrocity_stops, defeat_stops
from bot.rules.kingmaker.conditions.sides import given, house_served, is_house, same_side
from bot.rules.kingmaker.consequences.changes import tell_of_guard
from bot.rules.kingmaker.forces.strength import bishops_of, controller, friendly, inside
from bot.rules.kingmaker.ids import NO_HEIR, HeirId
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import (
    BEAUFORT_HEIR,
    crownable,
    heirs_of,
    holder_seat,
    house_of,
    keeper,
    kings,
    place_of,
)


class CoronationPhase(KStep, tag="coronation_phase"):
    """The active player may crown an heir who is next in line (house-2.5c), or even one of each
    house (base-13.5)."""

    seat: Seat
    asked: list[int] = []
    """Other players asked to let their bishops take part."""
    lent: list[Seat] = []
    """The players who agreed."""
    sought: list[HeirId] = []
    """Heirs kept by a family on this side whom the House has asked to crown."""
    consented: list[str] = []
    """The heirs whom the family lets the House crown."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not free(defeat_stops(table.state, self.seat)):
            return []
        next_in_line = crownable(table.state, table.content)
        heirs = tuple(
            h for h in next_in_line if free(coronation_stops(table, self.seat, h, self._ready(h)))
        )
        offers = [Offer("crown", (Field("heir", heirs),), "house-2.5a")] if heirs else []
        kept = tuple(h for h in next_in_line if free(self._consent_stops(table, h)))
        if kept:
            offers.append(Offer("ask_consent", (Field("heir", kept),), "families-turn.2"))
        lenders = tuple(
            str(other)
            for other in hosts(table, self.seat, self.lent)
            if free(self._lender_stops(table, str(other)))
        )
        if lenders:
            offers.append(Offer("ask_clergy", (Field("of", lenders),), "house-2.5b"))
        if not offers:
            return []
        offers.append(Offer("done", (), "house-2.5c"))
        return [Prompt(self.seat, "coronation", tuple(offers), default=Choice("done"))]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
        elif choice.verb == "ask_clergy":
            self.asked.append(int(choice.one("of")))
            table.push(LendClergy(seat, Seat(int(choice.one("of")))))
        elif choice.verb == "ask_consent":
            self._ask_consent(table, choice.one("heir", HeirId))
        else:
            crown(table, choice.one("heir", HeirId), seat)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "crown":
            heir = choice.first("heir", NO_HEIR)
            return first(coronation_stops(table, seat, heir, self._ready(heir)))
        if choice.verb == "ask_consent" and seat == self.seat:
            return first(self._consent_stops(table, choice.first("heir", NO_HEIR)))
        if choice.verb == "ask_clergy" and seat == self.seat:
            return first(self._lender_stops(table, choice.first("of", "")))
        return None

    def _lender_stops(self, table: KTable, of: str) -> Stops:
        """Each player with the missing clergy is asked once (house-2.5b)."""
        if not table.content.ruleset.lent_clergy:
            yield IllegalChoice("base-13.4", "Only your own nobles’ clergy count.")
        if of in map(str, self.asked):
            yield IllegalChoice("house-2.5b", "You have already asked that player for clergy.")
        if of not in map(str, hosts(table, self.seat, self.lent)):
            yield IllegalChoice(
                "house-2.5b",
                "That player has no bishop in any place where you lack only clergy for a "
                "coronation.",
            )

    def _ready(self, heir: HeirId) -> Helped:
        """The help that others have promised for this coronation."""
        return Helped(tuple(self.lent), heir in self.consented)

    def _ask_consent(self, table: KTable, heir: HeirId) -> None:
        self.sought.append(heir)
        keeps = family_with(table, self.seat, heir)
        assert keeps is not None, "you can ask only for an heir whom a family keeps"
        table.push(ConsentToCrown(self.seat, keeps, heir))

    def _consent_stops(self, table: KTable, heir: HeirId) -> Stops:
        """A family that serves this House is asked once about an heir it keeps who could be crowned
        if it agreed (families-turn.2)."""
        if family_with(table, self.seat, heir) is None:
            yield IllegalChoice("families-turn.2", "No family that serves you keeps that heir.")
            return
        if heir in self.sought:
            yield IllegalChoice(
                "families-turn.2", "You have already asked that family for that heir."
            )
        yield from coronation_stops(table, self.seat, heir, Helped(tuple(self.lent), True))


class ConsentToCrown(KStep, tag="consent_to_crown"):
    """A family lets the House that it serves crown an heir in its keeping (families-turn.2); he
    stays with it."""

    asker: Seat
    seat: Seat
    heir: HeirId

    def prompts(self, table: KTable) -> list[Prompt]:
        answers = (
            Offer("let_crown", (), "families-turn.2"),
            Offer("deny_crown", (), "families-turn.2"),
        )
        about = {"asker": str(self.asker), "heir": self.heir}
        deny = Choice("deny_crown")
        return [Prompt(self.seat, "consent_to_crown", answers, default=deny, facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        phase, agreed = table.agenda[-1], choice.verb == "let_crown"
        if agreed:
            phase.consented.append(self.heir)
        table.emit(facts.ConsentGiven(self.asker, seat, self.heir, agreed))


class LendClergy(KStep, tag="lend_clergy"):
    """Another player lets his bishops in the place take part in a coronation (house-2.5b)."""

    asker: Seat
    seat: Seat

    def prompts(self, table: KTable) -> list[Prompt]:
        answers = (Offer("lend", (), "house-2.5b"), Offer("withhold", (), "house-2.5b"))
        about = {"asker": str(self.asker)}
        return [Prompt(self.seat, "lend_clergy", answers, default=Choice("withhold"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        phase = table.agenda[-1]
        granted = choice.verb == "lend"
        if granted:
            phase.lent.append(seat)
        table.emit(facts.ClergyLent(self.asker, seat, granted))


def hosts(table: KTable, seat: Seat, lent: list[Seat]) -> list[Seat]:
    """Other seats with bishops in places where an heir lacks only clergy to be crowned.

    There are no such seats if other factions' clergy never count (classic-turn.7).
    """
    if not table.content.ruleset.lent_clergy:
        return []
    state = table.state
    found: list[Seat] = []
    for heir in crownable(table.state, table.content):
        if not free(_heir_stops(table, seat, heir)) or not free(_place_stops(table, seat, heir)):
            continue
        if free(_clergy_stops(table, {seat, *lent}, heir)):
            continue
        place = _cathedral(table, heir)
        assert place is not None
        found += [
            state.nobles[key].seat
            for key in inside(state, place.id)
            if state.nobles[key].seat != seat and bishops_of(table, key)
        ]
    return list(dict.fromkeys(found))


# What stands in the way of a coronation


class Helped(NamedTuple):
    """The help that others have agreed to: whose clergy take part (``lent``), and whether the
    family keeping the heir lets its House crown him (``consent``)."""

    lent: tuple[Seat, ...] = ()
    consent: bool = False


ALONE = Helped()
"""No help: a faction crowns its own heir with its own clergy."""


def coronation_stops(table: KTable, seat: Seat, heir: HeirId, helped: Helped = ALONE) -> Stops:
    """Everything that keeps a faction from crowning an heir here and now, the plainest first.

    A family that gives its consent takes part: its place is as good as the House's own, and its
    clergy count like those of the heir's own faction (base-13.4).
    """
    yield from defeat_stops(table.state, seat)
    yield from atrocity_stops(table.state, seat)
    stop = first(_heir_stops(table, seat, heir, consent=helped.consent))
    if stop is not None:
        yield stop
        return
    family = family_with(table, seat, heir)
    together = (seat,) if family is None else (seat, family)
    if not any(free(_place_stops(table, one, heir)) for one in together):
        yield from _place_stops(table, seat, heir)
    yield from _clergy_stops(table, {*together, *helped.lent}, heir)


def family_with(table: KTable, seat: Seat, heir: HeirId) -> Seat | None:
    """The family that keeps an heir of the House that it serves; None if no family does
    (families-turn.2)."""
    state = table.state
    if not is_house(state, table.content, seat):
        return None
    if heir not in crownable(table.state, table.content) or not _of_his_side(table, seat, heir):
        return None
    keeps = holder_seat(state, table.content, heir)
    served = keeps is not None and keeps != seat and same_side(state, seat, keeps)
    return keeps if served else None


def _heir_stops(table: KTable, seat: Seat, heir: HeirId, *, consent: bool = False) -> Stops:
    """The heir is next in line of a house without a King, and belongs to the faction or to a family
    that agrees."""
    if not heir and not heirs_of(table.state, table.content, seat):
        yield IllegalChoice(_not_his(table).rule, "You hold no royal heir to crown.")
    elif heir not in crownable(table.state, table.content):
        yield IllegalChoice(
            "house-1.12", "You can crown only the heir next in line in a house without a King."
        )
    elif (family := family_with(table, seat, heir)) is not None and not consent:
        reason = "A family on your side keeps that heir. First ask it to let you crown him."
        yield IllegalChoice("families-turn.2", reason)
    elif family is None and holder_seat(table.state, table.content, heir) != seat:
        yield _not_his(table)
    elif not _of_his_side(table, seat, heir):
        yield IllegalChoice("families-turn.2", "A House can crown only its own heirs.")
    elif table.state.settled_king in kings(table.state):
        yield IllegalChoice(
            "base-15.27",
            "Parliament settled who is the sole King. While he lives you can crown nobody else.",
        )


def _of_his_side(table: KTable, seat: Seat, heir: HeirId) -> bool:
    """If sides are assigned, a House crowns only its own heirs (families-turn.2)."""
    state = table.state
    if not given(state):
        return True
    return house_of(state, table.content, heir) == house_served(state, seat)


def _not_his(table: KTable) -> IllegalChoice:
    """The heir must be the faction's own (base-13.4): in the house rules, held by its noble."""
    if table.content.ruleset.fortress_holds_heirs:
        reason = "You can crown only an heir whom your own nobles or fortresses hold."
        return IllegalChoice("base-13.4", reason)
    return IllegalChoice(
        "house-1.2", "You can crown only an heir whom one of your own nobles holds."
    )


def _place_stops(table: KTable, seat: Seat, heir: HeirId) -> Stops:
    """A coronation takes place in a cathedral (house-2.5a) in a friendly or unfortified place, with
    the heir inside (base-13.3)."""
    place = _cathedral(table, heir)
    if place is not None and place.is_fortress and controller(table.state, place.id) != seat:
        yield IllegalChoice(
            "house-8.5.6", "You cannot crown an heir who is a guest in another’s fortress."
        )
    if place is None or not friendly(table, seat, place):
        yield IllegalChoice(
            "house-2.5a",
            "The heir must be inside a friendly or unfortified place with a cathedral.",
        )
    elif place.id in table.state.sieges:
        yield IllegalChoice("base-13.4", "You cannot crown anyone in a place under siege.")


def _clergy_stops(table: KTable, seats: set[Seat], heir: HeirId) -> Stops:
    """One Archbishop or two Bishops must be with these factions' nobles in the cathedral town
    (house-2.5b)."""
    place = _cathedral(table, heir)
    if place is None or not _clergy(table, seats, place):
        yield IllegalChoice(
            "house-2.5b", "You need one Archbishop or two Bishops there, with your nobles."
        )


def _cathedral(table: KTable, heir: HeirId) -> Place | None:
    """The cathedral town that an heir is inside, if any."""
    within = place_of(table.state, heir)
    if within is None:
        return None
    place = table.content.board.places[within]
    return place if place.cathedral else None


def _clergy(table: KTable, seats: set[Seat], place: Place) -> bool:
    """Whether an Archbishop or two Bishops are with these factions' nobles inside."""
    crown = table.content.crown
    clerics = [
        crown[card]
        for noble in inside(table.state, place.id)
        if table.state.nobles[noble].seat in seats
        for card in bishops_of(table, noble)
    ]
    return len(clerics) >= 2 or any(cleric.archbishop for cleric in clerics)


def crown(table: KTable, heir: HeirId, seat: Seat) -> None:
    """A faction crowns an heir, who stays with his keeper."""
    state = table.state
    if heir == BEAUFORT_HEIR:
        state.beaufort_crowned = True
    else:
        state.heirs[heir].crowned = True
    place = place_of(state, heir)
    assert place is not None
    table.emit(facts.Crowned(heir, place, seat))
    tell_of_guard(table, heir, keeper(state, heir))
