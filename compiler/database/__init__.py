"""Facts as an SQLite database: its tables, how they are written, made of those before, and sealed in a file."""
