"""A small game with secrets, which shows that kernel, session and storage know no game."""
