"""Attack, ambush and assassinate: what stands in the way, and what is offered (house §5.11, §5.15,
§7.4; base §18).

Each rule is written once, as a stop: one set of stops for the noble, one for the ground he stands
on, one for the target, one for the strength. Nothing is offered that would be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker.combat.alliances import french_carriers
from bot.rules.kingmaker.combat.strengths import (
    force_offers,
    helpers,
    led,
    to_attack,
)
from bot.rules.kingmaker.combat.targets import (
    allied,
    ambushable,
    exposed,
    force_at,
    force_key,
    sallying,
    targets_among,
)
from bot.rules.kingmaker.conditions.kings_peace import may_attack, may_be_attacked
from bot.rules.kingmaker.conditions.sides import bound
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    besieged,
    in_open,
    inside,
    nobles_of,
    strength,
    titled,
    troops,
)
from bot.rules.kingmaker.ids import NO_NOBLE, NOWHERE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.sieges import fighter_stops
from bot.rules.kingmaker.state import KTable

ATTACKS = ("attack", "attack_with_french", "assassinate", "ambush")


# What is offered


def attack_offers(
    table: KTable, seat: Seat, square: SquareId, enemies: Sequence[Seat], barred: Sequence[str]
) -> Iterator[Offer]:
    """Every attack from a square on any of these enemies, ambushes and assassinations included.

    ``barred`` are targets of attacks that came to nothing this phase (house-5.11g).
    """
    if not enemies:
        return
    state = table.state
    places = table.content.board.squares[square].places
    here = in_open(state, square, seat)
    here += [n for place in places if place in state.sieges for n in inside(state, place, seat)]
    ready = [n for n in here if free(fighter_stops(table, seat, n)) and free(_rest_stops(table, n))]
    murder = bool(ready) and free(procedures(table).battle.murder_stops())
    for enemy in enemies if ready else ():
        if not free(_target_stops(table, seat, square, enemy, barred)):
            continue
        able = [n for n in ready if free(_ground_stops(table, seat, n, square, enemy))]
        if not able:
            continue
        defenders = exposed(table, square, enemy)
        opposed = strength(table, defenders)
        for leader in procedures(table).siege.parties(table, able):
            yield from force_offers(
                table,
                ("attack", "house-5.15a"),
                ("attack_with_french", "house-5.13c"),
                able,
                to_attack(table, opposed),
                _helped(table, seat, enemy, square, able),
                (
                    Field("against", (str(enemy),)),
                    Field("square", (square,)),
                    *_picked(table, defenders),
                ),
                leader,
            )
        yield from _ambushes(table, square, enemy, able)
        alone = [n for n in able if murder and free(_knife_stops(table, n, opposed))]
        if alone:
            targets = tuple(targets_among(table, defenders))
            fields = (Field("noble", tuple(alone)), Field("target", targets))
            yield Offer("assassinate", fields, "house-5.15b")


def _picked(table: KTable, met: Sequence[NobleId]) -> Iterator[Field]:
    """The nobles of a force whom the attacker names; all of them if he names nobody
    (classic-battle.1). If the force has only one noble, the attacker is not asked."""
    if not table.content.ruleset.whole_forces:
        yield Field("foes", tuple(met), 0, len(met), unasked=len(met) == 1)


def _picked_stops(table: KTable, square: SquareId, enemy: Seat, named: Sequence[str]) -> Stops:
    """The nobles named belong to one force, and each is attacked only once a phase (base-5.5)."""
    if named and table.content.ruleset.whole_forces:
        yield IllegalChoice(
            "base-5.4", "You attack a force as a whole here. Do not pick out nobles from it."
        )
    if not set(named) <= {*force_at(table, square, enemy)}:
        yield IllegalChoice(
            "classic-battle.1",
            "Name nobles of that force in the open in the square. To attack them all, name nobody.",
        )
    elif not set(named) <= {*exposed(table, square, enemy)}:
        yield IllegalChoice(
            "base-5.5",
            "One of them has already been attacked in this phase. Name only the others.",
        )


def _ambushes(
    table: KTable, square: SquareId, enemy: Seat, able: Sequence[NobleId]
) -> Iterator[Offer]:
    """An ambush of a force, at any odds (base-18.1)."""
    if not table.content.ruleset.ambush:
        return
    ready = tuple(n for n in able if free(_ambush_stops(table, n)))
    met = ambushable(table, square, enemy)
    if ready and met:
        fields = [Field("nobles", ready, 1, len(ready)), Field("against", (str(enemy),))]
        fields.append(Field("square", (square,)))
        if procedures(table).deaths.names_target:
            fields.append(Field("target", tuple(targets_among(table, met))))
        yield Offer("ambush", tuple(fields), "base-18.1")


def _ambush_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A noble who ambushes must be in the open, and takes part in only one ambush a phase
    (base-18.2)."""
    noble = table.state.nobles[noble_id]
    if noble.inside is not None or noble.aboard is not None:
        yield IllegalChoice("base-18.3", "Only a noble in the open can lie in ambush.")
    if noble.ambushed:
        yield IllegalChoice(
            "base-18.2", "That noble has already taken part in an ambush in this phase."
        )


