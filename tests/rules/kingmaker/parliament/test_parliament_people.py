"""The People's Parliament, which a card forces on whoever draws it (house §7.1)."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.chamber import cannot_call, follow, place_of, told
from tests.rules.kingmaker.scene import Scene

CARDS = ("E-PM01", "E-PM02")


def people(at: str = "13,20", *, kings: tuple[str, ...] = ()) -> Scene:
    """Nobody is King (or two are); seat 0's Percy stands at ``at``, the others are at home."""
    scene = Scene(3).noble("percy", 0, at).crowned(*kings)
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    return scene.noble("talbot", 2, "sheffield").chancery("earl_kent")


def drawn(scene: Scene, seat: int = 0, card: str = "E-PM01") -> Scene:
    """The seat draws the card that Parliament must be summoned."""
    scene.next_events(card).event(seat)
    return scene


def called(scene: Scene) -> list[facts.ParliamentCalled]:
    """The call, if there was one."""
    return scene.happened(facts.ParliamentCalled)


# When


@pytest.mark.rule("house-7.1.28", "house-7.1.30", "base-15.1")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
def test_without_a_sole_king_it_meets_at_once(card: str, kings: tuple[str, ...]) -> None:
    scene = drawn(people("coventry", kings=kings), card=card)
    assert called(scene) == [facts.ParliamentCalled(0, "coventry", people=True)]
    assert scene.state.event_discards == [card]


@pytest.mark.rule("house-7.1.28")
@pytest.mark.parametrize("king", ["henry", "richard_york"])
def test_not_under_a_sole_king(king: str) -> None:
    scene = drawn(people("coventry", kings=(king,)))
    assert called(scene) == []
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-PM01", "sole_king")]
    assert scene.asked(0) == ["movement"]


@pytest.mark.rule("house-7.1.28")
def test_not_in_the_kings_peace() -> None:
    scene = drawn(people("coventry").peace(1, "18,20"))
    assert called(scene) == []
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-PM01", "too_recent")]
    assert scene.asked(0) == ["movement"]


@pytest.mark.rule("house-7.1.28")
@pytest.mark.parametrize("turns", [0, 4, 8, 9])
def test_not_in_the_three_rounds_after_a_parliament(turns: int) -> None:
    scene = people("coventry")
    scene.state.peace_ended_turn, scene.state.turn = 5, 5 + turns
    assert bool(called(drawn(scene))) == (turns == 9)


@pytest.mark.rule("house-7.1.29")
def test_movement_and_battle_are_cancelled() -> None:
    scene = people("coventry").noble("roos", 0, "13,20").noble("grey", 1, "13,20")
    events = follow(drawn(scene.next_crown("saxons_1")))
    assert [e for e in told(events, facts.PhaseBegan) if e.seat == 0] == []
    assert scene.state.active == 0
    assert scene.state.phase == "draw"
    assert scene.offered(0, "march") == []


@pytest.mark.rule("house-7.1.29")
def test_the_next_player_has_all_his_phases() -> None:
    scene = drawn(people("coventry").next_crown("saxons_1"))
    follow(scene)
    scene.next_events("E-ST01")
    scene.play(0, "keep")
    assert (scene.state.active, scene.state.phase) == (1, "movement")
    assert scene.asked(1) == ["movement"]


@pytest.mark.rule("house-7.1.9", "house-7.1.28")
def test_it_counts_for_nobody_as_a_call() -> None:
    scene = people("coventry").give("percy", "chancellor_england").held(0, "E-WR01", "E-CM01")
    for _ in range(2):
        follow(drawn(scene))
        scene.state.event_deck.append(scene.state.event_discards.pop())
        scene.state.peace = scene.state.peace_ended_turn = None
        percy = scene.state.nobles["percy"]
        percy.square, percy.inside = "15,16", "coventry"
    assert not cannot_call(scene)


# Where


