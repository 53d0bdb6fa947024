"""The combat phase, and what follows a combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.rules.kernel import Choice, Offer, Prompt, Seat
from bot.rules.kingmaker.combat.siege_orders import STRANDED
from bot.rules.kingmaker.combat.strengths import NEEDS_ALLIES
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SeaId, SquareId
from bot.rules.kingmaker.prospects.fights import (
    card_perils,
    fleet_odds,
    fleets_at,
    storm_odds,
    storms,
)
from bot.rules.kingmaker.prospects.odds import with_allies
from bot.seats.kingmaker_steward.moves_open import entry
from bot.seats.kingmaker_steward.outlook import FRENCH, FRENCH_COST, Outlook
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.siding import joining, wants_other_side
from bot.seats.kingmaker_steward.targets import (
    battle_hopes,
    battle_target,
    siege_hopes,
    siege_target,
    worth_the_odds,
)
from bot.seats.kingmaker_steward.worth import (
    FAIR_WEATHER,
    danger,
    heir_worth,
    noble_worth,
    party_worth,
    prize,
    win_chance,
)

_WORTH_IT = 0.6
_CONCLUDED = 1.0
_KNIFE = 1.0
_SHIP = 3.0
"""What a ship won or lost at sea is worth, in points."""
_AMBUSH = 0.1
"""The least gain in points for which an ambush is laid; an ambush uses up no attack."""


_ANNOUNCED = 0.5
"""The share of announced sieges that succeed: the others are lifted or abandoned."""


_AT_PLACES = ("lay", "conclude", "conclude_with_french", "storm", "storm_with_french")


def fight(outlook: Outlook, prompt: Prompt) -> Choice:
    """The best attack or siege order, or the end of the phase."""
    best, found = _WORTH_IT, Choice("done")
    if wants_other_side(outlook):
        return found
    for score, choice in orders(outlook, prompt):
        if score > best:
            best, found = score, choice
    return found if found.verb != "done" else _wait(outlook, prompt)


def orders(outlook: Outlook, prompt: Prompt) -> Iterator[tuple[float, Choice]]:
    """What could be ordered in a combat phase, with what it promises in points."""
    for offer in prompt.offers:
        if not _spared(outlook, offer):
            yield from _orders(outlook, offer)


def _spared(outlook: Outlook, offer: Offer) -> bool:
    """Whether an order would strike somebody who serves the same House."""
    given = {field.name: field.candidates for field in offer.fields}
    seats = {Seat(int(seat)) for seat in given.get("against", ())}
    if offer.verb in _AT_PLACES:
        seats |= {
            seat
            for place in map(PlaceId, given["place"])
            if (seat := outlook.holder(place)) is not None
        }
        if any(outlook.houses_friends(place) for place in map(PlaceId, given["place"])):
            return True
    return any(outlook.served(seat) for seat in seats if seat != outlook.seat)


def _wait(outlook: Outlook, prompt: Prompt) -> Choice:
    """The best ambush that brings enough gain, if there is nothing better to do."""
    best, found = _AMBUSH, Choice("done")
    for offer in prompt.offers:
        if offer.verb == "ambush":
            for score, choice in _ambushes(outlook, offer):
                if score > best:
                    best, found = score, choice
    return found


def _orders(outlook: Outlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    if offer.verb in ("attack", "attack_with_french"):
        yield from _attacks(outlook, offer)
    elif offer.verb in ("conclude", "conclude_with_french"):
        yield _conclusion(outlook, offer)
    elif offer.verb in ("storm", "storm_with_french"):
        yield _storm(outlook, offer)
    elif offer.verb == "lay":
        yield _siege(outlook, offer)
    elif offer.verb == "join":
        nobles, place = offer.field("nobles").ids(NobleId), offer.field("place").ids(PlaceId)
        own = outlook.view.sieges[place[0]].seat == outlook.seat
        score = 1.0 if own else joining(outlook, outlook.board.places[place[0]], nobles)
        yield score, Choice("join", {"nobles": nobles, "place": place})
    elif offer.verb == "assassinate":
        yield from _knives(outlook, offer)
    elif offer.verb == "attack_at_sea":
        yield _sea_fight(outlook, offer)


# At sea


def _sea_fight(outlook: Outlook, offer: Offer) -> tuple[float, Choice]:
    """Fight with all the ships at hand, for the enemy's ships and everything aboard."""
    sea, against = offer.field("sea").ids(SeaId)[0], Seat(int(offer.field("against").candidates[0]))
    fleet, foes = fleets_at(outlook.view, outlook.seat, against, sea)
    odds = fleet_odds(outlook.content, outlook.view, fleet, foes)
    stakes = [
        party_worth(outlook, crew) + _SHIP * len(ships)
        for ships, crew in ((fleet, odds.attackers), (foes, odds.defenders))
    ]
    score = float(odds.chance(True)) * stakes[1] - float(odds.chance(False)) * stakes[0]
    for peril in odds.perils:
        if peril.attacking and peril.who in outlook.nobles:
            score -= float(peril.chance) * noble_worth(outlook, NobleId(CardId(peril.who)))
    return score, Choice.of("attack_at_sea", against=str(against), sea=sea)


