"""Nobles won over at once: from traitors, from neutrals, and where a promise was not kept.

Seats: 0 Lancaster, 1 York, 2 Neville (York), 3 Percy (Lancaster).
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides
from bot.rules.kingmaker.combat.aftermath import HoldPlace
from bot.rules.kingmaker.combat.fight import use_up
from bot.rules.kingmaker.consequences.changes import (
    confiscate,
    kill_noble,
    pass_card,
    takes_from,
)
from bot.rules.kingmaker.families.winning_over import (
    RecruitAtOnce,
    recruit_at_once,
    review_bargains,
)
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.recruiting import offer_value
from bot.rules.kingmaker.state import Custody, Spell
from tests.rules.kingmaker.scene import Scene


def betrayed(*hand: str, leaning: bool = False) -> Scene:
    """Percy has left Lancaster; the House tries for those of his."""
    scene = Scene(4, "families").noble("percy", 3, "alnwick").noble("clifford", 0, "skipton")
    scene.noble("greystoke", 3, "masham", cards=("saxons_1",)).noble("hastings", 3, "20,20")
    scene.noble("grey", 3, "chillingham").hand(0, *hand)
    scene.state.sides[3].serves = "york"
    scene.movement(1)
    recruit_at_once(scene.match.table, 0, 3, leaning=leaning)
    scene.match._after()
    return scene


@pytest.mark.rule("families-switch.3")
def test_the_betrayed_house_has_one_attempt_for_each_but_the_head() -> None:
    scene = betrayed()
    assert scene.asked(0) == ["recruit_at_once"]
    assert scene.candidates(0, "recruit", "noble") == {"greystoke", "hastings", "grey"}
    scene.refused(0, "recruit", rule="families-switch.3", noble="percy")
    scene.refused(0, "recruit", rule="families-switch.3", noble="clifford")
    assert scene.asked(1) == []
    scene.dice_show(3, 4).play(0, "recruit", noble="greystoke")
    (tried,) = scene.happened(facts.RecruitTried)
    assert (tried.total, tried.joined, tried.former, tried.envoy) == (9, False, 3, None)
    assert scene.state.nobles["greystoke"].seat == 3
    assert scene.candidates(0, "recruit", "noble") == {"hastings", "grey"}
    reason = scene.refused(0, "recruit", rule="families-switch.3", noble="greystoke")
    assert reason == "You have already tried for that noble. You have one attempt for each."
    scene.play(0, "done")
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-switch.4")
def test_who_is_won_goes_home_first_with_all_that_is_his() -> None:
    scene = betrayed()
    scene.dice_show(4, 4).play(0, "recruit", noble="greystoke")
    castle = scene.state.nobles["greystoke"].inside
    assert castle in ("greystoke", "hinderskelfe")
    assert scene.happened(facts.NobleWonOver) == [
        facts.NobleWonOver(0, 3, "greystoke", scene.board.places[castle].square, castle)
    ]
    assert scene.state.nobles["greystoke"].seat == 0
    assert scene.state.nobles["greystoke"].cards == ["saxons_1"]
    assert scene.state.control["masham"] == "greystoke"
    assert scene.state.nobles["greystoke"].joined == scene.state.turn


@pytest.mark.rule("families-switch.4")
def test_who_can_enter_no_castle_of_his_goes_home_all_the_same() -> None:
    scene = betrayed().control("greystoke", "percy").control("hinderskelfe", "percy")
    scene.dice_show(4, 4).play(0, "recruit", noble="greystoke")
    outside = scene.board.places["greystoke"].square
    assert scene.happened(facts.NobleWonOver) == [
        facts.NobleWonOver(0, 3, "greystoke", outside, None)
    ]


@pytest.mark.rule("families-switch.4", "house-6.4e")
@pytest.mark.parametrize(
    ("besiegers", "reason"), [(("grey",), "gone"), (("grey", "hastings"), "weakness")]
)
def test_a_siege_that_loses_a_noble_to_the_house_is_weighed_anew(
    besiegers: tuple[str], reason: str
) -> None:
    scene = Scene(4, "families+house_sieges").noble("percy", 3, "alnwick")
    scene.noble("clifford", 0, "skipton").noble("bourchier", 1, "pleshey")
    for noble in besiegers:
        scene.noble(noble, 3, "york", outside=True)
    scene.give("grey", *scene.content.mercenaries[:15]).control("york", "bourchier")
    scene.siege("york", [*besiegers]).movement(1)
    recruit_at_once(scene.match.table, 0, 3)
    scene.match._after()
    scene.dice_show(5, 5).play(0, "recruit", noble="grey")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(3, "york", reason)]
    assert scene.state.sieges == {}


@pytest.mark.rule("families-switch.4", "families-neutral.4")
@pytest.mark.parametrize("leaning", [False, True])
@pytest.mark.parametrize("comrade", [None, "audley"])
def test_heirs_whom_he_kept_stay_with_the_family(comrade: str | None, leaning: bool) -> None:
    scene = betrayed(leaning=leaning).hold("george", "greystoke")
    square, inside, _ = scene.where("greystoke")
    if comrade is not None:
        scene.noble(comrade, 3, square, castles=False)
        scene.state.nobles[comrade].inside = inside
    scene.dice_show(6, 6).play(0, "recruit", noble="greystoke")
    george = scene.state.heirs["george"]
    assert george.holder == comrade
    assert (george.square, george.inside) == (("", None) if comrade else (square, inside))


@pytest.mark.rule("families-switch.3", "families-recruit.18")
def test_cards_of_the_hand_are_offered_without_an_envoy() -> None:
    scene = betrayed("earl_kent", "bp_lincoln")
    scene.dice_show(3, 4).play(0, "recruit", noble="grey", title="earl_kent", cards=["bp_lincoln"])
    grey = scene.state.nobles["grey"]
    assert (grey.seat, grey.title, grey.cards) == (0, "earl_kent", ["bp_lincoln"])
    assert grey.bargain == 2 + 1
    assert scene.state.factions[0].hand == []


@pytest.mark.rule("families-neutral.4", "families-recruit.13")
def test_of_a_neutral_family_all_who_lean_to_the_house_if_only_a_little() -> None:
    scene = betrayed(leaning=True)
    assert scene.candidates(0, "recruit", "noble") == {"greystoke"}
    for noble in ("hastings", "grey"):
        reason = scene.refused(0, "recruit", rule="families-neutral.4", noble=noble)
        assert reason == "That noble does not lean towards your House."
    scene.noble("stanley", 3, "lathom").match.look_anew()
    assert scene.content.recruiting.leanings["stanley"].value == 1
    assert scene.candidates(0, "recruit", "noble") == {"greystoke", "stanley"}


@pytest.mark.rule("families-neutral.4")
def test_the_house_that_was_left_tries_first_and_then_the_other() -> None:
    scene = betrayed(leaning=True)
    scene.match.position.agenda.insert(-1, RecruitAtOnce(1, 3, leaning=True))
    scene.play(0, "done")
    assert scene.candidates(1, "recruit", "noble") == {"hastings"}


def test_a_captive_is_not_won_over() -> None:
    scene = betrayed()
    scene.state.nobles["grey"].captor = 1
    scene.play(0, "recruit", noble="hastings")
    scene.refused(0, "recruit", rule="families-switch.3", noble="grey")


# What a recruit was promised


def promised(*cards: str, hand: tuple[str, ...] = ()) -> Scene:
    """Hastings of York was won with some cards, and his player takes the first of them away."""
    scene = won(*cards, hand=hand)
    return taken(scene, "hastings", cards[0], scene.state.nobles["hastings"].bargain)


def won(*cards: str, hand: tuple[str, ...] = (), rules: str = "families") -> Scene:
    """Hastings of York was won with some cards."""
    scene = Scene(4, rules).noble("bourchier", 1, "pleshey").noble("clifford", 0, "skipton")
    scene.noble("hastings", 1, "ashby").give("hastings", *cards).noble("percy", 3, "alnwick")
    scene.noble("beaufort", 0, "skipton", outside=True).hand(1, *hand)
    scene.state.nobles["hastings"].bargain = offer_value(scene.content, cards)
    scene.movement(1)
    return scene


def taken(scene: Scene, noble: str, card: str, bargain: int) -> Scene:
    """A recruit's own player takes a card away from him."""
    scene.state.nobles[noble].bargain = bargain
    takes_from(scene.state.nobles[noble])
    return lost(scene, noble, card)


