"""Which tables of Kingmaker there may be: every rule set, every option, and mixes of options.

All of it is found in the data folder, so that whoever adds an option has it played.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from bot.content.load import data_root
from bot.content.ruleset_files import (
    Option,
    Specification,
    check_choice,
    chosen_at,
    chosen_options,
    load_options,
    own_options,
    own_use,
    ruleset_ids,
    specified,
)

_TRIES = 40
"""How many mixes are drawn at random for a new one."""
_COVERING_TRIES = 12
"""How many are drawn at random for the one that covers most pairs."""


class Setting(NamedTuple):
    """One thing about a table: its rule set, or that an option is chosen or is not."""

    name: str
    chosen: bool = True


Pair = frozenset[Setting]


class Tables:
    """The rule sets and options of a data folder, and which of them go together.

    A rule set that is put together of options itself is played as it is and with single ones left
    out: any mix of options upon it is one upon what it is based on.
    """

    def __init__(self, root: Path | None = None) -> None:
        self._root = (root or data_root()).resolve()
        self.options: dict[str, Option] = load_options(self._root)
        every = ruleset_ids(self._root)
        self.rule_sets = tuple(one for one in every if not own_options(self._root, one))
        self.put_together = tuple(one for one in every if one not in self.rule_sets)
        self._fit: dict[Specification, bool] = {}

    def fits(self, table: Specification) -> bool:
        """Whether options may be chosen together at a rule set's table."""
        if table not in self._fit:
            try:
                chosen = chosen_options(self._root, table)
                check_choice(self._root, chosen, own_use(self._root, table.ruleset))
                self._fit[table] = True
            except ValueError:
                self._fit[table] = False
        return self._fit[table]

    def with_what_it_needs(self, wanted: Iterable[str]) -> frozenset[str]:
        """Options, and those that they cannot do without."""
        found: set[str] = set()
        ask = list(wanted)
        while ask:
            option = ask.pop()
            if option not in found:
                found.add(option)
                ask += self.options[option].needs
        return frozenset(found)

    def table(self, ruleset: str, wanted: Collection[str]) -> Specification | None:
        """A rule set's table with options and what they need; None if they clash."""
        found = specified(self._root, ruleset, self.with_what_it_needs(wanted))
        return found if self.fits(found) else None

    def chosen(self, table: Specification) -> frozenset[str]:
        """The options of a table, those among them that its rule set is put together of."""
        return frozenset(chosen_at(self._root, table))

    def plain(self) -> list[Specification]:
        """Every rule set as it is."""
        return [Specification(ruleset) for ruleset in (*self.rule_sets, *self.put_together)]

    def with_one_left_out(self) -> list[Specification]:
        """Rule sets that are put together of options, without one of them and what needs it."""
        return [
            specified(self._root, ruleset, set(own) - self.with_what_needs(option))
            for ruleset in self.put_together
            for own in [own_options(self._root, ruleset)]
            for option in own
        ]

    def with_what_needs(self, option: str) -> set[str]:
        """An option, and those that cannot do without it."""
        return {one for one in self.options if option in self.with_what_it_needs([one])}

    def singles(self) -> list[Specification]:
        """Every option, with no more than it needs, at each rule set's table that takes it."""
        found = (
            self.table(ruleset, [option]) for option in self.options for ruleset in self.rule_sets
        )
        return list(dict.fromkeys(table for table in found if table is not None))

    def mixes(self, seed: str) -> Iterator[Specification]:
        """Mixes of every rule set at random, without end: some of few options, some of nearly all.

        None comes again while there are others enough.
        """
        chance, drawn = random.Random(seed), set[Specification]()
        every = (*self.rule_sets, *self.put_together)
        while True:
            for _ in range(_TRIES):
                density = chance.choice((0.1, 0.3, 0.6, 1.0))
                mix = self._filled(chance, chance.choice(every), (), (), density)
                if mix not in drawn:
                    break
            drawn.add(mix)
            yield mix

    def _filled(
        self,
        chance: random.Random,
        ruleset: str,
        chosen: Collection[str],
        without: Collection[str],
        density: float,
    ) -> Specification:
        """A table with what is chosen and, at random, more that goes with it."""
        table = self.table(ruleset, chosen)
        assert table is not None
        for option in chance.sample(sorted(self.options), len(self.options)):
            if chance.random() >= density:
                continue
            more = self.table(ruleset, [*self.chosen(table), option])
            if more is not None and not set(without) & self.chosen(more):
                table = more
        return table

    # Pairs

    def settings(self, table: Specification) -> list[Setting]:
        """All that can be told of a table."""
        told = [Setting(option, option in table.options) for option in sorted(self.options)]
        return [Setting(table.ruleset), *told]

    def pairs(self, table: Specification) -> set[Pair]:
        """Every two things about a table."""
        return {frozenset(two) for two in combinations(self.settings(table), 2)}

    def possible(self) -> dict[Pair, Specification]:
        """Every two things that can be true of one table, with the least table for each."""
        rule_sets = [Setting(ruleset) for ruleset in self.rule_sets]
        options = [Setting(option, on) for option in sorted(self.options) for on in (True, False)]
        couples = [(one, other) for one in rule_sets for other in options]
        couples += [two for two in combinations(options, 2) if two[0].name != two[1].name]
        found = {frozenset(two): self._least(two) for two in couples}
        return {pair: table for pair, table in found.items() if table is not None}

    def _least(self, two: tuple[Setting, Setting]) -> Specification | None:
        on = [one.name for one in two if one.chosen and one.name in self.options]
        off = {one.name for one in two if not one.chosen}
        where = [one.name for one in two if one.name in self.rule_sets] or self.rule_sets
        for ruleset in where:
            table = self.table(ruleset, on)
            if table is not None and not off & set(table.options):
                return table
        return None

    def covering(self, seed: str) -> list[Specification]:
        """Few tables, among which any two things that can be true of one table are."""
        chance, left, found = random.Random(seed), self.possible(), list[Specification]()
        while left:
            pair = min(left, key=sorted)
            least = left[pair]
            off = [one.name for one in pair if not one.chosen]
            drawn = [least] + [
                self._filled(chance, least.ruleset, least.options, off, chance.choice((0.4, 0.7)))
                for _ in range(_COVERING_TRIES)
            ]
            best = max(drawn, key=lambda table: len(self.pairs(table) & left.keys()))
            found.append(best)
            for covered in self.pairs(best):
                left.pop(covered, None)
        return found


@cache
def tables() -> Tables:
    """Those of the data that come with the program."""
    return Tables()


KEPT = Path(__file__).parent / "covering.txt"

COVERING = tuple(Specification.parse(line) for line in KEPT.read_text().splitlines())
"""Few tables, among which are any two options that go together, and each without the other; drawn
by `python -m tests.tools.make_covering`, since drawing them takes seconds."""
