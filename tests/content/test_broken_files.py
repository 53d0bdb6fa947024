"""A broken data file is refused, and the message names the file, the key and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, load_content
from tests.data_folder import copied

Edit = Callable[[Any], None]

CROWN = "kingmaker/crown.json"
EVENTS = "kingmaker/events.json"
SHIPS = "kingmaker/ships.json"
HEIRS = "kingmaker/heirs.json"
BATTLE = "kingmaker/battle.json"
RECRUITING = "kingmaker/recruiting.json"
BOARD = "kingmaker/board.json"
HOUSE = "kingmaker/rulesets/house.json"
BASE = "kingmaker/rulesets/base.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the data folder that a test may spoil."""
    return copied(tmp_path)


def spoil(root: Path, file: str, edit: Edit) -> None:
    path = root / file
    whole = json.loads(path.read_text(encoding="utf-8"))
    edit(whole)
    path.write_text(json.dumps(whole), encoding="utf-8")


def put(*keys: Any, value: Any) -> Edit:
    """An edit that puts a value under a path of keys; a str before a list looks up an id."""

    def edit(whole: Any) -> None:
        for key in keys[:-1]:
            whole = whole[at(whole, key)]
        whole[at(whole, keys[-1])] = value

    return edit


def drop(*keys: Any) -> Edit:
    """An edit that takes away what lies under a path of keys."""

    def edit(whole: Any) -> None:
        for key in keys[:-1]:
            whole = whole[at(whole, key)]
        del whole[at(whole, keys[-1])]

    return edit


def add(*keys: Any, value: Any) -> Edit:
    """An edit that appends a value to the list under a path of keys."""

    def edit(whole: Any) -> None:
        for key in keys:
            whole = whole[at(whole, key)]
        whole.append(value)

    return edit


def swap(*keys: Any) -> Edit:
    """An edit that swaps two items of the list under a path of keys."""

    def edit(whole: Any) -> None:
        for key in keys[:-2]:
            whole = whole[at(whole, key)]
        i, j = keys[-2:]
        whole[i], whole[j] = whole[j], whole[i]

    return edit


def without_marshal(whole: Any) -> None:
    whole["values"]["crown_removed"].append("marshal_england")
    whole["values"]["crown_size"] = 72


PART = {
    "name": "Percy",
    "favours": "lancaster",
    "head": "percy",
    "second": "greystoke",
    "cards": 4,
    "keeper": "beaufort",
}
"""A part of a House whose heirs begin with a noble of somebody else."""


def at(whole: Any, key: Any) -> Any:
    if isinstance(whole, list) and isinstance(key, str):
        return next(i for i, row in enumerate(whole) if row["id"] == key)
    return key


def test_the_copy_itself_is_sound(root: Path) -> None:
    assert len(load_content("house", root).crown) == 73


WRONG_TYPE = [
    (CROWN, put("cards", 12, "troops", value="many"), "cards[12].troops",
     "must be a whole number, but it is a text."),
    (CROWN, put("cards", 3, "trops", value=3), "cards[3]",
     "there is no field 'trops'. Is it misspelt?"),
    (CROWN, drop("cards", 7, "name"), "cards[7]", "the field 'name' is missing."),
    (CROWN, put("cards", 0, "kind", value="knight"), "cards[0].kind",
     "'knight' is not one of the values allowed here."),
    (EVENTS, put("cards", 0, "killed", value="percy"), "cards[0].killed",
     "must be a list, but it is a text."),
    (BATTLE, put("rows", 2, "low", value=[1, 2, 3]), "rows[2].low",
     "must be a list of 2 values."),
    (BATTLE, drop("deaths", "no_victory"), "deaths", "the field 'no_victory' is missing."),
    (HEIRS, put("heirs", 4, "starts", "1976", value=5), "heirs[4].starts.1976",
     "must be a text, but it is a whole number."),
    (BASE, drop("values", "debate_seconds"), (HOUSE, ""),
     "the field 'debate_seconds' is missing."),
    (BASE, drop("values", "ballot_seconds"), (HOUSE, ""),
     "the field 'ballot_seconds' is missing."),
    (HOUSE, put("values", "hand_limit", value="two"), "values.hand_limit",
     "must be a whole number or null, but it is a text."),
    (BOARD, put("cells", 300, "col", value=None), "cells[300].col",
     "must be a whole number, but it is null."),
]  # fmt: skip