def lost(scene: Scene, noble: str, card: str) -> Scene:
    """A noble loses a card."""
    scene.match.table.state.lose_card(card)
    scene.state.crown_discards.append(card)
    return scene


def looked_at(scene: Scene) -> Scene:
    """Somebody has decided something."""
    scene.play(1, "march", nobles=["bourchier"], to=beside(scene, "pleshey"))
    return scene


def beside(scene: Scene, place: str) -> str:
    """A square beside that of a place."""
    return min(scene.board.reach(scene.board.places[place].square, 1))


@pytest.mark.rule("families-recruit.19")
def test_what_was_lost_is_made_good_card_by_card() -> None:
    scene = looked_at(promised("abp_york", hand=("bp_lincoln", "bp_norwich", "saxons_1")))
    assert scene.happened(facts.PromiseBroken) == [facts.PromiseBroken(1, "hastings", 2)]
    assert scene.asked(1) == ["make_good"]
    assert scene.candidates(1, "make_good", "card") == {"bp_lincoln", "bp_norwich", "saxons_1"}
    scene.play(1, "make_good", card="bp_norwich")
    assert scene.asked(1) == ["make_good"]
    scene.play(1, "make_good", card="bp_lincoln")
    assert scene.happened(facts.MadeGood) == [facts.MadeGood(1, "hastings")]
    hastings = scene.state.nobles["hastings"]
    assert (hastings.cards, hastings.bargain) == (["bp_norwich", "bp_lincoln"], 2)
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.19")
def test_a_card_that_added_nothing_need_not_be_made_good() -> None:
    scene = looked_at(promised("saxons_1", "saxons_2"))
    assert scene.happened(facts.PromiseBroken) == []
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.19")
def test_a_full_set_that_lost_a_card_counts_no_more() -> None:
    scene = looked_at(promised("saxons_1", "saxons_2", "le_rose", hand=("le_swan",)))
    assert scene.asked(1) == ["make_good"]
    scene.play(1, "make_good", card="le_swan")
    assert scene.state.nobles["hastings"].cards == ["saxons_2", "le_rose", "le_swan"]
    assert scene.state.nobles["hastings"].bargain == 1
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.19")
def test_what_others_take_from_him_is_promised_no_more() -> None:
    scene = looked_at(
        lost(won("abp_york", "bp_durham", hand=("bp_lincoln",)), "hastings", "abp_york")
    )
    assert scene.happened(facts.PromiseBroken) == []
    assert scene.asked(1) == ["movement"]
    assert scene.state.nobles["hastings"].bargain == 1
    taken(scene, "hastings", "bp_durham", 1)
    scene.play(1, "done")
    assert scene.happened(facts.PromiseBroken) == [facts.PromiseBroken(1, "hastings", 1)]


