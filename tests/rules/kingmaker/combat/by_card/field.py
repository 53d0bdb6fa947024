"""A field for combats by card: strengths made to measure, and cards by what they decide."""

from __future__ import annotations

from bot.rules.kingmaker.state import Pact
from tests.rules.kingmaker.battlefield import FIELD, idlers
from tests.rules.kingmaker.scene import Scene

CARDS = {
    "majority": "E-RA08",  # Cromwell, Roos, Stanley
    "5-4": "E-PL02",  # Courtenay, Grey, Howard
    "3-2": "E-RA03",  # FitzAlan, Herbert, Mowbray
    "2-1": "E-RA04",  # FitzAlan, Hastings, Holland
    "3-1": "E-RV01",  # Mowbray, Neville
    "4-1": "E-RV15",  # FitzAlan, Neville, Percy
    "bad_weather": "E-PL04",
}
"""A card of each half for combat, with those whom it names."""

DEADLY = "E-RA06"
"""5 to 4, and it names Beaufort, Clifford and Percy."""

WRIT, FREE_MOVE = "E-WR01", "E-FM01"

LARGE = ("percy", "mowbray", "neville", "stanley")
SMALL = ("stafford", "fitzalan", "holland")
"""They have 80 troops."""

_TROOPS = {
    "marshal_england": 100,
    "percy": 100,
    "mowbray": 50,
    "neville": 50,
    "stanley": 50,
    "burgundian_crossbowmen_1": 30,
    "flemish_crossbowmen_1": 20,
    "scots_archers_1": 20,
    "saxons_1": 10,
    "saxons_2": 10,
}


def muster(total: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Nobles and cards beside the first of them that have so many troops together."""
    cards: list[str] = []
    nobles, left = ["percy"], total - _TROOPS["percy"]
    if left < 0:
        nobles, left = ["mowbray"], total - _TROOPS["mowbray"]
    for name, troops in _TROOPS.items():
        if name not in nobles and troops <= left:
            left -= troops
            (nobles if name in LARGE else cards).append(name)
    assert left == 0, total
    return tuple(nobles), tuple(cards)


def meeting(
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    *,
    ruleset: str = "classic",
    square: str = FIELD,
    seats: int = 2,
) -> Scene:
    """Seat 0 against seat 1 in the open of a square, before seat 0's combat phase."""
    scene = idlers(Scene(seats, ruleset))
    for seat, nobles in enumerate((attackers, defenders)):
        for noble in nobles:
            scene.noble(noble, seat, square, outside=True)
    return scene


def attack(scene: Scene, *nobles: str, square: str = FIELD, against: int = 1) -> Scene:
    """Seat 0 attacks in the open."""
    scene.play(0, "attack", nobles=nobles, against=str(against), square=square)
    return scene


def allied(
    scene: Scene, seat: int, ally: int, *, lasting: bool = True, square: str = FIELD
) -> Scene:
    """Let two seats be allied, by an offer of the first."""
    scene.state.pacts.append(Pact(seat, ally, square, lasting))
    return scene
