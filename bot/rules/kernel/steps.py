"""Steps: the procedures on the agenda."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bot.rules.kernel.choices import Choice
from bot.rules.kernel.prompts import Prompt
from bot.rules.kernel.refusals import IllegalChoice
from bot.rules.kernel.table import Table

T = TypeVar("T", bound=Table[Any, Any])


class Step(msgspec.Struct, Generic[T], tag_field="step", omit_defaults=True):
    """One procedure of the rules, with its own data, on top of the agenda.

    While it lies on top it either asks (``prompts`` gives blocking prompts) or acts
    (``advance``). Asking never changes anything. ``advance`` and ``answer`` change the state, push
    further steps, or finish this one. If ``advance`` changes a piece and tells no fact of it, it
    lets the table know (`Table.changed`).
    """

    asks_late: ClassVar[bool] = False
    """Whether it may know that it asks, and whether it takes an answer, without all its prompts:
    then they are made when somebody looks. It takes no verb that is open at any time."""

    asks_little: ClassVar[bool] = False
    """Whether its prompts mostly take so little that nothing need be sought beforehand for them."""

    between_orders: ClassVar[bool] = False
    """Whether nothing is under way while it lies on top: it waits for a player's next order."""

    def surely_acts(self) -> bool:
        """Whether it is certain that it acts now: it has no prompts, or must begin first."""
        return type(self).prompts is Step.prompts

    def surely_asks(self, table: T) -> bool | None:
        """Whether it is certain that it asks and leaves a choice (True) or that it acts (False);
        None: its prompts must tell. Asked only if it asks late."""
        return None

    def surely_admits(self, table: T, seat: int, choice: Choice) -> bool:
        """Whether it is certain that a choice is among its offers; asked only if it asks late."""
        return False

    def prompts(self, table: T) -> list[Prompt]:
        """What is asked now; no blocking prompt means that the step acts by itself."""
        return []

    def ballots(self, table: T) -> list[Prompt]:
        """In a vote, the questions of all who have one, whether or not they have answered it."""
        return []

    def advance(self, table: T) -> None:
        """Act. Called whenever the step is on top and asks nothing."""
        table.finish(self)

    def answer(self, table: T, seat: int, choice: Choice) -> None:
        """Carry out an answer that was offered by ``prompts``."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing")

    def close(self, table: T) -> None:
        """End what is asked: the time that its prompts leave (``seconds``) is over."""
        raise NotImplementedError(f"{type(self).__name__} has no time of its own")

    def concerns(self, seat: int) -> bool:
        """Whether a seat that is not asked (any more) should hear this step's refusals."""
        return False

    def refusal(self, table: T, seat: int, choice: Choice) -> IllegalChoice | None:
        """Why this choice is not among the offers, if this step knows; never changes anything."""
        return None