@pytest.mark.rule("families-recruit.19")
@pytest.mark.parametrize("how", ["confiscated", "spoils", "plague", "moderator"])
def test_no_loss_but_by_his_own_player_breaks_a_bargain(how: str) -> None:
    scene = won("abp_york", hand=("abp_canterbury",))
    table = scene.match.table
    if how == "confiscated":
        confiscate(table, ["abp_york"], "hastings")
    elif how == "spoils":
        pass_card(table, "abp_york", "hastings", "clifford", source="spoils")
    elif how == "plague":
        scene.noble("herbert", 1, "pembroke")
        pass_card(table, "abp_york", "hastings", "herbert", source="bequest")
    else:
        scene.match.direct(Choice.of("correct_card", card="abp_york", to="clifford"))
    looked_at(scene)
    assert (scene.happened(facts.PromiseBroken), scene.asked(1)) == ([], ["movement"])
    assert scene.state.nobles["hastings"].bargain == 0


@pytest.mark.rule("families-recruit.19")
def test_a_card_passed_to_another_noble_breaks_it_at_once() -> None:
    scene = won("abp_york").noble("herbert", 1, "ashby", outside=True)
    scene.play(1, "transfer", thing="beside:abp_york", noble="herbert")
    assert scene.happened(facts.PromiseBroken) == [facts.PromiseBroken(1, "hastings", 2)]
    assert scene.candidates(1, "make_good", "card") == {"abp_york"}
    scene.play(1, "make_good", card="abp_york")
    assert scene.happened(facts.MadeGood) == [facts.MadeGood(1, "hastings")]
    assert scene.state.nobles["hastings"].bargain == 2


