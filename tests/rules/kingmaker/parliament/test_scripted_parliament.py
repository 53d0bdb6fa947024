"""Five Parliaments told from the first Writ to the Peace, each checked at every step (house §7)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.chamber import SQUARE, cast, place_of
from tests.rules.kingmaker.tale import Tale


class Session(Tale):
    """A tale of a Parliament."""

    def roll_call(self, *votes: str) -> tuple[tuple[int, int], tuple[int, int], bool]:
        """The caller calls the vote, all vote: yeas and nays of both houses, and the result."""
        self.play(self.state.sitting.caller, "call_vote")
        cast(self, *votes)
        (closed,) = self.happened(facts.BallotClosed)
        assert closed.votes == votes
        return closed.commons, closed.lords, closed.passed

    def now(self, seat: int, kind: str) -> None:
        """Exactly this seat is waited for, with this question."""
        assert (self.match.waiting_for(), self.asked(seat)) == ([seat], [kind])

    def leave_motions_be(self) -> None:
        """Nobody brings a motion any more."""
        while self.asked(seat := self.match.waiting_for()[0]) == ["motions"]:
            self.play(seat, "done")

    def noble_of(self, noble: str) -> Any:
        """The noble, to look at."""
        return self.state.nobles[noble]


@pytest.mark.rule(
    "house-7.1.1",
    "house-7.1.18",
    "house-7.1.19",
    "house-7.1.20",
    "house-7.1.22",
    "house-7.1.24",
    "house-7.1.26",
    "house-7.2.4",
    "house-7.2.7",
    "house-7.2.21",
    "house-7.2.22",
    "house-7.2.25",
    "house-7.2.27",
    "house-7.2.29",
    "house-7.2.32",
    "house-7.3.14",
    "house-7.4.2",
    "house-7.4.7",
    "house-7.4.9",
)
def test_a_whole_parliament() -> None:
    """Percy calls one to Coventry, breaks a siege by it, and shares the spoils with Courtenay."""
    tale = Session(4).noble("percy", 0, "coventry", heirs=("henry",)).noble("neville", 0, "raby")
    tale.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    tale.noble("talbot", 2, "sheffield").noble("stanley", 2, "douglas")
    tale.noble("fitzalan", 3, "arundel", cards=("abp_york",)).noble("roos", 3, "helmsley")
    tale.noble("mowbray", 1, "sheffield", outside=True, cards=("burgundian_crossbowmen_1",))
    tale.control("sheffield", "talbot").siege("sheffield", ["mowbray"])
    tale.give("roos", "le_rose").ship("le_rose", sea="tyne-water").aboard("roos", "le_rose")
    tale.chancery("bp_lincoln", "earl_kent", "earl_essex", "marshal_england", "treasurer_england")
    tale.held(0, "E-WR01", "E-WR02").held(1, "E-WR05").held(3, "E-FM01")

    # The summons goes to Courtenay. Mowbray would rather go on besieging Talbot, and Stanley stay
    # on Man; Roos at sea could be excused, but comes. Percy has a Writ left for Mowbray.
    tale.parliament(0)
    tale.play(0, "call_parliament", by="percy", summon="courtenay")
    tale.now(1, "excuses")
    tale.play(1, "excuse", nobles="mowbray")
    tale.now(2, "excuses")
    tale.play(2, "excuse", by_sea="stanley")
    tale.now(3, "excuses")
    tale.play(3, "excuse")
    tale.now(0, "revoke")
    tale.play(0, "revoke", nobles="mowbray")

    # The siege breaks and Talbot must come; Le Rose puts into port without Roos.
    assert facts.SiegeBroken(1, "sheffield", "parliament") in tale.happened(facts.SiegeBroken)
    tale.now(3, "refuge")
    assert tale.candidates(3, "put_in", "port") == {"hartlepool", "newcastle"}
    tale.play(3, "put_in", ship="le_rose", port="newcastle")
    assert set(tale.state.sitting.attending) == set(tale.state.nobles) - {"stanley"}
    assert place_of(tale, "talbot") == place_of(tale, "roos") == (SQUARE, None)

    # The votes: in the Lords all others together are as strong as Percy and Neville.
    assert tale.happened(facts.VotesCounted) == [facts.VotesCounted((38, 3, 1, 5), (17, 7, 2, 8))]

    # A bishop for Talbot, whose friendship is wanted.
    tale.now(0, "grant_bishops")
    tale.play(0, "grant_bishop", card="bp_lincoln", noble="talbot")
    assert tale.state.control["lincoln"] == "talbot"

    # First round. Kent passes; Essex and the Marshal fail by a tie in the Lords.
    tale.now(0, "round")
    tale.play(0, "propose", card="earl_kent", noble="clifford")
    assert tale.roll_call("yea", "yea", "nay", "nay") == ((41, 6), (24, 10), True)
    tale.play(0, "propose", card="earl_essex", noble="stanley")
    assert tale.roll_call("yea", "nay", "nay", "nay") == ((38, 9), (17, 17), False)
    tale.play(0, "propose", card="marshal_england", noble="neville")
    assert tale.roll_call("yea", "nay", "nay", "nay") == ((38, 9), (17, 17), False)
    tale.play(0, "done")

    # Second round: Percy's player has most of the Commons and leads again.
    assert tale.happened(facts.RoundBegan) == [
        facts.RoundBegan(2, 0, ("earl_essex", "marshal_england", "treasurer_england"))
    ]
    tale.play(0, "propose", card="marshal_england", noble="courtenay")
    assert tale.roll_call("yea", "yea", "abstain", "nay") == ((41, 5), (24, 8), True)
    tale.play(0, "done")

    # Third round: the Archbishop of York's player gives out what is left, to his own nobles.
    tale.now(3, "round")
    tale.play(3, "propose", card="earl_essex", noble="roos")
    tale.play(3, "propose", card="treasurer_england", noble="fitzalan")
    assert tale.state.chancery == []
    assert tale.state.control["windsor"] == "fitzalan"

    # Courtenay passes the Marshal's staff to Mowbray; Percy's player approves.
    tale.now(1, "motions")
    tale.play(1, "transfer_office", card="marshal_england", giver="courtenay", noble="mowbray")
    tale.now(0, "approve_office")
    tale.play(0, "agree")
    assert (tale.noble_of("courtenay").office, tale.noble_of("mowbray").office) == (
        None,
        "marshal_england",
    )
    tale.play(1, "done")
    tale.play(3, "done")

    # Home, clockwise from the left of the caller. Roos stays by a Free Move, Percy without.
    for seat, noble, castle in (
        (1, "courtenay", "okehampton"),
        (1, "clifford", "skipton"),
        (1, "mowbray", "framlingham"),
        (2, "talbot", "sheffield"),
        (3, "fitzalan", "arundel"),
    ):
        tale.now(seat, "return_home")
        tale.play(seat, "go_home", noble=noble, castle=castle)
        assert place_of(tale, noble) == (tale.board.places[castle].square, castle)
    tale.play(3, "stay_free", noble="roos")
    tale.play(0, "go_home", noble="neville", castle="warwick")
    tale.play(0, "stay", noble="percy")

    assert tale.happened(facts.ParliamentDismissed) == [facts.ParliamentDismissed(SQUARE, 0)]
    assert {key: noble.under_peace for key, noble in tale.state.nobles.items()} == {
        "percy": "excused",
        "neville": "returned",
        "courtenay": "returned",
        "clifford": "returned",
        "talbot": "returned",
        "stanley": "excused",
        "fitzalan": "returned",
        "roos": "excused",
        "mowbray": "returned",
    }
    assert place_of(tale, "percy") == (SQUARE, "coventry")
    assert place_of(tale, "roos") == (SQUARE, None)
    assert place_of(tale, "stanley") == ("6,8", "douglas")
    assert tale.lies("le_rose") == "newcastle"
    assert sorted(tale.state.event_discards) == ["E-FM01", "E-WR01", "E-WR02", "E-WR05"]
    tale.ends(
        "whole-parliament",
        "A whole Parliament: called to Coventry, a siege breaks, three rounds, a transfer, home",
    )


def two_kings() -> Session:
    """The Chancellor's Parliament: Percy (0) keeps Henry, Talbot (2) Richard of York, both Kings.

    Neville (0) is Chancellor; Courtenay, Clifford (1) and Stanley (2) come as well.
    """
    tale = Session(3)
    tale.noble("percy", 0, "alnwick", heirs=("henry",), cards=("marshal_england",))
    tale.noble("neville", 0, "coventry", cards=("chancellor_england",))
    tale.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    tale.noble("talbot", 2, "sheffield", heirs=("richard_york",)).noble("stanley", 2, "lathom")
    tale.crowned("henry", "richard_york").held(0, "E-CM01", "E-WR01")
    return tale


@pytest.mark.rule(
    "house-7.1.3",
    "house-7.1.4",
    "house-7.3.1",
    "house-7.3.5",
    "house-7.3.6",
    "house-7.3.7",
    "house-7.3.8",
    "house-7.3.9",
    "house-7.1.6",
)
def test_a_king_declared_illegitimate() -> None:
    """Percy has the Yorkist King put down; next round his player is the sole King's keeper."""
    tale = two_kings()
    tale.control("york", "courtenay").control("london", "percy")
    tale.parliament(0)
    tale.play(0, "call_parliament", by="neville", summon="talbot")
    assert tale.state.factions[0].held == []

    # With two Kings the 20 votes of the crown are the Chancellor's.
    assert tale.happened(facts.VotesCounted) == [
        facts.VotesCounted((2 + 3 + 20 + 10 + 3 + 4, 1 + 4, 1 + 10), (3 + 4 + 10, 3, 4 + 10))
    ]

    # Percy moves; Talbot must vote nay and Percy yea. Courtenay alone is free.
    tale.now(0, "motions")
    tale.play(0, "declare_illegitimate", noble="percy")
    assert tale.happened(facts.Proposed) == [
        facts.Proposed(0, "illegitimate", noble="percy", heir="richard_york")
    ]
    tale.now(0, "debate")
    tale.play(1, "move_vote")
    tale.play(2, "second_vote")
    tale.now(1, "ballot")
    tale.play(1, "yea")
    assert tale.happened(facts.BallotClosed) == [
        facts.BallotClosed(("yea", "yea", "nay"), (47, 11), (20, 14), True)
    ]
    assert tale.happened(facts.KingDeclaredIllegitimate) == [
        facts.KingDeclaredIllegitimate("richard_york")
    ]

    # York's line now ends with him; he stays Talbot's.
    heirs = ["edward_march", "george", "richard_gloucester", "richard_york"]
    assert line(tale.state, tale.content, "york") == heirs
    assert (tale.state.heirs["richard_york"].crowned, tale.state.heirs["richard_york"].holder) == (
        False,
        "talbot",
    )
    assert tale.state.heirs["henry"].crowned

    # Nobody passes anything on, and all go home.
    tale.leave_motions_be()
    for noble, seat, castle in (
        ("courtenay", 1, "tiverton"),
        ("clifford", 1, "brougham"),
        ("talbot", 2, "goodrich"),
        ("stanley", 2, "lathom"),
        ("percy", 0, "wressle"),
        ("neville", 0, "middleham"),
    ):
        tale.now(seat, "return_home")
        tale.play(seat, "go_home", noble=noble, castle=castle)
    assert tale.state.peace is not None
    assert tale.state.phase == "draw"

    tale.ends(
        "king-declared-illegitimate",
        "A King declared illegitimate: the Yorkist King falls by the Chancellor's Parliament",
    )

    # Under a sole King no Chancellor calls any more; Percy's player does, Neville's card or not.
    tale.state.peace = None
    tale.held(0, "E-WR02", "E-CM02")
    tale.parliament(0)
    assert tale.offered(0, "call_parliament") == []
    tale.noble_of("percy").square, tale.noble_of("percy").inside = "18,20", "london"
    tale.parliament(0)
    assert tale.candidates(0, "call_parliament", "by") == {"percy"}


