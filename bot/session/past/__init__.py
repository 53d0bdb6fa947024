"""A game’s past: reading it again, going back, playing it over."""
