"""Alliances in a combat of others: which side, if any, a steward joins."""

from __future__ import annotations

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.worth import fail_chance, party_worth, win_chance

_WORTH_IT = 0.5
_DEATH_WON = 0.065
_DEATH_LOST = 0.15
_HURT = 0.35


def take_sides(picture: Picture, prompt: Prompt) -> Choice:
    """Join where it hurts the stronger rival and the odds are good; else stand aside."""
    square = prompt.facts.get("square", "")
    attacker, defender = _seat(prompt, "attacker"), _seat(prompt, "defender")
    forces = picture.open_at.get(square, {})
    best, found = _WORTH_IT, Choice("stand_aside")
    for offer in prompt.offers:
        if offer.verb not in ("ally_attack", "ally_defence"):
            continue
        nobles = offer.field("nobles").candidates
        foe, friend = (defender, attacker) if offer.verb == "ally_attack" else (attacker, defender)
        if foe == friend:
            continue
        score = _gain(picture, nobles, forces.get(friend, []), forces.get(foe, []), (foe, friend))
        if offer.verb == "ally_defence":
            score *= 0.5
        if score > best:
            best, found = score, Choice(offer.verb, {"nobles": nobles})
    return found


def _seat(prompt: Prompt, name: str) -> int:
    value = prompt.facts.get(name, "")
    return int(value) if value.isdigit() else -1


def _gain(
    picture: Picture,
    mine: tuple[str, ...],
    friends: list[str],
    foes: list[str],
    seats: tuple[int, int],
) -> float:
    """What it promises to fight beside friends against foes, in points."""
    if not foes or not friends:
        return -1.0
    strength, opposed = picture.total(mine) + picture.total(friends), picture.total(foes)
    win = win_chance(picture, strength, opposed)
    fail = fail_chance(picture, strength, opposed)
    spoils = party_worth(picture, foes)
    # The strongest noble of the victors leads them, and takes the captives and the heirs.
    leads = max(map(picture.power, mine)) > max(map(picture.power, friends))
    foe, friend = (rivalry(picture, seat, picture.seat) for seat in seats)
    share = 0.85 if leads else _HURT * (foe - 0.8 * friend)
    risk = _DEATH_LOST * fail + _DEATH_WON * (1 - fail)
    return win * share * spoils - risk * party_worth(picture, mine)
