"""What is said to people: the shape that every game fills, and the words of each game."""
