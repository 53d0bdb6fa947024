"""Discord's side of the table: slash commands by phase and subject; no rule is decided here."""
