"""Deals: what things are worth to each player, what is accepted and refused, and what is
offered.
"""
