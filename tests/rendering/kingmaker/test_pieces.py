"""Grouping into forces, short names, and where counters find room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rendering.canvas.encoding import piece_colours
from rendering.canvas.theme import FACTION_MARKS, LIGHT, faction_mark
from rendering.kingmaker.counters.counters import flag
from rendering.kingmaker.counters.marks import STRANGERS, pennon
from rendering.kingmaker.counters.pieces import PieceSet, ShipPiece, Spot, forces, short_names
from rendering.kingmaker.counters.stacking import Arrangement, Ground, Placed, arrange
from rendering.kingmaker.map.base_map import BaseMap


def ground(base: BaseMap) -> Ground:
    return Ground(base.board, base.frame, base.plan.layout, base.plan.land)


def test_forces_gather_nobles_heirs_and_ships(pieces: PieceSet) -> None:
    found = {(f.spot, f.seat, f.captives): f for f in forces(pieces)}
    warwick = found[Spot("place", "warwick"), 1, False]
    assert [n.id for n in warwick.nobles] == ["neville", "bourchier", "grey"]
    assert warwick.troops == 170
    york = found[Spot("square", "15,9"), 0, False]
    assert [h.id for h in york.heirs] == ["richard"]
    aboard = found[Spot("sea", "norfolk-coast"), 2, False]
    assert aboard.ship is not None
    assert (aboard.ship.id, aboard.troops) == ("trinity", 10)
    assert found[Spot("square", "18,12"), 1, True].captives
    london = [f for f in forces(pieces) if f.spot == Spot("square", "18,20")]
    assert [f.seat for f in london] == [2, 3]


def test_every_piece_is_drawn_once(base: BaseMap, pieces: PieceSet) -> None:
    drawn = arrange(pieces, ground(base))
    parts = Counter(part.kind for placed in drawn.blocks for part in placed.block.parts)
    assert parts == {"shield": 18, "heir": 4, "ship": 3, "plate": 11, "wall": 4}
    assert (len(drawn.rings), len(drawn.flags)) == (2, 5)


def test_strangers_fly_pennons_that_differ_by_more_than_their_colours(
    base: BaseMap, pieces: PieceSet
) -> None:
    held = replace(pieces, strangers={"durham": "scots", "hull": "french"})
    flown = arrange(held, ground(base)).flags
    flags = {place: holder for place, holder, _ in flown}
    assert (flags["durham"], flags["hull"]) == ("scots", "french")
    assert len(flown) == 7
    grey = {who: pennon(who, 2).convert("LA").tobytes() for who in STRANGERS}
    assert len(set(grey.values())) == 3
    # forked, where a player's banner is square
    banner = flag(0, 2).getchannel("A")
    assert banner.getpixel((banner.width - 4, banner.height // 2 - 6)) == 255
    assert {pennon(who, 2).getchannel("A").getpixel((32, 14)) for who in STRANGERS} == {0}


def overlaps(arrangement: Arrangement) -> Iterable[tuple[Placed, Placed]]:
    """Pairs of blocks that cover one another by more than a sixteenth of the smaller one."""
    blocks = arrangement.blocks
    for i, a in enumerate(blocks):
        for b in blocks[i + 1 :]:
            smaller = min(a.box.width * a.box.height, b.box.width * b.box.height)
            if a.box.overlap(b.box) > smaller / 16:
                yield a, b


def test_counters_do_not_hide_one_another(base: BaseMap, pieces: PieceSet) -> None:
    assert list(overlaps(arrange(pieces, ground(base)))) == []


def test_counters_stay_on_the_board(base: BaseMap, pieces: PieceSet) -> None:
    grid = base.frame.grid_rect
    for placed in arrange(pieces, ground(base)).blocks:
        assert grid.contains(placed.box), placed.block.force


def test_forces_in_the_open_stand_in_their_square(base: BaseMap, pieces: PieceSet) -> None:
    for placed in arrange(pieces, ground(base)).blocks:
        force = placed.block.force
        if force.spot.kind == "square" and placed.tether is None:
            centre = base.frame.cell_at(placed.box.centre)
            assert centre == base.board.cell_of(force.spot.id)


def test_ships_at_sea_float(base: BaseMap) -> None:
    ships = tuple(
        ShipPiece(f"s{i}", f"Ship {i}", f"S{i}", i % 4, Spot("sea", sea))
        for i, sea in enumerate(("the-wash", "solent", "dover-strait", "lancaster-bay"))
    )
    for placed in arrange(PieceSet(ships=ships), ground(base)).blocks:
        assert base.plan.land.share(placed.box) < 0.5
        sea = base.board.seas[placed.block.force.spot.id]
        assert base.frame.cell_at(placed.box.centre) in sea.cells


def test_names_make_way_for_counters(base: BaseMap, pieces: PieceSet) -> None:
    arrangement = arrange(pieces, ground(base))
    covered = arrangement.covered()
    before = base.plan.names.labels()
    after = base.plan.names.avoiding(covered)
    hidden_before = [k for k, v in before.items() if any(v.box.overlap(c) for c in covered)]
    hidden_after = [k for k, v in after.items() if any(v.box.overlap(c) for c in covered)]
    assert len(hidden_before) >= 5
    assert len(hidden_after) <= len(hidden_before) // 3
    assert base.plan.names.labels() == before
    boxes = [label.box for label in after.values()]
    assert not any(a.overlap(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def test_short_names_are_three_letters_and_unique() -> None:
    names = {n: n for n in ("Percy", "Grey", "Greystoke", "Stafford", "Stanley", "Roos")}
    assert short_names(names) == {
        "Percy": "Per",
        "Grey": "Gry",
        "Greystoke": "Grs",
        "Stafford": "Stf",
        "Stanley": "Stn",
        "Roos": "Roo",
    }
    heirs = ("Henry VI", "Edward of Lancaster", "Edward of March", "Edmund of Rutland")
    assert list(short_names({h: h for h in heirs}, clash=2).values()) == [
        "EdR",
        "EdL",
        "EdM",
        "Hen",
    ]


def test_every_faction_has_colour_pattern_and_letter_of_its_own() -> None:
    assert len({m.colour for m in FACTION_MARKS}) == 8
    assert len({m.pattern for m in FACTION_MARKS}) == 8
    assert [m.letter for m in FACTION_MARKS] == list("ABCDEFGH")
    assert faction_mark(None).letter == "·"
    assert len(piece_colours(LIGHT)) < 128


def test_faction_colours_differ_for_the_colour_blind_by_lightness_or_pattern() -> None:
    for i, a in enumerate(FACTION_MARKS):
        for b in FACTION_MARKS[i + 1 :]:
            assert a.pattern != b.pattern
            assert a.letter != b.letter
