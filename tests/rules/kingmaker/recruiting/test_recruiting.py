"""Recruiting once all have moved (families-recruit).

Seats: 0 Lancaster, 1 York, 2 Neville (York), 3 Percy (Lancaster), 4 Mowbray (York), 5 Stafford
(Lancaster).
"""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.prospects.fights import hope_of
from bot.rules.kingmaker.tables import Modifier
from tests.rules.kingmaker.families.tables import MOWBRAY, NEVILLE, YORK, heads, played_on
from tests.rules.kingmaker.scene import Scene


def at_ashby(*hand: str, outside: bool = False) -> Scene:
    """Bourchier of York is at Ashby, the castle of Hastings, and his movement is over."""
    scene = Scene(6, "families").noble("bourchier", 1, "ashby", outside=outside)
    scene.state.turn = 4
    scene.hand(1, *hand).noble("clifford", 0, "skipton")
    scene.movement(1)
    scene.play(1, "done")
    return scene


def tried(scene: Scene) -> facts.RecruitTried:
    """What came of the only attempt."""
    found = scene.happened(facts.RecruitTried)
    assert len(found) == 1
    return found[0]  # type: ignore[no-any-return]


@pytest.mark.rule("families-recruit.3", "families-recruit.4", "families-recruit.5")
def test_two_dice_and_the_leaning_bring_ten_and_he_joins() -> None:
    scene = at_ashby()
    assert scene.asked(1) == ["recruiting"]
    scene.dice_show(2, 4).play(1, "recruit", noble="hastings", envoy="bourchier")
    assert tried(scene) == facts.RecruitTried(
        seat=1,
        noble="hastings",
        dice=(2, 4),
        total=10,
        needed=10,
        joined=True,
        modifiers=(Modifier("leaning", 4, ("hastings",)),),
        envoy="bourchier",
    )
    assert scene.state.nobles["hastings"].seat == 1


@pytest.mark.rule("families-recruit.5")
def test_nine_is_too_little_and_he_stays_away() -> None:
    scene = at_ashby()
    scene.dice_show(1, 4).play(1, "recruit", noble="hastings", envoy="bourchier")
    assert (tried(scene).total, tried(scene).joined) == (9, False)
    assert "hastings" not in scene.state.nobles


@pytest.mark.rule("families-recruit.5", "families-recruit.17")
def test_no_roll_succeeds_by_itself() -> None:
    """Twelve less four is eight."""
    scene = Scene(6, "families").noble("clifford", 0, "ashby").movement_over(0)
    scene.dice_show(6, 6).play(0, "recruit", noble="hastings", envoy="clifford")
    assert (tried(scene).total, tried(scene).joined) == (8, False)


@pytest.mark.rule("families-recruit.6")
@pytest.mark.parametrize("outside", [False, True])
def test_he_stands_where_the_envoy_is_and_his_castle_is_his(outside: bool) -> None:
    scene = at_ashby(outside=outside)
    scene.dice_show(6, 6).play(1, "recruit", noble="hastings", envoy="bourchier")
    square = scene.board.places["ashby"].square
    inside = None if outside else "ashby"
    assert scene.where("hastings") == (square, inside, None)
    # Inside the envoy holds it; nobody does while he is in the open.
    assert scene.state.control["ashby"] == ("hastings" if outside else "bourchier")
    assert scene.state.nobles["hastings"].joined == 4


@pytest.mark.rule("families-recruit.6")
def test_his_card_is_in_no_hand_and_in_no_deck() -> None:
    scene = at_ashby()
    scene.dice_show(6, 6).play(1, "recruit", noble="hastings", envoy="bourchier")
    assert all("hastings" not in faction.hand for faction in scene.state.factions)
    assert "hastings" not in scene.state.crown_deck + scene.state.crown_discards


