"""What may be done at any time outside Active Combat (house §2.6, §5.14, §1.11)."""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    Form,
    IllegalChoice,
    Offer,
    Orders,
    Prompt,
    Seat,
    Stops,
    first,
    free,
)
from bot.rules.kingmaker.captivity import captive_offers, captive_stops, release
from bot.rules.kingmaker.cards.deals import (
    answer_deal,
    answer_offers,
    answer_stops,
    proposal_offers,
    proposal_stops,
    transfer,
    transfer_offers,
    transfer_stops,
    well_written,
)
from bot.rules.kingmaker.cards.draw import PlaceArrives
from bot.rules.kingmaker.cards.goods import Meeting
from bot.rules.kingmaker.cards.playing import (
    full_hand_stops,
    play,
    play_offers,
    play_stops,
    playable,
)
from bot.rules.kingmaker.combat.alliances import SIDES
from bot.rules.kingmaker.combat.phase import CombatPhase, missed
from bot.rules.kingmaker.conditions.custody import ransom_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.conditions.sides import given, house_stops
from bot.rules.kingmaker.consequences.changes import kill_heir
from bot.rules.kingmaker.consequences.keeping import give_captive
from bot.rules.kingmaker.events.betrayal import (
    betray,
    betrayal_offers,
    betrayal_stops,
)
from bot.rules.kingmaker.events.royal_lives import unmask, unmask_offers, unmask_stops
from bot.rules.kingmaker.families.alignment import ANSWERED, DECLARED
from bot.rules.kingmaker.ids import NO_HEIR, NO_PLACE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.movement.fortress_orders import dismiss_stops
from bot.rules.kingmaker.pacts import PACT_ANSWERS, pact_offers, pact_stops, propose_alliance
from bot.rules.kingmaker.parliament.excuses import excuse_stops
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.recruiting import Recruiting
from bot.rules.kingmaker.royals.coronation import coronation_stops
from bot.rules.kingmaker.sieges import give_up_siege
from bot.rules.kingmaker.state import PHASES, KTable, Phase
from bot.rules.kingmaker.succession import holder_seat

_FORMS = {
    "play": Form(one=("card", "noble")),
    "raise": Form(one=("card", "castle")),
    "kill_heir": Form(one=("heir",)),
    "free_captive": Form(one=("captive",)),
    "guard_captive": Form(one=("captive", "noble")),
    "unmask": Form(),
    "betray": Form(one=("place", "noble")),
    "lift": Form(one=("place",)),
    "transfer": Form(one=("thing", "noble")),
    "propose_deal": Form(one=("to",), perhaps=("give", "take", "promise", "due")),
    "accept_deal": Form(one=("deal",), perhaps=("word",)),
    "refuse_deal": Form(one=("deal",), perhaps=("word",)),
    "counter_deal": Form(one=("deal",), perhaps=("give", "take", "promise", "due")),
    "withdraw_deal": Form(one=("deal",)),
    "propose_alliance": Form(one=("ally", "square", "term")),
}
"""Everything that may be done at any time, and what each choice names."""

_RULES = {
    "play": "house-2.6c",
    "raise": "base-3.5",
    "kill_heir": "house-1.11",
    "free_captive": "ishkibibble-ransom.5",
    "guard_captive": "ishkibibble-ransom.3",
    "unmask": "ishkibibble-revealed.1",
    "betray": "ishkibibble-betrayal.2",
    "lift": "house-6.4a",
    "transfer": "house-8.7.4",
    "propose_deal": "house-8.7.2",
    "accept_deal": "house-8.7.2",
    "refuse_deal": "house-8.7.2",
    "counter_deal": "house-8.7.2",
    "withdraw_deal": "house-8.7.2",
    "propose_alliance": "base-16.1",
}
_NAMED = {
    "play": "Name one card in your hand and one of your nobles.",
    "raise": "Name one noble in your hand and one of his castles.",
    "kill_heir": "Name one heir whom your own nobles hold.",
    "free_captive": "Name one captive whom your nobles hold.",
    "guard_captive": "Name one captive and one noble to keep him.",
    "unmask": "The card unmasks every pretender. You need not name one.",
    "betray": "Name one place and which of your nobles is to hold it, wherever he is.",
    "lift": "Name one of your own sieges.",
    "transfer": "Name one thing of yours and one of your nobles to receive it.",
    "propose_deal": "Name each thing only once. You need not promise anything or say by when.",
    "accept_deal": "Name one deal that you have been offered.",
    "refuse_deal": "Name one deal that you have been offered.",
    "counter_deal": "Name one deal that you have been offered, and each thing only once.",
    "withdraw_deal": "Name one deal that you have offered.",
    "propose_alliance": "Name one player and one square, and say how long the alliance lasts.",
}
"""For each verb, what the refusal says if a choice does not name exactly what it must."""

