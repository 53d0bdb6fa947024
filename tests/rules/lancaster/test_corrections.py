"""A moderator mends a position: every correction is refused or leaves everything whole."""

from __future__ import annotations

import random

import msgspec
import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, IllegalChoice, Match, Outcome
from bot.rules.lancaster.corrections import VERBS, Corrected
from bot.rules.lancaster.placing import Placing
from bot.seats.random_seat import RandomSeat
from tests.rules.lancaster.scene import GAME, Scene

WORDS = words_for("lancaster", "standard")
NAMES = ["Anne", "Bob", "Cecily", "Dan", "Eve"].__getitem__


@pytest.fixture
def scene() -> Scene:
    """Placing knights: seat 0 has a court and a castle, seat 1 a county and a stack at war."""
    scene = Scene(3).court(0, 1, 2).castle(0, "gold", 1).court(1, 1).court(2, 1)
    scene.county(1, "E", 2, squires=2).war("K04", (1, 3), (2, 1)).war("K05")
    return scene.begin("placing")


def mend(scene: Scene, verb: str, **args: str) -> Outcome:
    """A correction that must be taken; afterwards everything is whole."""
    outcome = scene.match.direct(Choice.of(f"correct_{verb}", **args))
    assert scene.match.violations() == []
    assert outcome.known
    return outcome


def refused(scene: Scene, verb: str, rule: str, **args: str) -> str:
    """A correction that must be refused, changing nothing; why."""
    before = scene.match.save()
    with pytest.raises(IllegalChoice) as caught:
        scene.match.direct(Choice.of(f"correct_{verb}", **args))
    assert caught.value.rule == rule
    assert scene.match.save() == before
    return caught.value.reason


def told(outcome: Outcome, seat: int | None) -> list[str]:
    """The lines that a seat, or the table, reads."""
    return WORDS.tell_all([e for e in outcome.events if e.visible_to(seat)], NAMES)


# Knights


def test_a_knight_goes_home_with_his_squires(scene: Scene) -> None:
    squires = scene.house(1).squires
    outcome = mend(scene, "knight", piece="1:county:E:2", to="court")
    assert scene.house(1).court == [1, 2]
    assert scene.house(1).squires == squires + 2
    assert scene.state.counties == {}
    assert told(outcome, None) == [
        "Bob’s strength-2 knight in Norfolk goes where he belongs: the court."
    ]


def test_a_knight_is_put_into_a_county_a_castle_and_a_conflict(scene: Scene) -> None:
    mend(scene, "knight", piece="0:reserve:4", to="county:C")
    assert (scene.state.counties["C"].side, scene.state.counties["C"].knight) == (0, 4)
    mend(scene, "knight", piece="0:court:2", to="castle:votes")
    assert scene.house(0).castle == {"gold": 1, "votes": 2}
    mend(scene, "knight", piece="1:court:1", to="conflict:K04")
    mend(scene, "knight", piece="0:castle:gold:1", to="conflict:K04")
    stacks = [(stack.side, stack.knights) for stack in scene.state.upper[0].stacks]
    assert stacks == [(1, [3, 1]), (2, [1]), (0, [1])]
    assert scene.house(0).castle == {"votes": 2}


def test_a_knight_leaves_a_conflict_and_an_empty_space_closes_up(scene: Scene) -> None:
    mend(scene, "knight", piece="1:conflict:K04:3", to="reserve")
    assert [stack.side for stack in scene.state.upper[0].stacks] == [2]
    assert 3 in scene.house(1).reserve


def test_where_a_knight_cannot_be_put(scene: Scene) -> None:
    refused(scene, "knight", "lancaster-4i.1", piece="0:castle:gold:1", to="castle:gold")
    refused(scene, "knight", "lancaster-4i.1", piece="0:court:1", to="court")
    assert "Move him away" in refused(
        scene, "knight", "lancaster-4i.8", piece="0:court:2", to="county:E"
    )
    refused(scene, "knight", "lancaster-4i.4", piece="0:court:2", to="county:C")
    refused(scene, "knight", "lancaster-4i.14", piece="0:court:2", to="castle:gold")
    mend(scene, "extension", tile="0:votes", to="laid")
    refused(scene, "knight", "lancaster-7.3", piece="0:court:2", to="castle:votes")
    mend(scene, "knight", piece="0:court:1", to="conflict:K04")
    full = Scene(4).court(3, 1).war("K04", (0, 1), (1, 1), (2, 1)).war("K05").begin("placing")
    refused(full, "knight", "lancaster-4i.15", piece="3:court:1", to="conflict:K04")


def test_an_ally_has_only_the_spaces_of_his_castle() -> None:
    scene = Scene(2).court(0, 1).court(10, 2).war("K04").war("K05").begin("placing")
    refused(scene, "knight", "lancaster-2.11", piece="10:court:2", to="castle:gold")
    outcome = mend(scene, "knight", piece="10:court:2", to="castle:upgrade")
    assert scene.house(10).castle == {"upgrade": 2}
    assert told(outcome, None) == [
        "Anne’s ally’s strength-2 knight at court goes where he belongs: the Tiltyard."
    ]