@pytest.mark.rule("families-recruit.18", "families-recruit.8", "families-recruit.9")
def test_all_that_was_offered_is_his() -> None:
    scene = at_ashby("earl_kent", "chancellor_england", "bp_lincoln", "saxons_1")
    scene.dice_show(1, 1).play(
        1,
        "recruit",
        noble="hastings",
        envoy="bourchier",
        title="earl_kent",
        office="chancellor_england",
        cards=["bp_lincoln"],
    )
    assert [m.value for m in tried(scene).modifiers] == [4, 2, 4, 1]
    assert tried(scene).total == 13
    hastings = scene.state.nobles["hastings"]
    assert (hastings.title, hastings.office) == ("earl_kent", "chancellor_england")
    assert hastings.cards == ["bp_lincoln"]
    assert hastings.bargain == 2 + 4 + 1
    assert scene.state.factions[1].hand[0] == "saxons_1"
    assert scene.state.control["caernarvon"] == "hastings"


@pytest.mark.rule("families-recruit.18")
def test_if_he_does_not_join_the_player_keeps_all() -> None:
    scene = at_ashby("earl_kent", "bp_lincoln")
    scene.dice_show(1, 2).play(1, "recruit", noble="hastings", envoy="bourchier", title="earl_kent")
    assert (tried(scene).total, tried(scene).joined) == (9, False)
    assert scene.state.factions[1].hand[:2] == ["earl_kent", "bp_lincoln"]


@pytest.mark.rule("families-recruit.18")
def test_cards_beside_nobles_with_the_envoy_may_be_offered_too() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby", cards=("bp_lincoln",))
    scene.noble("herbert", 1, "ashby", outside=True, cards=("saxons_1",))
    scene.noble("howard", 1, "castle-rising", cards=("saxons_2",)).movement_over(1)
    assert scene.candidates(1, "recruit", "cards") == {"bp_lincoln", "saxons_1"}
    scene.dice_show(2, 3).play(
        1, "recruit", noble="hastings", envoy="herbert", cards=["bp_lincoln"]
    )
    assert tried(scene).total == 10
    assert scene.state.nobles["bourchier"].cards == []
    assert scene.state.nobles["hastings"].cards == ["bp_lincoln"]
    # The bishop's places go with him.
    assert scene.state.control["newark"] == "hastings"


@pytest.mark.rule("families-recruit.18", "families-recruit.19")
def test_what_is_another_recruits_due_is_not_offered() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby", cards=("bp_lincoln", "saxons_1"))
    scene.state.nobles["bourchier"].bargain = 1
    scene.movement_over(1)
    assert scene.candidates(1, "recruit", "cards") == {"saxons_1"}
    scene.give("bourchier", "bp_norwich")
    scene.match.look_anew()
    assert scene.candidates(1, "recruit", "cards") == {"saxons_1", "bp_lincoln", "bp_norwich"}


@pytest.mark.rule("families-recruit.18")
def test_who_waits_in_calais_and_pardons_are_not_offered() -> None:
    scene = Scene(6, "families+advanced_cards+kings_pardon").noble("bourchier", 1, "ashby")
    scene.hand(1, "french_foot", "kings_pardon_1", "saxons_1").movement_over(1)
    assert scene.candidates(1, "recruit", "cards") == {"saxons_1"}


@pytest.mark.rule("families-recruit.18")
@pytest.mark.parametrize(
    ("offer", "says"),
    [
        ({"office": "marshal_england"}, "Without a title"),
        ({"cards": ["saxons_2"]}, "from your hand"),
        ({"title": ["earl_kent", "earl_essex"]}, "one title at most"),
        ({"title": "earl_kent", "office": ["marshal_england", "constable_dover"]}, "one office"),
    ],
)
def test_offers_that_could_not_be_his(offer: dict[str, list[str]], says: str) -> None:
    scene = at_ashby("earl_kent", "earl_essex", "marshal_england", "constable_dover")
    scene.forbidden(
        1,
        "recruit",
        rule="families-recruit.18",
        says=says,
        noble="hastings",
        envoy="bourchier",
        **offer,
    )


@pytest.mark.rule("families-recruit.18")
def test_a_noble_with_a_printed_title_takes_an_office_and_no_title() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "arundel", outside=True)
    scene.hand(1, "earl_kent", "constable_dover").movement_over(1)
    (offer,) = scene.offered(1, "recruit")
    assert [field.name for field in offer.fields] == ["noble", "envoy", "office"]
    scene.forbidden(
        1,
        "recruit",
        rule="families-recruit.18",
        says="a second",
        noble="fitzalan",
        envoy="bourchier",
        title="earl_kent",
    )
    scene.dice_show(3, 4).play(
        1, "recruit", noble="fitzalan", envoy="bourchier", office="constable_dover"
    )
    assert (tried(scene).total, scene.state.nobles["fitzalan"].office) == (10, "constable_dover")


