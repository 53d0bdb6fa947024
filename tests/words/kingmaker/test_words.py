"""The log: what is said of each fact, and how facts are joined."""

from __future__ import annotations

import pytest

from bot.games import game_for, words_for
from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.words.kingmaker.words import KingmakerWords

WORDS = KingmakerWords(game_for("kingmaker", "house").content)
NAMES = ["Anne", "Bob"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (facts.GameBegan(1), "Bob opens the game. ‹base-2.11›"),
    (facts.TurnBegan(0, 3), "▸ Round 3: Anne’s turn."),
    (
        facts.CardsDealt(0, ("percy", "saxons_1", "saxons_2")),
        "Anne is dealt Percy and 2 × Saxons. ‹house-4.2›",
    ),
    (facts.CardsDealt(0, ("percy",)), "Anne is dealt Percy. ‹house-3.14›"),
    (
        facts.NobleEntered(0, "percy", "14,3", "alnwick"),
        "Anne: **Percy** comes into play inside Alnwick. ‹base-3.5›",
    ),
    (
        facts.CardAssigned(0, "earl_kent", "grey", "deal"),
        "Anne: **Grey** is now Earl of Kent. ‹base-2.5›",
    ),
    (
        facts.CardAssigned(0, "bp_durham", "grey", "hand"),
        "Anne: the Bishop of Durham joins **Grey**. ‹house-2.6c›",
    ),
    (
        facts.CardAssigned(0, "town_bristol", "grey", "draw"),
        "Anne: Bristol goes to **Grey**. ‹house-5.2b›",
    ),
    (facts.CardsToChancery(("earl_kent",), 0), "To the Chancery: Earl of Kent. ‹base-1.4›"),
    (
        facts.CardsKeptInHand(1, ("saxons_1",), audience=(1,)),
        "You keep Saxons in hand. Only you can see this. ‹base-19.4›",
    ),
    (
        facts.CardsBackInDeck(1, ("french_foot",)),
        "Back into the Crown deck: French Foot Soldiers. ‹base-2.6›",
    ),
    (facts.CardsDiscarded(("percy", "le_swan"), 0), "Discarded: Percy and Le Swan."),
    (facts.CrownCardDrawn(1), "Bob draws a Crown card. ‹house-2.6a›"),
    (
        facts.CrownCardDrawn(1, "grey"),
        "Bob draws Grey and plays it at once. ‹house-2.6a›",
    ),
    (
        facts.CrownCardDrawn(1, "le_swan", audience=(1,)),
        "You draw Le Swan. Only you can see this. ‹house-2.6a›",
    ),
    (facts.EventDrawn(0, "E-FM01"), "Anne draws “Free Move” and keeps it. ‹base-4.2›"),
    (
        facts.EventDrawn(0, "E-EM02"),
        "Anne draws “Embassy from France”: Envoys from France are waiting. The sole King "
        "goes to Dover with the noble who keeps him. Then the Event deck is reshuffled with "
        "its discards. ‹house-2.1a›",
    ),
    (
        facts.EventIdle("E-EM02", "no_sole_king"),
        "There is no sole King, so nobody goes. ‹house-8.3.5›",
    ),
    (facts.PlagueStruck("york"), "Plague in York finds nobody there. ‹house-1.18›"),
    (
        facts.PlagueStruck("york", ("percy",), ("richard_york",)),
        "Plague in York kills **Percy** and *Richard of York*. ‹house-1.18›",
    ),
    (
        facts.CallIgnored("earl_kent", "canterbury", "not_in_play"),
        "No answer to the call: nobody in play is Earl of Kent. ‹base-4.3›",
    ),
    (
        facts.NobleCalled("percy", "alnwick", "14,3", "alnwick", ("henry",)),
        "**Percy** answers the call with *Henry VI* and stands inside Alnwick. ‹house-8.3.1›",
    ),
    (
        facts.KingCalled("henry", "dover", "22,22", None),
        "*Henry VI* goes alone and waits in the open at W23 Dover. ‹house-8.3.7›",
    ),
    (
        facts.MercenariesWentHome("scots_archers", ("scots_archers_1",)),
        "The Scots Archers go home (1 card). ‹base-4.5›",
    ),
    (
        facts.Marched(0, ("percy", "clifford"), "14,3", "18,20"),
        "Anne: **Percy** and **Clifford** march from O4 Alnwick to S21 London. ‹house-2.2a›",
    ),
    (
        facts.Marched(0, ("percy",), "14,3", "14,2", "road"),
        "Anne: **Percy** rides from O4 Alnwick to O3 Bamburgh. ‹house-2.2d›",
    ),
    (
        facts.EnteredPlace(1, ("roos",), "london"),
        "Bob: **Roos** goes inside London. ‹house-8.5.3›",
    ),
    (facts.CameOut(1, ("roos",), "london"), "Bob: **Roos** comes out of London. ‹base-6.7›"),
    (facts.Expelled(("roos",), "york"), "**Roos** is put out of York. ‹house-5.19h›"),
    (
        facts.FreeMovePlayed(0, "E-FM01", ("percy",), "move"),
        "Anne plays a Free Move: **Percy** may move again. ‹base-7.20›",
    ),
    (
        facts.HeirTaken("henry", "percy", 0),
        "*Henry VI* is now with **Percy** (Anne). ‹house-1.2›",
    ),
    (
        facts.HeirLeft("henry", "18,20", "london"),
        "*Henry VI* is left alone inside London. ‹base-11.10›",
    ),
    (facts.HeirDied("henry", "killed", 1), "Bob has *Henry VI* put to death. ‹house-1.11›"),
    (facts.NobleDied("percy", 0, "battle"), "**Percy** (Anne) falls in battle. ‹house-2.3d›"),
    (
        facts.NobleDied("percy", 0, "executed"),
        "**Percy** (Anne) is put to death: no ransom was paid. ‹house-5.19d›",
    ),
    (
        facts.Crowned("edward_march", "york", 0),
        "Anne has *Edward of March* crowned in York! ‹house-2.5a›",
    ),
    (
        facts.BeaufortBecameHeir(1),
        "**Beaufort** (Bob) is now the last heir of Lancaster. ‹house-4.11›",
    ),
    (
        facts.ControlGained("york", "percy", 0, "siege"),
        "Anne: **Percy** takes control of York. ‹house-5.5b›",
    ),
    (facts.ControlLost("york", 0), "Neutral now: York. ‹house-5.19g›"),
    (
        facts.PlaceCardHandedOver("town_bristol", 1, "roos"),
        "The card for Bristol goes to **Roos** (Bob), who already holds the place. ‹house-8.1.2›",
    ),
    (
        facts.AttackDeclared(0, 1, "18,20", ("percy", "grey"), ("roos",), 120, 60),
        "Anne attacks Bob at S21 London: **Percy** and **Grey** (120) against **Roos** (60). "
        "‹house-5.15a›",
    ),
    (
        facts.AttackDeclared(
            0, 1, "18,20", ("percy", "grey"), ("roos",), 120, 60, sallying=("percy", "grey")
        ),
        "Anne attacks Bob at S21 London: **Percy** and **Grey** (120), sallying, against **Roos** "
        "(60). ‹house-5.15a›",
    ),
    (
        facts.AttackDeclared(
            0, 1, "18,20", ("percy", "grey"), ("roos",), 120, 60, sallying=("grey",)
        ),
        "Anne attacks Bob at S21 London: **Percy** and **Grey** (120), **Grey** sallying, against "
        "**Roos** (60). ‹house-5.15a›",
    ),
    (
        facts.AttackDeclared(0, 1, "18,20", ("grey",), ("neville",), 20, 150, "henry"),
        "Anne sends **Grey** (20) to kill *Henry VI* among Bob’s **Neville** (150) at S21 London. "
        "‹house-5.15d›",
    ),
    (
        facts.WeatherDrawn(0, "E-PL01", False),
        "The weather is fair (“Plague: London”). ‹house-2.3b›",
    ),
    (
        facts.BattleRolled(120, 60, "I", 67, "major_victory"),
        "120 against 60 at 2 to 1: rolled 67, Major Victory. ‹house-2.3c›",
    ),
    (
        facts.BattleRolled(20, 150, "A", None, "attack_fails"),
        "20 against 150 is below 1 to 4, so the attack fails. ‹house-5.15c›",
    ),
    (
        facts.DeathRolled("percy", 8, 15, True),
        "Rolls against death: **Percy** 08/15 dies. ‹house-2.3d›",
    ),
    (facts.Captured(("roos",), 0), "Anne captures **Roos**. ‹house-5.16a›"),
    (
        facts.RansomOffered("roos", 1, 0, number=2),
        "Bob offers Anne a ransom of 2 things for **Roos**. ‹house-5.19a›",
    ),
    (
        facts.RansomOffered("roos", 1, 0, ("york",), ("le_swan",), (), 2, audience=(1, 0)),
        "Bob offers Anne a ransom for **Roos**: York and Le Swan. Only the two of you see this. "
        "‹house-5.19a›",
    ),
    (
        facts.Ransomed("roos", 1, 0, ("york",), (), ("saxons_1",), 1),
        "Anne lets **Roos** go back to Bob for York, Saxons and 1 hidden card. ‹house-5.19c›",
    ),
    (facts.RansomRefused("roos", 0, False), "Anne wants more for **Roos**. ‹house-5.19a›"),
    (
        facts.WentHome("percy", "14,3", "alnwick", "retreat"),
        "**Percy** retreats home and is now inside Alnwick. ‹house-5.16b›",
    ),
    (
        facts.SiegeLaid(0, "york", ("percy",), 150, 300),
        "Anne lays siege to York: **Percy** (150) against 300. ‹house-6.2a›",
    ),
    (
        facts.SiegePassedOn(0, "hull"),
        "Anne takes over the siege of Hull. ‹house-8.6.18›",
    ),
    (
        facts.SiegeHeld(0, "york", 3, 75),
        "Anne’s siege of York enters turn 3: the garrison counts 75. ‹house-6.3a›",
    ),
    (
        facts.AssaultDeclared(0, "york", ("percy",), ("roos",), 320, 320),
        "Anne tries to conclude the siege of York: **Percy** (320) against 320, **Roos** inside. "
        "‹house-6.1a›",
    ),
    (facts.SiegeConcluded(0, "york"), "York falls to Anne! ‹house-6.1e›"),
    (
        facts.SiegeBroken(0, "york", "weakness"),
        "Anne’s siege of York is broken: the besiegers are too few. ‹house-6.4e›",
    ),
    (
        facts.SiegeBroken(0, "york", "gone"),
        "Anne’s siege of York is over: no besieger is left. ‹house-6.4e›",
    ),
    (
        facts.ReturnedInside(("roos",), "york"),
        "**Roos** goes back inside York. ‹house-6.4d›",
    ),
    (
        facts.RebuildBegan(1),
        "Bob has no nobles left and is dealt in again. ‹house-3.14›",
    ),
    (
        facts.VotesCounted((20, 31), (7, 4)),
        "Votes in the Commons: Anne 20 and Bob 31. In the Lords: Anne 7 and Bob 4. ‹house-7.2.3›",
    ),
    (facts.GameWon((0,), "complete"), "Anne wins: Complete and Utter Victory! ‹house-3.2›"),
    (
        facts.GameWon((0, 1), "minor_split"),
        "Anne and Bob win together: Minor Split Victory! ‹house-3.9›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE, ids=lambda x: type(x).__name__)
def test_an_event_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line
    assert WORDS.tell_all([event], NAMES) == [line]


@pytest.mark.parametrize(
    "event",
    [
        facts.PhaseBegan(0, "movement"),
        facts.EventKept(0, "E-FM01"),
        facts.DeathRolled("percy", 45, 15, False),
        facts.NobleDied("percy", 0, "plague"),
        facts.HeirDied("henry", "plague"),
    ],
)
def test_what_is_not_worth_a_line(event: Event) -> None:
    assert WORDS.tell(event, NAMES) is None


def test_a_battle_in_few_lines() -> None:
    events = [
        facts.WeatherDrawn(0, "E-WR01", False, kept=True),
        facts.WeatherDrawn(0, "E-PL01", False),
        facts.BattleRolled(120, 60, "I", 30, "minor_victory"),
        facts.DeathRolled("percy", 45, 8, False),
        facts.DeathRolled("roos", 3, 12, True),
        facts.DeathRolled("henry", 6, 6, True),
        facts.HeirDied("henry", "battle"),
        facts.NobleDied("roos", 1, "battle"),
        facts.CardsToChancery(("earl_kent",), 1),
        facts.CardsDiscarded(("roos",), 1),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Anne draws “Writ” for the weather, keeps it and draws again; the weather is fair "
        "(“Plague: London”). ‹house-5.14d, house-2.3b›",
        "120 against 60 at 2 to 1: rolled 30, Minor Victory. ‹house-2.3c›",
        "Rolls against death: **Percy** 45/08 lives; **Roos** 03/12 dies; *Henry VI* 06/06 dies. "
        "‹house-2.3d›",
        "To the Chancery: Earl of Kent. ‹base-1.4›",
        "Discarded: Roos.",
    ]


def test_bad_weather_and_what_comes_of_it() -> None:
    bad = facts.WeatherDrawn(0, "E-PL04", True)
    assert WORDS.tell_all([bad, facts.AttackCancelled("weather")], NAMES) == [
        "The weather is bad (“Plague: Norwich”); the attack is called off. ‹house-2.3b›"
    ]
    laid = facts.SiegeLaid(0, "york", ("percy",), 300, 300, "weather")
    assert WORDS.tell_all([bad, laid], NAMES) == [
        "The weather is bad (“Plague: Norwich”); York is now under siege by Anne: **Percy** (300) "
        "against 300. ‹house-2.3b, house-6.1c›"
    ]


def test_a_king_who_goes_alone_is_left_alone_but_once() -> None:
    left, called = (
        facts.HeirLeft("henry", "22,22"),
        facts.KingCalled("henry", "dover", "22,22", None),
    )
    assert left.weighs() is called.weighs()
    assert WORDS.tell_all([left, called], NAMES) == [
        "*Henry VI* goes alone and waits in the open at W23 Dover. ‹house-8.3.7›"
    ]
    # Another heir who is left there is told of.
    other = facts.HeirLeft("margaret", "22,22")
    assert len(WORDS.tell_all([other, called], NAMES)) == 2


def test_the_siege_of_an_open_town_that_nobody_holds_any_more_is_over() -> None:
    told = words_for("kingmaker", "classic").tell(facts.SiegeBroken(0, "cardigan", "empty"), NAMES)
    assert told == "Anne’s siege of Cardigan is over: nobody is left inside. ‹base-10.1›"


def test_the_moves_of_one_player_are_one_line() -> None:
    events = [
        facts.Marched(0, ("percy",), "14,3", "14,2"),
        facts.HeirDied("henry", "plague"),
        facts.Marched(0, ("grey",), "13,2", "14,2"),
        facts.EnteredPlace(0, ("grey",), "bamburgh"),
        facts.Marched(1, ("roos",), "15,8", "15,9"),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Anne: **Percy** marches from O4 Alnwick to O3 Bamburgh; **Grey** marches from N3 "
        "Chillingham to O3 Bamburgh; **Grey** goes inside Bamburgh. ‹house-2.2a, house-8.5.3›",
        "Bob: **Roos** marches from P9 Helmsley to P10 York. ‹house-2.2a›",
    ]


def test_a_noble_arrives_with_castles_and_cards() -> None:
    events = [
        facts.ControlGained("helmsley", "roos", 1, "castle"),
        facts.ControlGained("belvoir", "roos", 1, "castle"),
        facts.NobleEntered(1, "roos", "15,8", "helmsley"),
        facts.CardAssigned(1, "earl_essex", "roos", "deal"),
        facts.ControlGained("colchester", "roos", 1, "card"),
        facts.CardAssigned(1, "abp_york", "roos", "deal"),
        facts.ControlGained("york", "roos", 1, "card"),
        facts.CardAssigned(1, "town_bristol", "roos", "deal"),
        facts.ControlGained("bristol", "roos", 1, "card"),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Bob: **Roos** comes into play inside Helmsley and holds Helmsley and Belvoir; **Roos** is "
        "now Earl of Essex and holds Colchester; the Archbishop of York joins **Roos**, who now "
        "holds York; Bristol goes to **Roos**. ‹base-3.5, base-2.5›"
    ]


def test_a_place_that_fell_is_not_neutral_while_its_captor_chooses() -> None:
    fell, lost = facts.SiegeConcluded(0, "york"), facts.ControlLost("york", 1)
    held = facts.ControlGained("york", "percy", 0, "siege")
    told = WORDS.tell_all([fell, lost, facts.ControlLost("raby", 1), held], NAMES)
    assert [line.partition(" ‹")[0] for line in told][:2] == [
        "York falls to Anne!",
        "Neutral now: Raby.",
    ]
    # What is lost after somebody has come to hold it is lost.
    assert any("Neutral now: York" in line for line in WORDS.tell_all([fell, held, lost], NAMES))


def test_places_and_ships_are_gathered() -> None:
    events = [
        facts.ShipAppeared("le_george", "rye"),
        facts.ShipAppeared("le_thomas", "rye"),
        facts.ShipAppeared("le_rose", "newcastle"),
        facts.ControlGained("york", "percy", 0, "ransom"),
        facts.ControlGained("dover", "percy", 0, "ransom"),
        facts.ControlLost("raby", 1),
        facts.ControlLost("cardiff", 1),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "In port: Le George and Le Thomas at Rye; Le Rose at Newcastle upon Tyne.",
        "Anne: **Percy** is given York and Dover. ‹house-5.19a›",
        "Neutral now: Raby; Cardiff. ‹house-5.19g›",
    ]


def test_what_only_some_may_see_is_said_once() -> None:
    drawn = [facts.CrownCardDrawn(1), facts.CrownCardDrawn(1, "le_swan", audience=(1,))]
    assert WORDS.tell_all(drawn, NAMES) == ["You draw Le Swan. Only you can see this. ‹house-2.6a›"]
    offered = [
        facts.RansomOffered("roos", 1, 0, number=1),
        facts.RansomOffered("roos", 1, 0, cards=("le_swan",), number=1, audience=(1, 0)),
    ]
    assert WORDS.tell_all(offered, NAMES) == [
        "Bob offers Anne a ransom for **Roos**: Le Swan. Only the two of you see this. "
        "‹house-5.19a›"
    ]


def test_public_lines_of_hidden_things_name_no_card() -> None:
    public = [facts.CrownCardDrawn(1), facts.RansomOffered("roos", 1, 0, number=1)]
    assert WORDS.tell_all(public, NAMES) == [
        "Bob draws a Crown card. ‹house-2.6a›",
        "Bob offers Anne a ransom of 1 thing for **Roos**. ‹house-5.19a›",
    ]


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ("percy", "Percy"),
        ("henry", "Henry VI"),
        ("margaret", "Margaret of Anjou"),
        ("town_newcastle", "Newcastle upon Tyne"),
        ("st-albans", "St Albans"),
        ("18,20", "S21 London"),
        ("15,11", "P12 Doncaster, Tickhill"),
        ("13,5", "N6 (open country)"),
        ("12,18", "M19 Severn road"),
        ("19,20", "T21 Black Heath"),
        ("11,12", "L13 forest, Lancashire road"),
        ("le_grace_dieu", "Le Grace Dieu"),
        ("the-downs", "The Downs"),
        ("E-PL01", "Plague: London"),
        ("plantagenet_york", "Royal Guard of York"),
        ("scots_archers", "Scots Archers"),
    ],
)
def test_names(thing: str, name: str) -> None:
    assert WORDS.kind(thing) == name


