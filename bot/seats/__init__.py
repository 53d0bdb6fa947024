"""Computer players, who see their seat's view and prompts and nothing else of a game."""
