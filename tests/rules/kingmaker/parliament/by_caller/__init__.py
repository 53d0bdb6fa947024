"""Parliaments of the base and classic rules, where the caller offers the cards."""
