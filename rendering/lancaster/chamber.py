"""Parliament: the laws in force above, the proposed laws below; and a vote that has been
counted."""

from __future__ import annotations

from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView
from rendering.canvas.blank_sheet import BlankSheet, seat_badge
from rendering.canvas.fonts import Style, wrap
from rendering.canvas.heraldry import GOLD, INK
from rendering.canvas.pen import Point, mix
from rendering.lancaster.writing import GREEN, RED, WHITE

WIDTH = 1080
PITCH = 364
CARD = (352, 196)
BELOW = 32
ROW = CARD[1] + 42
HEIGHT = 32 + 2 * ROW
"""The height of the panel in pixels."""

LAW_TEXT = Style("body", 31)
"""The lettering of a law's text, still readable when a channel shows the sheet at half size."""


def paint_parliament(page: BlankSheet, at: Point, view: BoardView, content: Content) -> None:
    """Draw both rows of laws, with the panel's upper left corner at a point on the page."""
    x, y = at
    page.centred((x + WIDTH / 2, y + 16), "Parliament", Style("capitals", 27), page.strong)
    y += 32
    rows = (
        (view.laws, "In force, the leftmost leaves first", "no law", True),
        (view.proposals, "Proposed, voted on from left to right", "voted on", False),
    )
    for laws, words, empty, force in rows:
        page.text((x + 4, y + 22), words, Style("italic", 25), page.ink)
        for column in range(3):
            corner = (x + column * PITCH, y + BELOW)
            if column < len(laws):
                paint_law(page, corner, laws[column], content, force)
            else:
                box = (*corner, corner[0] + CARD[0], corner[1] + CARD[1])
                page.draw.rounded_rectangle(box, radius=8, outline=page.soft, width=2)
                middle = (corner[0] + CARD[0] / 2, corner[1] + CARD[1] / 2)
                page.centred(middle, empty, Style("italic", 25), page.ink)
        y += ROW


def paint_law(page: BlankSheet, at: Point, law: str, content: Content, in_force: bool) -> None:
    """Draw a law as a card: its name on a band, and its effect below."""
    x, y = at
    card = content.laws[law]
    page.card((x, y, x + CARD[0], y + CARD[1]))
    band = mix(GOLD, page.theme.card, 0.3) if in_force else mix(page.theme.card, INK, 0.14)
    page.draw.rounded_rectangle((x + 3, y + 3, x + CARD[0] - 3, y + 48), radius=6, fill=band)
    page.text((x + 12, y + 37), card.name, Style("bold", 31), INK, CARD[0] - 24)
    lines = wrap(card.text, LAW_TEXT, CARD[0] - 22)
    for index, line in enumerate(lines):
        page.text((x + 12, y + 80 + index * 33), line, LAW_TEXT, page.theme.ink)


def paint_count(
    page: BlankSheet, at: Point, vote: facts.VoteCounted, names: list[str], content: Content
) -> None:
    """Draw one law that was voted on: the card, everybody's tile and markers, and the outcome."""
    x, y = at
    paint_law(page, at, vote.law, content, vote.passed)
    seats = len(vote.tiles)
    pitch = (WIDTH - CARD[0] - 30) / max(seats, 1)
    for seat, (tile, markers) in enumerate(zip(vote.tiles, vote.markers, strict=True)):
        left = x + CARD[0] + 26 + seat * pitch
        page.text((left, y + 46), names[seat], Style("strong", 29), page.ink, pitch - 10)
        page.paste(seat_badge(seat, 40), left, y + 69)
        yes = tile == "yes"
        box = (left + 44, y + 67, left + 102, y + 111)
        page.draw.rounded_rectangle(box, radius=6, fill=GREEN if yes else RED, outline=INK, width=2)
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        page.centred(middle, "Yes" if yes else "No", Style("bold", 29), WHITE)
        if markers:
            page.text((left + 44, y + 150), f"+{markers}", Style("number", 32), page.ink)
    outcome = "carried" if vote.passed else "rejected"
    words = f"{vote.yes} yes, {vote.no} no: {outcome}"
    strong = page.strong if vote.passed else page.ink
    page.text((x + CARD[0] + 26, y + 188), words, Style("bold", 34), strong)