# What Event cards do depends on what the table plays


def of_card(ruleset: str, card: str) -> tuple[str, str]:
    """What the log says when a card is drawn, and what `/card` says of it."""
    words = words_for("kingmaker", ruleset)
    drawn = words.tell(facts.EventDrawn(0, card), NAMES) or ""
    return drawn.partition("”: ")[2].partition(" ‹")[0], words.card_text(card, None, NAMES)


HOUSE_TEXTS = {
    "E-EM01": "Envoys from Burgundy are waiting. The sole King goes to Ravenser with the "
    "noble who keeps him. Then the Event deck is reshuffled with its discards.",
    "E-ST01": "A gale sweeps the coasts. Every ship at sea may founder, and those that "
    "survive must run for the nearest port.",
    "E-PM01": "The people want a Parliament. If there is no sole King, no King’s "
    "Peace holds and the last Parliament is not too recent, the player who drew this leads one "
    "now.",
}

CLASSIC_TEXTS = {
    "E-EM01": "Envoys from Burgundy are waiting. The sole King goes to Ravenser with the noble who "
    "keeps him.",
    "E-ST01": "A gale sweeps the coasts. Every ship at sea must run for the nearest port.",
    "E-PM01": "The people want a Parliament. If there is no sole King, one meets now, led by "
    "the Chancellor’s player, or else by the player who drew this.",
}

