"""Lancaster: the second game on the kernel.

Each player leads a noble family at the side of Henry V (lancaster-1.1) and gathers power points
through knights, votes in Parliament and the castle (lancaster-1.2).
"""
