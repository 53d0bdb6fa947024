"""Cards that are played against what somebody else does: all are asked, in secret."""
