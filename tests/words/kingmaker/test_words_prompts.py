"""Questions, buttons, fields, options and confirmations."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.words.kingmaker.prompts import KINDS
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def asked(kind: str, **facts: str) -> str:
    return WORDS.ask(Prompt(0, kind, (), facts=facts), NAMES)


def test_a_noble_who_is_called_twice_reads_of_both_places() -> None:
    places = WORDS.lexicon.board.places
    spots = ("carlisle", places["carlisle"].square, places["brougham"].square)
    offers = (
        Offer("answer_call", (Field("to", spots),)),
        Offer("ask_leave", (Field("place", ("brougham",)),)),
    )
    facts = {"noble": "clifford", "place": "carlisle"}
    assert WORDS.ask(Prompt(0, "answer_call", offers, facts=facts), NAMES) == (
        "An Event card calls **Clifford** to Carlisle or Brougham. Where does he go?"
    )
    once = (Offer("answer_call", (Field("to", spots[:2]),)),)
    assert WORDS.ask(Prompt(0, "answer_call", once, facts=facts), NAMES) == (
        "An Event card calls **Clifford** to Carlisle. Where does he go?"
    )


@pytest.mark.parametrize(
    ("kind", "facts", "question"),
    [
        ("movement", {}, "Move your nobles: all, some or none, in any order."),
        (
            "answer_call",
            {"noble": "percy", "place": "alnwick"},
            "An Event card calls **Percy** to Alnwick. Where does he go?",
        ),
        (
            "attend_king",
            {"king": "henry", "noble": "percy", "place": "dover"},
            "An embassy awaits *Henry VI* at Dover, and **Percy** goes too. Where do they "
            "go, and who else goes along?",
        ),
        (
            "offer_ransom",
            {"noble": "roos", "captor": "1", "owner": "0"},
            "Bob holds **Roos** captive. What do you offer for him? You may offer nothing, "
            "but that is unwise.",
        ),
        (
            "answer_ransom",
            {
                "noble": "roos",
                "captor": "0",
                "owner": "1",
                "places": "york,dover",
                "held": "E-WR01",
            },
            "Bob offers you York, Dover and Writ for **Roos**. If you refuse for good, he dies.",
        ),
        (
            "go_home",
            {"noble": "percy", "cause": "retreat"},
            "**Percy** must retreat. To which castle?",
        ),
    ],
)
def test_questions(kind: str, facts: dict[str, str], question: str) -> None:
    assert asked(kind, **facts) == question


@pytest.mark.parametrize(
    ("verbs", "question"),
    [
        (("play", "keep"), "Play it now, or keep it in your hand?"),
        (
            ("raise", "keep", "hand_out"),
            "Play it now, keep it in your hand, or give it to a family?",
        ),
        (
            ("keep", "hand_out"),
            "None of your nobles can take it now. Keep it in your hand, or give it to a family?",
        ),
    ],
)
def test_what_was_drawn_is_asked_about_as_far_as_it_may_be_used(
    verbs: tuple[str, ...], question: str
) -> None:
    offers = tuple(Offer(verb) for verb in verbs)
    prompt = Prompt(0, "keep_or_play", offers, facts={"card": "le_swan"})
    drawn = "You draw Le Swan (ship, carries 150, home port Lynn)."
    assert WORDS.ask(prompt, NAMES) == f"{drawn} {question}"


def test_what_stands_open_names_no_card() -> None:
    offers = (Offer("play"), Offer("play"), Offer("lift"))
    prompt = Prompt(0, "any_time", offers, blocking=False)
    assert WORDS.ask(prompt, NAMES) == "You may play a card from your hand or lift a siege."


def test_an_unknown_question_is_still_a_question() -> None:
    assert "movement" in KINDS
    assert asked("something new") == "Choose one of these."
    assert WORDS.verb(Offer("something_new")) == "Something new"


@pytest.mark.parametrize(
    ("verb", "rule", "label"),
    [
        ("march", "house-2.2a", "March"),
        ("ride", "house-2.2d", "Ride the road"),
        ("enter", "house-8.5.3", "Go inside"),
        ("leave", "base-6.7", "Come out"),
        ("attack", "house-5.15a", "Attack"),
        ("lay", "house-6.2a", "Lay siege"),
        ("conclude", "house-6.1a", "Conclude the siege"),
        ("done", "base-3.2", "End movement"),
        ("done", "house-2.3a", "End combat"),
        ("done", "house-2.5c", "Crown nobody"),
        ("done", "base-6.7", "Stay outside"),
    ],
)
def test_buttons(verb: str, rule: str, label: str) -> None:
    assert WORDS.verb(Offer(verb, (), rule)) == label


def test_done_is_told_by_its_prompt_where_the_rule_does_not_say() -> None:
    assert WORDS.verb(Offer("done"), Prompt(0, "combat", ())) == "End combat"
    assert WORDS.verb(Offer("done")) == "Done"


def test_a_field_says_how_much_strength_is_needed() -> None:
    force = Field("nobles", ("percy", "grey"), 1, 2, weights=(130, 80), weight_min=150)
    text = WORDS.field(Offer("conclude", (force,)), force)
    assert text == "Choose nobles: at least 150 troops (you have 210 here)"
    room = Field("nobles", ("percy",), weights=(100,), weight_max=70, lone_exempt=True)
    text = WORDS.field(Offer("enter", (room,)), room)
    assert text == "Who goes inside? 70 troops at most (one noble may always go alone)"


# Options


def war() -> Scene:
    """Anne's Percy holds Henry at York's gates; Bob's Neville sits in York."""
    scene = Scene(seats=2)
    scene.noble("percy", 0, "15,9", cards=("marshal_england",), heirs=("henry",))
    scene.noble("grey", 0, "15,9")
    scene.noble("neville", 1, "york")
    scene.noble("roos", 1, "15,9")
    return scene


