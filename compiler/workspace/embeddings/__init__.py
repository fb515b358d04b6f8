"""Search by meaning, an optional extra: the embedding model, and the similarity of a question to the stored vectors."""
