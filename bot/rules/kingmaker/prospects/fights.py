"""The fights that a question is about, with their odds as far as a view shows them (house §2.3,
§5.15, §6).

Players who may attack, join a fight or be attacked decide by these odds, which the words and
pictures of a question show.

The odds of a battle decided by the lower half of an Event card, from what a view shows.

The odds follow base §9 and 19.5: the ratio that each lower half asks for, and the nobles whom a
card names.

How likely a noble is to be recruited, as far as a seat can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import msgspec

from bot.rules.kernel import Offer, Prompt, Seat, free
from bot.rules.kingmaker.combat.attack_orders import ATTACKS
from bot.rules.kingmaker.combat.siege_orders import SIEGES
from bot.rules.kingmaker.components import RATIOS, Combat, House, reaches
from bot.rules.kingmaker.conditions.sides import followers, sides
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import (
    NOWHERE,
    CardId,
    HeirId,
    NobleId,
    PlaceId,
    SeaId,
    ShipId,
    SquareId,
)
from bot.rules.kingmaker.prospects.odds import (
    Peril,
    assault_odds,
    battle_odds,
    chosen,
    forces_at,
    strength,
    to_lay,
    with_allies,
)
from bot.rules.kingmaker.recruiting import Suitor, modifiers, total
from bot.rules.kingmaker.tables import Modifier, chances
from bot.rules.kingmaker.view import BoardView

HALVES: tuple[Combat, ...] = (*RATIOS, "bad_weather")
"""The lower halves that decide something, the easiest ratio first."""

_DICE = {False: Fraction(2, 36), True: Fraction(1, 36)}
"""The chance of death by two dice, of a noble and of an heir (base-19.5)."""


class HalfOdds(msgspec.Struct, frozen=True):
    """A lower half: how many of the cards still to come have it, and which side it makes the
    winner. ``wins`` is None if there is no winner.
    """

    half: Combat
    cards: int
    wins: bool | None
    """Whether the attackers win (otherwise the defenders do)."""


class CardOdds(msgspec.Struct, frozen=True):
    """The possible outcomes of a battle by card, given all the ``cards`` that may be drawn for
    it."""

    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    attack: int
    opposed: int
    cards: int
    halves: tuple[HalfOdds, ...]
    perils: tuple[Peril, ...]

    def chance(self, wins: bool | None) -> Fraction:
        """The chance that the attackers win, that the defenders do, or (None) that nobody does."""
        found = sum(half.cards for half in self.halves if half.wins is wins)
        return Fraction(found, self.cards) if self.cards else Fraction(0)


def card_odds(
    content: Content,
    view: BoardView,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
    *,
    spend: bool = False,
) -> CardOdds:
    """The odds of an open battle by card (base-9.5, base-9.6, base-9.7, base-9.8)."""
    attack = strength(content, view, attackers, spend=spend)
    return _odds(content, view, attackers, defenders, attack, strength(content, view, defenders))


def _odds(
    content: Content,
    view: BoardView,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
    attack: int,
    opposed: int,
) -> CardOdds:
    """The odds between two strengths, for the nobles fighting."""
    drawn = [content.events[card].combat for card in view.to_draw]
    larger, smaller = max(attack, opposed), min(attack, opposed)
    halves = tuple(
        HalfOdds(
            half, drawn.count(half), attack > opposed if reaches(half, larger, smaller) else None
        )
        for half in HALVES
    )
    return CardOdds(
        tuple(attackers),
        tuple(defenders),
        attack,
        opposed,
        len(drawn),
        halves,
        card_perils(content, view, attackers, defenders),
    )


# Storming (ishkibibble-siege.2)


def storms(content: Content) -> bool:
    """Whether places are stormed at this table."""
    return free(chosen(content).siege.order_stops("storm"))


def storm_odds(
    content: Content,
    view: BoardView,
    place: PlaceId,
    attackers: Sequence[NobleId],
    *,
    spend: bool = False,
) -> CardOdds:
    """The odds of storming a place: an open battle against the garrison and the nobles inside."""
    walls = assault_odds(content, view, place, attackers, spend=spend)
    return _odds(content, view, attackers, walls.defenders, walls.attack, walls.opposed)


# At sea (ishkibibble-seacombat.2, ishkibibble-seacombat.3)


def fleets_at(
    view: BoardView, seat: Seat, against: Seat, sea: SeaId
) -> tuple[list[ShipId], list[ShipId]]:
    """The ships that would fight for either side in a sea space."""
    with_him, with_them = sides(view.pacts, seat, [against], sea)
    attacking = followers(view, with_him)
    found: tuple[list[ShipId], list[ShipId]] = ([], [])
    for ship, at in view.ships.items():
        master = at.seat if at.master is None else at.master
        if at.sea == sea and master is not None:
            if master in (seat, *attacking):
                found[0].append(ship)
            elif master in (against, *with_them):
                found[1].append(ship)
    return found


def fleet_odds(
    content: Content, view: BoardView, fleet: Sequence[ShipId], foes: Sequence[ShipId]
) -> CardOdds:
    """The odds of a battle at sea: the strength of ships is their capacity."""
    crews = [[n for n, noble in view.nobles.items() if noble.aboard in s] for s in (fleet, foes)]
    attack, opposed = (sum(content.ships[s].capacity for s in side) for side in (fleet, foes))
    return _odds(content, view, crews[0], crews[1], attack, opposed)


def card_perils(
    content: Content, view: BoardView, attackers: Sequence[NobleId], defenders: Sequence[NobleId]
) -> tuple[Peril, ...]:
    """How likely each fighter is to die, allowing for bad weather, in which nobody dies.

    If names on the cards decide, only nobles die, never heirs (base-9.9, base-12.5).
    """
    cards = [content.events[card] for card in view.to_draw]
    fair = [card for card in cards if not card.bad_weather]
    by_dice = content.ruleset.use.deaths == "two_dice"
    weather = Fraction(len(fair), len(cards)) if cards else Fraction(0)
    found = []
    for attacking, nobles in ((True, attackers), (False, defenders)):
        for noble in nobles:
            named = sum(noble in card.killed for card in fair)
            share = Fraction(named, len(cards)) if cards else Fraction(0)
            found.append(Peril(noble, attacking, weather * _DICE[False] if by_dice else share))
        heirs = [heir for noble in nobles for heir in view.nobles[noble].heirs] if by_dice else []
        found += [Peril(heir, attacking, weather * _DICE[True]) for heir in heirs]
    return tuple(found)


Settled = Mapping[str, tuple[str, ...]]

_CALLED = ("alliance", "moment")
"""The questions put while a declared fight waits for other players."""
_FIGHTS = frozenset((*SIEGES, *ATTACKS, "attack_at_sea"))
"""The orders that begin a fight."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A fight that is still open to somebody: its verb, the nobles who would go, and the target."""

    verb: str
    party: tuple[NobleId, ...]
    square: SquareId
    foe: Seat | None = None
    foes: tuple[NobleId, ...] = ()
    """The nobles of the enemy force who are the fight's target, if they are named
    (classic-battle.1).
    """
    place: PlaceId | None = None
    at_once: bool = False
    """Whether a siege that could be laid could also be concluded straight away."""

    @property
    def french(self) -> bool:
        """Whether single-attack cards are spent."""
        return self.verb.endswith("_with_french")


