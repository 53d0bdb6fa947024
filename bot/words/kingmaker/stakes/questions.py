"""What each kind of question carries beside itself, from what the reader's own view shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Offer, Prompt
from bot.rules.kingmaker.combat.alliances import IN_THE_ATTACK
from bot.rules.kingmaker.prospects.fights import Clash, declared, fights
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker import corrections
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.families import recruiting
from bot.words.kingmaker.families.questions import admitting_lines, declaring_lines
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.bargains import captive_lines, deal_lines, price_lines
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
from bot.words.shape import Names

Settled = Mapping[str, tuple[str, ...]]


def stakes(
    lex: Lexicon,
    prompt: Prompt,
    view: BoardView,
    names: Names,
    offers: Sequence[Offer],
    settled: Settled,
) -> list[str]:
    """What is known that helps to answer a question, line by line; empty if nothing does.

    ``offers`` are those of the prompt that fit ``settled``, what was chosen so far.
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
        return [captives.meaning(names(int(prompt.facts["captor"])))]
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
    """The votes as they stand; or, of a card that passes on, whose it would be."""
    card, noble = settled.get("card"), settled.get("noble")
    if card and noble:
        return passing_lines(lex, view, offers[0].verb, card[0], noble[0], names)
    return business_lines(lex, view, offers, names)


def _deals(
    lex: Lexicon, view: BoardView, names: Names, offers: Sequence[Offer], settled: Settled
) -> list[str]:
    """The deal that is being answered; or those that lie on offer between the same two."""
    verb, others = next((offer.verb for offer in offers), ""), settled.get("to", ())
    if verb == "propose_deal":
        between = [d for d in view.deals if {str(d.giver), str(d.taker)} & set(others)]
        return [f"• {on_offer(lex, deal, view.seat, names)}" for deal in between]
    lines = []
    for deal in view.deals:
        if deal.name in settled.get("deal", ()):
            # To refuse or to take back gives nothing away, and the terms are on the screen.
            lines += [on_offer(lex, deal, view.seat, names)] if verb == "accept_deal" else []
            lines += deal_lines(lex, view, deal, names)
    return lines


def _called_upon(
    lex: Lexicon, prompt: Prompt, view: BoardView, names: Names, settled: Settled
) -> list[str]:
    """A declared fight as it stands, and with one's own troops on either side."""
    tell = Teller(lex, view, names)
    found = declared(prompt, view)
    if found is None:
        return []
    base, defenders = found
    verb, attackers, place = base.verb, base.party, base.place
    lines = [f"As it stands: {_standing(tell, base, defenders)}."]
    for offer in prompt.offers:
        mine = settled.get("nobles") or next((f.candidates for f in offer.fields), ())
        if offer.verb in IN_THE_ATTACK and mine:
            french = offer.verb == "ally_attack_with_french"
            fought = "attack_with_french" if french else verb
            joined = Clash(fought, (*attackers, *mine), base.square, place=place)
            odds = _standing(tell, joined, defenders)
            troops = tell.troops(Clash(fought, tuple(mine), base.square)) if french else None
            beside = tell.force(mine, troops, french=french)
            lines.append(f"With {beside} in the attack: {odds}.")
        elif offer.verb == "ally_defence" and mine:
            odds = _standing(tell, base, (*defenders, *mine))
            lines.append(f"With {tell.force(mine)} in the defence: {odds}.")
    if place is not None:
        return [*lines, *tell.siege_outcome(attackers, place)]
    return [*lines, *tell.battle_outcome(attackers, defenders)]


def _standing(tell: Teller, fight: Clash, defenders: tuple[str, ...]) -> str:
    if fight.place is None:
        return tell.chances(fight.party, defenders, fight)
    odds = tell.storm(fight)
    return f"{odds.attack} against {odds.opposed}, {tell.falls(odds)}"
