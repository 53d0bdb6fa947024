"""The Discord side of the bot: slash commands by phase and subject, which decide no rule."""
