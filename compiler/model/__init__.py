"""The data model: facts, links, spans, diagnostics, source files, and the protocol of a language."""
