"""Influence Heir: who plays it, when, in secret; the heir who joins; the castles of a turncoat."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Dice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.state import Spell
from bot.secrecy import leaks
from tests.rules.kingmaker.battlefield import FIELD, only, settle, sound
from tests.rules.kingmaker.combat.by_card.field import attack, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_influence"
TIMING = "ishkibibble-influence.1"


def scene_of(holder: int | None = 0, seats: int = 3, rules: str = RULES) -> Scene:
    """Grey of seat 1 with cards, Roos beside him; somebody keeps the card."""
    scene = Scene(seats, rules).noble("percy", 0, "14,2").noble("stafford", 2, "14,3")
    scene.noble("grey", 1, FIELD, cards=("earl_kent", "saxons_1")).noble("roos", 1, FIELD)
    return scene if holder is None else scene.held(holder, "X-INF")


def dies(scene: Scene, cause: str = "battle", noble: str = "grey") -> Scene:
    """In somebody's movement phase a noble dies."""
    scene.movement(0)
    kill_noble(scene.match.table, noble, cause)
    scene._note(scene.match._after())
    return scene


# When, and who is asked (ishkibibble-influence.1)


@pytest.mark.rule("ishkibibble-influence.1")
@pytest.mark.parametrize(
    ("cause", "asked"),
    [
        ("battle", True),
        ("siege", True),
        ("ambush", True),
        ("plague", True),
        ("gale", True),
        ("executed", False),
        ("drowned", False),
        ("motion", False),
        ("correction", False),
    ],
)
def test_by_which_deaths_an_heir_is_won(cause: str, asked: bool) -> None:
    scene = dies(scene_of(), cause)
    kinds = [p.kind for p in scene.match.prompts(0) if p.blocking]
    assert ("woo_heir" in kinds) is asked


@pytest.mark.rule("ishkibibble-influence.1")
def test_the_dead_mans_player_cannot_use_it_and_the_others_are_asked_all_the_same() -> None:
    scene = dies(scene_of(1))
    assert (scene.asked(0), scene.asked(1), scene.asked(2)) == (["woo_heir"], [], ["woo_heir"])
    scene.play(0, "let_be")
    scene.play(2, "let_be")
    assert "grey" not in scene.state.nobles
    assert scene.state.factions[1].held == ["X-INF"]


@pytest.mark.rule("ishkibibble-influence.1")
def test_while_nobody_keeps_it_nobody_is_asked() -> None:
    scene = dies(scene_of(None))
    assert scene.asked(2) == []
    assert scene.state.mourned == []


@pytest.mark.rule("ishkibibble-influence.1")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_what_others_see_does_not_depend_on_who_keeps_it(holder: int) -> None:
    scene = dies(scene_of(holder))
    for step in range(3):
        assert leaks(scene.match, [0, 1, 2, None], Dice(f"other {step}")) == []
        if step < 2:
            scene.play(2 * step, "let_be")
            assert scene.happened(Fact) == []


@pytest.mark.rule("ishkibibble-influence.1")
def test_all_but_the_dead_mans_player_are_asked_alike_and_may_keep_the_card() -> None:
    scene = dies(scene_of(0))
    assert (scene.asked(0), scene.asked(1), scene.asked(2)) == (["woo_heir"], [], ["woo_heir"])
    assert sorted(scene.match.waiting_for()) == [0, 2]
    assert all(p.sealed and p.sole() is None for s in (0, 2) for p in scene.match.prompts(s)
               if p.blocking)  # fmt: skip
    assert {o.verb for p in scene.match.prompts(2) if p.blocking for o in p.offers} == {"let_be"}
    said = scene.refused(2, "woo_heir", rule=TIMING, noble="grey")
    assert said == "You hold no Influence Heir card."
    scene.play(2, "let_be")
    scene.play(0, "let_be")
    assert scene.state.factions[0].held == ["X-INF"]
    assert "grey" in scene.state.crown_discards
    assert scene.asked(0) == ["movement"]


@pytest.mark.rule("ishkibibble-influence.1", "ishkibibble-influence.2")
def test_after_a_battle_it_is_asked_before_the_spoils_are_settled() -> None:
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=RULES)
    scene.held(0, "X-INF").next_events("E-PL02").combat(0)  # 5 to 4, and names Grey
    attack(scene, "percy", "stafford")
    assert only(scene, facts.NobleDied) == facts.NobleDied("grey", 1, "battle")
    assert scene.asked(0) == ["woo_heir"]
    scene.play(0, "woo_heir", noble="grey")
    assert scene.asked(0) == ["noble_arrives"]
    scene.play(0, "settle", noble="grey", castle="ruthin")
    assert scene.state.nobles["grey"].seat == 0
    settle(scene)
    sound(scene)