ANY_TIME_VERBS = frozenset(_FORMS)
"""The verbs for what may be done at any time; their refusals never mention the step on top."""


_UNASKED = (
    (("discard", "keep"), "house-5.1", "You have no card to keep or discard just now."),
    (("ask_leave",), "house-8.2.6", "Ask leave to enter in your own movement phase."),
    (("grant",), "house-8.2.6", "Nobody is asking you for leave just now."),
    (
        ("deny",),
        "house-8.2.6",
        "Nobody is asking you for leave just now. You cannot take back leave that you have given.",
    ),
    (("withdraw_request",), "house-8.2.6", "You have no request to take back."),
    (SIDES, "house-5.11e", "Take sides when a combat is declared, not afterwards."),
    (("let_through",), "house-5.14f", "No attack is waiting for your answer just now."),
    (
        ("name_target",),
        "house-5.15e",
        "None of your nobles is attacking alone as an assassin just now.",
    ),
    (("cancel_alliance",), "base-16.4", "Cancel an alliance at the start of your own turn."),
    (PACT_ANSWERS, "base-16.1", "Nobody is offering you an alliance just now."),
    (("recruit",), "families-recruit.4", "You can recruit nobles once everyone has moved."),
    (
        ("make_good", "keep_back"),
        "families-recruit.19",
        "You owe none of your recruits anything.",
    ),
    (
        ANSWERED,
        "families-align.7",
        "You can let a family in only when it asks. Once in, it stays until it chooses to go.",
    ),
    (DECLARED, "families-align.1", "You say whom you serve when a House begins its turn."),
    (
        ("revoke",),
        "house-7.1.22",
        "Only the player who called Parliament can revoke excuses, once all are in.",
    ),
)
"""Answers that were not asked for: the rule, and words that say when they are asked for."""


_FIGHTS = tuple(CombatPhase.forms)
"""Orders that are given only in the combat phase."""
_MOVES = (
    "march", "ride", "free_road", "enter", "leave", "free_move", "embark", "sail", "land",
    "free_sail", "cross", "blockade",
)  # fmt: skip
"""Orders that are given only in the movement phase."""
_PHASE_OF: dict[str, Phase] = {
    **dict.fromkeys(_MOVES, "movement"),
    **dict.fromkeys(_FIGHTS, "combat"),
    "call_parliament": "parliament",
    **dict.fromkeys(("crown", "ask_clergy", "ask_consent"), "coronation"),
}
"""The one phase of the turn in which something is done."""

_RECRUITING = ("recruit", "make_good", "keep_back")


def any_time_prompts(table: KTable, seat: Seat) -> list[Prompt]:
    """One question with everything that a seat may do at any time; none if there is nothing."""
    if table.state.phase == "setup" or not free(table.agenda[-1].meanwhile_stops(table)):
        return []
    offers = _open_to(table, seat)
    in_phase = isinstance(table.agenda[-1], Orders)
    if in_phase and free(full_hand_stops(table, seat)):
        offers = (*offers, *pact_offers(table, seat))
    return [Prompt(seat, "any_time", offers, blocking=False)] if offers else []


def _open_to(table: KTable, seat: Seat) -> tuple[Offer, ...]:
    """What is open to a seat at any time, except alliances."""
    state = table.state
    offers = _offers_alone(table, seat)
    if not free(full_hand_stops(table, seat)):
        return tuple(offers)
    if state.factions[seat].held:
        offers += betrayal_offers(table, seat)
    if state.custody:
        offers += captive_offers(table, seat)
    meeting = Meeting(table)
    offers += transfer_offers(table, seat, meeting)
    if state.deals:
        offers += answer_offers(table, seat)
    offers += proposal_offers(table, seat, meeting)
    return tuple(offers)


