"""A moderator mends what lasts: effects of Event cards, treaties, refuges, and invaders."""

from __future__ import annotations

import pytest

from bot.games import game_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.land import VERBS
from bot.rules.kingmaker.corrections.lasting import RefugeCorrected
from bot.rules.kingmaker.corrections.sea import WatchCorrected
from bot.rules.kingmaker.state import Exile, HeirState, Spell
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.corrections.mending import SO_ALREADY, at_random, choices, mend, refused
from tests.rules.kingmaker.events.test_betrayal import hired
from tests.rules.kingmaker.scene import Scene
from tests.rules.kingmaker.ships.test_blockade import off_hull
from tests.rules.kingmaker.ships.test_refuge import SHORT, at_the_border, in_refuge, square

ALL = "ishkibibble"


def two(ruleset: str = ALL) -> Scene:
    """Percy besieges Courtenay's Tiverton; seat 0's movement."""
    scene = Scene(2, ruleset).noble("percy", 0, "tiverton", outside=True)
    scene.noble("courtenay", 1, "tiverton").siege("tiverton", ["percy"])
    scene.movement(0)
    return scene


# Effects


@pytest.mark.rule("ishkibibble-defeatism.1", "ishkibibble-defeatism.3")
def test_defeatism_begins_for_so_many_turns_and_lifts_sieges() -> None:
    scene = two()
    assert (
        refused(scene, "correct_curse", spell="defeatism:0")[1]
        == "Say how many turns the effect lasts."
    )
    outcome = mend(scene, "correct_curse", spell="defeatism:0", turns="2")
    assert scene.state.spells == [Spell("defeatism", 0, 2)]
    assert scene.state.sieges == {}
    assert facts.SpellBegan("defeatism", 0, 2) in outcome.events


@pytest.mark.rule("ishkibibble-excommunication.1", "ishkibibble-excommunication.4")
def test_a_faction_is_excommunicated_and_its_cards_stay() -> None:
    scene = Scene(2, ALL).noble("percy", 0, "alnwick", cards=("town_bristol",))
    scene.noble("courtenay", 1, "tiverton").movement(0)
    rule = "ishkibibble-excommunication.4"
    assert refused(scene, "correct_curse", spell="excommunication:0", turns="1") == (
        rule,
        "Excommunication lasts until the faction draws a bishop or a town. Leave out the number "
        "of turns.",
    )
    mend(scene, "correct_curse", spell="excommunication:0")
    assert scene.state.spells == [Spell("excommunication", 0, 0)]
    assert scene.state.nobles["percy"].cards == ["town_bristol"]
    assert refused(scene, "correct_curse", spell="excommunication:0") == (rule, SO_ALREADY)
    mend(scene, "correct_spell", spell="excommunication:0")
    assert scene.state.spells == []


@pytest.mark.rule("ishkibibble-catastrophe.1", "ishkibibble-catastrophe.4")
def test_a_catastrophe_begins_beside_another() -> None:
    scene = two()
    mend(scene, "correct_curse", spell="catastrophe:1", turns="3")
    mend(scene, "correct_curse", spell="catastrophe:1", turns="1")
    assert scene.state.spells == [Spell("catastrophe", 1, 3), Spell("catastrophe", 1, 1)]


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_of_two_who_waver_the_one_who_is_named_comes_to_himself() -> None:
    scene = Scene(2, ALL).noble("percy", 0, "alnwick").noble("neville", 0, "alnwick")
    scene.noble("courtenay", 1, "tiverton").movement(0)
    both = [Spell("vacillating", 0, 1, noble=noble) for noble in ("percy", "neville")]
    scene.state.spells = list(both)
    wavering = ("vacillating:0:percy", "vacillating:0:neville")
    assert choices(scene, "correct_spell", "spell") == wavering
    mend(scene, "correct_spell", spell="vacillating:0:neville")
    assert scene.state.spells == both[:1]