# The heir and the dead man's cards (ishkibibble-influence.2, ishkibibble-influence.3)


@pytest.mark.rule("ishkibibble-influence.2", "ishkibibble-influence.3")
def test_the_heir_joins_at_once_in_a_castle_of_his_and_the_cards_are_lost() -> None:
    scene = dies(scene_of(0))
    scene.play(0, "woo_heir", noble="grey")
    assert "grey" not in scene.state.nobles  # nothing is known until all have answered
    scene.play(2, "let_be")
    assert scene.happened(facts.HeirWooed) == [facts.HeirWooed(0, "grey", 1)]
    assert scene.candidates(0, "settle", "castle") == {"chillingham", "ruthin"}
    scene.play(0, "settle", noble="grey", castle="ruthin")
    grey = scene.state.nobles["grey"]
    assert (grey.seat, grey.inside, grey.title, grey.cards) == (0, "ruthin", None, [])
    assert "earl_kent" in scene.state.chancery
    assert "saxons_1" in scene.state.crown_discards
    assert scene.state.control["chillingham"] == "grey"
    assert "X-INF" in scene.state.event_discards
    assert scene.state.factions[0].held == []
    sound(scene)


@pytest.mark.rule("ishkibibble-influence.2")
def test_one_whose_family_is_loyal_has_no_heir_to_be_won() -> None:
    scene = dies(scene_of(0))
    scene.state.crown_discards.remove("grey")
    scene.state.loyal["grey"] = 1
    assert list(scene.position.agenda[-1].prompts(scene.match.table)) == []


# His castles (ishkibibble-influence.4, ishkibibble-influence.5)


def lodgers(*nobles: str, defeatist: bool = False, wavers: str = "") -> Scene:
    """Comrades of Grey are in Chillingham when he dies, and seat 0 wins his heir."""
    scene = scene_of(0, seats=2 + 1)
    if defeatist:
        scene.state.spells.append(Spell("defeatism", 1, 2))
    if wavers:
        scene.state.spells.append(Spell("vacillating", 1, 1, wavers))
    for noble in nobles:
        scene.noble(noble, 1, "chillingham")
    dies(scene.control("chillingham", "grey"))
    scene.play(0, "woo_heir", noble="grey")
    scene.play(2, "let_be")
    scene.play(0, "settle", noble="grey", castle="ruthin")
    return scene


@pytest.mark.rule("ishkibibble-influence.4")
def test_who_is_strong_enough_may_besiege_the_castle_at_once() -> None:
    scene = lodgers("mowbray", "neville")
    assert scene.state.control["chillingham"] == "grey"
    before = scene.board.places["chillingham"].garrison
    assert before <= 100
    assert scene.asked(1) == ["turncoat_siege"]
    said = scene.refused(1, "done_in", rule="ishkibibble-influence.4")
    assert said == "First say whether your nobles outside the turncoat’s castle will besiege it."
    scene.next_events("E-RA04")  # 2 to 1; FitzAlan, Hastings, Holland
    scene.play(1, "conclude", nobles=["mowbray", "neville"], place="chillingham")
    assert only(scene, facts.SiegeConcluded).taken
    while scene.asked(0) != ["movement"]:
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        assert prompt.default is not None
        scene.match.submit(prompt.seat, prompt.default)
    assert scene.state.control["chillingham"] in ("mowbray", "neville")
    sound(scene)


@pytest.mark.rule("ishkibibble-influence.4")
def test_he_need_not_besiege_it() -> None:
    scene = lodgers("mowbray", "neville")
    scene.play(1, "done")
    assert scene.where("mowbray") == (scene.board.places["chillingham"].square, None, None)
    assert scene.asked(0) == ["movement"]


@pytest.mark.rule("ishkibibble-influence.4", "ishkibibble-defeatism.2")
def test_defeatists_stay_before_it() -> None:
    scene = lodgers("mowbray", "neville", defeatist=True)
    assert scene.asked(1) == []
    assert scene.where("mowbray") == (scene.board.places["chillingham"].square, None, None)
    assert scene.asked(0) == ["movement"]
    sound(scene)


