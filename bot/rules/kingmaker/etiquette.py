"""Which questions of Kingmaker everybody may read, and which tell of a hidden card."""

from __future__ import annotations

from bot.rules.kernel import Etiquette

ETIQUETTE = Etiquette(
    # What is offered to a noble lies open while the dice are thrown, though the player keeps it
    # if he does not join (families-recruit.18).
    named_openly=frozenset({"call_ignored", "events_turned", "recruit_tried"}),
    open_facts=frozenset(
        {
            "admission",
            "alliance",
            "answer_call",
            "answer_draws",
            "approve_office",
            "attend_king",
            "attendance",
            "bequest",
            "debate",
            "declare_side",
            "driven",
            "evade",
            "fail_siege",
            "force",
            "go_home",
            "head_returns",
            "grant_leave",
            "grant_port",
            "heir_ransom",
            "hold_place",
            "keep_heir",
            "leave_asked",
            "make_good",
            "moment",
            "name_target",
            "noble_arrives",
            "occupy",
            "overcrowded",
            "pact",
            "pact_asked",
            "pacts",
            "pass_king",
            "recruit_at_once",
            "refuge",
            "return_inside",
            "rising",
            "rivalry",
            "round",
            "scuttle",
            "served",
            "slip_away",
            "strife",
            "turncoat_leave",
            "turncoat_siege",
            "take_card",
            "withdrawal",
            "woo_heir",
        }
    ),
    telltale_kinds=frozenset({"parliament", "excuses", "revoke", "writs"}),
    secret_answers=frozenset({"evade", "fail_siege", "force", "woo_heir"}),
    telltale_verbs=frozenset(
        {
            "attack_with_french",
            "conclude_with_french",
            "evade",
            "fail_siege",
            "force",
            "free_move",
            "free_road",
            "free_sail",
            "keep_ship",
            "send_instead",
            "stay_free",
            "storm_with_french",
            "take_refuge",
            "woo_heir",
        }
    ),
    shared=frozenset({"debate", "leave_asked", "pact_asked"}),
    shared_by_several=frozenset({"alliance", "moment"}),
)
