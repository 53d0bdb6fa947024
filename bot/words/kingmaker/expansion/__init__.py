"""The words for the cards of both expansions (set 001)."""