@pytest.mark.rule("house-7.3.7", "house-7.3.10", "house-7.3.11", "house-7.3.12", "house-7.2.22")
def test_a_failed_motion_and_its_price() -> None:
    """Talbot moves against Henry, ties in the Lords, and dies of it."""
    tale = two_kings()
    tale.give("talbot", "steward_household", "bp_norwich", "saxons_1").noble("fitzalan", 2, "clun")
    for place in ("york", "bristol", "lincoln", "oxford", "exeter", "chester", "hull"):
        tale.control(place, "stanley")
    tale.noble("pole", 1, "wingfield").give("pole", "bp_carlisle")
    tale.parliament(0)
    tale.play(0, "call_parliament", by="neville", summon="courtenay")
    # Lords: Percy 3, Neville 4, Henry 10; Courtenay 2, Clifford 1, Pole 2, Carlisle 3;
    # Talbot 2, Stanley 2, FitzAlan 2, Norwich 2, Richard 10.
    assert tale.state.sitting.lords == [17, 8, 18]
    assert tale.state.sitting.commons == [38, 5, 39]

    tale.now(0, "motions")
    tale.play(0, "done")
    tale.now(2, "motions")
    tale.play(2, "declare_illegitimate", noble="talbot")
    assert tale.happened(facts.Proposed)[0].heir == "henry"
    tale.play(0, "call_vote")
    tale.now(1, "ballot")
    tale.play(1, "nay")
    # Lancaster must vote nay, York yea: 39 to 43 in the Commons, 18 to 25 in the Lords.
    assert tale.happened(facts.BallotClosed) == [
        facts.BallotClosed(("nay", "nay", "yea"), (39, 43), (18, 25), False)
    ]

    # The Steward's staff goes to the Chancery, Richard to another noble, and Talbot's head off.
    assert tale.happened(facts.MotionFailedAgainstKing) == [
        facts.MotionFailedAgainstKing("talbot", True)
    ]
    assert tale.state.chancery == ["steward_household"]
    tale.now(2, "pass_king")
    assert tale.candidates(2, "keep_heir", "noble") == {"stanley", "fitzalan"}
    tale.play(2, "keep_heir", heir="richard_york", noble="fitzalan")
    assert [(e.noble, e.seat) for e in tale.happened(facts.NobleDied)] == [("talbot", 2)]
    assert tale.state.chancery == ["steward_household", "bp_norwich"]
    assert sorted(tale.state.crown_discards) == ["saxons_1", "talbot"]
    assert (tale.state.heirs["richard_york"].holder, tale.state.heirs["richard_york"].crowned) == (
        "fitzalan",
        True,
    )
    assert tale.state.heirs["henry"].crowned

    # His castles are nobody's; there is no second motion, and the others go home.
    for seat in range(3):
        assert tale.offered(seat, "declare_illegitimate") == []
    tale.leave_motions_be()
    assert "sheffield" not in tale.state.control
    for noble, seat, castle in (
        ("courtenay", 1, "tiverton"),
        ("clifford", 1, "skipton"),
        ("pole", 1, "donnington"),
        ("stanley", 2, "lathom"),
        ("fitzalan", 2, "clun"),
        ("percy", 0, "alnwick"),
    ):
        tale.now(seat, "return_home")
        tale.play(seat, "go_home", noble=noble, castle=castle)
    tale.play(0, "stay", noble="neville")
    assert tale.noble_of("neville").under_peace == "excused"
    assert tale.noble_of("fitzalan").under_peace == "returned"
    tale.ends(
        "motion-against-a-king-fails",
        "A motion against a King fails: its mover loses his office, the King he kept, and his head",
    )


