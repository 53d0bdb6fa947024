"""What somebody missed, gathered under headings."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.tables import Modifier
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def test_what_was_done_what_weighs_and_where_everybody_came_to_in_the_end() -> None:
    events = (
        facts.TurnBegan(0, 2),
        facts.Marched(0, ("percy", "roos"), "15,3", "15,9", "march"),
        facts.Marched(0, ("percy",), "15,9", "18,20", "road"),
        facts.EnteredPlace(0, ("percy",), "london"),
        facts.PlagueStruck("york", ("neville",), ()),
        facts.NobleDied("neville", 1, "plague"),
        facts.SiegeLaid(1, "london", ("stafford",), 240, 300, "choice"),
        facts.Marched(1, ("stafford", "audley"), "18,19", "18,20", "march"),
        facts.NobleDied("audley", 1, "battle"),
    )
    lines = WORDS.digest(events, NAMES, 1)
    assert [line for line in lines if line.startswith("**")] == [
        "**Done to you**",
        "**Above all**",
        "**What else happened**",
        "**Moves**",
    ]
    assert len(lines) == 9
    assert "Audley" in lines[1]
    assert "Neville" in lines[3]
    assert "London" in lines[5]
    assert lines[7:] == [
        "• Anne: **Roos** in the open at P10 York; **Percy** inside London",
        "• Bob: **Stafford** in the open at S21 London",
    ]
    # To a player who lost nobody the same deaths are headlines, in the order of their happening.
    others = WORDS.digest(events, NAMES, 0)
    assert others[0] == "**Above all**"
    assert "Neville" in others[1]
    assert "Audley" in others[2]
    assert others[3] == "**What else happened**"


def test_who_reads_what_only_he_may_read_is_you() -> None:
    promised = facts.PromiseDue(1, 0, "peace", audience=(0, 1))
    events = (facts.TurnBegan(0, 2), promised, facts.SiegeLaid(1, "london", ("stafford",), 240, 9))
    due = "promise to {} is due this round: “peace”. It binds in honour only."
    told = "\n".join(WORDS.digest(events, NAMES, 0))
    assert f"• Bob’s {due.format('you')}" in told
    assert f"• Your {due.format('Anne')}" in "\n".join(WORDS.digest(events, NAMES, 1))


def test_what_stands_under_one_heading_is_not_told_again_under_another() -> None:
    names = ["Anne", "Bob", "Cecily"].__getitem__
    deal = (
        facts.DealStruck(2, 0, take=("place:york",), hidden_give=1),
        facts.CardsChangedHands(2, 0, 1),
    )
    told = "• Cecily gives 1 hidden card to Anne for York. ‹house-8.7.2›"
    assert WORDS.digest(deal, names, 0) == ["**Done to you**", told]
    assert WORDS.digest(deal, names, 1) == ["**What else happened**", told]


def test_an_attempt_to_win_somebody_over_is_told_without_what_was_added() -> None:
    tried = facts.RecruitTried(
        1, "hastings", (2, 4), 10, 10, joined=True, modifiers=(Modifier("sole_king", 2),)
    )
    assert WORDS.digest((tried,), NAMES, 0) == [
        "**Above all**",
        "• Bob wins over **Hastings**: reached 10, needed 10 (2 and 4 on the dice). "
        "‹families-recruit.5›",
    ]


def test_nothing_of_weight() -> None:
    assert WORDS.digest((facts.TurnBegan(0, 2), facts.PhaseBegan(0, "movement")), NAMES, 0) == []


def test_deals_of_computers_with_one_another_stand_in_one_line() -> None:
    names = ["Anne", "Bob", "Cecily", "Dan"].__getitem__
    place, ship = ("place:york",), ("ship:le_swan",)
    events = (
        facts.DealStruck(1, 2, place, ship),
        facts.DealStruck(0, 1, place),
        facts.DealStruck(2, 1, ship, place),
        facts.DealStruck(3, 1, place),
    )
    heading, of_anne, others = WORDS.digest(events, names, None, (1, 2, 3))
    assert heading == "**What else happened**"
    assert of_anne == "• Anne gives York to Bob. ‹house-8.7.2›"
    assert others == (
        "• Computers traded with one another: Bob and Cecily twice; Bob and Dan once."
    )
    assert WORDS.digest(events[:1], names, 0, (1, 2, 3)) == [
        heading, "• Computers traded with one another: Bob and Cecily once."
    ]  # fmt: skip
    assert len(WORDS.digest(events, names, None)) == 2
    (line,) = WORDS.tell_all(events[:2], names)
    assert line.startswith("Bob gives York to Cecily for Le Swan; Anne gives York to Bob")
