"""Kingmaker: the board, the cards, and a room for each part of the rule book.

The house rules build on the base rules: what they do not mention follows those (house-5.0). The
ledger says which base rules they replace, ``data/kingmaker/set_aside`` which they leave out.
"""
