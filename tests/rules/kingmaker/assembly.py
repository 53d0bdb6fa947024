"""A Parliament of the base rules to test with: who keeps the King where, and shorthands.

Percy (seat 0) keeps Edward of March, the sole King, inside Coventry. Courtenay and Clifford
(seat 1) and Talbot (seat 2) are at home.
"""

from __future__ import annotations

from typing import Any

from bot.rules.kingmaker.state import Siege
from tests.rules.kingmaker.scene import Scene

TOWN = "coventry"
SQUARE = "15,16"
"""The square of Coventry, where Parliament meets."""


def realm(ruleset: str = "classic", at: str = TOWN, seats: int = 3) -> Scene:
    """The position above, before seat 0's Parliament phase; ``at`` is where Percy stands."""
    scene = Scene(seats, ruleset).noble("percy", 0, at, heirs=("edward_march",))
    scene.crowned("edward_march").noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    return scene.noble("talbot", 2, "sheffield")


def chancellors(ruleset: str = "classic", at: str = TOWN) -> Scene:
    """The same with nobody King; Percy is Chancellor of England."""
    scene = Scene(3, ruleset).noble("percy", 0, at, cards=("chancellor_england",)).crowned()
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    return scene.noble("talbot", 2, "sheffield")


HIRED = (
    "burgundian_crossbowmen_1",
    "burgundian_crossbowmen_2",
    "flemish_crossbowmen_1",
    "flemish_crossbowmen_2",
    "saxons_1",
    "saxons_2",
    "scots_archers_1",
    "scots_archers_2",
)


def shut_in(scene: Scene, place: str, seat: int) -> Scene:
    """Mowbray and Neville of a seat, 410 strong together, besiege a place."""
    square = scene.board.places[place].square
    scene.noble("mowbray", seat, square, cards=("marshal_england", *HIRED))
    scene.noble("neville", seat, square, cards=("treasurer_england",))
    return scene.siege(place, ["mowbray", "neville"])


def afloat(scene: Scene) -> Scene:
    """Mowbray and Grey of seat 1, more than 300 strong, besiege Newcastle from Le Swan."""
    scene.noble("mowbray", 1, "20,14", cards=("le_swan", "marshal_england", *HIRED))
    scene.noble("grey", 1, "20,14").ship("le_swan", port="newcastle")
    scene.aboard("mowbray", "le_swan").aboard("grey", "le_swan")
    scene.state.sieges["newcastle"] = Siege(1, ["mowbray", "grey"], ships=["le_swan"])
    return scene


def call(scene: Scene, seat: int = 0, by: str = "percy") -> Scene:
    """A seat's Parliament phase begins and it calls Parliament."""
    scene.parliament(seat)
    scene.play(seat, "call_parliament", by=by)
    return scene


def sit(scene: Scene, *coming: tuple[int, str]) -> Scene:
    """Parliament is called; these nobles of these seats come, and no Writ is served."""
    call(scene)
    while "attendance" in kinds(scene):
        seat = asked(scene, "attendance")
        mine = [noble for other, noble in coming if other == seat]
        here = scene.state.sitting.attending
        if any(noble not in here for noble in mine):
            scene.play(seat, "attend", nobles=[noble for noble in mine if noble not in here])
        if "attendance" in kinds(scene) and asked(scene, "attendance") == seat:
            scene.play(seat, "done")
    while "writs" in kinds(scene):
        scene.play(asked(scene, "writs"), "done")
    return scene


def kinds(scene: Scene) -> list[str]:
    """The kinds of all blocking prompts."""
    return [prompt.kind for prompt in scene.match.prompts() if prompt.blocking]


def asked(scene: Scene, kind: str) -> int:
    """The seat that is asked a question of this kind."""
    seat: int = next(p.seat for p in scene.match.prompts() if p.blocking and p.kind == kind)
    return seat


def vote(scene: Scene, *votes: str, caller: int = 0) -> Any:
    """End the debate and cast everybody's vote, by seat; the state of Parliament afterwards."""
    scene.play(caller, "call_vote")
    for seat, cast in enumerate(votes):
        if "ballot" in scene.asked(seat):
            scene.play(seat, cast)
    return scene.state.sitting


def end(scene: Scene) -> Scene:
    """Answer every question with its default until Parliament is over."""
    while scene.state.sitting is not None:
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        assert prompt.default is not None
        scene.events = list(scene.match.submit(prompt.seat, prompt.default).events)
    return scene
