"""The two ways to take a place: its walls are stormed, or a siege is announced (revised siege)."""
