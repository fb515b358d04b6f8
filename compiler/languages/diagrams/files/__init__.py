"""The formats of the files that diagrams and sessions are kept in: text to units."""
