"""Parliament on the card: debates, sealed votes, the tally, the roll call; and what hints."""

from __future__ import annotations

from typing import Any

import pytest

from bot.storage import OutboxRow
from cogs.delivery.outbox import Delivery, gist_of
from cogs.ui.choosing.panel import actions, what_now
from cogs.ui.choosing.public_questions import sealed_for, sealed_question, waiting_text
from cogs.ui.choosing.shared_questions import ballot_view
from cogs.ui.status_card import status_card
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.chamber import call, propose, realm
from tests.rules.kingmaker.parliament.test_parliament_people import drawn, people
from tests.rules.kingmaker.parliament.test_parliament_rounds import third
from tests.rules.kingmaker.scene import Scene

NAMES = ("Anne", "Ben", "Cat")


def table(scene: Scene) -> Any:
    """The scene as a session of three people."""
    return MemorySession(scene.match, NAMES)


@pytest.fixture
def scene() -> Scene:
    """Percy's Parliament debates whether Clifford becomes Earl of Kent."""
    return propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")


async def test_a_debate_shows_who_may_end_it(scene: Scene) -> None:
    session = table(scene)
    text, labels = shown(status_card(session))
    assert "**Anne** proposes **Clifford** as Earl of Kent. **Anne** calls the vote when" in text
    assert "Any other player may move the vote too, and another may second it" in text
    assert labels[:2] == ["Call the vote", "Move the vote"]
    scene.play(1, "move_vote")
    text, labels = shown(status_card(session))
    assert "**Ben** has moved the vote. Does anybody second it?" in text
    assert labels[:2] == ["Call the vote", "Second the vote"]


STANDS = (
    "Commons: **Anne** 35, **Ben** 1 and **Cat** 1. Lords: **Anne** 13, **Ben** 3 and "
    "**Cat** 2. It needs more yeas than nays in each house; a tie fails."
)
"""How both houses stand in this Parliament."""


async def test_a_debate_says_what_the_house_weighs_and_shows_its_seats(scene: Scene) -> None:
    text, labels = shown(status_card(table(scene)))
    assert "🏛 **Parliament** in Coventry, called by **Percy** (**Anne**)." in text
    assert "Cards to give out: Earl of Kent and Earl of Essex." in text
    assert text.count(STANDS) == 1
    assert "Earl of Kent: title, 30 troops, votes: Commons 1." in text
    assert "-# Speak for it or against it here in the channel." in text
    assert labels[:3] == ["Call the vote", "Move the vote", "See the seats"]


async def test_a_ballot_says_how_both_houses_stand_and_nothing_of_who_has_voted(
    scene: Scene,
) -> None:
    scene.play(0, "call_vote")
    text, labels = shown(status_card(table(scene)))
    assert text.count(STANDS) == 1
    assert labels[:2] == ["Cast your vote", "See the seats"]
    scene.play(2, "nay")
    assert shown(status_card(table(scene))) == (text, labels)


async def test_a_round_says_who_leads_it_and_the_houses_once() -> None:
    scene = call(realm().chancery("earl_kent", "earl_essex"))
    text, labels = shown(status_card(table(scene)))
    assert "🏛 **Parliament** in Coventry, called by **Percy** (**Anne**)." in text
    assert text.count(STANDS) == 1
    assert labels[:3] == ["Propose a card", "End the round", "See the seats"]


async def test_where_nothing_is_voted_on_the_card_says_nothing_of_votes() -> None:
    scene = realm().give("talbot", "bp_norwich").noble("roos", 2, "13,20")
    scene, _ = third("earl_kent", "earl_essex", scene=scene)
    text, labels = shown(status_card(table(scene)))
    assert "Cards to give out: Earl of Kent and Earl of Essex." in text
    assert "Give out every title, then every office" in text
    assert "It takes more yeas than nays" not in text
    assert "propose" not in text.lower()
    assert labels[:2] == ["Give out a card", "See the seats"]
    while scene.asked(2) == ["round"]:
        scene.play(2, "propose", **first_of(scene, 2))
    while "motions" in {kind for seat in range(3) for kind in scene.asked(seat)}:
        scene.play(next(s for s in range(3) if scene.asked(s)), "done")
    assert "return_home" in {kind for seat in range(3) for kind in scene.asked(seat)}
    text, _ = shown(status_card(table(scene)))
    assert "Parliament is over." in text
    assert "It takes more yeas than nays" not in text


