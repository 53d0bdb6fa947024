"""How the questions of a game are treated at the table: who may read them, how they are answered.

Everything here is about kinds of prompts and verbs of one game. A question that no set names is
treated with the greatest care: with facts of its own it is read by nobody but the one asked.
"""

from __future__ import annotations

from dataclasses import dataclass

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Etiquette:
    """What of a game's questions everybody may read, and what not even by its timing."""

    open_facts: frozenset[str] = _NONE
    """Kinds of questions whose facts lie open on the table."""
    telltale_kinds: frozenset[str] = _NONE
    """Kinds whose answers tell what somebody holds, or that he holds nothing for them."""
    secret_answers: frozenset[str] = _NONE
    """Kinds that all are asked like in a vote though nothing is voted on: cards against another."""
    telltale_verbs: frozenset[str] = _NONE
    """What only somebody who holds something hidden may do."""
    named_openly: frozenset[str] = _NONE
    """Kinds of events that name cards wherever these lie, because something else names them."""
    between_two: frozenset[str] = _NONE
    """Facts by which those whom they are told learn of nothing but what lies between them."""
    shared: frozenset[str] = _NONE
    """Kinds that several may answer at the same time, each for himself, by the same buttons."""
    shared_by_several: frozenset[str] = _NONE
    """The same, but only while more than one is waited for."""
