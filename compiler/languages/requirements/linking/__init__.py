"""From the units of all files to facts: names resolved, hierarchy and hashes checked, coverage computed."""
