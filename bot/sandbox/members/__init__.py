"""The members' side: the page and what is done on it."""
