"""Longer texts: the state of the game, a faction, the map in words, and what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.rules.kernel import Feat, Offer, Prompt, Seat, with_seats
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import Pact
from bot.rules.kingmaker.succession import BEAUFORT_HEIR, HOUSES, PRETENDER
from bot.rules.kingmaker.view import BoardView, NobleView, Standing
from bot.words.kingmaker.expansion.captives import custody_lines, spell
from bot.words.kingmaker.families import recruiting
from bot.words.kingmaker.families.log import plays_text, sides_lines
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import VICTORIES, Lexicon
from bot.words.kingmaker.parliament import motion, tallies
from bot.words.kingmaker.prompts import ask
from bot.words.kingmaker.stakes.questions import goal_text, stakes
from bot.words.kingmaker.trade import on_offer
from bot.words.kingmaker.verbs import explained, verb
from bot.words.phrases import bare, listed, offer_line, own, plural, question_text, seats_listed
from bot.words.shape import Late, Names

PHASES = {
    "setup": "setting up",
    "event": "Event",
    "movement": "movement",
    "combat": "combat",
    "parliament": "Parliament",
    "coronation": "coronation",
    "draw": "Crown card",
}

_REGIONS = (
    ("The North", "north_of_trent"),
    ("Wales", "wales"),
    ("Devon and Cornwall", "devon_cornwall"),
    ("Across the water", "off_mainland"),
)
_EQUALS = 3
"""At most this many names are given if several share first place in the records."""
_ELSEWHERE = "The Midlands and the South"


# The state of the game


def phase(_lex: Lexicon, view: BoardView, names: Names) -> str:
    """The round, whose turn it is, and the phase; or how the game ended."""
    if view.result is not None:
        victory = VICTORIES.get(view.result.victory, ("victory", ""))[0]
        if not view.result.winners:
            return "The game is over"
        won = "wins" if len(view.result.winners) == 1 else "win together"
        return f"The game is over: {seats_listed(view.result.winners, names)} {won}, {victory}"
    if view.phase == "setup":
        return "Setting up the board"
    limit = f" of {view.rounds_limit}" if view.rounds_limit is not None else ""
    last = " · the last turn" if view.time_up else ""
    turn = f"{own(names(view.active))} turn"
    # A People's Parliament sits while chance events are resolved.
    here = PHASES["parliament" if view.sitting is not None else view.phase]
    return f"Round {view.round}{limit} · {turn} · {here}{last}"


def heading(lex: Lexicon, view: BoardView, names: Names) -> str:
    """The game at a glance: its state, the Kings, the succession, the cards."""
    look = Lookout(lex, view)
    lines = [f"**Kingmaker** · {lex.content.ruleset.name}", phase(lex, view, names)]
    kings = [_with_keeper(look, h, names) for h, heir in view.heirs.items() if heir.crowned]
    lines.append(f"King: {listed(kings)}" if kings else "No King reigns.")
    lines += filter(None, [progress(lex, view, names), *sides_lines(lex, view, names)])
    following = [
        f"{lex.heir(key)} ({lex.house(heir.house)})"
        for key, heir in view.heirs.items()
        if heir.alive and not heir.crowned and heir.rank == _first_rank(view, heir.house)
    ]
    if following:
        lines.append(f"Next in line: {listed(following)}")
    lines += _parliament_lines(look, names)
    lines += [spell(lex, each, names) for each in view.spells]
    hands = ", ".join(
        f"{names(seat)} {seat_view.hand}" for seat, seat_view in with_seats(view.seats)
    )
    lines.append(
        f"Crown deck {view.crown_deck} · Event deck {view.event_deck}"
        f" · Chancery {view.chancery} · Hands: {hands}"
    )
    return "\n".join(lines)


def progress(lex: Lexicon, view: BoardView, names: Names) -> str:
    """How far a victory counted in turns has come, and how close the last round is; empty if there
    is nothing to say or the game is over."""
    if view.result is not None:
        return ""
    return "\n".join(filter(None, (_reign(lex, view, names), _last_rounds(lex, view))))


def _reign(lex: Lexicon, view: BoardView, names: Names) -> str:
    reign = view.reign
    if reign is None:
        return ""
    pips = "♚" * reign.turns + "♔" * (reign.needed - reign.turns)
    held = f"{names(reign.seat)} holds {lex.heir(reign.king)}, the sole King"
    left = reign.needed - reign.turns
    so_far = f"{reign.turns} of {reign.needed} turns, {left} more in a row to win"
    return lex.cite(f"{pips} {held}: {so_far}", "classic-object.1")


_NEAR = 3
"""The number of final rounds that are announced."""


def _last_rounds(lex: Lexicon, view: BoardView) -> str:
    if view.rounds_limit is None or view.phase == "setup":
        return ""
    after = view.rounds_limit - view.round
    if after >= _NEAR:
        return ""
    left = "this is the last round" if after <= 0 else f"{plural(after, 'round')} after this one"
    return lex.cite(f"⏳ The game ends after round {view.rounds_limit}: {left}.", "house-3.1")


def _parliament_lines(look: Lookout, names: Names) -> list[str]:
    """Parliament with its tallies and its current business, or the King's Peace."""
    lex, view = look.lex, look.view
    lines = []
    sitting = view.sitting
    if sitting is not None:
        lines.append(f"Parliament in {lex.place(sitting.place)}, led by {names(sitting.caller)}")
        if sitting.excused:
            lines[0] += f" · Excused: {lex.nobles(sitting.excused)}"
        if sitting.commons:
            commons, lords = tallies(sitting.commons, names), tallies(sitting.lords, names)
            lines.append(f"Votes: Commons {commons} · Lords {lords}")
        if view.chancery_cards:
            lines.append(f"Cards to give out: {lex.things(view.chancery_cards)}")
        if view.motion:
            text = motion(lex, view.motion, names)
            lines.append(f"Motion: {text}.")
    for peace in [] if view.peace is None else [view.peace, *view.peace.before]:
        caller, square = own(names(peace.caller)), lex.square(peace.square)
        lines.append(f"King’s Peace until {caller} next turn, and no combat at {square}")
    return lines


