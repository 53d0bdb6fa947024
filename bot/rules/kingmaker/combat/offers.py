"""What may be attacked and besieged now, and with whom (house §2.3, §5.15, §6; base §9, §10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Field, Offer
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.alliances import garrison_allies, might_add, opponent_in
from bot.rules.kingmaker.forces import (
    attack_only_cards,
    besiegeable,
    controller,
    defence,
    in_open,
    inside,
    strength,
    titled,
    troops,
)
from bot.rules.kingmaker.parliament.kings_peace import (
    at_peace,
    may_attack,
    may_be_attacked,
    may_besiege,
    may_fight_in,
    may_sally,
)
from bot.rules.kingmaker.royals.succession import heirs_with
from bot.rules.kingmaker.state import KTable, State

NEEDS_ALLIES = "house-5.11g"
"""The rule of an offer whose attackers are enough only if allies join them."""


def combat_offers(table: KTable, seat: int, barred: Sequence[str]) -> list[Offer]:
    """Every attack and siege order open to a faction now.

    ``barred`` are the targets that it may not declare against again in this phase (house-5.11g),
    as :func:`force_key` and the ids of places name them.
    """
    state = table.state
    squares = dict.fromkeys(
        noble.square for noble in state.nobles.values() if noble.seat == seat and noble.square
    )
    offers: list[Offer] = []
    for square in squares:
        if not may_fight_in(state, square):
            continue
        ready = [n for n in in_open(state, square, seat) if not state.nobles[n].attacked]
        offers += _attack_offers(table, seat, square, ready, barred)
        for place_id in table.content.board.squares[square].places:
            offers += _siege_offers(table, seat, place_id, ready, barred)
    for place_id, siege in state.sieges.items():
        square = table.content.board.places[place_id].square
        if siege.seat == seat and siege.ships and square not in squares:
            offers += _siege_offers(table, seat, place_id, [], barred)
    return offers


def force_key(square: str, enemy: int) -> str:
    """What an enemy's force in a square is called among the targets barred."""
    return f"{enemy}@{square}"


# Who may be attacked (house-1.17, house-2.3g, house-8.6.29)


def force_at(table: KTable, square: str, enemy: int) -> list[str]:
    """An enemy's force that an open battle in a square would meet.

    Those in the open, be they besiegers or not (base-10.12), those inside an unfortified town
    (house-2.3g), and those who besiege a place of the square from aboard ship, who are part of the
    besieging force (house-8.6.29). They are attacked together, not one by one (base-5.4).
    """
    return [
        *in_open(table.state, square, enemy),
        *_in_unfortified(table, square, enemy),
        *_besieging_from_ships(table, square, enemy),
    ]


def exposed(table: KTable, square: str, enemy: int) -> list[str]:
    """The nobles of that force who were not attacked yet and whom no Peace protects."""
    state = table.state
    return [
        n
        for n in force_at(table, square, enemy)
        if not state.nobles[n].defended and may_be_attacked(state, state.nobles[n])
    ]


def _in_unfortified(table: KTable, square: str, enemy: int) -> list[str]:
    """Nobles inside an unfortified town (house-2.3g); before edition 2 they were besieged."""
    if table.state.edition < 2:
        return []
    places = table.content.board.places
    here = (p for p in table.content.board.squares[square].places if places[p].is_unfortified)
    return [noble for place in here for noble in inside(table.state, place, enemy)]


def _besieging_from_ships(table: KTable, square: str, enemy: int) -> list[str]:
    """Nobles aboard ships who besiege a place of this square (house-8.6.29)."""
    state = table.state
    return [
        noble
        for place, siege in state.sieges.items()
        if siege.ships and table.content.board.places[place].square == square
        for noble in siege.besiegers
        if state.nobles[noble].aboard in siege.ships and state.nobles[noble].seat == enemy
    ]


# Who may attack


def sallying(table: KTable, seat: int, square: str, enemy: int) -> list[str]:
    """Besieged nobles who may come out against their besieger (house-6.4c).

    Those who came home under the King's Peace may not (house-7.4.13, house-7.4.23).
    """
    state = table.state
    found = []
    for place_id in table.content.board.squares[square].places:
        siege = state.sieges.get(place_id)
        if siege is None or siege.seat != enemy:
            continue
        place = table.content.board.places[place_id]
        if not place.is_fortress or controller(state, place_id) == seat:
            found += [n for n in inside(state, place_id, seat) if not state.nobles[n].attacked]
    return [n for n in found if may_sally(state, state.nobles[n])]


