"""The exact odds of a battle, an assassination or an assault, from what a view shows.

The odds follow house §2.3, §5.14 to §5.17, §6.1 and the Battle Combat Table (house-2.3c). Nothing
here looks into a deck: everybody can count how many bad-weather cards are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from bot.rules.kernel import Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import men_of
from bot.rules.kingmaker.conditions.sides import circles, followers, sides
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_NOBLE, NO_PLACE, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import Procedures
from bot.rules.kingmaker.sieges import share_of
from bot.rules.kingmaker.tables import RESULTS, VICTORIES, BattleResult, BattleRow, DeathRow
from bot.rules.kingmaker.view import BoardView, NobleView


class Peril(msgspec.Struct, frozen=True):
    """How likely a noble or an heir is to die if there is a fight."""

    who: str
    attacking: bool
    chance: Fraction


class Odds(msgspec.Struct, frozen=True):
    """The possible outcomes of an attack.

    ``results`` and ``perils`` apply if the weather is fair. A battle below the lowest row of the
    table has no ``column`` and no results. An assault has neither; it succeeds if it is strong
    enough (``needed`` troops).
    """

    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    attack: int
    opposed: int
    needed: int
    bad_weather: Fraction
    column: str = ""
    row: BattleRow | None = None
    results: dict[BattleResult, Fraction] = {}
    perils: tuple[Peril, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether the attackers are strong enough for the attack to be allowed."""
        return self.attack >= self.needed

    @property
    def victory(self) -> Fraction:
        """The chance of a victory, major or minor, if the weather is fair."""
        return sum((self.results.get(result, Fraction(0)) for result in VICTORIES), Fraction(0))


# The weather (house-2.3b, house-5.14)


def bad_weather(view: BoardView) -> Fraction:
    """The chance that the weather calls an attack off; zero if no card decides it."""
    bad, deciding = view.weather
    return Fraction(bad, deciding) if deciding else Fraction(0)


# Strength


def strength(
    content: Content, view: BoardView, nobles: Sequence[NobleId], *, spend: bool | None = None
) -> int:
    """The troops of several nobles where they are, including their towns' men in an attack.

    ``spend`` adds single-attack cards; None means they do not attack.
    """
    total = sum(view.nobles[noble].troops for noble in nobles)
    if spend is not None:
        total += from_towns(content, view, nobles)
    if not spend:
        return total
    return total + sum(_spent(content, view.nobles[noble]) for noble in nobles)


def from_towns(content: Content, view: BoardView, nobles: Iterable[NobleId]) -> int:
    """The men from the town cards of nobles who attack where they are (ishkibibble-men.1)."""
    if not content.ruleset.town_men:
        return 0
    return sum(_from_his_towns(content, view, view.nobles[noble]) for noble in nobles)


def _from_his_towns(content: Content, view: BoardView, noble: NobleView) -> int:
    """The men of one noble; none off the mainland (ishkibibble-men.3)."""
    ship = None if noble.aboard is None else view.ships.get(noble.aboard)
    port = None if ship is None else ship.port
    square = noble.square if port is None else content.board.places[port].square
    if not content.board.is_mainland(square):
        return 0
    return sum(content.ruleset.town_men.get(card, 0) for card in noble.cards)


def _spent(content: Content, noble: NobleView) -> int:
    """What single-attack cards would add to a noble's troops where he is."""
    total = 0
    for card in (content.crown[key] for key in noble.cards):
        if card.attack_only:
            total += card.troops
            area = card.bonus_area
            if area is not None and content.board.in_area(noble.square, noble.inside, area):
                total += card.bonus
    return total


def forces_at(
    content: Content, view: BoardView, square: SquareId
) -> dict[Seat, tuple[NobleId, ...]]:
    """The forces in the open in a square, by seat, including nobles who besiege from ships.

    Nobles inside an unfortified town count as in the open (house-2.3g).
    """
    besieging = {
        noble
        for place, siege in view.sieges.items()
        if content.board.places[place].square == square
        for noble in siege.besiegers
    }
    found: dict[Seat, tuple[NobleId, ...]] = {}
    for key, noble in view.nobles.items():
        ashore = noble.square == square and noble.aboard is None
        here = ashore or (noble.aboard is not None and key in besieging)
        # A noble under the King's Peace neither fights nor is fought (house-7.4.13, house-7.4.17).
        bound = view.peace is not None and noble.under_peace == "returned"
        open_here = noble.inside is None or fought_in_the_open(content, view, noble.inside)
        if here and open_here and noble.captor is None and not bound:
            found[noble.seat] = (*found.get(noble.seat, ()), key)
    return found


