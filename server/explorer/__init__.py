"""The explorer: what a source holds, as pages for a browser. Each page asks the queries that agents ask, and writes
nothing."""
