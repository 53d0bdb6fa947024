"""How a steward answers the calls of Event cards, Parliament and Writs, and whom it sends with the
King.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import Sitting
from bot.seats.kingmaker_steward import chancery
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.calling import held
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry
from bot.seats.kingmaker_steward.targets import siege_target
from bot.seats.kingmaker_steward.voting import fits, kings, lords
from bot.seats.kingmaker_steward.worth import danger, heir_worth, party_worth, prize

_WRIT = 1.5
"""What the only Writ in hand is worth to its holder, in points."""

_GOING = 0.5
"""What it costs a party, in points, to move from where it is."""

_AFTERWARDS = 0.3
"""How much of the danger around a Parliament is left when its Peace ends and everybody leaves."""

_AS_CALLER = 0.6
_AS_GUEST = 0.15
"""How likely a player who may take a card from the Chancery is to get it: as the caller, and
otherwise.
"""

_A_VOTE = 0.1
_UNCOVERED = 0.2
"""How often a noble whom a Writ brings into the open is caught there by the player who served
it."""


# Calls of Event cards


def answer_call(outlook: Outlook, prompt: Prompt) -> Choice:
    """Go where there is least danger, with a King's whole force if that helps; heirs stay behind if
    they may.

    Use a Writ to send another noble if that saves more than the Writ is worth.
    """
    offer, price = prompt.offers[0], _price_of_a_writ(outlook)
    noble = NobleId(CardId(prompt.facts.get("noble", "")))
    for other in prompt.offers:
        if other.verb == "send_instead":
            spots = offer.field("to").ids(SquareId)
            stand_in = min(
                other.field("noble").ids(NobleId), key=lambda n: _errand(outlook, n, spots)
            )
            if _errand(outlook, noble, spots) - _errand(outlook, stand_in, spots) > price:
                return Choice.of("send_instead", noble=stand_in)
    args = _with_company(outlook, offer, noble)
    for field in offer.fields:
        if field.name == "bring" and field.least > 0:
            args["bring"] = field.candidates
    return Choice(offer.verb, args)


def attend_king(outlook: Outlook, prompt: Prompt) -> Choice:
    """Send the King's force with him if that helps: alone, his keeper would be easy prey."""
    offer = prompt.offers[0]
    return Choice(
        offer.verb, _with_company(outlook, offer, NobleId(CardId(prompt.facts.get("noble", ""))))
    )


def _with_company(outlook: Outlook, offer: Offer, keeper: NobleId) -> dict[str, tuple[str, ...]]:
    """The safest spot, with everybody who may come along if that helps."""
    company: tuple[NobleId, ...] = ()
    for field in offer.fields:
        if field.name == "with":
            company = field.ids(NobleId)
    spot = _best_spot(outlook, offer.field("to").ids(SquareId), [keeper, *company])
    args: dict[str, tuple[str, ...]] = {"to": (spot,)}
    if company and _company_helps(outlook, spot, keeper, company):
        args["with"] = company
    return args


def _spot_danger(outlook: Outlook, spot: SquareId, party: list[NobleId]) -> float:
    place = outlook.board.places.get(PlaceId(spot))
    square = spot if place is None else place.square
    party = [noble for noble in party if noble in outlook.nobles]
    return danger(outlook, square, place, outlook.total(party, square))


def _best_spot(outlook: Outlook, spots: tuple[SquareId, ...], party: list[NobleId]) -> SquareId:
    """The spot where a party is in least danger: behind walls, if it may choose."""
    walled = tuple(spot for spot in spots if _walled(outlook, spot))
    spots = walled or spots
    return min(spots, key=lambda spot: (_spot_danger(outlook, spot, party), spots.index(spot)))


def _walled(outlook: Outlook, spot: SquareId) -> bool:
    """Whether a spot is inside a fortress."""
    place = outlook.board.places.get(PlaceId(spot))
    return place is not None and place.is_fortress


