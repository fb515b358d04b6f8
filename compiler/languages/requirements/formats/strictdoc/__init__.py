"""StrictDoc: documents `*.sdoc` with a grammar of their own, its markdown, and markers in code."""
