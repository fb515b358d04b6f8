"""From the text of a file to its unit: file readers, and a grammar for each kind of diagram."""
