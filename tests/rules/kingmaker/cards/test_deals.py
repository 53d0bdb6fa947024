"""Deals between players: proposing, answering, hidden cards, promises, secrecy (house §8.7)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Promise
from tests.rules.kingmaker.scene import Scene

FAR = "13,20"


def three(*, zero: tuple[str, ...] = (), one: tuple[str, ...] = ()) -> Scene:
    """Percy, Mowbray and Talbot, one of each seat, and the cards in two hands."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("mowbray", 1, "framlingham")
    scene.noble("talbot", 2, "sheffield")
    return scene.hand(0, *zero).hand(1, *one)


def hand(scene: Scene, seat: int) -> list[str]:
    """The Crown cards in a seat's hand."""
    return list(scene.state.factions[seat].hand)


def held(scene: Scene, seat: int) -> list[str]:
    """The Event cards a seat holds."""
    return list(scene.state.factions[seat].held)


# Proposing and answering (house-8.7.2)


@pytest.mark.rule("house-8.7.2", "base-17.2", "base-17.4", "base-17.7")
def test_a_deal_exchanges_what_both_give() -> None:
    scene = three(zero=("saxons_1",)).held(1, "E-FM01").control("swansea", "mowbray")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"], take=["place:swansea"])
    assert hand(scene, 0) == ["saxons_1"]
    scene.play(1, "accept_deal", deal="1")
    assert (hand(scene, 0), hand(scene, 1)) == ([], ["saxons_1"])
    assert scene.state.control["swansea"] == "percy"
    assert scene.state.deals == []


@pytest.mark.rule("house-8.7.2", "base-17.2")
@pytest.mark.parametrize("active", [0, 1, 2])
@pytest.mark.parametrize("phase", ["movement", "draw"])
def test_hidden_cards_pass_between_any_two_players_in_anybodys_turn(
    active: int, phase: str
) -> None:
    scene = three(zero=("saxons_1",)).held(0, "E-FM01", "E-WR01", "E-CM01")
    scene.next_crown("saxons_2")
    getattr(scene, phase)(active)
    given = ["hand:saxons_1", "held:E-FM01", "held:E-WR01", "held:E-CM01"]
    scene.play(0, "propose_deal", to="2", give=given)
    scene.play(2, "accept_deal", deal="1")
    assert held(scene, 2) == ["E-FM01", "E-WR01", "E-CM01"]
    assert "saxons_1" in hand(scene, 2)
    assert (hand(scene, 0).count("saxons_1"), held(scene, 0)) == (0, [])


@pytest.mark.rule("house-8.7.2")
def test_a_deal_needs_both_and_nobody_else() -> None:
    scene = three(zero=("saxons_1",))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    for verb in ("accept_deal", "refuse_deal"):
        scene.forbidden(2, verb, rule="house-8.7.2", says="You have no such deal", deal="1")
        scene.forbidden(0, verb, rule="house-8.7.2", says="who was offered a deal", deal="1")
    scene.forbidden(1, "withdraw_deal", rule="house-8.7.2", says="who offered", deal="1")
    scene.play(1, "refuse_deal", deal="1")
    assert (hand(scene, 0), hand(scene, 1), scene.state.deals) == (["saxons_1"], [], [])
    scene.forbidden(1, "accept_deal", rule="house-8.7.2", says="no such deal", deal="1")


@pytest.mark.rule("house-8.7.2")
def test_the_proposer_may_take_his_offer_back() -> None:
    scene = three(zero=("saxons_1",))
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(0, "withdraw_deal", deal="1")
    assert scene.state.deals == []
    assert [(e.how, e.audience) for e in scene.happened(facts.DealClosed)] == [
        ("withdrawn", (0, 1))
    ]
    scene.forbidden(1, "accept_deal", rule="house-8.7.2", says="no such deal", deal="1")


