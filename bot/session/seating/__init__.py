"""How a table stands: seats, requests, what moderators did."""