WRONG_CARDS = [
    (CROWN, put("cards", "saxons_2", "id", value="saxons_1"), "cards[58].id",
     "the id 'saxons_1' is used twice."),
    (CROWN, put("cards", "audley", "castles", value=["camelot"]), "cards[0].castles[0]",
     "there is no place 'camelot' on the board."),
    (CROWN, add("cards", "audley", "castles", value="dover"), "cards[0].castles[1]",
     "'dover' is a royal_castle, not a noble castle."),
    (CROWN, add("cards", "beaufort", "castles", value="newcastle-under-lyme"),
     "cards[1].castles[2]",
     "'newcastle-under-lyme' is a castle of 'audley' and of 'beaufort'."),
    (CROWN, put("cards", "audley", "castles", value=["raby"]), "cards[0].castles[0]",
     "on the board 'raby' belongs to Neville."),
    (CROWN, put("cards", "neville", "castles", value=["warwick", "raby", "middleham"]),
     (BOARD, "places[95].owner"), "no noble's card names the castle 'cardiff'."),
    (CROWN, put("cards", "clifford", "castles", value=[]), "cards[4].castles",
     "the noble 'clifford' needs a home castle."),
    (CROWN, add("cards", "constable_dover", "controls", value="wells"), "cards[37].controls[1]",
     "'wells' is not a fortress, so nobody can control it."),
    (CROWN, add("cards", "constable_dover", "controls", value="york"), "cards[48].controls[0]",
     "'york' is given by 'constable_dover' and by 'abp_york'."),
    (CROWN, put("cards", "constable_tower", "bonus_area", value="place:camelot"),
     "cards[38].bonus_area", "there is no place 'camelot' on the board."),
    (CROWN, put("cards", "chamberlain_chester", "bonus_area", value="mercia"),
     "cards[40].bonus_area", "there is no region 'mercia' on the board."),
    (CROWN, drop("cards", "warden_marches", "bonus_area"), "cards[42].bonus_area",
     "'warden_marches': a bonus needs an area, and an area needs a bonus."),
    (CROWN, add("cards", "admiral_england", "ships", value="le_pinafore"),
     "cards[44].ships[2]", "there is no ship 'le_pinafore'."),
    (CROWN, put("cards", "percy", "troops", value=-10), "cards[16].troops",
     "'percy' must not have a number below 0."),
    (CROWN, put("cards", "town_bristol", "controls", value=[]), "cards[62].controls",
     "the place card 'town_bristol' must name one place."),
    (SHIPS, put("ships", "le_swan", "home_port", value="york"), "ships[0].home_port",
     "'york' is not a port."),
    (SHIPS, put("ships", "le_swan", "capacity", value=0), "ships[0].capacity",
     "'le_swan' must carry at least 1 man."),
    (SHIPS, put("ships", "le_george", "office", value="admiral_england"),
     (CROWN, "cards[43].ships[0]"),
     "the ship 'le_george' does not belong to 'warden_cinque_ports'."),
    (SHIPS, drop("ships", "le_rose"), (CROWN, "cards[76].ships[0]"), "there is no ship 'le_rose'."),
    (EVENTS, put("cards", "E-PL02", "id", value="E-PL01"), "cards[1].id",
     "the id 'E-PL01' is used twice."),
    (EVENTS, put("cards", "E-RA01", "calls", 1, "who", value="percey"),
     "cards[16].calls[1].who", "there is no Crown card 'percey'."),
    (EVENTS, put("cards", "E-RA01", "calls", 0, "who", value="saxons_1"),
     "cards[16].calls[0].who", "an Event card cannot call 'saxons_1'."),
    (EVENTS, put("cards", "E-RA01", "calls", 2, "to", value="durhum"),
     "cards[16].calls[2].to", "there is no place 'durhum' on the board."),
    (EVENTS, add("cards", "E-PL01", "killed", value="saxons_1"), "cards[0].killed[3]",
     "there is no noble 'saxons_1'."),
    (EVENTS, put("cards", "E-PL01", "place", value="londinium"), "cards[0].place",
     "there is no place 'londinium' on the board."),
    (EVENTS, drop("cards", "E-EM01", "place"), "cards[45].place",
     "'E-EM01': a card of the kind 'embassy' must have 'place'."),
    (EVENTS, put("cards", "E-EM01", "mercenary", value="saxons"), "cards[45].mercenary",
     "'E-EM01': a card of the kind 'embassy' must not have 'mercenary'."),
    (EVENTS, put("cards", "X-MUL", "ship", value="le_louis"), "cards[98].ship",
     "there is no ship 'le_louis'."),
    (EVENTS, put("cards", "E-ST01", "kind", value="storm"), "cards[49].kind",
     "nothing says what a card of the kind 'storm' does."),
    (EVENTS, put("cards", "E-MG01", "mercenary", value="swiss"), "cards[52].mercenary",
     "there are no mercenaries 'swiss'."),
    (EVENTS, put("cards", "E-WR01", "hold", value=False), "cards[70].hold",
     "'E-WR01': cards of the kind 'writ' are held."),
    (EVENTS, put("cards", "E-PL04", "killed", value=["percy"]), "cards[3].killed",
     "'E-PL04' decides no combat, so it cannot name the dead."),
]  # fmt: skip

