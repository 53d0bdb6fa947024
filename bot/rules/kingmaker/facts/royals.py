"""Facts about royal heirs and Kings."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SquareId


class HeirTaken(Fact, frozen=True, tag="heir_taken"):
    """A noble took charge of a royal heir; ``handed``: from his own faction."""

    weight = Weight.HEADLINE

    heir: HeirId
    noble: NobleId
    seat: Seat
    handed: bool = False


class HeirLeft(Fact, frozen=True, tag="heir_left"):
    """A royal heir was left without a keeper."""

    weight = Weight.HEADLINE

    heir: HeirId
    square: SquareId
    inside: PlaceId | None = None


class HeirDied(Fact, frozen=True, tag="heir_died"):
    """A royal heir died. ``cause``: battle, siege, plague, killed, ..."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    heir: HeirId
    cause: str
    seat: Seat | None = None


class Crowned(Fact, frozen=True, tag="crowned"):
    """An heir was crowned."""

    weight = Weight.HEADLINE

    heir: HeirId
    place: PlaceId
    seat: Seat


class TreatyMade(Fact, frozen=True, tag="treaty_made"):
    """A King made a treaty, which opens a land to the faction that keeps him
    (ishkibibble-treatyfrance.1)."""

    weight = Weight.HEADLINE

    land: PlaceId
    king: HeirId


class TreatyEnded(Fact, frozen=True, tag="treaty_ended"):
    """A treaty is over. ``by``: death, correction, or the Event card that ends it."""

    weight = Weight.NOTABLE

    land: PlaceId
    king: HeirId
    by: str


class HuntRolled(Fact, frozen=True, tag="hunt_rolled"):
    """A die is rolled to decide which of two Kings hunts (ishkibibble-hunt.2)."""

    die: int
    kings: tuple[HeirId, ...]


class RodeAlong(Fact, frozen=True, tag="rode_along"):
    """Nobles rode along to a Royal Hunt (ishkibibble-hunt.1)."""

    weight = Weight.NOTABLE

    nobles: tuple[NobleId, ...]
    square: SquareId


class RoyalDeathRolled(Fact, frozen=True, tag="royal_death_rolled"):
    """Two dice named an heir, who ``dies`` unless he is already dead (ishkibibble-death.1)."""

    dice: tuple[int, int]
    heir: HeirId
    dies: bool


class HeirBorn(Fact, frozen=True, tag="heir_born"):
    """A royal child was born: two dice decided its house and birthplace (ishkibibble-birth.2,
    ishkibibble-birth.4)."""

    weight = Weight.HEADLINE

    heir: HeirId
    house: str
    place: PlaceId
    house_die: int
    region_die: int


class PretenderRose(Fact, frozen=True, tag="pretender_rose"):
    """A pretender appeared with ``men`` men, in a region chosen by a die
    (ishkibibble-pretender.4)."""

    weight = Weight.HEADLINE

    heir: HeirId
    place: PlaceId
    die: int
    men: int


class PretendersUnmasked(Fact, frozen=True, tag="pretenders_unmasked"):
    """A card showed all pretenders to be frauds (ishkibibble-revealed.1)."""

    weight = Weight.HEADLINE

    seat: Seat
    card: CardId
    heirs: tuple[HeirId, ...]


class HeirEscaped(Fact, frozen=True, tag="heir_escaped"):
    """An heir fled from a faction to a neutral place (ishkibibble-escape.1)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    heir: HeirId
    seat: Seat
    place: PlaceId


class ClergyLent(Fact, frozen=True, tag="clergy_lent"):
    """Whether another player let his bishops take part in a coronation."""

    asker: Seat
    seat: Seat
    granted: bool


class BeaufortBecameHeir(Fact, frozen=True, tag="beaufort_became_heir"):
    """Beaufort is now the last Lancastrian heir (house-4.11)."""

    weight = Weight.HEADLINE

    seat: Seat


class PlantagenetServes(Fact, frozen=True, tag="plantagenet_serves"):
    """A Plantagenet joins the faction that controls his senior heir, and leaves ``former``."""

    weight = Weight.NOTABLE

    noble: NobleId
    seat: Seat
    former: Seat | None
    heir: HeirId


class LoyaltyRolled(Fact, frozen=True, tag="loyalty_rolled"):
    """A die is rolled for the loyalty of a noble who died; if ``loyal``, he comes back
    (base-19.8)."""

    noble: NobleId
    seat: Seat
    die: int
    modifier: int
    loyal: bool
