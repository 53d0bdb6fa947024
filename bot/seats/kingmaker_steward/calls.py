"""Event cards that call nobles and the King away."""

from __future__ import annotations

from bot.rules.kernel import Choice, Offer, Prompt
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.worth import danger, party_worth


def answer_call(outlook: Outlook, prompt: Prompt) -> Choice:
    """Go where the danger is least, a King with his force; heirs stay behind if they may."""
    offer = prompt.offers[0]
    noble = prompt.facts.get("noble", "")
    args = _with_company(outlook, offer, noble)
    for field in offer.fields:
        if field.name == "bring" and field.least > 0:
            args["bring"] = field.candidates
    return Choice(offer.verb, args)


def attend_king(outlook: Outlook, prompt: Prompt) -> Choice:
    """The whole force goes with the King: alone his keeper would be easy prey."""
    offer = prompt.offers[0]
    return Choice(offer.verb, _with_company(outlook, offer, prompt.facts.get("noble", "")))


def _with_company(outlook: Outlook, offer: Offer, keeper: str) -> dict[str, tuple[str, ...]]:
    """The safest spot, and all who may come along if that helps."""
    company: tuple[str, ...] = ()
    for field in offer.fields:
        if field.name == "with":
            company = field.candidates
    spot = _best_spot(outlook, offer.field("to").candidates, [keeper, *company])
    args: dict[str, tuple[str, ...]] = {"to": (spot,)}
    if company and _company_helps(outlook, spot, keeper, company):
        args["with"] = company
    return args


def _spot_danger(outlook: Outlook, spot: str, party: list[str]) -> float:
    place = outlook.board.places.get(spot)
    square = spot if place is None else place.square
    party = [noble for noble in party if noble in outlook.nobles]
    return danger(outlook, square, place, outlook.total(party, square))


def _best_spot(outlook: Outlook, spots: tuple[str, ...], party: list[str]) -> str:
    return min(spots, key=lambda spot: (_spot_danger(outlook, spot, party), spots.index(spot)))


def _company_helps(outlook: Outlook, spot: str, keeper: str, company: tuple[str, ...]) -> bool:
    """Whether the party together loses less than the keeper alone."""
    party = [keeper, *company]
    alone = _spot_danger(outlook, spot, [keeper]) * party_worth(outlook, [keeper])
    return _spot_danger(outlook, spot, party) * party_worth(outlook, party) <= alone + 1.0
