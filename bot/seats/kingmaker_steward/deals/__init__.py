"""Deals: what things are worth to whom, what is taken and refused, and what is offered."""
