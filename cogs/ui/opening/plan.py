"""A table as it would be if opened now.

The choices so far travel in the ids of the controls, so a set-up survives a restart; nothing is
stored and nothing happens until *Open the table* is pressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from bot.content.presets import Preset
from bot.content.ruleset_files import Specification
from bot.games import (
    GAMES,
    choosable,
    decks,
    game_for,
    in_words,
    options_at,
    presets_of,
    with_chosen,
)
from bot.rules.kernel import Game
from bot.session import GameSession, Mix, Refused
from bot.session.clock.pace import BY_DEFAULT, PACES
from bot.session.receipts import STALE
from cogs.ui.customs import Term, terms_of
from cogs.ui.log_notes import span
from cogs.ui.opening.computers import (
    CHARACTER,
    LEVEL,
    Answer,
    characters_to_choose,
    levels_to_choose,
)

NOBODYS = "new"
"""The mark that takes the place of a game in the ids of a table that is not open yet."""

COMPUTER = "steward"
"""The computer player that decides for somebody who is late."""

NO_PACE = ""

LENGTHS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("No limit", "It ends when somebody wins", {}),
    ("2 hours", "Then the player in the best position wins", {"hours": "2"}),
    ("4 hours", "Then the player in the best position wins", {"hours": "4"}),
    ("10 rounds", "A short game", {"rounds": "10"}),
    ("20 rounds", "The usual length", {"rounds": "20"}),
    ("2 weeks", "For a table that plays day by day", {"hours": "336"}),
    ("2 months", "For a table that takes its time", {"hours": "1440"}),
)
"""The limits a table may have: label, short description, and the game's options."""

USUAL = next(number for number, (_, about, _) in enumerate(LENGTHS) if about == "The usual length")
"""The limit for a table unless another is chosen."""

PACE_WORDS = {
    "live": "Live: everybody is at the table now",
    "daily": "Daily: a look at the game every day",
    "relaxed": "Relaxed: now and then",
    NO_PACE: "No deadlines: nobody is hurried",
}

_COMPUTERS = "*"
"""The mark between the computers' level and character and the rest of a packed plan."""

