"""The sheet to share when a game is over: its first King, its greatest battle and a betrayal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from bot.rules.kernel import Event, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tell
from bot.words.phrases import uncited
from rendering.canvas.blank_sheet import EDGE, BlankSheet, seat_badge
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style, text_width, wrap
from rendering.canvas.painter import Highlight
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import theme_named
from rendering.kingmaker.battle_sheet import CombatTold, last_combat
from rendering.kingmaker.card_faces import sheet_palette
from rendering.kingmaker.counters.counters import big_arms, heir_token
from rendering.kingmaker.counters.marks import mark_token
from rendering.kingmaker.counters.pieces import short_names

_WIDTH = 1140
_TOP = 92
_LEFT = EDGE + 190
"""Where the words begin, to the right of the tokens."""
_BODY = Style("body", 32)
_LINE = 40
_TALL = 170
"""The height that a King and his crown need."""
_ARMS = (60, 72)
_MOST_ARMS = 6
"""The most shields shown for one side."""

_KING, _BATTLE, _BETRAYAL = "king", "battle", "betrayal"
_HEADINGS = {
    _KING: "The first coronation",
    _BATTLE: "The greatest fight",
    _BETRAYAL: "A betrayal",
}
_BEGIN = (facts.AttackDeclared, facts.AssaultDeclared, facts.WallsStormed)
_END = (facts.TurnBegan, facts.PhaseBegan)


def find_moments(told: Iterable[tuple[Event, Sequence[str]]], content: Content) -> list[Highlight]:
    """The moments among public events in order, each with the names at the time."""
    finder = _Finder(content)
    for event, names in told:
        finder.read(event, names)
    finder.end_fight()
    found = (finder.king, finder.battle, finder.betrayal)
    return sorted(filter(None, found), key=lambda moment: moment.round)


class _Finder:
    """Goes through a game's public events in order."""

    def __init__(self, content: Content) -> None:
        self.lexicon = Lexicon(content)
        self.round = 0
        self.king: Highlight | None = None
        self.battle: Highlight | None = None
        self.size = 0
        """How many troops fought in the greatest battle."""
        self.betrayal: Highlight | None = None
        self.treachery = 0
        """How bad the betrayal was."""
        self.fight: list[Event] = []
        self.called: Sequence[str] = ()
        """The players' names at the time of the fight."""
        self.allied: set[frozenset[Seat]] = set()
        """The pairs of players who have fought side by side."""

    def read(self, event: Event, names: Sequence[str]) -> None:
        """Take in one event."""
        if isinstance(event, (*_BEGIN, *_END)):
            self.end_fight()
        if isinstance(event, _BEGIN) or self.fight:
            self.fight.append(event)
            self.called = names
        match event:
            case facts.TurnBegan():
                self.round = event.round
            case facts.Crowned() if self.king is None:
                self.king = Highlight(_KING, self.round, (event,), names)
            case facts.AttackDeclared() | facts.SeaBattleJoined() if (
                frozenset((event.seat, event.against)) in self.allied
            ):
                self._betrayed(3, event, names)
            case facts.PactEnded() if event.how == "cancelled":
                self._betrayed(2, event, names)
            case facts.NobleWonOver():
                self._betrayed(1, event, names)
            case facts.AllianceMade() if event.seat != event.side:
                self.allied.add(frozenset((event.seat, event.side)))
            case _:
                pass

    def _betrayed(self, treachery: int, event: Event, names: Sequence[str]) -> None:
        if treachery > self.treachery:
            self.treachery = treachery
            self.betrayal = Highlight(_BETRAYAL, self.round, (event,), names)

    def end_fight(self) -> None:
        """Weigh the fight that is over, if there was one and it was fought out."""
        fight, self.fight = self.fight, []
        if (combat := last_combat(fight)) is None or not combat.decides:
            return
        size = sum(CombatTold(combat, self.lexicon, self.called).strengths)
        if size > self.size:
            self.size = size
            self.battle = Highlight(_BATTLE, self.round, tuple(fight), self.called)