@pytest.mark.rule("house-8.7.2")
def test_an_offer_answered_with_another_is_over_and_the_two_share_no_number() -> None:
    scene = three(zero=("saxons_1",)).control("swansea", "mowbray")
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", take=["place:swansea"])
    scene.play(1, "counter_deal", deal="0-1-1", give=["place:swansea"], promise="Peace.")
    (deal,) = scene.state.deals
    assert (deal.name, deal.give, deal.take) == ("1-0-2", ["place:swansea"], [])
    assert (deal.promise, deal.due) == ("Peace.", scene.state.round + 1)
    (told,) = scene.happened(facts.DealProposed)
    assert (told.answers, told.audience) == (1, (1, 0))
    assert scene.happened(facts.DealClosed) == []
    scene.forbidden(1, "counter_deal", rule="house-8.7.2", says="was offered", deal="1-0-2")
    scene.forbidden(1, "counter_deal", rule="house-8.7.2", says="no such deal", deal="0-1-1")
    scene.play(0, "counter_deal", deal="1-0-2", take=["place:swansea"])
    assert [deal.name for deal in scene.state.deals] == ["0-1-3"]
    scene.play(1, "propose_deal", to="0", promise="Peace.")
    assert [deal.name for deal in scene.state.deals] == ["0-1-3", "1-0-4"]


@pytest.mark.rule("house-8.7.2")
def test_nothing_is_asked_that_holds_the_game_up() -> None:
    scene = three(zero=("saxons_1",))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    assert scene.match.waiting_for() == [0]
    scene.play(0, "march", nobles=["percy"], to="14,4")
    assert scene.where("percy") == ("14,4", None, None)


@pytest.mark.rule("house-8.7.2")
def test_a_deal_whose_goods_are_gone_cannot_be_accepted() -> None:
    scene = three(zero=("saxons_1",))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(0, "play", card="saxons_1", noble="percy")
    scene.refused(1, "accept_deal", rule="house-8.7.2", deal="1")
    scene.play(1, "refuse_deal", deal="1")
    assert scene.state.deals == []


@pytest.mark.rule("house-8.7.2")
def test_only_ones_own_goods_are_given() -> None:
    scene = three(zero=("saxons_1",), one=("saxons_2",)).control("swansea", "talbot")
    scene.movement(0)
    give = scene.candidates(0, "propose_deal", "give")
    assert "hand:saxons_1" in give
    assert not {"hand:saxons_2", "place:swansea", "place:framlingham"} & give
    own = "only his own things"
    for rule, terms in (
        ("house-8.7.2", {"give": ["hand:saxons_2"]}),
        ("house-8.7.2", {"take": ["hand:saxons_2"]}),
        ("house-8.7.4", {"take": ["place:swansea"]}),
        ("house-8.7.4", {"give": ["place:swansea"]}),
    ):
        scene.forbidden(0, "propose_deal", rule=rule, says=own, to="1", **terms)


@pytest.mark.rule("house-8.7.8", "base-17.4", "house-8.7.2")
def test_what_passes_in_one_square_only_needs_a_meeting_when_the_deal_is_struck() -> None:
    scene = Scene().noble("percy", 0, "york").noble("mowbray", 1, "york", outside=True)
    scene.control("york", "percy").hold("margaret", "percy").movement(0)
    scene.state.crown_deck.remove("bp_norwich")
    scene.state.nobles["percy"].cards.append("bp_norwich")
    scene.play(0, "propose_deal", to="1", give=["heir:margaret"])
    scene.play(0, "propose_deal", to="1", give=["beside:bp_norwich"])
    scene.play(1, "accept_deal", deal="2")
    assert scene.state.nobles["mowbray"].cards == ["bp_norwich"]
    scene.play(0, "march", nobles=["percy"], to="14,9")
    scene.refused(1, "accept_deal", rule="house-8.7.8", deal="1")
    assert scene.state.heirs["margaret"].holder == "percy"


