"""Lancaster's own side of the table: its commands, one cog per phase, and its customs."""

from cogs.lancaster.customs import LancasterCustoms
from cogs.ui.customs import register

register("lancaster", LancasterCustoms())