def fights(offers: Iterable[Offer], view: BoardView, settled: Settled) -> list[Clash]:
    """Each fight among these offers, once, with all the nobles who may go or those already
    chosen."""
    found: dict[tuple[str, str], Clash] = {}
    for offer in offers:
        if offer.verb not in _FIGHTS:
            continue
        fight = _fight(offer, view, settled)
        key = (fight.verb, fight.place or f"{fight.square} {fight.foe}")
        known = found.get(key)
        party = fight.party if known is None else known.party
        if known is not None and not settled.get("nobles"):
            party = tuple(dict.fromkeys((*party, *fight.party)))
        found[key] = replace(fight, party=party)
    return _merged(list(found.values()))


def _merged(found: list[Clash]) -> list[Clash]:
    """These fights, with a siege that could be laid or concluded mentioned only once."""
    laid = {(fight.place, fight.party) for fight in found if fight.verb == "lay"}
    stormed = {
        fight.place
        for fight in found
        if fight.verb == "conclude" and (fight.place, fight.party) in laid
    }
    return [
        replace(fight, at_once=fight.place in stormed) if fight.verb == "lay" else fight
        for fight in found
        if fight.verb != "conclude" or fight.place not in stormed
    ]


def _fight(offer: Offer, view: BoardView, settled: Settled) -> Clash:
    fields = {field.name: field.candidates for field in offer.fields} | dict(settled)
    party = _nobles(fields.get("nobles", ()))
    if offer.verb in SIEGES:
        return Clash(offer.verb, party, NOWHERE, place=PlaceId(fields["place"][0]))
    if offer.verb == "attack_at_sea":
        return Clash(offer.verb, (), SquareId(fields["sea"][0]), Seat(int(fields["against"][0])))
    if offer.verb == "assassinate":
        target, party = fields["target"][0], _nobles(fields["noble"])
        heir, noble = view.heirs.get(HeirId(target)), NobleId(CardId(target))
        victim = noble if heir is None else heir.holder or noble
        return Clash(offer.verb, party, view.nobles[party[0]].square, view.nobles[victim].seat)
    square, foe = SquareId(fields["square"][0]), Seat(int(fields["against"][0]))
    named = next((f.candidates for f in offer.fields if f.name == "foes"), ())
    return Clash(offer.verb, party, square, foe, _nobles(fields.get("foes") or named))