def _first_rank(view: BoardView, house: str) -> int:
    ranks = [
        heir.rank
        for heir in view.heirs.values()
        if heir.alive and not heir.crowned and heir.house == house
    ]
    return min(ranks, default=0)


def _with_keeper(look: Lookout, heir_id: HeirId, names: Names) -> str:
    heir = look.view.heirs[heir_id]
    text = f"{look.lex.heir(heir_id)} of {look.lex.house(heir.house)}"
    if heir.holder is None or heir_id == BEAUFORT_HEIR or heir.holder not in look.view.nobles:
        whose = "" if heir.held_by is None else f" ({names(heir.held_by)})"
        return f"{text}, {look.lex.spot(heir.square, heir.inside)}{whose}"
    owner = names(look.view.nobles[heir.holder].seat)
    return f"{text}, with {look.lex.noble(heir.holder)} ({owner})"


# Everybody's standing


def standings(
    lex: Lexicon, view: BoardView, factions: Sequence[Standing], names: Names
) -> list[str]:
    """Both lines of succession and any pretenders; every faction with its strength, its votes and
    its way to win; then alliances, Booty and captives.
    """
    look, lines = Lookout(lex, view), []
    for house in HOUSES:
        lines.append(f"**{lex.house(house)}**")
        own_heirs = [(key, heir) for key, heir in view.heirs.items() if heir.house == house]
        living = sorted((heir.rank, key) for key, heir in own_heirs if heir.alive)
        lines += [f"{rank}. {_kept(look, key, names)}" for rank, key in living]
        if dead := [key for key, heir in own_heirs if not heir.alive]:
            lines.append(f"-# Dead: {lex.heirs(dead)}")
    claimants = [key for key, heir in view.heirs.items() if heir.house == PRETENDER and heir.alive]
    if claimants:
        lines.append("**Pretenders**")
        lines += [_kept(look, key, names) for key in claimants]
    lines.append("**Factions**")
    for seat, found in with_seats(factions):
        strength = f"{plural(found.nobles, 'noble')}, {found.troops} troops"
        votes = f"votes: Commons {found.commons}, Lords {found.lords}"
        places = plural(found.places, "stronghold")
        lines.append(f"{_player(lex, view, seat, names)} · {strength} · {places} · {votes}")
        lines.append(f"-# {_way_to_win(lex, found)}")
    lines += [_pact(lex, pact, names) for pact in view.pacts]
    return lines + custody_lines(lex, view, names)


