"""Refusals whose rule is easily mistaken for another: each with its own rule and sentence."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest

from bot import rules
from bot.content.load import load_ledger
from bot.games import LIBRARY
from bot.rules.kernel import Choice, IllegalChoice, Match
from bot.rules.kingmaker import facts
from bot.words.kingmaker.words import KingmakerWords
from tests.compliance.whole_games import pick, spread
from tests.rules.kingmaker.chamber import call, realm
from tests.rules.kingmaker.scene import HOUSE, Scene


def marching(*nobles: str, at: str = "13,20") -> Scene:
    """Nobles of seat 0 in one square, in their movement phase."""
    scene = Scene().noble("courtenay", 1, "tiverton")
    for noble in nobles:
        scene.noble(noble, 0, at)
    scene.movement(0)
    return scene


@pytest.mark.rule("house-1.5")
def test_a_second_title_beside_a_printed_one() -> None:
    scene = Scene().noble("percy", 0, "13,20").noble("roos", 0, "13,20", cards=("earl_kent",))
    scene.noble("courtenay", 1, "tiverton").hand(0, "earl_essex").movement(0)
    own, given = {"card": "earl_essex", "noble": "percy"}, {"card": "earl_essex", "noble": "roos"}
    scene.forbidden(0, "play", rule="house-1.5", says="own card bears a title", **own)
    scene.forbidden(0, "play", rule="house-1.4", says="already has a title", **given)


@pytest.mark.rule("house-2.2a", "base-7.8", "house-2.2c")
@pytest.mark.parametrize(
    ("to", "rule", "says"),
    [
        ("13,20", "house-2.2a", "That noble is already in the square."),
        ("99,99", "house-2.2a", "There is no such square. March to one on the map."),
        ("", "house-2.2a", "There is no such square. March to one on the map."),
        ("15,24", "base-7.8", "The sea is in the way. Nobody can march across it."),
        ("14,3", "house-2.2a", "That is too far. A march covers at most 5 squares."),
        # Five squares off by the diagonal alone, and that begins with a forest.
        ("18,15", "house-2.2c", "A forest is in the way, and entering it ends the march."),
    ],
)
def test_where_a_march_cannot_go(to: str, rule: str, says: str) -> None:
    scene = marching("roos")
    scene.forbidden(0, "march", rule=rule, says=says, nobles=["roos"], to=to)


@pytest.mark.rule("house-2.2a")
def test_a_march_that_is_partly_spent() -> None:
    scene = marching("roos")
    scene.play(0, "march", nobles=["roos"], to="14,20")
    assert scene.state.nobles["roos"].steps == 4
    says = "The noble has 4 of his 5 squares left"
    scene.forbidden(0, "march", rule="house-2.2a", says=says, nobles=["roos"], to="9,20")


@pytest.mark.rule("house-5.1", "house-2.6b")
@pytest.mark.parametrize("card", ["saxons_1", "bp_durham", "saxons_2"])
def test_a_third_card_is_played_kept_or_discarded_in_one_question(card: str) -> None:
    scene = Scene().noble("percy", 0, "york").noble("courtenay", 1, "tiverton")
    scene.hand(0, "saxons_1", "bp_durham").next_crown("saxons_2").draw(0)
    assert scene.asked(0) == ["keep_or_play"]
    (prompt,) = (p for p in scene.match.prompts(0) if p.kind == "keep_or_play")
    assert {offer.verb for offer in prompt.offers} == {"play", "keep", "discard"}
    scene.play(0, "discard", card=card)
    left = {"saxons_1", "bp_durham", "saxons_2"} - {card}
    assert set(scene.state.factions[0].hand) == left
    assert scene.state.crown_discards == [card]
    assert scene.state.active == 1


@pytest.mark.rule("house-5.1")
def test_with_room_in_hand_nothing_is_discarded() -> None:
    scene = Scene().noble("percy", 0, "york").noble("courtenay", 1, "tiverton")
    scene.hand(0, "saxons_1").next_crown("saxons_2").draw(0)
    assert scene.offered(0, "discard") == []


@pytest.mark.rule("house-7.3.5")
def test_a_bound_voter_is_told_that_he_is_bound() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield", heirs=("richard_york",))
    scene.crowned("henry", "richard_york").held(0, "E-CM01", "E-WR01").parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="talbot")
    scene.play(0, "declare_illegitimate", noble="percy")
    scene.play(0, "call_vote")
    for seat, vote in ((0, "yea"), (2, "yea"), (2, "abstain")):
        scene.forbidden(seat, vote, rule="house-7.3.5", says="the rules cast your vote")
    scene.forbidden(0, "call_vote", rule="house-7.2.18", says="Everyone must vote first")


@pytest.mark.rule("house-7.1.21", "house-7.1.19")
def test_who_excuses_out_of_turn_or_from_the_callers_faction() -> None:
    scene = call(realm(writs=3).held(1, "E-WR05").held(2, "E-WR06"))
    assert scene.asked(1) == ["excuses"]
    scene.forbidden(
        0, "excuse", rule="house-7.1.21", says="all your nobles attend", nobles=["percy"]
    )
    early = {"rule": "house-7.1.19", "says": "one after another"}
    scene.forbidden(2, "excuse", nobles=["talbot"], **early)
    scene.play(1, "excuse", nobles=["clifford"])
    scene.play(2, "excuse")
    assert scene.happened(facts.Excused) == []
    scene.forbidden(
        1, "excuse", nobles=["courtenay"], rule="house-7.1.15", says="summons that noble"
    )
    scene.forbidden(2, "excuse", nobles=["talbot"], **early)


@pytest.mark.rule("house-7.1.17")
def test_a_noble_under_siege_needs_no_excuse() -> None:
    """Roos besieges Clifford in Skipton and is excused himself, so that the siege goes on."""
    scene = realm().noble("roos", 2, "skipton", outside=True).siege("skipton", ["roos"])
    scene = call(scene.control("skipton", "clifford").held(1, "E-WR05").held(2, "E-WR06"))
    seat = scene.match.waiting_for()[0]
    says = "he needs no excuse"
    for asked in {seat, 1}:
        scene.forbidden(1, "excuse", rule="house-7.1.17", says=says, nobles=["clifford"])
        assert asked in (1, 2)


@pytest.mark.rule("house-7.1.24")
def test_whom_the_call_freed_is_not_excused() -> None:
    """Neville and Mowbray leave Talbot's siege for Parliament, and he must come too."""
    scene = realm().noble("neville", 1, "sheffield", outside=True)
    scene.noble("mowbray", 1, "sheffield", outside=True).siege("sheffield", ["neville", "mowbray"])
    scene.noble("roos", 2, "york").held(2, "E-WR05")
    call(scene)
    assert scene.state.sieges["sheffield"].besiegers == ["neville", "mowbray"]
    says = "he needs no excuse"
    scene.forbidden(2, "excuse", rule="house-7.1.17", says=says, nobles=["talbot"])
    scene.play(2, "excuse")
    assert scene.state.sieges == {}
    says = "The call freed that noble from a siege. He must attend and cannot be excused."
    scene.forbidden(2, "excuse", rule="house-7.1.24", says=says, nobles=["talbot"])
    says = "Players excuse nobles one after another, before anyone moves."
    scene.forbidden(2, "excuse", rule="house-7.1.19", says=says, nobles=["roos"])