@pytest.mark.rule("house-8.7.8", "base-17.4")
def test_an_heir_passes_to_the_other_players_noble_in_the_square() -> None:
    scene = Scene().noble("percy", 0, "york").noble("mowbray", 1, "york", outside=True)
    scene.control("york", "percy").hold("margaret", "percy").combat(1)
    scene.play(0, "propose_deal", to="1", give=["heir:margaret"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.heirs["margaret"].holder == "mowbray"


@pytest.mark.rule("house-8.7.9")
def test_two_bishops_are_not_dealt_to_a_single_noble() -> None:
    """Mowbray alone could take either; both together break the rule for the second."""
    scene = Scene().noble("percy", 0, "york", cards=("bp_norwich", "bp_lincoln"))
    scene.noble("mowbray", 1, "york", outside=True).control("york", "percy").movement(0)
    both = ["beside:bp_norwich", "beside:bp_lincoln"]
    scene.forbidden_deal(0, 1, rule="house-8.7.9", says="a different noble", give=both)
    assert scene.state.nobles["percy"].cards == ["bp_norwich", "bp_lincoln"]


@pytest.mark.rule("house-8.7.9", "house-5.24")
def test_a_bishop_is_not_dealt_to_a_noble_who_has_one() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("bp_norwich",))
    scene.noble("mowbray", 1, "york", outside=True, cards=("bp_durham",)).control("york", "percy")
    scene.movement(0)
    assert "beside:bp_norwich" not in scene.candidates(0, "propose_deal", "give")
    scene.refused(0, "propose_deal", rule="house-8.7.9", to="1", give=["beside:bp_norwich"])


@pytest.mark.rule("house-8.7.2")
def test_an_offer_lapses_when_its_proposers_next_turn_begins() -> None:
    scene = three(zero=("saxons_1",))
    scene.next_events("E-ST01", "E-ST02", "E-ST03").next_crown("le_swan", "le_rose", "le_michael")
    scene.turn(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    for seat in (0, 1):
        scene.play(seat, "done")
        scene.play(seat, "keep")
    assert len(scene.state.deals) == 1
    scene.play(2, "done")
    scene.play(2, "keep")
    assert scene.state.deals == []
    closed = scene.happened(facts.DealClosed)
    assert [(e.giver, e.taker, e.how, e.audience) for e in closed] == [(0, 1, "lapsed", (0, 1))]
    scene.forbidden(1, "accept_deal", rule="house-8.7.2", says="no such deal", deal="1")


@pytest.mark.rule("base-16.6", "house-5.19b")
def test_a_promise_is_recalled_once_and_not_before_its_time() -> None:
    scene = three()
    scene.next_events("E-ST01", "E-ST02", "E-ST03", "E-MG01", "E-MG02", "E-MG03", "E-PL13")
    scene.next_crown("saxons_1", "saxons_2", "le_swan", "le_rose", "le_michael", "bp_norwich")
    scene.turn(0)
    scene.play(0, "propose_deal", to="1", promise="Peace in the North.", due="1")
    scene.play(1, "accept_deal", deal="1")
    told = []
    for seat in (0, 1, 2, 0, 1, 2):
        scene.play(seat, "done")
        scene.play(seat, "keep")
        told.append((scene.state.round, len(scene.happened(facts.PromiseDue))))
    assert told == [(1, 0), (1, 0), (2, 1), (2, 0), (2, 0), (3, 0)]


# The hand limit (house-8.7.3)


@pytest.mark.rule("house-8.7.3", "house-5.1")
def test_with_three_cards_after_a_deal_one_is_played_or_discarded_at_once() -> None:
    scene = three(zero=("saxons_1",), one=("le_swan", "bp_norwich"))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.asked(1) == ["trim_hand"]
    assert scene.match.waiting_for() == [1]
    assert scene.candidates(1, "discard", "card") == {"le_swan", "bp_norwich", "saxons_1"}
    scene.forbidden(
        0, "march", rule="house-8.7.3", says="too many cards", nobles=["percy"], to="14,4"
    )
    scene.play(1, "discard", card="le_swan")
    assert hand(scene, 1) == ["bp_norwich", "saxons_1"]
    assert scene.state.crown_discards == ["le_swan"]
    assert scene.match.waiting_for() == [0]


@pytest.mark.rule("house-8.7.3")
def test_the_card_too_many_may_be_played() -> None:
    scene = three(zero=("saxons_1",), one=("le_swan", "bp_norwich"))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(1, "accept_deal", deal="1")
    scene.play(1, "play", card="bp_norwich", noble="mowbray")
    assert hand(scene, 1) == ["le_swan", "saxons_1"]
    assert scene.state.nobles["mowbray"].cards == ["bp_norwich"]


@pytest.mark.rule("house-8.7.3")
def test_an_exchange_of_two_for_two_leaves_nobody_over_the_limit() -> None:
    scene = three(zero=("saxons_1", "saxons_2"), one=("le_swan", "bp_norwich"))
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1", "hand:saxons_2"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.asked(1) == ["trim_hand"]
    scene.play(1, "discard", card="le_swan")
    scene.play(1, "discard", card="bp_norwich")
    assert hand(scene, 1) == ["saxons_1", "saxons_2"]
    assert hand(scene, 0) == []


@pytest.mark.rule("house-8.7.3")
def test_event_cards_have_no_limit() -> None:
    scene = three().held(0, "E-FM01", "E-FM02", "E-WR01").held(1, "E-WR02")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["held:E-FM01", "held:E-FM02", "held:E-WR01"])
    scene.play(1, "accept_deal", deal="1")
    assert held(scene, 1) == ["E-WR02", "E-FM01", "E-FM02", "E-WR01"]
    assert scene.match.waiting_for() == [0]


@pytest.mark.rule("base-17.7", "house-8.7.2")
def test_a_card_got_by_a_deal_may_be_played_at_once() -> None:
    scene = three(one=("saxons_1",))
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1"])
    scene.play(0, "accept_deal", deal="1")
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


# Cards that serve in Parliament (house-7.1.5)


@pytest.mark.rule("house-7.1.5", "house-7.1.2")
def test_a_writ_bought_calls_parliament() -> None:
    scene = Scene(3).noble("percy", 0, "york", heirs=("henry",)).noble("mowbray", 1, FAR)
    scene.noble("talbot", 2, "sheffield").held(1, "E-WR01").draw(2)
    scene.play(1, "propose_deal", to="0", give=["held:E-WR01"])
    scene.play(0, "accept_deal", deal="1")
    assert (held(scene, 0), held(scene, 1)) == (["E-WR01"], [])
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="mowbray")
    assert scene.state.event_discards == ["E-WR01"]
    assert scene.state.sitting.place == "york"


