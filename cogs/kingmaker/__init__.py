"""Kingmaker's own side of the table: its commands, one cog per phase, and its customs."""

from cogs.customs import register
from cogs.kingmaker.customs import KingmakerCustoms

register("kingmaker", KingmakerCustoms())
