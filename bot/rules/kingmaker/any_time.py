"""What may be done at any time outside Active Combat (house §2.6, §5.14, §1.11)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker.cards.deals import answer_deal, deal_offers, own_transfer_offers, transfer
from bot.rules.kingmaker.cards.deals_refusals import deal_refusal
from bot.rules.kingmaker.cards.draw import over_limit, play, play_offers
from bot.rules.kingmaker.changes import kill_heir
from bot.rules.kingmaker.combat.alliances import SIDES
from bot.rules.kingmaker.combat.orders import missed
from bot.rules.kingmaker.combat.siege import break_siege
from bot.rules.kingmaker.forces import besieged, eligible_for
from bot.rules.kingmaker.movement.fortresses import dismiss_refusal
from bot.rules.kingmaker.parliament.calling import call_offers, call_refusal, excuse_refusal
from bot.rules.kingmaker.royals.coronation import coronation_obstacle
from bot.rules.kingmaker.royals.succession import heirs_of
from bot.rules.kingmaker.state import KTable

ANY_TIME_VERBS = frozenset(
    {
        "play",
        "raise",
        "kill_heir",
        "lift",
        "transfer",
        "propose_deal",
        "accept_deal",
        "refuse_deal",
        "withdraw_deal",
    }
)
"""What may be done at any time; its refusals never speak of the step on top."""


_UNASKED = (
    (("discard", "keep"), "house-5.1", "There is no card to keep or discard just now."),
    (("ask_leave",), "house-8.2.6", "Leave to enter is asked in your own movement phase."),
    (("grant",), "house-8.2.6", "Nobody asks you for leave just now."),
    (("deny",), "house-8.2.6", "Nobody asks you for leave just now; leave once given holds."),
    (("withdraw_request",), "house-8.2.6", "You have asked for nothing you could take back."),
    (SIDES, "house-5.11e", "Sides are taken when a combat is declared, not afterwards."),
    (("let_through",), "house-5.14f", "No attack waits for your word just now."),
    (("name_target",), "house-5.15e", "None of your nobles goes on as an assassin just now."),
    (("revoke",), "house-7.1.22", "Who called Parliament revokes excuses, once all are in."),
)
"""Answers that were not asked for: the rule that says when they are, in words."""


def any_time_prompts(table: KTable, seat: int) -> list[Prompt]:
    """The cards a seat may play, heirs it may kill, sieges it may lift, things it may trade."""
    state = table.state
    if state.phase == "setup":
        return []
    offers = play_offers(table, seat, state.factions[seat].hand)
    if over_limit(table, seat):
        return [Prompt(seat, "any_time", tuple(offers), blocking=False)] if offers else []
    heirs = heirs_of(state, seat)
    if heirs:
        offers.append(Offer("kill_heir", (Field("heir", tuple(heirs)),), "house-1.11"))
    offers += [
        Offer("lift", (Field("place", (place,)),), "house-6.4a")
        for place, siege in state.sieges.items()
        if siege.seat == seat
    ]
    offers += own_transfer_offers(table, seat)
    offers += deal_offers(table, seat)
    return [Prompt(seat, "any_time", tuple(offers), blocking=False)] if offers else []


def answer_any_time(table: KTable, seat: int, choice: Choice) -> None:
    """Carry out one of them."""
    if choice.verb == "kill_heir":
        kill_heir(table, choice.one("heir"), "killed", seat)
    elif choice.verb == "lift":
        break_siege(table, choice.one("place"), "choice")
    elif choice.verb == "transfer":
        transfer(table, seat, choice)
    elif choice.verb.endswith("_deal"):
        answer_deal(table, seat, choice)
    else:
        play(table, seat, choice)


def refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    """Why something cannot be done by a seat that is not being asked for it."""
    if choice.verb in ("play", "raise"):
        return _play_refusal(table, seat, choice)
    if choice.verb in ANY_TIME_VERBS and over_limit(table, seat):
        limit = table.content.ruleset.hand_limit
        return IllegalChoice(
            "house-5.1", f"You hold more than {limit} cards: first play or discard, at once."
        )
    if choice.verb == "kill_heir":
        return IllegalChoice("house-1.11", "You may kill only an heir that your own nobles hold.")
    if choice.verb == "transfer" or choice.verb.endswith("_deal"):
        return deal_refusal(table, seat, choice)
    if choice.verb == "lift":
        return IllegalChoice("house-6.4a", "You may lift only a siege of your own.")
    if table.state.phase == "setup":
        return IllegalChoice("base-2.5", "The game is still being set up; nobody moves yet.")
    if choice.verb == "dismiss":
        return dismiss_refusal(table, seat, choice)
    if choice.verb == "excuse":
        return excuse_refusal(table, seat, choice)
    obstacle = _ahead(table, seat, choice) if seat == table.state.active else None
    if obstacle is not None:
        return obstacle
    for verbs, rule, reason in _UNASKED:
        if choice.verb in verbs:
            return IllegalChoice(rule, reason)
    if seat == table.state.active:
        return IllegalChoice(
            "house-1.14", "That belongs to another phase, or something else must be settled first."
        )
    return IllegalChoice("house-1.14", "It is another player's turn; wait for yours.")


def _ahead(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """What stands in the way of a later phase of the turn, as things are now, and what stood in
    the way of a combat that is over."""
    if choice.verb == "call_parliament" and not call_offers(table, seat):
        return call_refusal(table, seat, choice)
    if table.state.phase in ("parliament", "coronation", "draw"):
        stop = missed(table, seat, choice)
        if stop is not None:
            return stop
    if choice.verb == "crown":
        return coronation_obstacle(table, seat, next(iter(choice.many("heir")), ""), [])
    return None


def _play_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    state = table.state
    card_id = next(iter(choice.many("card")), "")
    if 0 <= seat < len(state.factions) and card_id not in state.factions[seat].hand:
        return IllegalChoice("house-2.6c", "That card is not in your hand.")
    noble_id = next(iter(choice.many("noble")), "")
    noble = state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        return IllegalChoice("house-5.4", "A card is laid beside one of your own nobles.")
    if besieged(state, noble_id) and noble.aboard is not None:
        return IllegalChoice("house-5.12b", "A noble who besieges from a ship gets no cards.")
    if besieged(state, noble_id):
        return IllegalChoice("house-5.12a", "A noble Under Siege cannot be given cards.")
    if noble.aboard is not None:
        return IllegalChoice("base-3.4", "No card is laid beside a noble aboard a ship.")
    card = table.content.crown[card_id]
    if not eligible_for(table, card, noble_id):
        if card.kind == "title" and table.content.crown[noble_id].title is not None:
            return IllegalChoice("house-1.5", "His own card bears a title; he takes no second.")
        if card.kind == "title":
            return IllegalChoice("house-1.4", "That noble already bears a title.")
        if noble.office is not None:
            return IllegalChoice("house-1.6", "That noble already holds an office.")
        return IllegalChoice("house-1.7", "Only a titled noble may hold an office.")
    return IllegalChoice("house-2.6c", "That card cannot be played so.")
