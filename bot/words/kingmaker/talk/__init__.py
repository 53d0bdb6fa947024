"""What somebody at the table might say a word about."""
