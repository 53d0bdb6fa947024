"""The ids of cards, pieces and places: each kind of id is a type of its own, so that none is taken
for another.
"""

from __future__ import annotations

from sys import intern
from typing import NewType, Protocol, TypeVar, cast

CardId = NewType("CardId", str)
"""A card of the Crown deck or of the Event deck."""

NobleId = NewType("NobleId", CardId)
"""A noble, who goes by the name of his Crown card."""

HeirId = NewType("HeirId", str)

ShipId = NewType("ShipId", str)

PlaceId = NewType("PlaceId", str)
"""A place on the map: a fortress, a town, or a land off the map."""

SquareId = NewType("SquareId", str)
"""A square: land, unless it is a ``SeaId``."""

SeaId = NewType("SeaId", SquareId)
"""A sea square."""

Spot = PlaceId | SquareId
"""Where a piece may be: inside a place, or in the open in a square."""

NO_CARD = CardId("")
NO_NOBLE = NobleId(NO_CARD)
NO_HEIR = HeirId("")
NO_SHIP = ShipId("")
NO_PLACE = PlaceId("")
NOWHERE = SquareId("")

PersonId = NobleId | HeirId
"""A noble or an heir, wherever either is possible."""

_Id = TypeVar("_Id", bound=str)


class _Shared(Protocol):
    def __call__(self, id: _Id, /) -> _Id: ...


shared = cast(_Shared, intern)
"""An id, as the string that stands for it in every game: all the open games together hold each of
the few hundred ids only once."""
