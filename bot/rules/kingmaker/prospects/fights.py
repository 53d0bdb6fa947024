"""The fights that a question is about, with their odds, as far as a view shows them (house §2.3,
§5.15, §6).

Those who may attack, join a fight or be attacked decide by them: words and pictures of a question
are made from what is found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import msgspec

from bot.rules.kernel import Offer, Prompt
from bot.rules.kingmaker.combat.attack_orders import ATTACKS
from bot.rules.kingmaker.combat.siege_orders import SIEGES
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.prospects.card_odds import card_odds, storm_odds
from bot.rules.kingmaker.prospects.odds import (
    assault_odds,
    battle_odds,
    forces_at,
    to_lay,
    with_allies,
)
from bot.rules.kingmaker.view import BoardView

Settled = Mapping[str, tuple[str, ...]]

_CALLED = ("alliance", "moment")
"""The questions that are put while a declared fight waits for others."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A fight that is still open to somebody: its verb, who would go, and against what."""

    verb: str
    party: tuple[str, ...]
    square: str
    foe: int | None = None
    foes: tuple[str, ...] = ()
    """Whom of that force it is against, where they are named (classic-battle.1)."""
    place: str | None = None
    at_once: bool = False
    """Whether a siege that could be laid could be concluded as well, at once."""

    @property
    def french(self) -> bool:
        """Whether cards for one attack only are spent."""
        return self.verb.endswith("_with_french")


def fights(offers: Iterable[Offer], view: BoardView, settled: Settled) -> list[Clash]:
    """Every fight of these offers once, with all who may go, or those who are chosen already."""
    found: dict[tuple[str, str], Clash] = {}
    for offer in offers:
        fight = _fight(offer, view, settled)
        if fight is None:
            continue
        key = (fight.verb, fight.place or f"{fight.square} {fight.foe}")
        known = found.get(key)
        party = fight.party if known is None else known.party
        if known is not None and not settled.get("nobles"):
            party = tuple(dict.fromkeys((*party, *fight.party)))
        found[key] = replace(fight, party=party)
    return _merged(list(found.values()))


def _merged(found: list[Clash]) -> list[Clash]:
    """The same, with a siege that could be laid or concluded told of once."""
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


def _fight(offer: Offer, view: BoardView, settled: Settled) -> Clash | None:
    fields = {field.name: field.candidates for field in offer.fields} | dict(settled)
    if offer.verb in SIEGES:
        return Clash(offer.verb, fields["nobles"], "", place=fields["place"][0])
    if offer.verb == "attack_at_sea":
        return Clash(offer.verb, (), fields["sea"][0], int(fields["against"][0]))
    if offer.verb == "assassinate":
        target = fields["target"][0]
        seen = view.heirs[target].holder if target in view.heirs else target
        party, square = fields["noble"], view.nobles[fields["noble"][0]].square
        return Clash(offer.verb, party, square, view.nobles[seen or target].seat)
    if offer.verb in ATTACKS:
        square, foe = fields["square"][0], int(fields["against"][0])
        named = next((f.candidates for f in offer.fields if f.name == "foes"), ())
        return Clash(offer.verb, fields["nobles"], square, foe, fields.get("foes") or named)
    return None


def declared(prompt: Prompt, view: BoardView) -> tuple[Clash, tuple[str, ...]] | None:
    """The declared fight that others are asked about, with its defenders; None without one."""
    about = prompt.facts
    attackers, defenders = (
        tuple(n for n in about.get(side, "").split(",") if n in view.nobles)
        for side in ("attackers", "defenders")
    )
    place = about.get("place")
    if prompt.kind not in _CALLED or not attackers or not (defenders or place):
        return None
    verb = "attack_with_french" if about.get("french") else "attack"
    return Clash(verb, attackers, about["square"], place=place), defenders


# What may come of each


class Prospect(msgspec.Struct, frozen=True):
    """A fight that may be fought: both sides with their troops, and the chances of each.

    ``opposed`` counts a garrison; a siege is of a ``place``, and takes ``needed`` troops.
    ``joining`` are nobles of the viewer's who may still come in, on either side. ``lost`` and
    ``won`` are the attackers' chances, the weather counted.
    """

    clash: Clash
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int
    opposed: int
    needed: int
    won: Fraction
    lost: Fraction
    joining: tuple[str, ...] = ()


def about_fights(prompts: Iterable[Prompt]) -> bool:
    """Whether any of these questions is about a fight, however it stands."""
    fought = {*ATTACKS, *SIEGES}
    return any(
        prompt.kind in _CALLED or any(offer.verb in fought for offer in prompt.offers)
        for prompt in prompts
    )


def prospects(content: Content, view: BoardView, prompts: Iterable[Prompt]) -> list[Prospect]:
    """Every fight that these questions are about and that its asker can see, none at sea."""
    found: list[Prospect] = []
    for prompt in prompts:
        called = declared(prompt, view)
        if called is not None:
            mine = [n for offer in prompt.offers for f in offer.fields[:1] for n in f.candidates]
            joining = tuple(dict.fromkeys(n for n in mine if n in view.nobles))
            found += _prospect(content, view, *called, joining=joining)
            continue
        for clash in fights(prompt.offers, view, {}):
            foes: Sequence[str] = clash.foes
            if not foes and clash.place is None and clash.foe is not None:
                foes = forces_at(content, view, clash.square).get(clash.foe, ())
            if clash.verb not in ("attack_at_sea", "assassinate", "ambush"):
                found += _prospect(content, view, clash, tuple(foes))
    return found


def _prospect(
    content: Content,
    view: BoardView,
    clash: Clash,
    foes: tuple[str, ...],
    joining: tuple[str, ...] = (),
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
