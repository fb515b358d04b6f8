"""The SQLite store: schema from fact classes, writing, reading (`snapshot`), frozen files and the unit cache."""
