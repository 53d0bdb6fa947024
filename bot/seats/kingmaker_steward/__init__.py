"""The steward: a sensible computer player of Kingmaker, one module for each kind of task."""

from bot.seats.kingmaker_steward.player import Steward

steward = Steward()
"""The steward; it remembers nothing, so one serves every seat of every game."""

__all__ = ["Steward", "steward"]
