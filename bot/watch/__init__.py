"""What a host can watch: whether the bot is healthy, its figures, and the lines of its log."""