@pytest.mark.rule("house-7.1.31", "house-7.1.10")
@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("worcester", "worcester"),  # he is there already
        ("coventry", "coventry"),
        ("13,20", "gloucester"),  # one square away
        ("10,15", "worcester"),  # two
        ("12,3", "hartlepool"),  # three
    ],
)
def test_it_meets_at_the_nearest_fit_town(at: str, place: str) -> None:
    scene = drawn(people(at))
    assert called(scene) == [facts.ParliamentCalled(0, place, people=True)]
    assert scene.state.sitting.square == scene.board.places[place].square
    assert place_of(scene, "percy")[0] == scene.board.places[place].square


@pytest.mark.rule("house-7.1.31")
def test_a_tie_is_his_choice() -> None:
    scene = people("17,13")
    drawn(scene)
    assert (scene.match.waiting_for(), scene.asked(0)) == ([0], ["peoples_parliament"])
    spots = scene.candidates(0, "meet_at", "place")
    steps = {scene.board.steps_between("17,13", scene.board.places[p].square) for p in spots}
    assert len(spots) > 1
    assert len(steps) == 1
    default = scene.match.prompts(0)[0].default
    assert default is not None
    assert (default.one("noble"), default.one("place") in spots) == ("percy", True)
    chosen = sorted(spots)[-1]
    scene.play(0, "meet_at", noble="percy", place=chosen)
    assert called(scene) == [facts.ParliamentCalled(0, chosen, people=True)]
    assert place_of(scene, "percy")[0] == scene.board.places[chosen].square


@pytest.mark.rule("house-7.1.31")
def test_the_noble_with_the_shortest_way_moves_there() -> None:
    scene = people("12,3").noble("neville", 0, "10,15").chancery("earl_essex")
    drawn(scene)
    assert called(scene) == [facts.ParliamentCalled(0, "worcester", people=True)]


@pytest.mark.rule("house-7.1.31")
def test_an_unfortified_town_serves_though_others_are_in_it() -> None:
    scene = drawn(people("13,20").noble("stanley", 2, "gloucester"))
    assert called(scene) == [facts.ParliamentCalled(0, "gloucester", people=True)]


@pytest.mark.rule("house-7.1.31", "house-8.2.3")
def test_an_open_town_that_others_hold_does_not_serve() -> None:
    """Hereford is next, as long as it is empty."""
    assert called(drawn(people("10,18"))) == [facts.ParliamentCalled(0, "hereford", people=True)]
    scene = drawn(people("10,18").noble("stanley", 2, "hereford"))
    assert "hereford" not in scene.candidates(0, "meet_at", "place")


@pytest.mark.rule("house-7.1.31")
def test_a_fortress_must_be_his_own() -> None:
    own = drawn(people("15,16").control("coventry", "percy"))
    assert called(own) == [facts.ParliamentCalled(0, "coventry", people=True)]
    for owner in (None, "talbot"):
        scene = drawn(people("15,16").control("coventry", owner))
        offered = scene.offered(0, "meet_at")
        places = {p for offer in offered for p in offer.field("place").candidates}
        assert "coventry" not in places | {call.place for call in called(scene)}


@pytest.mark.rule("house-7.1.31")
@pytest.mark.parametrize("town", ["worcester", "coventry", "hereford"])
def test_whoever_is_inside_need_not_move(town: str) -> None:
    scene = drawn(people(town))
    assert place_of(scene, "percy") == (scene.board.places[town].square, town)


@pytest.mark.rule("house-7.1.35")
@pytest.mark.parametrize("at", ["calais", "douglas", "carisbrooke"])
def test_without_a_way_by_land_it_meets_in_london(at: str) -> None:
    scene = drawn(people(at))
    assert called(scene) == [facts.ParliamentCalled(0, "london", people=True)]
    assert place_of(scene, "percy") == ("18,20", None)
    assert scene.state.sitting.caller == 0


@pytest.mark.rule("house-7.1.35")
def test_aboard_at_sea_there_is_no_way_by_land_either() -> None:
    scene = people().give("percy", "le_swan").ship("le_swan", sea="rye-bay")
    drawn(scene.aboard("percy", "le_swan"))
    assert called(scene) == [facts.ParliamentCalled(0, "london", people=True)]
    assert place_of(scene, "percy") == ("18,20", None)


