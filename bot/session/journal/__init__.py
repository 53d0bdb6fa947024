"""What was played: the log, going back, playing over again, records and their import."""
