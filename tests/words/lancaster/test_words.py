"""Exact words of Lancaster: lines of the log, questions, options, sheets."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, Event, Offer, Prompt
from bot.rules.lancaster import facts
from bot.words.lancaster.names import markers
from tests.rules.lancaster.scene import Scene

WORDS = words_for("lancaster", "standard")
PLAIN = ["Anne", "Bob", "Cecily", "Dan", "Eve"].__getitem__


def names(seat: int) -> str:
    return f"**{PLAIN(seat)}**"


def at_war(seats: int = 3) -> Scene:
    """Two conflicts without a knight."""
    return Scene(seats).war("K04").war("K10")


def asked(scene: Scene, seat: int = 0) -> Prompt:
    """The only question to a seat."""
    (prompt,) = scene.match.prompts(seat)
    return prompt


def offer(scene: Scene, verb: str, seat: int = 0) -> Offer:
    """The first offer of that verb."""
    return next(o for o in asked(scene, seat).offers if o.verb == verb)


def described(scene: Scene, verb: str, field: str, candidate: str, seat: int = 0) -> Any:
    """Label and description of a candidate, as the seat reads it."""
    found = offer(scene, verb, seat)
    view = scene.match.view(seat)
    return WORDS.option(found, found.field(field), candidate, view, PLAIN)


# The log

LINES: list[tuple[Event, str]] = [
    (
        facts.GameBegan(1, "hash"),
        "The board is laid out, and **Bob** starts. ‹lancaster-3.8›",
    ),
    (facts.RoundBegan(2, 0), "▸ Round 2: **Anne** places the first knight. ‹lancaster-4i.2›"),
    (
        facts.ConflictsRevealed(("K11", "K01")),
        "New conflicts: Rouen (France 9) and Lisieux (France 2). ‹lancaster-4iv.1›",
    ),
    (
        facts.KnightInCounty(0, 3, "G", 2),
        "**Anne**: a strength-3 knight with 2 squires takes Somerset. ‹lancaster-4i.3›",
    ),
    (
        facts.KnightExpelled(10, 2, "E", 0, 1),
        "**Bob**: **Anne**’s ally’s strength-2 knight is driven from Norfolk. ‹lancaster-4i.10›",
    ),
    (
        facts.KnightInConflict(1, 1, "K11", True),
        "**Bob**: a strength-1 knight strengthens his side at Rouen. ‹lancaster-4i.17›",
    ),
    (
        facts.KnightInConflict(1, 2, "K11", False, "county:H"),
        "**Bob** (Dorset): the strength-2 knight rides out and joins Rouen. ‹lancaster-4iiia.8›",
    ),
    (
        facts.ExtensionPlaced(2, "votes", "setup"),
        "**Cecily**: covers the Great hall with an extension. ‹lancaster-3.3a›",
    ),
    (
        facts.VoteCounted("L08", ("yes", "no", "yes"), (0, 3, 1), 3, 4, False),
        "“War Chest” fails, 3 to 4 (yes: **Anne** 1 and **Cecily** 2; no: **Bob** 4)."
        " ‹lancaster-4ii.3›",
    ),
    (
        facts.VoteCounted("L08", ("yes", "no", "no"), (1, 0, 0), 2, 2, True),
        "“War Chest” passes on a tie, 2 to 2 (yes: **Anne** 2; no: **Bob** 1 and **Cecily** 1)."
        " ‹lancaster-4ii.4›",
    ),
    (
        facts.LawEntered("L08", None),
        "“War Chest”: it comes into force. ‹lancaster-4ii.6›",
    ),
    (
        facts.VotesExpired((0, 2, 1)),
        "Unused voting markers are lost: **Bob** 2 and **Cecily** 1. ‹lancaster-4ii.5›",
    ),
    (facts.VotesExpired((0, 0)), "No voting markers are left over. ‹lancaster-4ii.5›"),
    (
        facts.LawApplied("L01", ()),
        "“Coin and Iron” takes effect for nobody. ‹lancaster-4ii.8›",
    ),
    (
        facts.StarterNamed(1, 1),
        "**Bob** becomes the starting player. ‹lancaster-4iiia.6›",
    ),
    (
        facts.StarterNamed(11, 0),
        "**Bob**’s ally names **Anne** the starting player. ‹lancaster-4iiia.6›",
    ),
    (
        facts.ConflictDecided("K11", "upper", 4, 9, False, (10, 1), (0, 4)),
        "Rouen: France wins, 9 to 4; **Bob** 4 points. ‹lancaster-4iiic.9›",
    ),
    (
        facts.ConflictDecided("K11", "lower", 0, 9, False, (), ()),
        "Rouen: nobody fights, and France wins. ‹lancaster-7.4›",
    ),
    (
        facts.KnightLost(0, "K11", 4),
        "**Anne**’s strength-4 knight is captured and goes to the reserve. ‹lancaster-4iiic.13›",
    ),
    (
        facts.Awarded("castle", (0, 8, 4), (1, 3, 1)),
        "The largest castle: **Bob** 8 points (3 extensions) and **Cecily** 4 points"
        " (1 extension). ‹lancaster-6.2a›",
    ),
    (facts.Awarded("noblemen", (0, 0), (1, 0)), "The noblemen: no points. ‹lancaster-6.3a›"),
    (
        facts.GameWon((0, 2), (50, 49, 50)),
        "**Anne** and **Cecily** share the victory with 50 power points (**Bob** 49)!"
        " ‹lancaster-6.4›",
    ),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=lambda x: type(x).__name__)
def test_a_line_of_the_log(event: Event, line: str) -> None:
    assert WORDS.tell(event, names) == line


@pytest.mark.parametrize(
    ("verb", "args", "text"),
    [
        (
            "knight",
            {"piece": "0:reserve:4", "to": "county:C"},
            "Anne’s strength-4 knight in the reserve goes to York.",
        ),
        (
            "nobleman",
            {"lord": "A:1", "to": "stack"},
            "The Lord of Northumberland, at Bob’s table, goes to his county.",
        ),
        (
            "extension",
            {"tile": "0:recruit", "to": "laid"},
            "The extension Training ground is on Anne’s castle.",
        ),
        (
            "extension",
            {"tile": "0:recruit", "to": "taken"},
            "The extension Training ground is taken from Anne’s castle.",
        ),
        ("gold", {"seat": "1", "amount": "6"}, "Bob has 6 gold."),
        ("starter", {"player": "2"}, "Cecily has the starting marker."),
        ("phase", {"phase": "counties"}, "The round goes on with this phase: county rewards."),
        ("round", {"round": "5"}, "This is round 5."),
    ],
)
def test_a_correction_is_a_sentence(verb: str, args: dict[str, str], text: str) -> None:
    assert WORDS.choice(Choice.of(f"correct_{verb}", **args), PLAIN) == text


def test_what_one_place_gives_is_one_line() -> None:
    events = [
        facts.CountySettled(0, "E", "both"),
        facts.NoblemanTaken(0, "E", "county:E"),
        facts.Gained(0, "county:E", gold=3),
        facts.KnightReturned(0, 1, "county:E"),
        facts.Gained(0, "table", votes=2),
        facts.CastlePaid(0, "recruit", 1),
        facts.Recruited(0, "castle:recruit"),
        facts.Gained(1, "table", votes=1),
    ]
    assert WORDS.tell_all(events, names) == [
        "**Anne** (Norfolk): pays for both, the nobleman and the reward; seats the"
        " **Lord of Norfolk** at table; gains 3 gold. ‹lancaster-4iiia.2, lancaster-5.2›",
        "**Anne** (castle): 2 voting markers for the noblemen at table; 1 squire for the "
        "Training ground; gains a new knight at court. ‹lancaster-4iiib.3, lancaster-4iiib.2›",
        "**Bob** (castle): 1 voting marker for the noblemen at table. ‹lancaster-4iiib.3›",
    ]


def test_a_law_and_all_it_gives_is_one_line() -> None:
    events = [
        facts.LawApplied("L12", (0, 2)),
        facts.Gained(0, "law:L12", points=3),
        facts.Gained(2, "law:L12", points=6),
        facts.LawApplied("L01", (1,)),
    ]
    assert WORDS.tell_all(events, names) == [
        "“Honours of War”: **Anne** gains 3 power points; **Cecily** gains 6 power points.",
        "“Coin and Iron” takes effect for **Bob**. ‹lancaster-4ii.8›",
    ]


def test_an_expulsion_is_one_line() -> None:
    events = [
        facts.KnightExpelled(1, 1, "A", 1, 0),
        facts.KnightInCounty(0, 3, "A", 0),
    ]
    assert WORDS.tell_all(events, names) == [
        "**Anne**: **Bob**’s strength-1 knight is driven from Northumberland and loses 1 squire;"
        " a strength-3 knight takes Northumberland. ‹lancaster-4i.10, lancaster-4i.3›"
    ]


def test_a_digest_holds_what_has_weight() -> None:
    expelled, placed = facts.KnightExpelled(1, 1, "A", 1, 0), facts.KnightInCounty(0, 3, "A", 0)
    won = facts.GameWon((0,), (9, 7))
    line, end = f"• {WORDS.tell(expelled, names)}", f"• {WORDS.tell(won, names)}"
    assert WORDS.digest([placed, expelled, won], names, 0) == [
        "**Above all**", end, "**What else happened**", line
    ]  # fmt: skip
    assert WORDS.digest([placed, expelled, won], names, 1) == [
        "**Done to you**", line, "**Above all**", end
    ]  # fmt: skip
    assert WORDS.digest([placed], names, 0) == []


# Questions and answers


def test_whose_knights_are_placed() -> None:
    both = at_war(2).court(0, 1).court(10, 2).court(1, 1).begin("placing")
    assert WORDS.ask(asked(both), names) == (
        "Place one of your knights or one of your ally’s in a county, in the castle or on a "
        "conflict."
    )
    allys = at_war(2).court(10, 2).court(1, 1).begin("placing")
    assert "one of your ally’s knights in" in WORDS.ask(asked(allys), names)
    own = at_war(3).court(0, 1).court(1, 1).begin("placing")
    assert "Place one of your knights in" in WORDS.ask(asked(own), names)
    assert WORDS.default(asked(own), names) == (
        "If you do not answer, your strength-1 knight goes to the Treasury."
    )


def test_a_vote_names_the_law_and_what_it_would_repeal() -> None:
    scene = at_war().propose("L08").begin("parliament")
    assert WORDS.ask(asked(scene), names) == (
        "“War Chest”: 1 squire, 1 voting marker and 1 gold for every 2 conflicts where you have "
        "a knight. It would replace “Great Builders”: 5 power points for every 3 "
        "extensions. Yes or no? A tie passes. Your vote stays sealed until all votes are in."
    )
    assert WORDS.default(asked(scene), names) == "If you do not answer, you vote no."
    yes = Choice.of("yes", markers="1")
    assert WORDS.choice(yes, names, asked(scene)) == "You vote yes with 1 voting marker."


def test_what_decline_means() -> None:
    buying = at_war().laws("L04", "L13", "L17").purse(0, gold=2).purse(1).purse(2)
    buying.begin("parliament")
    assert WORDS.ask(asked(buying), names) == (
        "“Sale of Voices”: 1 voting marker for 1 gold. How many times do you buy?"
    )
    assert WORDS.verb(offer(buying, "decline")) == "Buy nothing"
    assert WORDS.default(asked(buying), names) == "If you do not answer, you buy nothing."
    upgrading = at_war(4).court(0, 2).court(1, 1).begin("placing")
    upgrading.play(0, "conflict", knight="2", card="K04")
    upgrading.play(0, "favour", tile="upgrade")
    assert WORDS.verb(offer(upgrading, "decline")) == "Upgrade nobody"
    said = WORDS.choice(Choice("decline"), names, asked(upgrading))
    assert said == "You upgrade nobody."
    assert WORDS.default(asked(upgrading), names) == (
        "If you do not answer, the strength-2 knight at Falaise is upgraded."
    )


def test_a_county_offers_its_reward_and_its_lord() -> None:
    scene = at_war().county(0, "D", 3).purse(0, gold=3).begin("counties")
    assert WORDS.ask(asked(scene), names) == (
        "You hold Gloucester. Do you take the reward (1 upgrade and 2 voting markers) or the "
        "**Lord of Gloucester**, or pay 3 gold for both?"
    )
    assert WORDS.choice(Choice("both"), names) == "You pay 3 gold for both, nobleman and reward."


def test_a_ransom_names_the_knight_and_the_price() -> None:
    scene = Scene(3).war("K04").war("K10").war("K09", (0, 3), row="lower").purse(0, gold=3)
    scene.begin("conflicts")
    assert WORDS.ask(asked(scene), names) == (
        "France holds your strength-3 knight from Meaux. Do you pay 3 gold, or does he go back to"
        " your reserve?"
    )


def test_a_ransom_leaves_so_much_and_only_its_payer_reads_it() -> None:
    scene = Scene(3).war("K04").war("K10").war("K09", (1, 3), row="lower")
    scene.purse(0, gold=9).purse(1, gold=4).begin("conflicts")
    (prompt,) = scene.match.prompts(1)
    assert WORDS.stakes(prompt, scene.match.view(1), names) == [
        "You have 4 gold, and 1 gold left if you free your strength-3 knight."
    ]
    assert WORDS.stakes(prompt, scene.match.view(None), names) == []


def test_a_half_made_choice_is_still_words() -> None:
    assert WORDS.choice(Choice("county"), names) == "Take a county."
    assert WORDS.choice(Choice("unheard_of"), names) == "Unheard of."
    assert WORDS.choice(Choice.of("upgrade", knight="county"), names) == "Upgrade a knight."


# Options


def test_a_county_in_a_menu() -> None:
    scene = at_war().court(0, 2).purse(0, squires=3).county(1, "E", 2, squires=1)
    scene.begin("placing")
    held = next(o for o in asked(scene).offers if "E" in o.fields[1].candidates)
    view = scene.match.view(0)
    assert WORDS.option(held, held.field("county"), "E", view, PLAIN) == (
        "Norfolk",
        "held by Bob, strength 3 · 3 gold · 2 noblemen left · minimum 1",
    )
    assert WORDS.option(held, held.field("squires"), "2", view, PLAIN) == (
        "2 squires",
        "he counts 4 · 1 left behind your screen",
    )
    assert described(scene, "county", "county", "F")[1] == (
        "2 gold and 1 squire · 2 noblemen left · minimum 2"
    )


def test_a_conflict_in_a_menu() -> None:
    scene = Scene(3).war("K04", (0, 1), (1, 2)).war("K10", (1, 1), row="lower").court(0, 1)
    scene.begin("placing")
    assert described(scene, "conflict", "card", "K04") == (
        "Falaise",
        "France 5 · England 3 · you have 1 there · 1st 4, 2nd 2, 3rd 1",
    )
    assert described(scene, "conflict", "card", "K10")[1] == (
        "France 8 · England 1 · 1 side there · second round · 1st 5, 2nd 3, 3rd 2"
    )


def test_a_knight_a_space_and_a_tile_in_a_menu() -> None:
    scene = at_war(4).court(0, 1, 1).court(1, 1).begin("placing")
    assert described(scene, "castle", "knight", "1") == ("Strength-1 knight", "2 at court")
    assert described(scene, "castle", "space", "recruit") == (
        "Training ground",
        "1 new knight for 1 squire",
    )
    scene.play(0, "conflict", knight="1", card="K04")
    assert described(scene, "favour", "tile", "gold") == ("Royal gold", "2 gold")
    scene.play(0, "favour", tile="upgrade")
    assert described(scene, "upgrade", "knight", "conflict:K04:1") == (
        "Strength-1 knight at Falaise",
        "becomes strength 2",
    )


def test_purchases_players_and_markers_in_a_menu() -> None:
    scene = at_war().laws("L05", "L13", "L17").purse(0, gold=2, squires=2).purse(1).purse(2)
    scene.begin("parliament")
    assert described(scene, "buy", "times", "2") == (
        "Twice",
        "6 power points for 2 gold and 2 squires",
    )
    naming = at_war().county(1, "I", 1).begin("counties")
    naming.play(1, "nothing")
    assert described(naming, "name", "player", "1", 1) == ("Bob", "you · 0 power points")
    assert described(naming, "name", "player", "0", 1)[1] == "0 power points · has the marker now"
    voting = at_war().purse(0, votes=2).propose("L08").begin("parliament")
    assert described(voting, "yes", "markers", "2") == ("2 voting markers", "3 votes")


# Sheets


def test_only_the_owner_reads_what_is_behind_his_screen() -> None:
    scene = at_war().court(0, 1).purse(0, gold=4, squires=1, votes=2).begin("placing")
    mine = WORDS.card_lines(scene.match.view(0), 0, names)
    assert mine[-1] == (
        "Behind your screen, seen only by you: 4 gold and 1 squire · In the open: 2 voting markers"
    )
    shoulder = WORDS.card_lines(scene.match.view(0), 0, names, over_shoulder=True)
    assert shoulder[-1].startswith("Behind the screen: 4 gold and 1 squire")
    assert WORDS.hand_lines(scene.match.view(0)) == shoulder[-1:]
    for viewer in (1, 2, None):
        lines = WORDS.card_lines(scene.match.view(viewer), 0, names)
        assert lines[:-1] == mine[:-1]
        assert lines[-1] == "Behind the screen: gold and squires · In the open: 2 voting markers"


def test_two_players_have_no_screens_and_their_allies_are_told() -> None:
    scene = at_war(2).court(0, 1).court(10, 2).purse(0, gold=1).begin("placing")
    assert WORDS.card_lines(scene.match.view(None), 0, names) == [
        "**Anne**’s house: 0 power points",
        "Court: 1 · Reserve: 1, 1, 2, 2, 3, 4",
        "Placed: no knight",
        "Extensions: none",
        "At table: no nobleman",
        "Tokens: 1 gold, 0 voting markers",
        "**Anne**’s ally: court 2, reserve 1, 1, 1, 2, 3, 4, placed no knight",
    ]


def test_the_phase_says_what_is_going_on() -> None:
    placing = at_war().court(0, 1).begin("placing")
    assert WORDS.phase(placing.match.view(None), PLAIN) == (
        "Round 1 of 5 · placing knights · Anne’s turn"
    )
    voting = at_war().propose("L08").begin("parliament")
    assert WORDS.phase(voting.match.view(None), PLAIN) == (
        "Round 1 of 5 · Parliament · the vote on “War Chest”"
    )


def test_nothing_to_do() -> None:
    scene = at_war().court(0, 1).begin("placing")
    assert WORDS.offers_text([], scene.match.view(1), names) == (
        "You have nothing to do just now. The others are scheming."
    )


def test_a_law_and_a_county_are_looked_up() -> None:
    scene = at_war().county(1, "E", 1, squires=2).begin("counties")
    view = scene.match.view(None)
    assert WORDS.card_text("law:L11", view, names) == (
        "### Great Builders\n5 power points for every 3 extensions. ‹lancaster-4ii.9›\n"
        "Its back shows 3.\nIt is in force now."
    )
    assert WORDS.place_text("E", view, names) == (
        "### Norfolk\nCounty E, for knights of strength 1 or more ‹lancaster-4i.4›\n"
        "Reward: 3 gold ‹lancaster-4iiia.2›\n2 noblemen left\n"
        "Held by **Bob**, strength 1 with 2 squires"
    )


def test_the_players_by_points_with_what_the_awards_go_by() -> None:
    scene = at_war(3).court(0, 1, 2).court(1, 3)
    scene.state.houses[1].points = 7
    scene.begin("placing")
    before = WORDS.standings(scene.match.view(None), None, names)
    assert before[:2] == [
        "1. **Bob** · **7 power points** · an army of 3 · 0 extensions · 0 noblemen"
        f" · {markers(scene.state.houses[1].votes)}",
        "2. **Anne** · **0 power points** · an army of 3 · 0 extensions · 0 noblemen"
        f" · {markers(scene.state.houses[0].votes)}",
    ]
    glance = WORDS.at_a_glance(scene.match.view(None), None, names)
    assert glance == [("Points", "**Bob** 7, **Anne** 0, **Cecily** 0")]
    # A knight counts in a county, in the castle and at war as he does at home.
    scene.play(0, "county", knight="2", county="B", squires="0")
    assert WORDS.standings(scene.match.view(None), None, names)[1].startswith(
        "2. **Anne** · **0 power points** · an army of 3 ·"
    )
