"""`/odds`: which fights there could be, near ones first, and between whom."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cogs.kingmaker.odds
from bot.rules.kernel import Offer
from bot.session import Refused
from bot.words.kingmaker.names import Lexicon
from cogs.kingmaker.odds import Odds, _suggest, battles, sieges
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene

ALNWICK, CANTERBURY, YORK = "14,3", "22,21", "15,9"


def table() -> Scene:
    """Anne has Percy in the open of Alnwick and Grey in Canterbury's square; Ben is about."""
    scene = Scene(seats=3).noble("grey", 0, CANTERBURY).noble("percy", 0, "alnwick", outside=True)
    return scene.noble("clifford", 1, "skipton")


def fights(make: Any, scene: Scene, seat: int = 0) -> list[tuple[tuple[str, ...], ...]]:
    """The fights that a seat could have: the candidates of each field."""
    offers: tuple[Offer, ...] = make(Lexicon(scene.content), scene.match.view(seat))
    for offer in offers:
        assert [(f.least, f.most) for f in offer.fields] == [
            (1, len(offer.fields[0].candidates)),
            *((1, 1) for _ in offer.fields[1:]),
        ]
    return [tuple(field.candidates for field in offer.fields) for offer in offers]


def places(scene: Scene, seat: int = 0) -> list[str]:
    """The places that could be besieged."""
    return [place for _, (place,) in fights(sieges, scene, seat)]


def test_battles_are_with_those_in_the_open_near_ones_first() -> None:
    scene = table().noble("roos", 1, YORK).noble("scrope", 2, ALNWICK).noble("stanley", 1, ALNWICK)
    assert fights(battles, scene) == [
        (("percy", "grey"), (ALNWICK,), ("2",)),
        (("percy", "grey"), (ALNWICK,), ("1",)),
        (("grey", "percy"), (YORK,), ("1",)),
    ]
    # Nobody fights his own, those within walls, or without anybody to fight with.
    against_ben = [foe for _, _, (foe,) in fights(battles, scene, 1)]
    assert sorted(against_ben) == ["0", "0", "2"]
    scene.state.nobles["percy"].captor = scene.state.nobles["grey"].captor = 1
    assert fights(battles, scene) == []


def test_sieges_are_of_what_is_not_ones_own_near_ones_first() -> None:
    scene = table()
    found = places(scene)
    # Canterbury has a noble of Anne's before it; then come all others.
    assert found[0] == "canterbury"
    near, far = fights(sieges, scene)[:2]
    assert near[0] == ("grey", "percy")
    assert far[0] == ("grey", "percy")
    # Her own castles are not among them, nor towns without walls, nor places that are closed.
    fortresses = {p.id for p in scene.board.places.values() if p.is_fortress and p.square}
    own = {"alnwick", "cockermouth", "wressle", *scene.content.castles_of("grey")}
    assert set(found) == fortresses - own - set(scene.content.ruleset.closed_places)
    assert len(found) == len(set(found))
    assert {"skipton", "york"} <= set(found)
    assert "skipton" not in places(scene, 1)
    assert places(scene, 2) == []
    scene.state.nobles["grey"].captor = 1
    assert [nobles for nobles, _ in fights(sieges, scene)][:1] == [("percy",)]


def test_a_town_without_walls_is_not_besieged() -> None:
    scene = table()
    scene.noble("roos", 1, "sandwich")
    assert "sandwich" not in places(scene)
    # Then it is as near as Canterbury, in whose square it lies.
    assert "sandwich" not in places(scene)[:2]
    # Whoever is within is fought in the open.
    in_the_open = [square for _, (square,), _ in fights(battles, scene)]
    assert CANTERBURY in in_the_open


