"""Kingmaker in Discord: its commands, by phase and subject, and its customs."""

from cogs.kingmaker.customs import KingmakerCustoms, why
from cogs.kingmaker.turn import turn_lists
from cogs.ui.choosing.advising import WHY
from cogs.ui.choosing.lists import LISTERS
from cogs.ui.customs import register

register("kingmaker", KingmakerCustoms())
LISTERS["kingmaker"] = turn_lists
WHY["kingmaker"] = why