def _company_helps(
    outlook: Outlook, spot: SquareId, keeper: NobleId, company: tuple[NobleId, ...]
) -> bool:
    """Whether the whole party would lose hardly more than the keeper would alone."""
    party = [keeper, *company]
    alone = _spot_danger(outlook, spot, [keeper]) * party_worth(outlook, [keeper])
    return _spot_danger(outlook, spot, party) * party_worth(outlook, party) <= alone + 1.0


def _errand(outlook: Outlook, noble: NobleId, spots: tuple[SquareId, ...]) -> float:
    """How many points are put at risk by sending a noble to the safest of these spots."""
    there = min(_spot_danger(outlook, spot, [noble]) for spot in spots)
    party = _company_of(outlook, noble)
    rest = [n for n in party if n != noble]
    return (
        there * party_worth(outlook, [noble])
        + _peril(outlook, noble, rest)
        - _peril(outlook, noble, party)
    )


def _company_of(outlook: Outlook, noble: NobleId) -> list[NobleId]:
    """This seat's nobles in the same place as a given noble, including him."""
    here = outlook.nobles[noble]
    return [
        n
        for n in outlook.mine
        if (outlook.nobles[n].square, outlook.nobles[n].inside) == (here.square, here.inside)
    ]


def _peril(outlook: Outlook, where: NobleId, party: list[NobleId]) -> float:
    """How many points a party would probably lose if it were alone in the place where a noble
    is."""
    if not party:
        return 0.0
    here = outlook.nobles[where]
    place = None if here.inside is None else outlook.board.places[here.inside]
    return danger(outlook, here.square, place, outlook.total(party)) * party_worth(outlook, party)


def _price_of_a_writ(outlook: Outlook) -> float:
    """What a Writ in hand is worth, in points: the more Writs there are, the less."""
    return _WRIT / max(1, len(held(outlook, "writ")))


# A Parliament that nobody has to attend


def attend(outlook: Outlook, prompt: Prompt) -> Choice:
    """Send the nobles who are worth sending: for cards and votes, or because Parliament is safer
    than home."""
    sitting = outlook.view.sitting
    offer = next((o for o in prompt.offers if o.verb == "attend"), None)
    if sitting is None or offer is None:
        return Choice("done")
    able = offer.field("nobles").ids(NobleId)
    best, found = 0.0, Choice("done")
    for party in _parties(outlook, able):
        score = _attendance(outlook, sitting, party)
        if score > best:
            best, found = score, Choice("attend", {"nobles": party})
    return found


def _parties(outlook: Outlook, able: tuple[NobleId, ...]) -> Iterator[tuple[NobleId, ...]]:
    """Each noble alone, and all who are together in one place."""
    for noble in able:
        yield (noble,)
        company = tuple(n for n in able if n in _company_of(outlook, noble))
        if len(company) > 1 and company[0] == noble:
            yield company


def _attendance(outlook: Outlook, sitting: Sitting, party: tuple[NobleId, ...]) -> float:
    """What sending these nobles brings, in points.

    Nobody fights at a Parliament until its caller's next turn (base-15.11); by then all the others
    have gone on their way.
    """
    company = _company_of(outlook, party[0])
    rest = [noble for noble in company if noble not in party]
    worth = party_worth(outlook, party)
    exposed = _AFTERWARDS * danger(outlook, sitting.square, None, outlook.total(party))
    spared = _peril(outlook, party[0], company) - _peril(outlook, party[0], rest) - exposed * worth
    return spared + _influence(outlook, sitting, party) - _left(outlook, party) - _GOING


