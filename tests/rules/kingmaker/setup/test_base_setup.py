"""Setting up by the base and the classic rules: decks, deal, places, who begins."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from bot.content import load_content
from bot.games import game_for
from bot.rules.kernel import Dice, Event, Match, Position
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import enter_play
from bot.rules.kingmaker.forces.strength import eligible_for, nobles_of, strength
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.setup.opening import first_player
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.scene import LoadedDice, Scene

CLASSIC = load_content("classic")
EACH = {2: 18, 3: 12, 4: 9, 5: 7, 6: 6, 7: 5}


@cache
def opened(ruleset: str, seats: int, seed: str) -> tuple[tuple[Event, ...], Any]:
    """A set-up answered at random: its events, and the state when the first turn has begun."""
    match, outcome = Match.start(game_for("kingmaker", ruleset), seats, seed)
    events, chance = list(outcome.events), random.Random(seed)
    while match.position.state.phase == "setup":
        seat = chance.choice(match.waiting_for())
        prompt = next(p for p in match.prompts(seat) if p.blocking)
        choices = [c for offer in prompt.offers for c in offer.choices()]
        events += match.submit(seat, chance.choice(choices)).events
    return tuple(events), match.position.state


def told(events: tuple[Event, ...], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# The decks and the deal


@pytest.mark.rule("base-2.1", "base-1.2")
def test_the_basic_game_has_72_crown_cards_and_80_events() -> None:
    assert (len(CLASSIC.crown), len(CLASSIC.events)) == (72, 80)
    assert {card.game for card in CLASSIC.crown.values()} == {"basic"}
    assert {card.game for card in CLASSIC.events.values()} == {"basic"}
    sizes = (len(CLASSIC.nobles), len(CLASSIC.titles), len(CLASSIC.offices), len(CLASSIC.bishops))
    assert sizes == (23, 8, 12, 6)
    cards = (len(CLASSIC.mercenaries), len(CLASSIC.place_cards), len(CLASSIC.ship_cards))
    assert cards == (8, 11, 4)


@pytest.mark.rule("classic-setup.2", "base-2.3", "classic-setup.1", "base-1.1")
@pytest.mark.parametrize("seats", EACH)
def test_36_cards_are_divided_evenly_and_the_rest_goes_back(seats: int) -> None:
    assert CLASSIC.ruleset.cards_each(seats) == EACH[seats]
    events, state = opened("classic", seats, "even")
    for deal in told(events, facts.CardsDealt):
        kinds = [CLASSIC.crown[card].kind for card in deal.cards]
        assert len(deal.cards) == EACH[seats] + ("noble" not in kinds[: EACH[seats]])
    dealt = {card for deal in told(events, facts.CardsDealt) for card in deal.cards}
    assert set(state.crown_deck) == set(CLASSIC.crown) - dealt


@pytest.mark.rule("base-2.4", "base-2.3")
def test_of_what_comes_before_a_late_noble_nothing_is_kept() -> None:
    late = []
    for number in range(12):
        events, state = opened("classic", 7, f"late {number}")
        for deal in told(events, facts.CardsDealt):
            if len(deal.cards) > EACH[7]:
                late.append(deal)
                assert [CLASSIC.crown[c].kind for c in deal.cards].count("noble") == 1
                assert CLASSIC.crown[deal.cards[-1]].kind == "noble"
        assert len(state.crown_deck) == 72 - sum(
            len(deal.cards) for deal in told(events, facts.CardsDealt)
        )
    assert late


@pytest.mark.rule("base-2.5", "base-2.6")
@pytest.mark.parametrize("seats", EACH)
def test_all_that_can_be_laid_is_laid_and_no_hand_is_left(seats: int) -> None:
    events, state = opened("classic", seats, "laid")
    assert [faction.hand + faction.dealt for faction in state.factions] == [[]] * seats
    table = Match(
        game_for("kingmaker", "classic"), Position(1, "", "", 0, Dice(""), [], state)
    ).table
    for card in state.chancery:
        seat = next(d.seat for d in told(events, facts.CardsDealt) if card in d.cards)
        assert CLASSIC.crown[card].kind in ("title", "office")
        takers = (
            eligible_for(table, CLASSIC.crown[card], noble) for noble in nobles_of(state, seat)
        )
        assert not any(takers)


PARDONS = ("kings_pardon_1", "kings_pardon_2")


@pytest.mark.rule("base-19.4", "base-1.3", "base-2.5")
@pytest.mark.parametrize("rules", ["classic", "families"])
def test_a_pardon_that_was_dealt_is_known_to_its_player_alone(rules: str) -> None:
    dealt = 0
    for number in range(4):
        events, state = opened(f"{rules}+kings_pardon", 2, f"pardon {number}")
        everybody = [event for event in events if event.audience is None]
        assert not any(card in repr(event) for event in everybody for card in PARDONS)
        kept = told(events, facts.CardsKeptInHand)
        dealt += len(kept)
        for seat, faction in enumerate(state.factions):
            hidden = [(e.cards, e.audience) for e in kept if e.seat == seat]
            assert hidden == ([(tuple(faction.hand), (seat,))] if faction.hand else [])
            assert set(faction.hand) <= set(PARDONS)
    assert dealt


@pytest.mark.rule("base-19.6", "base-2.6")
@pytest.mark.parametrize("ruleset", ["classic+advanced_cards", "classic+initial_placement"])
def test_no_other_card_is_in_a_hand_when_play_begins(ruleset: str) -> None:
    for number in range(4):
        events, state = opened(ruleset, 2, f"hand {number}")
        assert [faction.hand + faction.dealt for faction in state.factions] == [[], []]
        for back in told(events, facts.CardsBackInDeck):
            assert back.cards == ("french_foot",)
            assert "french_foot" in state.crown_deck


@pytest.mark.rule("base-2.7")
def test_nobles_begin_in_castles_of_their_own_and_ships_in_their_ports() -> None:
    _, state = opened("classic", 3, "home")
    for key, noble in state.nobles.items():
        assert noble.inside in CLASSIC.castles_of(key)
    for key, ship in state.ships.items():
        assert ship.port == CLASSIC.ships[key].home_port


# The heirs


@pytest.mark.rule(
    "classic-succession.1",
    "classic-succession.2",
    "classic-succession.3",
    "classic-succession.4",
    "base-13.1",
    "base-2.12",
)
def test_the_heirs_begin_where_the_sheet_says() -> None:
    state = Scene(2, "classic").state
    assert {key: heir.inside for key, heir in state.heirs.items()} == {
        "henry": "london",
        "margaret": "fotheringhay",
        "edward_lancaster": "coventry",
        "richard_york": "york",
        "edward_march": "harlech",
        "george": "cardigan",
        "richard_gloucester": "calais",
    }
    assert [line(state, CLASSIC, house) for house in ("lancaster", "york")] == [
        ["henry", "margaret", "edward_lancaster"],
        ["richard_york", "edward_march", "george", "richard_gloucester"],
    ]
    assert [key for key, heir in state.heirs.items() if heir.crowned] == ["henry"]
    assert {heir.holder for heir in state.heirs.values()} == {None}


@pytest.mark.rule("base-2.9")
def test_on_the_board_of_1981_margaret_and_edward_begin_elsewhere() -> None:
    first, second = (
        {key: heir.inside for key, heir in Scene(2, table).state.heirs.items()}
        for table in ("classic", "classic+second_edition")
    )
    moved = {key: place for key, place in second.items() if first[key] != place}
    assert moved == {"margaret": "coventry", "edward_lancaster": "kenilworth"}
    boards = [load_content(table).board for table in ("classic", "classic+second_edition")]
    assert [board.edition for board in boards] == ["1976", "1981"]
    assert ["preston" in board.ports for board in boards] == [False, True]
    assert [board.ports["london"] for board in boards] == [
        ("the-downs", "orwell-haven"),
        ("london-estuary",),
    ]


@pytest.mark.rule("base-19.12", "base-8.13")
def test_edmund_is_third_of_york_and_waits_in_dublin() -> None:
    scene = Scene(2, "classic+edmund")
    assert line(scene.state, scene.content, "york") == [
        "richard_york",
        "edward_march",
        "edmund_rutland",
        "george",
        "richard_gloucester",
    ]
    edmund = scene.state.heirs["edmund_rutland"]
    assert (edmund.square, edmund.inside, edmund.place_in_line) == ("1,11", "dublin", 3)
    assert scene.content.is_open("dublin")
    assert not CLASSIC.is_open("dublin")
    scene.noble("percy", 0, "alnwick", cards=("le_swan",)).noble("roos", 1, "helmsley")
    scene.ship("le_swan", sea="dublin-bay").movement(0)
    scene.play(0, "sail", ship="le_swan", to="dublin")  # neutral, and she is empty
    assert scene.lies("le_swan") == "dublin"


def test_edmund_is_no_heir_of_the_house_rules() -> None:
    with pytest.raises(ValueError, match="Edmund of Rutland needs trade within one square"):
        load_content("house+edmund")


# Who begins


def started(*cards: tuple[str, str]) -> Scene:
    """Neville, Percy and Stafford of three factions, with cards beside them."""
    scene = Scene(3, "classic").noble("neville", 0, "raby").noble("percy", 1, "alnwick")
    scene.noble("stafford", 2, "stafford")
    for noble, card in cards:
        scene.give(noble, card)
    return scene


@pytest.mark.rule("classic-setup.3", "base-2.11", "base-19.14")
def test_the_chancellor_begins() -> None:
    scene = started(("stafford", "chancellor_england"), ("neville", "abp_canterbury"))
    assert first_player(scene.match.table) == 2


@pytest.mark.rule("classic-setup.4", "base-2.11")
@pytest.mark.parametrize(
    "order",
    [("abp_canterbury", "abp_york"), ("abp_york", "bp_durham"), ("bp_durham", "bp_carlisle"),
     ("bp_carlisle", "bp_lincoln"), ("bp_lincoln", "bp_norwich")],
)  # fmt: skip
def test_else_who_has_the_senior_bishop(order: tuple[str, str]) -> None:
    senior, junior = order
    scene = started(("percy", junior), ("stafford", senior))
    assert first_player(scene.match.table) == 2


@pytest.mark.rule("classic-setup.5", "base-2.11")
def test_else_who_has_most_troops_whatever_the_region_adds() -> None:
    scene = started()
    assert first_player(scene.match.table) == 1  # Percy's 100
    scene.give("stafford", "chamberlain_chester")  # 30 + 50, and 200 in Wales only
    stafford = scene.state.nobles["stafford"]
    stafford.square, stafford.inside = scene.board.places["harlech"].square, None
    assert first_player(scene.match.table) == 1


@pytest.mark.rule("classic-setup.5")
def test_a_tie_is_settled_by_lot() -> None:
    begun = set()
    for number in range(12):
        scene = Scene(2, "classic").noble("neville", 0, "raby").noble("mowbray", 1, "bramber")
        scene.dice.seed = f"lot {number}"
        begun.add(first_player(scene.match.table))
    assert begun == {0, 1}


# Initial placement (base-2.8)


def placing() -> Scene:
    """Seat 1 begins: his Roos may stand in two castles or in Coventry, Howard of seat 0 at home."""
    scene = Scene(2, "classic+initial_placement")
    for noble, seat in (("roos", 1), ("clifford", 1), ("howard", 0)):
        scene.state.crown_deck.remove(noble)
        enter_play(scene.match.table, noble, seat)
    scene.give("roos", "town_coventry", "abp_york")
    steps = procedures(scene.match.table).initial_placement()
    scene.state.phase = "setup"
    scene.position.agenda[:] = [scene.position.agenda[0], steps[-1]]
    scene._note(scene.match._after())
    return scene


@pytest.mark.rule("base-2.8")
def test_nobles_are_placed_one_at_a_time_and_by_default_where_no_plague_comes() -> None:
    scene = placing()
    assert list(scene.state.control)[:2] == ["coventry", "york"]
    (prompt,) = [p for p in scene.match.prompts(1) if p.blocking]
    castles = prompt.offers[0].field("castle").candidates
    assert castles[-2:] == ("coventry", "york")
    assert set(castles[:-2]) == {"helmsley", "belvoir", "skipton", "brougham"}
    assert scene.asked(0) == []
    assert scene.asked(1) == ["settle_in_turn"]
    fortresses = {"helmsley", "belvoir", "skipton", "brougham", "coventry", "york"}
    assert scene.candidates(1, "settle", "castle") == fortresses
    scene.refused(0, "settle", rule="base-2.8", noble="howard", castle="castle-rising")
    scene.refused(1, "settle", rule="base-2.8", noble="roos", castle="castle-rising")
    scene.play(1, "settle", noble="roos", castle="coventry")
    # Edward of Lancaster stood there, and is captured at once
    assert scene.state.heirs["edward_lancaster"].holder == "roos"
    assert scene.where("roos") == (scene.board.places["coventry"].square, "coventry", None)
    # Howard has but one place to go; then it is seat 1's turn again
    assert scene.where("howard")[1] == "castle-rising"
    assert scene.asked(1) == ["settle_in_turn"]
    scene.play(1, "settle", noble="clifford", castle="york")
    assert scene.state.heirs["richard_york"].holder == "clifford"
    assert scene.happened(facts.GameBegan) == [facts.GameBegan(1)]
    assert (scene.state.active, scene.state.round) == (1, 1)


@pytest.mark.rule("base-2.8", "base-6.1", "base-6.2")
def test_nobody_is_placed_where_there_is_no_room() -> None:
    scene = placing()
    hired = ("burgundian_crossbowmen", "flemish_crossbowmen", "scots_archers")
    scene.give("roos", *(f"{band}_{number}" for band in hired for number in (1, 2)))
    scene.give("clifford", "earl_westmorland", "marshal_england")
    scene.play(1, "settle", noble="roos", castle="helmsley")
    assert strength(scene.match.table, ["roos"]) <= 300
    assert strength(scene.match.table, ["roos", "clifford"]) > 300
    assert "helmsley" not in scene.candidates(1, "settle", "castle")
    assert {"skipton", "coventry"} <= scene.candidates(1, "settle", "castle")


@pytest.mark.parametrize("seats", [2, 7])
def test_games_with_chosen_places_begin(seats: int) -> None:
    for number in range(3):
        _, state = opened("classic+initial_placement", seats, f"chosen {number}")
        for key, noble in state.nobles.items():
            place = noble.inside
            assert place is None or state.nobles[state.control[place]].seat == noble.seat, key


@pytest.mark.rule("classic-setup.4", "base-2.11")
def test_no_lot_is_drawn_where_one_has_most_troops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoadedDice, "below", lambda self, sides: pytest.fail("a lot is drawn"))
    assert first_player(started().match.table) == 1
