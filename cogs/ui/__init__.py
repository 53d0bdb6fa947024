"""Everything that cogs show and read: controls, the status card, the wizard, typed choices, forms,
replies."""
