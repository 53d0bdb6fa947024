"""Ports that stay closed, islands, heirs aboard, Douglas (house §8.6; base 8.13, 8.14, 19.11)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene


def voyage(
    noble: str,
    sea: str,
    *,
    heirs: tuple[str, ...] = (),
    cards: tuple[str, ...] = (),
    ship: str = "le_nicholas",
) -> Scene:
    """Seat 0's noble aboard his ship in a sea square, with the heirs he holds."""
    scene = Scene().noble(noble, 0, "19,17", cards=(ship, *cards), heirs=heirs)
    scene.ship(ship, sea=sea).aboard(noble, ship)
    return scene.noble("bourchier", 1, "19,18")


# Where no ship goes


@pytest.mark.rule("house-8.6.5", "base-8.13")
@pytest.mark.parametrize(
    ("sea", "port"),
    [
        ("dublin-bay", "dublin"),
        ("dublin-bay", "ireland"),
        ("st-georges-channel", "ireland"),
        ("dover-strait", "continent"),
        ("narrow-seas", "continent"),
        ("channel-west", "continent"),
    ],
)
@pytest.mark.parametrize("laden", [True, False])
def test_no_ship_enters_ireland_or_the_continent(sea: str, port: str, laden: bool) -> None:
    scene = voyage("percy", sea, cards=("admiral_england",))
    if not laden:
        scene.state.nobles["percy"].aboard = None
        scene.state.nobles["percy"].square = "19,17"
    scene.movement(0)
    assert port not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.5", ship="le_nicholas", to=port)


@pytest.mark.rule("base-8.13", "house-8.6.5")
def test_scotland_has_no_port() -> None:
    scene = voyage("roos", "tweed-mouth")
    assert [p for p in scene.board.ports if p == "scotland"] == []
    scene.movement(0)
    scene.refused(0, "sail", rule="house-8.6.5", ship="le_nicholas", to="scotland")


@pytest.mark.rule("house-8.6.5")
@pytest.mark.parametrize(
    ("sea", "port"),
    [
        ("dover-strait", "calais"),
        ("manx-sea", "douglas"),
        ("conway-bay", "beaumaris"),
        ("solent", "carisbrooke"),
    ],
)
def test_without_an_heir_islands_and_calais_are_ports_like_others(sea: str, port: str) -> None:
    scene = voyage("percy", sea).control(port, "percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to=port)
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.where("percy")[1] == port


@pytest.mark.rule("base-8.14", "house-8.6.6")
@pytest.mark.parametrize(
    ("place", "mainland"),
    [
        ("douglas", False),
        ("carisbrooke", False),
        ("beaumaris", False),
        ("dublin", False),
        ("calais", False),
        ("caernarvon", True),
        ("southampton", True),
        ("berwick", True),
        ("penzance", True),
    ],
)
def test_what_lies_off_the_mainland(place: str, mainland: bool) -> None:
    board = Scene().board
    assert board.is_mainland(board.places[place].square) is mainland


@pytest.mark.rule("base-8.14", "base-7.8")
def test_anglesey_is_reached_on_foot() -> None:
    scene = Scene().noble("roos", 0, "7,13", outside=True).noble("bourchier", 1, "19,18")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="7,12")
    assert scene.where("roos") == ("7,12", None, None)


# 8.6 Ships with heirs


@pytest.mark.rule("house-8.6.6")
@pytest.mark.parametrize(
    ("sea", "port"),
    [("dover-strait", "calais"), ("manx-sea", "douglas"), ("conway-bay", "beaumaris")],
)
def test_a_ship_with_an_heir_lands_on_the_mainland_only(sea: str, port: str) -> None:
    scene = voyage("percy", sea, heirs=("margaret",)).control(port, "percy")
    scene.movement(0)
    assert port not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.6", ship="le_nicholas", to=port)


@pytest.mark.rule("house-8.6.6", "house-8.6.14")
def test_a_ship_with_an_heir_lands_in_any_mainland_port_open_to_her() -> None:
    scene = voyage("percy", "dover-strait", heirs=("margaret",)).control("dover", "percy")
    scene.movement(0)
    assert {"rye", "sandwich", "dover"} <= scene.destinations(0, "le_nicholas")
    scene.play(0, "sail", ship="le_nicholas", to="dover")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.where("percy") == ("22,22", "dover", None)
    assert scene.state.heirs["margaret"].holder == "percy"


@pytest.mark.rule("house-8.6.9", "house-8.6.6")
def test_carisbrooke_counts_as_mainland_for_who_controls_it() -> None:
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", "percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="carisbrooke")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    for _ in range(3):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.where("percy") == ("15,24", "carisbrooke", None)
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.9", "house-8.6.6")
@pytest.mark.parametrize("owner", [None, "bourchier"])
def test_carisbrooke_does_not_count_for_others(owner: str | None) -> None:
    """Percy could besiege it, but not with an heir aboard."""
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", owner)
    scene.movement(0)
    assert "carisbrooke" not in scene.destinations(0, "le_nicholas")
    scene.refused(0, "sail", rule="house-8.6.6", ship="le_nicholas", to="carisbrooke")


@pytest.mark.rule("house-8.6.9")
def test_carisbrooke_by_leave_is_no_control() -> None:
    """Its owner's leave makes it Friendly, but the heir's player does not control it."""
    scene = voyage("percy", "solent", heirs=("margaret",)).control("carisbrooke", "bourchier")
    scene.movement(0)
    scene.play(0, "ask_leave", place="carisbrooke")
    scene.play(1, "grant")
    assert "carisbrooke" not in scene.destinations(0, "le_nicholas")


# Douglas


@pytest.mark.rule("base-19.11", "house-8.6.5")
def test_the_isle_of_man_is_reached_by_ship() -> None:
    scene = Scene().noble("roos", 0, "lancaster", cards=("le_rose",))
    scene.noble("bourchier", 1, "19,18")
    scene.ship("le_rose", port="lancaster").control("douglas", "roos").movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_rose")
    scene.play(0, "sail", ship="le_rose", to="douglas")
    scene.play(0, "land", nobles=["roos"], ship="le_rose")
    assert scene.where("roos") == ("6,8", "douglas", None)


@pytest.mark.rule("base-19.11", "base-7.8")
def test_nobody_walks_to_or_from_the_isle_of_man() -> None:
    scene = Scene().noble("stanley", 0, "douglas", outside=True).noble("bourchier", 1, "19,18")
    scene.noble("roos", 0, "11,10").movement(0)
    assert scene.board.walkable("6,8") == {"6,7", "6,8"}
    offers = scene.offered(0, "march")
    mine = [o for o in offers if "stanley" in o.field("nobles").candidates]
    assert [set(o.field("to").candidates) for o in mine] == [{"6,7"}]
    theirs = [o for o in offers if "roos" in o.field("nobles").candidates]
    assert not any({"6,7", "6,8"} & set(o.field("to").candidates) for o in theirs)


@pytest.mark.rule("base-19.11", "house-8.3.3")
def test_a_call_brings_stanley_from_the_isle_of_man() -> None:
    """Pirates: Irish Sea calls Stanley to Lathom; no ship is needed."""
    scene = Scene().noble("stanley", 0, "douglas").noble("bourchier", 1, "19,18")
    scene.next_events("E-RA09").event(0)
    scene.play(0, "answer_call", to="lathom")
    assert scene.where("stanley") == ("11,11", "lathom", None)
    assert scene.happened(facts.NobleCalled)[0].place == "lathom"
