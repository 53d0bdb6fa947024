"""Parliament in words: the log, the questions, the card of the table."""

from __future__ import annotations

import msgspec
import pytest

from bot.rules.kernel import Choice, Event, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Peace, Sitting
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.ParliamentCalled(0, "york", "percy", "roos"),
        "**Percy** (Anne) calls Parliament to York and summons **Roos** by Writ. ‹house-7.1.14›",
    ),
    (
        facts.ParliamentCalled(0, "london", people=True),
        "Anne leads a People’s Parliament, which meets in London. ‹house-7.1.30›",
    ),
    (
        facts.Excused(1, ("roos", "neville"), 1),
        "Bob: **Roos** is excused by Writ; **Neville** stays across the sea. ‹house-7.1.18›",
    ),
    (
        facts.Excused(1, ("roos",), 0),
        "Bob: **Roos** stays across the sea. ‹house-7.1.20›",
    ),
    (
        facts.ExcusesRevoked(0, ("roos",)),
        "Anne revokes the excuse of **Roos** by Writ. ‹house-7.1.22›",
    ),
    (
        facts.ParliamentAssembled("york", ("percy", "roos"), ("neville",)),
        "Parliament sits in York with **Percy** and **Roos**. Excused: **Neville**. ‹house-7.1.23›",
    ),
    (
        facts.RoundBegan(1, 0, ("earl_kent", "marshal_england")),
        "Round 1 of titles and offices, led by Anne: Earl of Kent and Marshal of England. "
        "‹house-7.2.24›",
    ),
    (
        facts.RoundBegan(2, -1, ("earl_kent",)),
        "Round 2 of titles and offices is skipped: nobody leads the Commons alone. ‹house-7.2.26›",
    ),
    (
        facts.RoundBegan(3, 0, ("earl_kent",)),
        "Round 3 of titles and offices, led by Anne, who gives out what is left: Earl of Kent. "
        "‹house-7.2.27›",
    ),
    (
        facts.RoundBegan(3, -1, ("earl_kent",)),
        "Round 3 of titles and offices is skipped: no bishop outranks the others. ‹house-7.2.30›",
    ),
    (
        facts.Proposed(0, "assign", "earl_kent", "roos"),
        "Anne proposes **Roos** as Earl of Kent. ‹house-7.2.13›",
    ),
    (
        facts.Proposed(0, "illegitimate", noble="percy", heir="henry"),
        "Anne moves, through **Percy**, that *Henry VI* be King no more. ‹house-7.3.4›",
    ),
    (
        facts.Proposed(0, "title", "earl_kent", "roos"),
        "Anne moves that the title of Earl of Kent pass to **Roos**. ‹house-7.3.13›",
    ),
    (
        facts.BallotClosed(("yea", "nay", "abstain"), (20, 11), (4, 4), False),
        "The motion fails, Commons 20 to 11, Lords 4 to 4 (yea: Anne; nay: Bob; abstained: "
        "Cecily). ‹house-7.2.21›",
    ),
    (
        facts.BallotClosed(("yea", "abstain", "abstain"), (20, 0), (4, 0), True),
        "The motion passes, Commons 20 to 0, Lords 4 to 0 (yea: Anne; the rest abstained). "
        "‹house-7.2.21›",
    ),
    (
        facts.BallotClosed(("abstain", "abstain", "abstain"), (0, 0), (0, 0), False),
        "The motion fails, Commons 0 to 0, Lords 0 to 0 (abstained: Anne, Bob and Cecily). "
        "‹house-7.2.21›",
    ),
    (
        facts.KingDeclaredIllegitimate("henry"),
        "*Henry VI* is no longer King and is now last in line. ‹house-7.3.8›",
    ),
    (
        facts.MotionLapsed("henry"),
        "The motion lapses: *Henry VI* is dead. ‹house-7.3.2›",
    ),
    (
        facts.MotionFailedAgainstKing("percy", False),
        "**Percy** loses his titles and offices and gives up his King. ‹house-7.3.11›",
    ),
    (
        facts.MotionFailedAgainstKing("percy", True),
        "**Percy** loses his titles and offices and gives up his King. The other King is "
        "present, so **Percy** dies as well. ‹house-7.3.12›",
    ),
    (
        facts.CardTransferred("marshal_england", "percy", "roos", 1),
        "The office of Marshal of England passes from **Percy** to **Roos** (Bob). ‹house-7.3.14›",
    ),
    (
        facts.StayedAtParliament(0, "percy", "caller"),
        "Anne: **Percy** stays: he called Parliament. ‹house-7.4.9›",
    ),
    (
        facts.StayedAtParliament(0, "percy", "free_move"),
        "Anne: a Free Move keeps **Percy** where he is. ‹house-7.4.7›",
    ),
    (
        facts.StayedAtParliament(0, "le_swan", "free_move"),
        "Anne: a Free Move keeps Le Swan where she is. ‹house-7.4.8›",
    ),
    (
        facts.ParliamentDismissed("15,9", 0),
        "Parliament is dismissed. The King’s Peace holds until Anne’s next turn, and nobody "
        "fights at P10 York. ‹house-7.4.11›",
    ),
    (
        facts.PeaceEnded(),
        "The King’s Peace is over. ‹house-7.4.11›",
    ),
    (
        facts.PeaceEnded(("15,9",)),
        "The King’s Peace at P10 York is over but holds elsewhere. ‹house-7.4.11›",
    ),
    (
        facts.SiegeBroken(0, "york", "parliament"),
        "Anne’s siege of York is broken: Parliament calls the besiegers away. ‹house-7.1.24›",
    ),
    (
        facts.CardAssigned(1, "bp_durham", "roos", "parliament"),
        "Bob: the Bishop of Durham joins **Roos**. ‹house-7.2.7›",
    ),
    (
        facts.CardAssigned(1, "earl_kent", "roos", "parliament"),
        "Bob: **Roos** is now Earl of Kent. ‹house-7.2.21›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE, ids=lambda x: type(x).__name__)
def test_an_event_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line
    assert WORDS.tell_all([event], NAMES) == [line]


@pytest.mark.parametrize(
    ("kind", "facts_known", "question"),
    [
        (
            "parliament",
            {},
            "You may call Parliament: it costs a Writ, and you summon one noble of another player.",
        ),
        (
            "excuses",
            {},
            "Parliament is called. Whom do you excuse? Each noble costs a Writ, but those "
            "across the sea cost none.",
        ),
        (
            "revoke",
            {},
            (
                "Some nobles are excused from your Parliament. Whose excuse do you revoke, for a "
                "Writ each?"
            ),
        ),
        (
            "grant_bishops",
            {},
            "The bishops in the Chancery come first, without a vote. Give one to a noble in "
            "Parliament who has none.",
        ),
        (
            "round",
            {"round": "1"},
            "You lead round 1 of titles and offices. Propose a card for a noble, titles first, or "
            "end the round.",
        ),
        (
            "round",
            {"round": "3"},
            "You lead the last round, without votes. Give out every title, then every "
            "office, that somebody can hold.",
        ),
        (
            "motions",
            {},
            "Parliament is about to rise. You may still move against a King, or pass on a "
            "title or an office.",
        ),
        (
            "take_card",
            {"card": "earl_kent", "noble": "roos"},
            "Your **Roos** is offered the title of Earl of Kent. Does he take it?",
        ),
        (
            "approve_office",
            {"card": "marshal_england", "noble": "roos"},
            "May the office of Marshal of England pass to **Roos**? You called Parliament, "
            "so you decide.",
        ),
        (
            "pass_king",
            {"heir": "henry"},
            "Your motion has failed. Which noble keeps *Henry VI* now?",
        ),
        (
            "return_home",
            {},
            "Parliament is over. Send your nobles home, one by one. A Free Move keeps a "
            "noble or a ship in place.",
        ),
        (
            "peoples_parliament",
            {},
            "You lead a People’s Parliament. Send a noble to the place where it is to meet.",
        ),
        (
            "ballot",
            {"kind": "assign", "mover": "1", "card": "earl_kent", "noble": "roos"},
            "Bob proposes **Roos** as Earl of Kent. Yea or nay? Your vote stays sealed until "
            "all votes are in or time is up. It counts in full in both houses.",
        ),
        (
            "ballot",
            {
                "kind": "illegitimate",
                "mover": "1",
                "noble": "roos",
                "king": "henry",
                "own": "edward_march",
            },
            "Bob moves, through **Roos**, that *Henry VI* be King no more. Yea or nay? Your "
            "vote stays sealed until all votes are in or time is up. It counts in full in both "
            "houses.",
        ),
        (
            "ballot",
            {"kind": "title", "mover": "1", "giver": "percy", "noble": "roos", "card": "earl_kent"},
            "Bob moves that the title of Earl of Kent pass from **Percy** to **Roos**. Yea "
            "or nay? Your vote stays sealed until all votes are in or time is up. It counts in "
            "full in both houses.",
        ),
    ],
)
def test_questions(kind: str, facts_known: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=facts_known), NAMES) == question


