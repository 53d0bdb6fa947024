"""Phase 3, combat: battles, sieges, assaults, allies, odds, and what follows a fight."""
