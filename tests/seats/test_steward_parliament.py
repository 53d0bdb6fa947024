"""The steward in Parliament: calling, excuses, proposals, votes, motions, the way home."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import OpenDeed
from bot.seats.kingmaker_reasons import reason_for
from bot.seats.kingmaker_steward import business, calling, voting
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.votes import vote_reason
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import (
    answer,
    chancery,
    parliament_phase,
    step,
    to_the_end_of_movement,
    until,
)


def kings_keeper(seats: int = 2) -> Scene:
    """Seat 0 holds the sole King in York and a Writ; Neville and Stanley are seat 1's."""
    scene = Scene(seats=seats).noble("percy", 0, "york", heirs=("henry",))
    scene.held(0, "E-WR01").noble("neville", 1, "warwick").noble("stanley", 1, "douglas")
    return scene


def sitting(scene: Scene) -> Scene:
    """Seat 0 calls Parliament, and Neville to it; nobody is excused."""
    parliament_phase(scene)
    scene.play(0, "call_parliament", by="percy", summon="neville")
    while asked := [s for s in scene.match.waiting_for() if scene.asked(s) == ["excuses"]]:
        scene.play(asked[0], "excuse")
    return scene


# Calling


def test_calls_when_the_chancery_has_something_for_it() -> None:
    scene = chancery(kings_keeper().noble("holland", 0, "ampthill"), "bp_norwich", "earl_kent")
    chancery(scene, "earl_essex", "abp_canterbury")
    parliament_phase(scene)
    assert answer(scene) == Choice.of("call_parliament", by="percy", summon="stanley")


def test_does_not_call_for_nothing() -> None:
    parliament_phase(kings_keeper())
    scene = parliament_phase(kings_keeper())
    assert scene.offered(0, "call_parliament") != []
    assert answer(scene) == Choice("done")


def test_does_not_call_while_its_own_siege_is_worth_more() -> None:
    scene = kings_keeper().noble("grey", 0, "17,16", castles=False)
    scene.noble("mowbray", 1, "fotheringhay").hold("richard_york", "mowbray")
    chancery(scene, "earl_kent").siege("fotheringhay", ["grey"], turns=2)
    parliament_phase(scene)
    assert answer(scene) == Choice("done")


def test_goes_to_a_town_of_its_own_to_call() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).control("newcastle", "percy")
    scene.noble("holland", 0, "ampthill").held(0, "E-WR01").noble("stanley", 1, "douglas")
    chancery(scene, "bp_norwich", "earl_kent", "abp_canterbury", "earl_essex").movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside == "newcastle"
    while scene.asked(0) == ["combat"]:
        scene.play(0, "done")
    assert answer(scene) == Choice.of("call_parliament", by="percy", summon="stanley")


def test_goes_there_as_well_for_cards_that_promise_others_more() -> None:
    """To call costs nothing in the end: who can does not wait for a better one."""
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",)).control("newcastle", "percy")
    scene.noble("holland", 0, "ampthill").held(0, "E-WR01").noble("grey", 2, "ruthin")
    scene.noble("stanley", 1, "douglas", cards=("abp_york",)).noble("mowbray", 1, "framlingham")
    chancery(scene.noble("beaufort", 1, "corfe"), "earl_kent").movement(0)
    assert calling.call_value(Outlook(scene.match.view(0), 0, scene.content)) < 0
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside == "newcastle"


def test_who_is_at_a_town_where_he_can_call_goes_to_no_other() -> None:
    outlook = Outlook(kings_keeper().match.view(0), 0, kings_keeper().content)
    assert [place.id for place in calling.meeting_places(outlook, "percy")] == ["york"]
    outlook = Outlook(kings_keeper().control("york", None).match.view(0), 0, outlook.content)
    towns = [place.id for place in calling.meeting_places(outlook, "percy")]
    assert towns == ["wakefield", "doncaster", "whitby"]


def test_who_is_in_a_castle_beside_a_town_comes_out_to_call_in_the_town() -> None:
    scene = Scene().noble("percy", 0, "tutbury", heirs=("henry",)).held(0, "E-WR01")
    scene.noble("holland", 0, "ampthill").noble("stanley", 1, "douglas")
    chancery(scene, "bp_norwich", "earl_kent", "abp_canterbury", "earl_essex").movement(0)
    assert to_the_end_of_movement(scene)[:2] == ["leave", "enter"]
    assert scene.state.nobles["percy"].inside == "derby"


def test_summons_the_besieger_of_its_own() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill")
    scene.noble("grey", 1, "17,19", outside=True, castles=False)
    square = scene.board.places["ampthill"].square
    scene.state.nobles["grey"].square = square
    scene.siege("ampthill", ["grey"])
    chancery(scene, "bp_norwich", "earl_kent")
    parliament_phase(scene)
    assert answer(scene).one("summon") == "grey"


