"""Facts about ships and storms (house §5.20 to 5.26, 8.6)."""

from __future__ import annotations

from bot.rules.kernel import Weight
from bot.rules.kingmaker.facts.fact import Fact


class ShipAppeared(Fact, frozen=True, tag="ship_appeared"):
    """A ship is now on the board."""

    ship: str
    port: str


class ShipGone(Fact, frozen=True, tag="ship_gone"):
    """A ship left the board."""

    ship: str


class Embarked(Fact, frozen=True, tag="embarked"):
    """Nobles went aboard a ship in a port."""

    seat: int
    nobles: tuple[str, ...]
    ship: str
    port: str


class Sailed(Fact, frozen=True, tag="sailed"):
    """A ship moved; ``to`` is a sea square or a port."""

    seat: int
    ship: str
    origin: str
    to: str
    nobles: tuple[str, ...] = ()


class Landed(Fact, frozen=True, tag="landed"):
    """Nobles went ashore at a port, inside its fortress or into its square."""

    seat: int
    nobles: tuple[str, ...]
    port: str
    inside: bool


class Crossed(Fact, frozen=True, tag="crossed"):
    """French Foot Soldiers, or Irish Kerns, carried a force across the sea to a port
    (base-19.6)."""

    seat: int
    nobles: tuple[str, ...]
    origin: str
    to: str
    kerns: bool = False


class ShipSoughtPort(Fact, frozen=True, tag="ship_sought_port"):
    """A ship was driven or called into a port.

    ``cause``: storm, call, parliament, home, master, ransom, sent.
    """

    ship: str
    port: str
    cause: str


class StormRolled(Fact, frozen=True, tag="storm_rolled"):
    """A ship's roll in a storm; at ``lost_from`` or more she is lost. ``port`` is one that she
    passed by."""

    ship: str
    roll: int
    lost_from: int
    lost: bool
    port: str | None = None


class ShipLost(Fact, frozen=True, tag="ship_lost"):
    """A ship went down with everybody aboard."""

    ship: str
    nobles: tuple[str, ...] = ()
    heirs: tuple[str, ...] = ()
    gale: bool = False
    """Whether the storm was a gale that nobody survives (ishkibibble-gales.1)."""

    def weighs(self) -> Weight:
        """The loss of those aboard matters more than that of the ship."""
        return Weight.HEADLINE if self.nobles or self.heirs else Weight.NOTABLE


# Fights at sea


class SeaBattleJoined(Fact, frozen=True, tag="sea_battle_joined"):
    """Ships attack ships: the owners, the place, and the strength of both fleets.

    ``blockade``: the blockaded port that the attackers left (ishkibibble-blockade.2).
    """

    weight = Weight.NOTABLE
    done_to = ("against",)

    seat: int
    against: int
    sea: str
    fleet: tuple[str, ...]
    foes: tuple[str, ...]
    strength: int
    opposed: int
    blockade: str | None = None


class ShipTaken(Fact, frozen=True, tag="ship_taken"):
    """A ship was taken in a fight at sea; with ``till_port``, she reverts to her office once in
    port."""

    weight = Weight.NOTABLE

    ship: str
    seat: int
    till_port: bool = False


class ShipScuttled(Fact, frozen=True, tag="ship_scuttled"):
    """The victor sank a ship of an office that he had taken (ishkibibble-seacombat.11)."""

    weight = Weight.NOTABLE

    ship: str
    seat: int


class ShipOwed(Fact, frozen=True, tag="ship_owed"):
    """A ransomed noble brings a ship to a port, where the victor gets her
    (ishkibibble-seacombat.8)."""

    ship: str
    noble: str
    seat: int


class PortBlockaded(Fact, frozen=True, tag="port_blockaded"):
    """A ship watches a port next to her (ishkibibble-blockade.1)."""

    weight = Weight.NOTABLE

    seat: int
    ship: str
    port: str


class ShipHeld(Fact, frozen=True, tag="ship_held"):
    """A blockading ship was driven into the port and is a prisoner there
    (ishkibibble-blockade.3)."""

    weight = Weight.NOTABLE

    ship: str
    port: str