@pytest.mark.rule("ishkibibble-influence.4", "ishkibibble-vacillating.1")
@pytest.mark.parametrize(
    ("wavers", "able"), [("clifford", {"mowbray", "neville"}), ("neville", None)]
)
def test_who_wavers_takes_no_part_in_it(wavers: str, able: set[str] | None) -> None:
    scene = lodgers("mowbray", "neville", "clifford", wavers=wavers)
    if able is None:
        assert scene.asked(1) == []
        return
    assert scene.candidates(1, "conclude", "nobles") == able


@pytest.mark.rule("ishkibibble-influence.5")
def test_who_is_too_weak_is_put_into_a_square_beside_it() -> None:
    scene = lodgers("clifford")
    assert scene.asked(1) == ["turncoat_leave"]
    home = scene.board.places["chillingham"].square
    around = set(scene.board.reach(home, 1))
    assert scene.candidates(1, "march", "to") == around
    said = scene.refused(1, "done", rule="ishkibibble-influence.5")
    assert said == (
        "Your nobles are too weak to besiege the turncoat’s castle. First say where they go."
    )
    to = min(around)
    scene.play(1, "march", nobles=["clifford"], to=to)
    assert scene.happened(facts.PutAside) == [facts.PutAside(1, ("clifford",), "chillingham", to)]
    assert scene.where("clifford") == (to, None, None)
    assert scene.asked(0) == ["movement"]
    sound(scene)


@pytest.mark.rule("ishkibibble-influence.5", "ishkibibble-influence.4")
def test_nobody_is_moved_out_of_a_castle_that_is_not_the_heirs() -> None:
    scene = scene_of(0).noble("clifford", 1, "chillingham")
    dies(scene)  # Clifford controls it himself, and keeps it
    scene.play(0, "woo_heir", noble="grey")
    scene.play(2, "let_be")
    assert scene.state.nobles["grey"].inside == "ruthin"  # the one that is open to him
    assert scene.asked(1) == []
    assert scene.state.control["chillingham"] == "clifford"


@pytest.mark.rule("ishkibibble-influence.5")
def test_who_is_put_into_a_square_takes_an_heir_along_who_stands_there() -> None:
    scene = lodgers("clifford")
    to = min(scene.candidates(1, "march", "to"))
    scene.heir_at("henry", to)
    scene.play(1, "march", nobles=["clifford"], to=to)
    assert scene.state.heirs["henry"].holder == "clifford"


@pytest.mark.rule("ishkibibble-influence.5", "ishkibibble-influence.1")
def test_who_fell_in_the_castle_with_its_lord_is_put_nowhere() -> None:
    scene = Scene(3, RULES).noble("percy", 0, "skipton", outside=True).noble("audley", 0, "19,18")
    scene.give("percy", "burgundian_crossbowmen_1", "flemish_crossbowmen_1", "saxons_1")
    scene.noble("bourchier", 1, "19,18").noble("clifford", 1, "skipton")
    scene.noble("beaufort", 1, "skipton").noble("cromwell", 1, "skipton")
    scene.noble("stanley", 2, "lathom").held(2, "X-INF")
    scene.give("percy", "marshal_england").control("skipton", "clifford")
    scene.next_events("E-RA06").combat(0)  # it names Beaufort, Clifford and Percy
    scene.play(0, "conclude", nobles=["percy"], place="skipton")
    assert not {"percy", "clifford", "beaufort"} & set(scene.state.nobles)
    while scene.asked(2) == ["woo_heir"]:
        (prompt,) = [p for p in scene.match.prompts(2) if p.blocking]
        clifford = prompt.facts == {"noble": "clifford"}
        for seat in sorted(scene.match.waiting_for()):
            if seat == 2 and clifford:
                scene.play(2, "woo_heir", noble="clifford")
            else:
                scene.play(seat, "let_be")
        if clifford:
            break
    scene.play(2, "settle", noble="clifford", castle="skipton")
    assert scene.asked(1) == ["turncoat_leave"]
    assert scene.candidates(1, "march", "nobles") == {"cromwell"}


@pytest.mark.rule("ishkibibble-influence.1", "base-9.4")
def test_hands_are_not_frozen_while_heirs_are_asked_for() -> None:
    scene = scene_of(0).hand(0, "saxons_2")
    dies(scene)
    assert "woo_heir" in scene.asked(0)
    scene.play(0, "play", card="saxons_2", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_2"]
