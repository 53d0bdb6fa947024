"""What votes weigh and what bargains are about, told with the question."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field, Offer
from bot.words.kingmaker.stakes.votes import bound_by
from tests.rules.kingmaker.chamber import realm
from tests.rules.kingmaker.combat.test_captives import POLE, captive, offer
from tests.rules.kingmaker.parliament.test_parliament_motions import motions, move
from tests.rules.kingmaker.scene import Scene
from tests.words.kingmaker.test_words_stakes import NAMES, WORDS, told

HOUSES = "Commons: {} 38, {} 1 and Cleo 11. Lords: {} 17, {} 3 and Cleo 14."
TAKES = "It needs more yeas than nays in each house; a tie fails."
BOUND = (
    "Bound by the heirs they hold: {} yea and Cleo nay (Commons 38 to 11, Lords 17 to 14)."
    " The others choose."
)
PRICE = (
    "If it fails, **Percy** loses his title and office and gives up his King. The other King "
    "is present, so **Percy** would die as well."
)


# Parliament


def test_a_motion_against_a_king_tells_who_must_vote_how_and_what_it_costs() -> None:
    assert told(motions()) == [
        f"{HOUSES.format('you', 'Bob', 'you', 'Bob')} {TAKES}",
        "Against *Richard of York*:",
        BOUND.format("you"),
        PRICE,
    ]


def test_a_debate_and_its_ballot_tell_the_votes_and_what_comes_of_either() -> None:
    scene = move(motions())
    lines = WORDS.stakes(scene.match.prompts(1)[0], scene.match.view(1), NAMES)
    assert lines == [
        f"{HOUSES.format('Anne', 'you', 'Anne', 'you')} {TAKES}",
        BOUND.format("Anne"),
        "If it passes, *Richard of York* is no longer King and is last in his line.",
        PRICE,
    ]
    scene.play(0, "call_vote")
    assert told(scene, 1, 1) == lines
    everybody = f"{HOUSES.format('Anne', 'Bob', 'Anne', 'Bob')} {TAKES}"
    assert told(scene, 1, None) == [everybody, *lines[1:]]


def test_who_is_bound_is_what_the_rules_bind() -> None:
    scene = move(motions())
    scene.play(0, "call_vote")
    ballot = scene.match.table.agenda[-1]
    assert ballot.bound == {str(s): v for s, v in bound_by(scene.match.view(None), "york").items()}
    assert ballot.bound == {"0": "yea", "2": "nay"}
    scene.hold("margaret", "talbot")
    assert bound_by(scene.match.view(None), "york") == {0: "yea"}


def test_a_call_tells_the_votes_if_all_came_and_what_there_is_to_give() -> None:
    scene = realm()
    scene.parliament(0)
    assert told(scene) == [
        "No cards are in the Chancery.",
        "If everybody came, Commons: you 35, Bob 1 and Cleo 1. Lords: you 13, Bob 3 and Cleo 2.",
    ]


# Ransoms and deals


def test_a_ransom_tells_what_the_captive_is_and_what_becomes_of_him() -> None:
    scene = captive(*POLE, hand=("saxons_2",))
    assert told(scene, 1, 1) == [
        "**Pole**: 90 troops, in the open at N21 (open country), Duke of Suffolk, Chancellor of"
        " England. If Anne refuses for good, **Pole** is put to death."
    ]
    offer(scene, places=["bristol"], cards=["saxons_2"])
    assert told(scene) == [
        "• Control of Bristol: Pole’s city · garrison 300",
        "• Saxons (from the hand): mercenaries · 10 troops",
        "**Pole**: 90 troops, in the open at N21 (open country), Duke of Suffolk, Chancellor "
        "of England. If you refuse for good, you get nothing.",
    ]


@pytest.mark.parametrize(
    ("field", "thing", "label", "about"),
    [
        ("places", "york", "York", "neutral city · garrison 300 · square P10"),
        ("ships", "le_swan", "Le Swan", "ship · carries 150 · home port Lynn"),
        ("heirs", "henry", "Henry VI", "King, of Lancaster · inside London"),
        ("back", "saxons_1", "Saxons", "mercenaries · 10 troops"),
        (
            "back",
            "abp_york",
            "Archbishop of York",
            "bishop · +30 north of the Trent · can crown alone · holds York · votes: Lords 5",
        ),
        (
            "beside",
            "bp_durham",
            "Bishop of Durham",
            "bishop · +30 north of the Trent · holds Durham · votes: Lords 4",
        ),
        ("cards", "saxons_2", "Saxons", "mercenaries · 10 troops"),
        ("held", "E-WR01", "Writ", "a summons to Parliament, or an excuse from it"),
        ("due", "2", "Within 2 rounds", "by round 3"),
    ],
)
def test_everything_in_a_ransom_says_what_it_is(
    field: str, thing: str, label: str, about: str
) -> None:
    asked = Offer("offer_ransom", (Field(field, (thing,), 0, 1),))
    view = captive().match.view(1)
    assert WORDS.option(asked, asked.fields[0], thing, view, NAMES) == (label, about)


@pytest.mark.parametrize(
    ("verb", "field", "about"),
    [
        (
            "settle",
            "castle",
            "Richard of York here · neutral city · garrison 300 · plague may strike · square P10",
        ),
        ("enter", "place", "neutral city · garrison 300 · plague may strike · square P10"),
        ("conclude_nothing", "place", "neutral city · garrison 300 · square P10"),
    ],
)
def test_who_goes_inside_hears_of_plague(verb: str, field: str, about: str) -> None:
    asked = Offer(verb, (Field(field, ("york",)),))
    view = captive().match.view(1)
    assert WORDS.option(asked, asked.fields[0], "york", view, NAMES) == ("York", about)


def test_a_castle_tells_which_heirs_are_near_and_who_could_take_it() -> None:
    scene = Scene(2).noble("neville", 0, "middleham").noble("percy", 1, "14,8")
    asked = Offer("settle", (Field("castle", ("york", "helmsley")),))
    view = scene.match.view(0)
    told = [WORDS.option(asked, asked.fields[0], c, view, NAMES)[1] for c in ("york", "helmsley")]
    assert told == [
        "Richard of York here · neutral city · garrison 300 · plague may strike · square P10",
        "Richard of York 1 square away · Percy (100) could come · neutral castle · garrison 100 · "
        "square P9",
    ]


def test_a_keeper_tells_who_could_come_for_the_heir() -> None:
    scene = Scene(2).noble("neville", 0, "13,8").noble("grey", 0, "middleham")
    scene.noble("percy", 1, "14,8")
    asked = Offer("keep_heir", (Field("noble", ("neville", "grey")),))
    view = scene.match.view(0)
    told = [WORDS.option(asked, asked.fields[0], n, view, NAMES)[1] for n in ("neville", "grey")]
    assert told == [
        "50 troops · in the open at N9 Middleham · Earl of Warwick · Percy (100) could come",
        "20 troops · inside Middleham",
    ]


def test_who_holds_a_place_tells_who_could_come_for_him() -> None:
    scene = Scene(2).noble("neville", 0, "13,8").noble("percy", 1, "14,8")
    asked = Offer("hold", (Field("noble", ("neville",)),))
    view = scene.match.view(0)
    assert WORDS.option(asked, asked.fields[0], "neville", view, NAMES)[1] == (
        "50 troops · in the open at N9 Middleham · Earl of Warwick · Percy (100) could come"
    )


def test_a_deal_that_is_answered_tells_what_its_things_are_and_how_long_it_stands() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.control("york", "percy").movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:york"], take=["place:helmsley"])
    prompt = next(p for p in scene.match.prompts(1) if p.kind == "any_time")
    view = scene.match.view(1)
    assert WORDS.stakes(prompt, view, NAMES) == []
    name = view.deals[0].name
    things = [
        "• Control of York: Percy’s city · garrison 300",
        "• Control of Helmsley: your castle · your Roos inside · garrison 100",
        "It lapses when Anne’s next turn begins.",
    ]
    of_verb = {offer.verb: [offer] for offer in prompt.offers}
    for verb, terms in (
        ("accept_deal", ["Deal 1: Anne offers you York for Helmsley."]),
        ("refuse_deal", []),
    ):
        told = WORDS.stakes(prompt, view, NAMES, of_verb[verb], {"deal": (name,)})
        assert told == [*terms, *things]
