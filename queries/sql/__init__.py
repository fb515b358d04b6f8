"""SQL over the relations of a snapshot: the tool `query_facts`, the schema that it prints, and the basis of its
answers."""
