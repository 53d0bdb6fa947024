"""The steward and the cards of the expansions: pretenders, prizes at sea, refuge over the sea."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.combat.sea_battle import SendToPort
from bot.rules.kingmaker.state import Exile
from bot.seats.kingmaker_steward.fighting import evade, force
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.royals import may_unmask
from bot.seats.kingmaker_steward.voyages import flee
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step, to_the_end_of_movement

PRETENDERS = "classic+card_pretender"
ABROAD = "classic+lands_overseas+refuge"
SCOTLAND = "10,1"


def pretender(keeper: str | None) -> Scene:
    """Clarence is a pretender; seat 0 keeps the card that unmasks him."""
    scene = Scene(2, PRETENDERS).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.state.heirs["george"].house = "pretender"
    scene.state.pretenders = ["george"]
    scene.held(0, "X-PRV")
    if keeper is not None:
        scene.hold("george", keeper)
    return scene


def unmasks(scene: Scene) -> bool:
    """Whether the steward of seat 0 plays the card in its movement phase."""
    scene.movement(0)
    return answer(scene) == Choice("unmask")


@pytest.mark.parametrize(
    ("keeper", "wanted"), [("courtenay", True), ("percy", False), (None, False)]
)
def test_a_pretender_of_others_is_unmasked(keeper: str | None, wanted: bool) -> None:
    assert unmasks(pretender(keeper)) is wanted


def test_nobodys_pretender_is_unmasked_where_he_alone_stands_in_the_way() -> None:
    scene = pretender(None).hold("henry", "percy")
    assert may_unmask(scene.match.view(0))
    assert not may_unmask(scene.match.view(1))
    others = [heir for heir in scene.state.heirs if heir not in ("henry", "george")]
    assert unmasks(scene.dead(*others))


def test_a_captured_ship_is_scuttled_if_somebody_holds_her_office() -> None:
    scene = meeting(("le_nicholas",), ("le_george",))
    fight(scene, CARDS["majority"])
    assert answer(scene) == Choice.of("scuttle", ship="le_george")
    scene.state.nobles["courtenay"].office = None
    assert answer(scene) == Choice("keep_prize")


def in_danger(card: str | None = "X-RF5", ship_at: str = "sandwich") -> Scene:
    """Grey has an heir and a ship in Sandwich; a great host of another stands before the town."""
    scene = Scene(2, ABROAD).noble("grey", 0, "sandwich", cards=("le_swan",))
    scene.hold("george", "grey")
    scene.state.ships["le_swan"].port = ship_at
    for noble in ("stanley", "neville", "mowbray", "courtenay"):
        scene.noble(noble, 1, scene.content.board.places["sandwich"].square)
    return scene if card is None else scene.held(0, card)


def test_a_keeper_of_heirs_in_danger_flees_to_the_continent() -> None:
    scene = in_danger()
    scene.movement(0)
    assert answer(scene) == Choice.of("take_refuge", card="X-RF5", land="continent")
    verbs = to_the_end_of_movement(scene)
    assert verbs[:4] == ["take_refuge", "embark", "sail", "land"]
    square = scene.content.board.places["continent"].square
    assert scene.where("grey")[0] == square
    # there he stays, and nobody is sent for him
    scene.movement(0)
    assert "embark" not in to_the_end_of_movement(scene)
    assert scene.where("grey")[0] == square


@pytest.mark.parametrize(("card", "ship_at"), [(None, "sandwich"), ("X-RF5", "hull")])
def test_without_card_or_ship_nobody_flees(card: str | None, ship_at: str) -> None:
    scene = in_danger(card, ship_at)
    scene.movement(0)
    assert "take_refuge" not in to_the_end_of_movement(scene)


@pytest.mark.parametrize(("marched", "to"), [(True, None), (False, SCOTLAND)])
def test_who_has_marched_out_of_scotland_does_not_flee_there_at_once(
    marched: bool, to: str | None
) -> None:
    scene = Scene(2, ABROAD).noble("percy", 0, SCOTLAND if marched else "12,3")
    for noble in ("stanley", "neville", "mowbray", "courtenay"):
        scene.hold("george", "percy").noble(noble, 1, "14,3", castles=False)
    scene.state.exiles.append(Exile(0, "scotland", "X-RF5", 9, opened=True))
    scene.movement(0)
    if marched:
        scene.play(0, "march", nobles=["percy"], to="12,3")
    assert flees(scene) == (to and Choice.of("march", nobles="percy", to=to))


@pytest.mark.parametrize(("home", "to"), [(True, None), (False, SCOTLAND)])
def test_who_has_marched_home_does_not_flee(home: bool, to: str | None) -> None:
    scene = Scene(2, ABROAD).noble("percy", 0, "14,4", castles=False)
    for noble in ("stanley", "neville", "mowbray", "courtenay"):
        scene.hold("george", "percy").noble(noble, 1, "14,5", castles=False)
    scene.state.exiles.append(Exile(0, "scotland", "X-RF5", 9, opened=True))
    if home:
        scene.control("chillingham", "percy")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="13,2")
    assert flees(scene) == (to and Choice.of("march", nobles="percy", to=to))


def flees(scene: Scene) -> Choice | None:
    """Where the steward of seat 0 flees to, in its movement."""
    return flee(Outlook(scene.match.view(0), 0, scene.content), scene.match.asked(0)[0])


def test_who_is_on_the_continent_without_a_refuge_is_fetched() -> None:
    scene = Scene(2, ABROAD).noble("stanley", 1, "tiverton")
    scene.noble("grey", 0, scene.content.board.places["continent"].square)
    scene.noble("percy", 0, "alnwick", cards=("le_swan",))
    scene.state.ships["le_swan"].port = "continent"
    scene.movement(0)
    assert step(scene).verb == "embark"
    assert to_the_end_of_movement(scene)[:2] == ["sail", "land"]


def test_a_ship_that_leaves_a_fight_is_sent_far_away() -> None:
    scene = meeting(("le_nicholas",), ("le_rose",))
    scene.combat(0)
    scene.match.table.push(SendToPort(0, "le_rose"))
    scene.match._after()
    choice = answer(scene)
    assert (choice.verb, choice.one("ship")) == ("put_in", "le_rose")
    far = scene.board.sea_distances(SEA)

    def away(port: str) -> int:
        return min(far[sea] for sea in scene.board.ports[port])

    ports = scene.candidates(0, "put_in", "port")
    assert away(choice.one("port")) == max(map(away, ports))


@pytest.mark.parametrize(
    ("seat", "strength", "opposed", "wanted"),
    [(0, 50, 100, True), (0, 100, 50, False), (1, 50, 100, False), (1, 100, 50, True)],
)
def test_a_fight_that_is_hardly_won_is_evaded(
    seat: int, strength: int, opposed: int, wanted: bool
) -> None:
    sides = {"strength": str(strength), "opposed": str(opposed), "attacking": "0"}
    offers = (Offer("evade", (), "ishkibibble-evade.1"), Offer("let_be", (), "ishkibibble-evade.1"))
    prompt = Prompt(seat, "evade", offers, facts=sides)
    outlook = SimpleNamespace(seat=seat)
    assert evade(outlook, prompt).verb == ("evade" if wanted else "let_be")  # type: ignore[arg-type]
    none = Prompt(seat, "evade", offers[1:], facts=sides)
    assert evade(outlook, none).verb == "let_be"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("attacker", "strength", "wanted"), [(0, 100, True), (0, 60, False), (1, 100, False)]
)
def test_ones_own_attack_is_forced_if_it_promises_to_be_won(
    attacker: int, strength: int, wanted: bool
) -> None:
    sides = {"strength": str(strength), "opposed": "50", "attacker": str(attacker)}
    offers = (Offer("force", (), "ishkibibble-force.1"), Offer("let_be", (), "ishkibibble-force.1"))
    outlook = SimpleNamespace(seat=0)
    choice = force(outlook, Prompt(0, "force", offers, facts=sides))  # type: ignore[arg-type]
    assert choice.verb == ("force" if wanted else "let_be")
