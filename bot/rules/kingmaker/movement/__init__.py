"""Phase 2, movement: over land, in and out of fortresses, by ship, and refuge in port."""
