"""The names of things in Lancaster: counties, conflicts, laws, tiles, knights, rewards."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.lancaster.content import Content, Price, Reward, Space
from bot.rules.lancaster.state import is_ally, leader
from bot.words.phrases import cited, listed, own, plural
from bot.words.shape import Names

PHASES = {
    "setup": "setting up",
    "placing": "placing knights",
    "parliament": "Parliament",
    "counties": "county rewards",
    "castles": "castle rewards",
    "conflicts": "the conflicts with France",
    "prepare": "preparing the next round",
}
"""The phases of a round."""

_RANKS = ("1st", "2nd", "3rd")


def house(names: Names, side: int) -> str:
    """An owner of knights: a player, or his ally."""
    name = names(leader(side))
    return f"{own(name)} ally" if is_ally(side) else name


def knight(strength: int | str) -> str:
    """A knight, who is known only by his strength."""
    return f"strength-{strength} knight"


def squires(count: int) -> str:
    """A number of squires, in figures."""
    return plural(count, "squire")


def markers(count: int) -> str:
    """A number of voting markers, in figures."""
    return plural(count, "voting marker")


def gold(count: int) -> str:
    """An amount of gold, in figures."""
    return f"{count} gold"


def points(count: int) -> str:
    """A number of power points, in figures."""
    return plural(count, "power point")


def tokens(*, gold: int = 0, squires: int = 0, votes: int = 0, points: int = 0) -> str:
    """Tokens and points as a list; empty if there are none."""
    parts = [f"{gold} gold"] if gold else []
    parts += [plural(squires, "squire")] if squires else []
    parts += [markers(votes)] if votes else []
    parts += [plural(points, "power point")] if points else []
    return listed(parts)


def reward(found: Reward) -> str:
    """Everything that a reward gives: `1 upgrade and 2 voting markers`."""
    parts = [plural(found.recruit, "new knight")] if found.recruit else []
    parts += [plural(found.extension, "extension")] if found.extension else []
    parts += [plural(found.upgrade, "upgrade")] if found.upgrade else []
    parts += [plural(found.nobleman, "nobleman", "noblemen")] if found.nobleman else []
    parts += ["the knight rides on to a conflict"] if found.to_conflict else []
    plain = tokens(gold=found.gold, squires=found.squires, votes=found.votes, points=found.points)
    parts += [plain] if plain else []
    return listed(parts)


def price(found: Price, times: int = 1) -> str:
    """The price of one purchase, or of several together."""
    return tokens(gold=found.gold * times, squires=found.squires * times)


class Lexicon:
    """The names of everything in one rule set."""

    def __init__(self, content: Content) -> None:
        self.content = content

    # Names without markup

    def kind(self, thing: str) -> str:
        """The display name of any id; unknown text comes back as it is.

        A tile of the King's Favour may have the same id as a castle space, and is found as
        `favour:gold`; other ids work in the same way, such as `county:A`.
        """
        kind, _, rest = thing.partition(":")
        where, _, strength = thing.rpartition(":")
        on_board = kind in ("county", "castle", "conflict") and ":" in where
        if (where == "court" or on_board) and strength.isdecimal():
            return self.stander(thing)
        if rest:
            named = self._by_kind(kind, rest)
            return thing if named is None else named
        for known in ("county", "conflict", "law", "castle", "favour"):
            named = self._by_kind(known, thing)
            if named is not None:
                return named
        return PHASES.get(thing, thing)

    def _by_kind(self, kind: str, thing: str) -> str | None:
        content = self.content
        if kind == "county" and thing in content.counties:
            return content.counties[thing].name
        if kind == "conflict" and thing in content.conflicts:
            return content.conflicts[thing].name
        if kind == "law" and thing in content.laws:
            return content.laws[thing].name
        if kind == "castle" and thing in content.spaces:
            return content.spaces[thing].name
        if kind == "favour" and thing in content.favours:
            return content.favours[thing].name
        return None

    def county(self, county: str) -> str:
        """A county."""
        return self.kind(f"county:{county}")

    def conflict(self, card: str) -> str:
        """A conflict, named after the place it is fought for."""
        return self.kind(f"conflict:{card}")

    def law(self, law: str) -> str:
        """A law, in quotes."""
        return f"“{self.kind(f'law:{law}')}”"

    def space(self, space: str) -> str:
        """A castle space; the extension that covers it has the same name."""
        return self.kind(f"castle:{space}")

    def favour(self, tile: str) -> str:
        """A tile of the King's Favour, in quotes."""
        return f"“{self.kind(f'favour:{tile}')}”"

    def lord(self, county: str) -> str:
        """A nobleman, without markup."""
        return f"Lord of {self.county(county)}"

    def stander(self, place: str) -> str:
        """A knight and his place: `strength-2 knight in York`."""
        kind, *rest = place.split(":")
        found = knight(rest[-1])
        if kind == "county":
            return f"{found} in {self.county(rest[0])}"
        if kind == "castle":
            return f"{found} in the {self.space(rest[0])}"
        if kind == "conflict":
            return f"{found} at {self.conflict(rest[0])}"
        return f"{found} at court"

    def source(self, source: str) -> str:
        """The source of a gift: a county, a castle space, a law, a favour, the table or the
        set-up."""
        kind, _, _ = source.partition(":")
        if kind == "law":
            return self.law(source.removeprefix("law:"))
        if kind == "favour":
            return "the King’s Favour"
        if kind == "castle":
            return f"the {self.kind(source)}"
        return {"table": "the table", "setup": "the beginning"}.get(source, self.kind(source))

    # Names with markup: noblemen bold

    def nobleman(self, county: str) -> str:
        """A nobleman, bold."""
        return f"**{self.lord(county)}**"

    def laws(self, laws: Iterable[str]) -> str:
        """A list of laws."""
        return listed(self.law(law) for law in laws)

    def cite(self, text: str, *rules: str) -> str:
        """The line with the rules behind it."""
        return cited(text, rules)

    # What things are

    def france(self, card: str) -> str:
        """A conflict with its strength: `Rouen (France 9)`."""
        return f"{self.conflict(card)} (France {self.content.conflicts[card].strength})"

    def prizes(self, card: str) -> str:
        """The points of a conflict: `1st 11, 2nd 7, 3rd 4`."""
        values = self.content.conflicts[card].points
        return ", ".join(f"{rank} {value}" for rank, value in zip(_RANKS, values, strict=True))

    def space_gives(self, found: Space) -> str:
        """The reward of a castle space, and its price."""
        paid = f" for {squires(found.squires)}" if found.squires else ""
        return f"{reward(found.reward)}{paid}"
