"""What the grammars of all kinds of diagram share."""
