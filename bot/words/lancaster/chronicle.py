"""Lancaster's log: the words for each kind of fact."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from bot.rules.kernel import Event, every_seat, with_seats
from bot.rules.lancaster import facts
from bot.rules.lancaster.corrections import Corrected
from bot.rules.lancaster.state import is_ally
from bot.words.lancaster.corrections import corrected
from bot.words.lancaster.names import Lexicon, gold, house, knight, points, squires, tokens
from bot.words.phrases import Told, listed, own, plural, seats_listed
from bot.words.shape import Names

Teller = Callable[[Lexicon, Any, Names], Told | None]

_PHASES = {
    "parliament": ("Parliament sits and votes on the new laws", "lancaster-4ii.1"),
    "counties": ("The counties reward their holders", "lancaster-4iiia.1"),
    "castles": ("The castles give their rewards", "lancaster-4iiib.1"),
    "conflicts": ("The conflicts with France are decided", "lancaster-4iiic.1"),
}
"""The phases that are announced; the first, which opens the round, needs no announcement, and
neither does the last.
"""


# Setting up, rounds, phases


def _game_began(lex: Lexicon, event: facts.GameBegan, names: Names) -> Told:
    return Told(f"the board is laid out, and {names(event.starter)} starts", "lancaster-3.8")


def _round_began(lex: Lexicon, event: facts.RoundBegan, names: Names) -> Told:
    text = f"▸ Round {event.round}: {names(event.starter)} places the first knight"
    return Told(text, "lancaster-4i.2")


def _phase_began(lex: Lexicon, event: facts.PhaseBegan, names: Names) -> Told | None:
    text, rule = _PHASES.get(event.phase, ("", ""))
    return Told(text, rule) if text else None


def _conflicts_revealed(lex: Lexicon, event: facts.ConflictsRevealed, names: Names) -> Told:
    cards = listed(lex.france(card) for card in event.cards)
    return Told(f"new conflicts: {cards}", "lancaster-4iv.1")


def _laws_proposed(lex: Lexicon, event: facts.LawsProposed, names: Names) -> Told:
    return Told(f"laws to vote on: {lex.laws(event.laws)}", "lancaster-4iv.3")


def _laws_in_force(lex: Lexicon, event: facts.LawsInForce, names: Names) -> Told:
    return Told(f"laws in force: {lex.laws(event.laws)}", "lancaster-3.7b")


def _starter_took(lex: Lexicon, event: facts.StarterTook, names: Names) -> Told:
    return Told(f"{names(event.seat)} has the starting marker", "lancaster-4iv.4")


# Placing knights


def _placed(event: Any, names: Names, text: str, rule: str, by: int | None = None) -> Told:
    """A fact about one side's placement."""
    side = event.side if by is None else by
    return Told(text, rule, f"placing of {side}", f"{house(names, side)}: ")


def _in_county(lex: Lexicon, event: facts.KnightInCounty, names: Names) -> Told:
    company = f" with {squires(event.squires)}" if event.squires else ""
    text = f"a {knight(event.knight)}{company} takes {lex.county(event.county)}"
    return _placed(event, names, text, "lancaster-4i.3")


def _expelled(lex: Lexicon, event: facts.KnightExpelled, names: Names) -> Told:
    lost = f" and loses {squires(event.squires)}" if event.squires else ""
    whose = own(house(names, event.side))
    text = f"{whose} {knight(event.knight)} is driven from {lex.county(event.county)}{lost}"
    return _placed(event, names, text, "lancaster-4i.10", event.by)


def _in_castle(lex: Lexicon, event: facts.KnightInCastle, names: Names) -> Told:
    text = f"a {knight(event.knight)} goes to the {lex.space(event.space)}"
    return _placed(event, names, text, "lancaster-4i.13")


def _in_conflict(lex: Lexicon, event: facts.KnightInConflict, names: Names) -> Told:
    conflict = lex.conflict(event.card)
    what = f"strengthens his side at {conflict}" if event.reinforces else f"joins {conflict}"
    if event.source == "court":
        rule = "lancaster-4i.17" if event.reinforces else "lancaster-4i.15"
        return _placed(event, names, f"a {knight(event.knight)} {what}", rule)
    text = f"the {knight(event.knight)} rides out and {what}"
    return _from(lex, event, names, text, "lancaster-4iiia.8")