def within_own_walls(content: Content, view: BoardView, square: SquareId) -> set[Seat]:
    """The seats with nobles inside their own fortresses in a square, who may come out of them to
    join another player's battle there (house-5.11a)."""
    seats = set()
    for noble in view.nobles.values():
        within = noble.inside if noble.square == square else None
        holder = view.nobles.get(view.control.get(within or NO_PLACE, NO_NOBLE))
        if within not in view.sieges and holder is not None and holder.seat == noble.seat:
            seats.add(noble.seat)
    return seats


def with_allies(
    content: Content,
    view: BoardView,
    square: SquareId,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
) -> tuple[list[NobleId], list[NobleId]]:
    """Both sides of a battle with their bound allies (base-16.2, base-9.3)."""
    found = [*attackers], [*defenders]
    if view.pacts and attackers and defenders:
        seat, against = (view.nobles[side[0]].seat for side in (attackers, defenders))
        forces = forces_at(content, view, square)
        attacking, defending = sides(view.pacts, seat, [against], square)
        for side, allies in zip(found, (followers(view, attacking), defending), strict=True):
            side.extend(n for ally in allies for n in forces.get(ally, ()) if _ashore(view, n))
    return found


def besiegers_with_allies(
    content: Content, view: BoardView, place: PlaceId, attackers: Sequence[NobleId]
) -> list[NobleId]:
    """The would-be besiegers of a place with their bound allies (base-16.2)."""
    if not view.pacts or not attackers:
        return [*attackers]
    seat, square = view.nobles[attackers[0]].seat, content.board.places[place].square
    holder = view.control.get(place)
    within = {n.seat for n in view.nobles.values() if n.inside == place and n.captor is None}
    within |= set() if holder is None else {view.nobles[holder].seat}
    allies = followers(view, sides(view.pacts, seat, within - {seat}, square)[0])
    forces = forces_at(content, view, square)
    return [*attackers, *(n for s in allies for n in forces.get(s, ()) if _ashore(view, n))]


def _ashore(view: BoardView, noble: NobleId) -> bool:
    """Whether a noble is in the open, neither inside a place nor aboard a ship."""
    return view.nobles[noble].inside is None and view.nobles[noble].aboard is None


def fought_in_the_open(content: Content, view: BoardView, place: PlaceId) -> bool:
    """Whether nobles inside a place are attacked rather than besieged (house-2.3g)."""
    held = content.ruleset.towns_held
    return content.board.places[place].is_unfortified and not held


# Battle (house-2.3c, house-2.3d)


