"""Facts about battles, sieges and what follows them."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PersonId, PlaceId, ShipId, SquareId


class NobleDied(Fact, frozen=True, tag="noble_died"):
    """A noble died. ``cause`` is battle, siege, plague, executed, ..."""

    weight = Weight.HEADLINE
    done_to = ("seat",)

    noble: NobleId
    seat: Seat
    cause: str


class GuardPassed(Fact, frozen=True, tag="guard_passed"):
    """The Royal Guard of a house came to a noble, or (None) was given up (house-5.6c)."""

    house: str
    noble: NobleId | None = None

    def weighs(self) -> Weight:
        """A detail while the Guard follows its King; notable once he is gone."""
        return Weight.NOTABLE if self.noble is None else Weight.DETAIL


class AttackDeclared(Fact, frozen=True, tag="attack_declared"):
    """An attack in the open: the attacker, the defender, the place, and both strengths.

    ``aboard`` are defenders who besiege from a ship and are fought there (house-8.6.29).
    """

    weight = Weight.HEADLINE
    done_to = ("against",)

    seat: Seat
    against: Seat
    square: SquareId
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    strength: int
    opposed: int
    target: PersonId | None = None
    sallying: tuple[NobleId, ...] = ()
    aboard: tuple[NobleId, ...] = ()


class AllianceMade(Fact, frozen=True, tag="alliance_made"):
    """A force joined a combat on somebody's side."""

    weight = Weight.NOTABLE

    seat: Seat
    nobles: tuple[NobleId, ...]
    side: Seat
    attack: bool


class WeatherDrawn(Fact, frozen=True, tag="weather_drawn"):
    """The card drawn to check the weather."""

    seat: Seat
    card: str
    bad: bool
    kept: bool = False
    idle: bool = False
    """Whether the card decides nothing, so another is drawn."""


class AttackCancelled(Fact, frozen=True, tag="attack_cancelled"):
    """An attack was called off.

    ``reason`` is weather, evaded (by a card), odds or nobody (left to fight).
    """

    weight = Weight.HEADLINE

    reason: str


class Ambushed(Fact, frozen=True, tag="ambushed"):
    """A force lay in ambush for another; ``target`` is the victim it names, if any."""

    weight = Weight.NOTABLE
    done_to = ("against",)

    seat: Seat
    against: Seat
    square: SquareId
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    target: PersonId | None = None


class BattleEvaded(Fact, frozen=True, tag="battle_evaded"):
    """A party to a battle or an ambush called it off with a card (ishkibibble-evade.1)."""

    weight = Weight.HEADLINE

    seat: Seat
    square: SquareId


class BattleForced(Fact, frozen=True, tag="battle_forced"):
    """A card overrode bad weather or an evasion (ishkibibble-force.1). ``square`` is where the
    combat is; at sea, the name of the sea.
    """

    weight = Weight.HEADLINE

    seat: Seat
    square: SquareId
    evaded: bool = False


class CombatCardDrawn(Fact, frozen=True, tag="combat_card_drawn"):
    """The card drawn for a battle, or for a siege of ``place``; ``half`` is its result.

    A card whose half is ``none`` decides nothing, and another is drawn.
    """

    seat: Seat
    card: str
    half: str
    place: PlaceId | None = None
    kept: bool = False
    ambush: bool = False
    """Whether the card is drawn for an ambush, where only the names count."""


class BattleDecided(Fact, frozen=True, tag="battle_decided"):
    """A battle decided by a card: who won, if anybody did."""

    weight = Weight.HEADLINE

    strength: int
    opposed: int
    half: str
    winner: Seat | None
    beside: tuple[Seat, ...] = ()
    """The winner's allies who fought on the winning side."""


class DeathDiceRolled(Fact, frozen=True, tag="death_dice_rolled"):
    """Two dice rolled against death in combat."""

    who: str
    dice: tuple[int, int]
    dies: bool


class BattleRolled(Fact, frozen=True, tag="battle_rolled"):
    """The roll on the battle table."""

    weight = Weight.HEADLINE

    strength: int
    opposed: int
    column: str
    roll: int | None
    result: str


class DeathRolled(Fact, frozen=True, tag="death_rolled"):
    """A roll against death: the person dies if ``roll`` is at most ``chance``."""

    who: str
    roll: int
    chance: int
    dies: bool


class Captured(Fact, frozen=True, tag="captured"):
    """Nobles fell into an enemy's hands; ``losers`` are the seats they belong to."""

    weight = Weight.HEADLINE

    nobles: tuple[NobleId, ...]
    captor: Seat
    losers: tuple[Seat, ...] = ()

    def happened_to(self, seat: Seat | None) -> bool:
        """Whether a noble of this seat is among the captives."""
        return seat in self.losers


