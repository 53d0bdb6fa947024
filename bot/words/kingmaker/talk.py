"""Things that somebody at the table might comment on.

Things to comment on are found among public events only.

The reason for a comment is in the event itself: how strong the two sides were, who held the place,
who moved the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.rules.kernel import Event, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import SquareId
from bot.words.kingmaker.names import Lexicon
from bot.words.shape import Cue, Names

_Before = Sequence[Event]
_ROADS = ("march", "road", "free_road")


def moments(lex: Lexicon, before: _Before, event: Event, names: Names) -> Iterator[Cue]:
    """The occasions that an event gives each player for a comment; ``before`` is what everybody saw
    earlier in the same turn."""
    found = _FOUND.get(type(event))
    if found is not None and event.visible_to(None):
        yield from found(lex, before, event, names)


def _crowned(lex: Lexicon, _: _Before, event: facts.Crowned, __: Names) -> Iterator[Cue]:
    named = {"heir": lex.kind(event.heir), "place": lex.kind(event.place)}
    yield Cue(event.seat, "crowned", named)


def _fell(lex: Lexicon, before: _Before, event: facts.SiegeConcluded, __: Names) -> Iterator[Cue]:
    if event.taken:
        yield Cue(event.seat, "taken", {"place": lex.kind(event.place)})


def _stormed(lex: Lexicon, _: _Before, event: facts.StormDecided, __: Names) -> Iterator[Cue]:
    if event.outcome == "taken":
        yield Cue(event.seat, "taken", {"place": lex.kind(event.place)})


def _lost(lex: Lexicon, before: _Before, event: facts.ControlLost, names: Names) -> Iterator[Cue]:
    for earlier in before:
        if not isinstance(earlier, facts.AssaultDeclared | facts.WallsStormed):
            continue
        if earlier.place == event.place and earlier.seat != event.seat:
            named = {"place": lex.kind(event.place), "foe": names(earlier.seat)}
            yield Cue(event.seat, "lost", named)
            return


def _captured(lex: Lexicon, _: _Before, event: facts.Captured, __: Names) -> Iterator[Cue]:
    yield Cue(event.captor, "captured", {"noble": lex.kind(event.nobles[0])})


def _heir(lex: Lexicon, _: _Before, event: facts.HeirTaken, __: Names) -> Iterator[Cue]:
    if not event.handed:
        yield Cue(event.seat, "heir", {"heir": lex.kind(event.heir)})


def _killed(lex: Lexicon, _: _Before, event: facts.HeirDied, __: Names) -> Iterator[Cue]:
    if event.cause == "killed" and event.seat is not None:
        yield Cue(event.seat, "put_to_death", {"heir": lex.kind(event.heir)})


def _won_over(lex: Lexicon, _: _Before, event: facts.NobleWonOver, names: Names) -> Iterator[Cue]:
    named = {"noble": lex.kind(event.noble), "foe": names(event.former)}
    yield Cue(event.seat, "won_over", named)


def _recruited(lex: Lexicon, _: _Before, event: facts.RecruitTried, __: Names) -> Iterator[Cue]:
    if event.joined and event.former is None:
        yield Cue(event.seat, "recruited", {"noble": lex.kind(event.noble)})


def _attack(
    _: Lexicon,
    __: _Before,
    event: facts.AttackDeclared | facts.SeaBattleJoined,
    names: Names,
) -> Iterator[Cue]:
    sides = {"strength": str(event.strength), "opposed": str(event.opposed)}
    yield Cue(event.seat, "attack", {**sides, "foe": names(event.against)})
    yield Cue(event.against, "attacked", {**sides, "foe": names(event.seat)})


def _siege(
    lex: Lexicon,
    _: _Before,
    event: facts.AssaultDeclared | facts.WallsStormed | facts.SiegeLaid,
    __: Names,
) -> Iterator[Cue]:
    if isinstance(event, facts.SiegeLaid) and event.by != "choice":
        return
    named = {"strength": str(event.strength), "defence": str(event.defence)}
    named["place"] = lex.kind(event.place)
    occasion = "siege" if isinstance(event, facts.SiegeLaid) else "storm"
    yield Cue(event.seat, occasion, named)


def _left(lex: Lexicon, _: _Before, event: facts.SiegeBroken, __: Names) -> Iterator[Cue]:
    if event.reason == "choice":
        yield Cue(event.seat, "siege_left", {"place": lex.kind(event.place)})


def _called(lex: Lexicon, _: _Before, event: facts.ParliamentCalled, __: Names) -> Iterator[Cue]:
    yield Cue(event.seat, "parliament", {"place": lex.kind(event.place)})


def _motion(lex: Lexicon, _: _Before, event: facts.Proposed, __: Names) -> Iterator[Cue]:
    if event.kind == "illegitimate" and event.heir is not None:
        yield Cue(event.seat, "motion_king", {"heir": lex.kind(event.heir)})
    elif event.card is not None and event.noble is not None:
        named = {"card": lex.kind(event.card), "noble": lex.kind(event.noble)}
        yield Cue(event.seat, "motion", named)


def _ballot(_: Lexicon, before: _Before, event: facts.BallotClosed, names: Names) -> Iterator[Cue]:
    """The players who voted for or against somebody else's motion."""
    motion = next((e for e in reversed(before) if isinstance(e, facts.Proposed)), None)
    if motion is None:
        return
    named = {"foe": names(motion.seat)}
    for seat, vote in with_seats(event.votes):
        if vote in ("yea", "nay") and seat != motion.seat:
            yield Cue(seat, vote, named)


