"""The steward: a sensible player of Kingmaker."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

from bot.content.load import load_content
from bot.rules.kernel import Choice, Prompt
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward import (
    assigning,
    bargaining,
    calls,
    fighting,
    marching,
    royals,
)
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.random_seat import any_answer

_ANSWERS: dict[str, Callable[[Picture, Prompt], Choice]] = {
    "settle_nobles": assigning.settle,
    "noble_arrives": assigning.settle,
    "assign_dealt": assigning.assign,
    "place_arrives": assigning.assign,
    "rebuild": assigning.assign,
    "keep_or_play": assigning.keep_or_play,
    "trim_hand": assigning.trim,
    "answer_call": calls.answer_call,
    "attend_king": calls.attend_king,
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
}


@cache
def _content(ruleset: str) -> Content:
    return load_content(ruleset)


class Steward:
    """Builds a strong host, hunts the royal heirs, and crowns the one it means to keep.

    It knows the rules and the printed components, and of the game only its own view. A question
    it has no opinion on it answers as the clock would, and where the clock has no answer, by lot.
    """

    name = "steward"

    def choose(
        self, view: BoardView, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        picture = Picture(view, seat, _content(view.ruleset))
        for prompt in prompts:
            if prompt.kind == "any_time":
                choice = royals.kill(picture, prompt) or assigning.play_now(picture, prompt)
                if choice is not None and prompt.find(choice) is not None:
                    return prompt, choice
        for prompt in prompts:
            if prompt.blocking:
                choice = self._answer(picture, prompt)
                if choice is not None:
                    return prompt, choice
        return any_answer([p for p in prompts if p.blocking] or prompts, chance)

    def _answer(self, picture: Picture, prompt: Prompt) -> Choice | None:
        """The steward's answer, or the clock's; None if neither fits."""
        handler = _ANSWERS.get(prompt.kind)
        if handler is not None:
            choice = handler(picture, prompt)
            if prompt.find(choice) is not None:
                return choice
        if prompt.default is not None and prompt.find(prompt.default) is not None:
            return prompt.default
        return None
