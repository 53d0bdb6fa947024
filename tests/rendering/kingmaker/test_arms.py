"""The coats of arms: one for every noble, checked on load, and told apart at counter size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.content.characters import load_characters
from bot.rules.kingmaker.content import Content
from rendering.canvas.theme import FACTION_MARKS, TINCTURES
from rendering.kingmaker.counters.arms import (
    ARMS_FILE,
    ArmsError,
    armorial,
    arms_sprite,
    face_sprite,
    has_arms,
    has_face,
    read_arms,
)
from rendering.kingmaker.counters.counters import CHIEF, SHIELD, shield
from rendering.kingmaker.counters.figures import FIGURES


def test_every_noble_and_both_plantagenets_have_arms(content: Content) -> None:
    wanted = {*content.nobles, "plantagenet_york", "plantagenet_lancaster"}
    assert set(armorial().arms) == wanted
    assert len(wanted) == 25
    assert not has_arms("nobody")


def test_every_character_has_arms_of_his_own() -> None:
    faces = armorial().faces
    assert list(faces) == [one.id for one in load_characters().characters]
    assert has_face("cautious")
    assert not has_face("")
    sprites = {face_sprite(key, 32, 38).tobytes() for key in faces}
    nobles = {arms_sprite(key, 32, 38, 2).tobytes() for key in armorial().arms}
    assert len(sprites) == len(faces) == 4
    assert sprites.isdisjoint(nobles)


def test_every_blazon_is_its_own() -> None:
    book = armorial()
    blazons = [coat.blazon for coat in (*book.arms.values(), *book.faces.values())]
    assert len(set(blazons)) == len(blazons)


@pytest.mark.parametrize("size", [(25, 23), (84, 100)])
def test_no_two_arms_look_alike(size: tuple[int, int]) -> None:
    plain = {}
    for key in armorial().arms:
        ground = Image.new("RGB", size, (240, 230, 205))
        sprite = arms_sprite(key, *size)
        assert sprite.size == size
        ground.paste(sprite, (0, 0), sprite)
        plain[key] = ground
    keys = sorted(plain)
    for i, a in enumerate(keys):
        for b in keys[i + 1 :]:
            if {a, b} == {"plantagenet_york", "plantagenet_lancaster"}:
                continue
            apart = ImageStat.Stat(ImageChops.difference(plain[a], plain[b])).mean
            assert sum(apart) > 20, (a, b)


def test_arms_lie_inside_a_shield() -> None:
    sprite = arms_sprite("scrope", 60, 70, 1)
    alpha = sprite.getchannel("A")
    assert alpha.getpixel((30, 20)) == 255
    assert alpha.getpixel((1, 68)) == alpha.getpixel((58, 68)) == 0


def test_a_counter_bears_the_arms_under_the_colour_of_its_faction() -> None:
    for mark, seat in zip(FACTION_MARKS, range(8), strict=True):
        sprite = shield("", seat, False, 2, "stafford").convert("RGB")
        assert sprite.getpixel((int(SHIELD[0]), int(CHIEF))) == mark.colour
        assert sprite.getpixel((8, 44)) == TINCTURES["or"]
    plain = shield("Xyz", 0, False, 2, "nobody").convert("RGB")
    assert plain.getpixel((int(SHIELD[0]), 50)) == FACTION_MARKS[0].colour


def test_every_figure_stays_near_its_square() -> None:
    assert {"lion", "mullet", "crescent", "fleur_de_lis", "roundel"} <= set(FIGURES)
    for name, strokes in FIGURES.items():
        for stroke in strokes:
            assert all(-0.56 <= v <= 0.56 for point in stroke.points for v in point), name


def _changed(tmp_path: Path, change: dict[str, Any], key: str = "scrope") -> Path:
    document = json.loads(ARMS_FILE.read_text(encoding="utf-8"))
    document["arms"][key] = {**document["arms"][key], **change}
    file = tmp_path / "arms.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"field": ["purpure"]}, "arms.scrope: there is no tincture 'purpure'"),
        ({"field": ["or", "azure"]}, "needs 1 tinctures and has 2"),
        ({"division": "chequy"}, "needs 2 tinctures and has 1"),
        ({"division": "gyronny"}, "Invalid enum value 'gyronny'"),
        ({"motto": "never"}, "unknown field `motto`"),
        ({"field": [], "quarters": ["france"]}, "it needs two quarterings"),
        ({"field": [], "quarters": ["france", "wales"]}, "there is no part 'wales'"),
        ({"charges": [{"kind": "dragon", "tincture": "or"}]}, "there is no charge 'dragon'"),
        ({"charges": [{"kind": "lion", "tincture": "or"}]}, "lion needs a size and a place"),
        (
            {"charges": [{"kind": "lion", "tincture": "or", "size": 0.5, "at": [[2, 0]]}]},
            "lion lies off the shield",
        ),
        (
            {"charges": [{"kind": "bend", "tincture": "or", "size": 0.5}]},
            "takes no size and no place",
        ),
        (
            {"charges": [{"kind": "bend", "tincture": "or", "edge": "engrailed"}]},
            "bend cannot be 'engrailed'",
        ),
        (
            {"charges": [{"kind": "bordure", "tincture": "or", "edge": "gobony"}]},
            "one colour too many or too few",
        ),
    ],
)
def test_a_faulty_file_is_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    with pytest.raises(ArmsError, match=words):
        read_arms(_changed(tmp_path, change))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArmsError, match=r"nowhere\.json"):
        read_arms(tmp_path / "nowhere.json")