@pytest.mark.rule("families-recruit.19")
def test_what_he_was_given_before_keeps_the_bargain_whatever_it_is() -> None:
    scene = won("abp_york").give("hastings", "bp_norwich", "saxons_1", "saxons_2", "le_rose")
    scene.noble("herbert", 1, "ashby", outside=True)
    scene.play(1, "transfer", thing="beside:abp_york", noble="herbert")
    # A bishop and three others would add as much as the archbishop did.
    assert (scene.happened(facts.PromiseBroken), scene.asked(1)) == ([], ["movement"])
    assert scene.state.nobles["hastings"].bargain == 2
    scene.play(1, "transfer", thing="beside:saxons_1", noble="herbert")
    assert scene.happened(facts.PromiseBroken) == [facts.PromiseBroken(1, "hastings", 1)]


@pytest.mark.rule("families-recruit.19")
def test_a_deal_in_which_he_is_given_as_much_keeps_the_bargain() -> None:
    scene = won("bp_norwich").noble("greystoke", 0, "ashby", outside=True)
    scene.give("greystoke", "bp_lincoln").play(
        1, "propose_deal", to="0", give="beside:bp_norwich", take="beside:bp_lincoln"
    )
    scene.play(0, "accept_deal", deal="1")
    assert (scene.happened(facts.PromiseBroken), scene.asked(1)) == ([], ["movement"])
    assert scene.state.nobles["hastings"].cards == ["bp_lincoln"]


@pytest.mark.rule("families-recruit.19")
def test_a_card_that_its_own_player_spends_breaks_it() -> None:
    scene = won("saxons_1", "saxons_2", "french_foot", rules="families+advanced_cards")
    use_up(scene.match.table, ["french_foot"], ["hastings"])
    looked_at(scene)
    assert scene.happened(facts.PromiseBroken) == [facts.PromiseBroken(1, "hastings", 1)]


@pytest.mark.rule("families-recruit.19")
def test_who_goes_over_to_another_faction_brings_no_bargain_along() -> None:
    scene = won("abp_york")
    change_sides(scene.match.table, "hastings", 0)
    assert scene.state.nobles["hastings"].bargain == 0


@pytest.mark.rule("families-recruit.20")
def test_what_is_let_be_gives_the_other_house_an_attempt() -> None:
    scene = looked_at(promised("abp_york", hand=("abp_canterbury",)))
    scene.refused(1, "recruit", rule="families-recruit.19", noble="hastings")
    scene.play(1, "keep_back")
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(1, "hastings", 0)]
    assert scene.asked(0) == ["rivalry"]
    scene.play(0, "done")
    assert scene.happened(facts.RecruitTried) == []
    assert scene.state.nobles["hastings"].seat == 1
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.20")
def test_who_can_not_make_it_good_gives_nothing() -> None:
    scene = looked_at(promised("abp_york", hand=("bp_norwich",)))
    assert scene.asked(1) == ["make_good"]  # lest all learn what he holds
    scene.refused(1, "make_good", rule="families-recruit.19", card="bp_norwich")
    scene.play(1, "keep_back")
    assert scene.asked(0) == ["rivalry"]
    assert scene.state.factions[1].hand == ["bp_norwich"]


@pytest.mark.rule("families-recruit.20", "ishkibibble-defeatism.2")
def test_a_defeatist_family_makes_nothing_good() -> None:
    scene = promised("abp_york", hand=("abp_canterbury",))
    scene.state.spells.append(Spell("defeatism", 1, 2))
    assert [kind for kind in looked_at(scene).asked(1) if kind == "make_good"] == []
    assert scene.asked(0) == ["rivalry"]


@pytest.mark.rule("families-recruit.20", "families-recruit.21")
def test_the_house_names_a_stack_of_its_own_and_may_fail() -> None:
    scene = looked_at(promised("abp_york", "le_rose"))
    assert scene.candidates(0, "recruit", "host") == {"clifford", "beaufort"}
    scene.refused(0, "recruit", rule="families-recruit.21", noble="hastings", host="percy")
    scene.dice_show(6, 6).play(0, "recruit", noble="hastings", host="clifford")
    (tried,) = scene.happened(facts.RecruitTried)
    assert (tried.total, tried.joined) == (8, False)
    assert scene.state.nobles["hastings"].seat == 1


