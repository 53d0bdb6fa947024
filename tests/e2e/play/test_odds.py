"""`/odds` before a fight: legal targets are suggested, and only the asker sees the answer."""

from __future__ import annotations

from bot.session import GameSession
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral, said
from tests.e2e.prepared import advance_to, before_parliament, take_in


async def test_the_odds_of_a_battle_far_away(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    offered = await alice.autocomplete(CHANNEL, "odds siege", "nobles")
    assert offered
    squares = await alice.autocomplete(CHANNEL, "odds siege", "place", "york")
    assert squares
    assert squares[0]["name"].startswith("York")
    answer = await alice.slash(
        CHANNEL, "odds siege", place=squares[0]["value"], nobles=offered[-1]["value"]
    )
    assert is_ephemeral(answer)
    assert said(answer).startswith("### Siege of York\n")
    assert "would have to get there first" in said(answer)
    assert "Concluding it needs 300 troops" in said(answer)


async def test_what_cannot_be_told(room: Room) -> None:
    alice = room.alice
    await room.begin_game()
    before = (await room.session()).revision
    empty = await alice.slash(CHANNEL, "odds battle", square="London")
    assert said(empty).startswith("No other player’s force is in the open just now.")
    nowhere = await alice.slash(CHANNEL, "odds siege", place="Camelot")
    assert said(nowhere) == (
        "You have nobody to fight at “Camelot”. Choose one of the suggestions."
    )
    nobody = await alice.slash(CHANNEL, "odds siege", place="york")
    assert said(nobody).startswith("You have nobody in the open at ")
    wrong = await alice.slash(CHANNEL, "odds siege", place="york", nobles="Gandalf")
    assert said(wrong) == "Name nobles of your own, with commas between them, or `all`."
    watching = await room.bob.slash(CHANNEL, "odds siege", place="york")
    assert said(watching) == "You are not playing in this game. You are welcome to watch!"
    assert (await room.session()).revision == before


def _foes_in_the_open(session: GameSession) -> bool:
    nobles = session.view(None).nobles.values()
    return any(n.seat != 0 and n.square and not n.inside and not n.aboard for n in nobles)


async def test_the_odds_of_a_battle_by_suggestion(room: Room) -> None:
    alice = room.alice
    await take_in(room, before_parliament())
    await advance_to(room, _foes_in_the_open)
    squares = await alice.autocomplete(CHANNEL, "odds battle", "square")
    assert squares
    where = squares[0]["value"]
    foes = await alice.autocomplete(CHANNEL, "odds battle", "against", square=where)
    answer = await alice.slash(
        CHANNEL, "odds battle", square=where, against=foes[0]["value"], nobles="all"
    )
    assert is_ephemeral(answer)
    assert said(answer).startswith("### Battle at ")
    assert "‹house-2.3c›" in said(answer) or "‹house-5.15b›" in said(answer)
