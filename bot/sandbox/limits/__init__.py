"""Discord's own checks: commands, components, messages, modals, rates."""
