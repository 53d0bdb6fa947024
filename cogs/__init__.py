"""The Discord side of the bot: slash commands, grouped by phase and subject; no rule is decided
here."""
