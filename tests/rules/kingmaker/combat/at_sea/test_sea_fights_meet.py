"""Fights at sea meet other rules: allies, several blockaders, heirs, the fallen, ransoms."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.prospects.fights import fleets_at
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import only, settle
from tests.rules.kingmaker.captivity.held import capture
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied
from tests.rules.kingmaker.scene import Scene

ALLIES = "classic+sea_combat+alliance"
BLOCKADES = "classic+sea_combat+blockade"
HULL = "hull"
PERCY_FALLS = "E-RA07"
COURTENAY_FALLS = "E-PL02"
"""5 to 4; the one names Percy, the other Courtenay."""


def watched_by_two() -> Scene:
    """Seats 1 and 2 watch Hull from one sea space, and seat 0's Le Rose sails out."""
    scene = meeting(("le_rose",), ("le_nicholas",), ("le_swan",), ruleset=BLOCKADES)
    scene.ship("le_rose", port=HULL).control(HULL, "percy")
    for ship in ("le_nicholas", "le_swan"):
        scene.state.ships[ship].blockade = HULL
    scene.movement(0)
    scene.play(0, "sail", ship="le_rose", to=SEA)
    return scene


@pytest.mark.rule("ishkibibble-blockade.2")
def test_who_is_taken_by_the_first_blockader_does_not_fight_the_second() -> None:
    scene = watched_by_two().next_events(CARDS["majority"])
    scene.play(0, "done")
    assert [e.against for e in scene.happened(facts.SeaBattleJoined)] == [1]
    assert [e.winner for e in scene.happened(facts.BattleDecided)] == [1]
    assert scene.state.ships["le_rose"].sea == SEA
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-blockade.2")
def test_who_beats_the_first_blockader_fights_the_second_too() -> None:
    scene = watched_by_two().next_events(CARDS["4-1"], CARDS["3-1"])
    scene.play(0, "done")
    assert [e.against for e in scene.happened(facts.SeaBattleJoined)] == [1, 2]
    assert [e.winner for e in scene.happened(facts.BattleDecided)] == [None, None]


# Whose the prize is


@pytest.mark.rule("ishkibibble-seacombat.9", "base-16.2")
def test_an_allys_nobles_aboard_get_no_card_of_a_ship_that_is_the_commanders() -> None:
    scene = meeting(
        ("le_nicholas",), ("le_swan",), ("le_rose",), aboard={"stanley": "le_rose"}, ruleset=ALLIES
    )
    fight(allied(scene, 0, 2), CARDS["2-1"])
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.asked(0) == ["spoils"]
    assert scene.candidates(0, "keep_spoil", "noble") == {"percy", "neville", "audley"}
    scene.play(0, "keep_spoil", card="le_swan", noble="neville")
    assert scene.state.nobles["neville"].cards == ["le_swan"]


@pytest.mark.rule("ishkibibble-seacombat.2", "base-16.2")
@pytest.mark.parametrize(
    ("ally", "winner"), [("le_rose", 0), ("le_michael", 0), ("le_nicholas", 2)]
)
def test_of_allies_the_one_with_more_room_or_who_attacks_takes_the_prize(
    ally: str, winner: int
) -> None:
    scene = meeting(("le_swan",), ("le_george",), (ally,), ruleset=ALLIES)
    fight(allied(scene, 0, 2), CARDS["majority"])
    assert only(scene, facts.BattleDecided).winner == winner
    assert only(scene, facts.ShipTaken).seat == winner


@pytest.mark.rule("ishkibibble-seacombat.6")
def test_a_victor_who_falls_takes_nothing_and_without_another_nobody_does() -> None:
    scene = meeting(("le_nicholas",), ("le_rose",), aboard={"percy": "le_nicholas"})
    fight(scene, PERCY_FALLS)
    assert only(scene, facts.BattleDecided).winner == 0
    assert "percy" not in scene.state.nobles
    assert scene.happened(facts.ShipTaken) == []
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.6", "ishkibibble-seacombat.9")
def test_the_living_victors_take_the_ships_if_one_of_them_falls() -> None:
    aboard = {"percy": "le_nicholas", "neville": "le_nicholas", "mowbray": "le_rose"}
    scene = meeting(("le_nicholas",), ("le_rose",), aboard=aboard, heirs={"henry": "mowbray"})
    fight(scene, PERCY_FALLS)
    assert "percy" not in scene.state.nobles
    assert scene.state.nobles["neville"].cards == ["le_rose"]
    assert scene.state.heirs["henry"].holder == "neville"
    assert scene.state.nobles["mowbray"].captor == 0