def battle_odds(
    content: Content,
    view: BoardView,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
    *,
    spend: bool = False,
) -> Odds:
    """The odds of an open battle."""
    table = content.battle
    attack, opposed = (
        strength(content, view, attackers, spend=spend),
        strength(content, view, defenders),
    )
    low, whole = table.rows[0].low
    row = table.row_for(attack, opposed)
    odds = Odds(
        tuple(attackers),
        tuple(defenders),
        attack,
        opposed,
        -(-opposed * low // whole),
        bad_weather(view),
    )
    if row is None:
        return odds
    results = _results(row)
    perils = _perils(view, attackers, defenders, _mixed(content, results))
    column = chr(ord("B") + table.rows.index(row))
    return msgspec.structs.replace(odds, column=column, row=row, results=results, perils=perils)


def _results(row: BattleRow) -> dict[BattleResult, Fraction]:
    bounds = (0, row.fails, row.none, row.minor, 100)
    return {
        result: Fraction(bounds[index + 1] - bounds[index], 100)
        for index, result in enumerate(RESULTS)
    }


Chances = dict[tuple[bool, bool], Fraction]
"""Chances of death by side (attacking or not) and kind (heir or not)."""


def _certain(row: DeathRow) -> Chances:
    """The chances of death on one line of the death table."""
    return {
        (attacking, heir): Fraction(row.chance(attacking=attacking, heir=heir), 100)
        for attacking in (True, False)
        for heir in (True, False)
    }


def _mixed(content: Content, results: dict[BattleResult, Fraction]) -> Chances:
    """The chances of death over all results of a battle."""
    lines = {result: _certain(content.battle.deaths[result]) for result in results}
    return {
        key: sum((chance * lines[result][key] for result, chance in results.items()), Fraction(0))
        for key in lines["no_victory"]
    }


def _perils(
    view: BoardView,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
    chances: Chances,
    lone: Sequence[HeirId] = (),
) -> tuple[Peril, ...]:
    """The perils of every noble on both sides, every heir with them, and ``lone`` heirs with the
    defence.
    """
    found: list[Peril] = []
    for attacking, nobles in ((True, attackers), (False, defenders)):
        heirs = [heir for noble in nobles for heir in view.nobles[noble].heirs]
        heirs += [] if attacking else list(lone)
        found += [Peril(noble, attacking, chances[attacking, False]) for noble in nobles]
        found += [Peril(heir, attacking, chances[attacking, True]) for heir in heirs]
    return tuple(found)


# The assassin (house-5.15b, house-5.15c, house-5.15d)


def assassin_odds(
    content: Content, view: BoardView, assassin: NobleId, defenders: Sequence[NobleId]
) -> Odds:
    """The odds of one untitled noble alone; each defender's peril is given as if he were the one
    named.
    """
    chances = _certain(content.battle.assassin)
    return Odds(
        (assassin,),
        tuple(defenders),
        strength(content, view, [assassin], spend=False),
        strength(content, view, defenders),
        0,
        bad_weather(view),
        column="A",
        results={"attack_fails": Fraction(1)},
        perils=_perils(view, [assassin], defenders, chances),
    )


def may_kill(content: Content, view: BoardView, nobles: Sequence[NobleId]) -> bool:
    """Whether an attack by these nobles, below the lowest row, would be an assassin's."""
    if len(nobles) != 1:
        return False
    noble = view.nobles[nobles[0]]
    return noble.title is None and content.crown[nobles[0]].title is None


# The siege (house-6.1, house-6.2a)


def assault_odds(
    content: Content,
    view: BoardView,
    place: PlaceId,
    attackers: Sequence[NobleId],
    *,
    spend: bool = False,
) -> Odds:
    """The odds of an attempt to conclude a siege: the attackers must match the defence, in fair
    weather.
    """
    defenders = _defending(content, view, place, attackers)
    defence = garrison(content, view, place) + strength(content, view, defenders)
    chances = _certain(content.battle.deaths["major_victory"])
    lone = [
        key
        for key, heir in view.heirs.items()
        if heir.alive and heir.holder is None and heir.inside == place
    ]
    return Odds(
        tuple(attackers),
        defenders,
        strength(content, view, attackers, spend=spend),
        defence,
        share_of(defence, content.ruleset.conclude_share),
        bad_weather(view),
        perils=_perils(view, attackers, defenders, chances, lone),
    )


def own_inside(view: BoardView, place: PlaceId, attackers: Sequence[NobleId]) -> list[NobleId]:
    """The attackers' own nobles inside a place, who neither defend it nor are captured."""
    side = {view.nobles[noble].seat for noble in attackers}
    return [
        key for key, noble in view.nobles.items() if noble.inside == place and noble.seat in side
    ]


def _defending(
    content: Content, view: BoardView, place: PlaceId, attackers: Sequence[NobleId]
) -> tuple[NobleId, ...]:
    """The nobles inside who defend the place: all, or those of one faction among several
    (base-10.2).

    None of the attackers' own nobles defend it.
    """
    own = own_inside(view, place, attackers)
    within = tuple(
        key
        for key, noble in view.nobles.items()
        if noble.inside == place and noble.captor is None and key not in own
    )
    strengths: dict[Seat, int] = {}
    for noble in within:
        seat = view.nobles[noble].seat
        strengths[seat] = strengths.get(seat, 0) + view.nobles[noble].troops
    holder = view.control.get(place)
    owner = None if holder is None else view.nobles[holder].seat
    allied = circles(view.pacts, strengths, content.board.places[place].square)
    counting = chosen(content).siege.counting(strengths, owner, allied)
    return tuple(noble for noble in within if view.nobles[noble].seat in counting)


def by_card(content: Content) -> bool:
    """Whether an Event card decides a siege."""
    return content.ruleset.use.siege != "shares"


def chosen(content: Content) -> Procedures:
    """The procedures that a rule set uses."""
    assert isinstance(content.procedures, Procedures)
    return content.procedures


def to_lay(content: Content, odds: Odds) -> int:
    """The troops needed to lay siege to a place, given the odds of an assault on it."""
    return share_of(odds.opposed, content.ruleset.lay_share)


def garrison(content: Content, view: BoardView, place_id: PlaceId) -> int:
    """The garrison that counts now, with the men of a pretender who is alone in a town or city
    (ishkibibble-pretender.5)."""
    siege = view.sieges.get(place_id)
    if siege is not None:
        return siege.garrison
    men = men_of(content, view.invaders.get(place_id))
    if men is not None:
        return men
    place = content.board.places[place_id]
    if place.is_open_town and all(noble.inside != place_id for noble in view.nobles.values()):
        return 0
    return place.garrison + followers_in(view, place)


def followers_in(view: BoardView, place: Place) -> int:
    """The men of a pretender who is alone in a town or city: they serve with its garrison
    (ishkibibble-pretender.5)."""
    if not place.is_town_or_city:
        return 0
    return sum(
        heir.following
        for heir in view.heirs.values()
        if heir.holder is None and heir.inside == place.id
    )
