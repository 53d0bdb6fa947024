"""The touch board: a page that shows a game as one seat sees it, to read and to play on."""
