"""Facts about chance events: cards drawn, calls, plague."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class EventDeckReshuffled(Fact, frozen=True, tag="event_deck_reshuffled"):
    """The Event deck was reshuffled."""

    cards: int
    rule: str = "base-2.2"


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An Event card was drawn at the start of a turn."""

    seat: int
    card: str


class EventKept(Fact, frozen=True, tag="event_kept"):
    """An Event card that may be held went to the drawer."""

    seat: int
    card: str


class EventIdle(Fact, frozen=True, tag="event_idle"):
    """The card drawn has no effect at present. ``reason`` is a key to the wording."""

    card: str
    reason: str


class TakenByFrench(Fact, frozen=True, tag="taken_by_french"):
    """A place fell to the French; ``seat`` held it, if anybody did."""

    place: str
    seat: int | None = None


class TakenByScots(Fact, frozen=True, tag="taken_by_scots"):
    """The Scots sacked a place and now hold it; ``seat`` had it, if anybody did."""

    weight = Weight.NOTABLE

    place: str
    seat: int | None = None


class ScotsWentHome(Fact, frozen=True, tag="scots_went_home"):
    """Under a treaty the Scots left the places they held."""

    weight = Weight.NOTABLE

    places: tuple[str, ...]


class EventsTurned(Fact, frozen=True, tag="events_turned"):
    """Event cards were turned over for a ``card`` until one named its dead, ``noble`` last of
    all."""

    card: str
    turned: tuple[str, ...]
    noble: str | None = None


class Assassinated(Fact, frozen=True, tag="assassinated"):
    """A noble of a seat was murdered (ishkibibble-assassination.1)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    noble: str


class GarrisonSubverted(Fact, frozen=True, tag="garrison_subverted"):
    """A seat played a card to win over the garrison of a place that ``former`` held, if anybody
    did."""

    weight = Weight.HEADLINE
    done_to = ("former",)

    seat: int
    card: str
    place: str
    former: int | None = None


class TakenByRogues(Fact, frozen=True, tag="taken_by_rogues"):
    """The French Foot Soldiers left a seat's service, sacked one of its towns and now hold it."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    place: str
    seat: int


class RoguesDied(Fact, frozen=True, tag="rogues_died"):
    """Soldiers who held a town died of plague there."""

    weight = Weight.NOTABLE

    place: str


class PlagueStruck(Fact, frozen=True, tag="plague_struck"):
    """Plague in a place, with the names of the dead."""

    place: str
    nobles: tuple[str, ...] = ()
    heirs: tuple[str, ...] = ()

    def weighs(self) -> Weight:
        """A plague that kills nobody is soon forgotten."""
        return Weight.HEADLINE if self.nobles or self.heirs else Weight.DETAIL


class CallIgnored(Fact, frozen=True, tag="call_ignored"):
    """A call found nobody, or only somebody excused.

    ``reason``: not_in_play, besieged, overseas or excommunicated.
    """

    who: str
    place: str
    reason: str
    noble: str | None = None


class NobleCalled(Fact, frozen=True, tag="noble_called"):
    """A noble answered a call and is now at ``square``."""

    weight = Weight.NOTABLE

    noble: str
    place: str
    square: str
    inside: str | None = None
    heirs: tuple[str, ...] = ()
    company: tuple[str, ...] = ()
    """Nobles of a King's force who went with him (house-8.3.6)."""


class Commissioned(Fact, frozen=True, tag="commissioned"):
    """A Writ sent another noble instead of one who was called."""

    seat: int
    called: str
    noble: str


class KingCalled(Fact, frozen=True, tag="king_called"):
    """The sole king went to meet an embassy."""

    weight = Weight.NOTABLE

    heir: str
    place: str
    square: str
    inside: str | None = None
    nobles: tuple[str, ...] = ()

    def weighs(self) -> Weight:
        """A King waiting with nobody beside him is anybody's to take."""
        return Weight.NOTABLE if self.nobles else Weight.HEADLINE


class MercenariesWentHome(Fact, frozen=True, tag="mercenaries_went_home"):
    """Mercenaries of one kind left their nobles."""

    group: str
    cards: tuple[str, ...] = ()


class BandLeft(Fact, frozen=True, tag="band_left"):
    """A mercenary band went home from a noble.

    ``why``: strife (as the weakest in a quarrel), war (on the Continent) or unpaid.
    """

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: int
    card: str
    noble: str
    why: str = "strife"


class ShipDeserted(Fact, frozen=True, tag="ship_deserted"):
    """A crew mutinied: the ship is gone, and those aboard were left at ``place``."""

    weight = Weight.NOTABLE

    ship: str
    nobles: tuple[str, ...] = ()
    place: str = ""


class Betrayed(Fact, frozen=True, tag="betrayed"):
    """A seat lost Crown cards from hand, some of them to the Chancery; only that seat learns
    which."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: int
    count: int
    cards: tuple[str, ...] = ()
    chancery: int = 0


class DieRolled(Fact, frozen=True, tag="die_rolled"):
    """A die was rolled for an Event card."""

    card: str
    die: int


class SpellBegan(Fact, frozen=True, tag="spell_began"):
    """An effect that lasts for some turns began, for one seat, or counted from that seat's turn.

    ``spell``: catastrophe, defeatism or excommunication, which lasts until something ends it.
    """

    weight = Weight.HEADLINE

    spell: str
    seat: int
    turns: int


class SpellEnded(Fact, frozen=True, tag="spell_ended"):
    """An effect that lasted for a number of turns is over."""

    weight = Weight.NOTABLE

    spell: str
    seat: int


class DietMet(Fact, frozen=True, tag="diet_met"):
    """The clergy have met, and the King's Peace holds there until the seat's next turn begins."""

    weight = Weight.NOTABLE

    seat: int
    place: str


class FreeMovePlayed(Fact, frozen=True, tag="free_move_played"):
    """A Free Move gave nobles a second move, or opened the roads."""

    seat: int
    card: str
    nobles: tuple[str, ...]
    use: str