def _nobles(named: Iterable[str]) -> tuple[NobleId, ...]:
    return tuple(NobleId(CardId(name)) for name in named)


def declared(prompt: Prompt, view: BoardView) -> tuple[Clash, tuple[NobleId, ...]] | None:
    """The declared fight that others are asked about, with its defenders; None if there is none."""
    about = prompt.facts
    attackers, defenders = (
        tuple(n for n in _nobles(about.get(side, "").split(",")) if n in view.nobles)
        for side in ("attackers", "defenders")
    )
    place = PlaceId(about["place"]) if "place" in about else None
    if prompt.kind not in _CALLED or not attackers or not (defenders or place):
        return None
    verb = "attack_with_french" if about.get("french") else "attack"
    return Clash(verb, attackers, SquareId(about["square"]), place=place), defenders


# What may come of each fight


class Prospect(msgspec.Struct, frozen=True):
    """A fight that may come: both sides with their troops, and the chances of each.

    ``opposed`` counts a garrison; a siege has a ``place`` and requires ``needed`` troops.
    ``joining`` are the viewer's nobles who may still come in, on either side. ``lost`` and ``won``
    are the attackers' chances, weather included.
    """

    clash: Clash
    attackers: tuple[NobleId, ...]
    defenders: tuple[NobleId, ...]
    attack: int
    opposed: int
    needed: int
    won: Fraction
    lost: Fraction
    joining: tuple[NobleId, ...] = ()


def about_fights(prompts: Iterable[Prompt]) -> bool:
    """Whether any of these questions is about a fight, at whatever stage."""
    fought = {*ATTACKS, *SIEGES}
    return any(
        prompt.kind in _CALLED or any(offer.verb in fought for offer in prompt.offers)
        for prompt in prompts
    )


def prospects(content: Content, view: BoardView, prompts: Iterable[Prompt]) -> list[Prospect]:
    """Every fight that these questions are about, as far as the viewer can see, except fights at
    sea, ambushes and assassinations.
    """
    found: list[Prospect] = []
    for prompt in prompts:
        called = declared(prompt, view)
        if called is not None:
            mine = [
                n
                for offer in prompt.offers
                for f in offer.fields[:1]
                for n in _nobles(f.candidates)
            ]
            joining = tuple(dict.fromkeys(n for n in mine if n in view.nobles))
            found += _prospect(content, view, *called, joining=joining)
            continue
        for clash in fights(prompt.offers, view, {}):
            foes: Sequence[NobleId] = clash.foes
            if not foes and clash.place is None and clash.foe is not None:
                foes = forces_at(content, view, clash.square).get(clash.foe, ())
            if clash.verb not in ("attack_at_sea", "assassinate", "ambush"):
                found += _prospect(content, view, clash, tuple(foes))
    return found


