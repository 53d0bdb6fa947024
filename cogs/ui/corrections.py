"""Correcting a position and rewinding a game: first show the effect, then ask for the reason.

The effect is worked out from what everybody knows, so a moderator learns no secrets from it.
"""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.plain_text import plain_text
from bot.rules.kernel import Choice
from bot.rules.kernel.events import NO_SEAT
from bot.session import GameSession, Refused
from bot.session.past.rewind import Lost, Turn
from bot.session.receipts import STALE
from bot.words.phrases import plural
from cogs.ui.choosing.forms import filled, on_form
from cogs.ui.choosing.offers import Draft, Misfit, Question, Way, pack, ways_of
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.typed_choices import NAME_LIMIT, Matcher, Unknown, draft_of, suggestions
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.controls import OfferKey, Press, button, control_id, on, opens
from cogs.ui.moderators import moderated
from cogs.ui.names import bare_names, entries_told, folded, names, plain
from cogs.ui.replies import Interaction, cut, show, tell, words_of
from cogs.ui.suggestions import Suggestions, explained, fitting, suggested_from

REASON_LIMIT = 300
_LOST_LINES = 12
_MARKS = re.compile(r"[*_▸]| ‹[^›]*›")


# Corrections


def corrections_of(session: GameSession) -> dict[str, Way]:
    """The corrections that the position allows now. Raises Refused if there are none."""
    ways = ways_of(session.moderator.corrections())
    if not ways:
        raise Refused(
            "You cannot correct anything just now. While a game is being set up, `/mod undo` "
            "takes back a player’s last decision."
        )
    return ways


async def correct(interaction: Interaction, session: GameSession, what: str, *texts: str) -> None:
    """Begin a correction: ask for anything missing, or show its effect."""
    ways = corrections_of(session)
    way = ways.get(what) or _way_called(session, ways, what)
    fields = way.names()
    if any(texts[len(fields) :]):
        raise Refused(f"“{_named(session, way)}” needs only “which”. Leave out “to”.")
    if any(texts[1:]) and not texts[0]:
        raise Refused("Say “which” as well. Or leave both out, and I will ask you for them.")
    given = {name: text for name, text in zip(fields, texts, strict=False) if text}
    try:
        draft = draft_of(session, None, way, given)
    except Unknown as unknown:
        raise Refused(
            f"“{plain(str(unknown)[:80])}” is not a choice there. Choose one of the suggestions. "
            "Or leave it out, and I will ask you for it."
        ) from None
    except Misfit as misfit:
        raise Refused(str(misfit)) from None
    # The game's revision would show how much was done in secret.
    key = OfferKey(session.id, NO_SEAT, told_moment(session), way.verb, way.mark)
    await _advance(interaction, session, _wizard(session, key, way), draft)


def _way_called(session: GameSession, ways: dict[str, Way], text: str) -> Way:
    """The correction with that name, or the only one that fits the words."""
    for way in ways.values():
        if folded(_named(session, way)) == folded(text):
            return way
    if len(found := fitting(_told(session, ways), text)) == 1:
        return ways[found[0]]
    listed = ", ".join(_named(session, ways[verb]) for verb in found or ways)
    raise Refused(
        f"“{plain(text[:60])}” could be any of these: {listed}. Which one?"
        if found
        else f"I do not know that correction. I know these: {listed}."
    )


def _told(session: GameSession, ways: dict[str, Way]) -> dict[str, str]:
    """The corrections by name, with what each does."""
    return {
        verb: explained(session, _named(session, way), way.offers[0], way.prompt)
        for verb, way in ways.items()
    }


def _named(session: GameSession, way: Way) -> str:
    return words_of(session).verb(way.offers[0], way.prompt)


def correction_names(session: GameSession, current: str) -> Suggestions:
    """The corrections that fit what has been typed; all of them if none do."""
    return suggested_from(_told(session, corrections_of(session)), current)


def correction_values(
    session: GameSession, what: str, number: int, typed: list[str], current: str
) -> Suggestions:
    """The values that a correction's field may take, given what its other fields say."""
    way = corrections_of(session).get(what)
    if way is None or number >= len(way.names()):
        return []
    fields = way.names()
    others = {n: t for n, t in zip(fields, typed, strict=False) if t and n != fields[number]}
    return suggestions(Matcher(session, None), way, fields[number], others, current)


def _wizard(session: GameSession, key: OfferKey, way: Way) -> Wizard:
    return Wizard(
        key,
        way,
        words_of(session),
        session.view(None),
        bare_names(session),
        pick="mpick",
        goto="mgoto",
        find="mfind",
    )


