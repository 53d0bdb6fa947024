"""The text that comes with each kind of question, based on what the reader's own view shows.

Buttons that name their target if they have only one.

A faction's distance from winning at once, in words.

The stakes in a bargain: what each thing in a deal or a ransom is worth, and what happens if it
fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.rules.kernel import Offer, Prompt, Seat
from bot.rules.kingmaker.combat.alliances import IN_THE_ATTACK
from bot.rules.kingmaker.ids import CardId, NobleId, SeaId, SquareId
from bot.rules.kingmaker.procedures import Goal
from bot.rules.kingmaker.prospects.fights import Clash, declared, fights
from bot.rules.kingmaker.prospects.odds import forces_at
from bot.rules.kingmaker.state import Deal
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker import corrections
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.families import recruiting
from bot.words.kingmaker.families.log import admitting_lines, declaring_lines
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.options import thing_facts
from bot.words.kingmaker.stakes.fights import Teller
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
        rivals = f"the other {len(goal.rivals)} heirs"
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


Settled = Mapping[str, tuple[str, ...]]


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
