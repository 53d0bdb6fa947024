"""Whatever a rule set says makes a difference: each procedure, and each value.

A value is turned, and then a game that was recorded must come out otherwise, or a small position
must. Whoever adds one adds here where it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import pytest

from bot.content import ContentError
from bot.games import game_for
from bot.rules.kernel import Choice, Game
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.content import Ruleset, Use
from bot.session.journal.record import verify
from tests.compliance.test_fixtures import fixture
from tests.compliance.turned import begun, outcome, played_out, turned
from tests.folders import fixtures_of
from tests.rules.kingmaker.scene import Scene

HOUSE = game_for("kingmaker", "house")

CLASSIC = game_for("kingmaker", "classic")


def far(scene: Scene) -> Scene:
    return scene.noble("courtenay", 1, "tiverton")


# Procedures


def victory(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "alnwick", heirs=("richard_york",))
    scene.noble("courtenay", 1, "tiverton").crowned("richard_york")
    scene.dead(*(heir for heir in scene.state.heirs if heir != "richard_york"))
    scene.movement(0)
    return outcome(scene)


def limit(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "14,16", heirs=("henry",))
    scene.noble("mowbray", 1, "15,16").next_crown("saxons_2").draw(0)
    scene.match.direct(Choice.of("time_up"))
    return outcome(scene)


def storms(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.give("percy", "le_swan").ship("le_swan", sea="humber-mouth")
    scene.next_events("E-ST01").rolls(100).event(0)
    return outcome(scene)


def reshuffle(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    embassy = next(card.id for card in game.content.events.values() if card.kind == "embassy")
    scene.next_events(embassy).event(0)
    return outcome(scene)


def beaten(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "york").noble("courtenay", 1, "tiverton")
    scene.next_events("E-PL02").event(1)
    return outcome(scene)


def battle(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.noble("mowbray", 1, "13,20").noble("neville", 0, "13,20").combat(0)
    return outcome(scene)


def siege(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "masham", outside=True).noble("scrope", 1, "masham")
    scene.noble("roos", 0, "masham", outside=True).next_events("E-RA08")
    scene.noble("courtenay", 1, "tiverton").combat(0)
    return outcome(scene)


def parliament(game: Game) -> Any:
    scene = Scene(3, game).noble("percy", 0, "coventry", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield")
    scene.held(0, "E-WR01").parliament(0)
    return outcome(scene, 30)


def overseas(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "calais").next_events("E-RA01")
    scene.event(0)
    return outcome(scene)


def won(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").noble("neville", 0, "13,20")
    scene.noble("roos", 1, "13,20", cards=("bp_norwich",)).rolls(*(100,) * 9)
    scene.next_events("E-PL01").combat(0)
    return outcome(scene)


def third_party(game: Game) -> Any:
    scene = far(Scene(3, game)).noble("percy", 0, "13,20").noble("roos", 1, "13,20")
    scene.noble("talbot", 2, "13,20").combat(0)
    return outcome(scene)


def apart(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "york").hand(0, "bp_norwich")
    scene.movement(0)
    return played_out(scene)


def parts(*cards: int) -> list[dict[str, Any]]:
    """Parts of so many cards, of nobody in particular."""
    told = {"name": "", "favours": "york", "head": "percy", "second": "neville", "is_house": True}
    return [{**told, "id": str(n), "cards": number} for n, number in enumerate(cards)]


def drawing(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "calais", heirs=("henry",))
    scene.draw(0)
    return outcome(scene, 1)


def drawing_at_home(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "london", heirs=("henry",))
    scene.draw(0)
    return outcome(scene, 1)


def slain(game: Game) -> Any:
    scene = far(Scene(2, game))
    scene.state.nobles["percy"] = scene.state.nobles["courtenay"].__class__(0, "13,20")
    changes.kill_noble(scene.match.table, "percy", "battle")
    return scene.state.crown_discards


KINDS: dict[str, Callable[[Game], Any]] = {
    "battle": battle,
    "deaths": battle,
    "captives": won,
    "alliances": third_party,
    "trade": apart,
    "siege": siege,
    "parliament": parliament,
    "homeward": parliament,
    "calls": overseas,
    "victory": victory,
    "limit": limit,
    "storms": storms,
    "reshuffle": reshuffle,
    "beaten": beaten,
    "initial_placement": begun,
    "deal": begun,
}
"""A position for each kind of procedure, which comes out otherwise by each of them."""

PROCEDURES = get_type_hints(Use)

TO_COME = {"listed_end_of_turn"}
"""Procedures of rule sets that are still to be written."""

APART = {("house", "card_names"), ("classic", "percentile")}
"""Deaths that go with another kind of battle only."""

TOGETHER = {
    **{procedure: {"deaths": "percentile"} for procedure in ("percentile_table", "shares")},
    "event_card": {"deaths": "card_names", "siege": "match"},
    "match": {"deaths": "card_names", "battle": "event_card"},
}
"""What a battle or a siege goes with."""


@pytest.mark.parametrize("kind", PROCEDURES)
@pytest.mark.parametrize("ruleset", ["house", "classic"])
def test_each_procedure_of_a_kind_leads_elsewhere(kind: str, ruleset: str) -> None:
    found: dict[str, Any] = {}
    for procedure in get_args(PROCEDURES[kind]):
        if procedure not in TO_COME and (ruleset, procedure) not in APART:
            use = {kind: procedure, **TOGETHER.get(procedure, {})}
            # Who is attacked is named only where an Event card decides the battle.
            by_card = kind != "battle" or procedure == "event_card" or ruleset == "house"
            found[procedure] = KINDS[kind](
                turned(ruleset, use, {} if by_card else {"whole_forces": True})
            )
    assert len(found) > 1
    names = list(found)
    same = [(a, b) for i, a in enumerate(names) for b in names[:i] if found[a] == found[b]]
    assert same == []


# Values that a recorded game shows

RECORDED: dict[str, tuple[Any, str]] = {
    "heirs": (["henry", "margaret", "edward_lancaster", "richard_york"], "7-mixed"),
    "ship_nobles": ({}, "7-mixed"),
    "ship_home_ports": ({}, "7-mixed"),
    "deal_at_most": (30, "7-mixed"),
    "extra_cards_kept": (False, "7-mixed"),
    "withheld": ([], "7-mixed"),
    "forced_play": ([], "7-mixed"),
    "land_squares": (4, "7-mixed"),
    "sea_squares": (4, "7-mixed"),
    "lone_noble_fits_ship": (False, "2-steward"),
    "lay_share": ([1, 1], "7-mixed"),
    "debate_seconds": (0, "7-mixed"),
    "chancery_bishops": (False, "7-mixed"),
    "capacities": ({"city": 100, "fortified_town": 100, "royal_castle": 100}, "7-mixed"),
    "guards": ([], "2-steward"),
    "deal_total": (30, "4-mixed"),
    "hand_limit": (3, "4-mixed"),
    "free_move_bishop": (False, "6-random"),
    "conclude_share": ([1, 2], "4-mixed"),
    "siege_reduce_on_turn": (2, "4-mixed"),
    "heir_abroad_exceptions": ({}, "4-mixed"),
    "commons_victory_share": ([1, 4], "7-mixed"),
    "attack_only": ([], "2-steward"),
    "storm_loss_from": (2, "6-random"),
    "parliament_calls_per_caller": (0, "2-steward"),
    "two_house_turns": (1, "5-steward"),
    "ships_obey": ("at_once", "5-steward"),
    "status_fixed": (False, "7-mixed"),
    "empty_ships_enter": ("unheld", "4-mixed"),
}
"""Another value than that of the house rules, and a game of the house rules that it changes."""


@pytest.mark.parametrize("value", RECORDED)
def test_a_recorded_game_comes_out_otherwise(value: str) -> None:
    other, name = RECORDED[value]
    record = fixture(fixtures_of("kingmaker") / f"house-{name}.json.zst")
    assert verify(record, turned("house", {}, {value: other})) is not None


# Values that a small position shows


def shut_out(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("scrope", 0, "masham", outside=True)
    scene.movement(0)
    return played_out(scene)


def long_siege(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "masham", outside=True)
    scene.noble("scrope", 1, "masham").siege("masham", ["percy"], 2).combat(0)
    return played_out(scene)


def plague(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("beaufort", 0, "york").next_events("E-PL02")
    scene.event(0)
    return played_out(scene)


def voyage(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("roos", 0, "lynn", cards=("le_swan",), heirs=("margaret",))
    scene.movement(0)
    embark = {"nobles": ["roos"], "ship": "le_swan"}
    return played_out(
        scene,
        (0, "embark", embark),
        (0, "sail", {"ship": "le_swan", "to": "the-wash"}),
        (0, "done", {}),
    )


def on_wight(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "carisbrooke", heirs=("margaret",))
    heir = scene.state.heirs["margaret"]
    heir.landing_due, heir.landing_for = 1, 0
    scene.movement(0)
    return played_out(scene, (0, "done", {}))


def moment(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").noble("mowbray", 1, "13,20")
    scene.hand(1, "saxons_1").combat(0)
    return played_out(
        scene, (0, "attack", {"nobles": ["percy"], "against": "1", "square": "13,20"})
    )


def chamber(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", heirs=("henry",), cards=("bp_norwich",))
    scene.noble("clifford", 1, "skipton").chancery("bp_durham", "earl_kent")
    far(scene).held(0, "E-WR01").parliament(0)
    return outcome(scene, 30)


def chancellor(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", cards=("chancellor_england",))
    far(scene).crowned().parliament(0)
    return outcome(scene)


def two_kings(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", cards=("chancellor_england",))
    scene.hold("henry", "percy").crowned("henry", "richard_york")
    far(scene).hold("richard_york", "courtenay").parliament(0)
    return outcome(scene, 30)


def offering(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", heirs=("henry",), cards=("bp_norwich",))
    scene.noble("clifford", 1, "15,16").chancery("earl_kent", "earl_essex")
    far(scene).held(0, "E-WR01").parliament(0)
    return outcome(scene, 30)


def clergy(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "york", heirs=("richard_york",))
    scene.noble("mowbray", 1, "york", guest=True, cards=("abp_york",)).coronation(0)
    return outcome(scene)


def raid(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "york").noble("neville", 0, "middleham")
    scene.held(0, "E-WR01").next_events("E-RA01").event(0)
    return outcome(scene)


def lent_port(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("roos", 0, "13,20", cards=("le_swan",))
    scene.noble("howard", 1, "hull").ship("le_swan", port="hull").aboard("roos", "le_swan")
    scene.movement(0)
    return played_out(scene)


def lent_ship(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("roos", 0, "lynn", cards=("le_swan",))
    scene.noble("howard", 1, "lynn", guest=True).ship("le_swan", port="lynn").movement(1)
    return played_out(scene)


def two_ships(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "lynn", cards=("le_swan", "le_rose"))
    scene.ship("le_swan", port="lynn").ship("le_rose", port="lynn").noble("mowbray", 0, "lynn")
    scene.give("percy", "saxons_1").movement(0)
    return played_out(scene, (0, "embark", {"nobles": ["percy", "mowbray"], "ship": "le_swan"}))


def too_strong(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("scrope", 1, "york").control("bolton", None)
    scene.noble("percy", 0, "masham", outside=True).control("masham", "scrope")
    scene.give("percy", *game.content.mercenaries, "constable_tower").movement(0)
    leave = {"place": "masham"}
    return played_out(scene, (0, "ask_leave", leave), (1, "grant", {}))


def guest(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("scrope", 1, "masham").noble("percy", 0, "masham", guest=True)
    scene.movement(0)
    return played_out(scene, (0, "leave", {"nobles": ["percy"], "place": "masham"}))


def left_in_york(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "york", heirs=("richard_york",))
    scene.movement(0)
    return played_out(scene)


def open_town(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "worcester", outside=True)
    scene.noble("herbert", 1, "worcester").combat(0)
    return played_out(scene)


def to_ireland(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20", cards=("chancellor_england", "le_swan"))
    scene.ship("le_swan", sea="dublin-bay").movement(0)
    return played_out(scene, (0, "sail", {"ship": "le_swan", "to": "ireland"}))


def saxons(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").hand(0, "saxons_1")
    scene.movement(0)
    return played_out(scene, (0, "play", {"card": "saxons_1", "noble": "percy"}))


def no_fleet(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", cards=("chancellor_england",))
    far(scene).crowned().give("courtenay", "admiral_england")
    del scene.state.ships["le_trinity"]
    scene.parliament(0)
    return outcome(scene)


def levies(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20")
    scene.next_crown("saxons_1").next_events("E-FM01").draw(0)
    return outcome(scene, 1)


def ferry(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "calais", outside=True, cards=("saxons_1",))
    scene.movement(0)
    return outcome(scene, 1)


def ferryman(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "calais", outside=True).hand(0, "saxons_1")
    scene.movement(0)
    return played_out(scene, (0, "play", {"card": "saxons_1", "noble": "percy"}))


def trapped(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "hull").noble("howard", 1, "castle-rising")
    scene.noble("mowbray", 1, "13,20", cards=("le_nicholas",))
    scene.ship("le_nicholas", sea="humber-mouth").aboard("mowbray", "le_nicholas")
    scene.next_events("E-ST01").event(1)
    return outcome(scene, 2)


def ships_meet(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20", cards=("le_swan",))
    scene.give("courtenay", "le_rose").ship("le_swan", sea="norfolk-coast")
    scene.ship("le_rose", sea="humber-mouth").movement(0)
    sail = {"ship": "le_swan", "to": "humber-mouth"}
    return played_out(scene, (0, "sail", sail), (0, "done", {}))


def traders(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").hand(0, "saxons_1")
    scene.noble("scrope", 1, "masham").noble("mowbray", 0, "masham", outside=True)
    scene.give("mowbray", "marshal_england", "saxons_2").siege("masham", ["mowbray"]).movement(0)
    return played_out(scene, (0, "propose_deal", {"to": "1", "give": ["hand:saxons_1"]}))


def parliament_of_late(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "coventry", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton").held(0, "E-WR01")
    scene.state.turn, scene.state.peace_ended_turn = 9, 6
    scene.parliament(0)
    return outcome(scene, 1)


def captive(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").noble("clifford", 1, "13,20")
    scene.next_events("E-RA08").combat(0)
    attack = {"nobles": ["percy"], "against": "1", "square": "13,20"}
    return played_out(scene, (0, "attack", attack))


def townsmen(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "13,20").noble("clifford", 1, "13,20")
    scene.give("percy", "town_coventry").next_events("E-RA08").combat(0)
    attack = {"nobles": ["percy"], "against": "1", "square": "13,20"}
    return played_out(scene, (0, "attack", attack))


def last_of_york(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("roos", 0, "13,20").noble("clifford", 1, "13,20")
    scene.state.nobles["percy"] = scene.state.nobles["roos"].__class__(0, "13,20")
    changes.kill_noble(scene.match.table, "percy", "battle")
    scene.movement(0)
    return outcome(scene, 1)


def before_scotland(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "12,2")
    scene.movement(0)
    return played_out(scene)


def york_minster(game: Game) -> Any:
    scene = far(Scene(2, game)).noble("percy", 0, "york", heirs=("richard_york",))
    scene.give("percy", "abp_york").coronation(0)
    return played_out(scene)


def mourning(game: Game) -> Any:
    scene = Scene(2, game).noble("percy", 0, "york").noble("grey", 1, "14,17").held(0, "X-INF")
    scene.movement(0)
    changes.kill_noble(scene.match.table, "grey", "battle")
    scene.match._after()
    return [prompt.seconds for prompt in scene.match.prompts(0)]


SHOWN: dict[str, tuple[Any, Callable[[Game], Any]]] = {
    "parliament_cooldown_rounds": (1, parliament_of_late),
    "closed_places": (["dublin", "ireland", "scotland", "continent", "masham"], shut_out),
    "garrison_after_siege": ([1, 2], long_siege),
    "beaufort_dies": ("battle_only", plague),
    "heir_abroad_turns": (2, voyage),
    "heir_abroad_havens": ([], on_wight),
    "moment_seconds": (0, moment),
    "ballot_seconds": (10, chamber),
    "bishops_per_grant": (2, chamber),
    "time_limit_rounds": (5, begun),
    "edition": ("1981", begun),
    "heir_dice": ({"henry": ["york"] * 6}, begun),
    "players_min": (3, lambda game: game.seat_range),
    "players_max": (6, lambda game: game.seat_range),
    "lent_clergy": (False, clergy),
    "commission": (True, raid),
    "laden_ships_leave": ("any", lent_port),
    "ships_take_guests": (False, lent_ship),
    "fleets": (True, two_ships),
    "lone_noble_enters": ("own", too_strong),
    "garrison_alliances": (False, guest),
    "towns_held": (True, open_town),
    "fortress_holds_heirs": (True, left_in_york),
}
"""Another value than that of the house rules, and a position that it changes."""

SHOWN_BY_CLASSIC: dict[str, tuple[Any, Callable[[Game], Any]]] = {
    "ambush": (True, battle),
    "whole_forces": (True, battle),
    "chancellor_card": (True, chancellor),
    "grants_voted": (False, offering),
    "proposers": (["caller", "commons"], offering),
    "two_kings_vote": (True, two_kings),
    "commons_counted": ("present", chamber),
    "counter_seconds": (7, mourning),
    "family_nobles": ({"audley": "york"}, begun),
    "loyalty": (True, plague),
    "family_loyalty": (True, last_of_york),
    "entered_by": ({"ireland": "chancellor_england"}, to_ireland),
    "sea_combat": (True, ships_meet),
    "blockades": (True, ships_meet),
    "port_amnesty": (True, trapped),
    "lost_ships_vote": (True, no_fleet),
    "ransom_by_draws": (True, captive),
    "booty_from": (10, captive),
    "town_men": ({"town_coventry": 20}, townsmen),
    "siege_embargo": (True, traders),
    "opened_by_events": (["scotland"], before_scotland),
    "without_cathedral": (["york"], york_minster),
    "controls_added": ({"saxons_1": ["masham"]}, saxons),
    "raised_by": ({"saxons_1": "marshal_england"}, levies),
    "ferries": (["saxons_1"], ferryman),
    "ferried_from": ({"saxons_1": ["calais"]}, ferry),
    "raised_at": ({"saxons_1": ["calais"]}, saxons),
    "pardons_kept": (False, begun),
    "parts": (parts(4, 5, 2, 2), begun),
    "nobles_in_deck": (False, slain),
    "crown_draws": (2, drawing),
    "crown_draws_king": (2, drawing_at_home),
    "out_of_country": ([], drawing),
}
"""The same for values that the house rules do not read."""


BESIDE: dict[str, dict[str, Any]] = {
    "parts": {"players_max": 4},
    "out_of_country": {"crown_draws_king": 2},
    "counter_seconds": {"event_added": ["X-INF"], "event_size": 81},
    "opened_by_events": {"closed_places": []},
    "family_loyalty": {"family_nobles": {"percy": "york"}},
    "pardons_kept": {
        "crown_added": ["kings_pardon_1", "kings_pardon_2"],
        "crown_size": 74,
        "deal_total": 72,
        "deal_at_most": 72,
    },
}
"""Other values that must be turned as well for one to show."""


@pytest.mark.parametrize("value", SHOWN)
def test_a_small_position_comes_out_otherwise(value: str) -> None:
    other, position = SHOWN[value]
    assert position(turned("house", {}, {value: other})) != position(HOUSE)


@pytest.mark.parametrize("value", SHOWN_BY_CLASSIC)
def test_a_small_position_of_the_classic_rules_comes_out_otherwise(value: str) -> None:
    other, position = SHOWN_BY_CLASSIC[value]
    beside = BESIDE.get(value, {})
    plain = turned("classic", {}, beside) if beside else CLASSIC
    assert position(turned("classic", {}, {**beside, value: other})) != position(plain)


DECKS: dict[str, dict[str, Any]] = {
    "crown_removed": {"crown_removed": ["kings_pardon_1"], "crown_size": 79},
    "crown_added": {"crown_added": ["captain_calais"], "crown_size": 74},
    "crown_sets": {"crown_sets": ["basic"], "crown_size": 72},
    "event_removed": {"event_removed": ["E-AD01", "E-AD02", "E-AD03"], "event_size": 80},
    "event_sets": {"event_sets": ["basic"], "event_removed": [], "event_size": 80},
    "event_added": {"event_added": ["X-MGS"], "event_size": 82},
}


@pytest.mark.parametrize("value", DECKS)
def test_other_cards_make_another_game(value: str) -> None:
    assert begun(turned("house", {}, DECKS[value])) != begun(HOUSE)


COUNTED = {"crown_size": 72, "event_size": 80, "commons_total": 155, "lords_total": 81}
"""Numbers that are there to check the decks by."""


@pytest.mark.parametrize("value", COUNTED)
def test_a_deck_that_does_not_add_up_is_refused(value: str) -> None:
    with pytest.raises(ContentError) as broken:
        turned("house", {}, {value: COUNTED[value]})
    assert broken.value.key == f"values.{value}"


NOT_READ = {
    "last_heir": "Beaufort is named by the rules themselves",
    "time_limit_hours": "the table's host sets the clock",
}
"""Values that no rule reads so far."""


def test_every_procedure_and_every_value_is_turned() -> None:
    told = {"id", "name", "summary", "stage", "use"}
    turns = [*RECORDED, *SHOWN, *SHOWN_BY_CLASSIC, *DECKS, *COUNTED, *NOT_READ]
    assert sorted(turns) == sorted(set(Ruleset.__struct_fields__) - told)
    assert set(KINDS) == set(PROCEDURES)
