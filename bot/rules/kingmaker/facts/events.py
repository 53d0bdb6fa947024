"""Facts about Event cards and what they bring."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import (
    NO_PLACE,
    CardId,
    HeirId,
    NobleId,
    PlaceId,
    ShipId,
    Spot,
    SquareId,
)


class EventDeckReshuffled(Fact, frozen=True, tag="event_deck_reshuffled"):
    """The Event deck was reshuffled."""

    cards: int
    rule: str = "base-2.2"


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An Event card was drawn at the start of a turn."""

    seat: Seat
    card: str


class EventKept(Fact, frozen=True, tag="event_kept"):
    """An Event card that may be held went to the drawer."""

    seat: Seat
    card: str


class EventIdle(Fact, frozen=True, tag="event_idle"):
    """The card drawn has no effect at present. ``reason`` is a key to the wording."""

    card: CardId
    reason: str


class TakenByFrench(Fact, frozen=True, tag="taken_by_french"):
    """A place fell to the French; ``seat`` held it, if anybody did."""

    place: PlaceId
    seat: Seat | None = None


class TakenByScots(Fact, frozen=True, tag="taken_by_scots"):
    """The Scots sacked a place and now hold it; ``seat`` had it, if anybody did."""

    weight = Weight.NOTABLE

    place: PlaceId
    seat: Seat | None = None


class ScotsWentHome(Fact, frozen=True, tag="scots_went_home"):
    """Under a treaty the Scots left the places they held."""

    weight = Weight.NOTABLE

    places: tuple[PlaceId, ...]


class EventsTurned(Fact, frozen=True, tag="events_turned"):
    """Event cards were turned over for a ``card`` until one named its dead, ``noble`` last of
    all."""

    card: CardId
    turned: tuple[str, ...]
    noble: NobleId | None = None


class Assassinated(Fact, frozen=True, tag="assassinated"):
    """A noble of a seat was murdered (ishkibibble-assassination.1)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    noble: NobleId


class GarrisonSubverted(Fact, frozen=True, tag="garrison_subverted"):
    """A seat played a card to win over the garrison of a place that ``former`` held, if anybody
    did."""

    weight = Weight.HEADLINE
    done_to = ("former",)

    seat: Seat
    card: CardId
    place: PlaceId
    former: Seat | None = None


class TakenByRogues(Fact, frozen=True, tag="taken_by_rogues"):
    """The French Foot Soldiers left a seat's service, sacked one of its towns and now hold it."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    place: PlaceId
    seat: Seat


class RoguesDied(Fact, frozen=True, tag="rogues_died"):
    """Soldiers who held a town died of plague there."""

    weight = Weight.NOTABLE

    place: PlaceId


class PlagueStruck(Fact, frozen=True, tag="plague_struck"):
    """Plague in a place, with the names of the dead."""

    place: PlaceId
    nobles: tuple[NobleId, ...] = ()
    heirs: tuple[HeirId, ...] = ()

    def weighs(self) -> Weight:
        """A plague that kills nobody is soon forgotten."""
        return Weight.HEADLINE if self.nobles or self.heirs else Weight.DETAIL


class CallIgnored(Fact, frozen=True, tag="call_ignored"):
    """A call found nobody, or only somebody excused.

    ``reason`` is not_in_play, captive, besieged, overseas or excommunicated.
    """

    who: str
    place: PlaceId
    reason: str
    noble: NobleId | None = None


class NobleCalled(Fact, frozen=True, tag="noble_called"):
    """A noble answered a call and is now at ``square``."""

    weight = Weight.NOTABLE

    noble: NobleId
    place: PlaceId
    square: SquareId
    inside: PlaceId | None = None
    heirs: tuple[HeirId, ...] = ()
    company: tuple[str, ...] = ()
    """Nobles of a King's force who went with him (house-8.3.6)."""


class Commissioned(Fact, frozen=True, tag="commissioned"):
    """A Writ sent another noble instead of one who was called."""

    seat: Seat
    called: NobleId
    noble: NobleId


class KingCalled(Fact, frozen=True, tag="king_called"):
    """A King went where an Event card called him: to an embassy, on a visit or to a hunt."""

    weight = Weight.NOTABLE

    heir: HeirId
    place: Spot
    square: SquareId
    inside: PlaceId | None = None
    nobles: tuple[NobleId, ...] = ()

    def weighs(self) -> Weight:
        """A King waiting with nobody beside him is anybody's to take."""
        return Weight.NOTABLE if self.nobles else Weight.HEADLINE


class MercenariesWentHome(Fact, frozen=True, tag="mercenaries_went_home"):
    """Mercenaries of one kind left their nobles."""

    group: str
    cards: tuple[CardId, ...] = ()


class BandLeft(Fact, frozen=True, tag="band_left"):
    """A mercenary band left a noble and went home.

    ``why`` is strife (as the weakest in a quarrel), war (on the Continent) or unpaid.
    """

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: Seat
    card: CardId
    noble: NobleId
    why: str = "strife"


class ShipDeserted(Fact, frozen=True, tag="ship_deserted"):
    """A crew mutinied: the ship is gone, and those aboard were left at ``place``."""

    weight = Weight.NOTABLE

    ship: ShipId
    nobles: tuple[NobleId, ...] = ()
    place: PlaceId = NO_PLACE


class Betrayed(Fact, frozen=True, tag="betrayed"):
    """A seat lost Crown cards from hand, some of them to the Chancery; only that seat learns
    which."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: Seat
    count: int
    cards: tuple[CardId, ...] = ()
    chancery: int = 0


class DieRolled(Fact, frozen=True, tag="die_rolled"):
    """A die was rolled for an Event card."""

    card: CardId
    die: int


class SpellBegan(Fact, frozen=True, tag="spell_began"):
    """An effect that lasts for some turns began, for ``seat`` alone or for everybody; its turns are
    counted from that seat's turn.

    ``spell`` is catastrophe, defeatism or excommunication, which lasts until something ends it.
    """

    weight = Weight.HEADLINE

    spell: str
    seat: Seat
    turns: int


class SpellEnded(Fact, frozen=True, tag="spell_ended"):
    """A lasting effect of an Event card is over."""

    weight = Weight.NOTABLE

    spell: str
    seat: Seat


class DietMet(Fact, frozen=True, tag="diet_met"):
    """The clergy have met, and the King's Peace holds at their meeting place until the seat's next
    turn begins.
    """

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId


class FreeMovePlayed(Fact, frozen=True, tag="free_move_played"):
    """A Free Move gave nobles or their ship a second move, or opened the roads."""

    seat: Seat
    card: CardId
    nobles: tuple[NobleId, ...]
    use: str
