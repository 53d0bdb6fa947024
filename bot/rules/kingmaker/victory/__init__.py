"""How the game is won: at once, or when the time is up."""
