"""Discord's side of the table: commands, buttons and menus, one cog per phase of the game.

A cog parses what came in, finds the session, hands it the choice, and shows the answer. What may
be chosen comes from the session's prompts and what is said from the rule set's words, so that
nothing here decides anything about a game.
"""
