"""A faction's nobles whom others may try to win straight away: those of traitors and neutrals, and
those not given their due (families-switch.3, families-neutral.4, families-recruit.20)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Orders,
    Prompt,
    Seat,
    Stops,
    first,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides
from bot.rules.kingmaker.conditions.custody import captive_stops
from bot.rules.kingmaker.conditions.lasting import defeatist
from bot.rules.kingmaker.conditions.sides import house_seat, house_served, part_of
from bot.rules.kingmaker.consequences.changes import pass_on_heirs, stand, stand_open
from bot.rules.kingmaker.consequences.going_home import send_home
from bot.rules.kingmaker.forces.strength import bearer_stops, nobles_of, own_cards
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, NobleId
from bot.rules.kingmaker.recruiting import (
    give_offered,
    hand_over,
    lies_beside,
    near,
    offer_stops,
    offered_in,
    place_stops,
    seat_stops,
    spare_cards,
    suitor,
    tried_stops,
    try_for,
    with_offers,
    worth_beside,
)
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import HOUSES, heirs_with

# Nobles of a family that has changed sides, or become neutral


def recruit_at_once(table: KTable, seat: Seat, family: Seat, *, leaning: bool = False) -> None:
    """A House tries straight away to win the nobles of a family that has left it or become neutral.

    The House has one attempt for each except the head, who stays (families-switch.3); with
    ``leaning``, only for those who lean towards that House (families-neutral.4).
    """
    table.push(RecruitAtOnce(seat, family, leaning))


class RecruitAtOnce(KStep, tag="recruit_at_once"):
    """A House's attempts to win a family's nobles, without an envoy; those won go home, and leave
    the heirs they keep with the family."""

    seat: Seat
    family: Seat
    leaning: bool = False
    tried: list[NobleId] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        if not free(seat_stops(table, self.seat)):
            return []
        cards = spare_cards(table, self.seat)
        offers = [
            offer
            for target in nobles_of(table.state, self.family)
            if free(self._stops(table, target))
            for offer in with_offers(table, (Field("noble", (target,)),), target, cards)
        ]
        if not offers:
            return []
        done = Offer("done", (), "families-recruit.4")
        about = {"family": str(self.family)}
        return [
            Prompt(
                self.seat, "recruit_at_once", (*offers, done), default=Choice("done"), facts=about
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        target, offered = choice.one("noble", NobleId), offered_in(choice)
        self.tried.append(target)
        if not try_for(table, seat, target, offered):
            return
        pass_on_heirs(table, target, heirs_with(table.state, target))
        change_sides(table, target, seat)
        send_home(table, target, elsewhere=False)  # families-switch.4
        _joined(table, seat, self.family, target, offered)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "recruit":
            return None
        target = choice.first("noble", NO_NOBLE)
        stop = first(self._stops(table, target))
        known = spare_cards(table, seat)
        return stop or _of_offer(table, target, known, choice)

    def _stops(self, table: KTable, target: NobleId) -> Stops:
        noble = table.state.nobles.get(target)
        rule = "families-neutral.4" if self.leaning else "families-switch.3"
        if noble is None or noble.seat != self.family:
            yield IllegalChoice(rule, "Name a noble of the family that has left.")
            return
        if target == part_of(table.state, table.content, self.family).head:
            yield IllegalChoice(rule, "Nobody can win over the head of a family.")
        if target in self.tried:
            yield IllegalChoice(
                rule, "You have already tried for that noble. You have one attempt for each."
            )
        yield from tried_stops(table, self.seat, target)
        if noble.captor is not None or target in table.state.custody:
            yield IllegalChoice(rule, "That noble is a captive just now.")
        towards = table.content.recruiting.towards
        if self.leaning and towards(target, suitor(table, self.seat).serves) <= 0:
            yield IllegalChoice(rule, "That noble does not lean towards your House.")


def _of_offer(
    table: KTable, target: NobleId, known: Sequence[CardId], choice: Choice
) -> IllegalChoice:
    return first(offer_stops(table, target, known, choice)) or IllegalChoice(
        "families-recruit.3", "Name one noble, and each card only once."
    )


def _joined(
    table: KTable, seat: Seat, former: Seat, noble_id: NobleId, offered: Sequence[CardId]
) -> None:
    """Tell everybody that the noble has come over, and give him what was offered."""
    noble = table.state.nobles[noble_id]
    noble.joined = table.state.turn
    table.emit(facts.NobleWonOver(seat, former, noble_id, noble.square, noble.inside))
    give_offered(table, seat, noble_id, offered)


# What a recruit was promised and has lost


def review_bargains(table: KTable) -> None:
    """Check that every bargain with a recruit is kept: his cards must be worth what he was promised
    (families-recruit.19).

    Only his player's own act breaks the bargain, and then the difference is due immediately;
    anything lost in other ways is no longer promised. A combat under way is settled first, and a
    captive waits until he is free again.
    """
    state = table.state
    settled = _settled(table)
    for key, noble in state.nobles.items():
        if not noble.bargain and not noble.taken_from:
            continue
        lacking = noble.bargain - lies_beside(table, key)
        if noble.taken_from and lacking > 0:
            if not settled or noble.captor is not None or key in state.custody:
                continue
            table.emit(facts.PromiseBroken(noble.seat, key, lacking))
            table.push(MakeGood(noble.seat, key, noble.bargain))
        noble.taken_from = False
        noble.bargain -= max(0, lacking)


def _settled(table: KTable) -> bool:
    return table.state.phase != "combat" or isinstance(table.agenda[-1], Orders)


class MakeGood(KStep, tag="make_good"):
    """A recruit's player gives him cards until all he has is worth what he was promised, or
    declines; then the opposing House may try for him (families-recruit.20).

    Anyone with a card in hand is asked, because what it is must stay secret.
    """

    seat: Seat
    noble: NobleId
    owed: int

    def prompts(self, table: KTable) -> list[Prompt]:
        lacking = self._lacking(table)
        cards = self._cards(table) if lacking > 0 else ()
        guarded = lacking > 0 and self._bears(table) and bool(table.state.factions[self.seat].hand)
        if not cards and not guarded:
            return []
        offers = [Offer("keep_back", (), "families-recruit.20")]
        if cards:
            field = Field("card", cards)
            offers.insert(0, Offer("make_good", (field,), "families-recruit.19"))
        return [
            Prompt(
                self.seat,
                "make_good",
                tuple(offers),
                default=Choice("keep_back"),
                guarded=guarded,
                facts={"noble": self.noble, "lacking": str(lacking)},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        if self.noble not in table.state.nobles:
            return
        if self._lacking(table) <= 0:
            table.state.nobles[self.noble].bargain = self.owed
            table.emit(facts.MadeGood(self.seat, self.noble))
        else:
            self._let_go(table)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "keep_back":
            table.finish(self)
            self._let_go(table)
            return
        hand_over(table, seat, self.noble, choice.one("card", CardId))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "make_good":
            return IllegalChoice(
                "families-recruit.19",
                "Give your recruit a card he can bear, from your hand or from your nobles with "
                "him.",
            )
        return IllegalChoice(
            "families-recruit.19",
            "First say whether you will replace what you took from your recruit.",
        )

    def _lacking(self, table: KTable) -> int:
        there = self.noble in table.state.nobles
        return self.owed - (lies_beside(table, self.noble) if there else 0)

    def _bears(self, table: KTable) -> bool:
        """Whether a recruit may be given anything; a captive may not.

        A defeatist faction gives nobody a card that it holds.
        """
        state = table.state
        barred = defeatist(state, self.seat)
        return self.noble in state.nobles and not barred and free(captive_stops(state, self.noble))

    def _cards(self, table: KTable) -> tuple[CardId, ...]:
        """Everything a recruit may be given, if that would be enough."""
        noble = table.state.nobles.get(self.noble)
        if noble is None or not self._bears(table):
            return ()
        others = [one for one in near(table, self.seat, self.noble) if one != self.noble]
        cards = [
            card
            for card in spare_cards(table, self.seat, others, self.noble)
            if free(bearer_stops(table, table.content.crown[card], self.noble))
            and free(place_stops(table, card, self.noble))
        ]
        all_of_it = [*own_cards(self.noble, noble), *cards]
        return tuple(cards) if worth_beside(table.content, all_of_it) >= self.owed else ()

    def _let_go(self, table: KTable) -> None:
        """The opposing House, if somebody plays it, may try to win the recruit straight away."""
        served = house_served(table.state, self.seat)
        rival = next((house for house in HOUSES if served and house != served), "")
        seat = house_seat(table.state, table.content, rival) if rival else None
        if seat is not None and not free(tried_stops(table, seat, self.noble)):
            seat = None
        table.emit(facts.NotMadeGood(self.seat, self.noble, seat))
        if seat is not None:
            table.push(Rivalry(seat, self.seat, self.noble))


class Rivalry(KStep, tag="rivalry"):
    """The opposing House's one attempt to win a recruit who was not given his due.

    If the attempt succeeds, the recruit goes with all his possessions to any stack that holds a
    noble of the House (families-recruit.21).
    """

    seat: Seat
    former: Seat
    noble: NobleId

    def prompts(self, table: KTable) -> list[Prompt]:
        stacks = self._stacks(table)
        if not stacks:
            return []
        fields = (Field("noble", (self.noble,)), Field("host", stacks))
        offers = with_offers(table, fields, self.noble, spare_cards(table, self.seat))
        offers.append(Offer("done", (), "families-recruit.20"))
        about = {"noble": self.noble, "former": str(self.former)}
        return [Prompt(self.seat, "rivalry", tuple(offers), default=Choice("done"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "done" or not try_for(table, seat, self.noble, offered_in(choice)):
            return
        host = table.state.nobles[choice.one("host", NobleId)]
        change_sides(table, self.noble, seat)
        if host.inside is None:
            stand_open(table, self.noble, host.square)
        else:
            stand(table, self.noble, table.content.board.places[host.inside])
        _joined(table, seat, self.former, self.noble, offered_in(choice))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "recruit" and choice.many("noble", NobleId) == (self.noble,):
            if not set(choice.many("host")) <= set(self._stacks(table)):
                return IllegalChoice(
                    "families-recruit.21", "Send that noble to one of your House who is ashore."
                )
            return _of_offer(table, self.noble, spare_cards(table, seat), choice)
        return IllegalChoice(
            "families-recruit.20",
            "First say whether you will try for the noble who has not had his due.",
        )

    def _stacks(self, table: KTable) -> tuple[str, ...]:
        """One noble of each stack of the House, ashore and free."""
        nobles = table.state.nobles
        if self.noble not in nobles or nobles[self.noble].seat != self.former:
            return ()
        if not free(seat_stops(table, self.seat)):
            return ()
        found: dict[tuple[str, str | None], str] = {}
        for key in nobles_of(table.state, self.seat):
            one = nobles[key]
            if one.square and one.captor is None and key not in table.state.custody:
                found.setdefault((one.square, one.inside), key)
        return tuple(found.values())
