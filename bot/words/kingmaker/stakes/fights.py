"""The stakes in a fight: the odds with the reader's own troops, who may die, and who gets what.

All figures are worked out from the reader's own view, as in `/odds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker.ids import NobleId, PlaceId, SeaId, SquareId
from bot.rules.kingmaker.prospects.fights import (
    CardOdds,
    Clash,
    card_odds,
    card_perils,
    fleet_odds,
    fleets_at,
    storm_odds,
    storms,
)
from bot.rules.kingmaker.prospects.odds import (
    Odds,
    Peril,
    assassin_odds,
    assault_odds,
    battle_odds,
    by_card,
    forces_at,
    own_inside,
    strength,
    to_lay,
)
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.expansion.events import storm_chances
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import capital, percent, ratio
from bot.words.phrases import listed, own
from bot.words.shape import Names

Settled = Mapping[str, tuple[str, ...]]

_MOST = 6
"""The most fights that are described in one question."""


class Teller:
    """Fights in words for the reader of a view."""

    def __init__(self, lex: Lexicon, view: BoardView, names: Names) -> None:
        self.lex = lex
        self.view = view
        self.names = names

    def lines(self, open_fights: Sequence[Clash]) -> list[str]:
        """A line for each fight; if it is the only one, also its possible results."""
        if len(open_fights) == 1 and self.view.seat is not None:
            return [*self.summary(open_fights[0], ""), *self.outcome(open_fights[0])]
        lines = [line for fight in open_fights[:_MOST] for line in self.summary(fight)]
        more = len(open_fights) - _MOST
        return [*lines, f"• and {more} more: see `/odds`"] if more > 0 else lines

    def summary(self, fight: Clash, mark: str = "• ") -> Iterator[str]:
        """The two sides, and the chances; empty if nobody is there to fight."""
        if fight.place is not None:
            yield f"{mark}{capital(self._siege(fight, fight.place))}"
        elif fight.verb == "assassinate":
            yield from (f"{mark}{capital(self._murder(noble, fight))}" for noble in fight.party)
        elif fight.verb == "attack_at_sea":
            yield f"{mark}{self._at_sea(fight)}."
        elif foes := self.foes(fight):
            mine = capital(self.force(fight.party, self.troops(fight), french=fight.french))
            text = f"{mine} against {self.force(foes)}"
            text += f" at {self.lex.square(fight.square)}"
            if fight.verb == "ambush":
                yield f"{mark}{text}: one card decides who dies, and nobody wins."
            else:
                yield f"{mark}{text}: {self.chances(fight.party, foes, fight)}."

    def outcome(self, fight: Clash) -> list[str]:
        """The nobles who may die, and what each side wins."""
        if fight.place is not None:
            # Nothing falls and nobody dies when a siege is only laid or joined.
            falls = fight.at_once or fight.verb not in ("lay", "join")
            return self.siege_outcome(fight.party, fight.place) if falls else []
        if fight.verb == "assassinate":
            return []
        if fight.verb == "attack_at_sea":
            lines = self._deaths(self._fleets(fight).perils, "")
            taken = "The winner takes the beaten ships with everybody aboard."
            return [*lines, self.lex.cite(taken, "ishkibibble-seacombat.6")]
        return self.battle_outcome(fight.party, self.foes(fight), wins=fight.verb != "ambush")

    # At sea (ishkibibble-seacombat.3)

    def _fleets(self, fight: Clash) -> CardOdds:
        """The odds of a fight at sea, begun by the player whose turn it is."""
        assert fight.foe is not None
        fleet, foes = fleets_at(
            self.view, self.view.active, fight.foe, SeaId(SquareId(fight.square))
        )
        return fleet_odds(self.lex.content, self.view, fleet, foes)

    def _at_sea(self, fight: Clash) -> str:
        """`Your ships (250) against Bob’s (200) in the Humber Mouth: 1.25 to 1, win 62%, ...`.

        For any other reader, the ships are Anne's.
        """
        odds, foe = self._fleets(fight), NO_SEAT if fight.foe is None else fight.foe
        active = self.view.active
        whose = "Your" if active == self.view.seat else own(self.names(active))
        sides = f"{whose} ships ({odds.attack}) against {own(self.names(foe))} ({odds.opposed})"
        size = ratio(odds.attack, odds.opposed)
        chances = _chances(size, odds.chance(True), odds.chance(False))
        return f"{sides} in the {self.lex.kind(fight.square)}: {chances}"

    # Battles

    def foes(self, fight: Clash) -> tuple[NobleId, ...]:
        """The force under attack, or the nobles in it who are singled out."""
        if fight.foes:
            return fight.foes
        here = forces_at(self.lex.content, self.view, fight.square)
        return here.get(NO_SEAT if fight.foe is None else fight.foe, ())

    def troops(self, fight: Clash) -> int:
        """The strength of the attack."""
        return strength(self.lex.content, self.view, fight.party, spend=fight.french)

    def chances(
        self, party: Sequence[NobleId], foes: Sequence[NobleId], fight: Clash | None = None
    ) -> str:
        """`2 to 1, win 62%, lose 9%, undecided 29%`, weather included."""
        spend = fight is not None and fight.french
        content, view = self.lex.content, self.view
        if content.ruleset.use.battle == "event_card":
            drawn = card_odds(content, view, party, foes, spend=spend)
            size = ratio(drawn.attack, drawn.opposed)
            return _chances(size, drawn.chance(True), drawn.chance(False))
        odds = battle_odds(content, view, party, foes, spend=spend)
        if odds.row is None:
            return f"too weak without allies: a battle needs {odds.needed}"
        fair = 1 - odds.bad_weather
        lost = odds.results["attack_fails"] * fair
        return _chances(ratio(odds.attack, odds.opposed), odds.victory * fair, lost)

    def battle_outcome(
        self, party: Sequence[NobleId], foes: Sequence[NobleId], *, wins: bool = True
    ) -> list[str]:
        """The nobles who may die in a battle, and those who would be captured."""
        content, view = self.lex.content, self.view
        if not foes:
            return []
        if content.ruleset.use.battle == "event_card":
            lines = self._deaths(card_perils(content, view, party, foes), "")
            taken = "The winner captures the survivors of the other side."
            return [*lines, self.lex.cite(taken, "base-9.11")] if wins else lines
        odds = battle_odds(content, view, party, foes)
        lines = self._deaths(odds.perils, " in fair weather")
        heirs = [heir for noble in foes for heir in view.nobles[noble].heirs]
        prize = f", and {self.lex.heirs(heirs)} with them" if heirs else ""
        lines.append(
            f"If the attack wins, {self._whose(foes)} survivors become captives{prize}."
            " If it fails, the surviving attackers go home."
        )
        return lines

    def _murder(self, noble: NobleId, fight: Clash) -> str:
        foes = self.foes(fight)
        odds = assassin_odds(self.lex.content, self.view, noble, foes)
        own_chance = next(p.chance for p in odds.perils if p.attacking)
        victim = next((p.chance for p in odds.perils if not p.attacking), Fraction(0))
        return (
            f"{self.force([noble])} as an assassin against {self.force(foes)}: in fair weather his"
            f" target dies {percent(victim)} of the time, he himself {percent(own_chance)}."
        )

    # Sieges

    def _siege(self, fight: Clash, place: PlaceId) -> str:
        odds = self.storm(fight)
        mine = self.force(fight.party, odds.attack, french=fight.french)
        text = f"{mine} against {self.defence(place, odds)}"
        if fight.verb.startswith("storm"):
            walls = storm_odds(self.lex.content, self.view, place, fight.party, spend=fight.french)
            return f"{text}: {ratio(walls.attack, walls.opposed)}, {storm_chances(walls)}."
        if fight.verb == "lay":
            if storms(self.lex.content):
                return f"{text}: a siege announced now is decided in your next combat."
            laid = f"{text}: {to_lay(self.lex.content, odds)} troops can lay siege, no roll"
            if fight.at_once:
                return f"{laid}. Conclude now: {self.falls(odds)}."
            return f"{laid}. {odds.needed} would take it."
        if fight.verb == "join":
            besieging = [n for n in self.view.sieges[place].besiegers if n not in fight.party]
            all_there = [*besieging, *fight.party]
            total = assault_odds(self.lex.content, self.view, place, all_there).attack
            return f"{text}: the siege would have {total}, and {odds.needed} would take it."
        return f"{text}: {self.falls(odds)}."

    def storm(self, fight: Clash) -> Odds:
        """The chances that the place falls."""
        assert fight.place is not None
        content = self.lex.content
        return assault_odds(content, self.view, fight.place, fight.party, spend=fight.french)

    def defence(self, place: PlaceId, odds: Odds) -> str:
        """`Durham, defended by 260 (garrison 200, Bob’s **Neville** (60))`."""
        men = odds.opposed - sum(self.view.nobles[noble].troops for noble in odds.defenders)
        inside = f", {self.force(odds.defenders)}" if odds.defenders else ""
        return f"{self.lex.place(place)}, defended by {odds.opposed} (garrison {men}{inside})"

    def falls(self, odds: Odds) -> str:
        """Whether an assault is strong enough, and how likely the weather is to allow it."""
        if not odds.enough:
            return f"{odds.needed - odds.attack} too few without allies"
        return f"it falls {percent(1 - odds.bad_weather)} of the time: only bad weather saves it"

    def siege_outcome(self, party: Sequence[NobleId], place: PlaceId) -> list[str]:
        """The nobles who may die when a place falls, and what the besiegers win."""
        content, view = self.lex.content, self.view
        odds = assault_odds(content, view, place, party)
        if not by_card(content):
            lines = self._deaths(odds.perils, " as it falls")
        else:
            lines = self._deaths(card_perils(content, view, odds.attackers, odds.defenders), "")
        own = own_inside(view, place, party)
        heirs = [h for h, seen in view.heirs.items() if seen.alive and seen.inside == place]
        heirs = [h for h in heirs if view.heirs[h].holder not in own]
        prize = [self.lex.place(place), *([self.lex.heirs(heirs)] if heirs else [])]
        others = "all others" if own else "all"
        taken = f", and {others} who survive inside become captives" if odds.defenders else ""
        if {view.nobles[noble].seat for noble in party} == {view.seat}:
            is_ = "is" if len(prize) == 1 else "are"
            return [*lines, f"If you win, {listed(prize)} {is_} yours{taken}."]
        return [*lines, f"If the besiegers win, they take {listed(prize)}{taken}."]

    # Parts

    def force(
        self, nobles: Sequence[NobleId], troops: int | None = None, *, french: bool = False
    ) -> str:
        """`your **Percy** and **Roos** (260, with the French)`; `Bob’s **Neville** (120)`."""
        if troops is None:
            troops = Lookout(self.lex, self.view).strength(nobles)
        with_ = ", with the French" if french else ""
        return f"{self._whose(nobles)} {self.lex.nobles(nobles)} ({troops}{with_})"

    def _whose(self, nobles: Sequence[NobleId]) -> str:
        seats = dict.fromkeys(self.view.nobles[noble].seat for noble in nobles)
        return listed("your" if s == self.view.seat else own(self.names(s)) for s in seats)

    def _deaths(self, perils: Iterable[Peril], when: str) -> list[str]:
        told = [f"{self.lex.piece(p.who)} {percent(p.chance)}" for p in perils if p.chance]
        return [f"At risk{when}: {', '.join(told)}."] if told else []


def _chances(size: str, won: Fraction, lost: Fraction) -> str:
    rest = 1 - won - lost
    return f"{size}, win {percent(won)}, lose {percent(lost)}, undecided {percent(rest)}"