WRONG_TABLES = [
    (HEIRS, put("heirs", "george", "order", value=2), "heirs[6].order",
     "'george' must be number 4 of the house of york."),
    (HEIRS, put("heirs", "margaret", "crowned", value=True), "heirs[1].crowned",
     "'henry' and 'margaret' cannot both be King for one house."),
    (HEIRS, put("heirs", "george", "starts", "1976", value="continent"),
     "heirs[6].starts.1976",
     "there is no place 'continent' on the board where an heir can stand."),
    (HEIRS, put("guards", 0, "troops", value=40), "guards[0].troops",
     "the Crown card 'plantagenet_lancaster' has 30 troops."),
    (BATTLE, put("rows", 3, "low", value=[1, 3]), "rows[3].low",
     "the ratio 1:3 must be above that of the row before it, 1:2."),
    (BATTLE, put("rows", 4, "none", value=17), "rows[4].none", "17 must not be below 18."),
    (BATTLE, put("rows", 9, "minor", value=101), "rows[9].minor", "a d100 ends at 100."),
    (BATTLE, put("deaths", "major_victory", "attacking_heir", value=120),
     "deaths.major_victory.attacking_heir", "a chance must be between 0 and 100 per cent."),
    (BATTLE, put("rows", value=[]), "rows", "the table has no rows."),
]  # fmt: skip

WRONG_BOARD = [
    (BOARD, drop("cells", "18,20", "neighbours", 0), "cells[511].neighbours[7]",
     "17,19 has 18,20 as a neighbour, but not the other way round."),
    (BOARD, add("cells", "18,20", "neighbours", value="1,11"), "cells[538].neighbours[8]",
     "18,20 has 1,11 as a neighbour, but not the other way round."),
    (BOARD, put("places", "york", "id", value="london"), "places[1].id",
     "the id 'london' is used twice."),
    (BOARD, drop("roads", "great-north-road", "cells", 1), "cells[512].roads[0]",
     "the road 'great-north-road' does not pass 18,19."),
    (BOARD, swap("roads", "great-north-road", "cells", 1, 2), "roads[0].cells[1]",
     "the road 'great-north-road' jumps from 18,20 to 18,18, which are not neighbours."),
    (BOARD, add("roads", "great-north-road", "places", value="plymouth"),
     "roads[0].places[11]", "'plymouth' is in no square of the road 'great-north-road'."),
    (BOARD, put("ports", "bristol", value=["severn-sea", "bristol-channel"]),
     "ports.bristol[1]", "there is no sea square 'bristol-channel'."),
    (BOARD, put("ports", "bristol", value=["solent"]), "seas[21].ports[0]",
     "'bristol' does not list 'severn-sea' among the sea squares that it touches."),
    (BOARD, drop("seas", "solent", "neighbours", 0), "seas[35].neighbours[2]",
     "'narrow-seas' has 'solent' as a neighbour, but not the other way round."),
    (BOARD, put("places", "raby", "garrison", value=200), "places[94].garrison",
     "'raby' is a noble_castle, so its garrison must be 100."),
    (BOARD, put("places", "raby", "at", value=[1.0, 1.0]), "places[94].at",
     "'raby' is drawn outside its square 13,6."),
    (BOARD, put("places", "raby", "owner", value=None), "places[94].owner",
     "'raby' is a noble_castle. Noble castles have owners, and no other places do."),
    (BOARD, put("editions", "1976", "ports", "london", value=["london-estuary"]),
     "editions.1976.ports.london",
     "there is no sea square 'london-estuary' in this edition."),
    (BOARD, put("exceptions", "islands", "wight", value=["18,20"]),
     "exceptions.islands.wight[0]", "square 18,20 is not on the island 'wight'."),
]  # fmt: skip