def _influence(outlook: Outlook, sitting: Sitting, party: tuple[NobleId, ...]) -> float:
    """What the cards and votes on offer are worth: once one noble of a faction is at Parliament,
    all its nobles may be given cards (base-15.7), and each further noble only adds his votes in the
    Lords.
    """
    cards = outlook.view.chancery_cards
    value = 0.0
    if cards or len(kings(outlook)) > 1:
        value += _A_VOTE * lords(outlook, party)[outlook.seat]
    if any(outlook.nobles[n].seat == outlook.seat for n in sitting.attending):
        return value + (_majority(outlook, sitting, party) if cards else 0.0)
    chance = _AS_CALLER if sitting.caller == outlook.seat else _AS_GUEST
    for card in cards:
        kind = outlook.content.crown[card].kind
        if any(fits(outlook, noble, kind) for noble in outlook.mine):
            value += chance * card_worth(outlook, card)
    return value


def _majority(outlook: Outlook, sitting: Sitting, party: tuple[NobleId, ...]) -> float:
    """What these nobles' votes in the Lords are worth to a caller who wants cards for himself."""
    if sitting.caller != outlook.seat:
        return 0.0
    chances = chancery.lacking(outlook, sitting.attending)
    votes = lords(outlook, party)[outlook.seat]
    return sum(
        _AS_CALLER * card_worth(outlook, card) * min(1.0, votes / lack)
        for card, lack in chances.items()
    )


def _left(outlook: Outlook, party: tuple[NobleId, ...]) -> float:
    """What the sieges that these nobles would abandon are worth."""
    return sum(
        siege_target(outlook, outlook.board.places[place]).value
        for place, siege in outlook.view.sieges.items()
        if any(noble in party for noble in siege.besiegers)
    )


# Writs for a Parliament


def serve_writ(outlook: Outlook, prompt: Prompt) -> Choice:
    """Force nobles to come if they are besieging this seat's nobles, or could be caught once they
    leave their walls.
    """
    sitting = outlook.view.sitting
    best, found = _price_of_a_writ(outlook), Choice("done")
    for offer in prompt.offers:
        if offer.verb != "serve_writ" or sitting is None:
            continue
        for noble in offer.field("noble").ids(NobleId):
            score = _forced(outlook, sitting, noble)
            if score > best:
                best, found = score, Choice.of("serve_writ", noble=noble)
    return found


def _forced(outlook: Outlook, sitting: Sitting, noble: NobleId) -> float:
    """What forcing a noble of another faction to come is worth, in points."""
    seen = outlook.nobles[noble]
    score = 0.0
    for place, siege in outlook.view.sieges.items():
        own = [n for n in outlook.within.get(place, []) if n in outlook.mine]
        if noble in siege.besiegers and own:
            score += 0.5 * party_worth(outlook, own)
    near = [n for n in outlook.mine if outlook.nobles[n].square == sitting.square]
    if seen.inside is not None and outlook.total(near) >= 2 * outlook.power(noble, sitting.square):
        gain = prize(outlook, [noble], ()) * rivalry(outlook, seen.seat, outlook.seat)
        score += _UNCOVERED * gain
    return score


def served(outlook: Outlook, prompt: Prompt) -> Choice:
    """Leave heirs with the nobles who stay behind if these are safer than the noble who must go
    alone."""
    sitting = outlook.view.sitting
    noble = NobleId(CardId(prompt.facts.get("noble", "")))
    for offer in prompt.offers:
        if offer.verb != "attend_without" or sitting is None:
            continue
        rest = [n for n in _company_of(outlook, noble) if n != noble]
        heirs = offer.field("leave").ids(HeirId)
        royal = sum(heir_worth(outlook, heir) for heir in heirs)
        here = outlook.nobles[noble]
        place = None if here.inside is None else outlook.board.places[here.inside]
        staying = danger(outlook, here.square, place, outlook.total(rest)) * royal
        alone = outlook.power(noble, sitting.square)
        going = _AFTERWARDS * danger(outlook, sitting.square, None, alone) * royal
        if staying < going:
            return Choice("attend_without", {"noble": (noble,), "leave": heirs})
    return prompt.default or Choice.of("attend", nobles=[noble])
