"""What is told of a candidate of a field: only what is true of it in every offer that fits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bot.rules.kernel import Field, Offer
from bot.words.shape import Names

_MARK = " · "


class Describing(Protocol):
    """The part of a game's words that tells of candidates."""

    def option(
        self, offer: Offer, field: Field, candidate: str, view: object, names: Names
    ) -> tuple[str, str]:
        """The label of a candidate and what the offer says of it."""

    def kind(self, thing: str) -> str:
        """What a thing is called."""


def label_of(
    words: Describing,
    offers: Iterable[Offer],
    name: str,
    candidate: str,
    view: object,
    names: Names,
) -> str:
    """What a candidate of the field `name` is called."""
    for offer, field in _having(offers, name, candidate):
        return words.option(offer, field, candidate, view, names)[0]
    return words.kind(candidate)


def told_of(
    words: Describing,
    offers: Iterable[Offer],
    name: str,
    candidate: str,
    view: object,
    names: Names,
) -> tuple[str, str]:
    """The label of a candidate of the field `name`, and what these offers say of it.

    `offers` are those that fit what was chosen so far. Where several of them hold the candidate,
    only the facts that all of them tell are told: what is true of one piece is not of another.
    """
    having = _having(offers, name, candidate)
    if not having:
        return words.kind(candidate), ""
    label, about = words.option(*having[0], candidate, view, names)
    told = about.split(_MARK)
    for offer, field in having[1:]:
        same = words.option(offer, field, candidate, view, names)[1].split(_MARK)
        told = [fact for fact in told if fact in same]
    return label, _MARK.join(told)


def _having(offers: Iterable[Offer], name: str, candidate: str) -> list[tuple[Offer, Field]]:
    """The offers that have this candidate, each with the field in which it has it."""
    found = []
    for offer in offers:
        for field in offer.fields:
            if field.name == name and candidate in field.candidates:
                found.append((offer, field))
    return found