FAMILIES_TEXTS = {
    "E-PM01": "The people want a Parliament. If there is no sole King, one meets now, led by "
    "the Chancellor’s House, or else by the player who drew this.",
}

KEPT_TEXTS = {
    "house": {
        "E-FM01": "It lets one of your forces or ships make a second move, or stay behind after "
        "Parliament.",
        "E-WR01": "It summons a noble to Parliament, excuses one of yours, or takes an excuse "
        "away.",
        "E-CM01": "While there is no sole King, the Chancellor of England’s faction may "
        "spend it to call Parliament.",
    },
    "classic": {
        "E-FM01": "It lets one of your forces or ships make a second move.",
        "E-WR01": "It forces another player’s noble to come to Parliament.",
        "E-CM01": "While there is no sole King, the Chancellor calls Parliament without it.",
    },
    "classic+chancellor_card+commission": {
        "E-WR01": "It forces another player’s noble to come to Parliament. Or it sends "
        "another of your nobles to a raid or revolt in place of the one called.",
        "E-CM01": "While there is no sole King, the Chancellor of England’s faction may "
        "spend it to call Parliament.",
    },
}


@pytest.mark.rule("base-4.5", "base-2.2", "base-8.15", "families-turn.3")
@pytest.mark.parametrize(
    ("ruleset", "texts"),
    [("house", HOUSE_TEXTS), ("classic", CLASSIC_TEXTS), ("families", FAMILIES_TEXTS)],
)
def test_a_card_says_what_happens_at_this_table(ruleset: str, texts: dict[str, str]) -> None:
    for card, text in texts.items():
        drawn, looked_up = of_card(ruleset, card)
        assert drawn == text
        assert text in looked_up.splitlines()


