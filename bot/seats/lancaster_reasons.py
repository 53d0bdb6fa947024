"""Why a computer player of Lancaster chooses as it does, for a person it advises.

The reason is worked out from the same view as the steward's choice, with things valued in the same
way. A choice that the steward would not have made did better when it was tried.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from bot.rules.kernel import Choice, Prompt, Seat
from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.state import is_ally
from bot.rules.lancaster.view import BoardView, ConflictView
from bot.seats.lancaster_steward import Mind, steward

NOTHING = Reward()


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a choice is for: its kind, what it gives, and the numbers in it by name."""

    kind: str
    gives: Reward = NOTHING
    numbers: tuple[tuple[str, int], ...] = ()


def ground_for(view: BoardView, seat: Seat, prompt: Prompt, choice: Choice) -> Purpose | None:
    """Why a computer player with this view makes this choice; None if there is little to say."""
    # Chance plays no part in a reason.
    mind = Mind(view, seat, prompt, random.Random(0))
    if choice.verb in _OF_THE_STEWARD and not _as_the_steward(mind, choice):
        return Purpose("tried")
    found = _GROUNDS.get(choice.verb)
    return None if found is None else found(mind, choice)


_OF_THE_STEWARD = {
    "nobleman": ("county",),
    "upgrade": ("knight",),
    "extend": ("space",),
    "name": ("player",),
    "favour": ("tile",),
    "pass": (),
    "buy": (),
    "decline": (),
    "ransom": (),
    "give_up": (),
    "yes": (),
    "no": (),
}
"""Choices whose reasons are valid only if the steward would choose the same, and which of their
fields count.
"""


def _as_the_steward(mind: Mind, choice: Choice) -> bool:
    """Whether the steward would choose this, too."""
    _, usual = steward.choose(mind.view, [mind.prompt], mind.seat, random.Random(0))
    fields = _OF_THE_STEWARD[choice.verb]
    return usual.verb == choice.verb and all(
        usual.many(field) == choice.many(field) for field in fields
    )


def _county(mind: Mind, choice: Choice) -> Purpose:
    county = choice.one("county")
    if "ally" in choice.many("house"):
        return Purpose("ally_county")
    held = mind.view.counties[county]
    row = mind.content.counties[county]
    if held.side is not None:
        return Purpose("drives_out", row.reward)
    is_new = county not in mind.me.noblemen and held.noblemen > 0
    if is_new and mind.noble() > mind.worth(row.reward):
        return Purpose("lord", row.reward, (("noblemen", len(mind.me.noblemen)),))
    return Purpose("county", row.reward)


def _castle(mind: Mind, choice: Choice) -> Purpose:
    if "ally" in choice.many("house"):
        return Purpose("ally_castle")
    return Purpose("castle", mind.content.spaces[choice.one("space")].reward)


def _conflict(mind: Mind, choice: Choice) -> Purpose:
    if "ally" in choice.many("house"):
        return Purpose("ally_war")
    conflict = next(c for c in mind.view.conflicts if c.card == choice.one("card"))
    return _war(mind, conflict, mind.seat, int(choice.one("knight")))


def _ride(mind: Mind, choice: Choice) -> Purpose:
    side = int(mind.prompt.facts["side"])
    if is_ally(side):
        return Purpose("ally_war")
    conflict = next(c for c in mind.view.conflicts if c.card == choice.one("card"))
    knight = mind.view.counties[mind.prompt.facts["county"]].knight
    return _war(mind, conflict, side, knight)


def _war(mind: Mind, conflict: ConflictView, side: int, knight: int) -> Purpose:
    """England's strength in a conflict once this knight joins it, and what he scores if England
    wins.
    """
    card = mind.content.conflicts[conflict.card]
    found = mind.standing(conflict, side, knight)
    assert found is not None, "the knight there stays where he is"
    _, before, england = found
    rank = min(before, 2)
    kind = "war_won" if england >= card.strength else "war_open"
    points = card.points[rank]
    numbers = {"england": england, "france": card.strength, "rank": rank + 1, "points": points}
    return Purpose(kind, numbers=tuple(numbers.items()))


def _favour(mind: Mind, choice: Choice) -> Purpose:
    return Purpose("favour", mind.content.favours[choice.one("tile")].reward)


def _vote(mind: Mind, choice: Choice) -> Purpose:
    return Purpose("law" if choice.verb == "yes" else "old_law")


def _score(mind: Mind, choice: Choice) -> Purpose:
    space = mind.content.spaces[choice.one("space")]
    kind = "paid" if space.squires else "free"
    return Purpose(kind, space.reward, (("squires", space.squires),))


def _nobleman(mind: Mind, choice: Choice) -> Purpose:
    if not choice.many("county"):
        return Purpose("noble", numbers=(("noblemen", len(mind.me.noblemen)),))
    left = mind.view.counties[choice.one("county")].noblemen
    return Purpose("rare", numbers=(("left", left),))


def _reward(mind: Mind, choice: Choice) -> Purpose:
    county = mind.content.counties[mind.prompt.facts["county"]]
    return Purpose(choice.verb, county.reward)


def _ransom(mind: Mind, choice: Choice) -> Purpose:
    return Purpose("ransom" if mind.left else "army", numbers=(("rounds", mind.left),))


def _buy(mind: Mind, choice: Choice) -> Purpose:
    return Purpose("buy", mind.content.laws[choice.one("law")].reward)


def _always(kind: str) -> Callable[[Mind, Choice], Purpose]:
    return lambda mind, choice: Purpose(kind)


_GROUNDS: dict[str, Callable[[Mind, Choice], Purpose]] = {
    "county": _county,
    "castle": _castle,
    "conflict": _conflict,
    "ride": _ride,
    "favour": _favour,
    "yes": _vote,
    "no": _vote,
    "score": _score,
    "done": _always("done"),
    "nobleman": _nobleman,
    "reward": _reward,
    "both": _reward,
    "upgrade": _always("upgrade"),
    "extend": _always("extend"),
    "name": _always("starter"),
    "ransom": _ransom,
    "buy": _buy,
    "decline": _always("decline"),
}
"""What is weighed up for each verb that has a reason."""
