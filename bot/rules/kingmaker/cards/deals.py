"""Trade and transfer: deals between players, and within a faction (house §8.7).

Things are named by tokens: ``hand:`` a Crown card in hand, ``held:`` an Event card, ``place:`` the
control of a fortress, ``ship:`` a ship's card, ``beside:`` a bishop or mercenaries, ``heir:``.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.draw import TrimHand, over_limit
from bot.rules.kingmaker.changes import hand_heir, kill_heir, leave_heir, pass_card, take_control
from bot.rules.kingmaker.forces import (
    besieged,
    bishops_of,
    meeting_point,
    nobles_of,
    strongest,
)
from bot.rules.kingmaker.royals.succession import (
    BEAUFORT,
    beaufort_is_heir,
    heirs_of,
    heirs_with,
    holder_seat,
    house_of,
    whereabouts,
)
from bot.rules.kingmaker.state import Deal, KStep, KTable, Promise

OPEN_DEALS = 3
"""Deals a seat may have on offer at once."""

PROMISE_LENGTH = 200
PROMISE_ROUNDS = 12


# What a faction has to give, and whether it can be given (house-8.7.1, house-8.7.2)


def public_goods(table: KTable, seat: int) -> list[str]:
    """Everything on the table that a faction could give away."""
    state, content = table.state, table.content
    goods = [f"place:{p}" for p, n in state.control.items() if state.nobles[n].seat == seat]
    for key in nobles_of(state, seat):
        if state.nobles[key].captor is not None:
            continue
        for card in state.nobles[key].cards:
            kind = content.crown[card].kind
            if kind == "ship":
                goods.append(f"ship:{card}")
            elif kind in ("bishop", "mercenary"):
                goods.append(f"beside:{card}")
        goods += [f"heir:{heir}" for heir in heirs_with(state, key)]
    return goods


def all_goods(table: KTable, seat: int) -> list[str]:
    """What a faction could give away, its hidden cards included.

    The Event cards that serve to call Parliament are among them (house-7.1.5).
    """
    faction = table.state.factions[seat]
    hidden = [f"hand:{card}" for card in faction.hand] + [f"held:{card}" for card in faction.held]
    return hidden + public_goods(table, seat)


def owner_of(table: KTable, token: str) -> str | None:
    """The noble through whom a thing on the table is held."""
    kind, _, name = token.partition(":")
    state = table.state
    if kind == "place":
        return state.control.get(name)
    if kind == "heir":
        return state.heirs[name].holder
    return next((k for k, noble in state.nobles.items() if name in noble.cards), None)


def receivers(table: KTable, token: str, seat: int) -> list[str]:
    """The nobles of a faction who could receive a thing now.

    Places and ships pass anywhere (house-8.7.4), other things in one square (house-8.7.8), a
    bishop only to a noble without one (house-8.7.9).
    """
    kind, _, name = token.partition(":")
    state = table.state
    owner = owner_of(table, token)
    if owner is None:
        return []
    able = [
        key
        for key in nobles_of(state, seat)
        if key != owner and state.nobles[key].captor is None and not besieged(state, key)
    ]
    if kind in ("place", "ship"):
        return able
    if besieged(state, owner):
        return []
    spot = meeting_point(state, state.nobles[owner])
    able = [k for k in able if meeting_point(state, state.nobles[k]) == spot]
    if kind == "beside" and table.content.crown[name].kind == "bishop":
        return [key for key in able if not bishops_of(table, key)]
    return able


def can_give(table: KTable, token: str, giver: int, taker: int) -> bool:
    """Whether a thing can pass from one player to another now."""
    kind, _, name = token.partition(":")
    faction = table.state.factions[giver]
    if kind == "hand":
        return name in faction.hand
    if kind == "held":
        return name in faction.held
    owner = owner_of(table, token)
    if owner is None or table.state.nobles[owner].seat != giver:
        return False
    return bool(receivers(table, token, taker))


def hand_over(table: KTable, token: str, giver: int, noble: str | None, taker: int) -> None:
    """Pass a thing to a player; things on the table to the noble named, or the strongest."""
    kind, _, name = token.partition(":")
    state = table.state
    if kind == "hand":
        state.factions[giver].hand.remove(name)
        state.factions[taker].hand.append(name)
        return
    if kind == "held":
        state.factions[giver].held.remove(name)
        state.factions[taker].held.append(name)
        return
    to = noble or strongest(table, receivers(table, token, taker))
    owner = owner_of(table, token)
    assert owner is not None
    if kind == "place":
        take_control(table, name, to, "deal")
    elif kind == "heir":
        hand_heir(table, name, to)
    else:
        pass_card(table, name, owner, to)


# Within a faction (house-8.7.4, house-8.7.7, house-8.7.8)


def own_transfer_offers(table: KTable, seat: int) -> list[Offer]:
    """What a player may pass between his own nobles now."""
    if len(nobles_of(table.state, seat)) == 1:
        return []
    groups: dict[tuple[str, ...], list[str]] = {}
    for token in public_goods(table, seat):
        nobles = tuple(receivers(table, token, seat))
        marching = table.state.phase == "movement" and table.state.active == seat
        heir_on_the_march = marching and token.startswith("heir:")
        if nobles and not heir_on_the_march:
            groups.setdefault(nobles, []).append(token)
    return [
        Offer("transfer", (Field("thing", tuple(things)), Field("noble", nobles)), "house-8.7.4")
        for nobles, things in groups.items()
    ]


def transfer(table: KTable, seat: int, choice: Choice) -> None:
    """Pass a thing between two nobles of one faction."""
    hand_over(table, choice.one("thing"), seat, choice.one("noble"), seat)


# Deals between players (house-8.7.2)


def deal_offers(table: KTable, seat: int) -> list[Offer]:
    """Deals a seat may propose, accept, refuse or take back."""
    state = table.state
    offers = []
    for deal in state.deals:
        number = (Field("deal", (deal.name,)),)
        if deal.taker == seat:
            if fits(table, deal):
                offers.append(Offer("accept_deal", number, "house-8.7.2"))
            offers.append(Offer("refuse_deal", number, "house-8.7.2"))
        elif deal.giver == seat:
            offers.append(Offer("withdraw_deal", number, "house-8.7.2"))
    if sum(deal.giver == seat for deal in state.deals) >= OPEN_DEALS:
        return offers
    mine, takers = all_goods(table, seat), Takers.of(table)
    for other in range(len(state.factions)):
        if other == seat:
            continue
        fields = [Field("to", (str(other),))]
        give = tuple(t for t in mine if takers.can_pass(table, t, other))
        if give:
            fields.append(Field("give", give, 0, len(give)))
        take = tuple(t for t in public_goods(table, other) if takers.can_pass(table, t, seat))
        if take:
            fields.append(Field("take", take, 0, len(take)))
        fields += promise_fields()
        offers.append(Offer("propose_deal", tuple(fields), "house-8.7.2"))
    return offers


def promise_fields() -> tuple[Field, Field]:
    """A promise in words of one's own, and in how many rounds it falls due (house-5.19b)."""
    dues = tuple(str(rounds) for rounds in range(1, PROMISE_ROUNDS + 1))
    return Field("promise", (), 0, 1, free=PROMISE_LENGTH), Field("due", dues, 0, 1)


