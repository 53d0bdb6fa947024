"""The words of a rule set for people: one object of this shape for every game.

Pure functions from events, prompts, choices and views to text in Discord's markdown. A method
cannot reveal anything that it is not given, so nothing hidden gets into a line for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.rules.kernel import Choice, Event, Feat, Field, IllegalChoice, Offer, Prompt, Seat

Names = Callable[[Seat], str]
"""A function from a seat's number to the player's name (plain, bold or a mention)."""

Late = Callable[[Prompt], str]
"""A function from a question to a sentence saying what happens if it is not answered."""

LABEL_LIMIT = 80
"""The most characters an option's label may have."""

DESCRIPTION_LIMIT = 100
"""The most characters an option's description may have."""

VERB_LIMIT = 40
"""The most characters a button's label may have."""

FIELD_LIMIT = 150
"""The most characters a menu's question may have."""


@dataclass(frozen=True, slots=True)
class Cue:
    """An occasion for a comment: whose it is, its kind, and the things that the comment may name,
    by their role.
    """

    seat: Seat
    occasion: str
    named: Mapping[str, str]


class Words(Protocol):
    """The words of one game under one rule set."""

    def tell(self, event: Event, names: Names) -> str | None:
        """A line of the log, with the rule behind it; None if the event is not worth a line."""

    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines for several events; those that belong together share a line."""

    def lines(
        self,
        events: Iterable[Event],
        names: Names,
        places: Collection[int] | None = None,
        told: Collection[int] = (),
    ) -> list[tuple[int, str]]:
        """The lines for several events, each line with the position of the first event it reports.

        Only the events at ``places`` are reported (None: all of them); those at ``told`` have lines
        already, and anything that these lines report more fully is not repeated.
        """

    def moments(self, before: Sequence[Event], event: Event, names: Names) -> Iterator[Cue]:
        """The players who might comment on a public event; ``before`` is what everybody saw earlier
        in the same turn."""

    def digest(
        self,
        events: Iterable[Event],
        names: Names,
        seat: Seat | None,
        computers: Collection[Seat] = (),
    ) -> list[str]:
        """The events a seat missed, in a few lines with headings, the most important first; news
        about ``computers`` alone is one line."""

    def ask(self, prompt: Prompt, names: Names) -> str:
        """The question, in one or two sentences."""

    def stakes(
        self,
        prompt: Prompt,
        view: Any,
        names: Names,
        offers: Sequence[Offer] | None = None,
        settled: Mapping[str, tuple[str, ...]] | None = None,
    ) -> list[str]:
        """Facts that help with the answer, line by line: odds, votes, who gets what.

        The facts come from the view only, which may be a spectator's. ``offers`` are those of the
        prompt that still fit ``settled``, the choices so far; None means all of them.
        """

    def verb(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The label of the button for an offer, at most `VERB_LIMIT` characters."""

    def explained(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The effect of an offer, in a few words without markup; empty if its label says it all."""

    def button(self, offers: Sequence[Offer], prompt: Prompt | None, view: Any) -> str:
        """The label of the button for offers of one verb, with their target if they have one."""

    def field(self, offer: Offer, field: Field) -> str:
        """The question for one field, at most `FIELD_LIMIT` characters, without markup."""

    def shortcuts(self, offer: Offer, field: Field) -> tuple[str, str]:
        """The labels of two buttons: one chooses all candidates, the other none of them.

        A label is empty if its button makes no sense here.
        """

    def option(
        self,
        offer: Offer,
        field: Field,
        candidate: str,
        view: Any,
        names: Names | None = None,
    ) -> tuple[str, str]:
        """The label and the description of a candidate, within the limits and without markup.

        ``names`` are plain; without them, a player goes by number.
        """

    def options_order(self, offer: Offer, field: Field, view: Any) -> list[str]:
        """All the candidates in a field, the most interesting ones first."""

    def choice(self, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
        """A sentence that says what was chosen; the prompt, if known, is the question answered."""

    def default(self, prompt: Prompt, names: Names) -> str:
        """What happens if nobody answers."""

    def phase(self, view: Any, names: Names) -> str:
        """The state of the game, in a few words."""

    def turn_of(self, view: Any) -> Seat | None:
        """The seat whose turn it is; None if it is nobody's."""

    def heading(self, view: Any, names: Names) -> str:
        """The game at a glance, in a few lines."""

    def progress(self, view: Any, names: Names) -> str:
        """How far a victory that is counted turn by turn has come, how near the last round is, and,
        if players change sides, who is on which side; empty if there is nothing to say.
        """

    def standings(self, view: Any, standings: Any, names: Names) -> list[str]:
        """Everybody's standing, and how far each player is from winning, line by line.

        The lines are made from a spectator's view and the game's standings.
        """

    def at_a_glance(self, view: Any, standings: Any, names: Names) -> list[tuple[str, str]]:
        """The standings in very few lines, each with its heading: for the card, and below the
        map."""

    def aim(self, *, rules: bool = True, limited: bool = True) -> list[str]:
        """How to win the game under these rules, in a few sentences, with or without rule ids.

        With ``limited``, the text includes what happens when the table's time runs out.
        """

    def won_by(self, victory: str) -> str:
        """A kind of victory in words, as in '2 by the last King'."""

    def feats(self, done: Sequence[tuple[Feat, str]], older: int) -> list[str]:
        """The records of a server's finished games, line by line. ``done`` has each feat (its
        subject by display name) and the name of the player behind it (empty for anyone who is not
        named); ``older`` is the number of games whose feats are not known.
        """

    def lot(self, view: Any) -> list[str]:
        """The viewer's start, line by line: what he has, and what is nearest."""

    def kind(self, thing: str) -> str:
        """The display name of any id of the game; unknown text comes back as it is."""

    def card_lines(
        self, view: Any, seat: Seat, names: Names, *, over_shoulder: bool = False
    ) -> list[str]:
        """Everything that the viewer may know about a seat's cards, line by line.

        With ``over_shoulder``, the reader is somebody else, who is not addressed as *you*.
        """

    def hand_lines(self, view: Any) -> list[str]:
        """The viewer's hidden things, for somebody else who may see them.

        The lines include no deal, vote or other answer given in secret.
        """

    def movers(self, view: Any) -> dict[str, str]:
        """The viewer's pieces whose moves can be shown, and their names; often none."""

    def moves_text(self, view: Any, mover: str, prompts: Sequence[Prompt]) -> str:
        """The places where a mover can go and the rules that stop it, according to the viewer's own
        prompts where they show that.

        Raises `ValueError`, with a message that people can read, for anything that is not a mover.
        """

    def map_text(self, view: Any, names: Names) -> str:
        """The board in words, line by line, for people who cannot see the picture."""

    def cards(self) -> dict[str, str]:
        """Every card that can be looked up, with its name; one id for each name."""

    def card_text(self, card: str, view: Any | None, names: Names) -> str:
        """A card's effect and, with a spectator's view, where the card is, if everybody may
        know."""

    def places(self) -> dict[str, str]:
        """Every place that can be looked up, with its name."""

    def place_text(self, place: str, view: Any | None, names: Names) -> str:
        """A place, or a square if the game has any, in words: what it is and, with a spectator's
        view, who holds it and who is there. Empty for anything else."""

    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """The reasons why a seat cannot do what it might want to, a line each, with the rule."""

    def offers_text(
        self, prompts: Sequence[Prompt], view: Any, names: Names, late: Late | None = None
    ) -> str:
        """The things one seat can do now, and what happens if it does nothing: the default, unless
        ``late`` says otherwise."""
