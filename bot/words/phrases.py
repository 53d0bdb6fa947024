"""The building blocks of every game's words: lists, labels, and facts joined in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, Seat
from bot.words.shape import DESCRIPTION_LIMIT, Names

_JOINED = 6
"""The most facts joined in one line."""

_CITED = re.compile(r" ‹[^›]*›")

_MARKS = re.compile(r"([\\*_~|`<>#@\[\]])")


_FACT = " · "
"""The mark between two facts about an option."""


def listed(things: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = list(things) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def either(things: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = list(things) or [""]
    return f"{', '.join(most)} or {last}" if most else last


def seats_listed(seats: Iterable[Seat], names: Names) -> str:
    """A list of players."""
    return listed(names(seat) for seat in seats)


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 square`, `2 squares`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def often(count: int) -> str:
    """A number of times: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def filled(text: str, lex: Any, facts: Mapping[str, Any], names: Names) -> str:
    """A text with its holes filled in.

    ``{strength}`` is a fact as it is, ``{heir:heir}`` a fact in the lexicon's word for an heir,
    ``{asker:seat}`` a player's name, and ``{asker:own}`` that name in the possessive.
    ``{nobles:goes|go}`` is the first of two phrases for one thing or for yes, else the second.
    """

    def part(fact: Any, how: str) -> str:
        if how in ("seat", "own"):
            name = names(Seat(int(fact)))
            return name if how == "seat" else own(name)
        if "|" in how:
            one, many = how.split("|")
            return one if (fact if isinstance(fact, int) else len(fact)) == 1 else many
        return str(getattr(lex, how)(fact) if how else fact)

    return "".join(
        before if hole is None else before + part(facts[hole], how or "")
        for before, hole, how, _ in Formatter().parse(text)
    )


YOU = "you"
"""The name for a person who reads private text."""


def own(name: str) -> str:
    """The possessive: `Anne’s`, `your`."""
    return "your" if name == YOU else f"{name}’s"


def does(name: str, verb: str) -> str:
    """A subject and its verb: `Anne gives`, `you give`. The verb must take a plain -s."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


_DO_NOT, _DOES = re.compile(r"^you (do not|are) ", re.I), {"do not": "does not", "are": "is"}
_TO_YOU = re.compile(r"^you (\w+)", re.I)
_YOURS = re.compile(r"\byour\b", re.I)


def of_another(sentence: str) -> str:
    """A line addressed to a player, changed to follow his name: `proposes Percy as …`."""
    text = _DO_NOT.sub(lambda m: f"{_DOES[m[1].lower()]} ", sentence)
    text = _TO_YOU.sub(lambda m: f"{m[1]}es" if m[1].endswith("ss") else f"{m[1]}s", text)
    return _YOURS.sub("the", text)


def quoted(text: str) -> str:
    """A player's own words in quotes, with any markup in them made harmless."""
    return f"“{unmarked(text)}”"


def unmarked(text: str) -> str:
    """The text, escaped so that it is not read as markup."""
    return _MARKS.sub(lambda found: f"\\{found[0]}", text)


def cut(text: str, limit: int) -> str:
    """The text; if it is too long, cut after a whole word where possible and ended with an
    ellipsis.
    """
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    if text[limit - 1] != " " and kept.rfind(" ") > limit // 2:
        kept = kept[: kept.rfind(" ")]
    return f"{kept.rstrip(' ,;:·')}…"


def described(parts: Collection[str]) -> str:
    """Facts about an option, the most important first, as many as fit."""
    return _as_many(parts, DESCRIPTION_LIMIT) or cut(
        next(filter(None, parts), ""), DESCRIPTION_LIMIT
    )


def facts_in(description: str) -> list[str]:
    """The separate facts in a description."""
    return description.split(_FACT)


def _as_many(parts: Iterable[str], limit: int) -> str:
    text = ""
    for part in parts:
        longer = f"{text}{_FACT}{part}" if text else part
        if part and len(longer) <= limit:
            text = longer
    return text