async def _advance(
    interaction: Interaction, session: GameSession, wizard: Wizard, draft: Draft, problem: str = ""
) -> None:
    asked = wizard.way.walk(draft)
    if not isinstance(asked, Choice):
        page = wizard.page(draft, asked, problem)
        await show(interaction, page.text, view=page.view)
        return
    # Try the correction and discard the result, so that anything the rules forbid is refused before
    # we ask why.
    await session.moderator.try_out(asked, by=interaction.user.id)
    key, state = wizard.key, pack(wizard.way, draft)
    view = discord.ui.View(timeout=None)
    danger = discord.ButtonStyle.danger
    view.add_item(button("mend", key.game, *key.parts, state, label="Correct…", style=danger))
    if draft.values:
        back = pack(wizard.way, Draft(draft.party, draft.values[:-1]))
        view.add_item(button("mgoto", key.game, *key.parts, back, "b", label="Back"))
    words, who = words_of(session), names(session)
    lines = ["### Correct the position", words.choice(asked, who)]
    fitting_it = [offer for offer in wizard.way.offers if offer.problem(asked) is None]
    lines += words.stakes(wizard.way.prompt, session.view(None), who, fitting_it, asked.args)
    text = "\n".join([*lines, "The table is told, with your reason."])
    await show(interaction, cut(text), view=view)


async def _wizard_of(interaction: Interaction, press: Press) -> tuple[GameSession, Wizard]:
    """The wizard that a control belongs to. Raises Refused if what it offered has passed."""
    session, key = await moderated(interaction, press), OfferKey.of(press)
    if not _is_open(session, key):
        raise Refused(STALE_CORRECTION)
    return session, _wizard(session, key, corrections_of(session)[key.verb])


def _is_open(session: GameSession, key: OfferKey) -> bool:
    """Whether the correction is still what it was when its control was posted."""
    way = corrections_of(session).get(key.verb)
    return way is not None and way.mark == key.mark


STALE_CORRECTION = (
    "The game has moved on, and the corrections you can make have changed. Type `/mod correct` "
    "again."
)


@on("mpick")
async def _pick(interaction: Interaction, press: Press) -> None:
    """A menu in a correction: fill in the field and continue."""
    session, wizard = await _wizard_of(interaction, press)
    await _advance(interaction, session, wizard, *wizard.after_pick(press))


@on("mgoto")
@on("mfind")
@on("mend")
async def _goto(interaction: Interaction, press: Press) -> None:
    """A button in a correction: another page, a shortcut, or a step back; or a button for a form,
    if the game had to be looked up first."""
    session, wizard = await _wizard_of(interaction, press)
    await _advance(interaction, session, wizard, wizard.filled_in(press))


@opens("mfind")
def _by_name(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Find it by name…': open the form."""
    session = press.session_at_hand(interaction)
    if session is not None and not _is_open(session, OfferKey.of(press)):
        return None
    made = discord.ui.Modal(
        title="Find it by name", custom_id=control_id("m", "mfind", press.game, *press.parts)
    )
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="name", max_length=NAME_LIMIT)
    about = "Or a part of it, such as a town in the square."
    made.add_item(discord.ui.Label(text="Its name", description=about, component=name))
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


@on_form("mfind")
async def _found(interaction: Interaction, press: Press, data: Any) -> None:
    """Continue with the thing named on the form, or say why the name is not clear."""
    session, wizard = await _wizard_of(interaction, press)
    draft, problem = wizard.filled_in(press), ""
    asked = wizard.way.walk(Draft(draft.party, draft.values))
    if not isinstance(asked, Question):
        raise Refused(STALE)
    typed = plain_text(str(filled(data).get("name") or ""))
    try:
        draft = wizard.settled(
            draft, Matcher(session, None).values(asked.field, asked.offers, typed)
        )
    except Unknown:
        problem = f"“{plain(typed)}” is not a choice here."
    except Refused as unclear:
        problem = unclear.text
    await _advance(interaction, session, wizard, draft, problem)