def promised(table: KTable, args: Mapping[str, tuple[str, ...]]) -> tuple[str, int | None]:
    """The promise in the answer to such fields, and the round in which it falls due."""
    text = next(iter(args.get("promise", ())), "")
    rounds = int(next(iter(args.get("due", ())), "1"))
    return text, table.state.round + rounds if text else None


class Takers:
    """Who could receive things now, looked up once for all goods of a table.

    ``anywhere``: seats with a noble who may receive places and ships; ``here``: nobles who may
    receive things of their square, by seat and meeting point.
    """

    def __init__(self) -> None:
        self.anywhere: set[int] = set()
        self.here: dict[tuple[int, str], list[str]] = {}

    @classmethod
    def of(cls, table: KTable) -> Takers:
        """The present meeting of nobles."""
        found = cls()
        for key, noble in table.state.nobles.items():
            if noble.captor is None and not besieged(table.state, key):
                found.anywhere.add(noble.seat)
                spot = meeting_point(table.state, noble)
                found.here.setdefault((noble.seat, spot), []).append(key)
        return found

    def can_pass(self, table: KTable, token: str, taker: int) -> bool:
        """Whether a thing of somebody else could pass to a seat now (as `can_give`)."""
        kind, _, name = token.partition(":")
        if kind in ("hand", "held"):
            return True
        if kind in ("place", "ship"):
            return taker in self.anywhere
        owner = owner_of(table, token)
        if owner is None or besieged(table.state, owner):
            return False
        noble = table.state.nobles[owner]
        near = self.here.get((taker, meeting_point(table.state, noble)), [])
        if kind == "beside" and table.content.crown[name].kind == "bishop":
            near = [key for key in near if not bishops_of(table, key)]
        return bool(near)


def fits(table: KTable, deal: Deal) -> bool:
    """Whether everything in a deal could change hands now, each and all together.

    Who holds too many cards strikes no deal before he has played or discarded (house-8.7.3).
    """
    if over_limit(table, deal.giver) or over_limit(table, deal.taker):
        return False
    return _can_give_all(table, deal.give, deal.giver, deal.taker) and _can_give_all(
        table, deal.take, deal.taker, deal.giver
    )


def _can_give_all(table: KTable, tokens: list[str], giver: int, taker: int) -> bool:
    """Whether things can pass together: every bishop needs a noble of his own (house-8.7.9)."""
    if not all(can_give(table, token, giver, taker) for token in tokens):
        return False
    crown = table.content.crown
    bishops = [t for t in tokens if t.startswith("beside:") and crown[t[7:]].kind == "bishop"]
    takers = {noble for token in bishops for noble in receivers(table, token, taker)}
    return len(bishops) <= len(takers)