def _player(lex: Lexicon, view: BoardView, seat: Seat, names: Names) -> str:
    """A player, with his part and the House he serves, if there are sides."""
    plays = plays_text(lex.content, view, seat)
    return f"{names(seat)} ({plays})" if plays else names(seat)


def at_a_glance(
    lex: Lexicon, view: BoardView, factions: Sequence[Standing], names: Names
) -> list[tuple[str, str]]:
    """The standings more briefly, each line with its heading: the lines of succession and who keeps
    each heir, then what each player still needs to win, or the points.
    """
    lines = []
    for house in (*HOUSES, PRETENDER):
        heirs = sorted((h.rank, k) for k, h in view.heirs.items() if h.house == house and h.alive)
        kept = ", ".join(_held(lex, view, key, names) for _, key in heirs)
        if house != PRETENDER:
            # If players serve the Houses, a House's bare name would mean those players.
            heading = f"Heirs of {lex.house(house)}" if view.sides else lex.house(house)
            lines.append((heading, kept or "extinct"))
        elif kept:
            lines.append(("Pretenders", kept))
    if points := recruiting.at_a_glance([found.sheet for found in factions], names):
        return [*lines, ("Points", points)]
    if view.result is not None:
        return lines
    ways: dict[str, list[str]] = {}
    for seat, found in with_seats(factions):
        ways.setdefault(goal_text(lex, found.goal, most=2), []).append(names(seat))
    everybody = len(ways) == 1 < len(factions)
    return lines + [
        ("Everybody" if everybody else listed(players), way) for way, players in ways.items()
    ]


def _held(lex: Lexicon, view: BoardView, heir_id: HeirId, names: Names) -> str:
    """An heir in his line of succession: whether he is King, and who has him, if anybody."""
    heir = view.heirs[heir_id]
    keeper = view.nobles.get(heir.holder or NO_NOBLE)
    seat = heir.held_by if keeper is None else keeper.seat
    whose = "" if seat is None else f" ({names(seat)})"
    return f"{f'{lex.style(heir_id)} ' if heir.crowned else ''}{lex.heir(heir_id)}{whose}"


def _pact(lex: Lexicon, pact: Pact, names: Names) -> str:
    """An alliance between two players, and how long it lasts."""
    term = f"for one combat at {lex.square(pact.square)}"
    if pact.lasting:
        term = "until one of them cancels it"
    both = f"{names(pact.seat)} and {names(pact.ally)}"
    return lex.cite(f"{both} are allied {term}.", "base-16.1")


def _kept(look: Lookout, heir_id: HeirId, names: Names) -> str:
    """An heir in his line of succession: whether he is King, who keeps him, and where."""
    lex, view, heir = look.lex, look.view, look.view.heirs[heir_id]
    crown = "👑 King " if heir.crowned else ""
    keeper = view.nobles.get(heir.holder or NO_NOBLE)
    if keeper is None:
        whose = "nobody’s" if heir.held_by is None else f"{names(heir.held_by)}’s"
        return f"{crown}{lex.heir(heir_id)} · {whose}, {lex.spot(heir.square, heir.inside)}"
    with_whom = "" if heir_id == BEAUFORT_HEIR else f"with {lex.noble(str(heir.holder))} "
    return f"{crown}{lex.heir(heir_id)} · {with_whom}({names(keeper.seat)}), {look.spot(keeper)}"


def _way_to_win(lex: Lexicon, found: Standing) -> str:
    """The things a faction still needs to win at once; if points are counted, its points."""
    kept = f"keeps {lex.heirs(found.heirs)}" if found.heirs else "keeps no heir"
    if points := recruiting.sheet_text(found.sheet):  # a family often has no heir
        return f"{kept}; {points}" if found.heirs else points
    return f"{kept}; {goal_text(lex, found.goal)}"


# A faction


