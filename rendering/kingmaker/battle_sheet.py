"""The sheet of a battle or an assault: both sides, the row of the table, the roll and the dead.

The two sides of a fight on a sheet: who they are, how strong they are, and every noble with his
arms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.rules.kernel import Event, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import RATIOS, reaches
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId
from bot.rules.kingmaker.prospects.odds import from_towns
from bot.rules.kingmaker.tables import BattleRow
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.combat import RESULTS
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed
from rendering.canvas.blank_sheet import EDGE, BlankSheet
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style, text_width, wrap
from rendering.canvas.heraldry import INK, on_colour
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import Colour, faction_mark, theme_named
from rendering.kingmaker.adapter import camp_of, seat_names
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.card_faces import sheet_palette
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.counters.marks import mark_token
from rendering.kingmaker.counters.pieces import Camp
from rendering.kingmaker.happenings import CALLED_OFF, public
from rendering.kingmaker.map.geometry import square_label

SHIELD = (84, 100)
COLUMNS = 5
"""The number of a side's nobles per row."""


def side_width(page: BlankSheet) -> int:
    """The width of one side of a sheet."""
    return page.width // 2 - EDGE - 34


def draw_side(
    page: BlankSheet,
    at: tuple[int, int],
    seat: Seat | None,
    who: str,
    verb: str,
    strength: int,
    camp: Camp | None = None,
) -> None:
    """The bar above a side: its colour and badge, its name, its role and its troops. ``camp`` is
    the House that the side serves.
    """
    x, y = at
    width = side_width(page)
    mark = faction_mark(seat)
    page.draw.rounded_rectangle(
        [x, y, x + width, y + 70], radius=8, fill=mark.colour, outline=INK, width=2
    )
    page.paste(sided_badge(seat, 50, camp), x + 10, y + 10)
    ink = on_colour(mark.colour)
    page.text((x + 72, y + 34), who, Style("bold", 28), ink, width - 190)
    page.text((x + 72, y + 60), verb, Style("italic", 22), ink)
    page.centred((x + width - 58, y + 35), str(strength), Style("number", 42), ink)


def draw_arms(
    page: BlankSheet, at: tuple[float, float], key: str, name: str, seat: Seat | None, pitch: float
) -> None:
    """A noble's arms with his name, in a column `pitch` wide."""
    x, y = at
    page.paste(big_arms(key, seat, *SHIELD), x + (pitch - SHIELD[0]) / 2, y)
    page.centred((x + pitch / 2, y + 114), name, Style("bold", 20), room=pitch - 6)


def draw_garrison(page: BlankSheet, at: tuple[float, float], nobles: Sequence[NobleId]) -> None:
    """The text that appears if a side has no nobles."""
    if not nobles:
        words = "No nobles: the garrison alone."
        page.text(at, words, Style("light-italic", 24), page.soft)


WIDTH = 1140
_NOTE = Style("strong", 23)
_ROW = 146

_HALF_HEIGHT = 104

BANDS: dict[str, Colour] = {
    "fails": (150, 60, 52),
    "none": (196, 180, 150),
    "minor": (120, 152, 96),
    "major": (52, 108, 70),
}
_STORMED = {
    "taken": "The place is taken",
    "repelled": "The assault is beaten back",
    "undecided": "Nobody wins",
}
_SHORT = {"fails": "Fails", "none": "None", "minor": "Minor", "major": "Major"}


def half_name(half: str) -> str:
    """A ratio as a card names it, such as `a majority` or `3 to 2`."""
    return "a majority" if half == "majority" else half.replace("-", " to ")


@dataclass(slots=True)
class Combat:
    """The public facts about one battle or assault."""

    begun: facts.AttackDeclared | facts.AssaultDeclared | facts.WallsStormed
    rolled: facts.BattleRolled | None = None
    decided: facts.BattleDecided | None = None
    stormed: facts.StormDecided | None = None
    called_off: str = ""
    taken: bool | None = None
    deaths: list[facts.DeathRolled] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    captives: list[str] = field(default_factory=list)
    joined: list[facts.AllianceMade] = field(default_factory=list)

    @property
    def decides(self) -> bool:
        """Whether the battle or assault was fought out."""
        done = (self.rolled, self.decided, self.stormed, self.taken)
        return not self.called_off and any(each is not None for each in done)


def last_combat(events: Sequence[Event]) -> Combat | None:
    """The last battle or assault among these public events, with all its facts."""
    found: Combat | None = None
    open_ = False
    for event in public(events):
        match event:
            case facts.AttackDeclared() | facts.AssaultDeclared() | facts.WallsStormed():
                found, open_ = Combat(event), True
            case facts.TurnBegan() | facts.PhaseBegan():
                open_ = False
            case _ if found is not None and open_:
                _take_in(found, event)
    return found


