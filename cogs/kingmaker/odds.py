"""The odds before a fight: the row of the table, the chances, and who could die. The odds are
worked out from the seat's own view only."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.rules.kernel import Field, Offer, Prompt, Seat
from bot.rules.kingmaker.game import Kingmaker
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.prospects.odds import forces_at, fought_in_the_open
from bot.rules.kingmaker.view import BoardView
from bot.session import GameSession, Refused
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text, battle_text
from cogs.ui.choosing.offers import Way, ways_of
from cogs.ui.choosing.typed_choices import Matcher, Suggest, Unknown, suggestions
from cogs.ui.client import Client
from cogs.ui.names import folded, names, plain, short_name
from cogs.ui.replies import Interaction, cut, seat_here, session_at_hand, session_here, show
from cogs.ui.suggestions import Suggestions

_NOBODY = "You have no nobles on the map to fight with."
_NO_FOE = "No other player’s force is in the open just now. `/odds siege` is for places."


def battles(lex: Lexicon, view: BoardView) -> tuple[Offer, ...]:
    """Every possible battle of the viewer's nobles against a force in the open, the nearest
    first."""
    own = _own(view)
    squares = dict.fromkeys(n.square for n in view.nobles.values() if n.square)
    offers = []
    for square in sorted(
        squares, key=lambda s: s not in {view.nobles[NobleId(CardId(n))].square for n in own}
    ):
        near = sorted(own, key=lambda n: view.nobles[NobleId(CardId(n))].square != square)
        for foe, force in forces_at(lex.content, view, square).items():
            if foe != view.seat and own:
                fields = [
                    Field("nobles", tuple(near), 1, len(near)),
                    Field("square", (square,)),
                    Field("against", (str(foe),)),
                ]
                if not lex.content.ruleset.whole_forces:
                    fields.append(Field("foes", force, 0, len(force), unasked=True))
                offers.append(Offer("attack", tuple(fields)))
    return tuple(offers)


def sieges(lex: Lexicon, view: BoardView) -> tuple[Offer, ...]:
    """Every possible siege by the viewer's nobles of a place that is not their own, the nearest
    first."""
    own = _own(view)
    offers = []
    squares = {view.nobles[NobleId(CardId(n))].square for n in own}
    for place in sorted(lex.board.places.values(), key=lambda p: p.square not in squares):
        holder = view.nobles.get(NobleId(CardId(view.control.get(place.id, ""))))
        within = {n.seat for n in view.nobles.values() if n.inside == place.id}
        besieged = not fought_in_the_open(lex.content, view, place.id)
        hostile = place.is_fortress or (besieged and within - {view.seat})
        mine = holder is not None and holder.seat == view.seat
        if own and hostile and not mine and place.square and lex.content.is_open(place.id):
            near = sorted(own, key=lambda n: view.nobles[NobleId(CardId(n))].square != place.square)
            fields = (Field("nobles", tuple(near), 1, len(near)), Field("place", (place.id,)))
            offers.append(Offer("conclude", fields))
    return tuple(offers)


def _outside(view: BoardView, nobles: Sequence[NobleId]) -> list[NobleId]:
    """The possible attackers: a noble inside a town has to come out first."""
    return [noble for noble in nobles if view.nobles[NobleId(CardId(noble))].inside is None]


def _own(view: BoardView) -> list[str]:
    return [key for key, n in view.nobles.items() if n.seat == view.seat and n.captor is None]


def _lexicon(session: GameSession) -> Lexicon:
    if not isinstance(session.rules, Kingmaker):
        raise Refused("There are no odds to work out in this game.")
    return Lexicon(session.rules.content)


def _way(offers: tuple[Offer, ...], seat: Seat, own: bool) -> Way:
    """The possible fights, in a form that can be typed and suggested like a choice."""
    if not offers:
        raise Refused(_NO_FOE if own else _NOBODY)
    return next(iter(ways_of([Prompt(seat, "odds", offers)]).values()))


def _suggest(what: str, field: str) -> Suggest:
    """Suggestions for a field of the possible fights, from the view of the person typing."""

    async def suggest(interaction: Interaction, current: str) -> Suggestions:
        try:
            session = session_at_hand(interaction)
            seat = seat_here(interaction, session)
            view = session.view(seat)
            make = battles if what == "battle" else sieges
            way = _way(make(_lexicon(session), view), seat, bool(_own(view)))
        except Refused:
            return []
        typed = {name: str(value) for name, value in interaction.namespace if value}
        return suggestions(Matcher(session, seat), way, field, typed, current)

    return suggest


@app_commands.guild_only()
class Odds(commands.GroupCog, group_name="odds", group_description="The odds of a fight"):
    """``/odds``: the odds of a battle or a siege before it is declared."""

    @app_commands.command(description="The odds of a battle in the open")
    @app_commands.describe(
        square="Where the enemy is",
        against="Whose force (the only one there if you leave it out)",
        foes="Which nobles you attack, if you may choose (all if you leave it out)",
        nobles="Nobles who attack (your nobles there if you leave it out)",
        french="Use the French troops as well",
    )
    @app_commands.autocomplete(
        square=_suggest("battle", "square"),
        against=_suggest("battle", "against"),
        foes=_suggest("battle", "foes"),
        nobles=_suggest("battle", "nobles"),
    )
    async def battle(
        self,
        interaction: Interaction,
        square: str,
        against: str | None = None,
        foes: str | None = None,
        nobles: str | None = None,
        french: bool = False,
    ) -> None:
        """Show the odds of a battle only to the person who asks."""
        session, seat, view = await _game(interaction)
        lex, matcher = _lexicon(session), Matcher(session, seat)
        way = _way(battles(lex, view), seat, bool(_own(view)))
        where = _one(matcher, way.offers, "square", square)
        there = tuple(o for o in way.offers if where in o.field("square").candidates)
        foe = _foe(session, matcher, there, against) if against else _only(there)
        forces = forces_at(lex.content, view, SquareId(where))
        party = _party(matcher, there, nobles) if nobles else _outside(view, forces.get(seat, ()))
        if not party:
            raise Refused(f"You have nobody in the open at {lex.square(where)}. Say who attacks.")
        defenders = _foes(matcher, there, foe, foes) if foes else list(forces[Seat(int(foe))])
        text = battle_text(
            lex, view, SquareId(where), party, defenders, names(session), spend=french
        )
        await show(interaction, cut(text))

    @app_commands.command(description="The odds of a siege")
    @app_commands.describe(
        place="Which town or castle",
        nobles="Nobles who lay siege (your nobles there if you leave it out)",
        french="Use the French troops as well",
    )
    @app_commands.autocomplete(place=_suggest("siege", "place"), nobles=_suggest("siege", "nobles"))
    async def siege(
        self,
        interaction: Interaction,
        place: str,
        nobles: str | None = None,
        french: bool = False,
    ) -> None:
        """Show the odds of a siege only to the person who asks."""
        session, seat, view = await _game(interaction)
        lex, matcher = _lexicon(session), Matcher(session, seat)
        way = _way(sieges(lex, view), seat, bool(_own(view)))
        target = _one(matcher, way.offers, "place", place)
        there = tuple(o for o in way.offers if target in o.field("place").candidates)
        square = lex.board.places[PlaceId(target)].square
        present = forces_at(lex.content, view, square).get(seat, ())
        party = _party(matcher, there, nobles) if nobles else _outside(view, present)
        if not party:
            raise Refused(f"You have nobody in the open at {lex.square(square)}. Say who attacks.")
        text = assault_text(lex, view, PlaceId(target), party, names(session), spend=french)
        await show(interaction, cut(text))


async def _game(interaction: Interaction) -> tuple[GameSession, Seat, BoardView]:
    session = await session_here(interaction)
    seat = seat_here(interaction, session)
    return session, seat, session.view(seat)


def _one(matcher: Matcher, offers: tuple[Offer, ...], name: str, text: str) -> str:
    """The target that a text names. Raises Refused if there is no such fight."""
    candidates = tuple(dict.fromkeys(c for o in offers for c in o.field(name).candidates))
    try:
        return matcher.one(Field(name, candidates), offers, text.strip())
    except Unknown:
        raise Refused(
            f"You have nobody to fight at “{plain(text[:60])}”. Choose one of the suggestions."
        ) from None


def _foe(session: GameSession, matcher: Matcher, offers: tuple[Offer, ...], text: str) -> str:
    """The enemy that a text names, by a noble of the force or by the player."""
    there = {foe for offer in offers for foe in offer.field("against").candidates}
    called = {folded(short_name(info)): str(info.number) for info in session.seats}
    player = called.get(folded(text), text)
    return _one(matcher, offers, "against", player if player in there else text)


def _foes(matcher: Matcher, offers: tuple[Offer, ...], foe: str, text: str) -> list[NobleId]:
    """The nobles in an enemy's force whom a text names (classic-battle.1). Raises Refused if that
    force must be attacked as a whole, or if somebody else is named."""
    force = tuple(offer for offer in offers if foe in offer.field("against").candidates)
    fields = [field for offer in force for field in offer.fields if field.name == "foes"]
    if not fields:
        raise Refused("At this table you must attack a force as a whole. Leave out `foes`.")
    try:
        named = matcher.values(fields[0], force, text.strip()) or fields[0].candidates
        return [NobleId(CardId(noble)) for noble in named]
    except Unknown:
        raise Refused("Name nobles of that force, with commas between them, or `all`.") from None


def _only(offers: tuple[Offer, ...]) -> str:
    """The only enemy in a square. Raises Refused if there are several enemies."""
    foes = tuple(c for offer in offers for c in offer.field("against").candidates)
    if len(foes) > 1:
        raise Refused("There are several forces there. Say whose with `against`.")
    return foes[0]


def _party(matcher: Matcher, offers: tuple[Offer, ...], text: str) -> list[NobleId]:
    """The attackers that a text names. Raises Refused if one is not the asker's own noble."""
    try:
        named = matcher.values(offers[0].field("nobles"), offers, text.strip())
        return [NobleId(CardId(noble)) for noble in named]
    except Unknown:
        raise Refused("Name nobles of your own, with commas between them, or `all`.") from None


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Odds())
