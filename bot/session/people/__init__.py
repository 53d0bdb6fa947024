"""The people of a server: whether they are here, when they can play, what they have said of it."""
