"""The colours and borders of parts of diagrams: those that the author gave, and those that a kind of diagram has."""
