"""Text that people type, made safe to show anywhere: on one line, without invisible marks."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""Marks that join letters or pictures into one, and are kept."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Unicode's categories of formatting marks (including those for direction) and of characters
without meaning."""
_IGNORED = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Invisible marks in other categories."""
_BLANKS = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))
"""Letters and signs that look like a blank."""


def plain_text(text: str) -> str:
    """A text on one line, without invisible marks: some of them reverse the text next to them.

    The result is empty if nothing in the text is visible.
    """
    spaced = " ".join(text.translate(_BLANKS).split())
    plain = " ".join("".join(char for char in spaced if _is_kept(char)).split())
    return plain if any(map(_is_seen, plain)) else ""


def _is_kept(char: str) -> bool:
    return char in _JOINERS or (char not in _IGNORED and unicodedata.category(char) not in _UNSEEN)


def _is_seen(char: str) -> bool:
    """Whether a character that we keep is visible on its own."""
    return char not in _JOINERS and unicodedata.category(char)[0] not in "MZ"
