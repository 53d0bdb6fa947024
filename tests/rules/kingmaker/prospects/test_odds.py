"""The odds of fights, exactly, from what a seat can see."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.fights import (
    Hope,
    Prospect,
    about_fights,
    hope_of,
    open_to_all,
    prospects,
)
from bot.rules.kingmaker.prospects.odds import (
    Odds,
    assassin_odds,
    assault_odds,
    bad_weather,
    battle_odds,
    forces_at,
    to_lay,
)
from bot.rules.kingmaker.state import Courted
from bot.rules.kingmaker.tables import Modifier, Points
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text, battle_text, percent
from tests.rules.kingmaker.battlefield import FIELD, field_of, siege_of
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads
from tests.rules.kingmaker.scene import HOUSE, Scene

CONTENT = HOUSE.content
LEX = Lexicon(CONTENT)
NAMES = ["Anne", "Bob"].__getitem__
LONDON = "18,20"


def field() -> Scene:
    """Percy (100) with the King (a guard of 30) and Roos (20, the French) meet Stafford (30)."""
    return (
        Scene(seats=2)
        .noble("percy", 0, LONDON, heirs=("henry",))
        .noble("roos", 0, LONDON, cards=("french_foot",))
        .noble("stafford", 1, LONDON)
        .noble("neville", 1, "london")
        .noble("audley", 0, "helmsley")
    )


def battle(scene: Scene, *attackers: str, spend: bool = False) -> Odds:
    """The odds against Stafford."""
    view = scene.match.view(0)
    return battle_odds(CONTENT, view, attackers, ["stafford"], spend=spend)


def perils(odds: Odds) -> dict[str, Fraction]:
    """Who could die."""
    return {peril.who: peril.chance for peril in odds.perils}


# The weather


@pytest.mark.rule("house-2.3b", "house-5.14d")
def test_the_weather_counts_the_cards_that_decide() -> None:
    assert field().match.view(0).weather == (11, 61)
    assert bad_weather(field().match.view(None)) == Fraction(11, 61)


@pytest.mark.rule("house-2.3b")
def test_cards_that_were_seen_no_longer_count() -> None:
    here = field()
    for card in ("E-PL04", "E-PL01"):  # one of bad weather, one of good
        here.state.event_deck.remove(card)
        here.state.event_discards.append(card)
    assert here.match.view(0).weather == (10, 59)
    free = next(c for c in here.state.event_deck if CONTENT.events[c].kind == "free_move")
    here.state.event_deck.remove(free)
    here.state.factions[1].held.append(free)
    assert here.match.view(0).weather == (10, 59)


@pytest.mark.rule("base-2.2")
def test_an_empty_deck_is_made_of_its_discards() -> None:
    here = field()
    kept = [c for c in here.state.event_deck if CONTENT.events[c].kind == "writ"][:2]
    here.state.event_discards[:] = ["E-PL04", "E-PL01", "E-PL05", "E-FM01"]
    here.state.event_deck[:] = kept
    assert here.match.view(0).weather == (1, 3)
    here.state.event_discards.clear()
    assert bad_weather(here.match.view(0)) == 0


# Battle


@pytest.mark.rule("house-2.3c")
@pytest.mark.parametrize(
    ("attack", "opposed", "column", "chances"),
    [
        (25, 100, "B", (60, 25, 10, 5)),
        (100, 100, "F", (18, 27, 30, 25)),
        (124, 100, "F", (18, 27, 30, 25)),
        (125, 100, "G", (14, 24, 33, 29)),
        (400, 100, "K", (1, 5, 34, 60)),
    ],
)
def test_the_row_of_the_table(
    attack: int, opposed: int, column: str, chances: tuple[int, ...]
) -> None:
    view = field().match.view(0)
    nobles = dict(view.nobles)
    nobles["percy"] = msgspec.structs.replace(nobles["percy"], troops=attack)
    nobles["stafford"] = msgspec.structs.replace(nobles["stafford"], troops=opposed)
    view = msgspec.structs.replace(view, nobles=nobles)
    odds = battle_odds(CONTENT, view, ["percy"], ["stafford"])
    assert odds.column == column
    assert [chance * 100 for chance in odds.results.values()] == list(chances)
    assert sum(odds.results.values()) == 1


@pytest.mark.rule("house-2.3d")
def test_who_could_die_in_a_battle() -> None:
    odds = battle(field(), "percy", "roos")
    assert (odds.attack, odds.opposed, odds.column) == (150, 30, "K")
    # 1 % fails, 5 % no victory, 34 % minor, 60 % major, each with its line of the death table.
    assert perils(odds) == {
        "percy": Fraction(1 * 15 + 5 * 8 + 34 * 8 + 60 * 5, 10_000),
        "roos": Fraction(627, 10_000),
        "henry": Fraction(1 * 8 + 5 * 4 + 34 * 4 + 60 * 2, 10_000),
        "stafford": Fraction(1 * 5 + 5 * 8 + 34 * 12 + 60 * 20, 10_000),
    }


@pytest.mark.rule("house-5.13c")
def test_the_french_count_only_if_they_are_spent() -> None:
    assert battle(field(), "roos").attack == 20
    assert battle(field(), "roos", spend=True).attack == 120


@pytest.mark.rule("house-5.15b", "house-5.15d")
def test_below_a_quarter_there_is_only_the_assassin() -> None:
    here = field().give("stafford", "marshal_england")
    odds = battle(here, "roos")
    assert (odds.row, odds.results, odds.needed, odds.enough) == (None, {}, 33, False)
    alone = assassin_odds(CONTENT, here.match.view(0), "roos", ["stafford"])
    assert alone.results == {"attack_fails": 1}
    assert perils(alone) == {"roos": Fraction(1, 4), "stafford": Fraction(1, 5)}
    assert alone.victory == 0


def test_the_chances_are_those_of_the_game() -> None:
    """Battles are fought over and over: the results come as often as the odds say."""
    odds = battle(field(), "percy", "roos")
    luck, seen, tries = random.Random(7), Counter[str](), 400
    for _ in range(tries):
        here = field()
        here.combat(0)
        here.next_events("E-PL01")
        here.rolls(*(luck.randint(1, 100) for _ in range(8)))
        here.play(0, "attack", nobles=["percy", "roos"], against="1", square=LONDON)
        (rolled,) = here.happened(facts.BattleRolled)
        (declared,) = here.happened(facts.AttackDeclared)
        assert (declared.strength, declared.opposed) == (odds.attack, odds.opposed)
        assert rolled.column == odds.column
        seen[rolled.result] += 1
    for result, chance in odds.results.items():
        assert abs(seen[result] / tries - float(chance)) < 0.07


@pytest.mark.rule("house-5.11g")
def test_where_a_third_force_stands_the_odds_tell_of_allies() -> None:
    here = Scene(seats=3).noble("roos", 0, LONDON).noble("neville", 1, "london")
    here.noble("stafford", 1, LONDON, cards=("marshal_england",))
    said = battle_text(LEX, here.match.view(0), LONDON, ["roos"], ["stafford"], NAMES)
    assert "Allies from the square" not in said
    view = here.noble("pole", 2, LONDON).match.view(0)
    hope = "Allies in the square count as well. If nobody joins, nothing happens."
    text = battle_text(LEX, view, LONDON, ["roos"], ["stafford"], NAMES)
    assert text.splitlines()[-1] == f"{hope} ‹house-5.11g›"
    text = assault_text(LEX, view, "london", ["roos"], NAMES)
    assert text.splitlines()[-1] == f"{hope} ‹house-5.11g›"


# Siege


@pytest.mark.rule("house-6.1a", "house-6.1f", "house-6.2a")
def test_a_storm_takes_a_match_and_fair_weather() -> None:
    here = field()
    here.state.nobles["audley"].seat = 1
    view = here.match.view(0)
    odds = assault_odds(CONTENT, view, "london", ["percy", "roos"])
    assert (odds.attack, odds.opposed, odds.needed, odds.enough) == (150, 350, 350, False)
    assert to_lay(CONTENT, odds) == 175
    home = assault_odds(CONTENT, view, "helmsley", ["percy", "roos"])
    assert (home.opposed, home.enough) == (110, True)
    assert perils(home) == {
        "percy": Fraction(5, 100),
        "roos": Fraction(5, 100),
        "henry": Fraction(2, 100),
        "audley": Fraction(20, 100),
    }


@pytest.mark.rule("house-6.3a", "house-6.1f")
def test_a_long_siege_and_an_heir_alone_inside() -> None:
    here = field().siege("london", ["percy", "roos"], 3).heir_at("margaret", LONDON, "london")
    odds = assault_odds(CONTENT, here.match.view(0), "london", ["percy", "roos"])
    assert odds.opposed == 125
    assert perils(odds)["margaret"] == Fraction(10, 100)


# From one's own view alone


@pytest.mark.rule("house-7.4.17")
def test_forces_in_the_open() -> None:
    here = field()
    assert forces_at(CONTENT, here.match.view(0), LONDON) == {
        0: ("percy", "roos"),
        1: ("stafford",),
    }
    here.peace(1, "15,9", "stafford")
    assert forces_at(CONTENT, here.match.view(0), LONDON) == {0: ("percy", "roos")}


def test_hidden_cards_of_others_change_nothing() -> None:
    plain, other = field(), field().hand(1, "le_swan", "earl_kent")
    texts = [
        battle_text(LEX, s.match.view(0), LONDON, ["percy"], ["stafford"], NAMES)
        for s in (plain, other)
    ]
    assert texts[0] == texts[1]


# In words


def test_percentages() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 14, 140, 1000)] == ["0%", "1.4%", "14%", "100%"]
    assert percent(Fraction(11, 61)) == "18%"


def test_a_battle_in_words() -> None:
    text = battle_text(
        LEX, field().match.view(0), LONDON, ["percy", "roos"], ["stafford"], NAMES, spend=True
    )
    assert text == (
        "### Battle at S21 London\nAnne’s **Percy** and **Roos** (250) against Bob’s "
        "**Stafford** (30)\nOdds 8.33 to 1: column K of the table (4 to 1 and up). "
        "‹house-2.3c›\nBad weather 18%: there is no battle. ‹house-2.3b›\nIf it is fair:\n• "
        "The attack fails 1%\n• No victory 5%\n• Minor Victory 34%\n• Major Victory 60%\n"
        "Victory 94%, or 77% counting the weather.\nAt risk: ‹house-2.3d›\n• Anne: "
        "**Percy** 6.3%, **Roos** 6.3%, *Henry VI* 2.8%\n• Bob: **Stafford** 16.5%\nAfter a "
        "victory the surviving defenders become captives. ‹house-5.16a›\nIf the attack fails, "
        "the surviving attackers go home. ‹house-5.16b›\nOther forces in the square may take "
        "either side before the weather is drawn. ‹house-5.11c›"
    )


def test_an_assassin_in_words() -> None:
    here = field().give("stafford", "marshal_england")
    text = battle_text(LEX, here.match.view(0), LONDON, ["roos"], ["stafford"], NAMES)
    assert text.splitlines()[2:] == [
        "Odds 0.15 to 1: too weak for a battle, which needs 33 troops. ‹house-5.15b›",
        "He may go as an assassin, but can only kill. ‹house-5.15c›",
        "Bad weather 18%: nothing happens. ‹house-2.3b›",
        "At risk: ‹house-5.15d›",
        "• Anne: **Roos** 25%",
        "• Bob: **Stafford** 20%",
        "Only the defender he names is in danger.",
    ]
    here.give("stafford", "saxons_1", "saxons_2")
    several = battle_text(LEX, here.match.view(0), LONDON, ["roos", "audley"], ["stafford"], NAMES)
    assert several.splitlines()[-1] == (
        "Only a single untitled noble may attack then, as an assassin. ‹house-5.15b›"
    )


def test_a_siege_in_words() -> None:
    text = assault_text(LEX, field().match.view(0), "london", ["percy", "roos"], NAMES)
    assert text == (
        "### Siege of London\nAnne’s **Percy** and **Roos** (150) against a defence of 350: "
        "garrison 300 and **Neville**\nLaying siege needs 175 troops: 25 too few. "
        "‹house-6.2a›\nConcluding it needs 350 troops: 200 too few. ‹house-6.1a›"
    )
    here = field().siege("london", ["percy", "roos"], 3)
    held = assault_text(LEX, here.match.view(0), "london", ["percy", "roos"], NAMES, spend=True)
    assert held.splitlines()[2:] == [
        "Under siege by Anne, turn 3.",
        "Concluding it needs 125 troops: enough. ‹house-6.1a›",
        "Bad weather 18%: the siege holds. ‹house-6.1d›",
        "The place falls: 82%. ‹house-6.1e›",
        "At risk: ‹house-6.1f›",
        "• Anne: **Percy** 5%, **Roos** 5%, *Henry VI* 2%",
        "• Bob: **Neville** 20%",
        "All who survive inside become captives. ‹house-6.1g›",
    ]


# The fights that a question is about: both sides, their troops, and the chances.


def open_to(scene: Scene, seat: int) -> list[Prospect]:
    """The fights that a seat is asked about, without those of the idle nobles."""
    found = prospects(scene.content, scene.match.view(seat), scene.match.asked(seat))
    return [fight for fight in found if "audley" not in fight.attackers]


def weather(scene: Scene) -> Fraction:
    """The chance of bad weather, as everybody may know it."""
    return Fraction(*scene.match.view(0).weather)


@pytest.mark.rule("house-2.3c")
def test_an_attack_has_both_sides_and_the_chances_with_the_weather() -> None:
    scene = field_of(("percy", "neville"), ("stafford",))
    scene.combat(0)
    (fight,) = open_to(scene, 0)
    view = scene.match.view(0)
    ours = sum(view.nobles[noble].troops for noble in ("percy", "neville"))
    assert (fight.attackers, fight.defenders) == (("percy", "neville"), ("stafford",))
    assert (fight.attack, fight.opposed) == (ours, view.nobles["stafford"].troops)
    assert (fight.clash.verb, fight.clash.square, fight.clash.foe) == ("attack", FIELD, 1)
    row = scene.content.battle.row_for(fight.attack, fight.opposed)
    assert row is not None
    fair = 1 - weather(scene)
    assert fight.lost == Fraction(row.fails, 100) * fair
    assert fight.won == Fraction(100 - row.none, 100) * fair


@pytest.mark.rule("house-5.11g")
def test_an_attack_that_needs_others_has_no_chance_and_says_what_it_takes() -> None:
    scene = field_of(("clifford",), ("percy", "neville"))
    scene.combat(0)
    assert open_to(scene, 0) == []  # nobody stands by who could help
    scene = field_of(("clifford",), ("percy", "neville"), seats=3)
    scene.noble("talbot", 2, FIELD, outside=True).combat(0)
    (fight,) = [fight for fight in open_to(scene, 0) if fight.clash.foe == 1]
    assert (fight.attackers, fight.defenders) == (("clifford",), ("percy", "neville"))
    assert (fight.attack, fight.opposed, fight.needed) == (10, 150, 38)
    assert (fight.won, fight.lost) == (Fraction(0), Fraction(0))


@pytest.mark.rule("house-6.2a", "house-6.1a")
def test_a_siege_has_the_garrison_and_what_it_takes() -> None:
    scene = siege_of("skipton", ("percy", "neville"), ("clifford",))
    scene.combat(0)
    fights = {fight.clash.verb: fight for fight in open_to(scene, 0)}
    laid = fights["lay"]
    view, place = scene.match.view(0), scene.content.board.places["skipton"]
    assert laid.clash.place == "skipton"
    assert laid.defenders == ("clifford",)
    assert laid.opposed == place.garrison + view.nobles["clifford"].troops
    assert laid.needed == -(-laid.opposed // 2)


@pytest.mark.rule("house-5.11c")
def test_who_is_asked_to_join_sees_the_declared_fight_and_his_own_nobles() -> None:
    scene = field_of(("percy",), ("stafford",), seats=3)
    scene.noble("neville", 2, FIELD, outside=True)
    scene.combat(0)
    scene.play(0, "attack", nobles=("percy",), against="1", square=FIELD)
    (fight,) = open_to(scene, 2)
    assert (fight.attackers, fight.defenders) == (("percy",), ("stafford",))
    assert fight.joining == ("neville",)
    assert about_fights(scene.match.asked(2))
    assert open_to(scene, 0) == []


def test_questions_of_other_things_are_about_no_fight() -> None:
    scene = field_of(("percy",), ("stafford",))
    scene.movement(0)
    assert open_to(scene, 0) == []
    assert not about_fights(scene.match.asked(0))
    assert prospects(scene.content, scene.match.view(1), scene.match.asked(1)) == []


# What a seat may hope for before the dice are thrown, and whom it may try for at all.


def seen(scene: Scene, seat: int) -> BoardView:
    """The view of a seat."""
    scene.movement(seat)
    view: BoardView = scene.match.view(seat)
    return view


def reasons(scene: Scene, seat: int, target: str = "grey") -> list[tuple[str, int]]:
    """What adds to the roll of a seat for a noble."""
    hope = hope_of(scene.content, seen(scene, seat), seat, target)
    assert hope is not None
    return [(one.reason, one.value) for one in hope.modifiers]


@pytest.mark.rule("families-recruit.5", "families-recruit.7")
def test_the_hope_says_what_is_added_and_how_many_throws_do() -> None:
    scene = heads(without=(LANCASTER,)).noble("clifford", LANCASTER, "skipton")
    hope = hope_of(scene.content, seen(scene, LANCASTER), LANCASTER, "roos", ["earl_kent"])
    assert hope == Hope((Modifier("leaning", 2, ("roos",)), Modifier("title", 2, ("earl_kent",))),
                        4, 10, 26)  # fmt: skip
    assert hope.chance == Fraction(26, 36) == Fraction(13, 18)


@pytest.mark.rule("families-align.4", "families-align.5")
def test_a_family_hopes_as_its_house_and_a_neutral_one_for_nothing() -> None:
    scene = heads()
    scene.state.sides[PERCY].serves = "york"
    assert reasons(scene, PERCY, "hastings") == [("leaning", 4), ("strong", 1), ("unfavoured", -2)]
    assert reasons(scene, NEVILLE, "hastings") == [("leaning", 4), ("strong", 1)]
    scene.state.sides[PERCY].serves = ""
    assert hope_of(scene.content, seen(scene, PERCY), PERCY, "hastings") is None


def test_where_nobody_has_a_side_nobody_hopes() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick")
    assert hope_of(scene.content, seen(scene, 0), 0, "hastings") is None
    assert open_to_all(scene.content, seen(scene, 0), 0) == []


@pytest.mark.rule("families-recruit.12")
def test_the_sole_king_counts_for_the_faction_whose_noble_holds_him() -> None:
    scene = heads().hold("henry", "beaufort").hold("richard_york", "plantagenet_york")
    assert reasons(scene, LANCASTER) == [("sole_king", 2)]
    assert reasons(scene, PERCY) == [("strong", 1)]
    scene.crowned("henry", "richard_york")
    assert reasons(scene, LANCASTER) == []
    assert reasons(scene, YORK) == [("strong", 1)]
    # Who is dead is King no more.
    scene.state.heirs["henry"].alive = False
    assert reasons(scene, YORK) == [("strong", 1), ("sole_king", 2)]


@pytest.mark.rule("families-recruit.1", "families-recruit.3", "families-recruit.15")
def test_all_are_open_but_those_in_play_the_heads_and_whom_one_has_tried_for() -> None:
    scene = heads(without=(NEVILLE,)).noble("scrope", NEVILLE, "masham")
    scene.state.courted = [Courted(YORK, "grey"), Courted(LANCASTER, "roos", 1)]
    everybody = {
        "audley", "berkeley", "bourchier", "clifford", "courtenay", "cromwell", "fitzalan", "grey",
        "greystoke", "hastings", "herbert", "holland", "howard", "pole", "roos", "stanley",
        "talbot",
    }  # fmt: skip
    assert set(open_to_all(scene.content, seen(scene, PERCY), PERCY)) == everybody
    assert set(open_to_all(scene.content, seen(scene, YORK), YORK)) == everybody - {"grey"}
    assert set(open_to_all(scene.content, seen(scene, LANCASTER), LANCASTER)) == everybody - {
        "roos"
    }


def test_points_are_whole_unless_it_is_said_of_what_they_are_parts() -> None:
    assert Points("noble", "percy", 150).value == 150
    assert Points("town", "ipswich", 25, 2).value == Fraction(25, 2)
