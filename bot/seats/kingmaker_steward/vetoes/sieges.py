"""Nobody marches away from a siege that would be won in this turn, but for a better prize."""

from __future__ import annotations

from bot.rules.kingmaker.sieges import share_of
from bot.seats.kingmaker_steward.outlook import Outlook


def needed(outlook: Outlook, place_id: str) -> int:
    """The strength that takes a besieged place in the turn under way (house-6.3a), in troops."""
    place = outlook.board.places[place_id]
    inside = outlook.total(outlook.opposing(place_id))
    share = outlook.content.ruleset.conclude_share
    return share_of(outlook.coming_garrison(place) + inside, share)


def holding(outlook: Outlook, place_id: str) -> int:
    """The strength without which a siege breaks before it can be concluded (house-6.4e), in troops.

    Its garrison is still that of the last turn.
    """
    inside = outlook.total(outlook.opposing(place_id))
    garrison = outlook.garrison(outlook.board.places[place_id])
    return share_of(garrison + inside, outlook.content.ruleset.lay_share)


def stayers(outlook: Outlook) -> dict[str, tuple[str, ...]]:
    """The besiegers who must stay for the sieges that would be won in this turn, by place.

    The fewest that are enough, also to hold it until then (house-6.4e): keepers of heirs and the
    strongest go first. Nobody of a siege that is not won yet.
    """
    found: dict[str, tuple[str, ...]] | None = outlook.known.get(stayers)
    if found is None:
        found = outlook.known[stayers] = {}
        for place_id, siege in outlook.view.sieges.items():
            if siege.seat != outlook.seat or outlook.peaceful(
                outlook.board.places[place_id].square
            ):
                continue
            least = max(needed(outlook, place_id), holding(outlook, place_id))
            there = [n for n in siege.besiegers if n in outlook.nobles]
            spare = outlook.total(there) - least
            if spare < 0:
                continue
            for noble in sorted(
                there, key=lambda n: (not outlook.heirs_with(n), -outlook.power(n), n)
            ):
                if len(there) > 1 and outlook.power(noble) <= spare:
                    there.remove(noble)
                    spare -= outlook.power(noble)
            found[place_id] = tuple(there)
    return found


def nearly_won_from(outlook: Outlook, seat: int) -> bool:
    """Whether an alliance with a seat would end a siege of this one that is won."""
    return any(
        outlook.holder(place) == seat
        or any(outlook.nobles[noble].seat == seat for noble in outlook.within.get(place, ()))
        for place in stayers(outlook)
    )


def doomed(outlook: Outlook, place_id: str | None) -> bool:
    """Whether a place with nobles of this seat falls when its besiegers conclude (house-6.3a)."""
    siege = outlook.view.sieges.get(place_id or "")
    if siege is None or siege.seat == outlook.seat or place_id is None:
        return False
    place, rules = outlook.board.places[place_id], outlook.content.ruleset
    garrison = min(outlook.garrison(place), rules.garrison_left(place.garrison, siege.turns + 1))
    inside = outlook.total(outlook.opposing(place_id, siege.seat))
    least = share_of(garrison + inside, rules.conclude_share)
    return outlook.total(n for n in siege.besiegers if n in outlook.nobles) >= least
