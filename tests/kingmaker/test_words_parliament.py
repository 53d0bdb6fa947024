"""Parliament in words: the log, the questions, the card of the table."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker import facts_parliament as acts
from bot.rules.kingmaker.words import KingmakerWords
from tests.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        acts.ParliamentCalled(0, "york", "percy", "roos"),
        "**Percy** (Anne) calls Parliament to York and summons **Roos** by Writ. ‹house-7.1.14›",
    ),
    (
        acts.ParliamentCalled(0, "london", people=True),
        "Anne leads a People’s Parliament, which meets in London. ‹house-7.1.30›",
    ),
    (
        acts.Excused(1, ("roos", "neville"), 1),
        "Bob: **Roos** is excused by Writ; **Neville** stays across the sea. ‹house-7.1.18›",
    ),
    (
        acts.Excused(1, ("roos",), 0),
        "Bob: **Roos** stays across the sea. ‹house-7.1.20›",
    ),
    (
        acts.ExcusesRevoked(0, ("roos",)),
        "Anne revokes the excuse of **Roos** by Writ. ‹house-7.1.22›",
    ),
    (
        acts.ParliamentAssembled("york", ("percy", "roos"), ("neville",)),
        "Parliament sits in York with **Percy** and **Roos**. Excused: **Neville**. ‹house-7.1.23›",
    ),
    (
        acts.RoundBegan(1, 0, ("earl_kent", "marshal_england")),
        "Round 1 of titles and offices, led by Anne: Earl of Kent and Marshal of England. "
        "‹house-7.2.24›",
    ),
    (
        acts.RoundBegan(2, -1, ("earl_kent",)),
        "Round 2 of titles and offices is skipped, as the Commons have no one leader. "
        "‹house-7.2.26›",
    ),
    (
        acts.RoundBegan(3, -1, ("earl_kent",)),
        "Round 3 of titles and offices is skipped, as no senior bishop leads it. ‹house-7.2.30›",
    ),
    (
        acts.Proposed(0, "assign", "earl_kent", "roos"),
        "Anne proposes **Roos** as Earl of Kent. ‹house-7.2.13›",
    ),
    (
        acts.Proposed(0, "illegitimate", noble="percy", heir="henry"),
        "Anne moves through **Percy** that *Henry VI* be King no more. ‹house-7.3.4›",
    ),
    (
        acts.Proposed(0, "title", "earl_kent", "roos"),
        "Anne moves that the title of Earl of Kent pass to **Roos**. ‹house-7.3.13›",
    ),
    (
        acts.BallotClosed(("yea", "nay", "abstain"), (20, 11), (4, 4), False),
        "The motion fails, Commons 20 to 11, Lords 4 to 4 (yea: Anne; nay: Bob; abstained: "
        "Cecily). ‹house-7.2.21›",
    ),
    (
        acts.KingDeclaredIllegitimate("henry"),
        "*Henry VI* is King no more, and stands last in the line. ‹house-7.3.8›",
    ),
    (
        acts.MotionFailedAgainstKing("percy", False),
        "**Percy** loses titles and offices, and gives up his King. ‹house-7.3.11›",
    ),
    (
        acts.MotionFailedAgainstKing("percy", True),
        "**Percy** loses titles and offices, and gives up his King; as the other King is present, "
        "he dies as well. ‹house-7.3.12›",
    ),
    (
        acts.CardTransferred("marshal_england", "percy", "roos", 1),
        "The office of Marshal of England passes from **Percy** to **Roos** (Bob). ‹house-7.3.14›",
    ),
    (
        acts.StayedAtParliament(0, "percy", "caller"),
        "Anne: **Percy** stays, as he called Parliament. ‹house-7.4.9›",
    ),
    (
        acts.StayedAtParliament(0, "percy", "free_move"),
        "Anne: a Free Move keeps **Percy** where he is. ‹house-7.4.7›",
    ),
    (
        acts.StayedAtParliament(0, "le_swan", "free_move"),
        "Anne: a Free Move keeps Le Swan where she is. ‹house-7.4.8›",
    ),
    (
        acts.ParliamentDismissed("15,9", 0),
        "Parliament is dismissed. The King’s Peace holds until Anne’s next turn; nobody fights at "
        "P10 York. ‹house-7.4.11›",
    ),
    (
        acts.PeaceEnded(),
        "The King’s Peace is over. ‹house-7.4.11›",
    ),
    (
        facts.SiegeBroken(0, "york", "parliament"),
        "Anne’s siege of York is broken, as Parliament calls the besiegers. ‹house-7.1.24›",
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
            "You may call Parliament: it costs a Writ, and one noble of another player is "
            "summoned. Or let it be.",
        ),
        (
            "excuses",
            {},
            "Parliament is called. Whom do you excuse? It costs a Writ for each noble, but none "
            "for those across the sea.",
        ),
        (
            "revoke",
            {},
            "Some are excused from your Parliament. Whose excuse do you revoke, for a Writ each?",
        ),
        (
            "grant_bishops",
            {},
            "The bishops of the Chancellery come first, without a vote. Give one to a noble in "
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
            "You lead the last round, without votes. Give out every title, then every office, that "
            "anybody can bear.",
        ),
        (
            "motions",
            {},
            "Before Parliament rises you may bring further business: a motion against a King, or a "
            "title or office passed on.",
        ),
        (
            "take_card",
            {"card": "earl_kent", "noble": "roos"},
            "The title of Earl of Kent is offered to your **Roos**. Does he take it?",
        ),
        (
            "approve_office",
            {"card": "marshal_england", "noble": "roos"},
            "You called Parliament: do you approve that the office of Marshal of England pass to "
            "**Roos**?",
        ),
        (
            "pass_king",
            {"heir": "henry"},
            "Your motion has failed. Which noble keeps *Henry VI* now?",
        ),
        (
            "return_home",
            {},
            "Parliament is over. Bring your nobles home, one by one; a Free Move keeps a noble or "
            "a ship in place.",
        ),
        (
            "peoples_parliament",
            {},
            "You lead a People’s Parliament. Which noble goes where, so that it can meet there?",
        ),
        (
            "ballot",
            {"kind": "assign", "mover": "1", "card": "earl_kent", "noble": "roos"},
            "Bob proposes **Roos** as Earl of Kent. Yea or nay? Your vote stays sealed until all "
            "are in, and counts whole in both houses.",
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
            "Bob moves through **Roos** that *Henry VI* be King no more. Yea or nay? Your vote "
            "stays sealed until all are in, and counts whole in both houses.",
        ),
        (
            "ballot",
            {"kind": "title", "mover": "1", "giver": "percy", "noble": "roos", "card": "earl_kent"},
            "Bob moves that the title of Earl of Kent pass from **Percy** to **Roos**. Yea or nay? "
            "Your vote stays sealed until all are in, and counts whole in both houses.",
        ),
    ],
)
def test_questions(kind: str, facts_known: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=facts_known), NAMES) == question
