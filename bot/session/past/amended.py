"""Another line of a game: one earlier answer is different, and everything after it is replayed.

Nobody may learn anything by looking at another line. So a line is followed only for as long as it
draws the same cards as the game itself did, rolls only dice that everybody has seen, tells nobody
anything in private that he does not already know, and names nothing that is now hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from bot.rules.kernel import Choice, Event, Game, IllegalChoice, Match, Offer, Outcome, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT, words_in
from bot.session.announcements import plain
from bot.session.receipts import Refused

OTHER_RULES = (
    "The rules of this game have been corrected since then, so I cannot replay its steps. "
    "`/mod rewind` goes back to a turn."
)
_WORLDS = 6
"""How many worlds are imagined to find out which choices everybody knows to be on offer."""

NOT_OFFERED = "That answer was not possible then."


@dataclass(frozen=True, slots=True)
class Past:
    """A standing step: which seat gave which answer, and how often draws had been taken back by
    then."""

    seat: Seat
    choice: Choice
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class PlayedOver:
    """A step of the other line, and the position after it. ``number`` is the step of the real game
    that it replaces; ``same`` says that the same things happened.
    """

    number: int
    choice: Choice
    outcome: Outcome
    position: bytes
    taken_back: int
    same: bool


@dataclass(frozen=True, slots=True)
class Line:
    """How far another line goes, compared with the line of the game itself.

    If no steps were ``played``, nobody may even see where the other answer leads. ``true`` are the
    events of every step of the real game. ``whole`` says that every later answer is kept.
    """

    played: tuple[PlayedOver, ...]
    true: tuple[tuple[Event, ...], ...]
    whole: bool

    def instead(self, seat: Seat | None) -> tuple[Event, ...]:
        """What would happen in this line, as a seat (None: a spectator) may read it."""
        return tuple(
            event
            for step in self.played
            if not step.same
            for event in step.outcome.events
            if event.visible_to(seat)
        )

    def gone(self, seat: Seat | None) -> tuple[Event, ...]:
        """What happened in the game but would not have happened in this line, as a seat (None: a
        spectator) may read it."""
        same = {step.number for step in self.played if step.same}
        steps = (events for number, events in enumerate(self.true) if number not in same)
        return tuple(event for events in steps for event in events if event.visible_to(seat))

    def kept(self) -> int:
        """How many of the later, publicly known answers are kept."""
        return sum(_is_known(self.true[step.number]) for step in self.played[1:])

    def lost(self) -> int:
        """How many of the later, publicly known answers are not kept."""
        first = max(len(self.played), 1)
        return sum(_is_known(events) for events in self.true[first:])

    def last_kept(self) -> tuple[Event, ...]:
        """What everybody saw happen at the last of the later answers to be kept."""
        for step in reversed(self.played[1:]):
            if _is_known(self.true[step.number]):
                return tuple(e for e in step.outcome.events if e.visible_to(None))
        return ()


@dataclass(slots=True)
class _True:
    """The game itself, replayed: its events, its draws, and which dice everybody has seen."""

    events: list[tuple[Event, ...]] = field(default_factory=list)
    decks: list[list[list[str]]] = field(default_factory=list)
    seen_dice: set[tuple[int, int]] = field(default_factory=set)


def follow(game: Game, base: bytes, past: Sequence[Past], choice: Choice, now: Match) -> Line:
    """The line that a game would have taken if the first of its last steps had been answered
    differently.

    ``base`` is the position before those steps, and ``now`` is the game after them. Refused if the
    answer was not on offer, or if the steps do not lead to the game's present position.
    """
    true = _play_true(game, base, past, now)
    hidden = set(game.hidden_names(now.position, None))
    match, position = Match.load(game, base), base
    played: list[PlayedOver] = []
    good = 0
    for number, step in enumerate(past):
        _bring(match, step.taken_back)
        before = bool(match.sealed())
        used = match.position.dice.used
        answer = choice if number == 0 else step.choice
        try:
            outcome = _carry_out(match, step.seat, answer)
        except (IllegalChoice, LookupError, ValueError, AssertionError):
            if number == 0:
                raise Refused(NOT_OFFERED) from None
            break
        if not _may_be_seen(match, outcome, used, true, number, hidden):
            break
        same = plain(outcome.events) == plain(true.events[number])
        position = match.save()
        taken_back = match.taken_back
        played.append(PlayedOver(number, answer, outcome, position, taken_back, same))
        if not before or not match.sealed():
            good = len(played)
        if match.over:
            break
    whole = good == len(past)
    return Line(tuple(played[:good]), tuple(true.events), whole)


def public_prompts(match: Match, seat: Seat) -> list[Prompt]:
    """What a seat must choose from, as far as everybody may know its choices.

    The prompts hold whatever is the same in several worlds that a spectator imagines, so nothing
    hidden can be read from them.
    """
    manners = match.game.etiquette
    first, *others = (_imagined(match, seat, f"public {number}") for number in range(_WORLDS))
    found = []
    for prompt in first:
        if not prompt.is_public(manners):
            continue
        offers = [o for o in prompt.offers if o.verb not in manners.telltale_verbs]
        for world in others:
            there = [o for p in world if p.kind == prompt.kind for o in p.offers]
            offers = [both for o in offers if (both := _in_both(o, there)) is not None]
        if offers:
            facts = prompt.facts
            found.append(Prompt(seat, prompt.kind, tuple(dict.fromkeys(offers)), facts=facts))
    return found


def _imagined(match: Match, seat: Seat, seed: str) -> list[Prompt]:
    world = Match.at(match.game, match.game.imagine(match.position, None, seed))
    return world.asked(seat)


def _in_both(offer: Offer, there: Sequence[Offer]) -> Offer | None:
    """The part of an offer that is also made in the other world; None if there is none."""
    if offer in there:
        return offer
    for other in there:
        if offer.verb != other.verb or len(offer.fields) != len(other.fields):
            continue
        differ = [n for n, field in enumerate(offer.fields) if field != other.fields[n]]
        if len(differ) == 1:
            mine, theirs = offer.fields[differ[0]], other.fields[differ[0]]
            both = tuple(c for c in mine.candidates if c in theirs.candidates)
            alike = msgspec.structs.replace(mine, candidates=both, most=theirs.most) == (
                msgspec.structs.replace(theirs, candidates=both)
            )
            if alike and mine.weights is None and len(both) >= max(mine.least, 1):
                common = msgspec.structs.replace(
                    mine, candidates=both, most=min(mine.most, len(both))
                )
                fields = [*offer.fields]
                fields[differ[0]] = common
                return msgspec.structs.replace(offer, fields=tuple(fields))
    return None


def _play_true(game: Game, base: bytes, past: Sequence[Past], now: Match) -> _True:
    match, found = Match.load(game, base), _True()
    try:
        for step in past:
            _bring(match, step.taken_back)
            used, decks = match.position.dice.used, _decks(match)
            outcome = _carry_out(match, step.seat, step.choice)
            found.events.append(outcome.events)
            found.decks.append(_decks(match))
            openly = all(event.visible_to(None) for event in outcome.events)
            if openly and _only_drawn(decks, found.decks[-1]):
                found.seen_dice.update(_rolled(match, used))
        _bring(match, now.taken_back)
    except (IllegalChoice, LookupError, ValueError, AssertionError):
        raise Refused(OTHER_RULES) from None
    if match.save() != now.save():
        raise Refused(OTHER_RULES)
    return found


def _may_be_seen(
    match: Match, outcome: Outcome, used: int, true: _True, number: int, hidden: set[str]
) -> bool:
    """Whether a step of the other line shows nobody anything new."""
    if _decks(match) != true.decks[number] or not true.seen_dice.issuperset(_rolled(match, used)):
        return False
    if _secret(match, outcome.events) != _secret(match, true.events[number]):
        return False
    told_anyway = match.game.etiquette.named_openly
    return not any(
        hidden.intersection(words_in(plain([event])))
        for event in outcome.events
        if event.visible_to(None) and event.__struct_config__.tag not in told_anyway
    )


def _secret(match: Match, events: Sequence[Event]) -> list[object]:
    """The events that are told only to some seats. The lapse of a secret offer is left out: the
    line must not show whether there is one."""
    between = match.game.etiquette.between_two
    told = [e for e in events if not e.visible_to(None)]
    return [plain([e]) for e in told if e.__struct_config__.tag not in between]


def _carry_out(match: Match, seat: Seat, choice: Choice) -> Outcome:
    return match.direct(choice) if seat == NO_SEAT else match.submit(seat, choice)


def _bring(match: Match, times: int) -> None:
    """Draw again where the game itself did so."""
    if match.taken_back < times:
        match.draw_afresh(times)


def _decks(match: Match) -> list[list[str]]:
    return [list(deck) for deck in match.game.decks(match.position.state)]


def _only_drawn(before: list[list[str]], after: list[list[str]]) -> bool:
    """Whether cards were taken only from one end of the decks."""
    if len(before) != len(after):
        return False
    return all(
        new in (old[: len(new)], old[len(old) - len(new) :])
        for old, new in zip(before, after, strict=True)
    )


def _rolled(match: Match, since: int) -> set[tuple[int, int]]:
    return {(match.taken_back, n) for n in range(since, match.position.dice.used)}


def _is_known(events: Sequence[Event]) -> bool:
    return any(event.visible_to(None) for event in events)
