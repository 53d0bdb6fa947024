"""The head of a family dies: a kinsman takes over, or the line dies out."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.state import Deal, Pact, Promise, Side
from tests.rules.kingmaker.corrections.mending import mend, refused
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    NEVILLE,
    PERCY,
    YORK,
    heads,
    played_on,
)
from tests.rules.kingmaker.scene import Scene


def slain(die: int, noble: str = "neville", scene: Scene | None = None) -> Scene:
    """The turn of York, in which a noble is killed, and the die shows so much."""
    scene = scene or heads().noble("scrope", NEVILLE, "masham")
    scene.turn(YORK)
    played_on(scene, (YORK, "movement"))
    scene.dice_show(die)
    scene.match.table.events = []
    changes.kill_noble(scene.match.table, noble, "battle")
    scene._note(scene.match._after())
    return scene


@pytest.mark.rule("families-heads.1", "families-heads.2")
def test_a_die_says_how_many_turns_of_its_house_the_family_waits() -> None:
    scene = slain(2)
    (told,) = scene.happened(facts.HeadFell)
    assert (told.seat, told.head, told.die) == (NEVILLE, "neville", 2)
    assert scene.match.view(None).sides[NEVILLE].waits == 2
    played_on(scene, (LANCASTER, "movement"))  # the turn in which he fell does not count
    assert scene.state.sides[NEVILLE].waits == 2
    played_on(scene, (YORK, "movement"))  # nor does one of the other House
    assert scene.state.sides[NEVILLE].waits == 2
    played_on(scene, (LANCASTER, "movement"))
    assert scene.state.sides[NEVILLE].waits == 1
    played_on(scene, (YORK, "movement"))
    played_on(scene, (NEVILLE, "head_returns"))
    assert scene.state.sides[NEVILLE].waits == 0


@pytest.mark.rule("families-heads.2")
def test_of_a_neutral_family_the_turns_of_the_house_it_favours_count() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham")
    scene.state.sides[NEVILLE].serves = ""
    slain(1, scene=scene)
    played_on(scene, (LANCASTER, "movement"))
    played_on(scene, (YORK, "movement"))
    assert scene.state.sides[NEVILLE].waits == 1
    played_on(scene, (NEVILLE, "head_returns"))


@pytest.mark.rule("families-heads.6")
def test_the_new_head_comes_home_with_two_cards_and_nothing_else() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham").give("neville", "marshal_england")
    slain(1, scene=scene)
    played_on(scene, (YORK, "movement"))
    played_on(scene, (NEVILLE, "head_returns"))
    scene.refused(YORK, "done", rule="families-heads.6")
    scene.control("raby", None)
    scene.play(NEVILLE, "settle", noble="neville", castle="raby")
    assert scene.where("neville")[1] == "raby"
    assert scene.state.nobles["neville"].office is None
    for held in (1, 2):
        assert scene.asked(NEVILLE) == ["keep_or_play"]
        assert len(scene.state.factions[NEVILLE].hand) == held
        scene.play(NEVILLE, "keep")
    assert scene.asked(NEVILLE) != ["keep_or_play"]
    assert not scene.state.sides[NEVILLE].headless


@pytest.mark.rule("families-heads.6")
def test_he_stands_outside_a_castle_that_another_faction_holds() -> None:
    scene = slain(1)
    for castle in ("warwick", "raby", "middleham", "cardiff"):
        scene.control(castle, "percy")
    played_on(scene, (NEVILLE, "head_returns"))
    scene.play(NEVILLE, "settle", noble="neville", castle="raby")
    assert scene.where("neville") == (scene.board.places["raby"].square, None, None)


@pytest.mark.rule("families-heads.4")
def test_the_rest_of_the_faction_plays_on() -> None:
    scene = slain(5)
    assert (NEVILLE, "movement") in played_on(scene, (LANCASTER, "movement"))
    assert scene.state.nobles["scrope"].seat == NEVILLE


@pytest.mark.rule("families-heads.5")
def test_without_its_head_a_family_neither_changes_sides_nor_turns_neutral() -> None:
    scene = slain(5)
    scene.turn(YORK)
    assert scene.asked(NEVILLE) == []
    scene.refused(NEVILLE, "stand_apart", rule="families-heads.5", castle="raby")
    scene.turn(LANCASTER)
    scene.refused(NEVILLE, "serve_house", rule="families-heads.5")


@pytest.mark.rule("families-heads.3", "base-15.15")
@pytest.mark.parametrize(
    ("rules", "to"), [("families", "crown_discards"), ("families+bishop_cards", "chancery")]
)
def test_bishops_of_an_extinct_family_go_where_those_of_the_dead_go(rules: str, to: str) -> None:
    scene = heads(rules).noble("scrope", NEVILLE, "masham", cards=("abp_york",))
    scene.hand(NEVILLE, "bp_durham")
    slain(6, scene=scene)
    assert {"abp_york", "bp_durham"} <= set(getattr(scene.state, to))


@pytest.mark.rule("families-heads.3")
def test_on_a_six_the_line_is_extinct_and_the_faction_dissolved() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham", cards=("abp_york", "saxons_1"))
    scene.noble("roos", NEVILLE, "14,16", cards=("earl_kent",)).hold("george", "scrope")
    scene.hand(NEVILLE, "saxons_2", "earl_essex").held(NEVILLE, "E-WR01")
    state = scene.state
    state.deals = [Deal(1, NEVILLE, YORK), Deal(1, LANCASTER, NEVILLE), Deal(1, LANCASTER, PERCY)]
    slain(6, scene=scene)
    told = [(deal.giver, deal.taker, deal.how) for deal in scene.happened(facts.DealClosed)]
    assert told == [(NEVILLE, YORK, "void"), (LANCASTER, NEVILLE, "void")]
    assert [(deal.giver, deal.taker) for deal in state.deals] == [(LANCASTER, PERCY)]
    assert state.sides[NEVILLE].extinct
    assert scene.match.view(None).sides[NEVILLE].extinct
    assert [n for n, noble in state.nobles.items() if noble.seat == NEVILLE] == []
    assert {"earl_kent", "earl_essex"} <= set(state.chancery)
    assert {"abp_york", "saxons_1", "saxons_2"} <= set(state.crown_discards)
    assert "E-WR01" in state.event_discards
    assert {"scrope", "roos", "neville"}.isdisjoint(state.crown_discards)
    assert (state.heirs["george"].holder, state.heirs["george"].inside) == (None, "masham")
    assert scene.match.violations() == []
    asked = played_on(scene, (YORK, "movement")) if scene.asked(YORK) == [] else []
    assert NEVILLE not in {seat for seat, _ in asked}
    played_on(scene, (LANCASTER, "movement"))
    assert NEVILLE not in {seat for seat, _ in played_on(scene, (YORK, "movement"))}


@pytest.mark.rule("families-heads.1")
@pytest.mark.parametrize("noble", ["beaufort", "plantagenet_york"])
def test_who_leads_a_house_is_gone_for_good(noble: str) -> None:
    scene = heads().noble("clifford", LANCASTER, "skipton").noble("bourchier", YORK, "pleshey")
    slain(6, noble, scene)
    assert scene.happened(facts.HeadFell) == []
    assert not any(side.headless or side.extinct or side.waits for side in scene.state.sides)


@pytest.mark.rule("families-heads.1")
def test_the_death_of_another_noble_of_the_family_asks_for_no_die() -> None:
    scene = slain(6, "scrope")
    assert scene.happened(facts.HeadFell) == []
    assert scene.state.nobles["neville"].seat == NEVILLE


@pytest.mark.rule("families-heads.2")
def test_a_head_who_falls_in_battle_is_told_of_once_the_fight_is_over() -> None:
    scene = heads(without=(PERCY, YORK)).noble("percy", PERCY, "13,20")
    scene.noble("plantagenet_york", YORK, "13,20").give("plantagenet_york", "saxons_1", "saxons_2")
    card = next(
        key for key, event in scene.content.events.items()
        if "percy" in event.killed and event.combat in ("majority", "5-4")
    )  # fmt: skip
    scene.next_events(card).combat(YORK)
    scene.play(YORK, "attack", nobles=["plantagenet_york"], against=str(PERCY), square="13,20")
    assert scene.happened(facts.HeadFell)[0].head == "percy"
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("families-heads.3")
def test_nobody_deals_with_a_family_that_is_out_of_play() -> None:
    scene = heads().hand(LANCASTER, "saxons_1")
    scene.state.sides[PERCY].extinct = True
    scene.movement(LANCASTER)
    give = ["hand:saxons_1"]
    scene.refused(LANCASTER, "propose_deal", rule="families-heads.3", to=str(PERCY), give=give)
    scene.play(LANCASTER, "propose_deal", to=str(NEVILLE), give=give)


@pytest.mark.rule("families-heads.3")
def test_what_others_made_out_with_it_goes_with_it_and_nothing_else() -> None:
    scene = heads()
    among_others, with_it = (LANCASTER, YORK), [(NEVILLE, PERCY), (PERCY, NEVILLE)]
    pairs = [among_others, *with_it]
    scene.state.promises = [Promise(giver, taker, "peace", 4) for giver, taker in pairs]
    scene.state.deals = [Deal(1, giver, taker, promise="peace") for giver, taker in pairs]
    scene.state.pacts = [Pact(seat, ally, "14,16", lasting=True) for seat, ally in pairs]
    slain(6, scene=scene)
    assert [(one.giver, one.taker) for one in scene.state.promises] == [among_others]
    assert [(one.giver, one.taker) for one in scene.state.deals] == [among_others]
    assert [(one.seat, one.ally) for one in scene.state.pacts] == [among_others]


@pytest.mark.rule("families-heads.3")
def test_the_event_cards_that_it_kept_are_turned_up() -> None:
    scene = heads().held(NEVILLE, "E-WR01", "E-WR02")
    slain(6, scene=scene)
    (told,) = scene.happened(facts.LineDiedOut)
    assert (told.seat, told.held) == (NEVILLE, ("E-WR01", "E-WR02"))
    assert scene.state.event_discards[-2:] == ["E-WR01", "E-WR02"]
    assert scene.state.factions[NEVILLE].held == scene.state.factions[NEVILLE].hand == []


@pytest.mark.rule("families-heads.2", "families-heads.6")
def test_while_the_new_head_comes_no_second_die_is_thrown() -> None:
    scene = slain(1)
    assert scene.state.sides[NEVILLE].headless
    played_on(scene, (YORK, "movement"))
    played_on(scene, (NEVILLE, "head_returns"))
    castles = ("warwick", "raby", "middleham", "cardiff")
    (asked,) = [prompt for prompt in scene.match.prompts(NEVILLE) if prompt.blocking]
    fields = (Field("noble", ("neville",)), Field("castle", castles))
    assert asked == Prompt(
        NEVILLE,
        "head_returns",
        (Offer("settle", fields, "families-heads.6"),),
        default=Choice.of("settle", noble="neville", castle="warwick"),
        facts={"noble": "neville"},
    )
    scene.play(LANCASTER, "propose_deal", to=str(YORK), promise="peace")
    assert scene.happened(facts.HeadFell) == []
    scene.play(NEVILLE, "settle", noble="neville", castle="warwick")
    assert scene.happened(facts.HeadReturned) == [facts.HeadReturned(NEVILLE, "neville")]
    assert (scene.state.sides[NEVILLE].headless, scene.state.sides[NEVILLE].waits) == (False, 0)


@pytest.mark.rule("families-heads.2")
def test_two_heads_who_fall_have_a_die_each() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham").noble("greystoke", PERCY, "greystoke")
    scene.turn(YORK)
    played_on(scene, (YORK, "movement"))
    scene.match.table.events = []
    for noble in ("percy", "neville"):
        changes.kill_noble(scene.match.table, noble, "plague")
    scene.dice_show(3, 5)
    scene._note(scene.match._after())
    told = [(fell.seat, fell.head, fell.die) for fell in scene.happened(facts.HeadFell)]
    assert told == [(NEVILLE, "neville", 3), (PERCY, "percy", 5)]
    assert [side.waits for side in scene.state.sides] == [0, 0, 3, 5, 0, 0]


@pytest.mark.rule("families-heads.2")
def test_of_a_family_that_went_over_the_turns_of_its_new_house_count() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham")
    scene.state.sides[NEVILLE].serves = "lancaster"
    slain(1, scene=scene)
    played_on(scene, (LANCASTER, "movement"))
    asked = played_on(scene, (NEVILLE, "head_returns"))
    assert (YORK, "movement") not in asked


@pytest.mark.rule("families-heads.2")
def test_the_return_of_one_head_keeps_no_other_from_its_die() -> None:
    scene = slain(1)
    played_on(scene, (LANCASTER, "movement"))
    played_on(scene, (NEVILLE, "head_returns"))
    changes.kill_noble(scene.match.table, "percy", "plague")
    scene.match.table.events = []
    scene.dice_show(2)
    scene._note(scene.match._after())
    assert scene.happened(facts.HeadFell) == [facts.HeadFell(PERCY, "percy", 2)]
    assert scene.asked(NEVILLE) == ["head_returns"]


@pytest.mark.rule("families-heads.3", "base-12.4")
def test_an_heir_at_sea_with_a_family_that_is_dissolved_comes_ashore() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham", cards=("le_rose",)).hold("george", "scrope")
    scene.ship("le_rose", sea="humber-mouth").aboard("scrope", "le_rose")
    slain(6, scene=scene)
    assert scene.state.sides[NEVILLE].extinct
    assert scene.state.heirs["george"].square == scene.board.places["ravenser"].square
    assert scene.match.violations() == []


@pytest.mark.rule("families-heads.1", "families-recruit.2")
def test_a_moderator_brings_back_a_head_and_his_family_waits_no_longer() -> None:
    scene = slain(3)
    assert refused(scene, "correct_revive", piece="neville", seat=str(PERCY)) == (
        "families-heads.1",
        "Another player leads that noble’s family. Give him to them.",
    )
    mend(scene, "correct_revive", piece="neville", seat=str(NEVILLE))
    assert scene.state.nobles["neville"].seat == NEVILLE
    assert scene.state.sides[NEVILLE] == Side("neville", "york", fell_in=1)
    mend(scene, "correct_revive", piece="talbot", seat=str(LANCASTER))
    assert scene.state.nobles["talbot"].seat == LANCASTER


@pytest.mark.rule("families-heads.3")
def test_a_moderator_brings_back_a_line_that_has_died_out() -> None:
    scene = slain(6)
    mend(scene, "correct_revive", piece="neville", seat=str(NEVILLE))
    assert not scene.match.view(None).sides[NEVILLE].extinct
    assert (NEVILLE, "movement") in played_on(scene, (LANCASTER, "movement"))
