"""What is said of recruiting and of points, to the letter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Choice, Event, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.tables import Modifier
from bot.rules.kingmaker.view import standings
from bot.words.kingmaker.families.recruiting import number, sheet_text
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

FAMILIES = game_for("kingmaker", "families")
WORDS = KingmakerWords(FAMILIES.content, table_rules("families"))
NAMES = ["Anne", "Bob", "Cecily", "Dora"].__getitem__

TOLD: list[tuple[Event, str]] = [
    (facts.RecruitTried(1, "hastings", (2, 4), 10, 10, joined=True, envoy="bourchier",
                        modifiers=(Modifier("leaning", 4, ("hastings",)),)),
     "Bob’s **Bourchier** wins over **Hastings**: reached 10, needed 10 (2 and 4 on the "
     "dice, +4 **Hastings** leans towards York). ‹families-recruit.5›"),
    (facts.RecruitTried(3, "grey", (5, 4), 10, 10, joined=True, former=2,
                        modifiers=(Modifier("strong", 1, ("percy",)),
                                   Modifier("sole_king", 2),
                                   Modifier("unfavoured", -2))),
     "Dora wins over **Grey**: reached 10, needed 10 (5 and 4 on the dice, +1 **Percy** with "
     "50 troops or more, +2 with the sole King, −2 with a family that favours the other "
     "House). ‹families-recruit.5›"),
    (facts.RecruitTried(3, "grey", (1, 1), 3, 10, joined=False, former=2,
                        modifiers=(Modifier("strong", 1, ("percy",)),)),
     "Dora fails to win over **Grey**: reached 3, needed 10 (1 and 1 on the dice). "
     "‹families-recruit.5›"),
    (facts.NobleWonOver(0, 3, "greystoke", "10,4", "greystoke"),
     "**Greystoke** leaves Dora for Anne with everything he has, and is now inside "
     "Greystoke. ‹families-switch.4›"),
    (facts.PromiseBroken(1, "hastings", 2),
     "Bob takes back what **Hastings** was promised: his bargain is short by 2. "
     "‹families-recruit.19›"),
    (facts.MadeGood(1, "hastings"),
     "Bob makes up for what **Hastings** lost. ‹families-recruit.19›"),
    (facts.NotMadeGood(1, "hastings", 0),
     "Nobody makes up for what **Hastings** lost, and Anne may try to win him over. "
     "‹families-recruit.20›"),
    (facts.NotMadeGood(1, "hastings"),
     "Nobody makes up for what **Hastings** lost. ‹families-recruit.20›"),
    (facts.PointsCounted((22, 15, 75, 225), ("winning", "", "", "winning"), ("york",)),
     "The House of York has no heir left. Points: Dora 225, Cecily 75, Anne 22, Bob 15. "
     "‹families-victory.1›"),
    (facts.PointsCounted((5, 5), ("", ""), ("lancaster", "york")),
     "The House of Lancaster and the House of York have no heir left. Points: Anne 5, Bob 5. "
     "‹families-victory.1›"),
    (facts.PointsCounted((1, 2), ("", "")), "Points: Bob 2, Anne 1. ‹families-victory.1›"),
    (facts.GameWon((3,), "points"), "Dora wins: most points! ‹families-victory.1›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), TOLD, ids=range(len(TOLD)))
def test_what_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line


def near_ashby() -> Scene:
    scene = Scene(4, "families").noble("bourchier", 1, "ashby").noble("stanley", 1, "lathom")
    scene.hand(1, "earl_kent", "bp_lincoln", "saxons_1", "saxons_2", "le_rose")
    return scene.movement_over(1)


def asked(scene: Scene, seat: int) -> Prompt:
    return next(prompt for prompt in scene.match.prompts(seat) if prompt.blocking)


def test_the_odds_are_read_line_by_line_before_it_is_decided() -> None:
    scene = near_ashby()
    prompt, view = asked(scene, 1), scene.match.view(1)
    offers = list(prompt.offers)
    short = WORDS.stakes(prompt, view, NAMES, offers, {})
    assert (
        "• **Hastings**: two dice +5 (+4 **Hastings** leans towards York, +1 **Stanley** with 50"
    ) in (short[0])
    assert short[0].endswith(" 50 troops or more), 30 of 36 throws")
    # Everybody may know that much: it is the same for a spectator.
    assert WORDS.stakes(prompt, scene.match.view(None), NAMES, offers, {}) == short
    assert len(short) == len({c for o in offers for f in o.fields[:1] for c in f.candidates})
    assert WORDS.stakes(prompt, view, NAMES, offers, {"noble": ("hastings",)}) == [
        "• +4 **Hastings** leans towards York",
        "• +1 **Stanley** with 50 troops or more",
        "Two dice +5 must reach 10: he joins in 30 of 36 throws. ‹families-recruit.5›",
    ]
    settled = {
        "noble": ("hastings",),
        "title": ("earl_kent",),
        "cards": ("bp_lincoln", "saxons_1", "saxons_2", "le_rose"),
    }
    assert WORDS.stakes(prompt, view, NAMES, offers, settled)[1:4] == [
        "• +2 Earl of Kent",
        "• +1 Bishop of Lincoln",
        "• +1 three other cards",
    ]
    assert WORDS.stakes(prompt, view, NAMES, offers, settled)[-1] == (
        "Two dice +9 must reach 10: he joins in 36 of 36 throws. ‹families-recruit.5›"
    )


def test_what_is_asked_and_what_is_chosen() -> None:
    scene = near_ashby()
    prompt = asked(scene, 1)
    assert WORDS.ask(prompt, NAMES) == (
        "Everybody has moved. You may try to win over a noble if one of yours is near one of "
        "his castles."
    )
    assert WORDS.default(prompt, NAMES) == "If you do not answer, your recruiting ends."
    alone = Choice.of("recruit", noble="hastings", envoy="bourchier")
    assert WORDS.choice(alone, NAMES) == "**Bourchier** tries to win over **Hastings**."
    offered = Choice.of("recruit", noble="grey", title="earl_kent", cards=["saxons_1"])
    assert WORDS.choice(offered, NAMES) == (
        "You try to win over **Grey** and offer Earl of Kent and Saxons."
    )


@pytest.mark.parametrize(
    ("kind", "about", "question"),
    [
        ("recruit_at_once", {"family": "3"},
         "Dora has left. You may try to win over the family’s nobles, once each."),
        ("make_good", {"noble": "hastings", "lacking": "2"},
         "You took back what **Hastings** was promised: his bargain is short by 2. Give him "
         "cards worth as much, or let the opposing House try to win him over?"),
        ("recruiting", {"without": "nobles"},
         "Everybody has moved. You may try to win over a noble. You have no nobles left, "
         "so you need no envoy."),
        ("rivalry", {"noble": "hastings", "former": "1"},
         "**Hastings**, Bob’s recruit, did not get his due. Try to win him over?"),
    ],
)  # fmt: skip
def test_other_questions(kind: str, about: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=about), NAMES) == question


def test_the_score_sheet_by_kind() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "pleshey")
    scene.noble("percy", 3, "alnwick", cards=("bp_durham", "saxons_1", "le_rose"))
    found = standings(scene.match.table)
    assert found[3].sheet is not None
    assert sheet_text(found[3].sheet) == (
        "260 points: 1 noble 150, 1 bishop 65, 1 mercenary band 5, 1 ship 20, 1 town 20"
    )
    lines = WORDS.standings(scene.match.view(None), found, NAMES)
    assert lines[-1] == f"-# {sheet_text(found[3].sheet)}"
    glance = WORDS.at_a_glance(scene.match.view(None), found, NAMES)
    assert glance[-1] == ("Points", "Dora 260, Bob 15, Anne 0, Cecily 0")


def test_a_sheet_with_the_winning_side() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "pleshey", cards=())
    scene.dead("henry", "margaret", "edward_lancaster").movement(1)
    (sheet,) = [s.sheet for s in standings(scene.match.table)[1:2]]
    assert sheet is not None
    assert sheet_text(sheet) == (
        "22 points: 1 noble 15, half as much again on the winning side 7 1/2"
    )


def test_numbers_keep_their_fractions() -> None:
    found = [number(Fraction(n, 4)) for n in (0, 1, 2, 4, 5, 150)]
    assert found == ["0", "1/4", "1/2", "1", "1 1/4", "37 1/2"]
