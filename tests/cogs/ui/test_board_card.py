"""The status card is public: it says what everybody may know, and fits into a message."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

import cogs.lancaster  # noqa: F401 - makes the customs of the game known
from bot.games import game_for, policy_for, presets_of
from bot.rules.kernel import Choice, Match
from bot.rules.kingmaker import facts
from bot.session import Logged, SeatInfo
from bot.session.computers import plainest
from cogs.delivery.outbox import gist_of
from cogs.ui.choosing.panel import actions, actions_view
from cogs.ui.choosing.public_questions import public_ways, waiting_text
from cogs.ui.status_card import closing_card, lobby_card, news_for, status_card
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene


def shown(layout: discord.ui.LayoutView) -> tuple[str, list[str]]:
    """The text of a card and the labels of its buttons."""
    texts, labels = [], []
    for item in layout.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            texts.append(item.content)
        elif isinstance(item, discord.ui.DynamicItem):
            labels.append(item.item.label)
    return "\n".join(texts), labels


def table(scene: Scene) -> Any:
    """The scene as a session."""
    return MemorySession(scene.match)


@pytest.fixture
def movement() -> Any:
    """Anne may move Percy."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return table(scene)


async def test_the_card_offers_what_the_one_to_move_may_do(movement: Any) -> None:
    text, labels = shown(status_card(movement, ["-# Something happened."]))
    assert "**Anne**: Move your nobles" in text
    # In the first round there has been no turn of hers, nor while the board is set up.
    assert "-# So far\n-# Something happened." in text
    movement.match.position.state.round = 0
    early, _ = shown(status_card(movement, ["-# Something happened."]))
    assert "-# So far\n-# Something happened." in early
    movement.match.position.state.round = 2
    later, _ = shown(status_card(movement, ["-# Something happened."]))
    assert "-# Since your last turn\n-# Something happened." in later
    assert text.endswith("-# Game ABC123")
    assert labels[:2] == ["March", "Ride the road"]
    assert "End movement" in labels
    assert labels[-4:] == ["My hand", "What can I do?", "Map", "Do it for me"]
    assert "<@" not in text


async def test_the_card_offers_undo_only_where_somebody_could_ask_for_it(movement: Any) -> None:
    without, more = (shown(status_card(movement, back=back))[1] for back in (False, True))
    assert "Undo" not in without
    assert more == [*without[:-1], "Undo", without[-1]]


async def test_only_those_called_are_mentioned(movement: Any) -> None:
    text, _ = shown(status_card(movement, (), [0]))
    assert "⚔ <@101>, it is your move. Move your nobles" in text
    assert "<@102>" not in text


async def test_the_card_is_within_discords_limits(movement: Any) -> None:
    layout = status_card(movement, ["-# " + "long " * 60] * 6, [0])
    assert layout.total_children_count <= 40
    assert layout.content_length() <= 4_000
    ids = [
        item.custom_id
        for item in layout.walk_children()
        if isinstance(item, discord.ui.DynamicItem)
    ]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= 100 for each in ids)


async def test_seven_long_names_who_all_keep_an_heir_fit_into_the_card() -> None:
    """The most that the standings have to tell: all seats under the longest names there are."""
    nobles = ("percy", "clifford", "courtenay", "neville", "mowbray", "stafford", "beaufort")
    heirs = ("henry", "margaret", "edward_lancaster", "richard_york", "edward_march", "george")
    names = tuple(f"{letter}{'w' * 31}" for letter in "ABCDEFG")
    scene = Scene(seats=7)
    for seat, noble in enumerate(nobles):
        scene.noble(noble, seat, f"{8 + seat},17")
    for heir, noble in zip((*heirs, "richard_gloucester"), nobles, strict=True):
        scene.hold(heir, noble)
    scene.crowned("richard_york").movement(0)
    session: Any = MemorySession(scene.match, names)
    layout = status_card(session, ["-# " + "long " * 49] * 10, range(7))
    assert layout.content_length() <= 4_000
    text, _ = shown(layout)
    assert all(text.count(f"({name})") == 1 for name in names)


async def test_a_drawn_card_is_not_given_away() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.next_crown(scene.content.mercenaries[0])
    scene.draw(0)
    session = table(scene)
    assert {p.kind for p in session.prompts(0) if p.blocking} == {"keep_or_play"}
    assert public_ways(session, 0) == {}
    text, labels = shown(status_card(session))
    assert "**Anne** has something to decide." in text
    # What is asked nobody else may know; there is a button for it.
    assert labels[0] == "Decide on the card…"
    assert labels[1:] == ["My hand", "What can I do?", "Map", "Do it for me"]
    card = scene.content.crown[scene.state.factions[0].hand[0]].name
    assert card not in text
    # The one concerned has buttons for it all the same.
    private = [item.item.label for item in actions(session, 0)]  # type: ignore[attr-defined]
    assert len(private) >= 2


