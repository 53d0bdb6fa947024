"""A siege that would be won in this turn is not left, and it is concluded."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import siding
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import siege_hopes, siege_target
from bot.seats.kingmaker_steward.vetoes import (
    doomed,
    endurance,
    holding,
    needed,
    rounds_to_wait,
    stayers,
)
from tests.rules.kingmaker.battlefield import idlers
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, to_the_end_of_movement
from tests.tools.strength import leave_out


def tempted(turns: int = 1, *, ruleset: str = "house") -> Scene:
    """Percy, who has 100, before Masham, whose garrison is 100; Grey is easy prey next to it."""
    scene = Scene(ruleset=ruleset).noble("percy", 0, "14,8", castles=False)
    scene.noble("grey", 1, "14,7", castles=False).noble("neville", 1, "warwick")
    return scene.siege("masham", ["percy"], turns)


def outlook(scene: Scene) -> Outlook:
    """What seat 0 can tell."""
    return Outlook(scene.match.view(0), 0, scene.content)


def test_nobody_marches_off_from_a_siege_that_is_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = tempted()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["sieges"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square != "14,8"
    scene = tempted()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,8"
    assert answer(scene) == Choice.of("conclude", nobles=["percy"], place="masham")


def test_nobody_stays_for_the_sake_of_a_siege_that_is_not_won() -> None:
    scene = tempted().noble("scrope", 1, "masham")
    scene.movement(0)
    assert stayers(outlook(scene)) == {}


def test_as_many_stay_as_it_takes_and_keepers_of_heirs_are_let_go_first() -> None:
    scene = Scene().noble("percy", 0, "14,8", castles=False, heirs=("henry",))
    scene.noble("mowbray", 0, "14,8", castles=False).noble("talbot", 0, "14,8", castles=False)
    scene.siege("masham", ["percy", "mowbray", "talbot"], 2)
    scene.movement(0)
    assert needed(outlook(scene), "masham") == 25
    assert stayers(outlook(scene)) == {"masham": ("mowbray",)}


def test_a_siege_of_another_binds_nobody() -> None:
    scene = Scene().noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], 2)
    scene.movement(0)
    assert stayers(outlook(scene)) == {}


def test_a_siege_that_is_won_is_left_for_an_heir_who_is_worth_more() -> None:
    scene = tempted().heir_at("george", "14,6")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,6"


def test_it_is_not_left_for_a_prize_that_is_a_little_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = tempted().give("grey", "bp_norwich")
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["sieges"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,7"
    scene = tempted().give("grey", "bp_norwich")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,8"


@pytest.mark.parametrize(("turns", "falls"), [(1, False), (2, True)])
def test_a_place_of_its_own_falls_when_its_besiegers_match_what_is_left(
    turns: int, falls: bool
) -> None:
    """Percy’s 100 against Pole’s 10 and a garrison of 100, and of 50 from the third turn on."""
    scene = Scene().noble("pole", 0, "masham", castles=False)
    scene.noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], turns)
    assert doomed(outlook(scene), "masham") is falls
    assert not doomed(outlook(scene), None)


def test_no_place_that_it_besieges_itself_is_doomed() -> None:
    scene = tempted()
    assert not doomed(outlook(scene), "masham")


def test_enough_stay_to_hold_it_until_it_is_concluded() -> None:
    """London’s 300 men are 75 when it is concluded; until then half of them must be matched."""
    scene = Scene().noble("percy", 0, "18,20", castles=False)
    scene.noble("mowbray", 0, "18,20", castles=False).noble("talbot", 0, "18,20", castles=False)
    scene.noble("neville", 0, "18,20", castles=False)
    scene.siege("london", ["percy", "mowbray", "talbot", "neville"], 2)
    scene.movement(0)
    seen = outlook(scene)
    assert (needed(seen, "london"), holding(seen, "london")) == (75, 150)
    assert stayers(seen) == {"london": ("percy", "neville")}


@pytest.mark.parametrize(
    ("heirs", "square"),
    [(("george", "margaret"), "14,8"), (("george", "margaret", "richard_york"), "15,8")],
)
def test_a_place_can_wait_until_the_siege_is_over(heirs: tuple[str, ...], square: str) -> None:
    """Two heirs behind walls will be there in the next turn; for three it does not wait."""
    scene = tempted()
    for heir in heirs:
        scene.heir_at(heir, "15,8", "helmsley")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == square


# A siege is waited for as long as its besiegers are likely to stay.


FOTHERINGHAY = "fotheringhay"
"""Its garrison is 200."""

SQUARE = "17,16"


def besiegers(*nobles: str, seats: int = 4, rules: str = "house") -> Outlook:
    scene = Scene(seats, rules)
    for noble in nobles:
        scene.noble(noble, 0, SQUARE, castles=False)
    scene.noble("stanley", 1, "douglas").movement(0)
    return Outlook(scene.match.view(0), 0, scene.content)


def lasting(outlook: Outlook, *party: str) -> float:
    return endurance(outlook, outlook.board.places[FOTHERINGHAY], party)


@pytest.mark.parametrize(("turns", "rounds"), [(0, 2), (1, 1)])
def test_it_is_waited_for_until_the_garrison_starves(turns: int, rounds: int) -> None:
    scene = Scene().noble("percy", 0, SQUARE, castles=False)
    if turns:
        scene.siege(FOTHERINGHAY, ["percy"], turns)
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert rounds_to_wait(outlook, outlook.board.places[FOTHERINGHAY], ["percy"]) == rounds


def test_who_is_called_by_many_cards_is_not_likely_to_stay() -> None:
    outlook = besiegers("mowbray", "holland")
    plain = lasting(outlook, "mowbray")
    scene = Scene(4).noble("mowbray", 0, SQUARE, castles=False)
    scene.give("mowbray", "admiral_england", "bp_carlisle").noble("stanley", 1, "douglas")
    scene.movement(0)
    assert 0 < lasting(Outlook(scene.match.view(0), 0, scene.content), "mowbray") < plain < 1


def test_a_siege_lasts_longer_where_no_single_call_breaks_it() -> None:
    few = ("mowbray", "neville")
    many = (*few, "pole", "stafford", "courtenay")
    outlook = besiegers(*many)
    assert lasting(outlook, *many) > lasting(outlook, *few)


def test_the_more_are_at_the_table_the_sooner_somebody_is_called() -> None:
    assert lasting(besiegers("percy", seats=2), "percy") > lasting(
        besiegers("percy", seats=6), "percy"
    )


def test_a_siege_is_worth_less_to_who_will_be_called_away() -> None:
    outlook = besiegers("mowbray", "neville", "percy")
    target = siege_target(outlook, outlook.board.places[FOTHERINGHAY])
    often, seldom = (
        siege_hopes(outlook, target, party, 10.0, 0.0)
        for party in (["mowbray", "neville"], ["percy"])
    )
    assert 0 < often < seldom


# The steward and sieges of other players: it joins those by which it gains.


DANGEROUS, HARMLESS = 2.0, 0.2


def before_masham(come: str, *, heir: bool = True) -> Scene:
    """Scrope of seat 1 holds Masham against Neville and Roos of seat 2; somebody of seat 0 has
    come to the square."""
    scene = idlers(Scene(seats=3)).noble("scrope", 1, "masham")
    for noble in ("neville", "roos"):
        scene.noble(noble, 2, "masham", outside=True)
    scene.noble(come, 0, "masham", outside=True).siege("masham", ["neville", "roos"])
    if heir:
        scene.hold("henry", "scrope")
    scene.combat(0)
    return scene


def rivals(monkeypatch: pytest.MonkeyPatch, besieged: float, besieger: float) -> None:
    """How dangerous the two are."""
    known = {1: besieged, 2: besieger}
    monkeypatch.setattr(siding, "rivalry", lambda _, seat, __: known.get(seat, 0.0))


def joins(scene: Scene, noble: str) -> bool:
    return answer(scene) == Choice.of("join", nobles=[noble], place="masham")


def test_it_joins_where_its_noble_would_command_and_take_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rivals(monkeypatch, HARMLESS, DANGEROUS)
    assert joins(before_masham("percy"), "percy")


def test_under_anothers_command_it_joins_against_the_more_dangerous_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rivals(monkeypatch, DANGEROUS, HARMLESS)
    assert joins(before_masham("pole"), "pole")
    rivals(monkeypatch, HARMLESS, DANGEROUS)
    assert not joins(before_masham("pole"), "pole")
