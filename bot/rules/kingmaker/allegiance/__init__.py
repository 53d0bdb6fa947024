"""Nobles who waver, go home, or serve another master."""
