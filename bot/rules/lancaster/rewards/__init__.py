"""Rewards of counties, castles, conflicts, laws and the King's Favour."""