MOTION = {"kind": "assign", "mover": "1", "card": "earl_kent", "noble": "roos"}


@pytest.mark.parametrize(
    ("verb", "ending"),
    [
        ("call_vote", "Call the vote when you have heard enough."),
        ("move_vote", "You may move the vote, but another player must second it."),
        ("second_vote", "A vote has been moved. Second it, and the debate is over."),
    ],
)
def test_a_debate_repeats_the_motion(verb: str, ending: str) -> None:
    prompt = Prompt(0, "debate", (Offer(verb),), facts=MOTION)
    assert WORDS.ask(prompt, NAMES) == f"Bob proposes **Roos** as Earl of Kent. {ending}"


@pytest.mark.parametrize(
    ("kind", "rule", "button", "outcome"),
    [
        ("parliament", "house-7.1.1", "Call no Parliament", "no Parliament is called."),
        ("round", "house-7.2.12", "End the round", "the round ends."),
        ("motions", "house-7.3.1", "No more business", "you bring no more business."),
        ("return_home", "house-7.4.8", "Send ships home", "your ships go home."),
        ("excuses", "", "Settle the excuses", "all your nobles go to Parliament."),
        ("revoke", "", "Settle the excuses", "you revoke no excuse."),
        ("take_card", "", "Decline", "you decline."),
    ],
)
def test_what_happens_without_an_answer(kind: str, rule: str, button: str, outcome: str) -> None:
    verbs = {
        "excuses": "excuse",
        "revoke": "revoke",
        "take_card": "decline",
    }
    choice = Choice(verbs.get(kind, "done"))
    prompt = Prompt(0, kind, (Offer(choice.verb, (), rule),), default=choice)
    assert WORDS.verb(prompt.offers[0], prompt) == button
    assert WORDS.default(prompt, NAMES) == f"If you do not answer, {outcome}"


