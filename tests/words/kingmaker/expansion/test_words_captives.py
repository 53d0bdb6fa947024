"""What is said of captives who are held for a ransom of draws, to the letter."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.captivity import DebtCorrected
from bot.rules.kingmaker.state import Booty
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.captivity.held import RULES, beaten, capture_heir, held
from tests.rules.kingmaker.scene import Scene

WORDS = KingmakerWords(game_for("kingmaker", RULES).content, table_rules(RULES))
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

TOLD: list[tuple[Event, str]] = [
    (
        facts.Ransomed("courtenay", 1, 0, draws=2),
        "Anne accepts 2 Crown draws from Bob for **Courtenay**, and holds him until the "
        "draws are paid. ‹ishkibibble-ransom.3›",
    ),
    (
        facts.RansomOffered("courtenay", 1, 0, number=1, draws=1, audience=(0, 1)),
        "Bob offers Anne a ransom for **Courtenay**: 1 Crown draw. Only the two of you see this."
        " ‹base-11.2›",
    ),
    (
        facts.CaptiveKept("courtenay", "percy", 0),
        "**Percy** keeps **Courtenay** captive. ‹ishkibibble-ransom.3›",
    ),
    (
        facts.DrawsOffered("henry", 1, 0, 3),
        "Bob offers Anne 3 Crown draws for *Henry VI*. ‹ishkibibble-ransom.1›",
    ),
    (
        facts.DrawsOffered("henry", 1, 0, 0),
        "Bob offers Anne nothing for *Henry VI*. ‹ishkibibble-ransom.1›",
    ),
    (
        facts.DrawsRefused("henry", 1, 0),
        "Anne takes no ransom for *Henry VI*. ‹ishkibibble-ransom.1›",
    ),
    (
        facts.HeirHeld("henry", 1, 0, 1),
        "Anne holds *Henry VI* until Bob has paid 1 Crown draw. ‹ishkibibble-ransom.3›",
    ),
    (
        facts.DrawPaid(1, 0, "courtenay", 2),
        "Anne draws in Bob’s place for **Courtenay**; 2 Crown draws to go. ‹ishkibibble-ransom.1›",
    ),
    (
        facts.DrawPaid(1, 0, "courtenay", 0),
        "Anne draws in Bob’s place for **Courtenay**; the ransom is paid. ‹ishkibibble-ransom.1›",
    ),
    (
        facts.CustodyEnded("courtenay", 1, 0, "paid", 0),
        "**Courtenay** is free: the ransom is paid. ‹ishkibibble-ransom.4›",
    ),
    (
        facts.CustodyEnded("courtenay", 1, 0, "freed", 2),
        "Anne lets **Courtenay** go; 2 Crown draws are never paid. ‹ishkibibble-ransom.5›",
    ),
    (
        facts.CustodyEnded("courtenay", 1, 0, "alone", 1),
        "**Courtenay** is left alone and free; 1 Crown draw is never paid. ‹ishkibibble-ransom.6›",
    ),
    (
        facts.CustodyEnded("henry", 1, 0, "recaptured", 1),
        "Bob has *Henry VI* back; 1 Crown draw is never paid. ‹ishkibibble-ransom.7›",
    ),
    (
        facts.CustodyEnded("henry", 1, 0, "taken", 1),
        "Anne loses the captive *Henry VI* to another player; 1 Crown draw is never paid."
        " ‹ishkibibble-ransom.7›",
    ),
    (
        facts.CustodyEnded("henry", 1, 0, "gone", 1),
        "No ransom is owed for *Henry VI* any more. ‹ishkibibble-ransom.6›",
    ),
    (facts.CustodyEnded("henry", 1, 0, "correction", 0), "*Henry VI* is set free."),
    (DebtCorrected("henry", 1, 0, 4), "Bob owes Anne 4 Crown draws for *Henry VI*."),
    (
        facts.WentHome("courtenay", "8,23", "tiverton", "freed"),
        "**Courtenay** goes home and is now inside Tiverton. ‹ishkibibble-ransom.4›",
    ),
    (
        facts.CallIgnored("courtenay", "tiverton", "captive", "courtenay"),
        "No answer to the call: **Courtenay** is a captive and stays. ‹ishkibibble-ransom.3›",
    ),
]


@pytest.mark.parametrize(("event", "text"), TOLD)
def test_the_log(event: Event, text: str) -> None:
    assert WORDS.tell_all([event], NAMES) == [text]


def stakes(scene: Scene, seat: int) -> list[str]:
    """What a seat's question carries beside itself."""
    (prompt,) = [p for p in scene.match.prompts(seat) if p.blocking]
    return WORDS.stakes(prompt, scene.match.view(seat), NAMES)


def question(scene: Scene, seat: int) -> str:
    (prompt,) = [p for p in scene.match.prompts(seat) if p.blocking]
    return WORDS.ask(prompt, NAMES)


