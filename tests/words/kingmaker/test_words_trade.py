"""Trade in words: deals are told with their terms to the two alone."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event, Field, Offer
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.land import Corrected
from bot.rules.kingmaker.state import Deal
from bot.words.kingmaker.words import KingmakerWords
from bot.words.phrases import YOU
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.DealProposed(
            3,
            0,
            1,
            ("place:york", "hand:saxons_1"),
            ("heir:henry",),
            "no *war*",
            5,
            audience=(0, 1),
        ),
        "Deal 3: Anne offers Bob York and Saxons (from the hand) for *Henry VI*, and promises “no "
        "\\*war\\*” by round 5. Only the two of you see this. ‹house-8.7.2›",
    ),
    (
        facts.DealProposed(1, 0, 1, ("held:E-WR01",), audience=(0, 1)),
        "Deal 1: Anne offers Bob Writ for nothing in return. Only the two of you see this. "
        "‹house-8.7.2›",
    ),
    (
        facts.DealProposed(1, 0, 1, (), ("beside:abp_york",), audience=(0, 1)),
        "Deal 1: Anne asks Bob for the Archbishop of York. Only the two of you see this. "
        "‹house-8.7.2›",
    ),
    (
        facts.DealClosed(3, 0, 1, "accepted", audience=(0, 1)),
        "Bob accepts Anne’s deal 3. ‹house-8.7.2›",
    ),
    (
        facts.DealClosed(3, 0, 1, "lapsed", audience=(0, 1)),
        "Anne’s deal 3 with Bob lapses unanswered. ‹house-8.7.2›",
    ),
    (
        facts.DealClosed(3, 0, 1, "void", audience=(0, 1)),
        "Anne’s deal 3 with Bob is void. ‹house-8.7.2›",
    ),
    (
        facts.DealClosed(3, 0, 1, "refused", "York is *mine*.", audience=(0, 1)),
        "Bob refuses Anne’s deal 3: “York is \\*mine\\*”. ‹house-8.7.2›",
    ),
    (
        facts.DealStruck(0, 1, ("place:cockermouth",), ("place:durham",)),
        "Anne gives Cockermouth to Bob for Durham. ‹house-8.7.2›",
    ),
    (
        facts.DealStruck(0, 1, ("place:york", "heir:henry"), ("ship:le_swan",), 2, 1),
        "Anne gives York, *Henry VI* and 2 hidden cards to Bob for Le Swan and 1 hidden card."
        " ‹house-8.7.2›",
    ),
    (facts.DealStruck(0, 1, (), (), 0, 1), "Bob gives 1 hidden card to Anne. ‹house-8.7.2›"),
    (
        facts.CardsChangedHands(0, 1, 2),
        "Anne hands Bob 2 hidden cards. ‹house-8.7.2›",
    ),
    (
        facts.TermUnmet("heir:henry", 0, 1, "house-8.7.8"),
        "*Henry VI* does not pass from Anne to Bob. ‹house-8.7.8›",
    ),
    (
        facts.PromiseDue(0, 1, "no war", audience=(0, 1)),
        "Anne’s promise to Bob is due this round: “no war”. It binds in honour only. ‹house-5.19b›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE, ids=lambda x: type(x).__name__)
def test_an_event_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line
    assert WORDS.tell_all([event], NAMES) == [line]


def test_a_refusal_is_told_before_the_counter_offer_to_it() -> None:
    """A computer offers something else first, and refuses then."""
    other = facts.DealProposed(1, 1, 0, ("place:york",), audience=(0, 1))
    counter = facts.DealProposed(2, 2, 0, ("place:york",), audience=(0, 2))
    refused = facts.DealClosed(3, 0, 2, "refused", audience=(0, 2))
    told = WORDS.tell_all([other, counter, refused], NAMES)
    assert [line.split(" offers ")[0] for line in told] == [
        "Deal 1: Bob",
        "Cecily refuses Anne’s deal 3. ‹house-8.7.2›",
        "Deal 2: Cecily",
    ]


def test_a_deal_is_told_whole_and_below_it_with_whom_an_heir_is_from_then_on() -> None:
    events: list[Event] = [
        facts.DealStruck(0, 1, ("place:york", "heir:henry"), ()),
        facts.ControlGained("york", "percy", 1, "deal"),
        facts.HeirTaken("henry", "percy", 1),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Anne gives York and *Henry VI* to Bob. ‹house-8.7.2›",
        "*Henry VI* is now with **Percy** (Bob). ‹house-1.2›",
    ]


def market() -> Scene:
    """Anne and Bob stand at York; she holds Henry, Saxons in hand and a Writ."""
    scene = Scene(seats=2)
    scene.noble("percy", 0, "15,9", cards=("scots_archers_1", "bp_durham"), heirs=("henry",))
    scene.noble("grey", 0, "15,9").noble("roos", 1, "15,9", cards=("le_swan",))
    scene.hand(0, "saxons_1", "saxons_2").held(0, "E-WR01").movement(0)
    return scene


def offered(scene: Scene, seat: int = 0) -> tuple[Offer, dict[str, Field]]:
    offer = scene.offered(seat, "propose_deal")[0]
    return offer, {field.name: field for field in offer.fields}


def test_what_may_be_given_with_whom_and_by_when() -> None:
    scene = market()
    offer, fields = offered(scene)
    view = scene.match.view(0)
    assert WORDS.option(offer, fields["to"], "1", view, NAMES) == ("Bob", "Roos (20)")
    assert WORDS.option(offer, fields["to"], "1", view) == ("Player 2", "Roos (20)")
    assert WORDS.option(offer, fields["due"], "2", view) == ("Within 2 rounds", "by round 3")
    assert WORDS.field(offer, fields["promise"]) == (
        "Do you promise anything? It binds in honour only (at most 200 characters)"
    )
    told = {c: WORDS.option(offer, fields["give"], c, view) for c in fields["give"].candidates}
    assert told["hand:saxons_1"] == ("Saxons (from the hand) (1)", "mercenaries · 10 troops")
    assert told["hand:saxons_2"][0] == "Saxons (from the hand) (2)"
    assert told["beside:scots_archers_1"] == (
        "Scots Archers",
        "Percy’s · mercenaries · 20 troops",
    )
    assert told["held:E-WR01"] == ("Writ", "a summons to Parliament, or an excuse from it")
    assert told["place:alnwick"] == ("Control of Alnwick", "your castle · garrison 100")
    assert told["heir:henry"] == (
        "Henry VI",
        "King, of Lancaster · with Percy · in the open at P10 York",
    )
    assert WORDS.option(offer, fields["take"], "ship:le_swan", view) == (
        "Le Swan",
        "at Lynn · carries 150 · Roos’s",
    )


def test_a_deal_is_known_to_its_two_and_to_nobody_else() -> None:
    scene = market()
    choice = Choice.of(
        "propose_deal",
        to="1",
        give=["held:E-WR01", "hand:saxons_1"],
        take="ship:le_swan",
        promise="no *war*",
        due="2",
    )
    assert WORDS.choice(choice, NAMES) == (
        "You offer Bob Writ and Saxons (from the hand) for Le Swan, and promise “no \\*war\\*” "
        "within 2 rounds."
    )
    scene.match.submit(0, choice)
    mine, theirs, public = (scene.match.view(seat) for seat in (0, 1, None))
    assert WORDS.card_lines(mine, 0, NAMES)[-1] == (
        "Deal 1: you offer Bob Writ and Saxons (from the hand) for Le Swan, and promise "
        "“no \\*war\\*” by round 3."
    )
    waiting = (
        "Deal 1: Anne offers you Writ and Saxons (from the hand) for Le Swan, and promises "
        "“no \\*war\\*” by round 3."
    )
    assert WORDS.card_lines(theirs, 1, NAMES)[-1] == waiting
    lines = WORDS.offers_text(scene.match.prompts(1), theirs, NAMES).splitlines()
    assert lines[1:] == [
        "You may answer a deal or propose a deal. ‹house-8.7.2›",
        f"• {waiting}",
    ]
    for seat in (0, 1):
        assert not any("Deal" in line for line in WORDS.card_lines(public, seat, NAMES))


def test_a_deal_to_answer_tells_what_it_brings() -> None:
    scene = market()
    scene.play(0, "propose_deal", to="1", give="held:E-WR01", take="ship:le_swan")
    offer = scene.offered(1, "accept_deal")[0]
    field, view = offer.field("deal"), scene.match.view(1)
    assert WORDS.option(offer, field, field.candidates[0], view, NAMES) == (
        "Deal 1 from Anne",
        "you get Writ · you give Le Swan",
    )
    answer = Choice.of("accept_deal", deal=field.candidates[0])
    assert WORDS.choice(answer, NAMES) == "You accept Anne’s deal 1."
    told = WORDS.tell_all(scene.match.submit(1, answer).events, NAMES)
    assert told[0] == "Bob accepts Anne’s deal 1. ‹house-8.7.2›"
    assert "Anne gives 1 hidden card to Bob for Le Swan. ‹house-8.7.2›" in told
    assert not any("hands Bob" in line for line in told)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (2, "you get Saxons and Burgundian Crossbowmen · you give York and Durham"),
        (4, "you get Saxons and 3 more · you give York, Durham, Carlisle and Lincoln"),
    ],
)
def test_of_a_deal_both_sides_are_told_however_long_they_are(number: int, told: str) -> None:
    gain = ["saxons_1", "burgundian_crossbowmen_1", "chamberlain_chester", "chancellor_lancaster"]
    price = ["york", "durham", "carlisle", "lincoln"]
    scene = market()
    give = [f"hand:{card}" for card in gain[:number]]
    take = [f"place:{place}" for place in price[:number]]
    scene.state.deals.append(Deal(1, 0, 1, give, take))
    field = Field("deal", ("0-1-1",))
    offer = Offer("refuse_deal", (field,))
    label, about = WORDS.option(offer, field, "0-1-1", scene.match.view(1), NAMES)
    assert about == told
    assert len(f"{label} — {about}") <= 100


LONG, OFFICE = "held:E-CM01", "hand:chancellor_lancaster"
"""Cards with names of more than half a line, and of a third."""


@pytest.mark.parametrize(
    ("give", "take", "told"),
    [
        ([LONG], [], "a gift: Chancellor May Call Parliament if There Is No Sole King"),
        ([], [LONG], "a gift: Chancellor May Call Parliament if There Is No Sole King"),
        ([LONG], [OFFICE], "you get 1 card · you give Chancellor of the Duchy of Lancaster"),
        ([OFFICE], [LONG], "you get Chancellor of the Duchy of Lancaster · you give 1 card"),
        ([LONG], ["held:E-CM02"], "you get 1 card · you give 1 card"),
    ],
)
def test_of_a_deal_with_long_names_no_name_is_cut(
    give: list[str], take: list[str], told: str
) -> None:
    scene = market()
    scene.state.deals.append(Deal(1, 0, 1, give, take))
    field = Field("deal", ("0-1-1",))

    def names(seat: int) -> str:
        return "Bartholomew"

    view = scene.match.view(1)
    label, about = WORDS.option(Offer("refuse_deal", (field,)), field, "0-1-1", view, names)
    assert about == told
    assert len(f"{label} — {about}") <= 100


def test_a_deal_is_told_to_everybody_in_one_line() -> None:
    scene = market()
    give = ["place:alnwick", "heir:henry", "beside:scots_archers_1", "held:E-WR01"]
    scene.play(0, "propose_deal", to="1", give=give, take="ship:le_swan")
    offer = scene.offered(1, "accept_deal")[0]
    answer = Choice.of("accept_deal", deal=offer.field("deal").candidates[0])
    public = [e for e in scene.match.submit(1, answer).events if e.audience is None]
    lines = WORDS.tell_all(public, NAMES)
    assert lines[0] == (
        "Anne gives Alnwick, *Henry VI*, Scots Archers and 1 hidden card to Bob for Le Swan."
        " ‹house-8.7.2›"
    )
    assert not any(word in line for line in lines[1:] for word in ("Alnwick", "hands", "Scots"))


def test_nobody_gives_all_away_at_one_press_and_a_deal_goes_without_a_promise() -> None:
    offer, fields = offered(market())
    assert WORDS.shortcuts(offer, fields["give"]) == ("", "Nothing")
    assert WORDS.shortcuts(offer, fields["promise"]) == ("", "Send without a promise")
    march = Offer("march", (Field("nobles", ("percy", "grey"), 1, 2),))
    assert WORDS.shortcuts(march, march.fields[0]) == ("All", "None")
    ransom = Offer("offer_ransom", (Field("promise", (), 0, 1, free=9),))
    assert WORDS.shortcuts(ransom, ransom.fields[0]) == ("", "Offer without a promise")


TO_ANNE: list[tuple[Event, str]] = [
    (
        facts.DealProposed(3, 0, 1, ("place:york",), (), "peace", audience=(0, 1)),
        "Deal 3: you offer Bob York, and promise “peace”. Only the two of "
        "you see this. ‹house-8.7.2›",
    ),
    (
        facts.DealProposed(3, 1, 0, (), ("place:york",), audience=(0, 1)),
        "Deal 3: Bob asks you for York. Only the two of you see this. ‹house-8.7.2›",
    ),
    (
        facts.DealClosed(3, 0, 1, "accepted", audience=(0, 1)),
        "Bob accepts your deal 3. ‹house-8.7.2›",
    ),
    (
        facts.TermUnmet("place:york", 0, 1, "house-8.7.2", audience=(0, 1)),
        "York does not pass from you to Bob. ‹house-8.7.2›",
    ),
    (
        facts.PromiseDue(0, 1, "peace", audience=(0, 1)),
        "Your promise to Bob is due this round: “peace”. It binds in honour only. ‹house-5.19b›",
    ),
    (
        facts.CardGiven(0, 1, "saxons_1", audience=(0, 1)),
        "You give Bob Saxons. ‹families-cards.3›",
    ),
    (
        facts.CardGiven(1, 0, "saxons_1", audience=(0, 1)),
        "Bob gives you Saxons. ‹families-cards.3›",
    ),
    (
        facts.RansomOffered("percy", 0, 1, ("york",), number=1, audience=(0, 1)),
        "You offer Bob a ransom for **Percy**: York. Only the two of you see this. ‹house-5.19a›",
    ),
    (
        facts.RansomOffered("percy", 1, 0, ("york",), number=1, audience=(0, 1)),
        "Bob offers you a ransom for **Percy**: York. Only the two of you see this. ‹house-5.19a›",
    ),
    (Corrected("to_hand", "saxons_1", seat=0, audience=(0,)), "You are given Saxons."),
    (Corrected("from_hand", "saxons_1", seat=0, audience=(0,)), "Saxons is taken from you."),
    (facts.DealStruck(0, 1, ("place:york",), ()), "You give York to Bob. ‹house-8.7.2›"),
    (facts.CardsChangedHands(0, 1, 2), "You hand Bob 2 hidden cards. ‹house-8.7.2›"),
]


@pytest.mark.parametrize(("event", "told"), TO_ANNE)
def test_whoever_reads_what_is_for_her_is_you(event: Event, told: str) -> None:
    assert WORDS.tell_all([event], [YOU, "Bob"].__getitem__) == [told]


def test_an_offer_of_words_alone_offers_no_nothing_for_nothing() -> None:
    told = {
        "You offer Bob nothing but words, and promise “peace” within 1 round.": {},
        "You ask Bob for York, and promise “peace” within 1 round.": {"take": "place:york"},
        "You offer Bob York, and promise “peace” within 1 round.": {"give": "place:york"},
    }
    for text, things in told.items():
        choice = Choice.of("propose_deal", to="1", promise="peace", due="1", **things)
        assert WORDS.choice(choice, NAMES) == text
