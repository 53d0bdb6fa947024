"""The strategist: how it plans, compares and values, and what it knows."""
