"""Everything that Lancaster says to people (`bot.words.shape.Words`). docs/voice.md sets the
style."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from bot.rules.kernel import Choice, Event, IllegalChoice, Offer, Prompt, Seat
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView
from bot.words.lancaster import lookup as words_lookup
from bot.words.lancaster import options as words_options
from bot.words.lancaster import prompts as words_prompts
from bot.words.lancaster import sheets as words_sheets
from bot.words.lancaster import stakes as words_stakes
from bot.words.lancaster import stakes as words_talk
from bot.words.lancaster import verbs as words_verbs
from bot.words.lancaster.chronicle import TELLERS, without_echoes
from bot.words.lancaster.names import Lexicon
from bot.words.phrases import Told, joined, reasons, sentence
from bot.words.shape import Cue, Names, Words
from bot.words.weight import weighed


class LancasterWords(Words):
    """The words of one rule set."""

    lexicon: Lexicon

    prompts, verbs, options = words_prompts, words_verbs, words_options
    choices, sheets, lookup = words_verbs, words_sheets, words_lookup
    at_stake = words_stakes

    def __init__(self, content: Content) -> None:
        super().__init__(Lexicon(content))

    def tell(self, event: Event, names: Names) -> str | None:
        """A line of the log, with the rule behind it; None if the event is not worth a line."""
        told = self._told(event, names)
        return None if told is None else self._line([told])

    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines for several events; consecutive gifts from one place to one player share a
        line.
        """
        return [line for _, line in self.lines(events, names)]

    def lines(
        self,
        events: Iterable[Event],
        names: Names,
        places: Collection[int] | None = None,
        told: Collection[int] = (),
    ) -> list[tuple[int, str]]:
        """The lines for several events, each with the position of the first event it reports."""
        known = list(events)
        wanted = range(len(known)) if places is None else places
        seen = sorted({*wanted, *told})
        found = [
            replace(line, at=seen[at])
            for at, event in without_echoes([known[at] for at in seen])
            if seen[at] in wanted and (line := self._told(event, names)) is not None
        ]
        return [(run[0].at, self._line(run)) for run in joined(found)]

    def _told(self, event: Event, names: Names) -> Told | None:
        teller = TELLERS.get(type(event))
        return None if teller is None else teller(self.lexicon, event, names)

    def _line(self, run: list[Told]) -> str:
        return self.lexicon.cite(sentence(run), *(told.rule for told in run))

    def moments(self, before: Sequence[Event], event: Event, names: Names) -> Iterator[Cue]:
        """The players who might comment on a public event."""
        return words_talk.moments(self.lexicon, event, names)

    def digest(
        self,
        events: Iterable[Event],
        names: Names,
        seat: Seat | None,
        computers: Collection[Seat] = (),
    ) -> list[str]:
        """A digest: what was done to the seat, and what matters most; the board shows where the
        knights are."""
        lines: list[str] = []
        for heading, below in weighed(events, seat, computers).items():
            if told := self.tell_all(below, names):
                lines += [f"**{heading}**", *(f"• {line}" for line in told)]
        return lines

    def movers(self, view: BoardView) -> dict[str, str]:
        """No piece has moves to show: knights are placed and do not move about."""
        return {}

    def moves_text(self, view: BoardView, mover: str, prompts: Sequence[Prompt]) -> str:
        """Nothing moves here. Raises ValueError, which says so."""
        raise ValueError("Knights are placed where you choose; they do not move about.")

    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """The reasons why a seat cannot do what it might want to, a line each."""
        found = reasons(refused, self._spoken, self._wished)
        return [self.lexicon.cite(f"• {text}", rule) for text, rule in found]

    def _spoken(self, wish: Choice) -> str:
        kind = "county" if wish.verb == "nobleman" else ""
        return words_verbs.verb(Offer(wish.verb, rule="lancaster-4iiia.2" if kind else ""))

    def _wished(self, wish: Choice) -> str:
        """The subject of a wish: the county, the castle space or the conflict."""
        for name, kind in (("county", "county"), ("space", "castle"), ("card", "conflict")):
            if wish.many(name):
                return self.lexicon.kind(f"{kind}:{wish.one(name)}")
        return ""
