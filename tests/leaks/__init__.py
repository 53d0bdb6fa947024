"""Whole games over the table, with everything that each member was sent looked through."""
