"""Phase 3, combat: what may be attacked and besieged (house §2.3, §5.15, §6; base §9, §10)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.battle import Battle
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.forces import (
    attack_only_cards,
    besiegeable,
    besieged,
    controller,
    defence,
    friendly,
    garrison,
    guest,
    in_open,
    inside,
    strength,
    titled,
    troops,
)
from bot.rules.kingmaker.peace import (
    at_peace,
    may_attack,
    may_be_attacked,
    may_besiege,
    may_fight_in,
)
from bot.rules.kingmaker.royals import heirs_with
from bot.rules.kingmaker.ships import aboard, besieging_ship, command
from bot.rules.kingmaker.siege import break_siege, can_hold, join_siege, lay_siege
from bot.rules.kingmaker.state import KStep, KTable, State
from bot.rules.kingmaker.storm import Storm


class CombatPhase(KStep, tag="combat_phase"):
    """The active player attacks and besieges, one target at a time (house-2.3a)."""

    seat: int
    begun: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun:
            return []
        offers = combat_offers(table, self.seat)
        if not offers:
            return []
        everything = (*offers, Offer("done", (), "house-2.3a"))
        return [Prompt(self.seat, "combat", everything, default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        if self.begun:
            table.finish(self)
            return
        self.begun = True
        table.emit(facts.PhaseBegan(self.seat, "combat"))
        for noble in table.state.nobles.values():
            noble.attacked = noble.defended = False
        hold_sieges(table, self.seat)
        besiege_from_ships(table, self.seat)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
        else:
            _ORDERS[choice.verb](table, seat, choice)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return combat_refusal(table, seat, choice)


def hold_sieges(table: KTable, seat: int) -> None:
    """Every siege of the active player enters its next turn, or breaks (house-6.3a, house-6.4e)."""
    for place_id, siege in list(table.state.sieges.items()):
        if siege.seat != seat:
            continue
        siege.turns += 1
        for noble in siege.besiegers:
            if noble in table.state.nobles:
                table.state.nobles[noble].fought = True
        if can_hold(table, place_id):
            place = table.content.board.places[place_id]
            table.emit(facts.SiegeHeld(seat, place_id, siege.turns, garrison(table, place)))
        else:
            break_siege(table, place_id, "weakness")


def besiege_from_ships(table: KTable, seat: int) -> None:
    """Those whose ship entered an unfriendly port must besiege it now (house-8.6.16)."""
    state = table.state
    for ship_id, ship in list(state.ships.items()):
        nobles = [n for n in aboard(table, ship_id) if state.nobles[n].seat == seat]
        if ship.port is None or not nobles or besieging_ship(table, ship_id):
            continue
        if command(table, ship_id) != seat:
            continue  # guests aboard besiege nothing (house-8.6.27)
        place = table.content.board.places[ship.port]
        if not place.is_fortress or friendly(table, seat, place):
            continue
        if place.id in state.sieges:
            join_siege(table, seat, place.id, tuple(nobles))
        else:
            lay_siege(table, seat, place.id, nobles, "ship")
        for noble in nobles:
            state.nobles[noble].attacked = False
        if not can_hold(table, place.id):
            break_siege(table, place.id, "weakness")


# What may be done


def combat_offers(table: KTable, seat: int) -> list[Offer]:
    """Every attack and siege order open to a faction now."""
    state = table.state
    squares = dict.fromkeys(
        noble.square for noble in state.nobles.values() if noble.seat == seat and noble.square
    )
    offers: list[Offer] = []
    for square in squares:
        if not may_fight_in(state, square):
            continue
        ready = [n for n in in_open(state, square, seat) if not state.nobles[n].attacked]
        bold = [n for n in ready if may_attack(state, state.nobles[n])]
        offers += _attack_offers(table, seat, square, bold)
        for place_id in table.content.board.squares[square].places:
            offers += _siege_offers(table, seat, table.content.board.places[place_id], ready)
    for place_id, siege in state.sieges.items():
        square = table.content.board.places[place_id].square
        if siege.seat == seat and siege.ships and square not in squares:
            offers += _siege_offers(table, seat, table.content.board.places[place_id], [])
    return offers


def _share(total: int, share: tuple[int, int]) -> int:
    """The least strength that is the given share of a total, exactly."""
    return -(-total * share[0] // share[1])


def _force_field(
    table: KTable, nobles: list[str], least: int, french: str | None = None
) -> Field | None:
    """Attackers strong enough together, or None if even all of them are too weak.

    ``french`` names a noble whose attack-only cards are used; he must be among them.
    """
    cards = frozenset(
        attack_only_cards(table.content, table.state.nobles[french]) if french else ()
    )
    weights = tuple(troops(table, noble, attacking=cards) for noble in nobles)
    if not nobles or sum(weights) < least:
        return None
    return Field(
        "nobles",
        tuple(nobles),
        1,
        len(nobles),
        required=(french,) if french else (),
        weights=weights,
        weight_min=least,
    )


def _french_carriers(table: KTable, nobles: list[str]) -> list[str]:
    return [n for n in nobles if attack_only_cards(table.content, table.state.nobles[n])]


# 5.15 Open battle, 5.15 note 1 the assassin, 6.4 the sally


def _attack_offers(table: KTable, seat: int, square: str, ready: list[str]) -> list[Offer]:
    state = table.state
    offers = []
    enemies = [e for e in range(len(state.factions)) if e != seat and not allied(state, seat, e)]
    for enemy in enemies:
        defenders = exposed(table, square, enemy)
        if not defenders:
            continue
        attackers = ready + sallying(table, seat, square, enemy)
        opposed = strength(table, defenders)
        target = (Field("against", (str(enemy),)), Field("square", (square,)))
        least = _share(opposed, table.content.battle.rows[0].low)
        force = _force_field(table, attackers, least)
        if force is not None:
            offers.append(Offer("attack", (force, *target), "house-5.15a"))
        for carrier in _french_carriers(table, attackers):
            force = _force_field(table, attackers, least, carrier)
            if force is not None:
                offers.append(Offer("attack_with_french", (force, *target), "house-5.13c"))
        offers += _assassin_offers(table, ready, defenders, opposed)
    return offers


def exposed(table: KTable, square: str, enemy: int) -> list[str]:
    """An enemy's force in the open of a square, if it was not attacked yet (house-1.17)."""
    state = table.state
    force = in_open(state, square, enemy) + _besieging_from_ships(table, square, enemy)
    return [
        n for n in force if not state.nobles[n].defended and may_be_attacked(state, state.nobles[n])
    ]


def _besieging_from_ships(table: KTable, square: str, enemy: int) -> list[str]:
    """Nobles aboard ships who besiege a place of this square."""
    state = table.state
    return [
        noble
        for place, siege in state.sieges.items()
        if siege.ships and table.content.board.places[place].square == square
        for noble in siege.besiegers
        if state.nobles[noble].aboard in siege.ships and state.nobles[noble].seat == enemy
    ]


def sallying(table: KTable, seat: int, square: str, enemy: int) -> list[str]:
    """Besieged nobles who may come out against their besieger (house-6.4c)."""
    state = table.state
    found = []
    for place_id in table.content.board.squares[square].places:
        siege = state.sieges.get(place_id)
        if siege is None or siege.seat != enemy:
            continue
        place = table.content.board.places[place_id]
        if not place.is_fortress or controller(state, place_id) == seat:
            found += [n for n in inside(state, place_id, seat) if not state.nobles[n].attacked]
    return found


def allied(state: State, one: int, other: int) -> bool:
    """Whether two seats stood together in a combat since their turns began (base-16.4)."""
    return (one, other) in state.allied or (other, one) in state.allied


def _assassin_offers(
    table: KTable, ready: list[str], defenders: list[str], opposed: int
) -> list[Offer]:
    low, whole = table.content.battle.rows[0].low
    targets = [*defenders, *(heir for n in defenders for heir in heirs_with(table.state, n))]
    killers = [
        n for n in ready if not titled(table, n) and troops(table, n) * whole < opposed * low
    ]
    if not killers:
        return []
    fields = (Field("noble", tuple(killers)), Field("target", tuple(targets)))
    return [Offer("assassinate", fields, "house-5.15b")]


# 6.1, 6.2, 6.3 Sieges


def _siege_offers(table: KTable, seat: int, place: Place, ready: list[str]) -> list[Offer]:
    state, rules = table.state, table.content.ruleset
    siege = state.sieges.get(place.id)
    if not besiegeable(table, seat, place) or (siege is not None and siege.seat != seat):
        return []
    if siege is None and at_peace(state, place.id, place.square):
        return []
    if siege is not None:
        aboard_ship = (n for n in siege.besiegers if state.nobles[n].aboard in siege.ships)
        ready = ready + [
            n for n in aboard_ship if state.nobles[n].seat == seat and not state.nobles[n].attacked
        ]
    ready = [n for n in ready if _may_besiege(table, n, place)]
    target = Field("place", (place.id,))
    total = defence(table, place)
    offers = []
    if siege is None:
        force = _force_field(table, ready, _share(total, rules.lay_share))
        if force is not None:
            offers.append(Offer("lay", (force, target), "house-6.2a"))
    else:
        others = [n for n in ready if n not in siege.besiegers]
        if others:
            fields = (Field("nobles", tuple(others), 1, len(others)), target)
            offers.append(Offer("join", fields, "house-6.2c"))
    ready = [n for n in ready if may_attack(state, state.nobles[n])]
    least = _share(total, rules.conclude_share)
    force = _force_field(table, ready, least)
    if force is not None:
        offers.append(Offer("conclude", (force, target), "house-6.1a"))
    for carrier in _french_carriers(table, ready):
        force = _force_field(table, ready, least, carrier)
        if force is not None:
            offers.append(Offer("conclude_with_french", (force, target), "house-5.13e"))
    return offers


def _may_besiege(table: KTable, noble_id: str, place: Place) -> bool:
    """Whether Peace and former garrison alliances let a noble besiege a place (house-8.5.5)."""
    noble = table.state.nobles[noble_id]
    castles = table.content.castles_of(noble_id)
    return noble.barred != place.id and may_besiege(table.state, noble, place.id, castles)


# Orders


def _french_used(table: KTable, choice: Choice) -> list[str]:
    """The attack-only cards that a choice puts to use."""
    if not choice.verb.endswith("_with_french"):
        return []
    nobles = choice.many("nobles")
    return [c for n in nobles for c in attack_only_cards(table.content, table.state.nobles[n])]


def attack(table: KTable, seat: int, choice: Choice) -> None:
    """Attack a force in the open."""
    square, against = choice.one("square"), int(choice.one("against"))
    attackers = list(choice.many("nobles"))
    table.push(
        Battle(
            seat=seat,
            against=against,
            square=square,
            attackers=attackers,
            defenders=exposed(table, square, against),
            french=_french_used(table, choice),
        )
    )


def assassinate(table: KTable, seat: int, choice: Choice) -> None:
    """Send a single untitled noble against a far stronger force (house-5.15b to 5.15d)."""
    noble, target = choice.one("noble"), choice.one("target")
    square = table.state.nobles[noble].square
    victim = target if target in table.state.nobles else table.state.heirs[target].holder
    assert victim is not None
    against = table.state.nobles[victim].seat
    table.push(
        Battle(
            seat=seat,
            against=against,
            square=square,
            attackers=[noble],
            defenders=exposed(table, square, against),
            target=target,
        )
    )


def conclude(table: KTable, seat: int, choice: Choice) -> None:
    """Try to conclude a siege."""
    table.push(
        Storm(
            seat=seat,
            place=choice.one("place"),
            attackers=list(choice.many("nobles")),
            french=_french_used(table, choice),
        )
    )


def lay(table: KTable, seat: int, choice: Choice) -> None:
    """Lay a siege without an attack (house-6.2b)."""
    lay_siege(table, seat, choice.one("place"), list(choice.many("nobles")), "choice")


def join(table: KTable, seat: int, choice: Choice) -> None:
    """Bring further nobles into one's own siege."""
    join_siege(table, seat, choice.one("place"), choice.many("nobles"))


_ORDERS = {
    "attack": attack,
    "attack_with_french": attack,
    "assassinate": assassinate,
    "lay": lay,
    "conclude": conclude,
    "conclude_with_french": conclude,
    "join": join,
}


# Why not


