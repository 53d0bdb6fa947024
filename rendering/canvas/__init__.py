"""Drawing for any game: pen, fonts, theme, encoding, and the pool that does the drawing."""