def test_only_what_cards_of_the_table_bring_is_offered() -> None:
    scene = two("classic+card_excommunication")
    assert choices(scene, "correct_curse", "spell") == ("excommunication:0", "excommunication:1")
    for verb in ("treaty", "refuge", "blockade", "prisoner", "hold", "booty"):
        assert choices(scene, f"correct_{verb}", "to" if verb != "refuge" else verb) == ()


# Treaties


@pytest.mark.rule(
    "ishkibibble-treatyfrance.1", "ishkibibble-treatyscotland.1", "ishkibibble-treatyfrance.4"
)
def test_a_treaty_is_made_by_another_king_and_ended() -> None:
    scene = two().crowned("henry", "richard_york")
    assert choices(scene, "correct_treaty", "to") == ("henry", "richard_york", "nobody")
    rules = {"continent": "ishkibibble-treatyfrance.1", "scotland": "ishkibibble-treatyscotland.1"}
    for land, rule in rules.items():
        assert refused(scene, "correct_treaty", land=land, to="nobody") == (rule, SO_ALREADY)
        outcome = mend(scene, "correct_treaty", land=land, to="henry")
        assert facts.TreatyMade(land, "henry") in outcome.events
        assert refused(scene, "correct_treaty", land=land, to="henry") == (rule, SO_ALREADY)
    assert scene.state.treaties == {"continent": "henry", "scotland": "henry"}
    outcome = mend(scene, "correct_treaty", land="scotland", to="richard_york")
    assert facts.TreatyEnded("scotland", "henry", "correction") in outcome.events
    assert scene.state.treaties == {"continent": "henry", "scotland": "richard_york"}
    mend(scene, "correct_treaty", land="continent", to="nobody")
    assert scene.state.treaties == {"scotland": "richard_york"}


# Refuges


@pytest.mark.rule("ishkibibble-refuge.3", "ishkibibble-refuge.5")
def test_a_refuge_ends_before_its_time() -> None:
    scene = in_refuge()
    scene.movement(0)
    assert choices(scene, "correct_refuge", "refuge") == ("scotland:0",)
    cheviots = square(scene, "cheviots")
    outcome = mend(scene, "correct_refuge", refuge="scotland:0")
    told = [e for e in outcome.events if isinstance(e, (facts.RefugeLeft, facts.RefugeOver))]
    assert told == [
        facts.RefugeLeft(0, "scotland", ("percy",), cheviots),
        facts.RefugeOver(0, "scotland", SHORT, 3),
    ]
    assert scene.where("percy") == (cheviots, None, None)
    assert scene.state.exiles == []
    assert SHORT in scene.state.event_discards


@pytest.mark.rule("ishkibibble-refuge.2", "ishkibibble-refuge.6")
def test_a_refuge_ends_while_the_way_is_open_still() -> None:
    scene = at_the_border()
    scene.movement(0)
    scene.play(0, "take_refuge", card=SHORT, land="scotland")
    scene.play(0, "march", nobles=["percy"], to=square(scene, "scotland"))
    mend(scene, "correct_refuge", refuge="scotland:0")
    assert scene.state.exiles == []
    assert scene.where("percy")[0] == square(scene, "cheviots")


@pytest.mark.rule("ishkibibble-refuge.2", "ishkibibble-refuge.6")
def test_who_is_put_into_a_refuge_of_his_own_has_a_part_in_it() -> None:
    scene = in_refuge()
    scene.noble("neville", 0, "middleham")
    scene.movement(0)
    scotland = square(scene, "scotland")
    outcome = mend(scene, "correct_move", piece="neville", to=scotland)
    assert scene.state.exiles[0].nobles == ["percy", "neville"]
    assert RefugeCorrected("neville", "scotland") in outcome.events
    outcome = mend(scene, "correct_move", piece="stanley", to=scotland)
    assert scene.state.exiles[0].nobles == ["percy", "neville"]
    assert not [e for e in outcome.events if isinstance(e, RefugeCorrected)]
    mend(scene, "correct_move", piece="neville", to="13,20")
    assert scene.state.exiles[0].nobles == ["percy"]


# Soldiers who leave their master


