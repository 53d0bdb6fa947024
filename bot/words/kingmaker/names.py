"""The names of things: pieces, cards, places, squares, and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.rules.kingmaker.components import CrownCard, EventCard
from bot.rules.kingmaker.content import Content, Ruleset
from bot.rules.kingmaker.ids import CardId, HeirId, PlaceId, SeaId, ShipId, SquareId
from bot.rules.kingmaker.succession import PRETENDER
from bot.rules.rulebook import TableRules
from bot.words.phrases import cited, listed

PLACE_KINDS = {
    "city": "city",
    "fortified_town": "fortified town",
    "royal_castle": "royal castle",
    "noble_castle": "castle",
    "open_town": "open town",
    "unfortified_town": "unfortified town",
    "special": "open ground",
}

HOUSES = {"lancaster": "Lancaster", "york": "York"}

VICTORIES = {
    "complete": ("Complete and Utter Victory", "house-3.2"),
    "major_royal": ("Major Royal Victory", "house-3.4"),
    "major_parliamentary": ("Major Parliamentary Victory", "house-3.6"),
    "alternate_minor": ("Alternate Minor Victory", "house-3.10"),
    "minor_split": ("Minor Split Victory", "house-3.9"),
    "last_king": ("the last King", "base-14.1"),
    "four_turns": ("a sole King for four turns", "classic-object.1"),
    "points": ("most points", "families-victory.1"),
    "final_parliament": ("the final Parliament", "classic-object.3"),
}
"""The name of each kind of victory, and its rule."""

TOKENS = frozenset({"hand", "held", "place", "ship", "beside", "heir"})
"""The kinds of things that a deal may name, as written before the colon."""

_AREAS = {
    "wales": "in Wales",
    "devon_cornwall": "in Devon and Cornwall",
    "north_of_trent": "north of the Trent",
    "north_of_tees": "north of the Tees",
    "trent_to_tees": "between Trent and Tees",
    "england": "in England",
}

_CARD_KINDS = {
    "noble": "noble",
    "title": "title",
    "office": "office",
    "bishop": "bishop",
    "mercenary": "mercenaries",
    "place": "town card",
    "ship": "ship",
    "pardon": "pardon",
}


def square_label(square: str) -> str:
    """The name of a square as read from the map's margins: `18,20` is `S21`."""
    col, _, row = square.partition(",")
    return f"{chr(ord('A') + int(col))}{int(row) + 1}"


