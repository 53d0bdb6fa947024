"""The cards, heirs, ships and tables of the house rules, against figures written down here."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.content import ContentError, load_content, ruleset_ids
from bot.content.checks import total_votes
from bot.rules.kingmaker.content import Content

NOBLES = {  # troops, votes in the Lords, votes in the Commons
    "audley": (10, 1, 0),
    "beaufort": (30, 3, 2),
    "berkeley": (10, 1, 0),
    "bourchier": (10, 1, 0),
    "clifford": (10, 1, 0),
    "courtenay": (30, 2, 1),
    "cromwell": (10, 1, 0),
    "fitzalan": (30, 2, 1),
    "grey": (20, 1, 0),
    "greystoke": (10, 1, 0),
    "hastings": (10, 1, 0),
    "herbert": (10, 1, 0),
    "holland": (20, 1, 0),
    "howard": (10, 1, 0),
    "mowbray": (50, 4, 2),
    "neville": (50, 4, 3),
    "percy": (100, 3, 2),
    "pole": (30, 2, 1),
    "roos": (20, 1, 0),
    "scrope": (10, 1, 0),
    "stafford": (30, 2, 1),
    "stanley": (50, 2, 0),
    "talbot": (30, 2, 1),
}
OFFICES = {  # troops, bonus, area, votes in the Commons, places
    "chancellor_england": (50, 0, None, 20, ("caernarvon",)),
    "marshal_england": (100, 0, None, 0, ()),
    "treasurer_england": (50, 0, None, 0, ("windsor",)),
    "steward_household": (50, 0, None, 0, ("kenilworth",)),
    "constable_dover": (50, 0, None, 0, ("dover",)),
    "constable_tower": (50, 200, "place:london", 3, ("london",)),
    "chancellor_cornwall": (50, 100, "devon_cornwall", 2, ("plymouth",)),
    "chamberlain_chester": (50, 200, "wales", 0, ("chester",)),
    "chancellor_lancaster": (50, 100, "place:conway", 3, ("conway", "tutbury")),
    "warden_marches": (50, 100, "north_of_tees", 2, ("bamburgh", "berwick")),
    "warden_cinque_ports": (50, 0, None, 5, ()),
    "admiral_england": (50, 0, None, 0, ("southampton",)),
}
TITLES = {
    "earl_kent": (30, ()),
    "earl_westmorland": (40, ()),
    "earl_essex": (20, ("colchester",)),
    "earl_richmond": (40, ()),
    "earl_worcester": (30, ()),
    "earl_wiltshire": (30, ()),
    "duke_exeter": (20, ("exeter",)),
    "earl_salisbury": (30, ()),
}
BISHOPS = {  # seniority, votes in the Lords, bonus, places
    "abp_canterbury": (1, 7, 0, ("canterbury",)),
    "abp_york": (2, 5, 30, ("york",)),
    "bp_durham": (3, 4, 30, ("durham",)),
    "bp_carlisle": (4, 3, 30, ("carlisle",)),
    "bp_lincoln": (5, 2, 0, ("lincoln", "newark")),
    "bp_norwich": (6, 2, 0, ("norwich",)),
}


@pytest.fixture
def house() -> Content:
    return load_content("house")


def test_the_house_rules_are_there_and_read_once() -> None:
    assert "house" in ruleset_ids()
    assert load_content("house") is load_content("house")


def test_an_unknown_rule_set_is_refused_by_name() -> None:
    with pytest.raises(ContentError) as refused:
        load_content("mouse")
    assert refused.value.file == "kingmaker/rulesets/mouse.json"
    assert "there is no such rule set" in refused.value.reason
    assert "house" in refused.value.reason


@pytest.mark.rule("house-5.25a", "house-5.13b")
def test_the_crown_deck_has_73_cards(house: Content) -> None:
    kinds = Counter(card.kind for card in house.crown.values())
    assert len(house.crown) == 73
    assert kinds == {
        "noble": 23,
        "title": 8,
        "office": 12,
        "bishop": 6,
        "mercenary": 9,
        "place": 11,
        "ship": 4,
    }
    gone = {
        "kings_pardon_1",
        "kings_pardon_2",
        "le_lucas",
        "plantagenet_lancaster",
        "plantagenet_york",
        "captain_calais",
        "lieutenant_ireland",
    }
    assert not gone & set(house.crown)
    assert "french_foot" in house.crown
    assert len(house.nobles) == 23
    assert house.ship_cards == ("le_swan", "le_michael", "le_nicholas", "le_rose")


def test_nobles(house: Content) -> None:
    read = {n: house.crown[n] for n in house.nobles}
    assert {n: (c.troops, c.lords, c.commons) for n, c in read.items()} == NOBLES
    titled = {n for n, c in read.items() if c.title is not None}
    assert titled == {n for n, (_, _, commons) in NOBLES.items() if commons}
    assert len(titled) == 9
    assert house.crown["beaufort"].title == "Duke of Somerset"
    assert house.crown["beaufort"].troops == 30
    assert house.crown["percy"].troops == 100


def test_home_castles(house: Content) -> None:
    castles = [castle for n in house.nobles for castle in house.castles_of(n)]
    assert len(castles) == len(set(castles)) == 45
    assert house.castles_of("beaufort") == ("corfe", "chirk")
    assert house.castles_of("neville") == ("warwick", "raby", "middleham", "cardiff")
    for noble in house.nobles:
        for castle in house.castles_of(noble):
            assert house.board.places[castle].owner == noble
            assert house.castle_owner(castle) == noble
    ownerless = {
        p.id for p in house.board.places.values() if p.kind == "noble_castle" and p.owner is None
    }
    assert ownerless == {"ludlow", "sandal", "pontefract"}


def test_offices(house: Content) -> None:
    read = {o: house.crown[o] for o in house.offices}
    assert {
        o: (c.troops, c.bonus, c.bonus_area, c.commons, c.controls) for o, c in read.items()
    } == OFFICES
    assert [o for o, c in read.items() if c.commons_if_no_sole_king] == ["chancellor_england"]
    assert len(house.ships_of("warden_cinque_ports")) == 5
    assert house.ships_of("admiral_england") == ("le_trinity", "le_grace_dieu")


def test_titles(house: Content) -> None:
    read = {t: house.crown[t] for t in house.titles}
    assert {t: (c.troops, c.controls) for t, c in read.items()} == TITLES
    assert {c.commons for c in read.values()} == {1}


def test_bishops(house: Content) -> None:
    read = {b: house.crown[b] for b in house.bishops}
    assert {b: (c.seniority, c.lords, c.bonus, c.controls) for b, c in read.items()} == BISHOPS
    assert {b for b, c in read.items() if c.archbishop} == {"abp_canterbury", "abp_york"}
    assert {c.bonus_area for c in read.values() if c.bonus} == {"north_of_trent"}
    assert {c.troops for c in read.values()} == {0}


@pytest.mark.rule("house-5.13a")
def test_mercenaries(house: Content) -> None:
    assert {m: house.crown[m].troops for m in house.mercenaries} == {
        "burgundian_crossbowmen_1": 30,
        "burgundian_crossbowmen_2": 30,
        "flemish_crossbowmen_1": 20,
        "flemish_crossbowmen_2": 20,
        "saxons_1": 10,
        "saxons_2": 10,
        "scots_archers_1": 20,
        "scots_archers_2": 20,
        "french_foot": 100,
    }
    assert house.crown["saxons_2"].group == "saxons"
    special = [m for m in house.mercenaries if house.crown[m].attack_only]
    assert special == ["french_foot"]
    assert [m for m in house.mercenaries if house.crown[m].single_use] == ["french_foot"]


def test_place_cards(house: Content) -> None:
    assert {house.crown[c].controls[0] for c in house.place_cards} == {
        "bristol",
        "carisbrooke",
        "coventry",
        "ipswich",
        "lancaster",
        "leicester",
        "newcastle",
        "northampton",
        "nottingham",
        "shrewsbury",
        "swansea",
    }
    assert house.place_card("bristol") == "town_bristol"
    assert house.place_card("london") is None


def test_ships(house: Content) -> None:
    ships = {s.id: (s.home_port, s.capacity) for s in house.ships.values()}
    assert len(ships) == 12
    assert ships["le_swan"] == ("lynn", 150)
    assert ships["le_nicholas"] == ("bristol", 200)
    assert ships["le_george"] == ("rye", 75)
    assert ships["le_trinity"] == ("southampton", 200)
    assert house.card_of_ship("le_trinity") == "admiral_england"
    assert house.card_of_ship("le_rose") == "le_rose"


@pytest.mark.rule("house-5.26b")
def test_le_lucas_sails_for_stanley_from_douglas(house: Content) -> None:
    assert house.ships["le_lucas"].home_port == "douglas"
    assert house.ships["le_lucas"].noble == "stanley"
    assert house.card_of_ship("le_lucas") == "stanley"
    assert house.ships_of("stanley") == ("le_lucas",)
    assert [n for n in house.nobles if house.ships_of(n)] == ["stanley"]


@pytest.mark.rule("house-5.25b")
def test_the_event_deck_has_81_cards(house: Content) -> None:
    kinds = Counter(card.kind for card in house.events.values())
    assert len(house.events) == 81
    assert kinds == {
        "plague": 17,
        "summon": 29,
        "embassy": 4,
        "storms": 3,
        "mercenaries_home": 3,
        "chancellor_may": 3,
        "parliament_must": 2,
        "free_move": 10,
        "writ": 10,
    }
    assert house.events["E-AD01"].kind == "plague"
    assert house.events["E-AD01"].place == "calais"
    assert "E-AD02" not in house.events
    assert "E-AD03" not in house.events
    assert {f"E-WR{n:02}" for n in range(1, 11)} <= set(house.events)
    assert {f"E-FM{n:02}" for n in range(1, 11)} <= set(house.events)


def test_combat_halves(house: Content) -> None:
    assert Counter(card.combat for card in house.events.values()) == {
        "bad_weather": 11,
        "majority": 8,
        "5-4": 9,
        "3-2": 9,
        "2-1": 9,
        "3-1": 8,
        "4-1": 7,
        "none": 20,
    }
    held = {card.kind for card in house.events.values() if card.hold}
    assert held == {"writ", "free_move", "chancellor_may"}
    assert {c.kind for c in house.events.values() if c.combat == "none"} == {"writ", "free_move"}
    killed = Counter(noble for card in house.events.values() for noble in card.killed)
    assert set(killed) == set(NOBLES)
    assert set(killed.values()) == {5, 6}


def test_calls(house: Content) -> None:
    assert [(c.who, c.to) for c in house.events["E-RV10"].calls] == [
        ("hastings", "ashby"),
        ("steward_household", "coventry"),
    ]
    assert [(c.who, c.to) for c in house.events["E-PR01"].calls] == [
        ("chancellor_england", "black-heath"),
        ("abp_canterbury", "black-heath"),
        ("bourchier", "black-heath"),
    ]
    assert [(c.who, c.to) for c in house.events["E-RV09"].calls] == [
        ("earl_essex", "home"),
        ("bourchier", "home"),
    ]
    assert house.events["E-RV16"].calls[1].to == "newcastle"
    assert house.events["E-EM01"].place == "ravenser"
    for card in house.events.values():
        called = {call.who for call in card.calls}
        assert not called & set(card.killed), card.id


def test_the_heirs_and_their_places_in_line(house: Content) -> None:
    assert [h.order for h in house.heirs.values()] == [1, 2, 3, 1, 2, 3, 4]
    assert house.ruleset.last_heir == "beaufort"


@pytest.mark.rule("house-4.6", "house-4.7", "house-4.9")
def test_heirs_start(house: Content) -> None:
    assert {h.id: h.start for h in house.heirs.values()} == {
        "henry": "london",
        "margaret": "fotheringhay",
        "edward_lancaster": "coventry",
        "richard_york": "york",
        "edward_march": "harlech",
        "george": "cardigan",
        "richard_gloucester": "calais",
    }
    assert [h.id for h in house.heirs.values() if h.crowned] == ["henry"]


def test_royal_guards(house: Content) -> None:
    assert {g.house: g.troops for g in house.guards.values()} == {"lancaster": 30, "york": 50}
    lancaster = house.guard_of("lancaster")
    assert lancaster is not None
    assert lancaster.id == "plantagenet_lancaster"
    assert house.guard_of("tudor") is None


@pytest.mark.rule("base-15.24", "base-15.25")
def test_all_votes(house: Content) -> None:
    assert total_votes(house) == (156, 82)
    places = sum(p.commons for p in house.board.places.values())
    assert places == 79
    assert house.votes.king_commons == 20
    assert house.votes.senior_heir_commons == 10
    assert house.votes.senior_heir_lords == 10


@pytest.mark.rule("house-4.2", "base-2.3")
@pytest.mark.parametrize(("players", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6), (7, 5)])
def test_opening_deal(house: Content, players: int, each: int) -> None:
    assert house.ruleset.cards_each(players) == each


def test_options(house: Content) -> None:
    rules = house.ruleset
    assert rules.withheld == ("constable_tower",)
    assert rules.hand_limit == 2
    assert rules.forced_play == ("noble", "place")
    assert rules.time_limit_hours == 4.0
    assert rules.time_limit_rounds is None
    assert (rules.lay_share, rules.conclude_share) == ((1, 2), (1, 1))
    assert rules.beaufort_dies == "as_noble"
    assert rules.storm_loss_from == 96
    assert rules.parliament_cooldown_rounds == 3
    assert rules.parliament_calls_per_caller == 2
    assert not house.is_open("continent")
    assert house.is_open("calais")


def test_capacities_leave_towns_without_walls_free(house: Content) -> None:
    places = house.board.places
    capacity = house.ruleset.capacity
    assert [capacity(places[p]) for p in ("dover", "raby", "coventry", "london")] == [
        300,
        300,
        400,
        400,
    ]
    assert capacity(places["wells"]) is None
    assert capacity(places["cardigan"]) is None


@pytest.mark.parametrize(
    ("garrison", "turn", "left"),
    [(300, 0, 300), (300, 2, 300), (300, 3, 75), (200, 3, 50), (100, 4, 25), (90, 3, 23)],
)
def test_garrison_left(house: Content, garrison: int, turn: int, left: int) -> None:
    assert house.ruleset.garrison_left(garrison, turn) == left


@pytest.mark.parametrize(
    ("attackers", "defenders", "low"),
    [
        (24, 100, None),
        (25, 100, (1, 4)),
        (33, 100, (1, 4)),
        (1, 3, (1, 3)),
        (49, 100, (1, 3)),
        (50, 100, (1, 2)),
        (66, 100, (1, 2)),
        (2, 3, (2, 3)),
        (99, 100, (2, 3)),
        (100, 100, (1, 1)),
        (124, 100, (1, 1)),
        (125, 100, (5, 4)),
        (150, 100, (3, 2)),
        (200, 100, (2, 1)),
        (300, 100, (3, 1)),
        (399, 100, (3, 1)),
        (400, 100, (4, 1)),
        (10, 0, (4, 1)),
    ],
)
def test_battle_columns_compare_exactly(
    house: Content, attackers: int, defenders: int, low: tuple[int, int] | None
) -> None:
    row = house.battle.row_for(attackers, defenders)
    assert (row.low if row is not None else None) == low


def test_battle_table(house: Content) -> None:
    assert [(r.low, r.fails, r.none, r.minor) for r in house.battle.rows] == [
        ((1, 4), 60, 85, 95),
        ((1, 3), 50, 78, 93),
        ((1, 2), 40, 68, 88),
        ((2, 3), 28, 56, 80),
        ((1, 1), 18, 45, 75),
        ((5, 4), 14, 38, 71),
        ((3, 2), 10, 30, 66),
        ((2, 1), 6, 20, 58),
        ((3, 1), 3, 12, 48),
        ((4, 1), 1, 6, 40),
    ]
    even = house.battle.rows[4]
    assert [even.result(d) for d in (1, 18, 19, 45, 46, 75, 76, 100)] == [
        "attack_fails",
        "attack_fails",
        "no_victory",
        "no_victory",
        "minor_victory",
        "minor_victory",
        "major_victory",
        "major_victory",
    ]


def test_death_chances(house: Content) -> None:
    rows = {str(result): row for result, row in house.battle.deaths.items()}
    rows["assassin"] = house.battle.assassin
    read = {
        name: tuple(
            row.chance(attacking=attacking, heir=heir)
            for attacking in (True, False)
            for heir in (False, True)
        )
        for name, row in rows.items()
    }
    assert read == {
        "major_victory": (5, 2, 20, 10),
        "minor_victory": (8, 4, 12, 6),
        "no_victory": (8, 4, 8, 4),
        "attack_fails": (15, 8, 5, 2),
        "assassin": (25, 12, 20, 10),
    }
