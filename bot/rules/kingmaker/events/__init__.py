"""Phase 1, chance events: an Event card is drawn and obeyed."""
