"""Deals between two players: their buttons in direct messages, and the list of open ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.rules.kernel import Choice, Event, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Deal, Pledge
from bot.session import GameSession, Refused
from bot.words.kingmaker.trade import on_offer
from bot.words.kingmaker.words import KingmakerWords
from bot.words.phrases import YOU, does, quoted
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import Draft, Misfit, Question, Way, is_kept
from cogs.ui.choosing.playing import advance, carry_out, seat_in_play, way_of
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.typed_choices import Unknown, draft_of
from cogs.ui.controls import OfferKey, Press, button, on
from cogs.ui.names import bare_names, name_of, names
from cogs.ui.replies import Interaction, cut, words_of

_ANSWERS = {
    "accept_deal": ("Accept {}’s offer", "Accept {}’s deal {}"),
    "refuse_deal": ("Refuse {}’s offer", "Refuse {}’s deal {}"),
    "counter_deal": ("Offer {} something else", "Offer {} something else for deal {}"),
    "withdraw_deal": ("Take back the offer to {}", "Take back deal {1} to {0}"),
}
"""The labels of a deal's buttons, with the other player's name: for the only deal, and for one of
several, with its number."""

_STYLES = {"accept_deal": discord.ButtonStyle.success, "refuse_deal": discord.ButtonStyle.danger}
_MOST_BUTTONS = 20
_LABEL = 80

GONE = "That deal is no longer on offer."
_NOT_NOW = "Nobody can accept it as things stand."
NO_DEALS = "You have no deals on offer. `/deal offer` proposes one."


def bargain_buttons(
    session: GameSession, seat: Seat | None, events: Sequence[Event]
) -> list[discord.ui.Item[Any]]:
    """Buttons for the deals in these events that the seat is still offering or being offered."""
    if seat is None:
        return []
    open_deals = {deal.name for deal in session.view(seat).deals}
    offered = [e for e in events if isinstance(e, facts.DealProposed) and _name(e) in open_deals]
    items: list[discord.ui.Item[Any]] = []
    for event in offered:
        # A player sees all his own offers, each with a button that takes it back.
        beside = open_deals if event.giver == seat else offered
        items += _buttons(session, seat, event, alone=len(beside) == 1)
    return items[:_MOST_BUTTONS]


def answered_by_button(session: GameSession, seat: Seat, events: Sequence[Event]) -> frozenset[str]:
    """The verbs that need no other buttons, because those for the deals in these events are
    enough."""
    named = {_name(event) for event in events if isinstance(event, facts.DealProposed)}
    found = {verb: way_of(session, seat, verb) for verb in _ANSWERS}
    return frozenset(
        verb
        for verb, way in found.items()
        if way is not None
        and named.issuperset(c for offer in way.offers for c in offer.field("deal").candidates)
    )


def bargain_lines(session: GameSession, seat: Seat | None, events: Sequence[Event]) -> list[str]:
    """The things in the deals that these events offer the seat, and how long the offers last; and
    the promises in deals just struck, whose terms can no longer be seen."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, facts.DealClosed) and event.how == "accepted" and seat is not None:
            lines += _promised(session, seat, event)
        if not isinstance(event, facts.DealProposed) or seat != event.taker:
            continue
        way = way_of(session, seat, "refuse_deal")
        if way is not None:
            deal = {"deal": (_name(event),)}
            words, view = words_of(session), session.view(seat)
            lines += words.stakes(way.prompt, view, names(session), way.offers, deal)
    return lines


def _promised(session: GameSession, seat: Seat, struck: facts.DealClosed) -> list[str]:
    """The promise in a deal that has just been struck, if there is one."""
    view = session.view(seat)
    for pledge in reversed(view.promises):
        both = (pledge.giver, pledge.taker)
        if both == (struck.giver, struck.taker) and pledge.made == view.round:
            return [f"{_pledge_line(session, pledge, seat)} `/deal list` shows it."]
    return []


def _pledge_line(session: GameSession, pledge: Pledge, reader: Seat) -> str:
    giver, taker = (
        YOU if seat == reader else name_of(session, seat) for seat in (pledge.giver, pledge.taker)
    )
    text = f"{does(giver, 'promise')} {taker} {quoted(pledge.text)} by round {pledge.due}."
    return text[:1].upper() + text[1:]


