"""What comes of finished games: whose results they are, ratings, and who may see them."""
