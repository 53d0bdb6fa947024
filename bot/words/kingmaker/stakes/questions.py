"""The text that comes with each kind of question, based on what the reader's own view shows.

Buttons that name their target if they have only one.

A faction's distance from winning at once, in words.

The stakes in a fight: the odds with the reader's own troops, who may die, and who gets what. All
figures are worked out from the reader's own view, as in `/odds`.

The stakes in a bargain: what each thing in a deal or a ransom is worth, and what happens if it
fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.rules.kernel import Offer, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker.combat.alliances import IN_THE_ATTACK
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SeaId, SquareId
from bot.rules.kingmaker.procedures import Goal
from bot.rules.kingmaker.prospects.fights import (
    CardOdds,
    Clash,
    card_odds,
    card_perils,
    declared,
    fights,
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
from bot.rules.kingmaker.state import Deal
from bot.rules.kingmaker.succession import BEAUFORT_HEIR
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker import corrections
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.expansion.events import storm_chances
from bot.words.kingmaker.families import recruiting
from bot.words.kingmaker.families.log import admitting_lines, declaring_lines
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import capital, percent, ratio
from bot.words.kingmaker.options import thing_facts
from bot.words.kingmaker.stakes.votes import (
    business_lines,
    call_lines,
    motion_lines,
    passing_lines,
    proposal_lines,
)
from bot.words.kingmaker.trade import on_offer
from bot.words.kingmaker.verbs import gives_out
from bot.words.phrases import cut, described, listed, own
from bot.words.shape import VERB_LIMIT, Names

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


_PLACES = {
    "enter": "Go inside {}",
    "lay": "Lay siege to {}",
    "join": "Join the siege of {}",
    "conclude": "Conclude the siege of {}",
    "storm": "Storm {}",
    "storm_with_french": "Storm {} with the French",
    "conclude_with_french": "Take {} with the French",
}
_FORCES = {
    "attack": "Attack {}",
    "attack_with_french": "Attack {} with the French",
    "ambush": "Lie in ambush for {}",
}


def aimed(lex: Lexicon, offers: Sequence[Offer], view: BoardView) -> str | None:
    """The label of a button with only one possible target, such as `Attack Neville` or `Lay siege
    to Durham`; None if there are several."""
    verb = offers[0].verb
    if verb in _PLACES:
        places = {place for offer in offers for place in offer.field("place").candidates}
        return _label(_PLACES[verb], lex.place(places.pop())) if len(places) == 1 else None
    if verb in _FORCES:
        targets = {(o.field("square").candidates, o.field("against").candidates) for o in offers}
        if len(targets) != 1:
            return None
        ((square,), (foe,)) = targets.pop()
        named = next((f.candidates for f in offers[0].fields if f.name == "foes"), ())
        here = named or forces_at(lex.content, view, SquareId(square)).get(Seat(int(foe)), ())
        return _label(_FORCES[verb], _force(lex, view, here))
    if verb == "attack_at_sea":
        fleets = {(o.field("against").candidates, o.field("sea").candidates) for o in offers}
        if len(fleets) != 1:
            return None
        ((foe, *others), (sea, *elsewhere)) = fleets.pop()
        alone = not others and not elsewhere
        return (
            _label("Attack {} at sea", _fleet(lex, view, SeaId(SquareId(sea)), Seat(int(foe))))
            if alone
            else None
        )
    if verb == "crown":
        heirs = {heir for offer in offers for heir in offer.field("heir").candidates}
        return _label("Crown {}", lex.kind(heirs.pop())) if len(heirs) == 1 else None
    return None


def _force(lex: Lexicon, view: BoardView, here: Sequence[str]) -> str:
    """The nobles of a force, the strongest first: `Neville and Roos`, `Neville and 2 more`."""
    found = sorted(here, key=lambda noble: -view.nobles[NobleId(CardId(noble))].troops)
    names = [lex.kind(noble) for noble in found]
    if len(names) > 2:
        names = [names[0], f"{len(names) - 1} more"]
    return listed(names)


def _fleet(lex: Lexicon, view: BoardView, sea: SeaId, foe: Seat) -> str:
    """The ships that a player commands in a sea space: `Le Swan`, `Le Swan and 2 more`."""
    names = [
        lex.kind(key)
        for key, ship in view.ships.items()
        if ship.sea == sea and (ship.seat if ship.master is None else ship.master) == foe
    ]
    if len(names) > 2:
        names = [names[0], f"{len(names) - 1} more"]
    return listed(names)


def _label(text: str, target: str) -> str | None:
    return cut(text.format(target), VERB_LIMIT) if target else None


def goal_text(lex: Lexicon, goal: Goal, most: int | None = None) -> str:
    """What a faction still needs to win, apart from the heirs that it already keeps; if there are
    more than ``most`` rivals, they are counted, not named."""
    if goal.king is None:
        king = "a King other than Henry" if goal.needed else "a King"
        return f"must have {king} to win"
    king, rivals = lex.heir(goal.king), lex.heirs(goal.rivals)
    if most is not None and len(goal.rivals) > most:
        heirs = [heir for heir in goal.rivals if heir != BEAUFORT_HEIR]
        rivals = f"the other {len(heirs)} heirs"
        if len(heirs) < len(goal.rivals):
            rivals += f" and {lex.heir(BEAUFORT_HEIR)}"
    if not goal.needed and not rivals:
        return f"wins as soon as {king} is back on the board"
    if not goal.needed:
        dead = "is dead" if len(goal.rivals) == 1 else "are dead"
        return f"wins with {king} once {rivals} {dead}"
    if goal.rivals:
        reign = "is no longer King" if len(goal.rivals) == 1 else "are no longer Kings"
        return f"wins with {king} only once {rivals} {reign}"
    return f"has held {king} for {goal.turns} of {goal.needed} turns"


_GOODS = {
    "places": "place",
    "ships": "ship",
    "beside": "beside",
    "heirs": "heir",
    "cards": "hand",
    "held": "held",
}
"""The parts of a ransom, and what deals call such things."""


def deal_lines(lex: Lexicon, view: BoardView, deal: Deal, names: Names) -> list[str]:
    """A description of each thing in a deal, and how long the offer lasts."""
    lines = _things(lex, view, (*deal.give, *deal.take))
    return [*lines, f"It lapses when {own(names(deal.giver))} next turn begins."]


def price_lines(lex: Lexicon, view: BoardView, about: Mapping[str, str]) -> list[str]:
    """A description of each thing in a ransom, and what the captor gets if he refuses it."""
    tokens = [
        f"{kind}:{thing}"
        for goods, kind in _GOODS.items()
        for thing in about.get(goods, "").split(",")
        if thing
    ]
    spoils = lex.content.ruleset.use.captives == "spoils"
    left = "his cards" if spoils else "nothing"
    return [
        *_things(lex, view, tokens),
        *([captives.bargain(lex, about)] if about.get("draws") else []),
        f"{_captive(lex, view, NobleId(CardId(about['noble'])))}."
        f" If you refuse for good, you get {left}.",
    ]


def captive_lines(
    lex: Lexicon, view: BoardView, about: Mapping[str, str], names: Names
) -> list[str]:
    """The captive in brief, for the player asked to ransom him, and what happens if he is not
    ransomed.
    """
    pardons = [card for card in view.hand if lex.content.crown[card].kind == "pardon"]
    by_draws = lex.content.ruleset.ransom_by_draws
    unless = ". You hold a King’s Pardon and are asked first" if pardons else ""
    noble = NobleId(CardId(about["noble"]))
    return [
        f"{_captive(lex, view, noble)}. If {names(Seat(int(about['captor'])))} refuses for good,"
        f" {lex.piece(noble)} is put to death{unless}.",
        *([captives.meaning(names(Seat(int(about["captor"]))))] if by_draws else []),
    ]


def _captive(lex: Lexicon, view: BoardView, noble: NobleId) -> str:
    facts = [f for f in Lookout(lex, view).noble_facts(noble) if f != "captive"]
    return f"{lex.piece(noble)}: {', '.join(facts)}" if facts else lex.piece(noble)


def _things(lex: Lexicon, view: BoardView, tokens: Iterable[str]) -> list[str]:
    look = Lookout(lex, view)
    told = [thing_facts(look, token) for token in tokens]
    return [f"• {name}: {described(facts)}" for name, facts in told if facts]


def stakes(
    lex: Lexicon,
    prompt: Prompt,
    view: BoardView,
    names: Names,
    offers: Sequence[Offer],
    settled: Settled,
) -> list[str]:
    """Facts that help to answer a question, line by line; empty if there are none.

    ``offers`` are those of the prompt that fit ``settled``, the choices so far.
    """
    if prompt.kind in ("alliance", "moment"):
        return _called_upon(lex, prompt, view, names, settled)
    if prompt.kind in ("ballot", "debate"):
        return motion_lines(lex, view, prompt.facts, names)
    if prompt.kind in ("round", "chancery"):
        return [] if gives_out(prompt) else proposal_lines(lex, view, names)
    if prompt.kind == "motions":
        return _business(lex, view, names, offers, settled)
    if prompt.kind == "parliament":
        return call_lines(view, prompt.facts, names)
    if prompt.kind == "offer_ransom":
        return captive_lines(lex, view, prompt.facts, names)
    if prompt.kind == "answer_ransom":
        return price_lines(lex, view, prompt.facts)
    if prompt.kind == "heir_ransom":
        return [captives.meaning(names(Seat(int(prompt.facts["captor"]))))]
    if prompt.kind == "answer_draws":
        return [captives.bargain(lex, prompt.facts)]
    if prompt.kind in ("recruiting", "recruit_at_once", "rivalry"):
        return recruiting.chances_lines(lex, view, prompt.seat, offers, settled)
    if prompt.kind == "declare_side":
        return declaring_lines(lex, view, prompt)
    if prompt.kind == "admission":
        return admitting_lines(lex, view, prompt)
    if prompt.kind == "corrections":
        return corrections.known(lex, view, offers, settled)
    if prompt.kind == "any_time":
        return _deals(lex, view, names, offers, settled)
    return Teller(lex, view, names).lines(fights(offers, view, settled))


def _business(
    lex: Lexicon, view: BoardView, names: Names, offers: Sequence[Offer], settled: Settled
) -> list[str]:
    """The current votes; or, for a card that is passed on, who would get it."""
    card, noble = settled.get("card"), settled.get("noble")
    if card and noble:
        return passing_lines(
            lex, view, offers[0].verb, CardId(card[0]), NobleId(CardId(noble[0])), names
        )
    return business_lines(lex, view, offers, names)


def _deals(
    lex: Lexicon, view: BoardView, names: Names, offers: Sequence[Offer], settled: Settled
) -> list[str]:
    """The deal being answered, or those on offer between the same two players."""
    verb, others = next((offer.verb for offer in offers), ""), settled.get("to", ())
    if verb == "propose_deal":
        between = [d for d in view.deals if {str(d.giver), str(d.taker)} & set(others)]
        return [f"• {on_offer(lex, deal, view.seat, names)}" for deal in between]
    lines = []
    for deal in view.deals:
        if deal.name in settled.get("deal", ()):
            if verb == "counter_deal":
                return [f"• {on_offer(lex, deal, view.seat, names)}"]
            # Refusing or taking back gives nothing away, and the terms are on the screen.
            lines += [on_offer(lex, deal, view.seat, names)] if verb == "accept_deal" else []
            lines += deal_lines(lex, view, deal, names)
    return lines


def _called_upon(
    lex: Lexicon, prompt: Prompt, view: BoardView, names: Names, settled: Settled
) -> list[str]:
    """A declared fight as it stands, and as it would be with the reader's own troops on either
    side."""
    tell = Teller(lex, view, names)
    found = declared(prompt, view)
    if found is None:
        return []
    base, defenders = found
    verb, attackers, place = base.verb, base.party, base.place
    lines = [f"As it stands: {_standing(tell, base, defenders)}."]
    for offer in prompt.offers:
        able = settled.get("nobles") or next((f.candidates for f in offer.fields), ())
        mine = tuple(NobleId(CardId(noble)) for noble in able)
        if offer.verb in IN_THE_ATTACK and mine:
            french = offer.verb == "ally_attack_with_french"
            fought = "attack_with_french" if french else verb
            joined = Clash(fought, (*attackers, *mine), base.square, place=place)
            odds = _standing(tell, joined, defenders)
            troops = tell.troops(Clash(fought, mine, base.square)) if french else None
            beside = tell.force(mine, troops, french=french)
            lines.append(f"With {beside} in the attack: {odds}.")
        elif offer.verb == "ally_defence" and mine:
            odds = _standing(tell, base, (*defenders, *mine))
            lines.append(f"With {tell.force(mine)} in the defence: {odds}.")
    if place is not None:
        return [*lines, *tell.siege_outcome(attackers, place)]
    return [*lines, *tell.battle_outcome(attackers, defenders)]


def _standing(tell: Teller, fight: Clash, defenders: tuple[NobleId, ...]) -> str:
    if fight.place is None:
        return tell.chances(fight.party, defenders, fight)
    odds = tell.storm(fight)
    return f"{odds.attack} against {odds.opposed}, {tell.falls(odds)}"