def _placing_ended(lex: Lexicon, event: facts.PlacingEnded, names: Names) -> Told:
    return Told("nobody can place another knight", "lancaster-4i.2")


def _favour_taken(lex: Lexicon, event: facts.FavourTaken, names: Names) -> Told:
    text = f"takes {lex.favour(event.tile)}"
    return Told(text, "lancaster-4i.18", *_of(lex, f"favour:{event.tile}", event.side, names))


def _favour_declined(lex: Lexicon, event: facts.FavourDeclined, names: Names) -> Told:
    return Told(f"{house(names, event.side)} takes no King’s Favour", "lancaster-4i.20")


# Rewards, wherever they come from


def _of(lex: Lexicon, source: str, side: int, names: Names) -> tuple[str, str]:
    """The run and the heading for what one source gives one side; everything from a castle goes
    together.
    """
    who = house(names, side)
    if source == "table" or source.startswith("castle:"):
        return f"castle of {side}", f"{who} (castle): "
    if source == "setup":
        return "", f"{who}: "
    if source.startswith("law:"):
        return source, f"{lex.source(source)}: "
    return f"{source} for {side}", f"{who} ({lex.source(source).removeprefix('the ')}): "


def _from(lex: Lexicon, event: Any, names: Names, text: str, rule: str = "") -> Told:
    """A fact about what a source gives a side; a law's gifts to several sides are reported
    together."""
    if event.source.startswith("law:"):
        text = f"{house(names, event.side)} {text}"
    return Told(text, rule, *_of(lex, event.source, event.side, names))


def _gained(lex: Lexicon, event: facts.Gained, names: Names) -> Told:
    what = tokens(gold=event.gold, squires=event.squires, votes=event.votes, points=event.points)
    if event.source == "table":
        return _from(lex, event, names, f"{what} for the noblemen at table", "lancaster-4iiib.3")
    if event.source.startswith("castle:"):
        text = f"{what} from {lex.source(event.source)}"
        return _from(lex, event, names, text, "lancaster-4iiib.2")
    return _from(lex, event, names, f"gains {what}")


def _recruited(lex: Lexicon, event: facts.Recruited, names: Names) -> Told:
    return _from(lex, event, names, "gains a new knight at court")


def _recruit_forfeited(lex: Lexicon, event: facts.RecruitForfeited, names: Names) -> Told:
    text = "has no strength-1 knight left in the reserve"
    return _from(lex, event, names, text, "lancaster-7.2")


def _upgraded(lex: Lexicon, event: facts.Upgraded, names: Names) -> Told:
    text = f"upgrades the {lex.stander(event.place)} to strength {event.strength}"
    return _from(lex, event, names, text, "lancaster-7.7")


def _upgrade_forfeited(lex: Lexicon, event: facts.UpgradeForfeited, names: Names) -> Told:
    return _from(lex, event, names, "upgrades no knight", "lancaster-7.7")


def _extension(lex: Lexicon, event: facts.ExtensionPlaced, names: Names) -> Told:
    rule = "lancaster-3.3a" if event.source == "setup" else "lancaster-7.8"
    return _from(lex, event, names, f"covers the {lex.space(event.space)} with an extension", rule)


def _no_extension(lex: Lexicon, event: facts.ExtensionForfeited, names: Names) -> Told:
    return _from(lex, event, names, "can place no extension", "lancaster-7.8")


def _nobleman(lex: Lexicon, event: facts.NoblemanTaken, names: Names) -> Told:
    text = f"seats the {lex.nobleman(event.county)} at table"
    return _from(lex, event, names, text, "lancaster-5.2")


def _nobleman_removed(lex: Lexicon, event: facts.NoblemanRemoved, names: Names) -> Told:
    text = f"sends the {lex.nobleman(event.county)} out of the game"
    return _from(lex, event, names, text, "lancaster-2.11")


def _no_nobleman(lex: Lexicon, event: facts.NoblemanForfeited, names: Names) -> Told:
    return _from(lex, event, names, "finds no nobleman who can come", "lancaster-5.2")


# Parliament


def _counted(lex: Lexicon, event: facts.VoteCounted, names: Names) -> Told:
    rolls = []
    for tile in ("yes", "no"):
        cast = [
            f"{names(seat)} {1 + event.markers[seat]}"
            for seat, own_tile in with_seats(event.tiles)
            if own_tile == tile
        ]
        if cast:
            rolls.append(f"{tile}: {listed(cast)}")
    tie = event.yes == event.no
    fate = "passes on a tie" if tie else "passes" if event.passed else "fails"
    text = f"{lex.law(event.law)} {fate}, {event.yes} to {event.no} ({'; '.join(rolls)})"
    return Told(text, "lancaster-4ii.4" if tie else "lancaster-4ii.3", f"law {event.law}")


