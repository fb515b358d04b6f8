"""Which files of a source are read: what git ignores, what the project excludes, and the folders of other people."""
