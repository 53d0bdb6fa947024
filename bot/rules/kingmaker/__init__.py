"""Kingmaker: the board, the cards and one module per phase."""
