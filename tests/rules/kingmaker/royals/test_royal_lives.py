"""Event cards by which royal heirs die in bed, flee, or hunt; the loyalty of the Plantagenets."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import hold_heir
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.events.royal_lives import is_neutral
from bot.rules.kingmaker.state import Fallen
from tests.rules.kingmaker.scene import Scene

DEATH, ESCAPE, HUNT = "X-RDE", "X-RES", "X-RHU"
RULES = "classic+card_heir_escapes+card_royal_death+card_royal_hunt"
WITH_EDMUND = f"{RULES}+edmund"
FOREST = "14,11"

NAMED = {
    2: "edmund_rutland",
    3: "richard_gloucester",
    4: "edmund_rutland",
    5: "margaret",
    6: "richard_york",
    7: "henry",
    8: "edward_march",
    9: "george",
    10: "edward_lancaster",
    11: "richard_gloucester",
    12: "edward_lancaster",
}
ROLLS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def court(ruleset: str = RULES) -> Scene:
    return Scene(2, ruleset).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")


# Royal Death


@pytest.mark.rule("ishkibibble-death.1", "ishkibibble-death.3", "ishkibibble-death.4")
@pytest.mark.parametrize(("one", "two"), ROLLS)
def test_royal_death_in_all_36_rolls(one: int, two: int) -> None:
    scene = court(WITH_EDMUND).next_events(DEATH)
    assert scene.content.events[DEATH].combat == "3-1"
    assert scene.content.handlers["royal_death"].reshuffles  # type: ignore[attr-defined]
    scene.dice_show(one, two, then=1)
    scene.event(0)
    dead = [key for key, heir in scene.state.heirs.items() if not heir.alive]
    assert dead == [NAMED[one + two]]
    rolled = facts.RoyalDeathRolled((one, two), NAMED[one + two], dies=True)
    assert scene.happened(facts.RoyalDeathRolled) == [rolled]
    assert scene.happened(facts.HeirDied) == [facts.HeirDied(NAMED[one + two], "natural")]


@pytest.mark.rule("ishkibibble-death.2")
def test_if_he_is_dead_already_nobody_else_dies() -> None:
    scene = court().dead("henry").next_events(DEATH)
    scene.dice_show(3, 4, then=1)
    scene.event(0)
    assert [key for key, heir in scene.state.heirs.items() if not heir.alive] == ["henry"]
    assert scene.happened(facts.HeirDied) == []


@pytest.mark.rule("ishkibibble-death.2")
def test_edmund_does_not_die_where_he_is_no_heir() -> None:
    scene = court().next_events(DEATH)
    scene.dice_show(1, 1, then=1)
    scene.event(0)
    assert all(heir.alive for heir in scene.state.heirs.values())


@pytest.mark.rule("ishkibibble-death.1")
def test_a_king_dies_in_his_keepers_charge() -> None:
    scene = court().hold("henry", "percy").next_events(DEATH)
    scene.dice_show(1, 6, then=1)
    scene.event(0)
    henry = scene.state.heirs["henry"]
    assert (henry.alive, henry.crowned, henry.holder) == (False, False, None)


# Royal Heir Escapes


@pytest.mark.rule("ishkibibble-escape.1", "ishkibibble-escape.3")
def test_the_least_heir_flees_to_the_nearest_neutral_place() -> None:
    scene = court().hold("edward_march", "percy").hold("george", "percy").next_events(ESCAPE)
    half = scene.content.events[ESCAPE]
    assert (half.combat, half.killed) == ("4-1", ("stanley", "stafford"))
    scene.event(0)
    george = scene.state.heirs["george"]
    assert (george.holder, george.inside) == (None, "gloucester")
    assert scene.state.heirs["edward_march"].holder == "percy"
    assert scene.happened(facts.HeirEscaped) == [facts.HeirEscaped("george", 0, "gloucester")]


@pytest.mark.rule("ishkibibble-escape.1")
def test_not_where_somebody_is_or_rules() -> None:
    scene = court().hold("edward_march", "percy").control("gloucester", "courtenay")
    scene.next_events(ESCAPE).event(0)
    place = scene.state.heirs["edward_march"].inside
    assert place is not None
    assert place != "gloucester"
    assert scene.board.places[place].kind != "noble_castle"
    assert place not in scene.state.control


@pytest.mark.rule("ishkibibble-escape.1")
def test_even_to_an_island() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "15,24", heirs=("george",))
    scene.noble("courtenay", 1, "tiverton").next_events(ESCAPE).event(0)
    assert scene.state.heirs["george"].inside == "carisbrooke"


@pytest.mark.rule("ishkibibble-escape.1", "house-8.6.7")
def test_nobody_need_bring_back_whom_he_no_longer_has() -> None:
    scene = Scene(2, "house+card_heir_escapes").noble("percy", 0, "alnwick", heirs=("george",))
    scene.noble("courtenay", 1, "tiverton").give("percy", "le_swan").ship("le_swan", sea="solent")
    scene.aboard("percy", "le_swan")
    scene.state.heirs["george"].landing_due, scene.state.heirs["george"].landing_for = 1, 0
    scene.next_events(ESCAPE).event(0)
    assert scene.state.heirs["george"].inside == "carisbrooke"
    scene.play(0, "done")
    assert scene.state.heirs["george"].alive


@pytest.mark.rule("ishkibibble-escape.1")
@pytest.mark.parametrize(("face", "gone"), [(1, "margaret"), (2, "edward_march")])
def test_between_houses_a_die_decides(face: int, gone: str) -> None:
    scene = court().hold("margaret", "percy").hold("edward_march", "percy").next_events(ESCAPE)
    scene.dice_show(face, then=1)
    scene.event(0)
    assert scene.state.heirs[gone].holder is None


@pytest.mark.rule("ishkibibble-escape.2")
@pytest.mark.parametrize("heirs", [("henry",), ("richard_york",), ("margaret", "edward_lancaster")])
def test_no_king_and_no_senior_flees_nor_another_instead(heirs: tuple[str, ...]) -> None:
    scene = court()
    if len(heirs) > 1:  # the lower one is crowned
        scene.crowned("edward_lancaster")
    for heir in heirs:
        scene.hold(heir, "percy")
    scene.next_events(ESCAPE).event(0)
    assert all(scene.state.heirs[heir].holder == "percy" for heir in heirs)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(ESCAPE, "heir_stays")]


@pytest.mark.rule("ishkibibble-escape.1")
def test_who_has_no_heir_loses_none() -> None:
    scene = court().next_events(ESCAPE)
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(ESCAPE, "no_heir")]


# Royal Hunt


@pytest.mark.rule("ishkibibble-hunt.1", "ishkibibble-hunt.3", "ishkibibble-hunt.4")
def test_the_king_hunts_and_who_likes_rides_along() -> None:
    scene = court().hold("henry", "percy").noble("roos", 0, "york").next_events(HUNT)
    half = scene.content.events[HUNT]
    assert (half.combat, half.killed) == ("3-2", ("holland", "grey", "scrope"))
    assert scene.board.landmarks["forest_west_of_tickhill"] == FOREST
    scene.event(0)
    assert scene.candidates(0, "attend_king", "with") == {"roos"}
    scene.refused(0, "done", rule="ishkibibble-hunt.1")
    said = scene.refused(1, "done", rule="ishkibibble-hunt.1")  # who is not asked hears it too
    assert said == "The King is riding out to hunt. Say which of your nobles ride with him."
    scene.play(0, "attend_king", to=FOREST)
    scene.play(1, "attend_king", **{"to": FOREST, "with": ["courtenay"]})
    assert scene.where("percy") == scene.where("courtenay") == (FOREST, None, None)
    assert scene.where("roos")[1] == "york"
    assert scene.state.peace is None
    scene.combat(0)
    assert scene.offered(0, "attack")


@pytest.mark.rule("ishkibibble-hunt.1")
def test_only_from_the_mainland_and_not_from_under_siege() -> None:
    scene = court().hold("henry", "percy").noble("roos", 0, "15,24")
    scene.noble("scrope", 1, "masham").noble("mowbray", 0, "masham", outside=True)
    scene.give("mowbray", *scene.content.mercenaries).siege("masham", ["mowbray"])
    scene.next_events(HUNT).event(0)
    assert scene.candidates(0, "attend_king", "with") == {"mowbray"}
    scene.play(0, "attend_king", to=FOREST)
    assert scene.candidates(1, "attend_king", "with") == {"courtenay"}


@pytest.mark.rule("ishkibibble-hunt.1")
def test_a_king_whom_nobody_has_falls_to_the_one_faction_that_comes() -> None:
    scene = court().next_events(HUNT)
    scene.event(0)
    scene.play(0, "attend_king", to=FOREST)
    scene.play(1, "attend_king", **{"to": FOREST, "with": ["courtenay"]})
    assert scene.state.heirs["henry"].holder == "courtenay"


@pytest.mark.rule("ishkibibble-hunt.2")
@pytest.mark.parametrize(
    ("die", "hunting"),
    [
        (1, ["henry"]),
        (2, ["henry"]),
        (3, ["richard_york"]),
        (4, ["richard_york"]),
        (5, ["henry", "richard_york"]),
        (6, []),
    ],
)
def test_with_two_kings_a_die_says_who_hunts(die: int, hunting: list[str]) -> None:
    scene = court().hold("henry", "percy").hold("richard_york", "courtenay")
    scene.crowned("henry", "richard_york").next_events(HUNT)
    scene.dice_show(die, then=1)
    scene.event(0)
    assert scene.happened(facts.HuntRolled) == [facts.HuntRolled(die, tuple(hunting))]
    while scene.asked(0) == ["royal_hunt"] or scene.asked(1) == ["royal_hunt"]:
        scene.play(0 if scene.asked(0) else 1, "attend_king", to=FOREST)
    keepers = {"henry": "percy", "richard_york": "courtenay"}
    there = [king for king, noble in keepers.items() if scene.where(noble)[0] == FOREST]
    assert there == hunting


@pytest.mark.rule("ishkibibble-hunt.1")
@pytest.mark.parametrize(("drawer", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_all_say_in_turn_who_rides_along_and_all_are_there_at_once(
    drawer: int, order: list[int]
) -> None:
    scene = Scene(3, RULES).next_events(HUNT)
    nobles = ("percy", "courtenay", "stanley")
    for seat, noble in enumerate(nobles):
        scene.noble(noble, seat, "13,20")
    scene.event(drawer)
    asked = []
    for _ in order:
        (seat,) = scene.match.waiting_for()
        asked.append(seat)
        assert {scene.where(noble)[0] for noble in nobles} == {"13,20"}
        scene.play(seat, "attend_king", **{"to": FOREST, "with": [nobles[seat]]})
    assert asked == order
    riders = tuple(nobles[seat] for seat in order)
    assert scene.happened(facts.RodeAlong) == [facts.RodeAlong(riders, FOREST)]
    assert {scene.where(noble) for noble in nobles} == {(FOREST, None, None)}


@pytest.mark.rule("ishkibibble-hunt.2", "ishkibibble-visit.1")
def test_without_a_king_nobody_hunts() -> None:
    scene = court().crowned().next_events(HUNT)
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "no_king")]


# The loyalty of the Plantagenets

LOYALTY = "classic+family_loyalty+plantagenets"
YORK = "plantagenet_york"


def fallen(die: int, cause: str = "battle") -> Scene:
    """The York Plantagenet of seat 0 dies; his heir is with Percy."""
    scene = Scene(2, LOYALTY).noble("percy", 0, "13,20", heirs=("richard_york", "margaret"))
    scene.noble("courtenay", 1, "tiverton")
    scene.state.crown_deck.append(YORK)
    scene.noble(YORK, 0, "york").noble("roos", 0, "14,20")
    scene.dice_show(die, then=1)
    scene.match.table.events = []
    kill_noble(scene.match.table, YORK, cause)
    kill_noble(scene.match.table, "roos", cause)
    scene.events = list(scene.match.table.events)
    return scene


@pytest.mark.rule("ishkibibble-loyalty.1")
@pytest.mark.parametrize(("die", "loyal"), [(3, False), (4, True)])
def test_a_plantagenet_who_dies_in_combat_rolls_for_loyalty(die: int, *, loyal: bool) -> None:
    scene = fallen(die)
    rolled = facts.LoyaltyRolled(YORK, 0, die, 0, loyal)  # nobody else, and +1 and -1 here
    assert scene.happened(facts.LoyaltyRolled) == [rolled]
    assert scene.state.loyal == ({YORK: 0} if loyal else {})


@pytest.mark.rule("ishkibibble-loyalty.1")
def test_the_plague_asks_for_no_die() -> None:
    assert fallen(6, "plague").happened(facts.LoyaltyRolled) == []


@pytest.mark.rule("ishkibibble-loyalty.2")
def test_who_failed_waits_for_another_faction() -> None:
    scene = fallen(1)
    assert scene.state.fallen == {YORK: Fallen("richard_york", 0)}
    scene.movement(0)
    scene.play(0, "done")
    assert YORK not in scene.state.nobles
    scene.hold("richard_york", "courtenay")
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles[YORK].seat == 1


# Where a royal heir flees to: which places are neutral, and from where it is measured.


def refuge(scene: Scene, heir: str = "george") -> str | None:
    """The card is drawn by seat 0; the place inside which the heir is then."""
    scene.next_events(ESCAPE).event(0)
    inside: str | None = scene.state.heirs[heir].inside
    return inside


@pytest.mark.rule("ishkibibble-escape.1")
@pytest.mark.parametrize(
    ("place", "how", "neutral"),
    [
        ("coventry", "", True),
        ("coventry", "controlled", False),
        ("coventry", "somebody_inside", False),
        ("coventry", "scots", False),
        ("coventry", "french", False),
        ("ireland", "", False),
        ("dublin", "", False),
    ],
)
def test_a_place_is_neutral_that_is_in_nobodys_hands(place: str, how: str, neutral: bool) -> None:
    scene = court()
    if how == "controlled":
        scene.control(place, "courtenay")
    elif how == "somebody_inside":
        scene.noble("roos", 1, place).control(place, None)
    elif how:
        setattr(scene.state, how, [place])
    assert is_neutral(scene.match.table, scene.board.places[place]) is neutral


@pytest.mark.rule("ishkibibble-escape.1")
@pytest.mark.parametrize(
    ("port", "sea", "place"),
    [("newcastle", None, "newcastle"), (None, "norfolk-coast", "lynn"), ("hull", None, "hull")],
)
def test_from_aboard_he_flees_to_what_is_nearest_to_the_ship(
    port: str | None, sea: str | None, place: str
) -> None:
    scene = court().hold("george", "percy").give("percy", "le_swan")
    scene.ship("le_swan", port=port, sea=sea).aboard("percy", "le_swan")
    assert refuge(scene) == place
    heir = scene.state.heirs["george"]
    assert (heir.holder, heir.square) == (None, scene.board.places[place].square)


@pytest.mark.rule("ishkibibble-escape.1")
def test_of_two_places_as_near_it_is_the_first_by_name() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,17", heirs=("george",))
    scene.noble("courtenay", 1, "tiverton")
    squares = scene.board.squares

    def far(place: str) -> int:
        there, here = squares[scene.board.places[place].square], squares["14,17"]
        return max(abs(there.col - here.col), abs(there.row - here.row))

    kinds = ("city", "royal_castle", "fortified_town", "open_town", "unfortified_town")
    fit = [p for p in scene.board.places.values() if p.kind in kinds and p.square]
    fit = [p for p in fit if is_neutral(scene.match.table, p)]
    least = min(far(place.id) for place in fit)
    names = sorted(place.name for place in fit if far(place.id) == least)
    found = refuge(scene)
    assert found is not None
    assert scene.board.places[found].name == names[0]


@pytest.mark.rule("ishkibibble-escape.1")
def test_if_no_place_is_neutral_he_stays() -> None:
    scene = court().hold("george", "percy")
    for place in scene.board.places.values():
        if place.square:
            scene.control(place.id, "courtenay")
    scene.next_events(ESCAPE).event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(ESCAPE, "heir_stays")]
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("ishkibibble-escape.1")
def test_an_heir_alone_in_a_place_of_the_drawers_flees_too() -> None:
    scene = court().heir_at("george", scene_square("york"), "york").control("york", "percy")
    place = refuge(scene)
    assert place not in (None, "york")
    assert scene.happened(facts.HeirEscaped) == [facts.HeirEscaped("george", 0, str(place))]


def scene_square(place: str) -> str:
    """The square of a place."""
    return str(court().board.places[place].square)


@pytest.mark.rule("ishkibibble-escape.1", "ishkibibble-escape.2")
def test_between_houses_the_lower_place_in_line_counts_whatever_the_house() -> None:
    scene = court().hold("edward_lancaster", "percy").hold("edward_march", "percy")
    scene.next_events(ESCAPE).event(0)
    # Edward of Wales is the third of Lancaster, Edward of March the second of York.
    assert scene.state.heirs["edward_march"].holder == "percy"
    assert scene.state.heirs["edward_lancaster"].holder is None


@pytest.mark.rule("ishkibibble-escape.1", "ishkibibble-ransom.6")
def test_who_is_held_for_a_ransom_flees_too_and_nothing_is_owed() -> None:
    scene = court(f"{RULES}+expanded_ransom").hold("george", "percy")
    hold_heir(scene.match.table, "george", 1, 0, 2)
    inside = refuge(scene)
    assert scene.state.custody == {}
    assert inside is not None
    assert scene.state.heirs["george"].holder is None
