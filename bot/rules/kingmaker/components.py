"""The cards, heirs and ships of Kingmaker, one by one, as plain typed facts."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId, PlaceId, ShipId

House = Literal["lancaster", "york"]
Confidence = Literal["sourced", "inferred", "designed", "unknown"]
CardSet = Literal["basic", "advanced", "expansion", "ours"]
"""The source of a card: the box, an expansion, or a host's own table."""
CrownKind = Literal["noble", "title", "office", "bishop", "mercenary", "place", "ship", "pardon"]
"""The kinds of Crown card (base-1.2)."""

Origin = Literal["†", "‡", "§", "¥"]
"""The sources of cards that were not in the box: the expansion deck, the second expansion, the new
events, elsewhere (ishkibibble-origins.1)."""
Combat = Literal["majority", "5-4", "3-2", "2-1", "3-1", "4-1", "bad_weather", "none"]

RATIOS: dict[Combat, tuple[int, int]] = {
    "majority": (1, 1),
    "5-4": (5, 4),
    "3-2": (3, 2),
    "2-1": (2, 1),
    "3-1": (3, 1),
    "4-1": (4, 1),
}
"""The ratios, larger to smaller, that the combat halves ask for (base-9.13)."""


def reaches(half: Combat, larger: int, smaller: int) -> bool:
    """Whether two strengths reach the ratio of a card, compared exactly (base-9.7, base-9.13).

    Equal strengths never reach it (base-9.8); against no strength at all, any strength does.
    """
    if half not in RATIOS or larger <= smaller:
        return False
    num, den = RATIOS[half]
    return larger * den >= smaller * num


HOME = PlaceId("home")
"""The `to` of a call that sends a noble to a home castle chosen by his player."""


class CrownCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Crown deck.

    `troops` count everywhere, `bonus` troops only in `bonus_area` (a region name, or `place:london`
    for a place and its square). `lords` and `commons` are votes; those of a titled noble's own card
    include his built-in title. `controls` are the places that the card gives, `castles` the home
    castles of a noble, `ships` the ships that come with it. The votes of all the cards together are
    given in base-15.24 and base-15.25.
    """

    id: CardId
    name: str
    kind: CrownKind
    troops: int = 0
    bonus: int = 0
    bonus_area: str | None = None
    lords: int = 0
    commons: int = 0
    title: str | None = None
    castles: tuple[PlaceId, ...] = ()
    controls: tuple[PlaceId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    seniority: int = 0
    archbishop: bool = False
    group: str | None = None
    attack_only: bool = False
    single_use: bool = False
    idle_in: tuple[PlaceId, ...] = ()
    """Places, with their squares, where the card's troops do not count (ishkibibble-kerns.1)."""
    commons_if_no_sole_king: bool = False
    note: str = ""
    game: CardSet = "basic"
    confidence: Confidence = "sourced"


class FactionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part that a seat plays if the sides are fixed: a House, or a family that serves one.

    ``head`` and ``second`` are the nobles it begins with, ``cards`` is how many it begins with,
    including those two; ``favours`` is the House that its head leans towards (for a House, itself).
    ``keeper`` is the noble with whom a House's heirs begin; a family has none.
    """

    id: str
    name: str
    favours: House
    head: NobleId
    second: NobleId
    cards: int
    is_house: bool = False
    keeper: NobleId = NO_NOBLE


class Ship(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship. `capacity` is in troops; `office` or `noble` names the card that it belongs to.

    A ship with neither has a Crown card of its own, with the same id.
    """

    id: ShipId
    name: str
    home_port: PlaceId
    capacity: int
    office: CardId | None = None
    noble: NobleId | None = None
    confidence: Confidence = "sourced"


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a summons: the holder of Crown card `who` must go to place `to`, or `home`."""

    who: CardId
    to: PlaceId


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Event deck: what happens, and the half for combat.

    `kind` says what happens: there must be a handler for it (`event_card` in `procedures`) before a
    rule set may use the card. `place` is where plague or the French strike, or where an embassy
    goes, `mercenary` the group that is sent home, `ship` the ship that is lost, `number` how many
    turns or cards it affects, `ends_treaties` whether treaties end when it is drawn, `barred_by`
    the land whose treaty prevents it, `hold` whether the drawer keeps it. `combat` is `none` where
    the card has no combat half, and `killed` lists the nobles it names. `origin` marks the source
    of a card that was not in the box.
    """

    id: CardId
    title: str
    kind: str
    place: PlaceId | None = None
    calls: tuple[Call, ...] = ()
    mercenary: str | None = None
    ship: ShipId | None = None
    number: int = 0
    ends_treaties: bool = False
    barred_by: PlaceId | None = None
    hold: bool = False
    combat: Combat = "none"
    killed: tuple[NobleId, ...] = ()
    text: str = ""
    game: CardSet = "basic"
    origin: Origin | None = None
    veiled: bool = False
    """Whether only its player may know which of several similar cards it is
    (ishkibibble-refuge.5)."""
    confidence: Confidence = "inferred"

    @property
    def face(self) -> str:
        """What everybody is told about a card when it is drawn and kept: its id or, if it is
        veiled, its title up to the colon.
        """
        return self.title.partition(":")[0] if self.veiled else self.id

    @property
    def bad_weather(self) -> bool:
        """Whether this card, drawn in combat, calls the attack off."""
        return self.combat == "bad_weather"


class Heir(msgspec.Struct, frozen=True):
    """A royal heir, who belongs to Lancaster or to York for good (house-1.1).

    `order` is his place in his house's line, 1 being first (house-4.5, house-4.8), and `start` the
    place where he is when the game begins (house-4.6, house-4.9). If `crowned`, he begins as King,
    as Henry does (house-4.7); `style` says what he is called once crowned, King or Queen. A `spare`
    counter is for a child or pretender brought in by an Event card; the state then says which house
    is his.
    """

    id: HeirId
    name: str
    house: House
    order: int
    start: PlaceId
    crowned: bool
    spare: Literal["", "born", "pretender"] = ""
    style: Literal["King", "Queen"] = "King"
    confidence: Confidence = "sourced"


class Guard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Plantagenet card: not a noble but a Royal Guard with the keeper of a King (house-5.6a)."""

    id: CardId
    house: House
    troops: int


class RoyalVotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Votes that come with the crown and with the senior heir of either house.

    The King's votes in the Commons go with the Chancellor's card while there is no sole King.
    """

    king_commons: int
    senior_heir_commons: int
    senior_heir_lords: int
