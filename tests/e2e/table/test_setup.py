"""Opening a table: the questions, the terms on the card, and what is refused."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import selects, text_of
from bot.sandbox.objects import Permission
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, is_ephemeral, said
from tests.e2e.guest import Guest


def field(message: dict[str, Any], name: str) -> dict[str, Any]:
    """The menu of the set-up for this field."""
    return next(each for each in selects(message) if each["custom_id"].split(":")[2] == name)


async def pick(player: Player, message: dict[str, Any], name: str, value: str) -> dict[str, Any]:
    """Choose something in the set-up; the set-up as it stands then."""
    before = player.current(message)
    await player.choose(before, field(before, name)["custom_id"], value)
    await player.wait_until(lambda p: p.current(message) != before)
    return player.current(message)


def chosen(message: dict[str, Any]) -> dict[str, str]:
    """What the menus of the set-up show as chosen."""
    return {
        each["custom_id"].split(":")[2]: option["value"]
        for each in selects(message)
        for option in each["options"]
        if option.get("default")
    }


async def test_a_table_is_opened_by_a_few_questions(room: Room) -> None:
    alice = room.alice
    asked = await alice.slash(CHANNEL, "game new")
    assert is_ephemeral(asked)
    assert asked.message is not None
    assert await room.bot.desk.in_channel(int(alice.channel(CHANNEL)["id"])) is None
    usual = chosen(asked.message)
    assert usual["seats"] == "4"
    assert usual["pace"] == "daily"
    assert usual["late"] == "default"
    await pick(alice, asked.message, "seats", "3")
    await pick(alice, asked.message, "length", "3")
    await pick(alice, asked.message, "pace", "relaxed")
    shown = await pick(alice, asked.message, "late", "steward")
    assert chosen(shown)["seats"] == "3"
    await alice.press(shown, "Open the table")
    lobby = await card(alice, "Join")
    text = text_of(lobby).replace("*", "")
    assert "A game for 3. It ends after 10 rounds at the latest." in text
    assert (
        "Pace relaxed: 3 days for each answer, with a reminder 1 day before the deadline." in text
    )
    assert "If no answer comes, a computer player decides." in text
    session = await room.session()
    assert session.options == {"rounds": "10", "pace": "relaxed", "late": "steward"}
    # The welcome is the test of the direct messages.
    await alice.wait_for_private(lambda m: "You have joined a game" in text_of(m))


async def test_all_terms_are_settled_on_one_form(room: Room) -> None:
    alice = room.alice
    asked = (await alice.slash(CHANNEL, "game new")).message
    assert asked is not None
    opened = await alice.press(asked, "Terms on one form…", until="modal")
    assert opened.modal is not None
    names = [each["component"]["custom_id"] for each in opened.modal["components"]]
    assert names == ["length", "pace", "late", "moment", "asks"]
    assert {each["component"]["type"] for each in opened.modal["components"]} == {21}
    terms = {"length": "0", "pace": "live", "late": "steward", "moment": "1", "asks": "0"}
    await alice.submit_modal(opened, terms, channel=CHANNEL)
    await alice.wait_until(lambda p: p.current(asked) != asked)
    shown = alice.current(asked)
    assert {name: chosen(shown)[name] for name in names} == terms
    await alice.press(shown, "Open the table")
    await card(alice, "Join")
    session = await room.session()
    assert session.options == {"pace": "live", "late": "steward", "moment": "left_out"}


async def test_without_deadlines_nobody_is_late(room: Room) -> None:
    asked = await room.alice.slash(CHANNEL, "game new")
    assert asked.message is not None
    shown = await pick(room.alice, asked.message, "pace", "none")
    assert "late" not in {each["custom_id"].split(":")[2] for each in selects(shown)}
    await room.alice.press(shown, "Open the table")
    await card(room.alice, "Join")
    assert (await room.session()).options == {"rounds": "20"}


async def test_a_second_press_opens_no_second_table(room: Room) -> None:
    alice = room.alice
    first = await alice.slash(CHANNEL, "game new")
    second = await room.bob.slash(CHANNEL, "game new")
    assert first.message is not None
    assert second.message is not None
    await alice.press(first.message, "Open the table")
    await card(alice, "Join")
    late = await room.bob.press(second.message, "Open the table")
    assert "This channel already has an open table" in said(late)
    assert (await room.session()).host_id == int(alice.me["id"])
    assert "This channel already has an open table" in said(await alice.slash(CHANNEL, "game new"))


async def test_the_set_up_outlives_a_restart(sandbox: Any, database: str, tmp_path: Any) -> None:
    url = sandbox.base_url
    async with await Guest.connect(url, "Alice") as alice:
        async with bot_at(url, database):
            asked = await alice.slash(CHANNEL, "game new")
            assert asked.message is not None
            shown = await pick(alice, asked.message, "seats", "2")
        async with bot_at(url, database) as bot:
            await alice.press(shown, "Open the table")
            await card(alice, "Join")
            session = await bot.desk.in_channel(int(alice.channel(CHANNEL)["id"]))
            assert session is not None
            assert session.seats_wanted == 2


async def test_what_is_given_with_the_command_is_not_asked(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game new", seats=2, pace="live", late="steward", hours=3)
    lobby = await card(room.alice, "Join")
    text = text_of(lobby).replace("*", "")
    assert "It ends 3 hours after the start at the latest." in text
    assert "Pace live: 10 minutes for each answer" in text


async def test_a_table_that_is_given_no_limit_has_twenty_rounds_and_zero_is_none(
    room: Room,
) -> None:
    for number, (options, ends) in enumerate(
        (
            ({"seats": 2}, "It ends after 20 rounds at the latest."),
            ({"rounds": 0}, "It ends when somebody wins."),
        )
    ):
        channel = (CHANNEL, "tower")[number]
        await room.alice.slash(channel, "game new", options)
        lobby = await room.alice.wait_for_message(lambda m: "Join" in str(m), channel=channel)
        assert ends in text_of(lobby)
    answer = await room.alice.slash("tavern", "game new", game="lancaster", rounds=0)
    assert said(answer).startswith("Lancaster always ends after 5 rounds.")


async def test_the_bot_says_which_permission_it_lacks(room: Room) -> None:
    await room.forbid(Permission.ATTACH_FILES)
    for options in ({}, {"seats": 2}):
        refused = await room.alice.slash(CHANNEL, "game new", options)
        assert said(refused) == (
            "I cannot run a game here yet. In this channel I still need: Attach files."
        )
    assert await room.bot.desk.in_channel(int(room.alice.channel(CHANNEL)["id"])) is None


async def test_a_computer_is_sent_away_by_its_button(room: Room) -> None:
    await room.open_game(seats=2)
    full = await card(room.alice, "Remove computer")
    seen = next(m for m in room.bob.messages(CHANNEL) if m["id"] == full["id"])
    refused = await room.bob.press(seen, "Remove computer", until="followed")
    assert "Only the host (**Alice**)" in said(refused)
    await room.alice.press(full, "Remove computer")
    await card(room.alice, "Join")
    assert [info.name for info in (await room.session()).seats] == ["Alice"]


async def test_rules_are_customised_kept_and_opened(room: Room) -> None:
    alice, mix = room.alice, "house+no_hand_limit"
    asked = await alice.slash(CHANNEL, "game new")
    page = asked.message
    assert page is not None
    await alice.press(page, "Customise the rules")
    await alice.wait_until(lambda p: "Your rules" in text_of(p.current(page)))
    shown = await pick(alice, alice.current(page), "decks", "no_hand_limit")
    assert "**Covault’s evening, with no hand limit** – " in text_of(shown)
    form = await alice.press(shown, "Keep for this server…")
    assert form.modal is not None
    await alice.submit_modal(form, {"name": " Friday "}, channel=CHANNEL)
    await alice.wait_until(lambda p: "Kept as **Friday**" in text_of(p.current(page)))
    await alice.press(alice.current(shown), "Back to seats and length")
    await alice.wait_until(lambda p: "A new table" in text_of(p.current(page)))
    assert chosen(alice.current(page))["ruleset"] == "mix:1"
    await alice.press(alice.current(page), "Open the table")
    lobby = await card(alice, "Join")
    assert "## Kingmaker · House rules, with no hand limit" in text_of(lobby)
    assert (await room.session()).ruleset == mix
    listed = await room.bob.slash(CHANNEL, "mixes")
    assert "**Friday** · Kingmaker: House rules, with no hand limit (kept by <@" in said(listed)
    assert listed.message is not None
    assert [each["placeholder"] for each in selects(listed.message)] == ["Get a mix as a file"]
    own = await alice.slash(CHANNEL, "mixes")
    mine = own.message
    assert mine is not None
    await alice.choose(mine, selects(mine)[1]["custom_id"], "1")
    await alice.wait_until(lambda p: "has been removed" in text_of(p.current(mine)))
    assert "This server keeps no mixes of rules yet." in text_of(alice.current(mine))


async def test_a_mix_is_handed_out_and_taken_in(room: Room) -> None:
    alice, guild = room.alice, int(room.alice.channel(CHANNEL)["guild_id"])
    rules = {"game": "kingmaker", "ruleset": "classic+ambush"}
    kept = await room.bot.desk.mixes.keep(guild, **rules, name="Friday", by=1)
    page = (await room.bob.slash(CHANNEL, "mixes")).message
    assert page is not None
    await room.bob.choose(page, selects(page)[0]["custom_id"], str(kept.id))
    await room.bob.wait_until(lambda p: "as a file" in text_of(p.current(page)))
    shown = room.bob.current(page)
    (file,) = shown["attachments"]
    assert file["filename"] == f"mix-{kept.id}.json"
    text = (await room.bob.fetch(file["url"])).decode()
    assert f"```json\n{text}```" in text_of(shown)
    await room.bot.desk.mixes.remove(guild, kept.id, by=1, manages=True)
    empty = (await alice.slash(CHANNEL, "mixes")).message
    assert empty is not None
    form = await alice.press(empty, "Add a mix…")
    assert form.modal is not None
    wrong = text.replace('"ambush"', '"ambsh"')
    refused = await alice.submit_modal(form, {"text": wrong, "name": ""}, channel=CHANNEL)
    assert "**Nothing was kept.** The mix: options[0]: there is no option 'ambsh'." in said(refused)
    form = await alice.press(empty, "Add a mix…")
    assert form.modal is not None
    taken = await alice.submit_modal(form, {"text": text, "name": ""}, channel=CHANNEL)
    assert "Kept as **Friday**." in said(taken)
    (mix,) = await room.bot.desk.mixes.of(guild)
    assert (mix.name, mix.ruleset) == ("Friday", "classic+ambush")


async def test_a_set_up_that_is_asked_for_again_takes_the_place_of_the_first(room: Room) -> None:
    alice = room.alice
    first = await alice.slash(CHANNEL, "game new")
    others = await room.bob.slash(CHANNEL, "game new")
    second = await alice.slash(CHANNEL, "game new")
    assert first.message is not None
    assert second.message is not None
    gone, stays = first.message["id"], second.message["id"]
    await alice.wait_until(lambda p: all(m["id"] != gone for m in p.messages(CHANNEL)))
    assert any(m["id"] == stays for m in alice.messages(CHANNEL))
    assert others.message is not None
    assert any(m["id"] == others.message["id"] for m in room.bob.messages(CHANNEL))