def _take_in(combat: Combat, event: Event) -> None:
    match event:
        case facts.BattleRolled():
            combat.rolled = event
        case facts.BattleDecided():
            combat.decided = event
        case facts.AttackCancelled():
            combat.called_off = event.reason
        case facts.StormDecided():
            combat.stormed = event
        case facts.SiegeConcluded():
            combat.taken = event.taken
        case facts.DeathRolled():
            combat.deaths.append(event)
        case facts.NobleDied() if event.cause in ("battle", "siege"):
            combat.dead.append(event.noble)
        case facts.HeirDied() if event.cause in ("battle", "siege"):
            combat.dead.append(event.heir)
        case facts.Captured():
            combat.captives += event.nobles
        case facts.AllianceMade():
            combat.joined.append(event)


def battle_picture(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    names: Sequence[str] | None,
    theme_name: str,
) -> Picture:
    """The sheet of the last battle or assault among the public events here.

    A view from before the battle also shows the troops of those who died in it. Raises
    `ValueError` if there was no battle.
    """
    combat = last_combat(events)
    if combat is None:
        raise ValueError("There is no battle among these events.")
    return _BattleSheet(combat, view, content, seat_names(view, names), theme_name).draw()


class CombatTold:
    """One battle or assault in words: who fought, where, how strong they were, and how it ended."""

    def __init__(self, combat: Combat, lex: Lexicon, names: Sequence[str]) -> None:
        self.combat, self.content, self.names = combat, lex.content, names
        self._name = lex.kind
        begun = combat.begun
        self.assault = isinstance(begun, facts.AssaultDeclared | facts.WallsStormed)
        self.seat = begun.seat
        self.strengths = (
            begun.strength,
            (begun.opposed if isinstance(begun, facts.AttackDeclared) else begun.defence),
        )
        if combat.decided is not None:
            self.strengths = combat.decided.strength, combat.decided.opposed
        if combat.stormed is not None:
            self.strengths = combat.stormed.strength, combat.stormed.defence
        self.card = combat.stormed or combat.decided
        if combat.rolled is not None:
            self.strengths = combat.rolled.strength, combat.rolled.opposed

    def who(self, seat: Seat | None) -> str:
        if seat is None:
            return "The garrison"
        return seat_name(seat, self.names)

    def where(self) -> str:
        begun = self.combat.begun
        if isinstance(begun, facts.AssaultDeclared | facts.WallsStormed):
            return self.content.board.places[begun.place].name
        # A battle is named after a place in its square, if there is one.
        here = [p.name for p in self.content.board.places.values() if p.square == begun.square]
        label = square_label(begun.square)
        return f"{here[0]} ({label})" if here else label

    def kind(self, battle: str) -> str:
        """The kind of fight, in words; ``battle`` gives the words for one in the open."""
        if isinstance(self.combat.begun, facts.WallsStormed):
            return "Storm of"
        return "Assault on" if self.assault else battle

    def outcome(self) -> str:
        combat = self.combat
        if combat.called_off:
            return CALLED_OFF[combat.called_off].capitalize()
        if combat.rolled is not None:
            roll = combat.rolled.roll
            words = RESULTS.get(combat.rolled.result, combat.rolled.result).capitalize()
            return words if roll is None else f"{words} on a roll of {roll}"
        if combat.decided is not None:
            asked, winner = half_name(combat.decided.half), combat.decided.winner
            if winner is None:
                return f"Nobody wins: the card asked for {asked}"
            friends = " with allies" if combat.decided.beside else ""
            return f"{self.who(winner)}{friends} wins: the card asked for {asked}"
        if combat.stormed is not None:
            asked = half_name(combat.stormed.half)
            return f"{_STORMED[combat.stormed.outcome]}: the card asked for {asked}"
        if combat.taken is None:
            return "Not yet decided"
        return "The place is taken" if combat.taken else "The place is not taken"

    def fates(self) -> list[str]:
        """The dead and the captives, a sentence each."""
        fates = (("Dead", self.combat.dead), ("Captive", self.combat.captives))
        return [f"{fate}: {listed([self._name(k) for k in who])}." for fate, who in fates if who]


