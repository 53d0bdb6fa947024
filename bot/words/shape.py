"""The words of a rule set for people: one object of this shape for every game.

Pure functions from events, prompts, choices and views to text in Discord's markdown. A method
cannot reveal anything that it is not given, so nothing hidden gets into a line for everybody.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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


class _Prompts(Protocol):
    """Questions."""

    def ask(self, lex: Any, prompt: Prompt, names: Names, /) -> str: ...


class _Verbs(Protocol):
    """Buttons and fields."""

    def verb(self, offer: Offer, prompt: Prompt | None, /) -> str: ...
    def explained(self, offer: Offer, prompt: Prompt | None, /) -> str: ...
    def field(self, offer: Offer, field: Field, /) -> str: ...


class _Options(Protocol):
    """Menus."""

    def option(
        self, lex: Any, offer: Offer, field: Field, id: str, view: Any, names: Names | None, /
    ) -> tuple[str, str]: ...
    def options_order(self, lex: Any, offer: Offer, field: Field, view: Any, /) -> list[str]: ...


class _Choices(Protocol):
    """Answers."""

    def choice(self, lex: Any, choice: Choice, names: Names, prompt: Prompt | None, /) -> str: ...
    def default(self, lex: Any, prompt: Prompt, names: Names, /) -> str: ...


class _AtStake(Protocol):
    """The text that comes with a question."""

    def stakes(
        self,
        lex: Any,
        prompt: Prompt,
        view: Any,
        names: Names,
        offers: Sequence[Offer],
        settled: Mapping[str, tuple[str, ...]],
        /,
    ) -> list[str]: ...


class _Sheets(Protocol):
    """Longer texts."""

    def lot(self, lex: Any, view: Any, /) -> list[str]: ...
    def phase(self, lex: Any, view: Any, names: Names, /) -> str: ...
    def standings(self, lex: Any, view: Any, standings: Any, names: Names, /) -> list[str]: ...
    def at_a_glance(
        self, lex: Any, view: Any, standings: Any, names: Names, /
    ) -> list[tuple[str, str]]: ...
    def heading(self, lex: Any, view: Any, names: Names, /) -> str: ...
    def card_lines(
        self, lex: Any, view: Any, seat: Seat, names: Names, /, *, over_shoulder: bool
    ) -> list[str]: ...
    def hand_lines(self, lex: Any, view: Any, /) -> list[str]: ...
    def map_text(self, lex: Any, view: Any, names: Names, /) -> str: ...
    def offers_text(
        self, lex: Any, prompts: Sequence[Prompt], view: Any, names: Names, late: Late, /
    ) -> str: ...


class _Lookup(Protocol):
    """Things that can be looked up."""

    def aim(self, lex: Any, /, *, limited: bool) -> Iterable[tuple[str, tuple[str, ...]]]: ...
    def cards(self, lex: Any, /) -> dict[str, str]: ...
    def card_text(self, lex: Any, card: str, view: Any | None, names: Names, /) -> str: ...
    def places(self, lex: Any, /) -> dict[str, str]: ...
    def place_text(self, lex: Any, place: str, view: Any | None, names: Names, /) -> str: ...


class Words(ABC):
    """The words of one game under one rule set.

    A game names its modules, which answer most questions with its lexicon, and adds the rest. The
    object holds only static content, so games can safely share it.
    """

    prompts: _Prompts
    verbs: _Verbs
    options: _Options
    choices: _Choices
    at_stake: _AtStake
    sheets: _Sheets
    lookup: _Lookup

    def __init__(self, lexicon: Any) -> None:
        self.lexicon = lexicon

    @abstractmethod
    def tell(self, event: Event, names: Names) -> str | None:
        """A line of the log, with the rule behind it; None if the event is not worth a line."""

    @abstractmethod
    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines for several events; those that belong together share a line."""

    @abstractmethod
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
        yield from ()

    @abstractmethod
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
        return self.prompts.ask(self.lexicon, prompt, names)

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
        asked = prompt.offers if offers is None else offers
        return self.at_stake.stakes(self.lexicon, prompt, view, names, asked, settled or {})

    def verb(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The label of the button for an offer, at most `VERB_LIMIT` characters."""
        return self.verbs.verb(offer, prompt)

    def explained(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The effect of an offer, in a few words without markup; empty if its label says it all."""
        return self.verbs.explained(offer, prompt)

    def button(self, offers: Sequence[Offer], prompt: Prompt | None, view: Any) -> str:
        """The label of the button for offers of one verb, with their target if they have one."""
        return self.verb(offers[0], prompt)

    def field(self, offer: Offer, field: Field) -> str:
        """The question for one field, at most `FIELD_LIMIT` characters, without markup."""
        return self.verbs.field(offer, field)

    def shortcuts(self, offer: Offer, field: Field) -> tuple[str, str]:
        """The labels of two buttons: one chooses all candidates, the other none of them.

        A label is empty if its button makes no sense here.
        """
        return "All", "No, thanks" if field.free else "None"

    def option(
        self, offer: Offer, field: Field, candidate: str, view: Any, names: Names | None = None
    ) -> tuple[str, str]:
        """The label and the description of a candidate, within the limits and without markup.

        ``names`` are plain; without them, a player goes by number.
        """
        return self.options.option(self.lexicon, offer, field, candidate, view, names)

    def options_order(self, offer: Offer, field: Field, view: Any) -> list[str]:
        """All the candidates in a field, the most interesting ones first."""
        return self.options.options_order(self.lexicon, offer, field, view)

    def choice(self, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
        """A sentence that says what was chosen; the prompt, if known, is the question answered."""
        return self.choices.choice(self.lexicon, choice, names, prompt)

    def default(self, prompt: Prompt, names: Names) -> str:
        """What happens if nobody answers."""
        return self.choices.default(self.lexicon, prompt, names)

    def phase(self, view: Any, names: Names) -> str:
        """The state of the game, in a few words."""
        return self.sheets.phase(self.lexicon, view, names)

    def turn_of(self, view: Any) -> Seat | None:
        """The seat whose turn it is; None if it is nobody's."""
        return None

    def heading(self, view: Any, names: Names) -> str:
        """The game at a glance, in a few lines."""
        return self.sheets.heading(self.lexicon, view, names)

    def progress(self, view: Any, names: Names) -> str:
        """How far a victory that is counted turn by turn has come, how near the last round is, and,
        if players change sides, who is on which side; empty if there is nothing to say.
        """
        return ""

    def standings(self, view: Any, standings: Any, names: Names) -> list[str]:
        """Everybody's standing, and how far each player is from winning, line by line.

        The lines are made from a spectator's view and the game's standings.
        """
        return self.sheets.standings(self.lexicon, view, standings, names)

    def at_a_glance(self, view: Any, standings: Any, names: Names) -> list[tuple[str, str]]:
        """The standings in very few lines, each with its heading: for the card, and below the
        map."""
        return self.sheets.at_a_glance(self.lexicon, view, standings, names)

    def aim(self, *, rules: bool = True, limited: bool = True) -> list[str]:
        """How to win the game under these rules, in a few sentences, with or without rule ids.

        With ``limited``, the text includes what happens when the table's time runs out.
        """
        told = self.lookup.aim(self.lexicon, limited=limited)
        return [self.lexicon.cite(text, *cited) if rules else text for text, cited in told]

    def won_by(self, victory: str) -> str:
        """A kind of victory in words, as in '2 by the last King'."""
        return victory.replace("_", " ")

    def feats(self, done: Sequence[tuple[Feat, str]]) -> list[str]:
        """The records of a server's finished games, line by line. ``done`` has each feat (its
        subject by display name) and the name of the player behind it (empty for anyone who is not
        named).
        """
        return []

    def lot(self, view: Any) -> list[str]:
        """The viewer's start, line by line: what he has, and what is nearest."""
        return self.sheets.lot(self.lexicon, view)

    def kind(self, thing: str) -> str:
        """The display name of any id of the game; unknown text comes back as it is."""
        return str(self.lexicon.kind(thing))

    def card_lines(
        self, view: Any, seat: Seat, names: Names, *, over_shoulder: bool = False
    ) -> list[str]:
        """Everything that the viewer may know about a seat's cards, line by line.

        With ``over_shoulder``, the reader is somebody else, who is not addressed as *you*.
        """
        return self.sheets.card_lines(self.lexicon, view, seat, names, over_shoulder=over_shoulder)

    def hand_lines(self, view: Any) -> list[str]:
        """The viewer's hidden things, for somebody else who may see them.

        The lines include no deal, vote or other answer given in secret.
        """
        return self.sheets.hand_lines(self.lexicon, view)

    @abstractmethod
    def movers(self, view: Any) -> dict[str, str]:
        """The viewer's pieces whose moves can be shown, and their names; often none."""

    @abstractmethod
    def moves_text(self, view: Any, mover: str, prompts: Sequence[Prompt]) -> str:
        """The places where a mover can go and the rules that stop it, according to the viewer's own
        prompts where they show that.

        Raises `ValueError`, with a message that people can read, for anything that is not a mover.
        """

    def map_text(self, view: Any, names: Names) -> str:
        """The board in words, line by line, for people who cannot see the picture."""
        return self.sheets.map_text(self.lexicon, view, names)

    def cards(self) -> dict[str, str]:
        """Every card that can be looked up, with its name; one id for each name."""
        return self.lookup.cards(self.lexicon)

    def card_text(self, card: str, view: Any | None, names: Names) -> str:
        """A card's effect and, with a spectator's view, where the card is, if everybody may
        know."""
        return self.lookup.card_text(self.lexicon, card, view, names)

    def places(self) -> dict[str, str]:
        """Every place that can be looked up, with its name."""
        return self.lookup.places(self.lexicon)

    def place_text(self, place: str, view: Any | None, names: Names) -> str:
        """A place, or a square if the game has any, in words: what it is and, with a spectator's
        view, who holds it and who is there. Empty for anything else."""
        return self.lookup.place_text(self.lexicon, place, view, names)

    @abstractmethod
    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """The reasons why a seat cannot do what it might want to, a line each, with the rule."""

    def offers_text(
        self, prompts: Sequence[Prompt], view: Any, names: Names, late: Late | None = None
    ) -> str:
        """The things one seat can do now, and what happens if it does nothing: the default, unless
        ``late`` says otherwise."""
        late = late or partial(self.default, names=names)
        return self.sheets.offers_text(self.lexicon, prompts, view, names, late)
