"""The steward: a sensible player of Kingmaker."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from bot.content.characters import Character
from bot.content.load import load_content
from bot.rules.kernel import Choice, Prompt, Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward import (
    assigning,
    bargaining,
    business,
    calling,
    calls,
    fighting,
    marching,
    royals,
    seafaring,
    siding,
    targets,
    voting,
)
from bot.seats.kingmaker_steward.deals import answering, offering
from bot.seats.kingmaker_steward.outlook import CARELESS, EVEN, Outlook
from bot.seats.kingmaker_temper import Temper
from bot.seats.policy import WITH
from bot.seats.random_seat import any_answer

_ANSWERS: dict[str, Callable[[Outlook, Prompt], Choice]] = {
    "entrust_heirs": royals.share,
    "settle_nobles": assigning.settle,
    "settle_in_turn": assigning.settle,
    "noble_arrives": assigning.settle,
    "head_returns": assigning.settle,
    "assign_dealt": assigning.assign,
    "place_arrives": assigning.assign,
    "rebuild": assigning.assign,
    "keep_or_play": assigning.keep_or_play,
    "trim_hand": assigning.trim,
    "answer_call": calls.answer_call,
    "attend_king": calls.attend_king,
    "attendance": calls.attend,
    "writs": calls.serve_writ,
    "served": calls.served,
    "movement": marching.move,
    "overcrowded": fighting.thin_out,
    "combat": fighting.fight,
    "occupy": fighting.occupy,
    "return_inside": fighting.return_inside,
    "hold_place": fighting.hold,
    "go_home": fighting.go_home,
    "keep_heir": royals.keep,
    "coronation": royals.crown,
    "offer_ransom": bargaining.offer_ransom,
    "answer_ransom": bargaining.answer_ransom,
    "heir_ransom": bargaining.offer_draws,
    "answer_draws": bargaining.answer_draws,
    "mercy": bargaining.show_mercy,
    "alliance": siding.take_sides,
    "recruiting": targets.recruit,
    "recruit_at_once": targets.recruit,
    "rivalry": targets.recruit,
    "make_good": targets.make_good,
    "declare_side": siding.declare_side,
    "admission": siding.admit,
    "consent_to_crown": siding.consent,
    "pact": siding.answer_pact,
    "pacts": siding.review_pacts,
    "name_target": fighting.name_target,
    "refuge": seafaring.seek_port,
    "scuttle": seafaring.scuttle,
    "woo_heir": royals.woo,
    "fail_siege": fighting.make_fail,
    "withdrawal": fighting.withdraw,
    "evade": fighting.evade,
    "force": fighting.force,
    "turncoat_siege": fighting.strike_at_once,
    "send_to_port": seafaring.send_away,
    "two_houses": royals.two_houses,
    "parliament": calling.call,
    "peoples_parliament": calling.meet,
    "excuses": calling.excuse,
    "revoke": calling.revoke,
    "grant_bishops": business.grant_bishop,
    "round": business.propose,
    "chancery": business.offer_chancery,
    "ballot": voting.vote,
    "lost_ships": voting.recall,
    "motions": business.move,
    "take_card": business.take_card,
    "approve_office": business.approve_office,
    "pass_king": royals.keep,
    "return_home": business.return_home,
}
"""The kinds of questions, each with the function that answers it. Requests for leave to enter or to
land are not among them: the steward refuses these, as the clock does."""


_STANDING = "any_time"
_COURTING = frozenset({"recruiting", "recruit_at_once", "rivalry", "make_good"})
"""Questions for which cards in hand are offered: no card is played before these are answered."""


_DEEDS = frozenset({"movement", "combat"})
"""Phases in which a player who does nothing misses out but hurts nobody else."""


@lru_cache(maxsize=64)
def _content(ruleset: str) -> Content:
    return load_content(ruleset)


class Steward:
    """Builds a strong army, hunts the royal heirs, and crowns the one it means to keep.

    The steward knows the rules and the printed components, but sees no more of the game than its
    own view. If it has no opinion on a question, it answers as the clock would, or at random if the
    clock has no answer.
    """

    def __init__(
        self,
        name: str = "steward",
        character: Character | None = None,
        *,
        easy: bool = False,
        far_sighted: bool = False,
    ) -> None:
        self.name = name if character is None else f"{name}{WITH}{character.id}"
        self._temper = Temper.of(character, easy=easy, far_sighted=far_sighted)

    def look(self, view: BoardView, seat: Seat) -> Outlook:
        """The board as this player sees it from a seat."""
        outlook = Outlook(view, seat, _content(view.ruleset))
        outlook.temper = self._temper
        outlook.stance = CARELESS if self._temper.easy else EVEN
        return outlook

    def choose(
        self, view: BoardView, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        outlook = self.look(view, seat)
        courting = any(prompt.kind in _COURTING for prompt in prompts)
        for prompt in () if courting else prompts:
            if prompt.kind == _STANDING:
                choice = self._of_its_own_accord(outlook, prompt, prompts, chance)
                if choice is not None and prompt.find(choice) is not None:
                    return prompt, choice
        for prompt in prompts:
            if prompt.blocking:
                choice = self._answered(outlook, prompt)
                if choice is not None:
                    return prompt, choice
        return any_answer([p for p in prompts if p.blocking] or prompts, chance)

    def _answered(self, outlook: Outlook, prompt: Prompt) -> Choice | None:
        """The answer; on their own turn, slow players now and then leave it to the clock."""
        late = prompt.kind in _DEEDS and prompt.default is not None
        if late and self._temper.lets_go_by(prompt.kind, outlook.view.round, outlook.seat):
            return prompt.default
        return answer(outlook, prompt)

    def looks_round(
        self, view: BoardView, asked: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> bool:
        if (
            view.hand
            or view.waiting
            or view.custody
            or royals.may_unmask(view)
            or targets.may_betray(view, _content(view.ruleset), seat)
            or any(deal.taker == seat for deal in view.deals)
        ):
            return True
        outlook = self.look(view, seat)
        if business.goes_home_with_heirs(outlook, asked):
            return True
        return royals.surplus(outlook) is not None or offering.in_the_mood(outlook, asked, chance)

    def glance(
        self, view: BoardView, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        outlook = self.look(view, seat)
        for prompt in prompts:
            if prompt.kind == _STANDING:
                choice = answering.answer(outlook, prompt)
                if choice is not None:
                    return prompt, choice
        return None

    def _of_its_own_accord(
        self,
        outlook: Outlook,
        prompt: Prompt,
        asked: Sequence[Prompt],
        chance: random.Random,
    ) -> Choice | None:
        """What the steward does unasked: kill an heir or hand him on, play a card, deal, seek an
        alliance, free a captive.
        """
        choice = (
            royals.kill(outlook, prompt)
            or royals.unmask(outlook, prompt)
            or targets.betray(outlook, prompt)
            or assigning.play_now(outlook, prompt)
            or business.hand_on(outlook, prompt, asked)
            or answering.answer(outlook, prompt)
            or siding.propose_pact(outlook, prompt)
            or bargaining.let_go(outlook, prompt)
        )
        if choice is None and offering.in_the_mood(outlook, asked, chance):
            choice = offering.propose(outlook, prompt, asked)
        return choice


def answer(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """The steward's answer, or the clock's; None if neither fits."""
    if (only := prompt.only()) is not None:
        return only
    handler = _ANSWERS.get(prompt.kind)
    if handler is not None:
        choice = handler(outlook, prompt)
        if prompt.find(choice) is not None:
            return choice
    if prompt.default is not None and prompt.find(prompt.default) is not None:
        return prompt.default
    return None
