"""The shape that every game's painter has. A painter draws one game under one rule set.

A painter for another game finds what it needs in modules that know no game: `fonts` and `pen` to
draw with, `theme` for colours, contrast and the marks of the seats, `blank_sheet` for sheets,
`foot` for lists below a picture, and `encoding` for the bytes.

Everything goes in as views and public events, so a picture can show nothing that its viewer may not
see. The methods are slow; call them in a `RenderPool`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PIL import Image

from bot.rules.kernel import Event, Prompt, Seat
from rendering.canvas.encoding import Animation, Picture
from rendering.canvas.foot import Foot
from rendering.canvas.touch import Art, Laid

BATTLE = "battle"
PARLIAMENT = "parliament"
"""The kinds of sheet: for fights, and for votes in Parliament."""

StandIns = Mapping[str, str]
"""The rules that a table has in place of those the code names, by the id of the rule replaced; this
is plain data, so a painter that has it can be sent to another process."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something that happened and deserves its own sheet, such as a battle. `first` and `last` are
    the first and last entries that report it; the sheet is drawn from the view before the entry
    `seen`.
    """

    kind: str
    first: int
    last: int
    seen: int


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment of a finished game that people tell each other about: its kind, its round, its
    public events, and the players' names at the time."""

    kind: str
    round: int
    events: tuple[Event, ...]
    names: Sequence[str]


class Painter(Protocol):
    """Draws one game. `names` are the players' names in seat order."""

    def areas(self) -> tuple[tuple[str, str], ...]:
        """The areas that can be shown enlarged: id and name."""

    def prepare(self) -> None:
        """Draw whatever never changes and takes long to draw, and keep it with the installation.
        Raises OSError."""

    def empty(self) -> Picture:
        """The empty board; anything drawn after this is drawn quickly."""

    def board(self, view: Any, names: Sequence[str], foot: Foot = ()) -> Picture:
        """The whole board, with the lines of `foot` below it, which give everybody's standing."""

    def crop(self, view: Any, area: str, names: Sequence[str]) -> Picture:
        """The board around an area. Raises `KeyError` for an unknown area."""

    def moves(
        self, view: Any, mover: str, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture:
        """The places where one of the viewer's pieces can go and whatever stops it, from the
        viewer's own view and prompts. Raises `ValueError` for anything that does not move."""

    def shows_fights(self, prompts: Sequence[Prompt]) -> bool:
        """Whether these questions may be about fights that can be drawn; a quick check."""

    def fights(self, view: Any, prompts: Sequence[Prompt], names: Sequence[str]) -> Picture | None:
        """The fights that these questions are about, from the view of the player who is asked; None
        if there are none."""

    def hand(self, view: Any, seat: Seat, names: Sequence[str]) -> Picture:
        """A seat's hand, from its own view. Raises `ValueError` for somebody else's view."""

    def changes(
        self,
        view: Any,
        events: Sequence[Event],
        names: Sequence[str],
        then: Sequence[Sequence[str]] = (),
    ) -> Picture | None:
        """The parts of the board that the public ones among these events changed; None if they
        changed nothing.

        `then` gives the names at the time of each event, if they were different.
        """

    def ends(self, events: Sequence[Event]) -> bool:
        """Whether these events ended something that may be worth a sheet."""

    def sheets(
        self, entries: Sequence[Sequence[Event]], new: int, *, unfinished: bool = False
    ) -> list[Sheet]:
        """The fights and Parliaments that the entries from `new` on report as ended; the events of
        each decision are one entry.

        With `unfinished`, anything still in progress after the last entry is included too.
        """

    def concerned(self, found: Sheet, view: Any, events: Sequence[Event]) -> frozenset[Seat]:
        """The seats that took part in what a sheet shows."""

    def sheet(
        self,
        found: Sheet,
        view: Any,
        events: Sequence[Event],
        names: Sequence[str],
        faces: Sequence[str] = (),
    ) -> Picture:
        """The sheet of one fight or Parliament, from the events of its entries.

        `faces` are the characters of computer players in seat order, empty for all others.
        """

    def victory(self, view: Any, names: Sequence[str], faces: Sequence[str] = ()) -> Picture:
        """How the game ended. Raises `ValueError` while the game is still in progress."""

    def moments(self, told: Iterable[tuple[Event, Sequence[str]]]) -> list[Highlight]:
        """The moments of a game that are worth sharing, at most one of a kind, from its public
        events, each with the names at the time; this is quick."""

    def memories(self, moments: Sequence[Highlight]) -> Picture:
        """These moments on one sheet. Raises `ValueError` if there are none."""

    def lay(self, view: Any, names: Sequence[str]) -> Laid:
        """This view as data for a touch board."""

    def ground(self, view: Any, names: Sequence[str], detail: int) -> bytes:
        """The picture (WebP) below the counters of a touch board, in detail 1 or 2."""

    def arts(self, arts: Sequence[Art]) -> list[bytes]:
        """The drawings (WebP) of the counters that `lay` named."""

    def frame(self, view: Any, names: Sequence[str], width: int) -> Image.Image:
        """The whole board, this many pixels wide, with the same palette for every frame: anything
        that has not moved is the same to the pixel."""

    def replay(self, views: Sequence[Any], names: Sequence[Sequence[str]]) -> Animation:
        """A moving picture of these views in order, each with the names used at the time."""
