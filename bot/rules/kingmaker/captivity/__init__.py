"""Captives who are held until a ransom of future Crown draws is paid (ishkibibble-ransom.1)."""
