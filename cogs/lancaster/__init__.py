"""Lancaster's own side of the table: its commands, one cog per phase, and its customs."""

from cogs.customs import register
from cogs.lancaster.customs import LancasterCustoms

register("lancaster", LancasterCustoms())
