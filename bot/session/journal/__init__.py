"""What was played: the log, going back, replaying, records and their import."""