# As a command


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is reckoned."""
    found: list[tuple[Any, ...]] = []

    def battle(_: Any, __: Any, *fight: Any, spend: bool) -> str:
        found.append((*fight[:3], spend))
        return "x" * 2_000

    def assault(_: Any, __: Any, *fight: Any, spend: bool) -> str:
        found.append((*fight[:2], spend))
        return "x" * 2_000

    async def show(_: Any, text: str) -> None:
        assert len(text) == 1_900

    monkeypatch.setattr(cogs.kingmaker.odds, "battle_text", battle)
    monkeypatch.setattr(cogs.kingmaker.odds, "assault_text", assault)
    monkeypatch.setattr(cogs.kingmaker.odds, "show", show)
    return found


def asking(monkeypatch: pytest.MonkeyPatch, scene: Scene, user: int = HOST) -> Any:
    """Somebody who asks at this table."""
    scene.movement(0)
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))

    async def here(_: Any) -> Any:
        return session

    monkeypatch.setattr(cogs.kingmaker.odds, "session_here", here)
    desk = SimpleNamespace(at_hand_in=lambda channel: session if channel == 2 else None)
    return SimpleNamespace(
        client=SimpleNamespace(desk=desk),
        user=SimpleNamespace(id=user),
        channel_id=2,
        channel=None,
        namespace=(),
    )


async def test_who_fights_goes_without_saying_where_only_one_can(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[Any, ...]]
) -> None:
    scene = table().noble("roos", 1, YORK).noble("stanley", 1, ALNWICK).noble("scrope", 2, YORK)
    who = asking(monkeypatch, scene)
    battle: Any = Odds.battle.callback
    odds: Any = Odds()
    await battle(odds, who, square="Alnwick")
    await battle(odds, who, square=ALNWICK, against="Ben", nobles="grey", french=True)
    await battle(odds, who, square=f" {YORK}", against="2", nobles=" all")
    assert asked == [
        (ALNWICK, ["percy"], ["stanley"], False),
        (ALNWICK, ["grey"], ["stanley"], True),
        (YORK, ["grey", "percy"], ["scrope"], False),
    ]
    with pytest.raises(Refused, match="At this table you must attack a force as a whole"):
        await battle(odds, who, square=YORK, against="Ben", foes="roos", nobles="percy")
    for enemy in ("BEN", "Roos", "1"):
        await battle(odds, who, square=YORK, against=enemy, nobles="percy")
        assert asked.pop() == (YORK, ["percy"], ["roos"], False)
    for given, said in (
        ({"square": YORK, "nobles": "all"}, "There are several forces there. Say whose with"),
        ({"square": YORK, "against": "1"}, "You have nobody in the open at "),
        ({"square": ALNWICK, "nobles": "roos"}, "Name nobles of your own, with commas between"),
        ({"square": ALNWICK, "against": "Cat"}, "You have nobody to fight at “Cat”."),
        ({"square": "x" * 61}, f"You have nobody to fight at “{'x' * 60}”."),
        ({"square": "x" * 60}, f"You have nobody to fight at “{'x' * 60}”."),
    ):
        with pytest.raises(Refused) as refused:
            await battle(odds, who, **given)
        assert refused.value.text.startswith(said)
    assert len(asked) == 3


async def test_who_is_inside_a_town_has_to_come_out_first(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[Any, ...]]
) -> None:
    scene = Scene(seats=3).noble("percy", 0, "sandwich").noble("grey", 0, CANTERBURY)
    scene.noble("roos", 1, CANTERBURY)
    who = asking(monkeypatch, scene)
    battle: Any = Odds.battle.callback
    siege: Any = Odds.siege.callback
    odds: Any = Odds()
    await battle(odds, who, square=CANTERBURY)
    await siege(odds, who, place="Canterbury")
    await siege(odds, who, place="canterbury", nobles="percy", french=True)
    assert asked == [
        (CANTERBURY, ["grey"], ["roos"], False),
        ("canterbury", ["grey"], False),
        ("canterbury", ["percy"], True),
    ]
    with pytest.raises(Refused, match="You have nobody in the open at "):
        await siege(odds, who, place="york")
    scene.match.position.state.nobles["grey"].captor = 1
    with pytest.raises(Refused, match="You have nobody in the open at "):
        await battle(odds, who, square=CANTERBURY)


async def test_whom_of_a_force_one_attacks_may_be_said_where_they_are_named(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[Any, ...]]
) -> None:
    scene = Scene(3, "classic").noble("percy", 0, YORK)
    scene.noble("roos", 1, YORK).noble("clifford", 1, YORK).noble("scrope", 2, YORK)
    who = asking(monkeypatch, scene)
    battle: Any = Odds.battle.callback
    for foes, met in (
        (None, ["roos", "clifford"]),
        ("all", ["roos", "clifford"]),
        ("none", ["roos", "clifford"]),
        ("Clifford", ["clifford"]),
    ):
        await battle(Odds(), who, square=YORK, against="Ben", foes=foes)
        assert asked.pop() == (YORK, ["percy"], met, False)
    with pytest.raises(Refused) as refused:
        await battle(Odds(), who, square=YORK, against="Ben", foes="scrope")
    assert str(refused.value) == "Name nobles of that force, with commas between them, or `all`."


async def test_without_anybody_to_fight_with_or_against(
    monkeypatch: pytest.MonkeyPatch, asked: list[tuple[Any, ...]]
) -> None:
    scene = table().noble("roos", 1, "york")
    battle: Any = Odds.battle.callback
    siege: Any = Odds.siege.callback
    odds: Any = Odds()
    with pytest.raises(Refused, match="No other player’s force is in the open just now"):
        await battle(odds, asking(monkeypatch, scene), square=YORK)
    cat = asking(monkeypatch, scene, HOST + 2)
    for ask in (battle(odds, cat, square=YORK), siege(odds, cat, place="york")):
        with pytest.raises(Refused, match="You have no nobles on the map to fight with"):
            await ask
    assert asked == []


async def test_what_is_suggested_is_what_could_be_fought(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table().noble("roos", 1, YORK).noble("stanley", 1, ALNWICK)
    who = asking(monkeypatch, scene)

    async def offered(what: str, field: str, typed: str = "") -> list[str]:
        return [str(each.value) for each in await _suggest(what, field)(who, typed)]

    assert sorted(await offered("battle", "square")) == sorted([ALNWICK, YORK])
    assert await offered("battle", "against") == ["1"]
    assert await offered("siege", "place", "canterbury") == ["canterbury"]
    assert await offered("siege", "nobles") == ["all", "grey", "percy"]
    who.namespace = (("square", ALNWICK), ("against", None))
    assert await offered("battle", "nobles") == ["all", "percy", "grey"]
    who.user.id = 5
    assert await offered("siege", "place") == []