def _offers_alone(table: KTable, seat: Seat) -> list[Offer]:
    """What a seat may do without another player, with its cards, heirs and sieges."""
    state = table.state
    offers = play_offers(table, seat, playable(table, seat))
    if not free(full_hand_stops(table, seat)):
        return offers
    held = (key for key, heir in state.heirs.items() if heir.alive)
    heirs = tuple(heir for heir in held if free(_kill_stops(table, seat, heir)))
    if heirs:
        offers.append(Offer("kill_heir", (Field("heir", heirs),), "house-1.11"))
    offers += [
        Offer("lift", (Field("place", (place,)),), "house-6.4a")
        for place in state.sieges
        if free(_lift_stops(table, seat, place))
    ]
    return [*offers, *unmask_offers(table, seat)]


def answer_any_time(table: KTable, seat: Seat, choice: Choice) -> None:
    """Carry out something that may be done at any time."""
    if choice.verb == "kill_heir":
        kill_heir(table, choice.one("heir", HeirId), "killed", seat)
    elif choice.verb == "unmask":
        unmask(table, seat)
    elif choice.verb == "betray":
        betray(table, seat, choice)
    elif choice.verb == "free_captive":
        release(table, table.state.person(choice.one("captive")), "freed")
    elif choice.verb == "guard_captive":
        give_captive(table, choice.one("captive", NobleId), choice.one("noble", NobleId))
    elif choice.verb == "lift":
        give_up_siege(table, seat, choice.one("place", PlaceId))
    elif choice.verb == "transfer":
        transfer(table, seat, choice)
    elif choice.verb.endswith("_deal"):
        answer_deal(table, seat, choice)
    elif choice.verb == "propose_alliance":
        propose_alliance(table, seat, choice)
    else:
        play(table, seat, choice)


# Why not


def any_time_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of something that may be done at any time; its form is
    checked last."""
    yield from _rule_stops(table, seat, choice)
    if not _FORMS[choice.verb].fits(choice) or not well_written(choice):
        yield IllegalChoice(_RULES[choice.verb], _NAMED[choice.verb])


def _rule_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that the rules put in the way, the plainest first."""
    if table.state.phase == "setup":
        yield _IN_SETUP
    verb = choice.verb
    yield from table.agenda[-1].meanwhile_stops(table)
    if verb in ("play", "raise"):
        yield from play_stops(table, seat, choice, _cards_to_play(table, seat))
        return
    yield from full_hand_stops(table, seat)
    if verb == "kill_heir":
        yield from _kill_stops(table, seat, choice.first("heir", NO_HEIR))
    elif verb in ("free_captive", "guard_captive"):
        yield from captive_stops(table, seat, choice)
    elif verb == "unmask":
        yield from unmask_stops(table, seat)
    elif verb == "betray":
        yield from betrayal_stops(table, seat, choice)
    elif verb == "lift":
        yield from _lift_stops(table, seat, choice.first("place", NO_PLACE))
    elif verb == "transfer":
        yield from transfer_stops(table, seat, choice)
    elif verb in ("propose_deal", "counter_deal"):
        yield from proposal_stops(table, seat, choice)
    elif verb == "propose_alliance":
        yield from pact_stops(table, seat, choice)
        if not isinstance(table.agenda[-1], Orders):
            yield IllegalChoice("base-16.1", "Something else must be settled first.")
    else:
        yield from answer_stops(table, seat, choice)


def _cards_to_play(table: KTable, seat: Seat) -> list[CardId]:
    """The cards in a player's hand, those beside the board that wait for one of his nobles, those
    dealt to him while he had no nobles (house-3.15), and the one just drawn (house-5.2b).
    """
    faction, top = table.state.factions[seat], table.agenda[-1]
    drawn = [top.card] if isinstance(top, PlaceArrives) and top.seat == seat else []
    return [*playable(table, seat), *faction.dealt, *drawn]


def _kill_stops(table: KTable, seat: Seat, heir_id: HeirId) -> Stops:
    """Only the faction that holds an heir may kill him (house-1.11, base-11.9)."""
    heir = table.state.heirs.get(heir_id)
    if heir is not None and not heir.alive:
        yield IllegalChoice("house-1.11", "That heir is already dead.")
    if heir is None or holder_seat(table.state, table.content, heir_id) != seat:
        yield IllegalChoice("house-1.11", "You can kill only an heir whom your own nobles hold.")
    yield from ransom_stops(table.state, heir_id)


def _lift_stops(table: KTable, seat: Seat, place: PlaceId) -> Stops:
    """Only the besieging player may lift a siege (house-6.4a)."""
    siege = table.state.sieges.get(place)
    if siege is None or siege.seat != seat:
        yield IllegalChoice("house-6.4a", "You can lift only your own siege.")


