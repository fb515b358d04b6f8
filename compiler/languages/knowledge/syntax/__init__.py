"""The parsers of knowledge: a module a format, the grammars of their dialects, and what they share."""
