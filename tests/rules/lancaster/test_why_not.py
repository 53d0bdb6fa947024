"""'What can I do?' says of what is not open why not."""

from __future__ import annotations

from bot.games import words_for
from tests.rules.lancaster.scene import Scene

WORDS = words_for("lancaster", "standard")
NAMES = ["Anne", "Bob", "Cecily", "Dan"].__getitem__


def told(scene: Scene, seat: int = 0) -> list[str]:
    """What the seat reads, reason by reason."""
    return WORDS.why_not(scene.match.why_not(seat), NAMES)


def test_why_a_knight_cannot_go_there() -> None:
    scene = Scene(4).court(0, 1, 3).purse(0, squires=1).castle(0, "gold", 1).extend(0, "votes")
    scene.county(0, "A", 2).county(1, "E", 2, squires=2).court(1, 1)
    scene.war("K04", (1, 1), (2, 1), (3, 1)).war("K05").begin("placing")
    assert told(scene) == [
        "• **Take a county** (Northumberland): Your own knight holds that county. He stays "
        "there. ‹lancaster-4i.12›",
        "• **Take a county** (York): York needs a knight of strength 4. Squires do not help. "
        "‹lancaster-4i.5›",
        "• **Take a county** (Norfolk): You cannot expel a knight of equal strength. "
        "‹lancaster-4i.9›",
        "• **Send into the castle** (Treasury): A knight is already there. A space holds only "
        "one. ‹lancaster-4i.14›",
        "• **Send into the castle** (Great hall): An extension covers that space. ‹lancaster-7.3›",
        "• **Send to a conflict** (Falaise): Others have taken all the spaces of that conflict. "
        "‹lancaster-4i.15›",
    ]
    assert told(scene, 1) == []


def test_the_wishes_of_a_leader_are_about_his_own_knights() -> None:
    scene = Scene(2).court(0, 4).court(10, 2).court(1, 1).county(10, "E", 1)
    scene.war("K04").war("K05").begin("placing")
    assert told(scene) == [
        "• **Take a county** (Norfolk): You and your ally cannot expel each other. ‹lancaster-2.11›"
    ]
    allys = Scene(2).court(10, 2).court(1, 1).war("K04").war("K05").begin("placing")
    assert told(allys) == []


def test_why_a_county_does_not_give_that() -> None:
    scene = Scene(3).war("K04").war("K05").county(0, "E", 1).nobles(0, "E").begin("counties")
    assert told(scene) == [
        "• **Take the nobleman**, **Pay for both**: That nobleman is already at your table. "
        "‹lancaster-4iiia.4›"
    ]
    poor = Scene(3).war("K04").war("K05").county(0, "E", 1).purse(0, gold=2).begin("counties")
    assert told(poor) == ["• **Pay for both**: Taking both costs 3 gold. ‹lancaster-4iiia.2›"]


def test_why_a_castle_space_gives_nothing() -> None:
    scene = Scene(4).war("K04").war("K05").purse(0, squires=1).extend(0, "recruit", "gold")
    scene.castle(0, "upgrade", 1).begin("castles")
    scene.play(0, "score", space="gold")
    assert told(scene) == []
    spent = Scene(4).war("K04").war("K05").purse(0).extend(0, "recruit", "squires").begin("castles")
    assert told(spent) == [
        "• **Score a space** (Training ground): That space costs 1 squire, and you have 0. "
        "‹lancaster-4iiib.2›"
    ]