@pytest.mark.rule("families-recruit.3")
def test_one_attempt_for_a_noble_in_a_turn() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("herbert", 1, "coventry")
    scene.noble("howard", 1, "lathom", outside=True).movement_over(1)
    scene.dice_show(1, 1).play(1, "recruit", noble="hastings", envoy="bourchier")
    scene.refused(1, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier")
    # Another one may still be tried for.
    assert scene.candidates(1, "recruit", "noble") == {"stanley"}


@pytest.mark.rule("families-recruit.3")
def test_the_envoy_must_be_in_the_space_of_a_castle_and_his_since_the_turn_began() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("howard", 1, "lathom")
    scene.noble("herbert", 1, "ashby", outside=True).noble("clifford", 0, "skipton")
    scene.state.turn = 7
    scene.state.nobles["bourchier"].joined = 7
    scene.state.nobles["herbert"].joined = 6
    scene.movement_over(1)
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="stanley", envoy="herbert"
    )
    assert reason == "Your envoy must be in the square of one of that noble’s home castles."
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="hastings", envoy="clifford"
    )
    assert reason == "Send a noble of your own."
    reason = scene.refused(
        1, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier"
    )
    assert reason == "That noble joined you this turn. Send another."
    scene.play(1, "recruit", noble="hastings", envoy="herbert")


@pytest.mark.rule("families-recruit.1", "families-recruit.15")
def test_who_serves_a_faction_and_who_is_the_head_of_one_is_not_recruited() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("howard", 1, "warwick")
    scene.noble("herbert", 1, "lathom", outside=True).noble("hastings", 0, "18,20")
    scene.movement_over(1)
    assert scene.candidates(1, "recruit", "noble") == {"stanley"}
    reason = scene.refused(
        1, "recruit", rule="families-recruit.1", noble="hastings", envoy="bourchier"
    )
    assert reason == "That noble already serves a faction."
    scene.refused(1, "recruit", rule="families-recruit.15", noble="neville", envoy="howard")


@pytest.mark.rule("families-recruit.15")
def test_heads_of_families_that_nobody_plays_are_recruited_like_others() -> None:
    scene = Scene(4, "families").noble("bourchier", 1, "framlingham", outside=True)
    scene.movement_over(1)
    assert scene.candidates(1, "recruit", "noble") == {"mowbray"}
    scene.dice_show(3, 4).play(1, "recruit", noble="mowbray", envoy="bourchier")
    assert (tried(scene).total, scene.state.nobles["mowbray"].seat) == (10, 1)


@pytest.mark.rule("families-recruit.2")
def test_a_starter_who_was_killed_is_recruited_again() -> None:
    scene = Scene(6, "families").noble("greystoke", 3, "greystoke", cards=("saxons_1",))
    scene.noble("percy", 3, "hinderskelfe", outside=True).movement(3)
    kill_noble(scene.match.table, "greystoke", "plague")
    assert "greystoke" not in scene.state.crown_deck + scene.state.crown_discards
    assert "saxons_1" in scene.state.crown_discards
    scene.play(3, "done")
    assert scene.candidates(3, "recruit", "noble") == {"greystoke"}
    scene.dice_show(3, 4).play(3, "recruit", noble="greystoke", envoy="percy")
    # He leans to Lancaster by 2, and Percy of 100 is strong.
    assert [m.value for m in tried(scene).modifiers] == [2, 1]


@pytest.mark.rule("families-recruit.12", "base-11.11")
def test_a_king_who_is_alone_in_a_fortress_helps_the_faction_that_holds_it() -> None:
    scene = Scene(6, "families").noble("clifford", 0, "ashby").control("york", "clifford")
    scene.heir_at("henry", scene.board.places["york"].square, "york").movement_over(0)
    hope = hope_of(scene.content, scene.match.view(0), 0, "hastings")
    assert hope is not None
    scene.dice_show(1, 1).play(0, "recruit", noble="hastings", envoy="clifford")
    assert tuple(tried(scene).modifiers) == hope.modifiers
    assert [(m.reason, m.value) for m in hope.modifiers] == [("leaning", -4), ("sole_king", 2)]


