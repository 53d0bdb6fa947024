"""Blunders that computer players do not make any more, each with a position that shows it."""
