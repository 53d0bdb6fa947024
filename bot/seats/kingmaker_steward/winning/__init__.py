"""The players who win with the next blow, and those who should not end the game yet."""
