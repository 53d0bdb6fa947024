"""Parliament: three secret votes, laws that come, go and take effect (lancaster §4(ii))."""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
)
from bot.rules.kernel.choices import number_of
from bot.rules.lancaster import facts
from bot.rules.lancaster.rewards.laws import ApplyLaws
from bot.rules.lancaster.state import LStep, LTable

TILES = ("yes", "no")
"""The voting tiles that every player has (lancaster-2.10)."""


class Parliament(LStep, tag="parliament"):
    """The proposals are voted on from left to right (lancaster-4ii.1), then the laws are
    applied."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        votes = [Vote(law) for law in table.state.proposals]
        table.push(*votes, Adjourn())


class Vote(LStep, tag="vote"):
    """All players vote on a law, in secret and at the same time (lancaster-4ii.2).

    ``tiles`` and ``markers`` hold the votes cast so far, by seat.
    """

    law: str
    tiles: dict[str, str] = {}
    markers: dict[str, int] = {}
    heard_by_all = True

    def prompts(self, table: LTable) -> list[Prompt]:
        return [ballot for ballot in self.ballots(table) if str(ballot.seat) not in self.tiles]

    def ballots(self, table: LTable) -> list[Prompt]:
        return [self._prompt(table, seat) for seat in every_seat(table.state.seats)]

    def _prompt(self, table: LTable, seat: Seat) -> Prompt:
        counts = tuple(str(count) for count in range(table.state.houses[seat].votes + 1))
        field = Field("markers", counts)
        return Prompt(
            seat,
            "vote",
            tuple(Offer(tile, (field,), "lancaster-4ii.2") for tile in TILES),
            default=Choice.of("no", markers="0"),
            sealed=True,
            seconds=table.content.ruleset.vote_seconds,
            facts={"law": self.law, **_repeals(table)},
        )

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        self.tiles[str(seat)] = choice.verb
        self.markers[str(seat)] = int(choice.one("markers"))

    def close(self, table: LTable) -> None:
        for seat in range(table.state.seats):
            self.tiles.setdefault(str(seat), "no")
            self.markers.setdefault(str(seat), 0)

    def advance(self, table: LTable) -> None:
        """Reveal the votes: every tile and every marker is one vote; on a tie the law passes."""
        state = table.state
        table.finish(self)
        table.reveal()
        tiles = tuple(self.tiles[str(seat)] for seat in every_seat(state.seats))
        # When the votes are revealed, nobody can use more than he has.
        markers = tuple(
            min(self.markers[str(seat)], state.houses[seat].votes)
            for seat in every_seat(state.seats)
        )
        for seat, used in enumerate(markers):
            state.houses[seat].votes -= used
            state.bank.votes += used  # lancaster-4ii.5
        yes = sum(1 + used for tile, used in zip(tiles, markers, strict=True) if tile == "yes")
        no = sum(1 + used for tile, used in zip(tiles, markers, strict=True) if tile == "no")
        passed = yes >= no  # lancaster-4ii.4
        table.emit(facts.VoteCounted(self.law, tiles, markers, yes, no, passed))
        _settle_law(table, self.law, passed)

    def objections(self, table: LTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of a ballot."""
        if choice.verb not in TILES:
            yield IllegalChoice(
                "lancaster-4ii.2", "Everyone is voting on a law. Play a voting tile."
            )
        if str(seat) in self.tiles:
            yield IllegalChoice("lancaster-4ii.2", "You have already voted. Your vote is sealed.")
        markers, house = number_of(choice, "markers"), table.state.houses.get(seat)
        if house is None or markers is None or markers > house.votes:
            yield IllegalChoice(
                "lancaster-4ii.3", "Play one tile, and add at most the voting markers you have."
            )


def _repeals(table: LTable) -> dict[str, str]:
    """The law that would leave the game if the current one is approved."""
    laws = table.state.laws
    return {"repeals": laws[0]} if len(laws) == table.content.ruleset.laws_in_force else {}


def _settle_law(table: LTable, law: str, passed: bool) -> None:
    """An approved law enters on the right and the leftmost leaves (lancaster-4ii.6); a rejected
    one is out of the game (lancaster-4ii.7)."""
    state = table.state
    state.proposals.remove(law)
    if not passed:
        state.laws_gone.append(law)
        table.emit(facts.LawRejected(law))
        return
    state.laws.append(law)
    repealed = state.laws.pop(0) if len(state.laws) > table.content.ruleset.laws_in_force else None
    if repealed is not None:
        state.laws_gone.append(repealed)
    table.emit(facts.LawEntered(law, repealed))


class Adjourn(LStep, tag="adjourn"):
    """After the last vote the laws in force take effect (lancaster-4ii.8)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        if table.content.ruleset.unused_votes_expire:
            lost = tuple(house.votes for house in state.players())
            for house in state.players():
                state.bank.votes += house.votes
                house.votes = 0
            table.emit(facts.VotesExpired(lost))
        table.push(*(ApplyLaws(law) for law in state.laws))
