"""What a command says when it cannot go on."""

from __future__ import annotations


class Problem(Exception):
    """A command cannot be carried out; the text says why and what to do."""
