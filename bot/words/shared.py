"""The part of the words that every game shares: it passes each question to the module that answers
it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from bot.rules.kernel import Choice, Event, Feat, Field, Offer, Prompt, Seat
from bot.words.shape import Cue, Late, Names


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


class SharedWords:
    """The part of `bot.words.shape.Words` that a game's modules supply, using its lexicon.

    A game names the modules and adds the rest. The object holds only static content, so games can
    safely share it.
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

    def aim(self, *, rules: bool = True, limited: bool = True) -> list[str]:
        """How to win the game under these rules, in a few sentences, with or without rule ids."""
        told = self.lookup.aim(self.lexicon, limited=limited)
        return [self.lexicon.cite(text, *cited) if rules else text for text, cited in told]

    def moments(self, before: Sequence[Event], event: Event, names: Names) -> Iterator[Cue]:
        """The players who might comment on an event: nobody, unless a game says otherwise."""
        yield from ()

    def won_by(self, victory: str) -> str:
        """A kind of victory by its name; a game with several kinds has better words."""
        return victory.replace("_", " ")

    def feats(self, done: Sequence[tuple[Feat, str]], older: int) -> list[str]:
        """The records of finished games: none, unless a game says otherwise."""
        return []

    def lot(self, view: Any) -> list[str]:
        """The viewer's start, line by line: what he has, and what is nearest."""
        return self.sheets.lot(self.lexicon, view)

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
        """Facts that help to answer a question."""
        asked = prompt.offers if offers is None else offers
        return self.at_stake.stakes(self.lexicon, prompt, view, names, asked, settled or {})

    def button(self, offers: Sequence[Offer], prompt: Prompt | None, view: Any) -> str:
        """The label of the button for offers of one verb; a game may name their target."""
        return self.verb(offers[0], prompt)

    def verb(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The label of the button for an offer."""
        return self.verbs.verb(offer, prompt)

    def explained(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The effect of an offer, in a few words."""
        return self.verbs.explained(offer, prompt)

    def field(self, offer: Offer, field: Field) -> str:
        """The question for one field."""
        return self.verbs.field(offer, field)

    def shortcuts(self, offer: Offer, field: Field) -> tuple[str, str]:
        """The labels of the buttons for all candidates and for none; a game may say otherwise."""
        return "All", "No, thanks" if field.free else "None"

    def option(
        self, offer: Offer, field: Field, candidate: str, view: Any, names: Names | None = None
    ) -> tuple[str, str]:
        """The label and the description of a candidate; without names, a player goes by number."""
        return self.options.option(self.lexicon, offer, field, candidate, view, names)

    def options_order(self, offer: Offer, field: Field, view: Any) -> list[str]:
        """All candidates of a field, the interesting ones first."""
        return self.options.options_order(self.lexicon, offer, field, view)

    def choice(self, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
        """A sentence that says what was chosen; the prompt tells one `done` from another."""
        return self.choices.choice(self.lexicon, choice, names, prompt)

    def default(self, prompt: Prompt, names: Names) -> str:
        """What happens if nobody answers."""
        return self.choices.default(self.lexicon, prompt, names)

    def turn_of(self, view: Any) -> Seat | None:
        """Nobody's turn, unless a game says otherwise."""
        return None

    def phase(self, view: Any, names: Names) -> str:
        """The state of the game, in a few words; or how it ended."""
        return self.sheets.phase(self.lexicon, view, names)

    def standings(self, view: Any, standings: Any, names: Names) -> list[str]:
        """Everybody's standing, and how far each player is from winning, line by line."""
        return self.sheets.standings(self.lexicon, view, standings, names)

    def at_a_glance(self, view: Any, standings: Any, names: Names) -> list[tuple[str, str]]:
        """The standings in very few lines, each with its heading."""
        return self.sheets.at_a_glance(self.lexicon, view, standings, names)

    def heading(self, view: Any, names: Names) -> str:
        """The game at a glance, in a few lines."""
        return self.sheets.heading(self.lexicon, view, names)

    def progress(self, view: Any, names: Names) -> str:
        """How far a victory that is counted turn by turn has come; empty, unless a game says
        otherwise.
        """
        return ""

    def kind(self, thing: str) -> str:
        """The display name of any id; unknown text comes back as it is."""
        return str(self.lexicon.kind(thing))

    def card_lines(
        self, view: Any, seat: Seat, names: Names, *, over_shoulder: bool = False
    ) -> list[str]:
        """A seat's cards, line by line, including the hidden ones if the view is the seat's own."""
        return self.sheets.card_lines(self.lexicon, view, seat, names, over_shoulder=over_shoulder)

    def hand_lines(self, view: Any) -> list[str]:
        """The viewer's hidden things, worded for somebody else to read."""
        return self.sheets.hand_lines(self.lexicon, view)

    def map_text(self, view: Any, names: Names) -> str:
        """The board in words, line by line."""
        return self.sheets.map_text(self.lexicon, view, names)

    def cards(self) -> dict[str, str]:
        """Everything that can be looked up except places, one id for each name."""
        return self.lookup.cards(self.lexicon)

    def card_text(self, card: str, view: Any | None, names: Names) -> str:
        """A thing in words: what it is, what it does, and where it is, if everybody may know."""
        return self.lookup.card_text(self.lexicon, card, view, names)

    def places(self) -> dict[str, str]:
        """Every place of the board, with its name."""
        return self.lookup.places(self.lexicon)

    def place_text(self, place: str, view: Any | None, names: Names) -> str:
        """A place in words: what it is, who holds it, and who is there."""
        return self.lookup.place_text(self.lexicon, place, view, names)

    def offers_text(
        self, prompts: Sequence[Prompt], view: Any, names: Names, late: Late | None = None
    ) -> str:
        """The things a seat can do now, and what happens if it does nothing."""
        late = late or partial(self.default, names=names)
        return self.sheets.offers_text(self.lexicon, prompts, view, names, late)
