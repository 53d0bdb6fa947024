"""Coronation in the base and classic rules (base §13; classic-turn)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.assembly import shut_in
from tests.rules.kingmaker.scene import Scene

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
    assert reason == "You cannot crown anyone in a place Under Siege."


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