class Lexicon:
    """The names of everything in one rule set."""

    def __init__(self, content: Content, rules: TableRules | None = None) -> None:
        """``rules`` are those of the table; without them, every rule is shown under its own id."""
        self.content = content
        self.board = content.board
        self._rules = rules

    # Names without markup

    def kind(self, thing: str) -> str:
        """The display name of any id; unknown text comes back as it is."""
        content, board = self.content, self.board
        card, square = CardId(thing), SquareId(thing)
        if (heir := content.heirs.get(HeirId(thing))) is not None:
            return heir.name
        if card in content.crown and content.crown[card].kind == "place":
            return content.crown[card].name
        named = (
            content.crown.get(card)
            or content.ships.get(ShipId(thing))
            or board.places.get(PlaceId(thing))
            or board.seas.get(SeaId(square))
            or board.roads.get(thing)
        )
        if named is not None:
            return named.name
        if card in content.events:
            return content.events[card].title
        if square in board.squares:
            return self.square(thing)
        if card in content.guards:
            return f"Royal Guard of {HOUSES[content.guards[card].house]}"
        kind, _, name = thing.partition(":")
        if kind in TOKENS and name:
            return self.token(thing)
        return self._group(thing) or thing

    def token(self, token: str, hand: str = "from the hand") -> str:
        """Something that a deal may name: `control of Coventry`, `Saxons (from the hand)`."""
        kind, _, name = token.partition(":")
        if kind == "place":
            return f"control of {self.place(name)}"
        return f"{self.kind(name)} ({hand})" if kind == "hand" else self.kind(name)

    def goods(self, tokens: Iterable[str]) -> str:
        """The things in a deal as a list, heirs in italics; empty if there are none."""
        return self._counted([self._good(token) for token in tokens])

    def _good(self, token: str) -> str:
        kind, _, name = token.partition(":")
        if kind == "place":
            return self.place(name)
        card = self.content.crown.get(CardId(name))
        article = "the " if card is not None and card.kind == "bishop" else ""
        return self.heir(name) if kind == "heir" else article + self.token(token)

    def _group(self, thing: str) -> str | None:
        """The name of a kind of mercenaries."""
        names = (c.name for c in self.content.crown.values() if c.group == thing)
        return next(names, None)

    def square(self, square: str) -> str:
        """A square with its places: `S21 London`, `M19 (open country)`."""
        found = self.board.squares.get(SquareId(square))
        if found is None:
            return square or "nowhere yet"
        grid = found.label
        if found.places:
            return f"{grid} {', '.join([self.board.places[p].name for p in found.places])}"
        if not found.roads:
            return f"{grid} forest" if found.is_forest else f"{grid} (open country)"
        road = self.board.roads[found.roads[0]].name
        return f"{grid} forest, {road}" if found.is_forest else f"{grid} {road}"

    def ground(self, square: str) -> str:
        """A square with its places but without its roads, because roads are called after towns
        too."""
        found = self.board.squares.get(SquareId(square))
        if found is None or found.places or not found.roads:
            return self.square(square)
        return f"{found.label} {'forest' if found.is_forest else '(open country)'}"

    def spot(self, square: str, inside: str | None) -> str:
        """The whereabouts of a noble or heir: `inside London`, `in the open at S21 London`."""
        if inside is not None:
            return f"inside {self.place(inside)}"
        return f"in the open at {self.square(square)}" if square else "not yet on the map"

    def waters(self, where: str) -> str:
        """A place where a ship may be: `Port of Dover`, or a sea square by its name."""
        return f"Port of {self.place(where)}" if where in self.board.places else self.kind(where)

    def waters_at(self, where: str) -> str:
        """A ship's whereabouts: `in port at Dover`, `at sea: The Wash`."""
        if where in self.board.places:
            return f"in port at {self.place(where)}"
        return f"at sea: {self.kind(where)}"

    def place(self, place: str) -> str:
        """A place by its name; `home` is what Event cards call a home castle."""
        if place == "home":
            return "a home castle"
        known = self.board.places.get(PlaceId(place))
        return self.kind(place) if known is None else known.name

    def places(self, places: Iterable[str]) -> str:
        """A list of places."""
        return listed(self.place(place) for place in places)

    def fortress(self, place: str) -> str:
        """What kind of place this is."""
        return PLACE_KINDS[self.board.places[PlaceId(place)].kind]

    def house(self, house: str) -> str:
        """The name of a royal house."""
        return "no house" if house == PRETENDER else HOUSES.get(house, house)

    def things(self, things: Iterable[str]) -> str:
        """Cards or other things as a list; the same name twice becomes `2 × Saxons`."""
        return self._counted([self.kind(thing) for thing in things])

    def _counted(self, names: list[str]) -> str:
        distinct = dict.fromkeys(names)
        return listed(
            name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in distinct
        )

    # Names with markup: nobles bold, heirs in italics

    def noble(self, noble: str) -> str:
        """A noble, bold."""
        return f"**{self.kind(noble)}**"

    def nobles(self, nobles: Iterable[str]) -> str:
        """A list of nobles."""
        return listed(self.noble(noble) for noble in nobles)

    def heir(self, heir: str) -> str:
        """A royal heir, in italics (Beaufort is a noble as well, and bold)."""
        return f"*{self.kind(heir)}*" if heir in self.content.heirs else self.noble(heir)

    def style(self, heir: str) -> str:
        """The title of a crowned heir: `King`, `Queen`."""
        found = self.content.heirs.get(HeirId(heir))
        return "King" if found is None else found.style

    def heirs(self, heirs: Iterable[str]) -> str:
        """A list of heirs."""
        return listed(self.heir(heir) for heir in heirs)

    def piece(self, piece: str) -> str:
        """A noble or an heir."""
        return self.heir(piece)

    def pieces(self, pieces: Iterable[str]) -> str:
        """A list of nobles and heirs."""
        return listed(self.piece(piece) for piece in pieces)

    def cite(self, text: str, *rules: str) -> str:
        """The line, followed by the ids of the rules behind it at this table."""
        if self._rules is None:
            return cited(text, rules)
        found = (self._rules.resolve(rule) for rule in rules)
        return cited(text, (rule.id for rule in found if rule is not None))

    def honour(self, card: str) -> str:
        """A title or an office, as it is called when it is passed on: `the title of Earl of
        Kent`."""
        kind = self.content.crown[CardId(card)].kind
        return f"the {kind if kind == 'office' else 'title'} of {self.kind(card)}"

    def laid(self, card_id: str, noble: str) -> str:
        """A card given to a noble, as a sentence without its full stop."""
        card, bearer = self.content.crown[CardId(card_id)], self.noble(noble)
        if card.kind in ("title", "office"):
            return f"{bearer} is now {card.name}"
        if card.kind == "bishop":
            return f"the {card.name} joins {bearer}"
        if card.kind == "mercenary":
            return f"{card.name} join {bearer}"
        if card.kind == "ship":
            return f"{bearer} now commands {card.name}"
        return f"{card.name} goes to {bearer}"

    # What a card is

    def card_facts(self, card_id: str) -> list[str]:
        """The things a card gives, the most important first."""
        event = self.content.events.get(CardId(card_id))
        if event is not None:
            return [event_use(self.content, event)]
        card = self.content.crown[CardId(card_id)]
        facts = [_CARD_KINDS[card.kind], *self._troop_facts(card)]
        if card.controls:
            facts.append(f"holds {self.places(card.controls)}")
        elif card.castles:
            castles = "castles " if len(card.castles) > 1 else ""
            facts.append(f"{castles}{self.places(card.castles)}")
        if card.kind == "place":
            facts[0] = self.fortress(card.controls[0])
            facts[-1] = f"garrison {self.board.places[card.controls[0]].garrison}"
        ships = [self.kind(ship) for ship in card.ships if ship != card_id]
        if ships:
            facts.append(f"{'ships' if len(ships) > 1 else 'ship'} {listed(ships)}")
        if card.kind == "ship":
            facts.append(f"carries {self.content.ships[card.ships[0]].capacity}")
            facts.append(f"home port {self.place(self.content.ships[card.ships[0]].home_port)}")
        facts += self._vote_facts(card)
        return facts

    def _troop_facts(self, card: CrownCard) -> list[str]:
        facts = []
        if card.title is not None:
            facts.append(card.title)
        if card.troops:
            facts.append(f"{card.troops} troops")
        if card.attack_only:
            facts.append("for one attack only")
        elif card.single_use:
            facts.append("for one combat only")
        if card.bonus and card.bonus_area is not None:
            facts.append(f"+{card.bonus} {self.area(card.bonus_area)}")
        men = self.content.ruleset.town_men.get(card.id)
        if men:
            facts.append(f"+{men} in attack on the mainland")
        if card.archbishop:
            facts.append("can crown alone")
        return facts

    def _vote_facts(self, card: CrownCard) -> list[str]:
        votes = [f"Lords {card.lords}"] if card.lords else []
        votes += [f"Commons {card.commons}"] if card.commons else []
        return [f"votes: {', '.join(votes)}"] if votes else []

    def area(self, area: str) -> str:
        """The area where bonus troops count."""
        if area.startswith("place:"):
            return f"at {self.place(area.removeprefix('place:'))}"
        return _AREAS.get(area, area.replace("_", " "))


