"""The toy game with corrections (the heap may be set, a stone given), whispers, or an order."""

from __future__ import annotations

from typing import Any

from bot.rules.kernel import BEFOREHAND, Choice, Field, Game, IllegalChoice, Offer, Prompt
from tests.toy.game import CardPaid, Dealt, Peeked, Toy
from tests.toy.library import ToyLibrary

WHISPER = Choice.of("whisper")
DRAW = Choice.of("draw")


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


class Whispering(Mendable):
    """The toy with corrections, and with what may be done in secret at any time: to whisper, or
    to draw a card."""

    def any_time(self, table: Any, seat: int) -> list[Prompt]:
        offers = (Offer("whisper", (), "toy-5"), Offer("draw", (), "toy-5"))
        return [*super().any_time(table, seat), Prompt(seat, "whisper", offers, blocking=False)]

    def answer_any_time(self, table: Any, seat: int, choice: Choice) -> None:
        if choice not in (WHISPER, DRAW):
            super().answer_any_time(table, seat, choice)
            return
        if choice == DRAW:
            table.state.hands[seat].append(table.state.deck.pop())
        table.state.tokens[seat] += 1
        table.emit(Peeked(audience=(seat,), seat=seat, card="pebble"))


class WhisperingLibrary(MendableLibrary):
    """Finds the game with whispers."""

    def game_for(self, game: str, ruleset: str) -> Game:
        super().game_for(game, ruleset)
        return Whispering(ruleset)


class Foresighted(Toy):
    """The toy, with a standing order of its own: to take as many stones every turn."""

    def beforehand(self, table: Any, seat: int) -> list[Prompt]:
        if table.state.heap < 50:
            return []
        field = Field("stones", ("1", "2", "3"))
        return [Prompt(seat, BEFOREHAND, (Offer("always", (field,), "toy-1"),), blocking=False)]

    def as_ordered(self, table: Any, prompt: Prompt, order: Choice) -> Choice | None:
        if prompt.kind != "turn":
            return None
        return Choice.of("take", stones=order.one("stones"))


class ForesightedLibrary(ToyLibrary):
    """Finds the game with an order of its own."""

    def game_for(self, game: str, ruleset: str) -> Game:
        super().game_for(game, ruleset)
        return Foresighted(ruleset)
