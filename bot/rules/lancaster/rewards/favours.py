"""The King's Favour for the first knights at war (lancaster §4(i)c)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first
from bot.rules.kernel.choices import one_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.rewards.rewards import grant
from bot.rules.lancaster.sides import ALLYS_RULE
from bot.rules.lancaster.state import LStep, LTable, State


def favour_open(table: LTable) -> bool:
    """Whether the placement just made earns a tile (lancaster-4i.18)."""
    state = table.state
    return state.favoured <= table.content.ruleset.favoured_placements and bool(state.favours)


def _harmless(state: State, side: int) -> Choice:
    """The tile for a player who does not answer: the first one face up, which costs nothing; an
    ally passes."""
    if state.is_ally(side):
        return Choice("pass")
    return Choice.of("favour", tile=state.favours[0])


class TakeFavour(LStep, tag="take_favour"):
    """A player who has placed a knight in a conflict may take a tile (lancaster-4i.20)."""

    side: int

    def prompts(self, table: LTable) -> list[Prompt]:
        state = table.state
        rule = ALLYS_RULE if state.is_ally(self.side) else "lancaster-4i.18"
        offers = (
            Offer("favour", (Field("tile", tuple(state.favours)),), rule),
            Offer("pass", (), "lancaster-4i.20"),
        )
        return [
            Prompt(
                state.seat_of(self.side),
                "favour",
                offers,
                default=_harmless(state, self.side),
                facts={"side": str(self.side)},
            )
        ]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        state = table.state
        table.finish(self)
        if choice.verb == "pass":
            table.emit(facts.FavourDeclined(self.side))
            return
        tile = choice.one("tile")
        state.favours.remove(tile)
        state.favours_used.append(tile)
        table.emit(facts.FavourTaken(self.side, tile))
        grant(table, self.side, table.content.favours[tile].reward, f"favour:{tile}")

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(_favour_stops(table.state, choice))


def _favour_stops(state: State, choice: Choice) -> Stops:
    """What keeps a tile from being taken, although a player may always pass."""
    tile = one_of(choice, "tile") if choice.verb == "favour" else ""
    if tile in state.favours_used:
        yield IllegalChoice("lancaster-4i.19", "That tile is face down until the next round.")
    if choice.verb != "pass" and tile not in state.favours:
        yield IllegalChoice(
            "lancaster-4i.18",
            "First take one face-up tile of the King’s Favour, or pass.",
        )
