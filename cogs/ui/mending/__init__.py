"""How a moderator amends a past step: which, to what, and what would differ."""
