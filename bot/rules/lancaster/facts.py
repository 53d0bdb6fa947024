"""Events of Lancaster: the typed facts that logs, messages and pictures are made from.

``side`` is a player's seat, or his ally's side (see ``state``). Everything gained or paid is
visible for a moment when it changes hands, so amounts are public; but the total behind a screen is
never named.

`Fact` is the base of them all.
"""

from __future__ import annotations

from bot.rules.kernel import Event, Seat, Weight


class Fact(Event, frozen=True):
    """A fact of Lancaster."""


class GameBegan(Fact, frozen=True, tag="game_began"):
    """The board is laid out; ``starter`` has the marker."""

    starter: Seat
    seed_hash: str = ""


class RoundBegan(Fact, frozen=True, tag="round_began"):
    """A round begins."""

    round: int
    starter: Seat


class PhaseBegan(Fact, frozen=True, tag="phase_began"):
    """A phase of the round begins."""

    phase: str
    round: int


class ConflictsRevealed(Fact, frozen=True, tag="conflicts_revealed"):
    """Conflict cards were turned up in the upper row."""

    cards: tuple[str, ...]


class LawsProposed(Fact, frozen=True, tag="laws_proposed"):
    """Laws were put in the lower row of Parliament."""

    laws: tuple[str, ...]


class LawsInForce(Fact, frozen=True, tag="laws_in_force"):
    """The laws with which the game begins."""

    laws: tuple[str, ...]


class FavoursTurned(Fact, frozen=True, tag="favours_turned"):
    """The tiles of the King's Favour are face up again."""

    tiles: tuple[str, ...]


class ExtensionPlaced(Fact, frozen=True, tag="extension_placed"):
    """An extension covers a castle space. ``source`` is what gave it."""

    side: int
    space: str
    source: str


class ExtensionForfeited(Fact, frozen=True, tag="extension_forfeited"):
    """No extension could be placed (lancaster-7.3)."""

    side: int
    source: str


class KnightInCounty(Fact, frozen=True, tag="knight_in_county"):
    """A knight took a county, with or without squires."""

    side: int
    knight: int
    county: str
    squires: int


class KnightExpelled(Fact, frozen=True, tag="knight_expelled"):
    """A knight was driven from a county back to his court; his squires are lost."""

    weight = Weight.NOTABLE
    done_to = ("side",)

    side: int
    knight: int
    county: str
    squires: int
    by: int


class KnightInCastle(Fact, frozen=True, tag="knight_in_castle"):
    """A knight was placed in his own castle."""

    side: int
    knight: int
    space: str


class KnightInConflict(Fact, frozen=True, tag="knight_in_conflict"):
    """A knight joined a conflict or ``reinforces`` a stack. ``source``: court, or a county."""

    side: int
    knight: int
    card: str
    reinforces: bool
    source: str = "court"


class PlacingEnded(Fact, frozen=True, tag="placing_ended"):
    """Nobody can place another knight."""


class FavourTaken(Fact, frozen=True, tag="favour_taken"):
    """A tile of the King's Favour was taken."""

    side: int
    tile: str


class FavourDeclined(Fact, frozen=True, tag="favour_declined"):
    """A knight was placed, but no tile was taken."""

    side: int


class Gained(Fact, frozen=True, tag="gained"):
    """Tokens and points were gained on the board. ``source``: county:A, castle:gold, law:L03 and so
    on.
    """

    side: int
    source: str
    gold: int = 0
    squires: int = 0
    votes: int = 0
    points: int = 0


class Recruited(Fact, frozen=True, tag="recruited"):
    """A knight of strength 1 came from the reserve to the court."""

    side: int
    source: str


class RecruitForfeited(Fact, frozen=True, tag="recruit_forfeited"):
    """There was no knight of strength 1 in the reserve."""

    side: int
    source: str


class Upgraded(Fact, frozen=True, tag="upgraded"):
    """A knight was exchanged on the spot for one a level stronger."""

    side: int
    place: str
    strength: int
    source: str


class UpgradeForfeited(Fact, frozen=True, tag="upgrade_forfeited"):
    """No knight could be upgraded, or the player did not want to."""

    side: int
    source: str


