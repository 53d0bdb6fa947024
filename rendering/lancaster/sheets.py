"""Lancaster's sheets: a player's own things, Parliament's votes, the conflicts and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.rules.kernel import Event, Seat
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.rounds import nobleman_points
from bot.rules.lancaster.state import Award
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.canvas.blank_sheet import EDGE, BlankSheet, seat_badge, who_wins
from rendering.canvas.encoding import Picture, make_palette
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.heraldry import GOLD, INK
from rendering.canvas.pen import mix
from rendering.canvas.theme import Theme, theme_named
from rendering.lancaster.alt import many
from rendering.lancaster.chamber import CARD, paint_count
from rendering.lancaster.england import land
from rendering.lancaster.houses import castle_row
from rendering.lancaster.writing import (
    FRANCE,
    TOKENS,
    WHITE,
    house_of,
    knight_row,
    mark_of,
    phase_line,
    seat_names,
    side_name,
    token,
)

WIDTH = 1140
_INNER = WIDTH - 2 * EDGE
_TOP = 122
_LAW = CARD[1] + 18
_CONFLICT = 176
_RANK = 112


@lru_cache(maxsize=4)
def palette(theme: Theme) -> Image.Image:
    """The fixed palette for Lancaster's sheets, fitted to its map and its tokens."""
    sample = BlankSheet(WIDTH, 1000, theme)
    sample.image.paste(land(theme), (EDGE, EDGE))
    sample.card((680, EDGE, WIDTH - EDGE, 960))
    for index, name in enumerate(TOKENS):
        sample.paste(token(name, 60), 700 + index % 5 * 80, 60 + index // 5 * 80)
    bands = (FRANCE, mix(GOLD, theme.card, 0.3), mix(GOLD, theme.card, 0.45))
    for index, colour in enumerate((*bands, mix(theme.card, INK, 0.14), theme.stone)):
        top = 320 + index * 60
        sample.draw.rectangle((700, top, 1080, top + 50), fill=colour)
    return make_palette(sample.image, theme)


def draw_holdings(
    view: BoardView,
    content: Content,
    seat: Seat,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The things behind a seat's screen and at its table.

    Raises `ValueError` if the view is not that seat's own.
    """
    if view.seat != seat:
        raise ValueError("Holdings are drawn only from the view of the seat that has them.")
    called = seat_names(view, names)
    own = [house for house in view.houses if house.seat == seat]
    house = next(house for house in own if not house.ally)
    page = BlankSheet(WIDTH, _TOP + 470 + 76 * (len(own) - 1) + EDGE, theme_named(theme))
    page.title(f"{called[seat]}’s holdings", phase_line(view))
    _tokens(page, house)
    y = _TOP + 130
    page.text((EDGE + 10, y + 34), "Castle", Style("italic", 27), page.ink)
    castle_row(page, (EDGE + 150, y), house, content.spaces)
    y += 86
    for side in own:
        words = "Court" if not side.ally else "Ally’s court"
        _line(page, y, words, side.side, side.court)
        y += 76
        if not side.ally:
            _line(page, y, "Reserve", side.side, side.reserve)
            y += 76
    page.text((EDGE + 10, y + 40), "Noblemen", Style("italic", 27), page.ink)
    _noblemen(page, (EDGE + 150, y), house, content)
    return page.finish(_holdings_alt(view, house, content, called[seat]), palette(page.theme))


def _tokens(page: BlankSheet, house: HouseView) -> None:
    shown = (
        ("gold", house.gold), ("squires", house.squires), ("votes", house.votes),
        ("points", house.points),
    )  # fmt: skip
    pitch = _INNER / len(shown)
    for index, (name, count) in enumerate(shown):
        x = EDGE + index * pitch
        page.card((x + 6, _TOP, x + pitch - 6, _TOP + 112))
        page.paste(token(name, 84), x + 34, _TOP + 14)
        page.text((x + 134, _TOP + 82), str(count), Style("number", 70), page.theme.ink)


def _line(page: BlankSheet, y: float, words: str, side: int, strengths: Sequence[int]) -> None:
    page.text((EDGE + 10, y + 42), words, Style("italic", 27), page.ink)
    if strengths:
        knight_row(page, (EDGE + 170, y), side, sorted(strengths), 66, _INNER - 200)
    else:
        page.text((EDGE + 170, y + 42), "nobody", Style("italic", 27), page.ink)


def _noblemen(
    page: BlankSheet, at: tuple[float, float], house: HouseView, content: Content
) -> None:
    x, y = at
    worth = nobleman_points(len(house.noblemen))
    for index in range(len(house.noblemen)):
        page.paste(token("nobleman", 56), x + index * 62, y)
    counties = ", ".join(content.counties[county].name for county in house.noblemen)
    words = f"{counties}: {many(worth, 'point')} at the end" if counties else "nobody yet"
    room = _INNER - 160
    page.text((x + 4, y + (92 if counties else 40)), words, Style("body", 27), page.ink, room)


def _holdings_alt(view: BoardView, house: HouseView, content: Content, name: str) -> str:
    castle = ", ".join(
        f"{content.spaces[space].name} {strength}" for space, strength in house.castle.items()
    )
    extended = ", ".join(content.spaces[space].name for space in house.extensions)
    counties = ", ".join(content.counties[county].name for county in house.noblemen)
    return (
        f"{name}’s holdings. {phase_line(view)}. {house.gold} gold, "
        f"{many(house.squires or 0, 'squire')}, {many(house.votes, 'voting marker')}, "
        f"{many(house.points, 'point')}. Court {_strengths(house.court)}; "
        f"reserve {_strengths(house.reserve)}. Knights in the castle: {castle or 'none'}. "
        f"Extensions: {extended or 'none'}. Noblemen: {counties or 'none'}."
    )


def _strengths(knights: Sequence[int]) -> str:
    return " ".join(map(str, sorted(knights))) or "empty"


def draw_votes(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The votes counted in the public ones among these events, law by law.

    Raises `ValueError` if no votes were counted.
    """
    votes = [e for e in events if isinstance(e, facts.VoteCounted) and e.visible_to(None)]
    if not votes:
        raise ValueError("No vote was counted: there is nothing to show.")
    called = seat_names(view, names)
    page = BlankSheet(WIDTH, _TOP + _LAW * len(votes) + EDGE, theme_named(theme))
    page.title("Parliament", f"Round {view.round} of {view.rounds} · the votes are counted")
    for index, vote in enumerate(votes):
        paint_count(page, (EDGE, _TOP + index * _LAW), vote, called, content)
    told = " ".join(_vote_alt(vote, called, content) for vote in votes)
    return page.finish(f"Votes in Parliament. {told}", palette(page.theme))


def _vote_alt(vote: facts.VoteCounted, names: Sequence[str], content: Content) -> str:
    cast = ", ".join(
        f"{names[seat]} {tile}" + (f" +{markers}" if markers else "")
        for seat, (tile, markers) in enumerate(zip(vote.tiles, vote.markers, strict=True))
    )
    outcome = "carried" if vote.passed else "rejected"
    return f"{content.laws[vote.law].name} {outcome}, {vote.yes} to {vote.no}: {cast}."


def draw_conflicts(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The conflicts decided in the public ones among these events.

    Raises `ValueError` if no conflicts were decided.
    """
    fought = [e for e in events if isinstance(e, facts.ConflictDecided) and e.visible_to(None)]
    if not fought:
        raise ValueError("No conflict was decided: there is nothing to show.")
    called = seat_names(view, names)
    page = BlankSheet(WIDTH, _TOP + _CONFLICT * len(fought) + EDGE, theme_named(theme))
    page.title("The war in France", f"Round {view.round} of {view.rounds}")
    for index, fight in enumerate(fought):
        _fight(page, _TOP + index * _CONFLICT, fight, view, content, called)
    told = " ".join(_fight_alt(fight, view, content, called) for fight in fought)
    return page.finish(f"The war in France. {told}", palette(page.theme))


def _fight(
    page: BlankSheet,
    y: float,
    fight: facts.ConflictDecided,
    view: BoardView,
    content: Content,
    names: Sequence[str],
) -> None:
    x, ink = float(EDGE), page.theme.ink
    page.card((x, y, x + _INNER, y + _CONFLICT - 12))
    page.draw.rounded_rectangle((x + 4, y + 4, x + 300, y + _CONFLICT - 16), radius=6, fill=FRANCE)
    page.paste(token("lily", 64), x + 16, y + 14)
    page.text((x + 90, y + 66), f"France {fight.france}", Style("bold", 38), WHITE)
    page.text((x + 22, y + 120), f"England {fight.england}", Style("bold", 38), WHITE)
    outcome = "England wins" if fight.won else "France wins"
    words = f"{content.conflicts[fight.card].name} · {outcome}"
    page.text((x + 22, y + 152), words, Style("italic", 26), WHITE, 268)
    if not fight.ranking:
        page.text((x + 330, y + 90), "Nobody went to this war.", Style("italic", 30), ink)
    pitch = (_INNER - 320) / max(3, len(fight.ranking))
    for rank, (side, points) in enumerate(zip(fight.ranking, fight.points, strict=True)):
        left = x + 320 + rank * pitch
        place = ("1st", "2nd", "3rd")[rank] if rank < 3 else f"{rank + 1}th"
        page.text((left, y + 40), place, Style("italic", 28), ink)
        page.paste(seat_badge(mark_of(side), 44), left + 56, y + 10)
        name = side_name(house_of(view, side), names)
        page.text((left, y + 90), name, Style("strong", 28), ink, pitch - 16)
        words = f"+{points}"
        page.text((left, y + 142), words, Style("number", 40), ink)
        page.paste(token("points", 40), left + text_width(words, Style("number", 40)) + 6, y + 108)


def _fight_alt(
    fight: facts.ConflictDecided, view: BoardView, content: Content, names: Sequence[str]
) -> str:
    ranked = ", ".join(
        f"{side_name(house_of(view, side), names)} {points}"
        for side, points in zip(fight.ranking, fight.points, strict=True)
    )
    won = "England wins" if fight.won else "France wins"
    return (
        f"{won} at {content.conflicts[fight.card].name}, {fight.england} to {fight.france}; "
        f"points: {ranked or 'none'}."
    )


AWARDS = {"army": "Army", "castle": "Castle", "noblemen": "Noblemen"}


def draw_final(
    view: BoardView,
    *,
    names: Sequence[str] | None = None,
    theme: str = "light",
) -> Picture:
    """The end of a game: everybody's points, and the points from the final scoring.

    Raises `ValueError` while the game is still in progress.
    """
    if view.result is None:
        raise ValueError("The game is not over: there is no winner to show.")
    called, first = seat_names(view, names), view.result.winners
    players = [house for house in view.houses if not house.ally]
    order = sorted(players, key=lambda house: (house.seat not in first, -house.points))
    awards = view.result.awards
    page = BlankSheet(WIDTH, 260 + _RANK * len(order) + EDGE, theme_named(theme))
    page.paste(token("starter", 84), WIDTH / 2 - 42, 26)
    winners = [called[seat] for seat in first]
    heading = who_wins(winners)
    page.centred((WIDTH / 2, 146), heading, Style("capitals", 44, 1.5), page.strong, _INNER - 40)
    after = f"Lancaster, after {view.round} rounds"
    page.centred((WIDTH / 2, 192), after, Style("italic", 30), page.ink)
    for index, award in enumerate(awards):
        x = _award_x(index) + 58
        page.centred((x, 234), AWARDS[award.name], Style("italic", 27), page.ink, 170)
    for row, house in enumerate(order):
        _rank(page, 252 + row * _RANK, house, view, called, awards)
    return page.finish(_final_alt(heading, order, called, awards), palette(page.theme))


def _award_x(index: int) -> float:
    return 420 + index * 180


def _rank(
    page: BlankSheet,
    y: float,
    house: HouseView,
    view: BoardView,
    names: Sequence[str],
    awards: Sequence[Award],
) -> None:
    assert view.result is not None
    won, ink = house.seat in view.result.winners, page.theme.ink
    fill = mix(GOLD, page.theme.card, 0.55) if won else None
    page.card((EDGE, y, WIDTH - EDGE, y + _RANK - 10), fill)
    page.paste(seat_badge(house.seat, 64), EDGE + 16, y + 18)
    page.text((EDGE + 96, y + 62), names[house.seat], Style("bold", 34), ink, 270)
    for index, award in enumerate(awards):
        x = _award_x(index)
        words = f"+{award.points[house.seat]}"
        page.text((x + 20, y + 56), words, Style("number", 38), ink)
        count = f"of {award.counts[house.seat]}"
        page.text((x + 20, y + 88), count, Style("italic", 25), ink)
    style = Style("number", 56)
    words = str(house.points)
    page.paste(token("points", 52), WIDTH - EDGE - 70, y + 22)
    page.text((WIDTH - EDGE - 82 - text_width(words, style), y + 70), words, style, ink)


def _final_alt(
    heading: str,
    order: Sequence[HouseView],
    names: Sequence[str],
    awards: Sequence[Award],
) -> str:
    told = []
    for house in order:
        added = ", ".join(
            f"{AWARDS[award.name].lower()} {award.points[house.seat]}" for award in awards
        )
        more = f" (of these {added})" if added else ""
        told.append(f"{names[house.seat]} {many(house.points, 'point')}{more}")
    return f"{heading}. {'; '.join(told)}."