@pytest.mark.rule("house-7.1.35")
def test_a_player_without_nobles_leads_it_in_london() -> None:
    scene = Scene(3).crowned().noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    scene.noble("talbot", 2, "sheffield").chancery("earl_kent")
    scene.state.factions[0].rebuilding = True
    drawn(scene)
    assert called(scene) == [facts.ParliamentCalled(0, "london", people=True)]
    assert scene.state.sitting.caller == 0
    assert scene.asked(0) == ["round"]


# Who comes


@pytest.mark.rule("house-7.1.32", "house-7.1.34")
def test_no_writs_and_no_excuses() -> None:
    scene = people("coventry").noble("stanley", 2, "douglas")
    scene.held(0, "E-WR01", "E-WR02").held(1, "E-WR03").held(2, "E-WR04")
    drawn(scene)
    assert called(scene)[0].summoned is None
    assert scene.asked(0) == ["round"]  # nothing was asked before
    assert [faction.held for faction in scene.state.factions] == [
        ["E-WR01", "E-WR02"],
        ["E-WR03"],
        ["E-WR04"],
    ]
    assert set(scene.state.sitting.attending) == set(scene.state.nobles)
    assert scene.state.sitting.excused == []


@pytest.mark.rule("house-7.1.34", "house-7.1.26")
def test_all_come_from_over_the_sea_and_from_ships() -> None:
    scene = people("coventry").noble("stanley", 2, "douglas").noble("neville", 1, "18,20")
    scene.give("neville", "le_swan").ship("le_swan", sea="rye-bay").aboard("neville", "le_swan")
    drawn(scene)
    assert place_of(scene, "stanley") == ("15,16", None)
    assert place_of(scene, "neville") == ("15,16", None)
    assert scene.state.ships["le_swan"].port == "rye"


@pytest.mark.rule("house-7.1.33", "house-7.1.34")
def test_all_sieges_break_and_all_attend() -> None:
    scene = people("coventry").noble("mowbray", 1, "sheffield", outside=True)
    scene.noble("neville", 2, "skipton", outside=True)
    scene.siege("sheffield", ["mowbray"]).siege("skipton", ["neville"])
    drawn(scene)
    assert scene.state.sieges == {}
    assert {(e.place, e.reason) for e in scene.happened(facts.SiegeBroken)} == {
        ("sheffield", "parliament"),
        ("skipton", "parliament"),
    }
    assert set(scene.state.sitting.attending) == set(scene.state.nobles)


