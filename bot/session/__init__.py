"""One game in one channel: its commands, what it has to say, undo, and the computer's seats."""

from bot.session.availability import Availability
from bot.session.clock import Clock, SystemClock
from bot.session.deeds import Deed
from bot.session.delivery import Deliverer, ShutOut, Undeliverable
from bot.session.desk import Desk
from bot.session.game_session import GameSession
from bot.session.going_back import Lost, Turn
from bot.session.library import Library, Policy
from bot.session.moderation import Glass, Moderator
from bot.session.pace import Pace
from bot.session.petitions import Petition
from bot.session.receipts import Logged, Receipt, Refused, SeatInfo, Unreadable
from bot.session.retelling import Digest, Scene
from bot.session.standing_orders import StandingOrder, Until
from bot.session.timekeeping import QuestionDue

__all__ = [
    "Availability",
    "Clock",
    "Deed",
    "Deliverer",
    "Desk",
    "Digest",
    "GameSession",
    "Glass",
    "Library",
    "Logged",
    "Lost",
    "Moderator",
    "Pace",
    "Petition",
    "Policy",
    "QuestionDue",
    "Receipt",
    "Refused",
    "Scene",
    "SeatInfo",
    "ShutOut",
    "StandingOrder",
    "SystemClock",
    "Turn",
    "Undeliverable",
    "Unreadable",
    "Until",
]
