"""The source languages, a folder each, all of one shape. `registry` lists them in the order of linking."""
