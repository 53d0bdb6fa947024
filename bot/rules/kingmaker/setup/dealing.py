"""The possessions of each part when the game begins (families-players).

Setting up: where the nobles dealt at the start are placed (base-2.7, base-2.8).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    clockwise,
    every_seat,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers, part_of
from bot.rules.kingmaker.consequences.changes import (
    castles_open_to,
    claim,
    enter_play,
    hand_heir,
    place_noble,
    tell_of_guard,
)
from bot.rules.kingmaker.forces.strength import controller, fits, nobles_of
from bot.rules.kingmaker.ids import HeirId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import DEALS, INITIAL_PLACEMENTS
from bot.rules.kingmaker.setup.opening import AssignDealt, OpenPlay, first_player, keep_in_hand
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with


@DEALS.called("by_part")
def deal_by_part(table: KTable) -> Sequence[KStep]:
    """Deal every part, in seat order, its two nobles and its number of other cards, and a House
    also its heirs.

    The Lancastrians have Beaufort and Clifford (families-players.2), the Yorkists the Duke of
    York and Bourchier (families-players.3), Neville has Scrope (families-players.4), Mowbray
    has Cromwell (families-players.5), Percy has Greystoke (families-players.6) and Stafford has
    Audley (families-players.7). Each part's number of cards includes its two nobles.
    """
    state, houses = table.state, []
    for seat in every_seat(len(state.sides)):
        part, faction = part_of(state, table.content, seat), state.factions[seat]
        nobles = (part.head, part.second)
        faction.dealt = [state.crown_deck.pop() for _ in range(part.cards - len(nobles))]
        keep_in_hand(table, seat)
        table.emit(facts.PartBegan(seat, part.id, part.favours))
        table.emit(facts.CardsDealt(seat, (*nobles, *faction.dealt)))
        for noble in nobles:
            enter_play(table, noble, seat)
        if _begin_with_heirs(table, seat, part.keeper):
            houses.append(seat)
    return (EntrustHeirs(houses),) if houses else ()


def _begin_with_heirs(table: KTable, seat: Seat, keeper: NobleId) -> bool:
    """Give the heirs of a House to the noble who keeps them at the start, and return whether the
    House has any heirs.
    """
    state = table.state
    kept = opening_keepers(state, table.content)
    mine = tuple(heir for heir, noble in kept.items() if noble == keeper)
    for heir_id in mine:
        state.keep_heir(heir_id, keeper)
    if mine:
        table.emit(facts.HeirsBegan(seat, keeper, mine))
    for heir_id in mine:
        if state.heirs[heir_id].crowned:
            tell_of_guard(table, heir_id, keeper)
    return bool(mine)


class EntrustHeirs(KStep, tag="entrust_heirs"):
    """Before anybody is placed, a House may share its heirs among the nobles that it begins with.

    ``pending`` are the Houses that may still share out their heirs.
    """

    pending: list[Seat]
    heard_by_all = True
    meanwhile = IllegalChoice(
        "families-players.2",
        "First each House must say which of its nobles its heirs begin with.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for seat in self.pending:
            nobles = nobles_of(table.state, seat)
            offers = [
                Offer(
                    "entrust",
                    (Field("heir", tuple(heirs)), Field("noble", others)),
                    "families-players.2",
                )
                for keeper in nobles
                if (heirs := heirs_with(table.state, keeper))
                and (others := tuple(noble for noble in nobles if noble != keeper))
            ]
            offers.append(Offer("done", (), "families-players.2"))
            prompts.append(Prompt(seat, "entrust_heirs", tuple(offers), default=Choice("done")))
        return prompts

    def advance(self, table: KTable) -> None:
        if not self.pending:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self.pending.remove(seat)
            return
        hand_heir(table, choice.one("heir", HeirId), choice.one("noble", NobleId))


# Each noble in one of his own castles (base-2.7)


@INITIAL_PLACEMENTS.called("home")
def placed_at_home() -> Sequence[KStep]:
    """Everybody places his nobles in their own castles, then gives them the rest of his cards."""
    return (PlaceNobles(), AssignDealt(), OpenPlay())


class PlaceNobles(KStep, tag="place_nobles"):
    """Every noble without a square is placed in one of his castles, as his player chooses."""

    meanwhile = IllegalChoice(
        "base-2.7", "First place each of your nobles in one of his own castles."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for seat in every_seat(len(table.state.factions)):
            offers = [
                Offer(
                    "settle",
                    _where(noble, castles_open_to(table, noble, seat)),
                    "base-2.7",
                    due=True,
                )
                for noble in _unplaced(table, seat)
            ]
            if offers:
                prompts.append(Prompt(seat, "settle_nobles", tuple(offers)))
        return prompts

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        place_noble(table, choice.one("noble", NobleId), choice.one("castle", PlaceId))


def _where(noble: NobleId, places: tuple[PlaceId, ...]) -> tuple[Field, Field]:
    return Field("noble", (noble,)), Field("castle", places)


def _unplaced(table: KTable, seat: Seat) -> list[NobleId]:
    """A faction's nobles who still need a castle; those with the fewest castles come first."""
    waiting = [n for n in nobles_of(table.state, seat) if not table.state.nobles[n].square]
    return sorted(waiting, key=lambda noble: len(table.content.castles_of(noble)))


