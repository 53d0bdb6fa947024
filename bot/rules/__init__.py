"""The rules core: pure, typed, deterministic; no input or output, no clock, no Discord."""