@pytest.mark.rule("families-recruit.21")
@pytest.mark.parametrize(("host", "inside"), [("clifford", "skipton"), ("beaufort", None)])
def test_he_stands_with_the_stack_that_was_named(host: str, inside: str | None) -> None:
    scene = promised("abp_york", "le_rose")
    scene.hand(0, "earl_kent").hold("george", "hastings")
    looked_at(scene)
    scene.dice_show(6, 6)
    scene.play(0, "recruit", noble="hastings", host=host, title="earl_kent")
    square = scene.board.places["skipton"].square
    assert scene.where("hastings") == (square, inside, None)
    hastings = scene.state.nobles["hastings"]
    assert (hastings.seat, hastings.title, hastings.cards) == (0, "earl_kent", ["le_rose"])
    assert scene.state.heirs["george"].holder == "hastings"
    assert scene.state.control["ashby"] == "hastings"
    assert hastings.bargain == 2


@pytest.mark.rule("families-recruit.20")
def test_nobody_tries_where_the_house_has_no_noble_ashore() -> None:
    scene = promised("abp_york")
    for noble in ("clifford", "beaufort"):
        kill_noble(scene.match.table, noble, "plague")
    looked_at(scene)
    assert scene.asked(1) == ["movement"]


def test_a_combat_is_settled_first() -> None:
    scene = promised("abp_york")
    state: Any = scene.state
    state.phase = "combat"
    scene.match.table.push(HoldPlace("pleshey", ["bourchier"]))
    scene.game.apply_consequences(scene.match.table)
    assert [type(step) for step in scene.match.table.agenda[-2:]] == [MovementPhase, HoldPlace]


def question(scene: Scene, seat: int) -> Prompt:
    """The only one that holds the game up."""
    (prompt,) = [p for p in scene.match.prompts(seat) if p.blocking]
    return prompt


@pytest.mark.rule("families-switch.3")
def test_the_question_names_each_noble_and_may_be_let_be() -> None:
    names = ("greystoke", "hastings", "grey")
    offers = [Offer("recruit", (Field("noble", (name,)),), "families-recruit.3") for name in names]
    done = Offer("done", (), "families-recruit.4")
    assert question(betrayed(), 0) == Prompt(
        0, "recruit_at_once", (*offers, done), default=Choice("done"), facts={"family": "3"}
    )


@pytest.mark.rule("families-switch.3", "families-recruit.18")
def test_an_offer_at_once_is_looked_at_like_any_other() -> None:
    scene = betrayed("earl_kent", "earl_essex", "bp_lincoln")
    reason = scene.refused(
        0, "recruit", rule="families-recruit.18", noble="grey", cards=["saxons_2"]
    )
    assert reason == "Offer cards from your hand, or from your nobles with the envoy."
    scene.refused(
        0, "recruit", rule="families-recruit.18", noble="grey", title=["earl_kent", "earl_essex"]
    )
    for args in ({"noble": ["grey", "hastings"]}, {"noble": "grey", "cards": ["bp_lincoln"] * 2}):
        reason = scene.refused(0, "recruit", rule="families-recruit.3", **args)
        assert reason == "Name one noble, and each card only once."
    reason = scene.refused(0, "recruit", rule="families-switch.3")
    assert reason == "Name a noble of the family that has left."


@pytest.mark.rule("families-switch.3")
def test_why_a_noble_is_not_tried_for() -> None:
    scene = betrayed()
    reason = scene.refused(0, "recruit", rule="families-switch.3", noble="percy")
    assert reason == "Nobody can win over the head of a family."
    scene.state.nobles["grey"].captor = 1
    scene.match.look_anew()
    reason = scene.refused(0, "recruit", rule="families-switch.3", noble="grey")
    assert reason == "That noble is a captive just now."
    scene.state.nobles["grey"].captor = None
    scene.state.custody["grey"] = Custody(3, 1, 2, keeper="bourchier")
    scene.match.look_anew()
    reason = scene.refused(0, "recruit", rule="families-switch.3", noble="grey")
    assert reason == "That noble is a captive just now."