def _name(deal: Deal | facts.DealProposed) -> str:
    """The game's name for a deal."""
    return f"{deal.giver}-{deal.taker}-{deal.number}"


def _buttons(
    session: GameSession,
    seat: Seat,
    deal: Deal | facts.DealProposed,
    *,
    alone: bool,
    shut: bool = False,
) -> list[discord.ui.Item[Any]]:
    """The buttons for a deal, which name the other player and, unless it is ``alone``, the deal.

    A deal that is ``shut`` cannot be accepted now. A message that will stay gets all the buttons,
    because accepting may become possible later.
    """
    is_taker, who, name = seat == deal.taker, bare_names(session), _name(deal)
    to_taker = ("accept_deal", "refuse_deal", "counter_deal")[shut:]
    other = who(deal.giver if is_taker else deal.taker)
    items: list[discord.ui.Item[Any]] = []
    for verb in to_taker if is_taker else ("withdraw_deal",):
        label = cut(_ANSWERS[verb][not alone].format(other, deal.number), _LABEL)
        style = _STYLES.get(verb, discord.ButtonStyle.secondary)
        items.append(button("deal", session.id, verb, name, label=label, style=style))
    return items


@on("deal")
async def _deal(interaction: Interaction, press: Press) -> None:
    """A button for one deal: accept, refuse, take back, or offer something else."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    verb, name = (*press.parts, "", "")[:2]
    deal = next((d for d in session.view(seat).deals if d.name == name), None)
    if deal is None:
        raise Refused(GONE)
    if verb == "counter_deal":
        await begin_counter(interaction, session, seat, deal)
    elif verb in _ANSWERS:
        await _answer(interaction, session, seat, Choice.of(verb, deal=name))


async def _answer(
    interaction: Interaction, session: GameSession, seat: Seat, answer: Choice
) -> None:
    """Answer a deal like any other choice, but read its terms back before it is accepted."""
    way = way_of(session, seat, answer.verb)
    if way is None or all(offer.problem(answer) is not None for offer in way.offers):
        # The game knows which rule forbids the answer.
        await carry_out(interaction, session, seat, answer, None)
        return
    draft = Draft()
    if isinstance(way.walk(draft), Question):
        draft = Draft(None, (answer.many("deal"),))
    key = OfferKey(session.id, seat, told_moment(session), way.verb, way.mark)
    await advance(interaction, session, wizard_for(session, key, way), draft)


async def begin_counter(
    interaction: Interaction, session: GameSession, seat: Seat, deal: Deal
) -> None:
    """Begin a counter-offer to a player's deal, with its terms already filled in, reversed."""
    way = way_of(session, seat, "counter_deal")
    if way is None:
        # The game knows which rule forbids it.
        answer = Choice.of("counter_deal", deal=deal.name)
        await carry_out(interaction, session, seat, answer, None)
        return
    key = OfferKey(session.id, seat, told_moment(session), way.verb, way.mark)
    without = left_out(session, way, deal)
    await advance(interaction, session, wizard_for(session, key, way), _turned(way, deal), without)


def turned_round(deal: Deal) -> dict[str, tuple[str, ...]]:
    """What the taker of a deal would give and take by its terms."""
    return {"give": tuple(deal.take), "take": tuple(deal.give)}


def counter_terms(session: GameSession, seat: Seat, deal: Deal) -> dict[str, str]:
    """The terms of a deal as this seat would type them, without any that cannot be offered now."""
    way = way_of(session, seat, "counter_deal")
    known = set() if way is None else _offered_for(way, deal)
    return {
        name: ", ".join(value for value in values if value in known) or "none"
        for name, values in turned_round(deal).items()
    }


