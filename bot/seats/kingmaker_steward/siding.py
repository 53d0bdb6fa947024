"""Sides: which one a steward joins in a combat between others, who its allies are, which House it
serves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.rules.kernel import Choice, Prompt, Seat, every_seat, with_seats
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.seats.kingmaker_steward import vetoes
from bot.seats.kingmaker_steward.outlook import FRENCH, FRENCH_COST, Outlook
from bot.seats.kingmaker_steward.rivals import might, rivalry
from bot.seats.kingmaker_steward.targets import siege_target
from bot.seats.kingmaker_steward.worth import FAIR_WEATHER, fail_chance, party_worth, win_chance

_WORTH_IT = 0.5
_DEATH_WON = 0.065
_DEATH_LOST = 0.15
_LEADER = 0.85
_SALLY = 0.7
"""How often besieged nobles come out if that could bring them victory."""
_SHARE = 0.35
_STAKE = 40.0
_LOYAL = 1.8
_RESTLESS = 1.3
_ENOUGH = 3.0


def strength_of(outlook: Outlook, house: str) -> float:
    """The combined might, in points, of everybody who serves a House."""
    sides = with_seats(outlook.view.sides)
    return sum(might(outlook, seat) for seat, side in sides if side.serves == house)


def wants_other_side(outlook: Outlook) -> bool:
    """Whether a family would rather serve the other House because its own side is far weaker.

    A family whose head does not favour its side needs less reason to leave.
    """
    if not outlook.view.sides:
        return False
    mine = outlook.view.sides[outlook.seat]
    part = next(p for p in outlook.content.ruleset.parts if p.id == mine.part)
    if part.is_house or mine.waits or not mine.serves:
        return False
    rival = "york" if mine.serves == "lancaster" else "lancaster"
    patience = _LOYAL if part.favours == mine.serves else _RESTLESS
    return strength_of(outlook, rival) > patience * strength_of(outlook, mine.serves)


def declare_side(outlook: Outlook, prompt: Prompt) -> Choice:
    """Leave a side that is far weaker; if neutral, join the stronger one."""
    verbs = {offer.verb for offer in prompt.offers}
    if "serve_house" not in verbs:
        return Choice("stay_loyal")
    if outlook.view.sides[outlook.seat].serves:
        return Choice("serve_house" if wants_other_side(outlook) else "stay_loyal")
    house = outlook.view.sides[int(prompt.facts["house"])].serves
    rival = "york" if house == "lancaster" else "lancaster"
    stronger = strength_of(outlook, house) >= strength_of(outlook, rival)
    return Choice("serve_house" if stronger else "stay_loyal")


def admit(outlook: Outlook, prompt: Prompt) -> Choice:
    """Let a family in, unless the House is so strong that it can win alone and would only have to
    share its victory."""
    house = outlook.view.sides[outlook.seat].serves
    rival = "york" if house == "lancaster" else "lancaster"
    alone = strength_of(outlook, house) > _ENOUGH * strength_of(outlook, rival)
    return Choice("turn_away" if alone else "admit")


def consent(outlook: Outlook, prompt: Prompt) -> Choice:
    """Let the House crown an heir kept by this family, unless it would rather leave the House."""
    return Choice("deny_crown" if wants_other_side(outlook) else "let_crown")


def take_sides(outlook: Outlook, prompt: Prompt) -> Choice:
    """Join a side if that hurts the stronger rival and the odds are good; otherwise stand aside."""
    attacker, defender = _seat(prompt, "attacker"), _seat(prompt, "defender")
    attack, opposed = _number(prompt, "strength"), _number(prompt, "opposed")
    needed = _number(prompt, "needed")
    place = outlook.board.places.get(PlaceId(prompt.facts.get("place", "")))
    forces = _forces(outlook, prompt)
    best, found = _WORTH_IT, Choice("stand_aside")
    for offer in prompt.offers:
        if offer.verb == "stand_aside" or (attacker == defender and place is None):
            continue
        nobles = offer.field("nobles").ids(NobleId)
        if offer.verb in ("ally_attack", "ally_attack_with_french"):
            french = offer.verb == "ally_attack_with_french"
            odds = attack + outlook.total(nobles) + (FRENCH if french else 0), opposed
            if odds[0] < needed:
                continue  # nothing happens without yet another ally
            side = forces(attacker), forces(defender)
            harm = hurt(outlook, defender, attacker) if attacker != defender else 0.0
            score = _attack_gain(outlook, nobles, odds, side, harm, place)
            score -= FRENCH_COST if french else 0.0
        else:
            odds = attack, opposed + outlook.total(nobles)
            harm = hurt(outlook, attacker, defender)
            score = _defence_gain(outlook, nobles, (attack, opposed), odds, harm)
        if score > best:
            best, found = score, Choice(offer.verb, {"nobles": nobles})
    return found


def _number(prompt: Prompt, name: str) -> int:
    value = prompt.facts.get(name, "")
    return int(value) if value.isdecimal() else -1


def _seat(prompt: Prompt, name: str) -> Seat:
    return Seat(_number(prompt, name))


def _forces(outlook: Outlook, prompt: Prompt) -> Callable[[Seat], list[NobleId]]:
    """The nobles of a seat who are in this combat, as far as can be seen."""
    open_here = outlook.open_at.get(SquareId(prompt.facts.get("square", "")), {})
    within = outlook.within.get(PlaceId(prompt.facts.get("place", "")), [])

    def nobles_of(seat: Seat) -> list[NobleId]:
        inside = [noble for noble in within if outlook.nobles[noble].seat == seat]
        return inside or open_here.get(seat, [])

    return nobles_of


def hurt(outlook: Outlook, foe: Seat, friend: Seat) -> float:
    """What a point that a foe loses is worth when a friend gains by it."""
    return _SHARE * (
        rivalry(outlook, foe, outlook.seat) - 0.8 * rivalry(outlook, friend, outlook.seat)
    )


def joining(outlook: Outlook, place: Place, mine: Sequence[NobleId]) -> float:
    """What joining another player's siege promises, in points.

    The player with the strongest noble outside the place takes everything in it (base-16.2);
    otherwise joining pays only if the besieged player is the more dangerous of the two.
    """
    siege = outlook.view.sieges[place.id]
    friends = [noble for noble in siege.besiegers if noble in outlook.nobles]
    inside, holder = outlook.opposing(place.id), outlook.holder(place.id)
    foe = outlook.nobles[inside[0]].seat if inside else holder
    if foe is None and not _leads(outlook, mine, friends):
        return 0.0
    if outlook.seat in (foe, holder):
        return 0.0
    together = outlook.total((*friends, *mine), place.square)
    sally = _SALLY * win_chance(outlook, outlook.total(inside), together) if inside else 0.0
    harm = 0.0 if foe is None else hurt(outlook, foe, siege.seat)
    part = _LEADER if _leads(outlook, mine, friends) else harm
    gain = FAIR_WEATHER * (1 - sally) * part * siege_target(outlook, place).value
    return gain - (sally + _DEATH_WON) * party_worth(outlook, mine)


def _leads(outlook: Outlook, mine: Sequence[NobleId], friends: Sequence[NobleId]) -> bool:
    """Whether this seat would have the strongest noble among all the victors, who leads them and
    takes the captives and the heirs (base-16.2)."""
    strongest = max((outlook.power(noble) for noble in friends), default=0)
    return max(map(outlook.power, mine)) > strongest


def _attack_gain(
    outlook: Outlook,
    mine: tuple[NobleId, ...],
    odds: tuple[int, int],
    sides: tuple[list[NobleId], list[NobleId]],
    hurt: float,
    place: Place | None,
) -> float:
    """What joining others in an attack promises, in points.

    If a siege is to be concluded (``place``), only the weather can stop it, and the leader wins the
    place too.
    """
    friends, foes = sides
    win, fail = win_chance(outlook, *odds), fail_chance(outlook, *odds)
    spoils = party_worth(outlook, foes)
    if place is not None:
        win, fail, spoils = FAIR_WEATHER, 0.0, siege_target(outlook, place).value
    leads = _leads(outlook, mine, friends)
    risk = _DEATH_LOST * fail + _DEATH_WON * (1 - fail)
    return win * (_LEADER if leads else hurt) * spoils - risk * party_worth(outlook, mine)


def _defence_gain(
    outlook: Outlook,
    mine: tuple[NobleId, ...],
    before: tuple[int, int],
    after: tuple[int, int],
    hurt: float,
) -> float:
    """What supporting the attacked player promises: a smaller risk of loss, and the attacker's
    defeat."""
    saved = win_chance(outlook, *before) - win_chance(outlook, *after)
    lost = win_chance(outlook, *after)
    return hurt * saved * _STAKE - (lost + _DEATH_WON) * party_worth(outlook, mine)


# Agreed on beforehand


def answer_pact(outlook: Outlook, prompt: Prompt) -> Choice:
    """Agree to an alliance if a third player is the strongest of all, unless the would-be ally is
    winning with his King, or this seat has nearly won a siege against him.
    """
    other = _seat(prompt, "seat")
    agreed = _worth_keeping(outlook, other) and not vetoes.nearly_won_from(outlook, other)
    return Choice("accept_alliance" if agreed else "decline_alliance")


def review_pacts(outlook: Outlook, prompt: Prompt) -> Choice:
    """Cancel any alliance that a steward would not agree to now."""
    for offer in prompt.offers:
        for ally in offer.field("ally").candidates if offer.verb == "cancel_alliance" else ():
            if not _worth_keeping(outlook, Seat(int(ally))):
                return Choice.of("cancel_alliance", ally=ally)
    return Choice("done")


def propose_pact(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Offer an alliance for one combat, if the strongest player of all could attack both allies;
    not while this seat's own nobles are still on the move, who might leave the ally alone there."""
    if (outlook.view.active, outlook.view.phase) == (outlook.seat, "movement"):
        return None
    for offer in prompt.offers:
        if offer.verb != "propose_alliance":
            continue
        (ally,) = offer.field("ally").candidates
        if not _worth_keeping(outlook, Seat(int(ally))):
            continue
        if vetoes.nearly_won_from(outlook, Seat(int(ally))):  # an alliance would end those sieges
            continue
        for square in offer.field("square").ids(SquareId):
            if _in_reach_of(outlook, _leader(outlook), square):
                return Choice.of("propose_alliance", ally=ally, square=square, term="one_combat")
    return None


def _in_reach_of(outlook: Outlook, seat: Seat, square: SquareId) -> bool:
    """Whether a seat's nobles are near enough to a square to march there in a turn."""
    stride = outlook.content.ruleset.land_squares
    return any(
        noble.seat == seat and noble.square and outlook.steps(noble.square, square) <= stride
        for noble in outlook.nobles.values()
    )


def _worth_keeping(outlook: Outlook, ally: Seat) -> bool:
    """Whether a third player is the strongest of all, and the ally is not winning the game with his
    King."""
    reign = outlook.view.reign
    if reign is not None and reign.seat == ally:
        return False
    return _leader(outlook) not in (outlook.seat, ally)


def _leader(outlook: Outlook) -> Seat:
    """The strongest of all players."""
    seats = every_seat(len(outlook.view.seats))
    return max(seats, key=lambda seat: (might(outlook, seat), -seat))
