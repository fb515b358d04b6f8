"""Objects of all languages: whole ones, lists of them, filters, and what a snapshot holds of them."""