def card_lines(
    lex: Lexicon, view: BoardView, seat: Seat, names: Names, *, over_shoulder: bool = False
) -> list[str]:
    """A faction: its nobles with everything they have, and its hand if the view may show it."""
    look = Lookout(lex, view)
    nobles = {key: noble for key, noble in view.nobles.items() if noble.seat == seat}
    strongest = sorted(nobles, key=lambda key: (-nobles[key].troops, key))
    troops = sum(noble.troops for noble in nobles.values())
    plays = plays_text(lex.content, view, seat)
    lines = [f"{own(names(seat))} faction: {plural(len(nobles), 'noble')}, {troops} troops"]
    lines += [f"{plays}."] if plays else []
    lines += [_noble_line(look, key, nobles[key]) for key in strongest]
    lines += [_pact(lex, pact, names) for pact in view.pacts if pact.other(seat) is not None]
    lines += custody_lines(lex, view, names, seat)
    own_view = view.seat == seat
    if own_view and view.dealt:
        lines.append(f"Cards still to give to your nobles: {lex.things(view.dealt)}")
    if own_view:
        lines += _in_hand(lex, view, "" if over_shoulder else ", seen only by you")
        you = None if over_shoulder else seat
        lines += [on_offer(lex, deal, you, names) for deal in view.deals]
    else:
        lines.append(
            f"Hand: {plural(view.seats[seat].hand, 'hidden card')}"
            f" · Event cards kept: {view.seats[seat].held}"
        )
    return lines


def hand_lines(lex: Lexicon, view: BoardView) -> list[str]:
    """The cards that only their owner sees, in words for somebody else to read."""
    given = [f"Cards still to give to nobles: {lex.things(view.dealt)}"] if view.dealt else []
    return given + _in_hand(lex, view)


def _in_hand(lex: Lexicon, view: BoardView, alone: str = "") -> list[str]:
    hand = listed(f"{lex.kind(c)} ({', '.join(lex.card_facts(c))})" for c in view.hand)
    return [
        f"Hand{alone}: {hand or 'no cards'}",
        f"Event cards kept: {lex.things(view.held) or 'none'}",
    ]


def lot(lex: Lexicon, view: BoardView) -> list[str]:
    """The viewer's start: his nobles and their troops, and the nearest royal heir."""
    crown = lex.content.crown
    mine = {key: noble for key, noble in view.nobles.items() if noble.seat == view.seat}
    troops = {key: noble.troops for key, noble in mine.items()}
    troops |= {
        NobleId(card): crown[card].troops for card in view.dealt if crown[card].kind == "noble"
    }
    if not troops:
        return ["You have no nobles."]
    strongest = sorted(troops, key=lambda key: (-troops[key], key))
    named = [f"{lex.noble(key)} ({troops[key]})" for key in strongest]
    many = plural(len(troops), "noble")
    lines = [f"You have {many} with {sum(troops.values())} troops: {listed(named)}."]
    if rest := [card for card in view.dealt if card not in troops]:
        lines.append(f"Cards to give them: {lex.things(rest)}.")
    return lines + _nearest_heir(lex, view, strongest)


def _nearest_heir(lex: Lexicon, view: BoardView, nobles: Sequence[NobleId]) -> list[str]:
    """The heirs kept by these nobles, or else the one nearest to them; for nobles in hand, the one
    nearest to their castles."""
    board, found = lex.content.board, []
    kept = [key for key, heir in view.heirs.items() if heir.alive and heir.holder in nobles]
    if kept:
        return [f"You keep {listed([lex.heir(key) for key in kept])}."]
    for noble in nobles:
        seen = view.nobles.get(noble)
        castles = [board.places[key].square for key in lex.content.castles_of(noble)]
        for start in [seen.square] if seen is not None and seen.square else castles:
            for key, heir in view.heirs.items():
                # At sea, and across it, there are no squares.
                on_land = heir.alive and start in board.squares and heir.square in board.squares
                steps = board.steps_between(start, heir.square) if on_land else None
                if steps is not None:
                    found.append((steps, key, noble))
    if not found:
        return []
    steps, key, noble = min(found)
    heir = view.heirs[key]
    where = lex.place(heir.inside) if heir.inside is not None else lex.square(heir.square)
    keeper = f", kept by {lex.noble(heir.holder)}" if heir.holder is not None else ""
    placed = noble in view.nobles and view.nobles[noble].square
    from_him = lex.noble(noble) if placed else f"a castle of {lex.noble(noble)}"
    way = f"{plural(steps, 'square')} from {from_him}" if steps else f"where {from_him} is"
    return [f"The nearest royal heir is {lex.heir(key)} at {where}{keeper}, {way}."]


