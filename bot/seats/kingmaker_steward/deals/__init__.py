"""Deals: what things are worth to each player, and what is accepted, refused and offered."""
