"""From an offer to an answer: who is asked what and till when; menus, typed words, forms."""