def first_of(scene: Scene, seat: int) -> dict[str, str]:
    """The first of everything that a seat may give out now."""
    (offer,) = scene.offered(seat, "propose")
    return {field.name: field.candidates[0] for field in offer.fields}


async def test_before_parliament_meets_the_card_says_so_and_who_is_awaited() -> None:
    scene = realm()
    scene.held(1, "E-WR09")
    call(scene)
    assert scene.asked(1) == ["excuses"]
    text, labels = shown(status_card(table(scene)))
    assert "🏛 **Parliament** in Coventry, called by **Percy** (**Anne**)." in text
    assert "It has not met yet. The players still have to settle who comes." in text
    assert "**Ben** has something to decide." in text
    assert labels[0] == "Settle who comes…"
    assert "See the seats" not in labels
    assert "Writ" not in text


async def test_a_peoples_parliament_says_who_says_where_it_meets() -> None:
    scene = drawn(people("17,13"))
    assert scene.asked(0) == ["peoples_parliament"]
    text, labels = shown(status_card(table(scene)))
    assert "🏛 **A People’s Parliament**. **Anne** leads it and chooses where it meets." in text
    assert "London" not in text
    assert "See the seats" not in labels


async def test_no_vote_changes_the_card(scene: Scene) -> None:
    session = table(scene)
    scene.play(0, "call_vote")
    before = status_card(session, (), [1, 2])
    text, labels = shown(before)
    assert "🗳 **A sealed vote is being taken.** **Anne** proposes **Clifford**" in text
    assert "<@102> and <@103>, each of you has something to decide." in text
    assert labels[0] == "Cast your vote"
    help_before = what_now(session, 2)
    for seat, verb in ((1, "nay"), (0, "yea")):
        scene.play(seat, verb)
        session.revision += 1
        assert gist_of(status_card(session, (), [1, 2])) == gist_of(before)
        assert waiting_text(session) == "A sealed vote is being taken."
        assert what_now(session, 2) == help_before
    assert sealed_for(session, 0) is None
    assert sealed_question(session) is not None
    scene.play(2, "yea")
    assert sealed_question(session) is None


async def test_a_ballot_has_three_buttons_that_tell_no_revision(scene: Scene) -> None:
    session = table(scene)
    scene.play(0, "call_vote")
    prompt = sealed_for(session, 1)
    assert prompt is not None
    items = ballot_view(session, prompt).children
    assert [item.item.label for item in items] == ["Yea", "Nay", "Abstain"]  # type: ignore[attr-defined]
    ids = [item.custom_id for item in items]  # type: ignore[attr-defined]
    session.revision += 5
    again = [item.custom_id for item in ballot_view(session, prompt).children]  # type: ignore[attr-defined]
    assert ids == again
    own = [item.custom_id for item in actions(session, 1)[:3]]  # type: ignore[attr-defined]
    assert own == ids
    # The ballot of another motion has other ones.
    for seat in range(3):
        scene.play(seat, "nay")
    propose(scene, 0, "earl_essex", "clifford")
    scene.play(0, "call_vote")
    other = sealed_for(session, 1)
    assert other is not None
    assert not set(ids) & {item.custom_id for item in ballot_view(session, other).children}  # type: ignore[attr-defined]


