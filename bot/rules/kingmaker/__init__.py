"""Kingmaker: the board, the cards, and a package or a module for each part of the rule book.

The house rules build on the base rules: where they are silent, the base rules apply (house-5.0).
The ledger says which base rules they replace, and ``data/kingmaker/set_aside`` which they drop.
"""
