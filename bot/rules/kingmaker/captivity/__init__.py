"""Captives who are held till a ransom of future Crown draws is paid (ishkibibble-ransom.1)."""