def allied(state: State, one: int, other: int) -> bool:
    """Whether two seats stood together in a combat since their turns began (base-16.4)."""
    return (one, other) in state.allied or (other, one) in state.allied


def may_lay(table: KTable, noble_id: str, place: Place) -> bool:
    """Whether Peace and former garrison alliances let a noble besiege a place (house-8.5.5)."""
    noble = table.state.nobles[noble_id]
    castles = table.content.castles_of(noble_id)
    return noble.barred != place.id and may_besiege(table.state, noble, place.id, castles)


def french_carriers(table: KTable, nobles: Sequence[str]) -> list[str]:
    """Those who lead French Foot-soldiers (house-5.13)."""
    return [n for n in nobles if attack_only_cards(table.content, table.state.nobles[n])]


# What it takes (house-5.15, house-6.1, house-6.2; house-5.11g for allies)


def share_of(total: int, share: tuple[int, int]) -> int:
    """The least strength that is the given share of a total, exactly."""
    return -(-total * share[0] // share[1])


def to_attack(table: KTable, opposed: int) -> int:
    """The strength needed to attack so many in the open: one to four (house-5.15b)."""
    return share_of(opposed, table.content.battle.rows[0].low)


def to_conclude(table: KTable, place: Place) -> int:
    """The strength needed to conclude a siege: the whole defence (house-6.1a)."""
    return share_of(defence(table, place), table.content.ruleset.conclude_share)


def helpers(table: KTable, seat: int, against: int, square: str, sally: str | None = None) -> int:
    """What forces that may ally could add to an attack (house-5.11g), guests of a sally's too."""
    guests = 0
    if sally is not None:
        others = (s for s in range(len(table.state.factions)) if s not in (seat, against))
        guests = sum(strength(table, garrison_allies(table, sally, s)) for s in others)
    return might_add(table, seat, against, square) + guests


def _weights(table: KTable, nobles: Sequence[str], french: str | None) -> tuple[int, ...]:
    """What each noble counts in an attack; ``french`` uses his cards for one attack."""
    cards = frozenset(
        attack_only_cards(table.content, table.state.nobles[french]) if french else ()
    )
    return tuple(troops(table, noble, attacking=cards) for noble in nobles)


def _enough(
    table: KTable, nobles: Sequence[str], least: int, french: str | None = None
) -> Field | None:
    """Nobles strong enough by themselves, or None if even all of them are too weak.

    ``french`` names a noble whose attack-only cards are used; he must be among them.
    """
    weights = _weights(table, nobles, french)
    if not nobles or sum(weights) < least:
        return None
    required = (french,) if french else ()
    return Field(
        "nobles",
        tuple(nobles),
        1,
        len(nobles),
        required=required,
        weights=weights,
        weight_min=least,
    )


def _with_allies(
    table: KTable,
    nobles: Sequence[str],
    least: int,
    helped: int,
    french: str | None,
    sallier: str | None,
) -> Field | None:
    """Nobles too weak by themselves whom allies could make strong enough; None if none are."""
    weights = _weights(table, nobles, french)
    required = tuple(dict.fromkeys(n for n in (french, sallier) if n is not None))
    fixed = sum(weights[nobles.index(n)] for n in required)
    sums = {fixed} if required else set()
    for noble, weight in zip(nobles, weights, strict=True):
        if noble not in required:
            alone = set() if required else {weight}
            sums |= {known + weight for known in sums} | alone
    low, high = max(0, least - helped), least - 1
    if not helped or not any(low <= known <= high for known in sums):
        return None
    return Field(
        "nobles",
        tuple(nobles),
        1,
        len(nobles),
        required=required,
        weights=weights,
        weight_min=low,
        weight_max=high,
    )


def _force_offers(
    table: KTable,
    verb: tuple[str, str],
    french_verb: tuple[str, str],
    nobles: list[str],
    least: int,
    helped: list[tuple[str | None, int]],
    target: tuple[Field, ...],
) -> Iterator[Offer]:
    """A verb with and without the French, by one's own strength or with what allies may add.

    ``helped``: what allies could add, each with the noble who must be among them for it.
    """
    ways = [(None, *verb), *((c, *french_verb) for c in french_carriers(table, nobles))]
    for carrier, name, rule in ways:
        force = _enough(table, nobles, least, carrier)
        if force is not None:
            yield Offer(name, (force, *target), rule)
        for sallier, more in helped:
            force = _with_allies(table, nobles, least, more, carrier, sallier)
            if force is not None:
                yield Offer(name, (force, *target), "house-5.11g")


# 5.15 Open battle, 5.15 note 1 the assassin, 6.4 the sally


def _attack_offers(
    table: KTable, seat: int, square: str, ready: list[str], barred: Sequence[str]
) -> Iterator[Offer]:
    state = table.state
    bold = [n for n in ready if may_attack(state, state.nobles[n])]
    for enemy in range(len(state.factions)):
        if enemy == seat or allied(state, seat, enemy) or force_key(square, enemy) in barred:
            continue
        defenders = exposed(table, square, enemy)
        if not defenders:
            continue
        out = sallying(table, seat, square, enemy)
        opposed = strength(table, defenders)
        yield from _force_offers(
            table,
            ("attack", "house-5.15a"),
            ("attack_with_french", "house-5.13c"),
            bold + out,
            to_attack(table, opposed),
            _sally_helpers(table, seat, enemy, square, out),
            (Field("against", (str(enemy),)), Field("square", (square,))),
        )
        yield from _assassin_offers(table, bold, defenders, opposed)


def _sally_helpers(
    table: KTable, seat: int, enemy: int, square: str, out: list[str]
) -> list[tuple[str | None, int]]:
    """What allies could add to any attack there, and to one with each of those who sally."""
    plain = helpers(table, seat, enemy, square)
    found: list[tuple[str | None, int]] = [(None, plain)]
    for noble in out:
        more = helpers(table, seat, enemy, square, table.state.nobles[noble].inside)
        if more > plain:
            found.append((noble, more))
    return found


def _assassin_offers(
    table: KTable, ready: list[str], defenders: list[str], opposed: int
) -> Iterator[Offer]:
    killers = [n for n in ready if below_one_to_four(table, n, opposed) and not titled(table, n)]
    if killers:
        targets = targets_among(table, defenders)
        fields = (Field("noble", tuple(killers)), Field("target", tuple(targets)))
        yield Offer("assassinate", fields, "house-5.15b")


def below_one_to_four(table: KTable, noble: str, opposed: int) -> bool:
    """Whether a noble alone is too weak for an ordinary attack (house-5.15b)."""
    return troops(table, noble) < to_attack(table, opposed)


def targets_among(table: KTable, defenders: Sequence[str]) -> list[str]:
    """Whom an assassin may be sent to kill: a noble of the defence, or an heir with one
    (house-5.15d)."""
    return [*defenders, *(heir for n in defenders for heir in heirs_with(table.state, n))]


# 6.1, 6.2, 6.3 Sieges


def _siege_offers(
    table: KTable, seat: int, place_id: str, ready: list[str], barred: Sequence[str]
) -> Iterator[Offer]:
    """Lay a siege, join one's own, or conclude it; who declares nothing holds it (house-6.3c)."""
    state, rules = table.state, table.content.ruleset
    place, siege = table.content.board.places[place_id], state.sieges.get(place_id)
    if not besiegeable(table, seat, place) or (siege is not None and siege.seat != seat):
        return
    if siege is None and at_peace(state, place.id, place.square):
        return
    ready = [n for n in ready + from_ships(table, seat, place_id) if may_lay(table, n, place)]
    target = (Field("place", (place.id,)),)
    if siege is None:
        force = _enough(table, ready, share_of(defence(table, place), rules.lay_share))
        if force is not None:
            yield Offer("lay", (force, *target), "house-6.2a")
    else:
        others = [n for n in ready if n not in siege.besiegers]
        if others:
            fields = (Field("nobles", tuple(others), 1, len(others)), *target)
            yield Offer("join", fields, "house-6.2c")
    if place_id in barred:
        return
    yield from _force_offers(
        table,
        ("conclude", "house-6.1a"),
        ("conclude_with_french", "house-5.13e"),
        [n for n in ready if may_attack(state, state.nobles[n])],
        to_conclude(table, place),
        [(None, helpers(table, seat, opponent_in(table, place_id, seat), place.square))],
        target,
    )


def from_ships(table: KTable, seat: int, place_id: str) -> list[str]:
    """Besiegers aboard ship who have not attacked yet; they take part in their siege only."""
    state, siege = table.state, table.state.sieges.get(place_id)
    return [
        n
        for n in (() if siege is None else siege.besiegers)
        if siege is not None
        and state.nobles[n].aboard in siege.ships
        and state.nobles[n].seat == seat
        and not state.nobles[n].attacked
    ]