@pytest.mark.rule("ishkibibble-treachery-french.1")
def test_a_town_is_given_to_the_soldiers_of_a_noble_and_taken_from_them() -> None:
    scene = hired()
    scene.movement(0)
    rule = "ishkibibble-treachery-french.1"
    sacked = {"place": "alnwick", "to": "french_foot"}
    assert refused(scene, "correct_control", **sacked) == (
        rule,
        "The soldiers sack only towns and cities.",
    )
    outcome = mend(scene, "correct_control", place="york", to="french_foot")
    assert facts.TakenByRogues("york", 0) in outcome.events
    assert scene.state.rogues == {"york": 0}
    assert scene.state.nobles["percy"].cards == []
    assert refused(scene, "correct_control", place="leicester", to="french_foot") == (
        rule,
        "The soldiers serve nobody. First give their card to a noble.",
    )
    mend(scene, "correct_control", place="york", to="nobody")
    assert scene.state.rogues == {}
    assert "french_foot" in scene.state.crown_discards


@pytest.mark.rule("ishkibibble-treachery-french.2")
def test_men_who_hold_a_town_are_nobodys_until_it_is_taken_from_them() -> None:
    scene = Scene(2, ALL).noble("percy", 0, "alnwick")
    scene.movement(0)
    scene.state.crown_deck.remove("french_foot")
    scene.state.rogues["coventry"] = 1
    assert refused(scene, "correct_card", card="french_foot", to="percy") == (
        "ishkibibble-treachery-french.2",
        "Those men hold a town. First set who controls it.",
    )
    mend(scene, "correct_control", place="coventry", to="nobody")
    mend(scene, "correct_card", card="french_foot", to="percy")
    assert scene.state.nobles["percy"].cards == ["french_foot"]


@pytest.mark.rule("ishkibibble-kerns.2")
def test_men_who_wait_beside_the_board_are_given_out_and_held_by_nobody() -> None:
    scene = Scene(2, ALL).noble("percy", 0, "alnwick")
    scene.movement(0)
    for pile in (scene.state.crown_deck, scene.state.waiting):
        if "irish_kerns" not in pile:
            scene.state.crown_deck.remove("irish_kerns")
            pile.append("irish_kerns")
        assert refused(scene, "correct_card", card="irish_kerns", to="hand:0") == (
            "ishkibibble-kerns.2",
            "Those men wait beside the board, so nobody can hold them.",
        )
    mend(scene, "correct_card", card="irish_kerns", to="percy")
    assert (scene.state.nobles["percy"].cards, scene.state.waiting) == (["irish_kerns"], [])


@pytest.mark.rule("ishkibibble-birth.3", "base-13.1")
def test_an_heir_who_comes_back_after_another_with_his_counter_has_his_own_place_in_line() -> None:
    scene = Scene(2, ALL).noble("percy", 0, "alnwick").dead("edward_lancaster")
    scene.movement(0)
    scene.state.heirs["edward_lancaster"] = HeirState(0, alive=False, house="pretender")
    mend(scene, "correct_revive", piece="edward_lancaster")
    assert line(scene.state, scene.content, "lancaster") == [
        "henry",
        "margaret",
        "edward_lancaster",
    ]
    # The same heir, declared illegitimate, is still the last when he comes back.
    scene.state.heirs["henry"].place_in_line = 9
    mend(scene, "correct_kill", piece="henry")
    mend(scene, "correct_revive", piece="henry")
    assert line(scene.state, scene.content, "lancaster") == [
        "margaret",
        "edward_lancaster",
        "henry",
    ]


@pytest.mark.rule("ishkibibble-scotsinvasion.5", "base-19.2")
def test_a_place_goes_from_strangers_to_strangers() -> None:
    scene = hired()
    assert "scots" not in choices(scene, "correct_control", "to")
    scene = two()
    mend(scene, "correct_control", place="york", to="scots")
    outcome = mend(scene, "correct_control", place="york", to="french")
    assert (scene.state.scots, scene.state.french) == ([], ["york"])
    assert facts.TakenByFrench("york", None) in outcome.events
    assert refused(scene, "correct_control", place="york", to="french")[1] == SO_ALREADY


