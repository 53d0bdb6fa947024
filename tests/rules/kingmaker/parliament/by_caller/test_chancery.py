"""Giving out the Chancery in the base and classic rules, and its options (base §15, §15A)."""

from __future__ import annotations

import msgspec
import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_heir, kill_noble
from bot.rules.kingmaker.parliament.chancery import settle
from tests.rules.kingmaker.assembly import (
    asked,
    call,
    chancellors,
    end,
    kinds,
    realm,
    shut_in,
    sit,
    vote,
)
from tests.rules.kingmaker.scene import Scene


def opened(ruleset: str = "classic", *cards: str, coming: tuple[tuple[int, str], ...]) -> Scene:
    """The Chancery is opened to seat 0; Roos and Grey, untitled, are seat 0's and seat 1's."""
    scene = realm(ruleset).noble("roos", 0, "helmsley").noble("grey", 1, "chillingham")
    return sit(scene.chancery(*cards), *coming)


def propose(scene: Scene, card: str, noble: str, seat: int = 0) -> Scene:
    """A card is offered to a noble."""
    scene.play(seat, "propose", card=card, noble=noble)
    return scene


# What is offered, and to whom (base-15.7, base-15.8)


@pytest.mark.rule("base-15.8", "base-15.7")
def test_titles_go_to_the_untitled_and_offices_to_the_titled_of_those_there() -> None:
    scene = opened("classic", "earl_kent", "marshal_england", coming=((1, "courtenay"),))
    opening = facts.ChanceryOpened(0, "caller", ("earl_kent", "marshal_england"))
    assert scene.happened(facts.ChanceryOpened) == [opening]
    takers = {
        card: {
            noble
            for offer in scene.offered(0, "propose")
            if card in offer.field("card").candidates
            for noble in offer.field("noble").candidates
        }
        for card in ("earl_kent", "marshal_england")
    }
    # Grey and Clifford are absent, but Courtenay of their faction is there; Talbot's has nobody
    assert takers == {
        "earl_kent": {"roos", "grey", "clifford"},
        "marshal_england": {"percy", "courtenay"},
    }
    for card, noble, rule, reason in (
        ("earl_kent", "talbot", "base-15.7", "That noble’s faction has nobody in Parliament."),
        ("earl_kent", "nobody", "base-15.7", "Name a noble who is in play, of any faction."),
        (
            "earl_kent",
            "percy",
            "base-1.12",
            "That noble’s own card bears a title. He cannot take a second.",
        ),
        ("marshal_england", "roos", "base-1.12", "Only a titled noble may hold an office."),
        ("earl_essex", "roos", "base-15.8", "You can offer only cards from the Chancery."),
    ):
        assert scene.refused(0, "propose", rule=rule, card=card, noble=noble) == reason


@pytest.mark.rule("base-10.6", "base-15.7")
def test_nobody_under_siege_is_given_a_card() -> None:
    scene = shut_in(realm().noble("grey", 1, "chillingham"), "chillingham", 2)
    sit(scene.chancery("earl_kent"), (1, "courtenay"))
    reason = scene.refused(0, "propose", rule="base-10.6", card="earl_kent", noble="grey")
    assert reason == "A noble under siege cannot be given a card."


@pytest.mark.rule("base-15.8")
def test_cards_are_offered_in_any_order() -> None:
    scene = opened("base", "earl_kent", "marshal_england", coming=())
    propose(scene, "marshal_england", "percy")
    assert scene.state.nobles["percy"].office == "marshal_england"
    propose(scene, "earl_kent", "roos")
    assert scene.state.nobles["roos"].title == "earl_kent"
    assert scene.state.chancery == []


# Without and with a vote (base-15.8, base-15.20)


