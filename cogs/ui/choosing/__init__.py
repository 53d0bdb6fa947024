"""From an offer to an answer: who is asked what, and until when; menus, typed words, forms."""