@pytest.mark.parametrize(
    ("kind", "verb", "button", "outcome"),
    [
        ("ballot", "abstain", "Abstain", "If you have not voted by then, you abstain."),
        ("debate", "call_vote", "Call the vote", "Then the vote is called."),
    ],
)
def test_what_happens_when_the_time_of_all_is_up(
    kind: str, verb: str, button: str, outcome: str
) -> None:
    choice = Choice(verb)
    prompt = Prompt(0, kind, (Offer(verb),), default=choice)
    assert WORDS.verb(prompt.offers[0], prompt) == button
    assert WORDS.default(prompt, NAMES) == outcome


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (
            Choice.of("call_parliament", by="percy", summon="roos"),
            "**Percy** calls Parliament and summons **Roos**.",
        ),
        (
            Choice.of("excuse", nobles="roos", by_sea="neville"),
            "**Roos** and **Neville** are excused.",
        ),
        (Choice.of("revoke", nobles="roos"), "You revoke the excuse of **Roos**."),
        (
            Choice.of("propose", card="earl_kent", noble="roos"),
            "You propose **Roos** as Earl of Kent.",
        ),
        (Choice("nay"), "You vote nay."),
        (
            Choice.of("transfer_title", card="earl_kent", giver="roos", noble="percy"),
            "The title of Earl of Kent is to pass from **Roos** to **Percy**.",
        ),
        (Choice.of("stay_free", noble="roos"), "A Free Move keeps **Roos** there."),
        (
            Choice.of("meet_at", noble="roos", place="york"),
            "**Roos** goes to York, where Parliament meets.",
        ),
    ],
)
def test_choices(choice: Choice, sentence: str) -> None:
    assert WORDS.choice(choice, NAMES) == sentence


# What belongs together


