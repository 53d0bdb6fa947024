"""What is said of parts and sides."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, Event, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    turn_of,
)
from tests.rules.kingmaker.scene import Scene

NAMES = ["Anne", "Bob", "Cecily", "Dan", "Eve", "Fulk"].__getitem__
WORDS = words_for("kingmaker", "families")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (facts.PartBegan(0, "lancaster", "lancaster"), "Anne plays House Lancaster"),
        (
            facts.PartBegan(2, "neville", "york"),
            "Cecily plays the family of Neville, which serves York",
        ),
        (
            facts.HeirsBegan(0, "beaufort", ("henry", "margaret")),
            "*Henry VI* and *Margaret of Anjou* start with **Beaufort** (Anne)",
        ),
        (
            facts.FamilyServes(2, 0, "lancaster", "york"),
            "Cecily betrays House York and goes over to House Lancaster (Anne)",
        ),
        (
            facts.FamilyServes(2, 0, "lancaster"),
            "Cecily is no longer neutral and serves House Lancaster (Anne)",
        ),
        (facts.FamilyRefused(2, 0), "Cecily offers to serve Anne and is turned away"),
        (
            facts.FamilyStandsApart(2, "york", "neville", "13,17", "warwick", ("saxons_1",)),
            "Cecily leaves House York and is neutral. **Neville** is inside Warwick. Back "
            "into the Crown deck: Saxons",
        ),
        (facts.CardGiven(0, 3), "Anne gives Dan a Crown card"),
        (facts.CardGiven(0, 3, "earl_kent"), "Anne gives Dan Earl of Kent"),
        (
            facts.HeadFell(2, "neville", 3),
            "**Neville**, head of Cecily’s family, is dead. The die shows 3: a kinsman "
            "takes over once the House has had 3 turns",
        ),
        (
            facts.HeadFell(2, "neville", 6),
            "**Neville**, head of Cecily’s family, is dead. The die shows 6: his line "
            "dies with him",
        ),
        (facts.LineDiedOut(2), "Cecily’s family is out of play"),
        (facts.HeadReturned(2, "neville"), "A kinsman of **Neville** takes over Cecily’s family"),
    ],
)
def test_the_log(event: Event, line: str) -> None:
    told = WORDS.tell(event, NAMES)
    assert told is not None
    assert told.startswith(line), told
    assert " ‹families-" in told


def test_the_heading_tells_who_is_on_whose_side() -> None:
    scene = heads()
    scene.movement(LANCASTER)
    sides = scene.state.sides
    sides[NEVILLE].serves, sides[PERCY].serves = "", "york"
    sides[YORK + 3].waits, sides[STAFFORD].extinct = 2, True
    lines = WORDS.heading(scene.match.view(None), NAMES).splitlines()
    assert [line for line in lines if line.startswith(("Lanc", "York", "Neut", "Died"))] == [
        "Lancaster: Anne (the House)",
        "York: Bob (the House), Dan (Percy) and Eve (Mowbray, its head back in 2 turns)",
        "Neutral: Cecily (Neville)",
        "Died out: Fulk",
    ]


@pytest.mark.parametrize(
    ("kind", "about", "question"),
    [
        ("declare_side", {"house": "1"}, "Bob begins a turn. Whom does your family serve"),
        ("admission", {"family": "2"}, "Cecily wants to serve your House."),
        ("head_returns", {"noble": "neville"}, "A son or a brother takes over as **Neville**."),
    ],
)
def test_the_questions(kind: str, about: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=about), NAMES).startswith(question)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice("serve_house"), "your family is ready to serve this House."),
        (
            Choice.of("stand_apart", castle="warwick"),
            "your family is neutral, and its head goes to Warwick.",
        ),
        (Choice("stay_loyal"), "your family stays as it is."),
        (Choice("admit"), "you let the family in."),
        (Choice("turn_away"), "you turn the family away."),
        (
            Choice.of("hand_out", card="earl_kent", family="3"),
            "you give Earl of Kent to Dan, for good.",
        ),
        (
            Choice.of("fetch", heir="margaret", noble="beaufort"),
            "*Margaret of Anjou* comes out to **Beaufort**.",
        ),
    ],
)
def test_what_is_chosen(choice: Choice, said: str) -> None:
    assert WORDS.choice(choice, NAMES).lower() == said.lower()


def test_whom_everybody_serves_on_the_card_in_the_standings_and_with_a_faction() -> None:
    scene = heads()
    scene.movement(LANCASTER)
    sides = scene.state.sides
    sides[NEVILLE].serves, sides[PERCY].serves, sides[STAFFORD].extinct = "", "york", True
    view = scene.match.view(None)
    assert WORDS.progress(view, NAMES).splitlines() == [
        "Lancaster: Anne (the House)",
        "York: Bob (the House), Dan (Percy) and Eve (Mowbray)",
        "Neutral: Cecily (Neville)",
        "Died out: Fulk",
    ]
    told = WORDS.standings(view, scene.match.standings(), NAMES)
    assert [line.split(" · ")[0] for line in told if " votes: " in line] == [
        "Anne (House Lancaster)",
        "Bob (House York)",
        "Cecily (Neville, serves nobody)",
        "Dan (Percy, serves York)",
        "Eve (Mowbray, serves York)",
        "Fulk (Stafford, out of play)",
    ]
    assert WORDS.card_lines(view, PERCY, NAMES)[:2] == [
        "Dan’s faction: 1 noble, 100 troops",
        "Percy, serves York.",
    ]


def test_the_card_of_a_finished_game_tells_of_its_end_alone() -> None:
    scene = heads()
    view = msgspec.structs.replace(scene.match.view(None), result=Result((0,), "points"))
    assert WORDS.progress(view, NAMES) == ""


def declaring(scene: Scene, house: int, family: int) -> list[str]:
    """What a family reads as a House begins its turn."""
    turn_of(scene, house)
    (prompt,) = (p for p in scene.match.prompts(family) if p.kind == "declare_side")
    lines = WORDS.stakes(prompt, scene.match.view(None), NAMES)
    assert lines == WORDS.stakes(prompt, scene.match.view(family), NAMES)
    return lines


def test_a_family_reads_how_it_could_go_over() -> None:
    assert declaring(heads(), YORK, NEVILLE) == [
        "• If you neither move nor attack this turn, you may go over to House Lancaster when "
        "its next turn begins. ‹families-switch.1›"
    ]


def test_a_family_reads_what_going_over_brings() -> None:
    scene = heads()
    scene.state.sides[NEVILLE].forgone = True
    assert declaring(scene, LANCASTER, NEVILLE) == [
        "• If House Lancaster agrees, you move and fight in its turn now. House York may try "
        "to win over all your nobles but the head. ‹families-switch.3›"
    ]
    neutral = heads()
    neutral.state.sides[NEVILLE].serves = ""
    assert declaring(neutral, LANCASTER, NEVILLE) == [
        "• If that House agrees, you move and fight in its turn now."
    ]


def admitting(scene: Scene, family: int) -> list[str]:
    """What House Lancaster reads of a family that would serve it."""
    prompt = Prompt(LANCASTER, "admission", (), facts={"family": str(family)})
    return WORDS.stakes(prompt, scene.match.view(LANCASTER), NAMES)


def test_a_house_reads_with_whom_a_family_comes_and_what_it_gains() -> None:
    scene = heads().noble("scrope", NEVILLE, "masham")
    assert admitting(scene, NEVILLE) == [
        "• It brings **Neville** and **Scrope**, 60 troops.",
        "• If your side wins, the family’s points grow by a quarter too. ‹families-victory.11›",
    ]
    assert admitting(scene, PERCY) == [
        "• It brings **Percy**, 100 troops.",
        "• If your side wins, the family’s points grow by half too. ‹families-victory.10›",
    ]
    assert admitting(heads(without=(PERCY,)), PERCY) == [
        "• If your side wins, the family’s points grow by half too. ‹families-victory.10›",
    ]


def test_the_heirs_of_a_house_are_not_taken_for_its_players() -> None:
    scene = heads()
    scene.movement(LANCASTER)
    view = scene.match.view(None)
    headings = [head for head, _ in WORDS.at_a_glance(view, scene.match.standings(), NAMES)]
    assert headings == ["Heirs of Lancaster", "Heirs of York", "Points"]
