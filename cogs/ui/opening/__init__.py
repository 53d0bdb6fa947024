"""A table before it is open: what it would be, the questions about it, its rules in detail."""
