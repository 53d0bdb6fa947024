"""Betrayal: kept until it is wanted, which places it opens, and that it is no siege."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, Dice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import controller, defence, occupants
from bot.rules.kingmaker.prospects.odds import garrison as garrison_seen
from bot.rules.kingmaker.state import Pact, Siege, Spell
from bot.rules.kingmaker.succession import holder_seat
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.secrecy import leaks
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.battlefield import only, settle, sound
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import FAIR, TOWN, before, draw_for
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer

RULES = "classic+card_betrayal"
CARD = "X-BET"
KEPT, TAKES, NO_SIEGE = (f"ishkibibble-betrayal.{row}" for row in (1, 2, 3))


def scene_of(holder: int | None = 0, rules: str = RULES) -> Scene:
    """Percy of seat 0, far from York and from the castles of Courtenay of seat 1."""
    scene = Scene(3, rules).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.noble("stanley", 2, "13,20")
    return scene if holder is None else scene.held(holder, CARD)


def betrays(scene: Scene, place: str, noble: str = "percy", seat: int = 0) -> None:
    scene.play(seat, "betray", place=place, noble=noble)


# Kept until it is wanted (ishkibibble-betrayal.1)


@pytest.mark.rule("ishkibibble-betrayal.1")
def test_without_the_option_there_is_no_such_card() -> None:
    scene = scene_of(None, "classic")
    assert CARD not in scene.state.event_deck
    scene.movement(0)
    assert scene.offered(0, "betray") == []


@pytest.mark.rule("ishkibibble-betrayal.1")
@pytest.mark.parametrize("active", [0, 1])
def test_it_is_played_at_any_time(active: int) -> None:
    scene = scene_of()
    scene.movement(active)
    betrays(scene, "york")
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards[-1] == CARD


@pytest.mark.rule("ishkibibble-betrayal.1", "base-10.18")
def test_a_place_just_taken_is_not_open_to_it_until_its_captors_are_inside() -> None:
    besiegers = ("percy", "mowbray", "neville", "grey", "roos")
    scene = before(TOWN, besiegers, ("stafford",), seats=3, ruleset=RULES)
    scene.noble("talbot", 2, "sheffield").held(2, CARD).next_events(FAIR).combat(0)
    draw_for(scene, *besiegers, place=TOWN)
    assert scene.asked(1) == ["offer_ransom"]
    assert TOWN not in scene.candidates(2, "betray", "place")
    told = {"place": TOWN, "noble": "talbot"}
    scene.forbidden(2, "betray", rule=KEPT, says="Wait until its nobles have gone in.", **told)
    settle(scene)
    assert occupants(scene.state, TOWN) == {0}


@pytest.mark.rule("ishkibibble-betrayal.1")
def test_who_keeps_none_plays_none() -> None:
    scene = scene_of(1)
    scene.movement(0)
    said = scene.refused(0, "betray", rule=KEPT, place="york", noble="percy")
    assert said == "You hold no Betrayal card."
    assert leaks(scene.match, [0, 2, None] * 4, Dice("other")) == []


def test_a_defeatist_faction_plays_none() -> None:
    scene = scene_of()
    scene.state.spells.append(Spell("defeatism", 0, 1))
    scene.movement(0)
    assert scene.offered(0, "betray") == []
    scene.refused(0, "betray", rule="ishkibibble-defeatism.2", place="york", noble="percy")


# Which places (ishkibibble-betrayal.2)


@pytest.mark.rule("ishkibibble-betrayal.2")
@pytest.mark.parametrize(
    ("place", "former"), [("york", None), ("okehampton", 1), ("windsor", None)]
)
def test_a_neutral_or_hostile_place_is_his_at_once_from_afar(
    place: str, former: int | None
) -> None:
    scene = scene_of()
    if former is not None:
        scene.control(place, "courtenay")
    scene.movement(0)
    betrays(scene, place)
    assert scene.state.control[place] == "percy"
    assert scene.where("percy")[1] == "alnwick"
    assert only(scene, facts.GarrisonSubverted) == facts.GarrisonSubverted(0, CARD, place, former)
    assert only(scene, facts.ControlGained) == facts.ControlGained(place, "percy", 0, "betrayal")
    sound(scene)


@pytest.mark.rule("ishkibibble-betrayal.2")
def test_the_town_card_goes_along() -> None:
    scene = scene_of().give("courtenay", "town_bristol")
    scene.movement(0)
    betrays(scene, "bristol")
    assert "town_bristol" in scene.state.nobles["percy"].cards
    assert "town_bristol" not in scene.state.nobles["courtenay"].cards


@pytest.mark.rule("ishkibibble-betrayal.2")
def test_an_heir_alone_inside_falls_to_him() -> None:
    scene = scene_of().heir_at("henry", scene_of().board.places["york"].square, "york")
    scene.movement(0)
    betrays(scene, "york")
    assert holder_seat(scene.state, scene.content, "henry") == 0


@pytest.mark.rule("ishkibibble-betrayal.2")
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere", "Name a town, city or castle that has a garrison."),
        ("winchester", "Name a town, city or castle that has a garrison."),
        ("ireland", "Name a town, city or castle that has a garrison."),
        ("alnwick", "That place is already yours."),
        ("tiverton", "A noble is inside. The card takes only a place with no noble in it."),
        ("calais", "Invaders are inside. You can take that place only by siege."),
    ],
)
def test_which_places_it_does_not_open(place: str, said: str) -> None:
    scene = scene_of()
    scene.state.french.append("calais")
    scene.movement(0)
    assert scene.refused(0, "betray", rule=TAKES, place=place, noble="percy") == said
    assert place not in scene.candidates(0, "betray", "place")


@pytest.mark.rule("ishkibibble-betrayal.2")
def test_an_allys_place_is_not_hostile() -> None:
    scene = scene_of(rules=f"{RULES}+alliance").control("york", "courtenay")
    scene.state.pacts.append(Pact(0, 1, "", lasting=True))
    scene.movement(0)
    said = scene.refused(0, "betray", rule=TAKES, place="york", noble="percy")
    assert said == "That place is friendly. Name a neutral or a hostile one."


@pytest.mark.rule("ishkibibble-betrayal.2")
@pytest.mark.parametrize("noble", ["courtenay", "nobody"])
def test_a_noble_of_his_own_holds_it(noble: str) -> None:
    scene = scene_of()
    scene.movement(0)
    said = scene.refused(0, "betray", rule=TAKES, place="york", noble=noble)
    assert said == "Say which of your nobles is to hold it, wherever he is."


@pytest.mark.rule("ishkibibble-betrayal.2")
def test_a_place_is_named_that_has_a_garrison_and_nobody_inside() -> None:
    scene = scene_of()
    scene.movement(0)
    places = [scene.board.places[p] for p in scene.candidates(0, "betray", "place")]
    assert "york" in [place.id for place in places]
    assert all(place.garrison and place.is_fortress and place.square for place in places)
    assert scene.candidates(0, "betray", "noble") == {"percy"}
    scene.refused(0, "betray", rule=TAKES)


# It is no siege (ishkibibble-betrayal.3)


@pytest.mark.rule("ishkibibble-betrayal.3")
@pytest.mark.parametrize(("besieger", "goes_on"), [("percy", False), ("stanley", True)])
def test_a_siege_of_his_own_is_over_and_one_of_others_goes_on(besieger: str, goes_on: bool) -> None:
    scene = Scene(3, RULES).noble("courtenay", 1, "tiverton").control("okehampton", "courtenay")
    square = scene.board.places["okehampton"].square
    scene.noble("percy", 0, square).noble("stanley", 2, square).held(0, CARD)
    scene.noble("neville", 2, square).noble("stafford", 2, square)
    scene.siege(
        "okehampton", [besieger] if besieger == "percy" else ["stanley", "neville", "stafford"]
    )
    scene.movement(0)
    betrays(scene, "okehampton")
    assert controller(scene.state, "okehampton") == 0
    assert ("okehampton" in scene.state.sieges) is goes_on
    assert scene.happened(facts.SiegeConcluded) == []


# The steward


def test_the_steward_takes_the_best_place_in_its_own_turn() -> None:
    scene = scene_of()
    scene.movement(0)
    choice = answer(scene)
    assert (choice.verb, choice.one("noble")) == ("betray", "percy")
    assert scene.board.places[choice.one("place")].cathedral


def test_the_steward_wants_the_heir_inside_most() -> None:
    scene = scene_of().heir_at("richard_york", scene_of().board.places["windsor"].square, "windsor")
    scene.dead(*(heir for heir in scene.state.heirs if heir != "richard_york"))
    scene.movement(0)
    assert answer(scene) == Choice.of("betray", place="windsor", noble="percy")


# French Treachery: soldiers who leave their master hold a town of his.


TREACHERY = "classic+card_french_treachery+advanced_cards"
BAN = "ishkibibble-treachery-french.3"
NO_PARLIAMENT = (
    "Your French soldiers are sacking a town. You can neither sit in Parliament nor crown anyone."
)


def hired(at: str = "14,16") -> Scene:
    """The French serve Percy, whose faction has York, Leicester and Newcastle."""
    scene = Scene(2, TREACHERY).noble("percy", 0, at, cards=("french_foot",))
    scene.noble("courtenay", 1, "tiverton")
    for town in ("york", "leicester", "newcastle"):
        scene.control(town, "percy")
    return scene


def sacked(ruleset: str = TREACHERY) -> Scene:
    """They hold York; nobody is near."""
    scene = Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    for pile in (scene.state.crown_deck, scene.state.crown_discards):
        if "french_foot" in pile:
            pile.remove("french_foot")
    scene.state.rogues = {"york": 0}
    return scene


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_they_sack_the_nearest_town_of_their_master() -> None:
    scene = hired().next_events("X-FRT")
    scene.event(1)
    assert scene.state.rogues == {"leicester": 0}
    assert scene.state.nobles["percy"].cards == []
    assert "leicester" not in scene.state.control
    assert scene.happened(facts.TakenByRogues) == [facts.TakenByRogues("leicester", 0)]
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_not_where_somebody_is_and_of_two_as_near_the_first_by_name() -> None:
    scene = hired("12,7").next_events("X-FRT")  # three squares from York and Newcastle
    scene.event(0)
    assert scene.state.rogues == {"newcastle": 0}
    other = hired("12,7").noble("mowbray", 0, "newcastle").next_events("X-FRT")
    other.event(0)
    assert other.state.rogues == {"york": 0}


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_without_a_town_to_sack_they_go_home() -> None:
    scene = hired()
    for town in ("york", "leicester", "newcastle"):
        scene.control(town, None)
    scene.next_events("X-FRT").event(0)
    assert scene.state.rogues == {}
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.happened(facts.BandLeft) == [facts.BandLeft(0, "french_foot", "percy", "unpaid")]


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_who_serves_nobody_betrays_nobody() -> None:
    scene = Scene(2, TREACHERY).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.hand(0, "french_foot").next_events("X-FRT").event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-FRT", "no_french")]
    assert scene.state.factions[0].hand == ["french_foot"]


@pytest.mark.rule("ishkibibble-treachery-french.2", "ishkibibble-treachery-french.4")
def test_they_defend_the_town_and_its_garrison_does_not() -> None:
    scene = sacked()
    scene.movement(1)
    place = scene.board.places["york"]
    seen = scene.match.view(1)
    outlook = Outlook(seen, 1, scene.content)
    assert place.garrison != 100
    assert defence(scene.match.table, place, ()) == 100
    assert garrison_seen(scene.content, seen, "york") == 100
    assert (outlook.garrison(place), outlook.coming_garrison(place)) == (100, 100)
    scene.state.sieges["york"] = Siege(1, ["courtenay"], turns=9)
    assert defence(scene.match.table, place, ()) == 100


@pytest.mark.rule("ishkibibble-treachery-french.2")
def test_who_takes_the_town_is_rid_of_them() -> None:
    scene = sacked().noble("mowbray", 1, "15,9").noble("neville", 1, "15,9")
    scene.noble("stafford", 1, "15,9").next_events("E-RA08").combat(1)
    scene.play(1, "conclude", nobles=["mowbray", "neville", "stafford"], place="york")
    assert scene.state.rogues == {}
    assert "york" in scene.state.control
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-treachery-french.2")
def test_they_die_of_plague() -> None:
    card = next(
        c.id
        for c in Scene(2, TREACHERY).content.events.values()
        if (c.kind, c.place) == ("plague", "york")
    )
    scene = sacked().next_events(card)
    scene.event(1)
    assert scene.state.rogues == {}
    assert "york" not in scene.state.control
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.happened(facts.RoguesDied) == [facts.RoguesDied("york")]


@pytest.mark.rule("ishkibibble-treachery-french.3")
def test_their_master_calls_no_parliament() -> None:
    scene = assembly.realm(TREACHERY)
    scene.state.rogues = {"york": 0}
    scene.parliament(0)
    assert scene.offered(0, "call_parliament") == []
    scene.state.rogues = {"york": 1}
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "by") == {"percy"}


@pytest.mark.rule("ishkibibble-treachery-french.3")
def test_nor_does_he_attend_one() -> None:
    scene = assembly.realm(TREACHERY).held(0, "E-WR01").noble("roos", 1, assembly.SQUARE)
    scene.state.rogues = {"york": 1}
    assembly.call(scene)
    assert scene.state.sitting.attending == ["percy"]
    assert scene.asked(1) == []
    scene.play(2, "done")
    assert scene.candidates(0, "serve_writ", "noble") == {"talbot"}
    reason = scene.refused(0, "serve_writ", rule=BAN, noble="clifford")
    assert (
        reason == "Parliament keeps nobles out while their faction’s French soldiers sack a town."
    )


@pytest.mark.rule("ishkibibble-treachery-french.3")
@pytest.mark.parametrize("master", [0, 1])
def test_nor_does_he_crown_a_king(master: int) -> None:
    scene = Scene(2, TREACHERY).noble("courtenay", 1, "tiverton").crowned()
    scene.noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    scene.state.rogues = {"lincoln": master}
    scene.coronation(0)
    if master == 1:
        assert scene.candidates(0, "crown", "heir") == {"richard_york"}
        return
    assert scene.offered(0, "crown") == []
    assert scene.refused(0, "crown", rule=BAN, heir="richard_york") == NO_PARLIAMENT


@pytest.mark.rule("ishkibibble-treachery-french.5")
def test_in_combat_the_card_is_bad_weather() -> None:
    scene = hired().noble("talbot", 1, "14,16").next_events("X-FRT")
    scene.combat(1)
    scene.play(1, "attack", nobles=["talbot"], against="0", square="14,16")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert scene.state.rogues == {}
    assert "X-FRT" not in Scene(2, "classic+advanced_cards").state.event_deck


def test_a_moderator_sends_them_home_and_the_place_is_looked_up() -> None:
    scene = sacked()
    scene.movement(0)
    text = words_for("kingmaker", TREACHERY).place_text(
        "york", scene.match.view(None), lambda seat: "Anne"
    )
    assert "In the hands of the French Foot Soldiers." in text
    scene.match.direct(Choice.of("correct_control", place="york", to="nobody"))
    assert (scene.state.rogues, scene.state.crown_discards) == ({}, ["french_foot"])
