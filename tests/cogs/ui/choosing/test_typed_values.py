"""What people type for a field, and which candidates that names."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Field, Offer
from bot.session import Refused
from cogs.ui.choosing.playing import way_of
from cogs.ui.choosing.typed_choices import Matcher, Unknown, draft_of, one_named
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.combat.by_card.test_pacts import three
from tests.rules.kingmaker.scene import Scene

NOBLES = ("percy", "clifford", "courtenay")


@pytest.fixture
def matcher() -> Matcher:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 0, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    return Matcher(session, 0)


@pytest.mark.parametrize(
    ("least", "most", "typed", "named"),
    [
        (1, 3, "all", NOBLES),
        (0, 3, "None", ()),
        (0, 1, "nobody", ()),
        (1, 3, "Clifford", ("clifford",)),
        (1, 3, "clifford", ("clifford",)),
        (1, 3, "clif, PERCY", ("percy", "clifford")),
        (1, 3, "courtenay; percy; Percy", ("percy", "courtenay")),
        (1, 1, "perc", ("percy",)),
    ],
)
def test_candidates_by_name(
    matcher: Matcher, least: int, most: int, typed: str, named: tuple[str, ...]
) -> None:
    field = Field("nobles", NOBLES, least, most)
    assert matcher.values(field, [Offer("march", (field,))], typed) == named


@pytest.mark.parametrize(
    ("least", "most", "typed"),
    [(1, 3, "none"), (1, 1, "all"), (1, 3, "Warwick"), (1, 3, "percy, Warwick"), (1, 1, "nobody")],
)
def test_what_names_nothing_here(matcher: Matcher, least: int, most: int, typed: str) -> None:
    field = Field("nobles", NOBLES, least, most)
    with pytest.raises(Unknown):
        matcher.values(field, [Offer("march", (field,))], typed)


def test_what_names_several_is_asked_about(matcher: Matcher) -> None:
    field = Field("nobles", NOBLES, 1, 3)
    with pytest.raises(Refused) as refused:
        matcher.values(field, [Offer("march", (field,))], "c")
    assert refused.value.text == "“c” could be any of these: Percy, Clifford, Courtenay. Which one?"


def test_words_of_ones_own_are_taken_as_they_are(matcher: Matcher) -> None:
    field = Field("promise", (), 0, 1, free=50)
    assert matcher.values(field, [], "  all   for one ") == ("all for one",)
    assert matcher.values(field, [], "nothing") == ()
    # What nobody sees would turn round what stands beside it.
    assert matcher.values(field, [], "York\u202e for\u3164Ludlow") == ("York for Ludlow",)
    named = "“c\\*” could be any of these: A\\*c\\*, B\\*c\\*. Which one?"
    with pytest.raises(Refused) as refused:
        one_named("c*", {"a": "A*c*", "b": "B*c*"})
    assert refused.value.text == named


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ({"ally": "Cecily", "term": "until cancelled"}, ("2", "lasting")),
        ({"ally": "ben", "square": FIELD, "term": "for one combat"}, ("1", "one_combat")),
    ],
)
def test_an_alliance_is_typed_by_player_and_length(
    typed: dict[str, str], chosen: tuple[str, str]
) -> None:
    session: Any = MemorySession(three().match, ("Anne", "Ben", "Cecily"))
    way = way_of(session, 0, "propose_alliance")
    assert way is not None
    ally, term = chosen
    wanted = Choice.of("propose_alliance", ally=ally, square=FIELD, term=term)
    assert way.walk(draft_of(session, 0, way, typed)) == wanted