class RansomOffered(Fact, frozen=True, tag="ransom_offered"):
    """A ransom was offered; only the two concerned learn its terms."""

    noble: NobleId
    seat: Seat
    captor: Seat
    places: tuple[PlaceId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    cards: tuple[CardId | HeirId, ...] = ()
    number: int = 0
    promise: str = ""
    due: int | None = None
    draws: int = 0


class Ransomed(Fact, frozen=True, tag="ransomed"):
    """A captive bought his freedom; if the price includes ``draws``, he is held until they are
    paid."""

    weight = Weight.NOTABLE

    noble: NobleId
    seat: Seat
    captor: Seat
    places: tuple[PlaceId, ...] = ()
    ships: tuple[ShipId, ...] = ()
    cards: tuple[CardId | HeirId, ...] = ()
    number: int = 0
    draws: int = 0


class Pardoned(Fact, frozen=True, tag="pardoned"):
    """A King's Pardon freed a captive who was about to die (base-19.4)."""

    weight = Weight.NOTABLE

    noble: NobleId
    seat: Seat
    captor: Seat
    card: CardId


class RansomRefused(Fact, frozen=True, tag="ransom_refused"):
    """The captor wants another offer, or refuses to ransom the captive."""

    noble: NobleId
    captor: Seat
    final: bool

    def weighs(self) -> Weight:
        """The table talks about a refusal that costs the captive his life, not about haggling."""
        return Weight.NOTABLE if self.final else Weight.DETAIL


class WentHome(Fact, frozen=True, tag="went_home"):
    """A noble went home. ``cause`` is retreat, ransom, freed or parliament."""

    noble: NobleId
    square: SquareId
    inside: PlaceId | None
    cause: str


class SiegeLaid(Fact, frozen=True, tag="siege_laid"):
    """A place is now under siege. ``by`` is choice, weather or ship (from aboard)."""

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId
    besiegers: tuple[NobleId, ...]
    strength: int
    defence: int
    by: str = "choice"


class SiegeJoined(Fact, frozen=True, tag="siege_joined"):
    """Further nobles joined a siege."""

    seat: Seat
    place: PlaceId
    nobles: tuple[NobleId, ...]


class SiegePassedOn(Fact, frozen=True, tag="siege_passed_on"):
    """The player who laid a siege no longer keeps it up; it continues under another player who had
    joined it."""

    seat: Seat
    place: PlaceId


class SiegeHeld(Fact, frozen=True, tag="siege_held"):
    """A siege continues into this turn."""

    seat: Seat
    place: PlaceId
    turns: int
    garrison: int


class AssaultDeclared(Fact, frozen=True, tag="storm_declared"):
    """An attempt to conclude a siege."""

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    strength: int
    defence: int


class SiegeMadeToFail(Fact, frozen=True, tag="siege_made_to_fail"):
    """A seat played a card to make ``besieger``'s siege fail (ishkibibble-siegefails.1)."""

    weight = Weight.HEADLINE
    done_to = ("besieger",)

    seat: Seat
    card: CardId
    place: PlaceId
    besieger: Seat


class SiegeConcluded(Fact, frozen=True, tag="siege_concluded"):
    """A place fell, or would have if an attacker had lived (``taken`` false).

    ``allies`` are the seats that supplied the strength the besieger lacked (house-5.11g).
    """

    seat: Seat
    place: PlaceId
    taken: bool = True
    allies: tuple[Seat, ...] = ()

    def weighs(self) -> Weight:
        """A fallen town matters more than one that held out."""
        return Weight.HEADLINE if self.taken else Weight.NOTABLE


class SiegeBroken(Fact, frozen=True, tag="siege_broken"):
    """A siege ended without success.

    ``reason`` is choice, defeat, weakness, gone (no besieger is left), surrender, parliament, card,
    treaty, defeatism, or empty (nobody is inside).
    """

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId
    reason: str


class ReturnedInside(Fact, frozen=True, tag="returned_inside"):
    """Sallying nobles went back in."""

    nobles: tuple[NobleId, ...]
    place: PlaceId


class WallsStormed(Fact, frozen=True, tag="walls_stormed"):
    """A storm begins: an open battle against the garrison and nobles inside
    (ishkibibble-siege.2)."""

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    strength: int
    defence: int


class StormDecided(Fact, frozen=True, tag="storm_decided"):
    """How a storm ends: the place is taken, or the storm is repelled or undecided, as the ``half``
    of its card says (ishkibibble-siege.2)."""

    weight = Weight.NOTABLE

    seat: Seat
    place: PlaceId
    strength: int
    defence: int
    half: str
    outcome: str


class BootyWon(Fact, frozen=True, tag="booty_won"):
    """A strong force was beaten: its player's next draw is the victor's (ishkibibble-booty.1)."""

    weight = Weight.NOTABLE
    done_to = ("loser",)

    seat: Seat
    loser: Seat


class BootyDrawn(Fact, frozen=True, tag="booty_drawn"):
    """The victor has drawn instead of the loser (ishkibibble-booty.1)."""

    weight = Weight.NOTABLE
    done_to = ("loser",)

    seat: Seat
    loser: Seat


class AttackAnnounced(Fact, frozen=True, tag="attack_announced"):
    """An attack was declared, and others may still act before the weather is drawn (house-5.14f).

    ``place`` is the place whose siege is to be concluded. ``needed`` is the strength that the
    attackers cannot reach without allies (house-5.11g), otherwise 0. ``target`` is the person an
    assassin is to kill. ``sallying`` are the nobles who come out of a besieged place.
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    strength: int
    opposed: int
    needed: int = 0
    place: PlaceId | None = None
    target: PersonId | None = None
    sallying: tuple[NobleId, ...] = ()


class AlliesStayedOut(Fact, frozen=True, tag="allies_stayed_out"):
    """Nobody supplied the strength that the attackers lacked: nothing happens (house-5.11g)."""

    weight = Weight.NOTABLE
    done_to = ("against",)

    seat: Seat
    against: Seat
    square: SquareId
    place: PlaceId | None = None


class AssassinTargetNamed(Fact, frozen=True, tag="assassin_target_named"):
    """A lone untitled noble whose attack fell below 1:4 continues as an assassin (house-5.15e)."""

    seat: Seat
    noble: NobleId
    target: PersonId