def answer_deal(table: KTable, seat: int, choice: Choice) -> None:
    """Propose a deal, or answer one."""
    state = table.state
    if choice.verb == "propose_deal":
        propose(table, seat, choice)
        return
    deal = next(d for d in state.deals if d.name == choice.one("deal"))
    state.deals.remove(deal)
    how = {"accept_deal": "accepted", "refuse_deal": "refused", "withdraw_deal": "withdrawn"}
    _close(table, deal, how[choice.verb])
    if choice.verb == "accept_deal":
        strike(table, deal)


def propose(table: KTable, seat: int, choice: Choice) -> None:
    """Offer a deal to another player; it lapses at the end of the proposer's next turn."""
    state = table.state
    pair = f"{seat}-{choice.one('to')}"
    state.deals_made[pair] = state.deals_made.get(pair, 0) + 1
    promise, due = promised(table, choice.args)
    deal = Deal(
        number=state.deals_made[pair],
        giver=seat,
        taker=int(choice.one("to")),
        give=list(choice.many("give")),
        take=list(choice.many("take")),
        promise=promise,
        due=due,
    )
    state.deals.append(deal)
    table.emit(
        facts.DealProposed(
            deal.number,
            deal.giver,
            deal.taker,
            tuple(deal.give),
            tuple(deal.take),
            deal.promise,
            deal.due,
            audience=(deal.giver, deal.taker),
        )
    )


def strike(table: KTable, deal: Deal) -> None:
    """A deal is struck: everything changes hands; a promise is written down (house-5.19b)."""
    hidden = 0
    for tokens, giver, taker in (
        (deal.give, deal.giver, deal.taker),
        (deal.take, deal.taker, deal.giver),
    ):
        for token in tokens:
            if can_give(table, token, giver, taker):
                hand_over(table, token, giver, None, taker)
                hidden += token.startswith(("hand:", "held:"))
        count = sum(token.startswith(("hand:", "held:")) for token in tokens)
        if count:
            table.emit(facts.CardsChangedHands(giver, taker, count))
    if deal.promise and deal.due is not None:
        table.state.promises.append(Promise(deal.giver, deal.taker, deal.promise, deal.due))
    table.push(TrimHand(deal.giver), TrimHand(deal.taker))


def _close(table: KTable, deal: Deal, how: str) -> None:
    audience = (deal.giver, deal.taker)
    table.emit(facts.DealClosed(deal.number, deal.giver, deal.taker, how, audience=audience))


def remind(table: KTable) -> None:
    """At the start of a turn promises that fall due are recalled, old deals of the seat lapse."""
    state = table.state
    for promise in state.promises:
        if not promise.reminded and state.round >= promise.due:
            promise.reminded = True
            both = (promise.giver, promise.taker)
            table.emit(facts.PromiseDue(promise.giver, promise.taker, promise.text, audience=both))
    state.promises = [promise for promise in state.promises if not promise.reminded]
    for deal in [d for d in state.deals if d.giver == state.active]:
        state.deals.remove(deal)
        _close(table, deal, "lapsed")


# Heirs of both houses (house-8.7.10)


def holds_both_houses(table: KTable, seat: int) -> bool:
    """Whether a faction holds heirs of both houses; Beaufort counts while he is an heir."""
    houses = {house_of(table.content, heir) for heir in heirs_of(table.state, seat)}
    if beaufort_is_heir(table.state, table.content) and holder_seat(table.state, BEAUFORT) == seat:
        houses.add("lancaster")
    return len(houses) > 1


class TwoHouses(KStep, tag="two_houses"):
    """At the end of a turn: nobody holds heirs of both houses for more than two full turns."""

    seat: int
    counted: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        limit = table.content.ruleset.two_house_turns
        faction = table.state.factions[self.seat]
        if not self.counted or limit is None or faction.two_house_turns < limit:
            return []
        heirs = heirs_of(table.state, self.seat)
        if not holds_both_houses(table, self.seat):
            return []
        offers = [Offer("kill_heir", (Field("heir", tuple(heirs)),), "house-8.7.10")]
        default = Choice.of("kill_heir", heir=heirs[-1])
        ashore = tuple(heir for heir in heirs if whereabouts(table.state, heir)[0])
        if ashore:
            offers.append(Offer("release_heir", (Field("heir", ashore),), "house-8.7.10"))
            default = Choice.of("release_heir", heir=ashore[-1])
        return [Prompt(self.seat, "two_houses", tuple(offers), default=default)]

    def advance(self, table: KTable) -> None:
        if not self.counted:
            self.counted = True
            faction = table.state.factions[self.seat]
            full = faction.began_with_both and holds_both_houses(table, self.seat)
            faction.two_house_turns = faction.two_house_turns + 1 if full else 0
            return
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        heir = choice.one("heir")
        if choice.verb == "kill_heir":
            kill_heir(table, heir, "killed", seat)
        else:
            leave_heir(table, heir, *whereabouts(table.state, heir))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "house-8.7.10", "You have held heirs of both houses for two turns: let one house go."
        )
