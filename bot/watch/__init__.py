"""What a host can watch: whether the bot is well, its figures, and the lines of its log."""
