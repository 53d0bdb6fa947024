"""The strategist: it tries its plans in imagined worlds, and plays the one that does best."""

from bot.seats.kingmaker_strategist.player import Strategist

__all__ = ["Strategist"]
