"""What affects the board for a while: peace, embargoes, treaties, lasting Events, sides and
alliances, turns, custody.
"""