# Event cards: what they do depends on the rules of the table


def event_text(content: Content, card: EventCard) -> str:
    """The effect of an Event card under the rules in force at the table."""
    more = _EVENT_TEXTS.get(card.kind)
    return card.text if more is None else more(card.text, content.ruleset)


def _embassy_text(text: str, rules: Ruleset) -> str:
    if rules.use.reshuffle == "empty":
        return text
    return f"{text} Then the Event deck is reshuffled with its discards."


def _storms_text(text: str, rules: Ruleset) -> str:
    if rules.use.storms == "port_only":
        return f"{text} Every ship at sea must run for the nearest port."
    lost = "may founder, and those that survive"
    return f"{text} Every ship at sea {lost} must run for the nearest port."


def _must_meet_text(text: str, rules: Ruleset) -> str:
    if rules.use.parliament == "caller":
        side = "House" if rules.parts else "player"
        led = f"led by the Chancellor’s {side}, or else by the player who drew this"
        return f"{text} If there is no sole King, one meets now, {led}."
    led = "the player who drew this leads one now"
    late = "no King’s Peace holds and the last Parliament is not too recent"
    return f"{text} If there is no sole King, {late}, {led}."


def _free_move_text(text: str, rules: Ruleset) -> str:
    if rules.use.homeward != "free_moves":
        return text
    return f"{text.removesuffix('.')}, or stay behind after Parliament."


def _writ_text(text: str, rules: Ruleset) -> str:
    if rules.use.parliament == "caller":
        text += " It forces another player’s noble to come to Parliament."
    else:
        text += " It summons a noble to Parliament, excuses one of yours, or takes an excuse away."
    if rules.commission:
        text += (
            " Or it sends another of your nobles to a raid or revolt in place of the one called."
        )
    return text


def _chancellor_may_text(text: str, rules: Ruleset) -> str:
    if not rules.chancellor_card:
        return f"{text} While there is no sole King, the Chancellor calls Parliament without it."
    spent = "may spend it to call Parliament"
    return f"{text} While there is no sole King, the Chancellor of England’s faction {spent}."


_EVENT_TEXTS: dict[str, Callable[[str, Ruleset], str]] = {
    "embassy": _embassy_text,
    "storms": _storms_text,
    "parliament_must": _must_meet_text,
    "free_move": _free_move_text,
    "writ": _writ_text,
    "chancellor_may": _chancellor_may_text,
}
"""The additions that the table's rules make to a card's text, by the kind of card."""


def event_use(content: Content, card: EventCard) -> str:
    """The use of a kept Event card, in a few words."""
    rules = content.ruleset
    if card.kind == "free_move":
        rides = ", or a bishop’s ride along closed roads" if rules.free_move_bishop else ""
        return f"a second move for one force{rides}"
    if card.kind == "writ":
        excuses = "" if rules.use.parliament == "caller" else ", or an excuse from it"
        return f"a summons to Parliament{excuses}"
    if card.kind == "chancellor_may" and rules.chancellor_card:
        return "the Chancellor may call Parliament while there is no sole King"
    return card.title


def nothing_at_sea(content: Content) -> str:
    """The line about a storm that finds no ship at sea."""
    driven = content.ruleset.use.storms == "port_only"
    return f"no ship is at sea, so {'none is driven to port' if driven else 'nothing is lost'}"
