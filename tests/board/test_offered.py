"""What a tap on the board leads to: the choices that the game offers, and no other."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest

from bot.board.document import difference
from bot.board.offered import TouchAsked, offered, step, touched
from bot.games import GAMES
from bot.rules.kernel import Choice
from bot.session import Refused
from bot.session.receipts import STALE
from tests.board.standing import Standing, positions, shown
from tests.rules.kingmaker.scene import Scene

EVERY_GAME = [(game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets]
SMALL = [
    pytest.param(*each, marks=() if each[1] in ("ishkibibble", "standard") else pytest.mark.long)
    for each in EVERY_GAME
]
"""The rule set with the most to tell, and the other game; the rest in the long run."""
FIRST, UPDATE = 60_000, 5_000
"""Bytes of the first payload, packed, and of a difference, that are never reached."""


def packed(data: Any) -> int:
    """Bytes of plain data as they go over a socket."""
    return len(zlib.compress(msgspec.json.encode(data)))


def asked_seat(session: Any) -> int:
    """The first who is waited for."""
    return session.waiting_for()[0]


def ends(session: Any, seat: int, value: str, depth: int = 6) -> Choice | None:
    """The first choice to which a value leads; None if it asks for words."""
    found = step(session, seat, value, None)
    for _ in range(depth):
        if isinstance(found, Choice):
            return found
        if found.free:
            return None
        if found.least == found.most == 1:
            found = step(session, seat, found.picks[0].value, None)
            continue
        add = tuple(pick.value for pick in found.picks[: found.least])
        try:
            found = step(session, seat, found.value, add)
        except Refused:
            return None
    return None


@pytest.mark.parametrize(("game", "ruleset"), EVERY_GAME)
def test_every_way_ends_in_what_is_offered(game: str, ruleset: str) -> None:
    reached = 0
    for session in positions(game, ruleset, 8, 25):
        seat = asked_seat(session)
        open_now, prompts = offered(session, seat), session.prompts(seat)
        assert open_now.asked
        values = [pick.value for pick in open_now.buttons]
        for thing in open_now.live[:6]:
            values += [pick.value for pick in touched(session, seat, thing, None).picks[:3]]
        for value in values:
            choice = ends(session, seat, value)
            if choice is not None:
                reached += 1
                assert any(prompt.find(choice) for prompt in prompts), choice
    assert reached > 10


@pytest.mark.parametrize(("game", "ruleset"), SMALL)
def test_the_first_payload_and_the_next_are_small(game: str, ruleset: str) -> None:
    before: dict[str, Any] | None = None
    for session in positions(game, ruleset, 12, 12):
        now = shown(session, 0)
        assert packed(now) < FIRST
        # Twelve decisions at once are more than is ever told in one update.
        assert before is None or packed(difference(before, now)) < UPDATE
        before = now
    assert before is not None


def test_one_who_is_not_asked_is_told_whom_we_wait_for() -> None:
    session = next(positions("kingmaker", "house", 1, 40))
    waited = asked_seat(session)
    watcher = offered(session, None)
    assert watcher.live == ()
    assert watcher.buttons == ()
    assert session.seats[waited].name in watcher.question


def test_what_was_offered_before_is_refused() -> None:
    before, after = positions("kingmaker", "house", 2, 40)
    seat = asked_seat(before)
    now = {pick.value for pick in offered(after, seat).buttons}
    gone = [pick.value for pick in offered(before, seat).buttons if pick.value not in now]
    assert gone
    for value in gone:
        with pytest.raises(Refused) as refused:
            step(after, seat, value, None)
        assert refused.value.text == STALE


def test_whoever_goes_together_is_asked_about() -> None:
    """A tap on one of two who stand together moves both; without the other, him alone."""
    for session in positions("kingmaker", "house", 30, 20):
        seat = asked_seat(session)
        for thing in offered(session, seat).live:
            found = touched(session, seat, thing, None)
            if len(found.party) > 1 and found.picks:
                assert {each.id for each in found.party if each.chosen} >= {thing}
                alone = touched(session, seat, thing, ())
                assert [each.id for each in alone.party if each.chosen] == [thing]
                return
    pytest.fail("nobody ever stood together")


def test_a_patch_makes_one_document_of_another() -> None:
    before: dict[str, Any] = {"a": {"x": 1, "y": 2}, "b": [1]}
    after: dict[str, Any] = {"a": {"y": 3}, "b": [1], "c": "new"}
    assert difference(before, after) == {"a": {"x": None, "y": 3}, "c": "new"}
    assert difference(after, after) == {}


def test_what_glows_answers_what_is_asked() -> None:
    seen = 0
    for session in positions("kingmaker", "house", 40, 6):
        seat = asked_seat(session)
        offers = [(p.blocking, offer) for p in session.prompts(seat) for offer in p.offers]
        verbs = {offer.verb for blocking, offer in offers if blocking}
        answers = {
            candidate
            for _, offer in offers
            for field in offer.fields
            for candidate in field.candidates
            if offer.verb in verbs
        }
        glows = set(offered(session, seat).live)
        assert glows <= answers
        seen += bool(glows) and {offer.verb for _, offer in offers} > verbs
    assert seen > 5


def test_a_deal_is_not_taken_unseen() -> None:
    """What one tap would accept is said on its button."""
    scene = Scene(2).noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:alnwick"], take=["place:helmsley"])
    session: Any = Standing(scene.match, "kingmaker", "house")
    told = {pick.label: pick.about for pick in offered(session, 1).buttons}
    assert told["Accept a deal"] == ("Deal 1: **Alice** offers you Alnwick for Helmsley.")
    assert told["Refuse a deal"] == ""


def test_asked_is_laid_out_at_once_where_one_thing_is_asked() -> None:
    session = next(positions("kingmaker", "house", 1, 1))
    first = offered(session, asked_seat(session)).first
    assert isinstance(first, TouchAsked)
    assert first.picks


def test_a_question_names_whom_or_what_it_is_about() -> None:
    session = next(positions("kingmaker", "house", 1, 1))
    first = offered(session, asked_seat(session)).first
    assert first is not None
    assert (first.title, first.question, first.lines) == (
        "Place a noble",
        "Where does he start?",
        ("Mowbray",),
    )
    for session in positions("kingmaker", "classic", 30, 1):
        first = offered(session, asked_seat(session)).first
        if first is not None and first.question == "Which noble gets it?":
            assert (first.title, first.lines) == ("Give a card", ("Archbishop of York",))
            return
    pytest.fail("no card was given")


def test_squares_with_heirs_are_at_the_head_of_the_list() -> None:
    seen = 0
    for session in positions("kingmaker", "house", 30, 4):
        seat, view = asked_seat(session), session.view(None)
        march = [p.value for p in offered(session, seat).buttons if p.label == "March"]
        found = step(session, seat, march[0], None) if march else None
        while isinstance(found, TouchAsked) and found.question != "Where to?":
            pick = found.picks[0].value
            found = (
                step(session, seat, pick, None)
                if found.most == 1
                else step(session, seat, found.value, (pick,))
            )
        if not isinstance(found, TouchAsked):
            continue
        heirs = {h.square for h in view.heirs.values() if h.alive and h.holder is None}
        free = [pick.to in heirs for pick in found.picks]
        assert free == sorted(free, reverse=True)
        seen += any(free) and not free[-1]
    assert seen > 1


def test_what_is_asked_says_what_happens_without_an_answer() -> None:
    for session in positions("kingmaker", "house", 6, 3):
        seat = asked_seat(session)
        assert offered(session, seat).late == "The game waits for your answer."
        assert offered(session, None).late == ""


def test_a_turn_of_three_marches_a_siege_and_a_card_is_eight_touches() -> None:
    """Somebody is carried where he goes; a verb that leaves no choice is done by its button."""
    scene = Scene(2).noble("percy", 0, "13,8").noble("stanley", 0, "11,10").noble("grey", 0, "17,8")
    scene.noble("roos", 1, "helmsley", castles=False).control("skipton", "roos")
    scene.noble("audley", 0, "15,15").noble("bourchier", 1, "4,24")
    scene.next_crown("saxons_1")
    scene.movement(0)
    session: Any = Standing(scene.match, "kingmaker", "house")
    touches = 0
    for noble, to in (("percy", "13,9"), ("stanley", "11,11"), ("grey", "17,9")):
        found = touched(session, 0, noble, None)
        (value,) = [p.value for p in found.picks if p.to == to and p.value.startswith("march|")]
        touches += press(session, value)
    for label in ("End movement", "Lay siege to Skipton"):
        touches += press(session, labelled(session)[label])
    touches += press(session, labelled(session)["Keep the card"])
    assert touches == 6
    assert session.match.position.state.sieges["skipton"].besiegers == ["percy"]


def labelled(session: Any) -> dict[str, str]:
    """What each verb's button carries, by its label."""
    return {pick.label: pick.value for pick in offered(session, 0).buttons}


def press(session: Any, value: str) -> int:
    """Do what a value leads to at once; one touch."""
    choice = step(session, 0, value, None)
    assert isinstance(choice, Choice)
    session.match.submit(0, choice)
    return 1
