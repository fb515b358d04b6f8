"""Links between objects of all languages: around one, between two, what depends on one, and broken ones."""
