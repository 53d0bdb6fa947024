"""Between the declaration of an attack and its weather (house-5.14f, house-5.15e)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import CLOSE, Choice, Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.facts import AssassinTargetNamed, AttackAnnounced
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.battlefield import (
    BAD,
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    siege_of,
    sound,
    where,
)
from tests.rules.kingmaker.combat.sieges.test_siege_from_ship import HULL, besieging_hull
from tests.rules.kingmaker.scene import HOUSE, Scene

REASON = (
    "An attack has been declared. Until its weather is drawn you may only play cards, pass things "
    "on and kill heirs."
)


def declared(*, hand: tuple[str, ...] = ("saxons_1",)) -> Scene:
    """Neville (50) and Roos (20) of seat 0 attack Mowbray (50) of seat 1."""
    scene = field_of(("neville", "roos"), ("mowbray",)).hand(1, *hand).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    return scene


# 5.14f Who is asked


@pytest.mark.rule("house-5.14f", "house-5.14a", "house-2.6c")
def test_a_defender_with_cards_in_hand_is_told_and_asked_before_all_else() -> None:
    scene = declared()
    assert told(scene) == [
        "Anne means to attack Bob at N21 (open country): **Neville** (50) against **Mowbray** (50)."
        " ‹house-5.14f›"
    ]
    (asked,) = scene.match.asked(1)
    assert WORDS.ask(asked, NAMES) == (
        "Anne attacks Bob at N21 (open country), 50 against 50. Before the weather is drawn, "
        "you may play cards from your hand or pass things on."
    )
    assert WORDS.default(asked, NAMES) == "Then the attack goes on, and its weather is drawn."
    assert WORDS.verb(asked.offers[0], asked) == "Let it go on"
    assert scene.refused(0, "done", rule="house-5.14f") == REASON
    said = scene.refused(
        0, "attack", rule="house-5.14f", nobles=["roos"], against="1", square=FIELD
    )
    assert said == REASON
    assert scene.refused(1, "stand_aside", rule="house-5.14f") == REASON
    assert scene.events == [
        AttackAnnounced(0, 1, FIELD, ("neville",), ("mowbray",), 50, 50),
    ]
    assert scene.asked(1) == ["moment"]
    assert scene.asked(0) == []
    scene.play(1, "play", card="saxons_1", noble="mowbray")
    assert scene.asked(1) == ["moment"]
    scene.play(1, "let_through")
    assert only(scene, facts.AttackDeclared).opposed == 60
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14f")
def test_a_defender_without_cards_is_not_asked() -> None:
    scene = declared(hand=())
    assert scene.happened(AttackAnnounced) == []
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14f")
def test_whether_somebody_is_asked_does_not_tell_which_cards_he_holds() -> None:
    """A card that he can do nothing with counts like any other: the number is public."""
    scene = field_of(("neville",), ("mowbray",)).hand(1, "admiral_england")
    scene.give("mowbray", "marshal_england").combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.offered(1, "play") == []
    assert scene.asked(1) == ["moment"]
    assert scene.match.view(0).seats[1].hand == 1


@pytest.mark.rule("house-5.14f", "house-5.12a")
def test_at_a_siege_the_owner_and_his_guests_are_asked() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",), seats=3)
    scene.noble("talbot", 2, "masham", guest=True)
    scene.hand(1, "saxons_1").hand(2, "saxons_2").next_events(FINE)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    announced = only(scene, AttackAnnounced)
    assert (announced.against, announced.place, announced.opposed) == (1, "masham", 140)
    assert scene.asked(1) == scene.asked(2) == ["moment"]
    scene.play(2, "play", card="saxons_2", noble="talbot")
    scene.play(2, "let_through")
    assert scene.asked(1) == ["moment"]
    scene.play(1, "let_through")
    assert only(scene, facts.AssaultDeclared).defence == 150
    assert only(scene, facts.SiegeConcluded).taken is True


@pytest.mark.rule("house-5.14f")
def test_allies_of_the_defence_are_asked_too() -> None:
    scene = field_of(("neville",), ("mowbray",), seats=3).noble("talbot", 2, FIELD)
    scene.hand(2, "saxons_1").combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    scene.play(2, "ally_defence", nobles=["talbot"])
    assert scene.asked(2) == ["moment"]
    assert scene.asked(1) == []


@pytest.mark.rule("house-5.14f")
def test_nobody_defends_an_empty_neutral_castle() -> None:
    scene = siege_of("masham", ("percy", "neville")).control("masham", None)
    scene.hand(0, "saxons_1").hand(1, "saxons_2").next_events(FINE)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert only(scene, facts.SiegeConcluded).taken is True


# What may be done meanwhile


@pytest.mark.rule("house-5.14f", "house-2.6c")
def test_others_may_act_while_he_is_asked() -> None:
    scene = field_of(("neville",), ("mowbray",)).hand(0, "saxons_2").hand(1, "saxons_1")
    scene.next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    scene.play(0, "play", card="saxons_2", noble="neville")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackDeclared).strength == 60


@pytest.mark.rule("house-8.7.7", "house-5.14f")
def test_places_and_ships_are_sheltered_with_nobles_elsewhere_before_the_weather() -> None:
    scene = field_of(("neville", "roos"), ("mowbray",)).hand(1, "saxons_1").next_events(FINE)
    scene.noble("talbot", 1, "sheffield")
    lay_rolls(scene, 45).combat(0)
    assert scene.state.control["framlingham"] == "mowbray"
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    scene.play(1, "transfer", thing="place:framlingham", noble="talbot")
    assert scene.state.control["framlingham"] == "talbot"
    scene.play(1, "let_through")
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14a", "house-2.6c", "house-5.14f")
def test_from_the_weather_on_no_card_is_played() -> None:
    scene = declared()
    version = scene.match.version
    scene.play(1, "let_through")
    assert scene.match.version == version + 1
    kinds = [type(event) for event in scene.events]
    assert kinds.index(facts.WeatherDrawn) < kinds.index(facts.BattleRolled)


# What may have changed when the weather comes


@pytest.mark.rule("house-5.14e", "house-5.14f")
def test_an_attack_that_falls_below_one_to_four_meanwhile_is_cancelled() -> None:
    scene = field_of(("talbot",), ("percy",)).hand(1, "saxons_1", "flemish_crossbowmen_1")
    scene.combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square=FIELD)
    scene.play(1, "play", card="saxons_1", noble="percy")
    scene.play(1, "play", card="flemish_crossbowmen_1", noble="percy")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert only(scene, facts.AttackDeclared).opposed == 130
    assert scene.happened(facts.WeatherDrawn) == []
    assert scene.state.nobles["talbot"].attacked is True


@pytest.mark.rule("house-5.14e", "house-6.1a", "house-5.14f")
def test_an_attempt_that_falls_below_the_defence_meanwhile_is_cancelled() -> None:
    scene = siege_of("masham", ("percy", "hastings"), ("scrope",))
    scene.hand(1, "saxons_1").combat(0)
    scene.play(0, "conclude", nobles=["percy", "hastings"], place="masham")
    scene.play(1, "play", card="saxons_1", noble="scrope")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert (only(scene, facts.AssaultDeclared).defence, scene.state.sieges) == (120, {})


@pytest.mark.rule("house-5.14f", "house-8.6.21")
def test_a_siege_lifted_meanwhile_leaves_nobody_to_fight() -> None:
    """The besiegers aboard die with the siege, and the relief finds nobody."""
    scene = besieging_hull("percy", office="marshal_england").hand(0, "saxons_1")
    scene.noble("mowbray", 1, "hull", outside=True).combat(1)
    scene.play(1, "attack", nobles=["mowbray"], against="0", square=HULL)
    scene.play(0, "lift", place="hull")
    assert "percy" not in scene.state.nobles
    scene.play(0, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "nobody"
    assert scene.state.nobles["mowbray"].attacked is False


@pytest.mark.rule("house-5.14f", "house-8.7.4")
def test_a_place_handed_over_meanwhile_is_not_stormed() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).hand(1, "saxons_1")
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    scene.play(1, "propose_deal", to="0", give=["place:masham"])
    scene.play(0, "accept_deal", deal="1")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "nobody"
    assert scene.state.control["masham"] in ("percy", "neville")


def given_to(seat: int, *outside: str) -> Scene:
    """Percy and these of seat 0 attempt Masham, which its holder then gives to another seat."""
    scene = siege_of("masham", ("percy", *outside), ("scrope",), seats=3).hand(1, "saxons_1")
    scene.noble("neville", 2, "masham", outside=True)
    lay_rolls(scene).next_events(FINE).combat(0)
    scene.play(0, "conclude", nobles=["percy", *outside], place="masham")
    scene.play(2, "ally_attack", nobles=["neville"])
    scene.play(1, "propose_deal", to=str(seat), give=["place:masham"])
    scene.play(seat, "accept_deal", deal="1")
    assert scene.state.nobles[scene.state.control["masham"]].seat == seat
    return scene


@pytest.mark.rule("house-5.14f", "house-6.2d", "house-8.5.1")
def test_nobody_slips_out_of_a_place_by_giving_it_away_meanwhile() -> None:
    scene = siege_of("masham", ("percy", "roos"), ("scrope",), seats=3).hand(1, "saxons_1")
    scene.noble("talbot", 2, "sheffield")
    lay_rolls(scene).next_events(FINE).combat(0)
    scene.play(0, "conclude", nobles=["percy", "roos"], place="masham")
    scene.play(1, "propose_deal", to="2", give=["place:masham"])
    scene.play(2, "accept_deal", deal="1")
    assert scene.happened(facts.Expelled) == []
    assert where(scene, "scrope") == ("14,8", "masham")
    scene.play(1, "let_through")
    assert only(scene, facts.AssaultDeclared).defenders == ("scrope",)
    assert only(scene, facts.Captured).nobles == ("scrope",)


@pytest.mark.rule("house-5.14f", "base-10.1")
def test_whoever_is_given_the_place_meanwhile_attacks_it_no_longer() -> None:
    scene = given_to(2, "roos")
    (asked,) = (p for p in scene.match.prompts(1) if p.kind == "moment")
    assert (asked.facts["attackers"], asked.facts["strength"]) == ("percy,roos", "120")
    scene.play(1, "let_through")
    declared = only(scene, facts.AssaultDeclared)
    assert (declared.attackers, declared.strength) == (("percy", "roos"), 120)
    assert scene.state.nobles["neville"].attacked is False


@pytest.mark.rule("house-5.14f", "house-5.11c", "base-10.1")
def test_whoever_is_given_it_before_he_takes_a_side_takes_none() -> None:
    scene = siege_of("masham", ("percy", "roos"), ("scrope",), seats=3).hand(1, "saxons_1")
    scene.noble("neville", 2, "masham", outside=True).combat(0)
    scene.play(0, "conclude", nobles=["percy", "roos"], place="masham")
    assert scene.asked(2) == ["alliance"]
    scene.play(1, "propose_deal", to="2", give=["place:masham"])
    scene.play(2, "accept_deal", deal="1")
    assert (scene.asked(2), scene.asked(1)) == ([], ["moment"])


@pytest.mark.rule("house-5.14f", "house-6.1a", "base-10.1")
def test_without_him_the_others_may_be_too_weak() -> None:
    scene = given_to(2)
    scene.play(1, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert where(scene, "scrope") == ("14,8", "masham")


@pytest.mark.rule("house-5.13c", "house-5.14f")
def test_french_who_are_given_away_meanwhile_are_not_used() -> None:
    scene = field_of(("mowbray",), ("percy",), seats=3).hand(1, "saxons_1").next_events(FINE)
    scene.give("mowbray", "french_foot").noble("talbot", 2, FIELD)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack_with_french", nobles=["mowbray"], against="1", square=FIELD)
    scene.play(2, "stand_aside")
    scene.play(0, "propose_deal", to="2", give=["beside:french_foot"])
    scene.play(2, "accept_deal", deal="1")
    (asked,) = (p for p in scene.match.prompts(1) if p.kind == "moment")
    assert "french" not in asked.facts
    scene.play(1, "let_through")
    assert only(scene, facts.AttackDeclared).strength == 50
    assert scene.state.nobles["talbot"].cards == ["french_foot"]


@pytest.mark.rule("house-5.13c", "house-5.14f", "house-8.6.21")
def test_french_lost_with_their_noble_meanwhile_hold_nothing_up() -> None:
    scene = besieging_hull("percy").hand(1, "saxons_1").control("hull", "bourchier")
    ashore = ["mowbray", "neville", "stanley", "beaufort", "roos"]
    for noble in ashore:
        scene.noble(noble, 0, HULL)
    scene.give("percy", "french_foot").state.sieges["hull"].besiegers += ashore
    lay_rolls(scene).next_events(FINE).combat(0)
    scene.play(0, "conclude_with_french", nobles=["percy", *ashore], place="hull")
    scene.play(0, "lift", place="hull")
    assert "french_foot" in scene.state.crown_discards
    scene.play(1, "let_through")
    assert only(scene, facts.AssaultDeclared).strength == 200
    assert only(scene, facts.SiegeConcluded).taken
    sound(scene)


# The table's choice, its time, orders given beforehand


@pytest.mark.rule("house-5.14f")
def test_a_table_may_leave_the_question_out() -> None:
    scene = field_of(("neville",), ("mowbray",)).hand(1, "saxons_1").next_events(FINE)
    scene.state.straight_to_weather = True
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14f")
@pytest.mark.parametrize(
    ("option", "straight"), [("", False), ("asked", False), ("left_out", True)]
)
def test_the_option_of_the_table(option: str, straight: bool) -> None:
    match, _ = Match.start(HOUSE, 3, "moment", {"moment": option})
    assert match.position.state.straight_to_weather is straight


@pytest.mark.rule("house-5.14f")
def test_an_option_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'asked' or 'left_out'"):
        Match.start(HOUSE, 3, "moment", {"moment": "perhaps"})


@pytest.mark.rule("house-5.14f")
def test_it_has_the_time_of_a_quick_answer_and_goes_on_when_that_is_over() -> None:
    scene = declared()
    (prompt,) = scene.match.closing().values()
    assert (prompt.seat, prompt.seconds, prompt.default) == (1, 60, Choice("let_through"))
    scene.events = list(scene.match.direct(CLOSE).events)
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14f")
def test_a_standing_order_lets_attacks_through() -> None:
    scene = declared()
    order = Choice("order_let")
    (known,) = HOUSE.beforehand(scene.match.table, 1)
    assert known.find(order) is not None
    (asked,) = scene.match.asked(1)
    assert HOUSE.as_ordered(scene.match.table, asked, order) == Choice("let_through")
    scene.state.straight_to_weather = True
    assert not HOUSE.order_stands(scene.match.table, 1, order)


def test_the_game_is_saved_and_loaded_while_he_is_asked() -> None:
    scene = declared()
    sound(scene)


# 5.15e An attack that falls below one to four goes on as an assassin's


def falling(*, heirs: tuple[str, ...] = ()) -> Scene:
    """Holland (20) attacks Neville (50) and Talbot (30), who are given 10 more."""
    scene = field_of(("holland",), ("neville", "talbot")).hand(1, "saxons_1").next_events(FINE)
    for heir in heirs:
        scene.hold(heir, "talbot")
    scene.combat(0)
    scene.play(0, "attack", nobles=["holland"], against="1", square=FIELD)
    scene.play(1, "play", card="saxons_1", noble="talbot")
    return scene


@pytest.mark.rule("house-5.15e", "house-5.14e", "house-5.15d")
def test_a_lone_untitled_noble_goes_on_as_an_assassin_and_names_his_target() -> None:
    scene = falling(heirs=("george",))
    scene.play(1, "let_through")
    assert scene.asked(0) == ["name_target"]
    assert scene.candidates(0, "name_target", "target") == {"neville", "talbot", "george"}
    lay_rolls(scene, 100, 20)
    scene.play(0, "name_target", target="talbot")
    assert only(scene, AssassinTargetNamed) == AssassinTargetNamed(0, "holland", "talbot")
    told = only(scene, facts.AttackDeclared)
    assert (told.strength, told.opposed, told.target) == (20, 90, "talbot")
    rolled = only(scene, facts.BattleRolled)
    assert (rolled.column, rolled.roll, rolled.result) == ("A", None, "attack_fails")
    rolls = [(e.who, e.chance, e.dies) for e in scene.happened(facts.DeathRolled)]
    assert rolls == [("holland", 25, False), ("talbot", 20, True)]


@pytest.mark.rule("house-5.15e")
def test_the_target_is_named_before_the_weather() -> None:
    scene = falling()
    scene.state.event_deck.remove(BAD)
    scene.state.event_deck.append(BAD)
    scene.play(1, "let_through")
    assert scene.happened(facts.WeatherDrawn) == []
    said = scene.refused(0, "done", rule="house-5.15e")
    assert said == ("Your noble attacks alone as an assassin. First name his target.")
    scene.play(0, "name_target", target="neville")
    assert [e.bad for e in scene.happened(facts.WeatherDrawn)] == [True]
    assert scene.happened(facts.DeathRolled) == []


@pytest.mark.rule("house-5.15e", "house-5.14e")
def test_a_titled_noble_is_called_off() -> None:
    """Talbot (30) is enough against 110, and not against 130."""
    scene = field_of(("talbot",), ("percy",)).give("percy", "saxons_2")
    scene.hand(1, "flemish_crossbowmen_1").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square=FIELD)
    scene.play(1, "play", card="flemish_crossbowmen_1", noble="percy")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert scene.happened(AssassinTargetNamed) == []


@pytest.mark.rule("house-5.15b", "house-5.14e")
def test_an_assassin_who_is_given_strength_fights_an_ordinary_battle() -> None:
    """The ratio is taken when Active Combat begins; one to four is an ordinary attack."""
    scene = field_of(("hastings",), ("neville",)).hand(0, "flemish_crossbowmen_1")
    scene.hand(1, "saxons_1").next_events(FINE)
    lay_rolls(scene, 50).combat(0)
    scene.play(0, "assassinate", noble="hastings", target="neville")
    assert only(scene, AttackAnnounced).target == "neville"
    scene.play(0, "play", card="flemish_crossbowmen_1", noble="hastings")
    scene.play(1, "let_through")
    assert only(scene, facts.AttackDeclared).target is None
    assert only(scene, facts.BattleRolled).roll == 50


@pytest.mark.rule("house-5.15d", "house-5.15e")
def test_an_assassin_whose_target_is_gone_names_another() -> None:
    scene = field_of(("hastings",), ("percy",)).hold("george", "percy").hand(1, "saxons_1")
    scene.next_events(FINE)
    scene.combat(0)
    scene.play(0, "assassinate", noble="hastings", target="george")
    scene.play(1, "kill_heir", heir="george")
    scene.play(1, "let_through")
    # Percy alone is left, so that nothing remains to be asked.
    assert only(scene, AssassinTargetNamed).target == "percy"
    assert only(scene, facts.AttackDeclared).target == "percy"


# In words


WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__


def told(scene: Scene) -> list[str]:
    """What the channel reads of the last choice."""
    return WORDS.tell_all(scene.events, NAMES)


def test_an_attack_on_besiegers_aboard_names_their_rule() -> None:
    scene = besieging_hull("percy", office="marshal_england")
    scene.noble("mowbray", 1, "hull", outside=True).next_events(FINE)
    lay_rolls(scene, 30).combat(1)
    scene.play(1, "attack", nobles=["mowbray"], against="0", square=HULL)
    assert told(scene)[0].endswith("‹house-8.6.29›")


def test_the_assassin_by_mishap_in_words() -> None:
    scene = falling()
    scene.play(1, "let_through")
    (asked,) = scene.match.asked(0)
    assert WORDS.ask(asked, NAMES) == (
        "**Holland** is too weak for a battle and attacks alone, as an assassin. Who is his target?"
    )
    lay_rolls(scene)
    scene.play(0, "name_target", target="talbot")
    assert told(scene)[0] == (
        "**Holland** attacks alone as an assassin, to kill **Talbot**. ‹house-5.15e›"
    )


# 5.14b Until then heirs may be killed


@pytest.mark.rule("house-5.14f", "house-5.14b")
def test_whoever_keeps_an_heir_there_is_asked_without_a_card() -> None:
    scene = field_of(("neville",), ("mowbray",)).hold("george", "mowbray").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.state.factions[1].hand == []
    assert scene.asked(1) == ["moment"]
    scene.play(1, "kill_heir", heir="george")
    assert scene.asked(1) == ["moment"]
    scene.play(1, "let_through")
    assert result(scene) == "no_victory"
    assert not scene.state.heirs["george"].alive


@pytest.mark.rule("house-5.14f", "house-5.14b")
def test_an_heir_elsewhere_asks_nobody() -> None:
    scene = field_of(("neville",), ("mowbray",)).hold("george", "bourchier").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert result(scene) == "no_victory"


# Checking the weather: the card drawn when Active Combat begins.


BAD_WEATHER = sorted(c.id for c in HOUSE.content.events.values() if c.bad_weather)


def under_weather(*cards: str) -> Scene:
    """Neville attacks Mowbray (1:1) under these cards; a roll of 45 would be No Victory."""
    scene = field_of(("neville",), ("mowbray",)).next_events(*cards)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    return scene


@pytest.mark.rule("house-2.3b", "base-9.5", "base-9.13")
def test_one_card_is_drawn_for_the_weather_and_discarded() -> None:
    scene = field_of(("neville",), ("mowbray",)).next_events(FINE, "E-RA02")
    left = len(scene.state.event_deck)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    drawn = only(scene, facts.WeatherDrawn)
    assert (drawn.seat, drawn.card, drawn.bad, drawn.kept) == (0, FINE, False, False)
    assert scene.state.event_discards == [FINE]
    assert len(scene.state.event_deck) == left - 1
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-2.3b", "base-9.6")
@pytest.mark.parametrize("card", [c for c in BAD_WEATHER if not c.startswith("E-EM")])
def test_bad_weather_cancels_a_battle(card: str) -> None:
    scene = under_weather(card)
    assert only(scene, facts.WeatherDrawn).bad
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.happened(facts.BattleRolled) == []
    assert scene.happened(facts.DeathRolled) == []
    assert scene.state.event_discards == [card]
    for noble in ("neville", "mowbray"):
        assert where(scene, noble) == (FIELD, None)
        assert scene.state.nobles[noble].captor is None
    sound(scene)


@pytest.mark.rule("house-1.16", "house-1.17", "house-2.3b")
def test_a_battle_lost_to_the_weather_uses_up_attack_and_defence() -> None:
    scene = field_of(("neville", "roos"), ("mowbray",), seats=3).noble("pole", 2, FIELD)
    scene.next_events(BAD).combat(0)
    attack(scene, "neville")
    scene.refused(0, "attack", rule="house-1.17", nobles=["roos"], against="1", square=FIELD)
    scene.refused(0, "attack", rule="house-1.16", nobles=["neville"], against="2", square=FIELD)


@pytest.mark.rule("house-2.1b", "house-2.3b", "base-9.5")
@pytest.mark.parametrize("card", ["E-RA02", "E-RV01", "E-PL01", "E-MG01", "E-ST01", "E-PM01"])
def test_only_the_weather_of_the_card_counts(card: str) -> None:
    scene = field_of(("neville",), ("mowbray",)).noble("percy", 1, "alnwick")
    scene.noble("roos", 0, "london", cards=("saxons_1", "flemish_crossbowmen_1", "scots_archers_1"))
    scene.next_events(card)
    lay_rolls(scene, 45).combat(0)
    nobles = {n: (f.square, f.inside, list(f.cards)) for n, f in scene.state.nobles.items()}
    attack(scene, "neville")
    assert result(scene) == "no_victory"
    after = {n: (f.square, f.inside, list(f.cards)) for n, f in scene.state.nobles.items()}
    assert after == nobles
    for kind in (facts.NobleCalled, facts.PlagueStruck, facts.MercenariesWentHome):
        assert scene.happened(kind) == []


# Writs, Free Moves and other cards that may be held


@pytest.mark.rule("house-5.14d")
@pytest.mark.parametrize("card", ["E-WR01", "E-FM01"])
def test_a_writ_or_free_move_is_kept_and_another_card_drawn(card: str) -> None:
    scene = under_weather(card, FINE)
    drawn = [(e.card, e.bad, e.kept) for e in scene.happened(facts.WeatherDrawn)]
    assert drawn == [(card, False, True), (FINE, False, False)]
    assert scene.state.factions[0].held == [card]
    assert scene.state.event_discards == [FINE]
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14d")
def test_any_number_of_writs_and_free_moves_is_kept() -> None:
    scene = under_weather("E-WR01", "E-FM01", "E-WR02", BAD)
    assert [e.card for e in scene.happened(facts.WeatherDrawn)] == [
        "E-WR01",
        "E-FM01",
        "E-WR02",
        BAD,
    ]
    assert sorted(scene.state.factions[0].held) == ["E-FM01", "E-WR01", "E-WR02"]
    assert only(scene, facts.AttackCancelled).reason == "weather"


@pytest.mark.rule("house-5.14d")
@pytest.mark.parametrize(
    ("card", "cancelled"), [("E-CM01", False), ("E-CM02", False), ("E-CM03", True)]
)
def test_a_chancellor_card_drawn_for_the_weather_is_not_kept(card: str, cancelled: bool) -> None:
    scene = under_weather(card)
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards == [card]
    assert bool(scene.happened(facts.AttackCancelled)) is cancelled
    assert bool(scene.happened(facts.BattleRolled)) is not cancelled


@pytest.mark.rule("house-5.14d", "house-6.1b")
def test_a_writ_is_kept_at_a_siege_too() -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham").noble("percy", 0, "14,8")
    scene.noble("neville", 0, "14,8").next_events("E-WR01", "E-FM02", BAD).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert sorted(scene.state.factions[0].held) == ["E-FM02", "E-WR01"]
    assert scene.state.event_discards == [BAD]
    assert "masham" in scene.state.sieges


# Embassies


@pytest.mark.rule("house-5.9b", "house-5.9")
@pytest.mark.parametrize("card", ["E-EM01", "E-EM04"])
def test_an_embassy_that_decides_a_battle_reshuffles_too(card: str) -> None:
    scene = idlers(Scene(2, "house+battles_by_card")).noble("neville", 0, FIELD)
    scene.noble("roos", 1, FIELD).next_events(card).combat(0)
    attack(scene, "neville")
    settle(scene)
    kinds = [type(event) for event in scene.events]
    end = facts.AttackCancelled if card == "E-EM04" else facts.NobleDied
    assert kinds.index(facts.CombatCardDrawn) < kinds.index(facts.EventDeckReshuffled)
    assert (end in kinds, scene.state.event_discards) == (True, [])


@pytest.mark.rule("house-5.9b", "house-5.9")
@pytest.mark.parametrize("card", ["E-EM01", "E-EM02", "E-EM03", "E-EM04"])
def test_an_embassy_drawn_for_the_weather_reshuffles_and_calls_nobody(card: str) -> None:
    scene = field_of(("neville",), ("mowbray",)).next_events(card)
    scene.crowned("henry").hold("henry", "bourchier")
    scene.state.event_discards.append(scene.state.event_deck.pop(0))
    cards = len(scene.state.event_deck) + 1
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    assert bool(scene.happened(facts.AttackCancelled)) is (card == "E-EM04")
    assert scene.happened(facts.KingCalled) == []
    assert holder_square(scene) == "19,18"
    shuffled = only(scene, facts.EventDeckReshuffled)
    assert shuffled.cards == cards == 81
    assert shuffled.rule == "house-5.9"
    assert scene.state.event_discards == []
    assert card in scene.state.event_deck


def holder_square(scene: Scene) -> str:
    """Where the noble stands who holds Henry."""
    found = scene.state.nobles[scene.state.heirs["henry"].holder].square
    assert isinstance(found, str)
    return found


@pytest.mark.rule("house-5.9b")
def test_the_embassy_reshuffles_after_the_battle_not_before() -> None:
    scene = under_weather("E-EM01")
    kinds = [
        type(e)
        for e in scene.events
        if isinstance(e, facts.BattleRolled | facts.EventDeckReshuffled)
    ]
    assert kinds == [facts.BattleRolled, facts.EventDeckReshuffled]


@pytest.mark.rule("house-5.9b", "house-6.1b")
@pytest.mark.parametrize("card", ["E-EM01", "E-EM04"])
def test_an_embassy_drawn_at_a_siege_reshuffles_too(card: str) -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham").noble("percy", 0, "14,8")
    scene.noble("neville", 0, "14,8").next_events(card)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert ("masham" in scene.state.sieges) is (card == "E-EM04")
    settle(scene)
    assert only(scene, facts.EventDeckReshuffled).cards == 81
    assert scene.state.event_discards == []


# Active Combat


@pytest.mark.rule("house-5.14a", "house-5.14b", "house-5.14c", "base-9.4")
def test_from_the_weather_to_the_result_nobody_can_do_anything() -> None:
    scene = (
        field_of(("neville",), ("mowbray",)).hold("margaret", "neville").hold("george", "mowbray")
    )
    scene.hand(0, "saxons_1").hand(1, "saxons_2").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    for seat in (0, 1):
        assert scene.offered(seat, "kill_heir")
        assert scene.offered(seat, "play")
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.happened(facts.WeatherDrawn) == []
    version = scene.match.version
    scene.play(1, "let_through")
    assert scene.match.version == version + 1
    assert scene.happened(facts.WeatherDrawn)
    assert result(scene) == "no_victory"
    for seat in (0, 1):
        assert scene.offered(seat, "kill_heir")
        assert scene.offered(seat, "play")


@pytest.mark.rule("house-5.14a", "house-2.6c")
def test_cards_may_be_played_and_heirs_killed_up_to_the_weather() -> None:
    scene = field_of(("neville",), ("mowbray",)).hold("george", "mowbray")
    scene.hand(1, "saxons_2").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(1, "play", card="saxons_2", noble="mowbray")
    scene.play(1, "kill_heir", heir="george")
    attack(scene, "neville")
    assert only(scene, facts.AttackDeclared).opposed == 60
    assert [e.who for e in scene.happened(facts.DeathRolled)] == ["neville", "mowbray"]