async def test_whoever_was_dealt_cards_is_told_what_to_do_with_them() -> None:
    match, _ = Match.start(game_for("kingmaker", "house"), 3, "dealt", {})
    session: Any = MemorySession(match, ("Anne", "Ben", "Cat"))
    text, labels = shown(status_card(session))
    assert (
        "**Anne**, **Ben** and **Cat**: Place each of your nobles in one of his own castles."
        in text
    )
    assert labels[:2] == ["Place your nobles…", "Do the rest for me"]
    while not all(
        [p.kind for p in match.asked(seat)] == ["assign_dealt"] for seat in match.waiting_for()
    ):
        seat = match.waiting_for()[0]
        match.submit(seat, plainest(match.prompts(seat)))
    text, labels = shown(status_card(session))
    assert "**Anne**, **Ben** and **Cat**: Give your cards to your nobles" in text
    assert "What can I do?" not in text
    assert labels[:2] == ["Give your cards…", "Do the rest for me"]


async def test_while_computers_think_there_is_nothing_to_press(movement: Any) -> None:
    movement.seats = [SeatInfo(0, None, "Steward 1 (computer)", "steward"), SeatInfo(1, 102, "Ben")]
    text, labels = shown(status_card(movement))
    assert "**Steward 1** is thinking." in text
    assert "March" not in labels


async def test_an_empty_seat_says_how_it_is_filled(movement: Any) -> None:
    movement.seats = [SeatInfo(0, None, "Anne"), SeatInfo(1, 102, "Ben")]
    text, _ = shown(status_card(movement))
    assert "`/game join` or `/game add-computer` fills the seat" in text


async def test_names_are_no_markup(movement: Any) -> None:
    movement.seats = [SeatInfo(0, 101, "**@everyone**"), SeatInfo(1, 102, "Ben")]
    text, _ = shown(status_card(movement))
    assert "\\*\\*@\u200beveryone\\*\\*" in text


async def test_a_game_that_is_over_has_no_moves(movement: Any) -> None:
    movement.status = "over"
    text, labels = shown(status_card(movement))
    assert "The game is over." in text
    assert labels == ["Map", "Keep the story", "Play again"]
    assert actions_view(movement, 0) is None


async def test_the_lobby_names_seats_and_terms(movement: Any) -> None:
    movement.status, movement.match, movement.seats_wanted = "lobby", None, 3
    movement.options = {"rounds": "12", "hours": "5"}
    text, labels = shown(lobby_card(movement))
    assert "1. **Anne** · host\n2. **Ben**\n3. *free*" in text
    assert "A game for 3. It ends after 12 rounds or 5 hours after the start at the latest." in text
    assert (
        "No deadlines: nobody is hurried. Only things with a time limit in the rules, such "
        "as votes, end after a day." in text
    )
    assert labels == ["Join", "Leave", "Add computer", "Start"]
    movement.seats_wanted = 2
    assert shown(lobby_card(movement))[1] == ["Wait for a seat", "Leave", "Start"]
    assert shown(closing_card("Closed.")) == ("Closed.", [])


async def test_an_open_table_tells_what_is_played_apart_from_its_terms_and_what_to_do(
    movement: Any,
) -> None:
    movement.status, movement.match, movement.seats_wanted = "lobby", None, 3
    extended = next(one for one in presets_of("kingmaker") if one.id == "extended_classic")
    for ruleset, about in (
        ("house", movement.rules.content.ruleset.summary),
        (extended.specification, extended.sentence),
    ):
        movement.ruleset = ruleset
        texts = [
            item.content
            for item in lobby_card(movement).walk_children()
            if isinstance(item, discord.ui.TextDisplay)
        ]
        assert texts[1] == f"-# {about}"
        assert texts[2].startswith("A game for 3. It ends when somebody wins.\nNo deadlines: ")
        assert texts[3:] == [
            "Press **Join** to take a seat. The host can fill the table with computers.",
            "1. **Anne** · host\n2. **Ben**\n3. *free*",
        ]


def entry(seat: int, *events: Any) -> Logged:
    """An entry of the log."""
    return Logged(1, datetime.now(UTC), seat, events)


