"""Kingmaker: the board, the cards, and a room for each part of the rule book.

The house rules stand on the base rules: what they do not mention follows those (house-5.0). Which
base rules they replace is told in the ledger, which they leave out in
``data/kingmaker/set_aside``.
"""
