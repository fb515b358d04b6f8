"""The caches in the user's directory: finished snapshots and parsed files."""
