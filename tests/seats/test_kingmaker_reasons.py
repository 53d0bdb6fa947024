"""Why the steward advises a move: from the view and the targets that it chooses by."""

from __future__ import annotations

import json

import msgspec
import pytest
import zstandard

from bot.rules.kernel import Choice
from bot.rules.kingmaker.parliament.ballot import VOTES
from bot.seats.kingmaker_reasons import _FAR, _PLAIN, Reason, reason_for
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.voting import opinion, stake
from bot.words.kingmaker.choices import reason_text
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.votes import vote_reason
from tests.folders import fixtures_of
from tests.rules.kingmaker.scene import HOUSE, Scene
from tests.seats.moves import answer, chancery
from tests.seats.test_steward_parliament import kings_keeper, sitting, two_kings_later


def told(scene: Scene, choice: Choice) -> Reason | None:
    """The reason for a choice of seat 0."""
    return reason_for(scene.match.view(0), 0, HOUSE.content, choice)


def scene() -> Scene:
    """Percy stands at Alnwick; an heir waits in the open, a foe stands weak, a castle is free."""
    made = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    made.heir_at("margaret", "15,11")
    made.movement(0)
    return made


def test_an_heir_who_waits_is_named() -> None:
    reason = told(scene(), Choice.of("march", nobles="percy", to="15,11"))
    assert reason == Reason("heir", ("margaret",))


def test_a_place_that_can_be_taken_is_named_with_its_defence() -> None:
    reason = told(scene(), Choice.of("march", nobles="percy", to="15,8"))
    assert reason == Reason("siege", ("helmsley",), 100)


def test_where_there_is_nothing_to_win_they_gather_or_shelter() -> None:
    board = HOUSE.content.board
    empty = next(
        s for s in board.reach(board.places["alnwick"].square) if not board.squares[s].places
    )
    assert told(scene(), Choice.of("march", nobles="percy", to=empty)) == Reason("gather")
    home = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    home.movement(0)
    square = board.places["alnwick"].square
    assert told(home, Choice.of("ride", nobles="percy", to=square)) == Reason(
        "shelter", ("alnwick",)
    )


def test_who_goes_to_guard_an_heir_is_told_so() -> None:
    made = Scene(seats=2).noble("percy", 0, "alnwick", heirs=("henry",))
    made.noble("grey", 0, "14,4", castles=False)
    for foe in ("neville", "mowbray", "stanley", "beaufort", "holland", "stafford"):
        made.noble(foe, 1, "14,5", castles=False)
    made.movement(0)
    to_alnwick = Choice.of("march", nobles="grey", to=made.board.places["alnwick"].square)
    reason = told(made, to_alnwick)
    assert reason == Reason("guard", ("henry",))
    assert reason_text(Lexicon(HOUSE.content), reason.kind, reason.about) == (
        "You could take Henry VI there with more men beside him."
    )


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        (Choice("done"), "rest"),
        (Choice.of("leave", nobles="percy", place="alnwick"), "outside"),
        (Choice.of("enter", nobles="percy", place="alnwick"), "inside"),
        (Choice.of("attack", nobles="percy", against="1"), "fight"),
        (Choice.of("conclude", nobles="percy", place="skipton"), "fight"),
        (Choice.of("lay", nobles="percy", place="skipton"), "besiege"),
        (Choice("keep"), "kept"),
        (Choice.of("keep_heir", noble="percy"), "keeper"),
        (Choice.of("entrust", heir="henry", noble="percy"), "spared"),
        (Choice("offer_ransom"), "price"),
        (Choice.of("settle", noble="percy", place="alnwick"), "settled"),
    ],
)
def test_what_a_step_is_for(choice: Choice, kind: str) -> None:
    reason = told(scene(), choice)
    assert reason is not None
    assert reason.kind == kind
    said = reason_text(Lexicon(HOUSE.content), reason.kind, reason.about, 0)
    assert said != reason_text(Lexicon(HOUSE.content), "best")


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice("excuse"), "Nobody is worth it just now."),
        (
            Choice.of("excuse", nobles="percy"),
            "Those you excuse do more for you where they are than in Parliament.",
        ),
        (Choice("let_through"), "Your cards can do more for you later."),
        (Choice("deny"), "They would gain more by it than you would."),
    ],
)
def test_what_is_answered_to_others_has_its_reason(choice: Choice, said: str) -> None:
    reason = told(scene(), choice)
    assert reason is not None
    assert reason_text(Lexicon(HOUSE.content), reason.kind, reason.about) == said


OF_POSITION = ("enter", "entrust", "propose_deal")


def test_what_computers_choose_has_a_reason_of_its_own() -> None:
    """In all games that they have played and that are kept."""
    chosen = {
        decision["choice"]["verb"]
        for file in fixtures_of("kingmaker").glob("*.json.zst")
        for decision in json.loads(
            zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read()
        )["decisions"]
    }
    assert len(chosen) > 40
    # These have theirs from the position; nobody is advised to offer a deal.
    kinds = {verb: _PLAIN.get(verb) for verb in chosen - {*_FAR, *VOTES, *OF_POSITION}}
    assert [verb for verb, kind in kinds.items() if kind is None] == []
    best, lexicon = reason_text(Lexicon(HOUSE.content), "best"), Lexicon(HOUSE.content)
    assert all(reason_text(lexicon, str(kind), ("york",)) != best for kind in kinds.values())


