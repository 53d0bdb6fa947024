"""What is hidden from a seat: its names, how else it could be, and worlds that a seat imagines."""