@pytest.mark.rule("house-7.1.5", "house-7.1.3")
def test_the_chancellors_card_bought_calls_parliament() -> None:
    scene = Scene(3).noble("percy", 0, "york", cards=("chancellor_england",)).dead("henry")
    scene.noble("mowbray", 1, FAR).noble("talbot", 2, "sheffield")
    scene.held(0, "E-WR01").held(1, "E-CM01").draw(2)
    scene.play(1, "propose_deal", to="0", give=["held:E-CM01"])
    scene.play(0, "accept_deal", deal="1")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="mowbray")
    assert sorted(scene.state.event_discards) == ["E-CM01", "E-WR01"]


@pytest.mark.rule("house-7.1.5", "house-2.1a")
def test_a_writ_drawn_is_kept_until_it_is_wanted() -> None:
    scene = three().next_events("E-WR01")
    scene.event(0)
    assert held(scene, 0) == ["E-WR01"]
    scene.play(0, "propose_deal", to="2", give=["held:E-WR01"])
    scene.play(2, "accept_deal", deal="1")
    assert held(scene, 2) == ["E-WR01"]


# Promises bind nobody (base-16.6, house-5.19b)


@pytest.mark.rule("base-16.6", "house-5.19b")
def test_a_promise_is_recalled_to_the_two_when_it_falls_due_and_enforced_by_nobody() -> None:
    scene = three(zero=("saxons_1",))
    scene.movement(0)
    scene.play(
        0,
        "propose_deal",
        to="1",
        give=["hand:saxons_1"],
        promise="Alnwick is yours next round.",
        due="1",
    )
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.promises == [Promise(0, 1, "Alnwick is yours next round.", 2)]
    seen: list[facts.PromiseDue] = []
    scene.next_events("E-ST01", "E-ST02", "E-ST03").next_crown("le_swan", "le_rose", "le_michael")
    for seat in (0, 1, 2):
        scene.play(seat, "done")
        scene.play(seat, "keep")
        seen += scene.happened(facts.PromiseDue)
    assert [(e.giver, e.taker, e.text, e.audience) for e in seen] == [
        (0, 1, "Alnwick is yours next round.", (0, 1))
    ]
    assert scene.state.round == 2
    assert scene.state.control["alnwick"] == "percy"
    assert scene.state.promises == []


