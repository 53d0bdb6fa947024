"""What is told first, and which facts weigh."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Event, Weight
from bot.rules.kingmaker import facts
from bot.rules.lancaster import facts as lancaster
from bot.words.phrases import described, of_another
from bot.words.weight import ABOVE_ALL, DONE_TO_YOU, WHAT_ELSE, by_weight, weighed, weight_of

MARCH = facts.Marched(0, ("percy",), "9,9", "9,8")
LAID = facts.SiegeLaid(0, "york", ("percy",), 300, 300)
LOST = facts.NobleDied("roos", 1, "battle")
CROWNED = facts.Crowned("henry", "london", 0)


def test_what_is_done_to_one_then_headlines_then_the_rest_each_in_order() -> None:
    events = [MARCH, LAID, LOST, CROWNED, LAID]
    assert list(weighed(events, 1).items()) == [
        (DONE_TO_YOU, [LOST]),
        (ABOVE_ALL, [CROWNED]),
        (WHAT_ELSE, [LAID, LAID]),
    ]
    for other in (0, None):
        assert list(weighed(events, other).items()) == [
            (ABOVE_ALL, [LOST, CROWNED]),
            (WHAT_ELSE, [LAID, LAID]),
        ]
    assert weighed([MARCH], 0) == {}


def test_what_computers_deal_among_themselves_is_a_detail() -> None:
    dealt = facts.DealStruck(1, 2, ("place:york",), ("ship:le_swan",))
    assert weight_of(dealt, ()) is weight_of(dealt, (2,)) is Weight.NOTABLE
    assert weight_of(dealt, (1, 2)) is Weight.DETAIL
    # What was done to one stays so, and so does a headline, or what concerns the whole table.
    for event in (CROWNED, LAID):
        assert weight_of(event, (0, 1, 2)) is weight_of(event, ())
    assert weighed([dealt, LAID], 0, (1, 2)) == {WHAT_ELSE: [LAID]}
    assert weighed([dealt], 1, (1, 2)) == {DONE_TO_YOU: [dealt]}
    assert by_weight([dealt, LAID], computers=(1, 2)) == ([], [1], [0])
    assert by_weight([dealt, LAID]) == ([], [0, 1], [])


@pytest.mark.parametrize(
    ("event", "weight"),
    [
        (facts.HeirTaken("henry", "percy", 0), Weight.HEADLINE),
        (facts.HeirLeft("henry", "9,9"), Weight.HEADLINE),
        (facts.GuardPassed("york", "percy"), Weight.DETAIL),
        (facts.GuardPassed("york"), Weight.NOTABLE),
        (facts.KingCalled("henry", "dover", "22,22"), Weight.HEADLINE),
        (facts.KingCalled("henry", "dover", "22,22", None, ("percy",)), Weight.NOTABLE),
        (facts.PlagueStruck("york"), Weight.DETAIL),
        (facts.PlagueStruck("york", ("roos",)), Weight.HEADLINE),
        (facts.PlagueStruck("york", (), ("henry",)), Weight.HEADLINE),
        (facts.ShipLost("swan"), Weight.NOTABLE),
        (facts.ShipLost("swan", ("roos",)), Weight.HEADLINE),
        (facts.ShipLost("swan", (), ("henry",)), Weight.HEADLINE),
        (facts.RecruitTried(0, "grey", (5, 5), 10, 10, joined=True), Weight.HEADLINE),
        (facts.RecruitTried(0, "grey", (1, 1), 2, 10, joined=False), Weight.DETAIL),
        (facts.SiegeConcluded(0, "york"), Weight.HEADLINE),
        (facts.SiegeConcluded(0, "york", taken=False), Weight.NOTABLE),
        (lancaster.KnightLost(1, "K01", 3), Weight.HEADLINE),
        (lancaster.Gained(1, "county:A", gold=3), Weight.DETAIL),
    ],
)
def test_how_much_a_fact_weighs(event: Event, weight: Weight) -> None:
    assert event.weighs() is weight


def test_what_was_done_to_a_seat() -> None:
    due = facts.PromiseDue(0, 2, "york")
    assert [due.happened_to(seat) for seat in (0, 1, 2, None)] == [True, False, True, False]
    attack = facts.AttackDeclared(0, 1, "9,9", ("percy",), ("roos",), 40, 20)
    assert [attack.happened_to(seat) for seat in (0, 1)] == [False, True]
    assert not MARCH.happened_to(0)


def test_every_field_to_which_something_is_done_names_a_seat() -> None:
    kinds = [Event]
    for kind in kinds:
        kinds += kind.__subclasses__()
        fields = {name: kind.__annotations__.get(name) for name in kind.done_to}
        assert set(fields.values()) <= {"int", "int | None", "Seat", "Seat | None"}, kind


# A sentence that was said to whoever did something, as others read it behind his name.


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Your movement ends.", "the movement ends."),
        ("You propose Percy as Earl of Kent.", "proposes Percy as Earl of Kent."),
        ("You bring no more business.", "brings no more business."),
        ("You pass on a title.", "passes on a title."),
        ("You do not let him be crowned.", "does not let him be crowned."),
        ("You are done with the castle.", "is done with the castle."),
        ("You let your House crown him.", "lets the House crown him."),
        ("Percy marches to S21 London.", "Percy marches to S21 London."),
        ("Nobody is crowned.", "Nobody is crowned."),
    ],
)
def test_nobody_else_is_called_you(said: str, told: str) -> None:
    assert of_another(said) == told


def test_of_facts_none_of_which_fits_the_first_is_cut() -> None:
    long = " ".join(["word"] * 30)
    assert described(["", long, long]) == f"{' '.join(['word'] * 20)}…"
    assert described([long, "a word"]) == "a word"
    assert described([]) == ""