@pytest.mark.rule(
    "house-7.1.28",
    "house-7.1.29",
    "house-7.1.30",
    "house-7.1.31",
    "house-7.1.32",
    "house-7.1.33",
    "house-7.1.34",
    "house-7.2.26",
    "house-7.2.33",
    "house-7.4.11",
)
def test_a_peoples_parliament() -> None:
    """Nobody is King; Clifford's player draws the card on the march and leads Parliament."""
    tale = Session(3).crowned()
    tale.noble("courtenay", 0, "tiverton").noble("roos", 0, "skipton", outside=True)
    tale.noble("neville", 0, "skipton", outside=True)
    tale.noble("clifford", 1, "skipton").noble("grey", 1, "13,20")
    tale.noble("talbot", 2, "sheffield").noble("stanley", 2, "douglas")
    tale.siege("skipton", ["neville", "roos"])
    tale.held(0, "E-WR01").held(1, "E-WR02", "E-FM01").held(2, "E-WR03")
    tale.chancery("earl_kent", "marshal_england").next_events("E-PM01")

    # Clifford is one square from Wakefield, Grey from Gloucester: the choice is the player's.
    tale.event(1)
    tale.now(1, "peoples_parliament")
    assert tale.candidates(1, "meet_at", "place") == {"wakefield", "gloucester"}
    tale.play(1, "meet_at", noble="grey", place="gloucester")
    assert tale.happened(facts.ParliamentCalled) == [
        facts.ParliamentCalled(1, "gloucester", people=True)
    ]
    assert tale.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "skipton", "parliament")]
    assert set(tale.state.sitting.attending) == set(tale.state.nobles)
    assert [faction.held for faction in tale.state.factions] == [
        ["E-WR01"],
        ["E-WR02", "E-FM01"],
        ["E-WR03"],
    ]
    assert {place_of(tale, noble)[0] for noble in tale.state.nobles} == {"12,19"}

    # First round, led by the drawer.
    tale.now(1, "round")
    tale.play(1, "propose", card="earl_kent", noble="clifford")
    assert tale.roll_call("nay", "yea", "yea") == ((1, 4), (6, 7), False)
    tale.play(1, "propose", card="marshal_england", noble="talbot")
    assert tale.roll_call("abstain", "yea", "yea") == ((1, 0), (6, 0), True)

    # Second round: Courtenay and Neville have 4 of the Commons. Roos becomes Earl of Kent.
    tale.now(0, "round")
    tale.play(0, "propose", card="earl_kent", noble="roos")
    tale.play(0, "call_vote")
    cast(tale, "yea", "abstain", "nay")
    assert tale.happened(facts.BallotClosed) == [
        facts.BallotClosed(("yea", "abstain", "nay"), (4, 1), (7, 4), True)
    ]
    assert tale.noble_of("roos").title == "earl_kent"

    # No bishops, so no third round; nobody passes anything on.
    assert [(e.number, e.seat) for e in tale.happened(facts.RoundBegan)] == [(3, -1)]
    tale.leave_motions_be()

    # Home, clockwise from seat 2. Grey stays by a Free Move.
    for seat, noble, castle in (
        (2, "talbot", "sheffield"),
        (2, "stanley", "lathom"),
        (0, "courtenay", "tiverton"),
        (0, "roos", "belvoir"),
        (0, "neville", "cardiff"),
        (1, "clifford", "skipton"),
    ):
        tale.now(seat, "return_home")
        tale.play(seat, "go_home", noble=noble, castle=castle)
    tale.next_crown("saxons_1")
    tale.play(1, "stay_free", noble="grey")
    assert (tale.state.peace.caller, tale.state.peace.square) == (1, "12,19")

    # The drawer's movement and battle are forgone; he draws his card, and the next player begins.
    assert tale.state.phase == "draw"
    assert tale.offered(1, "march") == []
    tale.next_events("E-PM02")
    tale.play(1, "keep")
    assert tale.happened(facts.EventIdle) == [facts.EventIdle("E-PM02", "too_recent")]
    assert (tale.state.active, tale.state.phase) == (2, "movement")
    tale.ends(
        "peoples-parliament",
        "A People's Parliament: nobody is King, the drawer leads, a siege is broken",
    )