@pytest.mark.rule("families-neutral.4")
def test_a_house_without_anybody_leaning_to_it_is_not_asked() -> None:
    scene = betrayed(leaning=True)
    scene.play(0, "recruit", noble="greystoke")
    assert scene.asked(0) == []
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.19")
@pytest.mark.parametrize("how", ["captor", "custody"])
def test_a_captive_waits_for_his_due_and_the_others_do_not(how: str) -> None:
    scene = promised("abp_york", hand=("abp_canterbury",))
    scene.noble("herbert", 1, "pembroke", cards=("bp_norwich",))
    scene.state.nobles["herbert"].bargain, scene.state.nobles["herbert"].taken_from = 2, True
    if how == "captor":
        scene.state.nobles["hastings"].captor = 0
    else:
        scene.state.custody["hastings"] = Custody(1, 0, 2, keeper="clifford")
    review_bargains(scene.match.table)
    told = [e for e in scene.match.table.events if isinstance(e, facts.PromiseBroken)]
    assert told == [facts.PromiseBroken(1, "herbert", 1)]
    assert (scene.state.nobles["hastings"].bargain, scene.state.nobles["herbert"].bargain) == (2, 1)


@pytest.mark.rule("families-recruit.19", "families-recruit.20")
def test_what_is_asked_of_whose_recruit_lacks_his_due() -> None:
    scene = looked_at(promised("abp_york", hand=("abp_canterbury",)))
    assert question(scene, 1) == Prompt(
        1,
        "make_good",
        (
            Offer("make_good", (Field("card", ("abp_canterbury",)),), "families-recruit.19"),
            Offer("keep_back", (), "families-recruit.20"),
        ),
        default=Choice("keep_back"),
        guarded=True,
        facts={"noble": "hastings", "lacking": "2"},
    )
    reason = scene.refused(1, "make_good", rule="families-recruit.19", card="saxons_2")
    assert (
        reason
        == "Give your recruit a card he can bear, from your hand or from your nobles with him."
    )
    reason = scene.refused(1, "done", rule="families-recruit.19")
    assert reason == "First say whether you will replace what you took from your recruit."
    scene.play(1, "keep_back")
    fields = (Field("noble", ("hastings",)), Field("host", ("clifford", "beaufort")))
    assert question(scene, 0) == Prompt(
        0,
        "rivalry",
        (
            Offer("recruit", fields, "families-recruit.3"),
            Offer("done", (), "families-recruit.20"),
        ),
        default=Choice("done"),
        facts={"noble": "hastings", "former": "1"},
    )
    reason = scene.refused(
        0, "recruit", rule="families-recruit.21", noble="hastings", host="bourchier"
    )
    assert reason == "Send that noble to one of your House who is ashore."
    reason = scene.refused(
        0,
        "recruit",
        rule="families-recruit.18",
        noble="hastings",
        host=["clifford", "beaufort"],
        cards=["saxons_2"],
    )
    assert reason == "Offer cards from your hand, or from your nobles with the envoy."
    stranger = {"noble": "hastings", "host": "bourchier"}
    for verb, args in (("recruit", {"noble": "scrope"}), ("march", {}), ("make_good", stranger)):
        reason = scene.refused(0, verb, rule="families-recruit.20", **args)
        assert reason == "First say whether you will try for the noble who has not had his due."


@pytest.mark.rule("families-recruit.19")
def test_cards_of_nobles_with_him_make_it_good_too() -> None:
    scene = promised("abp_york")
    scene.noble("herbert", 1, "ashby", outside=True, cards=("bp_norwich", "bp_lincoln"))
    scene.noble("howard", 1, "lathom", cards=("bp_durham",))
    looked_at(scene)
    assert scene.candidates(1, "make_good", "card") == {"bp_norwich", "bp_lincoln"}
    scene.play(1, "make_good", card="bp_lincoln")
    assert scene.state.nobles["herbert"].cards == ["bp_norwich"]
    assert scene.state.nobles["hastings"].cards == ["bp_lincoln"]


@pytest.mark.rule("families-recruit.19")
def test_of_those_at_sea_nobody_is_with_who_is_aboard_another_ship() -> None:
    scene = promised("abp_york").give("hastings", "le_swan")
    scene.noble("herbert", 1, "pembroke", cards=("bp_norwich", "bp_lincoln", "le_rose"))
    scene.ship("le_swan", sea="humber-mouth").aboard("hastings", "le_swan")
    scene.ship("le_rose", sea="dover-strait").aboard("herbert", "le_rose")
    looked_at(scene)
    assert scene.asked(1) == []
    assert scene.asked(0) == ["rivalry"]