def _prey_stops(table: KTable, met: Sequence[NobleId], named: Sequence[str]) -> Stops:
    """With dice, the order names one noble or heir of the force; where a card names the dead, the
    order names nobody.
    """
    if not procedures(table).deaths.names_target:
        if named:
            yield IllegalChoice(
                "base-18.1", "The card decides who dies. Do not name anyone yourself."
            )
    elif len(named) != 1 or named[0] not in targets_among(table, met):
        yield IllegalChoice(
            "base-18.1",
            "Name one target for the ambush: a noble or an heir in that force.",
        )


def _helped(
    table: KTable, seat: Seat, enemy: Seat, square: SquareId, nobles: Sequence[NobleId]
) -> list[tuple[NobleId | None, int]]:
    """What allies could add to any attack in a square, and to an attack with each of those who
    sally.
    """
    plain = _backing(table, seat, enemy, square)
    found: list[tuple[NobleId | None, int]] = [(None, plain)]
    for noble in nobles:
        place = table.state.nobles[noble].inside
        more = plain if place is None else _backing(table, seat, enemy, square, place)
        if more > plain:
            found.append((noble, more))
    return found


def _backing(
    table: KTable, seat: Seat, enemy: Seat, square: SquareId, sally: PlaceId | None = None
) -> int:
    """What others could add to an attack in the open, including the besieged who come out."""
    relief = procedures(table).alliances.relief(table, seat, enemy, square)
    return helpers(table, seat, enemy, square, sally) + relief


# Why not


def attack_stops(table: KTable, seat: Seat, choice: Choice, barred: Sequence[str]) -> Stops:
    """Everything that stands in the way of the chosen attack, ambush or assassination."""
    if choice.verb == "ambush" and not table.content.ruleset.ambush:
        yield IllegalChoice("base-9.1", "At this table nobody lies in ambush. Attack instead.")
    nobles = choice.many("nobles", NobleId) or choice.many("noble", NobleId)
    for noble in nobles:
        yield from fighter_stops(table, seat, noble)
    for noble in nobles:
        yield from _rest_stops(table, noble)
    square, enemy = _aim(table, choice)
    if enemy is not None:
        yield from _ally_stops(table, seat, square or NOWHERE, enemy)
    for noble in nobles:
        yield from _ground_stops(table, seat, noble, square, enemy)
    yield from procedures(table).siege.relief_stops(table, nobles)
    if square is None or enemy is None:
        if choice.verb == "assassinate":
            yield from procedures(table).battle.murder_stops()
            yield _NO_TARGET
        yield _NO_ENEMY
        return
    yield from _target_stops(table, seat, square, enemy, barred)
    if choice.verb == "ambush":
        for noble in nobles:
            yield from _ambush_stops(table, noble)
        met = ambushable(table, square, enemy)
        if not met:
            yield IllegalChoice(
                "base-18.2", "That force has already been in an ambush in this phase."
            )
        yield from _prey_stops(table, met, choice.many("target"))
        return
    if choice.verb != "assassinate":
        yield from _picked_stops(table, square, enemy, choice.many("foes"))
        yield from _strength_stops(table, seat, square, enemy, choice)
        return
    yield from procedures(table).battle.murder_stops()
    defenders = exposed(table, square, enemy)
    if len(nobles) > 1:
        yield _NOT_ALONE
    for noble in nobles:
        yield from _knife_stops(table, noble, strength(table, defenders))
    if any(who not in targets_among(table, defenders) for who in choice.many("target")):
        yield _NO_TARGET


