"""From the outbox to channels and people: news, pictures, private messages."""
