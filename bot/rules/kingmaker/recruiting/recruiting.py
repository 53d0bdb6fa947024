"""Recruiting at the end of a faction's movement: the roll, and how a recruit joins
(families-recruit)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, first
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import (
    assign,
    claim,
    enter_play,
    launch,
    pass_card,
    place_noble,
    stand,
    stand_open,
)
from bot.rules.kingmaker.recruiting.courting import (
    houseless,
    offered_in,
    recruit_offers,
    recruit_stops,
    suitor,
)
from bot.rules.kingmaker.recruiting.modifiers import modifiers, offer_value, total
from bot.rules.kingmaker.state import Courted, KStep, KTable


class Recruiting(KStep, tag="recruiting"):
    """Attempts of a faction once all have moved in the turn of a House, one after another
    (families-recruit.4)."""

    seat: int
    begun: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        offers = recruit_offers(table, self.seat) if self.begun else []
        if not offers:
            return []
        done = Offer("done", (), "families-recruit.4")
        about = {"without": "nobles"} if houseless(table, self.seat) else {}
        everything = (*offers, done)
        return [Prompt(self.seat, "recruiting", everything, default=Choice("done"), facts=about)]

    def advance(self, table: KTable) -> None:
        if self.begun:
            table.finish(self)
            return
        self.begun = True

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        target, envoy = choice.one("noble"), next(iter(choice.many("envoy")), None)
        if not try_for(table, seat, target, offered_in(choice), envoy):
            return
        enter_play(table, target, seat)
        table.state.nobles[target].joined = table.state.turn
        if envoy is None:
            place_noble(table, target, choice.one("castle"))
        else:
            _welcome(table, seat, target, envoy)
        give_offered(table, seat, target, offered_in(choice))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "recruit":
            return None
        return first(recruit_stops(table, seat, choice)) or IllegalChoice(
            "families-recruit.3", "Name one noble and one envoy, and each card only once."
        )


def remember(table: KTable, seat: int) -> None:
    """Another turn of a faction begins: an attempt of its last one still counts, and no older one
    (families-recruit.22)."""
    for one in table.state.courted:
        one.ago += one.seat == seat
    table.state.courted = [one for one in table.state.courted if one.ago < 2]


def try_for(
    table: KTable, seat: int, target: str, offered: Sequence[str], envoy: str | None = None
) -> bool:
    """Roll two dice for a noble; whether he joins (families-recruit.5).

    The offer is made openly; if he does not join, the player keeps it (families-recruit.18).
    """
    state, content = table.state, table.content
    state.courted.append(Courted(seat, target))
    found = modifiers(content, suitor(table, seat), target, offered)
    dice = table.below(6) + 1, table.below(6) + 1
    reached, needed = sum(dice) + total(found), content.recruiting.needed
    former = state.nobles[target].seat if target in state.nobles else None
    table.emit(
        facts.RecruitTried(
            seat=seat,
            noble=target,
            dice=dice,
            total=reached,
            needed=needed,
            joined=reached >= needed,
            modifiers=found,
            offered=tuple(offered),
            envoy=envoy,
            former=former,
        )
    )
    return reached >= needed


def _welcome(table: KTable, seat: int, target: str, envoy: str) -> None:
    """He stands at once where the envoy is, his card lies open (families-recruit.6); castles of
    his that nobody holds are his."""
    state, content = table.state, table.content
    host, noble = state.nobles[envoy], state.nobles[target]
    for castle in content.castles_of(target):
        claim(table, castle, target, "castle")
    if host.inside is None:
        stand_open(table, target, host.square)
    else:
        stand(table, target, content.board.places[host.inside])
    table.emit(facts.NobleEntered(seat, target, noble.square, noble.inside))
    for ship in content.ships_of(target):
        launch(table, ship)


def give_offered(table: KTable, seat: int, noble: str, cards: Sequence[str]) -> None:
    """All that was offered is his (families-recruit.18), and so much must lie beside him from now
    on (families-recruit.19)."""
    for card in cards:
        hand_over(table, seat, noble, card)
    table.state.nobles[noble].bargain = offer_value(table.content, cards)


def hand_over(table: KTable, seat: int, noble: str, card: str) -> None:
    """A card in hand, or beside another noble of the faction, goes to a noble."""
    state = table.state
    if card in state.factions[seat].hand:
        state.factions[seat].hand.remove(card)
        assign(table, card, noble, "recruiting")
        return
    giver = next(key for key, other in state.nobles.items() if card in other.cards)
    pass_card(table, card, giver, noble, "recruiting")
