"""All that Kingmaker says to people (`bot.words.shape.Words`). docs/voice.md sets the style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import Choice, Event, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.movement.reach import reach_of
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker import choices as words_choices
from bot.words.kingmaker import chronicle as words_events
from bot.words.kingmaker import combat as words_fights
from bot.words.kingmaker import corrections as words_corrections
from bot.words.kingmaker import digest as words_digest
from bot.words.kingmaker import lookup as words_lookup
from bot.words.kingmaker import options as words_options
from bot.words.kingmaker import parliament as words_parliament
from bot.words.kingmaker import prompts as words_prompts
from bot.words.kingmaker import reach as words_reach
from bot.words.kingmaker import sea as words_sea
from bot.words.kingmaker import sheets as words_sheets
from bot.words.kingmaker import telling as words_telling
from bot.words.kingmaker import trade as words_trade
from bot.words.kingmaker import verbs as words_verbs
from bot.words.kingmaker.names import Lexicon
from bot.words.shape import Names

TOLD = (words_events, words_fights, words_sea, words_parliament, words_trade, words_corrections)
"""The modules that register the words of events as they are loaded."""


class KingmakerWords:
    """The words of one rule set. Holds only static content; safe to share between games."""

    def __init__(self, content: Content) -> None:
        self.lexicon = Lexicon(content)

    def tell(self, event: Event, names: Names) -> str | None:
        """One line of the log, with the rule behind it; None if it is not worth a line."""
        return words_telling.tell(self.lexicon, event, names)

    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines of several events: runs joined, public and private variants told once."""
        return words_telling.tell_all(self.lexicon, events, names)

    def notable(self, event: Event) -> bool:
        """Deaths, crowns, combat, captures, Parliament, the end: what changes everybody's plans."""
        return words_telling.notable(event)

    def digest(self, events: Iterable[Event], names: Names) -> list[str]:
        """Who died, what changed, who moved where."""
        return words_digest.digest(self.lexicon, events, names)

    def ask(self, prompt: Prompt, names: Names) -> str:
        """The question, in one or two sentences."""
        return words_prompts.ask(self.lexicon, prompt, names)

    def verb(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The label of the button for an offer, at most 40 characters."""
        return words_verbs.verb(offer, prompt)

    def field(self, offer: Offer, field: Field) -> str:
        """The question of one field, with the strength that is needed."""
        return words_verbs.field(offer, field)

    def option(
        self,
        offer: Offer,
        field: Field,
        candidate: str,
        view: BoardView,
        names: Names | None = None,
    ) -> tuple[str, str]:
        """Label (80 characters) and description (100) of a candidate, without markup.

        ``names`` are plain; without them a player is called by number.
        """
        return words_options.option(self.lexicon, offer, field, candidate, view, names)

    def options_order(self, offer: Offer, field: Field, view: BoardView) -> list[str]:
        """All candidates of a field, the interesting ones first."""
        return words_options.options_order(self.lexicon, offer, field, view)

    def choice(self, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
        """A sentence that says what was chosen; the prompt tells one `done` from another."""
        return words_choices.choice(self.lexicon, choice, names, prompt)

    def default(self, prompt: Prompt, names: Names) -> str:
        """What happens if nobody answers."""
        return words_choices.default(self.lexicon, prompt, names)

    def phase(self, view: BoardView, names: Names) -> str:
        """The round, the turn and the phase; or how the game ended."""
        return words_sheets.phase(view, names)

    def heading(self, view: BoardView, names: Names) -> str:
        """The game at a glance, in five lines at most."""
        return words_sheets.heading(self.lexicon, view, names)

    def kind(self, thing: str) -> str:
        """The display name of any id; an unknown text comes back as it is."""
        return self.lexicon.kind(thing)

    def card_lines(self, view: BoardView, seat: int, names: Names) -> list[str]:
        """A faction line by line, with its hand if the view is the seat's own."""
        return words_sheets.card_lines(self.lexicon, view, seat, names)

    def movers(self, view: BoardView) -> dict[str, str]:
        """The viewer's nobles on the board."""
        nobles = view.nobles.items()
        own = (k for k, n in nobles if n.seat == view.seat and (n.square or n.aboard))
        return {key: self.lexicon.kind(key) for key in own}

    def moves_text(self, view: BoardView, mover: str, prompts: Sequence[Prompt]) -> str:
        """Where a noble can go, and the rule that stops him."""
        reach = reach_of(self.lexicon.content, view, mover, prompts)
        return words_reach.reach_text(self.lexicon, reach)

    def map_text(self, view: BoardView, names: Names) -> str:
        """Who is where, region by region, a line a square."""
        return words_sheets.map_text(self.lexicon, view, names)

    def cards(self) -> dict[str, str]:
        """Every card and heir that can be looked up, one id for each name."""
        return words_lookup.cards(self.lexicon)

    def card_text(self, card: str, view: BoardView | None, names: Names) -> str:
        """What a card or an heir is, what it does, and where it lies face up."""
        return words_lookup.card_text(self.lexicon, card, view, names)

    def places(self) -> dict[str, str]:
        """Every place on the map, with its name."""
        return words_lookup.places(self.lexicon)

    def place_text(self, place: str, view: BoardView | None, names: Names) -> str:
        """What a place is, whose it is, and who stands there."""
        return words_lookup.place_text(self.lexicon, place, view, names)

    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """Why a seat cannot do what it might expect to, a line for each reason."""
        return words_choices.why_not(self.lexicon, refused, names)

    def offers_text(self, prompts: Sequence[Prompt], view: BoardView, names: Names) -> str:
        """What a seat can do now, and what happens if it does not."""
        return words_sheets.offers_text(self.lexicon, prompts, view, names)
