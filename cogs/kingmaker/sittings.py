"""Parliament as the table sees it: who sits, and the debate.

The card is made from a spectator's view, so it is the same however many have voted. The card gives
away nothing about the Writs that decide who is asked before Parliament meets.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.rules.kernel import Seat
from bot.rules.kingmaker.state import Sitting
from bot.rules.kingmaker.view import BoardView
from bot.session import GameSession, Refused
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.parliament import motion
from bot.words.kingmaker.stakes.votes import counted
from bot.words.kingmaker.verbs import gives_out
from cogs.ui.choosing.public_questions import asked
from cogs.ui.controls import Press, button, on
from cogs.ui.first_answer import First
from cogs.ui.names import name_of, names
from cogs.ui.replies import Interaction, is_on, show, words_of

_AT_FIRST = {
    "entrust_heirs": "Share out your heirs…",
    "settle_nobles": "Place your nobles…",
    "assign_dealt": "Give your cards…",
}
"""The questions that everybody is asked at the same time during set-up."""

NOT_COUNTED = "No Parliament is sitting now. Votes are counted when one sits."


# The sitting


def sitting_lines(session: GameSession) -> list[str]:
    """The lines about a sitting: where it is, who called it, what it has to give out, and the
    strength of both houses.

    Before Parliament is called, the lines say who may call it. There are no lines if there is
    nothing to say.
    """
    if session.match is None or not is_on(session):
        return []
    view = session.view(None)
    if view.sitting is None:
        who = [name_of(session, s) for s in session.waiting_for() if _may_call(session, s)]
        return [f"🏛 {who[0]} may call Parliament now."] if who else []
    lines = [_called(session, view.sitting)]
    if not view.sitting.commons:
        lines.append("It has not met yet. The players still have to settle who comes.")
    elif view.chancery_cards:
        given_out = Lexicon(session.rules.content).things(view.chancery_cards)
        lines.append(f"Cards to give out: {given_out}.")
    return [*lines, *counted(view, names(session))] if _may_vote(session) else lines


def _may_vote(session: GameSession) -> bool:
    """Whether there may still be a vote: not once the last cards are given out and everybody goes
    home."""
    asks = [prompt for seat in session.waiting_for() for prompt in asked(session, seat)]
    return not any(gives_out(prompt) or prompt.kind == "return_home" for prompt in asks)


def _called(session: GameSession, sitting: Sitting) -> str:
    lex, caller = Lexicon(session.rules.content), name_of(session, sitting.caller)
    kinds = {prompt.kind for prompt in asked(session, sitting.caller)}
    if "peoples_parliament" in kinds:
        return f"🏛 **A People’s Parliament**. {caller} leads it and chooses where it meets."
    if sitting.people or sitting.noble is None:
        text = f"🏛 **A People’s Parliament** in {lex.place(sitting.place)}, led by {caller}."
    else:
        by = f"{lex.noble(sitting.noble)} ({caller})"
        text = f"🏛 **Parliament** in {lex.place(sitting.place)}, called by {by}."
    return f"{text} Excused: {lex.nobles(sitting.excused)}." if sitting.excused else text


def _may_call(session: GameSession, seat: Seat) -> bool:
    return any(prompt.kind == "parliament" for prompt in asked(session, seat))


def to_decide(session: GameSession) -> str:
    """The decision to be made, if everybody may know it; otherwise empty.

    While Parliament is being called, only the phase is shown: naming the people asked would reveal
    Writs. The same goes for a drawn card that only one person has seen.
    """
    view: BoardView = session.view(None)
    waiting = session.waiting_for()
    if view.sitting is not None:
        return "" if view.sitting.commons else "Settle who comes…"
    if any(_may_call(session, seat) for seat in waiting):
        return "Call Parliament, or not…"
    if view.phase == "draw":
        return "Decide on the card…"
    kinds = {prompt.kind for seat in waiting for prompt in asked(session, seat) if prompt.blocking}
    return _AT_FIRST.get(kinds.pop(), "") if len(kinds) == 1 else ""


def seats_button(session: GameSession) -> list[discord.ui.Item[Any]]:
    """The button that shows the seats of the sitting Parliament; no button before they are
    counted."""
    if session.match is None or not is_on(session):
        return []
    sitting = session.view(None).sitting
    if sitting is None or not sitting.commons:
        return []
    return [button("seats", session.id, label="See the seats")]


@on("seats", First.FRESH)
async def _seats(interaction: Interaction, press: Press) -> None:
    """'See the seats': both houses as everybody knows them, in words if there is no picture."""
    session = await press.session(interaction)
    lines = counted(session.view(None), names(session)) if session.match is not None else []
    if not lines:
        raise Refused(NOT_COUNTED)
    pictures = interaction.client.pictures
    drawn = await pictures.sitting(session, interaction.user.id) if pictures.has(session) else None
    if drawn is None:
        await show(interaction, "\n".join(lines))
    else:
        await show(interaction, "", files=[drawn.file()])


# The debate and the votes


def debate_lines(session: GameSession) -> list[str]:
    """The subject of the debate, who may call the vote, and who has moved it; empty without a
    debate."""
    callers = [p for s in session.waiting_for() for p in asked(session, s) if p.kind == "debate"]
    if not callers:
        return []
    who = " and ".join(name_of(session, prompt.seat) for prompt in callers)
    calls = "calls" if len(callers) == 1 else "call"
    proposed = motion(Lexicon(session.rules.content), callers[0].facts, names(session))
    lines = [f"{proposed}. {who} {calls} the vote when enough has been said."]
    open_to = {i.number: [p.kind for p in asked(session, i.number)] for i in session.seats}
    movers = [seat for seat, kinds in open_to.items() if "debate" not in kinds]
    if movers:
        lines.append(f"{name_of(session, movers[0])} has moved the vote. Does anybody second it?")
    else:
        lines.append("-# Any other player may move the vote too, and another may second it.")
    known = words_of(session).stakes(callers[0], session.view(None), names(session))
    return [*lines, *known, "-# Speak for it or against it here in the channel."]
