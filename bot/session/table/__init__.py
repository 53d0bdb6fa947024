"""The people and computers at a table: lobby, consent, moderation, standing orders, onlookers."""
