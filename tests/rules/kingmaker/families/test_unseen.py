"""Before a family declares whom it serves, nothing that others see tells of it.

Positions in which a family has made it out with the other House, and in which it has not, are the
same to everybody else: in views, questions, refusals, standings, imagined games and pictures.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.rules.kernel import Match
from rendering.kingmaker.painter import KingmakerPainter
from tests.compliance.test_imagined_games import evening
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)
from tests.rules.kingmaker.scene import Scene

NAMES = ("Alice", "Bob", "Cecily", "Duncan", "Edith", "Fulk")
OTHERS = (YORK, PERCY, MOWBRAY, STAFFORD, None)
"""Everybody but Neville and the House that it makes it out with; and who looks on."""


def asked_after(made_out: str = "") -> Scene:
    """Neville let the turn of York go by, and is asked whom it serves as that of Lancaster begins.

    What was ``made_out`` beforehand: it has ``offered`` House Lancaster to come over, or both have
    ``agreed`` on it.
    """
    scene = heads().hand(NEVILLE, "saxons_1")
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "movement"))
    if made_out:
        scene.play(
            NEVILLE, "propose_deal", to=str(LANCASTER), promise="we come over to you", due="1"
        )
    if made_out == "agreed":
        scene.play(LANCASTER, "accept_deal", deal="1", word="do")
    played_on(scene, (NEVILLE, "declare_side"))
    return scene


def known_to(match: Match, seat: int | None) -> bytes:
    """All that a seat sees, is asked, may not do and could imagine; how all stand, and for whom
    the game waits."""
    asked = [] if seat is None else match.prompts(seat)
    refused = [] if seat is None else [(w, n.rule, n.reason) for w, n in match.why_not(seat)]
    world = match.game.encode(match.game.imagine(match.position, seat, "one"))
    waited_for = [(one, [p.kind for p in match.asked(one)]) for one in match.waiting_for()]
    told = [match.view(seat), asked, refused, match.standings(), waited_for]
    return msgspec.json.encode(told) + world


@pytest.mark.rule("families-switch.2")
@pytest.mark.parametrize("made_out", ["offered", "agreed"])
def test_a_change_of_sides_that_was_made_out_is_unknown_to_all_others(made_out: str) -> None:
    silent, agreed = asked_after().match, asked_after(made_out).match
    for seat in OTHERS:
        assert known_to(agreed, seat) == known_to(silent, seat)
    for seat in (LANCASTER, NEVILLE):
        assert known_to(agreed, seat) != known_to(silent, seat)


@pytest.mark.rule("families-switch.2")
def test_till_one_family_has_spoken_the_others_are_asked_alike() -> None:
    """Mowbray is asked the same whether Neville has stayed where it is or has not spoken yet."""
    waiting, stayed = (asked_after() for _ in range(2))
    stayed.play(NEVILLE, "stay_loyal")
    assert [event for event in stayed.events if event.visible_to(None)] == []
    assert stayed.match.prompts(MOWBRAY) == waiting.match.prompts(MOWBRAY)
    for seat in OTHERS:
        assert stayed.match.view(seat) == waiting.match.view(seat)
    assert stayed.match.standings() == waiting.match.standings()


@pytest.mark.rule("families-switch.2")
async def test_games_that_others_imagine_do_not_tell_of_it() -> None:
    silent, agreed = asked_after().match, asked_after("agreed").match
    for seat in (YORK, PERCY):
        told = await evening(silent, seat)
        assert len(told) > 2
        assert await evening(agreed, seat) == told


@pytest.mark.rule("families-switch.2")
def test_pictures_do_not_tell_of_it_before_the_family_moves_for_its_new_house(
    tmp_path: Path,
) -> None:
    silent, agreed = asked_after(), asked_after("agreed")
    painter = KingmakerPainter(silent.content, tmp_path)

    def drawn(scene: Scene) -> tuple[bytes, bytes | None]:
        public = [event for event in scene.events if event.visible_to(None)]
        view = scene.match.view(None)
        changes = painter.changes(view, public, NAMES)
        return painter.board(view, NAMES).png, None if changes is None else changes.png

    before = drawn(silent)
    assert drawn(agreed) == before
    agreed.play(NEVILLE, "serve_house")
    agreed.play(LANCASTER, "admit")
    played_on(agreed, (NEVILLE, "movement"))
    agreed.play(NEVILLE, "march", nobles=["neville"], to="13,17")
    moved = drawn(agreed)
    assert moved[0] != before[0]
    assert moved[1] is not None
