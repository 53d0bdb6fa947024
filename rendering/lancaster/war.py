"""The war in France: the conflicts in both rows with their knights, and the King's Favour."""

from __future__ import annotations

from collections.abc import Iterator

from bot.rules.lancaster.content import Content, Reward
from bot.rules.lancaster.view import BoardView, ConflictView, StackView
from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.pen import Point
from rendering.lancaster.writing import FRANCE, WHITE, knight_row, reward_tokens, token

WIDTH = 452
CARD = (222, 262)
FAVOUR = 104
HEIGHT = 806
"""The height of the panel in pixels, including the favours."""

_ROWS = (("lower", "Lower row · settled first"), ("upper", "Upper row"))
_SPACES = 3


def paint_war(page: BlankSheet, at: Point, view: BoardView, content: Content) -> None:
    """Draw the panel with its upper left corner at a point on the page."""
    x, y = at
    page.centred((x + WIDTH / 2, y + 16), "The war in France", Style("capitals", 27), page.strong)
    y += 36
    for _, words in _ROWS:
        page.text((x + 4, y + 24), words, Style("italic", 25), page.ink)
        y += 32 + CARD[1] + 6
    for (left, top), conflict in conflict_corners(view):
        corner = (x + left, at[1] + top)
        if conflict is None:
            _nothing(page, corner)
        else:
            _conflict(page, corner, conflict, content)
    _favours(page, (x, y), view, content)


def conflict_corners(view: BoardView) -> Iterator[tuple[Point, ConflictView | None]]:
    """The place of each conflict in the panel; None for a gap."""
    for number, (row, _) in enumerate(_ROWS):
        cards = [conflict for conflict in view.conflicts if conflict.row == row]
        for column in range(2):
            top = 68 + number * (32 + CARD[1] + 6)
            found = cards[column] if column < len(cards) else None
            yield (column * (CARD[0] + 8), top), found


def _tile(page: BlankSheet, box: tuple[float, float, float, float], reward: Reward) -> None:
    """Draw a favour: its tokens one below another, with their numbers."""
    given = reward_tokens(reward)
    size = min(46, (FAVOUR - 12) // len(given))
    y = (box[1] + box[3] - size * len(given)) / 2
    style = Style("number", 27)
    for name, count in given:
        words = str(count) if count > 1 else ""
        width = size + (text_width(words, style) + 2 if words else 0)
        x = (box[0] + box[2] - width) / 2
        page.text((x, y + size / 2 + 9), words, style, page.theme.ink)
        page.paste(token(name, size), x + width - size, y)
        y += size


def _nothing(page: BlankSheet, at: Point) -> None:
    x, y = at
    box = (x, y, x + CARD[0], y + CARD[1])
    page.draw.rounded_rectangle(box, radius=8, outline=page.soft, width=2)
    page.centred((x + CARD[0] / 2, y + CARD[1] / 2), "no conflict", Style("italic", 25), page.ink)


def _conflict(page: BlankSheet, at: Point, conflict: ConflictView, content: Content) -> None:
    x, y = at
    card = content.conflicts[conflict.card]
    page.card((x, y, x + CARD[0], y + CARD[1]))
    page.draw.rounded_rectangle((x + 3, y + 3, x + CARD[0] - 3, y + 56), radius=6, fill=FRANCE)
    page.paste(token("lily", 44), x + 8, y + 8)
    page.text((x + 56, y + 44), str(card.strength), Style("number", 42), WHITE)
    name_at = 110 if card.strength > 9 else 88
    page.text((x + name_at, y + 40), card.name, Style("bold", 26), WHITE, CARD[0] - name_at - 10)
    strength = sum(sum(stack.knights) for stack in conflict.stacks)
    shown = "  ".join(str(points) for points in card.points)
    page.paste(token("points", 30), x + 10, y + 62)
    page.text((x + 46, y + 86), shown, Style("number", 26), page.theme.ink)
    style, words = Style("number", 28), str(strength)
    left = x + CARD[0] - 14 - text_width(words, style)
    page.text((left, y + 87), words, style, page.theme.ink)
    page.paste(token("england", 32), left - 36, y + 61)
    for space in range(_SPACES):
        stack = conflict.stacks[space] if space < len(conflict.stacks) else None
        _space(page, (x + 8, y + 98 + space * 54), stack)


def _space(page: BlankSheet, at: Point, stack: StackView | None) -> None:
    x, y = at
    box = (x, y, x + CARD[0] - 16, y + 50)
    page.draw.rounded_rectangle(box, radius=6, outline=page.theme.card_edge, width=1)
    if stack is None:
        return
    strength = str(sum(stack.knights))
    style = Style("number", 26)
    knight_row(page, (x + 6, y + 3), stack.side, stack.knights, 45, CARD[0] - 86)
    page.text((box[2] - 10 - text_width(strength, style), y + 35), strength, style, page.theme.ink)


def _favours(page: BlankSheet, at: Point, view: BoardView, content: Content) -> None:
    x, y = at
    page.text((x + 4, y + 24), "The King’s Favour", Style("italic", 25), page.ink)
    y += 34
    tiles = [key for key in content.favours if key in view.favours or key in view.favours_used]
    pitch = WIDTH / max(6, len(tiles))
    for index, key in enumerate(tiles):
        box = (x + index * pitch, y, x + (index + 1) * pitch - 6, y + FAVOUR)
        page.card(box)
        _tile(page, box, content.favours[key].reward)
        if key not in view.favours:
            shade = page.theme.ink_soft
            page.draw.line((box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), fill=shade, width=4)
            page.draw.line((box[0] + 5, box[3] - 5, box[2] - 5, box[1] + 5), fill=shade, width=4)
