"""The world that outlives the bot: guilds, members, channels, messages, files."""