def _no_ransom(lex: Lexicon, _: _Before, event: facts.RansomRefused, __: Names) -> Iterator[Cue]:
    yield Cue(event.captor, "ransom_no", {"noble": lex.kind(event.noble)})


def _no_leave(lex: Lexicon, _: _Before, event: facts.LeaveAnswered, names: Names) -> Iterator[Cue]:
    if not event.granted:
        named = {"place": lex.kind(event.place), "foe": names(event.seat)}
        yield Cue(event.owner, "leave_no", named)


def _inside(lex: Lexicon, _: _Before, event: facts.EnteredPlace, __: Names) -> Iterator[Cue]:
    yield Cue(event.seat, "shelter", {"place": lex.kind(event.place)})


def _marched(lex: Lexicon, _: _Before, event: facts.Marched, __: Names) -> Iterator[Cue]:
    square = lex.board.squares.get(SquareId(event.to))
    if square is not None and square.places and event.by in _ROADS:
        yield Cue(event.seat, "march", {"place": lex.kind(square.places[0])})


_Found = Callable[[Lexicon, _Before, Any, Names], Iterator[Cue]]

_FOUND: dict[type[Event], _Found] = {
    facts.Crowned: _crowned,
    facts.SiegeConcluded: _fell,
    facts.StormDecided: _stormed,
    facts.ControlLost: _lost,
    facts.Captured: _captured,
    facts.HeirTaken: _heir,
    facts.HeirDied: _killed,
    facts.NobleWonOver: _won_over,
    facts.RecruitTried: _recruited,
    facts.AttackDeclared: _attack,
    facts.SeaBattleJoined: _attack,
    facts.AssaultDeclared: _siege,
    facts.WallsStormed: _siege,
    facts.SiegeLaid: _siege,
    facts.SiegeBroken: _left,
    facts.ParliamentCalled: _called,
    facts.Proposed: _motion,
    facts.BallotClosed: _ballot,
    facts.RansomRefused: _no_ransom,
    facts.LeaveAnswered: _no_leave,
    facts.EnteredPlace: _inside,
    facts.Marched: _marched,
}
"""The functions that find occasions for a comment in an event, by its kind."""
