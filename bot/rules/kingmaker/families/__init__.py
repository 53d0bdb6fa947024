"""The six families: Houses that take turns, families that serve them, nobles to recruit, points."""