@pytest.mark.rule("base-15.8")
def test_in_the_base_game_the_caller_decides_alone() -> None:
    scene = propose(opened("base", "earl_kent", coming=()), "earl_kent", "roos")
    assert scene.state.nobles["roos"].title == "earl_kent"
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.20", "classic-turn.4")
@pytest.mark.parametrize(
    ("votes", "commons", "lords", "given"),
    [
        # Commons 20 + 2 + 3 for Coventry, 1 and 1; Lords of those there 3, 2 and 0
        (("yea", "nay", "nay"), (25, 2), (3, 2), True),
        (("yea", "abstain", "nay"), (25, 1), (3, 0), True),
        (("nay", "yea", "yea"), (2, 25), (2, 3), False),
        (("abstain", "abstain", "abstain"), (0, 0), (0, 0), False),
        (("abstain", "yea", "nay"), (1, 1), (2, 0), False),
    ],
)
def test_both_houses_must_agree_and_a_tie_fails(
    votes: tuple[str, ...],
    commons: tuple[int, int],
    lords: tuple[int, int],
    given: bool,
) -> None:
    scene = propose(opened("classic", "earl_kent", coming=((1, "courtenay"),)), "earl_kent", "roos")
    assert kinds(scene)[0] == "debate"
    vote(scene, *votes)
    closed = facts.BallotClosed(votes, commons, lords, given)
    assert scene.happened(facts.BallotClosed) == [closed]
    assert (scene.state.nobles["roos"].title == "earl_kent") == given
    assert (scene.state.chancery == ["earl_kent"]) == (not given)


@pytest.mark.rule("base-15.22", "base-15.20", "classic-turn.4")
@pytest.mark.parametrize(
    ("ruleset", "commons", "voters"),
    [("base+optional_parliament", [25, 1, 0], [0, 1]), ("classic", [25, 1, 1], [0, 1, 2])],
)
def test_whose_commons_count(ruleset: str, commons: list[int], voters: list[int]) -> None:
    # nobody of Talbot's faction is there
    scene = propose(opened(ruleset, "earl_kent", coming=((1, "courtenay"),)), "earl_kent", "roos")
    sitting = scene.state.sitting
    assert (sitting.commons, sitting.lords) == (commons, [3, 2, 0])
    scene.play(0, "call_vote")
    assert [seat for seat in range(3) if scene.asked(seat) == ["ballot"]] == voters
    for seat in voters:
        scene.play(seat, "yea" if seat == 0 else "nay")
    (closed,) = scene.happened(facts.BallotClosed)
    assert (closed.commons, closed.lords) == ((25, sum(commons[1:])), (3, 2))
    assert closed.passed


@pytest.mark.rule("base-15.24", "base-15.25")
@pytest.mark.parametrize("ruleset", ["base+optional_parliament", "classic"])
def test_votes_are_counted_when_the_ballot_is_taken(ruleset: str) -> None:
    """In the debate Percy kills the King, who had twenty votes in the Commons."""
    scene = propose(opened(ruleset, "earl_kent", coming=((1, "courtenay"),)), "earl_kent", "roos")
    assert scene.state.sitting.commons[0] == 25
    scene.play(0, "kill_heir", heir="edward_march")
    scene.play(0, "call_vote")
    for seat, cast in ((0, "yea"), (1, "nay"), (2, "abstain")):
        if scene.asked(seat) == ["ballot"]:
            scene.play(seat, cast)
    counted = scene.happened(facts.VotesCounted)[0]
    assert (counted.commons[0], counted.lords) == (5, (3, 2, 0))
    (closed,) = scene.happened(facts.BallotClosed)
    assert (closed.commons, closed.lords, closed.passed) == ((5, 1), (3, 2), True)


@pytest.mark.rule("base-15.20")
def test_the_lords_can_defeat_what_the_commons_carry() -> None:
    scene = opened("classic", "earl_kent", coming=((1, "courtenay"), (1, "clifford"), (1, "grey")))
    propose(scene, "earl_kent", "roos")
    vote(scene, "yea", "nay", "nay")
    (closed,) = scene.happened(facts.BallotClosed)
    assert (closed.commons, closed.lords, closed.passed) == ((25, 2), (3, 4), False)


@pytest.mark.rule("base-15.21")
def test_a_faction_votes_as_one_block_and_the_vote_is_sealed() -> None:
    seen = set()
    for cast in ("yea", "nay"):
        scene = propose(opened("classic", "earl_kent", coming=()), "earl_kent", "roos")
        scene.play(0, "call_vote")
        scene.play(0, cast)
        seen.add(scene.seen_by(1))
        reason = scene.refused(0, "abstain", rule="base-15.21")
        assert reason == "You have already voted. Your vote is sealed."
    assert len(seen) == 1