# Open battle


def _attacks(outlook: Outlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    """An attack on a whole force and, if nobles may be named, on those in it who promise the most
    for the troops they lead."""
    if offer.rule == NEEDS_ALLIES:
        return  # joining does not make a battle at bad odds any better
    square, against = offer.field("square").ids(SquareId)[0], offer.field("against").candidates[0]
    named = next((field.ids(NobleId) for field in offer.fields if field.name == "foes"), ())
    sally = any(outlook.besieged(noble) for noble in offer.field("nobles").ids(NobleId))
    force = outlook.open_at.get(square, {}).get(Seat(int(against)), [])
    yield from _attacks_on(outlook, offer, named or force, part=0 < len(named) < len(force))
    if sally or len(named) < 2:
        return
    best = sorted(named, key=lambda n: -prize(outlook, (n,), ()) / (1 + outlook.power(n)))
    for count in range(1, len(best)):
        foes = tuple(best[:count])
        for score, choice in _attacks_on(outlook, offer, foes, part=True):
            yield score, Choice(choice.verb, {**choice.args, "foes": foes})


def _attacks_on(
    outlook: Outlook, offer: Offer, foes: Sequence[NobleId], *, part: bool = False
) -> Iterator[tuple[float, Choice]]:
    square = offer.field("square").ids(SquareId)[0]
    against = Seat(int(offer.field("against").candidates[0]))
    mine, defenders = with_allies(
        outlook.content, outlook.view, square, offer.field("nobles").ids(NobleId), foes
    )
    allies = [noble for noble in mine if outlook.nobles[noble].seat != outlook.seat]
    helped, led = outlook.total(allies), max(map(outlook.power, allies), default=0)
    sally = any(outlook.besieged(noble) for noble in offer.field("nobles").ids(NobleId))
    target = battle_target(outlook, square, against, defenders, sally=sally, part=part)
    french = offer.verb == "attack_with_french"
    rescue = _rescue(outlook, offer.field("nobles").ids(NobleId))
    for party in _forces(outlook, offer):
        strength = outlook.total(party) + helped + (FRENCH if french else 0)
        if rescue == 0.0 and not worth_the_odds(outlook, target, strength):
            continue
        if 2 * strength < target.opposed:
            continue  # it is better to wait behind walls: captives can be ransomed
        if led > max(map(outlook.power, party)):
            continue  # the strongest noble commands, and his player keeps what is won (base-16.2)
        score = battle_hopes(outlook, target, strength, party_worth(outlook, party))
        score += FAIR_WEATHER * win_chance(outlook, strength, target.opposed) * rescue
        score -= FRENCH_COST if french else 0.0
        # Those who do not fight stay exposed to the same enemy anyway.
        score += danger(outlook, square, None, strength) * party_worth(outlook, party) * 0.5
        args = {"nobles": party, "against": (str(against),), "square": (square,)}
        yield score, Choice(offer.verb, args)


def _forces(outlook: Outlook, offer: Offer) -> Iterator[tuple[NobleId, ...]]:
    """Parties that fit the offer: everybody, then one fewer each time; keepers of heirs drop out
    first, then the weakest.
    """
    field = offer.field("nobles")
    order = sorted(
        field.ids(NobleId),
        key=lambda n: (n not in field.required, bool(outlook.heirs_with(n)), -outlook.power(n)),
    )
    for count in range(len(order), 0, -1):
        party = tuple(order[:count])
        if field.problem(party) is None:
            yield party


def _rescue(outlook: Outlook, nobles: tuple[NobleId, ...]) -> float:
    """What a sally saves in addition to its prize, if it succeeds: besieged nobles who would
    otherwise fall."""
    score = 0.0
    for place_id in dict.fromkeys(outlook.nobles[n].inside for n in nobles):
        siege = outlook.view.sieges.get(place_id) if place_id is not None else None
        if siege is None or place_id is None:
            continue
        place = outlook.board.places[place_id]
        garrison = outlook.content.ruleset.garrison_left(place.garrison, siege.turns + 1)
        inside = outlook.opposing(place_id, siege.seat)
        besiegers = outlook.total(n for n in siege.besiegers if n in outlook.nobles)
        if besiegers >= garrison + outlook.total(inside):
            lost = party_worth(outlook, [n for n in inside if n in nobles])
            score += lost
    return score


# Sieges


def _conclusion(outlook: Outlook, offer: Offer) -> tuple[float, Choice]:
    """Take the place with everybody at hand: all who take part may go inside."""
    field, place_id = offer.field("nobles"), offer.field("place").ids(PlaceId)[0]
    place = outlook.board.places[place_id]
    value = siege_target(outlook, place).value
    party = field.ids(NobleId)
    score = FAIR_WEATHER * value - 0.04 * party_worth(outlook, party) + 2.0
    if offer.rule == NEEDS_ALLIES:
        # If the others stay out, nothing is lost, and a siege may still be laid; but the place goes
        # to the player with the strongest noble among the victors (base-16.2).
        others = [
            noble
            for seat, nobles in outlook.open_at.get(place.square, {}).items()
            for noble in nobles
            if seat != outlook.seat
        ]
        if max(map(outlook.power, others), default=0) > max(map(outlook.power, party)):
            score = 0.0
    elif place_id in outlook.view.sieges:
        score = max(score, _CONCLUDED)  # finish what was begun
    if offer.verb == "conclude_with_french":
        score -= FRENCH_COST
    return score, Choice(offer.verb, {"nobles": party, "place": (place_id,)})


def _storm(outlook: Outlook, offer: Offer) -> tuple[float, Choice]:
    """Storming a place with everybody at hand, and what that promises in points."""
    party, place_id = offer.field("nobles").ids(NobleId), offer.field("place").ids(PlaceId)[0]
    french = offer.verb == "storm_with_french"
    odds = storm_odds(outlook.content, outlook.view, place_id, party, spend=french)
    value = siege_target(outlook, outlook.board.places[place_id]).value
    score = float(odds.chance(True)) * value
    score -= float(odds.chance(False)) * party_worth(outlook, party)
    for peril in odds.perils:
        if peril.attacking and peril.who in outlook.nobles:
            score -= float(peril.chance) * noble_worth(outlook, NobleId(CardId(peril.who)))
    score -= FRENCH_COST if french else 0.0
    return score, Choice(offer.verb, {"nobles": party, "place": (place_id,)})


def _siege(outlook: Outlook, offer: Offer) -> tuple[float, Choice]:
    """Lay siege with everybody at hand."""
    field, place_id = offer.field("nobles"), offer.field("place").ids(PlaceId)[0]
    target = siege_target(outlook, outlook.board.places[place_id])
    party = field.ids(NobleId)
    strength, worth = outlook.total(party), party_worth(outlook, party)
    exposed = danger(outlook, target.square, None, strength)
    if offer.rule == STRANDED:  # crews that take the place are no longer stranded
        target = replace(target, value=target.value + worth)
    if storms(
        outlook.content
    ):  # an announced siege by a force that matches the defence succeeds in the next turn
        score = (1 - exposed) * _ANNOUNCED * target.value - (exposed + 0.04) * worth + 1.0
    else:
        score = siege_hopes(outlook, target, party, worth, exposed)
    # The besiegers are in the open anyway: that danger does not come from the siege.
    score += exposed * worth
    return score, Choice("lay", {"nobles": party, "place": (place_id,)})


# The knife


def _knives(outlook: Outlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    assassin = outlook.content.battle.assassin
    for victim in offer.field("target").candidates:
        noble, heir = NobleId(CardId(victim)), HeirId(victim)
        if noble in outlook.nobles:
            gain = prize(outlook, (noble,), ()) * assassin.defending_noble / 100
        elif heir in outlook.view.heirs:
            gain = _heir_gain(outlook, heir) * assassin.defending_heir / 100
        else:
            continue
        for killer in offer.field("noble").ids(NobleId):
            if outlook.heirs_with(killer):
                continue
            cost = noble_worth(outlook, killer) * assassin.attacking_noble / 100
            score = FAIR_WEATHER * (gain - cost) - _KNIFE
            yield score, Choice("assassinate", {"noble": (killer,), "target": (victim,)})


def _heir_gain(outlook: Outlook, heir: HeirId) -> float:
    """What the death of an enemy's heir is worth, most of all if it decides the game."""
    worth = heir_worth(outlook, heir) * 0.7
    return worth + 100 if outlook.other_heirs == [heir] and outlook.my_heirs else worth


# The ambush


def _ambushes(outlook: Outlook, offer: Offer) -> Iterator[tuple[float, Choice]]:
    """Ambushes by one noble each, with what they promise: the best ambusher is one whose death is
    unlikely or costs little. The battle need not be won.

    Anybody whom one of the next cards may name is in danger; with dice, the attack is aimed at one
    member of the force.
    """
    args = {f.name: f.candidates for f in offer.fields if f.name in ("against", "square")}
    square, against = SquareId(args["square"][0]), Seat(int(args["against"][0]))
    met = [n for n in outlook.view.nobles if _meets(outlook, n, square, against)]
    for field in offer.fields:
        if field.name == "target":
            targets: tuple[str | None, ...] = field.candidates
            break
    else:
        targets = (None,)
    for noble in offer.field("nobles").ids(NobleId):
        if outlook.heirs_with(noble):
            continue
        perils = card_perils(outlook.content, outlook.view, [noble], met)
        cost = sum(p.chance for p in perils if p.attacking) * noble_worth(outlook, noble)
        for target in targets:
            aimed = [p for p in perils if not p.attacking and target in (None, p.who)]
            gain = sum(float(p.chance) * _death_gain(outlook, p.who) for p in aimed)
            named = {} if target is None else {"target": (target,)}
            yield gain - float(cost), Choice("ambush", {**args, **named, "nobles": (noble,)})


def _meets(outlook: Outlook, noble: NobleId, square: SquareId, seat: Seat) -> bool:
    """Whether a noble is in the open in a square, as part of a seat's force."""
    seen = outlook.nobles[noble]
    here = (seen.square, seen.seat) == (square, seat)
    return here and seen.inside is None and seen.aboard is None and seen.captor is None


def _death_gain(outlook: Outlook, who: str) -> float:
    """What the death of an enemy's noble or heir is worth to this seat."""
    noble, heir = NobleId(CardId(who)), HeirId(who)
    if noble in outlook.nobles and heir not in outlook.view.heirs:
        seat = outlook.nobles[noble].seat
        return noble_worth(outlook, noble) * rivalry(outlook, seat, outlook.seat)
    return _heir_gain(outlook, heir)


def name_target(outlook: Outlook, prompt: Prompt) -> Choice:
    """The target for a noble who attacks alone as an assassin: the one whose death costs the enemy
    the most.
    """
    (offer,) = prompt.offers

    def worth(target: str) -> tuple[float, str]:
        noble = NobleId(CardId(target))
        if noble in outlook.nobles:
            return prize(outlook, (noble,), ()) * 2, target
        return _heir_gain(outlook, HeirId(target)), target

    return Choice.of("name_target", target=max(offer.field("target").candidates, key=worth))


# Afterwards


def occupy(outlook: Outlook, prompt: Prompt) -> Choice:
    """Send as many nobles into the captured place as there is room for."""
    for offer in prompt.offers:
        if offer.verb == "enter":
            place = outlook.board.places[offer.field("place").ids(PlaceId)[0]]
            if place.is_fortress or place.is_open_town:
                choice = entry(outlook, offer, offer.field("nobles").ids(NobleId))
                if choice is not None:
                    return choice
    return Choice("done")


def return_inside(outlook: Outlook, prompt: Prompt) -> Choice:
    """Bring everybody back behind the walls after a sally."""
    nobles = prompt.offers[0].field("nobles").ids(NobleId)
    return Choice("return_inside", {"nobles": nobles})


def thin_out(outlook: Outlook, prompt: Prompt) -> Choice:
    """Take as few nobles as will do out of an overcrowded place, keepers of heirs last."""
    offer = prompt.offers[0]
    field = offer.field("nobles")
    need = field.weight_min
    order = sorted(
        field.ids(NobleId),
        key=lambda n: (bool(outlook.heirs_with(n)), -_spare(outlook, n, need), n),
    )
    leaving: list[str] = []
    for noble in order:
        leaving.append(noble)
        if field.problem(tuple(leaving)) is None:
            break
    return Choice("leave", {"nobles": tuple(leaving), "place": offer.field("place").ids(PlaceId)})


def _spare(outlook: Outlook, noble: NobleId, need: int) -> int:
    """How well a noble's troops meet the number that has to leave: just enough is best; too few
    come last, the strongest of them first."""
    power = outlook.power(noble)
    return 10_000 - power if power >= need else power


def hold(outlook: Outlook, prompt: Prompt) -> Choice:
    """Let the strongest noble hold a place that has been captured."""
    offer = prompt.offers[0]
    noble = max(offer.field("noble").ids(NobleId), key=lambda n: (outlook.power(n), n))
    return Choice("hold", {"place": offer.field("place").ids(PlaceId), "noble": (noble,)})


def go_home(outlook: Outlook, prompt: Prompt) -> Choice:
    """Go to the least threatened castle, preferably near the faction's strongest noble."""
    offer = prompt.offers[0]
    noble = offer.field("noble").ids(NobleId)[0]
    worth = party_worth(outlook, [noble])

    def cost(castle: PlaceId) -> tuple[float, PlaceId]:
        place = outlook.board.places[castle]
        shelter = place if outlook.enterable(place) else None
        strength = outlook.power(noble, place.square) + outlook.total(
            outlook.within.get(castle, []) if shelter else []
        )
        friends = to_friends(outlook, [noble], place.square)
        return danger(outlook, place.square, shelter, strength) * worth + friends / 10, castle

    castle = min(offer.field("castle").ids(PlaceId), key=cost)
    return Choice("go_home", {"noble": (noble,), "castle": (castle,)})


def to_friends(outlook: Outlook, party: Sequence[NobleId], square: SquareId) -> int:
    """The distance in squares from a square to the strongest other noble of the faction."""
    friends = [n for n in outlook.mine if n not in party]
    if not friends:
        return 0
    leader = max(friends, key=lambda n: (outlook.power(n), n))
    return outlook.steps(outlook.nobles[leader].square, square)


def strike_at_once(outlook: Outlook, prompt: Prompt) -> Choice:
    """Take a turncoat's castle with a force that matches its defence."""
    return next(prompt.offers[0].choices())


# A siege that fails


def make_fail(outlook: Outlook, prompt: Prompt) -> Choice:
    """Make a siege fail if the place is this seat's own, or has its nobles inside."""
    place = PlaceId(prompt.facts["place"])
    inside = (outlook.nobles[noble].seat for noble in outlook.within.get(place, ()))
    mine = outlook.holder(place) == outlook.seat or outlook.seat in inside
    kept = any(offer.verb == "fail_siege" for offer in prompt.offers)
    return Choice("fail_siege") if mine and kept else Choice("let_be")


def withdraw(outlook: Outlook, prompt: Prompt) -> Choice:
    """Send the besiegers where they are in least danger."""
    (offer,) = prompt.offers
    squares = offer.field("to").ids(SquareId)
    to = min(squares, key=lambda square: (outlook.threat(square), square))
    return Choice.of("march", nobles=offer.field("nobles").ids(NobleId), to=to)


# Cards against a fight, or for it


_LOST, _WON = 2 / 3, 3 / 2
"""Ratios to the other side's strength: up to the first, a fight is best evaded; from the second on,
an attack is worth forcing.
"""


def evade(outlook: Outlook, prompt: Prompt) -> Choice:
    """Evade a fight that this seat would rather not have."""
    attacking = str(outlook.seat) in prompt.facts["attacking"].split(",")
    return _play(prompt, "evade", _ratio(prompt, attacking=attacking) <= _LOST)


def force(outlook: Outlook, prompt: Prompt) -> Choice:
    """Force this seat's own attack if it is likely to be won."""
    mine = prompt.facts["attacker"] == str(outlook.seat)
    return _play(prompt, "force", mine and _ratio(prompt, attacking=True) >= _WON)


def _ratio(prompt: Prompt, *, attacking: bool) -> float:
    """The strength of this seat's side divided by the other's."""
    attack, opposed = int(prompt.facts["strength"]), max(1, int(prompt.facts["opposed"]))
    return attack / opposed if attacking else opposed / max(1, attack)


def _play(prompt: Prompt, verb: str, wanted: bool) -> Choice:
    """The card, if the seat holds it and wants to play it; otherwise nothing."""
    kept = any(offer.verb == verb for offer in prompt.offers)
    return Choice(verb) if wanted and kept else Choice("let_be")