@pytest.mark.rule("ishkibibble-seacombat.6", "ishkibibble-seacombat.7", "base-16.4")
@pytest.mark.parametrize(
    ("guest", "ally"), [("neville", None), ("stafford", 2), ("stafford", None)]
)
def test_a_guest_aboard_a_beaten_ship_is_taken_unless_he_is_of_the_winner_or_an_ally(
    guest: str, ally: int | None
) -> None:
    aboard = {"percy": "le_nicholas", "mowbray": "le_rose", guest: "le_rose"}
    fleets = ("le_nicholas",), ("le_rose",), ()
    scene = meeting(*fleets, ruleset=ALLIES, aboard=aboard, heirs={"henry": guest})
    scene.state.ships["le_rose"].guests[guest] = 1
    if ally is not None:
        allied(scene, 0, ally)
    fight(scene, CARDS["2-1"])
    taken = guest == "stafford" and ally is None
    assert only(scene, facts.Captured).nobles == (("mowbray", guest) if taken else ("mowbray",))
    assert scene.state.heirs["henry"].holder == ("percy" if taken else guest)
    assert scene.where(guest)[2] == "le_rose"
    assert violations(scene.match.table) == []


# Heirs


@pytest.mark.rule("base-12.3")
def test_an_heir_whose_keeper_falls_goes_to_another_ship_of_his_fleet() -> None:
    scene = meeting(
        ("le_swan", "le_michael"),
        ("le_nicholas", "le_rose"),
        aboard={"percy": "le_swan", "neville": "le_michael", "mowbray": "le_rose"},
        heirs={"henry": "percy"},
    )
    fight(scene, PERCY_FALLS)
    assert only(scene, facts.BattleDecided).winner is None
    assert "percy" not in scene.state.nobles
    assert scene.state.heirs["henry"].holder == "neville"
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-seacombat.7")
def test_an_heir_taken_at_sea_may_be_bought_back_by_draws() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_rose",),
        aboard={"mowbray": "le_rose", "neville": "le_nicholas"},
        heirs={"henry": "mowbray"},
        ruleset="classic+sea_combat+expanded_ransom",
    )
    fight(scene, CARDS["2-1"])
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert scene.asked(1) == ["heir_ransom"]
    scene.play(1, "offer_draws", draws="2")
    scene.play(0, "take_draws")
    assert scene.state.custody["henry"].draws == 2
    assert scene.state.heirs["henry"].holder == "neville"


# Which prizes are not scuttled


@pytest.mark.rule("ishkibibble-seacombat.11", "ishkibibble-ransom.7")
def test_a_prize_is_not_scuttled_with_a_man_of_ones_own_aboard_who_was_captive_there() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_george", "le_thomas"),
        aboard={"mowbray": "le_george"},
        ruleset="classic+sea_combat+expanded_ransom",
    )
    capture(scene, "neville", "mowbray")
    fight(scene, CARDS["majority"])
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.where("neville") == ("", None, "le_george")
    assert scene.state.nobles["neville"].captor is None
    assert scene.candidates(0, "scuttle", "ship") == {"le_thomas"}
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert (prompt.facts, prompt.default) == ({"ship": "le_thomas"}, Choice("keep_prize"))


# What the fallen leave


