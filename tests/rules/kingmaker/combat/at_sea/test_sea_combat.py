"""Combat at sea: who attacks, the strength of ships, the card, and what the winner takes."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.prospects.fights import fights
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.questions import Teller, aimed
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS, WRIT, allied
from tests.rules.kingmaker.families.tables import LANCASTER, MOWBRAY, PERCY, YORK, heads
from tests.rules.kingmaker.scene import Scene

TWO_DICE = "classic+sea_combat+nobles_killed"


def decided(scene: Scene) -> facts.BattleDecided:
    """The one battle that was decided."""
    (found,) = scene.happened(facts.BattleDecided)
    assert isinstance(found, facts.BattleDecided)
    return found


# Who attacks whom


@pytest.mark.rule("ishkibibble-seacombat.1")
def test_ships_that_came_into_a_sea_space_may_attack_others_there() -> None:
    scene = meeting(("le_swan",), ("le_rose",))
    scene.combat(0)
    assert scene.candidates(0, "attack_at_sea", "against") == {"1"}
    assert scene.candidates(0, "attack_at_sea", "sea") == {SEA}
    scene.play(0, "done")  # nobody must
    assert scene.lies("le_rose") == SEA


@pytest.mark.rule("ishkibibble-seacombat.1")
def test_ships_that_lay_there_already_do_not_attack() -> None:
    scene = meeting(("le_swan",), ("le_rose",), entered=False)
    scene.combat(0)
    assert scene.offered(0, "attack_at_sea") == []
    scene.forbidden(
        0,
        "attack_at_sea",
        rule="ishkibibble-seacombat.1",
        says="sailed into this sea space",
        against="1",
        sea=SEA,
    )


@pytest.mark.rule("ishkibibble-seacombat.1")
def test_a_ship_that_sails_to_others_may_attack_them_in_the_same_turn() -> None:
    scene = meeting(("le_swan",), ("le_rose",), entered=False)
    scene.ship("le_swan", sea="norfolk-coast").movement(0)
    scene.play(0, "sail", ship="le_swan", to=SEA)
    scene.next_events(CARDS["majority"])
    scene.play(0, "done")
    assert scene.asked(0) == ["combat"]
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    assert decided(scene).winner == 0


@pytest.mark.rule("ishkibibble-seacombat.1", "ishkibibble-seacombat.2")
def test_what_keeps_ships_from_an_attack_is_said() -> None:
    scene = meeting(("le_swan",), ("le_rose",), ("le_michael",))
    scene.next_events(CARDS["4-1"]).combat(0)
    own = "ishkibibble-seacombat.1"
    scene.forbidden(
        0, "attack_at_sea", rule=own, says="where you have ships", against="1", sea="the-wash"
    )
    scene.forbidden(0, "attack_at_sea", rule=own, says="another player", against="0", sea=SEA)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    assert decided(scene).winner is None
    assert scene.offered(0, "attack_at_sea") == []


@pytest.mark.rule("base-9.1")
def test_where_ships_do_not_fight_the_order_is_refused() -> None:
    scene = meeting(("le_swan",), ("le_rose",), ruleset="classic")
    scene.noble("grey", 0, "14,2").noble("roos", 1, "14,2").combat(0)
    assert scene.offered(0, "attack_at_sea") == []
    scene.refused(0, "attack_at_sea", rule="base-9.1", against="1", sea=SEA)


# Strength and card


@pytest.mark.rule("ishkibibble-seacombat.2", "ishkibibble-seacombat.3")
def test_all_ships_of_a_faction_fight_with_their_capacity_whoever_is_aboard() -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.state.ships["le_rose"].entered = False  # she lay there already
    fight(scene, CARDS["5-4"])
    assert decided(scene) == facts.BattleDecided(250, 200, "5-4", 0)
    (joined,) = scene.happened(facts.SeaBattleJoined)
    assert joined == facts.SeaBattleJoined(
        0, 1, SEA, ("le_swan", "le_rose"), ("le_nicholas",), 250, 200
    )


@pytest.mark.rule("ishkibibble-seacombat.2", "base-16.4")
def test_allies_fight_side_by_side_and_not_each_other() -> None:
    scene = meeting(
        ("le_swan",), ("le_nicholas",), ("le_rose",), ruleset="classic+sea_combat+alliance"
    )
    allied(scene, 0, 2)
    scene.next_events(CARDS["5-4"]).combat(0)
    assert scene.candidates(0, "attack_at_sea", "against") == {"1"}
    scene.forbidden(0, "attack_at_sea", rule="base-16.4", says="Allies", against="2", sea=SEA)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    assert decided(scene) == facts.BattleDecided(250, 200, "5-4", 0, (2,))
    assert scene.state.nobles["percy"].cards == ["le_swan", "le_nicholas"]


@pytest.mark.rule("ishkibibble-seacombat.4")
@pytest.mark.parametrize(
    ("half", "winner"), [("majority", 0), ("5-4", 0), ("3-2", 0), ("2-1", None), ("4-1", None)]
)
def test_an_event_card_decides_by_the_ratio(half: str, winner: int | None) -> None:
    scene = fight(meeting(("le_swan",), ("le_rose",)), CARDS[half])
    assert decided(scene).winner == winner
    assert scene.state.ships["le_rose"].sea == SEA


@pytest.mark.rule("ishkibibble-seacombat.4")
def test_bad_weather_calls_the_fight_off() -> None:
    scene = fight(meeting(("le_swan",), ("le_rose",)), CARDS["bad_weather"])
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert scene.happened(facts.BattleDecided) == []


@pytest.mark.rule("ishkibibble-seacombat.4")
def test_the_attacked_may_win() -> None:
    scene = fight(meeting(("le_rose",), ("le_nicholas",)), CARDS["2-1"])
    assert decided(scene).winner == 1
    assert scene.happened(facts.ShipTaken) == [facts.ShipTaken("le_rose", 1)]
    assert scene.match.view(None).ships["le_rose"].seat == 1


@pytest.mark.rule("ishkibibble-seacombat.5")
def test_equal_fleets_have_no_winner_but_nobles_die() -> None:
    scene = meeting(
        ("le_swan",), ("le_michael",), aboard={"percy": "le_swan", "courtenay": "le_michael"}
    )
    fight(scene, "E-RA07")  # 5 to 4, and it names Percy
    assert decided(scene).winner is None
    assert "percy" not in scene.state.nobles
    assert "courtenay" in scene.state.nobles
    assert scene.happened(facts.ShipTaken) == []


@pytest.mark.rule("ishkibibble-seacombat.5")
def test_dice_decide_who_dies_aboard_where_the_table_says_so() -> None:
    scene = meeting(
        ("le_swan",),
        ("le_michael",),
        aboard={"percy": "le_swan", "courtenay": "le_michael"},
        heirs={"henry": "courtenay"},
        ruleset=TWO_DICE,
    )
    fight(scene, CARDS["majority"])
    assert {e.who for e in scene.happened(facts.DeathDiceRolled)} == {"percy", "courtenay", "henry"}


@pytest.mark.rule("ishkibibble-seacombat.12")
def test_a_card_that_decides_nothing_is_passed_over() -> None:
    scene = meeting(("le_swan",), ("le_rose",))
    scene.next_events(WRIT, CARDS["majority"]).combat(0)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    assert decided(scene).winner == 0


# What the winner takes


@pytest.mark.rule("ishkibibble-seacombat.6", "ishkibibble-seacombat.9")
def test_the_winner_takes_the_ships_with_their_cards_and_all_aboard() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_rose",),
        aboard={"neville": "le_nicholas", "mowbray": "le_rose"},
        heirs={"henry": "mowbray"},
    )
    fight(scene, CARDS["2-1"])
    assert scene.state.nobles["courtenay"].cards == []
    assert scene.state.nobles["neville"].cards == ["le_rose"]  # the only one aboard
    assert scene.state.nobles["mowbray"].captor == 0
    assert scene.state.heirs["henry"].holder == "neville"
    assert scene.lies("le_rose") == SEA


@pytest.mark.rule("ishkibibble-seacombat.9")
def test_without_a_noble_aboard_the_player_chooses_who_gets_the_card() -> None:
    scene = fight(meeting(("le_nicholas",), ("le_rose",)), CARDS["2-1"])
    assert scene.asked(0) == ["spoils"]
    assert scene.candidates(0, "keep_spoil", "noble") == {"percy", "neville", "audley"}
    scene.play(0, "keep_spoil", card="le_rose", noble="neville")
    assert scene.state.nobles["neville"].cards == ["le_rose"]
    scene.movement(0)
    assert scene.destinations(0, "le_rose")


@pytest.mark.rule("ishkibibble-seacombat.7")
def test_captives_are_put_to_death_as_after_a_battle_on_land() -> None:
    scene = meeting(("le_nicholas",), ("le_rose",), aboard={"mowbray": "le_rose"})
    scene.give("mowbray", "saxons_1", "bp_lincoln")
    fight(scene, CARDS["2-1"])
    assert scene.asked(1) == ["offer_ransom"]
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert "mowbray" in scene.state.crown_discards
    mine = [noble for noble in scene.state.nobles.values() if noble.seat == 0]
    taken = {card for noble in mine for card in noble.cards}
    assert taken == {"le_nicholas", "le_rose", "saxons_1", "bp_lincoln"}
    assert violations(scene.match.table) == []


def ransomed() -> Scene:
    """Mowbray was taken aboard Le Rose, and ransomed."""
    scene = meeting(
        ("le_nicholas",), ("le_rose",), aboard={"mowbray": "le_rose", "neville": "le_nicholas"}
    )
    fight(scene, CARDS["2-1"])
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    return scene


@pytest.mark.rule("ishkibibble-seacombat.7", "ishkibibble-seacombat.8")
def test_who_is_ransomed_keeps_the_ship_till_she_is_in_a_port() -> None:
    scene = ransomed()
    assert scene.happened(facts.ShipOwed) == [facts.ShipOwed("le_rose", "mowbray", 0)]
    assert scene.state.nobles["neville"].cards == ["le_rose"]
    assert scene.where("mowbray") == ("", None, "le_rose")
    view = scene.match.view(None).ships["le_rose"]
    assert (view.seat, view.master) == (0, 1)
    scene.movement(0)
    assert scene.destinations(0, "le_rose") == set()
    scene.movement(1)
    assert scene.destinations(1, "le_rose") >= {"ravenser"}
    assert not scene.destinations(1, "le_rose") & set(scene.board.seas)
    scene.forbidden(
        1, "sail", rule="ishkibibble-seacombat.8", says="to a port", ship="le_rose", to="the-wash"
    )
    scene.play(1, "sail", ship="le_rose", to="ravenser")
    square = scene.board.places["ravenser"].square
    assert scene.where("mowbray") == (square, None, None)
    scene.movement(0)
    assert scene.destinations(0, "le_rose")


@pytest.mark.rule("ishkibibble-seacombat.8")
def test_a_ship_that_is_lost_runs_into_a_port_by_the_end_of_that_turn() -> None:
    scene = ransomed()
    scene.movement(1)
    scene.play(1, "done")
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_rose", "ravenser", "ransom")
    ]
    assert scene.state.nobles["mowbray"].aboard is None
    assert scene.match.view(None).ships["le_rose"].seat == 0


@pytest.mark.rule("ishkibibble-seacombat.8", "families-turn.6")
@pytest.mark.parametrize(("serves", "mover"), [("", LANCASTER), ("lancaster", PERCY)])
def test_a_family_that_does_not_move_loses_her_as_the_house_it_favours_ends_its_movement(
    serves: str, mover: int
) -> None:
    scene = heads("families+sea_combat").give("mowbray", "le_rose").ship("le_rose", sea=SEA)
    scene.aboard("percy", "le_rose").state.sides[PERCY].serves = serves
    ship = scene.state.ships["le_rose"]
    ship.captain_at_sea, ship.lost_to = "percy", MOWBRAY
    for seat in (YORK, LANCASTER, PERCY):
        assert scene.movement_over(seat).lies("le_rose") == (SEA if seat != mover else "ravenser")
        if seat == mover:
            break
    assert scene.state.nobles["percy"].aboard is None


@pytest.mark.rule("ishkibibble-seacombat.10")
def test_ships_of_an_office_obey_the_captor_till_they_come_to_a_port() -> None:
    scene = meeting(("le_nicholas",), ("le_george",))
    fight(scene, CARDS["2-1"])
    assert scene.happened(facts.ShipTaken) == [facts.ShipTaken("le_george", 0, till_port=True)]
    scene.play(0, "keep_prize")
    assert scene.state.nobles["courtenay"].office == "warden_cinque_ports"
    scene.movement(1)
    assert scene.destinations(1, "le_george") == set()
    scene.movement(0)
    scene.play(0, "sail", ship="le_george", to="ravenser")
    scene.movement(1)
    assert scene.destinations(1, "le_george")


@pytest.mark.rule("ishkibibble-seacombat.11")
def test_the_victor_may_scuttle_a_ship_of_an_office() -> None:
    scene = meeting(("le_nicholas",), ("le_george", "le_thomas"))
    fight(scene, CARDS["majority"])
    assert scene.asked(0) == ["scuttle"]
    scene.refused(0, "done", rule="ishkibibble-seacombat.11")
    scene.play(0, "scuttle", ship="le_george")
    assert scene.happened(facts.ShipScuttled) == [facts.ShipScuttled("le_george", 0)]
    scene.play(0, "keep_prize")
    assert scene.lies("le_george") is None
    assert scene.lies("le_thomas") == SEA
    assert scene.state.nobles["courtenay"].office == "warden_cinque_ports"


@pytest.mark.rule("ishkibibble-seacombat.11", "ishkibibble-seacombat.8")
def test_a_ship_in_which_a_ransomed_noble_sails_is_not_scuttled() -> None:
    scene = meeting(("le_nicholas",), ("le_george",), aboard={"mowbray": "le_george"})
    fight(scene, CARDS["2-1"])
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert scene.asked(0) != ["scuttle"]
    scene.movement(1)
    assert scene.destinations(1, "le_george")


# Heirs whose keeper falls (base-12.3, base-12.4)


@pytest.mark.rule("base-12.3")
def test_an_heir_whose_keeper_falls_goes_to_another_of_his_fleet() -> None:
    scene = meeting(
        ("le_swan",),
        ("le_michael",),
        aboard={"percy": "le_swan", "neville": "le_swan", "courtenay": "le_michael"},
        heirs={"henry": "percy"},
    )
    fight(scene, "E-RA07")
    assert scene.state.heirs["henry"].holder == "neville"


@pytest.mark.rule("base-12.4")
def test_an_heir_left_alone_at_sea_comes_ashore_at_the_nearest_port() -> None:
    scene = meeting(
        ("le_swan",), ("le_michael",), aboard={"percy": "le_swan"}, heirs={"henry": "percy"}
    )
    fight(scene, "E-RA07")
    heir = scene.state.heirs["henry"]
    assert (heir.holder, heir.square) == (None, scene.board.places["ravenser"].square)
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.6")
def test_where_no_victor_is_left_nothing_is_taken() -> None:
    scene = meeting(("le_nicholas",), ("le_rose",), aboard={"mowbray": "le_rose"})
    for noble in ("percy", "neville", "audley"):
        scene.state.nobles[noble].captor = 1
    fight(scene, CARDS["2-1"])
    assert decided(scene).winner == 0
    assert scene.happened(facts.ShipTaken) == scene.happened(facts.Captured) == []


# What is told of a fight at sea before it is fought.


@pytest.mark.rule("ishkibibble-seacombat.3", "ishkibibble-seacombat.6")
def test_the_odds_of_a_fight_at_sea_are_told() -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.combat(0)
    view = scene.match.view(0)
    found = fights(scene.offered(0, "attack_at_sea"), view, {})
    told = Teller(Lexicon(scene.content), view, ("Anne", "Bob").__getitem__).lines(found)
    assert told[0].startswith("Your ships (250) against Bob’s (200) in the Humber Mouth: ")
    assert "win" in told[0]
    assert "takes the beaten ships" in told[-1]


@pytest.mark.rule("ishkibibble-seacombat.3", "ishkibibble-seacombat.6")
@pytest.mark.parametrize("reader", [None, 1])
def test_to_others_the_ships_are_those_of_whose_turn_it_is(reader: int | None) -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.combat(0)
    names = ("Anne", "Bob").__getitem__
    offered = scene.offered(0, "attack_at_sea")
    own, others = (
        Teller(Lexicon(scene.content), view, names).lines(fights(offered, view, {}))
        for view in (scene.match.view(0), scene.match.view(reader))
    )
    theirs = own[0].replace("Your", "Anne’s")
    # On the public card each fight has a line, and nothing is said of what would become of it.
    assert others == ([f"• {theirs}"] if reader is None else [theirs, *own[1:]])


@pytest.mark.parametrize(
    ("theirs", "label"),
    [
        (("le_nicholas",), "Attack Le Nicholas at sea"),
        (("le_nicholas", "le_michael"), "Attack Le Nicholas and Le Michael at sea"),
    ],
)
def test_the_button_of_an_attack_at_sea_names_the_only_fleet(
    theirs: tuple[str, ...], label: str
) -> None:
    scene = meeting(("le_swan", "le_rose"), theirs)
    scene.combat(0)
    offered = scene.offered(0, "attack_at_sea")
    view, lex = scene.match.view(0), Lexicon(scene.content)
    assert aimed(lex, offered, view) == label
    three = meeting(("le_swan",), ("le_nicholas",), ("le_michael",))
    three.combat(0)
    assert aimed(lex, three.offered(0, "attack_at_sea"), three.match.view(0)) is None
