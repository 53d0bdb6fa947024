"""The coach of a tutorial game: says each line of its script once, when its moment has come.

What has been said is kept with the game, so that a restart neither repeats nor forgets a line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.content.tutorial import Line, Script, tag_of
from bot.games import tutorial_for
from bot.rules.kernel import Event, Prompt
from bot.session import GameSession
from cogs.ui.replies import in_messages

TUTORIAL, SAID, HEARD = "tutorial", "said", "heard"
"""The options that mark a game as a tutorial, and keep what its coach has said, and the revision
up to which he has spoken of what happened."""

LEARNER = 0
"""The seat of who learns: whoever opens a game sits there."""

OPENING, FAREWELL = "opening", "farewell"

_ENTRIES = 400
_AT_ONCE = 2
"""Lines about what happened, and about what is asked, in one go; more would not be read."""

Send = Callable[..., Awaitable[Any]]


def script_of(session: GameSession) -> Script | None:
    """The script that this game is coached by, if it is a tutorial."""
    return tutorial_for(session.game) if session.options.get(TUTORIAL) else None


def said_so_far(session: GameSession) -> tuple[str, ...]:
    """The keys of the lines that were said."""
    return tuple(key for key in session.options.get(SAID, "").split(",") if key)


def due(
    script: Script, said: Sequence[str], asked: Sequence[Prompt], events: Sequence[Event]
) -> list[Line]:
    """The lines whose moment has come: what happened first, then what is asked."""
    told = [line for line in script.lines if line.key not in said]
    happened = [line for line in told if any(_tells_of(line, event) for event in events)]
    # Of two lines about the same event only the more particular one is said.
    kinds = {line.event for line in happened if line.mine}
    happened = [line for line in happened if line.mine or line.event not in kinds]
    wanted = [line for line in told if any(_explains(line, prompt) for prompt in asked)]
    return [*happened[:_AT_ONCE], *wanted[:_AT_ONCE]]


def _tells_of(line: Line, event: Event) -> bool:
    if line.event != tag_of(event):
        return False
    return not line.mine or getattr(event, "seat", None) == LEARNER


def _explains(line: Line, prompt: Prompt) -> bool:
    if line.asked != prompt.kind:
        return False
    return line.offers is None or any(offer.verb == line.offers for offer in prompt.offers)


class Coach:
    """Speaks in the channel of every tutorial game."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def speak(self, session: GameSession, nonce: str) -> None:
        """Say what is due now, if anything is; then remember that it was said."""
        script = script_of(session)
        if script is None or session.match is None:
            return
        said, revision = said_so_far(session), session.revision
        lines: list[tuple[str, str]] = [] if OPENING in said else [(OPENING, script.opening)]
        if session.status != "over":
            heard = int(session.options.get(HEARD, "-1"))
            entries = await session.journal.log(LEARNER, last=_ENTRIES)
            events = [e for entry in entries if entry.revision > heard for e in entry.events]
            asked = [prompt for prompt in session.prompts(LEARNER) if prompt.blocking]
            lines += [(line.key, line.say) for line in due(script, said, asked, events)]
        elif FAREWELL not in said:
            lines.append((FAREWELL, script.farewell))
        # A blank line between two of them.
        texts = (f"\n{text}" if number else text for number, (_, text) in enumerate(lines))
        for number, text in enumerate(in_messages(texts)):
            await self._send(session, f"{nonce}{number}", text)
        keys = ",".join((*said, *(key for key, _ in lines)))
        await session.lobby.note_options({SAID: keys, HEARD: str(revision)})
