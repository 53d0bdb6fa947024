"""Why a knight cannot be placed there (seed 4(i), §7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.lancaster.knights import conflict_of, open_conflicts, stack_on
from bot.rules.lancaster.sides import side_named
from bot.rules.lancaster.state import LTable


def placing_refusal(table: LTable, seat: int, choice: Choice) -> IllegalChoice:
    """The rule that keeps a knight from being placed so."""
    state = table.state
    if choice.verb == "squires":
        return IllegalChoice(
            "lancaster-7.1", "Squires come with their knight; none can be added to him later."
        )
    if seat != state.active:
        return IllegalChoice("lancaster-4i.1", "It is another player's turn to place a knight.")
    if choice.verb not in ("county", "castle", "conflict"):
        return IllegalChoice(
            "lancaster-4i.2", "Place one of your knights: on a county, in your castle, or at war."
        )
    side = side_named(state, seat, choice)
    if side not in state.houses:
        return IllegalChoice("lancaster-2.11", "Only two players lead allies.")
    court = state.houses[side].court
    knight = next(iter(choice.many("knight")), "")
    if knight not in {str(strength) for strength in court}:
        return IllegalChoice("lancaster-4i.1", "No knight of that strength is in that court.")
    if choice.verb == "county":
        return _county(table, side, int(knight), choice)
    if choice.verb == "castle":
        return _castle(table, side, choice)
    return _conflict(table, side, choice)


def _county(table: LTable, side: int, knight: int, choice: Choice) -> IllegalChoice:
    state = table.state
    wanted = next(iter(choice.many("county")), "")
    if wanted not in table.content.counties:
        return IllegalChoice("lancaster-4i.3", "There is no such county.")
    county = table.content.county(wanted, state.edition)
    offered = next(iter(choice.many("squires")), "0")
    squires = int(offered) if offered.isdecimal() and len(offered) < 4 else 0
    if knight < county.minimum and knight + squires >= county.minimum:
        return IllegalChoice(
            "lancaster-4i.5",
            f"{county.name} wants a knight of strength {county.minimum}; squires do not help.",
        )
    if knight < county.minimum:
        return IllegalChoice(
            "lancaster-4i.4", f"{county.name} wants a knight of strength {county.minimum}."
        )
    held = state.counties.get(county.id)
    if held is not None and held.side == side:
        return IllegalChoice("lancaster-4i.12", "Your own knight holds it; he stays there.")
    if held is not None and state.seat_of(held.side) == state.seat_of(side):
        return IllegalChoice("lancaster-2.11", "You and your ally do not expel each other.")
    if squires > state.houses[side].squires:
        if state.is_ally(side):
            return IllegalChoice("lancaster-2.11", "An ally's knights get no squires.")
        return IllegalChoice("lancaster-4i.6", "You do not have so many squires.")
    if held is not None and knight + squires == held.strength:
        return IllegalChoice("lancaster-4i.9", "Equal strength does not expel a knight.")
    if held is not None and knight + squires < held.strength:
        return IllegalChoice(
            "lancaster-4i.8",
            f"The knight there counts {held.strength}; yours must be stronger with his squires.",
        )
    return IllegalChoice("lancaster-4i.6", "Say how many of your squires go with him.")


def _castle(table: LTable, side: int, choice: Choice) -> IllegalChoice:
    house = table.state.houses[side]
    space = next(iter(choice.many("space")), "")
    if space in house.extensions:
        return IllegalChoice("lancaster-7.3", "An extension covers that space.")
    if space in house.castle:
        return IllegalChoice("lancaster-4i.14", "A knight stands there; a space holds one.")
    return IllegalChoice("lancaster-4i.13", "Choose an empty knight space of your own castle.")


def _conflict(table: LTable, side: int, choice: Choice) -> IllegalChoice:
    state = table.state
    card = next(iter(choice.many("card")), "")
    if card not in {conflict.card for conflict in state.conflicts()}:
        return IllegalChoice("lancaster-4i.15", "That conflict is not on the board.")
    if card not in open_conflicts(state, table.content, side):
        kin = [s for s in state.sides_of(state.seat_of(side)) if s != side]
        if any(stack_on(conflict_of(state, card), other) is not None for other in kin):
            return IllegalChoice(
                "lancaster-7.5", "You and your ally each need a space, and none is free."
            )
        return IllegalChoice("lancaster-4i.15", "All spaces of that conflict are taken by others.")
    return IllegalChoice("lancaster-4i.16", "Choose one knight and one conflict.")
