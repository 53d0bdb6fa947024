"""The six families: two Houses that take turns, and families that serve one of them, or none."""