@pytest.mark.rule("base-7.20", "base-15.3", "base-18.4", "base-15.1")
@pytest.mark.parametrize("ruleset", KEPT_TEXTS)
def test_a_kept_card_says_what_it_is_good_for_at_this_table(ruleset: str) -> None:
    for card, text in KEPT_TEXTS[ruleset].items():
        assert f"Keep this card. {text}" in of_card(ruleset, card)[1].splitlines()


@pytest.mark.rule("base-8.15")
@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("house", "No ship is at sea, so nothing is lost. ‹house-5.10a›"),
        ("classic", "No ship is at sea, so none is driven to port. ‹base-8.15›"),
    ],
)
def test_a_storm_that_finds_no_ship(ruleset: str, line: str) -> None:
    idle = facts.EventIdle("E-ST01", "no_ship_at_sea")
    assert words_for("kingmaker", ruleset).tell(idle, NAMES) == line


def test_heirs_of_whom_one_noble_takes_charge_are_told_together() -> None:
    handed = [
        facts.HeirTaken("henry", "percy", 0),
        facts.HeirTaken("margaret", "percy", 0),
        facts.HeirTaken("richard_york", "grey", 0),
    ]
    assert WORDS.tell_all(handed, NAMES) == [
        "*Henry VI* and *Margaret of Anjou* are now with **Percy** (Anne); "
        "*Richard of York* is now with **Grey** (Anne). ‹house-1.2›"
    ]


