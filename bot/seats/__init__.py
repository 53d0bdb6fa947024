"""Computer players, who see nothing of a game but their seat's view and prompts."""