@pytest.mark.rule("base-9.1", "house-2.3a", "house-5.14a")
def test_a_battle_is_told_whole() -> None:
    """Mowbray (50) of seat 0 attacks Percy (100) of seat 1: each strength on its own side."""
    scene = Scene().noble("mowbray", 0, "13,20").noble("percy", 1, "13,20")
    scene.combat(0)
    scene.next_events("E-RA01").rolls(35, 100, 100)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square="13,20")
    assert scene.happened(facts.AttackDeclared) == [
        facts.AttackDeclared(0, 1, "13,20", ("mowbray",), ("percy",), 50, 100)
    ]
    assert [(e.strength, e.opposed) for e in scene.happened(facts.BattleRolled)] == [(50, 100)]


@pytest.mark.rule("house-8.7.2")
def test_three_deals_at_most_are_on_offer_at_once() -> None:
    scene = Scene(3).noble("percy", 0, "13,20").noble("roos", 1, "york").noble("howard", 2, "hull")
    scene.movement(0)
    terms = {"to": "1", "promise": ["Peace in the North."], "due": "1"}
    for _ in range(2):
        scene.play(0, "propose_deal", **terms)
    assert scene.offered(0, "propose_deal") != []
    scene.play(0, "propose_deal", **{**terms, "to": "2"})
    assert len(scene.state.deals) == 3
    assert scene.offered(0, "propose_deal") == []
    scene.forbidden(0, "propose_deal", rule="house-8.7.2", says="Take one back first", **terms)
    assert scene.offered(1, "propose_deal") != []
    scene.play(0, "withdraw_deal", deal="2")
    scene.play(0, "propose_deal", **terms)
    assert len(scene.state.deals) == 3


