"""Facts about the sides: who plays which part, and which House each serves.

Facts about nobles who are recruited or won over, and the points that decide the game at the end.

Facts about nobles who waver, go home or change sides.
"""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import (
    NO_CARD,
    NO_PLACE,
    CardId,
    HeirId,
    NobleId,
    PlaceId,
    ShipId,
    SquareId,
)
from bot.rules.kingmaker.tables import Modifier


class PartBegan(Fact, frozen=True, tag="part_began"):
    """A seat plays a part from the beginning; ``favours`` is the House that its head leans towards
    and that it serves at first (families-players.8)."""

    weight = Weight.NOTABLE

    seat: Seat
    part: str
    favours: str


class HeirsBegan(Fact, frozen=True, tag="heirs_began"):
    """The heirs of a House begin the game with its head (families-players.2)."""

    weight = Weight.NOTABLE

    seat: Seat
    noble: NobleId
    heirs: tuple[HeirId, ...]


class FamilyServes(Fact, frozen=True, tag="family_serves"):
    """A family joins a ``house`` that agrees; ``former`` is the one it has left, empty if it was
    neutral (families-align.1)."""

    weight = Weight.HEADLINE

    seat: Seat
    by: Seat
    house: str
    former: str = ""


class FamilyRefused(Fact, frozen=True, tag="family_refused"):
    """A House does not let a family join it (families-align.6)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    by: Seat


class ConsentGiven(Fact, frozen=True, tag="consent_given"):
    """Whether a family lets the House that it serves crown an heir whom the family keeps
    (families-turn.2)."""

    weight = Weight.NOTABLE
    done_to = ("asker",)

    asker: Seat
    seat: Seat
    heir: HeirId
    granted: bool


class FamilyStandsApart(Fact, frozen=True, tag="family_stands_apart"):
    """A family becomes neutral: its head is at home, and ``cards``, its mercenaries, are in the
    Crown deck again (families-neutral.1)."""

    weight = Weight.HEADLINE

    seat: Seat
    former: str
    head: NobleId
    square: SquareId
    inside: PlaceId | None
    cards: tuple[CardId, ...]


class CardGiven(Fact, frozen=True, tag="card_given"):
    """A House hands a family a card that it drew; only these two know which (families-cards.3)."""

    seat: Seat
    to: Seat
    card: CardId = NO_CARD


class HeadFell(Fact, frozen=True, tag="head_fell"):
    """The head of a family is dead; a die gives the turns until he is replaced, or ends the line
    (families-heads.2, families-heads.3)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    head: NobleId
    die: int


class LineDiedOut(Fact, frozen=True, tag="line_died_out"):
    """A family is out of play; ``held`` are the Event cards that it kept (families-heads.3)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    held: tuple[CardId, ...] = ()


class HeadReturned(Fact, frozen=True, tag="head_returned"):
    """A son or a brother takes over as head of a family (families-heads.6)."""

    weight = Weight.HEADLINE

    seat: Seat
    head: NobleId


class RecruitTried(Fact, frozen=True, tag="recruit_tried"):
    """A seat tried to win a noble for its faction with two dice.

    ``envoy`` went to his castle (None if nobody had to go); ``former`` is the seat whose noble he
    was, if any. ``offered`` cards became his if he ``joined``.
    """

    done_to = ("former",)

    seat: Seat
    noble: NobleId
    dice: tuple[int, int]
    total: int
    needed: int
    joined: bool
    modifiers: tuple[Modifier, ...] = ()
    offered: tuple[CardId, ...] = ()
    envoy: NobleId | None = None
    former: Seat | None = None

    def weighs(self) -> Weight:
        """The table talks about a noble who has joined, but not about one who stayed."""
        return Weight.HEADLINE if self.joined else Weight.DETAIL


class NobleWonOver(Fact, frozen=True, tag="noble_won_over"):
    """A noble of another faction has come over with everything he has, and is now at ``square``."""

    weight = Weight.NOTABLE
    done_to = ("former",)

    seat: Seat
    former: Seat
    noble: NobleId
    square: SquareId
    inside: PlaceId | None = None


class PromiseBroken(Fact, frozen=True, tag="promise_broken"):
    """A player took from his recruit something that had won him over; it must be made good."""

    weight = Weight.NOTABLE

    seat: Seat
    noble: NobleId
    owed: int


class MadeGood(Fact, frozen=True, tag="made_good"):
    """What was taken from a recruit was made good."""

    seat: Seat
    noble: NobleId


class NotMadeGood(Fact, frozen=True, tag="not_made_good"):
    """What was taken from a recruit was not made good; ``rival``, the opposing House, may try to
    win him over."""

    weight = Weight.NOTABLE

    seat: Seat
    noble: NobleId
    rival: Seat | None = None


class PointsCounted(Fact, frozen=True, tag="points_counted"):
    """The points and bonuses of all players, by seat, at the end of the game, and the Houses that
    are extinct.
    """

    weight = Weight.HEADLINE

    points: tuple[int, ...]
    bonuses: tuple[str, ...]
    extinct: tuple[str, ...] = ()


class NobleOfNoUse(Fact, frozen=True, tag="noble_of_no_use"):
    """A noble is lost to his faction for a turn; if he is aboard a ship, she is becalmed."""

    weight = Weight.NOTABLE
    done_to = ("seat",)

    seat: Seat
    noble: NobleId
    ship: ShipId | None = None


class DoubtRose(Fact, frozen=True, tag="doubt_rose"):
    """A Vacillating Noble was drawn in a combat: a ``die`` chose the side, and a noble was picked
    at random.

    ``why`` says why it changes nothing: equal (the sides; the combat ends), alone (nobody on that
    side has comrades there) or idle (at sea: the fleets are equal, or the noble has too few troops
    to matter). ``die`` is 0 if none was rolled.
    """

    why: str = ""
    seat: Seat | None = None
    die: int = 0
    stronger: bool = False
    noble: NobleId | None = None


class NobleWavered(Fact, frozen=True, tag="noble_wavered"):
    """A noble wavered: a die, and the odds without him, decided what he does, along with the heirs
    he keeps.

    The noble goes over ``to`` a seat or (None) home to a ``place``.
    """

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: Seat
    noble: NobleId
    half: str
    die: int
    to: Seat | None
    place: PlaceId = NO_PLACE
    heirs: tuple[HeirId, ...] = ()


class OddsAnew(Fact, frozen=True, tag="odds_anew"):
    """The strengths after a noble has wavered."""

    strength: int
    opposed: int


class HeirWooed(Fact, frozen=True, tag="heir_wooed"):
    """A seat has won over the heir of a killed noble, who belonged to ``former``."""

    weight = Weight.HEADLINE
    done_to = ("former",)

    seat: Seat
    noble: NobleId
    former: Seat


class PutAside(Fact, frozen=True, tag="put_aside"):
    """Nobles too weak for a turncoat's castle went into a square next to it."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    place: PlaceId
    square: SquareId