@pytest.mark.rule("families-recruit.12")
def test_only_whose_own_noble_holds_the_sole_king_has_it_easier() -> None:
    scene = Scene(6, "families").noble("clifford", 0, "ashby", heirs=("henry",))
    scene.noble("percy", 3, "ashby", outside=True).movement_over(0)
    scene.dice_show(1, 1).play(0, "recruit", noble="hastings", envoy="clifford")
    assert [(m.reason, m.value) for m in tried(scene).modifiers] == [
        ("leaning", -4),
        ("sole_king", 2),
    ]
    scene.movement_over(3)
    scene.dice_show(1, 1).play(3, "recruit", noble="hastings", envoy="percy")
    assert [(m.reason, m.value) for m in tried(scene).modifiers] == [
        ("leaning", -4),
        ("strong", 1),
    ]


@pytest.mark.rule("families-align.4", "families-align.5")
def test_a_family_that_serves_the_other_house() -> None:
    scene = Scene(6, "families").noble("percy", 3, "ashby")
    scene.state.sides[3].serves = "york"
    scene.movement_over(3)
    scene.dice_show(3, 4).play(3, "recruit", noble="hastings", envoy="percy")
    assert [(m.reason, m.value) for m in tried(scene).modifiers] == [
        ("leaning", 4),
        ("strong", 1),
        ("unfavoured", -2),
    ]
    assert (tried(scene).total, tried(scene).joined) == (10, True)


@pytest.mark.rule("families-align.5")
def test_a_neutral_family_recruits_nobody() -> None:
    scene = Scene(6, "families").noble("percy", 3, "ashby")
    scene.state.sides[3].serves = ""
    scene.movement_over(3)
    assert "recruiting" not in scene.asked(3)


def test_where_nobles_are_drawn_nobody_is_recruited() -> None:
    scene = Scene(2, "classic").noble("bourchier", 1, "ashby")
    scene.movement(1)
    scene.refused(1, "recruit", rule="base-3.5", noble="hastings", envoy="bourchier")
    scene.play(1, "done")
    assert "recruiting" not in scene.asked(1)
    scene.refused(1, "recruit", rule="base-3.5", noble="hastings", envoy="bourchier")


@pytest.mark.rule("families-recruit.4")
def test_nobody_recruits_before_the_movement_ends_nor_after() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby")
    scene.movement(1)
    scene.refused(1, "recruit", rule="families-recruit.4", noble="hastings", envoy="bourchier")
    scene.play(1, "done")
    scene.play(1, "done")
    assert "recruiting" not in scene.asked(1)
    scene.refused(1, "recruit", rule="families-recruit.4", noble="hastings", envoy="bourchier")


@pytest.mark.rule("families-recruit.4")
def test_who_cannot_recruit_now_reads_when_it_is() -> None:
    scene = Scene(6, "families").noble("bourchier", 1, "ashby").noble("clifford", 0, "skipton")
    scene.movement(1)
    told = {wish.verb: (why.rule, why.reason) for wish, why in scene.match.why_not(1)}
    assert told["recruit"] == (
        "families-recruit.4",
        "You can recruit nobles once everyone has moved.",
    )
    drawn = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    drawn.movement(0)
    assert "recruit" not in {wish.verb for wish, _ in drawn.match.why_not(0)}


@pytest.mark.rule("families-recruit.4")
@pytest.mark.parametrize("verb", ["march", "leave"])
def test_who_recruits_reads_that_his_movement_is_over(verb: str) -> None:
    scene = at_ashby()
    reason = scene.refused(1, verb, rule="families-recruit.4", nobles=["bourchier"], to="14,16")
    assert reason == "Everyone has moved. Recruit now, or say that you are done."


# All move, then all recruit


