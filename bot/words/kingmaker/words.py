"""Everything that Kingmaker says to people (`bot.words.shape.Words`). docs/voice.md sets the
style."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.rules.kernel import Choice, Event, Feat, Field, IllegalChoice, Offer, Prompt, Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.view import BoardView
from bot.rules.rulebook import TableRules
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
from bot.words.kingmaker import talk as words_moments
from bot.words.kingmaker import telling as words_telling
from bot.words.kingmaker import trade as words_trade
from bot.words.kingmaker import verbs as words_verbs
from bot.words.kingmaker.expansion import captives as words_allegiance
from bot.words.kingmaker.expansion import events as words_expansion
from bot.words.kingmaker.families import log as words_families
from bot.words.kingmaker.families import recruiting as words_recruiting
from bot.words.kingmaker.names import VICTORIES, Lexicon
from bot.words.kingmaker.stakes import questions as words_stakes
from bot.words.kingmaker.stakes.questions import aimed
from bot.words.shape import Cue, Names, Words

TOLD = (
    words_events,
    words_fights,
    words_sea,
    words_parliament,
    words_trade,
    words_corrections,
    words_expansion,
    words_allegiance,
    words_families,
    words_recruiting,
)
"""The modules that register the words for events when they are loaded."""


class KingmakerWords(Words):
    """The words of one rule set."""

    prompts, verbs, options = words_prompts, words_verbs, words_options
    choices, sheets, lookup = words_choices, words_sheets, words_lookup
    at_stake = words_stakes

    def __init__(self, content: Content, rules: TableRules | None = None) -> None:
        """``rules`` are those of the table; without them, every rule is shown under its own id."""
        super().__init__(Lexicon(content, rules))

    def tell(self, event: Event, names: Names) -> str | None:
        """A line of the log, with the rule behind it; None if the event is not worth a line."""
        return words_telling.tell(self.lexicon, event, names)

    def tell_all(self, events: Iterable[Event], names: Names) -> list[str]:
        """The lines for several events: runs are joined, and events with public and private
        versions are reported once."""
        return words_telling.tell_all(self.lexicon, events, names)

    def lines(
        self,
        events: Iterable[Event],
        names: Names,
        places: Collection[int] | None = None,
        told: Collection[int] = (),
    ) -> list[tuple[int, str]]:
        """The lines for several events, each with the position of the first event it reports."""
        return words_telling.lines(self.lexicon, events, names, places, told)

    def moments(self, before: Sequence[Event], event: Event, names: Names) -> Iterator[Cue]:
        """The players who might comment on a public event."""
        return words_moments.moments(self.lexicon, before, event, names)

    def digest(
        self,
        events: Iterable[Event],
        names: Names,
        seat: Seat | None,
        computers: Collection[Seat] = (),
    ) -> list[str]:
        """A digest: what was done to the seat, what matters most, what else happened, who moved
        where."""
        return words_digest.digest(self.lexicon, events, names, seat, computers)

    def turn_of(self, view: BoardView) -> Seat | None:
        """The active seat; during set-up, it is nobody's turn."""
        return None if view.phase == "setup" else view.active

    def won_by(self, victory: str) -> str:
        """The name of a kind of victory."""
        return VICTORIES.get(victory, (super().won_by(victory), ""))[0]

    def feats(self, done: Sequence[tuple[Feat, str]]) -> list[str]:
        """The King crowned most often, the player who crowned the most Kings, and the longest
        siege.
        """
        return words_sheets.feats(done)

    def button(self, offers: Sequence[Offer], prompt: Prompt | None, view: BoardView) -> str:
        """The label of a button, with its target if that is obvious."""
        return aimed(self.lexicon, offers, view) or self.verb(offers[0], prompt)

    def shortcuts(self, offer: Offer, field: Field) -> tuple[str, str]:
        """The buttons that choose all or none; no button gives everything away."""
        return words_verbs.shortcuts(offer, field) or super().shortcuts(offer, field)

    def progress(self, view: BoardView, names: Names) -> str:
        """How far along a sole King's reign is, if that wins the game, and how near the last round
        is; if players serve Houses, also who is on which side.
        """
        reign = words_sheets.progress(self.lexicon, view, names)
        sides = (
            [] if view.result is not None else words_families.sides_lines(self.lexicon, view, names)
        )
        return "\n".join(filter(None, [reign, *sides]))

    def movers(self, view: BoardView) -> dict[str, str]:
        """The viewer's nobles on the board."""
        nobles = view.nobles.items()
        own = (k for k, n in nobles if n.seat == view.seat and (n.square or n.aboard))
        return {key: self.lexicon.kind(key) for key in own}

    def moves_text(self, view: BoardView, mover: str, prompts: Sequence[Prompt]) -> str:
        """The ways a noble can go, and the rules that stop him."""
        reach = reach_of(self.lexicon.content, view, NobleId(CardId(mover)), prompts)
        return words_reach.reach_text(self.lexicon, reach)

    def why_not(self, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names) -> list[str]:
        """The reasons why a seat cannot do what it might want to, a line each."""
        return words_choices.why_not(self.lexicon, refused, names)