def test_the_board_is_mended_only_while_knights_are_placed_or_laws_voted_on() -> None:
    scene = Scene(3).war("K04").war("K05").county(0, "E", 1).begin("counties")
    reason = refused(scene, "knight", "lancaster-4.1", piece="0:county:E:1", to="court")
    assert reason == (
        "The board can be corrected while knights are placed or laws are voted on. Rewind to then."
    )
    refused(scene, "extension", "lancaster-4.1", tile="0:gold", to="laid")
    refused(scene, "nobleman", "lancaster-4.1", lord="A:stack", to="1")
    favour = Scene(3).war("K04").war("K05").court(0, 1, 2).court(1, 1).begin("placing")
    favour.play(0, "conflict", knight="1", card="K04")
    refused(favour, "extension", "lancaster-4.1", tile="0:gold", to="laid")


def test_once_the_last_knight_is_placed_the_board_is_mended_before_the_vote() -> None:
    scene = Scene(3).court(0, 1).war("K04").war("K05").propose("L04", "L05", "L06")
    scene.begin("placing").play(0, "castle", knight="1", space="gold")
    assert scene.asked(0) == ["vote"]
    mend(scene, "knight", piece="0:castle:gold:1", to="county:E")
    mend(scene, "nobleman", lord="A:stack", to="1")
    mend(scene, "extension", tile="2:votes", to="laid")
    assert scene.state.counties["E"].knight == 1
    scene.vote("no", "no", "no").vote("no", "no", "no").vote("no", "no", "no")
    assert scene.asked(0) == ["county"]


# Noblemen, extensions, tokens


def test_a_nobleman_is_seated_elsewhere(scene: Scene) -> None:
    mend(scene, "nobleman", lord="A:stack", to="1")
    assert scene.house(1).noblemen == ["A"]
    assert scene.state.noblemen["A"] == 1
    refused(scene, "nobleman", "lancaster-5.2", lord="A:1", to="1")
    refused(scene, "nobleman", "lancaster-4iiia.4", lord="A:stack", to="1")
    outcome = mend(scene, "nobleman", lord="A:1", to="2")
    assert told(outcome, None) == ["The **Lord of Northumberland** goes to Cecily’s table."]
    back = mend(scene, "nobleman", lord="A:2", to="stack")
    assert told(back, None) == ["The **Lord of Northumberland** goes to his county."]
    assert scene.state.noblemen["A"] == 2
    assert [house.noblemen for house in scene.state.players()] == [[], [], []]


def test_an_extension_is_laid_and_taken(scene: Scene) -> None:
    refused(scene, "extension", "lancaster-7.3", tile="0:gold", to="laid")
    outcome = mend(scene, "extension", tile="0:recruit", to="laid")
    assert told(outcome, None) == ["The extension Training ground is on Anne’s castle."]
    assert scene.house(0).extensions == ["recruit"]
    refused(scene, "extension", "lancaster-3.3a", tile="0:recruit", to="laid")
    mend(scene, "extension", tile="0:recruit", to="taken")
    assert scene.house(0).extensions == []
    refused(scene, "extension", "lancaster-3.3a", tile="0:recruit", to="taken")


def test_points_and_markers_are_set_for_all_to_see(scene: Scene) -> None:
    assert told(mend(scene, "points", seat="1", amount="17"), None) == [
        "Bob has 17 power points now."
    ]
    assert scene.house(1).points == 17
    votes = scene.state.bank.votes
    outcome = mend(scene, "votes", seat="0", amount="4")
    assert told(outcome, None) == ["Anne has 4 voting markers now."]
    assert (scene.house(0).votes, scene.state.bank.votes) == (4, votes - 3)


def test_what_is_behind_a_screen_is_told_to_its_owner_alone(scene: Scene) -> None:
    gold = scene.state.bank.gold
    outcome = mend(scene, "gold", seat="1", amount="6")
    assert (scene.house(1).gold, scene.state.bank.gold) == (6, gold - 4)
    for other in (None, 0, 2):
        assert told(outcome, other) == ["Bob’s gold is counted again."]
        assert all(e.amount is None for e in outcome.events if e.visible_to(other))  # type: ignore[attr-defined]
    assert told(outcome, 1) == ["You have 6 gold now. Only you can see this."]
    squires = mend(scene, "squires", seat="1", amount="0")
    assert told(squires, 1) == ["You have 0 squires now. Only you can see this."]


def test_two_players_have_no_screens() -> None:
    scene = Scene(2).court(0, 1).war("K04").war("K05").begin("placing")
    assert told(mend(scene, "gold", seat="1", amount="1"), None) == ["Bob has 1 gold now."]


# The order of play