def described(scene: Scene, verb: str, field: str, candidate: str) -> tuple[str, str]:
    view = scene.match.view(0)
    for offer in scene.offered(0, verb):
        found = offer.field(field)
        if candidate in found.candidates:
            return WORDS.option(offer, found, candidate, view)
    raise LookupError(f"{candidate} is not offered")


def test_a_noble_with_troops_heirs_and_whereabouts() -> None:
    scene = war()
    scene.movement(0)
    assert described(scene, "march", "nobles", "percy") == (
        "Percy",
        "230 troops · with Henry VI · in the open at P10 York · Earl of Northumberland · "
        "Marshal of England",
    )


def test_destinations_tell_what_awaits_there() -> None:
    scene = war()
    scene.heir_at("margaret", "15,11", "tickhill")
    scene.movement(0)
    assert described(scene, "march", "to", "15,8") == (
        "P9 Helmsley",
        "forest: the march ends · Roos’s castle · garrison 100 · 1 square · Great North Road · "
        "Stainmore road",
    )
    assert described(scene, "march", "to", "15,11") == (
        "P12 Doncaster, Tickhill",
        "Margaret of Anjou in Tickhill (200) · unfortified town · neutral royal castle · "
        "garrison 200",
    )


def test_interesting_destinations_come_first() -> None:
    scene = war()
    scene.movement(0)
    offer = scene.offered(0, "march")[0]
    order = WORDS.options_order(offer, offer.field("to"), scene.match.view(0))
    labels = [WORDS.option(offer, offer.field("to"), c, scene.match.view(0))[0] for c in order]
    assert labels[:4] == ["O11 Wakefield, Sandal", "O9 Masham", "P11 Pontefract", "P9 Helmsley"]
    assert sorted(order) == sorted(offer.field("to").candidates)
    fortresses = [bool(HOUSE.content.board.fortress_in(square)) for square in order]
    assert fortresses == sorted(fortresses, reverse=True)


def test_a_march_tells_the_odds_against_who_stands_there() -> None:
    scene = Scene(seats=3).noble("percy", 0, "14,8")
    scene.noble("roos", 1, "13,8").noble("clifford", 1, "15,7").noble("stanley", 2, "15,7")
    scene.movement(0)
    assert described(scene, "march", "to", "13,8")[1].startswith(
        "enemy Roos (20) · 4 to 1, fails 1% · "
    )
    # Of two forces it would not be plain which one is meant.
    assert "fails" not in described(scene, "march", "to", "15,7")[1]
    by_card = Scene(seats=2, ruleset="classic").noble("percy", 0, "14,8").noble("roos", 1, "13,8")
    by_card.movement(0)
    (offer,) = by_card.offered(0, "march")
    words, view = KingmakerWords(by_card.content), by_card.match.view(0)
    told = words.option(offer, offer.field("to"), "13,8", view)[1]
    assert told == "enemy Roos (20) · neutral castle · garrison 100 · 1 square"


