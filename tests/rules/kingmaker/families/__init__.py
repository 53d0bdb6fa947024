"""Two Houses and four families."""
