"""Text that every language shares: grammars, front matter, YAML, markdown, timestamps, near names."""
