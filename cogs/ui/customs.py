"""Each game's own customs at the table, looked up by the game being played.

The cogs of a game are in a package, `cogs.<game>`, which registers the game's customs when it is
imported. Everything else in `cogs` serves every game and names none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import discord
from discord import app_commands

from bot.rules.kernel import Choice, Event, Seat, Weight
from bot.session import GameSession, Unreadable
from bot.session.seasons import ASKS
from cogs.ui.command_topics import topic_of
from cogs.ui.names import names_for
from cogs.ui.replies import Interaction, words_of


@dataclass(frozen=True, slots=True)
class Term:
    """Something to settle when a table for this game is opened. ``option`` is its name among the
    game's options; ``answers`` holds the values, each with a label and a short description, the
    usual one first.
    """

    option: str
    question: str
    answers: tuple[tuple[str, str, str], ...]


class Customs:
    """The plain way of doing everything; a game overrides anything it does differently."""

    commands: ClassVar[tuple[str, ...]] = ()
    """The game's own commands, as a player types them, for the guide and for refusals."""
    guide: ClassVar[tuple[str, ...]] = ()
    """Lines in the guide about things only this game has."""
    terms: ClassVar[tuple[Term, ...]] = ()
    """The things a table settles apart from its length and pace."""
    votes: ClassVar[Mapping[str, str]] = {}
    """The game's verb for each answer to `/vote`: yea, nay and abstain."""
    vote_field: ClassVar[str | None] = None
    """The field for anything else that goes with a vote, such as markers."""
    ends_debate: ClassVar[tuple[str, ...]] = ()
    """The verbs that end a debate, the strongest first."""

    answered_at_once: ClassVar[frozenset[str]] = frozenset()
    """Verbs that somebody else may answer straight away: the answer appears where the question was
    asked.
    """

    read_back: ClassVar[frozenset[str]] = frozenset()
    """Verbs that give something away or cannot be undone: their effect is read back, and carried
    out only when confirmed."""

    def is_own_word(self, event: Event, seat: Seat) -> bool:
        """Whether an event says only what the seat itself has said, or was told to expect."""
        return False

    def is_put_as_a_question(self, event: Event, seat: Seat) -> bool:
        """Whether an event's question to the seat says all there is to know about it."""
        return False

    def reports(self, choice: Choice, event: Event) -> bool:
        """Whether an event says what a choice did better than the choice's own sentence: the player
        who made it reads the event instead."""
        return False

    def came_of(self, choice: Choice, event: Event) -> bool:
        """Whether an event is news to the player who made the choice, and something that everybody
        will talk about."""
        return event.weighs() is Weight.HEADLINE

    def debate(self, session: GameSession) -> list[str]:
        """The card's lines during a debate; empty if there is none."""
        return []

    def gathering(self, session: GameSession) -> list[str]:
        """The card's lines about a gathering that concerns the whole table; empty if there is
        none."""
        return []

    def gathering_buttons(self, session: GameSession) -> list[discord.ui.Item[Any]]:
        """Buttons that help anybody to follow a gathering of the whole table."""
        return []

    def to_decide(self, session: GameSession) -> str:
        """The label of the button that shows a question only to the player who must answer it."""
        return "Decide…"

    def told(self, session: GameSession, seat: Seat, events: Sequence[Event]) -> list[str]:
        """The lines that tell a seat in private of these events; those that help it to respond to
        an offer come before the next offer. It has read its own word already."""
        tell, who = words_of(session).tell_all, names_for(session, seat)
        lines: list[str] = []
        news: list[Event] = []
        held: list[str] = []
        for event in events:
            more = self.extra_lines(session, seat, [event])
            if more and held:
                lines += [*tell(news, who), *held]
                news = []
            held = more or held
            if not self.is_own_word(event, seat):
                news.append(event)
        return [*lines, *tell(news, who), *held]

    def extra_lines(
        self, session: GameSession, seat: Seat | None, events: Sequence[Event]
    ) -> list[str]:
        """Lines that help a seat respond to offers in these events, shown with them in private."""
        return []

    def extra_buttons(
        self, session: GameSession, seat: Seat | None, events: Sequence[Event]
    ) -> list[discord.ui.Item[Any]]:
        """More buttons for the private message that informs a seat of these events."""
        return []

    def needless(self, session: GameSession, seat: Seat, events: Sequence[Event]) -> frozenset[str]:
        """Verbs that need no buttons of their own, because those for these events are enough."""
        return frozenset()


CUSTOMS: dict[str, Customs] = {}
"""The customs of every game whose cogs are loaded."""

_PLAIN = Customs()


def register(game: str, customs: Customs) -> None:
    """Register a game's customs."""
    CUSTOMS[game] = customs


_JOINING = Term(
    ASKS,
    "Who may join?",
    (
        ("", "Anybody may join", "No matter how well they keep to deadlines"),
        ("mostly", "People who mostly answer in time", "And newcomers, who have no record yet"),
        ("always", "People who nearly always answer in time", "And newcomers"),
    ),
)
"""The requirement that a table for any game may set for people who join."""


def terms_of(game: str) -> tuple[Term, ...]:
    """The other things to settle when a table for this game is opened."""
    return (*CUSTOMS.get(game, _PLAIN).terms, _JOINING)


def customs_of(session: GameSession) -> Customs:
    """The customs of the game being played here."""
    return CUSTOMS.get(session.game, _PLAIN)


async def misplaced(interaction: Interaction) -> str | None:
    """The answer to a command that belongs to a different game from this channel's; otherwise
    None."""
    game = _game_of(interaction.command)
    if game is None or interaction.channel_id is None:
        return None
    try:
        session = await interaction.client.desk.in_channel(interaction.channel_id)
    except Unreadable:
        # The command itself says that the game cannot be read.
        return None
    if session is None or session.game == game:
        return None
    assert interaction.command is not None
    own = " · ".join(f"`{command}`" for command in customs_of(session).commands)
    spoken = isinstance(interaction.command, app_commands.ContextMenu)
    name = f"{'' if spoken else '/'}{interaction.command.qualified_name}"
    return (
        f"`{name}` belongs to {game.capitalize()}, but this is a "
        f"game of {session.game.capitalize()}. Its own commands are {own}. `/help` shows what "
        "you can do now."
    )


def _game_of(command: Any) -> str | None:
    """The game whose package a command comes from; None for a command that serves every game."""
    topic = None if command is None else topic_of(command)
    return topic if topic in CUSTOMS else None
