"""Set-up, and answers to Event cards, as commands; one form for giving out all dealt cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.kernel import Choice, Field, Prompt, Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.phrases import cut, listed
from bot.words.shape import DESCRIPTION_LIMIT
from cogs.ui.choosing.forms import ONCE_MORE, filled, on_form
from cogs.ui.choosing.offers import FORM_ROOM, base36, letters
from cogs.ui.choosing.playing import chosen_text, confirm, put_up, seat_in_play, show_panel
from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, choice_of, control_id, on, opens
from cogs.ui.replies import Interaction, at_rest, refusal, words_of

GIVE = "give"
"""The kind shared by the form for all dealt cards and the button that opens it."""
_BY_CARD, _BY_NOBLE = "c", "n"
"""The marks of the form's questions: who gets a card, and what a noble gets."""
_MOST_TICKS = 38
"""The most ticks that a button's id has room for."""


@app_commands.guild_only()
class Opening(commands.GroupCog, group_name="deploy", group_description="Place nobles and cards"):
    """``/deploy``: the choices during set-up."""

    card = typed(
        "card",
        "assign",
        "Give a card you were dealt to one of your nobles",
        card="Which card",
        noble="Which noble gets the card",
    )
    noble = typed(
        "noble",
        "settle",
        "Put a noble into one of his castles",
        noble="Which noble",
        castle="Which castle",
    )


@app_commands.guild_only()
class Calls(commands.GroupCog, group_name="answer", group_description="Answer a card or a request"):
    """``/answer``: calls and other Event cards, and other players' requests to be let in."""

    @app_commands.command(description="Say where your noble goes when called, and who comes along")
    @app_commands.describe(
        to="Where the noble goes",
        bring="Heirs he takes along",
        company="Nobles who go with a King who is called",
    )
    @app_commands.rename(company="with")
    @app_commands.autocomplete(
        to=offered("answer_call", "to"),
        bring=offered("answer_call", "bring"),
        company=offered("answer_call", "with"),
    )
    async def call(
        self,
        interaction: Interaction,
        to: str | None = None,
        bring: str | None = None,
        company: str | None = None,
    ) -> None:
        """Answer a call."""
        await choose(interaction, "answer_call", to=to, bring=bring, **{"with": company})

    instead = typed(
        "instead",
        "send_instead",
        "Spend a Writ: another noble of yours goes instead",
        noble="The noble who goes instead",
    )
    strife = typed(
        "strife",
        "send_off",
        "Choose which of your quarrelling mercenaries go home",
        card="Which band",
    )

    @app_commands.command(description="Make a siege fail with Siege Fails, or not")
    @app_commands.describe(play="Whether you play Siege Fails")
    async def siege(self, interaction: Interaction, play: bool) -> None:
        """Make a siege fail, or decline."""
        await choose(interaction, "fail_siege" if play else "let_be")

    legacy = typed(
        "legacy",
        "bequeath",
        "Choose who gets one of your murdered noble’s cards",
        card="Which card",
        noble="The noble who gets the card",
    )

    @app_commands.command(description="Win over a dead noble’s heir with Influence Heir, or not")
    @app_commands.describe(win="Whether you play Influence Heir")
    async def heir(self, interaction: Interaction, win: bool) -> None:
        """Win an heir, or decline."""
        await choose(interaction, "woo_heir" if win else "let_be")

    @app_commands.command(description="Call a fight off with Evade Battle, or not")
    @app_commands.describe(play="Whether you play Evade Battle")
    async def evade(self, interaction: Interaction, play: bool) -> None:
        """Evade a battle or an ambush, or decline."""
        await choose(interaction, "evade" if play else "let_be")

    @app_commands.command(description="Make a fight go on with Force Battle, or not")
    @app_commands.describe(play="Whether you play Force Battle")
    async def force(self, interaction: Interaction, play: bool) -> None:
        """Force a combat, or decline."""
        await choose(interaction, "force" if play else "let_be")

    @app_commands.command(description="Let another player into your place, or not")
    @app_commands.describe(welcome="Whether you let the other player in")
    async def leave(self, interaction: Interaction, welcome: bool) -> None:
        """Grant or deny leave to enter a fortress or a port, or to board a ship."""
        await choose(interaction, "grant" if welcome else "deny")

    @app_commands.command(description="Choose who goes with the King to meet an embassy")
    @app_commands.describe(to="Where they go", company="Nobles who go with the King")
    @app_commands.rename(company="with")
    @app_commands.autocomplete(
        to=offered("attend_king", "to"), company=offered("attend_king", "with")
    )
    async def king(
        self, interaction: Interaction, to: str | None = None, company: str | None = None
    ) -> None:
        """Attend the King."""
        await choose(interaction, "attend_king", to=to, **{"with": company})


