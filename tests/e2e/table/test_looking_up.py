"""Rules, cards and places looked up, over sockets."""

from __future__ import annotations

from bot.sandbox.members.sight import selects, text_of
from tests.e2e.conftest import CHANNEL, Room, changed, is_ephemeral, said


async def test_a_rule_by_its_number(room: Room) -> None:
    shown = await room.bob.slash(CHANNEL, "rules show", id="house-2.2a")
    assert is_ephemeral(shown)
    assert said(shown).splitlines()[:2] == [
        "**house-2.2a · Five-square land move**",
        "A land move covers at most five squares.",
    ]
    offered = await room.bob.autocomplete(CHANNEL, "rules show", "id", "house-2.2")
    assert offered[0]["name"] == "house-2.2a · Five-square land move"
    missing = await room.bob.slash(CHANNEL, "rules show", id="house-99")
    assert said(missing) == "There is no rule “house-99”. `/rules search` finds rules by keyword."


async def test_rules_by_words_and_one_of_them_in_full(room: Room) -> None:
    found = await room.bob.slash(CHANNEL, "rules search", words="siege besieged", ruleset="house")
    assert is_ephemeral(found)
    assert found.message is not None
    menu = selects(found.message)[0]
    assert all(option["value"].startswith("house-") for option in menu["options"])
    picked = menu["options"][1]["value"]
    await room.bob.choose(found.message, menu["custom_id"], picked)
    shown = await changed(room.bob, found.message)
    assert text_of(shown).startswith(f"**{picked} · ")
    assert selects(shown)[0]["custom_id"] == menu["custom_id"]
    none = await room.bob.slash(CHANNEL, "rules search", words="zzzz")
    assert said(none) == "No rule contains “zzzz”. Try fewer or different words."
    wrong = await room.bob.slash(CHANNEL, "rules search", words="siege", ruleset="chess")
    assert said(wrong).startswith("There is no such rule set. Choose one of these: ")


async def test_cards_and_places_before_and_in_a_game(room: Room) -> None:
    card = await room.bob.slash(CHANNEL, "card", name="earl of essex")
    assert is_ephemeral(card)
    assert said(card).startswith("### Earl of Essex\ntitle · 20 troops")
    assert "Now" not in said(card)
    await room.start_game()
    (named,) = await room.bob.autocomplete(CHANNEL, "place", "name", "london")
    place = await room.bob.slash(CHANNEL, "place", name=named["value"])
    assert is_ephemeral(place)
    assert said(place).startswith("### London\nS21 London\ncity · garrison 300")
    several = await room.bob.slash(CHANNEL, "place", name="castle")
    assert "could be any of these" in said(several)
    unknown = await room.bob.slash(CHANNEL, "card", name="Camelot")
    assert said(unknown) == "There is no card called “Camelot”. The suggestions show them all."


async def test_another_game_than_the_one_played_here(room: Room) -> None:
    await room.start_game()
    offered = await room.alice.autocomplete(CHANNEL, "place", "name", "", game="lancaster")
    assert offered
    place = await room.alice.slash(CHANNEL, "place", name=offered[0]["value"], game="lancaster")
    assert is_ephemeral(place)
    assert said(place).startswith(f"### {offered[0]['name']}")
    wrong = await room.alice.slash(CHANNEL, "card", name="Percy", game="chess")
    assert said(wrong) == "There is no game called “chess”. I know: Kingmaker, Lancaster."
