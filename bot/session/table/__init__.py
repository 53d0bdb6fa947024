"""The people: seats, consent, moderation, standing orders, onlookers and computer players."""