@pytest.mark.rule("families-recruit.4", "families-align.3")
def test_all_of_a_side_move_before_any_of_them_recruits() -> None:
    scene = heads().noble("bourchier", YORK, "ashby").noble("scrope", NEVILLE, "lathom")
    scene.turn(YORK)
    asked = played_on(scene, (YORK, "keep_or_play"))
    # Mowbray has nobody to send: who cannot recruit is passed over.
    moved = [(seat, kind) for seat, kind in asked if kind in ("movement", "recruiting")]
    assert moved == [
        (YORK, "movement"),
        (NEVILLE, "movement"),
        (MOWBRAY, "movement"),
        (YORK, "recruiting"),
        (NEVILLE, "recruiting"),
    ]


@pytest.mark.rule("families-recruit.4", "families-recruit.3")
def test_whom_the_house_has_won_no_family_can_win() -> None:
    scene = (
        heads().noble("bourchier", YORK, "ashby").noble("scrope", NEVILLE, "ashby", outside=True)
    )
    scene.turn(YORK)
    played_on(scene, (YORK, "recruiting"))
    assert (scene.state.phase, scene.state.active) == ("movement", YORK)
    scene.dice_show(6, 6).play(YORK, "recruit", noble="hastings", envoy="bourchier")
    assert scene.state.nobles["hastings"].seat == YORK
    # Nobody is left whom an envoy of Neville could win.
    assert (scene.state.phase, scene.state.active) == ("draw", YORK)


# A House without nobles


def empty(*hand: str) -> Scene:
    """York has lost all of its nobles, and its turn has come to recruiting."""
    scene = heads(without=(YORK,)).hand(YORK, *hand)
    scene.control("ashby", "percy")
    scene.turn(YORK)
    played_on(scene, (YORK, "recruiting"))
    return scene


@pytest.mark.rule("families-recruit.23")
def test_a_house_without_nobles_recruits_without_an_envoy() -> None:
    scene = empty("earl_kent")
    nobles = scene.candidates(YORK, "recruit", "noble")
    assert {"fitzalan", "herbert", "stanley", "clifford"} <= nobles
    assert nobles.isdisjoint({"mowbray", "neville", "percy", "beaufort"})
    castle = scene.content.castles_of("herbert")[0]
    scene.dice_show(3, 3)
    scene.play(YORK, "recruit", noble="herbert", castle=castle, title="earl_kent")
    assert (tried(scene).envoy, tried(scene).total) == (None, 6 + 2 + 2)
    herbert = scene.state.nobles["herbert"]
    assert (herbert.seat, herbert.inside, herbert.title) == (YORK, castle, "earl_kent")
    assert (herbert.bargain, herbert.joined) == (2, scene.state.turn)
    assert scene.state.control[castle] == "herbert"
    assert scene.match.violations() == []
    # Now it has a noble; he has joined in this turn, and wins nobody over in it.
    assert "recruiting" not in scene.asked(YORK)


@pytest.mark.rule("families-recruit.23", "families-recruit.3")
def test_why_a_noble_does_not_come_to_a_house_without_nobles() -> None:
    scene = empty()
    assert "ashby" in scene.content.castles_of("hastings")
    scene.dice_show(1, 1).play(YORK, "recruit", noble="herbert", castle="pembroke")
    for args, rule, reason in (
        ({"noble": "hastings", "castle": "ashby"}, "families-recruit.23",
         "Others hold that castle."),
        ({"noble": "stanley", "castle": "ashby"}, "families-recruit.23",
         "Name one of the noble’s home castles for him to appear at."),
        ({"noble": "stanley", "envoy": "percy"}, "families-recruit.23",
         "Name one of the noble’s home castles for him to appear at."),
        ({"noble": "herbert", "castle": "pembroke"}, "families-recruit.3",
         "You have already tried to recruit that noble this turn."),
        ({"noble": "mowbray", "castle": "framlingham"}, "families-recruit.1",
         "That noble already serves a faction."),
    ):  # fmt: skip
        assert scene.refused(YORK, "recruit", rule=rule, **args) == reason


@pytest.mark.rule("families-recruit.23")
def test_neither_a_family_without_nobles_nor_a_house_with_one_does_without_an_envoy() -> None:
    scene = heads(without=(NEVILLE,)).noble("bourchier", YORK, "pleshey", outside=True)
    scene.turn(YORK)
    asked = played_on(scene, (YORK, "keep_or_play"))
    assert "recruiting" not in [kind for _, kind in asked]
