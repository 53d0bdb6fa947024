"""Crowning an heir: who, where, and by whom."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.assembly import shut_in
from tests.rules.kingmaker.scene import Scene

CATHEDRALS = {
    "london", "york", "norwich", "carlisle", "durham", "lincoln", "canterbury", "exeter",
    "winchester", "worcester", "hereford", "salisbury", "wells", "st-davids", "lichfield", "ely",
    "chichester", "rochester", "bangor", "st-asaph", "llandaff",
}  # fmt: skip


def scene_with(
    at: str = "york",
    *,
    heirs: tuple[str, ...] = ("richard_york",),
    cards: tuple[str, ...] = ("abp_york",),
) -> Scene:
    """Percy of seat 0 with heirs and clergy, and Courtenay of seat 1."""
    return Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, at, heirs=heirs, cards=cards)


def crownable(scene: Scene) -> set[str]:
    scene.coronation(0)
    return scene.candidates(0, "crown", "heir")


@pytest.mark.rule("house-1.12", "house-2.5a", "house-2.5b", "base-13.2", "base-13.5")
def test_the_next_in_line_is_crowned() -> None:
    scene = scene_with()
    assert crownable(scene) == {"richard_york"}
    scene.play(0, "crown", heir="richard_york")
    assert scene.state.heirs["richard_york"].crowned
    crowned = scene.happened(facts.Crowned)[0]
    assert (crowned.heir, crowned.place, crowned.seat) == ("richard_york", "york", 0)
    assert scene.state.nobles["percy"].cards == ["abp_york"]  # nothing is spent


@pytest.mark.rule("house-2.5c")
def test_a_coronation_is_optional() -> None:
    scene = scene_with()
    scene.coronation(0)
    scene.play(0, "done")
    assert not scene.state.heirs["richard_york"].crowned
    assert scene.state.phase == "draw"


@pytest.mark.rule("house-1.12", "base-13.2")
@pytest.mark.parametrize(
    ("dead", "held", "fit"),
    [
        ((), ("edward_march", "george"), set()),
        (("richard_york",), ("edward_march", "george"), {"edward_march"}),
        (("richard_york", "edward_march"), ("george", "richard_gloucester"), {"george"}),
        (("richard_york", "edward_march"), ("richard_gloucester",), set()),
        (
            ("richard_york", "edward_march", "george"),
            ("richard_gloucester",),
            {"richard_gloucester"},
        ),
        (("henry",), ("margaret", "edward_lancaster"), {"margaret"}),
        (("henry", "margaret"), ("edward_lancaster",), {"edward_lancaster"}),
    ],
)
def test_only_the_senior_living_heir_of_a_house(
    dead: tuple[str, ...], held: tuple[str, ...], fit: set[str]
) -> None:
    scene = scene_with(heirs=held).dead(*dead)
    assert crownable(scene) == fit


@pytest.mark.rule("house-1.12", "house-1.13", "base-13.6")
@pytest.mark.parametrize("king", ["henry", "margaret"])
def test_a_house_that_has_a_king_gets_no_second(king: str) -> None:
    scene = scene_with(heirs=("henry", "margaret", "edward_lancaster", "richard_york"))
    scene.crowned(king)
    assert crownable(scene) == {"richard_york"}
    scene.refused(0, "crown", rule="house-1.12", heir="edward_lancaster")


@pytest.mark.rule("house-1.13", "base-13.5", "base-13.6")
def test_one_king_of_each_house_may_be_made_in_one_phase() -> None:
    scene = scene_with(heirs=("margaret", "richard_york")).dead("henry")
    assert crownable(scene) == {"margaret", "richard_york"}
    scene.play(0, "crown", heir="margaret")
    scene.play(0, "crown", heir="richard_york")
    assert [h for h, found in scene.state.heirs.items() if found.crowned] == [
        "margaret",
        "richard_york",
    ]


@pytest.mark.rule("base-13.8")
def test_margaret_counts_as_king() -> None:
    scene = scene_with(heirs=("margaret",)).dead("henry").next_events("E-EM02")
    scene.coronation(0)
    scene.play(0, "crown", heir="margaret")
    scene.event(1)  # the embassy calls the sole king
    assert scene.state.nobles["percy"].square == "22,22"
    assert scene.match.view(None).nobles["percy"].troops == 130


@pytest.mark.rule("base-13.7")
def test_after_a_kings_death_his_house_has_none_until_the_next_is_crowned() -> None:
    scene = scene_with(heirs=("richard_york", "edward_march")).crowned("richard_york")
    scene.noble("roos", 0, "york", heirs=("margaret",)).dead("henry")
    scene.coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"margaret"}
    scene.play(0, "kill_heir", heir="richard_york")
    assert not any(heir.crowned for heir in scene.state.heirs.values())
    scene.play(0, "crown", heir="edward_march")
    assert scene.state.heirs["edward_march"].crowned


@pytest.mark.rule("house-2.5a", "base-13.3")
@pytest.mark.parametrize("place", sorted(CATHEDRALS))
def test_every_cathedral_will_do(place: str) -> None:
    cards = ("abp_canterbury",) if place == "york" else ("abp_york",)
    assert crownable(scene_with(place, cards=cards)) == {"richard_york"}


@pytest.mark.rule("house-2.5a", "base-13.3")
@pytest.mark.parametrize(
    "place", ["bristol", "coventry", "newark", "windsor", "alnwick", "gloucester", "cardigan"]
)
def test_no_other_place_will_do(place: str) -> None:
    assert Scene().board.places[place].cathedral is False
    assert crownable(scene_with(place)) == set()


@pytest.mark.rule("house-2.5a", "base-13.3")
@pytest.mark.parametrize("square", ["15,9", "12,17"])
def test_the_heir_must_be_inside(square: str) -> None:
    assert crownable(scene_with(square).control("york", "percy")) == set()


@pytest.mark.rule("house-2.5b", "base-13.4")
@pytest.mark.parametrize(
    ("clergy", "enough"),
    [
        ((), False),
        (("abp_canterbury",), True),
        (("abp_york",), True),
        (("bp_durham",), False),
        (("bp_durham", "bp_norwich"), True),
        (("bp_lincoln", "bp_carlisle"), True),
    ],
)
def test_one_archbishop_or_two_bishops(clergy: tuple[str, ...], enough: bool) -> None:
    scene = scene_with("worcester", cards=clergy)
    assert crownable(scene) == ({"richard_york"} if enough else set())


@pytest.mark.rule("house-2.5b", "base-13.4")
def test_the_bishops_may_be_with_different_nobles_of_the_faction() -> None:
    scene = scene_with("worcester", cards=("bp_durham",))
    scene.noble("roos", 0, "worcester", cards=("bp_norwich",))
    assert crownable(scene) == {"richard_york"}


@pytest.mark.rule("house-2.5b", "base-13.4")
@pytest.mark.parametrize("elsewhere", ["gloucester", "13,20"])
def test_clergy_elsewhere_do_not_count(elsewhere: str) -> None:
    scene = scene_with("worcester", cards=("bp_durham",))
    scene.noble("roos", 0, elsewhere, cards=("bp_norwich", "abp_york"))
    assert crownable(scene) == set()


@pytest.mark.rule("house-2.5b")
def test_clergy_in_hand_do_not_count() -> None:
    scene = scene_with("worcester", cards=("bp_durham",)).hand(0, "abp_york", "bp_norwich")
    scene.coronation(0)
    assert scene.offered(0, "crown") == []
    assert scene.state.phase == "draw"


@pytest.mark.rule("base-13.4")
def test_no_coronation_under_siege() -> None:
    scene = scene_with("york").noble("mowbray", 1, "york", outside=True)
    scene.siege("york", ["mowbray"])
    assert crownable(scene) == set()


@pytest.mark.rule("base-13.4", "house-1.2")
def test_an_heir_nobody_holds_is_not_crowned() -> None:
    scene = scene_with("york", heirs=("margaret",)).dead("henry")
    assert scene.state.heirs["richard_york"].inside == "york"
    assert crownable(scene) == {"margaret"}


@pytest.mark.rule("house-2.5c", "base-13.5")
def test_only_in_the_own_coronation_phase() -> None:
    scene = scene_with("york").noble("roos", 0, "13,20")
    scene.movement(0)
    assert scene.offered(0, "crown") == []
    scene = scene_with("york")
    scene.coronation(1)
    assert scene.offered(0, "crown") == []


# Clergy of other factions, if their player agrees


def with_a_bishop_among_the_guests() -> Scene:
    """Percy holds Margaret, next in line, in York; his guest Mowbray has the Archbishop."""
    scene = Scene().noble("percy", 0, "york", heirs=("margaret",)).dead("henry")
    scene.noble("mowbray", 1, "framlingham", cards=("abp_canterbury",))
    scene.state.nobles["mowbray"].square = scene.state.nobles["percy"].square
    scene.state.nobles["mowbray"].inside = "york"
    return scene


@pytest.mark.rule("house-2.5b")
def test_another_players_archbishop_crowns_if_he_is_lent() -> None:
    scene = with_a_bishop_among_the_guests()
    scene.coronation(0)
    scene.refused(0, "crown", rule="house-2.5b", heir="margaret")
    scene.play(0, "ask_clergy", of="1")
    assert scene.asked(1) == ["lend_clergy"]
    scene.play(1, "lend")
    scene.play(0, "crown", heir="margaret")
    assert scene.state.heirs["margaret"].crowned


@pytest.mark.rule("house-2.5b")
def test_clergy_that_is_withheld_crowns_nobody() -> None:
    scene = with_a_bishop_among_the_guests()
    scene.coronation(0)
    scene.play(0, "ask_clergy", of="1")
    scene.play(1, "withhold")
    assert scene.state.phase == "draw"
    assert not scene.state.heirs["margaret"].crowned


@pytest.mark.rule("house-8.5.6")
def test_a_guest_is_not_crowned_in_anothers_fortress() -> None:
    scene = with_a_bishop_among_the_guests().hold("margaret", "mowbray")
    scene.noble("roos", 1, "helmsley", cards=("abp_york",)).coronation(1)
    assert not scene.state.heirs["margaret"].crowned
    assert scene.offered(1, "crown") == []


@pytest.mark.rule("house-1.2", "base-13.3")
def test_the_heir_of_a_guest_is_not_crowned_by_his_host() -> None:
    """Roos of seat 1 is Percy's guest in York and brings Richard; the clergy is Percy's."""
    scene = scene_with(heirs=()).noble("roos", 1, "york", guest=True, heirs=("richard_york",))
    scene.noble("grey", 0, "carlisle", heirs=("margaret",))
    scene.dead("henry").give("grey", "bp_carlisle", "bp_durham").control("carlisle", "grey")
    scene.coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"margaret"}
    scene.refused(0, "crown", rule="house-1.2", heir="richard_york")


@pytest.mark.rule("house-2.5b")
def test_soldiers_and_ships_beside_a_bishop_are_no_clergy() -> None:
    cards = ("bp_durham", "saxons_1", "le_swan")
    assert crownable(scene_with("worcester", cards=cards)) == set()
    assert crownable(scene_with("worcester", cards=("saxons_1", "saxons_2"))) == set()


# Coronation in the base and classic rules (base §13; classic-turn).


CLERGY = "You need one Archbishop or two Bishops there, with your nobles."
NEXT = "You can crown only the heir next in line in a house without a King."


def york(*cards: str, ruleset: str = "classic", heir: str = "richard_york") -> Scene:
    """Percy keeps an heir inside York, which he controls, with these cards; nobody is King."""
    scene = Scene(2, ruleset).noble("percy", 0, "york", cards=cards, heirs=(heir,)).crowned()
    return scene.noble("talbot", 1, "goodrich")


# The clergy (classic-turn.7, base-13.4)


@pytest.mark.rule("classic-turn.7", "base-13.4", "base-13.5", "classic-turn.6")
@pytest.mark.parametrize(
    "clergy", [("abp_york",), ("abp_canterbury",), ("bp_durham", "bp_norwich")]
)
def test_an_archbishop_or_two_bishops_crown(clergy: tuple[str, ...]) -> None:
    scene = york(*clergy)
    scene.coronation(0)
    scene.play(0, "crown", heir="richard_york")
    assert scene.happened(facts.Crowned) == [facts.Crowned("richard_york", "york", 0)]
    assert scene.state.heirs["richard_york"].crowned
    # no card is spent
    assert scene.state.nobles["percy"].cards == list(clergy)


@pytest.mark.rule("classic-turn.7", "base-13.4")
@pytest.mark.parametrize("clergy", [(), ("bp_durham",)])
def test_less_clergy_will_not_do(clergy: tuple[str, ...]) -> None:
    scene = york(*clergy)
    scene.coronation(0)
    assert scene.offered(0, "crown") == []
    assert scene.refused(0, "crown", rule="base-13.4", heir="richard_york") == CLERGY


@pytest.mark.rule("classic-turn.7")
def test_the_clergy_may_lie_with_several_nobles_of_the_faction() -> None:
    scene = york("bp_durham").noble("roos", 0, "york", cards=("bp_norwich",))
    scene.coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"richard_york"}


@pytest.mark.rule("classic-turn.7")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_clergy_of_other_factions_never_counts_and_is_not_asked_for(ruleset: str) -> None:
    scene = york("bp_durham", ruleset=ruleset)
    scene.noble("grey", 1, "york", guest=True, cards=("abp_canterbury",))
    scene.coronation(0)
    assert "coronation" not in scene.asked(0)
    assert scene.offered(0, "ask_clergy") == []
    assert scene.refused(0, "crown", rule="base-13.4", heir="richard_york") == CLERGY
    scene = york("abp_york", ruleset=ruleset)
    scene.noble("grey", 1, "york", guest=True, cards=("abp_canterbury",))
    scene.coronation(0)
    reason = scene.refused(0, "ask_clergy", rule="base-13.4", of="1")
    assert reason == "Only your own nobles’ clergy count."


@pytest.mark.rule("classic-turn.7")
def test_clergy_outside_the_cathedral_does_not_count() -> None:
    scene = york()
    square = scene.board.places["york"].square
    scene.noble("roos", 0, square, cards=("abp_canterbury",)).coronation(0)
    assert scene.refused(0, "crown", rule="base-13.4", heir="richard_york") == CLERGY


# Where (base-13.3, base-13.4)


@pytest.mark.rule("base-13.3", "classic-turn.7")
@pytest.mark.parametrize("at", ["london", "york", "durham", "lincoln", "wells", "ely"])
def test_cathedrals(at: str) -> None:
    scene = Scene(2, "classic").noble("percy", 0, at, cards=("abp_york",), heirs=("richard_york",))
    scene.crowned().noble("talbot", 1, "goodrich").heir_at("henry", "14,16").coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"richard_york"}


@pytest.mark.rule("base-13.3")
@pytest.mark.parametrize("at", ["bristol", "coventry", "14,16"])
def test_no_cathedral_no_coronation(at: str) -> None:
    scene = Scene(2, "classic").noble("percy", 0, at, cards=("abp_york",), heirs=("richard_york",))
    scene.crowned().noble("talbot", 1, "goodrich").coronation(0)
    reason = scene.refused(0, "crown", rule="base-13.3", heir="richard_york")
    assert reason == "The heir must be inside a friendly or unfortified place with a cathedral."


@pytest.mark.rule("base-13.4")
def test_not_under_siege() -> None:
    scene = shut_in(york("abp_canterbury"), "york", 1)
    scene.coronation(0)
    reason = scene.refused(0, "crown", rule="base-13.4", heir="richard_york")
    assert reason == "You cannot crown anyone in a place under siege."


# Whom (base-13.2, base-13.6, base-13.7)


@pytest.mark.rule("base-13.2", "classic-turn.6", "base-13.6")
def test_only_the_first_of_a_house_without_a_king() -> None:
    scene = york("abp_york", heir="edward_march")
    scene.coronation(0)
    assert scene.refused(0, "crown", rule="base-13.2", heir="edward_march") == NEXT
    scene.dead("richard_york").coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"edward_march"}
    scene = york("abp_york", heir="margaret").crowned("henry")
    scene.coronation(0)
    assert scene.refused(0, "crown", rule="base-13.2", heir="margaret") == NEXT


@pytest.mark.rule("base-13.4")
@pytest.mark.parametrize(
    ("ruleset", "rule", "says"),
    [
        (
            "classic",
            "base-13.4",
            "You can crown only an heir whom your own nobles or fortresses hold.",
        ),
        ("house", "house-1.2", "You can crown only an heir whom one of your own nobles holds."),
    ],
)
def test_nobody_crowns_the_heir_of_another_faction(ruleset: str, rule: str, says: str) -> None:
    scene = york("abp_york", ruleset=ruleset)
    scene.coronation(1)
    assert scene.refused(1, "crown", rule=rule, heir="richard_york") == says


@pytest.mark.rule("base-13.3", "house-8.5.6")
@pytest.mark.parametrize(("ruleset", "rule"), [("classic", "base-13.3"), ("house", "house-8.5.6")])
def test_nobody_is_crowned_as_a_guest(ruleset: str, rule: str) -> None:
    scene = Scene(2, ruleset).noble("talbot", 1, "goodrich").crowned().control("york", "talbot")
    scene.noble("percy", 0, "york", guest=True, cards=("abp_york",), heirs=("richard_york",))
    scene.coronation(0)
    says = "You cannot crown an heir who is a guest in another’s fortress."
    assert scene.refused(0, "crown", rule=rule, heir="richard_york") == says


@pytest.mark.rule("base-13.7", "base-13.8")
def test_when_a_king_dies_the_next_may_be_crowned_margaret_too() -> None:
    scene = york("abp_york", heir="margaret").crowned("henry").dead("henry")
    scene.coronation(0)
    scene.play(0, "crown", heir="margaret")
    assert scene.state.heirs["margaret"].crowned


@pytest.mark.rule("base-13.5")
def test_two_may_be_crowned_one_of_each_house() -> None:
    scene = york("abp_york").hold("henry", "percy").crowned()
    scene.coronation(0)
    scene.play(0, "crown", heir="richard_york")
    scene.play(0, "crown", heir="henry")
    assert scene.state.heirs["henry"].crowned
    assert scene.state.heirs["richard_york"].crowned