def test_targets_tell_strength_and_odds() -> None:
    scene = war()
    scene.combat(0)
    assert described(scene, "attack", "against", "1") == (
        "Roos",
        "20 troops · all your 250: 4 to 1, fails 1% · at P10 York",
    )
    assert described(scene, "lay", "place", "york") == (
        "York",
        "defence 350 (garrison 300, Neville (50)) · 175 needed, you have 250 · Neville’s city",
    )


def test_cards_tell_what_they_give() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick")
    scene.hand(0, "bp_durham", "saxons_1").combat(0)
    assert described(scene, "play", "card", "bp_durham") == (
        "Bishop of Durham",
        "bishop · +30 north of the Trent · holds Durham · votes: Lords 4",
    )
    assert described(scene, "play", "noble", "percy") == (
        "Percy",
        "100 troops · Earl of Northumberland · inside Alnwick",
    )


def test_cards_of_one_name_are_numbered() -> None:
    field = Field("cards", ("saxons_1", "le_swan", "saxons_2"), 0, 3)
    view = Scene().match.view(0)
    labels = [WORDS.option(Offer("offer_ransom"), field, c, view)[0] for c in field.candidates]
    assert labels == ["Saxons (1)", "Le Swan", "Saxons (2)"]


# Confirmations and defaults


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (
            Choice.of("march", nobles=["percy", "grey"], to="18,20"),
            "**Percy** and **Grey** march to S21 London.",
        ),
        (Choice.of("enter", nobles="percy", place="london"), "**Percy** goes inside London."),
        (Choice.of("leave", nobles="percy", place="london"), "**Percy** comes out of London."),
        (
            Choice.of("leave", nobles="percy", place="london", left="henry"),
            "**Percy** comes out of London, and *Henry VI* stays inside.",
        ),
        (
            Choice.of("leave", nobles="percy", place="london", left=["henry", "margaret"]),
            "**Percy** comes out of London, and *Henry VI* and *Margaret of Anjou* stay inside.",
        ),
        (
            Choice.of("attack", nobles="percy", against="1", square="18,20"),
            "**Percy** attacks Bob at S21 London.",
        ),
        (
            Choice.of("conclude", nobles="percy", place="york"),
            "**Percy** tries to conclude the siege of York.",
        ),
        (Choice.of("play", card="saxons_1", noble="grey"), "Saxons join **Grey**."),
        (Choice.of("return_inside"), "Nobody goes back inside."),
        (Choice.of("offer_ransom", places="york", held="E-FM01"), "You offer York and Free Move."),
        (Choice.of("kill_heir", heir="henry"), "*Henry VI* is put to death."),
        (Choice.of("march"), "March."),
        (Choice.of("done"), "Nothing more happens here."),
    ],
)
def test_choices(choice: Choice, sentence: str) -> None:
    assert WORDS.choice(choice, NAMES) == sentence


def test_a_prompt_tells_who_answers_the_call() -> None:
    choice = Choice.of("answer_call", to="alnwick", bring="henry")
    prompt = Prompt(0, "answer_call", (), facts={"noble": "percy", "place": "alnwick"})
    assert WORDS.choice(choice, NAMES, prompt) == (
        "**Percy** answers the call with *Henry VI* and stands inside Alnwick."
    )
    assert WORDS.choice(choice, NAMES) == (
        "Your noble answers the call with *Henry VI* and stands inside Alnwick."
    )


@pytest.mark.parametrize(
    ("prompt", "sentence"),
    [
        (
            Prompt(0, "movement", (), default=Choice("done")),
            "If you do not answer, your movement ends.",
        ),
        (
            Prompt(0, "coronation", (), default=Choice("done")),
            "If you do not answer, nobody is crowned.",
        ),
        (
            Prompt(0, "trim_hand", (), default=Choice.of("discard", card="le_swan")),
            "If you do not answer, you discard Le Swan.",
        ),
        (
            Prompt(0, "offer_ransom", (), default=Choice("offer_ransom")),
            "If you do not answer, you offer nothing.",
        ),
        (
            Prompt(
                0, "place_arrives", (), default=Choice.of("play", card="town_bristol", noble="grey")
            ),
            "If you do not answer, Bristol goes to **Grey**.",
        ),
        (Prompt(0, "assign_dealt", ()), "The game waits for your answer."),
        (Prompt(0, "any_time", (), blocking=False), "You do not have to do anything."),
    ],
)
def test_what_happens_without_an_answer(prompt: Prompt, sentence: str) -> None:
    assert WORDS.default(prompt, NAMES) == sentence
