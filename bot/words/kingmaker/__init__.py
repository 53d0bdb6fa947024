"""The words of Kingmaker: from views and facts to sentences."""
