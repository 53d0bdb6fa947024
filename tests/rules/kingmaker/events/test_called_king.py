"""A King whom a card calls by his own name: only Beaufort can be (house-8.3.6, house-4.11)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import troops
from bot.seats.kingmaker_steward import calls
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

CALL = "E-RV11"
"""Somerset and Gloucester revolt: Beaufort to Corfe."""

CORFE = "13,24"
FAR = "15,20"


def king_beaufort(*company: str, crowned: bool = True, heirs: tuple[str, ...] = ()) -> Scene:
    """Beaufort, King or not, and nobles of his faction in one open square; he is called."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("beaufort", 0, FAR, heirs=heirs)
    for noble in company:
        scene.noble(noble, 0, FAR)
    scene.dead("henry", "margaret", "edward_lancaster").crowned()
    scene.state.beaufort_crowned = crowned
    return scene.next_events(CALL)


@pytest.mark.rule("house-8.3.6", "house-4.11")
def test_others_of_his_force_may_go_with_a_king_called_by_name() -> None:
    scene = king_beaufort("roos", "clifford").noble("scrope", 0, "14,20")
    scene.noble("talbot", 1, FAR).event(0)
    assert scene.candidates(0, "answer_call", "with") == {"roos", "clifford"}
    party: dict[str, Any] = {"with": ["roos"], "to": "corfe"}
    scene.play(0, "answer_call", **party)
    assert scene.where("beaufort") == scene.where("roos") == (CORFE, "corfe", None)
    assert scene.where("clifford") == (FAR, None, None)
    assert scene.happened(facts.NobleCalled) == [
        facts.NobleCalled("beaufort", "corfe", CORFE, "corfe", (), ("roos",))
    ]
    words = KingmakerWords(HOUSE.content)
    told = words.tell(scene.happened(facts.NobleCalled)[0], ["Anne", "Bob"].__getitem__)
    assert told == (
        "**Beaufort** answers the call with **Roos** and stands inside Corfe. ‹house-8.3.6›"
    )


@pytest.mark.rule("house-8.3.6")
def test_he_may_go_alone() -> None:
    scene = king_beaufort("roos")
    scene.event(0)
    scene.play(0, "answer_call", to="corfe")
    assert scene.where("beaufort") == (CORFE, "corfe", None)
    assert scene.where("roos") == (FAR, None, None)


@pytest.mark.rule("house-8.3.6", "house-8.3.1")
def test_nobody_goes_with_beaufort_before_he_is_king() -> None:
    scene = king_beaufort("roos", crowned=False)
    scene.event(0)
    assert scene.candidates(0, "answer_call", "to") == {"corfe", CORFE}
    party: dict[str, Any] = {"with": ["roos"], "to": "corfe"}
    scene.refused(0, "answer_call", rule="house-8.3.6", **party)


@pytest.mark.rule("house-8.3.6", "house-8.3.4")
def test_somebody_stays_with_the_heirs_who_are_left() -> None:
    """With both companions gone there is nobody to leave Richard with."""
    scene = king_beaufort("roos", "clifford", heirs=("richard_york",))
    scene.event(0)
    both: dict[str, Any] = {"with": ["roos", "clifford"], "to": "corfe"}
    reason = scene.refused(0, "answer_call", rule="house-8.3.4", **both)
    assert reason == "If the noble goes, nobody is left to keep his heirs. Bring them all."
    scene.play(0, "answer_call", **{**both, "with": ["roos"]})
    assert scene.state.heirs["richard_york"].holder == "clifford"
    assert scene.where("roos") == (CORFE, "corfe", None)


@pytest.mark.rule("house-8.3.6", "house-8.3.4")
def test_all_go_if_the_heirs_go_too() -> None:
    scene = king_beaufort("roos", "clifford", heirs=("richard_york",))
    scene.event(0)
    everybody: dict[str, Any] = {"with": ["roos", "clifford"], "bring": ["richard_york"]}
    scene.play(0, "answer_call", to="corfe", **everybody)
    assert scene.state.heirs["richard_york"].holder == "beaufort"
    assert scene.where("clifford") == (CORFE, "corfe", None)


@pytest.mark.rule("house-8.3.6", "house-8.5.3")
def test_who_finds_no_room_stands_outside() -> None:
    """Corfe holds 300: Percy with the Marshal and the King's Guard leave none for Mowbray."""
    scene = king_beaufort("mowbray").noble("percy", 0, "corfe", cards=("marshal_england",))
    scene.event(0)
    strengths = [troops(scene.match.table, n) for n in ("percy", "beaufort", "mowbray")]
    assert sum(strengths[:2]) <= 300 < sum(strengths)
    party: dict[str, Any] = {"with": ["mowbray"], "to": "corfe"}
    scene.play(0, "answer_call", **party)
    assert scene.where("beaufort") == (CORFE, "corfe", None)
    assert scene.where("mowbray") == (CORFE, None, None)


def test_a_steward_takes_his_force_along() -> None:
    scene = king_beaufort("roos", "clifford")
    scene.event(0)
    prompt = next(p for p in scene.match.prompts(0) if p.kind == "answer_call")
    outlook = Outlook(scene.match.view(0), 0, HOUSE.content)
    choice = calls.answer_call(outlook, prompt)
    assert choice == Choice.of("answer_call", to="corfe", **{"with": ["roos", "clifford"]})


@pytest.mark.rule("house-8.3.6", "house-8.3.1")
def test_of_one_comrade_it_is_asked_whether_he_goes_only_where_heirs_all_go() -> None:
    scene = king_beaufort("roos", heirs=("george",))
    scene.event(0)
    fields = [[f.name for f in offer.fields] for offer in scene.offered(0, "answer_call")]
    assert fields == [["to", "with", "bring"], ["to", "bring"]]
    scene = king_beaufort("roos", "clifford", heirs=("george",))
    scene.event(0)
    whole, part = scene.offered(0, "answer_call")
    assert (whole.field("with").least, whole.field("with").most) == (0, 2)
    some = part.field("with")
    assert (set(some.candidates), some.least, some.most) == ({"roos", "clifford"}, 0, 1)
