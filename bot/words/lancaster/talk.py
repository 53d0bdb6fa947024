"""What just happened in Lancaster that a player might say a word about: public events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.rules.kernel import Event
from bot.rules.lancaster import facts
from bot.rules.lancaster.state import is_ally
from bot.words.lancaster.names import Lexicon, house
from bot.words.shape import Cue, Names


def moments(lex: Lexicon, event: Event, names: Names) -> Iterator[Cue]:
    """What an event is to whom."""
    found = _FOUND.get(type(event))
    if found is not None and event.visible_to(None):
        yield from (cue for cue in found(lex, event, names) if not is_ally(cue.seat))


def _expelled(lex: Lexicon, event: facts.KnightExpelled, names: Names) -> Iterator[Cue]:
    county = {"county": lex.county(event.county)}
    yield Cue(event.side, "driven_out", {**county, "foe": house(names, event.by)})
    yield Cue(event.by, "drives_out", {**county, "foe": house(names, event.side)})


def _settles(lex: Lexicon, event: facts.KnightInCounty, _: Names) -> Iterator[Cue]:
    yield Cue(event.side, "county", {"county": lex.county(event.county)})


def _joins(lex: Lexicon, event: facts.KnightInConflict, _: Names) -> Iterator[Cue]:
    france = str(lex.content.conflicts[event.card].strength)
    yield Cue(event.side, "war", {"conflict": lex.conflict(event.card), "france": france})


def _nobleman(lex: Lexicon, event: facts.NoblemanTaken, _: Names) -> Iterator[Cue]:
    yield Cue(event.side, "nobleman", {"county": lex.county(event.county)})


def _counted(lex: Lexicon, event: facts.VoteCounted, _: Names) -> Iterator[Cue]:
    """Those who laid markers, and got their way or not."""
    for seat, (tile, markers) in enumerate(zip(event.tiles, event.markers, strict=True)):
        if markers:
            occasion = "vote_won" if (tile == "yes") == event.passed else "vote_lost"
            yield Cue(seat, occasion, {"law": lex.kind(f"law:{event.law}")})


def _decided(lex: Lexicon, event: facts.ConflictDecided, _: Names) -> Iterator[Cue]:
    named = {"conflict": lex.conflict(event.card)}
    named |= {"england": str(event.england), "france": str(event.france)}
    for side in event.ranking[:1]:
        yield Cue(side, "battle_won" if event.won else "battle_lost", named)


def _ransomed(lex: Lexicon, event: facts.Ransomed, _: Names) -> Iterator[Cue]:
    yield Cue(event.side, "ransomed", {"conflict": lex.conflict(event.card)})


def _lost(lex: Lexicon, event: facts.KnightLost, _: Names) -> Iterator[Cue]:
    yield Cue(event.side, "knight_lost", {"conflict": lex.conflict(event.card)})


_FOUND: dict[type[Event], Callable[[Lexicon, Any, Names], Iterator[Cue]]] = {
    facts.KnightExpelled: _expelled,
    facts.KnightInCounty: _settles,
    facts.KnightInConflict: _joins,
    facts.NoblemanTaken: _nobleman,
    facts.VoteCounted: _counted,
    facts.ConflictDecided: _decided,
    facts.Ransomed: _ransomed,
    facts.KnightLost: _lost,
}
"""What finds occasions in an event, by its kind."""