class NoblemanTaken(Fact, frozen=True, tag="nobleman_taken"):
    """A nobleman sat down at a player's table."""

    weight = Weight.NOTABLE

    side: int
    county: str
    source: str


class NoblemanRemoved(Fact, frozen=True, tag="nobleman_removed"):
    """An ally took a nobleman out of the game."""

    weight = Weight.NOTABLE

    side: int
    county: str
    source: str


class NoblemanForfeited(Fact, frozen=True, tag="nobleman_forfeited"):
    """There was no nobleman who could be taken."""

    side: int
    source: str


class VoteCounted(Fact, frozen=True, tag="vote_counted"):
    """The votes on a law, by seat: the tile (yes or no) and the markers added."""

    weight = Weight.HEADLINE

    law: str
    tiles: tuple[str, ...]
    markers: tuple[int, ...]
    yes: int
    no: int
    passed: bool


class LawEntered(Fact, frozen=True, tag="law_entered"):
    """A law came into force on the right; the leftmost law left the game."""

    law: str
    repealed: str | None


class LawRejected(Fact, frozen=True, tag="law_rejected"):
    """A proposed law left the game."""

    law: str


class VotesExpired(Fact, frozen=True, tag="votes_expired"):
    """Voting markers that were not used are lost."""

    votes: tuple[int, ...]


class LawApplied(Fact, frozen=True, tag="law_applied"):
    """A law takes effect for these ``seats``; for nobody if the list is empty."""

    law: str
    seats: tuple[Seat, ...]


class Bought(Fact, frozen=True, tag="bought"):
    """A player paid for a law's reward, ``times`` times over."""

    side: int
    law: str
    times: int
    gold: int
    squires: int


class CountySettled(Fact, frozen=True, tag="county_settled"):
    """The holder of a county chose: nobleman, reward, both or nothing."""

    side: int
    county: str
    choice: str


class KnightReturned(Fact, frozen=True, tag="knight_returned"):
    """A knight went back to his court. ``source``: county:A, castle:gold, conflict:K03."""

    side: int
    knight: int
    source: str
    squires: int = 0


class StarterNamed(Fact, frozen=True, tag="starter_named"):
    """The holder of Surrey named the next starting player."""

    side: int
    starter: Seat


class CastlePaid(Fact, frozen=True, tag="castle_paid"):
    """Squires were paid for the reward of a castle space."""

    side: int
    space: str
    squires: int


class ConflictDecided(Fact, frozen=True, tag="conflict_decided"):
    """A conflict was decided: both strengths, the ranking of the sides, and the points for each."""

    weight = Weight.HEADLINE

    card: str
    row: str
    england: int
    france: int
    won: bool
    ranking: tuple[int, ...]
    points: tuple[int, ...]


class ConflictMoved(Fact, frozen=True, tag="conflict_moved"):
    """A lost conflict moved to the lower row with its knights."""

    card: str


class ConflictDiscarded(Fact, frozen=True, tag="conflict_discarded"):
    """A conflict left the board."""

    card: str


class Ransomed(Fact, frozen=True, tag="ransomed"):
    """A captured knight was ransomed and is in his court."""

    weight = Weight.NOTABLE

    side: int
    card: str
    knight: int
    gold: int


class KnightLost(Fact, frozen=True, tag="knight_lost"):
    """A captured knight was not ransomed and is in the reserve."""

    weight = Weight.HEADLINE
    done_to = ("side",)

    side: int
    card: str
    knight: int


class StarterTook(Fact, frozen=True, tag="starter_took"):
    """This seat has the starting marker for the next round."""

    seat: Seat


class Awarded(Fact, frozen=True, tag="awarded"):
    """A final scoring: army, castle or noblemen; the points and the reasons for them, by seat."""

    weight = Weight.NOTABLE

    award: str
    points: tuple[int, ...]
    counts: tuple[int, ...]


class GameWon(Fact, frozen=True, tag="game_won"):
    """The game is over; points by seat."""

    weight = Weight.HEADLINE

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