def _entered(lex: Lexicon, event: facts.LawEntered, names: Names) -> Told:
    text = "it comes into force"
    if event.repealed is not None:
        text = f"it replaces {lex.law(event.repealed)}"
    return Told(text, "lancaster-4ii.6", f"law {event.law}", f"{lex.law(event.law)}: ")


def _rejected(lex: Lexicon, event: facts.LawRejected, names: Names) -> Told:
    text = "it leaves the game"
    return Told(text, "lancaster-4ii.7", f"law {event.law}", f"{lex.law(event.law)}: ")


def _expired(lex: Lexicon, event: facts.VotesExpired, names: Names) -> Told:
    lost = [f"{names(seat)} {count}" for seat, count in with_seats(event.votes) if count]
    if not lost:
        return Told("no voting markers are left over", "lancaster-4ii.5")
    return Told(f"unused voting markers are lost: {listed(lost)}", "lancaster-4ii.5")


def _applied(lex: Lexicon, event: facts.LawApplied, names: Names) -> Told:
    who = seats_listed(event.seats, names) if event.seats else "nobody"
    return Told(f"{lex.law(event.law)} takes effect for {who}", "lancaster-4ii.8")


def _bought(lex: Lexicon, event: facts.Bought, names: Names) -> Told:
    paid = tokens(gold=event.gold, squires=event.squires)
    source = f"law:{event.law}"
    text = f"{house(names, event.side)} pays {paid}"
    return Told(text, "lancaster-4ii.9", *_of(lex, source, event.side, names))


# Counties and castles


_CHOICES = {
    "nobleman": "takes the nobleman",
    "reward": "takes the reward",
    "both": "pays for both, the nobleman and the reward",
    "nothing": "takes nothing",
}


def _county_settled(lex: Lexicon, event: facts.CountySettled, names: Names) -> Told:
    source = f"county:{event.county}"
    return Told(_CHOICES[event.choice], "lancaster-4iiia.2", *_of(lex, source, event.side, names))


def _starter_named(lex: Lexicon, event: facts.StarterNamed, names: Names) -> Told:
    who = house(names, event.side)
    if event.side == event.starter:
        return Told(f"{who} becomes the starting player", "lancaster-4iiia.6")
    return Told(f"{who} names {names(event.starter)} the starting player", "lancaster-4iiia.6")


def _castle_paid(lex: Lexicon, event: facts.CastlePaid, names: Names) -> Told:
    text = f"{squires(event.squires)} for the {lex.space(event.space)}"
    return Told(text, "lancaster-4iiib.2", *_of(lex, f"castle:{event.space}", event.side, names))


# The conflicts


def _decided(lex: Lexicon, event: facts.ConflictDecided, names: Names) -> Told:
    conflict, run = lex.conflict(event.card), f"conflict {event.card}"
    if not event.ranking:
        return Told(f"{conflict}: nobody fights, and France wins", "lancaster-7.4", run)
    winner = "England" if event.won else "France"
    better, worse = max(event.england, event.france), min(event.england, event.france)
    gains = [
        f"{house(names, side)} {plural(earned, 'point')}"
        for side, earned in zip(event.ranking, event.points, strict=False)
        if earned and not is_ally(side)
    ]
    prizes = f"; {listed(gains)}" if gains else ""
    rule = "lancaster-4iiic.2" if event.won else "lancaster-4iiic.9"
    return Told(f"{conflict}: {winner} wins, {better} to {worse}{prizes}", rule, run)


def _conflict_moved(lex: Lexicon, event: facts.ConflictMoved, names: Names) -> Told:
    text = "it goes on next round, in the lower row"
    head = f"{lex.conflict(event.card)}: "
    return Told(text, "lancaster-4iiic.10", f"conflict {event.card}", head)


def _ransomed(lex: Lexicon, event: facts.Ransomed, names: Names) -> Told:
    who = house(names, event.side)
    text = f"{who} ransoms a {knight(event.knight)} for {gold(event.gold)}"
    return Told(text, "lancaster-4iiic.12", f"ransom {event.card}")


