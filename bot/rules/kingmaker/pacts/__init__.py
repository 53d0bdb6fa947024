"""Alliances agreed on beforehand: who is bound to whom, and how that is offered and ended."""