_OF_A_MIX = "~"
"""The mark before the options in a packed plan."""
OWN = "own:"
"""The value that leaves rules as they were put together; no preset can have this name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table as it would be if opened now. ``start`` names the preset from which the plan
    began."""

    game: str
    start: str
    seats: int = 4
    length: int = USUAL
    pace: str = "daily"
    late: str = BY_DEFAULT
    terms: tuple[int, ...] = ()
    """The number of the answer to each of the game's own terms."""
    level: int = 0
    character: int = 0
    """The numbers of the computers' level and character, where 0 means the usual one."""
    chosen: tuple[str, ...] | None = None
    """All the options of the plan's rules, sorted, including those of the rule set; None if they
    are the preset's own.
    """

    @classmethod
    def fresh(cls, game: str | None = None) -> Plan:
        """A plan for a game (the first, if none is named) with its usual rules and terms."""
        game = game if game in GAMES else next(iter(GAMES))
        return cls(game, presets_of(game)[0].id).fitting()

    @property
    def preset(self) -> Preset:
        """The preset from which the plan began."""
        return preset_of(self.game, self.start)

    @property
    def ruleset(self) -> str:
        """The rules that would be played, in the form that rules and storage use."""
        if self.chosen is None:
            return self.preset.specification
        return with_chosen(self.game, self.preset.ruleset, self.chosen)

    def in_words(self) -> str:
        """The rules that would be played, in words."""
        return in_words(self.preset, self.ruleset)

    def fitting(self) -> Plan:
        """The same plan, with rules that the game has and seats that the rules allow."""
        known = presets_of(self.game)
        start = self.start if any(one.id == self.start for one in known) else known[0].id
        plan = replace(self, start=start)
        if self.chosen is not None and self.chosen == options_at(
            self.game, plan.preset.specification
        ):
            plan = replace(plan, chosen=None)
        possible = seats_of(self.game, plan.ruleset)
        seats = self.seats if self.seats in possible else min(possible, key=self._from_seats)
        terms = tuple(
            chosen if chosen < len(term.answers) else 0
            for term, chosen in zip_longest(terms_of(self.game), self.terms, fillvalue=0)
            if isinstance(term, Term)
        )
        level = self.level if self.level < len(levels_to_choose(self.game)) else 0
        character = self.character if self.character < len(characters_to_choose(self.game)) else 0
        return replace(plan, seats=seats, terms=terms, level=level, character=character)

    def _from_seats(self, number: int) -> int:
        return abs(number - self.seats)

    def options(self) -> dict[str, str]:
        """The options of the game that would be opened."""
        options = limit_of(game_for(self.game, self.ruleset), self.length)
        if self.pace != NO_PACE:
            options["pace"] = self.pace
            if self.late != BY_DEFAULT:
                options["late"] = self.late
        for term, chosen in zip(terms_of(self.game), self.terms, strict=False):
            if chosen:
                options[term.option] = term.answers[chosen][0]
        for option, answers, chosen in self._of_computers():
            if chosen:
                options[option] = answers[chosen][0]
        return options

    def _of_computers(self) -> tuple[tuple[str, Sequence[Answer], int], ...]:
        """The settings for computers: the option, its answers, and the answer chosen."""
        return (
            (LEVEL, levels_to_choose(self.game), self.level),
            (CHARACTER, characters_to_choose(self.game), self.character),
        )

    def packed(self) -> str:
        """The plan in a few letters, for an id."""
        numbers = (
            list(GAMES).index(self.game),
            self.start,
            self.seats,
            self.length,
            list(PACE_WORDS).index(self.pace),
            int(self.late != BY_DEFAULT),
            *self.terms,
        )
        text = ".".join(str(number) for number in numbers)
        if self.level or self.character:
            text += f"{_COMPUTERS}{self.level}{_COMPUTERS}{self.character}"
        if self.chosen is None:
            return text
        return f"{text}{_OF_A_MIX}{_packed_options(self.game, self.ruleset, self.chosen)}"

    @classmethod
    def unpacked(cls, text: str) -> Plan:
        """The plan that `packed` packed. Raises Refused if the text is something else."""
        text, *mix = text.split(_OF_A_MIX)
        try:
            text, *computers = text.split(_COMPUTERS)
            level, character = (abs(int(number)) for number in computers or ("0", "0"))
            numbers = text.split(".")
            game, seats, length, pace, late = (int(numbers[n]) for n in (0, 2, 3, 4, 5))
            name, start = list(GAMES)[game], numbers[1]
            _ = LENGTHS[length]
            plan = cls(name, preset_of(name, start).id, seats, length, list(PACE_WORDS)[pace])
            terms = tuple(abs(int(number)) for number in numbers[6:])
            if mix:
                plan = replace(plan, chosen=_unpacked_options(name, plan.ruleset, *mix))
        except (ValueError, IndexError, TypeError):
            raise Refused(STALE) from None
        plan = replace(plan, late=COMPUTER if late else BY_DEFAULT, terms=terms)
        plan = replace(plan, level=level, character=character)
        return plan._playable().fitting()

    def with_picked(self, field: str, value: str, mixes: Sequence[Mix] = ()) -> Plan:
        """The same plan with one thing chosen. Raises Refused for anything that cannot be
        chosen."""
        if field == "game" and value in GAMES:
            return replace(self, game=value, terms=(), chosen=None).fitting()
        if field == "ruleset":
            return self._begun_from(value, mixes).fitting()
        if field == "seats" and value.isdecimal():
            return replace(self, seats=int(value)).fitting()
        if field == "length" and value.isdecimal() and int(value) < len(LENGTHS):
            return replace(self, length=int(value))
        if field == "pace" and value in (*PACES, "none"):
            return replace(self, pace=NO_PACE if value == "none" else value)
        if field == "late" and value in (BY_DEFAULT, COMPUTER):
            return replace(self, late=value)
        if field == LEVEL and value.isdecimal():
            return replace(self, level=int(value)).fitting()
        if field == CHARACTER and value.isdecimal():
            return replace(self, character=int(value)).fitting()
        own = [term.option for term in terms_of(self.game)]
        if field in own and value.isdecimal():
            terms = list(self.fitting().terms)
            terms[own.index(field)] = int(value)
            return replace(self, terms=tuple(terms)).fitting()
        raise Refused(STALE)

    def _begun_from(self, value: str, mixes: Sequence[Mix]) -> Plan:
        """The same plan, begun from another preset or from a mix that the server keeps."""
        if any(value == one.id for one in presets_of(self.game)):
            return replace(self, start=value, chosen=None)
        if value == OWN:
            return self
        for mix in mixes:
            if value == mix.value and mix.game == self.game:
                return self.with_rules(mix.ruleset)
        raise Refused(STALE)

    def with_rules(self, ruleset: str) -> Plan:
        """The same plan with these rules, given in the form that storage uses. Raises Refused if
        there are no such rules.
        """
        known = presets_of(self.game)
        same = next((one for one in known if one.specification == ruleset), None)
        if same is not None:
            return replace(self, start=same.id, chosen=None)
        basis = Specification.parse(ruleset).ruleset
        starts = sorted((one for one in known if one.ruleset == basis), key=lambda p: p.options)
        if not starts:
            raise Refused(STALE)
        options = options_at(self.game, ruleset)
        return replace(self, start=starts[0].id, chosen=options)._playable()

    def with_options(self, among: Iterable[str], picked: Iterable[str]) -> Plan:
        """The same plan with ``picked`` chosen from the options in ``among``, and all others
        unchanged.

        The options may include decks: a newly picked deck brings all its options and everything
        they need, and a dropped one takes its options away. Raises Refused, with the reason, if
        these options do not go together.
        """
        among, picked = set(among), set(picked)
        now = set(options_at(self.game, self.ruleset))
        wanted = (now - among) | picked
        for each in decks(self.game, self.ruleset):
            if each.deck.id not in among:
                continue
            wanted.discard(each.deck.id)
            if each.deck.id in picked and not each.whole:
                wanted |= {*each.deck.options, *each.brings}
            elif each.whole and each.deck.id not in picked:
                wanted -= set(each.deck.options)
        return replace(self, chosen=tuple(sorted(wanted)))._playable().fitting()

    def _playable(self) -> Plan:
        """The plan itself. Raises Refused if its rules do not go together."""
        try:
            game_for(self.game, self.ruleset)
        except LookupError as unfit:
            raise Refused(str(unfit)) from None
        return self


