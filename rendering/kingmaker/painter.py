"""Kingmaker's painter: the board, the sheets, and the events that are worth a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PIL import Image

from bot.rules.kernel import Event, Prompt, Seat, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.prospects.fights import about_fights, prospects
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.encoding import Animation, Picture
from rendering.canvas.foot import Foot
from rendering.canvas.painter import BATTLE, PARLIAMENT, Highlight, Sheet, StandIns
from rendering.canvas.touch import Art, Laid
from rendering.kingmaker import draw
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.changes import windows_of
from rendering.kingmaker.happenings import read_changes
from rendering.kingmaker.map.geometry import REGIONS, square_label
from rendering.kingmaker.moments_sheet import find_moments, moments_picture

_DECIDED = (facts.BattleRolled, facts.BattleDecided, facts.SiegeConcluded, facts.StormDecided)
"""The events that end a fight."""


class KingmakerPainter:
    """Draws Kingmaker games under one rule set. `cache_dir` keeps base maps on disk."""

    def __init__(
        self,
        content: Content,
        cache_dir: Path | None = None,
        theme: str = "light",
        stand_ins: StandIns | None = None,
    ) -> None:
        self.content = content
        self.cache_dir = cache_dir
        self.theme = theme
        self._stand_ins = stand_ins or {}

    def areas(self) -> tuple[tuple[str, str], ...]:
        """The parts of the kingdom, and every town, castle, sea and square."""
        board = self.content.board
        regions = [(key, region.name) for key, region in REGIONS.items()]
        places = [(place.id, place.name) for place in board.places.values() if place.square]
        seas = [(sea.id, sea.name) for sea in board.seas.values()]
        squares = [(square, square_label(square)) for square in board.squares]
        return (*regions, *places, *seas, *squares)

    def prepare(self) -> None:
        """Draw the map."""
        draw.prepare_map(self.content, self.theme)

    def empty(self) -> Picture:
        """The empty board; this also finds the routes over its seas and draws every Crown card."""
        draw.prepare_cards(self.content, theme=self.theme)
        draw.seek_sea_ways(self.content, cache_dir=self.cache_dir, theme=self.theme)
        return draw.draw_empty_board(self.content, cache_dir=self.cache_dir, theme=self.theme)

    def board(self, view: BoardView, names: Sequence[str], foot: Foot = ()) -> Picture:
        """The whole board."""
        return draw.draw_board(
            view, self.content, names=names, cache_dir=self.cache_dir, theme=self.theme, foot=foot
        )

    def crop(self, view: BoardView, area: str, names: Sequence[str]) -> Picture:
        """A part of the kingdom, or four squares in each direction from a place, sea or square."""
        return draw.draw_crop(
            view, self.content, centre=area, names=names, cache_dir=self.cache_dir, theme=self.theme
        )

    def moves(
        self, view: BoardView, mover: str, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture:
        """The places where one of the viewer's nobles can go, and the rules that stop him."""
        reach = reach_of(self.content, view, NobleId(CardId(mover)), prompts).as_cited(
            self._stand_ins
        )
        return draw.draw_moves(
            view, self.content, reach, names=names, theme=self.theme, cache_dir=self.cache_dir
        )

    def shows_fights(self, prompts: Sequence[Prompt]) -> bool:
        """Whether any of these questions is about a fight."""
        return about_fights(prompts)

    def fights(
        self, view: BoardView, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture | None:
        """The battles and sieges that the viewer is asked about."""
        found = prospects(self.content, view, prompts)
        if not found:
            return None
        return draw.draw_prospects(view, self.content, found, names=names, theme=self.theme)

    def hand(self, view: BoardView, seat: Seat, names: Sequence[str]) -> Picture:
        """A seat's cards and nobles."""
        return draw.draw_hand(view, self.content, seat, names=names, theme=self.theme)

    def changes(
        self,
        view: BoardView,
        events: Sequence[Event],
        names: Sequence[str],
        then: Sequence[Sequence[str]] = (),
    ) -> Picture | None:
        """The parts of the board where things moved and happened; None if nothing did."""
        changes = read_changes(events, self.content, names, view)
        if not windows_of(board_of(self.content), changes):
            return None
        return draw.draw_changes(
            view,
            self.content,
            events,
            names=names,
            then=then,
            cache_dir=self.cache_dir,
            theme=self.theme,
        )

    def ends(self, events: Sequence[Event]) -> bool:
        """Whether a fight was decided, or a Parliament's votes were counted, or a Parliament was
        dismissed."""
        shown = (*_DECIDED, facts.VotesCounted, facts.ParliamentDismissed)
        return any(isinstance(e, shown) for e in events)

    def sheets(
        self, entries: Sequence[Sequence[Event]], new: int, *, unfinished: bool = False
    ) -> list[Sheet]:
        """Battles and assaults once decided; Parliaments when their seats are counted and when they
        end.
        """
        return [*_battles(entries, new, unfinished), *_parliaments(entries, new, unfinished)]

    def concerned(self, found: Sheet, view: BoardView, events: Sequence[Event]) -> frozenset[Seat]:
        """The seats that fought, or the seats that had votes."""
        if found.kind == BATTLE:
            return _fighters(view, events)
        counted = [event for event in events if isinstance(event, facts.VotesCounted)]
        votes = zip(counted[-1].commons, counted[-1].lords, strict=True)
        return frozenset(seat for seat, cast in with_seats(votes) if any(cast))

    def sheet(
        self,
        found: Sheet,
        view: BoardView,
        events: Sequence[Event],
        names: Sequence[str],
        faces: Sequence[str] = (),
    ) -> Picture:
        """The sheet of a battle or of a Parliament."""
        if found.kind == BATTLE:
            return draw.draw_battle(view, self.content, events, names=names, theme=self.theme)
        return draw.draw_parliament(
            view, self.content, events, names=names, faces=faces, theme=self.theme
        )

    def victory(self, view: BoardView, names: Sequence[str], faces: Sequence[str] = ()) -> Picture:
        """The winner, and what everybody has left, or how everybody's points add up."""
        return draw.draw_victory(view, self.content, names=names, faces=faces, theme=self.theme)

    def moments(self, told: Iterable[tuple[Event, Sequence[str]]]) -> list[Highlight]:
        """The first King, the greatest battle and a betrayal."""
        return find_moments(told, self.content)

    def memories(self, moments: Sequence[Highlight]) -> Picture:
        """These moments on one sheet, with the nobles' arms."""
        return moments_picture(moments, self.content, self.theme)

    def lay(self, view: BoardView, names: Sequence[str]) -> Laid:
        """The board, as data."""
        return draw.lay_board(view, self.content, names, self.cache_dir)

    def ground(self, view: BoardView, names: Sequence[str], detail: int) -> bytes:
        """The map, on which nothing changes."""
        return draw.draw_ground(self.content, detail, theme=self.theme, cache_dir=self.cache_dir)

    def arts(self, arts: Sequence[Art]) -> list[bytes]:
        """The drawings of counters."""
        return draw.draw_arts(arts, theme=self.theme)

    def frame(self, view: BoardView, names: Sequence[str], width: int) -> Image.Image:
        """The whole board, without the lines below it."""
        return draw.draw_frame(
            view,
            self.content,
            width,
            names=names,
            cache_dir=self.cache_dir,
            theme=self.theme,
        )

    def replay(self, views: Sequence[BoardView], names: Sequence[Sequence[str]]) -> Animation:
        """The board, view by view."""
        return draw.draw_replay(
            views, self.content, names=names, cache_dir=self.cache_dir, theme=self.theme
        )


def _battles(entries: Sequence[Sequence[Event]], new: int, unfinished: bool) -> Iterator[Sheet]:
    """Every battle or assault decided in a new entry and, with `unfinished`, one that is not yet
    decided.
    """
    begun: int | None = None
    for number, events in enumerate(entries):
        for event in events:
            match event:
                case facts.AttackDeclared() | facts.AssaultDeclared() | facts.WallsStormed():
                    begun = number
                case facts.AttackCancelled() | facts.TurnBegan():
                    begun = None
                case _ if isinstance(event, _DECIDED) and begun is not None:
                    if number >= new:
                        yield Sheet(BATTLE, begun, number, begun)
                    begun = None
    if unfinished and begun is not None:
        yield Sheet(BATTLE, begun, len(entries) - 1, begun)


def _parliaments(entries: Sequence[Sequence[Event]], new: int, unfinished: bool) -> list[Sheet]:
    """Every Parliament whose votes were counted, or which was dismissed, in a new entry.

    The seats are shown as soon as they are counted, so that everybody sees them before voting,
    unless Parliament is over by then. With `unfinished`, a Parliament that is still sitting is
    included too.
    """
    found: list[Sheet] = []
    called: int | None = None
    voted = False
    for number, events in enumerate(entries):
        for event in events:
            match event:
                case facts.ParliamentCalled():
                    called, voted = number, False
                case facts.VotesCounted():
                    voted = True
                    if called is not None and number >= new:
                        found.append(Sheet(PARLIAMENT, called, number, number + 1))
                case facts.ParliamentDismissed():
                    if called is not None and voted and number >= new:
                        found = [sheet for sheet in found if sheet.first != called]
                        found.append(Sheet(PARLIAMENT, called, number, number))
                    called = None
    if unfinished and called is not None and voted:
        found.append(Sheet(PARLIAMENT, called, len(entries) - 1, len(entries)))
    return found


def _fighters(view: BoardView, events: Sequence[Event]) -> frozenset[Seat]:
    """The seats of everybody in the last fight, according to the view from before it."""
    seats: set[Seat] = set()
    for event in events:
        match event:
            case facts.AttackDeclared() | facts.AssaultDeclared() | facts.WallsStormed():
                # Nobles who joined before the weather was drawn are among the attackers or
                # defenders.
                force = (*event.attackers, *event.defenders)
                seats = {event.seat, *(view.nobles[n].seat for n in force if n in view.nobles)}
            case facts.AllianceMade():
                seats.add(event.seat)
    return frozenset(seats)