@pytest.mark.rule("house-4.11", "house-2.5a")
def test_why_beaufort_cannot_be_crowned_and_nothing_once_he_is() -> None:
    scene = Scene().noble("beaufort", 0, "15,20").noble("courtenay", 1, "tiverton")
    scene.dead("henry", "margaret", "edward_lancaster").crowned().movement(0)
    told = [(wish, why.rule) for wish, why in scene.match.why_not(0) if wish.verb == "crown"]
    assert told == [(Choice.of("crown", heir="beaufort"), "house-2.5a")]
    scene.state.beaufort_crowned = True
    told = [(wish, why.rule) for wish, why in scene.match.why_not(0) if wish.verb == "crown"]
    assert told == [(Choice("crown"), "house-1.2")]


@pytest.mark.rule("house-8.2.4", "house-2.2a")
def test_a_refused_choice_is_always_refused_by_a_rule_in_force_and_in_words() -> None:
    """A sample of what other moments and seats offered, tried where it is not open."""
    ledger = {rule.id for rule in load_ledger() if rule.set in ("house", "base")}
    for kind in spread("kingmaker", "house"):
        chance = random.Random(f"refused:{kind.seats}")
        match, _ = Match.start(HOUSE, kind.seats, f"refused:{kind.seats}", {"rounds": "5"})
        known: list[Choice] = []
        tried: list[str] = []
        for _ in range(250):
            if match.over:
                break
            offers = [(p.seat, o) for p in match.prompts() for o in p.offers]
            known = (known + [pick(chance, o) for _, o in offers])[-400:]
            for choice in chance.sample(known, k=min(5, len(known))):
                seat = chance.randrange(kind.seats)
                if any(prompt.find(choice) for prompt in match.prompts(seat)):
                    continue
                before = match.save()
                with pytest.raises(IllegalChoice) as caught:
                    match.submit(seat, choice)
                assert caught.value.rule in ledger, (choice, caught.value)
                assert caught.value.reason[:1].isupper(), choice
                assert caught.value.reason.endswith("."), choice
                assert match.save() == before
                tried.append(choice.verb)
            seat, offer = chance.choice(offers)
            match.submit(seat, pick(chance, offer))
        assert len(tried) > 300
        assert "propose_deal" in tried


