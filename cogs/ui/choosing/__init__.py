"""From an offer to an answer: who is asked what, and by when; menus, typed words and forms."""
