"""What may be offered to a noble, exactly, and what is said to an offer that does not fit."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker.state import Custody
from tests.rules.kingmaker.families.tables import LANCASTER, YORK, heads
from tests.rules.kingmaker.families.test_winning_over import betrayed
from tests.rules.kingmaker.recruiting.test_recruiting import at_ashby
from tests.rules.kingmaker.scene import Scene

HIM, BY = Field("noble", ("hastings",)), Field("envoy", ("bourchier",))


def asked(scene: Scene, seat: int = 1) -> Prompt:
    """The only question that holds the game up."""
    (prompt,) = [p for p in scene.match.prompts(seat) if p.blocking]
    return prompt


def recruit(*fields: Field) -> Offer:
    return Offer("recruit", fields, "families-recruit.3")


DONE = Offer("done", (), "families-recruit.4")


@pytest.mark.rule("families-recruit.3", "families-recruit.4")
def test_with_an_empty_hand_nothing_is_offered() -> None:
    scene = at_ashby()
    assert asked(scene) == Prompt(1, "recruiting", (recruit(HIM, BY), DONE), default=Choice("done"))


@pytest.mark.rule("families-recruit.18")
def test_a_title_alone_is_offered_or_not() -> None:
    scene = at_ashby("earl_kent")
    assert asked(scene).offers == (recruit(HIM, BY, Field("title", ("earl_kent",), 0, 1)), DONE)


@pytest.mark.rule("families-recruit.18")
def test_an_office_alone_is_not_offered_to_the_untitled() -> None:
    scene = at_ashby("marshal_england")
    assert asked(scene).offers == (recruit(HIM, BY), DONE)


@pytest.mark.rule("families-recruit.18")
def test_an_office_goes_with_a_title_and_other_cards_as_many_as_one_likes() -> None:
    scene = at_ashby("earl_kent", "marshal_england", "saxons_1", "bp_lincoln")
    rest = Field("cards", ("saxons_1", "bp_lincoln"), 0, 2)
    office = Field("office", ("marshal_england",))
    assert asked(scene).offers == (
        recruit(HIM, BY, Field("title", ("earl_kent",), 0, 1), rest),
        recruit(HIM, BY, Field("title", ("earl_kent",)), office, rest),
        DONE,
    )


@pytest.mark.rule("families-recruit.18")
def test_who_bears_a_printed_title_is_offered_an_office_alone_also_at_once() -> None:
    scene = betrayed("earl_kent", "marshal_england").noble("fitzalan", 3, "arundel")
    scene.match.look_anew()
    fields = [
        [field.name for field in offer.fields]
        for offer in scene.offered(0, "recruit")
        if offer.field("noble").candidates == ("fitzalan",)
    ]
    assert fields == [["noble", "office"]]
    scene.forbidden(
        0,
        "recruit",
        rule="families-recruit.18",
        says="A noble can have one title at most",
        noble="fitzalan",
        title="earl_kent",
    )


@pytest.mark.rule("families-recruit.18")
def test_who_holds_an_office_is_offered_none() -> None:
    scene = betrayed("earl_essex", "marshal_england")
    scene.give("greystoke", "earl_kent", "constable_dover")
    scene.match.look_anew()
    fields = [
        [field.name for field in offer.fields]
        for offer in scene.offered(0, "recruit")
        if offer.field("noble").candidates == ("greystoke",)
    ]
    assert fields == [["noble"]]
    for name, card, says in (
        ("title", "earl_essex", "A noble can have one title at most. Do not offer a second."),
        (
            "office",
            "marshal_england",
            "A noble can have one office at most. Do not offer a second.",
        ),
    ):
        reason = scene.refused(
            0, "recruit", rule="families-recruit.18", noble="greystoke", **{name: card}
        )
        assert reason == says


@pytest.mark.rule("families-recruit.18")
def test_one_strange_card_among_ones_own_spoils_an_offer() -> None:
    scene = at_ashby("saxons_1")
    said = "Offer cards from your hand, or from your nobles with the envoy."
    for cards in (["saxons_1", "saxons_2"], ["saxons_2"]):
        reason = scene.refused(
            1,
            "recruit",
            rule="families-recruit.18",
            noble="hastings",
            envoy="bourchier",
            cards=cards,
        )
        assert reason == said


@pytest.mark.rule("families-recruit.3")
def test_what_is_named_twice_or_not_at_all_is_no_offer() -> None:
    scene = at_ashby("saxons_1")
    said = "Name one noble and one envoy, and each card only once."
    twice = ["saxons_1", "saxons_1"]
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier", cards=twice
    )
    assert reason == said
    reason = scene.refused(1, "recruit", rule="families-recruit.3", envoy="bourchier")
    assert reason == "Name a noble whom you want to recruit."
    reason = scene.refused(1, "recruit", rule="families-recruit.3", noble="hastings")
    assert reason == "Send a noble of your own."


@pytest.mark.rule("families-recruit.3")
def test_a_captive_envoy_wins_nobody_over() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("herbert", 1, "lathom")
    scene.noble("clifford", 0, "skipton").movement(1)
    scene.state.nobles["bourchier"].captor = 0
    scene.play(1, "done")
    assert scene.candidates(1, "recruit", "envoy") == {"herbert"}
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier"
    )
    assert reason == "A captive cannot win anyone over."


@pytest.mark.rule("families-recruit.3")
def test_envoys_in_one_space_are_one_offer_and_elsewhere_another() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "greystoke", outside=True)
    scene.noble("herbert", 1, "greystoke", outside=True).noble("howard", 1, "hinderskelfe")
    scene.movement_over(1)
    envoys = [
        offer.field("envoy").candidates
        for offer in scene.offered(1, "recruit")
        if offer.field("noble").candidates == ("greystoke",)
    ]
    assert envoys == [("bourchier", "herbert"), ("howard",)]


@pytest.mark.rule("families-recruit.3")
def test_who_is_in_custody_wins_nobody_over() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("herbert", 1, "lathom")
    scene.noble("clifford", 0, "ashby", outside=True).movement(1)
    scene.state.custody["bourchier"] = Custody(1, 0, 2, keeper="clifford")
    scene.play(1, "done")
    assert scene.candidates(1, "recruit", "envoy") == {"herbert"}
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier"
    )
    assert reason == "A captive cannot win anyone over."


@pytest.mark.rule("families-recruit.18")
def test_one_office_is_offered_to_who_bears_a_printed_title() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "arundel", outside=True)
    scene.hand(1, "marshal_england", "constable_dover", "saxons_1").movement_over(1)
    fields = (
        Field("noble", ("fitzalan",)),
        BY,
        Field("office", ("marshal_england", "constable_dover"), 0, 1),
        Field("cards", ("saxons_1",), 0, 1),
    )
    assert asked(scene).offers == (recruit(*fields), DONE)
    # The office is not what is wrong with this.
    twice = {"office": "marshal_england", "cards": ["saxons_1", "saxons_1"]}
    scene.refused(
        1, "recruit", rule="families-recruit.3", noble="fitzalan", envoy="bourchier", **twice
    )


def with_a_town(holder: str | None) -> Scene:
    """Lancaster has the card of Shrewsbury in hand, and an envoy at a castle of Herbert's."""
    scene = heads().hand(LANCASTER, "town_shrewsbury", "saxons_1", "saxons_2")
    scene.noble("clifford", LANCASTER, "pembroke", outside=True).control("shrewsbury", holder)
    return scene.movement_over(LANCASTER)


