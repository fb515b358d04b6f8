"""Task lists in markdown: the grammar of their lines, of dependency lists, and the parser of whole lists."""
