"""Votes of Parliament: debate, sealed ballots of both houses, the roll call (house §7.2).

The basis of all Parliament's business: who sits, and how votes are counted (base §15).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, Seat, clockwise, every_seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KStep, KTable, Sitting, State

Votes = tuple[list[int], list[int]]
"""The votes of the Commons and of the Lords, by seat."""


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that is sitting."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting


def order_from_left(state: State, seat: Seat) -> list[Seat]:
    """All the seats clockwise from the left of a seat, ending with that seat."""
    return [*clockwise(seat, len(state.factions))]


def caller_first(table: KTable) -> list[Seat]:
    """All the seats clockwise, starting with the caller's (base-15.5)."""
    *others, caller = order_from_left(table.state, sitting_of(table).caller)
    return [caller, *others]


def count_votes(table: KTable) -> Votes:
    """The votes of both houses as things stand now.

    In the Lords only those present vote (base-15.23); in the Commons all factions do, or only those
    with a noble there (base-15.22).
    """
    nobles = table.state.nobles
    attending = [key for key in sitting_of(table).attending if key in nobles]
    commons = commons_votes(table)
    if table.content.ruleset.commons_counted == "present":
        there = {nobles[key].seat for key in attending}
        commons = [votes if seat in there else 0 for seat, votes in enumerate(commons)]
    return commons, lords_votes(table, attending)


def fix_votes(table: KTable, votes: Votes) -> None:
    """From now on these are the votes; they are announced if they have changed."""
    sitting = sitting_of(table)
    if votes == (sitting.commons, sitting.lords):
        return
    sitting.commons, sitting.lords = votes
    table.emit(facts.VotesCounted(tuple(sitting.commons), tuple(sitting.lords)))


VOTES = ("yea", "nay", "abstain")


class Debate(KStep, tag="debate"):
    """Time to talk before a vote (house-7.2.17), until somebody who may call the vote ends it. Each
    of the ``callers`` may call it alone, and the game waits for the last of them, who conducts the
    voting; any two others may call it, one moving and one seconding (house-7.2.18). ``mover`` is
    the player who has moved that the vote be called.
    """

    callers: list[int]
    motion: dict[str, str]
    mover: Seat | None = None
    heard_by_all = True
    meanwhile = IllegalChoice(
        "house-7.2.18", "The motion is being debated. You can vote once the vote is called."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        seconds = table.content.ruleset.debate_seconds
        if seconds == 0:
            return []
        prompts = []
        for seat in every_seat(len(table.state.factions)):
            if seat in self.callers:
                offer = Offer("call_vote", (), "house-7.2.18")
                default = Choice("call_vote")
                prompts.append(
                    Prompt(
                        seat,
                        "debate",
                        (offer,),
                        default=default,
                        seconds=seconds,
                        facts=self.motion,
                        blocking=seat == self.callers[-1],
                    )
                )
            elif seat != self.mover:
                verb = "move_vote" if self.mover is None else "second_vote"
                offer = Offer(verb, (), "house-7.2.18")
                prompts.append(Prompt(seat, "debate", (offer,), blocking=False, facts=self.motion))
        return prompts

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "move_vote":
            self.mover = seat
        else:
            table.finish(self)

    def close(self, table: KTable) -> None:
        table.finish(self)


class Ballot(KStep, tag="ballot"):
    """Every seat with votes casts one sealed vote (house-7.2.19, base-15.21); both houses decide.

    ``motion`` says what is voted on, as facts of the prompt; ``votes`` has the votes cast so far,
    and ``bound`` those that the rules prescribe. A player who has not voted when the vote closes
    abstains (house-7.2.20). The weight of each vote was counted beforehand or is counted now
    (house-7.2.4, base-15.24).
    """

    motion: dict[str, str]
    votes: dict[str, str] = {}
    bound: dict[str, str] = {}
    commons_alone: bool = False
    """Whether the Commons decide the motion alone (ishkibibble-gales.6)."""
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        return [ballot for ballot in self.ballots(table) if str(ballot.seat) not in self.votes]

    def ballots(self, table: KTable) -> list[Prompt]:
        offers = tuple(Offer(vote, (), "house-7.2.19") for vote in VOTES)
        return [
            Prompt(
                seat,
                "ballot",
                offers,
                default=Choice("abstain"),
                sealed=True,
                seconds=table.content.ruleset.ballot_seconds,
                facts=self.motion,
            )
            for seat in self._voters(table)
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        sitting = sitting_of(table)
        fix_votes(table, procedures(table).parliament.votes(table))
        votes = tuple(
            self.bound.get(str(seat), self.votes.get(str(seat), "abstain"))
            for seat in every_seat(len(table.state.factions))
        )
        commons, lords = tally(votes, sitting.commons), tally(votes, sitting.lords)
        # A majority in both houses (house-7.2.21, house-7.3.7); a tie in either means no
        # (house-7.2.22).
        agreed = self.commons_alone or lords[0] > lords[1]
        sitting.passed = commons[0] > commons[1] and agreed
        table.reveal()
        table.emit(facts.BallotClosed(votes, commons, lords, sitting.passed))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.votes[str(seat)] = choice.verb

    def close(self, table: KTable) -> None:
        for seat in self._voters(table):
            self.votes.setdefault(str(seat), "abstain")

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb in VOTES and str(seat) in self.bound:
            return IllegalChoice(
                "house-7.3.5",
                "You hold heirs of one house only, so the rules cast your vote for it.",
            )
        if choice.verb in VOTES and seat not in self._voters(table):
            where = (
                "the Commons, who decide this alone" if self.commons_alone else "this Parliament"
            )
            return IllegalChoice("house-7.2.3", f"You have no votes in {where}.")
        if choice.verb in VOTES:
            return IllegalChoice("house-7.2.19", "You have already voted. Your vote is sealed.")
        return IllegalChoice("house-7.2.18", "A vote is under way. Everyone must vote first.")

    def _voters(self, table: KTable) -> list[Seat]:
        commons, lords = procedures(table).parliament.votes(table)
        return [
            seat
            for seat in every_seat(len(table.state.factions))
            if str(seat) not in self.bound
            and (commons[seat] or (lords[seat] and not self.commons_alone))
        ]


def tally(votes: tuple[str, ...], weights: list[int]) -> tuple[int, int]:
    """Yeas and nays of one house, by each seat's weight."""
    yeas = sum(w for vote, w in zip(votes, weights, strict=True) if vote == "yea")
    nays = sum(w for vote, w in zip(votes, weights, strict=True) if vote == "nay")
    return yeas, nays


def callers_of(sitting: Sitting, leader: int) -> list[int]:
    """The players who may call a vote alone: the caller of Parliament and the leader of the
    round."""
    return list(dict.fromkeys((sitting.caller, leader)))
