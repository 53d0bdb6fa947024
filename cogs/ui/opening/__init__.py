"""A table before it is open: the plan for it, the questions about it, and its rules in detail."""
