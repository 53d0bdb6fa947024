"""Kingmaker's painter: the board, the sheets, and the events that are worth a sheet.

A whole game as a moving picture: the board turn by turn, as an animated WebP.
"""

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
from rendering.canvas.blank_sheet import who_wins
from rendering.canvas.encoding import (
    LIMIT,
    WIDTHS,
    Animation,
    Picture,
    animated,
    smaller,
    thinned,
    to_palette,
    webp_bytes,
)
from rendering.canvas.foot import Foot
from rendering.canvas.painter import BATTLE, PARLIAMENT, Highlight, Sheet, StandIns
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import theme_named
from rendering.canvas.touch import Art, Laid
from rendering.kingmaker import touch
from rendering.kingmaker.adapter import board_of, pieces_from_view
from rendering.kingmaker.battle_sheet import battle_picture
from rendering.kingmaker.board import board_image, board_picture, crop_picture
from rendering.kingmaker.card_sheets import hand_picture, keep_cards
from rendering.kingmaker.changes import changes_picture, windows_of
from rendering.kingmaker.counters.art import draw_art
from rendering.kingmaker.counters.pieces import PieceSet
from rendering.kingmaker.happenings import read_changes
from rendering.kingmaker.map.base_map import (
    BaseMap,
    base_map,
    prepare,
    prepare_base,
    prepared,
    sea_ways,
)
from rendering.kingmaker.map.geometry import REGIONS, square_label
from rendering.kingmaker.moments_sheet import find_moments, moments_picture
from rendering.kingmaker.moves import moves_picture
from rendering.kingmaker.parliament_sheet import parliament_picture
from rendering.kingmaker.prospect_sheet import prospect_picture
from rendering.kingmaker.victory_sheet import points_picture, victory_picture, won_by

_DECIDED = (facts.BattleRolled, facts.BattleDecided, facts.SiegeConcluded, facts.StormDecided)
"""The events that end a fight."""


