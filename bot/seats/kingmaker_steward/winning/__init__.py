"""Who wins with the next blow, and who should not end the game yet."""
