"""What each law does (lancaster-4ii.9)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.rules.kernel.match import CLOSE
from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import GAME, Scene


def ruled_by(law: str, seats: int = 3, **options: Any) -> Scene:
    """A position in which this law alone pays anybody."""
    scene = Scene(seats, **options)
    scene.state.law_deck.extend(scene.state.laws)
    others = [other for other in ("L17", "L13", "L11") if other != law][:2]
    scene.state.laws = scene._laws_out((law, *others))
    return scene


def paid(scene: Scene, law: str, seat: int = 0) -> tuple[int, int, int, int]:
    """Gold, squires, votes and points that a law gave a seat."""
    found = [e for e in scene.told(facts.Gained) if e.source == f"law:{law}" and e.side == seat]
    assert len(found) <= 1
    return (found[0].gold, found[0].squires, found[0].votes, found[0].points) if found else (0,) * 4


def apply(scene: Scene) -> Scene:
    """Parliament without proposals: the laws take effect."""
    return scene.begin("parliament")


@pytest.mark.rule("lancaster-4ii.9")
def test_most_gold_may_upgrade_a_deployed_knight() -> None:
    scene = ruled_by("L01").purse(0, gold=5).purse(1, gold=5).purse(2, gold=4)
    scene.county(0, "A", 2).court(0, 1).county(1, "E", 1).county(2, "I", 1)
    apply(scene)
    assert scene.told(facts.LawApplied)[0].seats == (0, 1)
    assert scene.values(0, "upgrade", "knight") == {"county:A:2"}
    reason = scene.refused(0, "upgrade", rule="lancaster-4ii.9", knight="court:1")
    assert reason == "This law does not upgrade knights at court."
    reason = scene.refused(0, "upgrade", rule="lancaster-7.7", knight="county:E:1")
    assert reason == "Name one of your knights, at court or on the board."
    scene.play(0, "upgrade", knight="county:A:2")
    assert scene.state.counties["A"].knight == 3
    scene.play(1, "decline")
    assert scene.state.counties["E"].knight == 1
    assert "upgrade" not in scene.verbs(2)


@pytest.mark.rule("lancaster-4ii.9")
def test_most_squires_gains_a_knight() -> None:
    scene = apply(ruled_by("L02").purse(0, squires=3).purse(1, squires=2).purse(2, squires=3))
    assert [event.side for event in scene.told(facts.Recruited)] == [0, 2]
    nobody = apply(ruled_by("L02").purse(0).purse(1).purse(2))
    assert nobody.told(facts.LawApplied)[0].seats == ()


def test_squires_on_counties_count_only_by_option() -> None:
    for counted, winner in ((False, 1), (True, 0)):
        scene = ruled_by("L02", most_squires_counts_deployed=counted)
        scene.purse(0, squires=1).purse(1, squires=2).purse(2).county(0, "A", 1, squires=3)
        apply(scene)
        assert scene.told(facts.LawApplied)[0].seats == (winner,)


@pytest.mark.parametrize(("counties", "points"), [("A", 0), ("AE", 3), ("AEI", 3), ("AEIB", 6)])
def test_points_for_two_counties(counties: str, points: int) -> None:
    scene = ruled_by("L03")
    for county, knight in zip(counties, (1, 1, 1, 2), strict=False):
        scene.county(0, county, knight)
    assert paid(apply(scene), "L03")[3] == points


def test_voting_markers_for_gold() -> None:
    scene = apply(ruled_by("L04").purse(0, gold=3).purse(1).purse(2, gold=1))
    assert scene.values(0, "buy", "times") == {"1", "2", "3"}
    reason = scene.refused(0, "buy", rule="lancaster-4ii.9", law="L04", times="4")
    assert reason == "You can afford at most 3 under this law."
    reason = scene.refused(0, "buy", rule="lancaster-4ii.9", law="L05", times="1")
    assert reason == "First say how many times you buy under this law."
    scene.play(0, "buy", law="L04", times="2")
    assert (scene.house(0).gold, paid(scene, "L04")) == (1, (0, 0, 2, 0))
    scene.refused(1, "buy", rule="lancaster-4ii.9", law="L04", times="1")
    scene.play(1, "decline")  # it cannot pay, which is its secret
    assert scene.asked(2) == ["buy"]
    scene.play(2, "decline")
    assert scene.house(2).gold == 1


def test_points_for_gold_and_squires() -> None:
    scene = apply(ruled_by("L05").purse(0, gold=3, squires=2).purse(1).purse(2))
    assert scene.values(0, "buy", "times") == {"1", "2"}
    scene.play(0, "buy", law="L05", times="2")
    assert (scene.house(0).gold, scene.house(0).squires) == (1, 0)
    assert paid(scene, "L05") == (0, 0, 0, 6)


def test_points_for_gold() -> None:
    scene = apply(ruled_by("L16").purse(0, gold=4).purse(1).purse(2))
    scene.play(0, "buy", law="L16", times="4")
    assert paid(scene, "L16") == (0, 0, 0, 4)
    assert scene.house(0).gold == 0


@pytest.mark.rule("lancaster-7.8")
def test_an_extension_for_two_conflicts_not_under_a_knight() -> None:
    scene = ruled_by("L06").war("K04", (0, 1)).war("K05", (0, 1), row="lower")
    scene.castle(0, "gold", 2).extend(0, "votes")
    apply(scene)
    assert scene.values(0, "extend", "space") == {"squires", "recruit", "upgrade", "provisions"}
    scene.refused(0, "extend", rule="lancaster-7.8", space="gold")
    scene.play(0, "extend", space="squires")
    assert scene.house(0).extensions == ["votes", "squires"]


@pytest.mark.rule("lancaster-7.8")
def test_an_extension_with_no_place_is_forfeited() -> None:
    scene = ruled_by("L06").war("K04", (0, 1)).war("K05", (0, 1)).castle(0, "gold", 2)
    scene.extend(0, "votes", "squires", "recruit", "upgrade", "provisions")
    apply(scene)
    assert scene.told(facts.ExtensionForfeited)[0].side == 0
    assert len(scene.house(0).extensions) == 5


def test_squires_for_knights_of_strength_two() -> None:
    scene = apply(ruled_by("L07").county(0, "A", 2).castle(0, "gold", 2).court(1, 2))
    assert paid(scene, "L07") == (0, 2, 0, 0)
    assert paid(scene, "L07", 1) == (0, 0, 0, 0)


def test_tokens_for_two_conflicts() -> None:
    scene = apply(ruled_by("L08").war("K04", (0, 1), (1, 1)).war("K05", (0, 1), row="lower"))
    assert paid(scene, "L08") == (1, 1, 1, 0)
    assert paid(scene, "L08", 1) == (0, 0, 0, 0)


def test_an_upgrade_for_whoever_lacks_a_deployed_two() -> None:
    scene = ruled_by("L09").county(0, "A", 2).court(1, 2).court(2, 1)
    apply(scene)
    assert scene.told(facts.LawApplied)[0].seats == (1, 2)
    scene.play(1, "upgrade", knight="court:2")
    assert scene.house(1).court == [3]


def test_three_for_four() -> None:
    scene = ruled_by("L10").county(0, "A", 3).castle(0, "gold", 1).court(1, 3)
    apply(scene)
    assert scene.told(facts.LawApplied)[0].seats == (0,)
    assert scene.values(0, "upgrade", "knight") == {"county:A:3"}
    reason = scene.refused(0, "upgrade", rule="lancaster-4ii.9", knight="castle:gold:1")
    assert reason == "This law upgrades only knights of strength 3."
    scene.play(0, "upgrade", knight="county:A:3")
    assert scene.state.counties["A"].knight == 4
    gone = apply(ruled_by("L10").county(0, "A", 3).court(0, 4))
    assert gone.told(facts.UpgradeForfeited)[0].side == 0


def test_points_for_three_extensions() -> None:
    scene = apply(ruled_by("L11").extend(0, "gold", "votes", "squires").extend(1, "gold", "votes"))
    assert paid(scene, "L11")[3] == 5
    assert paid(scene, "L11", 1)[3] == 0


def test_points_for_each_conflict() -> None:
    scene = apply(ruled_by("L12").war("K04", (0, 1)).war("K05", (0, 1), row="lower"))
    assert paid(scene, "L12")[3] == 6


def test_points_for_three_counties() -> None:
    scene = ruled_by("L13").county(0, "A", 1).county(0, "E", 1).county(0, "I", 1)
    assert paid(apply(scene.county(1, "B", 2)), "L13")[3] == 8
    assert paid(scene, "L13", 1)[3] == 0


def test_points_for_all_three_weak_knights() -> None:
    scene = ruled_by("L14").county(0, "A", 1).castle(0, "gold", 1).war("K04", (0, 1), (1, 1))
    assert paid(apply(scene.court(1, 1).castle(1, "gold", 1)), "L14")[3] == 5
    assert paid(scene, "L14", 1)[3] == 0


def test_a_knight_for_three_noblemen() -> None:
    scene = apply(ruled_by("L15").nobles(0, "ABC").nobles(1, "AB"))
    assert [event.side for event in scene.told(facts.Recruited)] == [0]


def test_points_for_three_noblemen() -> None:
    assert paid(apply(ruled_by("L17").nobles(0, "ABCDEF")), "L17")[3] == 10


def test_points_for_the_greatest_strength_at_war() -> None:
    scene = ruled_by("L18").war("K04", (0, 3), (1, 2)).war("K05", (1, 1))
    apply(scene)
    assert paid(scene, "L18")[3] == 5
    assert paid(scene, "L18", 1)[3] == 5
    peace = apply(ruled_by("L18").war("K04"))
    assert peace.told(facts.LawApplied)[0].seats == ()


def test_every_law_is_tried_here() -> None:
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    assert [law for law in GAME.content.laws if f'ruled_by("{law}"' not in text] == []


def test_laws_pay_before_the_other_rewards_and_in_player_order() -> None:
    scene = ruled_by("L07").castle(0, "gold", 2).castle(2, "gold", 2)
    scene.begin("parliament", starter=1)
    order = [e.source for e in scene.told(facts.Gained)]
    assert order[:2] == ["law:L07", "law:L07"]
    assert [e.side for e in scene.told(facts.Gained)][:2] == [2, 0]


@pytest.mark.parametrize(("law", "known"), [("L01", True), ("L02", True), ("L18", False)])
def test_only_what_is_behind_a_screen_becomes_known(law: str, known: bool) -> None:
    scene = Scene(3).laws("L16", law, "L13").purse(0, gold=1, squires=2).purse(1).purse(2)
    scene.county(0, "A", 1).war("K04").war("K05").begin("parliament")
    scene.play(0, "decline")
    scene.play(1, "decline")
    outcome = scene.play(2, "decline")  # of the honours for sale; the next law follows
    applied = [event.law for event in outcome.events if isinstance(event, facts.LawApplied)]
    assert law in applied
    assert outcome.known is known


def test_a_single_piece_of_gold_can_be_the_most() -> None:
    scene = apply(ruled_by("L01").purse(0).purse(1, gold=1).purse(2).county(1, "A", 1))
    assert scene.told(facts.LawApplied)[0].seats == (1,)
    assert scene.asked(1) == ["upgrade"]


# Three votes in secret, and laws that come and go (lancaster §4(ii)).


def sitting(**options: Any) -> Scene:
    """Three seats with 1, 2 and 3 voting markers, and three proposals."""
    scene = Scene(3, **options).propose("L04", "L06", "L18").war("K04").war("K05")
    for seat in range(3):
        scene.purse(seat, votes=seat + 1)
    return scene.begin("parliament")


@pytest.mark.rule("lancaster-4ii.1", "lancaster-4ii.6")
def test_laws_are_voted_on_one_by_one_from_the_left() -> None:
    scene = sitting()
    leftmost = scene.state.laws[0]
    assert {prompt.facts["law"] for prompt in scene.match.prompts()} == {"L04"}
    assert {prompt.facts["repeals"] for prompt in scene.match.prompts()} == {leftmost}
    for law in ("L04", "L06", "L18"):
        assert [p.facts["law"] for p in scene.match.prompts()] == [law] * 3
        scene.vote("no", "no", "no")
    assert [event.law for event in scene.told(facts.VoteCounted)] == ["L04", "L06", "L18"]


@pytest.mark.rule("lancaster-4ii.2")
def test_all_vote_at_once_and_in_secret() -> None:
    scene = sitting()
    assert scene.match.waiting_for() == [0, 1, 2]
    assert all(prompt.sealed for prompt in scene.match.prompts())
    views = [msgspec.json.encode(scene.match.view(seat)) for seat in (1, 2, None)]
    scene.play(0, "yes", markers="1")
    assert (scene.match.waiting_for(), scene.match.openly_waiting_for()) == ([1, 2], [])
    assert scene.told(facts.VoteCounted) == []
    for seat, before in zip((1, 2, None), views, strict=True):
        assert msgspec.json.encode(scene.match.view(seat)) == before
    scene.refused(0, "no", rule="lancaster-4ii.2", markers="0")
    scene.refused(1, "abstain", rule="lancaster-4ii.2")
    scene.refused(1, "yes", rule="lancaster-4ii.3", markers="3")


@pytest.mark.rule("lancaster-4ii.3", "lancaster-4ii.5")
def test_a_tile_and_each_marker_count_one() -> None:
    scene = sitting()
    bank = scene.state.bank.votes
    scene.vote("yes+1", "no+2", "no")
    told = scene.told(facts.VoteCounted)[0]
    assert (told.yes, told.no, told.passed) == (2, 4, False)
    assert (told.tiles, told.markers) == (("yes", "no", "no"), (1, 2, 0))
    assert [scene.house(seat).votes for seat in range(3)] == [0, 0, 3]
    assert scene.state.bank.votes == bank + 3


@pytest.mark.rule("lancaster-4ii.2")
def test_tiles_come_back_for_the_next_vote() -> None:
    scene = sitting().vote("yes+1", "no", "no")
    assert [scene.verbs(seat) for seat in range(3)] == [["yes", "no"]] * 3
    assert scene.values(0, "yes", "markers") == {"0"}


def test_markers_are_clamped_when_the_votes_are_opened() -> None:
    scene = sitting()
    scene.play(2, "yes", markers="3")
    scene.house(2).votes = 1
    scene.state.bank.votes += 2
    scene.vote("no", "no")
    assert scene.told(facts.VoteCounted)[0].markers == (0, 0, 1)
    assert scene.house(2).votes == 0


@pytest.mark.rule("lancaster-4ii.4", "lancaster-4ii.6")
def test_a_tie_approves() -> None:
    scene = sitting().vote("yes+1", "no", "no")
    told = scene.told(facts.VoteCounted)[0]
    assert (told.yes, told.no, told.passed) == (2, 2, True)
    assert scene.state.laws == ["L13", "L17", "L04"]
    assert scene.state.laws_gone == ["L11"]
    entered = scene.told(facts.LawEntered)[0]
    assert (entered.law, entered.repealed) == ("L04", "L11")


@pytest.mark.rule("lancaster-4ii.7")
def test_a_rejected_law_leaves_the_game() -> None:
    scene = sitting().vote("yes", "no", "no")
    assert scene.state.laws == ["L11", "L13", "L17"]
    assert scene.state.laws_gone == ["L04"]
    assert scene.state.proposals == ["L06", "L18"]


@pytest.mark.rule("lancaster-4ii.8")
def test_laws_are_applied_from_the_left_after_all_votes() -> None:
    scene = sitting()
    for _ in range(2):
        scene.vote("no", "no", "no")
        assert scene.told(facts.LawApplied) == []
    scene.vote("yes", "yes", "no")
    assert [event.law for event in scene.told(facts.LawApplied)] == ["L13", "L17", "L18"]


def test_unused_markers_are_kept_or_expire() -> None:
    kept = sitting()
    lost = sitting(unused_votes_expire=True)
    for scene in (kept, lost):
        for _ in range(3):
            scene.vote("no", "no", "no")
    votes = [event.votes for event in lost.told(facts.VotesExpired)]
    assert votes == [(1, 2, 3)]
    assert kept.told(facts.VotesExpired) == []
    assert kept.house(2).votes > lost.house(2).votes


def test_when_time_is_up_those_who_have_not_voted_play_no() -> None:
    scene = sitting()
    scene.play(0, "yes", markers="0")
    outcome = scene.match.direct(CLOSE)
    (counted,) = [event for event in outcome.events if isinstance(event, facts.VoteCounted)]
    assert (counted.tiles, counted.markers) == (("yes", "no", "no"), (0, 0, 0))
    assert not counted.passed


@pytest.mark.rule("lancaster-4ii.6", "lancaster-4ii.7")
def test_what_becomes_of_a_law_is_told() -> None:
    scene = sitting()
    leftmost = scene.state.laws[0]
    scene.vote("yes", "yes", "no").vote("no", "no", "yes")
    entered = [(event.law, event.repealed) for event in scene.told(facts.LawEntered)]
    assert entered == [("L04", leftmost)]
    assert [event.law for event in scene.told(facts.LawRejected)] == ["L06"]
