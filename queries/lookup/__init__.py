"""Objects by their names: refs, ids and titles, whole or in part; and which objects are examples."""
