"""Stretches of play by the rules of the six families, kept as files like those of the other sets.

Every story is told with the dice as they fell; the stewards play it to its end.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    YORK,
    played_on,
)
from tests.rules.kingmaker.victory.test_classic_tales import FREE, IDLE, WRITS, ClassicTale

YORKISTS = ("richard_york", "edward_march", "george", "richard_gloucester")

HEADS = (
    ("beaufort", "corfe"),
    ("plantagenet_york", "ludlow"),
    ("neville", "warwick"),
    ("percy", "alnwick"),
    ("mowbray", "framlingham"),
    ("stafford", "stafford"),
)
"""The heads of the parts by seat, and a castle of each."""


class FamilyTale(ClassicTale):
    """A tale of the six families, with the heads at home but for some who are ``away``."""

    def __init__(self, seats: int = 6, rounds: int = 4, away: tuple[int, ...] = ()) -> None:
        super().__init__(seats, "families", rounds)
        for seat, (noble, castle) in enumerate(HEADS[:seats]):
            if seat not in away:
                self.noble(noble, seat, castle)

    def begins(self, house: int, *events: str, turns: int = 4) -> None:
        """The turn of a House begins; what is drawn in so many turns asks nothing."""
        cards = iter(IDLE)
        here = {card for noble in self.state.nobles.values() for card in noble.cards}
        here |= {card for faction in self.state.factions for card in faction.hand}
        quiet = [card for card in cards if card not in here][: 2 * turns]
        self.next_events(*events, *WRITS[: turns - len(events)]).next_crown(*quiet)
        self.turn(house)


def one(tale: FamilyTale, kind: type[Any]) -> Any:
    """The only fact of a kind that came of the last choice."""
    (found,) = tale.happened(kind)
    return found


@pytest.mark.rule(
    "families-victory.1", "families-victory.7", "families-victory.9", "families-victory.10"
)
def test_the_house_of_lancaster_dies_out() -> None:
    """Henry is put to death; Beaufort, the last of Lancaster, falls in the field next to him."""
    tale = FamilyTale(away=(LANCASTER, YORK)).dead("margaret", "edward_lancaster")
    tale.noble("beaufort", LANCASTER, FREE).noble("clifford", LANCASTER, "skipton")
    tale.noble("plantagenet_york", YORK, FREE, cards=("scots_archers_1", "saxons_1"))
    tale.hold("henry", "plantagenet_york").give("percy", "town_ipswich", "warden_marches")
    tale.give("neville", "bp_durham", "abp_canterbury")
    tale.begins(YORK)
    played_on(tale, (YORK, "movement"))
    tale.play(YORK, "kill_heir", heir="henry")
    assert tale.happened(facts.BeaufortBecameHeir)
    assert tale.state.result is None
    played_on(tale, (YORK, "combat"))
    tale.next_events("E-PL01")
    tale.play(YORK, "attack", nobles=["plantagenet_york"], against="0", square=FREE)
    assert one(tale, facts.NobleDied).noble == "beaufort"
    counted = one(tale, facts.PointsCounted)
    assert counted.extinct == ("lancaster",)
    assert counted.bonuses == ("", "winning", "winning", "", "winning", "")
    # Neville: 75 for himself, 65 and 100 for his clerics, 40 for their cities; half as much again.
    assert counted.points[NEVILLE] == 420
    # Percy: 150 for himself, 50 and half of 100 for the office, 40 for a town and for Berwick.
    assert counted.points[PERCY] == 290
    assert tale.state.result == Result((NEVILLE,), "points")
    tale.ends(
        "families/a-house-dies-out",
        "The House of Lancaster dies out: its last heir falls in the field, and points decide",
    )


@pytest.mark.rule(
    "families-switch.1", "families-switch.3", "families-switch.4", "families-victory.11"
)
def test_a_traitor_wins() -> None:
    """Neville keeps still in the turn of York, goes over to Lancaster, pays with a noble, and has
    most points when Lancaster puts the last Yorkist to death."""
    tale = FamilyTale(away=(LANCASTER,)).dead(*YORKISTS[1:])
    tale.noble("beaufort", LANCASTER, "corfe", heirs=("richard_york",))
    tale.noble("scrope", NEVILLE, "masham").noble("roos", NEVILLE, FREE)
    tale.give("neville", "abp_york", "marshal_england", "earl_kent")
    tale.begins(YORK)
    played_on(tale, (NEVILLE, "declare_side"))
    tale.play(NEVILLE, "stay_loyal")
    played_on(tale, (NEVILLE, "movement"))
    tale.refused(NEVILLE, "serve_house", rule="families-align.1")
    tale.play(NEVILLE, "done")
    played_on(tale, (NEVILLE, "declare_side"))
    assert tale.state.active == LANCASTER
    tale.play(NEVILLE, "serve_house")
    tale.play(LANCASTER, "admit")
    served = one(tale, facts.FamilyServes)
    assert (served.seat, served.by, served.house, served.former) == (
        NEVILLE,
        LANCASTER,
        "lancaster",
        "york",
    )
    # The House that is betrayed has Scrope, who leans to it, but not Roos.
    tale.dice_show(5, 2, 6, 4)
    tale.play(YORK, "recruit", noble="scrope")
    assert one(tale, facts.RecruitTried).joined
    assert tale.where("scrope")[1] == "masham"
    tale.play(YORK, "recruit", noble="roos")
    assert not one(tale, facts.RecruitTried).joined
    asked = played_on(tale, (NEVILLE, "movement"))
    assert (LANCASTER, "movement") in asked
    tale.play(NEVILLE, "march", nobles=["neville"], to="13,17")
    tale.play(NEVILLE, "done")
    tale.play(LANCASTER, "kill_heir", heir="richard_york")
    counted = one(tale, facts.PointsCounted)
    assert counted.bonuses == ("winning", "", "unfavoured", "winning", "", "winning")
    # 75 for himself, 30 for Roos, 115 and a city for the Archbishop, 100, and 30 for the title.
    assert counted.points[NEVILLE] == (75 + 30 + 115 + 30 + 100 + 30) * 5 // 4
    assert tale.state.result == Result((NEVILLE,), "points")
    tale.ends(
        "families/a-traitor-wins",
        "A change of sides that wins: a family lets a turn go by, goes over, and has most points",
    )


@pytest.mark.rule(
    "families-players.1",
    "families-recruit.1",
    "families-recruit.3",
    "families-recruit.15",
    "families-recruit.16",
    "families-recruit.22",
)
def test_with_three_players_the_heads_of_others_are_won() -> None:
    """Nobody plays Percy: York tries for him in vain, and Lancaster wins him with an envoy."""
    tale = FamilyTale(3, away=(LANCASTER, YORK)).noble("beaufort", LANCASTER, "12,3")
    tale.noble("plantagenet_york", YORK, "ashby", outside=True)
    tale.noble("bourchier", YORK, "wressle", outside=True).noble("scrope", NEVILLE, "masham")
    tale.begins(YORK)
    played_on(tale, (YORK, "recruiting"))
    tale.refused(YORK, "recruit", rule="families-recruit.1", noble="neville", envoy="bourchier")
    tale.dice_show(6, 5)
    tale.play(YORK, "recruit", noble="percy", envoy="bourchier")
    tried = one(tale, facts.RecruitTried)
    assert (tried.total, tried.joined) == (11 - 3 + 1, False)
    tale.refused(YORK, "recruit", rule="families-recruit.3", noble="percy", envoy="bourchier")
    tale.play(YORK, "done")
    played_on(tale, (LANCASTER, "movement"))
    tale.play(LANCASTER, "march", nobles=["beaufort"], to="14,3")
    tale.refused(LANCASTER, "recruit", rule="families-recruit.4", noble="percy", envoy="beaufort")
    tale.play(LANCASTER, "done")
    assert tale.asked(LANCASTER) == ["recruiting"]
    tale.play(LANCASTER, "done")
    played_on(tale, (YORK, "recruiting"))
    tale.refused(YORK, "recruit", rule="families-recruit.22", noble="percy", envoy="bourchier")
    tale.dice_show(3, 2)
    tale.play(YORK, "recruit", noble="hastings", envoy="plantagenet_york")
    assert one(tale, facts.RecruitTried).total == 5 + 4 + 1
    assert tale.where("hastings") == ("14,15", None, None)
    played_on(tale, (LANCASTER, "recruiting"))
    tale.dice_show(4, 3)
    tale.play(LANCASTER, "recruit", noble="percy", envoy="beaufort")
    assert one(tale, facts.RecruitTried).total == 7 + 3
    assert (tale.state.nobles["percy"].seat, tale.state.control["alnwick"]) == (0, "percy")
    tale.ends(
        "families/three-at-the-table",
        "Three players: the head of a family that nobody plays is won by an envoy",
    )


@pytest.mark.rule(
    "families-recruit.6",
    "families-recruit.8",
    "families-recruit.18",
    "families-recruit.19",
    "families-recruit.20",
    "families-cards.3",
    "families-cards.4",
)
def test_a_recruit_is_given_his_due() -> None:
    """Hastings is won with a title, an office and a bishop; what he loses is made good once."""
    tale = FamilyTale().noble("bourchier", YORK, "ashby").noble("clifford", LANCASTER, "skipton")
    tale.hand(YORK, "earl_kent", "treasurer_england", "bp_durham", "bp_carlisle")
    tale.begins(YORK)
    played_on(tale, (YORK, "recruiting"))
    tale.dice_show(1, 1)
    tale.play(
        YORK,
        "recruit",
        noble="hastings",
        envoy="bourchier",
        title="earl_kent",
        office="treasurer_england",
        cards=["bp_durham"],
    )
    assert one(tale, facts.RecruitTried).total == 2 + 4 + 2 + 1 + 1 + 1
    assert tale.state.nobles["hastings"].bargain == 2 + 1 + 1
    played_on(tale, (YORK, "keep_or_play"))
    (card,) = tale.candidates(YORK, "hand_out", "card")
    tale.refused(YORK, "hand_out", rule="families-cards.3", card=card, family=str(LANCASTER))
    tale.play(YORK, "hand_out", card=card, family=str(MOWBRAY))
    assert card in tale.state.factions[MOWBRAY].hand
    tale.play(YORK, "keep")
    tale.refused(YORK, "play", rule="base-3.4", card=card, noble="bourchier")
    played_on(tale, (YORK, "movement"))
    tale.play(YORK, "transfer", thing="beside:bp_durham", noble="bourchier")
    assert one(tale, facts.PromiseBroken).owed == 1
    assert tale.asked(YORK) == ["make_good"]
    tale.play(YORK, "make_good", card="bp_carlisle")
    assert tale.happened(facts.MadeGood) == [facts.MadeGood(YORK, "hastings")]
    tale.play(YORK, "transfer", thing="beside:bp_carlisle", noble="bourchier")
    tale.play(YORK, "keep_back")
    assert tale.asked(LANCASTER) == ["rivalry"]
    tale.dice_show(6, 6)
    tale.play(LANCASTER, "recruit", noble="hastings", host="clifford")
    tried = one(tale, facts.RecruitTried)
    assert (tried.total, tried.joined) == (12 - 4, False)
    assert tale.state.nobles["hastings"].seat == YORK
    tale.ends(
        "families/a-recruit-and-his-due",
        "A recruit and his due: it is lost and made good, lost again and let go; and a gift",
    )


@pytest.mark.rule(
    "families-neutral.1",
    "families-neutral.2",
    "families-neutral.3",
    "families-neutral.4",
    "families-neutral.5",
    "families-align.6",
    "families-align.7",
)
def test_a_house_does_not_let_a_family_in() -> None:
    """Percy turns neutral and loses his men; York turns him away, and Lancaster takes him back."""
    tale = FamilyTale(away=(PERCY,)).noble("percy", PERCY, FREE, cards=("saxons_1",))
    tale.noble("greystoke", PERCY, FREE).noble("hastings", PERCY, FREE)
    tale.begins(LANCASTER)
    tale.play(PERCY, "stand_apart", castle="alnwick")
    apart = one(tale, facts.FamilyStandsApart)
    assert (apart.former, apart.inside, apart.cards) == ("lancaster", "alnwick", ("saxons_1",))
    # The House that it left tries first, and each only for who leans to it.
    assert tale.candidates(LANCASTER, "recruit", "noble") == {"greystoke"}
    tale.dice_show(1, 1, 4, 1)
    tale.play(LANCASTER, "recruit", noble="greystoke")
    assert not one(tale, facts.RecruitTried).joined
    assert tale.candidates(YORK, "recruit", "noble") == {"hastings"}
    tale.play(YORK, "recruit", noble="hastings")
    assert one(tale, facts.NobleWonOver).former == PERCY
    assert tale.where("hastings")[1] == "ashby"
    assert (PERCY, "movement") not in played_on(tale, (PERCY, "declare_side"))
    tale.play(PERCY, "serve_house")
    tale.play(YORK, "turn_away")
    assert one(tale, facts.FamilyRefused).by == YORK
    assert (PERCY, "movement") not in played_on(tale, (PERCY, "declare_side"))
    tale.play(PERCY, "serve_house")
    tale.play(LANCASTER, "admit")
    assert one(tale, facts.FamilyServes).former == ""
    tale.refused(LANCASTER, "turn_away", rule="families-align.7")
    played_on(tale, (PERCY, "movement"))
    tale.ends(
        "families/a-family-turned-away",
        "Consent: a family turns neutral, is turned away by one House and let in by the other",
    )
