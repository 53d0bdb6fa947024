"""How the game is won: at once, and at the time limit."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Feat
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import HOUSE, Scene

EVERYBODY = tuple(HOUSE.content.heirs)


def scene_with(noble: str = "percy", at: str = "14,16", seats: int = 2, **more: Any) -> Scene:
    """One noble of seat 0 and Courtenay of seat 1 (one vote in the Commons, two in the Lords)."""
    scene = Scene(seats).noble("courtenay", 1, "tiverton")
    if seats > 2:
        scene.noble("scrope", 2, "bolton")
    return scene.noble(noble, 0, at, **more)


def only_left(scene: Scene, *alive: str) -> Scene:
    """Let all heirs but these be dead."""
    return scene.dead(*(heir for heir in EVERYBODY if heir not in alive))


def at_time_limit(scene: Scene) -> tuple[tuple[int, ...], str]:
    """Call time in the last phase of the turn of seat 0 and finish it: winners and victory."""
    scene.next_crown("saxons_2").draw(0)
    scene.match.direct(Choice.of("time_up"))
    assert not scene.match.over
    scene.play(0, "keep")
    assert scene.match.over
    won = scene.happened(facts.GameWon)
    assert len(won) == 1
    assert scene.match.game.winners(scene.state) == (won[0].winners, won[0].victory)
    return won[0].winners, won[0].victory


def votes(scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The votes of the Commons and of the Lords by seat, as counted at the time limit."""
    at_time_limit(scene)
    counted = scene.happened(facts.VotesCounted)[0]
    return counted.commons, counted.lords


# At once


@pytest.mark.rule("house-3.2", "base-14.1")
@pytest.mark.parametrize("king", EVERYBODY)
def test_the_last_heir_a_crowned_king_wins(king: str) -> None:
    scene = only_left(scene_with(heirs=(king,)), king).crowned(king)
    scene.movement(1)
    assert scene.match.over
    won = scene.happened(facts.GameWon)[0]
    assert (won.winners, won.victory) == ((0,), "complete")


@pytest.mark.rule("house-3.3", "house-3.2")
@pytest.mark.parametrize("phase", ["movement", "combat", "draw"])
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("killer", [0, 1])
def test_it_ends_the_game_in_the_midst_of_any_phase(phase: str, active: int, killer: int) -> None:
    scene = only_left(scene_with(heirs=("henry",)), "henry", "george").next_crown("saxons_1")
    scene.noble("roos", 0, "13,20").noble("scrope", 1, "13,20")
    scene.hold("george", ("roos", "scrope")[killer])
    getattr(scene, phase)(active)
    assert not scene.match.over
    scene.play(killer, "kill_heir", heir="george")
    assert scene.match.over
    assert scene.match.game.winners(scene.state) == ((0,), "complete")
    assert scene.match.prompts() == []


@pytest.mark.rule("house-3.2", "house-3.3")
def test_a_coronation_may_end_the_game() -> None:
    scene = scene_with("percy", "york", heirs=("george",), cards=("abp_york",))
    only_left(scene, "george")
    scene.coronation(0)
    scene.play(0, "crown", heir="george")
    assert scene.match.game.winners(scene.state) == ((0,), "complete")


@pytest.mark.rule("house-3.2", "house-3.3")
def test_so_may_the_plague() -> None:
    scene = only_left(scene_with(heirs=("henry",)), "henry", "richard_gloucester")
    scene.next_events("E-AD01")
    scene.event(1)
    assert scene.match.game.winners(scene.state) == ((0,), "complete")


@pytest.mark.rule("house-3.2", "base-14.1", "base-14.5")
@pytest.mark.parametrize(
    ("alive", "kings", "held"),
    [
        (("henry", "george"), ("henry",), ("henry", "george")),  # another heir lives
        (("henry", "richard_york"), ("henry", "richard_york"), ("henry", "richard_york")),
        (("henry",), ("henry",), ()),  # nobody holds him
        (("george",), (), ("george",)),  # not crowned
    ],
)
def test_nothing_less_wins_at_once(
    alive: tuple[str, ...], kings: tuple[str, ...], held: tuple[str, ...]
) -> None:
    scene = only_left(scene_with(), *alive).crowned(*kings)
    for heir in held:
        scene.hold(heir, "percy")
    scene.movement(0)
    assert not scene.match.over


# Beaufort


