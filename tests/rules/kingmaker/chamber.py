"""A Parliament to test with: who keeps the King where, and shorthands for its procedures.

Percy (seat 0) keeps King Henry inside Coventry and holds one Writ. Courtenay and Clifford (seat 1)
and Talbot (seat 2) are at home. Votes, Commons and Lords: 35 and 13, 1 and 3, 1 and 2.
"""

from __future__ import annotations

from typing import Any

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

CALLER = "percy"
TOWN = "coventry"
SQUARE = "15,16"
"""The square of Coventry, where Parliament meets unless a test says otherwise."""

WRITS = tuple(f"E-WR{number:02}" for number in range(1, 11))
FREE_MOVES = tuple(f"E-FM{number:02}" for number in range(1, 11))


def realm(
    at: str = TOWN, *, writs: int = 1, king: str = "henry", seats: int = 3, ruleset: str = "house"
) -> Scene:
    """The position above, before seat 0's Parliament phase; ``at`` is where Percy stands."""
    scene = Scene(seats, ruleset).noble("percy", 0, at, heirs=(king,)).crowned(king)
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    scene.noble("talbot", 2, "sheffield")
    return scene.held(0, *WRITS[:writs])


def chancellors_realm(at: str = TOWN) -> Scene:
    """The same with nobody King; Percy is Chancellor of England and holds the card and a Writ."""
    scene = Scene(3).noble("percy", 0, at, cards=("chancellor_england",)).crowned()
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    return scene.noble("talbot", 2, "sheffield").held(0, "E-WR01", "E-CM01")


def call(scene: Scene, summon: str = "courtenay", by: str = CALLER) -> Scene:
    """Seat 0's Parliament phase begins and it calls Parliament."""
    scene.parliament(0)
    scene.play(0, "call_parliament", by=by, summon=summon)
    return scene


def cannot_call(scene: Scene, seat: int = 0) -> bool:
    """Whether a seat is offered no call in its Parliament phase."""
    scene.parliament(seat)
    return scene.offered(seat, "call_parliament") == []


def vote(scene: Scene, *votes: str, caller: int = 0) -> facts.BallotClosed:
    """End the debate and cast everybody's vote, by seat; the roll call."""
    scene.play(caller, "call_vote")
    cast(scene, *votes)
    closed: list[facts.BallotClosed] = scene.happened(facts.BallotClosed)
    return closed[0]


def cast(scene: Scene, *votes: str) -> None:
    """Cast the votes of all who are asked for one."""
    voters = [seat for seat in range(len(votes)) if "ballot" in scene.asked(seat)]
    for seat in voters:
        scene.play(seat, votes[seat])


def propose(scene: Scene, seat: int, card: str, noble: str) -> Scene:
    """The leader of a round proposes a card."""
    scene.play(seat, "propose", card=card, noble=noble)
    return scene


def follow(scene: Scene, until: str | None = None) -> list[Any]:
    """Answer every question with its default until this kind is asked, or Parliament is over.

    The events since then, those of the last choice first.
    """
    events = list(scene.events)
    while scene.state.sitting is not None:
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        if prompt.kind == until:
            break
        assert prompt.default is not None
        scene.events = list(scene.match.submit(prompt.seat, prompt.default).events)
        events += scene.events
    return events


def told(events: list[Any], kind: type) -> list[Any]:
    """The events of a kind among these."""
    return [event for event in events if isinstance(event, kind)]


def place_of(scene: Scene, noble: str) -> tuple[str, str | None]:
    """The square a noble stands in and the place he is inside."""
    found = scene.state.nobles[noble]
    return found.square, found.inside


def peace(*returned: str, ships: tuple[str, ...] = (), scene: Scene) -> Scene:
    """Seat 2 called Parliament to Coventry; those named came home from it."""
    return scene.peace(2, SQUARE, *returned, ships=ships)


def movable(scene: Scene, seat: int) -> set[str]:
    """The nobles a seat may move in any way in its movement phase."""
    verbs = ("march", "ride", "enter", "leave", "free_move", "free_road", "embark")
    found: set[str] = set()
    for verb in verbs:
        for offer in scene.offered(seat, verb):
            for one in offer.fields:
                if one.name in ("nobles", "noble"):
                    found |= set(one.candidates)
    return found
