"""The story of a finished game: one page that works from disk, its dice there to be checked."""