@pytest.mark.rule("families-recruit.18", "base-1.16")
@pytest.mark.parametrize("holder", ["percy", "beaufort"])
def test_the_card_of_a_town_that_somebody_holds_is_not_offered(holder: str) -> None:
    scene = with_a_town(holder)
    assert scene.candidates(LANCASTER, "recruit", "cards") == {"saxons_1", "saxons_2"}
    attempt = {"noble": "herbert", "envoy": "clifford", "cards": ["town_shrewsbury"]}
    scene.refused(LANCASTER, "recruit", rule="base-1.16", **attempt)


@pytest.mark.rule("families-recruit.18", "base-1.16")
def test_that_of_a_town_of_nobodys_is() -> None:
    scene = with_a_town(None).dice_show(6, 6)
    cards = ["town_shrewsbury", "saxons_1", "saxons_2"]
    scene.play(LANCASTER, "recruit", noble="herbert", envoy="clifford", cards=cards)
    assert scene.state.nobles["herbert"].cards == cards
    assert scene.state.control["shrewsbury"] == "herbert"


@pytest.mark.rule("families-recruit.18", "base-1.16")
def test_an_envoy_offers_the_town_that_he_holds_himself() -> None:
    scene = heads().hand(LANCASTER, "saxons_1", "saxons_2")
    scene.noble("clifford", LANCASTER, "pembroke", outside=True, cards=("town_shrewsbury",))
    scene.movement_over(LANCASTER).dice_show(6, 6)
    cards = ["town_shrewsbury", "saxons_1", "saxons_2"]
    scene.play(LANCASTER, "recruit", noble="herbert", envoy="clifford", cards=cards)
    assert scene.state.control["shrewsbury"] == "herbert"
    assert scene.match.violations() == []


@pytest.mark.rule("families-recruit.19", "base-1.16")
@pytest.mark.parametrize(("holder", "asked"), [("percy", False), ("hastings", True)])
def test_a_recruit_is_given_the_card_of_no_town_that_another_holds(
    holder: str, asked: bool
) -> None:
    scene = heads().noble("hastings", YORK, "ashby", cards=("saxons_1", "saxons_2"))
    scene.hand(YORK, "town_shrewsbury").control("shrewsbury", holder)
    scene.state.nobles["hastings"].bargain, scene.state.nobles["hastings"].taken_from = 1, True
    scene.movement(YORK)
    # Of whoever holds a card it is asked, lest all learn what it is.
    assert scene.asked(YORK) == ["make_good"]
    assert (scene.offered(YORK, "make_good") != []) == asked