async def test_the_news_are_what_matters_since_ones_last_turn(movement: Any) -> None:
    marched = facts.Marched(1, ("clifford",), "9,9", "9,8")
    nobles = ("clifford", "roos", "mowbray")
    taken = [facts.Captured((noble,), 1) for noble in nobles]
    assert news_for(movement, 0, [entry(0), entry(1, marched)]) == []
    (line,) = news_for(movement, 0, [entry(0), entry(1, marched, taken[1])])
    assert line.startswith("-# • ")
    assert "Roos" in line
    assert "‹" not in line
    # No headline is left out, however little room there is for what else happened.
    lost = facts.ControlLost("york", 0)
    lines = news_for(movement, 0, [*(entry(1, event) for event in taken * 2), entry(1, lost)])
    assert ["captures" in line for line in lines] == [True] * 6 + [False]
    assert lines[-1] == "-# • and 1 more: `/log` has them all"


async def test_what_was_done_to_one_and_what_weighs_most_is_told_in_order_of_time(
    movement: Any,
) -> None:
    laid = facts.SiegeLaid(1, "london", ("stafford",), 300, 300)
    attack = facts.AttackDeclared(1, 0, "9,9", ("clifford",), ("roos",), 40, 20)
    taken, heir = facts.Captured(("roos",), 1), facts.HeirTaken("henry", "clifford", 1)
    lost = facts.ControlLost("york", 0)
    lines = news_for(movement, 0, [entry(0), entry(1, laid, attack, taken), entry(1, heir, lost)])
    told = [
        next(word for word in ("attacks", "York", "Roos", "Henry", "besieges") if word in line)
        for line in lines[:4]
    ]
    assert told == ["attacks", "Roos", "Henry", "York"]
    assert lines[4:] == ["-# • and 1 more: `/log` has them all"]


async def test_nobody_is_told_of_an_empty_plague(movement: Any) -> None:
    empty, deadly = facts.PlagueStruck("york"), facts.PlagueStruck("york", ("roos",))
    assert news_for(movement, 0, [entry(0), entry(1, empty)]) == []
    assert len(news_for(movement, 0, [entry(0), entry(1, deadly)])) == 1


# The card of a game of Lancaster: what may be known of a screen, and votes that leave no trace.


def played_to(is_there: Callable[[Match], bool]) -> Any:
    """A game of three stewards, stopped where it is wanted, as a session of three people."""
    steward = policy_for("lancaster", "steward")
    for number in range(20):
        match, _ = Match.start(game_for("lancaster", "standard"), 3, f"card:{number}", {})
        chance = random.Random(number)
        while not match.over:
            if is_there(match):
                session = MemorySession(match, ("Anne", "Ben", "Cat"))
                session.game, session.ruleset = "lancaster", "standard"  # type: ignore[misc]
                return session
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            match.submit(seat, choice)
    raise AssertionError("no game comes to the point that is wanted")


def asked(match: Match, kind: str, verb: str = "") -> bool:
    """Whether a question of this kind, with this verb, is asked of whoever is waited for."""
    seat = match.waiting_for()[0]
    return any(
        prompt.kind == kind and (not verb or any(o.verb == verb for o in prompt.offers))
        for prompt in match.asked(seat)
    )


def test_the_card_does_not_tell_who_can_pay_for_both() -> None:
    session = played_to(lambda match: asked(match, "county", "both"))
    (seat,) = session.waiting_for()
    open_now = {offer.verb for p in session.prompts(seat) for offer in p.offers}
    assert open_now - set(public_ways(session, seat)) == {"both"}
    text, labels = shown(status_card(session))
    assert "Pay for both" not in labels
    assert "Take the reward" in labels
    assert "You hold " in text


def test_the_card_does_not_put_a_ransom_into_words() -> None:
    session = played_to(lambda match: asked(match, "ransom"))
    (seat,) = session.waiting_for()
    assert public_ways(session, seat) == {}
    text, labels = shown(status_card(session))
    assert "has something to decide" in text
    assert "ransom" not in text.casefold()
    assert "Pay the ransom" not in labels


def test_no_vote_changes_the_card() -> None:
    session = played_to(lambda match: len(match.waiting_for()) == 3 and asked(match, "vote"))
    before = status_card(session, (), [0, 1, 2])
    text, labels = shown(before)
    assert "🗳 **A sealed vote is being taken.** “" in text
    assert labels[0] == "Cast your vote"
    for seat, verb in ((1, "no"), (2, "yes")):
        session.match.submit(seat, Choice.of(verb, markers="0"))
        session.revision += 1
        assert gist_of(status_card(session, (), [0, 1, 2])) == gist_of(before)
        assert waiting_text(session) == "A sealed vote is being taken."
    session.match.submit(0, Choice.of("yes", markers="0"))
    assert gist_of(status_card(session, (), [0, 1, 2])) != gist_of(before)