@pytest.mark.rule("base-15.10", "base-15.20")
def test_what_is_voted_down_or_not_offered_stays_in_the_chancery() -> None:
    scene = opened("classic", "earl_kent", "earl_essex", "marshal_england", coming=())
    propose(scene, "earl_kent", "roos")
    vote(scene, "nay", "nay", "nay")
    assert "earl_kent" not in scene.candidates(0, "propose", "card")
    reason = scene.refused(0, "propose", rule="base-15.20", card="earl_kent", noble="roos")
    assert reason == "That card was voted down. It stays in the Chancery."
    scene.play(0, "done")
    assert scene.state.chancery == ["earl_kent", "earl_essex", "marshal_england"]
    assert scene.state.sitting is None


# Refused by the noble's player (base-15.9)


@pytest.mark.rule("base-15.9")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_the_player_of_the_noble_may_refuse(ruleset: str) -> None:
    scene = opened(ruleset, "earl_kent", coming=((1, "courtenay"),))
    propose(scene, "earl_kent", "grey")
    assert scene.asked(1) == ["take_card"]
    scene.play(1, "decline")
    assert scene.happened(facts.CardRefused) == [facts.CardRefused(1, "earl_kent", "grey")]
    assert scene.happened(facts.BallotClosed) == []
    assert scene.state.chancery == ["earl_kent"]
    # nobody voted on it: it may be offered to another
    assert scene.candidates(0, "propose", "noble") == {"roos", "clifford"}
    reason = scene.refused(0, "propose", rule="base-15.9", card="earl_kent", noble="grey")
    assert reason == "That noble’s player has refused the card for him."


@pytest.mark.rule("base-15.9")
def test_who_takes_it_is_voted_on() -> None:
    scene = opened("classic", "earl_kent", coming=((1, "courtenay"),))
    propose(scene, "earl_kent", "grey")
    scene.play(1, "agree")
    vote(scene, "yea", "yea", "nay")
    assert scene.state.nobles["grey"].title == "earl_kent"


# Bishop cards (base-15.15)


@pytest.mark.rule("base-15.15")
@pytest.mark.parametrize("ruleset", ["base+bishop_cards", "classic+bishop_cards"])
def test_bishops_of_the_dead_are_given_out_to_anybody_any_number(ruleset: str) -> None:
    scene = realm(ruleset).noble("roos", 0, "helmsley", cards=("bp_durham",))
    sit(scene.chancery("abp_york"))
    assert scene.candidates(0, "propose", "noble") == {"percy", "roos"}
    propose(scene, "abp_york", "roos")
    if ruleset.startswith("classic"):
        vote(scene, "yea", "abstain", "abstain")
    assert scene.state.nobles["roos"].cards == ["bp_durham", "abp_york"]


@pytest.mark.rule("base-15.15", "base-1.4")
@pytest.mark.parametrize(
    ("ruleset", "chancery"), [("classic", []), ("classic+bishop_cards", ["abp_york"])]
)
def test_where_bishops_of_the_dead_go(ruleset: str, chancery: list[str]) -> None:
    scene = realm(ruleset).give("talbot", "abp_york")
    kill_noble(scene.match.table, "talbot", "battle")
    assert scene.state.chancery == chancery


# Proposers in order (base-15.28)


@pytest.mark.rule("base-15.28")
def test_three_players_may_offer_one_after_the_other() -> None:
    scene = realm("classic+optional_parliament").noble("mowbray", 1, "framlingham")
    scene.noble("neville", 1, "warwick").noble("grey", 2, "chillingham", cards=("bp_durham",))
    scene.give("neville", "warden_cinque_ports").crowned().give("percy", "chancellor_cornwall")
    scene.state.nobles["percy"].office = "chancellor_england"
    scene.state.crown_deck.append("chancellor_cornwall")
    scene.crowned("edward_march").chancery("earl_kent").noble("roos", 0, "helmsley")
    for place in ("london", "york", "norwich", "lincoln", "exeter", "bristol"):
        scene.control(place, "mowbray")
    sit(scene, (1, "mowbray"), (2, "grey"))
    order = []
    while scene.state.sitting is not None and "chancery" in kinds(scene):
        seat = asked(scene, "chancery")
        order.append(seat)
        scene.play(seat, "done")
    assert order == [0, 1, 2]
    assert scene.state.chancery == ["earl_kent"]