WRONG_RECRUITING = [
    (RECRUITING, put("leanings", "percys", value={"house": "york", "value": 1}),
     "leanings.percys", "'percys' is not a noble."),
    (RECRUITING, put("leanings", "percy", "value", value=0), "leanings.percy.value",
     "a leaning must be above 0."),
    (RECRUITING, put("offices", "percy", value=2), "offices.percy", "'percy' is not an office."),
    (RECRUITING, put("set_size", value=0), "set_size", "a set must have at least one card."),
]  # fmt: skip

OWN_CARD = '. Give a card of your own "game": "ours", and name it under'


def own_card(card: str) -> Edit:
    """An edit that adds a card which forgets to say that it is one of a table's own."""

    def edit(whole: Any) -> None:
        rows = whole["cards"]
        like = next(row for row in rows if row["id"] in ("E-PL04", "saxons_2"))
        rows.append({key: value for key, value in like.items() if key != "game"} | {"id": card})

    return edit


WRONG_RULES = [
    (CROWN, drop("cards", "saxons_2"), (HOUSE, "values.crown_size"),
     "says 73 Crown cards, but there are 72."),
    (EVENTS, drop("cards", "E-WR10"), (HOUSE, "values.event_size"),
     "says 81 Event cards, but there are 80."),
    (EVENTS, own_card("X-OWN"), (HOUSE, "values.event_size"),
     f"says 81 Event cards, but there are 82. The last is 'X-OWN' of the set 'basic'{OWN_CARD} "
     "event_added in an option or a rule set."),
    (CROWN, own_card("own_writ"), (HOUSE, "values.crown_size"),
     f"says 73 Crown cards, but there are 74. The last is 'own_writ' of the set 'basic'{OWN_CARD} "
     "crown_added in an option or a rule set."),
    (CROWN, put("cards", "percy", "lords", value=4), (BASE, "values.lords_total"),
     "says 82 votes in the Lords, but they add up to 83."),
    (BOARD, put("places", "hull", "commons_votes", value=0), (BASE, "values.commons_total"),
     "says 156 votes in the Commons, but they add up to 153."),
    (HOUSE, without_marshal, "values.crown_removed",
     "the event 'E-RA03' calls 'marshal_england', which this rule set leaves out."),
    (HOUSE, put("id", value="hous"), "id", "'hous' must be the name of the file, 'house'."),
    (HOUSE, put("values", "withheld", value=["constable_towers"]), "values.withheld[0]",
     "there is no Crown card 'constable_towers'."),
    (HOUSE, put("values", "withheld", value=["captain_calais"]), "values.withheld[0]",
     "'captain_calais' is not in the deck of this rule set."),
    (HOUSE, add("values", "crown_removed", value="le_lucas"), "values.crown_removed[7]",
     "'le_lucas' is named twice."),
    (HEIRS, put("heirs", 1, "starts", value={"1981": "coventry"}), (BASE, "values.heirs[1]"),
     "'margaret' has no starting place on the board of 1976."),
    (HOUSE, put("values", "ship_nobles", value={"le_lucas": "stanly"}),
     "values.ship_nobles.le_lucas",
     "there is no noble 'stanly'."),
    (HOUSE, put("values", "ship_home_ports", value={"le_lucas": "york"}),
     "values.ship_home_ports.le_lucas",
     "'york' is not a port."),
    (HOUSE, put("values", "lay_share", value=[3, 2]), "values.lay_share",
     "3/2 must be a share above 0 and no more than 1."),
    (HOUSE, put("values", "parts", value=[PART | {"id": str(i)} for i in range(7)]),
     "values.parts[0].keeper",
     "must be the part's head or its second."),
    (HOUSE, put("values", "capacities", "unfortified_town", value=400),
     "values.capacities.unfortified_town",
     "'unfortified_town' is not a kind of place that can be full."),
    (HOUSE, put("values", "hand_limit", value=-1), "values.hand_limit", "must not be below 0."),
    (BASE, put("values", "deal_total", value=90), "values.deal_total",
     "the deal needs more cards than the deck holds."),
    (BASE, put("values", "closed_places", value=["atlantis"]), "values.closed_places[0]",
     "there is no place 'atlantis'."),
    (HOUSE, put("based_on", value="basis"), "based_on",
     "there is no such rule set. Choose from: base, classic, house."),
    (BASE, put("based_on", value="house"), "based_on", "'house' is based on itself."),
    (HOUSE, put("values", "hands_limit", value=2), "values.hands_limit",
     "there is no field 'hands_limit'. Is it misspelt?"),
    (HOUSE, put("values", "name", value="House"), "values.name",
     "'name' is not one of the values. Put it at the top of the file."),
    (HOUSE, put("use", "battles", value="event_card"), "use",
     "there is no field 'battles'. Is it misspelt?"),
    (HOUSE, put("use", "deaths", value="card_names"), "use.deaths",
     "names on a card can kill only if battles draw cards, and 'percentile_table' draws none."),
    (HOUSE, put("values", "whole_forces", value=False), "values.whole_forces",
     "must be true unless an Event card decides the battle."),
    (HOUSE, put("use", "battle", value="tea"), "use.battle",
     "'tea' is not one of the values allowed here."),
    (HOUSE, put("add", value={"hand_limit": [1]}), "add.hand_limit",
     "there is nothing of that kind to add to."),
    (HOUSE, put("add", value={"heirs": ["henry"]}), "values.heirs[7]",
     "'henry' is named twice."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "edit", "key", "reason"),
    WRONG_TYPE + WRONG_CARDS + WRONG_TABLES + WRONG_BOARD + WRONG_RECRUITING + WRONG_RULES,
)
def test_a_broken_file_is_refused(
    root: Path, file: str, edit: Edit, key: str | tuple[str, str], reason: str
) -> None:
    """`key` is a pair of file and key where the fault shows in another file than was spoilt."""
    spoil(root, file, edit)
    with pytest.raises(ContentError) as refused:
        load_content("house", root)
    error = refused.value
    assert (error.file, error.key) == (key if isinstance(key, tuple) else (file, key))
    assert error.reason == reason
    assert str(error) == ": ".join(part for part in (error.file, error.key, error.reason) if part)


def test_a_missing_file_is_named(root: Path) -> None:
    (root / BATTLE).unlink()
    with pytest.raises(ContentError) as refused:
        load_content("house", root)
    assert str(refused.value) == "kingmaker/battle.json: this file is missing."


def test_broken_json_is_refused_with_its_line(root: Path) -> None:
    lines = (root / SHIPS).read_text(encoding="utf-8").split("\n")
    lines[4] = lines[4].replace('"id":', '"id"')
    (root / SHIPS).write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_content("house", root)
    assert str(refused.value) == "kingmaker/ships.json: line 5: this is not valid JSON."


def test_a_file_that_is_no_text_is_refused(root: Path) -> None:
    (root / CROWN).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError) as refused:
        load_content("house", root)
    assert refused.value.file == CROWN
    assert "cannot be read" in refused.value.reason
