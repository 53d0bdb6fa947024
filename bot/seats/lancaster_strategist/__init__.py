"""A player of Lancaster who tries what it may answer in worlds that its seat can imagine."""

from bot.seats.lancaster_strategist.player import LancasterStrategist

__all__ = ["LancasterStrategist"]
