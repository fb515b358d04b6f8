"""`make wild`: what Frieze says of repositories that nobody wrote for it, beside what their own programs say."""