@opens("mend")
def _why_mend(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Correct…': the form for the reason; afterwards everything is checked again."""
    session = press.session_at_hand(interaction)
    if session is not None and not _is_open(session, OfferKey.of(press)):
        return None
    return why_form("mend", press.game, *press.parts, title="Correct it")


@on_form("mend")
async def _mend(interaction: Interaction, press: Press, data: Any) -> None:
    session, wizard = await _wizard_of(interaction, press)
    choice = wizard.way.walk(wizard.filled_in(press))
    if not isinstance(choice, Choice):
        raise Refused(STALE)
    await session.moderator.correct(
        by=interaction.user.id,
        reason=reason_in(data),
        choice=choice,
        interaction_id=str(interaction.id),
    )
    sentence = words_of(session).choice(choice, names(session))
    await show(interaction, f"✓ {sentence}\n`/mod retract` takes it back.")


# Going back


def turn_names(session: GameSession, current: str) -> Suggestions:
    """The turns that the game can go back to, the newest first."""
    words, found = words_of(session), []
    for turn in reversed(session.moderator.turns_at_hand()):
        who = bare_names(session, turn.seats)
        label = _MARKS.sub("", words.tell(turn.event, who) or "A turn").strip(" .")
        label = f"{label} · {turn.at:%d %b, %H:%M} UTC"
        if folded(current) in folded(label):
            found.append(discord.app_commands.Choice(name=cut(label, 100), value=str(turn.number)))
    return found[:25]


async def _turn_numbered(session: GameSession, number: int) -> Turn:
    """The turn that people know by this number. Raises Refused if there is none."""
    turn = next((t for t in await session.moderator.turns() if t.number == number), None)
    if turn is None:
        raise Refused("No turn began there. Choose one of the suggestions.")
    return turn


async def preview_rewind(interaction: Interaction, session: GameSession, number: int) -> None:
    """Show what would be lost by rewinding to a turn, as far as that is public."""
    turn = await _turn_numbered(session, number)
    lost = await session.moderator.preview_rewind(turn.revision)
    if not lost.events:
        # Steps that only their seats know about are hidden from moderators too.
        raise Refused(
            "The game is at that point now. Going back there would undo nothing that everybody "
            "knows about."
        )
    lines = lost_lines(session, lost)
    begun = words_of(session).tell(turn.event, names(session, turn.seats)) or "that turn"
    head = f"### Take the game back\nBack to this moment, <t:{int(turn.at.timestamp())}:R>: {begun}"
    warned = "Standing orders are withdrawn. The table is told, with your reason."
    taken = (
        "\n".join(("**This would be lost:**", *lines)) if lines else "Nothing public would be lost."
    )
    view = discord.ui.View(timeout=None)
    danger, label = discord.ButtonStyle.danger, "Rewind…"
    # Secret steps do not change the moment, so they do not count.
    view.add_item(button("turnback", session.id, number, session.moment, label=label, style=danger))
    await tell(interaction, f"{head}\n{cut(taken, 1_500)}\n{warned}", view=view)


def lost_lines(session: GameSession, lost: Lost) -> list[str]:
    """The things a rewind would lose, as far as they are public; only the newest if there is no
    room for all."""
    lines = [f"• {line}" for line in entries_told(session, lost.entries)]
    left_out = len(lines) - _LOST_LINES
    if left_out <= 0:
        return lines
    return [f"• {plural(left_out, 'more line')} of the log", *lines[-_LOST_LINES:]]


async def _rewinding(interaction: Interaction, press: Press) -> tuple[GameSession, int]:
    session = await moderated(interaction, press)
    try:
        number, moment = map(int, press.parts)
    except ValueError:
        raise Refused(STALE) from None
    if session.moment != moment:
        raise Refused("The game has moved on since you looked. Type `/mod rewind` again.")
    return session, (await _turn_numbered(session, number)).revision


@opens("turnback")
def _why_rewind(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Rewind…': the form for the reason; afterwards, the bot checks that the game has not moved
    on."""
    return why_form("turnback", press.game, *press.parts, title="Take the game back")


@on_form("turnback")
async def _rewind(interaction: Interaction, press: Press, data: Any) -> None:
    session, to = await _rewinding(interaction, press)
    await session.moderator.rewind(
        by=interaction.user.id, reason=reason_in(data), to=to, interaction_id=str(interaction.id)
    )
    await show(interaction, "You have taken the game back. `/mod retract` brings it forward again.")


# Why


def why_form(kind: str, game: str, *parts: object, title: str) -> discord.ui.Modal:
    """The form that asks for a reason."""
    made = discord.ui.Modal(title=title, custom_id=control_id("m", kind, game, *parts))
    reason: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="reason", max_length=REASON_LIMIT, required=True
    )
    made.add_item(discord.ui.Label(text="Why?", description="The table is told.", component=reason))
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def reason_in(data: Any) -> str:
    """The reason on a form that was handed in."""
    return str(filled(data).get("reason") or "")