def _aim(table: KTable, choice: Choice) -> tuple[SquareId | None, Seat | None]:
    """The square and the seat at which an attack is aimed; None for either if it is not known."""
    state = table.state
    if choice.verb != "assassinate":
        named = choice.first("square", NOWHERE)
        against = choice.first("against", "")
        enemy = Seat(int(against)) if against.isdecimal() else None
        known = enemy is not None and enemy < len(state.factions)
        return named if named in table.content.board.squares else None, enemy if known else None
    target = choice.first("target", "")
    heir = state.heirs.get(HeirId(target))
    victim = state.nobles.get(
        (heir.holder or NO_NOBLE) if heir is not None else NobleId(CardId(target))
    )
    killer = state.nobles.get(choice.first("noble", NO_NOBLE))
    square = None if killer is None else killer.square or None
    return square, None if victim is None else victim.seat


# The noble (house-1.3, house-1.16, house-7.4.12, house-7.4.13, house-8.5.4; base §8, §9)


def tired_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A noble attacks only once a phase (house-1.16)."""
    if table.state.nobles[noble_id].attacked:
        yield IllegalChoice("house-1.16", "That noble has already attacked in this phase.")


def homecoming_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A noble home from Parliament keeps its Peace (house-7.4.13, house-7.4.23)."""
    state = table.state
    noble = state.nobles[noble_id]
    if not may_attack(state, noble):
        yield IllegalChoice("house-7.4.13", "A noble who has come home keeps the King’s Peace.")


def _rest_stops(table: KTable, noble_id: NobleId) -> Stops:
    yield from homecoming_stops(table, noble_id)
    yield from tired_stops(table, noble_id)


# The ground: in the open in one square (base-9.1), or a sally against the besieger (house-6.4c)


def _ground_stops(
    table: KTable, seat: Seat, noble_id: NobleId, square: SquareId | None, enemy: Seat | None
) -> Stops:
    state = table.state
    noble = state.nobles[noble_id]
    if square is not None and noble.square == square and noble.captor is None:
        if noble.inside is None and noble.aboard is None:
            return
        if enemy is not None and noble_id in sallying(table, seat, square, enemy):
            return
    if noble.inside and besieged(state, noble_id):
        yield IllegalChoice(
            "house-6.2d",
            "A noble under siege may only sally out and attack the besieger.",
        )
    yield IllegalChoice("base-9.1", "You can attack only an enemy in the open in your own square.")


# The target (base-9.1, base-16.4, house-1.17, house-2.3e, house-5.11g, house-7.4.17)


def _ally_stops(table: KTable, seat: Seat, square: SquareId, enemy: Seat) -> Stops:
    if allied(table.state, seat, enemy):
        yield STOOD_TOGETHER
    if bound(table.state.pacts, seat, enemy, square):
        yield ALLIED_THERE


STOOD_TOGETHER = IllegalChoice(
    "base-16.4", "You stood together this turn, and allies do not attack each other."
)
"""Nobody attacks or besieges in the same turn a player with whom he has fought (base-16.4)."""