@pytest.mark.rule("base-16.6", "house-5.19b")
def test_a_deal_may_be_nothing_but_a_promise_due_in_one_to_twelve_rounds() -> None:
    scene = three()
    scene.movement(0)
    offers = scene.offered(0, "propose_deal")
    assert len(offers) == 2
    twelve = tuple(map(str, range(1, 13)))
    assert {offer.field("due").candidates for offer in offers} == {twelve}
    scene.play(0, "propose_deal", to="1", promise="I leave Alnwick to you.", due="3")
    scene.play(1, "accept_deal", deal="1")
    assert [(p.giver, p.taker, p.due) for p in scene.state.promises] == [(0, 1, 4)]
    assert scene.state.control["alnwick"] == "percy"


# Secrecy: what a deal names is known to the two alone

HIDDEN = [
    ("hand:saxons_1", "hand:le_swan"),
    ("hand:saxons_1", "hand:marshal_england"),
    ("held:E-FM01", "held:E-WR01"),
    ("held:E-FM01", "held:E-CM01"),
]


def dealt(token: str) -> Scene:
    """Seat 0 holds the hidden card of this token, and one more of each kind."""
    scene = three(one=("flemish_crossbowmen_1",)).held(1, "E-FM10")
    kind, _, card = token.partition(":")
    if kind == "hand":
        scene.hand(0, card, "scots_archers_1").held(0, "E-FM09")
    else:
        scene.hand(0, "scots_archers_1").held(0, card, "E-FM09")
    scene.movement(2)
    return scene


def others_see(scene: Scene) -> tuple[bytes, bytes]:
    """All that seat 2 and a spectator learn."""
    return scene.seen_by(2), scene.seen_by(None)


@pytest.mark.rule("house-8.7.2")
@pytest.mark.parametrize(("one", "other"), HIDDEN)
@pytest.mark.parametrize("end", ["accept_deal", "refuse_deal", "withdraw_deal"])
def test_nobody_else_can_tell_which_hidden_card_a_deal_names(
    one: str, other: str, end: str
) -> None:
    seen = []
    for token in (one, other):
        scene = dealt(token)
        stages = [others_see(scene)]
        scene.play(0, "propose_deal", to="1", give=[token], promise="And peace.", due="2")
        stages.append(others_see(scene))
        scene.play(0 if end == "withdraw_deal" else 1, end, deal="1")
        stages.append(others_see(scene))
        seen.append(stages)
    assert seen[0] == seen[1]


@pytest.mark.rule("house-8.7.2")
def test_a_proposal_shows_itself_to_nobody_else() -> None:
    scene = dealt("hand:saxons_1")
    scene.events = []
    before = others_see(scene)
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1", "held:E-FM09"], promise="Peace.")
    assert others_see(scene) == before
    assert scene.seen_by(1) != before[0]
    scene.play(1, "refuse_deal", deal="1")
    assert others_see(scene) == before
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(0, "withdraw_deal", deal="2")
    assert others_see(scene) == before


@pytest.mark.rule("house-8.7.2")
def test_not_even_the_number_of_a_deal_tells_of_other_deals() -> None:
    """Talbot's own first deal looks the same whether others have dealt before or not."""
    seen = []
    for earlier in (0, 2):
        scene = dealt("hand:saxons_1")
        for _ in range(earlier):
            scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
        scene.play(2, "propose_deal", to="1", promise="Peace.")
        seen.append(scene.seen_by(2))
    assert seen[0] == seen[1]