def _prospect(
    content: Content,
    view: BoardView,
    clash: Clash,
    foes: tuple[NobleId, ...],
    joining: tuple[NobleId, ...] = (),
) -> list[Prospect]:
    if clash.place is not None and clash.verb.startswith("storm"):
        walls = storm_odds(content, view, clash.place, clash.party, spend=clash.french)
        chances = walls.chance(True), walls.chance(False)
        force = walls.attackers, walls.defenders, walls.attack, walls.opposed
        return [Prospect(clash, *force, 0, *chances, joining)]
    if clash.place is not None:
        storm = assault_odds(content, view, clash.place, clash.party, spend=clash.french)
        needed = to_lay(content, storm) if clash.verb == "lay" else storm.needed
        won = 1 - storm.bad_weather if storm.enough else Fraction(0)
        sides = storm.attackers, storm.defenders
        return [
            Prospect(clash, *sides, storm.attack, storm.opposed, needed, won, Fraction(0), joining)
        ]
    if not foes:
        return []
    both = with_allies(content, view, clash.square, clash.party, foes)
    attackers, defenders = tuple(both[0]), tuple(both[1])
    if content.ruleset.use.battle == "event_card":
        drawn = card_odds(content, view, attackers, defenders, spend=clash.french)
        chances = drawn.chance(True), drawn.chance(False)
        return [
            Prospect(clash, attackers, defenders, drawn.attack, drawn.opposed, 0, *chances, joining)
        ]
    odds = battle_odds(content, view, attackers, defenders, spend=clash.french)
    fair = 1 - odds.bad_weather
    lost = odds.results.get("attack_fails", Fraction(0)) * fair
    return [
        Prospect(
            clash, attackers, defenders, odds.attack, odds.opposed, odds.needed,
            odds.victory * fair, lost, joining,
        )
    ]  # fmt: skip


class Hope(msgspec.Struct, frozen=True):
    """The total modifier to the roll for a noble, the number needed, and how many of the 36 throws
    of two dice reach it."""

    modifiers: tuple[Modifier, ...]
    sum: int
    needed: int
    ways: int

    @property
    def chance(self) -> Fraction:
        """The chance that the noble joins."""
        return Fraction(self.ways, 36)


def hope_of(
    content: Content, view: BoardView, seat: Seat, target: NobleId, offered: Sequence[CardId] = ()
) -> Hope | None:
    """A seat's chances with this offer; None if it serves no House."""
    suitor = _suitor(content, view, seat)
    if suitor is None:
        return None
    found = modifiers(content, suitor, target, offered)
    needed = content.recruiting.needed
    return Hope(found, total(found), needed, chances(needed, total(found)))


def open_to_all(content: Content, view: BoardView, seat: Seat) -> list[NobleId]:
    """The nobles whom a seat may try to recruit in its turn, if its envoy is there."""
    if content.ruleset.nobles_in_deck or not view.sides:
        return []
    played = {side.part for side in view.sides}
    heads = {part.head for part in content.ruleset.parts if part.id in played}
    tried = {one.noble for one in view.courted if one.seat == seat}
    return [n for n in content.nobles if n not in view.nobles and n not in heads | tried]


def _suitor(content: Content, view: BoardView, seat: Seat) -> Suitor | None:
    serves = _house(view.sides[seat].serves) if view.sides else None
    if serves is None:
        return None
    part = next(part for part in content.ruleset.parts if part.id == view.sides[seat].part)
    nobles = tuple(key for key, noble in view.nobles.items() if noble.seat == seat)
    kings = [heir for heir in view.heirs.values() if heir.crowned and heir.alive]
    mine = [king for king in kings if king.holder in nobles or king.held_by == seat]
    return Suitor(serves, part.favours, nobles, len(kings) == len(mine) == 1)


def _house(name: str) -> House | None:
    return "lancaster" if name == "lancaster" else "york" if name == "york" else None
