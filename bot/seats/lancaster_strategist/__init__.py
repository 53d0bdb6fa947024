"""A player of Lancaster who tries what it may answer in worlds that its seat can imagine."""

from bot.seats.lancaster_strategist.player import LancasterChamberlain, LancasterStrategist

__all__ = ["LancasterChamberlain", "LancasterStrategist"]