_STANDINGS = {"returned": "keeps the King’s Peace", "excused": "not bound by the King’s Peace"}


def _noble_line(look: Lookout, key: NobleId, noble: NobleView) -> str:
    lex = look.lex
    parts = [
        f"{lex.noble(key)} {noble.troops}",
        "captive" if noble.captor is not None else look.spot(noble),
        *(["guest"] if look.is_guest(key) else []),
        *([_STANDINGS[noble.under_peace]] if noble.under_peace else []),
        *look.ranks(key, noble),
    ]
    held = [place for place, holder in look.view.control.items() if holder == key]
    # A town card adds nothing to the town it stands for.
    beside = [card for card in noble.cards if not _stands_for(lex, card, held)]
    if beside:
        parts.append(lex.things(beside))
    if noble.heirs:
        parts.append(f"with {lex.heirs(noble.heirs)}")
    if held:
        parts.append(f"holds {lex.places(held)}")
    return " · ".join(parts)


def _stands_for(lex: Lexicon, card: CardId, places: list[PlaceId]) -> bool:
    """Whether a card does no more than give control of one of these places."""
    crown = lex.content.crown[card]
    return crown.kind == "place" and set(crown.controls) <= set(places)


# The map in words


def map_text(lex: Lexicon, view: BoardView, names: Names) -> str:
    """Everybody's whereabouts, region by region and square by square."""
    look = Lookout(lex, view)
    squares = {noble.square for noble in view.nobles.values() if noble.square}
    squares |= {heir.square for heir in view.heirs.values() if heir.alive and heir.square}
    squares |= {lex.board.places[place].square for place in view.sieges}
    regions: dict[str, list[str]] = {}
    for square in sorted(squares, key=_reading_order):
        regions.setdefault(_region(lex, square), []).append(_square_line(look, square, names))
    lines = []
    for region in (*(name for name, _ in _REGIONS[:2]), _ELSEWHERE, *(n for n, _ in _REGIONS[2:])):
        if region in regions:
            lines += [f"__{region}__", *regions[region]]
    ships = _ship_lines(look, names)
    if ships:
        lines += ["__Ships__", *ships]
    return "\n".join(lines) or "The board is still empty."


def _ship_lines(look: Lookout, names: Names) -> list[str]:
    """Ships at sea and ships with nobles aboard, a line each; then empty ships, port by port."""
    lines: list[str] = []
    ports: dict[PlaceId, list[str]] = {}
    for key, ship in look.view.ships.items():
        owner = "" if ship.seat is None else f" ({names(ship.seat)})"
        name, aboard = f"{look.lex.kind(key)}{owner}", look.nobles_aboard(key)
        if ship.port is not None and not aboard:
            ports.setdefault(ship.port, []).append(name)
            continue
        people = _by_player(look, aboard, names)
        lines.append(f"{name} {look.moored(ship)}: {people or 'nobody aboard'}")
    empty = [f"{listed(ships)} at {look.lex.place(port)}" for port, ships in ports.items()]
    return [*lines, f"In port: {'; '.join(empty)}"] if empty else lines


def _reading_order(square: SquareId) -> tuple[int, int]:
    col, _, row = square.partition(",")
    return int(row), int(col)


def _region(lex: Lexicon, square: SquareId) -> str:
    found = lex.board.squares.get(square)
    regions = () if found is None else found.regions
    for name, region in reversed(_REGIONS):
        if region in regions:
            return name
    return _ELSEWHERE


def _square_line(look: Lookout, square: SquareId, names: Names) -> str:
    lex, view = look.lex, look.view
    found = lex.board.squares.get(square)
    places = found.places if found is not None else ()
    alone, parts = len(places) == 1, []
    for place in places:
        within = _people(look, square, place, names)
        siege = view.sieges.get(place)
        if siege is not None:
            besiegers = lex.nobles(siege.besiegers)
            parts.append(f"{lex.place(place)} under siege by {besiegers}, turn {siege.turns}")
        if within:
            where = "inside" if alone else f"inside {lex.place(place)}"
            parts.append(f"{where}: {within}")
    outside = _people(look, square, None, names)
    if outside:
        parts.append(f"in the open: {outside}")
    return f"{lex.square(square)} – {'; '.join(parts)}"


