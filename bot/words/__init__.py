"""The words people read: the shape that every game fills in, and the words of each game."""
