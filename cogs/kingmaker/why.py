"""Why a computer player would choose this: Kingmaker's own answer, for the one it advises."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.rules.kingmaker.game import Kingmaker
from bot.seats.kingmaker_reasons import reason_for
from bot.session import GameSession
from bot.session.computers.thinking import think
from bot.words.kingmaker.choices import reason_text
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.advice import vote_reason
from cogs.ui.names import names


async def why(session: GameSession, seat: int, choice: Choice) -> str:
    """The steward's reason for a choice in words, from the seat's own view; often empty."""
    assert isinstance(session.rules, Kingmaker)
    content, view = session.rules.content, session.view(seat)
    reason = await think(reason_for, view, seat, content, choice)
    if reason is None:
        return ""
    if reason.kind.startswith("vote_"):
        return vote_reason(Lexicon(content), reason.kind, reason.named, names(session))
    return reason_text(Lexicon(content), reason.kind, reason.about, reason.opposed)
