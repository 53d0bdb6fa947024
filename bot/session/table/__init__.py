"""The people: seats, consent, moderation, standing orders, onlookers, and the computer players."""
