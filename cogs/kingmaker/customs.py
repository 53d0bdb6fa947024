"""Kingmaker's own customs at the table: debates and deals.

Kingmaker's own explanation of a computer player's choice, for the person it advises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import discord

from bot.rules.kernel import Choice, Event, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.game import ASKED, LEFT_OUT, MOMENT, Kingmaker
from bot.seats.kingmaker_reasons import Reason, reason_for
from bot.session import GameSession
from bot.session.computers import think
from bot.words.kingmaker.choices import reason_text
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.votes import vote_reason
from cogs.kingmaker.bargains import answered_by_button, bargain_buttons, bargain_lines
from cogs.kingmaker.sittings import (
    debate_lines,
    seats_button,
    sitting_lines,
    to_decide,
)
from cogs.ui.customs import Customs, Term
from cogs.ui.names import names

_SAYS: Mapping[str, tuple[type[Event], ...]] = {
    **dict.fromkeys(("entrust", "keep_heir"), (facts.HeirTaken,)),
    "kill_heir": (facts.HeirDied,),
    "attend_without": (facts.HeirLeft,),
}
"""The verbs whose own sentences already report an event."""
_SAID: tuple[type[Event], ...] = (facts.AttackDeclared, facts.ParliamentCalled, facts.Proposed)
"""The events that the sentences of all other verbs already report, if the choice causes them."""


class KingmakerCustoms(Customs):
    """Kingmaker at the table."""

    commands: ClassVar[tuple[str, ...]] = (
        "/move",
        "/ship",
        "/attack",
        "/siege",
        "/parliament",
        "/crown",
        "/draw",
        "/play",
    )
    guide: ClassVar[tuple[str, ...]] = (
        "`/deal` trades with another player, and only the two of you see the offer. `/transfer` "
        "passes things between your own nobles.",
        "`/odds` tells you the chances of a battle or a siege before you declare it.",
        "Votes in Parliament are sealed. Your ballot comes by direct message. You can also use "
        "`/vote`.",
    )
    terms: ClassVar[tuple[Term, ...]] = (
        Term(
            MOMENT,
            "What follows an attack?",
            (
                (
                    ASKED,
                    "Defenders with cards may act first",
                    "They may play cards and pass things on before the weather is drawn",
                ),
                (
                    LEFT_OUT,
                    "Straight to the weather",
                    "Quicker: nobody is asked anything in between",
                ),
            ),
        ),
    )
    votes: ClassVar[Mapping[str, str]] = {"yea": "yea", "nay": "nay", "abstain": "abstain"}
    ends_debate: ClassVar[tuple[str, ...]] = ("call_vote", "second_vote", "move_vote")

    answered_at_once: ClassVar[frozenset[str]] = frozenset({"propose_deal", "counter_deal"})
    read_back: ClassVar[frozenset[str]] = frozenset(
        {
            # Titles, offices and cards that go, or may go, to another player or to the discards
            *("transfer_title", "transfer_office", "propose", "grant_bishop"),
            *("hand_out", "make_good", "recruit", "discard", "send_off"),
            # Deals that are struck at once or broken off
            *("accept_deal", "accept", "take_draws", "cancel_alliance"),
            # Cards that stay in the hand and are played with a button that is always available
            *("unmask", "betray"),
            # Captives, heirs, ships and sieges that a player gives up
            *("free_captive", "release_heir", "scuttle", "lift"),
            # Deaths
            *("kill_heir", "refuse", "let_die", "declare_illegitimate"),
            # The end of the game
            "time_up",
        }
    )

    def is_own_word(self, event: Event, seat: Seat) -> bool:
        """Whether an event says that the seat offered, accepted, refused or took back a deal, let
        one lapse, or offered a ransom.
        """
        if isinstance(event, facts.DealClosed):
            said = dict.fromkeys(("accepted", "refused", "lapsed"), event.taker)
            said["withdrawn"] = event.giver
            return said.get(event.how) == seat
        if isinstance(event, facts.RansomOffered):
            return event.seat == seat
        return isinstance(event, facts.DealProposed) and event.giver == seat

    def is_put_as_a_question(self, event: Event, seat: Seat) -> bool:
        """Whether an event is the offer of a ransom to this seat, which is then asked whether it
        accepts."""
        return isinstance(event, facts.RansomOffered) and event.captor == seat

    def reports(self, choice: Choice, event: Event) -> bool:
        """Whether an event says what the dice decided about a recruit, or whether a noble found his
        castle open."""
        if isinstance(event, facts.WentHome):
            return choice.verb == "go_home" and choice.many("noble") == (event.noble,)
        return isinstance(event, facts.RecruitTried)

    def came_of(self, choice: Choice, event: Event) -> bool:
        """Whether an event is news, counting what the weather or the dice decided but not what the
        choice itself said."""
        if isinstance(event, facts.WeatherDrawn):
            return event.bad
        if isinstance(event, facts.SiegeConcluded):
            return True
        said = _SAYS.get(choice.verb, _SAID)
        return super().came_of(choice, event) and not isinstance(event, said)

    def debate(self, session: GameSession) -> list[str]:
        """The subject of the debate, and who may end it."""
        return debate_lines(session)

    def gathering(self, session: GameSession) -> list[str]:
        """The lines about a Parliament that has been called or is sitting."""
        return sitting_lines(session)

    def gathering_buttons(self, session: GameSession) -> list[discord.ui.Item[Any]]:
        """The button that shows the seats, once they are counted."""
        return seats_button(session)

    def to_decide(self, session: GameSession) -> str:
        """The decision to be made, which is put differently while Parliament is being called."""
        return to_decide(session) or super().to_decide(session)

    def extra_lines(
        self, session: GameSession, seat: Seat | None, events: Sequence[Event]
    ) -> list[str]:
        """Descriptions of the things in a deal offered to the seat, and the promise in one just
        struck.
        """
        return bargain_lines(session, seat, events)

    def extra_buttons(
        self, session: GameSession, seat: Seat | None, events: Sequence[Event]
    ) -> list[discord.ui.Item[Any]]:
        """Buttons for the deals that these events offer."""
        return bargain_buttons(session, seat, events)

    def needless(self, session: GameSession, seat: Seat, events: Sequence[Event]) -> frozenset[str]:
        """Verbs that the buttons for these events' deals cover, if there are no other deals."""
        return answered_by_button(session, seat, events)


async def why(session: GameSession, seat: Seat, choice: Choice) -> str:
    """The steward's reason for a choice, in words, from the seat's own view."""
    assert isinstance(session.rules, Kingmaker)
    content, view = session.rules.content, session.view(seat)
    reason = await think(reason_for, view, seat, content, choice) or Reason("best")
    if reason.kind.startswith("vote_"):
        said = vote_reason(Lexicon(content), reason.kind, reason.named, names(session))
        return said or reason_text(Lexicon(content), "best")
    return reason_text(Lexicon(content), reason.kind, reason.about, reason.opposed)
