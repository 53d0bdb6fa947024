"""The sheet of possible fights: who fights whom, and the chances, before anything is decided.

The sheet is made for one seat from its own view, like the question that it goes with.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_PLACE, CardId, NobleId
from bot.rules.kingmaker.prospects.fights import Prospect
from bot.rules.kingmaker.prospects.odds import forces_at, from_towns
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed
from rendering.canvas.blank_sheet import ALT_LIMIT, EDGE, BlankSheet
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style, ellipsis, text_width
from rendering.canvas.heraldry import INK, on_colour
from rendering.canvas.theme import Colour, theme_named
from rendering.kingmaker.adapter import camp_of, seat_names
from rendering.kingmaker.battle_sheet import BANDS, SHIELD, WIDTH, draw_side, side_width
from rendering.kingmaker.card_faces import sheet_palette
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.map.geometry import square_label

MOST = 4
"""The most fights on one sheet, the most important first."""

_TOP = 118
_HEAD = 44
_BAR = 70
_ARMS = 168
_LINE = 30
_CHANCES = 58
_GAP = 26

COLUMNS = 4
"""The most nobles shown on a side, the strongest first: as many as fit with their names readable on
a phone.
"""

_LABEL = Style("sans", 24)
_SMALL = 24
"""The smallest lettering, in pixels of a sheet that a phone shows at about half its size."""

_DONE: dict[str, str] = {
    "attack": "attacks", "attack_with_french": "attacks with the French", "lay": "lays siege",
    "join": "joins the siege", "conclude": "storms",
    "conclude_with_french": "storms with the French", "storm": "storms",
    "storm_with_french": "storms with the French",
}  # fmt: skip
"""The action of the side on the left."""


def prospect_picture(
    view: BoardView,
    content: Content,
    found: Sequence[Prospect],
    names: Sequence[str] | None,
    theme_name: str,
) -> Picture:
    """Fights that the viewer may take part in: both sides, their troops and the chances."""
    return _ProspectSheet(view, content, found, seat_names(view, names), theme_name).draw()


def weightiest(view: BoardView, found: Sequence[Prospect]) -> list[Prospect]:
    """The fights, ordered by what is at stake: heirs first, then the chances."""

    def weight(fight: Prospect) -> tuple[int, float, float]:
        heirs = sum(len(view.nobles[noble].heirs) for noble in fight.defenders)
        heirs += sum(heir.inside == fight.clash.place is not None for heir in view.heirs.values())
        return -heirs, -float(fight.won), float(fight.opposed)

    return sorted(found, key=weight)


def _fits(name: str, chance: float) -> bool:
    """Whether a part of the bar is wide enough for its word and figure."""
    words = f"{name} {round(chance * 100)}%"
    return text_width(words, _LABEL) < (WIDTH - 2 * EDGE) * chance - 8


class _ProspectSheet:
    def __init__(
        self,
        view: BoardView,
        content: Content,
        found: Sequence[Prospect],
        names: list[str],
        theme_name: str,
    ) -> None:
        self.view, self.content, self.names = view, content, names
        self._name = Lexicon(content).kind
        ordered = weightiest(view, found)
        self.fights, self.more = ordered[:MOST], len(ordered[MOST:])
        tall = sum(self._height(fight) for fight in self.fights) + 40 * bool(self.more)
        self.page = BlankSheet(WIDTH, _TOP + tall + 10, theme_named(theme_name))

    def _height(self, fight: Prospect) -> int:
        below = _LINE * (self._beside(fight) + len(self._foot(fight)))
        return _HEAD + _BAR + 14 + self._arms(fight) + below + _CHANCES + _GAP

    def _arms(self, fight: Prospect) -> int:
        """The height of the row of arms, or of a gap if neither side has a noble."""
        return _ARMS if fight.attackers or fight.defenders else 8

    def _beside(self, fight: Prospect) -> int:
        """The number of lines of heirs and garrisons on the fuller side."""
        return max(len(self.company(fight, attack)) for attack in (True, False))

    # Words

    def who(self, nobles: Sequence[NobleId]) -> str:
        """The players who own these nobles."""
        seats = dict.fromkeys(self.view.nobles[noble].seat for noble in nobles)
        return listed([self._player(seat) for seat in seats]) or "The garrison"

    def _player(self, seat: Seat) -> str:
        return "You" if seat == self.view.seat else self.names[seat]

    def where(self, fight: Prospect) -> str:
        """The place, or the square with any place in it."""
        places = self.content.board.places
        if fight.clash.place is not None:
            return places[fight.clash.place].name
        here = [place.name for place in places.values() if place.square == fight.clash.square]
        label = square_label(fight.clash.square)
        return f"{here[0]} ({label})" if here else label

    def heading(self, fight: Prospect) -> str:
        """The kind of fight, and where it is."""
        kind = "Siege of" if fight.clash.place is not None else "Battle at"
        kind = "Storm of" if fight.clash.verb.startswith("storm") else kind
        return f"{kind} {self.where(fight)}"

    def company(self, fight: Prospect, attack: bool) -> list[str]:
        """Everything on a side apart from its nobles: heirs, men from the towns, and the garrison
        of a place."""
        nobles = fight.attackers if attack else fight.defenders
        heirs = [f"{self._name(h)}, with {self._name(n)}" for n in nobles for h in self._heirs(n)]
        men = from_towns(self.content, self.view, nobles) if attack else 0
        if men:
            return [*heirs, f"Men of the towns {men}"]
        if attack or fight.clash.place is None:
            return heirs
        place = fight.clash.place
        heirs += [
            f"{self._name(key)}, kept by the place"
            for key, heir in self.view.heirs.items()
            if heir.alive and heir.holder is None and heir.inside == place
        ]
        men = fight.opposed - sum(self.view.nobles[noble].troops for noble in nobles)
        return [*heirs, f"Garrison {men} troops"]

    def _heirs(self, noble: NobleId) -> Sequence[str]:
        return self.view.nobles[noble].heirs

    def others(self, fight: Prospect) -> str:
        """The other forces in the square that might still join in, as far as everybody can see."""
        place = fight.clash.place
        square = fight.clash.square or self.content.board.places[place or NO_PLACE].square
        told = {*fight.attackers, *fight.defenders, *fight.joining}
        here = forces_at(self.content, self.view, square)
        left = {seat: [n for n in nobles if n not in told] for seat, nobles in here.items()}
        forces = [self._force(seat, nobles) for seat, nobles in left.items() if nobles]
        return f"Also there: {listed(forces)}." if forces else ""

    def _force(self, seat: Seat, nobles: Sequence[NobleId]) -> str:
        troops = sum(self.view.nobles[noble].troops for noble in nobles)
        who = "you" if seat == self.view.seat else self.names[seat]
        return f"{who} with {listed([self._name(noble) for noble in nobles])} ({troops})"

    def _foot(self, fight: Prospect) -> list[str]:
        """The lines below the chances: anything that does not fit on the bar, and who may join
        in."""
        narrow = [
            f"{name} {round(chance * 100)}%"
            for name, _, chance in self.chances(fight)
            if not self.needs(fight) and chance and not _fits(name, chance)
        ]
        lines = [f"Also: {listed(narrow)}."] if narrow else []
        if fight.joining:
            names = listed([self._name(noble) for noble in fight.joining])
            troops = sum(self.view.nobles[noble].troops for noble in fight.joining)
            lines.append(f"You may join with {names} ({troops}).")
        others = self.others(fight)
        return [*lines, others] if others else lines

    def verb(self, fight: Prospect) -> str:
        """The verb for the attackers' action, to follow another player's name or *You*."""
        verb = fight.clash.verb
        if fight.clash.place is not None:  # a declared assault has the verb "attack", too
            verb = verb.replace("attack", "conclude")
        done = _DONE.get(verb, "attacks")
        mine = fight.attackers and self.view.nobles[fight.attackers[0]].seat == self.view.seat
        first, _, rest = done.partition(" ")
        return " ".join(filter(None, (first[:-1] if mine else first, rest)))

    def chances(self, fight: Prospect) -> list[tuple[str, Colour, float]]:
        """The ways a fight may end, from the attackers' point of view."""
        won, lost = float(fight.won), float(fight.lost)
        if fight.clash.place is not None:
            if fight.clash.verb in ("lay", "join"):
                return []
            return [("taken", BANDS["major"], won), ("not taken", BANDS["fails"], 1 - won)]
        return [
            ("won", BANDS["major"], won),
            ("undecided", BANDS["none"], max(0.0, 1 - won - lost)),
            ("lost", BANDS["fails"], lost),
        ]

    def needs(self, fight: Prospect) -> str:
        """The text if there are no chances to draw: whether the strength is enough."""
        enough = fight.attack >= fight.needed
        if fight.clash.place is None:
            return "" if enough else f"Too weak without allies: {fight.needed} troops needed."
        if fight.clash.verb == "lay":
            return f"{fight.needed} can lay siege, no roll."
        if fight.clash.verb == "join":
            return f"{fight.needed} in all will take it."
        return "" if enough else f"Too weak without allies: {fight.needed} troops needed."

    # Drawing

    def draw(self) -> Picture:
        page = self.page
        one = len(self.fights) == 1
        below = "From what you know, counting the weather"
        page.title("The fight before you" if one else "The fights before you", below)
        y = _TOP
        for fight in self.fights:
            self._fight(y, fight)
            y += self._height(fight)
        if self.more:
            words = f"And {self.more} more: /odds shows each one."
            page.text((EDGE + 8, y + 14), words, Style("light-italic", 25), page.soft)
        return page.finish(self.alt(), sheet_palette(page.theme))

    def _fight(self, y: int, fight: Prospect) -> None:
        page = self.page
        page.text((EDGE + 6, y + 28), self.heading(fight), Style("bold", 29), page.strong)
        y += _HEAD
        right = round(WIDTH / 2) + 30
        sides = (
            (EDGE, fight.attackers, self.verb(fight), fight.attack),
            (right, fight.defenders, "defending", fight.opposed),
        )
        for x, nobles, verb, strength in sides:
            seat = self.view.nobles[nobles[0]].seat if nobles else self._holder(fight)
            who = self.who(nobles) if nobles or seat is None else self._player(seat)
            draw_side(page, (x, y), seat, who, verb, strength, camp_of(self.view, seat))
            self._nobles(x, y + _BAR + 14, nobles)
            top = y + _BAR + 14 + (self._arms(fight) if nobles else 14)
            for nth, line in enumerate(self.company(fight, x == EDGE)):
                at = (x + 8, top + 18 + nth * _LINE)
                page.text(at, line, Style("bold", _SMALL), page.strong, side_width(page) - 12)
        y += _BAR + 14 + self._arms(fight) + _LINE * self._beside(fight)
        self._bar(y, fight)
        for nth, line in enumerate(self._foot(fight)):
            at = (EDGE + 8, y + _CHANCES + 22 + nth * _LINE)
            style = Style("strong", 25)
            page.text(at, ellipsis(line, style, WIDTH - 2 * EDGE - 16), style)

    def _holder(self, fight: Prospect) -> Seat | None:
        noble = self.view.nobles.get(
            NobleId(CardId(self.view.control.get(fight.clash.place or NO_PLACE, "")))
        )
        return None if noble is None else noble.seat

    def _nobles(self, x: int, y: int, nobles: Sequence[NobleId]) -> None:
        page, pitch = self.page, side_width(self.page) // COLUMNS
        strongest = sorted(nobles, key=lambda key: (-self.view.nobles[key].troops, key))
        for nth, key in enumerate(strongest[:COLUMNS]):
            seen = self.view.nobles[key]
            last = nth == COLUMNS - 1 and len(nobles) > COLUMNS
            left, middle = x + nth * pitch, x + nth * pitch + pitch / 2
            if last:
                words = f"and {len(nobles) - nth}"
                page.centred((middle, y + 40), words, Style("bold", 25), page.ink)
                page.centred((middle, y + 68), "more", Style("bold", 25), page.ink)
                return
            page.paste(big_arms(key, seen.seat, *SHIELD), left + (pitch - SHIELD[0]) / 2, y)
            page.centred((middle, y + 116), self._name(key), Style("bold", 25), room=pitch - 4)
            words = f"{seen.troops} troops"
            page.centred((middle, y + 142), words, Style("italic", _SMALL), page.soft, pitch - 4)

    def _bar(self, y: int, fight: Prospect) -> None:
        """Draw the chances as one bar, each part with its word and figure; or say what is
        needed."""
        page, chances = self.page, self.chances(fight)
        words = self.needs(fight)
        if words or not chances:
            page.text((EDGE + 8, y + 38), words, Style("strong", 27), page.ink)
            return
        left, width = float(EDGE), WIDTH - 2 * EDGE
        for name, colour, chance in chances:
            right = left + width * chance
            box = [round(left), y + 4, round(right), y + _CHANCES - 6]
            if chance > 0:
                page.draw.rectangle(box, fill=colour, outline=INK, width=2)
            self._label((left + right) / 2, y + _CHANCES / 2, right - left, name, chance, colour)
            left = right

    def _label(
        self, x: float, y: float, room: float, name: str, chance: float, colour: Colour
    ) -> None:
        figure = f"{round(chance * 100)}%"
        words = f"{name} {figure}" if _fits(name, chance) else figure
        if text_width(words, _LABEL) < room - 8:
            self.page.centred((x, y), words, _LABEL, on_colour(colour))

    def alt(self) -> str:
        """The sheet in words, with as many fights as there is room for."""
        text, left = "", len(self.fights) + self.more
        for fight in self.fights:
            line = self._told(fight)
            if len(text) + len(line) + 40 > ALT_LIMIT:
                break
            text, left = f"{text} {line}".strip(), left - 1
        return f"{text} And {left} more." if left else text

    def _told(self, fight: Prospect) -> str:
        sides: list[str] = []
        for nobles, strength in ((fight.attackers, fight.attack), (fight.defenders, fight.opposed)):
            names = listed([self._name(noble) for noble in nobles])
            heirs = [self._name(heir) for n in nobles for heir in self.view.nobles[n].heirs]
            kept = f" and {listed(heirs)}" if heirs else ""
            led = f" with {names}{kept}" if names else ""
            men = 0 if sides else from_towns(self.content, self.view, nobles)
            led += f" and {men} men of the towns" if men else ""
            sides.append(f"{self.who(nobles)}{led}, {strength} troops")
        ends = ", ".join(f"{name} {round(c * 100)}%" for name, _, c in self.chances(fight))
        end = self.needs(fight) or f"{ends}."
        told = f"{self.heading(fight)}: {sides[0]} against {sides[1]}{self._walls(fight)}: {end}"
        return " ".join(filter(None, (told, *self._foot_alt(fight))))

    def _walls(self, fight: Prospect) -> str:
        """A place's own garrison and heirs, for the sheet in words."""
        kept = self.company(fight, attack=False)[sum(map(len, map(self._heirs, fight.defenders))) :]
        return f" ({'; '.join(kept)})" if kept else ""

    def _foot_alt(self, fight: Prospect) -> list[str]:
        """The lines at the foot of a fight, without anything that the words already say."""
        return [line for line in self._foot(fight) if not line.startswith("Also: ")]
