"""All that the cogs show and read: controls, the card, the wizard, choices, forms and replies."""