ALLIED_THERE = IllegalChoice(
    "base-16.4",
    "You are allied there, and allies do not attack each other. Cancel the alliance at the "
    "start of your own turn.",
)
"""Nobody attacks his own ally without cancelling the alliance first (base-16.4)."""


def _target_stops(
    table: KTable, seat: Seat, square: SquareId, enemy: Seat, barred: Sequence[str]
) -> Stops:
    """There must be a force in the open that may be attacked and has not been attacked yet."""
    state = table.state
    if enemy == seat:
        yield _NO_ENEMY
        return
    yield from _ally_stops(table, seat, square, enemy)
    force = force_at(table, square, enemy)
    if not force:
        places = table.content.board.squares[square].places
        if any(state.nobles[n].inside in places for n in nobles_of(state, enemy)):
            reason = "Attack a force in the open in your square. To reach those inside, lay siege."
            yield IllegalChoice("house-2.3e", reason)
        yield IllegalChoice(
            "base-9.1", "None of that player’s nobles stands in the open in that square."
        )
    if not any(may_be_attacked(state, state.nobles[noble]) for noble in force):
        yield IllegalChoice(
            "house-7.4.17", "Nobles who have come home from Parliament cannot be attacked."
        )
    if not exposed(table, square, enemy):
        yield IllegalChoice("house-1.17", "That force has already been attacked in this phase.")
    if force_key(square, enemy) in barred:
        yield DECLARED_IN_VAIN


DECLARED_IN_VAIN = IllegalChoice(
    "house-5.11g",
    "You have already tried that, and no ally came. You cannot try it again in this phase.",
)
"""No ally came, so the same attack may not be tried again in this phase (house-5.11g)."""


_NO_ENEMY = IllegalChoice("base-9.1", "Name an enemy force in the square of your nobles.")


_NO_TARGET = IllegalChoice(
    "house-5.15d", "Name the assassin’s target: a noble or an heir in that force."
)


# The strength: one to four, counting allies who may come (house-5.15b, house-5.11g)


def _strength_stops(
    table: KTable, seat: Seat, square: SquareId, enemy: Seat, choice: Choice
) -> Stops:
    nobles, french = choice.many("nobles", NobleId), choice.verb == "attack_with_french"
    if french and not french_carriers(table, nobles):
        yield IllegalChoice("house-5.13c", "None of those nobles leads the French Foot-soldiers.")
    least = to_attack(table, strength(table, exposed(table, square, enemy)))
    within = (table.state.nobles[noble].inside for noble in nobles)
    sally = next((place for place in within if place is not None), None)
    if led(table, nobles, french=french) + _backing(table, seat, enemy, square, sally) >= least:
        return
    if len(nobles) == 1 and not titled(table, nobles[0]):
        yield IllegalChoice(
            "house-5.15b",
            "You need a quarter of their strength to attack. Your noble may go alone, as an "
            "assassin.",
        )
    yield IllegalChoice(
        "house-5.15b", "You need at least a quarter of their strength in the same square."
    )


# 5.15 note 1: an assassin is a single untitled noble attacking at less than one to four
# (house-5.15b)


def _knife_stops(table: KTable, noble: NobleId, opposed: int) -> Stops:
    if titled(table, noble):
        yield _NOT_ALONE
    if table.state.nobles[noble].inside is not None:
        yield IllegalChoice(
            "house-6.2d",
            "A noble under siege may only sally out and attack the besieger.",
        )
    if troops(table, noble, attacking=IN_ATTACK) >= to_attack(table, opposed):
        yield IllegalChoice(
            "house-5.15b", "Your noble has a quarter of their strength. Let him attack instead."
        )


_NOT_ALONE = IllegalChoice(
    "house-5.15b", "At odds below 1 to 4, only a single untitled noble may attack."
)
