"""One game in one channel: its commands, what it has to say, undo, and the computer's seats."""

from bot.session.clock import Clock, SystemClock
from bot.session.delivery import Deliverer, Undeliverable
from bot.session.desk import Desk
from bot.session.game_session import GameSession
from bot.session.library import Library, Policy
from bot.session.receipts import Logged, Receipt, Refused, SeatInfo

__all__ = [
    "Clock",
    "Deliverer",
    "Desk",
    "GameSession",
    "Library",
    "Logged",
    "Policy",
    "Receipt",
    "Refused",
    "SeatInfo",
    "SystemClock",
    "Undeliverable",
]
