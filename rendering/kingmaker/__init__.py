"""The pictures of Kingmaker, drawn only from a view."""
