"""Promises kept and broken: what is remembered of them, and what it changes."""

from __future__ import annotations

import msgspec
import pytest

from bot.content.characters import pledge_in
from bot.rules.kingmaker.state import OpenDeed, Pledge
from bot.seats.kingmaker_steward.deals.answering import bar
from bot.seats.kingmaker_steward.deals.worths import FAIR
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.trust import broke_word, owed_yea, trust, worth_of_word
from tests.rules.kingmaker.scene import Scene
from tests.seats.deals.test_answers import haggled, word

PEACE = "I shall not attack you"
VOTE = "my yea to your next motion"


def eyes(
    *deeds: OpenDeed, pledges: tuple[Pledge, ...] = (), now: int = 5, seat: int = 1
) -> Outlook:
    """A seat's outlook in a round, with a past."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("talbot", 2, "sheffield").movement(0)
    scene.state.round = now
    scene.state.ledger, scene.state.pledges = list(deeds), list(pledges)
    return Outlook(scene.match.view(seat), seat, scene.content)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I will leave you in PEACE", "peace"),
        ("No attack on York", "peace"),
        ("you have my vote", "vote"),
        ("a song", None),
    ],
)
def test_what_a_promise_is_about(text: str, kind: str | None) -> None:
    assert pledge_in(text) == kind


def test_a_stranger_is_neither_trusted_nor_distrusted() -> None:
    assert trust(eyes(), 0) == 0
    assert bar(eyes(), 0) == FAIR
    assert worth_of_word(eyes(), 0, PEACE) == 0.75
    assert worth_of_word(eyes(), 0, "a song") == 0


def test_a_broken_promise_costs_him_who_broke_it_and_fades() -> None:
    promised = (Pledge(0, 1, PEACE, 3, 6),)
    broken = eyes(OpenDeed(0, 1, "attacked", 4), pledges=promised)
    assert broke_word(broken, 0) == promised[0]
    assert trust(broken, 0) < -1
    assert bar(broken, 0) > 2
    assert worth_of_word(broken, 0, PEACE) == 0
    later = eyes(OpenDeed(0, 1, "attacked", 4), pledges=promised, now=11)
    assert trust(broken, 0) < trust(later, 0) < 0


def test_a_promise_that_was_kept_makes_the_next_one_worth_more() -> None:
    kept = eyes(pledges=(Pledge(0, 1, PEACE, 2, 4),))
    assert trust(kept, 0) > 0.4
    assert bar(kept, 0) < FAIR
    assert worth_of_word(kept, 0, PEACE) > worth_of_word(eyes(), 0, PEACE)


def test_a_promise_that_is_not_due_yet_says_nothing() -> None:
    assert trust(eyes(pledges=(Pledge(0, 1, PEACE, 4, 7),)), 0) == 0


def test_only_what_was_done_to_oneself_counts() -> None:
    assert trust(eyes(OpenDeed(0, 2, "attacked", 4)), 0) == 0
    assert trust(eyes(OpenDeed(1, 0, "attacked", 4)), 0) == 0
    assert trust(eyes(OpenDeed(0, 1, "besieged", 4)), 0) < 0
    assert trust(eyes(OpenDeed(0, 1, "dealt", 4)), 0) > 0


def test_who_took_a_promise_for_his_vote_and_voted_nay_has_broken_his_word() -> None:
    given = (Pledge(1, 0, VOTE, 4, 7),)
    assert trust(eyes(OpenDeed(0, 1, "nay", 4), pledges=given), 0) < -1
    assert trust(eyes(OpenDeed(0, 1, "yea", 4), pledges=given), 0) > 0.4


def test_a_vote_is_owed_once_and_only_to_who_earned_it() -> None:
    given = (Pledge(1, 0, VOTE, 4, 7),)
    assert owed_yea(eyes(OpenDeed(0, 1, "yea", 4), pledges=given), 0)
    assert not owed_yea(eyes(OpenDeed(0, 1, "nay", 4), pledges=given), 0)
    paid = (OpenDeed(0, 1, "yea", 4), OpenDeed(1, 0, "yea", 5))
    assert not owed_yea(eyes(*paid, pledges=given), 0)
    assert not owed_yea(eyes(OpenDeed(0, 1, "yea", 4), pledges=given, now=8), 0)


def test_who_took_payment_for_his_vote_owes_it_in_that_round() -> None:
    taken = (Pledge(0, 1, "my thanks for your yea", 5, 6),)
    assert owed_yea(eyes(pledges=taken), 0)
    assert not owed_yea(eyes(pledges=taken, now=6), 0)
    assert not owed_yea(eyes(OpenDeed(1, 0, "nay", 5), pledges=taken), 0)


def test_who_is_paid_for_two_motions_of_a_round_owes_both() -> None:
    paid = "my thanks for your yea to Percy as Earl of Kent"
    seen = eyes(OpenDeed(1, 0, "yea", 5), pledges=(Pledge(0, 1, paid, 5, 6),))
    assert not owed_yea(seen, 0)
    motion = {"card": "earl_kent", "noble": "percy", "mover": "0"}
    seen.view = msgspec.structs.replace(seen.view, motion=motion)
    assert owed_yea(seen, 0)


def test_the_reason_of_a_refusal_names_the_broken_word() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.movement(0)
    scene.state.pledges = [Pledge(0, 1, PEACE, 1, 3)]
    scene.state.ledger = [OpenDeed(0, 1, "attacked", 1)]
    scene.play(0, "propose_deal", to="1", give=["place:wressle"], take=["place:raby"])
    said = haggled(scene)[-1]
    assert said.verb == "refuse_deal"
    assert word(said).startswith("You broke your word to me, so this time I ask ")