def give_button(session: GameSession, seat: Seat) -> tuple[discord.ui.Item[Any], ...]:
    """The button for a form on which all dealt cards are given out; none for a single card."""
    if len(session.view(seat).dealt) < 2:
        return ()
    return (button(GIVE, session.id, seat, label="All on one form…"),)


def _question(session: GameSession, seat: Seat) -> Prompt | None:
    found = (prompt for prompt in session.prompts(seat) if prompt.kind == "assign_dealt")
    return next(found, None)


def _things(session: GameSession, seat: Seat) -> tuple[list[str], list[str]]:
    """The dealt cards and the nobles of a seat, by which ticks are numbered."""
    view = session.view(seat)
    nobles = (noble for noble, stands in view.nobles.items() if stands.seat == seat)
    return sorted(view.dealt), sorted(nobles)


def again_button(
    session: GameSession, seat: Seat, ticked: Mapping[str, Sequence[str]]
) -> discord.ui.Item[Any]:
    """The button for the same form as it was handed in: which nobles were ticked for each card."""
    cards, nobles = _things(session, seat)
    pairs = [(card, noble) for card, each in ticked.items() for noble in each]
    known = [(card, noble) for card, noble in pairs if card in cards and noble in nobles]
    ticks = [base36(cards.index(c)) + base36(nobles.index(n)) for c, n in known[:_MOST_TICKS]]
    state = letters((cards, nobles)) + "".join(ticks)
    return button(GIVE, session.id, seat, state, label="Back to the form…")


def ticked_in(session: GameSession, seat: Seat, state: str) -> set[tuple[str, str]]:
    """The cards and nobles ticked together, as a button carries them; none if the button no longer
    fits."""
    cards, nobles = _things(session, seat)
    ticks = state.removeprefix(letters((cards, nobles)))
    if ticks == state:
        return set()
    pairs = zip(ticks[::2], ticks[1::2], strict=True)
    return {(cards[int(card, 36)], nobles[int(noble, 36)]) for card, noble in pairs}


def give_form(session: GameSession, seat: Seat, state: str = "") -> discord.ui.Modal:
    """The form on which a player gives his dealt cards to his nobles, first the cards whose turn
    it is. It asks what each noble gets; if there are too many nobles for that, who gets each card.
    ``state`` is what a button says of earlier ticks. Raises Refused if the cards have already been
    given.
    """
    prompt, words, view = _question(session, seat), words_of(session), session.view(seat)
    if prompt is None:
        raise Refused(STALE)
    offer = prompt.offers[0]
    nobles = [noble for noble, stands in view.nobles.items() if stands.seat == seat]
    nobles.sort(key=lambda noble: (-view.nobles[noble].troops, noble))
    first = {card for each in prompt.offers for card in each.field("card").candidates}
    cards = Field("card", tuple(sorted(view.dealt, key=lambda card: card not in first)))
    by_card = len(nobles) > FORM_ROOM >= len(cards.candidates)
    takers = Field("noble", tuple(nobles if by_card else nobles[:FORM_ROOM]))
    asked, among = (cards, takers) if by_card else (takers, cards)
    told = {}
    ticked = ticked_in(session, seat, state)
    for each in among.candidates:
        label, about = words.option(offer, among, each, view)
        told[each] = label, cut(about, DESCRIPTION_LIMIT) or None
    made = discord.ui.Modal(
        title="Give your cards", custom_id=control_id("m", GIVE, session.id, seat)
    )
    mark = _BY_CARD if by_card else _BY_NOBLE
    for each in asked.candidates:
        pairs = {other: (each, other) if by_card else (other, each) for other in told}
        options = [
            discord.SelectOption(
                label=label, value=other, description=about, default=pairs[other] in ticked
            )
            for other, (label, about) in told.items()
            if _may_fit(prompt, *pairs[other])
        ]
        if not options:
            continue
        label, about = words.option(offer, asked, each, view)
        most = 1 if by_card else len(options)
        control = choice_of(f"{mark}.{each}", options, 0, most)
        made.add_item(
            discord.ui.Label(
                text=cut(label, 45),
                description=cut(about, DESCRIPTION_LIMIT) or None,
                component=control,
            )
        )
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def _may_fit(prompt: Prompt, card: str, noble: str) -> bool:
    """Whether a noble can get a card now, or perhaps later if it is not yet the card's turn."""
    about = [offer for offer in prompt.offers if card in offer.field("card").candidates]
    return not about or any(noble in offer.field("noble").candidates for offer in about)


