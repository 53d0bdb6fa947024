"""What happens when nobody answers, and rewards that nobody can use."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def default(scene: Scene, seat: int = 0) -> Choice | None:
    """The default of the only question to a seat."""
    (prompt,) = scene.match.prompts(seat)
    return prompt.default


def test_the_defaults_of_placing() -> None:
    scene = Scene(4).court(0, 1, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(scene) == Choice.of("castle", knight="1", space="gold")
    scene.play(0, "conflict", knight="1", card="K04")
    assert default(scene) == Choice.of("favour", tile="gold")
    scene.play(0, "favour", tile="nobleman")
    assert default(scene) == Choice.of("nobleman", county="A")


def test_without_a_castle_space_the_default_is_a_conflict_then_a_county() -> None:
    full = Scene(3).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    full.court(0, 1, 2).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(full) == Choice.of("conflict", knight="1", card="K04")
    shut = Scene(4).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    shut.court(0, 2).court(1, 1).war("K04", (1, 1), (2, 1), (3, 1)).begin("placing")
    assert default(shut) == Choice.of("county", knight="2", county="A", squires="0")


def test_an_ally_is_placed_last_and_takes_no_favour_by_default() -> None:
    scene = Scene(2).court(0, 2).court(10, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(scene) == Choice.of("castle", house="own", knight="2", space="gold")
    scene.play(0, "conflict", house="ally", knight="1", card="K04")
    assert default(scene) == Choice("pass")
    full = Scene(2).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    full.court(0, 2).court(10, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(full) == Choice.of("conflict", house="own", knight="2", card="K04")


def test_the_defaults_of_parliament() -> None:
    scene = Scene(3).laws("L01", "L04", "L06").propose("L18").county(0, "A", 1)
    scene.war("K04", (0, 1)).war("K05", (0, 1)).begin("parliament")
    assert default(scene, 2) == Choice.of("no", markers="0")
    scene.vote("no", "no", "no")
    assert default(scene) == Choice.of("upgrade", knight="county:A:1")  # for the most gold


def test_the_defaults_of_rewards() -> None:
    scene = Scene(4).war("K04").war("K05").war("K11", (1, 2), row="lower")
    scene.county(0, "C", 4).county(1, "H", 2).county(2, "I", 1).castle(0, "upgrade", 1)
    scene.begin("counties")
    assert default(scene) == Choice("reward")
    scene.play(0, "reward")
    assert default(scene) == Choice.of("extend", space="gold")
    scene.play(0, "extend", space="gold")
    scene.play(0, "decline")
    scene.play(1, "reward")
    assert default(scene, 1) == Choice.of("ride", card="K04")
    scene.play(1, "ride", card="K04")
    scene.play(2, "nothing")
    assert default(scene, 2) == Choice.of("name", player="2")
    scene.play(2, "name", player="0")
    assert default(scene) == Choice("done")
    scene.play(0, "score", space="upgrade")
    assert default(scene) == Choice.of("upgrade", knight="court:1")
    scene.play(0, "decline")
    assert default(scene, 1) == Choice("give_up")


def test_a_favour_that_is_taken_is_told() -> None:
    scene = Scene(4).court(0, 1).court(1, 1).war("K04").war("K05").begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="gold")
    assert [(event.side, event.tile) for event in scene.told(facts.FavourTaken)] == [(0, "gold")]


def test_a_nobleman_nobody_can_take_is_forfeited() -> None:
    scene = Scene(4).court(0, 1).court(1, 1).war("K04").war("K05").nobles(0, "ABCDEFGHI")
    scene.begin("placing").play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="nobleman")
    assert scene.told(facts.NoblemanForfeited)[0].side == 0
    assert scene.match.waiting_for() == [1]


def test_a_castle_space_that_nobody_can_use_is_not_asked_about() -> None:
    # With two players there are no screens: everybody sees that he cannot pay for it.
    scene = Scene(2).war("K04").war("K05").purse(0).castle(0, "recruit", 1).castle(0, "upgrade", 4)
    scene.extend(0, "gold").begin("castles")
    assert scene.house(0).court == [1, 4]
    assert scene.house(0).gold == 2
    assert scene.told(facts.CastlePaid) == []
    assert scene.state.round == 2


def test_too_few_squires_are_told_apart_from_equal_strength() -> None:
    scene = Scene(3).court(0, 1).purse(0, squires=4).county(1, "A", 2, squires=2)
    scene.war("K04").war("K05").begin("placing")
    args = {"knight": "1", "county": "A"}
    scene.refused(0, "county", rule="lancaster-4i.8", squires="2", **args)
    scene.refused(0, "county", rule="lancaster-4i.9", squires="3", **args)
    assert scene.offers(0, "county", squires="4", **args)
