"""The requests that a player makes to the table, in words, with the buttons that answer them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord

from bot.rules.kernel import Choice, Seat
from bot.session import GameSession
from bot.session.past.amended import Line
from bot.session.seating import AMEND, COMMENTARY, PAUSE, RESUME, STAND_IN, UNDO, Petition
from bot.session.table.amending import Answered
from bot.words.phrases import listed, of_another, plural, uncited
from cogs.ui.controls import button
from cogs.ui.names import entries_told, full_name, name_of, names
from cogs.ui.replies import cut, runs_out, words_of

_ASKS = {
    UNDO: "↩ {who} asks to take back their last step.",
    AMEND: "✏ A moderator wants to amend one of {who}’s answers.",
    PAUSE: "⏸ {who} would like to pause the game. All deadlines stop then, and nobody moves.",
    RESUME: "▶ {who} would like the game to go on.",
    COMMENTARY: "🎙 {who} would like people without a seat to see all hands, a round later.",
    STAND_IN: "🪑 {who} has let three deadlines in a row pass. Should a computer play meanwhile?",
}

_HOW = {
    UNDO: (
        "If all agree, it is taken back. Everything rolled or drawn since then is rolled or "
        "drawn again."
    ),
    AMEND: "If all agree, I replay the game from there with the same dice.",
    PAUSE: "A majority of the players decides.",
    RESUME: "A majority of the players decides.",
    COMMENTARY: "Everybody has to agree. Anybody who looks cannot take a seat in this game.",
    STAND_IN: (
        "A majority of the others decides, or the player concerned. `/game join` gives the seat "
        "back at any time."
    ),
}

_ENDS = {
    "refused": {
        UNDO: "{who}’s step stands: not everybody agrees.",
        AMEND: "{who}’s answer stands: not everybody agrees.",
        PAUSE: "The game is not paused: there is no majority for it.",
        RESUME: "The game stays paused: there is no majority for going on.",
        COMMENTARY: "Hands stay closed: not everybody agrees.",
        STAND_IN: "{who} keeps the seat: there is no majority for a computer.",
    },
    "withdrawn": {
        UNDO: "{who} lets the step stand after all.",
        AMEND: "The amendment is dropped: {who}’s answer stands.",
        PAUSE: "{who} would rather play on after all.",
        RESUME: "{who} would rather stay paused after all.",
        COMMENTARY: "{who} would rather keep hands closed after all.",
        STAND_IN: "{who} is here, and plays on.",
    },
    "lapsed": {
        UNDO: "{who}’s step stands: the game has gone on, or the time to agree has run out.",
        AMEND: "{who}’s answer stands: the game has gone on, or the time to agree has run out.",
        PAUSE: "The game is not paused: not enough players have answered.",
        RESUME: "The game stays paused: not enough players have answered.",
        COMMENTARY: "Hands stay closed: not all have agreed in time, or a seat has changed hands.",
        STAND_IN: "{who} keeps the seat: not enough players have answered.",
    },
}

_SETTLED = {
    "done": "✓ Agreed.",
    "refused": "Not agreed.",
    "withdrawn": "Taken back.",
    "lapsed": "Lapsed.",
}

_LOST_LINES, _LOST_CHARACTERS = 5, 180
_DIFFERENCES = 5
_ANEW = (
    "Nobody can know beforehand how it ends: dice or cards decide, and they are rolled or "
    "drawn again."
)

ANSWERED = {
    "open": "Noted. The others still have to answer.",
    "done": "Done, as you agreed.",
    "refused": "Noted: it stays as it is.",
    "withdrawn": "You have taken your request back.",
    "lapsed": "The request has lapsed.",
}


def muster_text(session: GameSession, told: dict[str, Any]) -> str:
    """The call to people who may be missing before a game, or the news of what happened to their
    seats."""
    if "until" in told:
        called = listed(f"<@{each['user_id']}>" for each in told["calls"])
        until = runs_out(datetime.fromisoformat(told["until"]))
        return (
            f"📣 {called}: the game is about to begin. Press **Ready** to keep your seat. "
            f"Time runs out {until}."
        )
    lines = []
    for each in told["absent"]:
        info = session.seats[each["seat"]]
        if each["user_id"] in (0, info.user_id):
            continue
        if info.policy is None:
            what = f"{full_name(info)} takes the seat of <@{each['user_id']}>, who was not ready."
        else:
            what = (
                f"<@{each['user_id']}> was not ready. A computer plays until they press **Ready**."
            )
        lines.append(f"⌛ {what}")
    return "\n".join(lines) or (
        "⌛ Nobody has pressed **Ready**, so the game has not begun. The host can press **Start** "
        "again."
    )


def asked_text(session: GameSession, petition: Petition) -> str:
    """The text for the person who asked: that the request is settled, or whom it is waiting for."""
    if petition.state != "open":
        return ANSWERED[petition.state]
    still = listed(name_of(session, seat) for seat in petition.still)
    return f"I have asked the others: {still}. {_HOW[petition.what]}"


def petition_text(
    session: GameSession, told: dict[str, Any], until: Any, mentions: Sequence[int]
) -> str | None:
    """The text for the channel about a petition as it is now; None if that is told in another
    way."""
    what, state, who = told["what"], told["state"], name_of(session, told["seat"])
    if state == "open":
        called = listed(f"<@{user}>" for user in mentions)
        ends = (
            ""
            if until is None
            else f" Time runs out {runs_out(until)}. Then everything stays as it is."
        )
        return f"{_ASKS[what].format(who=who)}\n{called}: do you agree? {_HOW[what]}{ends}"
    template = _ENDS.get(state, {}).get(what)
    return None if template is None else template.format(who=who)


def settled_text(text: str, state: str) -> str:
    """A request as it was posted, with the result in place of the question."""
    asks, _, *lost = text.split("\n")
    return "\n".join((asks, f"-# {_SETTLED[state]}", *lost))


async def lost_lines(session: GameSession, told: dict[str, Any]) -> list[str]:
    """The things that agreeing to an open undo would take back, as everybody knows them: the step
    itself first, the newest last.

    For an amendment, the lines say what difference it would make.
    """
    if told["what"] == AMEND:
        return await _amended_lines(session, told)
    petition = await session.consent.open_one(UNDO) if told["what"] == UNDO else None
    if petition is None or petition.number != told["number"] or petition.to is None:
        return []
    lost = await session.moderator.preview_rewind(petition.to)
    events = entries_told(session, lost.entries)
    lines = [f"-# • {cut(uncited(line), _LOST_CHARACTERS)}" for line in events]
    left_out = len(lines) - _LOST_LINES
    if left_out > 0:
        more = f"-# • {plural(left_out, 'more line')} of the log"
        lines = [lines[0], more, *lines[1 - _LOST_LINES :]]
    return ["-# This would be lost:", *lines] if lines else []


async def _amended_lines(session: GameSession, told: dict[str, Any]) -> list[str]:
    proposal = await session.amending.proposal()
    if proposal is None or proposal.petition.number != told["number"]:
        return []
    then = proposal.answered
    return [
        f"-# So far: {cut(answer_text(session, then.choice, then), _LOST_CHARACTERS)}",
        f"**Instead:** {cut(answer_text(session, proposal.choice, then), _LOST_CHARACTERS)}",
        *difference_lines(session, proposal.line),
    ]


def petition_view(session: GameSession, told: dict[str, Any]) -> discord.ui.View:
    """The answers to a petition; with 'no', the person who asked takes the petition back."""
    view = discord.ui.View(timeout=None)
    for answer, label, style in (
        ("yes", "Agree", discord.ButtonStyle.success),
        ("no", "No", discord.ButtonStyle.danger),
    ):
        parts = (told["number"], told["what"], answer)
        view.add_item(button("petition", session.id, *parts, label=label, style=style))
    if told["what"] == AMEND:
        label = "What changes for me"
        view.add_item(button("differs", session.id, told["number"], label=label))
    return view


def answer_text(session: GameSession, choice: Choice, then: Answered) -> str:
    """A past answer, or a different one in its place, in a sentence."""
    asked = next((prompt for prompt in then.asked if prompt.find(choice)), then.asked[0])
    return of_another(words_of(session).choice(choice, names(session), asked))


def difference_lines(session: GameSession, line: Line, seat: Seat | None = None) -> list[str]:
    """The lines on what would happen instead and what would be undone, as a seat (None: everybody)
    may read them."""
    words, who = words_of(session), names(session)
    found: list[str] = []
    if not line.played:
        found.append(f"-# {_ANEW}")
    gone, instead = line.gone(seat), line.instead(seat)
    for title, events in (("This would not have happened", gone), ("But this", instead)):
        told = [
            f"-# • {cut(uncited(each), _LOST_CHARACTERS)}" for each in words.tell_all(events, who)
        ]
        if told:
            more = len(told) - _DIFFERENCES
            rest = [f"-# • and {plural(more, 'more line')}"] if more > 0 else []
            found += [f"-# {title}:", *told[:_DIFFERENCES], *rest]
    found.append(f"-# {_kept(session, line)}")
    return found


def _kept(session: GameSession, line: Line) -> str:
    """A line on how many later answers are kept, and where the game would continue."""
    if line.whole:
        number = line.kept()
        kept = "All later answers are kept" if number else "Nobody has answered anything since"
        return f"{kept}. The game goes on from where it is."
    last = words_of(session).tell_all(line.last_kept(), names(session))
    where = (
        f"after this: {cut(uncited(last[-1]), _LOST_CHARACTERS)}" if last else "after that answer"
    )
    if not line.lost():
        return f"No later answer is lost. The game would go on {where}"
    kept = f"{line.kept()} of the later answers kept" if line.kept() else "No later answer is kept"
    return f"{kept}, {line.lost()} lost. The game would go on {where}"
