"""A merged snapshot: the rows of the snapshots of several sources in one database."""
