"""Computer players with a character: what it changes, and what it does not."""
