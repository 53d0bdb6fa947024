"""The steward: a sensible computer player of Kingmaker.

One module an occupation: `assigning` cards, `gathering` and `marching`, `fighting`, `royals`,
answering `calls`, `bargaining`; `picture` is what it sees, `targets` and `worth` what it thereby
thinks of. It plays by its seat's view alone and remembers nothing between two decisions.
"""

from bot.seats.kingmaker_steward.player import Steward

steward = Steward()
"""The steward; it keeps nothing, so that one serves every seat of every game."""

__all__ = ["Steward", "steward"]
