"""Two ways to take a place: its walls are stormed, or a siege is announced (ishkibibble-siege)."""