def _people(look: Lookout, square: SquareId, place: PlaceId | None, names: Names) -> str:
    """Nobles by player with their troops and heirs, then heirs on their own."""
    lex, view = look.lex, look.view
    here = look.nobles_in(square) if place is None else look.nobles_inside(place)
    if place is None:
        captives = [
            k for k, n in view.nobles.items() if n.square == square and n.captor is not None
        ]
        here = [*here, *captives]
    words = [people] if (people := _by_player(look, here, names)) else []
    alone = [h for h in look.lone_heirs(square) if view.heirs[h].inside == place]
    if alone:
        words.append(f"{lex.heirs(alone)} alone")
    return ", ".join(words)


def _by_player(look: Lookout, nobles: Iterable[NobleId], names: Names) -> str:
    """Nobles by player: `Anne **Percy** 240 with *Henry VI*, Bob **Roos** 20`."""
    here, seen = list(nobles), look.view.nobles
    return ", ".join(
        f"{names(seat)} {listed(_person(look, key) for key in here if seen[key].seat == seat)}"
        for seat in dict.fromkeys(seen[key].seat for key in here)
    )


def _person(look: Lookout, noble: NobleId) -> str:
    seen = look.view.nobles[noble]
    text = f"{look.lex.noble(noble)} {seen.troops}"
    if seen.captor is not None:
        text += " (captive)"
    elif look.is_guest(noble):
        text += " (guest)"
    return f"{text} with {look.lex.heirs(seen.heirs)}" if seen.heirs else text


# What can I do?


def offers_text(
    lex: Lexicon, prompts: Sequence[Prompt], view: BoardView, names: Names, late: Late
) -> str:
    """Every question to a seat, how it may respond, and what happens if it does not."""
    if not prompts:
        return "You have nothing to do just now. Sit back and watch the others plot."
    blocks = [
        _free_text(lex, prompt, view, names)
        if prompt.kind == "any_time"
        else _prompt_text(lex, prompt, view, names, late)
        for prompt in prompts
    ]
    return "\n".join([f"**{phase(lex, view, bare(names))}**", *blocks])


def _free_text(lex: Lexicon, prompt: Prompt, view: BoardView, names: Names) -> str:
    """Everything that may be done at any time, in one line, and the deals waiting for an answer."""
    rules = dict.fromkeys(offer.rule for offer in prompt.offers)
    lines = [lex.cite(ask(lex, prompt, names), *rules)]
    offered = [deal for deal in view.deals if deal.taker == view.seat]
    lines += [f"• {on_offer(lex, deal, view.seat, names)}" for deal in offered]
    return "\n".join(lines)


def _prompt_text(lex: Lexicon, prompt: Prompt, view: BoardView, names: Names, late: Late) -> str:
    def line(offer: Offer) -> str:
        return lex.cite(offer_line(verb(offer, prompt), explained(offer, prompt)), offer.rule)

    known = stakes(lex, prompt, view, names, prompt.offers, {})
    asked = "\n".join([ask(lex, prompt, names), *known])
    return question_text(asked, prompt, line, late(prompt))


# The records of a server


def feats(done: Sequence[tuple[Feat, str]]) -> list[str]:
    """The King crowned most often, the player who crowned the most Kings, and the longest siege."""
    kings, makers = Counter[str](), Counter[str]()
    sieges = [(feat, who) for feat, who in done if feat.kind == "siege"]
    for feat, who in done:
        if feat.kind == "crowned":
            kings[f"*{feat.thing}*"] += feat.count
            makers.update({who: feat.count} if who else {})
    lines = []
    if kings:
        lines.append(f"👑 King most often: {_most(kings)}")
    if makers:
        lines.append(f"👑 Crowned the most Kings: {_most(makers)}")
    if sieges:
        longest, who = max(sieges, key=lambda siege: siege[0].count)
        by = f", by {who}" if who else ""
        turns = plural(longest.count, "turn")
        lines.append(f"🏰 Longest siege: {longest.thing}, {turns}{by}")
    return lines


def _most(counted: Counter[str]) -> str:
    """The names that were counted most often, and how many times."""
    most = max(counted.values())
    first = [each for each, times in counted.items() if times == most]
    return f"{listed(first[:_EQUALS])} ×{most}"
