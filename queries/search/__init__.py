"""Search over the text of all objects: by name, by words, by pattern; ranked, with excerpts."""
