"""Ships, leave to enter and allies in words."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import ShipState
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.Embarked(0, ("percy", "grey"), "le_swan", "lynn"),
        "Anne: **Percy** and **Grey** go aboard Le Swan at Lynn. ‹house-8.6.3›",
    ),
    (
        facts.Sailed(0, "le_swan", "lynn", "the-wash", ("percy",)),
        "Anne: Le Swan sails from Lynn to The Wash with **Percy**. ‹house-2.2g›",
    ),
    (
        facts.Sailed(0, "le_swan", "the-wash", "lynn"),
        "Anne: Le Swan sails from The Wash to Lynn. ‹house-2.2g›",
    ),
    (
        facts.Landed(0, ("percy",), "lynn", False),
        "Anne: **Percy** goes ashore at Lynn. ‹house-2.2i›",
    ),
    (
        facts.Landed(0, ("percy",), "dover", True),
        "Anne: **Percy** goes ashore inside Dover. ‹house-8.6.14›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "storm"),
        "Storm at sea: Le Swan finds shelter at Dover. ‹house-8.6.23›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "call"),
        "Le Swan puts in at Dover: somebody aboard is called. ‹house-8.3.2›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "parliament"),
        "Parliament calls ships to port: Le Swan at Dover. ‹house-7.1.26›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "lynn", "parliament"),
        "Ships go home: Le Swan to Lynn. ‹house-7.4.4›",
    ),
    (
        facts.StormRolled("le_swan", 8, 96, False),
        "Storm at sea: Le Swan rolls 08 (lost on 96 or more) and rides it out. ‹house-5.10a›",
    ),
    (
        facts.StormRolled("le_swan", 97, 96, True, "dover"),
        "Storm at sea: Le Swan sails past Dover, rolls 97 (lost on 96 or more) and is lost. "
        "‹house-8.6.25›",
    ),
    (
        facts.ShipLost("le_swan", ("percy",), ("henry",)),
        "Storm at sea: Le Swan goes down with **Percy** and *Henry VI*. ‹house-5.10c›",
    ),
    (
        facts.ShipLost("le_swan"),
        "Storm at sea: Le Swan goes down with nobody aboard. ‹house-5.10c›",
    ),
    (
        facts.LeaveAsked(0, 1, "york"),
        "Anne asks Bob to open York. ‹house-8.2.6›",
    ),
    (
        facts.LeaveAnswered(0, 1, "york", True),
        "Bob opens York to Anne. ‹house-8.2.6›",
    ),
    (
        facts.LeaveAnswered(-1, 1, "dover", False),
        "Bob keeps Dover shut to a ship without a captain. ‹house-5.10b›",
    ),
    (
        facts.AllianceMade(1, ("roos",), 0, True),
        "Bob’s **Roos** joins Anne’s attack. ‹house-5.11c›",
    ),
    (
        facts.FreeMovePlayed(0, "E-FM01", ("percy",), "ship"),
        "Anne plays a Free Move: a ship may sail again, with **Percy** aboard. ‹base-7.20›",
    ),
    (
        facts.SiegeLaid(0, "dover", ("percy",), 150, 300, "ship"),
        "Anne lays siege to Dover from aboard ship: **Percy** (150) against 300. ‹house-8.6.16›",
    ),
    (
        facts.HeirDied("henry", "abroad", 0),
        "*Henry VI* dies abroad, not brought back to the mainland in time. ‹house-8.6.7›",
    ),
    (
        facts.NobleDied("percy", 0, "ship_siege"),
        "**Percy** (Anne) dies aboard ship when the siege is broken. ‹house-8.6.21›",
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
            "grant_leave",
            {"place": "york", "asker": "1"},
            "Bob asks you to open York until this movement phase ends. Let them in?",
        ),
        (
            "leave_asked",
            {"place": "york", "asker": "0"},
            "You have asked leave to enter York. Wait for the answer, or take your request back.",
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "storm"},
            "Le Swan must run before the storm. Where does she put in?",
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "call"},
            (
                "Somebody aboard Le Swan is called, and everybody goes ashore. Where does she "
                "put in?"
            ),
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "parliament"},
            "Parliament calls Le Swan to a mainland port. Where does she put in?",
        ),
        (
            "grant_port",
            {"ship": "le_swan", "place": "dover", "asker": "1"},
            "Le Swan (Bob) seeks shelter at Dover. Let her in?",
        ),
        (
            "grant_port",
            {"ship": "le_swan", "place": "dover", "asker": "None"},
            "Le Swan seeks shelter at Dover. Let her in?",
        ),
        (
            "alliance",
            {"square": "18,20", "attacker": "0", "defender": "1"},
            "Anne attacks Bob at S21 London. Do your nobles there take a side? An ally is never "
            "turned away.",
        ),
        (
            "overcrowded",
            {"place": "york"},
            "York is too full. Who comes out?",
        ),
    ],
)
def test_questions(kind: str, facts_known: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=facts_known), NAMES) == question


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (Choice.of("embark", nobles="percy", ship="le_swan"), "**Percy** goes aboard Le Swan."),
        (Choice.of("sail", ship="le_swan", to="the-downs"), "Le Swan sails to The Downs."),
        (
            Choice.of("land", nobles=["percy", "grey"], ship="le_swan"),
            "**Percy** and **Grey** go ashore from Le Swan.",
        ),
        (Choice.of("free_sail", ship="le_swan"), "A Free Move lets Le Swan sail again."),
        (
            Choice.of("cross", nobles=["percy", "grey"], to="dover"),
            "**Percy** and **Grey** cross the sea to Dover.",
        ),
        (Choice.of("put_in", ship="le_swan", port="dover"), "Le Swan puts in at Dover."),
        (Choice.of("ask_leave", place="york"), "You ask for leave to enter York."),
        (Choice.of("dismiss", nobles="roos", place="york"), "**Roos** is put out of York."),
        (Choice.of("ally_defence", nobles="roos"), "**Roos** joins the defence."),
        (Choice("stand_aside"), "You stand aside."),
        (Choice("grant"), "You let them in."),
    ],
)
def test_choices(choice: Choice, sentence: str) -> None:
    assert WORDS.choice(choice, NAMES) == sentence


def test_a_voyage_is_one_line() -> None:
    events = [
        facts.Embarked(0, ("percy",), "le_swan", "lynn"),
        facts.Sailed(0, "le_swan", "lynn", "yarmouth", ("percy",)),
        facts.Landed(0, ("percy",), "yarmouth", False),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Anne: **Percy** goes aboard Le Swan at Lynn; Le Swan sails from Lynn to Yarmouth with "
        "**Percy**; **Percy** goes ashore at Yarmouth. ‹house-8.6.3, house-2.2g, house-2.2i›"
    ]


def test_a_storm_is_one_line_and_names_its_dead_once() -> None:
    events = [
        facts.StormRolled("le_rose", 12, 96, False),
        facts.ShipSoughtPort("le_rose", "newcastle", "storm"),
        facts.StormRolled("le_swan", 98, 96, True),
        facts.ShipLost("le_swan", ("percy",), ("henry",)),
        facts.HeirDied("henry", "drowned"),
        facts.ShipGone("le_swan"),
        facts.NobleDied("percy", 0, "drowned"),
        facts.NobleDied("percy", 0, "gale"),
    ]
    assert WORDS.tell_all(events, NAMES) == [
        "Storm at sea: Le Rose rolls 12 (lost on 96 or more) and rides it out; Le Rose finds "
        "shelter at Newcastle upon Tyne; Le Swan rolls 98 (lost on 96 or more) and is lost; Le "
        "Swan goes down with **Percy** and *Henry VI*. ‹house-5.10a, house-8.6.23, "
        "house-5.10c›"
    ]


# What is at sea


def fleet() -> Scene:
    """Percy is aboard Le Swan at Lynn with Henry; Le Rose of Bob's Roos is at sea."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick", cards=("le_swan",), heirs=("henry",))
    scene.noble("grey", 0, "alnwick").noble("roos", 1, "york", cards=("le_rose",))
    scene.noble("neville", 1, "alnwick", guest=True).control("alnwick", "grey")
    percy = scene.state.nobles["percy"]
    percy.square, percy.inside, percy.aboard = "", None, "le_swan"
    scene.state.ships["le_rose"].port, scene.state.ships["le_rose"].sea = None, "the-downs"
    scene.movement(0)
    return scene


