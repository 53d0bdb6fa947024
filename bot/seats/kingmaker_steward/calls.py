"""Event cards that call nobles and the King away."""

from __future__ import annotations

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.worth import danger, party_worth


def answer_call(picture: Picture, prompt: Prompt) -> Choice:
    """Go where the danger is least; heirs stay with the others if they are safer there."""
    offer = prompt.offers[0]
    noble = prompt.facts.get("noble", "")
    spot = _best_spot(picture, offer.field("to").candidates, [noble])
    args: dict[str, tuple[str, ...]] = {"to": (spot,)}
    for field in offer.fields:
        if field.name == "bring" and field.least > 0:
            args["bring"] = field.candidates
    return Choice(offer.verb, args)


def attend_king(picture: Picture, prompt: Prompt) -> Choice:
    """The whole force goes with the King: alone his keeper would be easy prey."""
    offer = prompt.offers[0]
    keeper = prompt.facts.get("noble", "")
    company: tuple[str, ...] = ()
    for field in offer.fields:
        if field.name == "with":
            company = field.candidates
    spot = _best_spot(picture, offer.field("to").candidates, [keeper, *company])
    args: dict[str, tuple[str, ...]] = {"to": (spot,)}
    if company and _company_helps(picture, spot, keeper, company):
        args["with"] = company
    return Choice(offer.verb, args)


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
