"""Parliament as it is shown: debate, sealed ballots, the tally of both houses, the roll call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.rules.kernel import Choice, Event, Prompt
from bot.rules.kingmaker import facts, facts_parliament
from bot.session import GameSession, Refused
from cogs.controls import OfferKey, Press, button, on
from cogs.openness import (
    TAKING_A_VOTE,
    asked,
    mark_of,
    say_button,
    sealed_for,
    sealed_question,
)
from cogs.play import advance, carry_out, check_seat, way_of, wizard_for
from cogs.speech import NOT_SEATED, STALE, Interaction, name_of, names, show, words_of
from cogs.ways import Draft

_GOLD = discord.Colour(0xB08D2E)
_VOTES = (("yea", "✅ Yea"), ("nay", "❌ Nay"), ("abstain", "▫️ Abstains"))
_SHARED = ("debate", "leave_asked")
_SHARED_BY_SEVERAL = ("alliance",)
_BLOCKING = discord.ButtonStyle.primary
_STYLES = {"yea": discord.ButtonStyle.success, "nay": discord.ButtonStyle.danger}


# The sealed ballot


def ballot_view(session: GameSession, prompt: Prompt) -> discord.ui.View:
    """The answers to a sealed question, and nothing else."""
    view = discord.ui.View(timeout=None)
    for offer in prompt.offers:
        style = _STYLES.get(offer.verb, discord.ButtonStyle.secondary)
        view.add_item(say_button(session, prompt, offer, style))
    return view


def ballot_lines(session: GameSession, prompt: Prompt) -> list[str]:
    """What the card says while a sealed vote is being taken: the same however many have voted."""
    return [
        f"🗳 **{TAKING_A_VOTE}** {words_of(session).ask(prompt, names(session))}",
        "-# Ballots come by direct message; **Cast your vote** brings yours up here as well, for "
        "your eyes only.",
    ]


def ballot_button(session: GameSession) -> discord.ui.Item[Any]:
    """The button that brings up one's own ballot."""
    primary = discord.ButtonStyle.primary
    return button("ballot", session.id, label="Cast your vote", style=primary)


@on("ballot")
async def _ballot(interaction: Interaction, press: Press) -> None:
    """'Cast your vote': the presser's own ballot, seen by them alone."""
    session = await press.session(interaction)
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    check_seat(session, interaction.user.id, seat)
    prompt = sealed_for(session, seat)
    if prompt is None:
        if sealed_question(session) is None:
            raise Refused("That vote is over; the roll call tells how it went.")
        raise Refused(
            "You have cast your vote, or have none in this. It lies sealed until the end."
        )
    text = words_of(session).ask(prompt, names(session))
    await show(interaction, text, view=ballot_view(session, prompt))


@on("say")
async def _say(interaction: Interaction, press: Press) -> None:
    """An answer that anybody may give who is asked: a vote, a word in a debate, a side taken."""
    session = await press.session(interaction)
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    check_seat(session, interaction.user.id, seat)
    verb, mark = (*press.parts, "", "")[:2]
    offering = [p for p in asked(session, seat) if any(o.verb == verb for o in p.offers)]
    way = way_of(session, seat, verb)
    if way is None or not offering:
        if not _is_asked_at_all(session, verb, mark):
            raise Refused(STALE)
        # Somebody is asked this, but not this seat, or not any more: the game knows why.
        await carry_out(interaction, session, seat, Choice(verb), None)
        return
    if all(mark_of(prompt) != mark for prompt in offering):
        raise Refused(STALE)
    if way.offers[0].fields:
        key = OfferKey(session.id, seat, session.revision, verb, way.mark)
        await advance(interaction, session, wizard_for(session, key, way), Draft())
        return
    await carry_out(interaction, session, seat, Choice(verb), None)


def _is_asked_at_all(session: GameSession, verb: str, mark: str) -> bool:
    return any(
        mark_of(prompt) == mark and any(offer.verb == verb for offer in prompt.offers)
        for info in session.seats
        for prompt in asked(session, info.number)
    )


# The debate


