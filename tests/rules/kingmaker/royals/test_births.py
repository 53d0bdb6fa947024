"""Royal births, pretenders, and the card that unmasks them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import garrison, troops
from bot.rules.kingmaker.prospects import odds, reach
from bot.rules.kingmaker.succession import BEAUFORT, crownable, house_of, line
from bot.rules.kingmaker.victory.ending import living_heirs
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from tests.rules.kingmaker.scene import Scene

BIRTH, PRETENDER, REVEALED = "X-RBI", "X-PRE", "X-PRV"
RULES = "classic+card_pretender+card_royal_birth+card_royal_death"
EVERYBODY = (
    "henry",
    "margaret",
    "edward_lancaster",
    "richard_york",
    "edward_march",
    "george",
    "richard_gloucester",
)


def court() -> Scene:
    return Scene(2, RULES).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")


def born(house: int, region: int, scene: Scene) -> Scene:
    scene.dice_show(house, region, then=1)
    scene.next_events(BIRTH).event(0)
    return scene


def risen(die: int, scene: Scene) -> Scene:
    scene.dice_show(die, then=1)
    if PRETENDER in scene.state.event_discards:
        scene.state.event_deck.extend(scene.state.event_discards)
        scene.state.event_discards.clear()
    scene.next_events(PRETENDER).event(0)
    return scene


# Births


@pytest.mark.rule("ishkibibble-birth.1", "ishkibibble-birth.2", "ishkibibble-birth.3")
@pytest.mark.parametrize(("die", "house"), [(1, "york"), (3, "york"), (4, "lancaster")])
def test_a_child_is_the_last_of_the_house_that_a_die_names(die: int, house: str) -> None:
    scene = born(die, 2, court())
    assert scene.content.events[BIRTH].combat == "none"
    assert line(scene.state, scene.content, house)[-1] == "child_arthur"
    told = scene.happened(facts.HeirBorn)[0]
    assert (told.heir, told.house, told.house_die, told.region_die) == (
        "child_arthur",
        house,
        die,
        2,
    )


@pytest.mark.rule("ishkibibble-birth.1", "ishkibibble-birth.3")
def test_a_dead_heirs_name_is_born_again() -> None:
    scene = born(1, 2, court().dead("margaret"))
    margaret = scene.state.heirs["margaret"]
    assert (margaret.alive, margaret.crowned, margaret.holder) == (True, False, None)
    assert house_of(scene.state, scene.content, "margaret") == "york"
    assert line(scene.state, scene.content, "york")[-1] == "margaret"
    assert "margaret" not in line(scene.state, scene.content, "lancaster")
    assert "child_arthur" not in scene.state.heirs
    saved = scene.game.positions.decode(scene.match.save())
    assert saved.state.heirs == scene.state.heirs


@pytest.mark.rule("ishkibibble-death.2", "ishkibibble-birth.1")
def test_the_death_of_one_who_is_dead_spares_the_child_of_his_name() -> None:
    scene = born(1, 2, court().dead("henry"))
    scene.dice_show(3, 4, then=1)
    scene.next_events("X-RDE").event(0)
    assert scene.state.heirs["henry"].alive
    assert scene.happened(facts.HeirDied) == []


@pytest.mark.rule("ishkibibble-birth.3")
def test_before_beaufort_even_if_he_is_king() -> None:
    scene = court().noble("beaufort", 1, "14,20").dead(*EVERYBODY[:3])
    scene.state.beaufort_crowned = True
    born(6, 2, scene)
    assert line(scene.state, scene.content, "lancaster") == ["henry", BEAUFORT]
    assert crownable(scene.state, scene.content) == ["richard_york"]


@pytest.mark.rule("ishkibibble-birth.4", "ishkibibble-birth.5")
@pytest.mark.parametrize(
    ("die", "place"),
    [(1, "exeter"), (2, "cardigan"), (3, "york"), (4, "carlisle"), (5, "lynn"), (6, "plymouth")],
)
def test_where_a_child_is_born(die: int, place: str) -> None:
    scene = court().heir_at("richard_york", "16,16").heir_at("george", "16,16")
    born(1, die, scene)
    child = scene.state.heirs["child_arthur"]
    found = scene.board.places[child.inside or ""]
    regions = {1: "devon_cornwall", 2: "wales", 3: "trent_to_tees", 4: "north_of_tees"}
    area = regions.get(die, f"near:{place}")
    assert scene.board.in_area(found.square, None, area)
    kinds = [
        p.kind
        for p in scene.board.places.values()
        if p.square and scene.board.in_area(p.square, None, area)
    ]
    assert (found.kind == "city") == ("city" in kinds)


@pytest.mark.rule("ishkibibble-birth.5", "ishkibibble-pretender.6")
def test_a_child_is_born_in_a_city_and_a_pretender_rises_in_a_town() -> None:
    scene = court().heir_at("richard_york", "16,16")
    born(1, 3, scene)
    assert scene.state.heirs["child_arthur"].inside == "york"
    risen(3, scene)
    place = scene.board.places[scene.state.heirs["lambert_simnel"].inside or ""]
    assert place.kind == "fortified_town"


@pytest.mark.rule("ishkibibble-birth.5", "ishkibibble-pretender.6")
def test_not_where_somebody_rules_or_is() -> None:
    scene = court().noble("roos", 0, "york")
    born(1, 3, scene)
    inside = scene.state.heirs["child_arthur"].inside or ""
    assert scene.board.places[inside].kind == "fortified_town"
    assert inside not in scene.state.control


@pytest.mark.rule("ishkibibble-birth.5", "ishkibibble-pretender.6")
@pytest.mark.parametrize(
    ("die", "taken", "place"),
    [
        (1, (), "exeter"),
        (1, ("exeter",), "plymouth"),
        (1, ("exeter", "plymouth", "launceston"), "bodmin"),  # as near as Fowey: by name
        (1, ("exeter", "plymouth", "launceston", "bodmin"), "fowey"),
        (2, (), "swansea"),
        (2, ("swansea",), "caernarvon"),
        (2, ("swansea", "caernarvon"), "conway"),
        (3, (), "lancaster"),
        (3, ("lancaster",), "hull"),
        (3, ("lancaster", "hull", "nottingham"), "tickhill"),
        (4, (), "newcastle"),
        (4, ("newcastle",), "durham"),
        (4, ("newcastle", "durham"), "carlisle"),
        (5, ("norwich",), "colchester"),
        (5, ("norwich", "colchester"), "northampton"),
        (6, ("exeter", "plymouth", "launceston"), "barnstaple"),
    ],
)
def test_of_places_of_a_kind_and_size_the_most_central_of_the_region_and_then_by_name(
    die: int, taken: tuple[str, ...], place: str
) -> None:
    scene = court()
    for other in taken:
        scene.control(other, "courtenay")
    born(1, die, scene)
    child = scene.state.heirs["child_arthur"]
    assert (child.square, child.inside) == (scene.board.places[place].square, place)


@pytest.mark.rule("ishkibibble-birth.5", "ishkibibble-pretender.6")
def test_a_pretender_looks_for_a_town_first_and_then_for_a_city() -> None:
    scene = court()
    born(1, 5, scene)
    assert scene.state.heirs["child_arthur"].inside == "norwich"
    scene = court()
    risen(5, scene)
    assert scene.state.heirs["lambert_simnel"].inside == "colchester"
    scene = court()
    for town in ("colchester", "northampton", "newark", "lincoln", "ipswich"):
        scene.control(town, "courtenay")
    risen(5, scene)
    assert scene.state.heirs["lambert_simnel"].inside == "norwich"


@pytest.mark.rule("ishkibibble-birth.3")
@pytest.mark.parametrize(("die", "place_in_line"), [(1, 5), (4, 4)])
def test_a_child_counts_from_the_last_of_its_own_house(die: int, place_in_line: int) -> None:
    scene = born(die, 2, court())
    assert scene.state.heirs["child_arthur"].place_in_line == place_in_line


# Pretenders


@pytest.mark.rule("ishkibibble-pretender.1", "ishkibibble-pretender.2", "ishkibibble-pretender.7")
def test_pretenders_are_of_no_house_and_there_may_be_several() -> None:
    scene = court()
    assert scene.content.events[PRETENDER].combat == "none"
    risen(2, scene)
    scene.dead("george")
    risen(1, scene)
    assert scene.state.pretenders == ["lambert_simnel", "george"]
    for heir in scene.state.pretenders:
        assert scene.state.heirs[heir].alive
        assert all(heir not in line(scene.state, scene.content, h) for h in ("york", "lancaster"))
    view = scene.match.view(None).heirs["george"]
    assert (view.house, view.rank) == ("pretender", 0)


@pytest.mark.rule("ishkibibble-pretender.4")
@pytest.mark.parametrize(
    ("die", "men", "region"),
    [
        (1, 20, "devon_cornwall"),
        (2, 20, "wales"),
        (3, 10, "trent_to_tees"),
        (4, 20, "north_of_tees"),
        (5, 10, "near:lynn"),
        (6, 10, "near:plymouth"),
    ],
)
def test_a_die_gives_his_region_and_men(die: int, men: int, region: str) -> None:
    scene = risen(die, court())
    simnel = scene.state.heirs["lambert_simnel"]
    assert (simnel.following, simnel.region) == (men, region)
    assert scene.board.in_area(simnel.square, simnel.inside, region)
    told = scene.happened(facts.PretenderRose)
    assert told == [facts.PretenderRose("lambert_simnel", simnel.inside or "", die, men)]


@pytest.mark.rule("ishkibibble-pretender.5")
def test_his_men_add_to_his_keeper_or_the_garrison_in_his_region() -> None:
    scene = risen(2, court())
    table = scene.match.table
    home = scene.board.places[scene.state.heirs["lambert_simnel"].inside or ""]
    assert garrison(table, home) == home.garrison + 20
    scene.hold("lambert_simnel", "percy")
    assert garrison(table, home) == home.garrison
    assert troops(table, "percy") == 100  # far from Wales
    scene.state.nobles["percy"].square = home.square
    assert troops(table, "percy") == 120
    assert scene.match.view(None).nobles["percy"].troops == 120
    scene.heir_at("lambert_simnel", scene.board.places["york"].square, "york")
    assert garrison(table, scene.board.places["york"]) == 300


@pytest.mark.rule("ishkibibble-pretender.5")
def test_everybody_counts_his_men_with_the_garrison_that_he_is_with() -> None:
    scene = risen(2, court())
    place, content = scene.board.places["calais"], scene.content
    scene.heir_at("lambert_simnel", place.square, "calais")
    assert scene.match.view(0).heirs["lambert_simnel"].following == 0  # far from Wales
    scene.state.heirs["lambert_simnel"].region = "place:calais"
    view = scene.match.view(0)
    assert view.heirs["lambert_simnel"].following == 20
    assert garrison(scene.match.table, place) == 220
    assert odds.garrison(content, view, "calais") == 220
    assert Lookout(Lexicon(content), view).garrison(place) == 220
    assert Outlook(view, 0, content).garrison(place) == 220
    for men in (219, 220):
        percy = replace(view.nobles["percy"], square="", aboard="le_swan", troops=men)
        crew = replace(view, nobles={**view.nobles, "percy": percy})
        assert reach._besiegable(content, crew, "le_swan", place) == (men == 220)
    scene.hold("lambert_simnel", "percy")
    assert odds.garrison(content, scene.match.view(0), "calais") == 200


@pytest.mark.rule("ishkibibble-pretender.3")
def test_he_is_crowned_only_once_all_others_are_dead() -> None:
    scene = risen(2, court())
    assert "lambert_simnel" not in crownable(scene.state, scene.content)
    assert "lambert_simnel" in living_heirs(scene.match.table)
    scene.dead(*EVERYBODY)
    assert crownable(scene.state, scene.content) == ["lambert_simnel"]


@pytest.mark.rule("ishkibibble-pretender.3")
def test_the_last_king_does_not_win_while_a_pretender_lives() -> None:
    rules = "base+card_pretender"
    scene = Scene(2, rules).noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton").dead(*EVERYBODY[1:-1])
    scene.state.heirs["richard_gloucester"].house = "pretender"
    scene.state.pretenders = ["richard_gloucester"]
    scene.held(0, REVEALED).movement(0)
    assert scene.state.result is None
    scene.play(0, "unmask")
    assert scene.state.result is not None
    assert scene.state.result.winners == (0,)


# Pretender Revealed


@pytest.mark.rule("ishkibibble-revealed.1")
def test_the_card_is_kept_and_unmasks_all_of_them() -> None:
    scene = court().next_events(REVEALED)
    scene.event(0)
    assert scene.state.factions[0].held == [REVEALED]
    scene.movement(0)
    reason = scene.refused(0, "unmask", rule="ishkibibble-revealed.1")
    assert reason == "There is no pretender to unmask just now."
    risen(2, scene)
    risen(1, scene.hold("lambert_simnel", "courtenay"))
    scene.movement(1)
    reason = scene.refused(1, "unmask", rule="ishkibibble-revealed.1")
    assert reason == "You hold no card that unmasks a pretender."
    scene.play(0, "unmask")
    assert scene.state.pretenders == []
    assert not scene.state.heirs["lambert_simnel"].alive
    assert scene.state.heirs["henry"].alive
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards[-1] == REVEALED
    told = scene.happened(facts.PretendersUnmasked)[0]
    assert told.heirs == ("lambert_simnel", "perkin_warbeck")
    assert {died.cause for died in scene.happened(facts.HeirDied)} == {"unmasked"}


@pytest.mark.rule("ishkibibble-birth.5")
def test_where_an_heir_died_alone_another_may_be_born() -> None:
    scene = court()
    scene.heir_at("margaret", scene.board.places["exeter"].square, "exeter").dead("margaret")
    assert scene.state.heirs["margaret"].inside == "exeter"
    born(1, 1, scene)
    assert (scene.state.heirs["margaret"].alive, scene.state.heirs["margaret"].inside) == (
        True,
        "exeter",
    )