class _BattleSheet(CombatTold):
    def __init__(
        self, combat: Combat, view: BoardView, content: Content, names: list[str], theme_name: str
    ) -> None:
        super().__init__(combat, Lexicon(content), names)
        self.view = view
        begun = combat.begun
        self.attackers = list(begun.attackers)
        self.defenders = list(begun.defenders)
        self.against = begun.against if isinstance(begun, facts.AttackDeclared) else self._owner()
        self.notes = self._notes()
        rows = max(-(-len(s) // COLUMNS) for s in (self.attackers, self.defenders, "x"))
        self.table_top = 226 + rows * _ROW
        tall = 46 + 30 * len(content.battle.rows) if self.combat.rolled is not None else 0
        tall = _HALF_HEIGHT + 40 if self.card is not None else tall
        self.page = BlankSheet(
            WIDTH, self.table_top + tall + 28 * len(self.notes) + 50, theme_named(theme_name)
        )

    def _owner(self) -> Seat | None:
        """The seat whose walls are attacked: a defender's or the holder's; None if that is not
        known here.
        """
        for key in self.defenders:
            if key in self.view.nobles:
                return self.view.nobles[key].seat
        begun = self.combat.begun
        place = begun.place if isinstance(begun, facts.AssaultDeclared | facts.WallsStormed) else ""
        noble = self.view.nobles.get(NobleId(CardId(self.view.control.get(PlaceId(place), ""))))
        return noble.seat if noble is not None and noble.seat != self.seat else None

    def draw(self) -> Picture:
        page = self.page
        kind = self.kind("Battle of")
        page.title(f"{kind} {self.where()}", f"Round {self.view.round} · {self.outcome()}")
        middle = WIDTH / 2
        self._side(EDGE, self.seat, self.attackers, self.strengths[0], "attacks")
        self._side(round(middle) + 30, self.against, self.defenders, self.strengths[1], "defends")
        token = mark_token("siege" if self.assault else "battle", 1.9)
        page.paste(token, middle - token.width / 2, 136)
        y = self.table_top
        if self.combat.rolled is not None:
            y = self._table(y, self.combat.rolled)
        if self.card is not None:
            y = self._halves(y, self.card.half)
        self._write_notes(y)
        return page.finish(self.alt(), sheet_palette(page.theme))

    def _side(
        self, x: int, seat: Seat | None, nobles: list[NobleId], strength: int, verb: str
    ) -> None:
        page = self.page
        camp = camp_of(self.view, seat)
        draw_side(page, (x, 126), seat, self.who(seat), verb, strength, camp)
        draw_garrison(page, (x + 8, 240), nobles)
        pitch = side_width(page) // COLUMNS
        for i, key in enumerate(nobles):
            row, col = divmod(i, COLUMNS)
            self._noble(x + col * pitch, 210 + row * _ROW, key, seat, pitch)

    def _noble(self, x: float, y: float, key: NobleId, seat: Seat | None, pitch: int) -> None:
        page = self.page
        seen = self.view.nobles.get(key)
        owner = seen.seat if seen is not None else seat
        draw_arms(page, (x, y), key, self._name(key), owner, pitch)
        middle = x + pitch / 2
        if key in self.combat.dead:
            token = mark_token("death", 1.3)
            page.paste(token, middle + 14, y - 2)
            page.centred((middle, y + 134), "dead", Style("italic", 19), page.strong)
        elif key in self.combat.captives:
            page.centred((middle, y + 134), "captive", Style("italic", 19), page.strong)
        elif seen is not None:
            page.centred((middle, y + 134), f"{seen.troops} troops", Style("italic", 18), page.soft)

    # The lower halves of the cards, if one of them decides

    def _halves(self, y: int, drawn: str) -> int:
        """Each ratio that a card may ask for, whether it was reached, and the one drawn."""
        page, pitch = self.page, (WIDTH - 2 * EDGE) / len(RATIOS)
        attack, opposed = self.strengths
        for nth, half in enumerate(RATIOS):
            here = half == drawn
            reached = reaches(half, max(attack, opposed), min(attack, opposed))
            colour = BANDS["major" if reached else "none"]
            inset = 0 if here else 10
            x = EDGE + nth * pitch
            box = [x + 6, y + inset, x + pitch - 6, y + _HALF_HEIGHT - inset]
            width = 6 if here else 1
            page.draw.rounded_rectangle(box, radius=8, fill=colour, outline=INK, width=width)
            ink, middle = on_colour(colour), x + pitch / 2
            page.centred((middle, y + 32), half_name(half), Style("bold", 25), ink, pitch - 30)
            words = "reached" if reached else "not reached"
            page.centred((middle, y + 62), words, Style("italic", 21), ink, pitch - 20)
            if here:
                page.centred((middle, y + 88), "drawn", Style("sans", 19), ink)
        return y + _HALF_HEIGHT + 24

    # The table

    def _table(self, y: int, rolled: facts.BattleRolled) -> int:
        page, rows = self.page, self.content.battle.rows
        left, right = EDGE + 118, WIDTH - EDGE - 12
        page.text((EDGE + 8, y + 20), "Odds", Style("bold", 22), page.strong)
        for value in (1, 25, 50, 75, 100):
            x = left + (right - left) * (value - 0.5) / 100
            page.centred((x, y + 14), str(value), Style("sans", 16), page.soft)
        y += 30
        for i, row in enumerate(rows):
            here = rolled.column == chr(ord("B") + i)
            self._row(row, y, left, right, here, rolled.roll if here else None)
            y += 30
        return y + 16

    def _row(
        self, row: BattleRow, y: int, left: int, right: int, here: bool, roll: int | None
    ) -> None:
        page = self.page
        odds = f"{row.low[0]} to {row.low[1]}"
        page.text(
            (EDGE + 8, y + 21), odds, Style("number" if here else "body", 20),
            page.strong if here else page.soft,
        )  # fmt: skip
        ends = (("fails", 0, row.fails), ("none", row.fails, row.none),
                ("minor", row.none, row.minor), ("major", row.minor, 100))  # fmt: skip
        inset = 0 if here else 8
        at = left + (right - left) * (roll - 0.5) / 100 if roll is not None else None
        for name, start, end in ends:
            x0 = left + (right - left) * start / 100
            x1 = left + (right - left) * end / 100
            colour = BANDS[name]
            page.draw.rectangle([x0, y + inset, x1, y + 28 - inset], fill=colour, outline=INK)
            if here and x1 - x0 > 62:
                style, words = Style("sans", 18), _SHORT[name]
                middle, half = (x0 + x1) / 2, text_width(words, style) / 2
                if at is not None and abs(at - middle) < half + 22:
                    # If the roll overlaps the word, write the word at the end of the band that has
                    # more room.
                    low = at - x0 > x1 - at
                    middle = x0 + half + 8 if low else x1 - half - 8
                    if abs(at - middle) < half + 20:
                        continue
                page.centred((middle, y + 14), words, style, on_colour(colour))
        if at is not None:
            disc = [at - 19, y - 5, at + 19, y + 33]
            page.draw.ellipse(disc, fill=(255, 255, 255), outline=INK, width=3)
            page.centred((at, y + 14), str(roll), Style("number", 21), INK)

    def _notes(self) -> list[str]:
        """The lines at the foot: men from the towns, the dead, captives, rolls against death
        and allies.
        """
        combat, lines = self.combat, []
        if men := self._men_of_towns():
            lines.append(f"{men} of the attackers come from their towns.")
        if not combat.dead and (combat.rolled or self.card or combat.taken is not None):
            lines.append("Nobody died.")
        lines += self.fates()
        if combat.deaths:
            rolls = ", ".join(
                f"{self._name(d.who)} {d.roll} (dies on {d.chance} or less)" for d in combat.deaths
            )
            lines.append(f"Rolls against death: {rolls}.")
        for ally in combat.joined:
            side = "attack" if ally.attack else "defence"
            names = listed([self._name(k) for k in ally.nobles])
            lines.append(f"{self.who(ally.seat)} joins the {side} with {names}.")
        return [part for line in lines for part in wrap(line, _NOTE, WIDTH - 2 * EDGE - 16)]

    def _men_of_towns(self) -> int:
        """The number of attackers who are men of the towns, if that accounts for the strength
        beyond the nobles' own troops; 0 after a fight that took away towns or nobles."""
        seen = [self.view.nobles[key].troops for key in self.attackers if key in self.view.nobles]
        if len(seen) < len(self.attackers):
            return 0
        men = from_towns(self.content, self.view, self.attackers)
        return men if sum(seen) + men == self.strengths[0] else 0

    def _write_notes(self, y: int) -> None:
        for i, line in enumerate(self.notes):
            self.page.text((EDGE + 8, y + 30 + 28 * i), line, _NOTE)

    def alt(self) -> str:
        """The sheet in words."""
        kind = self.kind("Battle at")
        sides = []
        for seat, nobles, strength in (
            (self.seat, self.attackers, self.strengths[0]),
            (self.against, self.defenders, self.strengths[1]),
        ):
            names = listed([self._name(k) for k in nobles])
            side = self.who(seat) + (f" with {names}" if names else "")
            if seat is not None and not names:
                side = f"the garrison of {side}"
            sides.append(f"{side}, {strength} troops")
        text = f"{kind} {self.where()}, round {self.view.round}: {sides[0]} against {sides[1]}. "
        text += self.outcome() + "."
        if men := self._men_of_towns():
            text += f" {men} of the attackers come from their towns."
        return " ".join((text, *self.fates()))
