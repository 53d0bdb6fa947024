"""Which questions of Kingmaker everybody may read, and which tell of a hidden card."""

from __future__ import annotations

from bot.rules.kernel import Etiquette

ETIQUETTE = Etiquette(
    named_openly=frozenset({"call_ignored"}),
    open_facts=frozenset(
        {
            "alliance",
            "answer_call",
            "answer_draws",
            "approve_office",
            "attend_king",
            "attendance",
            "debate",
            "driven",
            "go_home",
            "grant_leave",
            "grant_port",
            "heir_ransom",
            "hold_place",
            "keep_heir",
            "leave_asked",
            "moment",
            "name_target",
            "noble_arrives",
            "occupy",
            "overcrowded",
            "pact",
            "pact_asked",
            "pacts",
            "pass_king",
            "refuge",
            "return_inside",
            "rising",
            "round",
            "scuttle",
            "served",
            "strife",
            "take_card",
        }
    ),
    telltale_kinds=frozenset({"parliament", "excuses", "revoke", "writs"}),
    telltale_verbs=frozenset(
        {
            "attack_with_french",
            "conclude_with_french",
            "free_move",
            "free_road",
            "free_sail",
            "keep_ship",
            "send_instead",
            "stay_free",
            "take_refuge",
        }
    ),
    shared=frozenset({"debate", "leave_asked", "pact_asked"}),
    shared_by_several=frozenset({"alliance", "moment"}),
)