def test_what_is_refused_is_said_in_the_words_of_the_buttons() -> None:
    """No sentence of the rules names a choice as the program calls it."""
    called = re.compile(r"`(?!/)[^`]*`")
    found = []
    for file in sorted(Path(rules.__file__).parent.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        for call_ in (call_ for call_ in calls if getattr(call_.func, "id", "") == "IllegalChoice"):
            texts = [node.value for node in ast.walk(call_) if isinstance(node, ast.Constant)]
            found += [(file.name, text) for text in texts if called.search(str(text))]
    assert found == []


# Why something may not be done now: each wish with the rule that forbids it.


WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def lines(scene: Scene, seat: int) -> list[str]:
    """What a seat is told."""
    return WORDS.why_not(scene.match.why_not(seat), NAMES)


def field() -> Scene:
    """Percy and Roos stand by London, where Neville is inside and Stafford in the open."""
    return (
        Scene(seats=2)
        .noble("percy", 0, "18,20")
        .noble("roos", 0, "18,20")
        .noble("neville", 1, "london")
        .noble("stafford", 1, "18,20")
    )


@pytest.mark.rule("house-1.14")
def test_out_of_turn_all_have_one_reason() -> None:
    here = field()
    here.movement(0)
    assert lines(here, 1) == [
        "• **March**, **Attack**, **Lay siege**, **Call Parliament**, **Crown an heir**: It is "
        "another player’s turn. Wait for yours. ‹house-1.14›"
    ]


@pytest.mark.rule("house-6.2d", "house-6.2c", "house-1.19")
def test_in_movement() -> None:
    here = Scene(seats=2).noble("percy", 0, "18,20").noble("roos", 0, "18,20")
    here.noble("scrope", 0, "london").noble("stafford", 1, "18,20").siege("london", ["stafford"])
    here.movement(0)
    assert lines(here, 0) == [
        "• **Go inside** (London): That place is under siege. Nobody can go in until the siege "
        "ends. ‹house-6.2c›",
        "• **March** (**Scrope**): A noble under siege cannot leave. He can sally out in the "
        "combat phase. ‹house-6.2d›",
        "• **Attack**, **Lay siege**: You fight in the combat phase. End your movement first. "
        "‹house-1.14›",
        "• **Call Parliament**: While there is a sole King, only his keeper can call "
        "Parliament. ‹house-7.1.1›",
        "• **Crown an heir**: You hold no royal heir to crown. ‹house-1.2›",
    ]


@pytest.mark.rule("house-6.2a", "house-6.1a", "house-5.15b")
def test_in_combat_the_strength_that_is_wanting() -> None:
    here = Scene(seats=2).noble("audley", 0, "18,20").noble("neville", 1, "london")
    here.noble("stafford", 1, "18,20", cards=("marshal_england",)).noble("roos", 0, "helmsley")
    here.combat(0)
    found = lines(here, 0)
    assert (
        "• **Attack** (Bob at S21 London): You need a quarter of their strength to attack. Your "
        "noble may go alone, as an assassin. ‹house-5.15b›" in found
    )
    assert (
        "• **Lay siege** (London): To lay siege you need nobles there with half the strength of "
        "the defence. ‹house-6.2a›" in found
    )
    assert (
        "• **Conclude the siege** (London): To conclude a siege you need nobles there who match "
        "the whole defence. ‹house-6.1a›" in found
    )


@pytest.mark.rule("house-1.14", "house-5.2b")
def test_what_is_over_is_over_whatever_must_be_settled_first() -> None:
    here = Scene(seats=2).noble("audley", 0, "18,20").noble("neville", 1, "london")
    here.noble("percy", 0, "york", heirs=("margaret",)).next_crown("town_nottingham").draw(0)
    assert here.asked(0) == ["place_arrives"]
    assert lines(here, 0) == [
        "• **March**: Your movement phase is over for this turn. ‹house-1.14›",
        "• **Lay siege** (London): Your combat phase is over for this turn. To lay siege you need "
        "nobles there with half the strength of the defence. ‹house-6.2a›",
        "• **Conclude the siege** (London): Your combat phase is over for this turn. To conclude a "
        "siege you need nobles there who match the whole defence. ‹house-6.1a›",
        "• **Call Parliament**: While there is a sole King, only his keeper can call "
        "Parliament. ‹house-7.1.1›",
        "• **Crown an heir** (Margaret of Anjou): You can crown only the heir next in line in a "
        "house without a King. ‹house-1.12›",
    ]


@pytest.mark.rule("house-1.14")
def test_a_fight_that_names_nobody_is_not_asked_for_once_combat_is_over() -> None:
    here = Scene(seats=2).noble("percy", 0, "york").noble("neville", 1, "masham")
    here.next_crown("saxons_2").draw(0)
    assert (
        "• **Attack**, **Lay siege**: Your combat phase is over for this turn. ‹house-1.14›"
    ) in lines(here, 0)


@pytest.mark.rule("house-1.14", "house-2.5b")
def test_a_crown_let_go_is_a_matter_of_the_phase() -> None:
    here = Scene().noble("percy", 0, "york", heirs=("margaret",), cards=("abp_york",))
    here.noble("neville", 1, "masham").dead("henry").next_crown("saxons_2").coronation(0)
    here.play(0, "done")
    assert here.state.phase == "draw"
    assert (
        "• **Crown an heir** (Margaret of Anjou): Your coronation phase is over for this turn. "
        "‹house-1.14›"
    ) in lines(here, 0)


@pytest.mark.rule("house-2.5b", "house-1.19")
def test_a_coronation_that_has_passed_by_itself_says_what_was_wanting() -> None:
    here = Scene().noble("percy", 0, "york", heirs=("margaret",)).noble("neville", 1, "masham")
    here.dead("henry").crowned().next_crown("saxons_2").coronation(0)
    assert here.state.phase == "draw"
    told = lines(here, 0)
    assert (
        "• **Crown an heir** (Margaret of Anjou): You need one Archbishop or two Bishops there, "
        "with your nobles. ‹house-2.5b›" in told
    )
    assert (
        "• **Call Parliament**: Only a sole King or the Chancellor can call Parliament. "
        "‹house-1.19›" in told
    )


def test_what_is_offered_is_not_refused() -> None:
    here = field()
    here.combat(0)
    assert here.offered(0, "attack")
    assert not any(wish.verb == "attack" for wish, _ in here.match.why_not(0))


@pytest.mark.rule("house-1.5")
def test_cards_in_the_own_hand_only() -> None:
    here = field().hand(0, "earl_essex").hand(1, "earl_kent")
    here.movement(0)
    told = "\n".join(lines(here, 0))
    why = "That noble’s own card bears a title. He cannot take a second. ‹house-1.5›"
    assert f"Earl of Essex for **Percy**): {why}" in told
    assert "Kent" not in told


def test_the_secrets_of_others_change_nothing() -> None:
    plain, other = field(), field().hand(1, "le_swan").held(1, "E-FM01", "E-WR01")
    for here in (plain, other):
        here.movement(0)
    assert lines(plain, 0) == lines(other, 0)


def test_nothing_to_say_before_and_after_the_game() -> None:
    match, _ = Match.start(HOUSE, 2, "why")
    assert match.position.state.phase == "setup"
    assert [match.why_not(seat) for seat in (0, 1)] == [[], []]


def test_over_whole_games_every_reason_has_its_rule() -> None:
    game = LIBRARY.game_for("kingmaker", "house")
    steward = LIBRARY.policy_for("kingmaker", "steward")
    ledger = load_ledger()
    for number in range(3):
        match, _ = Match.start(game, 3, f"why:{number}", {})
        chance, reasons = random.Random(number), set()
        for _ in range(250):
            if match.over:
                break
            for seat in range(3):
                before = match.save()
                for wish, why in match.why_not(seat):
                    assert why.rule in ledger, why
                    assert all(prompt.find(wish) is None for prompt in match.prompts(seat))
                    reasons.add(why.rule)
                assert match.save() == before
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            match.submit(seat, choice)
        assert len(reasons) > 5