# Excuses


def test_keeps_the_besiegers_of_a_prize_at_their_siege() -> None:
    scene = kings_keeper().noble("mowbray", 1, "17,16", castles=False).held(1, "E-WR02")
    scene.siege("fotheringhay", ["mowbray"], turns=2)
    parliament_phase(scene)
    scene.play(0, "call_parliament", by="percy", summon="neville")
    assert scene.asked(1) == ["excuses"]
    assert answer(scene, 1) == Choice.of("excuse", nobles=["mowbray"])


def test_spends_no_writ_on_those_who_are_not_busy() -> None:
    scene = kings_keeper().noble("mowbray", 1, "framlingham").held(1, "E-WR02")
    parliament_phase(scene)
    scene.play(0, "call_parliament", by="percy", summon="neville")
    assert answer(scene, 1) == Choice("excuse")


# Business


def test_bishops_go_to_its_own() -> None:
    scene = chancery(kings_keeper(), "abp_canterbury", "bp_lincoln")
    sitting(scene)
    assert answer(scene) == Choice.of("grant_bishop", card="abp_canterbury", noble="percy")
    step(scene)
    assert scene.state.nobles["percy"].cards == ["abp_canterbury"]
    # Percy has one now; the other must go to a rival, and Stanley is the weaker of the two.
    assert scene.state.nobles["stanley"].cards in (["bp_lincoln"], [])


def test_proposes_its_own_untitled_noble_and_wins_by_its_votes() -> None:
    scene = chancery(kings_keeper().noble("holland", 0, "ampthill"), "earl_kent")
    scene.control("london", "percy")
    sitting(scene)
    assert answer(scene) == Choice.of("propose", card="earl_kent", noble="holland")
    step(scene)
    while scene.state.nobles["holland"].title is None:
        step(scene, scene.match.waiting_for()[0])
    assert scene.state.nobles["holland"].title == "earl_kent"


@pytest.mark.parametrize(
    ("loser", "choice"),
    [
        (1, Choice.of("propose", card="earl_kent", noble="holland")),
        (0, Choice("done")),
    ],
)
def test_who_was_not_voted_down_himself_tries_what_the_last_leader_could_not_carry(
    monkeypatch: pytest.MonkeyPatch, loser: int, choice: Choice
) -> None:
    monkeypatch.setattr(business, "will_pass", lambda *_: False)
    scene = chancery(kings_keeper().noble("holland", 0, "ampthill"), "earl_kent")
    sitting(scene)
    scene.state.sitting.passed, scene.state.sitting.caller = False, 1
    scene.state.ledger = [OpenDeed(loser, loser, "moved", 1)]
    (prompt,) = scene.match.asked(0)
    second = replace(prompt, facts={**prompt.facts, "round": "2"})
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert business.propose(seen, second) == choice


def test_who_leads_the_third_round_loses_nothing_by_a_vote() -> None:
    """Nor does it pay for votes: what is refused now, it takes then."""
    scene = kings_keeper().noble("holland", 0, "ampthill", cards=("abp_york",))
    chancery(scene, "earl_kent")
    sitting(scene)
    scene.state.sitting.commons, scene.state.sitting.lords = [50, 1], [1, 50]
    assert answer(scene) == Choice.of("propose", card="earl_kent", noble="holland")
    closed: list[facts.BallotClosed] = []
    while scene.state.nobles["holland"].title is None:
        assert scene.state.deals == []
        step(scene, scene.match.waiting_for()[0])
        closed += scene.happened(facts.BallotClosed)
    assert [ballot.passed for ballot in closed] == [False]