@pytest.mark.rule("families-recruit.20")
def test_york_tries_for_whom_lancaster_gave_less_than_his_due() -> None:
    scene = Scene(2, "families").noble("beaufort", 0, "corfe").noble("talbot", 0, "shrewsbury")
    scene.noble("plantagenet_york", 1, "ludlow").give("talbot", "abp_york").movement(0)
    taken(scene, "talbot", "abp_york", 2)
    scene.play(0, "march", nobles=["beaufort"], to=beside(scene, "corfe"))
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(0, "talbot", 1)]
    assert scene.asked(1) == ["rivalry"]


@pytest.mark.rule("families-recruit.20")
def test_without_an_opposing_house_at_the_table_nobody_tries() -> None:
    scene = promised("abp_york")
    scene.state.sides[1].serves = ""
    looked_at(scene)
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(1, "hastings", None)]
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.20")
def test_who_has_died_meanwhile_is_owed_nothing() -> None:
    scene = promised("abp_york")
    review_bargains(scene.match.table)
    kill_noble(scene.match.table, "hastings", "plague")
    scene._note(scene.match._after())
    assert scene.happened(facts.MadeGood) == scene.happened(facts.NotMadeGood) == []
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("families-recruit.19", "families-recruit.20")
def test_who_is_a_captive_meanwhile_is_given_nothing() -> None:
    scene = looked_at(promised("abp_york", hand=("abp_canterbury",)))
    assert scene.asked(1) == ["make_good"]
    scene.state.nobles["hastings"].captor = 0
    scene.match.look_anew()
    assert scene.asked(1) == []


@pytest.mark.rule("families-recruit.20")
def test_whom_another_has_meanwhile_is_not_tried_for() -> None:
    scene = looked_at(promised("abp_york"))
    assert scene.asked(0) == ["rivalry"]
    scene.state.nobles["hastings"].seat = 0
    scene.match.look_anew()
    assert scene.asked(0) == []


@pytest.mark.rule("families-recruit.21")
@pytest.mark.parametrize("how", ["captor", "custody", "aboard"])
def test_he_goes_to_nobody_who_is_a_captive_or_at_sea(how: str) -> None:
    scene = looked_at(promised("abp_york"))
    assert scene.candidates(0, "recruit", "host") == {"clifford", "beaufort"}
    if how == "captor":
        scene.state.nobles["beaufort"].captor = 1
    elif how == "custody":
        scene.state.custody["beaufort"] = Custody(0, 1, 2, keeper="bourchier")
    else:
        scene.ship("le_swan", sea="humber-mouth").aboard("beaufort", "le_swan")
    scene.match.look_anew()
    assert scene.candidates(0, "recruit", "host") == {"clifford"}


@pytest.mark.rule("families-heads.2")
def test_a_head_who_falls_while_something_is_asked_is_told_of_afterwards() -> None:
    scene = looked_at(promised("abp_york", hand=("abp_canterbury",)))
    kill_noble(scene.match.table, "percy", "plague")
    scene.match.table.events = []
    scene._note(scene.match._after())
    assert scene.asked(1) == ["make_good"]
    assert scene.happened(facts.HeadFell) == []
    scene.dice_show(4).play(1, "make_good", card="abp_canterbury")
    assert scene.happened(facts.HeadFell) == [facts.HeadFell(3, "percy", 4)]


@pytest.mark.rule("families-recruit.20")
def test_for_who_dies_before_it_is_answered_nobody_is_asked() -> None:
    scene = looked_at(promised("abp_york"))
    assert scene.asked(0) == ["rivalry"]
    kill_noble(scene.match.table, "hastings", "plague")
    scene.match.look_anew()
    assert scene.asked(0) == []


@pytest.mark.rule("families-recruit.19")
def test_he_is_given_nothing_that_he_cannot_bear() -> None:
    hand = ("abp_canterbury", "marshal_england", "saxons_1")
    scene = looked_at(promised("abp_york", hand=hand))
    assert scene.candidates(1, "make_good", "card") == {"abp_canterbury", "saxons_1"}


@pytest.mark.rule("families-recruit.19")
def test_between_fights_what_is_lost_is_due_at_once() -> None:
    scene = promised("abp_york", hand=("abp_canterbury",))
    scene.combat(1)
    assert scene.asked(1) == ["make_good"]