def test_the_last_round_tells_a_card_once() -> None:
    events = [
        facts.RoundBegan(3, 0, ("earl_kent",)),
        facts.Proposed(0, "assign", "earl_essex", "roos"),
        facts.CardAssigned(1, "earl_essex", "roos", "parliament"),
        facts.ControlGained("colchester", "roos", 1, "card"),
    ]
    assert WORDS.tell_all(events, NAMES)[1:] == [
        "Bob: **Roos** is now Earl of Essex and holds Colchester. ‹house-7.2.31›"
    ]


def test_a_title_passed_on_is_told_once() -> None:
    events = [
        facts.BallotClosed(("yea", "yea"), (9, 0), (4, 0), True),
        facts.CardAssigned(1, "earl_kent", "roos", "transfer"),
        facts.CardTransferred("earl_kent", "percy", "roos", 1),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "The motion passes, Commons 9 to 0, Lords 4 to 0 (yea: Anne and Bob). ‹house-7.2.21›",
        "The title of Earl of Kent passes from **Percy** to **Roos** (Bob). ‹house-7.3.13›",
    ]


def test_the_price_of_a_failed_motion_is_told_once() -> None:
    failed = facts.MotionFailedAgainstKing("percy", True)
    lines = WORDS.tell_all([failed, facts.NobleDied("percy", 0, "executed")], NAMES)
    assert len(lines) == 1
    assert WORDS.tell(facts.NobleDied("percy", 0, "motion"), NAMES) == (
        "**Percy** (Anne) is put to death for the failed motion. ‹house-7.3.12›"
    )


def test_votes_are_counted_in_parliament_and_at_the_end() -> None:
    votes = facts.VotesCounted((20, 31), (7, 4))
    line = "Votes in the Commons: Anne 20 and Bob 31. In the Lords: Anne 7 and Bob 4. "
    assert WORDS.tell_all([votes], NAMES) == [f"{line}‹house-7.2.3›"]
    ended = WORDS.tell_all([votes, facts.GameWon((0,), "complete")], NAMES)
    assert ended[0] == f"{line}‹house-3.8›"


# The card of the table


def sat() -> Scene:
    """Anne's Percy has called Parliament to York; Bob's Roos is excused, Neville attends."""
    scene = Scene(seats=2).noble("percy", 0, "york").noble("neville", 1, "15,9")
    scene.noble("roos", 1, "helmsley").movement(0)
    sitting = Sitting(0, "york", "15,9", "percy", summoned="neville")
    sitting.attending, sitting.excused = ["percy", "neville"], ["roos"]
    sitting.commons, sitting.lords = [20, 11], [4, 9]
    scene.state.sitting, scene.state.chancery = sitting, ["earl_kent"]
    return scene


def test_the_tallies_and_the_motion_are_for_all_to_see() -> None:
    view = msgspec.structs.replace(sat().match.view(None), motion=MOTION)
    lines = WORDS.heading(view, NAMES).splitlines()
    assert lines[1] == "Round 1 · Anne’s turn · Parliament"
    assert lines[4:8] == [
        "Parliament in York, led by Anne · Excused: **Roos**",
        "Votes: Commons Anne 20 and Bob 11 · Lords Anne 4 and Bob 9",
        "Cards to give out: Earl of Kent",
        "Motion: Bob proposes **Roos** as Earl of Kent.",
    ]


def test_the_kings_peace_on_the_card_and_beside_the_nobles() -> None:
    scene = sat()
    scene.state.sitting = None
    scene.state.peace = Peace(0, "15,9")
    scene.state.nobles["roos"].under_peace = "excused"
    scene.state.nobles["neville"].under_peace = "returned"
    view = scene.match.view(None)
    assert "King’s Peace until Anne’s next turn, and no combat at P10 York" in (
        WORDS.heading(view, NAMES).splitlines()
    )
    lines = WORDS.card_lines(view, 1, NAMES)
    assert "in the open at P10 York · keeps the King’s Peace · " in lines[1]
    assert "inside Helmsley · not bound by the King’s Peace · " in lines[2]


def test_those_to_be_summoned_are_told_with_their_player() -> None:
    scene = sat()
    field = Offer("call_parliament", (Field("summon", ("neville",)),)).fields[0]
    offer = Offer("call_parliament", (field,))
    view = scene.match.view(0)
    assert WORDS.field(offer, field) == "Which noble does your Writ summon?"
    assert WORDS.option(offer, field, "neville", view, NAMES) == (
        "Neville",
        "Bob · 50 troops · in the open at P10 York · Earl of Warwick",
    )
