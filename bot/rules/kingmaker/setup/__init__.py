"""Setting up: the deal, placing nobles, assigning cards."""
