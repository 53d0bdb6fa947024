"""Lancaster in Discord: its commands, by phase, and its customs."""

from cogs.lancaster.customs import LancasterCustoms, turn_lists, why
from cogs.ui.choosing.advising import WHY
from cogs.ui.choosing.lists import LISTERS
from cogs.ui.customs import register

register("lancaster", LancasterCustoms())
LISTERS["lancaster"] = turn_lists
WHY["lancaster"] = why
