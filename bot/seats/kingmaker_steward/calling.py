"""When a steward calls Parliament, which noble it summons, and whom it excuses."""

from __future__ import annotations

from bot.rules.kernel import Choice, Prompt, Seat, every_seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SquareId
from bot.seats.kingmaker_steward import chancery
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.voting import (
    carried,
    fits,
    kings,
    opinion,
    sole_king,
    stake,
    votes_of,
)
from bot.seats.kingmaker_steward.worth import danger, noble_worth, party_worth, place_worth, prize

CHANCELLOR = "chancellor_england"

CALLING = ("writ", "chancellor_may")
"""The kinds of Event cards with which Parliament is called."""

WORTH_CALLING = 3.0
"""How much a Parliament must promise, in points, to be called without a special reason. If
Parliament is worth calling at all, its caller heads for a town as if Parliament promised at least
that much."""

_HURTS = -4.0
"""If there are cards in the Chancery and everybody must come, Parliament is called unless it costs
more than this: calling every time wins no less often than waiting for the best moment."""

_A_TURN = 2.0
"""What it is worth to cost the others a turn through the King's Peace, in points."""

_NEAREST = 3
_KEEP_SIEGE = 8.0
_DETHRONED = 12.0


# The possible callers, and what a call would bring


def held(outlook: Outlook, kind: str) -> list[CardId]:
    """The Event cards of one kind that this seat holds."""
    return [card for card in outlook.view.held if outlook.content.events[card].kind == kind]


def caller_of(outlook: Outlook, seat: Seat, *, chancellor_card: bool = True) -> NobleId | None:
    """The noble through whom a seat could call Parliament now, given a Writ (and the Chancellor's
    card)."""
    king = sole_king(outlook)
    limit = outlook.content.ruleset.parliament_calls_per_caller
    made = outlook.view.calls_made
    if king is not None:
        noble, key = outlook.view.heirs[king].holder, str(king)
    elif chancellor_card:
        noble = next((n for n, s in outlook.nobles.items() if s.office == CHANCELLOR), None)
        key = noble or ""
    else:
        return None
    if noble is None or outlook.nobles[noble].seat != seat or outlook.besieged(noble):
        return None
    if outlook.nobles[noble].captor is not None or not outlook.nobles[noble].square:
        return None
    return noble if limit is None or made.get(key, 0) < limit else None


def ready_caller(outlook: Outlook) -> NobleId | None:
    """The noble through whom this seat could call Parliament this turn, if he were in a suitable
    town."""
    if outlook.view.resting or not (outlook.free_parliament or held(outlook, "writ")):
        return None
    needed = outlook.content.ruleset.chancellor_card
    card = not needed or bool(held(outlook, "chancellor_may"))
    return caller_of(outlook, outlook.seat, chancellor_card=card)


def call_value(outlook: Outlook) -> float:
    """What calling Parliament now promises, in points.

    If nobody has to come, Parliament ends no siege, sends no army home and shelters only those who
    go there.
    """
    found: float | None = outlook.known.get(call_value)
    if found is None:
        # A rival's gain counts for no more than this turn: any other call would bring him as much.
        found = _A_TURN + max(-_A_TURN, chancery.gain(outlook))
        found += _DETHRONED if would_dethrone(outlook, outlook.seat) else 0.0
        if not outlook.free_parliament:
            found += _sieges_value(outlook) + _safety(outlook) - _scattering(outlook)
        outlook.known[call_value] = found
    return found


def pays(outlook: Outlook) -> bool:
    """Whether Parliament is worth calling now."""
    cards = outlook.view.chancery and not outlook.free_parliament
    return call_value(outlook) > (_HURTS if cards else WORTH_CALLING)


def _sieges_value(outlook: Outlook) -> float:
    """What breaking the sieges brings: a gain for the besieged, a loss for the besiegers."""
    value = 0.0
    for key, siege in outlook.view.sieges.items():
        mine = [noble for noble in outlook.within.get(key, ()) if noble in outlook.mine]
        if siege.seat == outlook.seat:
            place = outlook.board.places[key]
            value -= 0.5 * (place_worth(outlook, place) + prize(outlook, outlook.opposing(key), ()))
        elif mine:
            value += 0.5 * party_worth(outlook, mine)
    return value


def _safety(outlook: Outlook) -> float:
    """The value of a round in which nobody now in danger can be attacked."""
    relief = 0.0
    for noble in outlook.mine:
        seen = outlook.nobles[noble]
        place = None if seen.inside is None else outlook.board.places[seen.inside]
        company = [
            n
            for n in outlook.mine
            if outlook.nobles[n].square == seen.square and outlook.nobles[n].inside == seen.inside
        ]
        peril = danger(outlook, seen.square, place, outlook.total(company))
        relief += 0.5 * peril * party_worth(outlook, [noble])
    return min(relief, 10.0)


def _scattering(outlook: Outlook) -> float:
    """What it costs to have this seat's army go home, noble by noble."""
    gathered: dict[SquareId, float] = {}
    for noble in outlook.mine:
        square = outlook.nobles[noble].square
        gathered[square] = gathered.get(square, 0.0) + noble_worth(outlook, noble)
    return 0.06 * max(gathered.values(), default=0.0)