@pytest.mark.rule(
    "house-7.1.20",
    "house-7.4.6",
    "house-7.4.11",
    "house-7.4.12",
    "house-7.4.13",
    "house-7.4.17",
    "house-7.4.18",
    "house-7.4.19",
    "house-7.4.20",
    "house-7.4.21",
)
def test_the_kings_peace_with_an_excused_noble() -> None:
    """Mowbray excused himself and makes war in the Peace, as far as the Peace lets him."""
    tale = (
        Session(3).noble("percy", 0, "coventry", heirs=("henry",)).noble("bourchier", 0, "pleshey")
    )
    tale.noble("mowbray", 1, "14,13").noble("howard", 1, "castle-rising")
    tale.noble("talbot", 2, "sheffield").noble("neville", 2, "raby").noble("scrope", 2, "14,14")
    tale.held(0, "E-WR01").held(1, "E-WR02").held(2, "E-WR03")
    tale.parliament(0)
    tale.play(0, "call_parliament", by="percy", summon="talbot")
    tale.play(1, "excuse", nobles="mowbray")
    tale.play(2, "excuse", nobles="scrope")
    tale.play(2, "go_home", noble="talbot", castle="sheffield")
    tale.play(2, "go_home", noble="neville", castle="raby")
    tale.next_crown("saxons_1").next_events("E-ST01")
    tale.play(0, "stay", noble="percy")
    assert {key: noble.under_peace for key, noble in tale.state.nobles.items()} == {
        "percy": "excused",
        "bourchier": "returned",
        "mowbray": "excused",
        "howard": "returned",
        "talbot": "returned",
        "neville": "returned",
        "scrope": "excused",
    }

    # Seat 1's turn. Howard keeps the Peace; Mowbray finds Talbot's castle barred by it, and marches
    # on to Scrope.
    tale.play(0, "keep")
    assert (tale.state.active, tale.state.phase) == (1, "movement")
    tale.refused(1, "leave", rule="house-7.4.13", nobles=["howard"], place="castle-rising")
    tale.play(1, "march", nobles=["mowbray"], to="14,14")
    tale.next_events("E-RA01").rolls(100, 100, 100)
    tale.play(1, "done")
    assert tale.candidates(1, "attack", "against") == {"2"}
    tale.play(1, "attack", nobles=["mowbray"], against="2", square="14,14")
    (fought,) = tale.happened(facts.BattleRolled)
    assert (fought.strength, fought.opposed, fought.result) == (50, 10, "major_victory")
    while tale.state.active == 1 and tale.state.phase != "draw":
        tale.take_default()

    # Seat 2's turn: a revolt calls Neville from Raby to Middleham, and sets him free to march.
    tale.next_events("E-RV05")
    tale.play(1, "keep")
    assert tale.state.active == 2
    tale.now(2, "answer_call")
    tale.play(2, "answer_call", to="middleham")
    assert tale.noble_of("neville").under_peace == "excused"
    tale.play(2, "march", nobles=["neville"], to="13,9")
    tale.refused(2, "march", rule="house-7.4.13", nobles=["talbot"], to="14,13")
    while tale.state.active == 2 and tale.state.phase != "draw":
        tale.play(2, "done")

    # The Peace ends as seat 0's next turn begins: Talbot and Howard may move and be attacked.
    assert tale.state.peace is not None
    tale.next_events("E-ST02")
    tale.play(2, "keep")
    assert tale.happened(facts.PeaceEnded) == [facts.PeaceEnded()]
    assert tale.state.peace is None
    assert {noble.under_peace for noble in tale.state.nobles.values()} == {""}
    assert "bourchier" in tale.candidates(0, "march", "nobles")
    tale.ends(
        "kings-peace-with-an-excused-noble",
        "The King's Peace: Mowbray excused himself, and fights as far as it lets him",
    )