@pytest.mark.rule("ishkibibble-seacombat.7")
def test_only_the_fallen_leave_their_cards_and_captives_keep_theirs_till_they_are_judged() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_rose",),
        aboard={"neville": "le_nicholas", "mowbray": "le_rose", "courtenay": "le_rose"},
    )
    scene.give("mowbray", "saxons_1").give("courtenay", "scots_archers_1")
    fight(scene, COURTENAY_FALLS)
    assert "courtenay" not in scene.state.nobles
    assert scene.state.nobles["mowbray"].cards == ["saxons_1"]
    assert scene.state.nobles["neville"].cards == ["le_rose", "scots_archers_1"]


# The ship of a man who went home


def wavering(scene: Scene, *cards: str) -> None:
    """Seat 0 attacks at sea, and these cards are drawn one after the other."""
    scene.next_events(*cards).combat(0)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)


def gone_home(ship: str) -> Scene:
    """Mowbray goes home from a ship of Courtenay's, who falls; nobody wins, 150 against 150."""
    scene = meeting(
        ("le_swan",),
        ("le_michael", ship),
        aboard={"mowbray": ship, "courtenay": "le_michael"},
        ruleset="classic+sea_combat+card_vacillating",
    )
    scene.give("mowbray", "saxons_1")
    scene.dice_show(6, 2 if ship == "le_rose" else 1, 1, then=0)
    wavering(scene, "X-VA1", COURTENAY_FALLS)
    assert only(scene, facts.NobleWavered).noble == "mowbray"
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(150, 150)
    assert "courtenay" not in scene.state.nobles
    return scene


@pytest.mark.rule("ishkibibble-seacombat.15", "base-8.10")
@pytest.mark.parametrize(("ship", "lies"), [("le_rose", None), ("le_george", "rye")])
def test_a_ship_that_falls_out_with_her_master_is_sent_nowhere(ship: str, lies: str | None) -> None:
    scene = gone_home(ship)
    assert scene.lies(ship) == lies
    assert scene.asked(0) == ["combat"]
    assert violations(scene.match.table) == []


# Two who waver


@pytest.mark.rule("ishkibibble-seacombat.16", "ishkibibble-vacillating.12")
def test_who_came_over_may_waver_again_on_his_new_side(monkeypatch: Any) -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_rose", "le_swan"),
        aboard={"percy": "le_nicholas", "mowbray": "le_rose", "courtenay": "le_swan"},
        ruleset="classic+sea_combat+card_vacillating",
    )
    scene.give("mowbray", "saxons_1")
    asked: list[int] = []
    laid = [5, 0, 5, 5, 1, 0]  # the stronger side, Mowbray, over; the stronger again, and home

    def below(sides: int) -> int:
        asked.append(sides)
        return laid.pop(0)

    monkeypatch.setattr(scene.match.table, "below", below)
    wavering(scene, "X-VA1", "X-VA2", CARDS["majority"])
    assert [e.seat for e in scene.happened(facts.NobleWavered)] == [1, 0]
    assert [e.noble for e in scene.happened(facts.NobleWavered)] == ["mowbray", "mowbray"]
    assert asked == [6, 2, 6, 6, 2, 6]


@pytest.mark.rule("ishkibibble-defeatism.2", "ishkibibble-seacombat.2")
def test_an_ally_in_defeatism_attacks_nobody() -> None:
    scene = allied(meeting(("le_swan",), ("le_george",), ("le_rose",), ruleset=ALLIES), 0, 2)
    scene.state.spells.append(Spell("defeatism", 2, 2))
    seen = fleets_at(scene.match.view(None), 0, 1, SEA)
    assert set(seen[0]) == {"le_swan"}
    fight(scene, CARDS["4-1"])
    assert set(only(scene, facts.SeaBattleJoined).fleet) == {"le_swan"}


@pytest.mark.rule("ishkibibble-defeatism.2", "ishkibibble-seacombat.2")
def test_but_it_is_defended_with_those_it_is_allied_with() -> None:
    scene = allied(meeting(("le_swan",), ("le_george",), ("le_rose",), ruleset=ALLIES), 1, 2)
    scene.state.spells.append(Spell("defeatism", 2, 2))
    fight(scene, CARDS["4-1"])
    assert set(only(scene, facts.SeaBattleJoined).foes) == {"le_george", "le_rose"}


