"""Phase 4, Parliament: calling, business, motions, ballots, the way home, the King's Peace."""
