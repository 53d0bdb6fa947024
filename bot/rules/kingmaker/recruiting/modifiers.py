"""The modifiers of a recruiting roll, one by one, so that people read them before they decide
(families-recruit, families-align)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bot.rules.kingmaker.components import House
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.recruiting_table import Modifier

NEVER_OFFERED = ("noble", "pardon")
"""Kinds of Crown card that are not offered to anybody."""


class Suitor(msgspec.Struct, frozen=True):
    """A faction that recruits: the House it serves, the one it favours, and its nobles."""

    serves: House
    favours: House
    nobles: tuple[str, ...]
    holds_sole_king: bool = False


def modifiers(
    content: Content, suitor: Suitor, target: str, offered: Sequence[str] = ()
) -> tuple[Modifier, ...]:
    """All that changes a faction's roll for a noble; together they count (families-recruit.7).

    A family has the leanings of the House it now serves (families-align.4), and less of everything
    if that is not the one it favours (families-align.5).
    """
    table = content.recruiting
    towards = table.towards(target, suitor.serves)
    found = [Modifier("leaning", towards, (target,))] if towards else []
    found += offer_modifiers(content, offered)
    strong = strong_nobles(content, suitor.nobles)
    if strong:
        found.append(Modifier("strong", table.strong * len(strong), strong))
    if suitor.holds_sole_king:
        found.append(Modifier("sole_king", table.sole_king))
    if suitor.serves != suitor.favours:
        found.append(Modifier("unfavoured", table.unfavoured))
    return tuple(found)


def strong_nobles(content: Content, nobles: Iterable[str]) -> tuple[str, ...]:
    """Those whose own card says fifty troops or more, whatever lies beside them
    (families-recruit.11)."""
    least = content.recruiting.strong_from
    return tuple(noble for noble in nobles if content.crown[noble].troops >= least)


def offer_modifiers(content: Content, offered: Sequence[str]) -> tuple[Modifier, ...]:
    """What the cards that are offered to a noble add."""
    cards = content.crown
    others = [c for c in offered if cards[c].kind not in ("office", "title", "bishop")]
    found = [one for card in offered if card not in others for one in _worth(content, card)]
    sets = len(others) // content.recruiting.set_size
    if sets:  # each full set of three, whatever they are (families-recruit.10)
        full = tuple(others[: sets * content.recruiting.set_size])
        found.append(Modifier("set", sets * content.recruiting.set_of_cards, full))
    return tuple(found)


def _worth(content: Content, card_id: str) -> Iterator[Modifier]:
    table, card = content.recruiting, content.crown[card_id]
    if card.kind == "office":  # families-recruit.8
        yield Modifier("office", table.offices.get(card_id, table.office), (card_id,))
    elif card.kind == "title":  # families-recruit.9
        yield Modifier("title", table.title, (card_id,))
    elif card.archbishop:
        yield Modifier("archbishop", table.archbishop, (card_id,))
    else:
        yield Modifier("bishop", table.bishop, (card_id,))


def total(found: Iterable[Modifier]) -> int:
    """What modifiers come to together."""
    return sum(one.value for one in found)


def offer_value(content: Content, offered: Sequence[str]) -> int:
    """What cards add to the roll if they are offered."""
    return total(offer_modifiers(content, offered))


def worth_beside(content: Content, cards: Iterable[str]) -> int:
    """What the cards beside a noble would add if they were offered: with that a bargain is kept
    (families-recruit.19)."""
    kinds = {card: content.crown[card].kind for card in cards}
    return offer_value(content, [c for c, kind in kinds.items() if kind not in NEVER_OFFERED])
