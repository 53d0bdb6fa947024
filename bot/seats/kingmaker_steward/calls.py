"""Event cards that call nobles and the King away."""

from __future__ import annotations

from bot.rules.kernel import Choice, Offer, Prompt
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.worth import danger, party_worth


def answer_call(picture: Picture, prompt: Prompt) -> Choice:
    """Go where the danger is least, a King with his force; heirs stay behind if they may."""
    offer = prompt.offers[0]
    noble = prompt.facts.get("noble", "")
    args = _with_company(picture, offer, noble)
    for field in offer.fields:
        if field.name == "bring" and field.least > 0:
            args["bring"] = field.candidates
    return Choice(offer.verb, args)


def attend_king(picture: Picture, prompt: Prompt) -> Choice:
    """The whole force goes with the King: alone his keeper would be easy prey."""
    offer = prompt.offers[0]
    return Choice(offer.verb, _with_company(picture, offer, prompt.facts.get("noble", "")))


def _with_company(picture: Picture, offer: Offer, keeper: str) -> dict[str, tuple[str, ...]]:
    """The safest spot, and all who may come along if that helps."""
    company: tuple[str, ...] = ()
    for field in offer.fields:
        if field.name == "with":
            company = field.candidates
    spot = _best_spot(picture, offer.field("to").candidates, [keeper, *company])
    args: dict[str, tuple[str, ...]] = {"to": (spot,)}
    if company and _company_helps(picture, spot, keeper, company):
        args["with"] = company
    return args


def _spot_danger(picture: Picture, spot: str, party: list[str]) -> float:
    place = picture.board.places.get(spot)
    square = spot if place is None else place.square
    party = [noble for noble in party if noble in picture.nobles]
    return danger(picture, square, place, picture.total(party, square))


def _best_spot(picture: Picture, spots: tuple[str, ...], party: list[str]) -> str:
    return min(spots, key=lambda spot: (_spot_danger(picture, spot, party), spots.index(spot)))


def _company_helps(picture: Picture, spot: str, keeper: str, company: tuple[str, ...]) -> bool:
    """Whether the party together loses less than the keeper alone."""
    party = [keeper, *company]
    alone = _spot_danger(picture, spot, [keeper]) * party_worth(picture, [keeper])
    return _spot_danger(picture, spot, party) * party_worth(picture, party) <= alone + 1.0