# In any of the faction's fortresses, one after another (base-2.8)


@INITIAL_PLACEMENTS.called("chosen")
def placed_in_turn() -> Sequence[KStep]:
    """Cards are given out first, because they bring places with them; then one noble at a time is
    placed. The last step finds who begins, and begins the game."""
    return (AssignDealt(), PlaceInTurn())


class PlaceInTurn(KStep, tag="place_in_turn"):
    """In order of play, nobles are placed one by one in any fortress of their faction (base-2.8).

    Any heir in that fortress is captured. ``next_seat`` is the seat whose turn it is, ``opener``
    the one that begins the game.
    """

    opener: Seat | None = None
    next_seat: Seat = Seat(0)
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        if self.opener is None:
            return []
        offers = [
            Offer("settle", _where(noble, self._fortresses_for(table, noble)), "base-2.8")
            for noble in _unplaced(table, self.next_seat)
        ]
        return [Prompt(self.next_seat, "settle_in_turn", tuple(offers))] if offers else []

    def advance(self, table: KTable) -> None:
        if self.opener is None:
            for noble in table.state.nobles:
                for castle in table.content.castles_of(noble):
                    claim(table, castle, noble, "castle")
            self.opener = self.next_seat = first_player(table)
        if any(not noble.square for noble in table.state.nobles.values()):
            while not _unplaced(table, self.next_seat):
                self._pass_on(table)
            return
        table.finish(self)
        table.push(OpenPlay(self.opener))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        place_noble(table, choice.one("noble", NobleId), choice.one("castle", PlaceId))
        self._pass_on(table)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if seat != self.next_seat:
            return IllegalChoice(
                "base-2.8",
                "Players place one noble at a time, in order of play. Wait for your turn.",
            )
        return IllegalChoice(
            "base-2.8", "Place one noble in a fortress of your faction that has room."
        )

    def _pass_on(self, table: KTable) -> None:
        self.next_seat = clockwise(self.next_seat, len(table.state.factions))[0]

    def _fortresses_for(self, table: KTable, noble: NobleId) -> tuple[PlaceId, ...]:
        """The faction's places with room for a noble; if there are none, his own castles,
        and he is placed outside one.

        If a player does not answer, the first is taken: places that plague can strike come last.
        """
        places, plagued = table.content.board.places, table.content.plagued
        held = [p for p in table.state.control if controller(table.state, p) == self.next_seat]
        roomy = (p for p in held if fits(table, noble, places[p]))
        return tuple(sorted(roomy, key=plagued.__contains__)) or table.content.castles_of(noble)
