"""All that Lancaster says to people (`bot.words.shape.Words`). docs/voice.md sets the style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import Choice, Event, Field, IllegalChoice, Offer, Prompt
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView
from bot.words.lancaster import lookup as words_lookup
from bot.words.lancaster import options as words_options
from bot.words.lancaster import prompts as words_prompts
from bot.words.lancaster import sheets as words_sheets
from bot.words.lancaster import verbs as words_verbs
from bot.words.lancaster.chronicle import NOTABLE, TELLERS, without_echoes
from bot.words.lancaster.names import Lexicon
from bot.words.phrases import Told, joined, reasons, sentence
from bot.words.shape import Names


class LancasterWords:
    """The words of one rule set. Holds only static content; safe to share between games."""

    def __init__(self, content: Content) -> None:
        self.lexicon = Lexicon(content)

    def tell(self, event: Event, names: Names) -> str | None:
        """One line of the log, with the rule behind it; None if it is not worth a line."""
        told = self._told(event, names)
        return None if told is None else self._line([told])

    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines of several events, what one place gives one player in one line."""
        new = without_echoes(list(events))
        told = [found for event in new if (found := self._told(event, names)) is not None]
        return [self._line(run) for run in joined(told)]

    def _told(self, event: Event, names: Names) -> Told | None:
        teller = TELLERS.get(type(event))
        return None if teller is None else teller(self.lexicon, event, names)

    def _line(self, run: list[Told]) -> str:
        return self.lexicon.cite(sentence(run), *(told.rule for told in run))

    def notable(self, event: Event) -> bool:
        """Expulsions, votes, conflicts, captures, the end: what changes everybody's plans."""
        return isinstance(event, NOTABLE)

    def digest(self, events: Iterable[Event], names: Names) -> list[str]:
        """What changes everybody's plans; where knights were placed, the board shows."""
        told = self.tell_all([event for event in events if self.notable(event)], names)
        return ["**What changed**", *(f"• {line}" for line in told)] if told else []

    def ask(self, prompt: Prompt, names: Names) -> str:
        """The question, in one or two sentences."""
        return words_prompts.ask(self.lexicon, prompt, names)

    def verb(self, offer: Offer, prompt: Prompt | None = None) -> str:
        """The label of the button for an offer, at most 40 characters."""
        return words_verbs.verb(offer, prompt)

    def field(self, offer: Offer, field: Field) -> str:
        """The question of one field."""
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
        """A sentence that says what was chosen; the prompt tells one `decline` from another."""
        return words_verbs.choice(self.lexicon, choice, names, prompt)

    def default(self, prompt: Prompt, names: Names) -> str:
        """What happens if nobody answers."""
        return words_verbs.default(self.lexicon, prompt, names)

    def phase(self, view: BoardView, names: Names) -> str:
        """The round and the phase; or how the game ended."""
        return words_sheets.phase(self.lexicon, view, names)

    def heading(self, view: BoardView, names: Names) -> str:
        """The game at a glance, in eight lines at most."""
        return words_sheets.heading(self.lexicon, view, names)

    def kind(self, thing: str) -> str:
        """The display name of any id; an unknown text comes back as it is."""
        return self.lexicon.kind(thing)

    def card_lines(self, view: BoardView, seat: int, names: Names) -> list[str]:
        """A house line by line, with what lies behind its screen if the view is the seat's own."""
        return words_sheets.card_lines(self.lexicon, view, seat, names)

    def movers(self, view: BoardView) -> dict[str, str]:
        """Nobody: knights are placed, they do not move about."""
        return {}

    def moves_text(self, view: BoardView, mover: str, prompts: Sequence[Prompt]) -> str:
        """Nothing moves here, so there is nothing to tell."""
        raise ValueError("Knights are placed where you choose; they do not move about.")

    def map_text(self, view: BoardView, names: Names) -> str:
        """Counties, conflicts, castles and laws, a line each."""
        return words_sheets.map_text(self.lexicon, view, names)

    def cards(self) -> dict[str, str]:
        """Laws, conflicts, tiles of the King's Favour and castle spaces."""
        return words_lookup.cards(self.lexicon)

    def card_text(self, card: str, view: BoardView | None, names: Names) -> str:
        """What a card, a tile or a castle space does, and where it lies now."""
        return words_lookup.card_text(self.lexicon, card, view, names)

    def places(self) -> dict[str, str]:
        """Every county, with its name."""
        return words_lookup.places(self.lexicon)

    def place_text(self, place: str, view: BoardView | None, names: Names) -> str:
        """What a county asks and gives, and who holds it."""
        return words_lookup.place_text(self.lexicon, place, view, names)

    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """Why a seat cannot do what it might expect to, a line for each reason."""
        found = reasons(refused, self._spoken, self._wished)
        return [self.lexicon.cite(f"• {text}", rule) for text, rule in found]

    def _spoken(self, wish: Choice) -> str:
        kind = "county" if wish.verb == "nobleman" else ""
        return words_verbs.verb(Offer(wish.verb, rule="lancaster-4iiia.2" if kind else ""))

    def _wished(self, wish: Choice) -> str:
        """What a wish is about: the county, the castle space or the conflict."""
        for name, kind in (("county", "county"), ("space", "castle"), ("card", "conflict")):
            if wish.many(name):
                return self.lexicon.kind(f"{kind}:{wish.one(name)}")
        return ""

    def offers_text(self, prompts: Sequence[Prompt], view: BoardView, names: Names) -> str:
        """What a seat can do now, and what happens if it does not."""
        return words_sheets.offers_text(self.lexicon, prompts, view, names)
