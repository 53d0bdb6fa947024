"""The steward at sea: who is fetched, what is besieged from aboard, where it lands."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.state import ShipState
from tests.rules.kingmaker.cards.test_advanced_cards import with_french
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step, to_the_end_of_movement

SAILORS = ("warden_cinque_ports",)
"""An office with five ships at Rye."""


def at_rye() -> Scene:
    """Mowbray, strong enough for Calais, stands in Rye with his ships; a rival far away."""
    scene = Scene().noble("mowbray", 0, "rye", cards=SAILORS)
    return scene.noble("stanley", 1, "douglas")


def test_takes_ship_for_the_heir_in_calais() -> None:
    scene = at_rye()
    scene.movement(0)
    first = answer(scene)
    assert first.verb == "embark"
    assert first.many("nobles") == ("mowbray",)
    step(scene)
    assert answer(scene) == Choice.of("sail", ship=first.one("ship"), to="calais")
    step(scene)
    while scene.state.phase == "movement":
        step(scene)
    assert scene.state.sieges["calais"].besiegers == ["mowbray"]
    assert scene.state.nobles["mowbray"].aboard == first.one("ship")


def test_does_not_sail_to_a_siege_that_it_could_not_keep_up() -> None:
    scene = Scene().noble("grey", 0, "rye", cards=("le_swan",)).noble("stanley", 1, "douglas")
    scene.movement(0)
    assert "embark" not in to_the_end_of_movement(scene)


def test_brings_the_heir_back_at_once() -> None:
    scene = Scene().noble("mowbray", 0, "calais", cards=SAILORS, heirs=("richard_gloucester",))
    ship = "le_george"
    scene.state.ships[ship].port = "calais"
    scene.noble("stanley", 1, "douglas").movement(0)
    verbs = to_the_end_of_movement(scene)
    assert verbs[:3] == ["embark", "sail", "land"]
    noble = scene.state.nobles["mowbray"]
    assert scene.board.is_mainland(noble.square)
    assert scene.state.heirs["richard_gloucester"].alive


def test_sends_a_ship_for_those_who_are_stranded() -> None:
    scene = Scene().noble("mowbray", 0, "carisbrooke", cards=SAILORS)
    scene.noble("stanley", 1, "douglas").dead("richard_gloucester").movement(0)
    assert answer(scene).verb == "sail"
    assert answer(scene).one("to") == "carisbrooke"
    verbs = to_the_end_of_movement(scene)
    assert "embark" in verbs or scene.state.nobles["mowbray"].inside == "carisbrooke"


def test_sends_only_the_nearest_ship() -> None:
    scene = Scene().noble("pole", 0, "douglas", castles=False).noble("percy", 1, "alnwick")
    scene.noble("mowbray", 0, "rye", cards=SAILORS).dead("richard_gloucester").movement(0)
    assert to_the_end_of_movement(scene).count("sail") == 1


def test_who_has_a_ship_crosses_while_another_fetches_somebody_else() -> None:
    scene = Scene().noble("stanley", 0, "douglas").noble("percy", 1, "alnwick")
    scene.noble("grey", 0, "carisbrooke", castles=False, outside=True, cards=("le_nicholas",))
    scene.state.ships.update(
        le_lucas=ShipState(port="douglas"), le_nicholas=ShipState(port="bristol")
    )
    scene.dead("richard_gloucester").movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.ships["le_lucas"].port == "cardigan"
    assert scene.state.nobles["stanley"].square == scene.board.places["cardigan"].square


def test_lands_where_no_siege_awaits_it() -> None:
    scene = Scene().noble("stanley", 0, "douglas", heirs=("margaret",))
    scene.state.ships["le_lucas"] = ShipState(port="douglas")
    scene.noble("percy", 1, "alnwick").movement(0)
    assert to_the_end_of_movement(scene)[0] == "embark"
    noble = scene.state.nobles["stanley"]
    port = scene.state.ships["le_lucas"].port
    if port is not None:
        assert not scene.board.places[port].is_fortress
        assert noble.square == scene.board.places[port].square


def test_a_party_marches_to_the_port_where_its_ship_lies() -> None:
    scene = Scene().noble("mowbray", 0, "21,20", cards=SAILORS).noble("stanley", 1, "douglas")
    for heir in ("henry", "margaret", "edward_lancaster", "richard_york", "george"):
        scene.dead(heir)
    scene.dead("edward_march").noble("percy", 1, "alnwick")
    verbs = []
    for _ in range(3):
        scene.movement(0)
        verbs.append(to_the_end_of_movement(scene)[:-1])
    assert "march" in verbs[0]
    assert verbs[2] == ["embark", "sail"]
    assert scene.state.sieges["calais"].besiegers == ["mowbray"]


# The French carry a force home (base-19.6)


def french_in_calais(*company: str) -> Scene:
    """Percy of seat 0 is in Calais with others, and was just given the French."""
    scene = with_french(*company).control("dover", "percy")
    scene.movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    return scene


@pytest.mark.rule("base-19.6")
def test_whom_the_french_can_carry_home_they_carry_with_his_force() -> None:
    choice = answer(french_in_calais("neville"))
    assert choice.verb == "cross"
    assert set(choice.many("nobles")) == {"percy", "neville"}


@pytest.mark.rule("base-19.6")
@pytest.mark.parametrize("port", ["weymouth", "rye"])
def test_it_crosses_where_an_heir_waits_for_somebody_to_take_him(port: str) -> None:
    scene = french_in_calais()
    scene.heir_at("edward_march", scene.match.game.content.board.places[port].square)
    assert answer(scene) == Choice.of("cross", nobles="percy", to=port)


@pytest.mark.rule("base-19.6")
def test_it_crosses_to_an_enemy_whom_it_can_beat() -> None:
    scene = french_in_calais()
    square = scene.match.game.content.board.places["rye"].square
    scene.noble("roos", 1, square, outside=True, heirs=("edward_march",))
    assert answer(scene) == Choice.of("cross", nobles="percy", to="rye")


@pytest.mark.rule("base-19.6")
def test_it_does_not_cross_into_the_arms_of_a_host() -> None:
    quiet = answer(french_in_calais()).one("to")
    scene = french_in_calais()
    square = scene.match.game.content.board.places[quiet].square
    for noble in ("mowbray", "stanley", "neville", "talbot", "stafford", "pole", "clifford"):
        scene.noble(noble, 1, square, outside=True)
    chosen = answer(scene)
    assert chosen.verb == "cross"
    assert chosen.one("to") != quiet


@pytest.mark.parametrize("crew", [("percy",), ("percy", "clifford")])
def test_besieges_the_port_of_nobody_in_which_it_is_stuck(crew: tuple[str, ...]) -> None:
    """With exactly half of the defence (Percy's 100 of 200), and with more."""
    scene = Scene()
    for number, noble in enumerate(crew):
        scene.noble(noble, 0, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="hull").control("hull", None).combat(0)
    assert answer(scene) == Choice.of("lay", nobles=crew, place="hull")
