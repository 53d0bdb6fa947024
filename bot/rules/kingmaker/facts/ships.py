"""Facts about ships and storms (house §5.20 to 5.26, 8.6)."""

from __future__ import annotations

from bot.rules.kernel import Seat, Weight
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import HeirId, NobleId, PlaceId, SeaId, ShipId


class ShipAppeared(Fact, frozen=True, tag="ship_appeared"):
    """A ship is now on the board."""

    ship: ShipId
    port: PlaceId


class ShipGone(Fact, frozen=True, tag="ship_gone"):
    """A ship left the board."""

    ship: ShipId


class Embarked(Fact, frozen=True, tag="embarked"):
    """Nobles went aboard a ship in a port."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    ship: ShipId
    port: PlaceId


class Sailed(Fact, frozen=True, tag="sailed"):
    """A ship moved; ``to`` is a sea square or a port."""

    seat: Seat
    ship: ShipId
    origin: str
    to: str
    nobles: tuple[NobleId, ...] = ()


class Landed(Fact, frozen=True, tag="landed"):
    """Nobles went ashore at a port, inside its fortress or into its square."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    port: PlaceId
    inside: bool


class Crossed(Fact, frozen=True, tag="crossed"):
    """French Foot Soldiers, or Irish Kerns, carried a force across the sea to a port
    (base-19.6)."""

    seat: Seat
    nobles: tuple[NobleId, ...]
    origin: str
    to: str
    kerns: bool = False


class ShipSoughtPort(Fact, frozen=True, tag="ship_sought_port"):
    """A ship was driven or called into a port.

    ``cause``: storm, call, parliament, home, master, ransom, sent.
    """

    ship: ShipId
    port: PlaceId
    cause: str


class StormRolled(Fact, frozen=True, tag="storm_rolled"):
    """A ship's roll in a storm; at ``lost_from`` or more she is lost. ``port`` is a port that she
    passed."""

    ship: ShipId
    roll: int
    lost_from: int
    lost: bool
    port: PlaceId | None = None


class ShipLost(Fact, frozen=True, tag="ship_lost"):
    """A ship went down with everybody aboard."""

    ship: ShipId
    nobles: tuple[NobleId, ...] = ()
    heirs: tuple[HeirId, ...] = ()
    gale: bool = False
    """Whether the storm was a gale that nobody survives (ishkibibble-gales.1)."""

    def weighs(self) -> Weight:
        """The loss of those aboard matters more than that of the ship."""
        return Weight.HEADLINE if self.nobles or self.heirs else Weight.NOTABLE


# Fights at sea


class SeaBattleJoined(Fact, frozen=True, tag="sea_battle_joined"):
    """Ships attack ships: the owners, the place, and the strength of both fleets.

    ``blockade`` is the blockaded port that the attackers left (ishkibibble-blockade.2).
    """

    weight = Weight.NOTABLE
    done_to = ("against",)

    seat: Seat
    against: Seat
    sea: SeaId
    fleet: tuple[ShipId, ...]
    foes: tuple[ShipId, ...]
    strength: int
    opposed: int
    blockade: PlaceId | None = None


class ShipTaken(Fact, frozen=True, tag="ship_taken"):
    """A ship was taken in a fight at sea; with ``till_port``, she reverts to her office once in
    port."""

    weight = Weight.NOTABLE

    ship: ShipId
    seat: Seat
    till_port: bool = False


class ShipScuttled(Fact, frozen=True, tag="ship_scuttled"):
    """The victor sank a captured ship that belonged to an office (ishkibibble-seacombat.11)."""

    weight = Weight.NOTABLE

    ship: ShipId
    seat: Seat


class ShipOwed(Fact, frozen=True, tag="ship_owed"):
    """A ransomed noble brings a ship to a port, where the victor gets her
    (ishkibibble-seacombat.8)."""

    ship: ShipId
    noble: NobleId
    seat: Seat


class PortBlockaded(Fact, frozen=True, tag="port_blockaded"):
    """A ship watches a port next to her sea space (ishkibibble-blockade.1)."""

    weight = Weight.NOTABLE

    seat: Seat
    ship: ShipId
    port: PlaceId


class ShipHeld(Fact, frozen=True, tag="ship_held"):
    """A blockading ship was driven into the port she watched and is a prisoner there
    (ishkibibble-blockade.3)."""

    weight = Weight.NOTABLE

    ship: ShipId
    port: PlaceId
