"""How the game is won: immediately, or when the time is up."""
