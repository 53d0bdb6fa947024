"""What each part has as the game begins (families-players)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import enter_play
from bot.rules.kingmaker.families.sides import part_of
from bot.rules.kingmaker.setup.opening import keep_in_hand
from bot.rules.kingmaker.state import KTable


class ByPart:
    """To every part its two nobles, and as many cards as it has beside these."""

    def deal(self, table: KTable) -> None:
        """Deal to the parts in the order of the seats.

        The Lancastrians have Beaufort and Clifford (families-players.2), the Yorkists the Duke of
        York and Bourchier (families-players.3), Neville has Scrope (families-players.4), Mowbray
        Cromwell (families-players.5), Percy Greystoke (families-players.6) and Stafford Audley
        (families-players.7). Their numbers of cards count these two.
        """
        state = table.state
        for seat in range(len(state.sides)):
            part, faction = part_of(state, table.content, seat), state.factions[seat]
            nobles = (part.head, part.second)
            faction.dealt = [state.crown_deck.pop() for _ in range(part.cards - len(nobles))]
            keep_in_hand(table, seat)
            table.emit(facts.PartBegan(seat, part.id, part.favours))
            table.emit(facts.CardsDealt(seat, (*nobles, *faction.dealt)))
            for noble in nobles:
                enter_play(table, noble, seat)
