"""Families change sides, join, and stand apart; a House may refuse them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.rules.kernel import Choice, Field, Match, Offer, Prompt
from bot.rules.kingmaker import facts
from rendering.kingmaker.painter import KingmakerPainter
from tests.compliance.test_imagined_games import evening
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)
from tests.rules.kingmaker.scene import Scene


def after_york() -> Scene:
    """The turn of York is over in which Neville did not stir; that of Lancaster begins."""
    scene = heads()
    scene.turn(YORK)
    played_on(scene, (LANCASTER, "movement"))
    scene.turn(LANCASTER)
    return scene


@pytest.mark.rule("families-switch.1", "families-align.1")
def test_who_forwent_the_turn_of_its_house_goes_over_to_the_other() -> None:
    scene = after_york()
    scene.play(NEVILLE, "serve_house")
    assert scene.asked(LANCASTER) == ["admission"]
    scene.play(LANCASTER, "admit")
    (told,) = scene.happened(facts.FamilyServes)
    assert (told.seat, told.by, told.house, told.former) == (NEVILLE, 0, "lancaster", "york")
    assert scene.state.sides[NEVILLE].serves == "lancaster"
    asked = played_on(scene, (YORK, "movement"))
    assert (NEVILLE, "movement") in asked
    assert (MOWBRAY, "movement") not in asked


@pytest.mark.rule("families-switch.1")
@pytest.mark.parametrize("deed", ["march", "attack"])
def test_who_moved_or_attacked_in_that_turn_cannot_change_sides(deed: str) -> None:
    scene = heads(without=(NEVILLE,)).noble("neville", NEVILLE, "14,16")
    scene.noble("clifford", LANCASTER, "14,16")
    scene.turn(YORK)
    if deed == "march":
        played_on(scene, (NEVILLE, "movement"))
        scene.play(NEVILLE, "march", nobles=["neville"], to="13,15")
    else:
        played_on(scene, (NEVILLE, "combat"))
        scene.play(NEVILLE, "attack", nobles=["neville"], against="0", square="14,16")
    assert not scene.state.sides[NEVILLE].forgone
    scene.turn(LANCASTER)
    assert scene.asked(NEVILLE) == []
    assert scene.asked(PERCY) == ["declare_side"]
    scene.refused(NEVILLE, "serve_house", rule="families-switch.1")


@pytest.mark.rule("families-switch.1")
def test_before_a_turn_of_its_house_there_is_nothing_to_forgo() -> None:
    scene = heads()
    scene.turn(LANCASTER)
    scene.refused(NEVILLE, "serve_house", rule="families-switch.1")


@pytest.mark.rule("families-switch.1")
def test_what_is_done_for_the_new_house_counts_from_its_turn_on() -> None:
    scene = after_york()
    scene.play(NEVILLE, "serve_house")
    scene.play(LANCASTER, "admit")
    played_on(scene, (NEVILLE, "movement"))
    scene.play(NEVILLE, "march", nobles=["neville"], to="13,17")
    scene.turn(YORK)
    scene.refused(NEVILLE, "serve_house", rule="families-switch.1")


@pytest.mark.rule("families-switch.2")
def test_nobody_sees_beforehand_who_means_to_change_sides() -> None:
    """Who keeps still with a purpose, and who keeps still, look alike to everybody."""
    still = heads()
    still.turn(YORK)
    played_on(still, (NEVILLE, "movement"))
    seen = [still.seen_by(seat) for seat in (None, *range(6))]
    still.state.sides[NEVILLE].forgone = not still.state.sides[NEVILLE].forgone
    assert [still.seen_by(seat) for seat in (None, *range(6))] == seen
    still.play(NEVILLE, "done")
    assert still.happened(facts.FamilyServes) == []
    assert b"forgone" not in still.seen_by(None)


@pytest.mark.rule("families-align.6")
def test_a_house_may_refuse_a_family() -> None:
    scene = after_york()
    scene.play(NEVILLE, "serve_house")
    scene.refused(LANCASTER, "done", rule="families-align.6")
    scene.play(LANCASTER, "turn_away")
    (told,) = scene.happened(facts.FamilyRefused)
    assert (told.seat, told.by) == (NEVILLE, LANCASTER)
    assert scene.state.sides[NEVILLE].serves == "york"
    assert (NEVILLE, "movement") not in played_on(scene, (YORK, "movement"))
    scene.refused(NEVILLE, "serve_house", rule="families-align.1")


@pytest.mark.rule("families-align.7")
def test_once_in_a_family_is_not_put_out_again() -> None:
    scene = after_york()
    scene.play(NEVILLE, "serve_house")
    scene.play(LANCASTER, "admit")
    for verb in ("turn_away", "admit"):
        scene.refused(LANCASTER, verb, rule="families-align.7")
    played_on(scene, (LANCASTER, "movement"))
    assert {o.verb for p in scene.match.prompts(LANCASTER) for o in p.offers}.isdisjoint(
        {"turn_away", "admit"}
    )
    assert scene.state.sides[NEVILLE].serves == "lancaster"


@pytest.mark.rule("families-neutral.1")
def test_a_family_turns_neutral_as_its_own_house_begins_a_turn() -> None:
    scene = heads()
    scene.turn(YORK)
    assert scene.asked(PERCY) == []
    scene.refused(PERCY, "stand_apart", rule="families-neutral.1", castle="alnwick")
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    (told,) = scene.happened(facts.FamilyStandsApart)
    assert (told.seat, told.former, told.head, told.cards) == (NEVILLE, "york", "neville", ())
    assert scene.state.sides[NEVILLE].serves == ""


@pytest.mark.rule("families-neutral.2")
def test_its_head_goes_home_with_the_heir_he_keeps() -> None:
    scene = heads(without=(NEVILLE,)).noble("neville", NEVILLE, "14,16", heirs=("george",))
    scene.noble("scrope", NEVILLE, "14,16").turn(YORK)
    assert scene.candidates(NEVILLE, "stand_apart", "castle") == {
        "warwick", "raby", "middleham", "cardiff",
    }  # fmt: skip
    scene.play(NEVILLE, "stand_apart", castle="raby")
    assert scene.where("neville")[1] == "raby"
    assert scene.where("scrope") == ("14,16", None, None)
    assert scene.state.heirs["george"].holder == "neville"


@pytest.mark.rule("families-neutral.2")
def test_a_siege_of_a_family_that_turns_neutral_ends() -> None:
    scene = heads(without=(NEVILLE,)).noble("neville", NEVILLE, "masham", outside=True)
    scene.noble("scrope", PERCY, "masham").siege("masham", ["neville"]).turn(YORK)
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    assert scene.state.sieges == {}


@pytest.mark.rule("families-neutral.3")
def test_its_mercenaries_go_back_into_the_crown_deck() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham", cards=("saxons_2", "abp_york"))
    scene.give("neville", "saxons_1").give("mowbray", "scots_archers_1").hand(
        NEVILLE, "burgundian_crossbowmen_1"
    )
    scene.turn(YORK)
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    (told,) = scene.happened(facts.FamilyStandsApart)
    assert sorted(told.cards) == ["saxons_1", "saxons_2"]
    assert {"saxons_1", "saxons_2"} <= set(scene.state.crown_deck)
    assert scene.state.nobles["scrope"].cards == ["abp_york"]
    assert scene.state.nobles["mowbray"].cards == ["scots_archers_1"]
    assert scene.state.factions[NEVILLE].hand == ["burgundian_crossbowmen_1"]
    assert scene.match.violations() == []


@pytest.mark.rule("families-neutral.5")
@pytest.mark.parametrize("house", [LANCASTER, YORK])
def test_a_neutral_family_joins_a_house_that_lets_it_in(house: int) -> None:
    scene = heads()
    scene.state.sides[NEVILLE].serves = ""
    scene.turn(house)
    scene.play(NEVILLE, "serve_house")
    scene.play(house, "admit")
    assert scene.state.sides[NEVILLE].serves == ("lancaster", "york")[house]
    (told,) = scene.happened(facts.FamilyServes)
    assert told.former == ""
    assert (NEVILLE, "movement") in played_on(scene, (1 - house, "movement"))


@pytest.mark.rule("families-align.1")
def test_whom_one_serves_is_said_as_a_house_begins_its_turn_and_once() -> None:
    scene = after_york()
    scene.play(NEVILLE, "stay_loyal")
    scene.refused(NEVILLE, "stay_loyal", rule="families-align.1")
    scene.refused(YORK, "serve_house", rule="families-align.1")
    played_on(scene, (LANCASTER, "movement"))
    scene.refused(STAFFORD, "stand_apart", rule="families-align.1", castle="stafford")


def test_elsewhere_nobody_serves_anybody() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.movement(0)
    scene.refused(1, "serve_house", rule="base-1.1")
    scene.refused(1, "admit", rule="base-1.1")
    scene.refused(0, "fetch", rule="base-11.10", heir="henry", noble="percy")
    scene.draw(0)
    card = scene.state.factions[0].hand[0]
    scene.refused(0, "hand_out", rule="base-17.2", card=card, family="1")


@pytest.mark.rule("families-switch.3")
def test_the_house_betrayed_tries_at_once_for_the_nobles_of_the_traitor() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham")
    scene.turn(YORK)
    played_on(scene, (LANCASTER, "movement"))
    scene.turn(LANCASTER)
    scene.play(NEVILLE, "serve_house")
    scene.play(LANCASTER, "admit")
    assert scene.asked(YORK) == ["recruit_at_once"]
    assert scene.candidates(YORK, "recruit", "noble") == {"scrope"}
    scene.play(YORK, "done")
    assert scene.asked(YORK) != ["recruit_at_once"]


@pytest.mark.rule("families-neutral.4")
def test_both_houses_try_for_who_leans_to_them_and_the_one_left_is_first() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham").noble("roos", NEVILLE, "14,16")
    scene.turn(YORK)
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    assert (scene.asked(YORK), scene.asked(LANCASTER)) == (["recruit_at_once"], [])
    assert scene.candidates(YORK, "recruit", "noble") == {"scrope"}
    scene.play(YORK, "done")
    assert scene.asked(LANCASTER) == ["recruit_at_once"]
    assert scene.candidates(LANCASTER, "recruit", "noble") == {"roos"}
    scene.play(LANCASTER, "done")
    assert scene.asked(MOWBRAY) == ["declare_side"]


@pytest.mark.rule("families-neutral.5")
def test_who_joins_out_of_neutrality_betrays_nobody() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham")
    scene.state.sides[NEVILLE].serves = ""
    scene.turn(LANCASTER)
    scene.play(NEVILLE, "serve_house")
    scene.play(LANCASTER, "admit")
    assert scene.asked(YORK) == []


def test_a_family_may_say_beforehand_that_it_stays_as_it_is() -> None:
    scene = heads()
    scene.turn(YORK)
    order = Choice.of("order_pass", phases=["declare_side"])
    game, table = scene.match.game, scene.match.table
    asked = next(p for p in scene.match.prompts(NEVILLE) if p.blocking)
    assert any(prompt.find(order) for prompt in game.beforehand(table, NEVILLE))
    assert not any(prompt.find(order) for prompt in game.beforehand(table, YORK))
    assert game.as_ordered(table, asked, order) == Choice("stay_loyal")


STAY = Offer("stay_loyal", (), "families-align.1")


def questions(scene: Scene, seat: int) -> list[Prompt]:
    """What holds the game up for a seat."""
    return [prompt for prompt in scene.match.prompts(seat) if prompt.blocking]


@pytest.mark.rule("families-switch.1", "families-neutral.1", "families-neutral.5")
def test_each_family_is_offered_what_it_may_do_and_by_which_rule() -> None:
    scene = after_york()
    scene.state.sides[MOWBRAY].serves = ""
    scene.match.look_anew()
    castles = ("stafford", "tonbridge", "brecon")

    def asked(seat: int, *offers: Offer) -> list[Prompt]:
        stay = Choice("stay_loyal")
        return [Prompt(seat, "declare_side", (*offers, STAY), default=stay, facts={"house": "0"})]

    changes = Offer("serve_house", (), "families-switch.1")
    joins = Offer("serve_house", (), "families-neutral.5")
    leaves = Offer("stand_apart", (Field("castle", castles),), "families-neutral.1")
    assert questions(scene, NEVILLE) == asked(NEVILLE, changes)
    assert questions(scene, MOWBRAY) == asked(MOWBRAY, joins)
    assert questions(scene, STAFFORD) == asked(STAFFORD, leaves)
    assert questions(scene, YORK) == []
    assert questions(scene, LANCASTER) == []


@pytest.mark.rule("families-align.6")
def test_the_house_is_asked_whom_it_would_let_in() -> None:
    scene = after_york()
    scene.play(NEVILLE, "serve_house")
    offers = (Offer("admit", (), "families-align.6"), Offer("turn_away", (), "families-align.6"))
    assert questions(scene, LANCASTER) == [
        Prompt(0, "admission", offers, default=Choice("admit"), facts={"family": "2"})
    ]
    # Meanwhile nobody else says anything.
    assert questions(scene, PERCY) == []
    scene.refused(PERCY, "stay_loyal", rule="families-align.6")
    scene.play(LANCASTER, "admit")
    assert scene.asked(NEVILLE) == []
    assert scene.asked(PERCY) == ["declare_side"]


@pytest.mark.rule("families-align.1")
def test_who_says_it_wrongly_hears_what_is_asked() -> None:
    scene = heads()
    scene.turn(YORK)
    said = "Name the castle your head of family goes to, or name none."
    for castle in ("alnwick", "london"):
        reason = scene.refused(NEVILLE, "stand_apart", rule="families-align.1", castle=castle)
        assert reason == said
    reason = scene.refused(MOWBRAY, "serve_house", rule="families-align.1")
    assert reason == "You already serve the House whose turn begins."
    reason = scene.refused(LANCASTER, "serve_house", rule="families-align.1")
    assert reason == "Only a family in play can change sides."
    reason = scene.refused(PERCY, "stay_loyal", rule="families-align.1")
    assert reason == "You stay as you are. You need not say so."
    scene.play(NEVILLE, "stay_loyal")
    reason = scene.refused(NEVILLE, "stand_apart", rule="families-align.1", castle="warwick")
    assert reason == "You have already said whom you serve this turn."


@pytest.mark.rule("families-align.1", "families-heads.3")
def test_a_family_out_of_play_is_asked_nothing() -> None:
    scene = heads()
    scene.state.sides[PERCY].extinct = True
    scene.turn(LANCASTER)
    assert scene.asked(PERCY) == []
    reason = scene.refused(PERCY, "stand_apart", rule="families-align.1", castle="alnwick")
    assert reason == "Only a family in play can change sides."


@pytest.mark.rule("families-neutral.1", "families-switch.1")
def test_who_turns_neutral_has_forgone_nothing_for_the_house_it_left() -> None:
    scene = after_york()
    played_on(scene, (LANCASTER, "movement"))
    played_on(scene, (NEVILLE, "declare_side"))
    assert scene.state.active == YORK
    assert scene.state.sides[NEVILLE].forgone
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    assert not scene.state.sides[NEVILLE].forgone


@pytest.mark.rule("families-neutral.3")
def test_the_crown_deck_is_shuffled_once_the_mercenaries_are_in_it() -> None:
    scene = heads().give("neville", "saxons_1", "saxons_2")
    scene.turn(YORK)
    before = list(scene.state.crown_deck)
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    deck = scene.state.crown_deck
    assert sorted(deck) == sorted([*before, "saxons_1", "saxons_2"])
    assert deck[:-2] != before


@pytest.mark.rule("families-neutral.3")
def test_without_mercenaries_the_crown_deck_lies_as_it_lay() -> None:
    scene = heads().give("neville", "abp_york")
    scene.turn(YORK)
    before = list(scene.state.crown_deck)
    scene.play(NEVILLE, "stand_apart", castle="warwick")
    assert scene.state.crown_deck == before


@pytest.mark.rule("families-neutral.2")
def test_sieges_of_others_go_on_when_a_family_turns_neutral() -> None:
    scene = heads(without=(NEVILLE, PERCY)).noble("stanley", STAFFORD, "18,20")
    for noble, seat, place, held in (
        ("neville", NEVILLE, "masham", "bolton"),
        ("percy", MOWBRAY, "lathom", "alnwick"),
    ):
        scene.noble(noble, seat, place, outside=True).control(held, None)
    scene.noble("scrope", PERCY, "18,20").give("neville", "marshal_england")
    scene.give("percy", "constable_dover").siege("masham", ["neville"])
    scene.siege("lathom", ["percy"]).turn(YORK)
    assert list(scene.state.sieges) == ["masham", "lathom"]
    scene.play(NEVILLE, "stand_apart", castle="raby")
    assert list(scene.state.sieges) == ["lathom"]
    (told,) = scene.happened(facts.FamilyStandsApart)
    assert (told.square, told.inside) == ("13,6", "raby")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(NEVILLE, "masham", "choice")]


@pytest.mark.rule("families-neutral.2")
def test_its_head_takes_up_the_heir_whom_he_finds_at_home() -> None:
    scene = heads().heir_at("george", "13,6", "raby").control("raby", "neville")
    scene.turn(YORK)
    scene.play(NEVILLE, "stand_apart", castle="raby")
    assert scene.state.heirs["george"].holder == "neville"


@pytest.mark.rule("families-neutral.2", "house-8.6.21")
def test_its_head_is_home_before_a_siege_that_he_kept_up_from_a_ship_ends() -> None:
    scene = heads("families+house_sieges", without=(NEVILLE,))
    scene.noble("neville", NEVILLE, "14,16", cards=("le_swan", "marshal_england"))
    scene.noble("scrope", NEVILLE, "14,16").control("hull", "percy")
    scene.ship("le_swan", port="hull", hostile=True)
    for noble in ("neville", "scrope"):
        scene.aboard(noble, "le_swan")
    scene.siege("hull", ["neville", "scrope"]).state.sieges["hull"].ships = ["le_swan"]
    scene.turn(YORK)
    scene.play(NEVILLE, "stand_apart", castle="raby")
    assert scene.where("neville")[1] == "raby"
    assert "scrope" not in scene.state.nobles
    assert scene.state.sieges == {}


# Before a family declares whom it serves, nothing that others see tells of it.
#
# Positions in which a family has made it out with the other House, and in which it has not, are the
# same to everybody else: in views, questions, refusals, standings, imagined games and pictures.


NAMES = ("Alice", "Bob", "Cecily", "Duncan", "Edith", "Fulk")
OTHERS = (YORK, PERCY, MOWBRAY, STAFFORD, None)
"""Everybody but Neville and the House that it makes it out with; and who looks on."""


def asked_after(made_out: str = "") -> Scene:
    """Neville let the turn of York go by, and is asked whom it serves as that of Lancaster begins.

    What was ``made_out`` beforehand: it has ``offered`` House Lancaster to come over, or both have
    ``agreed`` on it.
    """
    scene = heads().hand(NEVILLE, "saxons_1")
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "movement"))
    if made_out:
        scene.play(
            NEVILLE, "propose_deal", to=str(LANCASTER), promise="we come over to you", due="1"
        )
    if made_out == "agreed":
        scene.play(LANCASTER, "accept_deal", deal="1", word="do")
    played_on(scene, (NEVILLE, "declare_side"))
    return scene


def known_to(match: Match, seat: int | None) -> bytes:
    """All that a seat sees, is asked, may not do and could imagine; how all stand, and for whom
    the game waits."""
    asked = [] if seat is None else match.prompts(seat)
    refused = [] if seat is None else [(w, n.rule, n.reason) for w, n in match.why_not(seat)]
    world = match.game.encode(match.game.imagine(match.position, seat, "one"))
    waited_for = [(one, [p.kind for p in match.asked(one)]) for one in match.waiting_for()]
    told = [match.view(seat), asked, refused, match.standings(), waited_for]
    return msgspec.json.encode(told) + world


@pytest.mark.rule("families-switch.2")
@pytest.mark.parametrize("made_out", ["offered", "agreed"])
def test_a_change_of_sides_that_was_made_out_is_unknown_to_all_others(made_out: str) -> None:
    silent, agreed = asked_after().match, asked_after(made_out).match
    for seat in OTHERS:
        assert known_to(agreed, seat) == known_to(silent, seat)
    for seat in (LANCASTER, NEVILLE):
        assert known_to(agreed, seat) != known_to(silent, seat)


@pytest.mark.rule("families-switch.2")
def test_till_one_family_has_spoken_the_others_are_asked_alike() -> None:
    """Mowbray is asked the same whether Neville has stayed where it is or has not spoken yet."""
    waiting, stayed = (asked_after() for _ in range(2))
    stayed.play(NEVILLE, "stay_loyal")
    assert [event for event in stayed.events if event.visible_to(None)] == []
    assert stayed.match.prompts(MOWBRAY) == waiting.match.prompts(MOWBRAY)
    for seat in OTHERS:
        assert stayed.match.view(seat) == waiting.match.view(seat)
    assert stayed.match.standings() == waiting.match.standings()


@pytest.mark.rule("families-switch.2")
async def test_games_that_others_imagine_do_not_tell_of_it() -> None:
    silent, agreed = asked_after().match, asked_after("agreed").match
    for seat in (YORK, PERCY):
        told = await evening(silent, seat)
        assert len(told) > 2
        assert await evening(agreed, seat) == told


@pytest.mark.rule("families-switch.2")
def test_pictures_do_not_tell_of_it_before_the_family_moves_for_its_new_house(
    maps: Path,
) -> None:
    silent, agreed = asked_after(), asked_after("agreed")
    painter = KingmakerPainter(silent.content, maps)

    def drawn(scene: Scene) -> tuple[bytes, bytes | None]:
        public = [event for event in scene.events if event.visible_to(None)]
        view = scene.match.view(None)
        changes = painter.changes(view, public, NAMES)
        return painter.board(view, NAMES).png, None if changes is None else changes.png

    before = drawn(silent)
    assert drawn(agreed) == before
    agreed.play(NEVILLE, "serve_house")
    agreed.play(LANCASTER, "admit")
    played_on(agreed, (NEVILLE, "movement"))
    agreed.play(NEVILLE, "march", nobles=["neville"], to="13,17")
    moved = drawn(agreed)
    assert moved[0] != before[0]
    assert moved[1] is not None
