"""Phase 6, the Crown card; and trade in cards and pieces between players."""