@pytest.mark.rule("base-15.28")
def test_who_qualifies_more_than_once_proposes_more_than_once() -> None:
    scene = realm("classic+optional_parliament").noble("roos", 0, "helmsley")
    scene.give("percy", "bp_durham").chancery("earl_kent")
    sit(scene)
    turns = 0
    while scene.state.sitting is not None:
        assert scene.asked(0) == ["chancery"]
        propose(scene, "earl_kent", "roos")
        vote(scene, "nay", "nay", "nay")
        turns += 1
    assert turns == 3


@pytest.mark.rule("base-15.28", "base-15.15")
def test_a_bishop_given_today_leads_nobody() -> None:
    scene = realm("classic+bishop_cards+optional_parliament").crowned("henry")
    scene.hold("henry", "percy").chancery("abp_york", "earl_kent").noble("roos", 0, "helmsley")
    sit(scene.give("talbot", "bp_norwich"), (2, "talbot"))
    propose(scene, "abp_york", "roos")
    vote(scene, "yea", "abstain", "abstain")
    assert scene.state.nobles["roos"].cards == ["abp_york"]
    scene.play(0, "done")  # as the caller
    scene.play(0, "done")  # as the leader of the Commons
    assert scene.asked(2) == ["chancery"]


@pytest.mark.rule("base-15.28")
def test_without_the_option_only_the_caller_offers() -> None:
    scene = realm().noble("roos", 0, "helmsley").give("percy", "bp_durham").chancery("earl_kent")
    propose(sit(scene), "earl_kent", "roos")
    vote(scene, "nay", "nay", "nay")
    assert scene.state.sitting is None


# Two Kings (base-15.27)


def two_kings(ruleset: str = "classic+two_kings_vote") -> Scene:
    """Talbot keeps Henry, Clifford Richard of York, both Kings; Percy is Chancellor."""
    scene = chancellors(ruleset).hold("henry", "talbot").hold("richard_york", "clifford")
    return sit(scene.crowned("henry", "richard_york"), (2, "talbot"))


@pytest.mark.rule("base-15.27")
def test_a_vote_makes_one_of_two_kings_the_sole_king() -> None:
    scene = two_kings()
    assert scene.asked(0) == ["two_kings"]
    reason = scene.refused(0, "settle_kings", rule="base-15.27", king="george")
    assert reason == "Say which of the two Kings is to reign."
    reason = scene.refused(0, "propose", rule="base-15.27", card="earl_kent", noble="percy")
    assert reason == "First say whether Parliament will decide between the two Kings."
    scene.play(0, "settle_kings", king="henry")
    vote(scene, "yea", "nay", "yea")
    assert scene.happened(facts.SoleKingSettled) == [facts.SoleKingSettled("henry", "richard_york")]
    heirs = scene.state.heirs
    assert (heirs["henry"].crowned, heirs["richard_york"].crowned) == (True, False)
    # the other keeps his place in the succession
    assert heirs["richard_york"].place_in_line == 1


@pytest.mark.rule("base-15.27")
def test_nobody_else_is_king_until_he_dies() -> None:
    scene = two_kings()
    scene.play(0, "settle_kings", king="henry")
    vote(scene, "yea", "nay", "yea")
    end(scene) if scene.state.sitting else None
    clifford = scene.state.nobles["clifford"]
    clifford.square = scene.board.places["york"].square
    clifford.inside = "york"
    scene.control("york", "clifford").give("clifford", "abp_york")
    scene.coronation(1)
    assert scene.offered(1, "crown") == []
    reason = scene.refused(1, "crown", rule="base-15.27", heir="richard_york")
    assert reason == (
        "Parliament settled who is the sole King. While he lives you can crown nobody else."
    )
    scene.dead("henry")
    scene.coronation(1)
    assert scene.candidates(1, "crown", "heir") == {"richard_york"}