@pytest.mark.rule("house-8.7.2", "house-8.7.3")
def test_trimming_the_hand_after_a_deal_gives_nothing_away_before_the_choice() -> None:
    seen = []
    for card in ("saxons_1", "le_swan"):
        scene = three(one=("flemish_crossbowmen_1", "bp_norwich")).hand(0, card)
        scene.movement(2)
        scene.play(0, "propose_deal", to="1", give=[f"hand:{card}"])
        scene.play(1, "accept_deal", deal="1")
        assert scene.asked(1) == ["trim_hand"]
        seen.append(others_see(scene))
    assert seen[0] == seen[1]


@pytest.mark.rule("house-8.7.2", "house-2.6b")
def test_whether_the_card_just_drawn_was_given_away_changes_nothing_for_others() -> None:
    seen = []
    for given in ("saxons_1", "scots_archers_1"):
        scene = three(zero=("saxons_1",)).next_crown("scots_archers_1")
        scene.draw(0)
        scene.play(0, "propose_deal", to="1", give=[f"hand:{given}"])
        scene.play(1, "accept_deal", deal="1")
        assert given in hand(scene, 1)
        assert (scene.match.openly_waiting_for(), scene.asked(0)) == ([0], ["keep_or_play"])
        seen.append(others_see(scene))
    assert seen[0] == seen[1]
    (asked,) = (p for p in scene.match.asked(0) if p.blocking)
    assert [offer.verb for offer in asked.offers] == ["keep"]
    scene.play(0, "keep")
    assert hand(scene, 0) == ["saxons_1"]


@pytest.mark.rule("house-2.6b")
def test_with_an_empty_hand_there_is_nothing_left_to_ask() -> None:
    scene = three().next_crown("scots_archers_1")
    scene.draw(0)
    scene.play(0, "propose_deal", to="1", give=["hand:scots_archers_1"])
    scene.play(1, "accept_deal", deal="1")
    assert "keep_or_play" not in scene.asked(0)


@pytest.mark.rule("house-8.7.2")
def test_all_that_others_learn_is_how_many_hidden_cards_changed_hands() -> None:
    scene = dealt("hand:saxons_1")
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1", "held:E-FM09"])
    scene.play(1, "accept_deal", deal="1")
    public = [e for e in scene.events if e.visible_to(None)]
    assert public == [facts.DealStruck(0, 1, hidden_give=2), facts.CardsChangedHands(0, 1, 2)]
    view = scene.match.view(2)
    assert [(s.hand, s.held) for s in view.seats] == [(1, 0), (2, 2), (0, 0)]
    assert b"saxons_1" not in scene.seen_by(2)
    assert b"E-FM09" not in scene.seen_by(2)


@pytest.mark.rule("house-8.7.2")
def test_what_lies_on_the_table_changes_hands_in_public() -> None:
    scene = three().control("swansea", "percy")
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", give=["place:swansea"])
    assert [e for e in scene.events if e.visible_to(2)] == []
    scene.play(1, "accept_deal", deal="1")
    public = [e for e in scene.events if e.visible_to(2)]
    assert public == [
        facts.DealStruck(0, 1, ("place:swansea",)),
        facts.ControlGained("swansea", "mowbray", 1, "deal"),
    ]


@pytest.mark.rule("house-8.7.2")
def test_of_a_deal_in_words_alone_others_learn_nothing() -> None:
    scene = three()
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", promise="peace", due="2")
    scene.play(1, "accept_deal", deal="1", word="So be it.")
    assert [e for e in scene.events if e.visible_to(2)] == []
    assert scene.match.view(2).deals == ()


@pytest.mark.rule("house-8.7.2")
@pytest.mark.parametrize("verb", ["accept_deal", "refuse_deal"])
def test_a_word_may_go_with_the_answer_for_the_two_alone(verb: str) -> None:
    scene = three()
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", promise="peace", due="2")
    scene.play(1, verb, deal="1", word="We shall see.")
    (closed,) = scene.happened(facts.DealClosed)
    assert (closed.word, closed.audience) == ("We shall see.", (0, 1))
    scene.play(0, "propose_deal", to="1", promise="peace", due="2")
    scene.play(1, verb, deal="2")
    assert scene.happened(facts.DealClosed)[-1].word == ""