_IN_SETUP = IllegalChoice("base-2.5", "The game is still being set up. Nobody moves yet.")


def too_late(table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
    """Why a seat can no longer do something in its turn: the phase for it is over, or what stood in
    its way then and still does. None while it is not too late.
    """
    now, then = table.state.phase, _PHASE_OF.get(choice.verb)
    if then is None or seat != table.state.active or now == "setup":
        return None
    if PHASES.index(then) >= PHASES.index(now) or not free(house_stops(table, seat, choice.verb)):
        return None
    called = "Parliament" if then == "parliament" else then
    over = IllegalChoice("house-1.14", f"Your {called} phase is over for this turn.")
    if then != "combat":
        return _ahead(table, seat, choice) or over
    stop = missed(table, seat, choice)
    return over if stop is None else IllegalChoice(stop.rule, f"{over.reason} {stop.reason}")


def refusal(table: KTable, seat: Seat, choice: Choice) -> IllegalChoice:
    """Why a seat cannot do something that it is not being asked for."""
    if choice.verb in _FORMS:
        stop = first(any_time_stops(table, seat, choice))
        assert stop is not None
        return stop
    if table.state.phase == "setup":
        return _IN_SETUP
    if choice.verb in PACT_ANSWERS:
        stop = first(procedures(table).alliances.pact_stops())
        if stop is not None:
            return stop
    if choice.verb == "excuse" and not procedures(table).parliament.excuses():
        return IllegalChoice("base-15.4", "Nobody has to attend, so nobody needs an excuse.")
    if choice.verb in ("excuse", "dismiss"):
        stops = excuse_stops if choice.verb == "excuse" else dismiss_stops
        stop = first(stops(table, seat, choice))
        if stop is not None:
            return stop
    stop = first(house_stops(table, seat, choice.verb))
    if stop is not None:
        return stop
    obstacle = _ahead(table, seat, choice) if seat == table.state.active else None
    if obstacle is not None:
        return obstacle
    never = first(_never_stops(table, choice.verb))
    if never is not None:
        return never
    for verbs, rule, reason in _UNASKED:
        if choice.verb in verbs:
            return IllegalChoice(rule, reason)
    if seat == table.state.active:
        if choice.verb in _MOVES and isinstance(table.agenda[-1], Recruiting):
            return IllegalChoice(
                "families-recruit.4",
                "Everyone has moved. Recruit now, or say that you are done.",
            )
        return IllegalChoice("house-1.14", _out_of_phase(table.state.phase, choice.verb))
    return IllegalChoice("house-1.14", "It is another player’s turn. Wait for yours.")


def _out_of_phase(phase: Phase, verb: str) -> str:
    """The sentence that says in which phase this is done; any other verb only answers a
    question."""
    if verb in _FIGHTS and phase == "movement":
        return "You fight in the combat phase. End your movement first."
    if verb in _FIGHTS and phase == "event":
        return "You fight in the combat phase, after the movement phase."
    if verb in _MOVES and phase == "event":
        return "You move in the movement phase, once the Event is settled."
    if verb in (*_FIGHTS, *_MOVES):
        return "Something else must be settled first."
    return "That is not the question you are being asked."


def _never_stops(table: KTable, verb: str) -> Stops:
    """Answers that nobody at this table is ever asked for: its rules have no such question."""
    if verb in (*DECLARED, *ANSWERED) and not given(table.state):
        yield IllegalChoice("base-1.1", "At this table no faction serves another.")
    elif verb in SIDES:
        yield from procedures(table).alliances.side_stops()
    elif verb == "name_target":
        yield from procedures(table).battle.murder_stops()
    elif verb in _RECRUITING and table.content.ruleset.nobles_in_deck:
        yield IllegalChoice(
            "base-3.5", "At this table nobles are drawn as cards. Nobody recruits them."
        )
    elif verb == "let_through" and not table.content.ruleset.moment_seconds:
        yield IllegalChoice("base-9.4", "At this table a declared attack waits for nobody.")


def _ahead(table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
    """What would stand in the way of a call of Parliament or a coronation, as things are now."""
    if choice.verb == "call_parliament":
        parliament = procedures(table).parliament
        stop = first(defeat_stops(table.state, seat))
        if stop is not None:
            return stop
        if not parliament.call_offers(table, seat):
            return first(parliament.call_stops(table, seat, choice))
    if choice.verb == "crown":
        return first(coronation_stops(table, seat, choice.first("heir", NO_HEIR)))
    return None