@opens(GIVE)
def _form_for(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'All on one form…': show the form."""
    session = press.session_at_hand(interaction)
    if session is None:
        return None
    return give_form(session, seat_in_play(interaction, session), "".join(press.parts[1:2]))


@on(GIVE)
async def _give(interaction: Interaction, press: Press) -> None:
    """'All on one form…' while the game is not in memory, or once the cards are given: show the
    panel.
    """
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    await show_panel(interaction, session, seat, ONCE_MORE if _question(session, seat) else "")


@on_form(GIVE)
async def _given(interaction: Interaction, press: Press, data: Any) -> None:
    """The form is handed in: give the cards one after another, each as soon as it is its turn."""
    session = await press.session(interaction)
    seat = seat_in_play(interaction, session)
    wanted = takers_in(filled(data))
    if twice := [card for card, nobles in wanted.items() if len(nobles) > 1]:
        kinds = listed(words_of(session).kind(card) for card in twice)
        text = f"⚠️ Only one noble can get {kinds}. Untick the others: your other ticks are kept."
        view = discord.ui.View(timeout=None)
        view.add_item(again_button(session, seat, wanted))
        view.add_item(button("help", session.id, label="What can I do?"))
        await put_up(interaction, session, text, view)
        return
    open_cards = set(session.view(seat).dealt)
    done: list[str] = []
    news: list[str] = []
    number = 0
    while (prompt := _question(session, seat)) is not None:
        offered_now = {c for offer in prompt.offers for c in offer.field("card").candidates}
        card = next((card for card in wanted if card in offered_now), None)
        if card is None:
            break
        choice = Choice.of("assign", card=card, noble=wanted.pop(card))
        sentence = chosen_text(session, seat, choice)
        kind = words_of(session).kind(card)
        try:
            await session.submit(
                user_id=interaction.user.id,
                choice=choice,
                revision=session.revision,
                interaction_id=f"{interaction.id}-{number}",
            )
            done.append(sentence)
            open_cards.discard(card)
        except Refused as refused:
            news.append(f"⚠️ {kind}: {refusal(interaction.client, refused)}")
        number += 1
        await at_rest(session)
    if settled := sorted(open_cards.difference(session.view(seat).dealt)):
        kinds = listed(words_of(session).kind(card) for card in settled)
        news.append(f"The rules decided who got {kinds}. **My hand** shows what you have.")
    await confirm(interaction, session, seat, done, news)


def takers_in(given: Mapping[str, Any]) -> dict[str, list[str]]:
    """The nobles who are to get each card, according to a form that was handed in."""
    found: dict[str, list[str]] = {}
    for name, value in given.items():
        mark, _, about = name.partition(".")
        for each in [value] if isinstance(value, str) else value or ():
            card, noble = (about, each) if mark == _BY_CARD else (each, about)
            found.setdefault(card, []).append(noble)
    return found


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Opening())
    await bot.add_cog(Calls())
