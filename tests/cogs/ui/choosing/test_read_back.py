"""What is read back before it is done: every verb of both games is decided, and reads well."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cogs.kingmaker
import cogs.lancaster  # noqa: F401
from bot.games import game_for
from bot.seats.random_seat import random_choice
from bot.words.kingmaker import corrections, standing_orders
from bot.words.kingmaker.verbs import VERBS
from bot.words.lancaster import corrections as lancaster_corrections
from bot.words.lancaster.verbs import VERBS as LANCASTER_VERBS
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import Draft, ways_of
from cogs.ui.controls import OfferKey
from cogs.ui.customs import CUSTOMS
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.choosing.test_candidates import TABLES
from tests.compliance.whole_games import Kind, sampled

NAMES = ("Anne", "Ben", "Cecily", "Dan")
_POSITIONS = 60

READ_BACK = """
    transfer_title transfer_office propose grant_bishop hand_out make_good recruit discard send_off
    accept_deal accept take_draws cancel_alliance unmask betray free_captive release_heir scuttle
    lift kill_heir refuse let_die declare_illegitimate time_up
"""
"""What gives something away, ends something or somebody for good, or spends a kept card."""

AT_ONCE = {
    "orders of a turn": """
        march ride free_road enter leave entrust free_move embark sail land free_sail cross
        blockade take_refuge stay_put put_in disembark attend_king answer_call fetch crown
        attack attack_with_french assassinate ambush attack_at_sea lay join conclude
        conclude_with_french storm storm_with_french call_parliament serve_writ attend
        attend_without send_instead stay stay_free keep_ship meet_at go_home lodge
        settle assign play raise keep transfer done
    """,
    "among one's own": """
        keep_heir keep_spoil hold return_inside guard_captive bequeath name_target keep_prize
        keep_back stay_loyal let_be
    """,
    "answers to a question, with another answer beside it": """
        woo_heir fail_siege evade force pardon let_through ally_attack ally_attack_with_french
        ally_defence stand_aside
        lend withhold grant deny agree decline accept_alliance decline_alliance refuse_draws
        ask_more excuse revoke admit turn_away let_crown deny_crown serve_house stand_apart
        settle_kings recall_ships yea nay abstain
    """,
    "what others have still to agree to": """
        propose_deal counter_deal offer_ransom offer_draws propose_alliance ask_leave ask_clergy
        ask_consent call_vote move_vote second_vote
    """,
    "what comes back by doing it once more": "refuse_deal withdraw_deal withdraw_request dismiss",
}
"""Everything else, and why it is done at the first press."""


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


def test_every_verb_of_kingmaker_is_either_read_back_or_done_at_once() -> None:
    at_once = [verb for verbs in AT_ONCE.values() for verb in words(verbs)]
    decided = [*words(READ_BACK), *at_once]
    not_played = {*corrections.VERBS, *standing_orders.VERBS} - set(decided)
    assert sorted(decided) == sorted({*VERBS, "done"} - not_played)
    assert CUSTOMS["kingmaker"].read_back == set(words(READ_BACK))


def test_every_verb_of_lancaster_is_either_read_back_or_done_at_once() -> None:
    at_once = words("""
        county castle conflict favour pass yes no buy upgrade extend reward both nothing ride name
        score done ransom
    """)
    known = set(LANCASTER_VERBS) - set(lancaster_corrections.VERBS)
    assert {"give_up", *at_once} == known
    assert CUSTOMS["lancaster"].read_back == {"give_up"}


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_what_is_read_back_says_what_it_does(game: str, table: str) -> None:
    """In a random game each of these verbs has a sentence of its own, not only its name."""
    kind = Kind(game, table, min(4, *game_for(game, table).seat_range[-1:]))
    for saved in sampled(kind, _POSITIONS):
        session: Any = MemorySession(kind.loaded(saved), NAMES[: kind.seats])
        session.game, session.ruleset = game, table
        for seat in range(kind.seats):
            for verb, way in ways_of(session.prompts(seat)).items():
                choice = random_choice(way.offers[0], random.Random(verb))
                if choice is None or verb not in CUSTOMS[game].read_back:
                    continue
                key = OfferKey("ABC123", seat, 7, verb, way.mark)
                page = wizard_for(session, key, way).read_back(Draft(), choice)
                _, sentence, *_, question = page.text.splitlines()
                assert question == "Shall I do it?"
                assert len(sentence) > len(f"{way_name(verb)}."), (verb, sentence)


def way_name(verb: str) -> str:
    """The plain label of a verb's button."""
    return (VERBS.get(verb) or LANCASTER_VERBS[verb])[0]
