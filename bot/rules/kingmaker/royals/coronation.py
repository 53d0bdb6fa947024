"""Phase 5, coronation (house §2.5; base §13)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import tell_of_guard
from bot.rules.kingmaker.forces import bishops_of, controller, friendly, inside
from bot.rules.kingmaker.royals.succession import BEAUFORT, crownable, keeper
from bot.rules.kingmaker.state import KStep, KTable


class CoronationPhase(KStep, tag="coronation_phase"):
    """The active player may crown an heir who is next in line (house-2.5c), one of each house
    even (base-13.5)."""

    seat: int
    asked: list[int] = []
    """Other players asked to let their bishops take part."""
    lent: list[int] = []
    """Those who agreed."""

    def prompts(self, table: KTable) -> list[Prompt]:
        heirs = ready_heirs(table, self.seat, self.lent)
        offers = [Offer("crown", (Field("heir", tuple(heirs)),), "house-2.5a")] if heirs else []
        lenders = tuple(str(s) for s in lenders_of(table, self.seat, self.lent, self.asked))
        if lenders:
            offers.append(Offer("ask_clergy", (Field("of", lenders),), "house-2.5b"))
        if not offers:
            return []
        offers.append(Offer("done", (), "house-2.5c"))
        return [Prompt(self.seat, "coronation", tuple(offers), default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
        elif choice.verb == "ask_clergy":
            self.asked.append(int(choice.one("of")))
            table.push(LendClergy(seat, int(choice.one("of"))))
        else:
            crown(table, choice.one("heir"))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "crown":
            heir = next(iter(choice.many("heir")), "")
            return coronation_obstacle(table, seat, heir, self.lent)
        return None


class LendClergy(KStep, tag="lend_clergy"):
    """Another player lets his bishops in the place take part in a coronation (house-2.5b)."""

    asker: int
    seat: int

    def prompts(self, table: KTable) -> list[Prompt]:
        answers = (Offer("lend", (), "house-2.5b"), Offer("withhold", (), "house-2.5b"))
        about = {"asker": str(self.asker)}
        return [Prompt(self.seat, "lend_clergy", answers, default=Choice("withhold"), facts=about)]

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        phase = table.agenda[-1]
        granted = choice.verb == "lend"
        if granted:
            phase.lent.append(seat)
        table.emit(facts.ClergyLent(self.asker, seat, granted))


def lenders_of(table: KTable, seat: int, lent: list[int], asked: list[int]) -> list[int]:
    """Other seats whose bishops stand where only clergy is wanting to crown an heir."""
    state = table.state
    found: list[int] = []
    for heir in crownable(state, table.content):
        obstacle = coronation_obstacle(table, seat, heir, lent)
        noble = keeper(state, heir)
        if obstacle is None or obstacle.rule != "house-2.5b" or noble is None:
            continue
        place = state.nobles[noble].inside
        assert place is not None
        found += [
            state.nobles[key].seat
            for key in inside(state, place)
            if state.nobles[key].seat != seat and bishops_of(table, key)
        ]
    return [other for other in dict.fromkeys(found) if other not in asked]


def ready_heirs(table: KTable, seat: int, lent: list[int]) -> list[str]:
    """The heirs this faction can crown now, with the clergy of those who lend theirs."""
    return [
        heir
        for heir in crownable(table.state, table.content)
        if coronation_obstacle(table, seat, heir, lent) is None
    ]


def coronation_obstacle(
    table: KTable, seat: int, heir: str, lent: list[int]
) -> IllegalChoice | None:
    """Why a faction cannot crown an heir here and now, or None if it can.

    It takes a cathedral (house-2.5a) of a friendly or unfortified place, and the heir inside it
    (base-13.3).
    """
    state = table.state
    if heir not in crownable(state, table.content):
        return IllegalChoice(
            "house-1.12", "Only the next in line of a house without a King can be crowned."
        )
    noble_id = keeper(state, heir)
    if noble_id is None or state.nobles[noble_id].seat != seat:
        return IllegalChoice("house-1.2", "Only an heir held by one of your own nobles is yours.")
    place = _cathedral(table, noble_id)
    if place is not None and place.is_fortress and controller(state, place.id) != seat:
        return IllegalChoice("house-8.5.6", "Nobody is crowned as a guest in another's fortress.")
    if place is None or not friendly(table, seat, place):
        return IllegalChoice(
            "house-2.5a",
            "The heir must be inside a friendly or unfortified place with a cathedral.",
        )
    if place.id in state.sieges:
        return IllegalChoice("base-13.4", "Nobody is crowned in a place Under Siege.")
    if not _clergy(table, {seat, *lent}, place):
        return IllegalChoice(
            "house-2.5b", "One Archbishop or two Bishops must be there, with nobles of yours."
        )
    return None


def _cathedral(table: KTable, noble_id: str) -> Place | None:
    """The cathedral place the noble is inside, if any."""
    within = table.state.nobles[noble_id].inside
    if within is None:
        return None
    place = table.content.board.places[within]
    return place if place.cathedral else None


def _clergy(table: KTable, seats: set[int], place: Place) -> bool:
    """Whether an Archbishop or two Bishops are with these factions' nobles inside."""
    crown = table.content.crown
    clerics = [
        crown[card]
        for noble in inside(table.state, place.id)
        if table.state.nobles[noble].seat in seats
        for card in bishops_of(table, noble)
    ]
    return len(clerics) >= 2 or any(cleric.archbishop for cleric in clerics)


def crown(table: KTable, heir: str) -> None:
    """Crown an heir."""
    state = table.state
    if heir == BEAUFORT:
        state.beaufort_crowned = True
    else:
        state.heirs[heir].crowned = True
    noble_id = keeper(state, heir)
    assert noble_id is not None
    noble = state.nobles[noble_id]
    assert noble.inside is not None
    table.emit(facts.Crowned(heir, noble.inside, noble.seat))
    tell_of_guard(table, heir, noble_id)