def left_out(session: GameSession, way: Way, deal: Deal) -> str:
    """A sentence on the things in a deal that a counter-offer cannot include; empty if there are
    none.

    Above all, this means cards hidden in a hand, which a player can ask for only in words.
    """
    known, words = _offered_for(way, deal), words_of(session)
    gone = [thing for thing in (*deal.take, *deal.give) if thing not in known]
    assert isinstance(words, KingmakerWords)
    if not gone:
        return ""
    goods = words.lexicon.goods(gone)
    return f"Your counter-offer cannot include {goods}. You may ask for that in your own words."


def _offered_for(way: Way, deal: Deal) -> set[str]:
    """Everything that an answer to a deal may contain."""
    fitting = (offer for offer in way.offers if offer.field("deal").candidates == (deal.name,))
    return {c for offer in fitting for field in offer.fields for c in field.candidates}


def deal_named(session: GameSession, seat: Seat, text: str | None) -> Deal:
    """The open offer to this seat that a text names; without a text, the only one. Raises Refused
    if there is none, or if it is not clear which is meant.
    """
    deals: list[Deal] = [d for d in session.view(seat).deals if d.taker == seat]
    if text is None and len(deals) > 1:
        raise Refused("You have several offers. Say which deal you mean.")
    way = way_of(session, seat, "refuse_deal")
    if text is not None and way is not None:
        try:
            meant = way.walk(draft_of(session, seat, way, {"deal": text}))
        except (Unknown, Misfit):
            raise Refused(GONE) from None
        deals = [d for d in deals if isinstance(meant, Choice) and meant.one("deal") == d.name]
    elif text is not None:
        deals = [d for d in deals if text in (d.name, str(d.number))]
    if not deals:
        raise Refused(GONE)
    return deals[0]


def _turned(way: Way, deal: Deal) -> Draft:
    """The draft of a counter-offer with the deal's own terms chosen, reversed, except any that
    cannot be offered."""
    draft, terms = Draft(), turned_round(deal)
    asked = way.walk(draft)
    if isinstance(asked, Question) and asked.field.name == "deal":
        draft = Draft(None, ((deal.name,),))
        asked = way.walk(draft)
    if not isinstance(asked, Question) or not is_kept(asked.field):
        return draft
    part, *ahead = (
        tuple(c for c in field.candidates if c in terms.get(field.name, ()))
        for field in (asked.field, *asked.later)
    )
    return replace(draft, part=part, ahead=tuple(ahead))


def _obstacle(session: GameSession, deal: Deal | facts.DealProposed) -> str | None:
    """The reason why a deal cannot be accepted at present; None if it can."""
    accepted = Choice.of("accept_deal", deal=_name(deal))
    shut = session.why_not(deal.taker)
    return next((why.reason for wish, why in shut if wish == accepted), None)


def _said_to(seat: Seat, deal: Deal, obstacle: str) -> str:
    """The obstacle to a deal, as this seat may read it; empty if only the other player may."""
    return "" if seat != deal.taker and obstacle.startswith("You ") else obstacle


def deals_text(session: GameSession, seat: Seat) -> tuple[str, discord.ui.View | None]:
    """The open deals that the seat offers or is offered, with their buttons and anything that
    prevents accepting them at present; and the promises still to be kept."""
    view = session.view(seat)
    pledged = [pledge for pledge in view.promises if pledge.due >= view.round]
    promises = [f"• {_pledge_line(session, pledge, seat)}" for pledge in pledged]
    if promises:
        promises = ["### Promises", *promises, "-# A promise binds in honour only."]
    if not view.deals:
        return "\n".join([NO_DEALS, *promises]), None
    words = words_of(session)
    assert isinstance(words, KingmakerWords)
    controls = discord.ui.View(timeout=None)
    lines = ["### Deals on offer"]
    for deal in view.deals:
        lines.append(f"• {on_offer(words.lexicon, deal, seat, names(session))}")
        obstacle = _obstacle(session, deal)
        if obstacle is not None:
            lines.append(f"-# {_NOT_NOW} {_said_to(seat, deal, obstacle)}".rstrip())
        alone = len(view.deals) == 1
        for item in _buttons(session, seat, deal, alone=alone, shut=obstacle is not None):
            if len(controls.children) < _MOST_BUTTONS:
                controls.add_item(item)
    return cut("\n".join([*lines, *promises])), controls