# Vacillating Noble drawn in a battle at sea: it matters rarely, and the ship goes with him.


RULES = "classic+card_vacillating+sea_combat"
FIRST = "Your opponent’s noble has gone home. First say which port his ship goes to."


def fleets(aboard: dict[str, str], heirs: dict[str, str] | None = None) -> Scene:
    """Le Nicholas, 200, against Le Rose and Le Swan, 250."""
    return meeting(
        ("le_nicholas",), ("le_rose", "le_swan"), aboard=aboard, heirs=heirs, ruleset=RULES
    )


def fought(scene: Scene, *numbers: int, then: str = "majority") -> Scene:
    """The first card is a Vacillating Noble; dice and lots fall so, each a die less one."""
    scene.dice_show(*(number + 1 for number in numbers), then=0)
    scene.next_events("X-VA1", CARDS[then]).combat(0)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    assert scene.dice.faces == []
    return scene


# When it is ignored (ishkibibble-seacombat.12, ishkibibble-seacombat.13)


@pytest.mark.rule("ishkibibble-seacombat.12")
def test_with_nobody_aboard_it_is_ignored() -> None:
    scene = fought(fleets({}), 0)
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("alone", 0, 1, False)
    assert only(scene, facts.BattleDecided).winner == 1


@pytest.mark.rule("ishkibibble-seacombat.12")
def test_between_equal_fleets_it_is_ignored() -> None:
    scene = meeting(("le_swan",), ("le_michael",), ruleset=RULES)
    fought(scene)
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("idle")
    assert only(scene, facts.BattleDecided).winner is None


@pytest.mark.rule("ishkibibble-seacombat.13")
def test_the_only_noble_of_his_faction_in_the_combat_does_not_waver() -> None:
    scene = fought(fleets({"mowbray": "le_rose"}), 5)
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("alone", 1, 6, True)
    assert scene.state.nobles["mowbray"].seat == 1


@pytest.mark.rule("ishkibibble-seacombat.13")
@pytest.mark.parametrize(("more", "heeded"), [((), False), (("saxons_1",), True)])
def test_he_must_be_more_than_half_of_what_his_ship_carries(
    more: tuple[str, ...], heeded: bool
) -> None:
    scene = fleets({"mowbray": "le_rose", "courtenay": "le_swan"}).give("mowbray", *more)
    fought(scene, 5, 0, *([0] if heeded else []))  # 50 of 100, or 60
    told = only(scene, facts.DoubtRose)
    assert (told.why, told.noble) == ("" if heeded else "idle", "mowbray")
    assert bool(scene.happened(facts.NobleWavered)) is heeded


# Home (ishkibibble-seacombat.14, ishkibibble-seacombat.15)


def mowbray_goes_home(then: str = "majority") -> Scene:
    """Mowbray, 60 of Le Rose's 100, goes home, and Henry with Courtenay stays."""
    scene = fleets({"mowbray": "le_rose", "courtenay": "le_swan"}, {"henry": "mowbray"})
    return fought(scene.give("mowbray", "saxons_1"), 5, 0, 0, then=then)


def until_port(scene: Scene) -> None:
    """Let everything else be settled by default until the port is asked for."""
    while scene.asked(0) != ["send_to_port"]:
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        assert prompt.default is not None
        scene.match.submit(prompt.seat, prompt.default)


