"""The board to touch: a game as a seat sees it, as a page that can be read and played on."""