def test_ships_and_guests_on_the_map() -> None:
    scene = fleet()
    scene.state.ships |= {name: ShipState(port="rye") for name in ("le_george", "le_thomas")}
    lines = WORDS.map_text(scene.match.view(None), NAMES).splitlines()
    assert "O4 Alnwick – inside: Anne **Grey** 20, Bob **Neville** 50 (guest)" in lines
    ships = lines[lines.index("__Ships__") + 1 :]
    assert ships == [
        "Le Swan (Anne) at Lynn: Anne **Percy** 130 with *Henry VI*",
        "Le Rose (Bob) at sea (The Downs): nobody aboard",
        "In port: Le George and Le Thomas at Rye",
    ]


def test_a_ship_with_what_she_carries() -> None:
    scene = fleet()
    offer = scene.offered(0, "sail")[0]
    view = scene.match.view(0)
    assert WORDS.option(offer, offer.field("ship"), "le_swan", view) == (
        "Le Swan",
        "at Lynn · aboard: Percy (130) · with Henry VI · carries 150 · Percy’s",
    )
    assert WORDS.card_lines(view, 0, NAMES)[1].startswith("**Percy** 130 · aboard Le Swan at Lynn")


def test_where_a_ship_may_sail() -> None:
    scene = fleet()
    offer = scene.offered(0, "sail")[0]
    field, view = offer.field("to"), scene.match.view(0)
    order = WORDS.options_order(offer, field, view)
    ports = [c in scene.board.places for c in order]
    assert ports == sorted(ports, reverse=True)
    assert WORDS.option(offer, field, "the-wash", view) == ("The Wash", "off Boston and Lynn")
    assert WORDS.option(offer, field, "boston", view) == ("Port of Boston", "unfortified town")