@pytest.mark.rule("ishkibibble-seacombat.14", "ishkibibble-seacombat.15")
def test_the_odds_are_anew_and_his_ship_is_sent_to_a_port_by_the_enemy() -> None:
    scene = mowbray_goes_home()
    # Without Le Rose it is 200 against 150: 5 to 4, of the stronger side home on 1 and 2.
    told = only(scene, facts.NobleWavered)
    assert (told.half, told.die, told.to, told.heirs) == ("5-4", 1, None, ("henry",))
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(200, 150)
    decided = only(scene, facts.BattleDecided)
    assert (decided.strength, decided.opposed, decided.winner) == (200, 150, 0)
    assert scene.state.nobles["mowbray"].inside == told.place
    assert scene.state.nobles["mowbray"].seat == 1
    assert scene.state.nobles["courtenay"].captor == 0
    until_port(scene)
    assert scene.lies("le_rose") == SEA
    ports = scene.candidates(0, "put_in", "port")
    assert {"hull", "bristol", "calais"} <= ports
    assert not any(scene.board.places[port].square == "" for port in ports)
    said = scene.refused(0, "done", rule="ishkibibble-seacombat.15")
    assert said == FIRST
    scene.play(0, "put_in", ship="le_rose", port="bristol")
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_rose", "bristol", "sent")
    ]
    assert scene.lies("le_rose") == "bristol"
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.15")
def test_others_aboard_go_along_with_the_ship() -> None:
    scene = fleets({"mowbray": "le_rose", "courtenay": "le_rose"}).give("mowbray", "saxons_1")
    fought(scene, 5, 1, 0)
    assert only(scene, facts.BattleDecided).winner == 0  # 200 against Le Swan's 150
    assert scene.state.nobles["courtenay"].captor is None
    settle(scene)
    assert scene.state.ships["le_rose"].port is not None
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.15")
def test_if_no_other_ship_is_left_there_is_no_battle() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_rose",),
        aboard={"mowbray": "le_rose", "courtenay": "le_rose"},
        ruleset=RULES,
    )
    scene.give("mowbray", "saxons_1")
    fought(scene, 0, 1, 0)
    assert only(scene, facts.NobleWavered).half == "4-1"
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]
    assert scene.happened(facts.BattleDecided) == []
    assert scene.asked(0) == ["send_to_port"]


# Over to the others (ishkibibble-seacombat.16)


@pytest.mark.rule("ishkibibble-seacombat.16", "ishkibibble-seacombat.14")
def test_his_ship_joins_the_other_fleet_and_the_battle_goes_on() -> None:
    scene = fleets({"mowbray": "le_rose", "courtenay": "le_swan"}).give("mowbray", "saxons_1")
    fought(scene, 5, 0, 5)
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.to) == ("mowbray", 0)
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(300, 150)
    decided = only(scene, facts.BattleDecided)
    assert (decided.strength, decided.opposed, decided.winner) == (300, 150, 0)
    assert scene.state.nobles["mowbray"].seat == 0
    assert "le_rose" in scene.state.nobles["mowbray"].cards  # hers was Courtenay's card
    assert facts.ShipTaken("le_rose", 0, till_port=False) in scene.events
    assert scene.state.nobles["courtenay"].captor == 0
    settle(scene)
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.16")
def test_others_aboard_are_captured_with_the_heirs_whom_they_keep() -> None:
    aboard = {"mowbray": "le_rose", "courtenay": "le_rose"}
    scene = fleets(aboard, {"henry": "courtenay", "margaret": "mowbray"})
    fought(scene.give("mowbray", "saxons_1"), 5, 1, 5, then="4-1")
    assert scene.happened(facts.Captured) == [facts.Captured(("courtenay",), 0, (1,))]
    assert scene.state.heirs["henry"].holder == "mowbray"
    assert scene.state.heirs["margaret"].holder == "mowbray"
    assert only(scene, facts.BattleDecided).winner is None  # 300 against 150 is not 4 to 1
    settle(scene)
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-seacombat.16", "ishkibibble-seacombat.14")
def test_a_vacillating_commander_of_a_fleet() -> None:
    """His other ships stay with comrades who are aboard, and empty ones follow him."""
    scene = meeting(
        ("le_nicholas",),
        ("le_rose", "le_swan", "le_michael"),
        aboard={"courtenay": "le_rose", "mowbray": "le_swan"},
        ruleset=RULES,
    )
    scene.give("courtenay", "burgundian_crossbowmen_1")  # he bears the cards of all three
    fought(scene, 5, 0, 4, then="4-1")
    # Without Le Rose it is 200 against 300: 3 to 2, of the stronger side over on 4 to 6.
    assert only(scene, facts.NobleWavered) == facts.NobleWavered(1, "courtenay", "3-2", 5, 0)
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(450, 150)
    assert only(scene, facts.BattleDecided).winner is None
    assert scene.state.ships["le_swan"].captain_at_sea == "mowbray"
    assert scene.state.nobles["courtenay"].cards[:3] == ["le_rose", "le_swan", "le_michael"]
    settle(scene)
    assert scene.lies("le_swan") == SEA
    assert violations(scene.match.table) == []