@pytest.mark.rule("house-8.7.2")
def test_the_other_side_sees_only_what_is_offered_not_the_rest_of_a_hand() -> None:
    scene = dealt("hand:saxons_1")
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    assert b"saxons_1" in scene.seen_by(1)
    assert b"scots_archers_1" not in scene.seen_by(1)
    assert b"E-FM09" not in scene.seen_by(1)
    assert "hand:scots_archers_1" not in scene.candidates(1, "propose_deal", "take")


@pytest.mark.rule("base-16.6")
def test_a_promise_is_written_in_two_hundred_letters_at_most() -> None:
    scene = three()
    scene.movement(0)
    long = {"to": "1", "promise": ["x" * 201], "due": "2"}
    scene.forbidden(0, "propose_deal", rule="base-16.6", says="at most 200 characters", **long)
    scene.play(0, "propose_deal", to="1", promise=["x" * 200], due="2")
    assert len(scene.state.deals[0].promise) == 200


@pytest.mark.rule("house-8.7.2")
@pytest.mark.parametrize("now", ["talbot", None], ids=["anothers", "nobodys"])
def test_a_place_that_is_no_longer_the_givers_cannot_pass(now: str | None) -> None:
    scene = three().control("swansea", "percy")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:swansea"])
    scene.control("swansea", now)
    scene.refused(1, "accept_deal", rule="house-8.7.2", deal="1")
    assert scene.state.control.get("swansea") == now


# A deal is struck as a whole or not at all; of a ransom is told what could not be handed over.


NORWICH, LINCOLN, DURHAM = "bp_norwich", "bp_lincoln", "bp_durham"
ALL_THREE = [f"beside:{bishop}" for bishop in (NORWICH, LINCOLN, DURHAM)]


def bishops() -> Scene:
    """Two bishops at York, where one noble of the other player could receive them, and one in the
    open at London, where two could."""
    scene = Scene().noble("percy", 0, "york", cards=(NORWICH, LINCOLN)).control("york", "percy")
    scene.noble("mowbray", 1, "york", outside=True)
    scene.noble("neville", 0, "18,20", cards=(DURHAM,))
    scene.noble("grey", 1, "18,20").noble("stanley", 1, "18,20")
    scene.movement(0)
    return scene


def beside(scene: Scene) -> dict[str, list[str]]:
    """The nobles who have one of the bishops, each with all his cards."""
    known = {NORWICH, LINCOLN, DURHAM}
    nobles = scene.state.nobles.items()
    return {key: list(n.cards) for key, n in nobles if known.intersection(n.cards)}


@pytest.mark.rule("house-8.7.9")
def test_bishops_are_counted_where_they_stand_and_the_whole_deal_is_refused() -> None:
    scene = bishops()
    before = beside(scene)
    scene.forbidden_deal(0, 1, rule="house-8.7.9", says="a different noble", give=ALL_THREE)
    assert beside(scene) == before
    # One at each place has room.
    scene.play(0, "propose_deal", to="1", give=[ALL_THREE[0], ALL_THREE[2]])
    scene.play(1, "accept_deal", deal="2")
    assert beside(scene)["percy"] == [LINCOLN]
    assert beside(scene)["mowbray"] == [NORWICH]
    assert scene.happened(facts.TermUnmet) == []


@pytest.mark.rule("house-8.7.14", "house-8.7.9")
def test_what_goes_along_with_something_else_is_not_missed() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("abp_canterbury",)).control("york", "percy")
    scene.control("canterbury", "percy").noble("mowbray", 1, "york", outside=True).movement(0)
    give = ["beside:abp_canterbury", "place:canterbury"]
    scene.play(0, "propose_deal", to="1", give=give)
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.control["canterbury"] == "mowbray"
    assert scene.happened(facts.TermUnmet) == []
