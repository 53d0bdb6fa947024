"""The story of a finished game: a page that works from disk, with dice that can be checked."""
