"""Lancaster's words: from views and facts to sentences."""
