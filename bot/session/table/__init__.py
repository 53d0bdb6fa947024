"""The people and computers at a table: lobby, consent, amending, moderation, standing orders,
onlookers.
"""