@pytest.mark.rule("ishkibibble-refuge.3")
def test_only_the_refuge_that_is_named_ends() -> None:
    scene = in_refuge()
    scene.held(2, "X-RF7").noble("talbot", 2, square(scene, "scotland"))
    scene.state.factions[2].held.clear()
    scene.state.exiles.append(Exile(2, "scotland", "X-RF7", 9, nobles=["talbot"]))
    scene.movement(0)
    assert choices(scene, "correct_refuge", "refuge") == ("scotland:0", "scotland:2")
    mend(scene, "correct_refuge", refuge="scotland:0")
    assert [(exile.seat, exile.nobles) for exile in scene.state.exiles] == [(2, ["talbot"])]
    assert scene.where("talbot")[0] == square(scene, "scotland")


# A moderator sets which port a ship watches, and whether she is a prisoner in hers.


WATCH, PRISON = "ishkibibble-blockade.1", "ishkibibble-blockade.3"


def hull() -> Scene:
    """Seat 1's Le Nicholas watches Hull, where seat 0's Le Rose lies; seat 0's movement."""
    scene = off_hull()
    scene.movement(0)
    return scene


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_watches_a_port_beside_her_or_none() -> None:
    scene = hull()
    ship = {"ship": "le_nicholas"}
    assert refused(scene, "correct_blockade", **ship, to="hull") == (WATCH, SO_ALREADY)
    beside = "A ship watches a port from the sea space beside it. First put her there."
    assert refused(scene, "correct_blockade", **ship, to="lynn") == (WATCH, beside)
    assert refused(scene, "correct_blockade", ship="le_rose", to="hull") == (WATCH, beside)
    outcome = mend(scene, "correct_blockade", **ship, to="ravenser")
    assert scene.state.ships["le_nicholas"].blockade == "ravenser"
    assert facts.PortBlockaded(1, "le_nicholas", "ravenser") in outcome.events
    outcome = mend(scene, "correct_blockade", **ship, to="nobody")
    assert scene.state.ships["le_nicholas"].blockade is None
    assert WatchCorrected("le_nicholas", "ravenser", "blockade") in outcome.events
    assert refused(scene, "correct_blockade", **ship, to="nobody") == (WATCH, SO_ALREADY)
    assert choices(Scene(2), "correct_blockade", "ship") == ()


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_that_nobody_commands_watches_none() -> None:
    scene = off_hull().ship("le_trinity", port="london")
    scene.movement(0)
    assert refused(scene, "correct_blockade", ship="le_trinity", to="hull") == (
        "base-8.9",
        "Nobody commands the ship. She lies idle in her home port.",
    )


@pytest.mark.rule("ishkibibble-blockade.3", "ishkibibble-blockade.4")
def test_a_ship_is_held_in_her_port_and_freed() -> None:
    scene = hull()
    ship = {"ship": "le_rose"}
    assert refused(scene, "correct_prisoner", **ship, to="free") == (PRISON, SO_ALREADY)
    assert refused(scene, "correct_prisoner", ship="le_nicholas", to="prisoner") == (
        PRISON,
        "A ship can be a prisoner only in a port. First put her there.",
    )
    outcome = mend(scene, "correct_prisoner", **ship, to="prisoner")
    assert scene.state.ships["le_rose"].prisoner
    assert facts.ShipHeld("le_rose", "hull") in outcome.events
    outcome = mend(scene, "correct_prisoner", **ship, to="free")
    assert not scene.state.ships["le_rose"].prisoner
    assert WatchCorrected("le_rose", "hull", "prisoner") in outcome.events


# Whatever is corrected in games of the whole second edition: refused, or all stays whole.


def test_what_is_tried_in_a_short_game_leaves_everything_whole() -> None:
    done = at_random(game_for("kingmaker", "ishkibibble"), ("one",), 80, {})
    assert done.total() > 20, done


@pytest.mark.long
def test_every_correction_is_taken_in_games_with_all_cards() -> None:
    seeds = [f"mend-{number}" for number in range(24)]
    done = at_random(game_for("kingmaker", "ishkibibble"), seeds, 200, {})
    assert set(done) == set(VERBS), done