async def test_the_card_is_not_touched_while_a_vote_is_taken(scene: Scene) -> None:
    session, client = table(scene), Client()
    session.status_message_id = 42
    delivery = Delivery(client)  # type: ignore[arg-type]
    status = OutboxRow(id=1, game_id="ABC123", revision=7, kind="status", payload={"revision": 7})
    await delivery.deliver(session, [status], "a")
    assert client.channel.edited == [42]
    scene.play(0, "call_vote")
    await delivery.deliver(session, [status], "b")
    assert client.channel.edited == [42, 42]
    client.channel.sent.clear()
    for seat in (1, 0):
        scene.play(seat, "nay")
        session.revision += 1
        await delivery.deliver(session, [status], f"c{seat}")
    assert client.channel.edited == [42, 42]
    assert client.channel.sent == []
    # One who has voted before the call went out is called all the same.
    ask = OutboxRow(
        id=2, game_id="ABC123", revision=8, kind="ask", payload={"revision": 8, "seats": [1, 2]}
    )
    await delivery.deliver(session, [ask], "d")
    assert client.channel.sent[0]["allowed_mentions"].to_dict()["users"] == [102, 103]


async def test_after_a_restart_no_vote_touches_the_card(scene: Scene) -> None:
    scene.play(0, "call_vote")
    session, client = table(scene), Client()
    session.status_message_id = 42
    delivery = Delivery(client)  # type: ignore[arg-type]
    status = OutboxRow(id=1, game_id="ABC123", revision=7, kind="status", payload={"revision": 7})
    await delivery.deliver(session, [status], "a")
    assert (client.channel.edited, client.channel.sent) == ([], [])
    # The ballot itself, if it had not gone out yet, brings the card up to date.
    secret = OutboxRow(
        id=2, game_id="ABC123", revision=7, kind="ask_secret", user_id=101, seat=0, payload={}
    )
    await delivery.deliver(session, [secret], "b")
    assert client.channel.edited == [42]
    (ballot,) = client.dm.sent
    assert "Yea or nay?" in ballot["content"]


async def test_the_card_does_not_tell_who_holds_a_writ() -> None:
    scene = realm()
    scene.parliament(0)
    text, labels = shown(status_card(table(scene)))
    assert "🏛 **Anne** may call Parliament now." in text
    assert "**Anne** has something to decide." in text
    assert labels[0] == "Call Parliament, or not…"
    assert "Writ" not in text


async def test_the_card_does_not_tell_who_holds_a_free_move() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to=min(scene.candidates(0, "march", "to")))
    session = MemorySession(scene.match)
    verbs = {offer.verb for prompt in session.prompts(0) for offer in prompt.offers}
    assert "free_move" in verbs
    _, labels = shown(status_card(session))  # type: ignore[arg-type]
    assert not any("Free Move" in label for label in labels)
    assert any(
        "Free Move" in item.item.label  # type: ignore[attr-defined]
        for item in actions(session, 0)  # type: ignore[arg-type]
    )


async def test_one_who_is_asked_for_leave_has_buttons_and_so_has_the_asker() -> None:
    scene = Scene(3).noble("roos", 0, "hull", outside=True).noble("howard", 1, "castle-rising")
    scene.noble("clifford", 2, "skipton").control("hull", "howard")
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    text, labels = shown(status_card(table(scene), (), [1]))
    assert "<@102>, **Anne**’s turn waits for your answer. **Anne** asks you to open Hull" in text
    assert labels[:3] == ["Let them in", "Keep them out", "Take it back"]


async def test_several_who_may_take_a_side_share_the_buttons() -> None:
    scene = Scene(4)
    for seat, noble in enumerate(("mowbray", "percy", "talbot", "roos")):
        scene.noble(noble, seat, "13,20", outside=True)
    scene.combat(0)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square="13,20")
    session: Any = MemorySession(scene.match, (*NAMES, "Dan"))
    _, labels = shown(status_card(session))
    assert labels[:3] == ["Join the attack", "Join the defence", "Stand aside"]
    scene.play(2, "stand_aside")
    text, labels = shown(status_card(session))
    assert labels[:3] == ["Join the attack", "Join the defence", "Stand aside"]
    assert "**Dan**: **Anne** attacks **Ben**" in text