def in_one_line(name: str, description: str, limit: int) -> str:
    """A name, followed by as many whole facts of its description as fit."""
    dash = " — "
    facts = _as_many(facts_in(description), limit - len(name) - len(dash))
    return f"{name}{dash}{facts}" if facts else cut(name, limit)


def newest_named(names: Sequence[str], limit: int) -> str:
    """A list of names; if it is too long, only the last ones, because similar lists differ
    there."""
    if len(text := ", ".join(names)) <= limit:
        return text
    kept = len(names) - 1
    while kept > 1 and len(", ".join(names[-kept:])) > limit - 3:
        kept -= 1
    return cut(f"…, {', '.join(names[-kept:])}", limit)


def first_named(names: Sequence[str], limit: int) -> str:
    """A list of names; if it is too long, the first ones, and how many more there are."""
    text = ", ".join(names)
    for kept in range(len(names) - 1, 0, -1):
        if len(text) <= limit:
            break
        text = f"{', '.join(names[:kept])} and {len(names) - kept} more"
    return cut(text, limit)


# Facts in a line


@dataclass(frozen=True, slots=True)
class Told:
    """A fact in words, without its full stop.

    Consecutive facts with the same ``run`` share one line, which opens with their ``head``. If
    several are ``about`` the same thing, only the last is reported: it says how things are now.
    ``at`` is the fact's position among the events reported together.
    """

    text: str
    rule: str = ""
    run: str = ""
    head: str = ""
    about: str = ""
    at: int = 0


def joined(told: Iterable[Told]) -> list[list[Told]]:
    """The facts sorted into runs; each run makes a line."""
    lines: list[list[Told]] = []
    for fact in told:
        run = lines[-1] if lines else []
        if run and fact.run and run[-1].run == fact.run and len(run) < _JOINED:
            if fact.about:
                run[:] = [told for told in run if told.about != fact.about]
            run.append(fact)
        else:
            lines.append([fact])
    return lines


def sentence(run: Sequence[Told]) -> str:
    """A run of facts as one sentence."""
    text = run[0].head + "; ".join(dict.fromkeys(told.text for told in run))
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def cited(text: str, rules: Iterable[str]) -> str:
    """The line with the rules behind it."""
    known = [rule for rule in dict.fromkeys(rules) if rule]
    return f"{text} ‹{', '.join(known)}›" if known else text


def uncited(text: str) -> str:
    """The text without its rule ids, for places where they would only take up room."""
    return _CITED.sub("", text)


# What can be done


def bare(names: Names) -> Names:
    """The names without bold, for a line that is all in bold."""
    return lambda seat: names(seat).replace("**", "")


def question_text(question: str, prompt: Prompt, lines: Callable[[Offer], str], late: str) -> str:
    """A question, a line for each verb of its offers, and what happens if nobody answers."""
    first: dict[str, Offer] = {}
    for offer in prompt.offers:
        first.setdefault(offer.verb, offer)
    return "\n".join([question, *map(lines, first.values()), late])


def offer_line(label: str, about: str) -> str:
    """A button and what it does: `• **March**: up to five squares across country`."""
    return f"• **{label}**{f': {about}' if about else ''}"


# Refusals


def reasons(
    refused: Iterable[tuple[Choice, IllegalChoice]],
    verb: Callable[[Choice], str],
    thing: Callable[[Choice], str],
) -> list[tuple[str, str]]:
    """The things that cannot be done and why, a line for each reason, with the rule; things without
    names are omitted.

    The text reads like `**March** (Percy and Roos), **Go inside** (York): the reason.`
    """
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for wish, why in refused:
        about = found.setdefault((why.reason, why.rule), {})
        things = about.setdefault(verb(wish), [])
        name = thing(wish)
        if name and name not in things:
            things.append(name)
    return [(f"{_forbidden(about)}: {reason}", rule) for (reason, rule), about in found.items()]


def _forbidden(about: dict[str, list[str]]) -> str:
    return ", ".join(
        f"**{label}** ({listed(things)})" if things else f"**{label}**"
        for label, things in about.items()
    )