def test_the_starting_player_is_set(scene: Scene) -> None:
    refused(scene, "starter", "lancaster-3.8", player="0")
    assert told(mend(scene, "starter", player="2"), None) == ["Cecily has the starting marker."]
    assert scene.state.starter == 2


@pytest.mark.rule("lancaster-4i.2")
def test_whoever_is_made_starting_player_places_the_first_knight() -> None:
    scene = Scene(3).court(0, 1, 1).court(1, 1).court(2, 1).war("K04").war("K05").begin("placing")
    mend(scene, "starter", player="2")
    assert scene.asked(2) == ["place"]
    scene.play(2, "castle", knight="1", space="gold")
    mend(scene, "starter", player="1")  # too late: Anne's turn comes after Cecily's
    assert scene.asked(0) == ["place"]


def test_the_phase_is_set_and_the_round_goes_on_from_there(scene: Scene) -> None:
    refused(scene, "phase", "lancaster-4.1", phase="placing")
    outcome = mend(scene, "phase", phase="counties")
    assert told(outcome, None)[0] == ("The round goes on with this phase: county rewards.")
    assert (scene.state.phase, scene.asked(1)) == ("counties", ["county"])
    mend(scene, "phase", phase="placing")
    assert isinstance(scene.position.agenda[-1], Placing)
    assert scene.state.round == 1


def test_the_round_is_set_as_far_as_there_are_cards(scene: Scene) -> None:
    rounds = scene.values(-1, "correct_round", "round")
    assert rounds == set()  # it is the moderator who is asked, and no seat
    (prompt,) = GAME.corrections(scene.match.table)
    offer = next(offer for offer in prompt.offers if offer.verb == "correct_round")
    assert offer.fields[0].candidates == ("1", "2", "3", "4", "5")
    refused(scene, "round", "lancaster-1.3", round="1")
    assert told(mend(scene, "round", round="5"), None) == ["This is round 5."]
    assert scene.state.round == 5
    late = Scene(3, round=4).war("K04").war("K05").court(0, 1).begin("placing")
    (prompt,) = GAME.corrections(late.match.table)
    offer = next(offer for offer in prompt.offers if offer.verb == "correct_round")
    assert "1" not in offer.fields[0].candidates


def test_nothing_is_mended_during_the_set_up_or_after_the_end() -> None:
    match, _ = Match.start(GAME, 3, "setting up")
    assert GAME.corrections(match.table) == []
    with pytest.raises(IllegalChoice):
        match.direct(Choice.of("correct_phase", phase="parliament"))


def test_corrections_at_random_are_refused_or_leave_everything_whole() -> None:
    """Whatever is tried during whole games: refused without a trace, or whole and playable."""
    done: dict[str, int] = dict.fromkeys(VERBS, 0)
    for seed in range(12):
        chance, player = random.Random(seed), RandomSeat()
        match, _ = Match.start(GAME, 2 + seed % 4, f"corrections {seed}")
        for _ in range(700):
            if match.over:
                break
            seat = match.waiting_for()[0]
            match.submit(seat, player.choose(match.view(seat), match.asked(seat), seat, chance)[1])
            assert match.violations() == []
            for wanted in [o for p in GAME.corrections(match.table) for o in p.offers]:
                if match.over or chance.random() < 0.8:
                    continue
                drawn: dict[str, tuple[str, ...]] = {
                    f.name: (chance.choice(f.candidates),) for f in wanted.fields
                }
                choice, before = Choice(wanted.verb, drawn), match.save()
                assert WORDS.choice(choice, NAMES)
                try:
                    outcome = match.direct(choice)
                except IllegalChoice:
                    assert match.save() == before
                    continue
                done[wanted.verb] += 1
                assert match.violations() == []
                assert told(outcome, None)
                assert Match.load(GAME, match.save()).save() == match.save()
    assert min(done.values()) > 5, done


def test_a_corrected_event_is_stored() -> None:
    event = Corrected("gold", 1, amount=3, audience=(1,))
    assert GAME.decode_event(msgspec.json.encode(event)) == event


def test_what_is_offered_to_be_mended() -> None:
    scene = Scene(3).court(0, 1, 1).war("K04").war("K05").nobles(0, "A").nobles(1, "A")
    scene.begin("placing")
    (prompt,) = GAME.corrections(scene.match.table)
    fields = {(o.verb, f.name): f.candidates for o in prompt.offers for f in o.fields}
    assert "A:stack" not in fields["correct_nobleman", "lord"]
    assert {"A:0", "A:1", "B:stack"} <= set(fields["correct_nobleman", "lord"])
    assert fields["correct_gold", "amount"] == tuple(str(amount) for amount in range(38))
    assert fields["correct_points", "amount"][-1] == "200"
    assert fields["correct_knight", "piece"].count("0:court:1") == 1
    assert "conflict:K04" in fields["correct_knight", "to"]
    assert fields["correct_phase", "phase"] == (
        "placing",
        "parliament",
        "counties",
        "castles",
        "conflicts",
    )
