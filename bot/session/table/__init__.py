"""The people: seats, consent, moderation, standing orders, and the computer players."""
