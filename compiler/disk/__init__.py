"""Places on disk: the cache directory of the user, temporary files, and stamps of files."""