def test_who_leads_the_third_round_puts_to_the_vote_what_others_will_have_anyway(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Holland alone can take one of the two: the other is for the weakest."""
    monkeypatch.setattr(business, "will_pass", lambda _, __, noble: noble == "grey")
    scene = kings_keeper(3).noble("holland", 0, "ampthill", cards=("abp_york",))
    scene.noble("grey", 2, "ruthin").noble("mowbray", 1, "framlingham")
    sitting(scene.chancery("earl_kent", "earl_wiltshire"))
    assert proposing(scene, "1", lost=True) == Choice.of(
        "propose", card="earl_wiltshire", noble="grey"
    )
    scene.noble("clifford", 0, "skipton")
    assert proposing(scene, "1", lost=True) == Choice("done")


def three_at_table() -> Scene:
    """Seat 0, which can take two titles, has called Parliament; seat 1, the strongest and without
    anybody to take one, leads the last round; seat 2 is weakest."""
    scene = kings_keeper(3).noble("holland", 0, "ampthill").noble("clifford", 0, "skipton")
    scene.noble("grey", 2, "ruthin").noble("beaufort", 1, "corfe", cards=("abp_york",))
    scene.noble("mowbray", 1, "framlingham").give("stanley", "earl_essex")
    scene.chancery("earl_kent", "earl_wiltshire")
    return sitting(scene)


def proposing(scene: Scene, round_: str, *, lost: bool) -> Choice:
    """What seat 0 does as the leader of a round, before or after a motion of its was lost."""
    house = scene.state.sitting
    house.commons, house.lords = [5, 15, 10], [5, 15, 10]
    house.passed = False if lost else None
    scene.state.ledger = [OpenDeed(0, 0, "moved", 1)] if lost else []
    (prompt,) = scene.match.asked(0)
    asked = replace(prompt, facts={**prompt.facts, "round": round_})
    return business.propose(Outlook(scene.match.view(0), 0, scene.content), asked)


def test_the_cards_are_put_to_the_vote_for_its_own_and_then_for_the_weakest() -> None:
    scene = three_at_table()
    for_its_own = Choice.of("propose", card="earl_kent", noble="holland")
    for_the_weakest = Choice.of("propose", card="earl_kent", noble="grey")
    assert proposing(scene, "1", lost=False) == for_its_own
    assert proposing(scene, "1", lost=True) == for_the_weakest
    assert proposing(scene, "2", lost=False) == for_the_weakest


@pytest.mark.parametrize(("commons", "taker"), [(20, "holland"), (5, "grey")])
def test_who_leads_the_second_round_too_asks_for_its_own_before_it_gives_to_another(
    monkeypatch: pytest.MonkeyPatch, commons: int, taker: str
) -> None:
    """The leader of the last round would take what nobody is given."""
    monkeypatch.setattr(business, "will_pass", lambda _, __, noble: noble == "grey")
    scene = kings_keeper(3).noble("beaufort", 1, "corfe", cards=("abp_york",))
    scene.noble("mowbray", 1, "framlingham", cards=("bp_lincoln",)).noble("roos", 1, "helmsley")
    scene.noble("grey", 2, "ruthin").noble("holland", 0, "ampthill").chancery("earl_kent")
    sitting(scene)
    scene.state.sitting.commons = [commons, 15, 10]
    assert answer(scene) == Choice.of("propose", card="earl_kent", noble=taker)


def test_what_the_last_leader_would_take_is_rather_given_to_another() -> None:
    """Seat 1 is stronger than seat 0 and would take it in the last round: even seat 2, which is no
    friend of seat 0, votes yea."""
    scene = kings_keeper(4).noble("beaufort", 1, "corfe", cards=("abp_york",))
    scene.noble("mowbray", 1, "framlingham", cards=("bp_lincoln",)).noble("roos", 1, "helmsley")
    scene.noble("grey", 2, "ruthin").noble("audley", 3, "newcastle-under-lyme")
    scene.hold("richard_york", "neville").hold("edward_march", "neville")
    scene.noble("holland", 0, "ampthill").chancery("earl_kent")
    sitting(scene)
    scene.play(0, "propose", card="earl_kent", noble="holland")
    scene.play(0, "call_vote")
    seen = Outlook(scene.match.view(2), 2, scene.content)
    assert voting.weighed(seen, 2, "earl_kent", "holland").kind == "strong"
    assert voting.opinions(seen, "earl_kent", "holland") == ["yea", "nay", "yea", "yea"]
    assert answer(scene, 2) == Choice("yea")
    reason = reason_for(scene.match.view(2), 2, scene.content, Choice("yea"))
    assert reason is not None
    players = ("Anne", "Ben", "Cat", "Dan").__getitem__
    assert vote_reason(Lexicon(scene.content), reason.kind, reason.named, players) == (
        "Ben leads the third round and would take Earl of Kent: better that Anne has it."
    )


def test_votes_yea_for_its_own_and_nay_against_a_strong_rival() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill").noble("grey", 1, "ruthin")
    chancery(scene, "earl_kent", "earl_essex")
    sitting(scene)
    scene.play(0, "propose", card="earl_kent", noble="holland")
    scene.play(0, "call_vote")
    assert answer(scene, 0) == Choice("yea")
    assert answer(scene, 1) == Choice("nay")


def test_lets_the_weakest_of_several_rivals_have_it() -> None:
    scene = kings_keeper(3).noble("grey", 2, "ruthin").noble("mowbray", 0, "framlingham")
    scene.noble("holland", 0, "ampthill")
    chancery(scene, "earl_kent")
    sitting(scene)
    scene.play(0, "propose", card="earl_kent", noble="grey")
    scene.play(0, "call_vote")
    assert answer(scene, 1) == Choice("yea")
    assert answer(scene, 0) == Choice("yea")


# Motions


def two_kings(scene: Scene) -> Scene:
    scene.crowned("henry", "richard_york").hold("richard_york", "neville")
    return scene


def test_has_the_other_king_dethroned_when_all_are_bound_to_it() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill", cards=("abp_york",))
    scene.noble("mowbray", 0, "framlingham")
    chancery(scene, "earl_kent")
    sitting(two_kings_later(scene))
    until(scene, "motions")
    assert answer(scene) == Choice.of("declare_illegitimate", noble="percy")
    step(scene)
    until(scene, "return_home")
    assert not scene.state.heirs["richard_york"].crowned


def two_kings_later(scene: Scene) -> Scene:
    """Two Kings: then it is the Chancellor who calls, with his card, from York."""
    scene.state.nobles["percy"].office = "chancellor_england"
    scene.state.crown_deck.remove("chancellor_england")
    return two_kings(scene).held(0, "E-CM01")


def test_brings_no_motion_that_would_fail() -> None:
    scene = kings_keeper().noble("mowbray", 1, "framlingham").noble("beaufort", 1, "corfe")
    scene.noble("grey", 1, "ruthin", cards=("abp_canterbury",))
    sitting(two_kings_later(scene))
    until(scene, "motions")
    assert scene.offered(0, "declare_illegitimate") != []
    assert answer(scene) == Choice("done")


@pytest.mark.parametrize(("stronger", "moves"), [(1, True), (0, False)])
def test_counts_on_who_is_bound_to_no_house_to_vote_against_the_stronger(
    stronger: int, moves: bool
) -> None:
    scene = kings_keeper(3).noble("talbot", 2, "sheffield", cards=("abp_canterbury", "abp_york"))
    scene.noble("beaufort", stronger, "corfe").noble("mowbray", stronger, "framlingham")
    sitting(two_kings_later(scene))
    until(scene, "motions")
    assert (answer(scene).verb == "declare_illegitimate") is moves


# The way home


def test_the_caller_stays() -> None:
    scene = sitting(kings_keeper())
    until(scene, "return_home")
    assert answer(scene) == Choice.of("stay", noble="percy")
    step(scene)
    assert scene.happened(facts.ParliamentDismissed) != []
    assert scene.state.nobles["percy"].inside == "york"


def test_an_heir_goes_home_with_who_has_the_strongest_walls_or_stays_with_the_caller() -> None:
    scene = kings_keeper().noble("grey", 0, "ruthin", heirs=("margaret",))
    scene.noble("audley", 1, "newcastle-under-lyme", heirs=("george",)).held(1, "E-FM01")
    sitting(scene)
    until(scene, "return_home")
    assert scene.state.heirs["george"].holder == "neville"
    assert answer(scene) == Choice.of("transfer", thing="heir:margaret", noble="percy")


def test_does_not_attack_those_whom_the_peace_protects() -> None:
    scene = sitting(kings_keeper(3).noble("grey", 2, "ruthin"))
    until(scene, "return_home")
    step(scene)
    assert scene.state.nobles["neville"].under_peace == "returned"
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.offered(0, "attack") == []


@pytest.mark.parametrize(("returned", "square"), [((), "13,7"), (("grey",), "15,9")])
def test_goes_for_no_place_that_the_peace_protects(returned: tuple[str, ...], square: str) -> None:
    scene = Scene(3).noble("percy", 0, "13,8", castles=False, cards=("marshal_england",))
    scene.noble("grey", 1, "bolton", castles=False, heirs=("henry",)).control("bolton", "grey")
    scene.noble("stanley", 2, "douglas").peace(1, "18,20", *returned).movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == square


def test_does_not_try_its_luck_again_once_it_was_voted_down() -> None:
    scene = chancery(kings_keeper().noble("holland", 0, "ampthill"), "earl_kent", "earl_essex")
    sitting(scene)
    house = scene.state.sitting
    house.commons, house.lords = [1, 50], [1, 50]
    assert answer(scene) == Choice.of("propose", card="earl_kent", noble="holland")
    house.passed = False
    assert answer(scene) == Choice("done")


def test_after_a_title_was_refused_an_office_is_tried_once() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill").noble("clifford", 0, "skipton")
    scene.give("holland", "earl_kent")
    chancery(scene, "earl_essex", "earl_wiltshire", "constable_dover", "marshal_england")
    sitting(scene)
    house, kinds = scene.state.sitting, []
    house.commons, house.lords = [1, 50], [1, 50]
    while (choice := answer(scene, seat := scene.match.waiting_for()[0])) != Choice("done"):
        if choice.verb == "propose":
            kinds.append(scene.content.crown[choice.one("card")].kind)
        step(scene, seat)
    assert (seat, kinds) == (0, ["title", "office"])
