"""The steward in deals: what it says, offers, remembers."""
