"""What Discord’s world is made of: servers, channels, members, and what each may do."""
