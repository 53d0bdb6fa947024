"""Checks that nothing reveals what is hidden: the same world with different secrets must look the
same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.rules.kernel import Choice, Dice, Event, Game, Match, Seat
from bot.rules.kernel.events import words_in

Hidden = dict[Seat | None, dict[str, str]]
"""The things hidden from each seat (None: a spectator)."""


def observers(match: Match) -> list[Seat | None]:
    """All the viewers: the seats, and a spectator."""
    return [*range(match.game.seats(match.position.state)), None]


def other_world(match: Match, seat: Seat | None, luck: Dice) -> Match:
    """A match that the seat cannot tell apart from this one, although all its secrets are
    different."""
    position = match.game.decode(match.save())
    match.game.redeal_hidden(position, seat, luck)
    return Match.at(match.game, position)


def waited_for(match: Match) -> tuple[list[Seat], bool]:
    """The seats that the game is openly waiting for, and whether it is waiting for their votes."""
    return match.openly_waiting_for(), match.voting


def leaks(match: Match, seats: Iterable[Seat | None], luck: Dice) -> list[str]:
    """Anything these seats can see that depends on what is hidden from them, in words."""
    found = []
    for seat in seats:
        other = other_world(match, seat, luck)
        if waited_for(match) != waited_for(other):
            found.append(
                f"the seats that the game waits for change with what is hidden from seat {seat}"
            )
        if _told(match.view(seat)) != _told(other.view(seat)):
            found.append(f"the view of seat {seat} changes with what is hidden from it")
        if _told(match.standings()) != _told(other.standings()):
            found.append(f"the standings change with what is hidden from seat {seat}")
        if seat is not None and _told(match.prompts(seat)) != _told(other.prompts(seat)):
            found.append(f"what seat {seat} is asked changes with what is hidden from it")
        if seat is not None and _refused(match, seat) != _refused(other, seat):
            found.append(
                f"the reason why seat {seat} may not do something changes with what is hidden"
            )
    return found


def hidden(match: Match) -> Hidden:
    """The things now hidden from each seat."""
    return {seat: match.game.hidden_names(match.position, seat) for seat in observers(match)}


def betrayals(game: Game, before: Hidden, after: Hidden, events: Iterable[Event]) -> list[str]:
    """Events in which somebody can see the name of something that was hidden from them and still
    is."""
    found = []
    for event in events:
        if event.__struct_config__.tag in game.etiquette.named_openly:
            continue
        named = set(words_in(msgspec.to_builtins(event)))
        for seat in after:
            if event.visible_to(seat) and (told := named & _all_along(before, after, seat)):
                kind = event.__struct_config__.tag
                found.append(f"the event {kind} tells seat {seat} of {', '.join(sorted(told))}")
    return found


def _all_along(before: Hidden, after: Hidden, seat: Seat | None) -> set[str]:
    was, now = before.get(seat, {}), after[seat]
    return {name for name, shuffle in now.items() if was.get(name) == shuffle}


def _refused(match: Match, seat: Seat) -> list[tuple[Choice, str, str]]:
    return [(wish, why.rule, why.reason) for wish, why in match.why_not(seat)]


def _told(looks: Any) -> bytes:
    return msgspec.json.encode(looks)
