"""Deals: what things are worth to each player, what is accepted, refused and offered."""