def _packed_options(game: str, ruleset: str, options: Iterable[str]) -> str:
    """The chosen options as bits, with a checksum that shows whether the known options have
    changed."""
    known = sorted(one.option.id for one in choosable(game, ruleset))
    bits = sum(1 << known.index(option) for option in options)
    return f"{bits:x}{_OF_A_MIX}{_stamp(known)}"


def _unpacked_options(game: str, ruleset: str, bits: str, stamp: str) -> tuple[str, ...]:
    """The options that the bits stand for. Raises ValueError if the options have changed."""
    known = sorted(one.option.id for one in choosable(game, ruleset))
    if stamp != _stamp(known):
        raise ValueError("the options have changed")
    number = int(bits, 16)
    return tuple(option for place, option in enumerate(known) if number >> place & 1)


def _stamp(known: Sequence[str]) -> str:
    return f"{zlib.crc32(' '.join(known).encode()) & 0xFFFFF:x}"


def preset_of(game: str, name: str) -> Preset:
    """The preset with this id. Raises ValueError if there is no such preset."""
    for one in presets_of(game):
        if one.id == name:
            return one
    raise ValueError(f"there is no preset {name!r}")


def seats_of(game: str, ruleset: str) -> range:
    """The possible numbers of players under these rules."""
    return game_for(game, ruleset).seat_range


def fixed_rounds(rules: Game) -> int | None:
    """The number of rounds a game always has; None if the table decides that."""
    rounds = getattr(rules.content.ruleset, "rounds", None)
    return rounds if isinstance(rounds, int) else None


def limit_of(rules: Game, length: int = USUAL) -> dict[str, str]:
    """The options for one of the lengths; empty if the rules themselves say when the game ends."""
    return {} if fixed_rounds(rules) is not None else dict(LENGTHS[length][2])


def length_text(rules: Game, options: Mapping[str, str]) -> str:
    """A sentence that says when a table's game ends."""
    fixed = fixed_rounds(rules)
    if fixed is not None:
        return f"It ends after {fixed} rounds."
    rounds, hours = options.get("rounds"), options.get("hours")
    ends = [f"after {rounds} rounds"] if rounds else []
    if hours:
        ends.append(f"{span(float(hours) * 3_600)} after the start")
    return f"It ends {' or '.join(ends)} at the latest." if ends else "It ends when somebody wins."


def has_limit(session: GameSession) -> bool:
    """Whether a table ends after a number of rounds or hours if nobody wins first."""
    return fixed_rounds(session.rules) is not None or not session.options.keys().isdisjoint(
        ("rounds", "hours")
    )