def would_dethrone(outlook: Outlook, seat: Seat) -> bool:
    """Whether a seat's motion against the other King would pass: a player with heirs of one House
    only is bound to it, any other votes as suits him."""
    found = kings(outlook)
    own = [king for king in found if outlook.heir_seat(king) == seat]
    if len(found) != 2 or "beaufort" in found or len(own) != 1:
        return False
    enemy = next(king for king in found if king != own[0])
    house = outlook.view.heirs[enemy].house
    motion = {"king": enemy, "noble": outlook.view.heirs[own[0]].holder or ""}
    votes = []
    for other in every_seat(len(outlook.view.seats)):
        houses = {
            outlook.view.heirs[heir].house
            for heir in outlook.living
            if heir != "beaufort" and outlook.heir_seat(heir) == other
        }
        vote = opinion(stake(outlook, other, motion))
        votes.append(vote if len(houses) != 1 else "nay" if houses == {house} else "yea")
    return votes[seat] == "yea" and carried(votes, votes_of(outlook))


# The meeting place


def meeting_places(outlook: Outlook, noble: NobleId) -> list[Place]:
    """The towns and cities nearest to a noble where this seat could call Parliament: if he is at
    one, only that one."""
    here = outlook.nobles[noble].square
    fit = [
        (steps, place.id)
        for place in outlook.board.places.values()
        if place.is_town_or_city
        and outlook.enterable(place)
        and outlook.board.is_mainland(place.square)
        and (steps := outlook.board.steps_between(here, place.square)) is not None
    ]
    near = sorted(fit)[:_NEAREST]
    return [outlook.board.places[key] for steps, key in near if steps == 0 or near[0][0] > 0]


# Answers


def call(outlook: Outlook, prompt: Prompt) -> Choice:
    """Call Parliament if it is worth it, and summon the noble whose absence serves this seat
    best."""
    for offer in prompt.offers:
        if offer.verb == "call_parliament" and pays(outlook):
            args = {"by": offer.field("by").ids(NobleId)[0]}
            for field in offer.fields:
                if field.name == "summon":
                    args["summon"] = max(
                        field.ids(NobleId), key=lambda n: (_unwilling(outlook, n), n)
                    )
            return Choice.of("call_parliament", **args)
    return Choice("done")


def _unwilling(outlook: Outlook, noble: NobleId) -> float:
    """How much it serves this seat if a noble must leave the place where he is."""
    seen = outlook.nobles[noble]
    score = noble_worth(outlook, noble) * rivalry(outlook, seen.seat, outlook.seat) / 10
    for place, siege in outlook.view.sieges.items():
        if noble in siege.besiegers:
            threatened = [n for n in outlook.within.get(place, []) if n in outlook.mine]
            score += 5.0 + (100.0 if threatened or outlook.holder(place) == outlook.seat else 0.0)
    return score


def excuse(outlook: Outlook, prompt: Prompt) -> Choice:
    """Excuse nobles who are besieging a prize: each for a Writ or, if he would need a ship to come,
    for nothing."""
    args: dict[str, tuple[str, ...]] = {}
    for field in prompt.offers[0].fields:
        if field.name == "nobles":
            busy = _besiegers(outlook, field.ids(NobleId))
            chosen = tuple(busy) if len(busy) <= field.most else ()
        else:
            busy = _besiegers(outlook, field.ids(NobleId))
            chosen = tuple(n for n in busy if not outlook.heirs_with(n))
        if chosen:
            args[field.name] = chosen
    return Choice("excuse", args)


def _besiegers(outlook: Outlook, nobles: tuple[NobleId, ...]) -> list[NobleId]:
    """The nobles whose siege is worth continuing."""
    found = []
    for key, siege in outlook.view.sieges.items():
        place = outlook.board.places[key]
        inside = outlook.opposing(key)
        heirs = [
            heir
            for heir in outlook.living
            if outlook.view.heirs[heir].holder is None and outlook.view.heirs[heir].inside == key
        ]
        value = place_worth(outlook, place) + prize(outlook, inside, heirs)
        if siege.seat == outlook.seat and value >= _KEEP_SIEGE:
            found += [noble for noble in siege.besiegers if noble in nobles]
    return found


def revoke(outlook: Outlook, prompt: Prompt) -> Choice:
    """Revoke excuses only for nobles who are besieging nobles of this seat."""
    field = prompt.offers[0].field("nobles")
    hostile = [
        noble
        for key, siege in outlook.view.sieges.items()
        if any(n in outlook.mine for n in outlook.within.get(key, []))
        for noble in siege.besiegers
        if noble in field.candidates
    ]
    if hostile and len(hostile) <= field.most:
        return Choice("revoke", {"nobles": tuple(hostile)})
    return Choice("revoke")


def meet(outlook: Outlook, prompt: Prompt) -> Choice:
    """Have a People's Parliament meet where the weakest of the nobles named would go."""
    offer = min(
        prompt.offers,
        key=lambda o: (party_worth(outlook, o.field("noble").ids(NobleId)), o.verb),
    )
    noble = offer.field("noble").ids(NobleId)
    return Choice("meet_at", {"noble": noble, "place": offer.field("place").ids(PlaceId)[:1]})


def wanted_by(outlook: Outlook, seat: Seat) -> bool:
    """Whether a seat could gain something in a Parliament (titles, offices, bishops)."""
    return outlook.view.chancery > 0 and any(
        fits(outlook, noble, kind)
        for noble, seen in outlook.nobles.items()
        if seen.seat == seat
        for kind in ("title", "office", "bishop")
    )
