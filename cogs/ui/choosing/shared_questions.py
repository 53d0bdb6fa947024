"""Questions to several players at once: sealed votes, and answers that each player gives for
himself."""

from __future__ import annotations

from typing import Any

import discord

from bot.rules.kernel import Choice, Prompt
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import Draft
from cogs.ui.choosing.playing import advance, carry_out, seat_in_play, way_of
from cogs.ui.choosing.public_questions import (
    ANSWER,
    VOTE,
    SealedWords,
    asked,
    etiquette_of,
    mark_of,
    say_button,
    sealed_for,
    sealed_question,
    sealed_words,
    told_moment,
)
from cogs.ui.controls import OfferKey, Press, button, on
from cogs.ui.names import names
from cogs.ui.replies import Interaction, show, words_of

_BLOCKING = discord.ButtonStyle.primary
_STYLES = {
    "yea": discord.ButtonStyle.success,
    "yes": discord.ButtonStyle.success,
    "nay": discord.ButtonStyle.danger,
    "no": discord.ButtonStyle.danger,
}


# A sealed ballot


def ballot_view(session: GameSession, prompt: Prompt) -> discord.ui.View:
    """The answers to a sealed question, and nothing else."""
    view = discord.ui.View(timeout=None)
    for offer in prompt.offers:
        style = _STYLES.get(offer.verb, discord.ButtonStyle.secondary)
        view.add_item(say_button(session, prompt, offer, style))
    return view


def ballot_lines(session: GameSession, prompt: Prompt) -> list[str]:
    """The card's lines while everybody answers in secret: the same however many have answered."""
    words, who, told = words_of(session), names(session), sealed_words(session, prompt)
    return [
        f"{told.heading} {words.ask(prompt, who)}",
        *words.stakes(prompt, session.view(None), who),
        told.how,
    ]


def ballot_button(session: GameSession, prompt: Prompt) -> discord.ui.Item[Any]:
    """The button that shows a player his own ballot, or his other secret question."""
    told = sealed_words(session, prompt)
    return button(told.control, session.id, label=told.label, style=discord.ButtonStyle.primary)


@on("ballot")
async def _ballot(interaction: Interaction, press: Press) -> None:
    """'Cast your vote': a player's own ballot, seen by nobody else."""
    await _bring_up(interaction, press, VOTE)


@on("answer")
async def _answer(interaction: Interaction, press: Press) -> None:
    """'Your answer': a player's own question when everybody is asked whether they play a card, seen
    by nobody else."""
    await _bring_up(interaction, press, ANSWER)


async def _bring_up(interaction: Interaction, press: Press, told: SealedWords) -> None:
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    prompt, vote = sealed_for(session, seat), sealed_question(session)
    if vote is None or sealed_words(session, vote) != told:
        raise Refused(told.over)
    if prompt is None:
        raise Refused(told.given)
    words, who = words_of(session), names(session)
    known = words.stakes(prompt, session.view(seat), who)
    text = "\n".join([words.ask(prompt, who), *known])
    await show(interaction, text, view=ballot_view(session, prompt))


@on("say")
async def _say(interaction: Interaction, press: Press) -> None:
    """An answer open to anybody who is asked: a vote, a word in a debate, or taking sides."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    verb, mark = (*press.parts, "", "")[:2]
    offering = [p for p in asked(session, seat) if any(o.verb == verb for o in p.offers)]
    way = way_of(session, seat, verb)
    if way is None or not offering:
        if not _is_asked_at_all(session, verb, mark):
            raise Refused(STALE)
        # Somebody is asked this, but not this seat, or not any longer: the game knows why.
        await carry_out(interaction, session, seat, Choice(verb), None)
        return
    if all(mark_of(prompt) != mark for prompt in offering):
        raise Refused(STALE)
    if way.offers[0].fields:
        key = OfferKey(session.id, seat, told_moment(session), verb, way.mark)
        await advance(interaction, session, wizard_for(session, key, way), Draft())
        return
    await carry_out(interaction, session, seat, Choice(verb), None)


def _is_asked_at_all(session: GameSession, verb: str, mark: str) -> bool:
    """Whether anybody is being asked this. In a vote, the offers are not looked at: they could give
    away what others may do."""
    return any(
        mark_of(prompt) == mark
        and (prompt.is_vote or any(offer.verb == verb for offer in prompt.offers))
        for info in session.seats
        for prompt in asked(session, info.number)
    )


# Questions that several may answer


def shared_buttons(session: GameSession) -> list[discord.ui.Item[Any]]:
    """Buttons for answers that several players may give at the same time, each for himself."""
    found: dict[str, discord.ui.Item[Any]] = {}
    manners = etiquette_of(session)
    several = len(session.waiting_for()) > 1
    for info in session.seats:
        for prompt in asked(session, info.number) if info.user_id is not None else ():
            if prompt.kind in manners.shared or (
                several and prompt.kind in manners.shared_by_several
            ):
                style = _BLOCKING if prompt.blocking else discord.ButtonStyle.secondary
                for offer in prompt.offers:
                    found.setdefault(offer.verb, say_button(session, prompt, offer, style))
    return list(found.values())
