"""From the text of a file to its unit: a module a format."""