def test_who_answers_a_call_is_told_with_the_card_that_calls_him() -> None:
    called = facts.NobleCalled("percy", "york", "P9", "york")
    drawn = facts.EventDrawn(1, "E-PL01")
    alone = "**Percy** answers the call and stands inside York. ‹house-8.3.1›"
    named = (
        "Called by “Plague: London”: **Percy** stands inside York; "
        "**Grey** stands in the open at P9. ‹house-8.3.1›"
    )
    other = facts.NobleCalled("grey", "york", "P9")
    assert WORDS.tell_all([called], NAMES) == [alone]
    assert WORDS.lines([drawn, called, other], NAMES, (1, 2)) == [(1, named)]


def test_what_a_line_tells_already_is_not_told_again() -> None:
    lost = [facts.ShipGone("le_swan"), facts.ShipLost("le_swan")]
    assert [at for at, _ in WORDS.lines(lost, NAMES, (0,))] == [0]
    assert WORDS.lines(lost, NAMES, (0,), (1,)) == []


def test_of_an_heir_who_changes_hands_twice_in_a_row_only_the_last_is_told() -> None:
    handed = [
        facts.HeirTaken("henry", "percy", 0),
        facts.HeirTaken("margaret", "percy", 0),
        facts.HeirTaken("henry", "grey", 0),
    ]
    assert WORDS.tell_all(handed, NAMES) == [
        "*Margaret of Anjou* is now with **Percy** (Anne); "
        "*Henry VI* is now with **Grey** (Anne). ‹house-1.2›"
    ]