@pytest.mark.rule("house-7.1.33", "house-8.6.22")
def test_besiegers_from_a_ship_are_spared() -> None:
    scene = people("coventry").noble("neville", 1, "18,20").give("neville", "le_swan")
    scene.give("neville", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    scene.ship("le_swan", port="plymouth").aboard("neville", "le_swan")
    scene.siege("plymouth", ["neville"])
    scene.state.sieges["plymouth"].ships = ["le_swan"]
    drawn(scene)
    assert scene.state.sieges == {}
    assert scene.happened(facts.NobleDied) == []
    assert place_of(scene, "neville") == ("15,16", None)
    assert "neville" in scene.state.sitting.attending


@pytest.mark.rule("house-7.1.33")
def test_besieged_towns_of_the_drawer_serve_after_all() -> None:
    """All sieges are broken, so that his own besieged town is open to Parliament."""
    scene = people("coventry").noble("mowbray", 1, "coventry", outside=True)
    scene.give("mowbray", "marshal_england").siege("coventry", ["mowbray"])
    drawn(scene)
    assert called(scene) == [facts.ParliamentCalled(0, "coventry", people=True)]
    assert scene.state.sieges == {}


@pytest.mark.rule("house-7.4.9", "house-7.1.30", "house-7.2.24")
def test_the_drawer_leads_it_and_afterwards_all_go_home() -> None:
    scene = drawn(people("coventry"))
    assert scene.state.sitting.caller == 0
    assert (scene.match.waiting_for(), scene.asked(0)) == ([0], ["round"])
    assert scene.happened(facts.RoundBegan)[0] == facts.RoundBegan(1, 0, ("earl_kent",))
    follow(scene)
    assert {n: noble.under_peace for n, noble in scene.state.nobles.items()} == dict.fromkeys(
        scene.state.nobles, "returned"
    )
    assert (scene.state.peace.caller, scene.state.peace.square) == (0, "15,16")


# Who leads a Parliament that must be summoned, if an Event card keeps a faction from calling any:
# French Treachery (ishkibibble-treachery-french.3) or Defeatism Rife (ishkibibble-defeatism.2).


MUST = "E-PM01"

CLASSIC = "classic+advanced_cards+card_french_treachery+card_defeatism"
THREE_ROUNDS = f"{CLASSIC}+house_parliament"
ROGUES, DEFEAT = "ishkibibble-treachery-french.3", "ishkibibble-defeatism.2"
BANS = [
    pytest.param("rogues", marks=pytest.mark.rule(ROGUES)),
    pytest.param("defeat", marks=pytest.mark.rule(DEFEAT)),
]


def barred(scene: Scene, seat: int, ban: str) -> Scene:
    """French soldiers of a faction sack York, or it is defeatist."""
    if ban == "rogues":
        scene.state.crown_deck.remove("french_foot")
        scene.state.rogues = {"york": seat}
    else:
        scene.state.spells.append(Spell("defeatism", seat, 2))
    return scene


# By the base rules: the Chancellor's player, or else who drew the card (base-4.5)


@pytest.mark.parametrize("ban", BANS)
def test_in_the_stead_of_such_a_chancellor_who_drew_the_card_leads_it(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 0, ban), 2)
    assert scene.state.sitting.caller == 2


@pytest.mark.parametrize("ban", BANS)
def test_none_meets_if_the_chancellors_player_drew_it_himself(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 0, ban), 0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]
    assert (scene.state.sitting, scene.asked(0)) == (None, ["movement"])


@pytest.mark.parametrize("ban", BANS)
def test_nor_if_there_is_no_chancellor_and_it_drew_the_card(ban: str) -> None:
    scene = assembly.realm(CLASSIC).crowned()
    drawn(barred(scene, 1, ban), 1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]


@pytest.mark.parametrize("ban", BANS)
def test_a_faction_that_is_not_barred_leads_it_though_another_is(ban: str) -> None:
    scene = drawn(barred(assembly.chancellors(CLASSIC), 1, ban), 1)
    assert scene.state.sitting.caller == 0


# By the house rules: who drew the card (house-7.1.30)


@pytest.mark.rule("house-7.1.30")
@pytest.mark.parametrize("ban", BANS)
@pytest.mark.parametrize(("seat", "meets"), [(0, False), (1, True)])
def test_the_peoples_parliament_does_not_meet_if_the_drawer_may_call_none(
    ban: str, seat: int, *, meets: bool
) -> None:
    scene = Scene(2, THREE_ROUNDS).noble("percy", 0, "13,20").crowned()
    scene.noble("courtenay", 1, "tiverton")
    drawn(barred(scene, 0, ban), seat)
    if meets:
        assert scene.state.sitting.caller == seat
        return
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(MUST, "no_leader")]
    assert scene.asked(0) == ["movement"]  # his movement and battle are not cancelled


@pytest.mark.parametrize(("rules", "row"), [(CLASSIC, "base-4.5"), (THREE_ROUNDS, "house-7.1.30")])
def test_why_none_meets_is_told(rules: str, row: str) -> None:
    words = words_for("kingmaker", rules)
    told = words.tell(facts.EventIdle(MUST, "no_leader"), lambda seat: f"S{seat}")
    assert told == f"Its leader may not call a Parliament. ‹{row}›"