def test_who_is_asked_for_a_ransom_reads_what_draws_mean() -> None:
    assert stakes(beaten("percy"), 1)[-1] == (
        "For each draw you offer, Anne draws a Crown card in your place, one in each of your "
        "turns. Until all are paid, the captive is held and may not be put to death."
    )


def test_the_captor_reads_what_he_agrees_to() -> None:
    scene = beaten("percy")
    scene.play(1, "offer_ransom", draws="3")
    assert question(scene, 0) == (
        "Bob offers you 3 Crown draws for **Courtenay**. If you refuse for good, he dies."
    )
    assert stakes(scene, 0)[0] == (
        "If you accept, you hold **Courtenay** until you have made these draws, one in each of "
        "the other player’s turns. You may not put the captive to death, but you may let the "
        "captive go at any time."
    )


def test_the_ransom_of_an_heir_is_asked_and_answered_in_words() -> None:
    scene = beaten("percy", heirs=("henry",))
    scene.play(1, "offer_ransom", draws="1")
    scene.play(0, "accept")
    assert question(scene, 1) == (
        "Anne has taken *Henry VI* from you. How many future Crown draws do you offer for "
        "*Henry VI*? If you offer none, Anne keeps the heir."
    )
    assert "Anne draws a Crown card in your place" in stakes(scene, 1)[0]
    (prompt,) = [p for p in scene.match.prompts(1) if p.blocking]
    assert WORDS.default(prompt, NAMES) == "If you do not answer, you offer nothing."
    scene.play(1, "offer_draws", draws="2")
    assert question(scene, 0) == "Bob offers you 2 Crown draws for *Henry VI*. Do you accept?"
    assert stakes(scene, 0)[0].startswith(
        "If you accept, you hold *Henry VI* until you have made these draws"
    )


@pytest.mark.parametrize(
    ("verb", "args", "text"),
    [
        ("offer_ransom", {"draws": "2"}, "you offer 2 Crown draws."),
        ("offer_draws", {"draws": "1"}, "you offer 1 Crown draw."),
        ("offer_draws", {}, "you offer nothing."),
        ("take_draws", {}, "you hold the heir until the draws are paid."),
        ("refuse_draws", {}, "you take no ransom for the heir."),
        ("free_captive", {"captive": "courtenay"}, "**Courtenay** goes free."),
        (
            "guard_captive",
            {"captive": "courtenay", "noble": "percy"},
            "**Percy** keeps **Courtenay**.",
        ),
        ("correct_free", {"captive": "henry"}, "*Henry VI* goes free."),
        (
            "correct_debt",
            {"captive": "henry", "draws": "2"},
            "2 Crown draws must be paid for *Henry VI*.",
        ),
    ],
)
def test_choices_in_words(verb: str, args: dict[str, str], text: str) -> None:
    told = WORDS.choice(Choice.of(verb, **args), NAMES)
    assert told[:1].lower() + told[1:] == text


def test_the_standings_tell_of_captives_and_debts() -> None:
    scene = held("percy", draws=2)
    scene.hold("henry", "percy")
    capture_heir(scene, "henry", 1, 1)
    lines = WORDS.standings(scene.match.view(None), scene.match.standings(), NAMES)
    assert lines[-2:] == [
        "Captive: Bob’s **Courtenay** with **Percy**, held by Anne for 2 Crown draws.",
        "Captive: Bob’s *Henry VI* with **Percy**, held by Anne for 1 Crown draw.",
    ]


def test_a_captive_in_a_menu_is_told_with_what_is_owed() -> None:
    scene = held("percy", draws=2)
    scene.movement(0)
    (offer,) = scene.offered(0, "free_captive")
    view = scene.match.view(0)
    assert WORDS.option(offer, offer.fields[0], "courtenay", view)[0] == "Courtenay"
    assert "2 Crown draws still owed" in WORDS.option(offer, offer.fields[0], "courtenay", view)[1]


def test_draws_in_a_menu_say_how_long_they_take() -> None:
    scene = beaten("percy")
    (offer,) = scene.offered(1, "offer_ransom")
    told = WORDS.option(offer, offer.field("draws"), "3", scene.match.view(1))
    assert told == ("3 Crown draws", "paid over 3 turns, one in each")


def test_booty_is_told_and_stands_with_how_things_stand() -> None:
    rules = "classic+booty"
    words = KingmakerWords(game_for("kingmaker", rules).content, table_rules(rules))
    assert words.tell_all([facts.BootyWon(0, 1), facts.BootyDrawn(0, 1)], NAMES) == [
        "Anne draws Bob’s next Crown card as Booty. ‹ishkibibble-booty.1›",
        "Bob draws nothing: the card went to Anne as Booty. ‹ishkibibble-booty.1›",
    ]
    scene = Scene(2, rules).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.state.booty = [Booty(1, 0)]
    told = words.standings(scene.match.view(None), scene.match.standings(), NAMES)
    assert told[-1] == "Booty: Anne draws Bob’s next Crown card."