def debate_lines(session: GameSession) -> list[str]:
    """What is debated, who may call the vote, and who has moved it; empty without a debate."""
    callers = [p for s in session.waiting_for() for p in asked(session, s) if p.kind == "debate"]
    if not callers:
        return []
    who = " and ".join(name_of(session, prompt.seat) for prompt in callers)
    lines = [f"{who}: {words_of(session).ask(callers[0], names(session))}"]
    open_to = {i.number: [p.kind for p in asked(session, i.number)] for i in session.seats}
    movers = [seat for seat, kinds in open_to.items() if "debate" not in kinds]
    if movers:
        lines.append(f"{name_of(session, movers[0])} has moved the vote. Does anybody second it?")
    else:
        lines.append("-# Or any other player moves the vote, and another seconds it.")
    return lines


def shared_buttons(session: GameSession) -> list[discord.ui.Item[Any]]:
    """Buttons for answers that several may give at the same time, each for himself."""
    found: dict[str, discord.ui.Item[Any]] = {}
    several = len(session.waiting_for()) > 1
    for info in session.seats:
        for prompt in asked(session, info.number) if info.user_id is not None else ():
            if prompt.kind in _SHARED or (several and prompt.kind in _SHARED_BY_SEVERAL):
                style = _BLOCKING if prompt.blocking else discord.ButtonStyle.secondary
                for offer in prompt.offers:
                    found.setdefault(offer.verb, say_button(session, prompt, offer, style))
    return list(found.values())


# What is told of it


def parted(events: Sequence[Event]) -> list[list[Event] | Event]:
    """Events as they are told: runs for the log, and those between them that get a card."""
    won = any(isinstance(event, facts.GameWon) for event in events)
    parts: list[list[Event] | Event] = []
    for event in events:
        tally = isinstance(event, facts.VotesCounted) and not won
        if tally or isinstance(event, facts_parliament.BallotClosed):
            parts.append(event)
        elif parts and isinstance(parts[-1], list):
            parts[-1].append(event)
        else:
            parts.append([event])
    return parts


def card_of(session: GameSession, event: Event) -> discord.ui.LayoutView:
    """The card of an event that gets one."""
    if isinstance(event, facts.VotesCounted):
        return tally_card(session, event)
    assert isinstance(event, facts_parliament.BallotClosed)
    return roll_call_card(session, event)


def tally_card(session: GameSession, event: facts.VotesCounted) -> discord.ui.LayoutView:
    """The votes of both houses, before any business."""
    lines = [
        f"{name_of(session, seat)} – Commons **{commons}** · Lords **{lords}**"
        for seat, (commons, lords) in enumerate(zip(event.commons, event.lords, strict=True))
    ]
    total = f"Together – Commons **{sum(event.commons)}** · Lords **{sum(event.lords)}**"
    rule = "-# A motion passes with more yeas than nays in each house. ‹house-7.2.3, house-7.2.21›"
    return _card("## 🏛 The votes of both houses", "\n".join(lines), f"{total}\n{rule}")


def roll_call_card(
    session: GameSession, event: facts_parliament.BallotClosed
) -> discord.ui.LayoutView:
    """How everybody voted, and what came of it."""
    weights = _weights(session)
    lines = []
    for vote, label in _VOTES:
        who = [
            f"{name_of(session, seat)}{weights.get(seat, '')}"
            for seat, cast in enumerate(event.votes)
            if cast == vote
        ]
        if who:
            lines.append(f"{label}: {', '.join(who)}")
    heading = "## 🏛 The motion passes" if event.passed else "## 🏛 The motion fails"
    houses = " · ".join(
        f"{house} **{yeas}** to **{nays}**"
        for house, (yeas, nays) in (("Commons", event.commons), ("Lords", event.lords))
    )
    foot = f"{houses}\n-# In brackets: Commons · Lords. ‹house-7.2.21›"
    return _card(heading, "\n".join(lines), foot)


def _weights(session: GameSession) -> dict[int, str]:
    """What each seat's vote counts in the Parliament that sits."""
    sitting = None if session.match is None else getattr(session.view(None), "sitting", None)
    if sitting is None:
        return {}
    pairs = enumerate(zip(sitting.commons, sitting.lords, strict=True))
    return {seat: f" ({commons} · {lords})" for seat, (commons, lords) in pairs}


def _card(heading: str, body: str, foot: str) -> discord.ui.LayoutView:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_GOLD)
    container.add_item(discord.ui.TextDisplay(heading))
    container.add_item(discord.ui.TextDisplay(body))
    container.add_item(discord.ui.Separator())
    container.add_item(discord.ui.TextDisplay(foot))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout
