"""Returning from Parliament, and the King's Peace that follows (house §7.4)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import pick_up_heirs, stand_open
from bot.rules.kingmaker.combat.aftermath import go_home, home_castles
from bot.rules.kingmaker.movement.ships import aboard, captain, command
from bot.rules.kingmaker.state import KStep, KTable, Peace, Sitting


class Dismissal(KStep, tag="dismissal"):
    """Players bring their attending nobles home, clockwise from the caller's left (house-7.4.2).

    A noble without a free castle of his own stands outside one (house-7.4.3). A Free Move keeps
    one noble, or one ship, in place; the noble who called may stay without. Whatever is kept so
    counts as excused (house-7.4.10). ``kept`` are ships that stay.
    """

    kept: list[str] = []
    begun: bool = False
    passed: list[int] = []
    """Seats that want to keep no further ship."""

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.begun:
            return []
        for seat in self._order(table):
            mine = self._to_return(table, seat)
            if mine:
                return [self._prompt(table, seat, mine)]
            ships = self._ship_offers(table, seat)
            if ships and seat not in self.passed:
                offers = (*ships, Offer("done", (), "house-7.4.8"))
                return [Prompt(seat, "return_home", offers, default=Choice("done"))]
        return []

    def _ship_offers(self, table: KTable, seat: int) -> list[Offer]:
        """Ships that a Free Move may keep from going home (house-7.4.8)."""
        if not _free_moves(table, seat):
            return []
        ships = tuple(
            ship
            for ship, where in table.state.ships.items()
            if command(table, ship) == seat
            and ship not in self.kept
            and where.port != _home(table, ship)
        )
        return [Offer("keep_ship", (Field("ship", ships),), "house-7.4.8")] if ships else []

    def _prompt(self, table: KTable, seat: int, nobles: list[str]) -> Prompt:
        offers = []
        for noble in nobles:
            castles = home_castles(table, noble)
            fields = (Field("noble", (noble,)), Field("castle", castles))
            offers.append(Offer("go_home", fields, "house-7.4.1"))
        called = sitting_of(table).noble
        if called in nobles and called is not None:
            offers.append(Offer("stay", (Field("noble", (called,)),), "house-7.4.9"))
        if _free_moves(table, seat):
            offers.append(Offer("stay_free", (Field("noble", tuple(nobles)),), "house-7.4.7"))
        offers += self._ship_offers(table, seat)
        castle = home_castles(table, nobles[0])[0]
        default = Choice.of("go_home", noble=nobles[0], castle=castle)
        return Prompt(seat, "return_home", tuple(offers), default=default)

    def advance(self, table: KTable) -> None:
        if not self.begun:
            self.begun = True
            for noble in table.state.nobles.values():
                noble.under_peace = "excused"
            for key in sitting_of(table).attending:
                if key in table.state.nobles:
                    table.state.nobles[key].under_peace = ""
            return
        table.finish(self)
        self._send_ships(table)
        sitting = sitting_of(table)
        state = table.state
        home = [s for s, at in state.ships.items() if at.port == _home(table, s)]
        state.peace = Peace(sitting.caller, sitting.square, [s for s in home if s not in self.kept])
        state.sitting = None
        table.emit(facts.ParliamentDismissed(sitting.square, sitting.caller))

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        state = table.state
        if choice.verb == "done":
            self.passed.append(seat)
            return
        if choice.verb == "go_home":
            noble = choice.one("noble")
            state.nobles[noble].under_peace = "returned"
            go_home(table, noble, choice.one("castle"), "parliament")
            return
        if choice.verb == "stay":
            noble, by = choice.one("noble"), "caller"
            state.nobles[noble].under_peace = "excused"
            table.emit(facts.StayedAtParliament(seat, noble, by))
            sitting_of(table).noble = None
            return
        card = _free_moves(table, seat)[0]
        state.factions[seat].held.remove(card)
        state.event_discards.append(card)
        who = choice.one("ship") if choice.verb == "keep_ship" else choice.one("noble")
        if choice.verb == "keep_ship":
            self.kept.append(who)
        else:
            state.nobles[who].under_peace = "excused"
        table.emit(facts.StayedAtParliament(seat, who, "free_move"))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "keep_ship" and _free_moves(table, seat):
            return IllegalChoice(
                "house-7.4.8", "A Free Move keeps a ship of yours that would have to go home."
            )
        if choice.verb in ("stay", "stay_free", "keep_ship"):
            return IllegalChoice("house-7.4.7", "It takes a Free Move card to stay behind.")
        return IllegalChoice("house-7.4.1", "Parliament is over: bring your nobles home.")

    def _order(self, table: KTable) -> list[int]:
        count, caller = len(table.state.factions), sitting_of(table).caller
        return [(caller + step) % count for step in range(1, count + 1)]

    def _to_return(self, table: KTable, seat: int) -> list[str]:
        state = table.state
        return [
            key
            for key in sitting_of(table).attending
            if key in state.nobles
            and state.nobles[key].seat == seat
            and state.nobles[key].under_peace == ""
        ]

    def _send_ships(self, table: KTable) -> None:
        """Ships go home (house-7.4.4); those aboard land in the open there (house-7.4.5)."""
        state = table.state
        for ship, where in state.ships.items():
            if ship in self.kept or self._stays(table, ship):
                continue
            home = _home(table, ship)
            if where.port != home:
                where.port, where.sea, where.captain_at_sea = home, None, None
                table.emit(facts.ShipSoughtPort(ship, home, "home"))
            square = table.content.board.places[home].square
            for noble in aboard(table, ship):
                stand_open(table, noble, square)
                pick_up_heirs(table, noble)

    def _stays(self, table: KTable, ship: str) -> bool:
        """An excused noble's ship at sea with excused passengers only stays (house-7.4.6)."""
        state = table.state
        if any(ship in siege.ships for siege in state.sieges.values()):
            return True
        noble, passengers = captain(table, ship), aboard(table, ship)
        if noble is None or not passengers or state.ships[ship].sea is None:
            return False
        return all(state.nobles[n].under_peace == "excused" for n in (noble, *passengers))


def _home(table: KTable, ship: str) -> str:
    return table.content.ships[ship].home_port


def _free_moves(table: KTable, seat: int) -> list[str]:
    held = table.state.factions[seat].held
    return [card for card in held if table.content.events[card].kind == "free_move"]


def sitting_of(table: KTable) -> Sitting:
    """The Parliament that sits."""
    sitting = table.state.sitting
    assert sitting is not None
    return sitting
