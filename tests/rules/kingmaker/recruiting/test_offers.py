"""What may be offered to a noble, exactly, and what is said to an offer that does not fit."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble, takes_from
from bot.rules.kingmaker.families.winning_over import recruit_at_once
from bot.rules.kingmaker.recruiting import Suitor, modifiers, offer_value, total
from bot.rules.kingmaker.state import Courted, Custody, Spell
from bot.rules.kingmaker.tables import TWO_DICE, Modifier, chances
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads, played_on
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


# What is added to a recruiting roll, and how likely it is (families-recruit).


CONTENT = load_content("classic")
LANCASTRIANS = Suitor("lancaster", "lancaster", ("clifford",))
YORKISTS = Suitor("york", "york", ("bourchier",))

TO_LANCASTER = {
    "percy": 3,
    "talbot": 3,
    "roos": 2,
    "holland": 4,
    "greystoke": 2,
    "courtenay": 2,
    "clifford": 4,
    "berkeley": 2,
    "stafford": 2,
    "stanley": 1,
}
TO_YORK = {
    "neville": 5,
    "mowbray": 3,
    "fitzalan": 2,
    "pole": 3,
    "bourchier": 3,
    "hastings": 4,
    "herbert": 2,
    "howard": 2,
    "scrope": 3,
}


@pytest.mark.rule("families-recruit.13", "families-recruit.16")
def test_ten_nobles_lean_to_lancaster_and_as_much_from_york() -> None:
    assert {n: total(modifiers(CONTENT, LANCASTRIANS, n)) for n in TO_LANCASTER} == TO_LANCASTER
    against = {noble: -value for noble, value in TO_LANCASTER.items()}
    assert {n: total(modifiers(CONTENT, YORKISTS, n)) for n in TO_LANCASTER} == against


@pytest.mark.rule("families-recruit.14", "families-recruit.16")
def test_nine_nobles_lean_to_york_and_as_much_from_lancaster() -> None:
    assert {n: total(modifiers(CONTENT, YORKISTS, n)) for n in TO_YORK} == TO_YORK
    against = {noble: -value for noble, value in TO_YORK.items()}
    assert {n: total(modifiers(CONTENT, LANCASTRIANS, n)) for n in TO_YORK} == against


@pytest.mark.rule("families-recruit.13", "families-recruit.14")
def test_nobles_on_neither_list_lean_to_nobody() -> None:
    rest = [noble for noble in CONTENT.nobles if noble not in TO_LANCASTER | TO_YORK]
    assert sorted(rest) == ["audley", "beaufort", "cromwell", "grey"]
    assert [modifiers(CONTENT, LANCASTRIANS, noble) for noble in rest] == [()] * 4


@pytest.mark.rule("families-recruit.17")
def test_lancastrians_who_recruit_hastings_are_at_minus_four() -> None:
    assert modifiers(CONTENT, LANCASTRIANS, "hastings") == (Modifier("leaning", -4, ("hastings",)),)


@pytest.mark.rule("families-recruit.8")
def test_what_an_office_adds() -> None:
    worth = {card: offer_value(CONTENT, [card]) for card in CONTENT.offices}
    assert worth == {
        "chancellor_england": 4,
        "marshal_england": 2,
        "constable_tower": 2,
        "chamberlain_chester": 2,
        "admiral_england": 2,
        "treasurer_england": 1,
        "steward_household": 1,
        "constable_dover": 1,
        "chancellor_cornwall": 1,
        "chancellor_lancaster": 1,
        "warden_marches": 1,
        "warden_cinque_ports": 1,
    }


@pytest.mark.rule("families-recruit.9")
@pytest.mark.parametrize(
    ("card", "worth"),
    [("earl_kent", 2), ("duke_exeter", 2), ("bp_norwich", 1), ("abp_canterbury", 2)],
)
def test_what_a_title_and_the_church_add(card: str, worth: int) -> None:
    assert offer_value(CONTENT, [card]) == worth


@pytest.mark.rule("families-recruit.10")
def test_every_full_set_of_three_other_cards_adds_one() -> None:
    cards = ["saxons_1", "town_ipswich", "le_rose", "saxons_2", "le_swan", "town_bristol"]
    assert [offer_value(CONTENT, cards[:n]) for n in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    # A bishop is none of them.
    assert offer_value(CONTENT, ["saxons_1", "town_ipswich", "bp_norwich"]) == 1


@pytest.mark.rule("families-recruit.11")
def test_each_noble_of_fifty_on_his_own_card_adds_one() -> None:
    strong = Suitor("york", "york", ("percy", "stanley", "stafford", "neville"))
    assert modifiers(CONTENT, strong, "grey") == (
        Modifier("strong", 3, ("percy", "stanley", "neville")),
    )


@pytest.mark.rule("families-recruit.12")
def test_the_sole_king_adds_two() -> None:
    suitor = Suitor("lancaster", "lancaster", ("clifford",), holds_sole_king=True)
    assert modifiers(CONTENT, suitor, "grey") == (Modifier("sole_king", 2),)


@pytest.mark.rule("families-align.4", "families-align.5")
def test_a_family_that_serves_the_other_house_recruits_for_it_and_is_the_worse_for_it() -> None:
    percy_for_york = Suitor("york", "lancaster", ("greystoke",))
    assert modifiers(CONTENT, percy_for_york, "hastings") == (
        Modifier("leaning", 4, ("hastings",)),
        Modifier("unfavoured", -2),
    )


@pytest.mark.rule("families-recruit.7")
def test_all_modifiers_are_added_together() -> None:
    suitor = Suitor("york", "lancaster", ("percy", "greystoke"), holds_sole_king=True)
    offered = ["chancellor_england", "earl_kent", "abp_york", "saxons_1", "saxons_2", "le_rose"]
    found = modifiers(CONTENT, suitor, "hastings", offered)
    assert found == (
        Modifier("leaning", 4, ("hastings",)),
        Modifier("office", 4, ("chancellor_england",)),
        Modifier("title", 2, ("earl_kent",)),
        Modifier("archbishop", 2, ("abp_york",)),
        Modifier("set", 1, ("saxons_1", "saxons_2", "le_rose")),
        Modifier("strong", 1, ("percy",)),
        Modifier("sole_king", 2),
        Modifier("unfavoured", -2),
    )
    assert total(found) == 14


@pytest.mark.rule("families-recruit.4", "families-recruit.5")
def test_how_many_of_the_thirty_six_throws_bring_ten_or_more() -> None:
    assert TWO_DICE == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(TWO_DICE.values()) == 36
    assert [chances(10, more) for more in range(-3, 9)] == [
        0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36,
    ]  # fmt: skip
    assert CONTENT.recruiting.needed == 10


# No faction tries for the same noble two turns running, with an envoy or without one.


QUIET = ("E-FM03", "E-FM04", "E-FM05", "E-FM06")

IN_THIS_TURN = "You have already tried to recruit that noble this turn."
IN_THE_LAST = "You tried to recruit that noble in your last turn. Let one turn go by."


def begins(scene: Scene, house: int) -> None:
    """A turn of a House begins, with a quiet Event card."""
    deck = scene.state.event_deck
    scene.next_events(next(card for card in QUIET if card in deck)).turn(house)


def recruits(scene: Scene, seat: int) -> set[str]:
    """A turn of a House begins, and its movement ends: for whom it may try."""
    begins(scene, seat)
    played_on(scene, (seat, "recruiting"))
    return scene.candidates(seat, "recruit", "noble")


# With an envoy


@pytest.mark.rule("families-recruit.22")
def test_no_attempt_by_the_same_faction_two_turns_running() -> None:
    scene = heads().noble("bourchier", YORK, "ashby").noble("howard", YORK, "lathom")
    assert recruits(scene, YORK) == {"hastings", "stanley"}
    scene.dice_show(1, 1).play(YORK, "recruit", noble="hastings", envoy="bourchier")
    scene.refused(YORK, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier")
    scene.play(YORK, "done")
    assert scene.state.courted == [Courted(YORK, "hastings")]
    assert recruits(scene, YORK) == {"stanley"}
    again = {"noble": "hastings", "envoy": "bourchier"}
    assert scene.refused(YORK, "recruit", rule="families-recruit.22", **again) == IN_THE_LAST
    scene.play(YORK, "done")
    assert recruits(scene, YORK) == {"hastings", "stanley"}


@pytest.mark.rule("families-recruit.22")
def test_another_faction_may_try_meanwhile() -> None:
    scene = Scene(6, "families").noble("bourchier", YORK, "ashby").movement_over(YORK)
    scene.dice_show(1, 1).play(YORK, "recruit", noble="hastings", envoy="bourchier")
    scene.noble("scrope", NEVILLE, "ashby", outside=True).movement_over(NEVILLE)
    assert scene.candidates(NEVILLE, "recruit", "noble") == {"hastings"}


@pytest.mark.rule("families-recruit.22", "families-turn.6")
@pytest.mark.parametrize("serves", ["lancaster", ""])
def test_the_turns_of_a_family_are_those_of_its_house_or_of_the_one_it_favours(serves: str) -> None:
    scene = heads()
    scene.state.courted = [Courted(PERCY, "roos")]
    scene.state.sides[PERCY].serves = serves
    for house, left in ((YORK, [0]), (LANCASTER, [1]), (YORK, [1]), (LANCASTER, [])):
        begins(scene, house)
        played_on(scene, (house, "movement"))
        assert [one.ago for one in scene.state.courted] == left


# Without one


def neutral() -> Scene:
    """Percy turns neutral as Lancaster's turn begins; Greystoke does not join the House, and dies.

    An envoy of Lancaster stands at his castle.
    """
    scene = heads()
    home = scene.content.castles_of("greystoke")[0]
    scene.noble("greystoke", PERCY, home)
    scene.noble("clifford", LANCASTER, scene.board.places[home].square)
    scene.turn(LANCASTER)
    scene.play(PERCY, "stand_apart", castle="alnwick")
    scene.dice_show(1, 1).play(LANCASTER, "recruit", noble="greystoke")
    kill_noble(scene.match.table, "greystoke", "battle")
    return scene


@pytest.mark.rule("families-recruit.22", "families-recruit.3", "families-neutral.4")
def test_an_attempt_at_a_neutrals_noble_counts_in_that_turn_and_the_next() -> None:
    scene = neutral()
    assert scene.state.courted == [Courted(LANCASTER, "greystoke")]
    again = {"noble": "greystoke", "envoy": "clifford"}
    scene.noble("howard", LANCASTER, "lathom")  # Stanley may be tried for
    played_on(scene, (LANCASTER, "recruiting"))
    assert scene.refused(LANCASTER, "recruit", rule="families-recruit.3", **again) == IN_THIS_TURN
    scene.play(LANCASTER, "done")
    assert "greystoke" not in recruits(scene, LANCASTER)
    assert scene.refused(LANCASTER, "recruit", rule="families-recruit.22", **again) == IN_THE_LAST
    scene.play(LANCASTER, "done")
    assert "greystoke" in recruits(scene, LANCASTER)


@pytest.mark.rule("families-recruit.22", "families-switch.3", "families-neutral.4")
@pytest.mark.parametrize("leaning", [False, True])
@pytest.mark.parametrize(
    ("ago", "rule", "reason"),
    [(0, "families-recruit.3", IN_THIS_TURN), (1, "families-recruit.22", IN_THE_LAST)],
)
def test_who_was_tried_for_of_late_is_not_tried_for_without_an_envoy(
    ago: int, rule: str, reason: str, leaning: bool
) -> None:
    scene = heads().noble("greystoke", PERCY, "masham").noble("roos", PERCY, "helmsley")
    scene.state.courted = [Courted(LANCASTER, "greystoke", ago), Courted(YORK, "roos", ago)]
    scene.movement(YORK)
    recruit_at_once(scene.match.table, LANCASTER, PERCY, leaning=leaning)
    scene.match._after()
    assert scene.candidates(LANCASTER, "recruit", "noble") == {"roos"}
    assert scene.refused(LANCASTER, "recruit", rule=rule, noble="greystoke") == reason


def robbed(*courted: Courted) -> Scene:
    """Hastings of York loses to his own player what he was won with, and is not given it again."""
    scene = heads().noble("hastings", YORK, "ashby").give("hastings", "abp_york")
    scene.hand(YORK, "abp_canterbury").noble("clifford", LANCASTER, "skipton")
    scene.state.nobles["hastings"].bargain = 2
    scene.state.courted = list(courted)
    scene.movement(YORK)
    takes_from(scene.state.nobles["hastings"])
    scene.match.table.state.lose_card("abp_york")
    scene.state.crown_discards.append("abp_york")
    square = min(scene.board.reach(scene.board.places["ludlow"].square, 1))
    scene.play(YORK, "march", nobles=["plantagenet_york"], to=square)
    scene.play(YORK, "keep_back")
    return scene


@pytest.mark.rule("families-recruit.20", "families-recruit.22")
@pytest.mark.parametrize("ago", [0, 1])
def test_nor_is_a_recruit_who_was_not_given_his_due(ago: int) -> None:
    scene = robbed(Courted(LANCASTER, "hastings", ago))
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(YORK, "hastings", None)]
    assert (scene.asked(LANCASTER), scene.asked(YORK)) == ([], ["movement"])


@pytest.mark.rule("families-recruit.20", "families-recruit.22")
def test_an_attempt_at_such_a_recruit_counts_too() -> None:
    scene = robbed(Courted(YORK, "hastings"))
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(YORK, "hastings", LANCASTER)]
    scene.dice_show(1, 1).play(LANCASTER, "recruit", noble="hastings", host="clifford")
    assert Courted(LANCASTER, "hastings") in scene.state.courted


# In defeatism


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_faction_recruits_nobody() -> None:
    scene = Scene(6, "families").noble("bourchier", YORK, "ashby").noble("clifford", 0, "skipton")
    scene.state.turn = 4
    scene.state.spells.append(Spell("defeatism", YORK, 2))
    scene.movement(YORK)
    scene.play(YORK, "done")
    asked = scene.asked(YORK) == ["recruiting"]
    assert (scene.candidates(YORK, "recruit", "noble") if asked else set()) == set()
    if not asked:
        assert scene.state.phase == "draw"


@pytest.mark.rule("ishkibibble-defeatism.2", "families-switch.3")
def test_nor_does_a_defeatist_house_try_for_the_nobles_of_a_family_that_has_left_it() -> None:
    scene = heads().noble("greystoke", PERCY, "greystoke")
    scene.movement(LANCASTER)
    scene.state.spells.append(Spell("defeatism", LANCASTER, 2))
    recruit_at_once(scene.match.table, LANCASTER, PERCY)
    assert scene.match.asked(LANCASTER) == []
