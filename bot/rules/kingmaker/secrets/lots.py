"""Cards that are dealt at random, so that nothing is left of where they lay before."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.rules.kernel import Dice

Name = Callable[[str], str]


class Lots:
    """Cards in a random order that follows from their names alone.

    ``name`` is that by which a card is put into its place before the lots are drawn: cards that
    nobody can tell apart have one name. What is kept for ``last`` is dealt when nothing else is
    left.
    """

    def __init__(
        self,
        cards: Iterable[str],
        luck: Dice,
        *,
        last: Callable[[str], bool] = lambda _: False,
        name: Name = str,
    ) -> None:
        ordered = sorted(cards, key=name)
        self._luck = luck
        self._left = [card for card in ordered if not last(card)]
        luck.shuffle(self._left)
        self._left[:0] = [card for card in ordered if last(card)]

    def take(self, fits: Callable[[str], bool] = lambda _: True) -> str:
        """The next card that fits, or the next at all if none does. There must be one."""
        fitting = (n for n in range(len(self._left) - 1, -1, -1) if fits(self._left[n]))
        return self._left.pop(next(fitting, -1))

    def fill(self, pile: list[str], kept: set[str]) -> None:
        """Put other cards into a pile, in a random order, but for those that are kept in it."""
        dealt = [self.take() for card in pile if card not in kept]
        pile[:] = sorted(kept.intersection(pile)) + dealt
        self._luck.shuffle(pile)

    def rest(self) -> list[str]:
        """All that is left, shuffled."""
        self._luck.shuffle(self._left)
        return self._left