def test_a_ship_of_an_office_that_is_not_afloat_is_known_by_what_she_carries() -> None:
    field = Field("ships", ("le_katherine",))
    view = fleet().match.view(0)
    assert WORDS.option(Offer("claim", (field,)), field, "le_katherine", view) == (
        "Le Katherine",
        "carries 75",
    )


def test_an_enemy_port_must_be_besieged() -> None:
    scene = fleet()
    field = Field("to", ("scarborough", "the-downs"))
    offer = Offer("sail", (Field("ship", ("le_swan",)), field))
    view = scene.match.view(0)
    label, description = WORDS.option(offer, field, "scarborough", view)
    assert label == "Port of Scarborough"
    assert description.startswith("neutral royal castle · you besiege it next unless let in")
    assert WORDS.option(offer, field, "the-downs", view)[1].startswith("Le Rose here · off ")


def test_room_aboard() -> None:
    crew = Field("nobles", ("percy",), weights=(100,), weight_max=150, lone_exempt=True)
    assert WORDS.field(Offer("embark", (crew,)), crew) == (
        "Who goes aboard? 150 troops at most (one noble may always go alone)"
    )
    out = Field("nobles", ("percy", "grey"), 1, 2, weights=(100, 30), weight_min=40)
    assert WORDS.field(Offer("leave", (out,)), out) == "Who comes out? At least 40 troops must"


def test_what_is_offered_for_a_ransom_lies_where_she_lies() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick", cards=("le_rose",))
    scene.ship("le_rose", port="hartlepool")
    field = Field("ships", ("le_rose", "le_swan"))
    offer = Offer("offer_ransom", (field,))
    view = scene.match.view(0)
    label, about = WORDS.option(offer, field, "le_rose", view)
    assert label == "Le Rose"
    assert "Hartlepool" in about
    assert "Newcastle" not in about
    # Who is not afloat has only the port on her card.
    assert "home port Lynn" in WORDS.option(offer, field, "le_swan", view)[1]