@pytest.mark.rule("base-15.27")
@pytest.mark.parametrize(
    ("dead", "keeper", "living"), [("henry", 2, "richard_york"), ("richard_york", 1, "henry")]
)
def test_when_one_of_the_two_dies_in_the_debate_nothing_is_settled(
    dead: str, keeper: int, living: str
) -> None:
    scene = two_kings()
    scene.play(0, "settle_kings", king="henry")
    scene.play(keeper, "kill_heir", heir=dead)
    vote(scene, "yea", "yea", "yea")
    assert [closed.passed for closed in scene.happened(facts.BallotClosed)] == [True]
    assert scene.happened(facts.SoleKingSettled) == []
    assert scene.state.heirs[living].crowned
    assert scene.state.settled_king is None


@pytest.mark.rule("base-15.27")
def test_what_was_settled_ends_with_the_king() -> None:
    scene = two_kings()
    settle(scene.match.table, "henry")
    kill_heir(scene.match.table, "george", "killed")
    assert scene.state.settled_king == "henry"
    kill_heir(scene.match.table, "henry", "killed")
    assert scene.state.settled_king is None


@pytest.mark.rule("base-15.27", "base-13.9")
def test_a_beaufort_who_comes_back_is_no_settled_king_any_more() -> None:
    scene = realm("classic+two_kings_vote").noble("beaufort", 1, "corfe")
    scene.dead("henry", "margaret", "edward_lancaster").crowned("george")
    scene.state.beaufort_crowned = True
    settle(scene.match.table, "beaufort")
    kill_noble(scene.match.table, "beaufort", "battle")
    assert scene.state.settled_king is None


@pytest.mark.rule("base-15.27")
def test_if_it_fails_both_remain_and_it_is_not_moved_again() -> None:
    scene = two_kings()
    scene.play(0, "settle_kings", king="henry")
    vote(scene, "nay", "nay", "yea")
    assert scene.state.sitting is None
    assert scene.state.heirs["richard_york"].crowned
    assert scene.state.settled_king is None


@pytest.mark.rule("base-15.27")
def test_without_the_option_there_is_no_such_vote() -> None:
    assert two_kings("classic").state.sitting is None


@pytest.mark.rule("base-15.27")
def test_with_one_king_there_is_nothing_to_settle() -> None:
    scene = call(realm("classic+two_kings_vote"))
    scene.play(1, "done")
    scene.play(2, "done")
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.27")
@pytest.mark.parametrize(("king", "other"), [("beaufort", "george"), ("george", "beaufort")])
def test_beaufort_may_be_either_of_the_two_kings(king: str, other: str) -> None:
    scene = realm("classic+two_kings_vote").noble("beaufort", 1, "corfe")
    scene.dead("henry", "margaret", "edward_lancaster").crowned("george")
    state = scene.state
    state.beaufort_crowned = True
    settle(scene.match.table, king)
    assert (state.beaufort_crowned, state.heirs["george"].crowned) == (
        king == "beaufort",
        king == "george",
    )
    assert state.settled_king == king
    told = [e for e in scene.match.table.events if isinstance(e, facts.SoleKingSettled)]
    assert told == [facts.SoleKingSettled(king, other)]


@pytest.mark.rule("base-15.15")
def test_where_a_rule_set_limits_bishops_only_bishops_are_limited() -> None:
    scene = realm("classic+bishop_cards").noble("roos", 0, "helmsley", cards=("bp_durham",))
    scene.chancery("abp_york", "earl_kent")
    table = scene.match.table
    limited = msgspec.structs.replace(table.content.ruleset, bishops_per_grant=1)
    table.content = msgspec.structs.replace(table.content, ruleset=limited)
    sit(scene)
    takers = {
        card: {
            noble
            for offer in scene.offered(0, "propose")
            if card in offer.field("card").candidates
            for noble in offer.field("noble").candidates
        }
        for card in ("abp_york", "earl_kent")
    }
    assert takers == {"abp_york": {"percy"}, "earl_kent": {"roos"}}
    reason = scene.refused(0, "propose", rule="base-15.15", card="abp_york", noble="roos")
    assert reason == "That noble has as many bishops as he may be given."
