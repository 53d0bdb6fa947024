"""The toy game with corrections: the heap may be set, and a stone given to a hand in secret."""

from __future__ import annotations

from typing import Any

from bot.rules.kernel import Choice, Field, Game, IllegalChoice, Offer, Prompt
from tests.toy.game import CardPaid, Dealt, Toy
from tests.toy.library import ToyLibrary


class Mendable(Toy):
    """The toy, with corrections while somebody is at turn."""

    def corrections(self, table: Any) -> list[Prompt]:
        numbers = tuple(str(number) for number in range(-3, 100))
        offers = (
            Offer("set_heap", (Field("stones", numbers),), "toy-0"),
            Offer("show_hand", (Field("seat", ("0", "1")),), "toy-0"),
            Offer("break", (), "toy-0"),
        )
        return [Prompt(-1, "corrections", offers, blocking=False)]

    def correct(self, table: Any, choice: Choice) -> None:
        if choice.verb == "set_heap":
            stones = int(choice.one("stones"))
            if stones == 99:
                raise IllegalChoice("toy-2", "So many stones there are not.")
            table.state.heap = stones
            table.emit(CardPaid(seat=0))
        elif choice.verb == "show_hand":
            seat = int(choice.one("seat"))
            table.emit(Dealt(audience=(seat,), cards=tuple(table.state.hands[seat])))
        else:
            table.state.heap = 0
            raise KeyError("heap")


class MendableLibrary(ToyLibrary):
    """Finds the game with corrections."""

    def game_for(self, game: str, ruleset: str) -> Game:
        super().game_for(game, ruleset)
        return Mendable(ruleset)
