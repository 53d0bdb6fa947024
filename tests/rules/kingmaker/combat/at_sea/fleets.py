"""Ships that meet at sea: whose they are, who is aboard, and which card is drawn."""

from __future__ import annotations

from tests.rules.kingmaker.battlefield import idlers
from tests.rules.kingmaker.scene import Scene

SEA = "humber-mouth"
"""The sea space off Hull."""

SHIPS = {"le_nicholas": 200, "le_swan": 150, "le_michael": 150, "le_rose": 100}
"""Ships that have a card of their own, and the troops that each carries."""

CAPTAINS = {0: ("percy", "neville"), 1: ("courtenay", "mowbray"), 2: ("stanley", "stafford")}
"""Nobles of each seat; the first bears the cards of its ships."""


def meeting(
    *fleets: tuple[str, ...],
    aboard: dict[str, str] | None = None,
    heirs: dict[str, str] | None = None,
    ruleset: str = "classic+sea_combat",
    entered: bool = True,
) -> Scene:
    """The ships of each seat lie in one sea space; those of seat 0 have just come there.

    ``aboard``: nobles and the ships that carry them; all others are inland. ``heirs``: heirs and
    their keepers.
    """
    scene = idlers(Scene(max(2, len(fleets)), ruleset))
    for seat, ships in enumerate(fleets):
        first, *_ = CAPTAINS[seat]
        for noble in CAPTAINS[seat]:
            scene.noble(noble, seat, "13,20", castles=False)
        cards = dict.fromkeys(scene.content.card_of_ship(ship) for ship in ships)
        if any(scene.content.crown[card].kind == "office" for card in cards):
            scene.give(first, "earl_kent" if seat == 0 else "earl_essex")
        scene.give(first, *cards)
        for ship in scene.state.ships.copy():
            if scene.content.card_of_ship(ship) in cards and ship not in ships:
                del scene.state.ships[ship]
        for ship in ships:
            scene.ship(ship, sea=SEA)
            scene.state.ships[ship].entered = entered and seat == 0
    for noble, ship in (aboard or {}).items():
        scene.aboard(noble, ship)
    for heir, noble in (heirs or {}).items():
        scene.hold(heir, noble)
    return scene


def fight(scene: Scene, card: str, *, against: int = 1) -> Scene:
    """Seat 0 attacks at sea, and this card is drawn."""
    scene.next_events(card).combat(0)
    scene.play(0, "attack_at_sea", against=str(against), sea=SEA)
    return scene
