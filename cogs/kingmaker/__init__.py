"""Kingmaker's own side of the table: its commands, one cog per phase, and its customs."""

from cogs.kingmaker.customs import KingmakerCustoms
from cogs.ui.customs import register

register("kingmaker", KingmakerCustoms())