class KingmakerPainter:
    """Draws Kingmaker games under one rule set. `cache_dir` keeps base maps on disk.

    Raises `KeyError` for an unknown theme. `names` are the players' names in seat order, and
    `faces` the characters of computer players, empty for all others.
    """

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

    def _base(self) -> BaseMap:
        return base_map(board_of(self.content), theme_named(self.theme), self.cache_dir)

    def areas(self) -> tuple[tuple[str, str], ...]:
        """The parts of the kingdom, and every town, castle, sea and square."""
        board = self.content.board
        regions = [(key, region.name) for key, region in REGIONS.items()]
        places = [(place.id, place.name) for place in board.places.values() if place.square]
        seas = [(sea.id, sea.name) for sea in board.seas.values()]
        squares = [(square, square_label(square)) for square in board.squares]
        return (*regions, *places, *seas, *squares)

    def prepare(self) -> None:
        """Draw the empty board, for pictures and for pages, and keep it with this installation.
        Raises OSError."""
        base = prepare_base(board_of(self.content), theme_named(self.theme))
        for detail in (1, base.frame.scale):
            prepare(base, _ground_name(detail), _draw_ground(base, detail))

    def empty(self) -> Picture:
        """The empty board; this also finds the routes over its seas and draws every Crown card."""
        theme = theme_named(self.theme)
        keep_cards(self.content, theme)
        sea_ways(self._base().plan)
        return board_picture(board_of(self.content), PieceSet(), theme, self.cache_dir)

    def board(self, view: BoardView, names: Sequence[str], foot: Foot = ()) -> Picture:
        """The whole board, 1600 by 1894 pixels, with the lines of `foot` below it."""
        pieces = pieces_from_view(view, self.content, names)
        theme = theme_named(self.theme)
        return board_picture(board_of(self.content), pieces, theme, self.cache_dir, foot)

    def crop(self, view: BoardView, area: str, names: Sequence[str], radius: int = 4) -> Picture:
        """A part of the kingdom, or `radius` squares in each direction from a place, sea or square,
        at double size.

        `area` is an id such as `york`, `the-downs` or `18,20`. Raises `KeyError` if the board has
        no such thing, and `ValueError` for a radius below 1.
        """
        pieces = pieces_from_view(view, self.content, names)
        theme = theme_named(self.theme)
        return crop_picture(board_of(self.content), pieces, theme, area, radius, self.cache_dir)

    def moves(
        self, view: BoardView, mover: str, prompts: Sequence[Prompt], names: Sequence[str]
    ) -> Picture:
        """The places where one of the viewer's nobles can go, and the rules that stop him."""
        reach = reach_of(self.content, view, NobleId(CardId(mover)), prompts).as_cited(
            self._stand_ins
        )
        return moves_picture(view, self.content, reach, names, self.theme, self.cache_dir)

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
        return prospect_picture(view, self.content, found, names, self.theme)

    def hand(self, view: BoardView, seat: Seat, names: Sequence[str]) -> Picture:
        """A seat's hand, kept events and nobles as a sheet of cards.

        Raises `ValueError` if the view is not that seat's own.
        """
        if view.seat != seat:
            raise ValueError("A hand is drawn only from the view of the seat that holds it.")
        return hand_picture(view, self.content, seat, names[seat], theme_named(self.theme))

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
        return changes_picture(view, self.content, events, names, then, self.theme, self.cache_dir)

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
            return battle_picture(view, self.content, events, names, self.theme)
        return parliament_picture(view, self.content, events, names, self.theme, faces)

    def victory(self, view: BoardView, names: Sequence[str], faces: Sequence[str] = ()) -> Picture:
        """The winner, how he won, and everything each faction has left; if points decide, also how
        they add up. Raises `ValueError` while the game is still in progress."""
        picture = points_picture if view.sheets else victory_picture
        return picture(view, self.content, names, self.theme, faces)

    def moments(self, told: Iterable[tuple[Event, Sequence[str]]]) -> list[Highlight]:
        """The first King, the greatest battle and a betrayal."""
        return find_moments(told, self.content)

    def memories(self, moments: Sequence[Highlight]) -> Picture:
        """These moments on one sheet, with the nobles' arms."""
        return moments_picture(moments, self.content, self.theme)

    def lay(self, view: BoardView, names: Sequence[str]) -> Laid:
        """The board, with everything that this view shows, as data."""
        plan = base_map(board_of(self.content), theme_named("light"), self.cache_dir).plan
        return touch.lay(plan, pieces_from_view(view, self.content, names))

    def ground(self, view: BoardView, names: Sequence[str], detail: int) -> bytes:
        """The map with all its names, on which nothing changes, as WebP: in the full detail of the
        master (2), or half of it."""
        base = self._base()
        kept = prepared(base.board, base.theme, base.frame, _ground_name(detail))
        return _draw_ground(base, detail) if kept is None else kept

    def arts(self, arts: Sequence[Art]) -> list[bytes]:
        """Drawings of counters, by look, each as WebP with three pixels per sheet pixel."""
        theme = theme_named(self.theme)
        return [webp_bytes(draw_art(art, theme, 3), whole=True) for art in arts]

    def frame(self, view: BoardView, names: Sequence[str], width: int) -> Image.Image:
        """The whole board, `width` pixels wide, with the palette of its map and without the lines
        below it."""
        base = self._base()
        sheet = board_image(base, pieces_from_view(view, self.content, names))
        return to_palette(smaller(sheet, width), base.palette)

    def replay(
        self, views: Sequence[BoardView], names: Sequence[Sequence[str]], limit: int = LIMIT
    ) -> Animation:
        """An animated WebP of these views in order, at most `limit` bytes and 90 frames (evenly
        spaced), with the names for each view, because seats may change hands.

        Raises `ValueError` if there are no views or they cannot be made small enough. This takes
        several seconds.
        """
        if not views:
            raise ValueError("A replay needs at least one view.")
        base = self._base()
        sheets = [
            smaller(
                board_image(base, pieces_from_view(views[i], self.content, names[i])), WIDTHS[0]
            )
            for i in thinned(len(views))
        ]
        return animated(sheets, base.theme, _replay_alt(views, names[-1]), limit)


def _replay_alt(views: Sequence[BoardView], names: Sequence[str]) -> str:
    last = views[-1]
    text = f"The game from round {views[0].round} to round {last.round}, turn by turn on the map."
    if last.result is not None:
        who = [seat_name(seat, names) for seat in last.result.winners]
        how = won_by(last.result.victory)
        text += f" {who_wins(who)}: {how}."
    return text


def _draw_ground(base: BaseMap, detail: int) -> bytes:
    image = touch.ground_image(base)
    return webp_bytes(image if detail == base.frame.scale else image.reduce(base.frame.scale))


def _ground_name(detail: int) -> str:
    return f"ground-{detail}.webp"


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