def moments_picture(moments: Sequence[Highlight], content: Content, theme_name: str) -> Picture:
    """The sheet of these moments."""
    if not moments:
        raise ValueError("There are no great moments to show.")
    lex = Lexicon(content)
    told = [_told(moment, lex) for moment in moments]
    room = _WIDTH - EDGE - 24 - _LEFT
    lines = [[line for text in texts for line in wrap(text, _BODY, room)] for texts in told]
    heights = [_height(*each) for each in zip(moments, lines, strict=True)]
    page = BlankSheet(_WIDTH, _TOP + sum(heights) + EDGE, theme_named(theme_name))
    page.title("Great moments of the game")
    top = _TOP
    for moment, wrapped, height in zip(moments, lines, heights, strict=True):
        page.card((EDGE, top, _WIDTH - EDGE, top + height - 16))
        _draw(page, moment, wrapped, top, content)
        top += height
    alt = " ".join(
        f"{_HEADINGS[moment.kind]}, round {moment.round}: {' '.join(texts)}"
        for moment, texts in zip(moments, told, strict=True)
    )
    return page.finish(alt, sheet_palette(page.theme))


def _height(moment: Highlight, lines: Sequence[str]) -> int:
    words = 94 + _LINE * len(lines)
    if moment.kind == _BATTLE:
        words += _ARMS[1] + 20
    return max(words, _TALL if moment.kind == _KING else 0)


def _told(moment: Highlight, lex: Lexicon) -> list[str]:
    """A moment in a few sentences."""
    first = moment.events[0]
    line = tell(lex, first, lambda seat: seat_name(seat, moment.names)) or ""
    texts = [uncited(line).replace("*", "")]
    if (combat := last_combat(moment.events)) is not None and moment.kind == _BATTLE:
        fight = CombatTold(combat, lex, moment.names)
        texts += [f"{fight.outcome()}.", *fight.fates()]
    elif isinstance(first, facts.AttackDeclared | facts.SeaBattleJoined):
        texts.append("They had fought side by side.")
    return texts


def _draw(
    page: BlankSheet, moment: Highlight, lines: Sequence[str], top: int, content: Content
) -> None:
    """A moment on its card: its token or badges, its heading, its words, and who fought."""
    heading = f"{_HEADINGS[moment.kind]} · round {moment.round}"
    ink = page.theme.ink
    page.text((_LEFT, top + 46), heading, Style("bold", 34), page.theme.ink_red)
    for number, line in enumerate(lines):
        page.text((_LEFT, top + 88 + _LINE * number), line, _BODY, ink)
    sprites = _tokens(moment, content)
    across = sum(sprite.width for sprite in sprites) + 8 * (len(sprites) - 1)
    x = (EDGE + _LEFT - across) / 2
    for sprite in sprites:
        page.paste(sprite, x, top + 20)
        x += sprite.width + 8
    if moment.kind == _BATTLE:
        _arms(page, moment.events[0], top + 74 + _LINE * len(lines))


def _tokens(moment: Highlight, content: Content) -> list[Image.Image]:
    """The picture beside the words: the King, a noble's arms, a mark, or the badges of the two
    players.
    """
    first = moment.events[0]
    match first:
        case facts.Crowned():
            heirs = {key: heir.name for key, heir in content.heirs.items()}
            short = short_names(heirs, clash=2).get(first.heir, "")
            house = content.heirs[first.heir].house if first.heir in content.heirs else ""
            return [heir_token(house, True, short, 1.85)]
        case facts.NobleWonOver():
            return [big_arms(first.noble, first.seat, 84, 100)]
        case facts.PactEnded():
            return [seat_badge(seat, 72) for seat in (first.seat, first.ally)]
        case facts.AttackDeclared() | facts.SeaBattleJoined() if moment.kind == _BETRAYAL:
            return [seat_badge(seat, 72) for seat in (first.seat, first.against)]
        case _:
            kind = "battle" if isinstance(first, facts.AttackDeclared) else "siege"
            return [mark_token(kind, 3.0)]


def _arms(page: BlankSheet, begun: Event, y: int) -> None:
    """The shields of those who fought, the attackers first."""
    assert isinstance(begun, _BEGIN)
    x, style = float(_LEFT), Style("italic", 28)
    for nth, nobles in enumerate((begun.attackers, begun.defenders)):
        if nth and nobles:
            page.text((x + 6, y + 46), "against", style, page.theme.ink_soft)
            x += text_width("against", style) + 18
        for noble in nobles[:_MOST_ARMS]:
            page.paste(big_arms(noble, None, *_ARMS), x, y)
            x += _ARMS[0] + 6
