"""One game in one channel: its commands, what it has to say, undo, and its computer players."""

from bot.session.clock.deadlines import QuestionDue
from bot.session.clock.pace import Pace
from bot.session.delivery import Deliverer, ShutOut, Undeliverable
from bot.session.desk import Desk
from bot.session.game_session import GameSession
from bot.session.library import ComputerPlayer, Library
from bot.session.past.journal import Digest
from bot.session.past.replay import ReplayedStep, ReplayedTurn
from bot.session.past.rewind import Lost, Turn
from bot.session.people import Availability
from bot.session.receipts import Logged, Receipt, Refused, SeatInfo, Unreadable
from bot.session.seasons import (
    Band,
    Outcomes,
    Profile,
    Rank,
    Rated,
    SeasonPlace,
    SeasonRecord,
    SeasonTable,
)
from bot.session.seating import Deed, Petition
from bot.session.servers import Mix, Wish
from bot.session.services import Clock, SystemClock
from bot.session.table.moderation import Glass, Moderator
from bot.session.table.standing_orders import StandingOrder, Until

__all__ = [
    "Availability",
    "Band",
    "Clock",
    "ComputerPlayer",
    "Deed",
    "Deliverer",
    "Desk",
    "Digest",
    "GameSession",
    "Glass",
    "Library",
    "Logged",
    "Lost",
    "Mix",
    "Moderator",
    "Outcomes",
    "Pace",
    "Petition",
    "Profile",
    "QuestionDue",
    "Rank",
    "Rated",
    "Receipt",
    "Refused",
    "ReplayedStep",
    "ReplayedTurn",
    "SeasonPlace",
    "SeasonRecord",
    "SeasonTable",
    "SeatInfo",
    "ShutOut",
    "StandingOrder",
    "SystemClock",
    "Turn",
    "Undeliverable",
    "Unreadable",
    "Until",
    "Wish",
]
