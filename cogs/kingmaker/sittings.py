"""Parliament as it is shown: the debate, the tally of both houses, the roll call."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.session import GameSession
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.parliament import motion
from cogs.ui.choosing.public_questions import asked
from cogs.ui.customs import TellingCard
from cogs.ui.names import name_of, names

_VOTES = (("yea", "✅ Yea"), ("nay", "❌ Nay"), ("abstain", "▫️ Abstains"))


def debate_lines(session: GameSession) -> list[str]:
    """What is debated, who may call the vote, and who has moved it; empty without a debate."""
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
        lines.append("-# Or any other player moves the vote, and another seconds it.")
    return lines


def tally_card(session: GameSession, event: facts.VotesCounted) -> TellingCard:
    """The votes of both houses, before any business."""
    lines = [
        f"{name_of(session, seat)} – Commons **{commons}** · Lords **{lords}**"
        for seat, (commons, lords) in enumerate(zip(event.commons, event.lords, strict=True))
    ]
    total = f"Together – Commons **{sum(event.commons)}** · Lords **{sum(event.lords)}**"
    rule = "-# A motion passes with more yeas than nays in each house."
    return TellingCard(("## 🏛 The votes of both houses", "\n".join(lines), f"{total}\n{rule}"))


def roll_call_card(session: GameSession, event: facts.BallotClosed) -> TellingCard:
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
    foot = f"{houses}\n-# In brackets: Commons · Lords."
    return TellingCard((heading, "\n".join(lines), foot))


def _weights(session: GameSession) -> dict[int, str]:
    """What each seat's vote counts in the Parliament that sits."""
    sitting = None if session.match is None else getattr(session.view(None), "sitting", None)
    if sitting is None:
        return {}
    pairs = enumerate(zip(sitting.commons, sitting.lords, strict=True))
    return {seat: f" ({commons} · {lords})" for seat, (commons, lords) in pairs}
