"""The text with a chapter's buttons: what to do on this board, or what the learner has achieved.

The text goes on the game's own card and is made from what everybody may see.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.content.lessons import LEARNER, Chapter
from bot.games import lessons_of
from bot.rules.kernel import Offer
from bot.rules.kernel.game import LESSON
from bot.session import GameSession
from bot.words.phrases import uncited
from cogs.ui.controls import button
from cogs.ui.opening.welcome import play_button
from cogs.ui.replies import is_on, words_of

CHAPTER, ENOUGH = "lesson", "enough"
"""The kinds of the buttons that begin a chapter and leave the lesson."""

LAST_WORDS = (
    "That was the last chapter. **Play now** starts a whole game here straight away, with "
    "computers. `/odds`, `/card` and `/rules search` help along the way."
)


def chapter_of(session: GameSession) -> Chapter | None:
    """The chapter being played in this game, if its lesson still exists."""
    wanted = session.options.get(LESSON)
    if not wanted:
        return None
    return next((one for one in lessons_of(session.game) if one.key == wanted), None)


def following(session: GameSession, chapter: Chapter) -> Chapter | None:
    """The chapter after this one; None after the last."""
    chapters = lessons_of(session.game)
    keys = [one.key for one in chapters]
    return next(iter(chapters[keys.index(chapter.key) + 1 :]), None)


def lesson_text(session: GameSession, chapter: Chapter) -> str:
    """The goal, and advice on the current question; or, once the goal is reached, the lesson
    learnt."""
    chapters = lessons_of(session.game)
    number = [one.key for one in chapters].index(chapter.key) + 1
    head = f"### 🎓 {number} of {len(chapters)} · {chapter.title}"
    view = session.view(None)
    if chapter.reached(view):
        return "\n".join((head, *_learnt(session, chapter)))
    lines = [head, f"🎯 {chapter.goal.say}"]
    if not is_on(session) or view.round > 1:
        lines.append(f"💡 {chapter.hint}")
    else:
        lines += [chapter.about, *(f"💡 {say}" for say in (_advice(session, chapter),) if say)]
    return "\n".join(lines)


def beside_the_question(session: GameSession) -> list[str]:
    """The text in a learner's own message: what he has learnt, or what to do now."""
    chapter = None if session.imagined else chapter_of(session)
    if chapter is None:
        return []
    if chapter.reached(session.view(None)):
        return _learnt(session, chapter)
    say = _advice(session, chapter)
    return [f"💡 {uncited(say)}"] if say else []


def _learnt(session: GameSession, chapter: Chapter) -> list[str]:
    last = following(session, chapter) is None
    return [f"✅ {chapter.done}", *([LAST_WORDS] if last else [])]


def way_on(session: GameSession) -> list[discord.ui.Item[Any]]:
    """The button to the next chapter, or to a game, once a chapter has made its point."""
    chapter = None if session.imagined else chapter_of(session)
    if chapter is None or not chapter.reached(session.view(None)):
        return []
    after = following(session, chapter)
    if after is None:
        return [play_button(session.game)]
    style = discord.ButtonStyle.success
    return [button(CHAPTER, session.id, after.key, label="Next chapter", style=style)]


def _advice(session: GameSession, chapter: Chapter) -> str | None:
    """The first piece of the chapter's advice that fits the learner's questions; None if none
    does."""
    asked = [prompt for prompt in session.prompts(LEARNER) if prompt.blocking]
    if not asked:
        return None
    for advice in chapter.advice:
        for prompt in asked:
            verbs = {offer.verb for offer in prompt.offers}
            fits = advice.asked in (None, prompt.kind)
            if fits and (advice.offers is None or advice.offers in verbs):
                return advice.said(partial(_label, session))
    return None


def _label(session: GameSession, verb: str) -> str:
    """The current label of a verb's button."""
    words, prompts = words_of(session), session.prompts(LEARNER)
    asked = [prompt for prompt in prompts if any(offer.verb == verb for offer in prompt.offers)]
    if not asked:
        return words.verb(Offer(verb))
    offers = [offer for prompt in asked for offer in prompt.offers if offer.verb == verb]
    return words.button(offers, asked[0], session.view(None))


def lesson_buttons(session: GameSession, chapter: Chapter) -> list[discord.ui.Item[Any]]:
    """*Next chapter* or *Play now*, *Try again*, *Leave the lesson*; none once the lesson has been
    left.
    """
    if not is_on(session) and not _ended_by_itself(session):
        return []
    row, after = way_on(session), following(session, chapter)
    if not row and after is not None:
        row.append(button(CHAPTER, session.id, after.key, label="Next chapter"))
    row.append(button(CHAPTER, session.id, chapter.key, label="Try again"))
    row.append(button(ENOUGH, session.id, label="Leave the lesson"))
    return row


def _ended_by_itself(session: GameSession) -> bool:
    return session.match is not None and session.match.over
