"""A game’s past: reading it again, going back, replaying it."""
