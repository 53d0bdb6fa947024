"""No answer to a deal tells who asks anything of what is hidden from him."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.rules.kingmaker.cards.deals import OPEN_DEALS
from tests.rules.kingmaker.scene import Scene
from tests.seats.deals.test_answers import haggled
from tests.tools.bargains import play_twins


def crowded(*takers: int) -> Scene:
    """Seat 1 has offered deals to these seats; seat 0 asks it for Conway."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("holland", 1, "ampthill").control("conway", "neville")
    scene.noble("talbot", 2, "sheffield").movement(1)
    for number, taker in enumerate(takers):
        promise = f"a song of {number + 1} verses"
        scene.play(1, "propose_deal", to=str(taker), promise=promise)
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", take=["place:conway"])
    return scene


def test_that_all_its_offers_are_out_nobody_hears_who_has_none_of_them() -> None:
    free, busy = crowded(2), crowded(*[2] * OPEN_DEALS)
    answers = haggled(free)
    assert [choice.verb for choice in answers] == ["propose_deal", "refuse_deal"]
    oldest, newer, _ = (deal.name for deal in busy.state.deals if deal.giver == 1)
    offers, refuses = answers
    assert haggled(busy) == [
        Choice.of("withdraw_deal", deal=oldest),
        offers,
        Choice.of("withdraw_deal", deal=newer),
        refuses,
    ]


def test_with_offers_to_who_asks_alone_none_is_taken_back() -> None:
    assert [choice.verb for choice in haggled(crowded(*[0] * OPEN_DEALS))] == ["refuse_deal"]


def test_in_many_rounds_no_answer_hangs_on_what_is_hidden() -> None:
    found = play_twins("house", 4, "reason:2", {"rounds": "9"})
    assert found.told == []
    assert found.answers >= 5
