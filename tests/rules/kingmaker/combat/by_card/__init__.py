"""Battles, sieges, deaths and captives of the base and classic rules."""