@pytest.mark.rule("house-4.17", "house-3.5")
@pytest.mark.parametrize("beaufort", [True, False])
def test_a_lancastrian_king_wins_beaufort_or_not(beaufort: bool) -> None:
    scene = only_left(scene_with(heirs=("edward_lancaster",)), "edward_lancaster")
    scene.crowned("edward_lancaster")
    if beaufort:
        scene.noble("beaufort", 1, "corfe")
    scene.movement(1)
    assert scene.match.game.winners(scene.state) == ((0,), "complete")


@pytest.mark.rule("house-4.18", "house-3.5", "base-13.9")
def test_a_yorkist_king_wins_while_beaufort_is_not_in_play() -> None:
    scene = only_left(scene_with(heirs=("george",)), "george").crowned("george")
    scene.hand(1, "beaufort")
    scene.movement(1)
    assert scene.match.game.winners(scene.state) == ((0,), "complete")


@pytest.mark.rule("house-4.19", "house-3.5", "base-14.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_beaufort_in_play_it_goes_on_until_he_dies(seat: int) -> None:
    scene = only_left(scene_with(heirs=("george",)), "george").crowned("george")
    scene.noble("beaufort", seat, "york").noble("roos", 1, "13,20")
    scene.movement(1)
    assert not scene.match.over
    scene.next_events("E-PL02")
    scene.event(1)
    assert scene.match.game.winners(scene.state) == ((0,), "complete")


@pytest.mark.rule("house-4.19", "house-3.5")
def test_or_until_the_yorkist_is_dead_and_beaufort_crowned() -> None:
    scene = only_left(scene_with(heirs=("george",)), "george").crowned("george")
    scene.noble("beaufort", 1, "canterbury", cards=("abp_canterbury",))
    scene.coronation(1)
    scene.play(0, "kill_heir", heir="george")
    assert not scene.match.over
    scene.play(1, "crown", heir="beaufort")
    assert scene.match.game.winners(scene.state) == ((1,), "complete")


# The time limit


@pytest.mark.rule("house-3.1")
def test_when_time_is_called_the_turn_in_progress_is_finished() -> None:
    scene = scene_with().next_crown("saxons_1")
    scene.movement(0)
    outcome = scene.match.direct(Choice.of("time_up"))
    assert [e.round for e in outcome.events if isinstance(e, facts.TimeCalled)] == [1]
    scene.play(0, "march", nobles=["percy"], to="14,18")
    scene.play(0, "done")
    assert not scene.match.over
    scene.play(0, "keep")
    assert scene.match.over
    assert scene.happened(facts.TurnBegan) == []


@pytest.mark.rule("house-3.1")
def test_the_limit_may_be_a_number_of_rounds() -> None:
    scene = Scene(2, rounds=2).noble("courtenay", 1, "tiverton").noble("percy", 0, "13,20")
    scene.next_crown("saxons_1", "saxons_2", "bp_durham", "bp_norwich")
    scene.next_events("E-RV02", "E-RV09", "E-RV03", "E-RV16")
    rounds = []
    scene.event(0)
    while not scene.match.over:
        seat = scene.state.active
        rounds.append((scene.state.round, seat))
        scene.play(seat, "done")
        scene.play(seat, "keep")
    assert rounds == [(1, 0), (1, 1), (2, 0), (2, 1)]
    assert HOUSE.content.ruleset.time_limit_hours == 4.0


@pytest.mark.rule("house-3.4")
@pytest.mark.parametrize("heir", ["george", "edward_lancaster", "henry"])
def test_the_last_uncrowned_heir_wins_at_the_limit_and_not_before(heir: str) -> None:
    scene = only_left(scene_with(heirs=(heir,)), heir).crowned()
    for place in ("london", "york", "bristol"):
        scene.control(place, "courtenay")
    scene.movement(0)
    assert not scene.match.over
    assert at_time_limit(scene) == ((0,), "major_royal")


@pytest.mark.rule("house-3.5", "house-3.4")
def test_beaufort_in_play_denies_a_yorkist_the_royal_victory() -> None:
    scene = only_left(scene_with(heirs=("george",)), "george").crowned()
    scene.noble("beaufort", 0, "corfe")
    winners, victory = at_time_limit(scene)
    assert winners == (0,)
    assert victory == "alternate_minor"


@pytest.mark.rule("house-3.5", "house-3.4")
def test_beaufort_as_the_last_heir_wins_the_royal_victory() -> None:
    scene = only_left(scene_with()).noble("beaufort", 1, "corfe")
    assert at_time_limit(scene) == ((1,), "major_royal")


def houses(*more_towns: str) -> Scene:
    """Seat 0 with King Henry: 32 Commons and 13 Lords. Seat 1: 32 Commons and 12 Lords."""
    scene = scene_with(heirs=("henry",)).hold("richard_york", "courtenay")
    for place in ("london", "york", "bristol", "norwich", *more_towns):
        scene.control(place, "courtenay")
    scene.state.crown_deck.remove("warden_cinque_ports")
    scene.state.nobles["courtenay"].office = "warden_cinque_ports"
    return scene


@pytest.mark.rule("house-3.6")
def test_exactly_half_of_the_commons_and_the_lead_of_the_lords_win_with_a_king() -> None:
    scene = houses()
    assert at_time_limit(scene) == ((0,), "major_parliamentary")
    counted = scene.happened(facts.VotesCounted)[0]
    assert (counted.commons, counted.lords) == ((32, 32), (13, 12))


@pytest.mark.rule("house-3.6", "house-3.9")
def test_less_than_half_of_the_commons_is_not_enough() -> None:
    scene = houses("coventry")
    assert at_time_limit(scene) == ((0, 1), "minor_split")
    assert scene.happened(facts.VotesCounted)[0].commons == (32, 35)


@pytest.mark.rule("house-3.6", "house-3.10")
def test_without_a_king_there_is_no_parliamentary_victory() -> None:
    scene = scene_with(heirs=("margaret",)).control("london", "percy")
    assert at_time_limit(scene) == ((0,), "alternate_minor")


@pytest.mark.rule("house-3.6")
def test_one_of_two_kings_will_do() -> None:
    scene = scene_with(heirs=("henry",)).hold("richard_york", "courtenay")
    scene.crowned("henry", "richard_york")
    assert votes(scene) == ((12, 11), (13, 12))
    assert scene.match.game.winners(scene.state) == ((0,), "major_parliamentary")


@pytest.mark.rule("house-3.7", "house-3.11")
def test_a_tie_in_the_lords_is_no_plurality() -> None:
    scene = houses().noble("roos", 1, "13,20")  # one more vote in the Lords: 13 to 13
    assert at_time_limit(scene) == ((0, 1), "minor_split")
    assert scene.happened(facts.VotesCounted)[0].lords == (13, 13)


@pytest.mark.rule("house-3.7", "house-3.6")
def test_a_king_and_the_commons_without_the_lords_is_a_split() -> None:
    scene = scene_with(heirs=("henry",)).hold("richard_york", "courtenay")
    scene.noble("stafford", 1, "13,20")
    assert votes(scene) == ((32, 12), (13, 14))
    assert scene.match.game.winners(scene.state) == ((0, 1), "minor_split")


@pytest.mark.rule("house-3.9")
def test_the_leaders_of_the_two_houses_are_co_winners() -> None:
    scene = scene_with("percy", seats=3).control("london", "courtenay")
    assert votes(scene) == ((2, 5, 0), (3, 2, 1))
    assert scene.match.game.winners(scene.state) == ((0, 1), "minor_split")


@pytest.mark.rule("house-3.10")
def test_who_leads_both_houses_wins_alone() -> None:
    scene = scene_with("percy", seats=3)
    assert votes(scene) == ((2, 1, 0), (3, 2, 1))
    assert scene.match.game.winners(scene.state) == ((0,), "alternate_minor")


@pytest.mark.rule("house-3.11")
def test_all_who_tie_for_the_lead_share_the_split_victory() -> None:
    scene = scene_with("talbot", seats=3).control("london", "scrope")
    assert votes(scene) == ((1, 1, 4), (2, 2, 1))
    assert scene.match.game.winners(scene.state) == ((0, 1, 2), "minor_split")


@pytest.mark.rule("house-3.12", "house-3.4", "base-14.5")
def test_the_royal_victory_goes_before_the_votes() -> None:
    scene = only_left(scene_with(heirs=("george",)), "george").crowned()
    for place in ("london", "york", "bristol", "norwich"):
        scene.control(place, "courtenay")
    scene.noble("neville", 1, "13,20").noble("mowbray", 1, "13,20").noble("pole", 1, "13,20")
    assert at_time_limit(scene) == ((0,), "major_royal")


@pytest.mark.rule("house-3.12", "house-3.6", "base-14.5")
def test_the_parliamentary_victory_goes_before_the_alternate_one() -> None:
    scene = scene_with(heirs=("henry",))
    assert votes(scene) == ((32, 1), (13, 2))
    assert scene.match.game.winners(scene.state) == ((0,), "major_parliamentary")


# The votes


@pytest.mark.rule("house-3.8", "base-15.24", "base-15.25")
@pytest.mark.parametrize(
    ("noble", "commons", "lords"),
    [
        ("neville", 3, 4), ("mowbray", 2, 4), ("percy", 2, 3), ("beaufort", 2, 3),
        ("stanley", 0, 2), ("talbot", 1, 2), ("stafford", 1, 2), ("pole", 1, 2),
        ("fitzalan", 1, 2), ("roos", 0, 1), ("grey", 0, 1), ("audley", 0, 1), ("berkeley", 0, 1),
        ("bourchier", 0, 1), ("clifford", 0, 1), ("cromwell", 0, 1), ("greystoke", 0, 1),
        ("hastings", 0, 1), ("herbert", 0, 1), ("holland", 0, 1), ("howard", 0, 1),
        ("scrope", 0, 1),
    ],
)  # fmt: skip
def test_votes_of_nobles(noble: str, commons: int, lords: int) -> None:
    assert votes(scene_with(noble, "13,20")) == ((commons, 1), (lords, 2))


@pytest.mark.rule("base-15.24", "house-1.8")
@pytest.mark.parametrize(
    ("cards", "commons"),
    [
        (("earl_kent",), 1),
        (("duke_exeter",), 4),  # a title, and a town
        (("earl_kent", "warden_cinque_ports"), 6),
        (("earl_kent", "constable_tower"), 8),  # three, and London
        (("earl_kent", "chancellor_lancaster"), 4),
        (("earl_kent", "warden_marches"), 6),  # two, and Berwick
        (("earl_kent", "chancellor_cornwall"), 6),  # two, and Plymouth
        (("earl_kent", "marshal_england"), 1),
        (("saxons_1", "le_swan", "french_foot"), 0),
    ],
)
def test_commons_votes_of_cards(cards: tuple[str, ...], commons: int) -> None:
    assert votes(scene_with("roos", "13,20", cards=cards))[0] == (commons, 1)


@pytest.mark.rule("base-15.25")
@pytest.mark.parametrize(
    ("card", "lords"),
    [
        ("abp_canterbury", 7),
        ("abp_york", 5),
        ("bp_durham", 4),
        ("bp_carlisle", 3),
        ("bp_lincoln", 2),
        ("bp_norwich", 2),
    ],
)
def test_lords_votes_of_bishops(card: str, lords: int) -> None:
    assert votes(scene_with("roos", "13,20", cards=(card,)))[1] == (1 + lords, 2)


@pytest.mark.rule("base-15.24", "base-15.26")
@pytest.mark.parametrize(
    ("place", "commons"),
    [
        ("london", 4), ("york", 4), ("bristol", 4), ("norwich", 4), ("newark", 3), ("chester", 3),
        ("hull", 3), ("southampton", 3), ("calais", 0), ("swansea", 0), ("windsor", 0),
        ("alnwick", 0),
    ],
)  # fmt: skip
def test_votes_of_places(place: str, commons: int) -> None:
    assert votes(scene_with("roos", "13,20").control(place, "roos"))[0] == (commons, 1)


@pytest.mark.rule("base-15.24", "base-15.25")
def test_all_votes_there_are() -> None:
    content = HOUSE.content
    places = sum(place.commons for place in content.board.places.values())
    cards = [card for card in content.crown.values() if card.kind != "place"]
    chancellor = content.crown["chancellor_england"].commons
    assert places == 79
    assert places + sum(c.commons for c in cards) - chancellor + 20 + 10 + 10 == 156
    assert sum(c.lords for c in cards) + 10 + 10 == 82


@pytest.mark.rule("base-15.24", "base-15.25", "base-15.26")
@pytest.mark.parametrize(
    ("dead", "held", "kings", "commons", "lords"),
    [
        ((), ("henry",), ("henry",), 30, 10),
        ((), ("henry",), (), 10, 10),
        ((), ("richard_york",), ("henry",), 10, 10),
        ((), ("richard_york", "henry"), ("henry", "richard_york"), 20, 20),
        ((), ("richard_york",), ("richard_york",), 30, 10),
        ((), ("margaret", "george"), ("henry",), 0, 0),
        (("henry",), ("margaret",), (), 10, 10),
        (("richard_york", "edward_march"), ("george",), ("henry",), 10, 10),
        ((), (), ("henry",), 0, 0),
    ],
)
def test_votes_of_kings_and_senior_heirs_go_to_their_keeper(
    dead: tuple[str, ...],
    held: tuple[str, ...],
    kings: tuple[str, ...],
    commons: int,
    lords: int,
) -> None:
    scene = scene_with("roos", "13,20", heirs=held).dead(*dead).crowned(*kings)
    assert votes(scene) == ((commons, 1), (1 + lords, 2))


@pytest.mark.rule("base-15.24", "base-19.14")
@pytest.mark.parametrize(
    ("kings", "commons"), [(("henry",), 2), ((), 22), (("henry", "richard_york"), 22)]
)
def test_without_a_sole_king_his_votes_are_the_chancellors(
    kings: tuple[str, ...], commons: int
) -> None:
    scene = scene_with("percy", "13,20", cards=("chancellor_england",)).crowned(*kings)
    assert votes(scene)[0] == (commons, 1)


@pytest.mark.rule("house-3.8")
def test_nobles_count_for_the_lords_wherever_they_are() -> None:
    scene = scene_with("percy", "newark").noble("roos", 1, "newark", outside=True)
    scene.siege("newark", ["roos"]).noble("neville", 0, "24,23").noble("mowbray", 0, "6,8")
    assert votes(scene)[1] == (11, 3)


@pytest.mark.rule("base-15.26")
def test_cards_in_hand_and_uncontrolled_places_cast_no_vote() -> None:
    scene = scene_with("roos", "13,20").hand(0, "abp_canterbury")
    assert votes(scene) == ((0, 1), (1, 2))


@pytest.mark.rule("house-5.6a")
def test_the_royal_guard_has_no_votes() -> None:
    scene = scene_with("roos", "13,20", heirs=("henry",))
    assert votes(scene) == ((30, 1), (11, 2))
    assert scene.match.view(None).nobles["roos"].troops == 50


def test_statistics_tell_coronations_and_the_longest_siege() -> None:
    happened = [
        facts.Crowned(heir="henry", place="london", seat=0),
        facts.SiegeHeld(seat=1, place="york", turns=2, garrison=75),
        facts.Crowned(heir="edward", place="york", seat=0),
        facts.SiegeHeld(seat=1, place="york", turns=3, garrison=50),
        facts.SiegeHeld(seat=0, place="masham", turns=3, garrison=50),
        facts.Crowned(heir="henry", place="london", seat=0),
    ]
    assert HOUSE.feats(happened) == [
        Feat("crowned", 0, "henry", 2),
        Feat("crowned", 0, "edward"),
        Feat("siege", 1, "york", 3),
    ]
    assert HOUSE.feats([]) == []


# The victory of the base rules: the last living heir is a crowned King on the board.


FREE = "14,16"


def last_heir(*more: str) -> Scene:
    """Percy keeps Edward of March; every heir is dead but he and those named."""
    scene = Scene(2, "base").noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    alive = {"edward_march", *more}
    scene.dead(*(heir for heir in scene.content.heirs if heir not in alive))
    return scene.hold("edward_march", "percy")


def ended(scene: Scene) -> list[tuple[tuple[int, ...], str]]:
    """How the game ends with the next decision."""
    scene.movement(0)
    if not scene.match.over:
        scene.play(0, "done")
    return [(event.winners, event.victory) for event in scene.happened(facts.GameWon)]


@pytest.mark.rule("base-14.1")
def test_the_last_heir_crowned_wins_at_once() -> None:
    assert ended(last_heir().crowned("edward_march")) == [((0,), "last_king")]
    assert ended(last_heir()) == []
    assert ended(last_heir("margaret").crowned("edward_march")) == []


@pytest.mark.rule("base-14.2")
def test_beaufort_keeps_the_game_open_against_a_yorkist() -> None:
    scene = last_heir().crowned("edward_march").noble("beaufort", 1, "corfe")
    assert ended(scene) == []


@pytest.mark.rule("base-14.3")
def test_a_king_at_sea_does_not_win_before_he_is_back() -> None:
    scene = last_heir().crowned("edward_march").give("percy", "le_swan")
    scene.ship("le_swan", sea="humber-mouth").aboard("percy", "le_swan")
    assert ended(scene) == []


@pytest.mark.rule("base-14.3")
def test_a_king_in_calais_does_not_win_and_on_an_island_he_does() -> None:
    places = {"calais": [], "carisbrooke": [((0,), "last_king")]}
    for place, end in places.items():
        scene = last_heir().crowned("edward_march")
        scene.state.nobles["percy"].square = scene.board.places[place].square
        assert ended(scene) == end, place
