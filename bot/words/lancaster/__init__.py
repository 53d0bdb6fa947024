"""The words of Lancaster: from views and facts to sentences."""