def _knight_lost(lex: Lexicon, event: facts.KnightLost, names: Names) -> Told:
    whose = own(house(names, event.side))
    text = f"{whose} {knight(event.knight)} is captured and goes to the reserve"
    return Told(text, "lancaster-4iiic.13", f"ransom {event.card}")


# The end


_AWARDS: dict[str, tuple[str, Callable[[int], str], str]] = {
    "army": ("the greatest army", lambda count: f"strength {count}", "lancaster-6.1a"),
    "castle": ("the largest castle", lambda count: plural(count, "extension"), "lancaster-6.2a"),
    "noblemen": (
        "the noblemen",
        lambda count: plural(count, "nobleman", "noblemen"),
        "lancaster-6.3a",
    ),
}


def _awarded(lex: Lexicon, event: facts.Awarded, names: Names) -> Told:
    title, measure, rule = _AWARDS[event.award]
    order = sorted(every_seat(len(event.points)), key=lambda seat: -event.points[seat])
    shares = [
        f"{names(seat)} {plural(event.points[seat], 'point')} ({measure(event.counts[seat])})"
        for seat in order
        if event.points[seat]
    ]
    return Told(f"{title}: {listed(shares) or 'no points'}", rule)


def _won(lex: Lexicon, event: facts.GameWon, names: Names) -> Told:
    best = points(max(event.points))
    others = [
        f"{names(seat)} {total}"
        for seat, total in sorted(with_seats(event.points), key=lambda pair: -pair[1])
        if seat not in event.winners
    ]
    rest = f" ({listed(others)})" if others else ""
    winners = seats_listed(event.winners, names)
    if len(event.winners) > 1:
        return Told(f"{winners} share the victory with {best}{rest}!", "lancaster-6.4")
    return Told(f"{winners} wins with {best}{rest}!", "lancaster-6.4")


TELLERS: dict[type[Event], Teller] = {
    facts.GameBegan: _game_began,
    facts.RoundBegan: _round_began,
    facts.PhaseBegan: _phase_began,
    facts.ConflictsRevealed: _conflicts_revealed,
    facts.LawsProposed: _laws_proposed,
    facts.LawsInForce: _laws_in_force,
    facts.StarterTook: _starter_took,
    facts.KnightInCounty: _in_county,
    facts.KnightExpelled: _expelled,
    facts.KnightInCastle: _in_castle,
    facts.KnightInConflict: _in_conflict,
    facts.PlacingEnded: _placing_ended,
    facts.FavourTaken: _favour_taken,
    facts.FavourDeclined: _favour_declined,
    facts.Gained: _gained,
    facts.Recruited: _recruited,
    facts.RecruitForfeited: _recruit_forfeited,
    facts.Upgraded: _upgraded,
    facts.UpgradeForfeited: _upgrade_forfeited,
    facts.ExtensionPlaced: _extension,
    facts.ExtensionForfeited: _no_extension,
    facts.NoblemanTaken: _nobleman,
    facts.NoblemanRemoved: _nobleman_removed,
    facts.NoblemanForfeited: _no_nobleman,
    facts.VoteCounted: _counted,
    facts.LawEntered: _entered,
    facts.LawRejected: _rejected,
    facts.VotesExpired: _expired,
    facts.LawApplied: _applied,
    facts.Bought: _bought,
    facts.CountySettled: _county_settled,
    facts.StarterNamed: _starter_named,
    facts.CastlePaid: _castle_paid,
    facts.ConflictDecided: _decided,
    facts.ConflictMoved: _conflict_moved,
    facts.Ransomed: _ransomed,
    facts.KnightLost: _knight_lost,
    facts.Awarded: _awarded,
    facts.GameWon: _won,
    Corrected: corrected,
}
"""The words for each kind of event; missing kinds are not reported."""


def without_echoes(events: list[Event]) -> list[tuple[int, Event]]:
    """The events and their positions, without laws whose gifts follow directly, and without events
    reported more fully elsewhere."""
    return [
        (at, event)
        for at, (event, after) in enumerate(pairwise([*events, None]))
        if event is not None and not _is_echo(event, after)
    ]


def _is_echo(event: Event, after: Event | None) -> bool:
    if isinstance(event, Corrected) and isinstance(after, Corrected):
        return (event.how, event.side) == (after.how, after.side) and event.amount is None
    return isinstance(event, facts.LawApplied) and (
        getattr(after, "source", "") == f"law:{event.law}"
    )
