"""What moderators ask of a game."""
