"""What happens between the declaration of an attack and its weather (house §5.11, §5.14, §5.15)."""

from __future__ import annotations

from bot.rules.kingmaker.fact import Fact


class AttackAnnounced(Fact, frozen=True, tag="attack_announced"):
    """An attack is declared, and others may still act before the weather is drawn (house-5.14f).

    ``place``: the place whose siege is to be concluded. ``needed``: the strength that the
    attackers do not reach without allies (house-5.11g), else 0. ``target``: whom an assassin is
    to kill. ``sallying``: those who come out of a besieged place.
    """

    seat: int
    against: int
    square: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strength: int
    opposed: int
    needed: int = 0
    place: str | None = None
    target: str | None = None
    sallying: tuple[str, ...] = ()


class AlliesStayedOut(Fact, frozen=True, tag="allies_stayed_out"):
    """Nobody made up what the attackers lacked: nothing happens (house-5.11g)."""

    seat: int
    against: int
    square: str
    place: str | None = None


class AssassinTargetNamed(Fact, frozen=True, tag="assassin_target_named"):
    """A lone untitled noble whose attack fell below 1:4 goes on as an assassin (house-5.15e)."""

    seat: int
    noble: str
    target: str
