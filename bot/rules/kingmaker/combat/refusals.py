"""Why an attack or a siege order is refused (house §2.3, §5.11 to §5.15, §6, §7.4, §8.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.alliances import opponent_in
from bot.rules.kingmaker.combat.offers import (
    allied,
    below_one_to_four,
    exposed,
    force_at,
    force_key,
    french_carriers,
    helpers,
    sallying,
    share_of,
    targets_among,
    to_attack,
    to_conclude,
)
from bot.rules.kingmaker.forces import (
    attack_only_cards,
    besiegeable,
    besieged,
    defence,
    guest,
    in_open,
    nobles_of,
    strength,
    titled,
)
from bot.rules.kingmaker.parliament.kings_peace import (
    at_peace,
    may_attack,
    may_be_attacked,
    may_fight_in,
)
from bot.rules.kingmaker.state import KTable, Noble, Siege

ATTACKS = ("attack", "attack_with_french", "assassinate")
SIEGES = ("lay", "join", "conclude", "conclude_with_french")

Stops = Iterator[IllegalChoice]
"""What stands in the way of an order, the plainest first."""

_HAS_ATTACKED = ("house-1.16", "house-1.17")


def combat_refusal(
    table: KTable, seat: int, choice: Choice, barred: Sequence[str] = ()
) -> IllegalChoice | None:
    """The rule that forbids an attack or a siege order; None if none does.

    ``barred`` are the targets declared against in vain in this phase (house-5.11g).
    """
    if choice.verb in ATTACKS:
        return next(_attack_stops(table, seat, choice, barred), None)
    if choice.verb in SIEGES:
        return next(_siege_stops(table, seat, choice, barred), None)
    return None


def missed(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """What would have forbidden such an order in the combat phase that is over; None if nothing.

    That somebody has attacked already is no reason any more.
    """
    stop = combat_refusal(table, seat, choice)
    return None if stop is None or stop.rule in _HAS_ATTACKED else stop


# The nobles named


def _named(choice: Choice) -> tuple[str, ...]:
    return choice.many("nobles") or choice.many("noble")


def _noble_stops(table: KTable, seat: int, nobles: Sequence[str], place: str) -> Stops:
    state = table.state
    for noble_id in nobles:
        noble = state.nobles.get(noble_id)
        if noble is None or noble.seat != seat:
            yield IllegalChoice("house-1.3", "Only nobles of your own faction follow your orders.")
            return
        yield from _guest_stops(table, noble_id)
        if noble.aboard is not None and not besieged(state, noble_id):
            yield IllegalChoice("base-8.11", "He is aboard a ship; nobody fights at sea.")
        if noble.barred is not None and noble.barred == place:
            yield IllegalChoice(noble.barred_by, "He left that garrison; he may not attack it yet.")
        if not may_fight_in(state, noble.square):
            yield IllegalChoice("house-7.4.12", "No combat where Parliament met, in its Peace.")


def _guest_stops(table: KTable, noble_id: str) -> Stops:
    """A guest in a fortress fights only with those of its owner (house-8.5.4, house-8.5.14)."""
    if guest(table.state, noble_id):
        if besieged(table.state, noble_id):
            yield IllegalChoice(
                "house-8.5.14", "Guests never sally alone, only with the nobles of the owner."
            )
        yield IllegalChoice(
            "house-8.5.4", "He is a guest in that fortress; all he may do is leave it."
        )


def _have_attacked(table: KTable, nobles: Sequence[str]) -> Stops:
    if any(table.state.nobles[noble].attacked for noble in nobles):
        yield IllegalChoice("house-1.16", "That noble has already attacked in this phase.")


# 5.15 Open battle, and the assassin


def _attack_stops(table: KTable, seat: int, choice: Choice, barred: Sequence[str]) -> Stops:
    state, nobles = table.state, _named(choice)
    yield from _noble_stops(table, seat, nobles, "")
    if any(not may_attack(state, state.nobles[noble]) for noble in nobles):
        yield IllegalChoice("house-7.4.13", "He has come home and keeps the King's Peace.")
    yield from _have_attacked(table, nobles)
    square, enemy = _aim(table, choice)
    if enemy is not None and allied(state, seat, enemy):
        yield IllegalChoice("base-16.4", "You stood together this turn; allies do not attack.")
    yield from _ground_stops(table, seat, nobles, square, enemy, choice.verb == "assassinate")
    if enemy is None or square is None:
        yield (
            _no_target()
            if choice.verb == "assassinate"
            else IllegalChoice("base-9.1", "Name an enemy force in the square of your nobles.")
        )
        return
    yield from _target_stops(table, square, enemy)
    if force_key(square, enemy) in barred:
        yield _in_vain()
    if choice.verb == "assassinate":
        yield from _knife_stops(table, square, enemy, choice)
    else:
        yield from _strength_stops(table, seat, square, enemy, choice)


def _aim(table: KTable, choice: Choice) -> tuple[str | None, int | None]:
    """The square and the seat that an attack is aimed at, as far as they are known."""
    if choice.verb != "assassinate":
        named = next(iter(choice.many("square")), "")
        against = next(iter(choice.many("against")), "")
        enemy = int(against) if against.isdecimal() else None
        known = enemy is not None and enemy < len(table.state.factions)
        return named if named in table.content.board.squares else None, enemy if known else None
    target = next(iter(choice.many("target")), "")
    heir = table.state.heirs.get(target)
    victim = table.state.nobles.get((heir.holder or "") if heir is not None else target)
    killer = table.state.nobles.get(next(iter(choice.many("noble")), ""))
    square = None if killer is None else killer.square or None
    return square, None if victim is None else victim.seat


def _ground_stops(
    table: KTable,
    seat: int,
    nobles: Sequence[str],
    square: str | None,
    enemy: int | None,
    alone: bool,
) -> Stops:
    """Attackers stand in the open of the square, or sally there against their besieger."""
    here = [] if square is None else in_open(table.state, square, seat)
    if square is not None and enemy is not None and not alone:
        here += sallying(table, seat, square, enemy)
    strayed = [noble for noble in nobles if noble not in here]
    if any(table.state.nobles[n].inside and besieged(table.state, n) for n in strayed):
        yield IllegalChoice(
            "house-6.2d",
            "He is Under Siege: he may only sally against the besieger, with `attack`.",
        )
    if strayed or square is None:
        yield IllegalChoice("base-9.1", "Attackers and enemy stand in the open of the same square.")


def _target_stops(table: KTable, square: str, enemy: int) -> Stops:
    """There must be a force in the open that may be attacked and was not (house-1.17)."""
    state = table.state
    force = force_at(table, square, enemy)
    if not force:
        places = table.content.board.squares[square].places
        if any(state.nobles[n].inside in places for n in nobles_of(state, enemy)):
            reason = "Attack a force in the open of your square; those inside must be besieged."
            yield IllegalChoice("house-2.3e", reason)
        yield IllegalChoice("base-9.1", "No force of theirs stands in the open of that square.")
    if not any(may_be_attacked(state, state.nobles[noble]) for noble in force):
        yield IllegalChoice("house-7.4.17", "Nobles home from Parliament may not be attacked.")
    if not exposed(table, square, enemy):
        yield IllegalChoice("house-1.17", "That force was already attacked in this phase.")


def _in_vain() -> IllegalChoice:
    return IllegalChoice(
        "house-5.11g", "You declared that in vain: no ally came. Not again in this phase."
    )


def _strength_stops(table: KTable, seat: int, square: str, enemy: int, choice: Choice) -> Stops:
    """One to four, allies who may come included (house-5.15b, house-5.11g)."""
    nobles, french = choice.many("nobles"), choice.verb == "attack_with_french"
    if french and not french_carriers(table, nobles):
        yield IllegalChoice("house-5.13c", "None of them leads the French Foot-soldiers.")
    least = to_attack(table, strength(table, exposed(table, square, enemy)))
    inside = (table.state.nobles[noble].inside for noble in nobles)
    sally = next((place for place in inside if place is not None), None)
    if _strength(table, nobles, french) + helpers(table, seat, enemy, square, sally) >= least:
        return
    if len(nobles) == 1 and not titled(table, nobles[0]):
        yield IllegalChoice(
            "house-5.15b",
            "An attack takes a quarter of their strength. He may go alone as an assassin: "
            "choose `assassinate`.",
        )
    yield IllegalChoice(
        "house-5.15b", "You need at least a quarter of their strength in the same square."
    )


def _strength(table: KTable, nobles: Sequence[str], french: bool) -> int:
    known = table.state.nobles
    cards = [c for n in nobles for c in attack_only_cards(table.content, known[n])]
    return strength(table, nobles, frozenset(cards if french else ()))


def _knife_stops(table: KTable, square: str, enemy: int, choice: Choice) -> Stops:
    """A single untitled noble, below one to four, and one target (house-5.15b, house-5.15d)."""
    defenders, killers = exposed(table, square, enemy), choice.many("noble")
    for noble in killers:
        if len(killers) > 1 or titled(table, noble):
            yield IllegalChoice(
                "house-5.15b",
                "Only one untitled noble alone may attack at less than one to four.",
            )
        if not below_one_to_four(table, noble, strength(table, defenders)):
            yield IllegalChoice(
                "house-5.15b", "He has a quarter of their strength: let him `attack` instead."
            )
    if any(who not in targets_among(table, defenders) for who in choice.many("target")):
        yield _no_target()


def _no_target() -> IllegalChoice:
    return IllegalChoice(
        "house-5.15d", "An assassin is sent against a noble of that force, or an heir with one."
    )


# 6 Sieges


def _siege_stops(table: KTable, seat: int, choice: Choice, barred: Sequence[str]) -> Stops:
    state, nobles = table.state, choice.many("nobles")
    place = table.content.board.places.get(next(iter(choice.many("place")), ""))
    yield from _noble_stops(table, seat, nobles, "" if place is None else place.id)
    if place is not None and place.is_unfortified and state.edition > 1:
        yield IllegalChoice(
            "house-2.3g", "An unfortified town is not besieged: `attack` those inside it."
        )
    if place is None or not besiegeable(table, seat, place):
        yield IllegalChoice("base-10.1", "Besiege a fortress in your square that is not yours.")
        return
    if place.id not in state.sieges and at_peace(state, place.id, place.square):
        yield IllegalChoice("house-7.4.17", "Nobles home from Parliament may not be attacked.")
    yield from _return_stops(table, place, choice)
    if any(not _before(table, seat, n, place) for n in nobles):
        yield IllegalChoice("base-10.1", "Besiege a fortress in the square you stand in.")
    yield from _under_way_stops(table, seat, place, choice)
    yield from _have_attacked(table, nobles)
    if choice.verb == "lay":
        least = share_of(defence(table, place), table.content.ruleset.lay_share)
        if strength(table, nobles) < least:
            yield IllegalChoice(
                "house-6.2a",
                "To lay siege you need half the strength of the defence, in its square.",
            )
    elif choice.verb != "join":
        yield from _conclusion_stops(table, seat, place, choice, barred)


def _before(table: KTable, seat: int, noble_id: str, place: Place) -> bool:
    """Whether a noble stands in the open before a place, or besieges it from aboard ship."""
    noble = table.state.nobles[noble_id]
    ashore = noble.square == place.square and noble.inside is None
    siege = table.state.sieges.get(place.id)
    return ashore or (siege is not None and noble.aboard in siege.ships)


def _home(table: KTable, noble: Noble) -> bool:
    return table.state.peace is not None and noble.under_peace == "returned"


def _return_stops(table: KTable, place: Place, choice: Choice) -> Stops:
    """A noble home from Parliament may only lay siege to his own lost castle (house-7.4.15)."""
    returned = [n for n in choice.many("nobles") if _home(table, table.state.nobles[n])]
    if returned and place.id in table.state.sieges:
        yield IllegalChoice("house-7.4.23", "Who has come home joins no siege in progress.")
    own = all(place.id in table.content.castles_of(n) for n in returned)
    if returned and (choice.verb != "lay" or not own):
        yield IllegalChoice(
            "house-7.4.15", "Who has come home may only lay siege to his own lost castle."
        )


def _under_way_stops(table: KTable, seat: int, place: Place, choice: Choice) -> Stops:
    """A siege is laid once, and joined by those who do not besiege yet (house-6.2c)."""
    siege = table.state.sieges.get(place.id)
    if siege is not None and siege.seat != seat:
        yield IllegalChoice("house-6.2c", "That place is already Under Siege by another player.")
    elif siege is not None and choice.verb == "lay":
        yield IllegalChoice("house-6.2c", "You besiege it already; bring more nobles with `join`.")
    elif siege is None and choice.verb == "join":
        yield IllegalChoice("house-6.2c", "There is no siege of yours to join: `lay` one first.")
    elif siege is not None and choice.verb == "join" and _besiege(siege, choice):
        yield IllegalChoice("house-6.2c", "He besieges that place already.")


def _besiege(siege: Siege, choice: Choice) -> bool:
    return any(noble in siege.besiegers for noble in choice.many("nobles"))


def _conclusion_stops(
    table: KTable, seat: int, place: Place, choice: Choice, barred: Sequence[str]
) -> Stops:
    """The whole defence, allies who may come included (house-6.1a, house-5.11g)."""
    nobles, french = choice.many("nobles"), choice.verb == "conclude_with_french"
    if french and not french_carriers(table, nobles):
        yield IllegalChoice("house-5.13e", "None of them leads the French Foot-soldiers.")
    if place.id in barred:
        yield _in_vain()
    against = opponent_in(table, place.id, seat)
    more = helpers(table, seat, against, place.square)
    if _strength(table, nobles, french) + more < to_conclude(table, place):
        yield IllegalChoice(
            "house-6.1a", "To conclude a siege you must match the whole defence, in its square."
        )
