"""Rewards: tokens and points immediately; upgrades, extensions and noblemen through questions
(lancaster §4(iii), §5, §7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kernel.choices import one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.knights import (
    can_recruit,
    recruit,
    strength_at,
    upgradable,
    upgrade,
    upgrade_stops,
)
from bot.rules.lancaster.state import LStep, LTable, State


def grant(table: LTable, side: int, reward: Reward, source: str) -> None:
    """Give a reward; anything that involves a choice is put on the agenda.

    An ally takes new knights, upgrades and noblemen (who leave the game); anything else is
    forfeited.
    """
    state = table.state
    if not state.is_ally(side):
        give_tokens(table, side, reward, source)
    for _ in range(reward.recruit):
        recruit(table, side, source)
    steps: list[LStep] = []
    steps += [TakeNobleman(side, source) for _ in range(reward.nobleman)]
    if not state.is_ally(side):
        steps += [PlaceExtension(side, source) for _ in range(reward.extension)]
    steps += [Upgrade(side, source) for _ in range(reward.upgrade)]
    table.push(*steps)


def give_tokens(table: LTable, side: int, reward: Reward, source: str) -> None:
    """Give tokens from the supply, and power points."""
    house, bank = table.state.houses[side], table.state.bank
    if not (reward.gold or reward.squires or reward.votes or reward.points):
        return
    house.gold += reward.gold
    house.squires += reward.squires
    house.votes += reward.votes
    house.points += reward.points
    bank.gold -= reward.gold
    bank.squires -= reward.squires
    bank.votes -= reward.votes
    table.emit(facts.Gained(side, source, reward.gold, reward.squires, reward.votes, reward.points))


def pay(table: LTable, side: int, gold: int = 0, squires: int = 0) -> None:
    """Put tokens back into the supply."""
    house, bank = table.state.houses[side], table.state.bank
    house.gold -= gold
    house.squires -= squires
    bank.gold += gold
    bank.squires += squires


def useful_to_ally(state: State, side: int, reward: Reward) -> bool:
    """Whether an ally can use any part of a reward for himself."""
    return bool(
        (reward.recruit and can_recruit(state, side))
        or (reward.upgrade and upgradable(state, side))
    )


# 7.7 Upgrade


class Upgrade(LStep, tag="upgrade"):
    """One of a side's knights may be exchanged for one a level stronger (lancaster-7.7).

    ``only_deployed`` excludes knights at court; ``strength`` above 0 limits the choice to knights
    of that strength.
    """

    side: int
    source: str
    only_deployed: bool = False
    strength: int = 0

    def _places(self, table: LTable) -> tuple[str, ...]:
        return tuple(
            upgradable(
                table.state, self.side, only_deployed=self.only_deployed, strength=self.strength
            )
        )

    def prompts(self, table: LTable) -> list[Prompt]:
        places = self._places(table)
        if not places:
            return []
        offers = (
            Offer("upgrade", (Field("knight", places),), "lancaster-7.7"),
            Offer("decline", (), "lancaster-7.7"),
        )
        return [
            Prompt(
                table.state.seat_of(self.side),
                "upgrade",
                offers,
                default=Choice.of("upgrade", knight=max(places, key=strength_at)),
                facts={"source": self.source, "side": str(self.side)},
            )
        ]

    def advance(self, table: LTable) -> None:
        table.finish(self)
        table.emit(facts.UpgradeForfeited(self.side, self.source))

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "upgrade":
            upgrade(table, self.side, choice.one("knight"), self.source)
        else:
            table.emit(facts.UpgradeForfeited(self.side, self.source))

    def objections(self, table: LTable, seat: Seat, choice: Choice) -> Stops:
        if choice.verb not in ("upgrade", "decline"):
            yield IllegalChoice(
                "lancaster-7.7",
                "First settle the upgrade: swap one of your knights in play for the next "
                "stronger one, if your reserve has one.",
            )
        if choice.verb == "upgrade":
            yield from upgrade_stops(
                table.state,
                self.side,
                one_of(choice, "knight"),
                only_deployed=self.only_deployed,
                strength=self.strength,
            )


# 7.3, 7.8 Extensions


def free_tiles(table: LTable, side: int) -> tuple[str, ...]:
    """Extension tiles still in a side's supply (lancaster-3.3b) whose spaces have no knight on
    them.
    """
    return tuple(s for s in table.content.spaces if free(_tile_stops(table, side, s)))


def _tile_stops(table: LTable, side: int, space: str) -> Stops:
    """What keeps a side from placing the extension tile of a space."""
    house = table.state.houses[side]
    if space not in table.content.spaces or space in house.extensions:
        yield _FIRST_EXTEND
    if space in house.castle:
        yield IllegalChoice("lancaster-7.8", "A knight is on that space. Place another extension.")


_FIRST_EXTEND = IllegalChoice(
    "lancaster-2.9", "First place one of the extension tiles you have left."
)


def place_extension(table: LTable, side: int, space: str, source: str) -> None:
    """Cover a castle space for good."""
    table.state.houses[side].extensions.append(space)
    table.emit(facts.ExtensionPlaced(side, space, source))


class PlaceExtension(LStep, tag="place_extension"):
    """A player places one of his extension tiles, never under a knight (lancaster-7.8)."""

    side: int
    source: str

    def prompts(self, table: LTable) -> list[Prompt]:
        tiles = free_tiles(table, self.side)
        if not tiles:
            return []
        offer = Offer("extend", (Field("space", tiles),), "lancaster-7.8")
        return [
            Prompt(
                table.state.seat_of(self.side),
                "extension",
                (offer,),
                default=Choice.of("extend", space=tiles[0]),
                facts={"source": self.source},
            )
        ]

    def advance(self, table: LTable) -> None:
        table.finish(self)
        table.emit(facts.ExtensionForfeited(self.side, self.source))

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        place_extension(table, self.side, choice.one("space"), self.source)

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "extend":
            return _FIRST_EXTEND
        return first(_tile_stops(table, self.side, one_of(choice, "space")))


# Noblemen (lancaster-5.2)


def open_noblemen(state: State, side: int) -> tuple[str, ...]:
    """Counties from whose stack a side may take a nobleman: a table takes one of each letter."""
    return tuple(county for county in state.noblemen if free(nobleman_stops(state, side, county)))


def nobleman_stops(state: State, side: int, county: str) -> Stops:
    """What keeps a side from taking a nobleman from a county."""
    if county in state.houses[side].noblemen:
        yield IllegalChoice("lancaster-4iiia.4", "That nobleman is already at your table.")
    if not state.noblemen.get(county):
        yield IllegalChoice("lancaster-4iiia.4", "This county has no nobleman left.")


def take_nobleman(table: LTable, side: int, county: str, source: str) -> None:
    """Seat a nobleman at the table; an ally takes him out of the game instead."""
    state = table.state
    state.noblemen[county] -= 1
    if state.is_ally(side):
        state.noblemen_gone[county] = state.noblemen_gone.get(county, 0) + 1
        table.emit(facts.NoblemanRemoved(side, county, source))
    else:
        state.houses[side].noblemen.append(county)
        state.houses[side].noblemen.sort()
        table.emit(facts.NoblemanTaken(side, county, source))


class TakeNobleman(LStep, tag="take_nobleman"):
    """A nobleman from any county, of a letter not yet at the table."""

    side: int
    source: str

    def prompts(self, table: LTable) -> list[Prompt]:
        counties = open_noblemen(table.state, self.side)
        if not counties:
            return []
        offer = Offer("nobleman", (Field("county", counties),), "lancaster-4i.18")
        return [
            Prompt(
                table.state.seat_of(self.side),
                "nobleman",
                (offer,),
                default=Choice.of("nobleman", county=counties[0]),
                facts={"source": self.source, "side": str(self.side)},
            )
        ]

    def advance(self, table: LTable) -> None:
        table.finish(self)
        table.emit(facts.NoblemanForfeited(self.side, self.source))

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        take_nobleman(table, self.side, choice.one("county"), self.source)

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        county = one_of(choice, "county")
        if choice.verb != "nobleman" or county not in table.content.counties:
            return IllegalChoice(
                "lancaster-4i.18", "First choose a nobleman whose stack is not empty."
            )
        return first(nobleman_stops(table.state, self.side, county))
