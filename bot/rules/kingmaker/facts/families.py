"""Facts of the sides: who plays which part, and whom he serves."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class PartBegan(Fact, frozen=True, tag="part_began"):
    """A seat plays a part from the beginning on; ``favours`` is the House that its head leans
    to, and serves at first (families-players.8)."""

    weight = Weight.NOTABLE

    seat: int
    part: str
    favours: str


class HeirsBegan(Fact, frozen=True, tag="heirs_began"):
    """The heirs of a House begin the game beside its head (families-players.2)."""

    weight = Weight.NOTABLE

    seat: int
    noble: str
    heirs: tuple[str, ...]


class FamilyServes(Fact, frozen=True, tag="family_serves"):
    """A family comes over to a ``house`` that agrees; ``former`` is the one it has left, empty if
    it was neutral (families-align.1)."""

    weight = Weight.HEADLINE

    seat: int
    by: int
    house: str
    former: str = ""


class FamilyRefused(Fact, frozen=True, tag="family_refused"):
    """A House does not let a family join it (families-align.6)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    by: int


class ConsentGiven(Fact, frozen=True, tag="consent_given"):
    """Whether a family lets the House that it serves crown an heir whom it keeps
    (families-turn.2)."""

    weight = Weight.NOTABLE
    done_to = ("asker",)

    asker: int
    seat: int
    heir: str
    granted: bool


class FamilyStandsApart(Fact, frozen=True, tag="family_stands_apart"):
    """A family becomes neutral: its head is at home, and ``cards``, its mercenaries, are in the
    Crown deck again (families-neutral.1)."""

    weight = Weight.HEADLINE

    seat: int
    former: str
    head: str
    square: str
    inside: str | None
    cards: tuple[str, ...]


class CardGiven(Fact, frozen=True, tag="card_given"):
    """A House hands a card that it drew to a family; which one, these two alone know
    (families-cards.3)."""

    seat: int
    to: int
    card: str = ""


class HeadFell(Fact, frozen=True, tag="head_fell"):
    """The head of a family is dead; a die gives the turns until he is replaced, or ends the line
    (families-heads.2, families-heads.3)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    head: str
    die: int


class LineDiedOut(Fact, frozen=True, tag="line_died_out"):
    """A family is out of play; ``held`` are the Event cards that it kept (families-heads.3)."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    seat: int
    held: tuple[str, ...] = ()


class HeadReturned(Fact, frozen=True, tag="head_returned"):
    """A son or a brother takes over as head of a family (families-heads.6)."""

    weight = Weight.HEADLINE

    seat: int
    head: str