# A noble of the attackers (ishkibibble-seacombat.15)


@pytest.mark.rule("ishkibibble-seacombat.15", "ishkibibble-vacillating.4")
def test_to_which_port_an_attackers_ship_goes_the_attacked_say() -> None:
    scene = meeting(
        ("le_rose", "le_swan"),
        ("le_nicholas",),
        aboard={"neville": "le_rose", "percy": "le_swan"},
        ruleset=RULES,
    )
    scene.give("neville", "saxons_1")
    # 250 against 200; without Le Rose 150 against 200, 5 to 4: of the stronger side home on a 1.
    fought(scene, 5, 0, 0, then="3-1")
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.half, told.to) == ("neville", "5-4", None)
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(150, 200)
    assert (scene.asked(0), scene.asked(1)) == ([], ["send_to_port"])
    (prompt,) = [p for p in scene.match.prompts(1) if p.blocking]
    assert prompt.facts == {"ship": "le_rose"}
    assert prompt.default == Choice.of("put_in", ship="le_rose", port="ravenser")
    assert "scotland" not in scene.candidates(1, "put_in", "port")
    assert "continent" not in scene.candidates(1, "put_in", "port")  # closed at this table
    scene.give("courtenay", "le_michael").ship("le_michael", port="bristol")
    scene.play(1, "put_in", ship="le_rose", port="bristol")
    assert scene.lies("le_rose") == "bristol"
    assert scene.asked(0) == ["combat"]
    assert scene.offered(0, "attack_at_sea") == []  # nobody fights in a port


@pytest.mark.rule("ishkibibble-seacombat.16", "ishkibibble-vacillating.4")
def test_an_attacker_may_go_over_to_the_attacked() -> None:
    scene = meeting(
        ("le_rose", "le_swan"),
        ("le_nicholas",),
        aboard={"neville": "le_rose", "percy": "le_swan"},
        ruleset=RULES,
    )
    scene.give("neville", "saxons_1")
    fought(scene, 5, 0, 5)
    assert only(scene, facts.NobleWavered).to == 1
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(150, 300)
    assert only(scene, facts.BattleDecided).winner == 1
    assert scene.state.nobles["neville"].seat == 1
    assert facts.ShipTaken("le_rose", 1, till_port=False) in scene.events
    assert scene.state.nobles["percy"].captor == 1


# A ship whose card is out of play


@pytest.mark.rule("ishkibibble-seacombat.8", "ishkibibble-seacombat.9", "ishkibibble-seacombat.10")
def test_a_ship_whose_card_has_left_play_is_a_prize_until_she_is_in_port() -> None:
    scene = meeting(("le_nicholas",), ("le_rose",), ("le_swan",), aboard={"mowbray": "le_rose"})
    fight(scene, CARDS["2-1"])
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    scene.play(0, "keep_spoil", card="le_rose", noble="neville")
    kill_noble(scene.match.table, "neville", "plague")  # before Mowbray has brought her in
    scene.state.ships["le_swan"].entered = True
    scene.next_events(CARDS["majority"]).combat(2)
    scene.play(2, "attack_at_sea", against="1", sea=SEA)
    assert scene.happened(facts.ShipTaken) == [facts.ShipTaken("le_rose", 2, till_port=True)]
    assert scene.state.nobles["mowbray"].captor == 2
    assert "le_rose" in scene.state.crown_discards
    scene.play(1, "offer_ransom")
    scene.play(2, "refuse")
    scene.movement(2)
    scene.play(2, "sail", ship="le_rose", to="ravenser")
    assert "le_rose" not in scene.state.ships
    assert violations(scene.match.table) == []
