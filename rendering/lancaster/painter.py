"""Lancaster's painter: the table, the sheets, and the events that are worth a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PIL import Image

from bot.rules.kernel import Event, Prompt, Seat, every_seat
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.state import leader
from bot.rules.lancaster.view import BoardView
from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.encoding import Animation, Picture, smaller, to_palette, webp_bytes
from rendering.canvas.foot import Foot
from rendering.canvas.painter import BATTLE, PARLIAMENT, Highlight, Sheet, StandIns
from rendering.canvas.theme import theme_named
from rendering.canvas.touch import Art, Laid
from rendering.lancaster import board, sheets, touch
from rendering.lancaster.writing import seat_names

_WHERE: tuple[tuple[str, tuple[type[Event], ...]], ...] = (
    ("england", (facts.KnightInCounty, facts.KnightExpelled, facts.CountySettled)),
    (
        "france",
        (
            facts.KnightInConflict,
            facts.ConflictsRevealed,
            facts.ConflictDecided,
            facts.FavourTaken,
            facts.FavoursTurned,
        ),
    ),
    ("parliament", (facts.LawsProposed, facts.LawEntered, facts.LawRejected)),
    (
        "houses",
        (facts.KnightInCastle, facts.ExtensionPlaced, facts.Gained, facts.Bought, facts.Awarded),
    ),
)
"""The part of the table where each kind of event is shown."""

_ENDS = (facts.PhaseBegan, facts.RoundBegan, facts.GameWon)
"""Events that end whatever went before."""


class LancasterPainter:
    """Draws Lancaster games under one rule set."""

    def __init__(
        self,
        content: Content,
        cache_dir: Path | None = None,
        theme: str = "light",
        stand_ins: StandIns | None = None,
    ) -> None:
        # Nothing is slow enough to be worth keeping on the disk, and no picture cites a rule.
        del cache_dir, stand_ins
        self.content = content
        self.theme = theme

    def areas(self) -> tuple[tuple[str, str], ...]:
        """England, France, Parliament and the players."""
        return tuple((key, area.name) for key, area in board.AREAS.items())

    def prepare(self) -> None:
        """The table is drawn quickly: nothing is prepared."""

    def empty(self) -> Picture:
        """A blank sheet; once it has been drawn, the map, the paper and the palette are ready."""
        page = BlankSheet(board.WIDTH, board.WIDTH, theme_named(self.theme))
        return page.finish("An empty table.", sheets.palette(page.theme))

    def board(self, view: BoardView, names: Sequence[str], foot: Foot = ()) -> Picture:
        """The whole table, which already shows everybody's points."""
        return board.draw_table(view, self.content, names=names, theme=self.theme)

    def crop(self, view: BoardView, area: str, names: Sequence[str]) -> Picture:
        """One part of the table."""
        return board.draw_area(view, self.content, area, names=names, theme=self.theme)

    def moves(
        self, view: BoardView, mover: str, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture:
        """Knights are placed and do not move about, so this raises ValueError."""
        raise ValueError("Knights are placed where you choose; they do not move about.")

    def shows_fights(self, prompts: Sequence[Prompt]) -> bool:
        """Always False: this game's fights are drawn when they are over."""
        return False

    def fights(
        self, view: BoardView, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture | None:
        """No picture: the words of the question say what a knight would face."""
        return None

    def hand(self, view: BoardView, seat: Seat, names: Sequence[str]) -> Picture:
        """The things a seat has behind its screen."""
        return sheets.draw_holdings(view, self.content, seat, names=names, theme=self.theme)

    def changes(
        self,
        view: BoardView,
        events: Sequence[Event],
        names: Sequence[str],
        then: Sequence[Sequence[str]] = (),
    ) -> Picture | None:
        """The part of the table where everything happened; the whole table if that is several
        parts, and None if nothing happened on it.
        """
        seen = [event for event in events if event.visible_to(None)]
        touched = [
            area for area, kinds in _WHERE if any(isinstance(event, kinds) for event in seen)
        ]
        if not touched:
            return None
        if len(touched) == 1:
            return self.crop(view, touched[0], names)
        return self.board(view, names)

    def ends(self, events: Sequence[Event]) -> bool:
        """Whether a phase, a round or the game is over."""
        return any(isinstance(event, _ENDS) for event in events)

    def sheets(
        self, entries: Sequence[Sequence[Event]], new: int, *, unfinished: bool = False
    ) -> list[Sheet]:
        """Parliaments that have voted and wars that have been fought, once the next phase begins;
        with `unfinished`, also before that.
        """
        found: list[Sheet] = []
        begun: dict[str, int] = {}
        for number, events in enumerate(entries):
            for event in events:
                match event:
                    case facts.VoteCounted():
                        begun.setdefault(PARLIAMENT, number)
                    case facts.ConflictDecided():
                        begun.setdefault(BATTLE, number)
                    case _ if isinstance(event, _ENDS):
                        if number >= new:
                            found += [Sheet(k, first, number, number) for k, first in begun.items()]
                        begun.clear()
        if unfinished:
            last = len(entries) - 1
            found += [Sheet(k, first, last, last + 1) for k, first in begun.items()]
        return found

    def concerned(self, found: Sheet, view: BoardView, events: Sequence[Event]) -> frozenset[Seat]:
        """Every seat for a Parliament; for a war, the seats whose knights were in it."""
        if found.kind == PARLIAMENT:
            return frozenset(every_seat(view.seats))
        fights = [event for event in events if isinstance(event, facts.ConflictDecided)]
        return frozenset(leader(side) for fight in fights for side in fight.ranking)

    def sheet(
        self,
        found: Sheet,
        view: BoardView,
        events: Sequence[Event],
        names: Sequence[str],
        faces: Sequence[str] = (),
    ) -> Picture:
        """The votes of a Parliament or the conflicts of a round."""
        draw = sheets.draw_votes if found.kind == PARLIAMENT else sheets.draw_conflicts
        return draw(view, self.content, events, names=names, theme=self.theme)

    def victory(self, view: BoardView, names: Sequence[str], faces: Sequence[str] = ()) -> Picture:
        """Everybody's points."""
        return sheets.draw_final(view, names=names, theme=self.theme)

    def moments(self, told: Iterable[tuple[Event, Sequence[str]]]) -> list[Highlight]:
        """No moments: a game is over in an hour, and its last sheet says it all."""
        return []

    def memories(self, moments: Sequence[Highlight]) -> Picture:
        """This game has no moments to draw, so this raises ValueError."""
        raise ValueError("There are no great moments to show.")

    def lay(self, view: BoardView, names: Sequence[str]) -> Laid:
        """The table, as data."""
        return touch.lay(view, self.content, names)

    def ground(self, view: BoardView, names: Sequence[str], detail: int) -> bytes:
        """The picture of the table, which has only one level of detail."""
        page = board.table_leaf(view, self.content, seat_names(view, names), self.theme)
        return webp_bytes(page.image)

    def arts(self, arts: Sequence[Art]) -> list[bytes]:
        """No drawings: everything is in the picture."""
        return []

    def frame(self, view: BoardView, names: Sequence[str], width: int) -> Image.Image:
        """The whole table, which grows with the things on it."""
        called = seat_names(view, names)
        leaf = board.table_leaf(view, self.content, called, self.theme)
        return to_palette(smaller(leaf.image, width), sheets.palette(leaf.theme))

    def replay(self, views: Sequence[BoardView], names: Sequence[Sequence[str]]) -> Animation:
        """The table, view by view."""
        return board.draw_replay(views, self.content, names=names, theme=self.theme)
