"""What was played: the rows of the journal, the log and its news, and records of whole games."""