def test_what_is_chosen_for_want_of_better_says_so() -> None:
    assert told(scene(), Choice("stay_loyal")) is None
    assert reason_text(Lexicon(HOUSE.content), "best") == (
        "Nothing else that you could choose here looks better."
    )


PLAYERS = ("Anne", "Ben", "Cat").__getitem__


def voting(scene: Scene, card_for: str) -> Scene:
    """Seat 0 has proposed a noble as Earl of Kent, and the vote is called."""
    chancery(scene, "earl_kent")
    sitting(scene)
    scene.play(0, "propose", card="earl_kent", noble=card_for)
    scene.play(0, "call_vote")
    return scene


def in_words(scene: Scene, seat: int) -> tuple[str, str]:
    """What a seat is advised to vote, and why."""
    choice = answer(scene, seat)
    reason = reason_for(scene.match.view(seat), seat, HOUSE.content, choice)
    assert reason is not None
    return choice.verb, vote_reason(Lexicon(HOUSE.content), reason.kind, reason.named, PLAYERS)


def test_why_a_vote_is_advised() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill").noble("grey", 1, "ruthin")
    voting(scene, "holland")
    assert in_words(scene, 0) == ("yea", "Earl of Kent would go to your own **Holland**.")
    assert in_words(scene, 1) == (
        "nay", "Anne is strong already, and Earl of Kent would add to it."
    )  # fmt: skip


def test_why_a_vote_for_the_weakest_is_advised() -> None:
    scene = kings_keeper(3).noble("grey", 2, "ruthin").noble("mowbray", 0, "framlingham")
    scene.noble("holland", 0, "ampthill")
    verb, why = in_words(voting(scene, "grey"), 1)
    assert verb == "yea"
    assert why == "Cat is the weakest of your rivals, and this makes nobody dangerous."


@pytest.mark.parametrize(
    ("seat", "advised"),
    [
        (0, ("yea", "It is for your own King.")),
        (1, ("nay", "It is against your own King.")),
        (2, ("nay", "It would strengthen Anne, who is stronger than Ben already.")),
    ],
)
def test_why_a_vote_on_a_king_is_advised(seat: int, advised: tuple[str, str]) -> None:
    scene = two_kings_later(kings_keeper(3).noble("mowbray", 0, "framlingham"))
    scene.noble("howard", 2, "castle-rising")
    motion = {"kind": "illegitimate", "noble": "percy", "king": "richard_york", "mover": "0"}
    view = msgspec.structs.replace(scene.match.view(seat), motion=motion)
    vote = opinion(stake(Outlook(view, seat, HOUSE.content), seat, motion))
    reason = reason_for(view, seat, HOUSE.content, Choice(vote))
    assert reason is not None
    assert advised == (
        vote, vote_reason(Lexicon(HOUSE.content), reason.kind, reason.named, PLAYERS)
    )  # fmt: skip


def test_who_keeps_the_king_who_is_named_votes_for_him_as_the_sole_one() -> None:
    scene = two_kings_later(kings_keeper(3).noble("mowbray", 0, "framlingham"))
    scene.noble("howard", 2, "castle-rising")
    motion = {"kind": "sole_king", "king": "richard_york", "mover": "0"}
    votes = {}
    for seat in range(3):
        outlook = Outlook(scene.match.view(seat), seat, HOUSE.content)
        votes[seat] = opinion(stake(outlook, seat, motion))
    assert votes == {0: "nay", 1: "yea", 2: "yea"}


def test_why_a_title_should_stay_or_pass_on() -> None:
    scene = kings_keeper().noble("holland", 0, "ampthill").noble("grey", 1, "ruthin")
    scene.noble("roos", 0, "hull", cards=("earl_kent",), outside=True)
    said = {}
    for seat, giver, noble in ((0, "roos", "grey"), (1, "roos", "grey")):
        motion = {"kind": "title", "card": "earl_kent", "giver": giver, "noble": noble}
        view = msgspec.structs.replace(scene.match.view(seat), motion={**motion, "mover": "0"})
        vote = opinion(stake(Outlook(view, seat, HOUSE.content), seat, motion))
        reason = reason_for(view, seat, HOUSE.content, Choice(vote))
        assert reason is not None
        said[seat] = vote, reason.kind
    assert said == {0: ("nay", "vote_from_own"), 1: ("yea", "vote_own")}
    named = {"card": "earl_kent", "giver": "roos", "noble": "grey", "owner": "1", "loser": "0"}
    lex = Lexicon(HOUSE.content)
    assert vote_reason(lex, "vote_from_own", named, PLAYERS) == (
        "It would take Earl of Kent from your own **Roos**."
    )
    assert vote_reason(lex, "vote_from_strong", named, PLAYERS) == (
        "It takes Earl of Kent from Anne, who is strong already."
    )


def test_a_reason_in_words() -> None:
    lex = Lexicon(HOUSE.content)
    assert reason_text(lex, "heir", ("margaret",), 0) == (
        "There you can take Margaret of Anjou without a fight."
    )
    assert reason_text(lex, "siege", ("alnwick",), 100) == (
        "There you can take Alnwick: 100 defend it."
    )
