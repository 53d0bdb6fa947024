"""Positions with a captive who is held for a ransom of draws."""

from __future__ import annotations

from bot.rules.kingmaker.captivity import hold, hold_heir
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+expanded_ransom"


def beaten(
    *victors: str,
    captive: str = "courtenay",
    heirs: tuple[str, ...] = (),
    seats: int = 2,
    ruleset: str = RULES,
    cards: tuple[str, ...] = (),
) -> Scene:
    """Seat 0's victors have beaten a noble of seat 1, who may offer a ransom."""
    scene = meeting(victors, (captive,), ruleset=ruleset, seats=seats)
    if seats > 2:
        scene.noble("talbot", 2, "sheffield")
    for heir in heirs:
        scene.hold(heir, captive)
    scene.give(captive, *cards)
    scene.next_events(CARDS["majority"]).combat(0)
    return attack(scene, *victors)


def agreed(scene: Scene, draws: int = 2, **terms: str | list[str]) -> Scene:
    """Seat 1 offers so many draws for the captive, and seat 0 takes them."""
    scene.play(1, "offer_ransom", draws=str(draws), **terms)
    scene.play(0, "accept")
    return scene


def held(
    *victors: str,
    draws: int = 2,
    seats: int = 2,
    captive: str = "courtenay",
    ruleset: str = RULES,
    cards: tuple[str, ...] = (),
) -> Scene:
    """Seat 0 holds a noble of seat 1, for whom so many draws are owed."""
    party = victors or ("percy",)
    scene = beaten(*party, captive=captive, seats=seats, ruleset=ruleset, cards=cards)
    return agreed(scene, draws)


def owed(scene: Scene) -> dict[str, tuple[int, int, int]]:
    """Each captive: who owes whom, and how many draws."""
    custody = scene.state.custody.items()
    return {captive: (at.owner, at.captor, at.draws) for captive, at in custody}


def keeper(scene: Scene, captive: str = "courtenay") -> str:
    """The noble with whom a captive is."""
    name: str = scene.state.custody[captive].keeper
    return name


def seen(scene: Scene, noble: str = "courtenay") -> tuple[str, str | None, str | None]:
    """Where everybody sees a noble: his square, place and ship."""
    found = scene.match.view(None).nobles[noble]
    return found.square, found.inside, found.aboard


def capture(scene: Scene, captive: str, keeper: str, draws: int = 2) -> Scene:
    """Let a noble who is in play be held by another for so many draws."""
    hold(scene.match.table, captive, scene.state.nobles[keeper].seat, draws, keeper)
    return scene


def capture_heir(scene: Scene, heir: str, owner: int, draws: int = 2) -> Scene:
    """Let an heir be held by his holder for draws of this seat."""
    captor = scene.state.nobles[scene.state.heirs[heir].holder].seat
    hold_heir(scene.match.table, heir, owner, captor, draws)
    return scene
