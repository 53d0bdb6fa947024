"""Why things do not change hands: what forbids a transfer or a deal (house §8.7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.kingmaker.cards.deals import (
    OPEN_DEALS,
    PROMISE_LENGTH,
    all_goods,
    can_give,
    owner_of,
    public_goods,
)
from bot.rules.kingmaker.cards.draw import over_limit
from bot.rules.kingmaker.forces import besieged, bishops_of, meeting_point, nobles_of
from bot.rules.kingmaker.state import Deal, KTable


def deal_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """The rule that forbids a transfer or a deal."""
    for token in (*choice.many("give"), *choice.many("take"), *choice.many("thing")):
        kind, _, name = token.partition(":")
        card = table.content.crown.get(name)
        if kind == "noble" or (card is not None and card.kind == "noble" and kind != "hand"):
            return IllegalChoice("house-8.7.1", "Nobles never change sides.")
        if card is not None and card.kind in ("title", "office") and kind != "hand":
            return IllegalChoice("house-8.7.11", "Titles and offices pass only in Parliament.")
    if choice.verb in ("accept_deal", "refuse_deal", "withdraw_deal"):
        return _answer_refusal(table, seat, choice)
    found = _terms_refusal(table, seat, choice)
    if found is not None:
        return found
    if choice.verb == "transfer" and any(t.startswith("heir:") for t in choice.many("thing")):
        return IllegalChoice(
            "base-7.12", "While your nobles move, “entrust” hands an heir to another of them."
        )
    return IllegalChoice("house-8.7.4", "That cannot be handed over now.")


def _terms_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """Why what is to pass, or to be promised, cannot."""
    to = next(iter(choice.many("to")), "")
    other = int(to) if to.isdecimal() else seat
    takers = [noble for noble in choice.many("noble") if noble in table.state.nobles]
    gifts = (*choice.many("give"), *choice.many("thing"))
    own, takers = all_goods(table, seat), takers or nobles_of(table.state, other)
    theirs, mine = public_goods(table, other), nobles_of(table.state, seat)
    passing = [(token, own, takers) for token in gifts]
    for token, goods, nobles in [*passing, *((t, theirs, mine) for t in choice.many("take"))]:
        if token not in goods:
            rule = "house-8.7.2" if token.startswith(("hand:", "held:")) else "house-8.7.4"
            return IllegalChoice(rule, "Each gives only what is his own, and lies open or in hand.")
        found = _obstacle(table, token, nobles)
        if found is not None:
            return found
    if any(len(promise) > PROMISE_LENGTH for promise in choice.many("promise")):
        return IllegalChoice(
            "base-16.6", f"A promise is one line of at most {PROMISE_LENGTH} letters."
        )
    if choice.verb == "propose_deal" and _deals_of(table, seat) >= OPEN_DEALS:
        return IllegalChoice(
            "house-8.7.2", f"You have {OPEN_DEALS} deals on offer; take one back first."
        )
    return None


def _deals_of(table: KTable, seat: int) -> int:
    return sum(deal.giver == seat for deal in table.state.deals)


def _obstacle(table: KTable, token: str, takers: list[str]) -> IllegalChoice | None:
    """What keeps a thing on the table from passing to any of these nobles, the plainest first."""
    kind, _, name = token.partition(":")
    state, owner = table.state, owner_of(table, token)
    if kind in ("hand", "held") or owner is None:
        return None
    if takers and all(besieged(state, noble) for noble in takers):
        return IllegalChoice("house-8.7.13", "A noble Under Siege may give, but not receive.")
    if kind in ("place", "ship"):
        return None
    if besieged(state, owner):
        return IllegalChoice(
            "house-8.7.13", "A noble Under Siege may give away only places and ships."
        )
    spot = meeting_point(state, state.nobles[owner])
    near = [n for n in takers if meeting_point(state, state.nobles[n]) == spot and n != owner]
    if not near:
        return IllegalChoice(
            "house-8.7.8",
            "That passes only between nobles in the same square, at sea also between ships there.",
        )
    bishop = kind == "beside" and table.content.crown[name].kind == "bishop"
    if bishop and all(bishops_of(table, noble) for noble in near):
        return IllegalChoice("house-8.7.9", "A bishop goes only to a noble who has none.")
    return None


def _answer_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """Why a deal cannot be answered so, or not be struck now."""
    name = next(iter(choice.many("deal")), "")
    deal = next((d for d in table.state.deals if d.name == name), None)
    if deal is None or seat not in (deal.giver, deal.taker):
        return IllegalChoice("house-8.7.2", "No such deal is on offer to you now.")
    if choice.verb == "withdraw_deal":
        return IllegalChoice("house-8.7.2", "Only who proposed a deal takes it back.")
    if seat != deal.taker:
        return IllegalChoice("house-8.7.2", "Only the player it was offered to answers a deal.")
    return _acceptance_refusal(table, deal)


def _acceptance_refusal(table: KTable, deal: Deal) -> IllegalChoice:
    """What in a deal cannot change hands now; each alone, then the bishops together."""
    if over_limit(table, deal.giver):
        return IllegalChoice(
            "house-8.7.3", "The other player holds too many cards, and must play or discard first."
        )
    for tokens, giver, taker in (
        (deal.give, deal.giver, deal.taker),
        (deal.take, deal.taker, deal.giver),
    ):
        for token in tokens:
            if can_give(table, token, giver, taker):
                continue
            owner = owner_of(table, token)
            theirs = owner is not None and table.state.nobles[owner].seat == giver
            found = _obstacle(table, token, nobles_of(table.state, taker)) if theirs else None
            return found or IllegalChoice(
                "house-8.7.2", "What the deal names cannot change hands now."
            )
    return IllegalChoice("house-8.7.9", "Each bishop needs a noble of his own who has none.")