def combat_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
    """The rule that forbids an attack or a siege, as far as it can be told."""
    state = table.state
    if choice.verb not in _ORDERS:
        return None
    for noble_id in choice.many("nobles") or choice.many("noble"):
        noble = state.nobles.get(noble_id)
        if noble is None or noble.seat != seat:
            return IllegalChoice("house-1.3", "Only nobles of your own faction follow your orders.")
        if guest(state, noble_id):
            if besieged(state, noble_id):
                return IllegalChoice(
                    "house-8.5.14", "Guests never sally alone, only with the nobles of the owner."
                )
            return IllegalChoice(
                "house-8.5.4", "He is a guest in that fortress; all he may do is leave it."
            )
        if noble.aboard is not None and not besieged(state, noble_id):
            return IllegalChoice("base-8.11", "He is aboard a ship; nobody fights at sea.")
        if noble.barred is not None and noble.barred in choice.many("place"):
            return IllegalChoice(
                noble.barred_by, "He left that garrison; he may not attack it yet."
            )
        if not may_fight_in(state, noble.square):
            return IllegalChoice("house-7.4.12", "No combat where Parliament met, in its Peace.")
        if choice.verb in ("attack", "assassinate") and not may_attack(state, noble):
            return IllegalChoice("house-7.4.13", "He has come home and keeps the King's Peace.")
        if noble.attacked:
            return IllegalChoice("house-1.16", "That noble has already attacked in this phase.")
    if choice.verb in ("attack", "attack_with_french"):
        return _attack_refusal(table, seat, choice)
    if choice.verb == "assassinate":
        return IllegalChoice(
            "house-5.15b", "Only one untitled noble alone may attack at less than one to four."
        )
    if choice.verb in ("lay", "join", "conclude", "conclude_with_french"):
        return _siege_refusal(table, seat, choice)
    return None


def _attack_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    square, against = next(iter(choice.many("square")), ""), next(iter(choice.many("against")), "")
    enemy = int(against) if against.isdecimal() else -1
    if allied(table.state, seat, enemy):
        return IllegalChoice("base-16.4", "You stood together this turn; allies do not attack.")
    known = square in table.content.board.squares
    here = in_open(table.state, square, seat)
    if known:
        here += sallying(table, seat, square, enemy)
    if not known or any(noble not in here for noble in choice.many("nobles")):
        return IllegalChoice(
            "base-9.1", "Attackers and enemy stand in the open of the same square."
        )
    if choice.verb == "attack_with_french" and not _french_used(table, choice):
        return IllegalChoice("house-5.13c", "None of them leads the French Foot-soldiers.")
    nobles = in_open(table.state, square, int(against)) if against.isdecimal() else []
    if nobles and not any(may_be_attacked(table.state, table.state.nobles[n]) for n in nobles):
        return IllegalChoice("house-7.4.17", "Nobles home from Parliament may not be attacked.")
    if nobles and all(table.state.nobles[n].defended for n in nobles):
        return IllegalChoice("house-1.17", "That force was already attacked in this phase.")
    if nobles:
        return IllegalChoice(
            "house-5.15b", "You need at least a quarter of their strength in the same square."
        )
    return IllegalChoice(
        "house-2.3e", "Attack a force in the open of your square; those inside must be besieged."
    )


def _siege_refusal(table: KTable, seat: int, choice: Choice) -> IllegalChoice:
    place = table.content.board.places.get(next(iter(choice.many("place")), ""))
    if place is None or not besiegeable(table, seat, place):
        return IllegalChoice("base-10.1", "Besiege a fortress in your square that is not yours.")
    if place.id not in table.state.sieges and at_peace(table.state, place.id, place.square):
        return IllegalChoice("house-7.4.17", "Nobles home from Parliament may not be attacked.")
    returned = [
        n
        for n in choice.many("nobles")
        if table.state.peace is not None and table.state.nobles[n].standing == "returned"
    ]
    if returned and place.id in table.state.sieges:
        return IllegalChoice("house-7.4.23", "Who has come home joins no siege in progress.")
    own = all(place.id in table.content.castles_of(n) for n in returned)
    if returned and (choice.verb != "lay" or not own):
        return IllegalChoice(
            "house-7.4.15", "Who has come home may only lay siege to his own lost castle."
        )
    if any(table.state.nobles[n].square != place.square for n in choice.many("nobles")):
        return IllegalChoice("base-10.1", "Besiege a fortress in the square you stand in.")
    siege = table.state.sieges.get(place.id)
    if siege is not None and siege.seat != seat:
        return IllegalChoice("house-6.2c", "That place is already Under Siege by another player.")
    if choice.verb == "lay":
        return IllegalChoice(
            "house-6.2a", "To lay siege you need half the strength of the defence, in its square."
        )
    return IllegalChoice(
        "house-6.1a", "To conclude a siege you must match the whole defence, in its square."
    )
